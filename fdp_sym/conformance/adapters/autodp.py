"""autodp: Renyi divergences, exact Gaussians, characteristic functions.

``accountant``   transformer_zoo.Composition: Renyi divergences, converted to epsilon, delta and the
                 trade-off curve; sampling by AmplificationBySampling; noise calibrated by
                 calibrator_zoo
``exact``        transformer_zoo.ComposeGaussian: Gaussians only, epsilon and the trade-off curve
``fourier``      transformer_zoo.ComposeAFA: characteristic functions of unsampled mechanisms

Conventions of the library. Gaussian and Laplace noise are divided by the sensitivity; a randomised
response is binary, and p is the probability of the truth; a discrete Gaussian is known by its
zCDP. Renyi divergences of sampled mechanisms are upper bounds for add-remove; the improved bound
for Poisson sampling is used for Gaussians, as the library's SubsampleGaussianMechanism does, and
the general one for Laplace noise.

Version 0.2.3.1 needs a SciPy of its time: scipy.integrate.quadrature left with SciPy 1.14, and
minimize_scalar, which ignores the bounds given to it in SciPy 1.9, heeds them in 1.13. Those of
``fourier`` are [0, 1] for exp(epsilon), so that it then finds no epsilon above 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from .questions import Question, Step, down, exp_up, merged, named, unsupported, up

__all__ = ["accountant", "exact", "fourier"]

Account = Callable[[Mapping[str, Any]], float]


def accountant() -> Account:
    """Composition of Renyi divergences."""
    from autodp import transformer_zoo

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "delta", "tradeoff", "renyi", "calibration"))
        asked.stateless()
        if asked.direction == "add" or asked.quantity != "renyi":
            asked.both_directions()
        if asked.quantity == "calibration":
            return _calibrated(asked)
        parts = _parts(asked, partial(_renyi, asked))
        return _read(transformer_zoo.Composition()(*parts), asked)

    return named(account, "autodp RDP", "autodp")


def exact() -> Account:
    """Gaussians by their exact composition."""
    from autodp import mechanism_zoo, transformer_zoo

    def mechanism(step: Step) -> Any:
        step.only("gaussian")
        step.unsampled()
        step.noisy()
        return mechanism_zoo.ExactGaussianMechanism(down(step.noise))

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "tradeoff"))
        asked.stateless()
        parts = _parts(asked, mechanism)
        return _read(transformer_zoo.ComposeGaussian()(*parts), asked)

    return named(account, "autodp exact Gaussian", "autodp")


def fourier() -> Account:
    """Composition of characteristic functions."""
    from autodp import transformer_zoo

    def mechanism(step: Step) -> Any:
        step.only("gaussian", "laplace", "randomized-response")
        if step.scheme is not None:
            unsupported("characteristic functions of sampled mechanisms: minutes for an answer")
        return _base(step, phi=True)

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "delta"))
        asked.stateless()
        parts = _parts(asked, mechanism)
        return _read(transformer_zoo.ComposeAFA()(*parts), asked)

    return named(account, "autodp characteristic functions", "autodp")


def _parts(asked: Question, make: Callable[[Step], Any]) -> tuple[list[Any], list[int]]:
    """Mechanisms and their multiplicities."""
    steps = merged(asked.steps)
    if not steps:
        unsupported("an empty composition")
    return [make(step) for step, _ in steps], [count for _, count in steps]


def _read(mechanism: Any, asked: Question) -> float:
    argument = asked.argument()
    if asked.quantity == "epsilon":
        return float(mechanism.get_approxDP(argument))
    if asked.quantity == "delta":
        return float(mechanism.get_approx_delta(argument))
    if asked.quantity == "renyi":
        return float(mechanism.get_RDP(argument))
    return float(mechanism.get_fDP(argument))


def _renyi(asked: Question, step: Step) -> Any:
    from autodp import transformer_zoo

    base = _base(step, phi=False)
    if step.scheme is None:
        return base
    step.poisson()
    if asked.relation != "add-remove":
        unsupported("sampling under replace-one")
    sample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
    return sample(base, up(step.rate), improved_bound_flag=step.mechanism == "gaussian")


def _base(step: Step, *, phi: bool) -> Any:
    from autodp import mechanism_zoo as zoo

    off = {"phi_off": False, "RDP_off": True} if phi else {}
    if step.mechanism == "gaussian":
        step.noisy()
        if phi:
            off["approxDP_off"] = True
        return zoo.GaussianMechanism(down(step.noise), **off)
    if step.mechanism == "laplace":
        step.noisy()
        return zoo.LaplaceMechanism(down(step.noise), **off)
    if step.scheme is not None:
        step.unsampled()
    if step.mechanism == "randomized-response":
        if step.value("categories") != 2:
            unsupported("a randomised response of more than two categories")
        grown = exp_up(step.value("epsilon"))
        return zoo.RandresponseMechanism(up(grown / (grown + 1)), **off)
    if step.mechanism == "discrete-gaussian":
        step.noisy()
        return zoo.DiscreteGaussianMechanism(down(step.noise))
    step.only("approximate")
    if step.value("delta") != 0:
        unsupported("no composition of guarantees whose delta is positive")
    return zoo.PureDP_Mechanism(up(step.value("epsilon")))


def _calibrated(asked: Question) -> float:
    from autodp import calibrator_zoo, mechanism_zoo

    if len(asked.steps) != 1 or asked.calibrate != "sigma":
        unsupported("calibrates one kind of step only")
    step = asked.steps[0]
    step.only("gaussian")
    step.poisson()
    epsilon, delta = asked.target()
    if step.scheme is None and step.count == 1:
        calibrate = calibrator_zoo.ana_gaussian_calibrator()
        mechanism = calibrate(mechanism_zoo.ExactGaussianMechanism, epsilon, delta)
    else:
        parameters: dict[str, Any] = {"sigma": None, "coeff": step.count}
        kind = mechanism_zoo.ComposedGaussianMechanism
        if step.scheme is not None:
            parameters["prob"] = up(step.rate)
            kind = mechanism_zoo.SubsampleGaussianMechanism
        mechanism = calibrator_zoo.generalized_eps_delta_calibrator()(
            kind,
            epsilon,
            delta,
            [0.1, 10.0 * step.count**0.5],
            params=parameters,
            para_name="sigma",
        )
    return up(Fraction(float(mechanism.params["sigma"])) * step.sensitivity)
