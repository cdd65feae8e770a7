r"""The real functions of the compiler, on points and on intervals.

A monotone function of an interval is evaluated at its end points only, so nothing wraps.
:math:`\Phi(x) = \tfrac12\operatorname{erfc}(-x/\sqrt2)` keeps its relative accuracy in the left
tail; the right tail is the left tail of :math:`1 - \Phi(x) = \Phi(-x)`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

from flint import arb, ctx, fmpq

from . import arithmetic as ar
from .arithmetic import INF, NAN, ONE, ZERO, Interval

__all__ = [
    "cosh",
    "erf",
    "erfc",
    "exp",
    "expm1",
    "log",
    "log1p",
    "monotone",
    "phi",
    "power",
    "quantile",
    "sinh",
    "sqrt",
    "tanh",
    "wide",
]

HALF = fmpq(1, 2)
# a ball wider than this is treated by its end points: a ball function would wrap
_WIDE = arb(1) / 64
_FAR = arb(100)
_NORMAL = NormalDist()
# the library's inverse is good to so many bits for probabilities down to there
_DOUBLE_BITS, _DOUBLE_TAIL = 48, 1e-300


def wide(x: Any) -> tuple[Any, Any, bool] | None:
    """The ends of an interval or a wide ball, and whether an infinite one is attained."""
    if type(x) is Interval:
        return x.lo, x.hi, x.attained
    if type(x) is arb and x.rad() > _WIDE and x.is_finite():
        return x.lower(), x.upper(), False
    return None


def monotone(point: Callable[[Any], Any], direction: int = 1) -> Callable[[Any], Any]:
    """The enclosure of a monotone function from its enclosure at points."""

    def function(x: Any) -> Any:
        ends = wide(x)
        if ends is None:
            return point(x)
        lo, hi, attained = ends
        if direction < 0:
            lo, hi = hi, lo
        # the image of an unattained infinity is the limit; an infinite image is then unattained,
        # except where the function itself has a pole at a finite end (log, quantile)
        low, high = point(lo), point(hi)
        pole = (ar.is_infinite(low) and not ar.is_infinite(lo)) or (
            ar.is_infinite(high) and not ar.is_infinite(hi)
        )
        return ar.interval(low, high, attained or pole)

    return function


def _exp(x: Any) -> Any:
    return arb(x).exp()


def _log(x: Any) -> Any:
    """log, with the limit -oo at exactly zero."""
    if x == 0:
        return -INF
    return arb(x).log()


def _expm1(x: Any) -> Any:
    x = arb(x)
    if not x.is_finite():
        return _limit(x, INF, fmpq(-1))
    return x.expm1()


def _log1p(x: Any) -> Any:
    """log(1 + x), with the limit -oo at exactly -1."""
    if x == -1:
        return -INF
    x = arb(x)
    return x.log1p() if x.is_finite() else _limit(x, INF, NAN)


def _sqrt(x: Any) -> Any:
    if type(x) is fmpq and x >= 0 and x.p.is_square() and x.q.is_square():
        return fmpq(x.p.isqrt(), x.q.isqrt())
    return arb(x).sqrt()


def _erfc(x: Any) -> Any:
    x = arb(x)
    if not x.is_finite():  # flint's erfc(inf) is nan
        return _limit(x, ZERO, fmpq(2))
    return _erfc_of_ball(x)


def _erfc_of_ball(u: Any) -> Any:
    """erfc of a ball, with small relative error in the far tail too.

    flint bounds the propagated error in 30 bits, which loses exp(u**2/2**30). As
    -(log erfc)' is between 0 and 2 |u| + 2, the value at the exact centre is off by at most that
    exponent times the radius.
    """
    if u.is_exact() or not u > _FAR:
        return u.erfc()
    return u.mid().erfc() * (arb(0, 1) * (u.abs_upper() * 2 + 2) * u.rad()).exp()


def _erf(x: Any) -> Any:
    x = arb(x)
    if not x.is_finite():
        return _limit(x, ONE, fmpq(-1))
    return x.erf()


def _limit(x: Any, at_inf: Any, at_minus_inf: Any) -> Any:
    """The limit at an infinite point; NAN for anything else that is not finite."""
    if not ar.is_infinite(x):
        return NAN
    return at_inf if x > 0 else at_minus_inf


def _phi(x: Any) -> Any:
    if x == 0:
        return HALF
    x = arb(x)
    if not x.is_finite():
        return _limit(x, ONE, ZERO)
    return _erfc_of_ball(x / -arb(2).sqrt()) / 2


def _lower_quantile(q: Any) -> Any:
    r"""The root of Phi(x) = q for a positive point q, meant for q <= 1/2; NAN if undecided.

    A double, or far in the tail flint's inverse, gives a starting point m and is trusted with
    nothing. With g(x) = log Phi(x) - log q and h = g' = phi/Phi, Sampford's inequality
    -1 < h' < 0 gives h([m - r, m + r]) within h(m) + [-r, r]. If the interval Newton step -g(m)/h
    stays within [-r, r], g changes sign there, so the only root lies in m plus that step.
    """
    q = arb(q)
    rough = float(q.mid())
    if rough >= _DOUBLE_TAIL:
        m = arb(_NORMAL.inv_cdf(rough))
        steps = max(0, math.ceil(math.log2(ctx.prec / _DOUBLE_BITS)) - 1)
    else:
        m, steps = -((q.mid() * 2).erfcinv().mid() * arb(2).sqrt()).mid(), 0
    root2, root2pi = -arb(2).sqrt(), (arb.pi() * 2).sqrt()
    while True:
        if not m.is_finite():
            return NAN
        cdf = (m / root2).erfc() / 2
        slope = (-m * m / 2).exp() / root2pi / cdf
        defect = (cdf / q).log()
        if steps == 0:
            break
        m, steps = (m - defect / slope).mid(), steps - 1
    radius = (defect / slope).abs_upper() * 2
    step = defect / (slope + arb(0, 1) * radius)
    return m - step if abs(step) <= radius else NAN


def _quantile(p: Any) -> Any:
    """Quantile at a point; a ball too wide for Newton's method is done at its ends."""
    if p == 0:
        return -INF
    if p == 1:
        return INF
    if p == HALF:
        return ZERO
    complement = 1 - p  # exact for a rational, so that 1 - 1e-300 keeps its digits
    if not (p > 0 and complement > 0):
        return NAN
    x = _lower_quantile(p) if p <= complement else -_lower_quantile(complement)
    if type(p) is arb and x.is_nan() and not p.is_exact():
        return ar.interval(_quantile(p.lower()), _quantile(p.upper()))
    return x


exp = monotone(_exp)
log = monotone(_log)
expm1 = monotone(_expm1)
log1p = monotone(_log1p)
sqrt = monotone(_sqrt)
erf = monotone(_erf)
erfc = monotone(_erfc, -1)
phi = monotone(_phi)
tanh = monotone(lambda x: arb(x).tanh())
sinh = monotone(lambda x: arb(x).sinh())
_cosh_right = monotone(lambda x: arb(x).cosh())


def quantile(p: Any) -> Any:
    """The standard normal quantile; NAN unless p is certainly in [0, 1]."""
    if type(p) is not Interval:
        return _quantile(p)
    low, high = _quantile(p.lo), _quantile(p.hi)
    # the end of a point's own enclosure may itself be an interval
    return ar.hull(low, high)


def cosh(x: Any) -> Any:
    """cosh, even and increasing on [0, oo)."""
    return _cosh_right(ar.absolute(x)) if type(x) is Interval else arb(x).cosh()


_MAX_ROOT = 64


def _root_power(x: Any, exponent: Any) -> Any:
    """x**(p/q) for x >= 0 and p > 0, monotone in x."""
    q = int(exponent.q)
    root = sqrt(x) if q == 2 else monotone(lambda t: arb(t).root(q))(x)
    return ar.integer_power(root, int(exponent.p))


def power(x: Any, y: Any) -> Any:
    """x**y: any real x for an integer y, else x > 0, or x >= 0 and y > 0."""
    if type(y) is fmpq:
        if y.q == 1:
            return ar.integer_power(x, int(y.p))
        if y < 0:
            return ar.div(ONE, power(x, -y))
        if y.q <= _MAX_ROOT:
            return _root_power(x, y)
    # exp(y log x); log 0 = -oo is attained, so 0**0 is NAN and 0**y is 0 only for certain y > 0
    return exp(ar.mul(y, log(x)))
