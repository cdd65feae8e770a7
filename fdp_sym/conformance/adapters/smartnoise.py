"""smartnoise-sql's odometers: the simplified bounds of Kairouz, Oh and Viswanath.

``accountant``      snsql.sql.odometer.OdometerHeterogeneous
``homogeneous``     snsql.sql.odometer.Odometer: one kind of step

Conventions of the library. An odometer is made with a Privacy(epsilon, delta) and spends it; the
slack, which the library calls tol, is its choice: half of that delta. Its answer is a pair
(epsilon, delta), and the delta cannot be chosen. Hence only questions whose delta is at least the
one that the odometer reports are answered, with its epsilon, and the privacy profile at the
epsilon that it reports or above, with its delta. Steps are approximate mechanisms, or ones whose
pure epsilon is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .diffprivlib import pure_or_approximate
from .questions import Question, named, unsupported, up

__all__ = ["accountant", "homogeneous"]

Account = Callable[[Mapping[str, Any]], float]

MOST_STEPS = 100000


def accountant() -> Account:
    """OdometerHeterogeneous, made without a Privacy of its own."""
    from snsql import Privacy
    from snsql.sql.odometer import OdometerHeterogeneous

    def spent(asked: Question) -> tuple[float, float]:
        steps = _guarantees(asked)
        first = steps[0][0] if steps else (0.0, 0.0)
        odometer = OdometerHeterogeneous(Privacy(epsilon=first[0], delta=first[1]))
        for (epsilon, delta), count in steps:
            for _ in range(count):
                odometer.spend(Privacy(epsilon=epsilon, delta=delta))
        return _pair(odometer.spent)

    return _account(spent, "smartnoise-sql OdometerHeterogeneous")


def homogeneous() -> Account:
    """Odometer, for one kind of step."""
    from snsql import Privacy
    from snsql.sql.odometer import Odometer

    def spent(asked: Question) -> tuple[float, float]:
        steps = _guarantees(asked)
        if len({guarantee for guarantee, _ in steps}) > 1:
            unsupported("one kind of step only")
        if not steps:
            return 0.0, 0.0
        epsilon, delta = steps[0][0]
        odometer = Odometer(Privacy(epsilon=epsilon, delta=delta))
        odometer.spend(sum(count for _, count in steps))
        return _pair(odometer.spent)

    return _account(spent, "smartnoise-sql Odometer")


def _account(spent: Callable[[Question], tuple[float, float]], name: str) -> Account:
    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "delta"))
        asked.stateless()
        asked.both_directions()
        epsilon, delta = spent(asked)
        if asked.quantity == "epsilon":
            if Fraction(delta) > asked.at:
                unsupported(f"its own delta is {delta!r}, and that cannot be chosen")
            return epsilon
        if Fraction(epsilon) > asked.at:
            unsupported(f"its own epsilon is {epsilon!r}, and that cannot be chosen")
        return delta

    return named(account, name, "smartnoise-sql")


def _guarantees(asked: Question) -> list[tuple[tuple[float, float], int]]:
    steps = [step for step in asked.steps if step.count]
    if sum(step.count for step in steps) > MOST_STEPS:
        unsupported(f"more than {MOST_STEPS} steps")
    pairs = [(pure_or_approximate(step), step.count) for step in steps]
    return [((up(epsilon), up(delta)), count) for (epsilon, delta), count in pairs]


def _pair(spent: Any) -> tuple[float, float]:
    epsilon, delta = spent
    return float(epsilon), float(delta)
