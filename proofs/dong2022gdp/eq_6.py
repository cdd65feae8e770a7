"""DRS Eq (6) and Definition 2.6: the Gaussian trade-off function G_mu."""

from sympy import Derivative, Integral, Interval, exp, oo

from fdp_sym import Gaussian, Phi, Quantile
from fdp_sym.functions import normal_density
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lt,
    Theorem,
    antiderivative,
    cite,
    increasing,
    real,
    symbolic,
    through,
)

equation = cite("dong2022gdp", "Eq (6)", edition="arXiv:1905.02383v3")
mu = real("mu", Interval(0, oo))
a = real("alpha", Interval.open(0, 1))
x = real("x")
G = Gaussian(mu).formula
ratio = normal_density(x - mu) / normal_density(x)  # of N(mu, 1) to N(0, 1)
h = Quantile(1 - a)  # reject where x > h

optimal_test = Theorem(
    id="gdp-test",
    title="The Gaussian trade-off function by its optimal tests",
    source=equation,
    uses=("neyman-pearson",),
    notes=(
        "The likelihood ratio increases in x, so the tests that reject above a threshold h are "
        "optimal. The claim: the ratio increases, the test has level alpha, its type II error is "
        "$G_\\mu(\\alpha)$."
    ),
    claim=(
        Ge(Derivative(ratio, x), 0),
        Eq(Integral(normal_density(x), (x, h, oo)), a),
        Eq(Integral(normal_density(x - mu), (x, -oo, h)), G(a)),
    ),
    checks=(
        symbolic("derivative", part=0),
        symbolic(antiderivative(Phi(x)), "Phi of quantile", part=1),
        symbolic(antiderivative(Phi(x - mu)), part=2),
    ),
    mutants=(
        Ge(Derivative(1 / ratio, x), 0),
        Eq(Integral(normal_density(x), (x, 0, h)), a),
        Eq(Integral(normal_density(x - mu), (x, h - 1, h)), G(a)),
    ),
)

symmetric = Theorem(
    id="gdp-symmetric",
    title="The Gaussian trade-off function is symmetric",
    source=equation,
    claim=Eq(G(G(alpha)), alpha),
    checks=(symbolic("Phi reflection", "quantile of Phi", "Phi of quantile"),),
    mutants=(1 - alpha, G(alpha), Eq(Gaussian(mu + 1).formula(G(alpha)), alpha)),
)

slope = Theorem(
    id="gdp-slope",
    title="Slope of the Gaussian trade-off function",
    source=equation,
    claim=Eq(-Derivative(G(a), a), exp(mu * Quantile(1 - a) - mu**2 / 2)),
    checks=(symbolic("derivative"),),
    mutants=(exp(mu * Quantile(1 - a) + mu**2 / 2), exp(mu * Quantile(a) - mu**2 / 2)),
)

convex = Theorem(
    id="gdp-convex",
    title="The Gaussian trade-off function is convex and non-increasing",
    source=equation,
    claim=(Ge(Derivative(G(a), (a, 2)), 0), Le(Derivative(G(a), a), 0)),
    checks=(symbolic("derivative"),),
    mutants=(Ge(Derivative(G(a), (a, 2)), 1), Le(Derivative(G(a), a), -1)),
)

gap = real("gap", Interval.open(0, oo))

decreasing = Theorem(
    id="gdp-decreasing",
    title="The Gaussian trade-off function decreases strictly in mu",
    source=equation,
    claim=(Le(Derivative(G(a), mu), 0), Lt(Gaussian(mu + gap).formula(a), G(a))),
    checks=(symbolic("derivative", part=0), symbolic(increasing("Phi"), part=1)),
    mutants=(
        Lt(Gaussian(mu + gap).formula(a), Gaussian(mu + 1).formula(a)),
        Le(Derivative(G(a), mu), -a / 2),
    ),
)

below_identity = Theorem(
    id="gdp-below-id",
    title="The Gaussian trade-off function is at most Id, with equality at mu = 0",
    source=equation,
    claim=(Le(G(a), 1 - a), Eq(G(alpha).subs(mu, 0), 1 - alpha)),
    checks=(
        symbolic(through(Phi(Quantile(1 - a))), increasing("Phi"), "Phi of quantile", part=0),
        symbolic("Phi of quantile", part=1),
    ),
    mutants=(Le(G(a), 1 - 2 * a), Eq(G(alpha), 1 - alpha)),
)

fixed_point = Theorem(
    id="gdp-fixed-point",
    title="Fixed point of the Gaussian trade-off function",
    source=equation,
    claim=Eq(G(Phi(-mu / 2)), Phi(-mu / 2)),
    checks=(symbolic("quantile reflection", "quantile of Phi"),),
    mutants=(Eq(G(Phi(-mu)), Phi(-mu)), Phi(-mu), Phi(mu / 2)),
)
