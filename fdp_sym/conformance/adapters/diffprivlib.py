"""IBM's diffprivlib: BudgetAccountant, the simplified bounds of Kairouz, Oh and Viswanath.

``accountant``   the least total epsilon over a grid of slacks whose total delta is within the delta
                 of the question

Conventions of the library. It composes (epsilon, delta)-DP guarantees and knows no mechanism: a
step is an approximate mechanism, or one whose pure epsilon is exact: a randomised response or
Laplace noise, epsilon = sensitivity / scale. The total delta is 1 - (1 - slack) prod (1 - delta_i);
the slack is the user's, so the adapter offers the largest one within the question's delta and some
smaller ones, and takes the best. It has a state: a refused spend has to leave none behind.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .questions import Question, Step, down, named, unsupported, up

__all__ = ["accountant", "pure_or_approximate"]

MOST_STEPS = 20000  # the library sums in Python, spend after spend


def accountant() -> Callable[[Mapping[str, Any]], float]:
    """BudgetAccountant's total epsilon."""
    from diffprivlib import BudgetAccountant

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon",))
        asked.both_directions()
        spends = _spends(asked)
        slack = _largest_slack(asked)
        epsilons = [float("inf")]
        accountant = BudgetAccountant(spent_budget=spends) if not asked.rejected else None
        if accountant is None:
            accountant = _with_rejected(BudgetAccountant, asked)
        for candidate in {slack, slack / 2, 0.0}:
            epsilon, delta = accountant.total(slack=candidate)
            if Fraction(float(delta)) <= asked.at:
                epsilons.append(float(epsilon))
        return min(epsilons)

    return named(account, "diffprivlib BudgetAccountant", "diffprivlib")


def pure_or_approximate(step: Step) -> tuple[Fraction, Fraction]:
    """The (epsilon, delta) of a step whose pure guarantee is exact, or is all there is."""
    step.unsampled()
    if step.mechanism == "laplace":
        step.noisy()
        return 1 / step.noise, Fraction(0)
    if step.mechanism == "geometric":
        return step.value("epsilon") * step.sensitivity, Fraction(0)
    step.only("approximate", "randomized-response")
    delta = step.value("delta") if step.mechanism == "approximate" else Fraction(0)
    return step.value("epsilon"), delta


def _spends(asked: Question) -> list[tuple[float, float]]:
    spends: list[tuple[float, float]] = []
    for step in asked.steps:
        epsilon, delta = pure_or_approximate(step)
        if step.count + len(spends) > MOST_STEPS:
            unsupported(f"more than {MOST_STEPS} spends")
        if epsilon or delta:  # it refuses to spend nothing
            spends += [(up(epsilon), up(delta))] * step.count
    return spends


def _largest_slack(asked: Question) -> float:
    """The slack with which the total delta is just that of the question; 0 if there is none."""
    kept = Fraction(1)
    for step in asked.steps:
        _, delta = pure_or_approximate(step)
        kept *= (1 - Fraction(up(delta))) ** step.count if delta else 1
    if kept == 0 or asked.at >= 1:
        return 0.0
    slack = 1 - (1 - asked.at) / kept
    # The library's total is rounded: a little less, so that it stays within the question's delta.
    return down(slack * (1 - Fraction(1, 10**12))) if slack > 0 else 0.0


def _with_rejected(make: Callable[..., Any], asked: Question) -> Any:
    accountant = make()
    for done in range(len(asked.steps) + 1):
        for after, step in asked.rejected:
            if after == done:
                _try(accountant, step)
        if done < len(asked.steps):
            epsilon, delta = pure_or_approximate(asked.steps[done])
            for _ in range(asked.steps[done].count):
                accountant.spend(up(epsilon), up(delta))
    return accountant


def _try(accountant: Any, step: Step) -> None:
    """Try an invalid spend; one that is not refused counts."""
    step.only("approximate")
    if step.count < 1:
        unsupported("budget is spent step by step, not counted")
    with contextlib.suppress(ValueError):
        accountant.spend(float(step.value("epsilon")), float(step.value("delta")))
