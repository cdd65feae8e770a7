r"""The least noise that meets a guarantee: the smallest sigma with delta(eps) <= delta."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Expr, Interval, Rational, exp, oo

from ..balls.ball import Ball
from ..balls.evaluate import enclose, tolerance_of
from ..balls.progress import found
from ..errors import DomainError, HypothesisError, PrecisionError
from ..exact import to_fraction
from ..limits import question
from ..tradeoff.base import TradeOff
from ..tradeoff.inputs import within

__all__ = ["Calibration", "calibrate"]

_REALS, _LEVELS = Interval(-oo, oo), Interval(0, 1)
_MOST_DOUBLINGS = 40
_MOST_STEPS = 200
_STAGNANT = Fraction(1, 10**6)  # a profile that falls less from sigma to 8 sigma has a limit
_FEW_DOUBLES = 32
_DOUBLE_DIGITS = 20
_ROUTE = "signs of delta(eps) - delta at both ends"


class Calibration(Ball):
    """An enclosure of the smallest sigma; at its upper end the guarantee is certified."""

    __slots__ = ()

    @property
    def safe(self) -> float:
        """The least double that is not below the enclosure.

        Where 15 digits or more were asked for, the guarantee fails at the double before it.
        """
        return self.floats()[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return Calibration, (self.lower, self.upper, self.route)


@question(0, math.inf)
def calibrate(
    mechanism: Callable[[Any], TradeOff], *, eps: Any, delta: Any, digits: int = 15
) -> Calibration:
    r"""The smallest sigma for which :math:`\delta_{f_\sigma}(\varepsilon)\le\delta`.

    It is the caller's duty that the profile at eps does not increase with sigma. Then the answer is
    proved by two certified signs: the guarantee fails at the lower end of the enclosure and holds
    at its upper end. An increase that is met on the way is reported.

    Parameters
    ----------
    mechanism : callable
        Takes an exact positive number (SymPy) and returns the trade-off function with this noise.
    eps : number
        Any real number.
    delta : number in [0, 1)
    digits : int
        The relative width asked for, as a number of digits.

    Returns
    -------
    Calibration
        A `Ball`; its attribute ``safe`` is the double on the safe side. Decimal digits are cut off,
        so that a sigma of that text is as a rule a little too small.

    Raises
    ------
    DomainError
        If the mechanism cannot be called, or no sigma between 2**-40 and 2**40 is the smallest one.
    HypothesisError
        If the profile at eps is seen to increase with sigma.
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> sigma = calibrate(lambda sigma: Gaussian(1 / sigma), eps=1, delta="1e-5")
    >>> sigma.decimal(12), sigma.safe
    ('3.73063163481', 3.730631634815942)

    Noise of 500 steps on Poisson samples:

    >>> from fdp_sym.amplify import SubsampledGaussian
    >>> steps = lambda sigma: SubsampledGaussian(sigma, "1/50", direction="remove") ** 500
    >>> calibrate(steps, eps=1, delta="1e-5", digits=6).decimal(5)
    '1.8785'
    """
    if not callable(mechanism):
        raise DomainError(
            f"mechanism = {mechanism!r}: allowed is a function of sigma whose values are trade-off "
            "functions, e.g. lambda sigma: Gaussian(1 / sigma)"
        )
    point, level = within(eps, "eps", _REALS), within(delta, "delta", _LEVELS)
    if level == 1:
        raise DomainError("delta = 1: allowed is delta < 1, for every function has delta(eps) <= 1")
    search = _Search(mechanism, point, level)
    low, high = search.bracket()
    tolerance = Fraction(1, int(tolerance_of(digits).q))
    for _ in range(_MOST_STEPS):
        found(low, high, _ROUTE, Calibration)
        if high - low <= tolerance * low:
            break
        low, high = search.narrowed(low, high, tolerance)
    if high - low <= _FEW_DOUBLES * Fraction(math.ulp(float(high))):
        low, high = search.between_doubles(low, high, digits)
    ball = Calibration(low, high, _ROUTE)
    if high - low > tolerance * low:
        raise PrecisionError(f"sigma is enclosed only by {ball}, not to {digits} digits", ball)
    if search.holds(Fraction(ball.safe), digits) is not True:
        raise HypothesisError(
            f"delta({point}) <= {level} holds at sigma = {float(high)!r} and is not certified at "
            f"{ball.safe!r}, which is larger; allowed are profiles that do not increase with sigma"
        )
    return ball


class _Search:
    """What is known of the profile at eps as a function of sigma."""

    def __init__(self, mechanism: Callable[[Any], TradeOff], eps: Expr, level: Expr) -> None:
        self.mechanism = mechanism
        self.eps = eps
        self.level = level
        if not level.is_Rational:
            raise DomainError(f"delta = {level}: allowed are rational numbers")
        self.target = to_fraction(level)
        self.known: dict[Fraction, Ball] = {}

    # -- evaluation ---------------------------------------------------------------------------

    def holds(self, sigma: Fraction, digits: int = 8) -> bool | None:
        """Whether delta(eps) <= delta at this sigma; None if it stays undecided."""
        f = self.mechanism(Rational(sigma.numerator, sigma.denominator))
        if not isinstance(f, TradeOff):
            raise DomainError(f"the mechanism at sigma = {sigma} is {f!r}: allowed are trade-offs")
        for more in (1, 2, 4):
            try:
                ball = f.enclose_delta(self.eps, digits * more)
            except PrecisionError as error:
                if error.ball is None:
                    raise
                ball = error.ball
            self._record(sigma, ball)
            if ball.upper <= self.target:
                return True
            if ball.lower > self.target:
                return False
        return None

    def _record(self, sigma: Fraction, ball: Ball) -> None:
        self.known[sigma] = ball
        for other, value in self.known.items():
            (a, first), (b, second) = sorted(((sigma, ball), (other, value)), key=lambda p: p[0])
            if a < b and second.lower > first.upper:
                raise HypothesisError(
                    f"delta({self.eps}) increases from {first.decimal(6)} at sigma = {float(a)!r} "
                    f"to {second.decimal(6)} at sigma = {float(b)!r}; allowed are mechanisms whose "
                    "profile does not increase with sigma"
                )

    # -- the first bracket --------------------------------------------------------------------

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Two numbers: at the first the guarantee fails, at the second it holds."""
        floor = enclose(1 - exp(self.eps))
        if floor.lower > self.target:
            raise DomainError(
                f"delta = {self.level}: delta({self.eps}) is at least 1 - e^eps = "
                f"{floor.decimal(6)} for every function; allowed are larger delta"
            )
        sigma = Fraction(1)
        ends: dict[bool, Fraction] = {}
        step = Fraction(2) if self._ends(sigma, ends) is not True else Fraction(1, 2)
        for _ in range(_MOST_DOUBLINGS):
            sigma *= step
            self._ends(sigma, ends)
            if len(ends) == 2:
                return ends[False], ends[True]
            if step > 1:
                self._require_fall(sigma)
        if step > 1:
            raise DomainError(
                f"delta = {self.level}: delta({self.eps}) is still "
                f"{self.known[sigma].decimal(6)} at sigma = {float(sigma)!r}; allowed is what some "
                "noise reaches"
            )
        raise DomainError(
            f"delta = {self.level}: delta({self.eps}) is {self.known[sigma].decimal(6)} even at "
            f"sigma = {float(sigma)!r}; allowed are guarantees that need some noise"
        )

    def _ends(self, sigma: Fraction, ends: dict[bool, Fraction]) -> bool | None:
        answer = self.holds(sigma)
        if answer is not None:
            ends[answer] = sigma
        return answer

    def _require_fall(self, after: Fraction) -> None:
        before = after / 8
        if before not in self.known:
            return
        first, second = self.known[before], self.known[after]
        if second.lower > (1 - _STAGNANT) * first.upper:
            raise DomainError(
                f"delta = {self.level}: from sigma = {float(before)!r} to {float(after)!r} "
                f"delta({self.eps}) hardly falls from {first.decimal(8)}; allowed are larger delta"
            )

    # -- narrowing it -------------------------------------------------------------------------

    def narrowed(
        self, low: Fraction, high: Fraction, tolerance: Fraction
    ) -> tuple[Fraction, Fraction]:
        """A smaller bracket: around the secant of log delta, or else one of its halves.

        The secant of a bracket of logarithmic width w is wrong by about w squared.
        """
        width = (high - low) / low
        digits = 8 + 2 * max(0, -_magnitude(width))
        guess = self._secant(low, high, width * tolerance)
        room = max(tolerance / 4, min(width**2 / 4, width / 8))
        points = [] if guess is None else [guess * (1 - room), guess * (1 + room)]
        new = low, high
        for sigma in points:
            if new[0] < sigma < new[1]:
                new = self._moved(new, _rounded(sigma, room / 8), digits)
        if 2 * (new[1] - new[0]) > high - low:
            middle = _rounded((new[0] + new[1]) / 2, width / 64)
            new = self._moved(new, middle, digits)
        if new == (low, high):
            ball = Calibration(low, high, _ROUTE)
            raise PrecisionError(f"sigma is enclosed only by {ball}; ask for fewer digits", ball)
        return new

    def between_doubles(
        self, low: Fraction, high: Fraction, digits: int
    ) -> tuple[Fraction, Fraction]:
        """A bracket without a double inside, where signs at doubles are decided."""
        digits = max(digits, _DOUBLE_DIGITS)
        while True:
            first = math.nextafter(_below(low), math.inf)
            count = round((high - Fraction(first)) / Fraction(math.ulp(first)))
            middle = Fraction(first) + count // 2 * Fraction(math.ulp(first))
            if not low < middle < high:
                return low, high
            new = self._moved((low, high), middle, digits)
            if new == (low, high):
                return new
            low, high = new

    def _moved(
        self, bracket: tuple[Fraction, Fraction], sigma: Fraction, digits: int
    ) -> tuple[Fraction, Fraction]:
        low, high = bracket
        if not low < sigma < high:
            return bracket
        answer = self.holds(sigma, digits)
        return (low, sigma) if answer else bracket if answer is None else (sigma, high)

    def _secant(self, low: Fraction, high: Fraction, accuracy: Fraction) -> Fraction | None:
        heights = []
        for sigma in (low, high):
            ball = self.known[sigma]
            if ball.lower <= 0 or self.target == 0:
                return None
            middle = ball.midpoint / self.target - 1
            # the logarithm, accurate also next to 0 and far beyond the range of floats
            small = abs(middle) < Fraction(1, 100)
            heights.append(middle - middle**2 / 2 if small else _log(middle + 1))
        if heights[0] == heights[1]:
            return None
        share = heights[0] / (heights[0] - heights[1])
        return _rounded(low + share * (high - low), accuracy / 8)


def _below(x: Fraction) -> float:
    """The largest double that is not above x."""
    nearest = float(x)
    return nearest if Fraction(nearest) <= x else math.nextafter(nearest, 0.0)


def _log(x: Fraction) -> Fraction:
    return Fraction(math.log(x.numerator) - math.log(x.denominator))


def _magnitude(x: Fraction) -> int:
    """About log10."""
    return (x.numerator.bit_length() - x.denominator.bit_length()) * 3 // 10


def _rounded(x: Fraction, relative: Fraction) -> Fraction:
    """A number with few bits, about as close to x as asked for."""
    bits = (relative.denominator // relative.numerator).bit_length() + 2
    shift = bits - x.numerator.bit_length() + x.denominator.bit_length()
    return Fraction(round(x * Fraction(2) ** shift)) / Fraction(2) ** shift
