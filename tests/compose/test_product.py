"""The normal form of products: laws on the nose, closed rules, values, errors."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import pairwise
from itertools import product as cartesian

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check_all
from scipy import stats
from sympy import Interval, Max, Rational, Symbol, binomial, exp, log, oo, sqrt

from fdp_sym.compose import Product, tensor_product
from fdp_sym.errors import (
    DomainError,
    FdpError,
    HypothesisError,
    PrecisionError,
    UnsupportedError,
)
from fdp_sym.functions import Phi
from fdp_sym.parsing import parse
from fdp_sym.symbols import delta, epsilon, integer, mu, real
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    Location,
    Logistic,
    PiecewiseLinear,
    from_pair,
    maximum,
    mixture,
)

n, m = integer("n", 1), integer("m", 1)
d = real("d", Interval(0, 1))
TENTH = Rational(1, 10)
TENT = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
STEEP = PiecewiseLinear([(0, "9/10"), ("1/10", "1/2"), ("2/3", 0), (1, 0)])
EMPTY = PiecewiseLinear([(0, 0), (1, 0)])
LINE = PiecewiseLinear([(0, 1), ("3/5", 0), (1, 0)])
WIDE = from_pair(
    [Fraction(i + 1, 55) for i in range(10)],
    [Fraction(p, 129) for p in (29, 23, 19, 17, 13, 11, 7, 5, 3, 2)],
)

FUNCTIONS = [
    Identity(),
    Gaussian(0),
    Gaussian(1),
    Gaussian(sqrt(2) + 1),
    Gaussian(mu),
    Laplace(0),
    Laplace(1),
    Laplace(mu),
    Logistic(1),
    Location(Phi, 2),
    EpsDelta(0, 0),
    EpsDelta(1, 0),
    EpsDelta(1, TENTH),
    EpsDelta(0, TENTH),
    EpsDelta(0, d),
    EpsDelta(epsilon, delta),
    EpsDelta(epsilon, 0),
    EpsDelta(2, 1),
    EpsDelta(log(2), 0),
    EMPTY,
    PiecewiseLinear([(0, 1), (1, 0)]),
    TENT,
    STEEP,
    STEEP.inverse(),
    LINE,
    WIDE,
    WIDE.inverse(),
    PiecewiseLinear([(0, 1), (exp(-mu) / 2, Rational(1, 2)), (1, 0)], given=[mu >= 0]),
    maximum(Gaussian(1), Laplace(1)),
    mixture([("1/3", Gaussian(1)), ("2/3", Identity())]),
    mixture([("1/3", EpsDelta(1, TENTH)), ("2/3", Identity())]).inverse(),
]
MULTIPLICITIES = [0, 1, 1, 1, 2, 3, 60, 10**30, n, n * m, 2 * n + 1]
# without the functions that vanish: next to those nothing else would be seen
POSITIVE = [f for f in FUNCTIONS if str(f) not in ("EpsDelta(2, 1)", str(EMPTY))]


def bracketed(parts, data):
    """The product of f ** n in a random order and with random brackets."""
    terms = [f**k for f, k in data.draw(st.permutations(parts))]
    while len(terms) > 1:
        i = data.draw(st.integers(0, len(terms) - 2))
        terms[i : i + 2] = [terms[i] @ terms[i + 1]]
    return terms[0]


@pytest.mark.parametrize("pool", [POSITIVE, FUNCTIONS], ids=["positive", "all"])
def test_order_and_brackets_do_not_matter(pool):
    factor = st.tuples(st.sampled_from(pool), st.sampled_from(MULTIPLICITIES))

    @settings(max_examples=150)
    @given(st.lists(factor, min_size=2, max_size=6), st.data())
    def law(parts, data):
        first, second = bracketed(parts, data), bracketed(parts, data)
        assert first == second
        assert hash(first) == hash(second)
        assert repr(first) == repr(second)

    law()


def test_powers_add_and_multiply():
    exponent = st.sampled_from([0, 1, 2, 5, 100, 10**30, n, m, n + 1, n * m])

    @settings(max_examples=150)
    @given(st.sampled_from(FUNCTIONS), exponent, exponent)
    def law(f, a, b):
        power = (f**a) ** b
        # one factor once is the factor itself, whichever way 0 = f looks
        assert power == f ** (a * b) or (f @ f == EpsDelta(0, 1) == power)
        assert f**a @ f**b == f ** (a + b) or f @ f == EpsDelta(0, 1)

    law()


@pytest.mark.parametrize("f", POSITIVE, ids=str)
def test_neutral_and_zero(f):
    if f._factors():
        assert f @ Identity() == f == Identity() @ f == f**1
    assert f**0 == Identity()
    for zero in (EpsDelta(0, 1), EpsDelta(1, 1), EMPTY):
        if f._factors():
            assert f @ zero == EpsDelta(0, 1)


def test_zero_to_a_power_that_may_be_zero():
    k = integer("k", 0)
    for zero in (EpsDelta(0, 1), EMPTY):
        assert zero**n @ Laplace(1) == EpsDelta(0, 1)
        f = zero**k @ Laplace(1)
        assert f.subs({k: 0}) == Laplace(1)
        assert f.subs({k: 1}) == EpsDelta(0, 1)


def test_beyond_the_cap_factors_are_kept():
    big = WIDE**2
    assert isinstance(big, PiecewiseLinear)
    first, second = (big @ big) @ WIDE.inverse() ** 40, big @ (WIDE.inverse() ** 40 @ big)
    assert isinstance(first, Product)
    assert first == second
    assert dict(first.factors) == {WIDE: 4, WIDE.inverse(): 40}
    assert pickle.loads(pickle.dumps(big)) @ WIDE**40 == WIDE**42


def test_huge_multiplicities_stay_lazy():
    huge = 10**30
    f = Laplace(1) ** huge @ EpsDelta(0, TENTH) ** huge @ TENT**huge
    assert dict(f.factors) == {Laplace(1): huge, EpsDelta(0, TENTH): huge, TENT: huge}
    assert f == (TENT**5 @ EpsDelta(0, TENTH) ** 7) @ (
        Laplace(1) ** huge @ EpsDelta(0, TENTH) ** (huge - 7) @ TENT ** (huge - 5)
    )
    assert Gaussian(1) ** huge == Gaussian(10**15)


# -- closed rules ----------------------------------------------------------------------------------


def test_closed_rules_keep_symbols():
    a, b = real("a", Interval(0, oo)), real("b", Interval(0, oo))
    assert Gaussian(a) @ Gaussian(b) == Gaussian(sqrt(a**2 + b**2))
    assert Gaussian(a) ** n == Gaussian(sqrt(n) * a)
    assert Gaussian(a) ** n @ Gaussian(b) ** m == Gaussian(sqrt(n * a**2 + m * b**2))
    d1, d2 = real("d1", Interval(0, 1)), real("d2", Interval(0, 1))
    assert EpsDelta(0, d1) @ EpsDelta(0, d2) == EpsDelta(0, 1 - (1 - d1) * (1 - d2))
    assert EpsDelta(epsilon, 0) @ EpsDelta(0, delta) == EpsDelta(epsilon, delta)
    assert EpsDelta(1, 0) @ EpsDelta(0, TENTH) ** 2 == EpsDelta(1, "19/100")
    assert EpsDelta(0, TENTH) ** n == EpsDelta(0, 1 - Rational(9, 10) ** n)
    f = EpsDelta(epsilon, delta) ** n
    assert dict(f.factors) == {EpsDelta(epsilon): n, EpsDelta(0, delta) ** n: 1}
    assert (EpsDelta(0, delta) ** n).slack == 1 - (1 - delta) ** n
    assert f.subs({n: 1}) == EpsDelta(epsilon, delta)
    assert f.subs({n: 0}) == Identity()
    assert f.subs({epsilon: 0, n: 2, delta: "1/10"}) == EpsDelta(0, "19/100")
    assert f.free_symbols == {epsilon, delta, n}


def test_equal_slacks_compose_equally():
    """However the same delta was written or multiplied out."""
    e = real("e", Interval(0, 1))
    made = EpsDelta(0, TENTH) @ EpsDelta(0, d)
    typed = EpsDelta(0, 1 - Rational(9, 10) * (1 - d))
    assert made == typed
    assert made @ EpsDelta(0, e) == typed @ EpsDelta(0, e)
    assert made**3 == typed**3
    assert made**n @ typed == typed ** (n + 1)


def test_long_numbers_are_not_written_out():
    f = EpsDelta(1, "1e-6") ** 10_000
    assert dict(f.factors) == {EpsDelta(1): 10_000, EpsDelta(0, "1e-6"): 10_000}
    assert f.delta(0.0) == pytest.approx(1, abs=1e-12)
    slack = EpsDelta(0, "1e-6") ** 10_000
    assert slack.delta(0.0) == pytest.approx(-math.expm1(10_000 * math.log1p(-1e-6)), rel=1e-12)
    assert slack(0.5) == pytest.approx((1 - 1e-6) ** 10_000 - 0.5, rel=1e-12)
    line = LINE**20_000  # two pieces for every power
    assert line.factors == ((LINE, 20_000),)
    assert line.delta(1.0) == 1 - 0.0
    assert repr(line @ Laplace(1)).endswith("**20000")


def test_composition_with_slack():
    f = Laplace(1) @ EpsDelta(0, TENTH)
    assert f("9/10") == 0
    assert f("1/2") == Rational(9, 10) * Laplace(1)("5/9")
    assert f("19/20") == 0
    assert (f.delta(Rational(1, 2)) - TENTH - Rational(9, 10) * Laplace(1).delta("1/2")) == 0
    levels = np.array([0.0, 1e-12, 0.3, 0.89, 0.9, 1.0])
    expected = [0.9 * Laplace(1)(min(1.0, a / 0.9)) for a in levels]
    assert f(levels) == pytest.approx(expected, abs=1e-15)
    c = f.fixed_point()
    assert f(c) == c == Rational(9, 10) * Laplace(1).fixed_point()
    assert f.tv() == TENTH + Rational(9, 10) * Laplace(1).tv()
    symbolic = (Gaussian(mu) @ EpsDelta(0, delta)).delta(epsilon)
    assert symbolic == delta + (1 - delta) * Gaussian(mu).delta(epsilon)


def test_symmetry_and_inverse():
    f = STEEP @ Gaussian(1) @ Laplace(1) ** 3
    assert not f.is_symmetric
    assert f.inverse() == STEEP.inverse() @ Gaussian(1) @ Laplace(1) ** 3
    assert f.inverse().inverse() == f
    n = integer("n", 1)
    multiplied = STEEP**2  # its inverse remembers the factors as well
    assert (multiplied @ STEEP**n).inverse() == multiplied.inverse() @ STEEP.inverse() ** n
    both = f @ f.inverse()
    assert both.is_symmetric
    assert both.inverse() == both == both.symmetrize() == both.two_sided()
    assert f.two_sided() == f.inverse().two_sided()
    g = STEEP @ EpsDelta(log(2)) ** 2
    assert g.two_sided() == g.as_piecewise_linear().two_sided()


# -- values against independent routes -------------------------------------------------------------


def test_gaussian_times_randomised_response_in_floats():
    """The law of the sum by brute force: a mixture of normal losses, thresholds by SciPy."""
    f = EpsDelta(1) ** 3 @ Gaussian("3/2")
    p = 1 / (1 + math.e)
    masses = [math.comb(3, j) * p ** (3 - j) * (1 - p) ** j for j in range(4)]
    losses = [3 - 2 * j for j in range(4)]
    for t in (-9.0, -2.0, 0.0, 1.5, 6.0):
        up = [(t - loss + 1.125) / 1.5 for loss in losses]  # L_G ~ N(-9/8, 9/4) under P
        alpha = sum(w * stats.norm.sf(u) for w, u in zip(masses, up, strict=True))
        down = [(t - loss - 1.125) / 1.5 for loss in losses]
        beta = sum(
            w * math.exp(loss) * stats.norm.cdf(u)
            for w, loss, u in zip(masses, losses, down, strict=True)
        )
        assert f(alpha) == pytest.approx(beta, rel=1e-12)
        expected = 1 - beta - math.exp(t) * alpha
        assert f.delta(t) == pytest.approx(expected, abs=1e-14)
        assert f.complement(alpha) == pytest.approx(1 - beta, rel=1e-12)


def test_one_other_factor_by_conditioning():
    """E(1) @ f: the best split of the level over the two answers, by brute force."""
    f = EpsDelta(1) @ Laplace(1)
    p = 1 / (1 + math.e)
    for alpha in (0.01, 0.2, 0.6):
        first = np.linspace(0, min(1, alpha / p), 200_001)
        second = np.clip((alpha - p * first) / (1 - p), 0, 1)
        best = ((1 - p) * Laplace(1)(first) + p * Laplace(1)(second)).min()
        assert f(alpha) == pytest.approx(best, abs=1e-9)


def test_finite_products_by_enumeration():
    laws = [outcomes(g) for g in (STEEP, LINE, TENT)]
    p = [math.prod(o[0] for o in row) for row in cartesian(*laws)]
    q = [math.prod(o[1] for o in row) for row in cartesian(*laws)]
    assert STEEP @ LINE @ TENT == from_pair(p, q)


def outcomes(f):
    """(P, Q) masses of a pair with this trade-off function."""
    points = [(Fraction(str(a)), Fraction(str(b))) for a, b in f.breakpoints]
    pieces = [(c - a, b - e) for (a, b), (c, e) in pairwise(points)]
    return [(Fraction(0), 1 - points[0][1]), *pieces]


def test_mixed_finite_products_are_exact():
    f = EpsDelta(log(2)) ** 3 @ EpsDelta(log(3)) @ TENT
    g = PiecewiseLinear(EpsDelta(log(2)).vertices), PiecewiseLinear(EpsDelta(log(3)).vertices)
    assert f.as_piecewise_linear() == g[0] ** 3 @ g[1] @ TENT
    assert f("1/7") == (g[0] ** 3 @ g[1] @ TENT)("1/7")


def test_the_order_may_depend_on_symbols():
    a, b = real("a", Interval(0, oo)), real("b", Interval(0, oo))
    f = EpsDelta(a) @ EpsDelta(b)
    with pytest.raises(UnsupportedError, match="order"):
        f.formula()
    at = {a: log(2), b: log(5)}
    x = f.subs(at).as_piecewise_linear()
    assert f.delta(log(3)).subs(at) == x.delta(log(3))


def test_symbolic_number_of_factors():
    profile = (EpsDelta(epsilon) ** n).delta(1)
    x = exp(epsilon)
    for size in (1, 2, 5):
        terms = [
            binomial(size, j) * Max(0, x ** (size - j) - exp(1) * x**j) for j in range(size + 1)
        ]
        expected = sum(terms) / (1 + x) ** size
        value = profile.subs(n, size).doit().subs(epsilon, Rational(3, 4))
        assert float(value - expected.subs(epsilon, Rational(3, 4))) == pytest.approx(0, abs=1e-15)


def test_laplace_powers_in_closed_form():
    """Two factors by quadrature over the loss of one of them, exact for the other."""
    mean = Rational(7, 5)
    with mpmath.workdps(30):
        m = mpmath.mpf(7) / 5

    def one(eps):
        return max(0, 1 - mpmath.exp((eps - m) / 2), 1 - mpmath.exp(eps))

    def two(eps):
        # under Q the loss is m with probability 1/2, -m with e^-m/2, and has a density between
        kinks = sorted({-m, m, *(x for x in (eps - m, eps + m) if -m < x < m)})
        middle = mpmath.quad(lambda x: mpmath.exp((x - m) / 2) / 4 * one(eps - x), kinks)
        return one(eps - m) / 2 + mpmath.exp(-m) / 2 * one(eps + m) + middle

    with mpmath.workdps(30):
        for eps in (0.0, 0.3, -1.2, 2.7, 3.5, -5.0):
            value = (Laplace(mean) ** 2).delta(Rational(eps)).evalf(30)
            assert abs(mpmath.mpf(str(value)) - two(mpmath.mpf(eps))) < 1e-25
    # k = 30 from the exact sum of Krawtchouk polynomials
    value = (Laplace(1) ** 30).enclose_delta(10, digits=30)
    formula = (Laplace(1) ** 30).delta(Rational(10)).evalf(30)
    assert value.decimal(25) == str(formula)[:27] == "0.5135483935078025765172592"
    f = Laplace(mu) ** 3
    assert f.delta(1).subs(mu, mean) - (Laplace(mean) ** 3).delta(Rational(1)) == 0
    assert f.tv() == f.delta(0)
    assert f.delta(3 * mu).subs(mu, 2) == 0
    slack = (Laplace(mean) ** 3 @ EpsDelta(0, TENTH)).delta(Rational(1))
    expected = TENTH + Rational(9, 10) * (Laplace(mean) ** 3).delta(Rational(1))
    assert float(slack - expected) == 0


@pytest.mark.parametrize("k", [2, 7, 20])
def test_laplace_powers_against_the_oracle(k):
    """Another method: the certified contour integral or power series, in floats here."""
    f = Laplace("1/2") ** k
    for eps in (-3, 0, 1, k / 2 - 0.25):
        assert f.delta(eps) == pytest.approx(float(f.delta(Rational(eps)).evalf(40)), rel=1e-13)


def test_other_products_by_enclosures():
    """Gaussian @ Laplace by conditioning on the loss of the Laplace factor."""
    f = Laplace(1) ** 2 @ Gaussian("1/2")
    assert f.delta(0.5) == pytest.approx(float(f.enclose_delta("1/2").lower), rel=1e-15)
    level = f(0.1)
    eps = np.linspace(-3, 3, 241)
    lower = max(1 - f.delta(float(e)) - math.exp(e) * 0.1 for e in eps)
    assert lower <= level <= lower + 1e-4
    assert f.complement(0.1) == pytest.approx(1 - level, abs=1e-15)


def test_huge_powers_answer_at_once():
    f = EpsDelta(log(2)) ** 10**30
    for ask in (lambda: f("1/2"), lambda: f.delta(Rational(3)), lambda: f(0.5), f.fixed_point):
        with pytest.raises(UnsupportedError, match="allowed is n"):
            ask()
    assert f.enclose_delta(1).lower > Fraction(999, 1000)
    assert (f >= EpsDelta(log(2)) ** (10**30 + 1)).status == Status.PROVED


def test_unknown_values_say_so():
    mix = mixture([("1/3", Gaussian(1)), ("2/3", Identity())])
    f = mix**2 @ Logistic(1)
    for ask in (lambda: f("1/2"), f.formula, lambda: f.breakpoints):
        with pytest.raises(UnsupportedError, match="Mixture"):
            ask()
    with pytest.raises(PrecisionError, match="Mixture") as caught:
        f.delta(1)  # a double has more digits than are known
    assert caught.value.ball.relative_width < 1e-3
    with pytest.raises(UnsupportedError, match="symbol"):
        (Laplace(mu) ** n).enclose_delta(1)


# -- order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "g", "status"),
    [
        (Laplace(1), Laplace(1) @ Gaussian(mu), Status.PROVED),
        (Laplace(1) ** 3, Laplace(2) ** 4, Status.PROVED),
        (Gaussian(3) @ Laplace(1), Gaussian(5) @ Laplace(2), Status.PROVED),
        (EpsDelta(1) ** 5, EpsDelta(1, TENTH) ** 5, Status.PROVED),
        (EpsDelta(epsilon) ** n, EpsDelta(epsilon) ** (n + 1), Status.PROVED),
        (Laplace(mu) ** n, Laplace(mu + 1) ** n, Status.PROVED),
        (EpsDelta(log(2)) ** 9, EpsDelta(log(2)) ** 8, Status.REFUTED),
        (EpsDelta(1) ** 3, EpsDelta(3), Status.PROVED),
        (EpsDelta(3), EpsDelta(1) ** 3, Status.REFUTED),
        (TENT**2 @ STEEP, TENT**3 @ STEEP, Status.PROVED),
        (TENT**3 @ STEEP, TENT**2 @ STEEP, Status.REFUTED),
        # true of no rule that is known here, or false: never proved
        (Laplace(2) ** 3, Laplace(1) ** 4, Status.INCONCLUSIVE),
        (Laplace(mu) ** (n + 1), Laplace(mu) ** n, Status.INCONCLUSIVE),
        (Laplace(1) ** n, Laplace(2) ** m, Status.INCONCLUSIVE),
        (Laplace(2) @ Gaussian(1), Laplace(1) @ Gaussian(3), Status.INCONCLUSIVE),
    ],
)
def test_order(f, g, status):
    assert (f >= g).status == status
    assert (g <= f).status == status


# -- what can go wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exponent", "error"),
    [
        (-1, DomainError),
        (0.5, DomainError),
        (Fraction(1, 2), DomainError),
        (float("nan"), DomainError),
        (float("inf"), DomainError),
        (oo, DomainError),
        (True, DomainError),
        ("x", DomainError),
        (None, DomainError),
        (1j, DomainError),
        (Gaussian(1), DomainError),
        (-n, DomainError),
        (n / 2, HypothesisError),
        (n - 2, HypothesisError),
        (epsilon, HypothesisError),
        (Symbol("k"), HypothesisError),
    ],
)
@pytest.mark.parametrize("f", [Gaussian(1), Laplace(1) ** 2, Identity()], ids=str)
def test_exponents(f, exponent, error):
    with pytest.raises(error, match=r"n|k"):
        f**exponent
    assert issubclass(error, FdpError)


@pytest.mark.parametrize("other", [3, "Gaussian(1)", None, 0.5])
def test_operands(other):
    with pytest.raises(TypeError):
        Gaussian(1) @ other
    with pytest.raises(TypeError):
        other @ Gaussian(1)
    with pytest.raises(DomainError, match="no trade-off function"):
        tensor_product([(other, 1)])


def test_integral_floats_and_numpy_integers_are_whole():
    assert Laplace(1) ** 2.0 == Laplace(1) ** np.int64(2) == Laplace(1) ** "2" == Laplace(1) ** 2


# -- as a value ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "f",
    [
        Laplace(1) ** 100 @ Gaussian("1/2"),
        EpsDelta(1, TENTH) ** 4,
        EpsDelta(1) ** 2 @ TENT,
        STEEP @ Laplace(sqrt(2)),
        EpsDelta(0, TENTH) ** 10**30,
    ],
    ids=str,
)
def test_written_and_read_back(f):
    assert parse(repr(f)) == f
    twin = pickle.loads(pickle.dumps(f))
    assert twin == f
    assert hash(twin) == hash(f)
    assert twin.factors == f.factors
    assert f._repr_latex_().startswith("$")
    with pytest.raises(AttributeError):
        f.parameters = ()


@pytest.mark.parametrize(
    "f",
    [
        EpsDelta(1, TENTH) ** 4,
        EpsDelta(1) ** 3 @ Gaussian(1),
        STEEP @ Gaussian(1),
        STEEP @ Laplace(1),
        EpsDelta(log(2)) ** 5 @ STEEP,
        Gaussian(1) @ EpsDelta(0, TENTH),
        EpsDelta(log(2)) ** 2000,
    ],
    ids=str,
)
def test_laws(f):
    check_all(f, tolerance=1e-10)


def test_text():
    assert repr(Laplace(1) ** 100 @ Gaussian("1/2")) == "Gaussian(1/2) @ Laplace(1)**100"
    assert repr(Laplace(mu) ** (n + 1)) == "Laplace(mu)**(n + 1)"
    assert (Laplace(mu) ** n)._repr_latex_() == r"$L_{\mu}^{\otimes n}$"
