r"""The least noise for a guarantee of a k-fold composition, beside what is printed to suffice.

Kairouz, Oh and Viswanath, Section 4: for eps in (0, 0.9] and queries of sensitivity 1, the variance
:math:`8k\log(e+\varepsilon/\delta)/\varepsilon^2` of Gaussian, Laplace or staircase noise suffices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sympy import E, Expr, Interval, Rational, cbrt, exp, log, oo

from ...errors import DomainError, UnsupportedError
from ...exact import exact, parameter
from ...tradeoff.base import TradeOff
from ...tradeoff.gaussian import Gaussian
from ...tradeoff.geometric import Geometric
from ...tradeoff.laplace import Laplace
from ...tradeoff.staircase import Staircase
from .inputs import number_of_times

__all__ = ["Noise", "least_noise"]

_PRINTED_UP_TO = Rational(9, 10)
_SPARE = 3  # digits


class Noise(NamedTuple):
    """One mechanism at its least noise.

    Attributes
    ----------
    name : str
    parameter : Calibration
        The least sigma of the Gaussian, scale of Laplace noise, or 1/eps of the others.
    variance : Ball
        The least variance of one answer.
    sufficient : Ball or None
        The variance that the paper shows to suffice; None where it says nothing.
    """

    name: str
    parameter: Any
    variance: Any
    sufficient: Any


def least_noise(k: Any, eps: Any, delta: Any, digits: int = 10) -> tuple[Noise, ...]:
    r"""The least noise of four kinds for (eps, delta)-DP of k queries of sensitivity 1.

    The variances are :math:`\sigma^2` (Gaussian), :math:`2b^2` (Laplace), and with
    :math:`r=e^{-1/s}` those of staircase noise with the stairs that are best for its own eps,
    :math:`(r+(r(1+r)/2)^{2/3})/(1-r)^2`, and of geometric noise, :math:`2r/(1-r)^2`. The geometric
    mechanism answers integer queries, of which the paper says nothing like the bound of the others.

    Parameters
    ----------
    k : whole number k >= 1
    eps : number, eps > 0
    delta : number, 0 < delta < 1
    digits : int

    Raises
    ------
    DomainError
        For numbers outside of that.
    UnsupportedError
        For extremely little noise, as at k = 1 and eps above 27.

    Examples
    --------
    >>> found = least_noise(20, "0.9", "0.5")
    >>> [(noise.name, noise.variance.decimal(6)) for noise in found]
    [('Gaussian', '5.42729'), ('Laplace', '9.48927'), ('staircase', '10.4322'),
     ('geometric', '10.3836')]
    >>> found[0].sufficient.decimal(6)
    '297.902'
    """
    if type(digits) is not int or digits < 0:
        raise DomainError(f"digits = {digits!r}: allowed are whole numbers from 0")
    count = number_of_times(k)
    order = parameter(eps, "eps", Interval.open(0, oo))
    level = parameter(delta, "delta", Interval.open(0, 1))
    if not count.is_Integer or count < 1 or order.free_symbols or level.free_symbols:
        raise DomainError(
            f"k = {k}, eps = {eps}, delta = {delta}: allowed are numbers, k a whole number >= 1"
        )
    from ...balls import Ball, enclose
    from ...oracle.calibration import Calibration, calibrate

    printed = 8 * count * log(E + order / level) / order**2
    sufficient = enclose(printed, digits=digits) if order <= _PRINTED_UP_TO else None

    def least(
        name: str,
        family: Callable[[Expr], TradeOff],
        variance: Callable[[Expr], Expr],
        enough: Any = None,
        parameter: Callable[[Expr], Expr] = lambda s: s,
    ) -> Noise:
        try:
            found = calibrate(
                lambda s: family(s) ** count, eps=order, delta=level, digits=digits + _SPARE
            )
        except DomainError as error:
            raise UnsupportedError(
                f"{name} noise for k = {k}, eps = {eps}, delta = {delta} is out of reach of the "
                "search, which varies a scale between 2**-40 and 2**40 (the odds e^-eps/(1-e^-eps) "
                "of staircase noise); ask for a guarantee that needs more noise, or less"
            ) from error

        def through(function: Callable[[Expr], Expr]) -> tuple[Any, Any, str]:
            """The bounds of a function that grows with the noise."""
            low, high = (
                enclose(function(exact(end, name)), digits=digits + _SPARE)
                for end in (found.lower, found.upper)
            )
            return low.lower, high.upper, found.route

        return Noise(name, Calibration(*through(parameter)), Ball(*through(variance)), enough)

    def geometric(s: Expr) -> Expr:
        return 2 * exp(-1 / s) / (1 - exp(-1 / s)) ** 2

    # s is the odds e^-eps / (1 - e^-eps): so all but one root is rational
    def staircase(s: Expr) -> TradeOff:
        r, best = s / (1 + s), cbrt(s * (1 + 2 * s) / 2 / (1 + s) ** 2)
        return Staircase(log(1 + 1 / s), (best - r) / (1 - r))

    def staircase_variance(s: Expr) -> Expr:
        best = cbrt(s * (1 + 2 * s) / 2 / (1 + s) ** 2)
        return (s / (1 + s) + best**2) * (1 + s) ** 2

    return (
        least("Gaussian", lambda s: Gaussian(1 / s), lambda s: s**2, sufficient),
        least("Laplace", lambda s: Laplace(1 / s), lambda s: 2 * s**2, sufficient),
        least("staircase", staircase, staircase_variance, sufficient, lambda s: 1 / log(1 + 1 / s)),
        least("geometric", lambda s: Geometric(1 / s), geometric),
    )
