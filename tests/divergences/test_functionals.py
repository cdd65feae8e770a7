"""kl, kappa2, kappa3, kappa3_bar against quadrature of -log|f'|, Fractions, and closed forms."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import (
    Abs,
    E,
    Integral,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    Sum,
    exp,
    log,
    oo,
    tanh,
)

from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.divergences import FUNCTIONALS, enclose_functional, functional
from fdp_sym.errors import DomainError, HypothesisError, PrecisionError, UnsupportedError
from fdp_sym.functions import Phi
from fdp_sym.symbols import delta, epsilon, integer, mu, real
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Location,
    Logistic,
    PiecewiseLinear,
    mixture,
)
from fdp_sym.tradeoff.discrete_gaussian import DiscreteGaussian
from fdp_sym.tradeoff.randomized_response import RandomizedResponse
from fdp_sym.tradeoff.staircase import Staircase
from fdp_sym.tradeoff.truncated_laplace import TruncatedLaplace

MOMENTS = {
    "kl": lambda loss, kl: -loss,
    "kappa2": lambda loss, kl: loss**2,
    "kappa3": lambda loss, kl: abs(loss) ** 3,
    "kappa3_bar": lambda loss, kl: abs(loss + kl) ** 3,
}


def quadrature(log_slope: Any, cuts: list[Any], name: str) -> Any:
    """The functional by mpmath, where log|f'| is smooth and monotone between the cuts.

    The zeros of the integrand's absolute value are found first.
    """
    kl = mpmath.mpf(0)
    if name == "kappa3_bar":
        kl = -mpmath.quad(log_slope, cuts)
    low, high = cuts[0], cuts[-1]
    shifted = lambda a: log_slope(a) + kl  # noqa: E731
    tiny = mpmath.mpf(10) ** -15
    zero = None
    a, b = low + tiny * (high - low), high - tiny * (high - low)
    if shifted(a) > 0 > shifted(b):
        for _ in range(60):
            middle = (a + b) / 2
            a, b = (middle, b) if shifted(middle) > 0 else (a, middle)
        zero = a
    points = sorted({*cuts, *([] if zero is None else [zero])})
    return mpmath.quad(lambda t: MOMENTS[name](log_slope(t), kl), points)


def agrees(ball: Any, value: Any, digits: int = 12) -> bool:
    low, high = (mpmath.mpf(x.numerator) / x.denominator for x in (ball.lower, ball.upper))
    slack = mpmath.mpf(10) ** -digits * abs(value)
    return bool(low - slack <= value <= high + slack)


def gaussian(m: Any) -> Any:
    """log|G_m'|, from the ratio of the densities at the threshold."""
    q = lambda a: mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * a)  # noqa: E731
    return lambda a: m * q(a) - m**2 / 2


def laplace(m: Any) -> Any:
    def log_slope(a: Any) -> Any:
        if 2 * a <= mpmath.exp(-m):
            return m
        return -m if 2 * a >= 1 else -m - 2 * mpmath.log(2 * a)

    return log_slope


def logistic(s: Any) -> Any:
    return lambda a: s - 2 * mpmath.log1p(mpmath.expm1(s) * a)


@pytest.mark.parametrize("name", FUNCTIONALS)
@pytest.mark.parametrize("size", ["1/4", "5/2"])
def test_families_by_quadrature(name: str, size: str) -> None:
    with mpmath.workdps(18):
        m = mpmath.mpf(Fraction(size).numerator) / Fraction(size).denominator
        tiny = mpmath.mpf(10) ** -15
        corner = mpmath.exp(-m) / 2
        cases = [
            (Gaussian(size), gaussian(m), [tiny, mpmath.mpf("0.5"), 1 - tiny]),
            (Laplace(size), laplace(m), [0, corner, mpmath.mpf("0.5"), 1]),
            (Logistic(size), logistic(m), [0, mpmath.mpf("0.5"), 1]),
        ]
        for f, log_slope, cuts in cases:
            assert agrees(enclose_functional(f, name, 20), quadrature(log_slope, cuts, name), 9), f


@pytest.mark.parametrize("name", FUNCTIONALS)
@pytest.mark.parametrize("weight", ["1/100", "1/3"])
@pytest.mark.parametrize("swapped", [False, True])
def test_the_subsampled_gaussian_in_both_directions(name: str, weight: str, swapped: bool) -> None:
    """At z the loss is log(1 - w + w e^(z - 1/2)); the mixture has e^loss times the density."""
    f = mixture([(weight, Gaussian(1)), (1 - Fraction(weight), Identity())])
    with mpmath.workdps(18):
        w = mpmath.mpf(Fraction(weight).numerator) / Fraction(weight).denominator
        sign = -1 if swapped else 1

        def loss(z: Any) -> Any:
            return sign * mpmath.log(1 - w + w * mpmath.exp(z - mpmath.mpf("0.5")))

        def density(z: Any) -> Any:
            return mpmath.npdf(z) * (mpmath.exp(-loss(z)) if swapped else 1)

        cuts = [-14, -6, 0, 6, 15]
        kl = -mpmath.quad(lambda z: loss(z) * density(z), cuts)
        centre = kl if name == "kappa3_bar" else 0
        cuts.append(mpmath.findroot(lambda z: loss(z) + centre, mpmath.mpf("0.5")))
        value = mpmath.quad(lambda z: MOMENTS[name](loss(z), kl) * density(z), sorted(cuts))
        assert agrees(enclose_functional(f.inverse() if swapped else f, name, 20), value, 9)


@pytest.mark.parametrize("name", FUNCTIONALS)
def test_the_subsampled_laplace_function(name: str) -> None:
    with mpmath.workdps(18):
        m, w = mpmath.mpf(1), mpmath.mpf("0.25")
        inner = laplace(m)
        cuts = [0, mpmath.exp(-m) / 2, mpmath.mpf("0.5"), 1]
        value = quadrature(lambda a: mpmath.log(1 - w + w * mpmath.exp(inner(a))), cuts, name)
    f = mixture([("1/4", Laplace(1)), ("3/4", Identity())])
    assert agrees(enclose_functional(f, name, 20), value, 9)


def random_function(rng: random.Random, pieces: int) -> tuple[PiecewiseLinear, list[Any]]:
    """A trade-off function from a random rational pair with positive masses."""
    p = [rng.randint(1, 12) for _ in range(pieces)]
    q = [rng.randint(1, 12) for _ in range(pieces)]
    masses = [(Fraction(a, sum(p)), Fraction(b, sum(q))) for a, b in zip(p, q, strict=True)]
    masses.sort(key=lambda m: m[1] / m[0], reverse=True)
    points = [(Fraction(0), Fraction(1))]
    for a, b in masses:
        points.append((points[-1][0] + a, points[-1][1] - b))
    return PiecewiseLinear(points), masses


@pytest.mark.parametrize("seed", range(8))
def test_finite_pairs_are_exact_sums(seed: int) -> None:
    rng = random.Random(seed)
    f, masses = random_function(rng, rng.randint(2, 5))
    with mpmath.workdps(30):
        losses = [(mpmath.mpf(p.numerator) / p.denominator, _log(q / p)) for p, q in masses]
        kl = -sum(p * loss for p, loss in losses)
        for name, moment in MOMENTS.items():
            value = sum(p * moment(loss, kl) for p, loss in losses)
            assert not functional(f, name).has(Integral)
            assert agrees(enclose_functional(f, name, 20), value), name


def _log(x: Fraction) -> Any:
    return mpmath.log(mpmath.mpf(x.numerator) / x.denominator)


@pytest.mark.parametrize("seed", range(4))
def test_products_of_finite_pairs_by_the_sum_over_all_outcomes(seed: int) -> None:
    rng = random.Random(100 + seed)
    (f, first), (g, second) = (random_function(rng, 2) for _ in range(2))
    third = EpsDelta(Rational(1, 2))
    with mpmath.workdps(30):
        c = 1 / (1 + mpmath.exp(mpmath.mpf("0.5")))
        outcomes = [
            (
                mpmath.mpf((p1 * p2).numerator) / (p1 * p2).denominator * share,
                _log(q1 / p1) + _log(q2 / p2) + sign,
            )
            for p1, q1 in first
            for p2, q2 in second
            for share, sign in ((c, mpmath.mpf("0.5")), (1 - c, -mpmath.mpf("0.5")))
        ]
        kl = -sum(p * loss for p, loss in outcomes)
        for name, moment in MOMENTS.items():
            value = sum(p * moment(loss, kl) for p, loss in outcomes)
            assert agrees(enclose_functional(f @ g @ third, name, 20), value), name


def test_a_continuous_factor_and_finite_ones() -> None:
    f = Laplace(1) @ EpsDelta("1/2")
    with mpmath.workdps(30):
        c, m = 1 / (1 + mpmath.exp(mpmath.mpf("0.5"))), mpmath.mpf(1)
        half = mpmath.mpf("0.5")

        def mean(h: Any) -> Any:
            total = mpmath.mpf(0)
            for share, by in ((c, half), (1 - c, -half)):
                total += share * (h(m + by) * mpmath.exp(-m) / 2 + h(by - m) / 2)
                cuts = sorted({-m, m, *(x for x in (-by, -by - kl) if -m < x < m)})
                weighted = lambda x, by=by: h(x + by) * mpmath.exp(-(x + m) / 2) / 4  # noqa: E731
                total += share * mpmath.quad(weighted, cuts)
            return total

        kl = mpmath.mpf(0)
        kl = -mean(lambda x: x)
        for name in FUNCTIONALS:
            value = mean(lambda x, name=name: MOMENTS[name](x, kl))
            assert agrees(enclose_functional(f, name, 20), value), name


def test_the_table_of_the_paper() -> None:
    positive = real("mu", Interval.open(0, oo))
    assert Gaussian(positive).kl() == positive**2 / 2
    assert Gaussian(positive).kappa2() == positive**2 + positive**4 / 4
    assert Laplace(positive).kl() == positive - 1 + exp(-positive)
    assert EpsDelta(epsilon).kl() == epsilon * tanh(epsilon / 2)
    assert EpsDelta(epsilon).kappa2() == epsilon**2
    assert EpsDelta(epsilon).kappa3() == epsilon**3
    assert [EpsDelta(1, "1/10")._functional(n) for n in FUNCTIONALS[:3]] == [oo, oo, oo]


@pytest.mark.parametrize("f", [Identity(), Gaussian(0), Laplace(0), Logistic(0), EpsDelta(0)])
def test_all_vanish_at_the_identity(f: Any) -> None:
    assert [functional(f, name) for name in FUNCTIONALS] == [0, 0, 0, 0]


def test_symbolic_forms_continue_to_the_identity() -> None:
    shift = real("s", Interval(0, oo))
    for f in (Gaussian(mu), Laplace(mu), EpsDelta(epsilon), Logistic(shift)):
        (symbol,) = f.free_symbols
        assert [functional(f, n).subs(symbol, 0) for n in FUNCTIONALS] == [0, 0, 0, 0]


def test_a_function_below_one_at_zero_may_have_finite_functionals() -> None:
    """(1 - alpha)/2 has slope 1/2: f(0) < 1 makes nothing infinite, a flat end does."""
    f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    assert [functional(f, n) for n in FUNCTIONALS] == [log(2), log(2) ** 2, log(2) ** 3, 0]
    assert [functional(f.inverse(), n) for n in FUNCTIONALS[:3]] == [oo, oo, oo]
    assert enclose_functional(f, "kappa3_bar") == enclose_functional(Identity(), "kl")


@pytest.mark.parametrize(
    "f",
    [
        EpsDelta(1, "1/10"),
        EpsDelta(0, 1),
        TruncatedLaplace(1, 3),
        PiecewiseLinear([(0, 1), ("1/2", 0), (1, 0)]),
        EpsDelta(1) @ EpsDelta(0, "1/3"),
        Gaussian(1) @ EpsDelta(0, "1/3"),
    ],
)
def test_infinite_when_the_function_vanishes_before_one(f: Any) -> None:
    for name in FUNCTIONALS[:3]:
        assert functional(f, name) is oo
        assert enclose_functional(f, name).lower == float("inf")
    with pytest.raises(HypothesisError, match="centres"):
        functional(f, "kappa3_bar")
    with pytest.raises(HypothesisError, match="centres"):
        enclose_functional(f, "kappa3_bar")


def test_subsampling_makes_them_finite() -> None:
    """The ratio is at least 1 - w, even where the base function vanishes."""
    f = mixture([("1/2", EpsDelta(1, "1/10")), ("1/2", Identity())])
    c = S(9) / 10 / (1 + E)
    masses = [(c, (1 + E) / 2), (E * c, (1 + 1 / E) / 2), (Rational(1, 10), Rational(1, 2))]
    wanted = -sum(p * log(r) for p, r in masses)
    assert abs((functional(f, "kl") - wanted).evalf(30)) < 1e-25
    # but not in the other direction: there the mixture has mass where P has none
    assert functional(f.inverse(), "kl") is oo


def test_symbolic_slack_is_decided_by_cases() -> None:
    value = EpsDelta(epsilon, delta).kl()
    assert value.subs(delta, 0) == epsilon * tanh(epsilon / 2)
    assert value.subs(delta, Rational(1, 5)) is oo
    with pytest.raises(HypothesisError):
        EpsDelta(epsilon, delta).kappa3_bar()


def test_powers_keep_their_symbols() -> None:
    n = integer("n", 1)
    f = EpsDelta(epsilon) ** n
    assert f.kl() == n * epsilon * tanh(epsilon / 2)
    variance = n * (epsilon**2 - (epsilon * tanh(epsilon / 2)) ** 2)
    assert (f.kappa2() - f.kl() ** 2 - variance).expand() == 0
    with pytest.raises(UnsupportedError, match="definite"):
        f.kappa3()


def test_means_add_for_factors_without_a_common_density() -> None:
    f = Gaussian(1) @ Laplace(2) ** 3 @ Logistic(1)
    assert f.kl() == Gaussian(1).kl() + 3 * Laplace(2).kl() + Logistic(1).kl()
    with pytest.raises(UnsupportedError, match="transform"):
        f.kappa3()


@pytest.mark.parametrize("name", FUNCTIONALS)
def test_location_families_by_their_integrals(name: str) -> None:
    """A rescaled normal distribution is a Gaussian function with another parameter."""
    ball = enclose_functional(Location(lambda x: Phi(x / 2), 1), name, 15)
    assert ball.overlaps(enclose_functional(Gaussian("1/2"), name, 20))
    assert ball.relative_width < Fraction(1, 10**15)


def test_gumbel_noise() -> None:
    """With V = e^x exponential under P: L = V (1 - 1/e) - 1."""
    f = Location(lambda x: 1 - exp(-exp(x)), 1)
    with mpmath.workdps(25):
        scale = 1 - mpmath.exp(-1)
        loss = lambda v: scale * v - 1  # noqa: E731
        cuts = [0, 1 / scale, 40, 120]
        for name in ("kl", "kappa2", "kappa3"):
            value = mpmath.quad(
                lambda v, name=name: MOMENTS[name](loss(v), 0) * mpmath.exp(-v), cuts
            )
            assert agrees(enclose_functional(f, name, 12), value, 11), name


def test_noise_that_begins_somewhere() -> None:
    """Exponential noise: the shifted one has no mass on [0, 1], and e times the density beyond."""
    f = Location(lambda x: Piecewise((0, x < 0), (1 - exp(-x), True)), 1)
    law = f.privacy_loss()
    assert law.mass_at_minus_infinity == 1 - exp(-1)
    assert law.mass_at_infinity == 0
    assert functional(f, "kl") is oo
    back = f.inverse()  # its loss is -1 wherever both have mass
    assert back.privacy_loss().mass_at_infinity == 1 - exp(-1)
    for name, value in zip(FUNCTIONALS[:3], (1, 1, 1), strict=True):
        assert enclose_functional(back, name, 15).contains(value)


def test_uniform_noise_leaves_both_ends() -> None:
    f = Location(lambda x: Piecewise((0, x < 0), (x, x < 1), (1, True)), "1/4")
    law = f.privacy_loss()
    assert law.mass_at_minus_infinity == law.mass_at_infinity == Rational(1, 4)
    assert law.transform(0).doit() == Rational(3, 4)
    assert functional(f, "kappa2") is oo
    with pytest.raises(UnsupportedError, match="common outcomes"):
        Location(lambda x: Piecewise((0, x < 0), (x, x < 1), (1, True)), 2).privacy_loss()


def test_noise_whose_ends_are_hidden_is_refused() -> None:
    f = Location(lambda x: Max(0, Min(1, x)), "1/4")
    with pytest.raises(UnsupportedError, match="one piece"):
        f.privacy_loss()


@pytest.mark.parametrize("name", FUNCTIONALS)
def test_a_mixture_of_gaussian_functions(name: str) -> None:
    """At one level the slopes add."""
    f = mixture([("1/3", Gaussian(1)), ("1/3", Gaussian(2)), ("1/3", Identity())])
    with mpmath.workdps(18):

        def loss(z: Any) -> Any:
            ratios = 1 + mpmath.exp(z - mpmath.mpf("0.5")) + mpmath.exp(2 * z - 2)
            return mpmath.log(ratios / 3)

        cuts = [-14, -6, 0, 6, 15]
        kl = -mpmath.quad(lambda z: loss(z) * mpmath.npdf(z), cuts)
        centre = kl if name == "kappa3_bar" else 0
        cuts.append(mpmath.findroot(lambda z: loss(z) + centre, mpmath.mpf("0.5")))
        value = mpmath.quad(lambda z: MOMENTS[name](loss(z), kl) * mpmath.npdf(z), sorted(cuts))
    assert agrees(enclose_functional(f, name, 15), value, 9)


def test_families_with_three_ratios() -> None:
    f = RandomizedResponse(1, 3)
    assert abs((f.kl() - (E - 1) / (E + 2)).evalf(30)) < 1e-25
    assert enclose_functional(f, "kappa3", 20).overlaps(enclose_functional(f, "kappa2", 20))
    g = Staircase(epsilon, "1/2")  # randomised response
    for name in FUNCTIONALS:
        difference = functional(g, name) - functional(EpsDelta(epsilon), name)
        assert abs(difference.subs(epsilon, Rational(3, 2)).evalf(30)) < 1e-25, name


@pytest.mark.parametrize("sigma", ["1/3", "1", "5/2", "40"])
def test_the_discrete_gaussian_by_its_sums(sigma: str) -> None:
    with mpmath.workdps(40):
        width = mpmath.mpf(Fraction(sigma).numerator) / Fraction(sigma).denominator
        far = int(16 * width) + 16
        weights = {n: mpmath.exp(-(n**2) / (2 * width**2)) for n in range(-far, far + 1)}
        total = sum(weights.values())
        losses = [(w / total, (2 * n - 1) / (2 * width**2)) for n, w in weights.items()]
        kl = -sum(p * loss for p, loss in losses)
        for name, moment in MOMENTS.items():
            value = sum(p * moment(loss, kl) for p, loss in losses)
            ball = enclose_functional(DiscreteGaussian(sigma), name, 25)
            assert agrees(ball, value, 25), name
            assert ball.relative_width < Fraction(1, 10**25)


def test_a_subsampled_discrete_gaussian_keeps_its_sum() -> None:
    f = mixture([("1/2", DiscreteGaussian(1)), ("1/2", Identity())])
    assert f.kl().has(Sum)
    with pytest.raises(UnsupportedError):
        enclose_functional(f, "kl")


def test_too_many_terms_are_refused() -> None:
    with pytest.raises(PrecisionError, match="terms"):
        enclose_functional(DiscreteGaussian(10**9), "kappa2")


def test_what_is_printed_is_not_computed() -> None:
    """SymPy would integrate numerically to order the terms of a sum."""
    value = (Laplace(1) @ EpsDelta("1/2")).kappa3()
    assert str(value).count("Integral") == 2
    assert value.has(Integral)
    assert not value.has(Abs(log(2)))


def test_bad_input() -> None:
    with pytest.raises(DomainError, match="allowed are kl, kappa2"):
        functional(Gaussian(1), "kappa4")
    with pytest.raises(UnsupportedError, match="needs numbers"):
        enclose_functional(Gaussian(mu), "kl")
    with pytest.raises(DomainError, match="digits"):
        enclose_functional(Gaussian(1), "kl", -1)
    with pytest.raises(HypothesisError, match="narrower"):
        functional(TruncatedLaplace(mu, 1), "kl")


def test_randomised_response_beyond_doubles():
    ball = enclose_functional(EpsDelta(10**5), "kappa3_bar", 12)
    with mpmath.workdps(30):
        expected = 8 * mpmath.mpf(10) ** 15 * mpmath.exp(-(10**5))
        middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
        assert abs(middle / expected - 1) < 1e-11


def test_numbers_of_integrals_are_enclosures():
    """SymPy's own quadrature takes a thousand times as long."""
    with mpmath.workdps(50):
        expected = -mpmath.quad(
            lambda z: mpmath.npdf(z) * mpmath.log1p((mpmath.exp(z - mpmath.mpf(1) / 2) - 1) / 100),
            [-18, -4, 0, 4, 8, 18],
        )
        value = SubsampledGaussian(1, "1/100", direction="remove").kl()
        assert abs(mpmath.mpf(str(value.evalf(40))) / expected - 1) < mpmath.mpf(10) ** -38
        assert float(value) == pytest.approx(float(expected), rel=1e-15)
        assert float(2 * value + 1) == pytest.approx(float(2 * expected + 1), rel=1e-15)
