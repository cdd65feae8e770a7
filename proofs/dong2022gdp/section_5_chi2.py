"""DRS section 5: the moments of the positive part of |f'| - 1 for the Gaussian function."""

from sympy import Integral, Interval, exp, oo

from fdp_sym import Phi
from fdp_sym.functions import Max
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import Eq, Theorem, antiderivative, balls, cite, real, symbolic

source = cite("dong2022gdp", "Section 5", edition="arXiv:1905.02383v3")
mu, z, t = real("mu", Interval.open(0, oo)), real("z"), real("t", Interval(0, oo))
h = mu / 2
excess = exp(mu * z - mu**2 / 2) - 1  # |G_mu'| - 1 at alpha = Phi(-z), see drs-loss-gaussian

positive_part = Theorem(
    id="drs-5-positive-part",
    title="The slope of the Gaussian function exceeds 1 left of its fixed point only",
    source=source,
    uses=("drs-loss-gaussian", "gdp-fixed-point"),
    claim=(
        Eq(Max(0, excess.subs(z, h + t)), excess.subs(z, h + t)),
        Eq(Max(0, excess.subs(z, h - t)), 0),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(Max(0, excess.subs(z, h + t)), 0),
        Eq(Max(0, excess.subs(z, 2 * h - t)), 0),
    ),
    notes="The fixed point is $\\Phi(-\\mu/2)$, where z is $\\mu/2$.",
)

chi2 = exp(mu**2) * Phi(3 * h) + 3 * Phi(-h) - 2
square = exp(mu**2) * Phi(z - 2 * mu) - 2 * Phi(z - mu) + Phi(z)

second = Theorem(
    id="drs-5-chi2",
    title="chi^2_+ of the Gaussian trade-off function",
    source=source,
    uses=("drs-5-positive-part",),
    claim=Eq(Integral(excess**2 * phi(z), (z, h, oo)), chi2),
    checks=(
        symbolic(antiderivative(square), "Phi reflection"),
        balls({mu: ("1/8", 3)}, count=1, digits=20),
    ),
    mutants=(
        exp(mu**2) * Phi(3 * h) + 3 * Phi(-h) - 1,
        exp(mu**2) * Phi(3 * h) + Phi(-h) - 1,
        exp(mu**2) - 1,
    ),
    notes=(
        "$\\chi^2_+(f) = \\int_0^1 (|f'| - 1)_+^2$, at $\\alpha = \\Phi(-z)$. The last mutant is "
        "the integral over all z: without the restriction to the positive part."
    ),
)

m3 = exp(3 * mu**2) * Phi(5 * h) - 3 * exp(mu**2) * Phi(3 * h) - 4 * Phi(-h) + 3
cube = (
    exp(3 * mu**2) * Phi(z - 3 * mu) - 3 * exp(mu**2) * Phi(z - 2 * mu) + 3 * Phi(z - mu) - Phi(z)
)

third = Theorem(
    id="drs-5-third-moment",
    title="The third moment of the positive part for the Gaussian trade-off function",
    source=source,
    uses=("drs-5-positive-part",),
    claim=Eq(Integral(excess**3 * phi(z), (z, h, oo)), m3),
    checks=(
        symbolic(antiderivative(cube), "Phi reflection"),
        balls({mu: ("1/8", 3)}, count=1, digits=20),
    ),
    mutants=(
        Eq(Integral(excess**3 * phi(z), (z, h, oo)), m3 - 1),
        Eq(Integral(excess**3 * phi(z), (z, h, oo)), exp(3 * mu**2) - 3 * exp(mu**2) + 2),
    ),
)
