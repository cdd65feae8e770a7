"""What steps mean and how questions are answered, against mpmath, SciPy and exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

import mpmath
import pytest
from scipy import stats

from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.vectors.expressions import expression, is_symmetric, step_expression
from fdp_sym.vectors.mechanisms import composition, trade_off
from fdp_sym.vectors.questions import (
    Question,
    approximate,
    discrete_gaussian,
    finite,
    gaussian,
    geometric,
    laplace,
    poisson,
    randomized_response,
    staircase,
)
from fdp_sym.vectors.truth import answer
from fdp_sym.vectors.vector import Step


def _ask(
    *steps: Step, quantity: str, at: str | None, relation: str = "add-remove", way: str = "both"
) -> Any:
    question = Question(steps, quantity, at, "any", relation, way)
    return answer(question.to_json(), 25)


def _pair(step: Step, steps: int = 1) -> tuple[list[Fraction], list[Fraction]]:
    """The product of a finite pair, P with the record."""
    p, q = ([Fraction(x) for x in step.parameters[key]] for key in ("p", "q"))
    masses = []
    for column in (p, q):
        terms = [Fraction(1)]
        for _ in range(steps):
            terms = [a * b for a, b in product(terms, column)]
        masses.append(terms)
    return masses[0], masses[1]


SKEW = finite(("1/2", "3/10", "1/5"), ("3/5", "1/10", "3/10"), 3)


# -- meaning ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (gaussian("100"), "Gaussian(1/100)"),
        (laplace("1/2", sensitivity="1/3"), "Laplace(2/3)"),
        (discrete_gaussian("3/2"), "DiscreteGaussian(3/2)"),
        (geometric("0.1"), "Geometric(1/10)"),
        (staircase(1, "1/3"), "Staircase(1, 1/3)"),
        (randomized_response("1/5", 4), "RandomizedResponse(1/5, 4)"),
        (approximate("1", "1e-3"), "EpsDelta(1, 1/1000)"),
        (gaussian("0"), "EpsDelta(0, 1)"),
        (gaussian("0", sensitivity="0"), "Identity()"),
        (gaussian("2", sampling=poisson("0.01")), 'Gaussian(1/2).poisson(1/100, direction="add")'),
        (gaussian("2", sampling=poisson(1)), "Gaussian(1/2)"),
        (laplace("2", sampling=poisson(0)), "Identity()"),
        (laplace("0", sampling=poisson("1/4")), "from_pair([3/4, 1/4], [1, 0])"),
        (finite(("1/2", "1/2"), ("1/4", "3/4")), "from_pair([1/2, 1/2], [1/4, 3/4])"),
    ],
)
def test_one_step(step: Step, text: str) -> None:
    assert step_expression(step.to_json(), "add-remove", "add") == text
    trade_off(step, "add-remove", "add")  # it is read


def test_replacing_a_record_counts_twice() -> None:
    for step, text in ((gaussian("4"), "Gaussian(1/2)"), (geometric(1), "Geometric(1).group(2)")):
        assert step_expression(step.to_json(), "replace-one", "remove") == text


@pytest.mark.parametrize("name", ["geometric", "discrete-gaussian"])
def test_groups_are_exact_for_noise_on_the_integers(name: str) -> None:
    # both laws and the tests by thresholds, which are the best ones, in 30 digits
    with mpmath.workdps(30):
        weight = {
            "geometric": lambda z: mpmath.exp(-abs(z) / mpmath.mpf(2)),
            "discrete-gaussian": lambda z: mpmath.exp(-(z**2) / mpmath.mpf(8)),
        }[name]
        weights = {z: weight(z) for z in range(-150, 151)}
        total = sum(weights.values())
        step = geometric("1/2") if name == "geometric" else discrete_gaussian(2)
        f = trade_off(step, "replace-one", "remove")
        for cut in range(-2, 5):
            alpha = sum(m for z, m in weights.items() if z >= cut) / total
            beta = sum(m for z, m in weights.items() if z + 2 < cut) / total
            assert f(float(alpha)) == pytest.approx(float(beta), rel=1e-11)


def test_a_composition_as_text() -> None:
    steps = (gaussian("3", 2), laplace("1", 0), finite(("1/2", "1/2"), ("1/4", "3/4")))
    question = Question(steps, "delta", "1", "any", direction="remove").to_json()
    pair = "from_pair([1/4, 3/4], [1/2, 1/2])"
    assert expression(question) == f"Gaussian(1/3)**2 @ {pair}"
    assert not is_symmetric(question)
    both = {**question, "direction": "both"}
    assert expression(both) == f"(Gaussian(1/3)**2 @ {pair}).two_sided()"
    assert expression({**question, "steps": []}) == "Identity()"
    composition(both)


def _changed(step: Step, **changes: Any) -> dict[str, Any]:
    return {**step.to_json(), **changes}


@pytest.mark.parametrize(
    ("step", "relation", "message"),
    [
        (_changed(gaussian(1), mechanism="cauchy"), "add-remove", "'cauchy': allowed are"),
        (_changed(gaussian(1), parameters={"scale": "1"}), "add-remove", "allowed are"),
        (
            _changed(gaussian(1), parameters={"sigma": "x"}),
            "add-remove",
            "sigma of gaussian is no number: 'x'",
        ),
        (_changed(gaussian(1), parameters={"sigma": "-1"}), "add-remove", "numbers from 0"),
        (_changed(gaussian(1), sensitivity=None), "add-remove", "has no sensitivity"),
        (_changed(gaussian(1), sensitivity={"add-remove": "1"}), "replace-one", "no sensitivity"),
        (_changed(gaussian(1), sensitivity={"add-remove": "-1"}), "add-remove", "from 0"),
        (_changed(geometric(1), sensitivity={"add-remove": "1/2"}), "add-remove", "integers"),
        (_changed(gaussian(1), count=-1), "add-remove", "count = -1"),
        (_changed(gaussian(1), count=True), "add-remove", "count is of type bool"),
        (_changed(gaussian(1), sampling=poisson(2)), "add-remove", "sampling rate 2"),
        (_changed(gaussian(1), sampling={"scheme": "x", "rate": "1/2"}), "add-remove", "scheme"),
        (gaussian(1).to_json(), "remove-one", "relation = 'remove-one'"),
    ],
)
def test_steps_that_are_none(step: dict[str, Any], relation: str, message: str) -> None:
    question = {"steps": [step], "relation": relation, "direction": "remove"}
    with pytest.raises(DomainError, match=message):
        expression(question)


@pytest.mark.parametrize(
    ("step", "relation"),
    [
        # only bounds are known of these
        (gaussian(1, sampling=poisson("1/2")), "replace-one"),
        (
            gaussian(1, 2, sampling={"scheme": "without-replacement", "rate": "1/2"}),
            "replace-one",
        ),
        (gaussian(1, sampling={"scheme": "without-replacement", "rate": "1/2"}), "add-remove"),
        (staircase(1, "1/2"), "replace-one"),
    ],
)
def test_steps_without_an_exact_function(step: Step, relation: str) -> None:
    question = {"steps": [step.to_json()], "relation": relation, "direction": "remove"}
    with pytest.raises(UnsupportedError):
        expression(question)


def test_directions_and_quantities_that_are_none() -> None:
    question = Question((gaussian(1),), "delta", "1", "any").to_json()
    with pytest.raises(DomainError, match="direction = 'up'"):
        expression({**question, "direction": "up"})
    with pytest.raises(DomainError, match="quantity = 'mu'"):
        answer({**question, "quantity": "mu"}, 10)


# -- answers ------------------------------------------------------------------------------------


def test_gaussian_profile_by_scipy() -> None:
    mu = 10**0.5 / 3
    ball = _ask(gaussian(3, 10), quantity="delta", at="1/2")
    norm = stats.norm
    expected = norm.cdf(-0.5 / mu + mu / 2) - mpmath.e**0.5 * norm.cdf(-0.5 / mu - mu / 2)
    assert float(ball.lower) == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("way", ["remove", "add", "both"])
def test_finite_pairs_by_enumeration(way: str) -> None:
    p, q = _pair(SKEW, 3)
    growth = Fraction(mpmath.nstr(mpmath.e ** mpmath.mpf("0.25"), 17))
    sides = {
        "remove": sum(max(a - growth * b, 0) for a, b in zip(p, q, strict=True)),
        "add": sum(max(b - growth * a, 0) for a, b in zip(p, q, strict=True)),
    }
    expected = sides.get(way, max(sides.values()))
    ball = _ask(SKEW, quantity="delta", at="1/4", way=way)
    assert float(ball.lower) == pytest.approx(float(expected), rel=1e-12)
    assert sides["remove"] != sides["add"]


@pytest.mark.parametrize(("way", "better"), [("remove", min), ("add", min), ("both", min)])
def test_tests_of_finite_pairs(way: str, better: Callable[..., Any]) -> None:
    p, q = _pair(SKEW, 3)

    def value(null: list[Fraction], other: list[Fraction], alpha: Fraction) -> Fraction:
        order = sorted(range(len(null)), key=lambda i: other[i] / null[i], reverse=True)
        power, left = Fraction(0), alpha
        for i in order:
            share = min(Fraction(1), left / null[i])
            power, left = power + share * other[i], left - share * null[i]
            if not left:
                break
        return 1 - power

    alpha = Fraction(1, 7)
    # the null hypothesis is "without" for the removal
    sides = {"remove": value(q, p, alpha), "add": value(p, q, alpha)}
    ball = _ask(SKEW, quantity="tradeoff", at="1/7", way=way)
    assert ball.lower == ball.upper == sides.get(way, better(sides.values()))


@pytest.mark.parametrize("way", ["remove", "add", "both"])
def test_renyi_divergence_is_that_of_the_record_from_its_absence(way: str) -> None:
    p, q = _pair(SKEW, 1)
    sides = {
        "remove": sum(a**3 / b**2 for a, b in zip(p, q, strict=True)),
        "add": sum(b**3 / a**2 for a, b in zip(p, q, strict=True)),
    }
    moment = sides.get(way, max(sides.values()))
    ball = _ask(finite(*SKEW.parameters.values()), quantity="renyi", at="3", way=way)
    assert float(ball.lower) == pytest.approx(
        float(mpmath.log(mpmath.mpf(moment.numerator) / moment.denominator) / 2), rel=1e-12
    )


def test_epsilon_of_both_directions_is_the_larger() -> None:
    step = gaussian(1, sampling=poisson("1/10"))
    sides = [_ask(step, quantity="epsilon", at="1e-3", way=way) for way in ("remove", "add")]
    both = _ask(step, quantity="epsilon", at="1e-3")
    assert both.lower == max(side.lower for side in sides)
    assert sides[0].lower > sides[1].upper


def test_gaussian_parameters() -> None:
    ball = _ask(gaussian(3), gaussian(4), quantity="gdp", at=None)
    assert ball.lower <= Fraction(5, 12) <= ball.upper
    assert _ask(quantity="gdp", at=None).upper == 0
    assert _ask(gaussian(0), quantity="gdp", at=None).lower == inf
    with pytest.raises(UnsupportedError, match="compositions of Gaussian noise"):
        _ask(laplace(1), quantity="gdp", at=None)


def test_drawn_records_without_noise() -> None:
    step = gaussian(0, 3, sampling=poisson("1/10"))
    removed = 1 - Fraction(9, 10) ** 3
    assert _ask(step, quantity="delta", at="5", way="remove").lower == removed
    assert _ask(step, quantity="delta", at="5", way="add").upper == 0
    assert _ask(step, quantity="epsilon", at="1e-5", way="remove").lower == inf
    largest = 3 * mpmath.log(mpmath.mpf(10) / 9)
    ball = _ask(step, quantity="epsilon", at="0", way="add")
    assert float(ball.lower) == pytest.approx(float(largest), rel=1e-12)
