"""Questions as adapters read them: exact numbers, and doubles on the side that loses more.

An accountant computes with doubles, and most exact parameters are not doubles. Whatever an adapter
hands on is rounded so that the mechanism described is no more private than the one asked about:
noise down, sensitivities, rates and privacy parameters up, the epsilon or delta of the question
down, its type I error and order up. So a sound accountant stays sound, and the adapter is never
the cause of an unsound answer. The price is a relative 1e-16.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

__all__ = [
    "Question",
    "Step",
    "down",
    "exp_down",
    "exp_up",
    "has_direction",
    "log_down",
    "log_up",
    "merged",
    "named",
    "number",
    "unsupported",
    "up",
]

_DIGITS = 60


def number(text: Any) -> Fraction:
    """The exact value of an integer, p/q or decimal.

    >>> number("1e-3")
    Fraction(1, 1000)
    """
    return Fraction(str(text))


def down(value: Fraction) -> float:
    """The largest double that is not above the value; -inf below all of them.

    >>> down(Fraction(1, 10)) < Fraction(1, 10) < up(Fraction(1, 10))
    True
    >>> down(Fraction(1, 4)), down(Fraction(10**400)) == 1.7976931348623157e308
    (0.25, True)
    """
    nearest = _nearest(value)
    if nearest > value:
        return math.nextafter(nearest, -math.inf)
    return nearest


def up(value: Fraction) -> float:
    """The smallest double that is not below the value; inf above all of them."""
    return 0.0 - down(-value)


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def exp_down(exponent: Fraction) -> Fraction:
    """A rational number just below exp(exponent).

    >>> float(exp_down(Fraction(1)))
    2.718281828459045
    """
    return _exp(exponent) * (1 - Fraction(1, 10 ** (_DIGITS - 10)))


def exp_up(exponent: Fraction) -> Fraction:
    """A rational number just above exp(exponent)."""
    return _exp(exponent) * (1 + Fraction(1, 10 ** (_DIGITS - 10)))


def _exp(exponent: Fraction) -> Fraction:
    if abs(exponent) > 1000:
        unsupported("an exponential beyond the doubles")
    with localcontext() as context:
        context.prec = _DIGITS
        return Fraction((Decimal(exponent.numerator) / Decimal(exponent.denominator)).exp())


def log_down(value: Fraction) -> Fraction:
    """A rational number just below the logarithm of a positive number."""
    return _log(value) - _slack(_log(value))


def log_up(value: Fraction) -> Fraction:
    """A rational number just above the logarithm of a positive number.

    >>> float(log_up(Fraction(1))) < 1e-49 and log_down(Fraction(2)) < log_up(Fraction(2))
    True
    """
    return _log(value) + _slack(_log(value))


def _log(value: Fraction) -> Fraction:
    with localcontext() as context:
        context.prec = 2 * _DIGITS  # an argument near 1 loses digits
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).ln())


def _slack(value: Fraction) -> Fraction:
    return (abs(value) + 1) / 10 ** (_DIGITS - 10)


def unsupported(reason: str) -> Any:
    """Say that the accountant does not do this, and why."""
    raise NotImplementedError(reason)


class Step:
    """One mechanism, used ``count`` times in a row."""

    def __init__(self, step: Mapping[str, Any], relation: str) -> None:
        self.mechanism: str = step["mechanism"]
        self.parameters: Mapping[str, Any] = step["parameters"]
        self.count = int(step.get("count", 1))
        self._sensitivity: Mapping[str, Any] = step.get("sensitivity") or {}
        self._relation = relation
        sampling = step.get("sampling")
        self.scheme: str | None = sampling["scheme"] if sampling else None
        self.rate = number(sampling["rate"]) if sampling else Fraction(1)

    @property
    def sensitivity(self) -> Fraction:
        """Under the question's relation."""
        if self._relation not in self._sensitivity:
            unsupported(f"no sensitivity is given for {self._relation}")
        return number(self._sensitivity[self._relation])

    def value(self, name: str) -> Fraction:
        """The exact parameter of that name."""
        return number(self.parameters[name])

    @property
    def noise(self) -> Fraction:
        """The noise's scale divided by the sensitivity, of Gaussian and Laplace noise."""
        if self.sensitivity == 0:
            unsupported("a sensitivity of zero")
        return self.value("scale" if self.mechanism == "laplace" else "sigma") / self.sensitivity

    def only(self, *mechanisms: str) -> None:
        """Raise NotImplementedError for every other mechanism."""
        if self.mechanism not in mechanisms:
            unsupported(f"no mechanism {self.mechanism}")

    def unsampled(self) -> None:
        """Raise NotImplementedError if the mechanism sees a sample only."""
        if self.scheme is not None:
            unsupported(f"no {self.scheme} sampling of {self.mechanism} noise")

    def noisy(self) -> None:
        """Raise NotImplementedError for no noise, or nothing to hide: the library refuses it."""
        if self.sensitivity == 0:
            unsupported("a sensitivity of zero is refused")
        if self.mechanism == "geometric":
            if self.value("epsilon") == 0:
                unsupported("geometric noise of epsilon 0 is refused")
        elif self.value("scale" if self.mechanism == "laplace" else "sigma") <= 0:
            unsupported("noise of scale zero is refused")

    def poisson(self) -> None:
        """Raise NotImplementedError for sampling other than Poisson's."""
        if self.scheme not in (None, "poisson"):
            unsupported(f"no sampling {self.scheme}")

    def kind(self) -> tuple[Any, ...]:
        """What tells it apart from other steps, the count left out."""
        parameters = tuple(sorted((key, str(value)) for key, value in self.parameters.items()))
        sensitivity = tuple(sorted(self._sensitivity.items()))
        return (self.mechanism, parameters, sensitivity, self.scheme, self.rate)


class Kept:
    """What was composed last, for the questions about the same composition that follow."""

    def __init__(self) -> None:
        self._composition = ""
        self._made: dict[Any, Any] = {}

    def of(self, asked: Question, what: Any, make: Callable[[], Any]) -> Any:
        """That of the question, kept under `what` until a question is about another composition."""
        if asked.composition != self._composition:
            self._composition, self._made = asked.composition, {}
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]


class Question:
    """A question with its steps, relation, direction, quantity and exact argument.

    Parameters
    ----------
    question : mapping
        As in the protocol.
    quantities : sequence of str
        What the accountant answers; others raise NotImplementedError.
    """

    def __init__(self, question: Mapping[str, Any], quantities: Iterable[str]) -> None:
        self.relation: str = question["relation"]
        self.direction: str = question["direction"]
        self.quantity: str = question["quantity"]
        if self.quantity not in quantities:
            unsupported(f"does not offer {self.quantity}")
        self.steps = [Step(step, self.relation) for step in question["steps"]]
        self.rejected = [
            (int(entry["after"]), Step(entry["step"], self.relation))
            for entry in question.get("rejected") or ()
        ]
        self.calibrate: str | None = question.get("calibrate")
        self._at = question.get("at")
        self.composition = json.dumps([question["steps"], self.relation], sort_keys=True)

    @property
    def at(self) -> Fraction:
        """The exact epsilon, delta, type I error or order."""
        return number(self._at)

    def argument(self) -> float:
        """The same as a double, on the side that loses more."""
        return up(self.at) if self.quantity in ("tradeoff", "renyi") else down(self.at)

    def target(self) -> tuple[float, float]:
        """Epsilon and delta of a calibration, rounded down."""
        target: Mapping[str, Any] = self._at or {}
        return down(number(target["epsilon"])), down(number(target["delta"]))

    def stateless(self) -> None:
        """Raise NotImplementedError if the question is about state."""
        if self.rejected:
            unsupported("keeps no state between steps")

    def nonnegative(self) -> None:
        """Raise NotImplementedError for a negative epsilon, which the library refuses."""
        if self.quantity == "delta" and self.at < 0:
            unsupported("a negative epsilon is refused")

    def both_directions(self) -> None:
        """Raise NotImplementedError if one direction of an asymmetric mechanism is asked for."""
        if has_direction(self):
            unsupported(f"does not tell the direction {self.direction} apart")


def has_direction(question: Question) -> bool:
    """Whether one direction only is asked for, of a mechanism for which it matters."""
    return question.direction != "both" and any(
        step.mechanism == "finite" or (step.scheme is not None and step.rate not in (0, 1))
        for step in question.steps
        if step.count
    )


def merged(steps: Iterable[Step]) -> list[tuple[Step, int]]:
    """Equal steps together with their total counts, in order of first appearance.

    Only for libraries that take the multiplicity of each mechanism: composition does not depend
    on the order.
    """
    totals: dict[tuple[Any, ...], list[Any]] = {}
    for step in steps:
        totals.setdefault(step.kind(), [step, 0])[1] += step.count
    return [(step, count) for step, count in totals.values() if count]


def named(account: Any, name: str, distribution: str) -> Any:
    """The account with its name, and with the version of the distribution that it asks."""
    from importlib.metadata import version

    account.name, account.version = name, version(distribution)
    return account
