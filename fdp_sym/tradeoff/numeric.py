r"""Float kernels: the normal distribution in both tails, and two one-dimensional searches.

**Error argument for** :math:`G_\mu(\alpha)=\Phi(z-\mu)`, :math:`\alpha=\Phi(-z)`, with
:math:`u=2^{-53}` and :math:`d=z-\mu`. The derivative in z is :math:`\varphi(d)`, so an error e in z
is a relative error of about :math:`|d|e` in the lower tail and of at most e elsewhere. A z rounded
to a double has e up to :math:`|z|u/2`, too much when z is large and close to :math:`\mu`. Hence z
is carried as an unevaluated sum of two doubles:

1. a start with an error below 1e-13 (AS 241, or SciPy's), called ``high``;
2. one Newton step from it, ``low = M(high) - alpha/phi(high)``, where M is the Mills ratio
   :math:`\Phi(-z)/\varphi(z)`; Newton's own error is quadratic, about 1e-26. Both terms are
   computed to a few u relative and are at most :math:`\min(5/4, 1/z)`, so e is a few u, for any z;
   for alpha in (1/4, 1/2] the step uses 1/2 - alpha, which is exact, and erf: e is below u;
3. ``high - mu`` by TwoSum, with ``low`` (and the low half of mu) added to its error;
4. :math:`\Phi(d)=\varphi(d)M(-d)` in the lower tail, where :math:`d^2` is an exact sum of two
   doubles, so that exp adds no error that grows with d.

``alpha/phi`` is divided in two halves, so that subnormal alpha loses nothing. The tests hold the
result against 60 digits and the bound :math:`4u(1+d^2+|z||d|)`.

SciPy is used when it can be imported and is never needed: M comes from its ``erfcx`` for z > 2,
else from ``math.erfc`` and an exponential (without SciPy from an asymptotic series for z > 25).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Expr

__all__ = [
    "double",
    "double_pair",
    "exp_times",
    "exp_times_normal_tail",
    "fixed_point",
    "inverse_levels",
    "largest_advantage",
    "largest_support",
    "levels",
    "mills",
    "mills_drop",
    "normal_cdf",
    "normal_upper_quantile",
    "two_product",
    "two_sum",
]

Array = NDArray[np.float64]

_ROOT_HALF = math.sqrt(0.5)
_ROOT_HALF_LOW = -4.833646656726457e-17  # sqrt(1/2) - _ROOT_HALF
_ROOT_2PI = math.sqrt(2 * math.pi)
_MOST_DIGITS = 1000
_SPLITTER = 134217729.0  # 2**27 + 1, Veltkamp's splitting of a double into halves


@cache
def _scipy_special() -> Any:
    """The module, imported with the first float that needs it; None without SciPy."""
    try:
        from scipy import special
    except ImportError:
        return None
    return special


_ERF = np.frompyfunc(math.erf, 1, 1)
_ERFC = np.frompyfunc(math.erfc, 1, 1)


def double(value: Expr) -> float:
    """The double next to an exact real number (infinite beyond the range of doubles)."""
    return double_pair(value)[0]


def double_pair(value: Expr) -> tuple[float, float]:
    """An exact real number as a sum of two doubles, the first the nearest one."""
    number = _fraction(value)
    try:
        high = float(number)
    except OverflowError:
        return (math.inf if number > 0 else -math.inf), 0.0
    return high, float(number - Fraction(high))


def _fraction(value: Expr) -> Fraction:
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    # a difference of numbers near 1 may be as small as the smallest double
    sign, mantissa, exponent, _ = value.evalf(40, maxn=_MOST_DIGITS)._mpf_
    if exponent < -1300 - int(mantissa).bit_length():
        return Fraction(0)
    return (-1) ** int(sign) * Fraction(int(mantissa)) * Fraction(2) ** int(min(exponent, 1100))


# -- two-double arithmetic -------------------------------------------------------------------------


def two_sum(x: Array, y: Any) -> tuple[Array, Array]:
    """``x + y`` as rounded sum and its exact error (Knuth); the error of an infinite sum is 0."""
    total = x + y
    back = total - x
    error = (x - (total - back)) + (y - back)
    return total, np.where(np.isfinite(total), error, 0.0)


def two_product(x: Array, y: Any) -> tuple[Array, Array]:
    """``x * y`` as rounded product and its exact error (Dekker)."""
    product = x * y
    x_high = _SPLITTER * x - (_SPLITTER * x - x)
    y_high = _SPLITTER * y - (_SPLITTER * y - y)
    x_low, y_low = x - x_high, y - y_high
    error = x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low)
    return product, np.where(np.isfinite(error), error, 0.0)


# -- the normal distribution -----------------------------------------------------------------------


def _apply(function: Any, x: Array) -> Array:
    return np.asarray(function(x), dtype=np.float64)


def _erf(x: Array) -> Array:
    special = _scipy_special()
    if special is not None:
        return np.asarray(special.erf(x))
    return _apply(_ERF, x)


def mills(z: Array) -> Array:
    r"""The Mills ratio :math:`\Phi(-z)/\varphi(z)` for z >= 0, to a few units in the last place."""
    special = _scipy_special()
    if special is not None:
        # its erfcx is off by up to 7u, which is too much where M is not yet small
        result, near = np.asarray(special.erfcx(z * _ROOT_HALF)) * (_ROOT_2PI / 2), z < 2.0
    else:
        result, near = _mills_series(np.maximum(z, 25.0)), z < 25.0
    if near.any():
        result[near] = _mills_by_erfc(z[near])
    return result


def _mills_by_erfc(z: Array) -> Array:
    x, error = two_product(z, _ROOT_HALF)
    error = error + z * _ROOT_HALF_LOW
    square, rest = two_product(z, z)
    growth = np.exp(square / 2) * (1.0 + rest / 2)
    # erfc(x + error) to first order; its derivative times the growth is a constant
    return _apply(_ERFC, x) * growth * (_ROOT_2PI / 2) - math.sqrt(2.0) * error


def _mills_series(z: Array) -> Array:
    """The asymptotic series; for z >= 25 its first omitted term is below 1e-18."""
    w, series = 1.0 / z**2, np.ones_like(z)
    for odd in (15, 13, 11, 9, 7, 5, 3, 1):
        series = 1.0 - odd * w * series
    return series / z


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)


def mills_drop(a: Array, step: float) -> Array:
    r"""M(a) - M(a + step) for a >= -1 and step > 0, M the Mills ratio, without cancellation.

    It is the integral of exp(-at - t^2/2)(1 - exp(-step t)) over t > 0.
    """
    end = np.minimum(10.0, 45.0 / np.maximum(a, 1e-9))
    t = (_NODES + 1) / 2 * end[:, np.newaxis]
    weight = np.exp(-a[:, np.newaxis] * t - t**2 / 2)
    return np.asarray((weight * -np.expm1(-step * t)) @ _WEIGHTS * end / 2)


def _normal_density(z: Array, low: Array) -> Array:
    square, rest = two_product(z, z)
    small = np.where(np.isfinite(z), rest / 2 + z * low, 0.0)
    return np.exp(-square / 2) * (1.0 - small) / _ROOT_2PI


def normal_cdf(x: Array, low: Any = 0.0) -> Array:
    r""":math:`\Phi(x+low)`, accurate relative to itself in the lower tail; ``|low|`` <= ulp(x)."""
    z = np.minimum(np.abs(x), 1e9)  # the tail is 0 in doubles long before; squares do not overflow
    low = np.where(z < 1e9, np.asarray(low, dtype=np.float64), 0.0)
    tail = _normal_density(z, np.copysign(1.0, x) * low) * mills(z)
    result = np.where(x > 0, 1.0 - tail, tail)
    centre = z < 0.75
    if centre.any():
        middle = x[centre]
        density = np.exp(-(middle**2) / 2) / _ROOT_2PI
        result[centre] = 0.5 + (_erf(middle * _ROOT_HALF) / 2 + low[centre] * density)
    return result


def normal_upper_quantile(alpha: Array, rest: Array) -> tuple[Array, Array]:
    r"""z with :math:`\Phi(-z)=\alpha`, as a sum of two doubles; ``rest`` is 1 - alpha."""
    p = np.minimum(alpha, rest)
    inside = p > 0
    q = np.where(inside, p, 0.5)
    high = _start(q)
    square, error = two_product(high, high)
    # alpha / phi(high); in two halves, lest a subnormal alpha meets a subnormal density
    half = np.exp(-square / 4)
    ratio = np.where(high < 30.0, q / np.exp(-square / 2), q / half / half)
    ratio = ratio * _ROOT_2PI * (1.0 + error / 2)
    low = mills(high) - ratio
    centre = q > 0.25
    if centre.any():
        z, share = high[centre], 0.5 - q[centre]
        density = np.exp(-(z**2) / 2) / _ROOT_2PI
        low[centre] = (share - _erf(z * _ROOT_HALF) / 2) / density
    high = np.where(inside, high, np.inf)
    low = np.where(inside, low, 0.0)
    sign = np.where(alpha <= rest, 1.0, -1.0)
    return sign * high, sign * low


def _start(p: Array) -> Array:
    """The upper quantile of p in (0, 1/2], to about 15 digits."""
    special = _scipy_special()
    if special is not None:
        return -np.asarray(special.ndtri(p))
    from statistics import NormalDist

    return -_apply(np.frompyfunc(NormalDist().inv_cdf, 1, 1), p)


def exp_times(exponent: float, alpha: Array) -> Array:
    """exp(exponent) alpha for exponent >= 0 and alpha in [0, 1]; 0 stays 0, overflow is inf."""
    if exponent < 700.0:
        return alpha * math.exp(exponent)
    # beyond 2100 the product overflows even for the smallest double
    third = math.exp(min(exponent, 2100.0) / 3)
    return alpha * third * third * third


def exp_times_normal_tail(exponent: float, z: Array) -> Array:
    r""":math:`e^{exponent}\Phi(-z)`, also where the second factor alone would underflow."""
    far = np.maximum(z, 0.0)
    log_tail = np.log(mills(far) / _ROOT_2PI) - far**2 / 2
    direct = exp_times(exponent, normal_cdf(-z))
    return np.where(z > 37.0, np.exp(exponent + log_tail), direct)


# -- searches --------------------------------------------------------------------------------------

Hook = Callable[[Array, Array], Array]

_GOLDEN = (math.sqrt(5.0) - 1) / 2
_LEAST_ODDS, _ROUNDED_ODDS, _MOST_ODDS = -740.0, -37.0, 40.0  # below the second, 1 - alpha is 1
_NOISE = 1e-12


def levels(t: Array) -> tuple[Array, Array]:
    """alpha and 1 - alpha at log-odds t, each accurate relative to itself."""
    small = np.exp(-np.abs(t))
    minor, major = small / (1 + small), 1 / (1 + small)
    return np.where(t < 0, minor, major), np.where(t < 0, major, minor)


def largest_advantage(gain: Hook, loss: Hook, eps: Array) -> Array:
    r"""sup over alpha of gain - e^eps loss, by golden section over the log-odds of alpha.

    The objective has to be concave in alpha, so it is unimodal in any increasing function of it.
    Both ends of [0, 1] are compared too. Accurate to about 1e-13 of the larger term, not of the
    difference.

    A gain that is rounded relative to 1 is 0 at the smallest levels, which leads the search astray:
    where next to nothing is found beyond the ends of [0, 1], it is repeated without them.
    """
    found = _advantage_from(_LEAST_ODDS, gain, loss, eps)
    little = found < _advantage_at_ends(gain, loss, eps) + _NOISE
    if little.any():
        again = _advantage_from(_ROUNDED_ODDS, gain, loss, eps[little])
        found[little] = np.maximum(found[little], again)
    return found


def _advantage_at_ends(gain: Hook, loss: Hook, eps: Array) -> Array:
    growth = np.exp(np.minimum(eps, 700.0))
    zero, one = np.zeros_like(eps), np.ones_like(eps)
    at_zero = gain(zero, one) - growth * loss(zero, one)
    at_one = gain(one, zero) - growth * loss(one, zero)
    return np.maximum(np.maximum(at_zero, at_one), 0.0)


def _advantage_from(least: float, gain: Hook, loss: Hook, eps: Array) -> Array:
    growth = np.exp(np.minimum(eps, 700.0))

    def advantage(t: Array) -> Array:
        alpha, rest = levels(t)
        return gain(alpha, rest) - growth * loss(alpha, rest)

    low, high = np.full_like(eps, least), np.full_like(eps, _MOST_ODDS)
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = advantage(left), advantage(right)
    best = _advantage_at_ends(gain, loss, eps)
    for _ in range(85):  # 780 * 0.618**85 < 2e-15
        best = np.maximum(best, np.maximum(at_left, at_right))
        # a tie at one end of [0, 1] is rounding (the level no longer matters): move to the middle
        keep_low = (at_left > at_right) | ((at_left == at_right) & (left + right > 0))
        high = np.where(keep_low, right, high)
        low = np.where(keep_low, low, left)
        new = np.where(keep_low, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
        at_new = advantage(new)
        left, right = np.where(keep_low, new, right), np.where(keep_low, left, new)
        at_left, at_right = (
            np.where(keep_low, at_new, at_right),
            np.where(keep_low, at_left, at_new),
        )
    return best


def largest_support(profile: Callable[[Array], Array], alpha: Array, rest: Array) -> Any:
    r"""Values of a symmetric f from its profile: 1 - f(alpha) left of the fixed point, else f.

    They are :math:`\min_{u\ge0}(\delta(u)+e^u\alpha)` and
    :math:`\max_{u\ge0}e^{-u}(1-\alpha-\delta(u))`, by golden section. The second result tells
    which one.
    """
    left = alpha <= (1.0 - profile(np.zeros(1))[0]) / 2

    def value(u: Array) -> Array:
        delta = profile(u)
        return np.where(left, delta + np.exp(u) * alpha, -np.exp(-u) * (rest - delta))

    low, high = np.zeros_like(alpha), np.full_like(alpha, 700.0)
    a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_a, at_b = value(a), value(b)
    best = np.minimum(value(low), value(high))
    for _ in range(85):
        best = np.minimum(best, np.minimum(at_a, at_b))
        lower = at_a <= at_b
        high, low = np.where(lower, b, high), np.where(lower, low, a)
        new = np.where(lower, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
        at_new = value(new)
        a, b = np.where(lower, new, b), np.where(lower, a, new)
        at_a, at_b = np.where(lower, at_new, at_b), np.where(lower, at_a, at_new)
    return np.where(left, np.minimum(best, 1.0), np.maximum(-best, 0.0)), left


def fixed_point(values: Hook) -> float:
    """The alpha with f(alpha) = alpha, by bisection of f(alpha) - alpha on [0, 1/2]."""
    low, high = 0.0, 0.5
    while low < (middle := (low + high) / 2) < high:
        if values(np.array([middle]), np.array([1.0 - middle]))[0] >= middle:
            low = middle
        else:
            high = middle
    return high if values(np.array([high]), np.array([1.0 - high]))[0] >= high else low


def inverse_levels(
    values: Hook, complements: Hook, alpha: Array, rest: Array
) -> tuple[Array, Array]:
    """The least t with f(t) <= alpha, and 1 - t, by bisection over the log-odds of t.

    Levels above 1/2 are compared through their complements. Relative error about 1e-13 of
    whichever of t and 1 - t is small.
    """

    def reached(t: Array, other: Array) -> Array:
        low_level = values(t, other) <= alpha
        return np.where(alpha <= 0.5, low_level, complements(t, other) >= rest)

    zero, one = np.zeros_like(alpha), np.ones_like(alpha)
    low, high = np.full_like(alpha, -744.0), np.full_like(alpha, 744.0)
    at_zero, never = reached(zero, one), np.logical_not(reached(*levels(high)))
    for _ in range(64):
        middle = (low + high) / 2
        hit = reached(*levels(middle))
        low, high = np.where(hit, low, middle), np.where(hit, middle, high)
    t, other = levels(high)
    t = np.where(at_zero, 0.0, np.where(never, 1.0, t))
    return t, np.where(at_zero, 1.0, np.where(never, 0.0, other))
