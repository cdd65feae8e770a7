"""Accountants that are wrong, each in one way that happens, and the right ones that they spoil.

A right accountant computes a closed form with 60 digits and rounds it to the double on the safe
side. A wrong one overrides one step of it; its docstring says what went wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from mpmath import mp, mpf

from fdp_sym.errors import PrecisionError
from fdp_sym.vectors.expressions import is_symmetric
from fdp_sym.vectors.truth import answer

__all__ = ["RIGHT", "WRONG", "Gaussians", "Oracle", "Pairs", "Responses"]

Question = Mapping[str, Any]
Real = Any  # mpf or float
DIGITS = 60


def real(number: Any) -> Real:
    """The exact number as a floating-point one of 60 digits."""
    exact = Fraction(number)
    return mpf(exact.numerator) / exact.denominator


def rounded_up(value: Real) -> float:
    """The least double that is not below."""
    nearest = float(value)
    return nearest if nearest >= value else math.nextafter(nearest, math.inf)


def least_epsilon(delta: Callable[[Real], Real], target: Real) -> Real:
    """By bisection, an eps with delta(eps) <= target that is hardly larger than the least."""
    low, high = mpf(0), mpf(1)
    if delta(low) <= target:
        return low
    while delta(high) > target:
        low, high = high, 2 * high
        if high > mpf(2) ** 100:
            return mpf("inf")
    while high - low > high * mpf(10) ** -20:
        middle = (low + high) / 2
        low, high = (middle, high) if delta(middle) > target else (low, middle)
    return high


class Accountant:
    """Answers delta(eps) and eps(delta) of what `profile` makes of the steps."""

    def __call__(self, question: Question) -> float:
        with mp.workdps(DIGITS):
            if question["quantity"] not in ("delta", "epsilon"):
                raise NotImplementedError("only delta(eps) and eps(delta)")
            delta = self.profile(question)
            at = real(question["at"])
            if question["quantity"] == "delta":
                return rounded_up(delta(at))
            return rounded_up(self.epsilon(delta, at))

    def profile(self, question: Question) -> Callable[[Real], Real]:
        """The function delta(eps) of a composition."""
        raise NotImplementedError

    def epsilon(self, delta: Callable[[Real], Real], target: Real) -> Real:
        """The least eps >= 0 with delta(eps) <= target, where ``delta`` is that function."""
        return least_epsilon(delta, target)


# -- three right ones -------------------------------------------------------------------------


class Gaussians(Accountant):
    """Gaussian mechanisms: mu-GDP with the square root of the sum of (sensitivity/sigma)^2."""

    def profile(self, question: Question) -> Callable[[Real], Real]:
        mu = self.mu(question)
        return lambda eps: self.delta(mu, eps)

    def mu(self, question: Question) -> Real:
        square = Fraction(0)
        for step in question["steps"]:
            sigma = Fraction(step["parameters"].get("sigma", 0))
            if step["mechanism"] != "gaussian" or step["sampling"] or not sigma:
                raise NotImplementedError("only Gaussian noise, of a positive sigma, not sampled")
            square += step["count"] * (self.sensitivity(step, question) / sigma) ** 2
        if not square:
            raise NotImplementedError("nothing is released")
        return mp.sqrt(real(square))

    def sensitivity(self, step: Question, question: Question) -> Fraction:
        return Fraction(step["sensitivity"][question["relation"]])

    def delta(self, mu: Real, eps: Real) -> Real:
        return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


class Pairs(Accountant):
    """Mechanisms of few outcomes, all of which are listed."""

    def profile(self, question: Question) -> Callable[[Real], Real]:
        outcomes = list(self.outcomes(question["steps"]))
        ways = {"remove": [1], "add": [-1], "both": [1, -1]}[question["direction"]]
        return lambda eps: max(self.delta([pair[::way] for pair in outcomes], eps) for way in ways)

    def outcomes(self, steps: list[Question]) -> Iterator[tuple[Real, Real]]:
        """The probabilities of each outcome with and without the record."""
        pairs = []
        for step in steps:
            if step["mechanism"] != "finite" or step["sampling"]:
                raise NotImplementedError("only pairs of finite distributions")
            p, q = step["parameters"]["p"], step["parameters"]["q"]
            pairs += [list(zip(p, q, strict=True))] * step["count"]
        if math.prod(map(len, pairs)) > 1000:
            raise NotImplementedError("too many outcomes to list")
        for outcome in product(*pairs):
            p, q = zip(*outcome, strict=True) if outcome else ((), ())
            yield real(math.prod(map(Fraction, p))), real(math.prod(map(Fraction, q)))

    def delta(self, outcomes: list[tuple[Real, Real]], eps: Real) -> Real:
        return mp.fsum(max(p - mp.exp(eps) * q, 0) for p, q in outcomes)


class Responses(Accountant):
    """One (eps, 0)-DP mechanism run k times: k randomised responses (KOV, Theorem 3.3)."""

    def profile(self, question: Question) -> Callable[[Real], Real]:
        if len(question["steps"]) != 1:
            raise NotImplementedError("only one kind of step")
        (step,) = question["steps"]
        known = step["parameters"]
        pure = step["mechanism"] == "approximate" and Fraction(known["delta"]) == 0
        response = step["mechanism"] == "randomized-response" and known["categories"] in (2, "2")
        if not (pure or response) or step["sampling"] or not 0 < step["count"] <= 200:
            raise NotImplementedError("only pure mechanisms, at most 200 times")
        k, loss = step["count"], real(known["epsilon"])
        return lambda eps: self.delta(k, self.loss(k, loss), eps)

    def loss(self, k: int, loss: Real) -> Real:
        """The privacy loss of one response."""
        return loss

    def delta(self, k: int, loss: Real, eps: Real) -> Real:
        """The sum of (P - e^eps Q)_+; with j lies the loss of all k answers is (k - 2j) loss."""
        one = mp.exp(loss) / (1 + mp.exp(loss))
        return mp.fsum(
            math.comb(k, j) * one ** (k - j) * (1 - one) ** j * -mp.expm1(eps - (k - 2 * j) * loss)
            for j in range(k + 1)
            if (k - 2 * j) * loss > eps
        )


# -- the wrong ones ---------------------------------------------------------------------------


class EpsilonTooSmall(Gaussians):
    """The bisection stops at a relative tolerance of 0.1 % and returns its lower end."""

    def epsilon(self, delta: Callable[[Real], Real], target: Real) -> Real:
        return least_epsilon(delta, target) * (1 - mpf("0.001"))


class OneDirection(Pairs):
    """The loss of P from Q only: that the neighbours may lie the other way round is forgotten."""

    def profile(self, question: Question) -> Callable[[Real], Real]:
        return super().profile({**question, "direction": "remove"})


class ReplaceOneIgnored(Gaussians):
    """The noise is scaled to the sensitivity under add-remove, whatever the relation."""

    def sensitivity(self, step: Question, question: Question) -> Fraction:
        return Fraction(step["sensitivity"]["add-remove"])


class DeltaClipped(Gaussians):
    """A target delta below 1e-11 is raised to 1e-11, where the numbers are still good."""

    def epsilon(self, delta: Callable[[Real], Real], target: Real) -> Real:
        return least_epsilon(delta, max(target, mpf("1e-11")))


class SignOfTheLoss(Pairs):
    """The privacy loss is log q/p where it is log p/q: eps has the wrong sign."""

    def delta(self, outcomes: list[tuple[Real, Real]], eps: Real) -> Real:
        return mp.fsum(p * max(1 - mp.exp(eps) * p / q, 0) for p, q in outcomes if q)


class Overflow(Gaussians):
    """Doubles: exp(eps) is inf from 710 on, and what is no number is taken for 0 by max."""

    def delta(self, mu: Real, eps: Real) -> Real:
        mu, eps = float(mu), float(eps)
        head = math.erfc((eps / mu - mu / 2) / math.sqrt(2)) / 2
        tail = math.erfc((eps / mu + mu / 2) / math.sqrt(2)) / 2
        power = math.exp(eps) if eps < 709.78 else math.inf  # as arrays have it, with a warning
        return max(0.0, head - power * tail)


class NonMonotone(Responses):
    """The loss of one response goes to the nearest point of a grid that has 64 points for all k.

    The more compositions, the coarser the grid, until the loss is rounded to 0.
    """

    def loss(self, k: int, loss: Real) -> Real:
        width = 2 * k * loss / 64
        return width * mp.nint(loss / width)


# -- the oracle -------------------------------------------------------------------------------


class Oracle:
    """The right one for everything: the oracle, rounded outward to doubles."""

    def __call__(self, question: Question) -> float:
        ways = [question["direction"]]
        if ways == ["both"] and not is_symmetric(question):
            ways = ["remove", "add"]
        bounds = [self.bounds({**question, "direction": way}) for way in ways]
        low, high = (list(ends) for ends in zip(*bounds, strict=True))
        if question["quantity"] == "tradeoff":
            return max(min(low), 0.0)
        return min(max(high), 1.0) if question["quantity"] == "delta" else max(high)

    def bounds(self, question: Question) -> tuple[float, float]:
        """Doubles around the truth, also where fewer digits are known than were asked for."""
        try:
            ball = answer(question, 20)
        except PrecisionError as error:
            ball = error.ball
        return ball.floats()


RIGHT: tuple[type[Accountant], ...] = (Gaussians, Pairs, Responses)
WRONG: tuple[type[Accountant], ...] = (
    EpsilonTooSmall,
    OneDirection,
    ReplaceOneIgnored,
    DeltaClipped,
    SignOfTheLoss,
    Overflow,
    NonMonotone,
)
