"""The exact k-fold composition of (eps, delta)-DP: KOV's Theorem 3.3."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import product

import mpmath
import pytest
from scipy import stats
from sympy import Interval, Poly, Rational, Symbol, cancel, exp, log, oo, symbols, together

from fdp_sym.compose.kov import composition
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.exact import to_fraction
from fdp_sym.symbols import delta, epsilon, integer, real
from fdp_sym.tradeoff import EpsDelta, Identity

X, D = symbols("x d")
target = real("t", Interval(0, 1))


def rational_function(expr):
    """An expression in epsilon and delta as an element of Q(x, d), x = e^epsilon."""
    return cancel(together(expr.subs(epsilon, log(X)).subs(delta, D)))


def outcomes(x: Fraction, slack: Fraction, k: int) -> list[tuple[Fraction, Fraction]]:
    """The masses (P, Q) of all 4^k outcomes of k canonical pairs, KOV eqs. (12) and (13)."""
    most, least = (1 - slack) * x / (1 + x), (1 - slack) / (1 + x)
    pair = [(slack, Fraction(0)), (most, least), (least, most), (Fraction(0), slack)]
    return [
        (math.prod(p for p, _ in rows), math.prod(q for _, q in rows))
        for rows in product(pair, repeat=k)
    ]


# -- the pairs -------------------------------------------------------------------------------------


def test_published_numbers():
    """k = 30 times (0.1, 0.001); printed to ten digits and more."""
    c = composition("0.1", "0.001", 30)
    published = {
        "3": "0.02956903274",
        "2": "0.0295865807",
        "1": "0.0398184105221306",
        "0.8": "0.0527729166869329",
        "0.6": "0.0762390569143774",
        "0.4": "0.113875344493725",
        "0.2": "0.167771667990274",
        "0": "0.237259528667815",
    }
    pairs = {to_fraction(Rational(e.lower)): d for e, d in c}
    for eps, value in published.items():
        unit = Fraction(1, 10 ** len(value.partition(".")[2]))
        for ball in (pairs[Fraction(eps)], c.delta(eps)):
            assert abs(ball.midpoint - Fraction(value)) <= unit * Fraction(6, 10)
            assert ball.relative_width < Fraction(1, 10**50)


@pytest.mark.parametrize("k", range(7))
@pytest.mark.parametrize("slack", [Fraction(0), Fraction(1, 7), Fraction(1)])
def test_all_outcomes_in_exact_rationals(k, slack):
    x = Fraction(3, 2)
    law = outcomes(x, slack, k)
    c = composition(log(Rational(3, 2)), slack, k)
    assert len(c) == k // 2 + 1
    for i, (eps, total) in enumerate(c):
        growth = x ** (k - 2 * i)
        expected = sum((max(Fraction(0), q - growth * p) for p, q in law), Fraction(0))
        assert total.lower <= expected <= total.upper
        assert total.relative_width <= Fraction(1, 10**50)
        assert float(eps.midpoint) == pytest.approx((k - 2 * i) * math.log(1.5))
        exact = c.formula(i)[1]
        assert to_fraction(cancel(exact)) == expected


@pytest.mark.parametrize("k", [1, 2, 3, 8])
def test_symbols_give_the_formula(k):
    c = composition(epsilon, delta, k)
    for i, ((eps, total), inner) in enumerate(zip(c, c.inner, strict=True)):
        assert eps == (k - 2 * i) * epsilon
        printed = sum(
            math.comb(k, j) * (X ** (k - j) - X ** (k - 2 * i + j)) / (1 + X) ** k for j in range(i)
        )
        assert cancel(rational_function(inner) - printed) == 0
        assert cancel(rational_function(total) - (1 - (1 - D) ** k * (1 - printed))) == 0


def test_symbolic_number_of_times():
    k, i = integer("k"), integer("i")
    eps, total = composition(epsilon, delta, k).formula(i)
    for size, place in ((2, 1), (7, 3), (9, 4)):
        at = {k: size, i: place}
        expected = composition(epsilon, delta, size).formula(place)
        assert eps.subs(at) == expected[0]
        difference = total.subs(at).doit() - expected[1]
        assert rational_function(difference) == 0


def test_fifty_digits_by_another_route():
    """mpmath, term by term as printed, with many guard digits."""
    for eps, slack, k in (("0.01", "1e-9", 400), ("1.5", "1e-4", 61), ("1e-6", "0", 20)):
        c = composition(eps, slack, k)
        with mpmath.workdps(200):
            x = mpmath.exp(mpmath.mpf(eps))
            top = (1 - mpmath.mpf(slack)) ** k
            for i in {1, 2, len(c) // 2, len(c) - 1}:
                inner = (
                    mpmath.fsum(
                        mpmath.binomial(k, j) * (x ** (k - j) - x ** (k - 2 * i + j))
                        for j in range(i)
                    )
                    / (1 + x) ** k
                )
                for ball, value in ((c.inner[i], inner), (c[i][1], 1 - top * (1 - inner))):
                    middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
                    assert abs(middle / value - 1) < mpmath.mpf(10) ** -50
                    assert ball.relative_width <= Fraction(1, 10**50)


def test_tiny_deltas_keep_their_digits():
    c = composition("0.1", "1e-300", 10)
    assert c[0][1].contains(1 - (1 - Fraction(1, 10**300)) ** 10)
    assert c[0][1].relative_width <= Fraction(1, 10**50)
    inner = composition(1, 0, 10**4).inner[1]  # e^10000 (1 - e^-2) / (1 + e)^10000
    with mpmath.workdps(80):
        value = -mpmath.expm1(-2) / (1 + mpmath.exp(-1)) ** 10**4
        assert abs(mpmath.mpf(inner.decimal(60)) / value - 1) < mpmath.mpf(10) ** -50
    assert inner.relative_width <= Fraction(1, 10**50)


def test_many_times():
    c = composition("0.01", "1e-9", 10**5)
    assert len(c) == len(list(c)) == 50_001
    for i in (0, 30_000, 50_000):
        eps, total = c[i]
        ball = c.delta((10**5 - 2 * i) * Fraction(1, 100))  # the oracle's own sum
        assert ball.overlaps(total)
        assert eps.lower == eps.upper == (10**5 - 2 * i) * Fraction(1, 100)


# -- agreement with the tensor product -------------------------------------------------------------


@pytest.mark.parametrize("k", range(6))
def test_same_function_as_the_power(k):
    c = composition(epsilon, delta, k)
    assert c.tradeoff == EpsDelta(epsilon, delta) ** k
    assert c.region() == (EpsDelta(epsilon, delta) ** k).region()


@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_intersection_of_the_regions_is_the_product(k):
    """In Q(x, d): the corners lie on the lines of the pairs, one after the other, and the profile
    of the product at the eps of the pairs is the delta of the pairs."""
    c = composition(epsilon, delta, k)
    corners = [tuple(map(rational_function, corner)) for corner in c.vertices]
    assert corners[-1] == (1, 0)
    top = (1 - D) ** k
    assert corners[0] == (0, rational_function(1 - c[0][1]))
    assert cancel(corners[k + 1][0] - top) == 0
    for i, (eps, total) in enumerate(c):
        steep = X ** (k - 2 * i)
        for a, b in corners[i : i + 2]:
            line = 1 - rational_function(total) - steep * a - b
            assert cancel(line) == 0
        for a, b in corners[k - i : k - i + 2]:  # its mirror image
            line = 1 - rational_function(total) - steep * b - a
            assert cancel(line) == 0
        if k > 1:  # for k = 1 the profile is a maximum
            assert rational_function(c.tradeoff.delta(eps) - total) == 0


def test_corners_are_breakpoints():
    points = (EpsDelta(log(2)) ** 5).breakpoints
    c = composition(log(2), 0, 5)
    assert len(c.vertices) == len(points)
    for ball, point in zip(c.vertices, points, strict=True):
        assert all(b.contains(p) for b, p in zip(ball, point, strict=True))
    assert c.vertices[0] != c.vertices[1]


def test_between_the_pairs():
    x, slack, k = Fraction(2), Fraction(1, 50), 5
    law = outcomes(x, slack, k)
    c = composition(log(2), slack, k)
    for growth in (Fraction(1, 9), Fraction(3), Fraction(17, 2), Fraction(33)):
        expected = sum((max(Fraction(0), q - growth * p) for p, q in law), Fraction(0))
        ball = c.delta(log(Rational(growth.numerator, growth.denominator)))
        assert ball.contains(expected)
        assert ball.relative_width < Fraction(1, 10**45)
    symbolic = composition(epsilon, delta, 2).delta(epsilon)
    at = {epsilon: log(3), delta: Rational(1, 10)}
    assert composition(log(3), "1/10", 2).delta(log(3)).contains(symbolic.subs(at))


# -- the inverse -----------------------------------------------------------------------------------


def test_epsilon_inverts_delta():
    c = composition("0.1", "0.001", 30)
    for level in ("0.03", "0.1", "0.2"):
        ball = c.epsilon(level)
        assert c.delta(ball.lower).upper >= Fraction(level) >= c.delta(ball.upper).lower
        assert ball.relative_width < Fraction(1, 10**50)
    for e, d in c[2:-1]:
        assert c.epsilon(d.midpoint).midpoint == pytest.approx(e.midpoint, rel=1e-30)
    assert c.epsilon("1/4").upper == 0


@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_epsilon_as_a_formula(k):
    """Against the certified inverse at numbers."""
    formula = composition(epsilon, delta, k).epsilon(target)
    for x, slack in ((Rational(3, 2), Rational(1, 50)), (Rational(4), Rational(0)), (1, 1)):
        numbers = composition(log(x), slack, k)
        limit = 1 - (1 - slack) ** k
        for level in (limit, limit + (1 - limit) / 3, (1 + limit) / 2, Rational(1), limit / 2):
            at = {epsilon: log(x), delta: slack, target: level}
            value, ball = formula.subs(at), numbers.epsilon(level)
            if ball.lower == math.inf:
                assert value == oo
            else:
                assert abs(float(value) - float(ball.midpoint)) < 1e-14
    assert composition(epsilon, 0, 2).epsilon("1/10").free_symbols == {epsilon}
    assert composition(1, "1/10", 2).epsilon(target).subs(target, Rational(1, 100)) == oo


def test_unreachable_is_said_plainly():
    c = composition("0.1", "0.001", 30)
    ball = c.epsilon("0.029569")
    assert ball.lower == ball.upper == math.inf
    assert "unreachable" in ball.route
    limit = 1 - (1 - Fraction(1, 1000)) ** 30
    assert c.epsilon(limit).contains(3)
    assert composition("0.1", 0, 30).epsilon(0).contains(3)
    assert composition("0.1", 1, 2).epsilon("0.9").lower == math.inf
    assert composition("0.1", 1, 2).epsilon(1).upper == 0


# -- extremes --------------------------------------------------------------------------------------


def test_extremes():
    assert composition("0.1", "0.1", 0).tradeoff == Identity()
    ((eps, total),) = composition("0.1", "0.1", 0)
    assert eps.upper == total.upper == 0
    for eps, total in composition(0, "0.1", 5):
        assert eps.upper == 0
        assert total.contains(1 - Fraction(9, 10) ** 5)
    assert [len(composition(0, s, 5).vertices) for s in (0, "0.1", 1)] == [2, 3, 2]
    assert all(total.lower == 1 for _, total in composition("0.1", 1, 4))
    huge = composition(10**4, 0, 3)
    assert huge[0][0].lower == 30_000
    assert huge[0][1].upper == 0
    assert 1 - Fraction(1, 10**50) < huge[1][1].lower < huge[1][1].upper <= 1
    assert huge.delta(29_999).lower > Fraction(63, 100)
    assert composition(10**4, 0, 10**6)[-1][1].lower > 1 - Fraction(1, 10**50)
    many = composition("0.001", "1e-9", 10**6)
    assert many.epsilon("0.0005").lower == math.inf
    p, most = 1 / (1 + math.exp(-0.001)), math.ceil((10**6 - 1000) / 2) - 1
    law, mass = stats.binom, -math.expm1(10**6 * math.log1p(-1e-9))
    inner = law.cdf(most, 10**6, 1 - p) - math.e * law.cdf(most, 10**6, p)
    assert float(many.delta(1).midpoint) == pytest.approx(mass + (1 - mass) * inner, rel=1e-8)
    assert composition(10**4, 0, 10**6).epsilon(0).contains(10**10)
    assert composition(10**4, "1e-9", 10**6).epsilon(1).upper == 0
    assert composition(0, "0.1", 5).epsilon("0.5").upper == 0
    assert composition("0.1", "0.1", 0).epsilon(0).upper == 0
    assert composition("0.1", 1, 5).delta(-1).lower == 1
    assert composition("1e-9", 0, 2).inner[1].decimal(12) == "4.99999999999e-10"


def test_pairs_behave_like_a_sequence():
    c = composition("0.1", "0.001", 4)
    assert c[-1] == c[2] == list(c)[2]
    assert c[:2] == tuple(c)[:2]
    with pytest.raises(IndexError):
        c[3]
    eps, total = c[1]
    assert pickle.loads(pickle.dumps(total)) == total
    assert hash(eps) == hash(c[1][0])
    with pytest.raises(AttributeError):
        total.lower = 0


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eps", "slack", "k", "named"),
    [
        (-1, 0, 3, "eps"),
        ("-1e-300", 0, 3, "eps"),
        (math.nan, 0, 3, "eps"),
        (oo, 0, 3, "eps"),
        (1, "-0.1", 3, "delta"),
        (1, "1.1", 3, "delta"),
        (1, math.inf, 3, "delta"),
        (1, 0, -1, "k"),
        (1, 0, "2.5", "k"),
        (1, 0, Rational(1, 2), "k"),
        (1, 0, None, "k"),
        (True, 0, 1, "eps"),
    ],
)
def test_bad_input(eps, slack, k, named):
    with pytest.raises(DomainError, match=named):
        composition(eps, slack, k)


def test_bad_symbols_and_targets():
    with pytest.raises(HypothesisError):
        composition(real("t"), 0, 3)
    with pytest.raises(HypothesisError):
        composition(1, 0, Symbol("k", real=True))
    with pytest.raises(UnsupportedError, match="formula"):
        list(composition(1, 0, integer("k")))
    with pytest.raises(UnsupportedError, match="4000000"):
        list(composition(1, 0, 10**9))
    for c in (composition(epsilon, 0, integer("k")), composition(epsilon, 0, 65)):
        with pytest.raises(UnsupportedError, match="k <= 64"):
            c.epsilon("1/10")
    with pytest.raises(DomainError):
        composition(1, 0, 3).epsilon("1.5")
    with pytest.raises(DomainError):
        composition(1, 0, 3).formula(2)


def test_the_formula_is_a_polynomial_over_a_power():
    """What a proof in Q(x) starts from."""
    inner = composition(epsilon, 0, 20).inner[7]
    numerator = Poly((inner * (1 + exp(epsilon)) ** 20).subs(epsilon, log(X)), X)
    assert numerator.coeff_monomial(X**20) == 1
    assert numerator.degree() == 20
