"""Microsoft's prv_accountant: numerical composition of privacy loss random variables.

``accountant``   PRVAccountant with eps_error = 0.01 and delta_error = delta / 1000
``coarse``       the same with eps_error = 0.1, which the documentation calls typical

The library has no default errors; its answers are (lower, estimate, upper), of which lower and
upper are given here. For the delta of an epsilon delta_error is 1e-15, near the least that its
own floating-point check allows.

Conventions of the library. Its random variable of the sampled Gaussian is that of "remove": the
mixture comes first; "both" gets the same answer, since the library offers it for either neighbour.
Sensitivities are divided out: noise_multiplier for Gaussians, mu = sensitivity / scale for
Laplace. Gaussians that see everything are GaussianMechanism, not a sampled one of rate 1.
Approximate mechanisms are ApproximateDPMechanism and PureDPMechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .questions import Kept, Question, Step, down, merged, named, unsupported, up

__all__ = ["accountant", "coarse"]


def accountant() -> Callable[[Mapping[str, Any]], tuple[float, float]]:
    """Bounds with eps_error = 0.01."""
    return _account(0.01)


def coarse() -> Callable[[Mapping[str, Any]], tuple[float, float]]:
    """Bounds with eps_error = 0.1."""
    return _account(0.1)


def _account(error: float) -> Any:
    import prv_accountant as prv

    kept = Kept()

    def account(question: Mapping[str, Any]) -> tuple[float, float]:
        asked = Question(question, ("delta", "epsilon"))
        asked.stateless()
        if asked.direction == "add":
            asked.both_directions()
        argument = asked.argument()
        if asked.quantity == "epsilon" and argument == 0:
            unsupported("delta = 0")
        steps = merged(asked.steps)
        variables = [_variable(prv, step) for step, _ in steps]
        counts = [count for _, count in steps]
        if not steps:
            unsupported("an empty composition")
        delta_error = argument / 1000 if asked.quantity == "epsilon" else 1e-15
        composed = kept.of(
            asked,
            delta_error,
            lambda: prv.PRVAccountant(
                prvs=variables,
                max_self_compositions=counts,
                eps_error=error,
                delta_error=delta_error,
            ),
        )
        compute = (
            composed.compute_epsilon if asked.quantity == "epsilon" else composed.compute_delta
        )
        lower, _, upper = compute(argument, counts)
        return float(lower), float(upper)

    return named(account, f"prv_accountant, eps_error {error}", "prv-accountant")


def _variable(prv: Any, step: Step) -> Any:
    if step.mechanism == "gaussian":
        step.poisson()
        step.noisy()
        noise = down(step.noise)
        if step.scheme is None:
            return prv.GaussianMechanism(noise)
        if step._relation == "replace-one":
            unsupported("sampling under replace-one")
        return prv.PoissonSubsampledGaussianMechanism(up(step.rate), noise)
    step.unsampled()
    if step.mechanism == "laplace":
        step.noisy()
        return prv.LaplaceMechanism(up(1 / step.noise))
    step.only("approximate")
    if step.value("delta") == 0:
        return prv.PureDPMechanism(up(step.value("epsilon")))
    return prv.ApproximateDPMechanism(up(step.value("epsilon")), up(step.value("delta")))
