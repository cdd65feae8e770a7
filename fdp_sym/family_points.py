"""The laws of a trade-off function at exact points: what is certified to fail is refuted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sympy import Expr, Rational, exp

from .errors import DomainError, PrecisionError, UnsupportedError
from .functions import Phi
from .symbols import alpha as alpha_symbol
from .tradeoff import numeric
from .tradeoff.base import TradeOff

if TYPE_CHECKING:
    from .balls import Ball

__all__ = ["LAWS", "Sample", "Trial"]

_DIGITS = 30
_NARROW = Fraction(1, 10**25)  # enclosures as narrow as that count as equal where they overlap
_FLOATS = Fraction(1, 10**9)  # how far floats may be from what they are to be
_SEARCHED = 1e-7  # a profile that is searched for in floats, and one that is written down
_SEED = 20190509
_ORDERS = ("-3", "-1", "-1/4", "0", "1/4", "1", "3")  # of eps
_NORMAL = ("-9", "-3/2", "0", "3/10", "2", "9")  # of z
_BOXES, _SECONDS = 2000, 20.0


def _levels() -> tuple[Fraction, ...]:
    """Both ends, their neighbourhood, a grid and some points off it."""
    small = [Fraction(1, 10**k) for k in (12, 6, 3, 2)]
    rng = random.Random(_SEED)
    inside = [Fraction(i, 20) for i in range(1, 20)]
    inside += [Fraction(rng.randrange(1, 9973), 9973) for _ in range(12)]
    ends = [Fraction(0), Fraction(1)]
    return tuple(sorted({*ends, *small, *(1 - s for s in small), *inside}))


LEVELS = _levels()
_FEW = LEVELS[2:-2:4]


class Trial(NamedTuple):
    """A comparison: whether it holds (None: undecided), where, and of what."""

    holds: bool | None
    where: dict[str, str]
    what: str
    left: Any = ""
    right: Any = ""

    @property
    def detail(self) -> str:
        return f"{self.what}: {_shown(self.left)} and {_shown(self.right)}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "no finite number" if value is None else str(value.decimal(12))


class Sample:
    """A trade-off function without symbols, with certified values at the levels."""

    def __init__(self, f: TradeOff) -> None:
        self.f = f

    @cached_property
    def values(self) -> dict[Fraction, Ball]:
        return {level: self.value(level) for level in LEVELS}

    def value(self, level: Fraction) -> Ball:
        return _known(lambda: self.f.enclose(level, digits=_DIGITS))

    @cached_property
    def has_profile(self) -> bool:
        try:
            self.f._delta_formula(Rational(1))
        except UnsupportedError:
            return False
        return True

    def delta(self, order: str) -> Ball:
        """The profile as it is written down, or else in floats."""
        if self.has_profile:
            return _enclosed(self.f._delta_formula(Rational(order)))
        found = _double(self.f.delta(float(Fraction(order))))
        if found is None:
            raise DomainError(f"delta({order}) is no finite number")
        return found


# -- comparisons ------------------------------------------------------------------------------


def _known(ask: Callable[[], Ball]) -> Ball:
    """A narrow enclosure, be it of 0."""
    try:
        return ask()
    except PrecisionError as error:
        if error.ball is None or error.ball.width > _NARROW:
            raise
        return error.ball


def _enclosed(expr: Expr) -> Ball:
    from .balls import enclose

    return _known(lambda: enclose(expr, digits=_DIGITS, width=_NARROW / 10**10))


def _exactly(x: Fraction) -> Ball:
    from .balls import Ball

    return Ball(x, x)


def _double(x: Any) -> Ball | None:
    """The exact value of a float; None if it is no number."""
    return _exactly(Fraction(float(x))) if np.isfinite(float(x)) else None


def _at_most(x: Ball, y: Ball, slack: Fraction = Fraction(0)) -> bool | None:
    if x.lower > y.upper + slack:
        return False
    narrow = x.width <= _NARROW and y.width <= _NARROW
    return True if narrow or x.upper <= y.lower + slack else None


def _near(x: Ball | None, y: Ball | None, slack: Fraction = _FLOATS) -> bool | None:
    if x is None or y is None:
        return False
    both = (_at_most(x, y, slack), _at_most(y, x, slack))
    return False if False in both else None if None in both else True


def _at(level: Fraction | str, name: str = "alpha") -> dict[str, str]:
    return {name: str(level)}


# -- the function itself ----------------------------------------------------------------------


def _range(s: Sample) -> Iterator[Trial]:
    for a, value in s.values.items():
        zero, most = _exactly(Fraction(0)), _exactly(1 - a)
        yield Trial(_at_most(zero, value), _at(a), "0 <= f(alpha)", zero, value)
        yield Trial(_at_most(value, most), _at(a), "f(alpha) <= 1 - alpha", value, most)


def _monotone(s: Sample) -> Iterator[Trial]:
    for (a, before), (b, after) in pairwise(s.values.items()):
        yield Trial(_at_most(after, before), _at(b), f"f(alpha) <= f({a})", after, before)


def _convex(s: Sample) -> Iterator[Trial]:
    items = list(s.values.items())
    for (u, low), (v, middle), (w, high) in zip(items, items[1:], items[2:], strict=False):
        t = (w - v) / (w - u)
        chord = low * t + high * (1 - t)
        what = f"f(alpha) <= the chord from {u} to {w}"
        yield Trial(_at_most(middle, chord), _at(v), what, middle, chord)


def _continuous(s: Sample) -> Iterator[Trial]:
    """At 0: elsewhere it follows from the other laws."""
    first, near = s.values[LEVELS[0]], s.value(Fraction(1, 10**300))
    close = _near(first, near, Fraction(1, 100))
    # a convex function may jump at 0, and no point shows that it does
    yield Trial(close or None, _at("1e-300"), "f(alpha) is near f(0)", near, first)


# -- its other methods ------------------------------------------------------------------------


def _agreement(s: Sample) -> Iterator[Trial]:
    """Formula, floats and enclosures are about the same function."""
    for a in _FEW:
        formula = _enclosed(s.f.formula(Rational(a)))
        yield Trial(_near(formula, s.values[a]), _at(a), "formula, enclose", formula, s.values[a])
        double = Fraction(float(a))
        value = s.value(double)
        for what, found, wanted in (
            ("f in floats", s.f(float(a)), value),
            ("1 - f in floats", s.f.complement(float(a)), 1 - value),
        ):
            ball = _double(found)
            yield Trial(_near(ball, wanted), _at(double), f"{what}, formula", ball, wanted)
    for text in _NORMAL:
        z = Rational(text)
        wanted = _enclosed(s.f.formula(Phi(-z)))
        for what, found in (
            ("at_z", _enclosed(s.f._formula_at_z(z))),
            ("at_z in floats", _double(s.f.at_z(float(z)))),
        ):
            yield Trial(_near(found, wanted), _at(text, "z"), f"{what}, formula", found, wanted)
        found, wanted = _double(s.f.complement_at_z(float(z))), 1 - wanted
        what = "complement_at_z in floats, formula"
        yield Trial(_near(found, wanted), _at(text, "z"), what, found, wanted)


def _profile(s: Sample) -> Iterator[Trial]:
    """It is the least bound on all advantages 1 - f - e^eps alpha."""
    for order in _ORDERS:
        eps, where = Rational(order), _at(order, "epsilon")
        delta, growth = s.delta(order), _enclosed(exp(eps))
        slack = Fraction(0) if s.has_profile else _FLOATS
        best = _best_level(s.f, float(eps))
        for a in (*LEVELS, best):
            value = s.values[a] if a in s.values else s.value(a)
            gain = 1 - value - growth * a
            there = where | _at(a)
            yield Trial(
                _at_most(gain, delta, slack), there, "1 - f - e^eps alpha <= delta", gain, delta
            )
        yield Trial(_attained(s, eps, delta, gain), where, "delta is attained", delta, gain)
        found = _double(s.f.delta(float(eps)))
        yield Trial(_near(found, delta), where, "delta in floats, formula", found, delta)
        if s.has_profile:
            conjugate = _enclosed(s.f.conjugate(-exp(eps)))
            yield Trial(_near(1 + conjugate, delta), where, "1 + f*, delta", 1 + conjugate, delta)


def _best_level(f: TradeOff, eps: float) -> Fraction:
    """About where the advantage is largest, from floats."""
    t = np.linspace(-40.0, 40.0, 4001)
    for _ in range(3):
        alpha, rest = numeric.levels(t)
        with np.errstate(all="ignore"):
            gain = f._complements(alpha, rest) - np.exp(eps) * alpha
        i = int(np.nanargmax(gain)) if not np.isnan(gain).all() else 0
        t = np.linspace(t[max(i - 1, 0)], t[min(i + 1, len(t) - 1)], 401)
    return min(Fraction(float(alpha[i])), Fraction(1))


def _attained(s: Sample, eps: Expr, delta: Ball, gain: Ball) -> bool | None:
    """Whether no smaller bound holds; that one does is certified by the box prover."""
    from .balls import prove

    excess = delta.lower - gain.upper
    if excess <= _SEARCHED:
        return True
    level = Rational(delta.lower - excess / 2)
    claim = 1 - s.f.formula(alpha_symbol) - exp(eps) * alpha_symbol <= level
    found = prove(claim, {alpha_symbol: (0, 1)}, budget_boxes=_BOXES, budget_seconds=_SECONDS)
    return False if found.status == "certified" else None


def _inverse(s: Sample) -> Iterator[Trial]:
    """inf{t : f(t) <= alpha}, of which f itself is one if it says that it is symmetric."""
    inverses = {"inverse": s.f.inverse()} | ({"is_symmetric": s.f} if s.f.is_symmetric else {})
    for name, g in inverses.items():
        for b in _FEW:
            found = _known(partial(g.enclose, b, digits=15))
            after = min(Fraction(1), Fraction(found.upper) + _FLOATS)
            value, level = s.value(after), _exactly(b)
            what = f"{name}: f(t) <= alpha at t = {float(after)!r}"
            yield Trial(_at_most(value, level), _at(b), what, value, level)
            before = Fraction(found.lower) - _FLOATS
            if before > 0:
                value = s.value(before)
                what = f"{name}: f(t) > alpha at t = {float(before)!r}"
                above = True if value.lower > b else False if value.upper <= b else None
                yield Trial(above, _at(b), what, value, level)


def _summaries(s: Sample) -> Iterator[Trial]:
    make, parameters = s.f.__reduce__()[:2]
    yield Trial(make(*parameters) == s.f, {}, "made again of its parameters", repr(s.f), "another")
    fixed = s.f.fixed_point()
    c = _enclosed(fixed) if isinstance(fixed, Expr) else _double(fixed)
    if c is None:
        yield Trial(False, {}, "fixed_point()", c, "")
    else:  # beside it, as f may be steep there
        before = max(Fraction(0), Fraction(c.lower) - _FLOATS)
        after = min(Fraction(1), Fraction(c.upper) + _FLOATS)
        for holds, x in (
            (_at_most(_exactly(before), s.value(before)), before),
            (_at_most(s.value(after), _exactly(after)), after),
        ):
            what = "fixed_point(), f beside it"
            yield Trial(holds, _at(str(float(x))), what, c, s.value(x))
    tv = s.f.tv()
    total = _enclosed(tv) if isinstance(tv, Expr) else _double(tv)
    delta = s.delta("0")
    yield Trial(_near(total, delta), {}, "tv() and delta(0)", total, delta)
    pair = s.f.group(2)
    for a in _FEW:
        once = s.f.complement(float(a))
        twice, found = _double(s.f(min(1.0, once))), _double(pair(float(a)))
        near = _near(found, twice, 100 * _FLOATS)
        yield Trial(near, _at(a), "group(2) and f(1 - f(alpha))", found, twice)


LAWS: dict[str, Callable[[Sample], Iterator[Trial]]] = {
    "range": _range,
    "non-increasing": _monotone,
    "convex": _convex,
    "continuous": _continuous,
    "agreement": _agreement,
    "profile": _profile,
    "inverse": _inverse,
    "summaries": _summaries,
}
