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

from flint import arb, ctx, fmpq, fmpz

from . import arithmetic as ar
from .arithmetic import INF, NAN, ONE, ZERO, Interval

__all__ = [
    "binomial",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "factorial",
    "gamma",
    "log",
    "lower_gamma",
    "phi",
    "power",
    "quantile",
    "sinh",
    "sqrt",
    "tanh",
    "upper_gamma",
]

HALF = fmpq(1, 2)
# a ball wider than this is treated by its end points: a ball function would wrap
_WIDE = arb(1) / 64
_FAR = arb(100)
_NORMAL = NormalDist()
# the library's inverse is good to so many bits for probabilities down to there
_DOUBLE_BITS, _DOUBLE_TAIL = 48, 1e-300


def _monotone(point: Callable[[Any], Any], direction: int = 1) -> Callable[[Any], Any]:
    """The enclosure of a monotone function from its enclosure at points."""

    def function(x: Any) -> Any:
        if type(x) is Interval:
            lo, hi, attained = x.lo, x.hi, x.attained
        elif type(x) is arb and x.rad() > _WIDE and x.is_finite():
            lo, hi, attained = x.lower(), x.upper(), False
        else:
            return point(x)
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


exp = _monotone(_exp)
log = _monotone(_log)
sqrt = _monotone(_sqrt)
erf = _monotone(_erf)
erfc = _monotone(_erfc, -1)
phi = _monotone(_phi)
tanh = _monotone(lambda x: arb(x).tanh())
sinh = _monotone(lambda x: arb(x).sinh())
_cosh_right = _monotone(lambda x: arb(x).cosh())


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
    root = sqrt(x) if q == 2 else _monotone(lambda t: arb(t).root(q))(x)
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


def _integer(x: Any) -> int | None:
    """The integer that the value exactly is, if any."""
    return int(x.p) if type(x) is fmpq and x.q == 1 else None


_EXACT_FACTORIAL = 1000


def gamma(x: Any) -> Any:
    """The gamma function of x > 0; NAN where a pole may be."""
    n = _integer(x)
    if n is not None and 1 <= n <= _EXACT_FACTORIAL:
        return fmpq(fmpz.fac_ui(n - 1))
    ball = ar.to_arb(x)
    return ball.gamma() if ball > 0 else NAN


def factorial(x: Any) -> Any:
    """x! = gamma(x + 1)."""
    return gamma(ar.add(x, ONE))


def binomial(n: Any, k: Any) -> Any:
    """The binomial coefficient: n real and k an integer, or both real with 0 <= k <= n."""
    top, bottom = _integer(n), _integer(k)
    if bottom is not None:
        if bottom < 0:
            return ZERO
        if top is not None and 0 <= top <= _EXACT_FACTORIAL:
            return fmpq(fmpz.bin_uiui(top, bottom))
        return ar.to_arb(n).bin(bottom)
    one_more = ar.add(n, ONE)
    rest = ar.sub(one_more, k)
    return ar.div(gamma(one_more), ar.mul(gamma(ar.add(k, ONE)), gamma(rest)))


def _incomplete(method: str, decreasing: bool) -> Callable[[Any, Any], Any]:
    """An incomplete gamma function of order s > 0, monotone in x >= 0."""

    def function(s: Any, x: Any) -> Any:
        order = ar.to_arb(s)
        if not order > 0:
            return NAN

        def point(t: Any) -> Any:
            t = arb(t)
            if ar.is_infinite(t) and t > 0:
                return ZERO if decreasing else order.gamma()
            return getattr(t, method)(order) if t >= 0 else NAN

        return _monotone(point, -1 if decreasing else 1)(x)

    return function


upper_gamma = _incomplete("gamma_upper", decreasing=True)
lower_gamma = _incomplete("gamma_lower", decreasing=False)
