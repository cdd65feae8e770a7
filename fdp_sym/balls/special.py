r"""The gamma function and its relatives: factorial, binomial, polygamma, incomplete gamma.

For x > 0, :math:`\Gamma` and :math:`\log\Gamma` fall until :math:`x_0 = 1.46\ldots` and rise from
there (:math:`\Gamma(x_0) = 0.88560\ldots`), and :math:`(-1)^{m+1}\psi^{(m)}` is positive and
falls for m >= 1. So intervals are done by their ends. At the poles nothing is known: NAN.

Source: NIST Digital Library of Mathematical Functions, 5.4(iii), 5.15, 8.8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb, fmpq, fmpz

from . import arithmetic as ar
from .arithmetic import INF, NAN, ONE, ZERO
from .elementary import monotone, wide

__all__ = ["binomial", "factorial", "gamma", "log_gamma", "lower_gamma", "polygamma", "upper_gamma"]

# the minimum of the gamma function is between these two places
_FALLS_TO, _RISES_FROM = fmpq(7, 5), fmpq(3, 2)
_EXACT = 1000


def integer_of(x: Any) -> int | None:
    """The integer that the value exactly is, if any."""
    return int(x.p) if type(x) is fmpq and x.q == 1 else None


def _at_infinity(f: Callable[[Any], Any], limit: Any) -> Callable[[Any], Any]:
    def point(x: Any) -> Any:
        x = arb(x)
        return limit if ar.is_infinite(x) and x > 0 else f(x)

    return point


def _u_shaped(point: Callable[[Any], Any], least: Any) -> Callable[[Any], Any]:
    """A function of x > 0 with the monotonicity of gamma, and a lower bound of its minimum."""
    falling, rising = monotone(point, -1), monotone(point)

    def function(x: Any) -> Any:
        ends = wide(x)
        if ends is None:
            return point(x)
        lo, hi, _ = ends
        if not lo > 0:
            return point(ar.to_arb(x))
        if hi <= _FALLS_TO:
            return falling(x)
        if lo >= _RISES_FROM:
            return rising(x)
        return ar.hull(least, point(lo), point(hi))

    return function


_gamma = _u_shaped(_at_infinity(lambda x: x.gamma(), INF), fmpq(8856, 10000))
_log_gamma = _u_shaped(
    _at_infinity(lambda x: x.lgamma() if x > 0 else NAN, INF), fmpq(-1215, 10000)
)


def gamma(x: Any) -> Any:
    """The gamma function, exact at small integers; NAN where a pole may be."""
    n = integer_of(x)
    return fmpq(fmpz.fac_ui(n - 1)) if n is not None and 1 <= n <= _EXACT else _gamma(x)


def log_gamma(x: Any) -> Any:
    """The logarithm of the gamma function of x > 0; NAN unless x certainly is positive."""
    return ZERO if integer_of(x) in (1, 2) else _log_gamma(x)


def polygamma(m: int, x: Any) -> Any:
    """The derivative of order m + 1 of the logarithm of the gamma function."""

    def value(t: Any) -> Any:
        return t.digamma() if m == 0 else acb(t).polygamma(acb(m)).real

    point = _at_infinity(value, INF if m == 0 else ZERO)
    ends = wide(x)
    if ends is None or not ends[0] > 0:
        return point(ar.to_arb(x))
    return monotone(point, -1 if m % 2 else 1)(x)


def factorial(x: Any) -> Any:
    """x! = gamma(x + 1)."""
    return gamma(ar.add(x, ONE))


def binomial(n: Any, k: Any) -> Any:
    """The binomial coefficient for real n and k; 0 for a negative integer k, as in SymPy."""
    top, bottom = integer_of(n), integer_of(k)
    if bottom is not None:
        if bottom < 0:
            return ZERO
        if top is not None:
            return _of_integers(top, bottom)
        if bottom <= _EXACT:
            lo = ar.ends(n)[0]
            chosen = _at_infinity(lambda t: t.bin(bottom), INF if bottom else ONE)
            # the product of n, n - 1, …, n - k + 1 rises where no factor is negative
            return monotone(chosen)(n) if lo >= bottom - 1 else chosen(ar.to_arb(n))
    one_more = ar.add(n, ONE)
    # 1/gamma is 0 at the poles of gamma
    below = [ar.to_arb(ar.add(k, ONE)), ar.to_arb(ar.sub(one_more, k))]
    return ar.mul(gamma(one_more), ar.mul(below[0].rgamma(), below[1].rgamma()))


def _of_integers(n: int, k: int) -> Any:
    """The binomial coefficient of integers, k >= 0; exact unless it is long."""
    if n < 0:
        value = _of_integers(k - n - 1, k)
        return -value if k % 2 else value
    if k > n:
        return ZERO
    k = min(k, n - k)
    if n <= _EXACT or k <= 1:
        return fmpq(fmpz.bin_uiui(n, k))
    if k <= _EXACT:
        return arb(n).bin(k)
    return arb(n + 1).gamma() / (arb(k + 1).gamma() * arb(n - k + 1).gamma())


def upper_gamma(s: Any, x: Any) -> Any:
    """The upper incomplete gamma function for x > 0, or x >= 0 and s > 0; falling in x."""
    order = ar.to_arb(s)

    def point(t: Any) -> Any:
        if t == 0:
            return ar.to_arb(gamma(s)) if order > 0 else NAN
        return t.gamma_upper(order) if t > 0 else NAN

    return monotone(_at_infinity(point, ZERO), -1)(x)


def lower_gamma(s: Any, x: Any) -> Any:
    """The lower incomplete gamma function for s > 0 and x >= 0, rising in x."""
    order = ar.to_arb(s)
    if not order > 0:
        return NAN

    def point(t: Any) -> Any:
        if t == 0:
            return ZERO
        return t.gamma_lower(order) if t > 0 else NAN

    return monotone(_at_infinity(point, ar.to_arb(gamma(s))))(x)
