"""Certified values of products against published numbers and independent routes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from sympy import Rational, exp, log, sqrt

from fdp_sym.balls import Ball, enclose
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.oracle import enclose_delta, enclose_epsilon, enclose_value
from fdp_sym.symbols import integer, mu
from fdp_sym.tradeoff import (
    DiscreteGaussian,
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    RandomizedResponse,
    Staircase,
    from_pair,
)

# Murtagh and Vadhan's problem for four different guarantees
LIST = [
    (EpsDelta(eps, delta), 1)
    for eps, delta in (("0.3", "0.01"), ("0.5", 0), ("1.1", "0.02"), ("0.2", "0.001"))
]


@pytest.mark.parametrize(
    ("factors", "eps", "digits"),
    [
        ([(EpsDelta("1/10"), 1000)], 10, "0.0333138256921140200660412558744873650"),
        ([(EpsDelta("1/100"), 10**5)], 10, "0.0337748768535130014833713943209240754"),
        ([(EpsDelta("1/10", "1/1000"), 30)], "0.4", "0.1138753444937"),
        ([(EpsDelta("1/10", "1/1000"), 30)], 1, "0.0398184105221306"),
        ([(Gaussian(1), 1)], 1, "0.126936737506"),
        ([(Laplace("1/10"), 1000)], 10, "0.02803404121547754315844735123741717465221"),
        ([(Laplace("1/10"), 1000)], 50, "1.8358468516098519113869205188942390e-51"),
        ([(Laplace(1), 30)], 10, "0.5135483935078025765172592683520388808073"),
        ([(Laplace("5/68"), 20)], 1, "9.350039e-5"),
        (LIST, 0, "0.515889304187869"),
        (LIST, "0.9", "0.274352344340615"),
        (LIST, "1.5", "0.116491492626129"),
        (
            [(EpsDelta(Rational(20 + i, 1000)), 1) for i in range(100)],
            1,
            "0.050348056223278056285723986560948",
        ),
    ],
)
def test_reference_values(factors, eps, digits):
    ball = enclose_delta(factors, eps)
    assert ball.relative_width <= Fraction(1, 10**30)
    mantissa, _, exponent = digits.partition("e")
    width = Fraction(1, 10 ** (len(mantissa.partition(".")[2]) - int(exponent or 0)))
    assert ball.overlaps(type(ball)(Fraction(digits) - width, Fraction(digits) + width))


def rational_delta(n: int, x: int, growth: Fraction) -> Fraction:
    """The profile of f_{log x, 0}^n where exp(eps) = growth, term by term."""
    terms = (
        comb(n, j) * max(Fraction(0), x ** (n - j) - growth * x**j) / Fraction(1 + x) ** n
        for j in range(n + 1)
    )
    return sum(terms, Fraction(0))


@pytest.mark.parametrize("growth", [Fraction(1), Fraction(9), Fraction(1, 27), Fraction(100)])
def test_exact_rationals(growth):
    eps = log(growth.numerator) - log(growth.denominator)
    ball = enclose_delta([(EpsDelta(log(3)), 12)], eps)
    assert ball.contains(rational_delta(12, 3, growth))
    assert ball.relative_width <= Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("factors", "eps"),
    [
        ([(EpsDelta("1/10"), 10)], 1),
        ([(EpsDelta(log(4)), 10)], 20 * log(2)),
        ([(EpsDelta(sqrt(2)), 3), (Laplace(1), 2)], 2 + 3 * sqrt(2)),
        ([(Identity(), 3)], 0),
        ([], 0),
    ],
)
def test_zero_is_exact(factors, eps):
    assert enclose_delta(factors, eps) == Ball(0, 0)
    assert enclose_delta(factors, eps - Rational(1, 10**40)) > 0


@pytest.mark.parametrize(
    ("alpha", "digits"),
    [("0.05", "0.750409102477"), ("0.1", "0.618752801846"), ("0.3", "0.326477232901")],
)
def test_published_values(alpha, digits):
    ball = enclose_value([(EpsDelta(1 / sqrt(10)), 10)], alpha)
    assert ball.relative_width <= Fraction(1, 10**30)
    assert abs(ball.midpoint - Fraction(digits)) < Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("mu", "digits"), [("1/2", "1.99309140442"), (3, "16.6754944028"), (6, "42.8360081027")]
)
def test_published_epsilons(mu, digits):
    ball = enclose_epsilon([(Gaussian(mu), 1)], "1e-5")
    assert abs(ball.midpoint - Fraction(digits)) < Fraction(1, 10**10)


def test_a_product_is_its_factors():
    factors = [(Gaussian(1), 1), (EpsDelta(1), 3), (Laplace("1/2"), 2)]
    together = Gaussian(1) @ EpsDelta(1) ** 3 @ Laplace("1/2") ** 2
    assert enclose_delta(together, 1) == enclose_delta(factors, 1)


@pytest.mark.parametrize(
    "f", [RandomizedResponse(log(3), 4), Staircase(log(3), "1/3"), EpsDelta(log(3), "1/7")]
)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_rational_and_ball_sums_agree(f, n):
    """At a rational exp(eps) the sum is exact; next to it balls have to come close to it."""
    for growth in (Fraction(1, 2), Fraction(1), Fraction(3), Fraction(29, 10)):
        eps = log(growth.numerator) - log(growth.denominator)
        exact = enclose_delta([(f, n)], eps)
        near = enclose_delta([(f, n)], eps + Rational(1, 10**50))
        assert exact.is_exact
        assert near == Ball(0, 0) or near.route != exact.route
        assert abs(near.midpoint - exact.midpoint) < Fraction(1, 10**30)


def test_exact_values_are_those_of_the_piecewise_linear_product():
    pair = from_pair(["1/2", "1/3", "1/12", "1/12"], ["1/6", "1/6", "2/3", 0])
    product = pair @ pair
    for alpha in (Fraction(j, 36) for j in range(37)):
        ball = enclose_value([(pair, 2)], alpha)
        assert ball.is_exact
        assert ball.midpoint == Fraction(str(product(alpha)))


def test_answers_that_are_no_numbers():
    infinite, nothing = Ball(float("inf"), float("inf")), Ball(0, 0)
    assert enclose_epsilon([(EpsDelta(1, "1/100"), 5)], "1/1000") == infinite
    assert enclose_epsilon([(Gaussian(1), 3)], 0) == infinite
    assert enclose_epsilon([(Gaussian(1), 3)], 1) == nothing
    assert enclose_epsilon([(EpsDelta("1/10"), 1000)], 0) == Ball(100, 100)
    assert enclose_epsilon([(EpsDelta("1/10", "1/100"), 1)], "1/100") == Ball("1/10", "1/10")
    assert enclose_epsilon([(EpsDelta(log(3)), 1)], "1/2") == nothing
    useless = [(EpsDelta(1, 1), 2), (Gaussian(1), 1)]
    assert enclose_delta(useless, 3) == Ball(1, 1)
    assert enclose_epsilon(useless, "1/2") == infinite
    assert enclose_value(useless, 0) == nothing


def test_ends_of_the_curve():
    factors = [(EpsDelta("1/10", "1/100"), 3), (Gaussian(1), 1)]
    assert enclose_value(factors, 0).contains(Fraction(99, 100) ** 3)
    assert enclose_value(factors, Fraction(99, 100) ** 3) == Ball(0, 0)
    assert enclose_value(factors, 1) == Ball(0, 0)
    assert enclose_value(factors, Fraction(97, 100)) > 0


@pytest.mark.parametrize(
    ("function", "factors", "point", "error"),
    [
        (enclose_delta, [(Gaussian(mu), 2)], 1, UnsupportedError),
        (enclose_delta, [(Gaussian(1), 2)], float("nan"), DomainError),
        (enclose_epsilon, [(Gaussian(1), 2)], 2, DomainError),
        (enclose_delta, [(Laplace(1), 10**6)], 1, UnsupportedError),
        (enclose_value, [(Gaussian(1), 2)], -1, DomainError),
        (enclose_value, [(Gaussian(1), -1)], "1/2", DomainError),
        (enclose_value, [(Gaussian(1), "1/2")], "1/2", DomainError),
        (enclose_value, "Gaussian(1)", "1/2", DomainError),
        (enclose_value, [(Gaussian(1), integer("n", 1))], "1/2", UnsupportedError),
        (enclose_delta, [(EpsDelta(sqrt(i + 2)), 1) for i in range(60)], 1, PrecisionError),
    ],
)
def test_what_is_refused(function, factors, point, error):
    with pytest.raises(error):
        function(factors, point)


def test_an_undecided_answer_comes_with_its_enclosure():
    """A number below the range of exact bounds."""
    with pytest.raises(PrecisionError) as caught:
        enclose_delta([(Gaussian(1), 1)], 10**4)
    assert caught.value.ball.lower == 0 < caught.value.ball.upper


@pytest.mark.parametrize("point", ["1/10", "1/2", "9/10"])
def test_one_discrete_gaussian_has_its_own_values(point):
    """The family encloses its values by sums over its outcomes."""
    f = DiscreteGaussian("3/2")
    assert enclose_delta([(f, 1)], point).overlaps(f.enclose_delta(point))
    assert enclose_value([(f, 1)], point).overlaps(f.enclose(point))
    level = Fraction(point) / 10
    assert enclose_epsilon([(f, 1)], level).overlaps(f.enclose_epsilon(level))


def test_discrete_gaussians_beside_randomised_response():
    """Two atoms: the profile of the base at eps - 1/4 and eps + 1/4."""
    base = [(DiscreteGaussian(2), 4)]
    growth = enclose(exp(Rational(1, 4)), digits=40)
    low, high = (enclose_delta(base, Rational(1, 2) + Rational(s, 4), 40) for s in (-1, 1))
    expected = (growth * low + high) / (1 + growth)
    assert enclose_delta([*base, (EpsDelta("1/4"), 1)], "1/2").overlaps(expected)


def test_undecided_values_come_with_their_enclosure():
    """f(1/3) is about exp(-10^9), which no bound can tell from 0."""
    with pytest.raises(PrecisionError, match="not decided") as caught:
        enclose_value([(EpsDelta(10**9), 1), (Gaussian(1), 1)], "1/3")
    assert caught.value.ball.lower == 0
    assert caught.value.ball.upper == pytest.approx(2 / 3)


def test_a_function_of_many_pieces():
    """A rational product that was multiplied out is one factor of many atoms."""
    pair = from_pair(["1/2", "1/3", "1/12", "1/12"], ["1/6", "1/8", "2/3", "1/24"])
    whole = (pair**12).as_piecewise_linear()
    assert len(whole.breakpoints) > 200
    assert enclose_delta([(whole, 1)], "1/3").overlaps(enclose_delta([(pair, 12)], "1/3"))
    both = [(whole, 1), (EpsDelta(1), 1)]
    assert enclose_delta(both, 0).overlaps(enclose_delta([(pair, 12), (EpsDelta(1), 1)], 0))
