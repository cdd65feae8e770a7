"""Limits of integrals of unknown functions, by the dominated convergence theorem.

What is integrated converges at every value of the function, and a power of it that is known to be
integrable dominates all of it: then the limit is the integral of the limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sympy import Add, Expr, Integral, Interval, Mul, Pow, S, expand, log, oo, preorder_traversal
from sympy.core.relational import Relational

from ..binding import bound_in
from ..errors import FdpError
from ..signs import possible_signs
from ..symbols import real
from ..theorems.defined import undefined_term
from ..theorems.entries import Claim, Theorem
from ..theorems.statements import Generic, Lim
from .limits import pointwise_limit
from .pointwise import value_by_value

__all__ = ["by_dominated_convergence", "claims_around", "integrable_power"]

Given = tuple[Any, ...]
_Power = tuple[Expr, Expr]  # of the value of the function, and of what tends to infinity
_EQUAL = ("==", "<=", ">=")


class _NotDominated(Exception):
    """No such bound is found."""


def by_dominated_convergence(relation: Relational, given: Given, known: Iterable[Any]) -> str:
    """How a relation with the limit of an integral on its left is proved, or "".

    With ``v >= 0``, ``log(1 + v)`` is at most ``v**j/j`` for every ``0 < j <= 1``: so its q-th
    power is at most a multiple of ``v**j`` for ``0 < j <= q``. The number j is chosen such that no
    power of what tends to infinity is left.

    Parameters
    ----------
    relation : relational
        ``Lim(k**c*Integral(term, (t, low, high)), k)`` and what it is said to be.
    given : tuple of relations
        Its hypotheses.
    known : iterable of relations
        Claims beside it, or that its proof uses: what is integrated there is integrable.

    Examples
    --------
    >>> from sympy import Lambda
    >>> from fdp_sym.symbols import integer
    >>> from fdp_sym.theorems import Eq, generic
    >>> m, t = integer("m", 1), real("t", Interval(0, 1))
    >>> y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, t)])
    >>> squares = Integral(y(t) ** 2, (t, 0, 1))
    >>> limit = Lim(m**2 * Integral(log(1 + y(t) / m) ** 2, (t, 0, 1)), m)
    >>> by_dominated_convergence(Eq(limit, squares), (), [Eq(squares, squares)])
    'by dominated convergence'
    >>> by_dominated_convergence(Eq(limit, 2 * squares), (), [Eq(squares, squares)])
    ''
    >>> by_dominated_convergence(Eq(limit, squares), (), [])  # nothing is known to be integrable
    ''
    """
    limit, other = relation.args
    if not isinstance(limit, Lim) or relation.rel_op not in _EQUAL or other.has(Lim):
        return ""
    try:
        k, _, high = limit.limits
        inner = [f for f in Mul.make_args(limit.body) if isinstance(f, Integral)]
        if high != oo or len(inner) != 1 or len(inner[0].limits) != 1:
            return ""
        body, (t, *ends) = inner[0].function, inner[0].limits[0]
        factor = Mul(*(f for f in Mul.make_args(limit.body) if f is not inner[0]))
        if len(ends) != 2 or any(end.is_infinite or end.has(k) for end in ends):
            return ""
        term, call, value = _valued(factor * body, t)
        plain = tuple(h for h in given if not h.has(Generic))
        if any(undefined_term(e, plain) is not None for e in (term, other, *ends)):
            return ""
        if call is not None and not all(_inside(end, call, given) for end in ends):
            return ""
        least = S.Zero if call is None else integrable_power(call.func, known, ends)
        if not all(_is_dominated(part, value, k, least) for part in Add.make_args(term)):
            return ""
        found = pointwise_limit(term, k)
    except (_NotDominated, FdpError, TypeError, ValueError):
        return ""
    if found is None:
        return ""
    if call is not None:
        found = found.xreplace({value: call})
    left = S.Zero if found == 0 else Integral(found, (t, *ends))
    claim = relation.func(left, other, evaluate=False)
    proved = left == other or value_by_value(claim, given)
    return "by dominated convergence" if proved else ""


def claims_around(entry: Any, context: Any) -> Iterator[Any]:
    """The claims whose integrals are supposed to exist: of an entry, and of what it uses."""
    yield from entry.parts
    for name in context.uses:
        used = context.library.get(name)  # what it says under conditions says less
        if not isinstance(used, (Theorem, Claim)):
            continue
        if not any(h.has(Generic) for h in used.given):
            yield from used.parts


def integrable_power(function: Any, claims: Iterable[Any], ends: list[Expr]) -> Expr:
    """The largest power of a function whose integral over a range occurs in claims, or 0.

    Examples
    --------
    >>> from sympy import Lambda
    >>> from fdp_sym.theorems import Le, generic
    >>> t = real("t", Interval(0, 1))
    >>> y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, t)])
    >>> integrable_power(y, [Le(Integral(y(t) ** 3, (t, 0, 1)), 2)], [0, 1])
    3
    """
    powers = [S.Zero]
    for claim in claims:
        for node in claim.atoms(Integral) if isinstance(claim, Relational) else ():
            base, power = node.function.as_base_exp()
            if not (isinstance(base, Generic) and _alike(base.func, function)):
                continue
            if power.is_Rational and _is_over(node, base, ends):
                powers.append(power)
    return max(powers)


def _alike(one: Any, other: Any) -> bool:
    """Whether two functions are one: those of one name need not be."""
    same = one.bounds == other.bounds and one.domain == other.domain and one.facts == other.facts
    return bool(one == other and same)


def _is_over(node: Integral, call: Any, ends: list[Expr]) -> bool:
    """Whether the values of a function are integrated over this range."""
    (t, *own), *others = node.limits
    return not others and call.args == (t,) and own == ends


def _valued(expr: Expr, t: Any) -> tuple[Expr, Any, Any]:
    """With a symbol for the value of the only unknown function, which is not negative."""
    calls = expr.atoms(Generic)
    value = real("<value>", Interval(0, oo))
    if len(calls) > 1 or any(c.args != (t,) or c.func.facts - {"measurable"} for c in calls):
        raise _NotDominated
    call = next(iter(calls), None)
    if call is not None and not call.func.bounds[0] >= 0:
        raise _NotDominated
    term = expr if call is None else expr.xreplace({call: value})
    if t in term.free_symbols or any(map(bound_in, preorder_traversal(term))):
        raise _NotDominated
    return term, call, value


def _inside(end: Expr, call: Any, given: Given) -> bool:
    """Whether an end of the range is in the domain of the function."""
    domain = call.func.domain
    distances = (end - domain.inf, domain.sup - end)
    return all(possible_signs(d, given) <= {0, 1} for d in distances)


def _is_dominated(term: Expr, value: Any, k: Any, least: Expr) -> bool:
    """Whether a product is at most a multiple of 1 and a power of the value, for all k >= 1."""
    plain, logs = S.One, []
    for part in Mul.make_args(term):
        base, power = part.as_base_exp()
        if isinstance(base, log) and part.has(value, k):
            logs.append((base, power))
        else:
            plain = plain * part
    powers = [_powers(part, value, k) for part in Add.make_args(expand(plain))]
    free, bound = S.Zero, None
    for node, power in logs:
        of_value, of_k = _powers(node.args[0] - 1, value, k, positive=True)
        if not (power.is_Rational and power > 0 and of_value >= 0 >= of_k):
            return False
        if of_value == 0:
            free += of_k * power
        elif bound is None:
            bound = (power, of_value, of_k)
        else:
            return False
    return all(_fits(a, b + free, bound, least) for a, b in powers)


def _powers(term: Expr, value: Any, k: Any, positive: bool = False) -> _Power:
    """The powers of both in a monomial, whose factor is real (or not negative)."""
    factor, powers = S.One, term.as_powers_dict()
    for base, power in powers.items():
        if base in (value, k):
            if not power.is_Rational:
                raise _NotDominated
        elif base.has(value, k) or power.has(value, k):
            raise _NotDominated
        else:
            factor *= Pow(base, power)
    if positive and not possible_signs(factor) <= {0, 1}:
        raise _NotDominated
    return powers.get(value, S.Zero), powers.get(k, S.Zero)


def _fits(of_value: Expr, of_k: Expr, bound: Any, least: Expr) -> bool:
    """Whether a power j of the argument of the logarithm leaves a small power of the value."""
    if bound is None:
        return bool(of_k <= 0 <= of_value <= least)
    power, inner, decay = bound
    if of_value < 0:
        return False
    if of_k <= 0:  # any j > 0 will do
        return bool(of_value < least)
    if decay == 0:
        return False
    j = of_k / -decay
    return bool(j <= power and of_value + inner * j <= least)
