"""An independent checker of the prover's certificates.

It shares no code with the search. This module walks through the proof; ``forms`` says what each
form needs and what it leaves to show; ``reading``, ``identities`` and ``interval`` are the
checker's own reading of expressions, test that two expressions are the same function, and interval
evaluator. Where a step restates the function (``f``), that identity is verified exactly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil, floor
from os import PathLike
from pathlib import Path
from typing import Any

from sympy import Expr, Rational

from ..errors import FdpError, HypothesisError
from .forms import FORMS, Box, need
from .identities import same
from .reading import read_expr, read_side, within

__all__ = ["recheck"]

_BROKEN = (
    *(FdpError, OSError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError),
    *(RuntimeError, AssertionError),
)


def recheck(certificate: Mapping[str, Any] | str | PathLike[str]) -> int:
    """Verify a certificate of `prove`, or the file that holds it, step by step.

    Returns
    -------
    int
        The number of steps that were verified.

    Raises
    ------
    HypothesisError
        Names the first step that does not hold.

    Examples
    --------
    >>> from fdp_sym.balls.prover import prove
    >>> from fdp_sym.functions import Phi
    >>> from fdp_sym.symbols import mu
    >>> recheck(prove(Phi(mu) <= (1 + mu) / 2, {mu: (0, 3)}).certificate)
    3
    """
    try:
        whole: Any = certificate
        if isinstance(certificate, (str, PathLike)):
            whole = json.loads(Path(certificate).read_text(encoding="utf-8"))
        box: Box = {}
        for data, ends in whole["box"]:
            v, (lo, hi, *is_open) = read_expr(data), read_side(ends)
            inner = (ceil(lo), floor(hi), False, False) if v.is_integer else (lo, hi, *is_open)
            need(within(inner, read_side(data["domain"])), "{} in {}", v, ends)
            need(all(v.name != w.name for w in box), "one range for {}", v)
            box[v] = (lo, hi, *is_open)
        left, op, right = whole["relation"]
        left, right = read_expr(left), read_expr(right)
        need(whole["claim"] == f"{left} {op} {right}", "the text of the claim")
        count = 0
        for (f, strict), node in zip(_parts(left, op, right), whole["proofs"], strict=True):
            count += _verify(node, f, strict, box)
        return count
    except HypothesisError:
        raise
    except _BROKEN as error:
        raise HypothesisError(f"the certificate fails: {error!r}") from error


def _parts(left: Expr, op: str, right: Expr) -> list[tuple[Expr, bool]]:
    """The functions that the claim says to be >= 0, or > 0."""
    up, down = left - right, right - left
    parts = {">=": [(up, False)], ">": [(up, True)], "<=": [(down, False)], "<": [(down, True)]}
    return {**parts, "==": [(up, False), (down, False)]}[op]


def _verify(node: Mapping[str, Any], f: Expr, strict: bool, box: Box) -> int:
    """Check that the node proves f >= 0 (> 0) on the box; count the steps."""
    values = {v: Rational(lo) for v, (lo, hi, *_) in box.items() if lo == hi}
    f, box = f.subs(values), {v: s for v, s in box.items() if v not in values}
    if "f" in node:
        given = read_expr(node["f"])
        need(same(f, given), "{} = {}", f, given)
        f = given
    bits = node.get("bits", 0) + 64
    todo = FORMS[node["form"]](node, f, strict, box, bits)
    return 1 + sum(
        _verify(n, *rest) for n, rest in zip(node.get("children", ()), todo, strict=True)
    )
