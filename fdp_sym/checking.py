"""One ad-hoc claim: exact and symbolic routes, then the box prover, then seeded points."""

from __future__ import annotations

import numbers
import re
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from itertools import pairwise
from typing import Any

from sympy import Expr, Interval, Range, Set, Symbol, oo, sympify
from sympy.core.relational import Relational

from . import symbols as shared
from .binding import substitute
from .deciding import decided, restricted
from .errors import DomainError
from .exact import exact, shown
from .symbols import domain_of, real
from .theorems.box_check import boxed
from .theorems.defined import undefined_term
from .theorems.goals import satisfied, symbols_of
from .theorems.statements import Above, Iff, SameCurve, Statement, Sup, parts_of, relations_of
from .theorems.verdict import Status, Verdict

__all__ = ["check"]


def check(
    claim: Any,
    given: Any = (),
    box: Mapping[Any, Any] | None = None,
    *,
    budget: int = 20_000,
    seconds: float = 30.0,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    keep: Callable[[dict[str, Any]], None] | None = None,
) -> Verdict:
    """Decide one claim for all values of its symbols, as far as that can be trusted.

    Parameters
    ----------
    claim : relation, statement of `fdp_sym.theorems`, tuple of them, or str
        Free symbols range over their domains; integer symbols over integers. `Sup` and `Inf` may
        be one of the sides. The grammar of text is that of `fdp_sym.parsing.parse_claim`.
    given : relation or tuple of relations, or str
        Hypotheses.
    box : mapping, optional
        For symbols (or their names) a pair ``(lo, hi)``, an ``Interval``, or a ``Range`` for
        integers, to which their domain is restricted. It lies within their domain (in a text,
        alpha and delta are in [0, 1], epsilon and mu are not negative). Ends may be infinite.
    budget : int
        How many boxes the prover may look at for each relation.
    seconds : float
        How long the prover, and a search of points, may take for each. With ``inf`` only
        ``budget`` ends them, and the verdict is the same on a slow machine as on a fast one.
    progress : callable, optional
        Called by the prover with ``(boxes used, boxes open)``.
    executor : concurrent.futures.Executor, optional
        Whose workers take over boxes of the prover when there are many.
    keep : callable, optional
        Called with each certificate of the prover.

    Returns
    -------
    Verdict
        ``proved``, ``certified`` (on the stated box), ``consistent`` (at points only),
        ``inconclusive``, or ``refuted`` with a witness.

    Examples
    --------
    >>> verdict = check("Phi(mu/2) - Phi(-mu/2) <= mu/sqrt(2*pi)", box={"mu": (0, 10)})
    >>> verdict.status.value, verdict.domain
    ('certified', 'mu in [0, 10]')
    >>> check("exp(x) >= 1 + x + x**2/2", box={"x": (-1, 1)}).status.value
    'refuted'
    """
    if box is not None and not isinstance(box, Mapping):
        raise DomainError(
            f'box = {box!r}: allowed is a mapping of symbols to their ranges, e.g. {{"x": (0, 1)}}'
        )
    if not (isinstance(seconds, numbers.Real) and seconds > 0):
        raise DomainError(f"seconds = {seconds!r}: allowed are positive numbers and inf")
    ranges = {str(key): _range(str(key), value) for key, value in (box or {}).items()}
    parts, hypotheses, lost = _read(claim, given, ranges)
    used = {s for part in parts for s in symbols_of(part, hypotheses)}
    used |= {s for term in lost for s in term.free_symbols}
    names = sorted(map(str, used))
    twice = [a for a, b in pairwise(names) if a == b]
    if twice:
        raise DomainError(f"two symbols are called {twice[0]}; give each symbol a name of its own")
    # SymPy may have cancelled a symbol of the text
    words = set(re.findall(r"[A-Za-z]\w*", claim)) if isinstance(claim, str) else set()
    unknown = sorted(set(ranges) - {str(s) for s in used} - _bound_names(parts) - words)
    if unknown:
        known = ", ".join(names) or "none"
        raise DomainError(f"the box names {unknown[0]}; the symbols of the claim are {known}")
    for s in used:
        _need_within(s, ranges.get(str(s)))
    ranges = _narrowed(ranges, hypotheses)
    swap = {s: restricted(s, ranges.get(str(s))) for s in used}
    hypotheses = tuple(_moved(h, swap) for h in hypotheses)
    domain = ", ".join(
        f"{s} in {_shown(ranges.get(str(s), domain_of(s)), domain_of(s))}"
        for s in sorted(used, key=str)
    )
    if not satisfied(hypotheses, seconds=seconds):
        detail = "no point is found at which all hypotheses hold: the claim may be empty"
        return Verdict(Status.INCONCLUSIVE, "no route decided", {}, domain, detail)
    prover = boxed(budget=budget, seconds=seconds, progress=progress, executor=executor, keep=keep)
    for term in lost:
        hole = undefined_term(substitute(term, swap), hypotheses)
        if hole is not None:
            detail = f"{hole} cancels when the text is read, but may be undefined"
            return Verdict(Status.INCONCLUSIVE, "no route decided", {}, domain, detail)
    found = [decided(_moved(part, swap), hypotheses, prover) for part in parts]
    weakest = max(found, key=lambda v: v.status.rank)
    return Verdict(weakest.status, weakest.route, weakest.witness, domain, weakest.detail)


# -- reading ----------------------------------------------------------------------------------


def _read(
    claim: Any, given: Any, ranges: Mapping[str, Set]
) -> tuple[tuple[Statement, ...], tuple[Relational, ...], tuple[Expr, ...]]:
    """The statements, the hypotheses, and terms of a text that cancelled when it was read."""
    from .parsing.claims import read_claim

    symbols = {name: _named(name, domain) for name, domain in ranges.items()}
    lost: list[Expr] = []

    def read(x: Any) -> Any:
        if not isinstance(x, str):
            return x
        relation, terms = read_claim(x, symbols)
        lost.extend(terms)
        return relation

    given = given if isinstance(given, (tuple, list)) else (given,)
    hypotheses = parts_of(tuple(map(read, given))) if given else ()
    if any(isinstance(h, (Iff, SameCurve, Above)) for h in hypotheses):
        raise DomainError(f"given {given}: allowed are relations")
    claims = claim if isinstance(claim, (tuple, list)) else (claim,)
    return parts_of(tuple(map(read, claims))), hypotheses, tuple(lost)


_MOST_BITS = 13_300  # of the ends of a box
_HALF_LINES = {
    ">": lambda c: Interval.open(c, oo),
    ">=": lambda c: Interval(c, oo),
    "<": lambda c: Interval.open(-oo, c),
    "<=": lambda c: Interval(-oo, c),
}


def _named(name: str, domain: Set) -> Symbol:
    """The symbol that a name in a text means: integers if its box says so."""
    if isinstance(domain, Range):
        return real(name, Range(-oo, oo))
    known = {s.name: s for s in (shared.alpha, shared.epsilon, shared.delta, shared.mu)}
    return known.get(name) or real(name)


def _range(name: str, value: Any) -> Set:
    if isinstance(value, (Interval, Range)):
        return value
    if not (isinstance(value, (tuple, list)) and len(value) == 2):
        raise DomainError(f"box[{name}] = {value!r}: allowed is (lo, hi), an Interval or a Range")
    low, high = (_end(end, name) for end in value)
    if not low <= high or low is oo or high is -oo:
        raise DomainError(f"box[{name}] = {value!r}: allowed is lo <= hi")
    return Interval(low, high)


def _end(value: Any, name: str) -> Expr:
    if isinstance(value, str) and value.strip() in ("inf", "oo", "-inf", "-oo"):
        return -oo if value.strip().startswith("-") else oo
    if value in (float("inf"), float("-inf"), oo, -oo):
        return sympify(value) if value in (oo, -oo) else oo * (1 if value > 0 else -1)
    number = exact(value, f"box[{name}]")
    if not number.is_Rational:
        raise DomainError(f"box[{name}] = {value}: allowed are rational numbers")
    if max(int(number.p).bit_length(), int(number.q).bit_length()) > _MOST_BITS:
        raise DomainError(f"box[{name}] = {shown(number)}: allowed are numbers of 4000 digits")
    return number


def _bound_names(parts: Iterable[Statement]) -> set[str]:
    return {
        str(s)
        for p in parts
        for r in relations_of(p)
        for n in r.atoms(Sup)
        for s in n.bound_symbols
    }


def _narrowed(ranges: Mapping[str, Set], hypotheses: Iterable[Relational]) -> dict[str, Set]:
    """The ranges, cut by hypotheses such as x > 0: outside, the claim need not be defined."""
    cut = dict(ranges)
    for h in hypotheses:
        h = h if h.lhs.is_Symbol else h.reversed
        if h.rel_op not in _HALF_LINES or not (h.lhs.is_Symbol and h.rhs.is_Rational):
            continue
        name, own = str(h.lhs), domain_of(h.lhs)
        common = own & cut.get(name, own) & _HALF_LINES[h.rel_op](h.rhs)
        if isinstance(common, Interval):
            cut[name] = common
    return cut


def _need_within(symbol: Symbol, domain: Set | None) -> None:
    """A box that is cut off without a word would leave out what was asked for."""
    own = domain_of(symbol)
    if domain is not None and (domain.inf < own.inf or domain.sup > own.sup):
        raise DomainError(
            f"box[{symbol}]: {symbol} ranges over {_shown(own, own)}, and the box leaves it; give "
            "other numbers another name"
        )


def _shown(domain: Set, own: Set) -> str:
    common = own & domain
    if isinstance(common, Range):
        return f"{{{common.inf}, …, {common.sup}}}"
    if not isinstance(common, Interval):
        return str(common)
    left, right = "(["[not common.left_open], ")]"[not common.right_open]
    return f"{left}{common.start}, {common.end}{right}"


def _moved(statement: Any, swap: Mapping[Any, Any]) -> Any:
    """The statement in the restricted symbols."""
    swap = {old: new for old, new in swap.items() if old != new}
    if isinstance(statement, Iff):
        left, right = (
            tuple(_moved(r, swap) for r in side) for side in (statement.left, statement.right)
        )
        return Iff(left, right)
    if isinstance(statement, (SameCurve, Above)):
        return type(statement)(statement.left.subs(swap), statement.right.subs(swap))
    return statement.func(*(substitute(s, swap) for s in statement.args), evaluate=False)
