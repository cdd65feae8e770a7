"""What each form of a certificate needs, and what it leaves to show: rules of the checker.

A form gets its node, the function f, whether f > 0 is claimed or only f >= 0, and the box. It
raises if one of its own conditions fails, and yields what its children have to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil, factorial, floor, inf
from typing import Any

import sympy
from sympy import Abs, Expr, Max, Min, Mul, Piecewise, Symbol, erf, exp, log, sinh, tanh

from ..errors import HypothesisError
from ..functions import Phi, Quantile
from .extremum import Sup
from .identities import same
from .interval import enclosure, end
from .reading import Side, read_expr, read_side, within

__all__ = ["FORMS", "Box", "need"]

_INCREASING = (Phi, Quantile, exp, log, erf, tanh, sinh)
_KINKS, _JUMPS = (Max, Min, Abs), (Piecewise, sympy.sign, sympy.floor, sympy.ceiling, Sup)
Box = dict[Symbol, Side]
Todo = tuple[Expr, bool, Box]  # a function, whether it is to be > 0 or only >= 0, where


def need(holds: Any, what: str, *parts: Any) -> None:
    """Reject the certificate unless this holds; the parts are printed only then.

    SymPy's printer orders terms by their values, and evaluates integrals for that.
    """
    if not holds:
        raise HypothesisError(f"the certificate fails: {what.format(*parts)} does not hold")


# -- functions on boxes -------------------------------------------------------------------------


def _ends(f: Expr, box: Box, bits: int) -> Any:
    return enclosure(f, {v: side[:2] for v, side in box.items()}, bits)


def _positive(f: Expr, strict: bool, box: Box, bits: int) -> bool:
    lower = _ends(f, box, bits)[0]
    return bool(lower > 0 if strict else lower >= 0)


def _active(kink: Expr, box: Box, bits: int) -> list[Expr]:
    """The expressions of which a Max, Min, Abs or Piecewise equals one at every point."""
    if isinstance(kink, Piecewise):
        taken = []
        for value, condition in kink.args:
            lo, hi = _ends(Piecewise((1, condition), (0, True)), box, bits)
            if hi > 0:
                taken.append(value)
            if lo > 0:
                return taken
        need(False, "a value of {}", kink)
    left = [kink.args[0], -kink.args[0]] if isinstance(kink, Abs) else list(kink.args)
    sign = -1 if isinstance(kink, Min) else 1
    for choice in tuple(left):
        if any(o != choice and _positive(sign * (o - choice), False, box, bits) for o in left):
            left.remove(choice)
    return left


def _slopes(f: Expr, v: Symbol, box: Box, bits: int) -> Iterator[Expr]:
    """Smooth functions between whose derivatives in v the difference quotients of f are."""
    need(not f.has(*_JUMPS) and not v.is_integer, "continuity of {} in {}", f, v)
    kinks = sorted((k for k in f.atoms(*_KINKS) if k.has(v)), key=lambda k: k.count_ops())
    if not kinks:
        yield f.diff(v)
        return
    for choice in _active(kinks[0], box, bits):
        yield from _slopes(f.xreplace({kinks[0]: choice}), v, box, bits)


# -- forms: what each leaves to show ------------------------------------------------------------


def _value(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    need(_positive(f, strict, box, bits), "the sign of {}", f)
    return iter(())


def _taylor(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """f(m) + sum of df/dv(B) (v - m) over the variables, or a higher order in the only one."""
    order, given = node["order"], [read_expr(g) for g in node["derivatives"]]
    centre = {_variable(name, box): read_expr(c) for name, c in node["centre"].items()}
    need(order == 1 or (order > 1 and len(centre) == 1), "a series of order {}", order)
    need(len(given) == order * len(centre), "{} derivatives", order * len(centre))
    need(not f.has(*_KINKS, *_JUMPS) and f.free_symbols <= set(centre), "a series of {}", f)
    need(all(box[v][0] <= m <= box[v][1] for v, m in centre.items()), "{} in the box", centre)
    _ends(f, box, bits)  # a formal derivative knows nothing of a jump where f is undefined
    total, sides, previous = f.subs(centre), dict(box), f
    steps = [(v, j) for v in centre for j in range(1, order + 1)]
    for (v, j), prime in zip(steps, given, strict=True):
        need(same(previous.diff(v), prime), "the derivative {} of {}", prime, previous)
        previous = prime if order > 1 else f
        slope = prime.subs(centre)
        if j == order:
            slope = sympy.Dummy(real=True)
            sides[slope] = _ends(prime, box, bits)
        total += slope * (v - centre[v]) ** j / factorial(j)
    yield from _value(node, total, strict, sides, bits)


def _cut(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    v, pieces = _variable(node["variable"], box), [read_side(p) for p in node["pieces"]]
    lo, hi, no_lo, no_hi = box[v]
    if v.is_integer:
        need(len(pieces) == floor(hi) - ceil(lo) + 1, "{} pieces for {}", len(pieces), v)
        whole = [(n, n, False, False) for n in range(ceil(lo), floor(hi) + 1)]
        need(pieces == whole, "{} is each value of {}", node["pieces"], v)
    else:
        ends = (pieces[0][0], pieces[0][2]) == (lo, no_lo) and pieces[-1][1::2] == (hi, no_hi)
        joined = all(a[1] == b[0] and not (a[3] or b[2]) for a, b in pairwise(pieces))
        need(ends and joined, "{} covers the range of {}", node["pieces"], v)
    return ((f, strict, {**box, v: piece}) for piece in pieces)


def _factors(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """f = product of factors of known sign, times the rest."""
    factors, rest = [read_expr(g) for g in node["factors"]], read_expr(node["rest"])
    need(same(f, Mul(*factors, rest)), "{} = {} {}", f, factors, rest)
    for g in factors:
        sure = not strict or _never_zero(g, box, bits)
        need(_positive(g, not sure, box, bits), "the sign of {}", g)
    yield rest, strict, box


def _never_zero(g: Expr, box: Box, bits: int) -> bool:
    """Exponentials of finite numbers, and powers of a variable that excludes 0 as an open end."""
    base, power = g.as_coeff_Mul()[1].as_base_exp()
    if isinstance(g, exp):
        return not g.has(log, Quantile, Piecewise) and bool(_ends(g.args[0], box, bits))
    lo, hi, no_lo, no_hi = box.get(base, (-1, 1, False, False))
    return bool(power.is_Rational and ((lo == 0 and no_lo) or (hi == 0 and no_hi)))


def _increasing(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """f = (F(u) - F(v)) times the rest has the sign of (u - v) times the rest."""
    high, low, rest = (read_expr(node[key]) for key in ("high", "low", "rest"))
    need(type(high) is type(low) and isinstance(high, _INCREASING), "{} - {} has one F", high, low)
    need(same(f, (high - low) * rest), "{} = ({} - {}) {}", f, high, low, rest)
    _ends(high - low, box, bits)
    yield (high.args[0] - low.args[0]) * rest, strict, box


def _variants(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    kink, kept = read_expr(node["kink"]), [read_expr(g) for g in node["kept"]]
    need(isinstance(kink, (*_KINKS, Piecewise)), "{} has variants", kink)
    need(all(g in kept for g in _active(kink, box, bits)), "{} is one of {}", kink, kept)
    return ((f.xreplace({kink: g}), strict, box) for g in kept)


def _rise(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """f rises from a face of the box, and has the sign there."""
    v, upper, strictly = _variable(node["variable"], box), bool(node["upper"]), node["strictly"]
    at, is_open = box[v][upper], box[v][2 + upper]
    need(is_open or not strictly, "{} = {} is left out", v, at)
    _ends(f, box, bits)
    slopes = [-g if upper else g for g in _slopes(f, v, box, bits)]
    if node["nested"]:
        need(len(slopes) == 1, "{} is smooth", f)
        lo, hi, no_lo, no_hi = box[v]
        yield slopes[0], strictly, {**box, v: (lo, hi, no_lo or not upper, no_hi or upper)}
    else:
        steep = all(_positive(g, strictly, box, bits) for g in slopes)
        need(steep, "{} is monotone in {}", f, v)
    still, face = strict and not strictly, (at, at, False, False)
    if at in (inf, -inf):
        there = {w: (face if w == v else side)[:2] for w, side in box.items()}
        lower = enclosure(f, there, bits, limit=True)[0]
        need(lower > 0 if still else lower >= 0, "the sign of the limit of {}", f)
    else:
        yield f, still, {**box, v: face}


def _substitute(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """v = g(z), continuous: it takes all values between those at the ends of z."""
    v, z, g, over = (
        _variable(node["variable"], box),
        read_expr(node["z"]),
        read_expr(node["g"]),
        read_side(node["over"]),
    )
    need(_is_new(z, over, node["z"], box), "{} in {}", z, over)
    need(not g.has(*_JUMPS), "{} is continuous", g)
    _ends(g, {z: over}, bits)
    yield f.subs(v, g), strict, {**{w: s for w, s in box.items() if w != v}, z: over}
    for upper in (0, 1):
        goal, found = box[v][upper], False
        face = upper in node["faces"]
        for t, t_open in ((over[0], over[2]), (over[1], over[3])):
            ends = enclosure(g, {z: (t, t)}, bits, limit=True)
            far, target = ends[0] if upper else -ends[1], end(goal if upper else -goal)
            enough = face or box[v][2 + upper] or not t_open
            found = found or bool(far > target) or bool(far >= target and enough)
        need(found, "{} reaches {}", g, goal)
        if face:
            yield f, strict, {**box, v: (goal, goal, False, False)}


def _inner(node: Any, f: Expr, strict: bool, box: Box, bits: int) -> Iterator[Todo]:
    """f = g(h), and g has the sign wherever h may be."""
    h, u, g, side = (
        read_expr(node["h"]),
        read_expr(node["u"]),
        read_expr(node["g"]),
        read_side(node["over"]),
    )
    need(_is_new(u, side, node["u"], box), "{} in {}", u, side)
    need(same(g.subs(u, h), f), "{} = {} with {} = {}", f, g, u, h)
    lo, hi = _ends(h, box, bits)
    need(lo >= end(side[0]) and hi <= end(side[1]), "{} in {}", h, side)
    need(not (side[2] and side[0] != -inf) and not (side[3] and side[1] != inf), "closed {}", side)
    yield g, strict, {**box, u: side}


def _is_new(z: Symbol, over: Side, data: Any, box: Box) -> bool:
    """Whether a new variable has a name of its own, and a domain that holds its range."""
    return all(v.name != z.name for v in box) and within(over, read_side(data["domain"]))


def _variable(name: str, box: Box) -> Symbol:
    return {v.name: v for v in box}[name]


FORMS: dict[str, Callable[[Any, Expr, bool, Box, int], Iterator[Todo]]] = {
    "value": _value,
    "taylor": _taylor,
    "cut": _cut,
    "factors": _factors,
    "increasing": _increasing,
    "variants": _variants,
    "rise": _rise,
    "substitute": _substitute,
    "inner": _inner,
}
