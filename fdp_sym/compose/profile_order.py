r"""Whether one privacy profile lies below another on a whole interval of epsilon.

Profiles do not increase. So on [a, b] :math:`\delta_f(\varepsilon)\le\delta_f(a)\le\delta_g(b)\le
\delta_g(\varepsilon)` as soon as the middle inequality holds, which two enclosures decide; where
it does not, the interval is halved. An unbounded interval ends where f has no loss left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

from sympy import Expr, Interval, Rational, oo

from ..errors import DomainError, PrecisionError, UnsupportedError
from ..exact import exact, to_fraction
from ..theorems.statements import Decided
from ..theorems.verdict import Status, Verdict
from ..tradeoff.base import TradeOff
from ..tradeoff.inputs import within
from .band import enclose_profile

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = ["ProfileBelow"]

_REALS = Interval(-oo, oo)
_DIGITS = 8
_SHOWN = 20
_MOST_POINTS = 2000
_FINEST = Fraction(1, 2**40)  # no interval is halved below this length


@dataclass(frozen=True)
class ProfileBelow(Decided):
    r"""The statement :math:`\delta_f(\varepsilon)\le\delta_g(\varepsilon)` on [low, high].

    Parameters
    ----------
    f, g : TradeOff
        Without symbols; products are allowed.
    low, high : number
        ``high`` may be ``oo`` where the loss of f is known to be bounded.

    Raises
    ------
    DomainError
        For an interval that is none, or functions with symbols.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> ProfileBelow(EpsDelta("1/10") ** 4, Gaussian("1/4"), 0, oo).verdict.status
    <Status.CERTIFIED: 'certified'>
    >>> ProfileBelow(Gaussian("1/5"), EpsDelta("1/10") ** 4, 0, 1).verdict.witness
    {'epsilon': '0'}
    """

    f: TradeOff
    g: TradeOff
    low: Any
    high: Any

    def __post_init__(self) -> None:
        for name, function in (("f", self.f), ("g", self.g)):
            if not isinstance(function, TradeOff) or function.free_symbols:
                raise DomainError(f"{name} = {function!r}: allowed are functions without symbols")
        low = within(self.low, "low", _REALS)
        high: Expr = oo if self.high == oo else within(self.high, "high", _REALS)
        if not (low.is_Rational and (high is oo or high.is_Rational) and low <= high):
            raise DomainError(f"[{low}, {high}]: allowed are rational ends, low <= high, or oo")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def text(self) -> str:
        return f"delta of {self.f} within that of {self.g}, epsilon in [{self.low}, {self.high}]"

    @cached_property
    def verdict(self) -> Verdict:
        try:
            return self._decided()
        except (PrecisionError, UnsupportedError) as error:
            return Verdict(Status.INCONCLUSIVE, detail=str(error))

    def sides(self, witness: Mapping[str, str], digits: int) -> tuple[Ball, Ball] | None:
        """Both profiles at the epsilon of a witness."""
        eps = exact(witness["epsilon"], "epsilon")
        return enclose_profile(self.f, eps, digits), enclose_profile(self.g, eps, digits)

    def _decided(self) -> Verdict:
        search = _Search(self.f, self.g)
        low = to_fraction(self.low)
        high = search.end(low) if self.high is oo else to_fraction(self.high)
        domain = f"epsilon in [{self.low}, {self.high}]"
        if high is None:
            detail = f"the loss of {self.f} is not seen to be bounded; give a finite high"
            return Verdict(Status.INCONCLUSIVE, domain=domain, detail=detail)
        found = search.run(low, high)
        if found is None:
            route = f"{len(search.known)} enclosures of both profiles, which do not increase"
            return Verdict(Status.CERTIFIED, route, domain=domain)
        point, certain = found
        if not certain:
            detail = f"undecided near epsilon = {float(point):.6g}"
            return Verdict(Status.INCONCLUSIVE, domain=domain, detail=detail)
        first, second = (enclose_profile(h, _rational(point), _SHOWN) for h in (self.f, self.g))
        detail = f"the deltas are {first.decimal(_SHOWN)} and {second.decimal(_SHOWN)}"
        witness = {"epsilon": str(_rational(point))}
        return Verdict(Status.REFUTED, "enclosures of both profiles", witness, domain, detail)


class _Search:
    """Enclosures of both profiles at the points that were looked at."""

    def __init__(self, f: TradeOff, g: TradeOff) -> None:
        self.f, self.g = f, g
        self.known: dict[Fraction, tuple[Ball, Ball]] = {}

    def at(self, point: Fraction) -> tuple[Ball, Ball]:
        if point not in self.known:
            eps = _rational(point)
            balls = (enclose_profile(self.f, eps, _DIGITS), enclose_profile(self.g, eps, _DIGITS))
            self.known[point] = balls
        return self.known[point]

    def end(self, low: Fraction) -> Fraction | None:
        """A point from which on the profile of f is 0, if its loss is known to be bounded."""
        from ..balls import enclose
        from ..oracle.parts import factors_of, parts_of

        parts = parts_of(factors_of(self.f))
        if parts.largest_loss is None or not parts.is_bounded:
            return None
        return max(low, Fraction(ceil(enclose(parts.largest_loss, digits=8).upper)))

    def run(self, low: Fraction, high: Fraction) -> tuple[Fraction, bool] | None:
        """None if f is below everywhere, else where that fails or, False, is left open."""
        waiting = [(low, high)]
        while waiting:
            a, b = waiting.pop()
            for point in (a, b):
                first, second = self.at(point)
                if first.lower > second.upper:
                    return point, True
            if self.at(a)[0].upper <= self.at(b)[1].lower:
                continue
            if b - a <= _FINEST or len(self.known) >= _MOST_POINTS:
                return a, False
            middle = (a + b) / 2
            waiting += [(middle, b), (a, middle)]
        return None


def _rational(point: Fraction) -> Expr:
    return exact(Rational(point.numerator, point.denominator), "epsilon")
