"""Published values of the Gaussian limits: 60000 records, batches of 256, delta = 1e-5."""

from sympy import Interval, Lambda, Rational, exp, oo, sqrt

from fdp_sym import Gaussian, Phi
from fdp_sym.theorems import Ge, Le, Theorem, cite, listed, real

source = cite("bu2020deep", "Section 4", edition="arXiv:1911.11607")
sigma, epochs = real("sigma", Interval.open(0, oo)), real("E", Interval.open(0, oo))
epsilon = real("epsilon", Interval(0, oo))
rate = Rational(256, 60000)
c = sqrt(epochs * rate)  # m sqrt(T)/n for T = E n/m
poisson = Lambda((sigma, epochs), c * sqrt(exp(sigma**-2) - 1))
chi2 = exp(sigma**-2) * Phi(3 / sigma / 2) + 3 * Phi(-1 / sigma / 2) - 2
uniform = Lambda((sigma, epochs), sqrt(2) * c * sqrt(chi2))
a, b, d = Rational("1.3"), Rational("1.1"), Rational("0.7")
digit = Rational(1, 2 * 10**7)  # half of the seventh decimal

parameters = Theorem(
    id="bu-published-mu",
    title="Published parameters of the limit of Poisson batches",
    source=source,
    uses=("bu-clt",),
    claim=(
        Le((poisson(a, 15) - Rational("0.2272742")) ** 2, digit**2),
        Le((poisson(b, 60) - Rational("0.5735913")) ** 2, digit**2),
        Le((poisson(d, 45) - Rational("1.133932")) ** 2, (10 * digit) ** 2),
    ),
    checks=(listed({}),),
    mutants=(
        Le((poisson(a, 15) - Rational("0.2272743")) ** 2, digit**2),
        Le((poisson(d, 45) - Rational("1.133933")) ** 2, (10 * digit) ** 2),
        Le((uniform(a, 15) - Rational("0.2272742")) ** 2, digit**2),
    ),
)

# the profile decreases: epsilon is between the neighbours of the printed digits
level = Rational(1, 10**5)
of_a, of_b, of_d = (Gaussian(poisson(*run)) for run in ((a, 15), (b, 60), (d, 45)))
un_a, un_b, un_d = (Gaussian(uniform(*run)) for run in ((a, 15), (b, 60), (d, 45)))

values = Theorem(
    id="bu-published-epsilon",
    title="Published epsilon of the limit of Poisson batches, to all printed digits",
    source=source,
    uses=("bu-published-mu", "drs-2.13"),
    claim=(
        Ge(of_a.delta(Rational("0.83446285")), level),
        Le(of_a.delta(Rational("0.83446295")), level),
        Ge(of_b.delta(Rational("2.3243145")), level),
        Le(of_b.delta(Rational("2.3243155")), level),
        Ge(of_d.delta(Rational("5.0661555")), level),
        Le(of_d.delta(Rational("5.0661565")), level),
    ),
    checks=(listed({}),),
    mutants=(
        Ge(of_a.delta(Rational("0.83446295")), level),
        Le(of_d.delta(Rational("5.0661555")), level),
    ),
    notes="Approximations, not bounds: see claim 14.",
)

uniform_values = Theorem(
    id="bu-published-uniform",
    title="Published epsilon of the limit of uniform batches, to all printed digits",
    source=source,
    uses=("drs-5-clt-sgd", "drs-2.13"),
    claim=(
        Ge(un_a.delta(Rational("1.0684935")), level),
        Le(un_a.delta(Rational("1.0684945")), level),
        Ge(un_b.delta(Rational("3.086765")), level),
        Le(un_b.delta(Rational("3.086775")), level),
        Ge(un_d.delta(Rational("7.3545605")), level),
        Le(un_d.delta(Rational("7.3545615")), level),
    ),
    checks=(listed({}),),
    mutants=(
        Ge(un_a.delta(Rational("1.0684945")), level),
        Le(un_b.delta(Rational("3.086765")), level),
    ),
    notes="Approximations, not bounds.",
)
