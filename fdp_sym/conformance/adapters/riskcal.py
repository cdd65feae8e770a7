"""riskcal: trade-off curves of privacy loss distributions, and calibration to risks.

``accountant``   accountants.CTDAccountant for Gaussians, sampled or not: epsilon, and the type II
                 error of a type I error; analysis.get_beta_from_pld on dp_accounting's
                 distribution for other mechanisms, get_beta_from_adp for an approximate one;
                 noise calibrated by calibration.blackbox with that accountant

Conventions of the library. Add-remove, both directions at once (its curve is the symmetrised one);
noise multiplier sigma / sensitivity; a Gaussian that sees everything has sample rate 1, and then
the sensitivity of either relation is divided out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .dp_accounting import composed
from .questions import Question, Step, down, named, unsupported, up

__all__ = ["accountant"]


def accountant() -> Callable[[Mapping[str, Any]], float]:
    """CTDAccountant and the curves of privacy loss distributions."""
    import riskcal

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "tradeoff", "calibration"))
        asked.stateless()
        asked.both_directions()
        if asked.quantity == "calibration":
            return _calibrated(riskcal, asked)
        steps = [step for step in asked.steps if step.count]
        if not steps:
            unsupported("an empty composition")
        if {step.mechanism for step in steps} == {"gaussian"}:
            return _gaussian(riskcal, steps, asked)
        if asked.quantity != "tradeoff":
            unsupported("epsilon is offered for Gaussian noise only")
        if steps[0].mechanism == "approximate":
            if len(steps) > 1 or steps[0].count > 1:
                unsupported("no composition of approximate mechanisms")
            epsilon, delta = steps[0].value("epsilon"), steps[0].value("delta")
            beta = riskcal.analysis.get_beta_from_adp(up(epsilon), up(delta), asked.argument())
            return float(beta)
        return float(riskcal.analysis.get_beta_from_pld(composed(asked, "both"), asked.argument()))

    return named(account, "riskcal", "riskcal")


def _gaussian(riskcal: Any, steps: list[Step], asked: Question) -> float:
    accountant = riskcal.accountants.CTDAccountant()
    for step in steps:
        # What step() records, without calling it as often as there are steps.
        accountant.history.append((*_parameters(step, asked), step.count))
    if asked.quantity == "epsilon":
        return float(accountant.get_epsilon(delta=asked.argument()))
    return float(accountant.get_beta(alpha=asked.argument()))


def _parameters(step: Step, asked: Question) -> tuple[float, float]:
    """Noise multiplier and sample rate."""
    _check(step, asked)
    step.noisy()
    return down(step.noise), up(step.rate)


def _check(step: Step, asked: Question) -> None:
    step.only("gaussian")
    step.poisson()
    if step.scheme and asked.relation != "add-remove":
        unsupported("sampling under replace-one")
    if step.rate == 0:
        unsupported("sampling rate 0")


def _calibrated(riskcal: Any, asked: Question) -> float:
    from riskcal.calibration import blackbox

    if len(asked.steps) != 1 or asked.calibrate != "sigma":
        unsupported("calibrates one kind of step only")
    step = asked.steps[0]
    _check(step, asked)
    epsilon, delta = asked.target()
    multiplier = blackbox.find_noise_multiplier_for_epsilon_delta(
        accountant=riskcal.accountants.CTDAccountant,
        sample_rate=up(step.rate),
        num_steps=step.count,
        epsilon=epsilon,
        delta=delta,
    )
    return up(Fraction(float(multiplier)) * step.sensitivity)
