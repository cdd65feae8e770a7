"""DRS Corollary 2.13: mu-GDP read as a curve of (epsilon, delta) guarantees."""

from sympy import Derivative, Interval, Lambda, Rational, exp, oo

from fdp_sym import Gaussian, Phi
from fdp_sym.duality import profile_definition
from fdp_sym.theorems import (
    Eq,
    Gt,
    Lt,
    Theorem,
    cite,
    lemma,
    listed,
    real,
    stationary,
    symbolic,
)

source = cite("dong2022gdp", "Corollary 2.13", edition="arXiv:1905.02383v3")
mu, epsilon = real("mu", Interval.open(0, oo)), real("epsilon", Interval(0, oo))
peak = Phi(-epsilon / mu - mu / 2)  # where 1 - exp(eps) alpha - G_mu(alpha) is largest
delta = Phi(-epsilon / mu + mu / 2) - exp(epsilon) * peak

gdp_duality = Theorem(
    id="drs-2.13",
    title="Duality for Gaussian differential privacy",
    source=source,
    claim=Eq(profile_definition(Gaussian(mu), epsilon), delta),
    checks=(
        symbolic(stationary(peak), "quantile reflection", "quantile of Phi", "Phi reflection"),
    ),
    mutants=(
        delta + 2 * exp(epsilon) * peak,
        delta.subs(mu, 2 * mu),
        Phi(-epsilon / mu + mu / 2) - peak,
    ),
)

decreasing = Theorem(
    id="drs-2.13-decreasing",
    title="The Gaussian profile decreases",
    source=source,
    claim=(Eq(Derivative(delta, epsilon), -exp(epsilon) * peak), Lt(-exp(epsilon) * peak, 0)),
    checks=(symbolic("derivative", part=0), symbolic(part=1)),
    mutants=(
        Eq(Derivative(delta, epsilon), -peak),
        Eq(Derivative(delta, epsilon), -exp(epsilon) * Phi(-epsilon / mu)),
    ),
)

total_variation = Theorem(
    id="drs-2.13-total-variation",
    title="At epsilon = 0 the Gaussian profile is the total variation",
    source=source,
    uses=("drs-2.13",),
    claim=Eq(profile_definition(Gaussian(mu), 0), 2 * Phi(mu / 2) - 1),
    checks=(symbolic(lemma("drs-2.13", {"epsilon": 0}), "Phi reflection"),),
    mutants=(2 * Phi(mu) - 1, 1 - Phi(-mu / 2)),
)

at = Lambda((mu, epsilon), delta)
unit, target = Rational(1, 2 * 10**11), Rational(1, 10**5)
published = Theorem(
    id="drs-2.13-published",
    title="Published values of the Gaussian profile",
    source=source,
    claim=(
        Gt(at(1, 1), Rational("0.1269367375065")),
        Lt(at(1, 1), Rational("0.1269367375075")),
        Gt(at(Rational(1, 2), Rational("1.99309140442") - unit), target),
        Lt(at(Rational(1, 2), Rational("1.99309140442") + unit), target),
        Gt(at(1, Rational("4.37717809568") - unit), target),
        Lt(at(1, Rational("4.37717809568") + unit), target),
        Gt(at(2, Rational("9.99725614643") - unit), target),
        Lt(at(2, Rational("9.99725614643") + unit), target),
        Gt(at(3, Rational("16.6754944028") - 10 * unit), target),
        Lt(at(3, Rational("16.6754944028") + 10 * unit), target),
        Gt(at(6, Rational("42.8360081027") - 10 * unit), target),
        Lt(at(6, Rational("42.8360081027") + 10 * unit), target),
    ),
    checks=(listed(),),
    mutants=(
        Lt(at(1, 1), Rational("0.1269367375065")),
        Gt(at(6, Rational("42.8360081027") + 10 * unit), target),
        Lt(at(2, Rational("9.99725614642") + unit), target),
    ),
    notes=(
        "delta(1) at mu = 1, and the epsilon of delta = 1e-5 for mu = 1/2, 1, 2, 3, 6, each "
        "bracketed within half a unit of the last printed digit."
    ),
)
