"""Google's dp_accounting: privacy loss distributions, and its two accountants with state.

``accountant``   the low-level library: privacy_loss_distribution.from_*, self_compose, compose,
                 with its default discretisation and truncation; pessimistic estimate
``bounds``       the same twice, optimistic and pessimistic: (lower, upper)
``pld``          PLDAccountant
``rdp``          RdpAccountant; Renyi divergences at the order of the question

Conventions of the library. "Remove" has the record in the first distribution, as here, but only
the maximum of both directions is public: of sampled mechanisms one direction alone is
unsupported, except that the Renyi divergence of the sampled Gaussian is known to be that of
"remove"; a finite pair can be asked one way. Noise multipliers are noise / sensitivity. Under its
relation REPLACE_ONE the distributions and PLDAccountant read that sensitivity as the norm of one
record, as GaussianDpEvent documents it, so that two means are 2 * sensitivity apart: they get half
of the sensitivity under replace-one. RdpAccountant reads it as the distance of the two means, and
gets the whole; an event made for one of them is unsound in the other. Low-level functions for
unsampled noise get the whole sensitivity, which is what they call sensitivity. A
randomised response keeps the input with probability 1 - p and is uniform otherwise, so that
p = k / (exp(epsilon) + k - 1).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from .questions import (
    Kept,
    Question,
    Step,
    down,
    exp_up,
    log_down,
    log_up,
    named,
    number,
    unsupported,
    up,
)

__all__ = ["accountant", "bounds", "composed", "pld", "rdp"]

Account = Callable[[Mapping[str, Any]], Any]

_kept = Kept()


def accountant() -> Account:
    """Pessimistic privacy loss distributions."""
    _library()  # imported now, and not in the time of a question

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("delta", "epsilon"))
        return _low_level(asked, pessimistic=True)

    return named(account, "dp_accounting PLD", "dp-accounting")


def bounds() -> Account:
    """Optimistic and pessimistic privacy loss distributions: (lower, upper)."""
    _library()

    def account(question: Mapping[str, Any]) -> tuple[float, float]:
        asked = Question(question, ("delta", "epsilon"))
        lower = _low_level(asked, pessimistic=False)
        return lower, _low_level(asked, pessimistic=True)

    return named(account, "dp_accounting PLD, optimistic and pessimistic", "dp-accounting")


def pld() -> Account:
    """PLDAccountant, the accountant of privacy loss distributions with state."""
    from dp_accounting.pld import PLDAccountant

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("delta", "epsilon", "calibration"))
        asked.both_directions()
        return _with_state(PLDAccountant, asked, apart=2)

    return named(account, "dp_accounting PLDAccountant", "dp-accounting")


def rdp() -> Account:
    """RdpAccountant with its default orders; at the question's own order for divergences."""
    from dp_accounting.rdp import RdpAccountant

    def account(question: Mapping[str, Any]) -> float:
        asked = Question(question, ("delta", "epsilon", "renyi", "calibration"))
        asked.nonnegative()
        if asked.quantity != "renyi" or asked.direction == "add":
            asked.both_directions()
        make = RdpAccountant
        if asked.quantity == "renyi":
            make = partial(RdpAccountant, [asked.argument()])
        return _with_state(make, asked, apart=1)

    return named(account, "dp_accounting RDP", "dp-accounting")


# The low-level library


def _library() -> Any:
    from dp_accounting.pld import privacy_loss_distribution

    return privacy_loss_distribution


def _low_level(asked: Question, *, pessimistic: bool) -> float:
    asked.stateless()
    if any(step.mechanism == "finite" for step in asked.steps):
        if any(step.scheme for step in asked.steps):
            unsupported("finite pairs next to sampled mechanisms")
        directions = ["remove", "add"] if asked.direction == "both" else [asked.direction]
    else:
        asked.both_directions()
        directions = ["both"]
    argument = asked.argument() if pessimistic else up(asked.at)
    answers = []
    for direction in directions:
        total = composed(asked, direction, pessimistic=pessimistic)
        if asked.quantity == "delta":
            answers.append(float(total.get_delta_for_epsilon(argument)))
        else:
            answers.append(float(total.get_epsilon_for_delta(argument)))
    return max(answers)


def composed(asked: Question, direction: str, *, pessimistic: bool = True) -> Any:
    """The privacy loss distribution of a question; one direction is told from the other only of
    finite pairs."""
    make = partial(_composed, asked, direction, pessimistic)
    return _kept.of(asked, (direction, pessimistic), make)


def _composed(asked: Question, direction: str, pessimistic: bool) -> Any:
    pld = _library()
    total = None
    for step in asked.steps:
        if step.count:
            if step.mechanism == "finite":
                part = _finite(pld, step, direction, pessimistic)
            else:
                part = _distribution(pld, step, asked, pessimistic)
            if step.count > 1:
                part = part.self_compose(step.count)
            total = part if total is None else total.compose(part)
    return pld.identity(pessimistic_estimate=pessimistic) if total is None else total


def _finite(pld: Any, step: Step, direction: str, pessimistic: bool) -> Any:
    step.unsampled()
    first, second = step.parameters["p"], step.parameters["q"]
    if direction == "add":
        first, second = second, first
    more, less = (log_up, log_down) if pessimistic else (log_down, log_up)
    bound_more, bound_less = (up, down) if pessimistic else (down, up)
    upper = {i: bound_more(more(number(m))) for i, m in enumerate(first) if number(m)}
    lower = {i: bound_less(less(number(m))) for i, m in enumerate(second) if number(m)}
    return pld.from_two_probability_mass_functions(
        lower, upper, pessimistic_estimate=pessimistic, symmetric=direction != "both"
    )


def _distribution(pld: Any, step: Step, asked: Question, pessimistic: bool) -> Any:
    # Optimistic estimates want every rounding the other way.
    less, more = (down, up) if pessimistic else (up, down)
    estimate: dict[str, Any] = {"pessimistic_estimate": pessimistic}
    if step.mechanism in ("gaussian", "laplace"):
        step.poisson()
        if step.rate == 0:
            return pld.identity(**estimate)
        step.noisy()
        if not pessimistic:
            estimate["use_connect_dots"] = False  # only for pessimistic estimates
        if asked.relation == "replace-one" and step.scheme:
            if step.mechanism == "laplace":
                unsupported("no replace-one relation for sampled Laplace noise")
            return pld.from_gaussian_mechanism(
                less(step.value("sigma")),
                sensitivity=more(step.sensitivity / 2),
                sampling_prob=more(step.rate),
                neighboring_relation=_relation(asked),
                **estimate,
            )
        scale = step.value("sigma" if step.mechanism == "gaussian" else "scale")
        make = getattr(pld, f"from_{step.mechanism}_mechanism")
        return make(
            less(scale),
            sensitivity=more(step.sensitivity),
            sampling_prob=more(step.rate),
            **estimate,
        )
    step.unsampled()
    if step.mechanism == "discrete-gaussian":
        step.noisy()
        return pld.from_discrete_gaussian_mechanism(
            less(step.value("sigma")), sensitivity=_whole(step), **estimate
        )
    if step.mechanism == "geometric":
        step.noisy()
        return pld.from_discrete_laplace_mechanism(
            more(step.value("epsilon")), sensitivity=_whole(step), **estimate
        )
    if step.mechanism == "randomized-response":
        categories = int(step.value("categories"))
        return pld.from_randomized_response(_uniform_part(step), categories, **estimate)
    if step.mechanism == "approximate" and pessimistic:
        from dp_accounting.pld import common

        return pld.from_privacy_parameters(
            common.DifferentialPrivacyParameters(up(step.value("epsilon")), up(step.value("delta")))
        )
    return unsupported(f"no {'' if pessimistic else 'optimistic '}estimate of {step.mechanism}")


def _whole(step: Step) -> int:
    if step.sensitivity.denominator != 1:
        unsupported("integer noise wants an integer sensitivity")
    return int(step.sensitivity)


def _uniform_part(step: Step) -> float:
    categories = step.value("categories")
    return down(categories / (exp_up(step.value("epsilon")) + categories - 1))


def _relation(asked: Question) -> Any:
    import dp_accounting

    relations = dp_accounting.NeighboringRelation
    return relations.REPLACE_ONE if asked.relation == "replace-one" else relations.ADD_OR_REMOVE_ONE


# Accountants with state


class _Events:
    """Steps as events; ``apart`` is the distance of two replaced records in noise multipliers."""

    def __init__(self, asked: Question, apart: int) -> None:
        import dp_accounting

        self.library = dp_accounting
        relations = dp_accounting.NeighboringRelation
        kinds = {step.mechanism for step in asked.steps}
        self.replaced = asked.relation == "replace-one" or "randomized-response" in kinds
        if asked.relation == "add-remove" and self.replaced and len(kinds) > 1:
            unsupported("randomised response and added noise want different relations")
        self.relation = relations.REPLACE_ONE if self.replaced else relations.ADD_OR_REMOVE_ONE
        self.apart = apart if self.replaced else 1

    def event(self, step: Step, noise: float | None = None) -> Any:
        """One run of the step, with the noise multiplier if that is given."""
        library = self.library
        if step.mechanism == "randomized-response":
            step.unsampled()
            categories = int(step.value("categories"))
            return library.RandomizedResponseDpEvent(_uniform_part(step), categories)
        if step.mechanism == "geometric":
            step.unsampled()
            from dp_accounting import dp_event

            return dp_event.DiscreteLaplaceDpEvent(up(step.value("epsilon")), _whole(step))
        step.only("gaussian", "laplace")
        if step.mechanism == "laplace":
            if self.replaced:
                unsupported("Laplace noise under replace-one")
            event = library.LaplaceDpEvent(down(step.noise) if noise is None else noise)
        else:
            noise = down(step.noise * self.apart) if noise is None else noise
            event = library.GaussianDpEvent(noise)
        if step.scheme == "without-replacement":
            if not self.replaced:
                unsupported("sampling without replacement wants the relation replace-one")
            size = step.rate.denominator
            return library.SampledWithoutReplacementDpEvent(size, step.rate.numerator, event)
        return library.PoissonSampledDpEvent(up(step.rate), event) if step.scheme else event

    def unit(self, step: Step) -> Fraction:
        """The noise for a noise multiplier of 1."""
        return step.sensitivity / (self.apart if step.mechanism == "gaussian" else 1)


def _with_state(make: Callable[..., Any], asked: Question, *, apart: int) -> float:
    events = _Events(asked, apart)

    def fresh() -> Any:
        return make(neighboring_relation=events.relation)

    if asked.quantity == "calibration":
        return _calibrated(events, fresh, asked)
    if asked.rejected:
        accountant = _with_steps(fresh(), events, asked)
    else:
        order = asked.at if asked.quantity == "renyi" else None  # that of the whole accountant
        accountant = _kept.of(asked, (apart, order), lambda: _with_steps(fresh(), events, asked))
    if asked.quantity == "delta":
        return float(accountant.get_delta(asked.argument()))
    if asked.quantity == "renyi":
        return float(accountant.rdp[0])
    return float(accountant.get_epsilon(asked.argument()))


def _with_steps(accountant: Any, events: _Events, asked: Question) -> Any:
    for done in range(len(asked.steps) + 1):
        for after, step in asked.rejected:
            if after == done:
                _try(accountant, events, step)
        if done < len(asked.steps) and asked.steps[done].count:
            step = asked.steps[done]
            event = events.event(step)
            _check(accountant, events, event)
            accountant.compose(event, step.count)
    return accountant


def _check(accountant: Any, events: _Events, event: Any) -> None:
    if not accountant.supports(event):
        unsupported(f"{type(accountant).__name__} under {events.relation.name} refuses {event}")


def _try(accountant: Any, events: _Events, step: Step) -> None:
    """Try an invalid step; one that is not refused counts. Whatever it raises is a refusal."""
    with contextlib.suppress(Exception):
        accountant.compose(events.event(step), step.count)


def _calibrated(events: _Events, fresh: Callable[[], Any], asked: Question) -> float:
    asked.stateless()
    library, first, rest = events.library, asked.steps[0], asked.steps[1:]
    first.only("gaussian", "laplace")
    if asked.calibrate not in ("sigma", "scale"):
        unsupported(f"calibrates noise, not {asked.calibrate}")
    epsilon, delta = asked.target()
    others = [library.SelfComposedDpEvent(events.event(step), step.count) for step in rest]

    def event(noise: float) -> Any:
        one = library.SelfComposedDpEvent(events.event(first, noise), first.count)
        return library.ComposedDpEvent([one, *others])

    _check(fresh(), events, event(1.0))
    multiplier = library.calibrate_dp_mechanism(fresh, event, epsilon, delta)
    return up(Fraction(multiplier) * events.unit(first))
