"""Opacus' accountants of DP-SGD: RDPAccountant, PRVAccountant and GaussianAccountant.

``accountant``, ``rdp``   RDPAccountant; Renyi divergences by analysis.rdp.compute_rdp
``prv``                   PRVAccountant, default errors; its upper bound
``gdp``                   GaussianAccountant, the central limit theorem, which the library itself
                          calls experimental; the mu of compute_mu_poisson

Conventions of the library. Steps are Poisson-sampled Gaussians under add-remove, with noise
multiplier sigma / sensitivity; a Gaussian that sees everything is a step of sample rate 1, where
the sensitivity under the question's relation is divided out. Divergences and random variables are
those of "remove"; one direction alone is answered only where it is that one. Steps are taken one
by one through step() when there are at most 1000 of them, and otherwise recorded in the
accountant's history, as get_noise_multiplier does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .questions import Question, Step, down, named, unsupported, up

__all__ = ["accountant", "gdp", "prv", "rdp"]

Account = Callable[[Mapping[str, Any]], float]

ONE_BY_ONE = 1000


def rdp() -> Account:
    """RDPAccountant with its default orders."""
    from opacus.accountants import RDPAccountant
    from opacus.accountants.analysis.rdp import compute_rdp

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "renyi", "calibration"))
        if asked.quantity != "renyi":
            asked.both_directions()
            return _epsilon(RDPAccountant, asked)
        if asked.direction == "add":
            asked.both_directions()
        asked.stateless()
        return sum(
            float(
                compute_rdp(
                    q=rate, noise_multiplier=noise, steps=step.count, orders=asked.argument()
                )
            )
            for step in asked.steps
            for noise, rate in [_parameters(step, asked)]
        )

    return named(account, "Opacus RDPAccountant", "opacus")


accountant = rdp


def prv() -> Account:
    """PRVAccountant with its default errors; the upper bound."""
    from opacus.accountants import PRVAccountant

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "calibration"))
        if asked.direction == "add":
            asked.both_directions()
        return _epsilon(PRVAccountant, asked)

    return named(account, "Opacus PRVAccountant", "opacus")


def gdp() -> Account:
    """GaussianAccountant, and the mu of its central limit theorem."""
    from opacus.accountants import GaussianAccountant
    from opacus.accountants.analysis.gdp import (
        compute_mu_poisson,
    )

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "gdp", "calibration"))
        if asked.quantity != "gdp":
            asked.both_directions()
            return _epsilon(GaussianAccountant, asked)
        asked.stateless()
        if len(asked.steps) != 1 or not asked.steps[0].count:
            unsupported("one kind of step only")
        noise, rate = _parameters(asked.steps[0], asked)
        return float(
            compute_mu_poisson(steps=asked.steps[0].count, noise_multiplier=noise, sample_rate=rate)
        )

    return named(account, "Opacus GaussianAccountant", "opacus")


def _parameters(step: Step, asked: Question) -> tuple[float, float]:
    """Noise multiplier and sample rate."""
    rate = _rate(step, asked)
    return down(step.noise), rate


def _rate(step: Step, asked: Question) -> float:
    step.only("gaussian")
    step.poisson()
    if step.scheme and asked.relation != "add-remove":
        unsupported("sampling under replace-one")
    return up(step.rate)


def _epsilon(make: Callable[[], Any], asked: Question) -> float:
    if asked.quantity == "calibration":
        return _calibrated(make(), asked)
    accountant = make()
    for done in range(len(asked.steps) + 1):
        for after, step in asked.rejected:
            if after == done:
                _try(accountant, step, asked)
        if done < len(asked.steps):
            _take(accountant, asked.steps[done], asked)
    if not any(step.count for step in asked.steps):
        unsupported("an empty composition")
    return float(accountant.get_epsilon(delta=asked.argument()))


def _take(accountant: Any, step: Step, asked: Question) -> None:
    noise, rate = _parameters(step, asked)
    if step.count > ONE_BY_ONE:
        if accountant.mechanism() == "gdp" and accountant.history:
            unsupported("one kind of step only")
        accountant.history.append((noise, rate, step.count))
        return
    for _ in range(step.count):
        try:
            accountant.step(noise_multiplier=noise, sample_rate=rate)
        except ValueError as error:
            unsupported(str(error))


def _try(accountant: Any, step: Step, asked: Question) -> None:
    """Try an invalid step; one that is not refused counts."""
    step.only("gaussian")
    if step.count < 1:
        unsupported("steps are taken one by one, not counted")
    with contextlib.suppress(ValueError):
        accountant.step(noise_multiplier=float(step.noise), sample_rate=float(step.rate))


def _calibrated(accountant: Any, asked: Question) -> float:
    from opacus.accountants.utils import get_noise_multiplier

    asked.stateless()
    if len(asked.steps) != 1 or asked.calibrate != "sigma":
        unsupported("calibrates one kind of step only")
    step = asked.steps[0]
    epsilon, delta = asked.target()
    multiplier = get_noise_multiplier(
        target_epsilon=epsilon,
        target_delta=delta,
        sample_rate=_rate(step, asked),
        steps=step.count,
        accountant=accountant.mechanism(),
    )
    return up(Fraction(float(multiplier)) * step.sensitivity)
