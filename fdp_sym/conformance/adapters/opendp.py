"""OpenDP: privacy maps of measurements, their compositions and conversions.

``accountant``   make_gaussian, make_laplace, make_geometric, make_randomized_response and, for
                 approximate mechanisms, make_user_measurement; make_composition; then
                 make_zCDP_to_approxDP, make_fixed_approxDP_to_approxDP or the pure epsilon;
                 noise calibrated by binary_search_param

Conventions of the library. A measurement's map takes the distance d_in of two inputs: noise on
floats is divided by the sensitivity and asked at d_in = 1, noise on integers is asked at the
sensitivity. Composition adds up, within one privacy measure: Gaussian noise is rho-zCDP, Laplace
and geometric noise pure (next to Gaussian noise they pass make_pureDP_to_zCDP), an approximate
mechanism Approximate<MaxDivergence>. Compositions of pure mechanisms are converted both ways, and
the better answer counts. Geometric noise of epsilon has scale 1 / epsilon; a randomised response
keeps the input with probability exp(epsilon) / (exp(epsilon) + k - 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .questions import Question, Step, down, exp_up, named, unsupported, up

__all__ = ["accountant"]

MOST_MEASUREMENTS = 20000

_INTEGER = ("geometric", "discrete-gaussian")
_PURE = ("laplace", "geometric", "randomized-response")


def accountant() -> Callable[[Mapping[str, Any]], float]:
    """Privacy maps of composed measurements."""
    import opendp.prelude as dp

    dp.enable_features("contrib", "honest-but-curious")

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("epsilon", "delta", "calibration"))
        asked.stateless()
        asked.both_directions()
        asked.nonnegative()
        if asked.quantity == "calibration":
            return _calibrated(dp, asked)
        steps = [step for step in asked.steps if step.count]
        if not steps:
            unsupported("an empty composition")
        return min(_answers(dp, steps, asked))

    return named(account, "OpenDP", "opendp")


def _answers(dp: Any, steps: list[Step], asked: Question) -> list[float]:
    distance = _distance(steps)
    kinds = {step.mechanism for step in steps}
    if kinds == {"approximate"}:
        composed = _composed(dp, [(_approximate(dp, step), step.count) for step in steps])
        profile = dp.c.make_fixed_approxDP_to_approxDP(composed).map(distance)
        return [_read(profile, asked)]
    answers = []
    measurements = [(_measurement(dp, step), step.count) for step in steps]
    if kinds <= set(_PURE):
        epsilon = float(_composed(dp, measurements).map(distance))
        if asked.quantity == "epsilon":
            answers.append(epsilon)
        elif Fraction(epsilon) <= asked.at:
            answers.append(0.0)
        measurements = [(dp.c.make_pureDP_to_zCDP(one), count) for one, count in measurements]
    else:
        measurements = [
            (dp.c.make_pureDP_to_zCDP(one) if step.mechanism in _PURE else one, step.count)
            for step, (one, _) in _paired(steps, measurements)
        ]
    concentrated = _composed(dp, measurements)
    if asked.quantity == "delta" or asked.at > 0:
        profile = dp.c.make_zCDP_to_approxDP(concentrated).map(distance)
        answers.append(_read(profile, asked))
    return answers or [float("inf")]


def _paired(steps: list[Step], measurements: list[Any]) -> list[tuple[Step, Any]]:
    return [(steps[index], measurement) for index, measurement in enumerate(measurements)]


def _read(profile: Any, asked: Question) -> float:
    argument = asked.argument()
    answer = profile.delta(argument) if asked.quantity == "delta" else profile.epsilon(argument)
    return float(answer)


def _distance(steps: list[Step]) -> Any:
    """The distance of the two inputs, for maps on floats, integers or categories."""
    kinds = {step.mechanism for step in steps}
    if kinds <= set(_INTEGER):
        sensitivities = {step.sensitivity for step in steps}
        if len(sensitivities) > 1 or min(sensitivities).denominator > 1:
            unsupported("integer noise of different or fractional sensitivities")
        return int(min(sensitivities))
    if kinds & set(_INTEGER) or ("randomized-response" in kinds and len(kinds) > 1):
        unsupported("no composition of noise on floats, integers and categories")
    return 1 if "randomized-response" in kinds else 1.0


def _measurement(dp: Any, step: Step) -> Any:
    step.only("gaussian", "laplace", "geometric", "discrete-gaussian", "randomized-response")
    step.unsampled()
    if step.mechanism != "randomized-response":
        step.noisy()
    floats = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    integers = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    if step.mechanism == "gaussian":
        return dp.m.make_gaussian(*floats, scale=down(step.noise))
    if step.mechanism == "laplace":
        return dp.m.make_laplace(*floats, scale=down(step.noise))
    if step.mechanism == "discrete-gaussian":
        return dp.m.make_gaussian(*integers, scale=down(step.value("sigma")))
    if step.mechanism == "geometric":
        return dp.m.make_geometric(*integers, scale=down(1 / step.value("epsilon")))
    categories = int(step.value("categories"))
    grown = exp_up(step.value("epsilon"))
    return dp.m.make_randomized_response(
        list(range(categories)), prob=up(grown / (grown + categories - 1))
    )


def _approximate(dp: Any, step: Step) -> Any:
    guarantee = up(step.value("epsilon")), up(step.value("delta"))
    return dp.m.make_user_measurement(
        dp.atom_domain(T=float, nan=False),
        dp.absolute_distance(T=float),
        output_measure=dp.approximate(dp.max_divergence()),
        function=lambda _: 0.0,
        privacy_map=lambda _: guarantee,
    )


def _composed(dp: Any, measurements: list[tuple[Any, int]]) -> Any:
    if sum(count for _, count in measurements) > MOST_MEASUREMENTS:
        unsupported(f"more than {MOST_MEASUREMENTS} measurements, whose maps it asks one by one")
    return dp.c.make_composition([one for one, count in measurements for _ in range(count)])


def _calibrated(dp: Any, asked: Question) -> float:
    if len(asked.steps) != 1:
        unsupported("calibrates one kind of step only")
    step = asked.steps[0]
    step.only("gaussian")
    step.unsampled()
    floats = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    epsilon, delta = asked.target()

    def measurement(scale: float) -> Any:
        composed = _composed(dp, [(dp.m.make_gaussian(*floats, scale=scale), step.count)])
        return dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(composed), delta)

    scale = dp.binary_search_param(measurement, d_in=1.0, d_out=(epsilon, delta), T=float)
    return up(Fraction(scale) * step.sensitivity)
