"""DRS Theorem 2.7 and Eq (7): the Gaussian mechanism is mu-GDP, and exactly so."""

from sympy import Abs, Integral, Interval, Lambda, Rational, log, oo

from fdp_sym import EpsDelta, Gaussian, Phi, Quantile
from fdp_sym.functions import Min, normal_density
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Inf,
    Le,
    Mutant,
    Theorem,
    antiderivative,
    cite,
    increasing,
    largest,
    listed,
    monotone_supremum,
    mpmath_points,
    real,
    symbolic,
)

theorem = cite("dong2022gdp", "Theorem 2.7", edition="arXiv:1905.02383v3")
equation = cite("dong2022gdp", "Eq (7)", edition="arXiv:1905.02383v3")
level = real("alpha", Interval.open(0, 1))
m, s = real("m"), real("s", Interval.open(0, oo))  # mean under P, standard deviation
d = real("d", Interval(0, oo))  # how far the mean is shifted
x = real("x")
h = m + s * Quantile(1 - level)  # reject where x > h

standardised = Theorem(
    id="drs-2.7-standardised",
    title="Two normal distributions with one variance",
    source=theorem,
    uses=("gdp-test", "neyman-pearson"),
    notes=(
        "For $N(m, s^2)$ against $N(m + d, s^2)$, $d \\ge 0$, the test that rejects above h has "
        "level alpha and type II error $G_{d/s}(\\alpha)$; it is optimal as in the standard case. "
        "Reflection at m gives $d < 0$."
    ),
    claim=(
        Eq(Integral(normal_density((x - m) / s) / s, (x, h, oo)), level),
        Eq(
            Integral(normal_density((x - m - d) / s) / s, (x, -oo, h)),
            Gaussian(d / s).formula(level),
        ),
    ),
    checks=(
        symbolic(antiderivative(Phi((x - m) / s)), "Phi of quantile", part=0),
        symbolic(antiderivative(Phi((x - m - d) / s)), "expand arguments", part=1),
    ),
    mutants=(
        Eq(Integral(normal_density((x - m) / s) / s, (x, m, h)), level),
        Eq(
            Integral(normal_density((x - m - d) / s) / s, (x, h - s, h)),
            Gaussian(d / s).formula(level),
        ),
    ),
)

mu = real("mu", Interval.open(0, oo))
sensitivity = real("sensitivity", Interval.open(0, oo))
shift = real("shift")  # theta(S') - theta(S)
sigma = sensitivity / mu

mechanism = Theorem(
    id="drs-2.7",
    title="The Gaussian mechanism is mu-GDP",
    source=theorem,
    uses=("drs-2.7-standardised",),
    claim=Ge(Gaussian(Abs(shift) / sigma).formula(alpha), Gaussian(mu).formula(alpha)),
    given=Le(Abs(shift), sensitivity),
    checks=(symbolic(increasing("Phi")),),
    mutants=(Mutant(given=()), Gaussian(mu / 2).formula(alpha)),
)

worst_neighbours = Theorem(
    id="drs-eq7",
    title="The infimum over all neighbours is G_mu",
    source=equation,
    uses=("drs-2.7-standardised",),
    notes="Over neighbours whose values differ by d; attained where d is the sensitivity.",
    claim=Eq(
        Inf(Gaussian(d / sigma).formula(level), (d, 0, sensitivity)),
        Gaussian(mu).formula(level),
    ),
    checks=(symbolic("extremum of a shifted function", monotone_supremum("high")),),
    mutants=(Gaussian(2 * mu).formula(level), 1 - level),
)

delta = real("delta", Interval.Lopen(0, Rational(1, 4)))
kink = delta / 2  # where the two functions cross
pure = EpsDelta(log(3)).formula
least = Lambda(x, Min(pure(x), EpsDelta(0, delta).formula(x)))

infimum_not_convex = Theorem(
    id="drs-eq7-infimum",
    title="An infimum of trade-off functions need not be a trade-off function",
    source=equation,
    notes=(
        "$\\min\\{f_{\\log 3, 0}, f_{0,\\delta}\\}$ is not convex: at the crossing it is above the "
        "mean of its values on both sides, as on the right it is at most $f_{\\log 3, 0}$."
    ),
    claim=Gt(least(kink), (least(0) + pure(2 * kink)) / 2),
    checks=(symbolic(largest(1 - 3 * delta), largest(1 - delta), largest(1 - 3 * delta / 2)),),
    mutants=(
        Gt(least(kink), (least(0) + least(kink)) / 2),
        Gt(least(3 * kink), (least(2 * kink) + least(4 * kink)) / 2),
    ),
)

G = Lambda(mu, Gaussian(mu).formula(Rational(1, 20)))
half = Rational(1, 2) * Rational(10) ** -12  # half a unit of the last printed digit

scale = Theorem(
    id="gdp-scale",
    title="Reading the scale: type II errors at level 0.05",
    source=cite("dong2022gdp", "Section 2.3", edition="arXiv:1905.02383v3"),
    notes="Reasonable at mu = 0.5, almost no protection at mu = 6. All printed digits are right.",
    claim=(
        Le((G(Rational(1, 2)) - Rational("0.873865101807")) ** 2, half**2),
        Le((G(1) - Rational("0.740488977159")) ** 2, half**2),
        Le((G(2) - Rational("0.361239968688")) ** 2, half**2),
        Le((G(3) - Rational("0.0876854632497")) ** 2, (half / 10) ** 2),
        Le((G(6) - Rational("0.00000664890150974")) ** 2, (half / 100000) ** 2),
    ),
    checks=(listed({}), mpmath_points(({},))),
    mutants=(
        Le((G(1) - Rational("0.740488977158")) ** 2, half**2),
        Le((G(6) - Rational("0.00000664890150975")) ** 2, (half / 100000) ** 2),
    ),
)

digit = Rational(1, 20000)

errors = Theorem(
    id="gdp-scale-sum",
    title="Reading the scale: the smallest sum of both errors",
    source=cite("dong2022gdp", "Section 2.3", edition="arXiv:1905.02383v3"),
    uses=("drs-2.1-tv-gaussian",),
    notes="$2\\Phi(-\\mu/2)$: of 1 without data, 0.8 is left at mu = 0.5 and 0.003 at mu = 6.",
    claim=(
        Le((2 * Phi(-Rational(1, 4)) - Rational("0.8026")) ** 2, digit**2),
        Le((2 * Phi(-Rational(1, 2)) - Rational("0.6171")) ** 2, digit**2),
        Le((2 * Phi(-1) - Rational("0.3173")) ** 2, digit**2),
        Le((2 * Phi(-Rational(3, 2)) - Rational("0.1336")) ** 2, digit**2),
        Le((2 * Phi(-3) - Rational("0.0027")) ** 2, digit**2),
    ),
    checks=(listed({}), mpmath_points(({},))),
    mutants=(
        Le((2 * Phi(-1) - Rational("0.3174")) ** 2, digit**2),
        Le((2 * Phi(-3) - Rational("0.0028")) ** 2, digit**2),
    ),
)

beta = Lambda((level, mu), Gaussian(mu).formula(level))
one, ten = Rational(1, 100), Rational(1, 10)

levels = Theorem(
    id="gdp-scale-levels",
    title="Reading the scale: type II errors at levels 0.01 and 0.1",
    source=cite("dong2022gdp", "Section 2.3", edition="arXiv:1905.02383v3"),
    notes="To four decimals, at mu = 0.5, 1, 2, 3; at mu = 6 all are below 0.0002.",
    claim=(
        Le((beta(one, Rational(1, 2)) - Rational("0.9661")) ** 2, digit**2),
        Le((beta(one, 1) - Rational("0.9076")) ** 2, digit**2),
        Le((beta(one, 2) - Rational("0.6279")) ** 2, digit**2),
        Le((beta(one, 3) - Rational("0.2503")) ** 2, digit**2),
        Le(beta(one, 6), Rational("0.0002")),
        Le((beta(ten, Rational(1, 2)) - Rational("0.7828")) ** 2, digit**2),
        Le((beta(ten, 1) - Rational("0.6109")) ** 2, digit**2),
        Le((beta(ten, 2) - Rational("0.2362")) ** 2, digit**2),
        Le((beta(ten, 3) - Rational("0.0429")) ** 2, digit**2),
        Le(beta(ten, 6), Rational("0.0002")),
    ),
    checks=(listed({}), mpmath_points(({},))),
    mutants=(
        Le((beta(one, 1) - Rational("0.9077")) ** 2, digit**2),
        Le(beta(one, 6), Rational("0.0001")),
    ),
)
