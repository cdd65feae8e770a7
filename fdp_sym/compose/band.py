r"""Bands: whether one trade-off function stays within a shift of another, over all of [0, 1].

With :math:`g := 1` left of 0 and :math:`g := 0` right of 1, f is *within the shift s of g* when

.. math:: g(\alpha+s)-s \le f(\alpha) \le g(\alpha-s)+s \qquad (0\le\alpha\le1).

**Criterion.** That holds if and only if :math:`|\delta_f(\varepsilon)-\delta_g(\varepsilon)|\le
s(1+e^\varepsilon)` for every real :math:`\varepsilon` (for :math:`\varepsilon\ge0` when both are
symmetric).

*Sufficient.* By duality :math:`f(\alpha)=\max\{0,\sup_\varepsilon(1-\delta_f(\varepsilon)
-e^\varepsilon\alpha)\}` on (0, 1]. So for :math:`0<\alpha\le1-s`

.. math:: f(\alpha)\ge\sup_\varepsilon\bigl(1-\delta_g(\varepsilon)-e^\varepsilon(\alpha+s)\bigr)-s,

and :math:`f(\alpha)\ge0\ge-s`: the left inequality, by continuity at 0 too. For
:math:`\alpha>1-s` it says :math:`f(\alpha)\ge-s`. The right inequality says
:math:`f(x+s)-s\le g(x)` for :math:`0\le x=\alpha-s`, which is the left one with f and g exchanged,
and :math:`f(\alpha)\le1+s` for :math:`\alpha<s`.

*Necessary.* :math:`\delta_f(\varepsilon)=\sup_x(1-e^\varepsilon x-f(x))`. Where :math:`x\le1-s`
the left inequality bounds the term by :math:`1-e^\varepsilon(x+s)-g(x+s)+s(1+e^\varepsilon)\le
\delta_g(\varepsilon)+s(1+e^\varepsilon)`. In the clipped corner :math:`x>1-s` the term is at most
:math:`1-e^\varepsilon(1-s)=(1-e^\varepsilon)+se^\varepsilon`, and
:math:`\delta_g(\varepsilon)\ge1-e^\varepsilon`. Exchange f and g for the other sign.

*Symmetric.* :math:`\delta(-\varepsilon)=1-e^{-\varepsilon}+e^{-\varepsilon}\delta(\varepsilon)`
for a symmetric function, so the inequality at :math:`-\varepsilon` is that at
:math:`\varepsilon` divided by :math:`e^\varepsilon`.

**Decision.** In :math:`y=e^\varepsilon` both profiles are convex and non-increasing: chords bound
them from above, the continued chords of the neighbouring segments from below. So finitely many
enclosures decide the criterion on a compact range; beyond it both sides are trivial, as
:math:`|\delta_f-\delta_g|\le\min\{1,e^\varepsilon\}` and :math:`s(1+e^\varepsilon)` exceeds that
once :math:`|\varepsilon|\ge\log(1/s)`. For copies of :math:`f_{\varepsilon,0}` against a Gaussian
function the least shift is the largest of finitely many numbers (`fdp_sym.balls.shifts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log, log10
from typing import TYPE_CHECKING, Any

from sympy import Rational, exp

from ..errors import DomainError, FdpError, PrecisionError
from ..exact import exact
from ..theorems.verdict import Status, Verdict
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = ["enclose_profile", "within_shift"]

_FIRST = 8  # segments at the start
_FINEST = Fraction(1, 2**40)  # no segment is halved below this width
_WITNESS_DIGITS = 40
_MOST_COPIES = 20_000  # beyond, the least shift takes longer than enclosures at some points


@dataclass(frozen=True)
class _Point:
    """Both profiles at one exact epsilon."""

    eps: Fraction
    y: Ball
    f: Ball
    g: Ball

    def reflected(self) -> _Point:
        """The same at -eps, for symmetric functions."""
        y = _round(1 / self.y)
        return _Point(-self.eps, y, _round(1 - y + y * self.f), _round(1 - y + y * self.g))


def within_shift(
    f: TradeOff, g: TradeOff, shift: Any, *, points: int = 4000, digits: int | None = None
) -> Verdict:
    r"""Whether :math:`g(\alpha+s)-s\le f(\alpha)\le g(\alpha-s)+s` for **all** alpha in [0, 1].

    Parameters
    ----------
    f, g : TradeOff
        Without free symbols; their profiles have to be enclosable.
    shift : positive number or expression without symbols
        The shift s.
    points : int
        At how many values of epsilon the profiles may be enclosed.
    digits : int, optional
        To how many digits; by default enough for the shift.

    Returns
    -------
    Verdict
        ``certified``; ``refuted`` with a rational alpha at which f certainly leaves the band; or
        ``inconclusive``.

    Raises
    ------
    DomainError
        If the shift is not positive.
    UnsupportedError
        If no sound way to enclose one of the profiles is known.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> within_shift(EpsDelta(1), Gaussian(1), "1/10").status
    <Status.CERTIFIED: 'certified'>
    >>> within_shift(EpsDelta(1), Gaussian(1), "1/50").witness
    {'alpha': '3/10'}
    """
    band = _Band(f, g, shift, digits)
    found = band.by_least_shift()
    return band.decide(points) if found is None else found


def _round(ball: Ball, bits: int = 128) -> Ball:
    """The enclosure with short bounds, rounded outward."""
    from ..balls import Ball

    unit = 2**bits
    return Ball(Fraction(floor(ball.lower * unit), unit), Fraction(ceil(ball.upper * unit), unit))


class _Band:
    """One question, with the enclosures that have been made for it."""

    def __init__(self, f: TradeOff, g: TradeOff, shift: Any, digits: int | None) -> None:
        from ..balls import enclose

        for function in (f, g):
            function._require_numbers("the comparison with a band")
        self.f, self.g, self.shift = f, g, exact(shift, "shift")
        s = enclose(self.shift, digits=20)
        if not s.lower > 0:
            raise DomainError(f"shift = {shift}: allowed are positive numbers")
        self.s = _round(s)
        self.digits = digits or 5 + max(0, ceil(-log10(self.s.lower)))
        self.symmetric = f.is_symmetric and g.is_symmetric

    def point(self, eps: Fraction, digits: int | None = None) -> _Point:
        from ..balls import enclose

        number = Rational(eps.numerator, eps.denominator)
        profiles = []
        for function in (self.f, self.g):
            try:
                ball = enclose_profile(function, number, digits or self.digits)
            except PrecisionError as error:
                if error.ball is None:
                    raise
                ball = error.ball
            profiles.append(_round(ball))
        return _Point(eps, _round(enclose(exp(number), digits=35)), *profiles)

    # -- the decision ----------------------------------------------------------------------------

    def by_least_shift(self) -> Verdict | None:
        """For copies of f_{eps,0} and a Gaussian: the least shift is known, and is compared."""
        from ..balls.shifts import least_shift

        factors = self.f._factors()
        if len(factors) != 1 or not isinstance(self.g, Gaussian) or self.g.mu == 0:
            return None
        ((f, n),) = factors
        if not isinstance(f, EpsDelta) or f.slack != 0 or f.eps == 0 or n > _MOST_COPIES:
            return None
        least = least_shift(f.eps, int(n), self.g.mu, self.digits)
        if not least.upper <= self.s.lower:
            return None
        return Verdict(
            Status.CERTIFIED,
            f"the least shift, {least.decimal(self.digits)}, from all vertices and edges",
            domain="alpha in [0, 1]",
        )

    def decide(self, budget: int) -> Verdict:
        end = _ceil(log(1 / min(self.s.lower, Fraction(1, 2))) + 1e-6)
        start = Fraction(0) if self.symmetric else -end
        step = (end - start) / _FIRST
        done = [self.point(start + k * step) for k in range(_FIRST + 1)]
        while True:
            outside = next((p for p in done if self._outside(p)), None)
            if outside is not None:
                return self._refuted(outside, len(done))
            open_ = [i for i in range(len(done) - 1) if not self._holds(done, i)]
            if not open_:
                return Verdict(
                    Status.CERTIFIED,
                    f"profiles enclosed to {self.digits} digits at {len(done)} points, convex in "
                    "between",
                    domain="alpha in [0, 1]",
                )
            narrow = next((i for i in open_ if done[i + 1].eps - done[i].eps < _FINEST), None)
            if narrow is not None or len(done) + len(open_) > budget:
                i = open_[0] if narrow is None else narrow
                return Verdict(
                    Status.INCONCLUSIVE,
                    f"profiles enclosed to {self.digits} digits at {len(done)} points",
                    detail=f"undecided between epsilon = {done[i].eps} and {done[i + 1].eps}",
                )
            for i in reversed(open_):
                done.insert(i + 1, self.point((done[i].eps + done[i + 1].eps) / 2))

    def _outside(self, p: _Point) -> bool:
        """Whether the criterion certainly fails at a point."""
        room = self.s * (1 + p.y)
        return (p.f - p.g - room).lower > 0 or (p.g - p.f - room).lower > 0

    def _holds(self, done: list[_Point], i: int) -> bool:
        """Whether the criterion certainly holds from ``done[i]`` to ``done[i + 1]``."""
        here, there = done[i], done[i + 1]
        before = done[i - 1] if i else there.reflected() if self.symmetric else None
        after = done[i + 2] if i + 2 < len(done) else None
        ys = [None if p is None else p.y for p in (before, here, there, after)]
        fs = [None if p is None else p.f for p in (before, here, there, after)]
        gs = [None if p is None else p.g for p in (before, here, there, after)]
        return self._bounded(ys, fs, gs) and self._bounded(ys, gs, fs)

    def _bounded(self, ys: list[Any], upper: list[Any], lower: list[Any]) -> bool:
        """Whether upper - lower <= s (1 + y) on the middle one of three segments.

        ``upper`` is below its chord, ``lower`` above two lines: from the left end with a slope
        that is no larger than its own there, to the right end with one that is no smaller. The
        excess over each line is linear in y; that of any weighted mean of the lines bounds it.
        """
        length = ys[2] - ys[1]
        slope = Fraction(-1) if ys[0] is None else (lower[1] - lower[0]) / (ys[1] - ys[0])
        onward = Fraction(0) if ys[3] is None else (lower[3] - lower[2]) / (ys[3] - ys[2])
        left, right = upper[1] - self.s * (1 + ys[1]), upper[2] - self.s * (1 + ys[2])
        excess = [
            ((left - line_left).upper, (right - line_right).upper)
            for line_left, line_right in (
                (lower[1], lower[1] + slope * length),
                (lower[2] - onward * length, lower[2]),
            )
        ]
        return _mean_below_zero(*excess)

    # -- refutation ------------------------------------------------------------------------------

    def _refuted(self, p: _Point, count: int) -> Verdict:
        """A rational alpha at which f is certainly outside of the band, next to a bad point."""
        low = (p.f - p.g).lower > 0
        for power in range(6, 40, 3):
            found = (self._dip if low else self._rise)(p.eps, Fraction(1, 2**power))
            if found is not None:
                side = "below g(alpha + s) - s" if low else "above g(alpha - s) + s"
                return Verdict(
                    Status.REFUTED,
                    f"profiles enclosed at {count} points, then f and g near one of them",
                    witness={"alpha": str(found)},
                    domain="alpha in [0, 1]",
                    detail=f"f(alpha) is {side} there, with s = {self.s.decimal(10)}",
                )
        return Verdict(
            Status.INCONCLUSIVE,
            f"profiles enclosed at {count} points",
            detail=f"the criterion fails at epsilon = {p.eps}, but no rational alpha was found",
        )

    def _dip(self, eps: Fraction, h: Fraction) -> Fraction | None:
        r"""An alpha with :math:`f(\alpha) < g(\alpha+s)-s`.

        The tangent of f of slope -y touches it at an :math:`\alpha_0` between two difference
        quotients of the profile; f is not larger at any alpha above.
        """
        before, here, after = (self.point(e, _WITNESS_DIGITS) for e in (eps - h, eps, eps + h))
        most = (before.f - here.f) / (here.y - before.y)
        least = (here.f - after.f) / (after.y - here.y)
        value = (1 - here.y * least - here.f).upper
        for alpha in _roundings_up(most.upper):
            band = self._value(self.g, exact(alpha, "alpha") + self.shift)
            if band is not None and value < (band - self.s).lower:
                return alpha
        return None

    def _rise(self, eps: Fraction, h: Fraction) -> Fraction | None:
        r"""An alpha with :math:`f(\alpha) > g(\alpha-s)+s`, by the tangent of f of slope -y."""
        before, here, after = (self.point(e, _WITNESS_DIGITS) for e in (eps - h, eps, eps + h))
        touches = (before.g - after.g) / (after.y - before.y)
        for alpha in _roundings_up((touches + self.s).midpoint):
            band = self._value(self.g, exact(alpha, "alpha") - self.shift)
            tangent = 1 - here.y * alpha - here.f
            if band is not None and tangent.lower > (band + self.s).upper:
                return alpha
        return None

    def _value(self, function: TradeOff, alpha: Any) -> Ball | None:
        try:
            ball: Ball = function.enclose(alpha, _WITNESS_DIGITS)
        except FdpError:
            return None
        return ball


def enclose_profile(function: TradeOff, eps: Rational, digits: int) -> Ball:
    """Of a product by the oracle: its exact form, if it has one, need not be worked out."""
    from ..oracle import enclose_delta

    make = enclose_delta if hasattr(function, "factors") else type(function).enclose_delta
    ball: Ball = make(function, eps, digits)
    return ball


def _ceil(x: float) -> Fraction:
    """A short rational that is not below ``x``."""
    return Fraction(ceil(x * 64), 64)


def _roundings_up(x: Fraction | float) -> list[Fraction]:
    """Short decimals at and just above ``x``, the shortest first."""
    return [Fraction(ceil(x * 10**k), 10**k) for k in range(1, 30) if ceil(x * 10**k) <= 10**k]


def _mean_below_zero(first: tuple[Fraction, Fraction], second: tuple[Fraction, Fraction]) -> bool:
    """Whether a weighted mean of two linear functions is <= 0 at both ends of a segment."""
    if max(first) <= 0 or max(second) <= 0:
        return True
    if min(first) > 0 or min(second) > 0 or (first[0] > 0) == (second[0] > 0):
        return False
    # the weight t of the second at which the mean vanishes at the end where the first is positive
    end = 0 if first[0] > 0 else 1
    t = first[end] / (first[end] - second[end])
    other = 1 - end
    return first[other] + t * (second[other] - first[other]) <= 0
