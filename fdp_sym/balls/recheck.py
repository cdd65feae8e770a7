"""An independent checker of the prover's certificates.

It shares no code with the search. Where a step restates the function (``f``), that identity is
verified exactly. What one has to trust, besides Python:

* the checker, fewer than 1000 lines: this module walks through the proof; ``forms`` says what each
  form needs and what it leaves to show; ``reading`` reads expressions, ``identities`` tells whether
  two are the same function, ``interval`` evaluates them on boxes;
* 100 lines that it shares with the prover: ``precision`` sets the bits, ``extremum`` names what a
  supremum is; and of ``fdp_sym.functions`` that ``Phi`` and ``Quantile`` differentiate as they do;
* of SymPy that it builds expressions, and ``subs``, ``xreplace``, ``diff``, ``expand`` and
  ``together``; nothing that searches, integrates, solves or simplifies;
* of FLINT the arithmetic of balls (``arb``) and of fractions (``fmpq``);
* only where a certificate speaks of them, the compiler (``compiler`` and what it imports) for gamma
  functions, binomials, steps, integrals and extrema.

The prover, its search and its rewriting need not be trusted, nor the file: it is data, of which no
code is read, and what would fill the memory is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, floor
from os import PathLike
from typing import Any

from sympy import Expr, Rational, Symbol

from ..errors import FdpError, HypothesisError
from ..untrusted import read_json
from .forms import FORMS, Box, need
from .identities import same
from .reading import read_expr, read_side, within

__all__ = ["Step", "recheck", "steps"]

_BROKEN = (
    *(FdpError, OSError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError),
    *(RuntimeError, AssertionError, MemoryError),
)
_MOST_BYTES = 1 << 28  # of a file
_MOST_BITS = 20_000
_VERSION = 2  # of the format that is read here


@dataclass(frozen=True)
class Step:
    """One step that was verified: f >= 0, or f > 0 if strict, on the box.

    Attributes
    ----------
    claim : (Expr, bool)
        The inequality of the claim itself to whose proof the step belongs.
    fixed : mapping of Symbol to Rational
        Variables of the steps above that have one value here, which f no longer contains.
    is_last : bool
        Whether nothing is left to show.
    form : str
        By which form it is verified.
    depth : int
        How many steps it is below the claim.
    """

    claim: tuple[Expr, bool]
    f: Expr
    strict: bool
    box: Box
    fixed: Mapping[Symbol, Rational] = field(default_factory=dict)
    is_last: bool = True
    form: str = ""
    depth: int = 0


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
    return sum(1 for _ in steps(certificate))


def steps(certificate: Mapping[str, Any] | str | PathLike[str]) -> Iterator[Step]:
    """The steps of a certificate, each verified before it is handed out.

    Raises
    ------
    HypothesisError
        Names the first step that does not hold.
    """
    try:
        whole: Any = certificate
        if isinstance(certificate, (str, PathLike)):
            whole = read_json(certificate, _MOST_BYTES)
        need("unfinished" not in whole, "that the search is finished")
        version = whole.get("version", _VERSION)
        need(version == _VERSION, "the version {} of the format, not {},", _VERSION, version)
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
        for claim, node in zip(_parts(left, op, right), whole["proofs"], strict=True):
            yield from _verified(node, Step(claim, *claim, box))
    except HypothesisError:
        raise
    except RecursionError as error:
        raise HypothesisError("the certificate fails: it is nested too deeply") from error
    except _BROKEN as error:
        raise HypothesisError(f"the certificate fails: {error!r}") from error


def _parts(left: Expr, op: str, right: Expr) -> list[tuple[Expr, bool]]:
    """The functions that the claim says to be >= 0, or > 0."""
    up, down = left - right, right - left
    parts = {">=": [(up, False)], ">": [(up, True)], "<=": [(down, False)], "<": [(down, True)]}
    return {**parts, "==": [(up, False), (down, False)]}[op]


def _verified(node: Mapping[str, Any], step: Step) -> Iterator[Step]:
    """Check that the node proves the step; the steps it consists of."""
    values = {v: Rational(lo) for v, (lo, hi, *_) in step.box.items() if lo == hi}
    f, box = step.f.subs(values), {v: s for v, s in step.box.items() if v not in values}
    if "f" in node:
        given = read_expr(node["f"])
        need(same(f, given), "{} = {}", f, given)
        f = given
    bits, below = node.get("bits", 0), node.get("children", ())
    need(type(bits) is int and 0 <= bits <= _MOST_BITS, "a precision of {} bits", bits)
    todo = list(FORMS[node["form"]](node, f, step.strict, box, bits + 64))
    fixed = {**step.fixed, **values}
    yield Step(step.claim, f, step.strict, box, fixed, not todo, node["form"], step.depth)
    for child, rest in zip(below, todo, strict=True):
        yield from _verified(child, Step(step.claim, *rest, fixed, depth=step.depth + 1))
