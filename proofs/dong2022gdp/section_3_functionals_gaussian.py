"""DRS section 3.2: the functionals of the Gaussian trade-off function."""

from sympy import Abs, Integral, Interval, Lambda, oo

from fdp_sym import Gaussian, Phi, Quantile
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Theorem,
    antiderivative,
    balls,
    cite,
    generic,
    real,
    split_at,
    substitution,
    symbolic,
    without_absolute_value,
)

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
mu = real("mu", Interval.open(0, oo))
alpha, z, x = real("alpha", Interval.open(0, 1)), real("z"), real("x")
G = Gaussian(mu)
a = mu / 2
log_slope = mu * Quantile(1 - alpha) - mu**2 / 2  # log |G_mu'(alpha)|, see gdp-slope
loss = mu * z - mu**2 / 2
h = generic("h", facts=(), bounds=(-oo, oo), instances=[Lambda(x, x**2)])

law = Theorem(
    id="drs-loss-gaussian",
    title="The Gaussian privacy loss is normal with mean -mu^2/2 and variance mu^2",
    source=source,
    uses=("gdp-slope",),
    claim=(
        Eq(Integral(h(alpha), (alpha, 0, 1)), Integral(h(Phi(-z)) * phi(z), (z, -oo, oo))),
        Eq(log_slope.subs(alpha, Phi(-z)), loss),
    ),
    checks=(
        symbolic(substitution(z, Phi(-z), oo, -oo), part=0),
        symbolic("quantile of Phi", part=1),
    ),
    mutants=(
        Eq(Integral(h(alpha), (alpha, 0, 1)), Integral(h(Phi(z / 2)) * phi(z), (z, -oo, oo))),
        Eq(log_slope.subs(alpha, Phi(z)), loss),
    ),
    notes=(
        "The substitution $\\alpha = \\Phi(-z)$ in the integral of any h over [0, 1] that exists, "
        "for example of $\\log^2|G_\\mu'|$; there $\\log|G_\\mu'| = \\mu z - \\mu^2/2$."
    ),
)

kl = Theorem(
    id="drs-kl-gaussian",
    title="kl of the Gaussian trade-off function",
    source=source,
    uses=("drs-loss-gaussian",),
    claim=Eq(-Integral(loss * phi(z), (z, -oo, oo)), G.kl()),
    checks=(
        symbolic(antiderivative(-mu * (a * Phi(z) + phi(z)))),
        balls({mu: ("1/8", 4)}, count=2, digits=20),
    ),
    mutants=(mu**2, mu / 2),
)

kappa2 = Theorem(
    id="drs-kappa2-gaussian",
    title="kappa2 of the Gaussian trade-off function",
    source=source,
    uses=("drs-loss-gaussian",),
    claim=Eq(Integral(loss**2 * phi(z), (z, -oo, oo)), G.kappa2()),
    checks=(
        symbolic(antiderivative(mu**2 * ((1 + a**2) * Phi(z) - (z - 2 * a) * phi(z)))),
        balls({mu: ("1/8", 4)}, count=2, digits=20),
    ),
    mutants=(mu**2, mu**2 + mu**4 / 2),
)

third = mu**3 * ((a**3 + 3 * a) * Phi(z) + (z**2 - 3 * a * z + 3 * a**2 + 2) * phi(z))

kappa3 = Theorem(
    id="drs-kappa3-gaussian",
    title="kappa3 of the Gaussian trade-off function",
    source=source,
    uses=("drs-loss-gaussian",),
    claim=Eq(Integral(Abs(loss) ** 3 * phi(z), (z, -oo, oo)), G.kappa3()),
    checks=(
        symbolic(
            split_at(a),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(-third),
            antiderivative(third),
        ),
        balls({mu: ("1/8", 4)}, count=1, digits=20),
    ),
    mutants=(
        mu**3 * ((a**3 + 3 * a) * (2 * Phi(a) - 1) + 4 * phi(a)),
        G.kappa3_bar(),
    ),
    notes="$E|\\mu Z - \\mu^2/2|^3$: the loss changes its sign at $z = \\mu/2$.",
)

kappa3_bar = Theorem(
    id="drs-kappa3-bar-gaussian",
    title="The third absolute central moment of the Gaussian privacy loss",
    source=source,
    uses=("drs-loss-gaussian", "drs-kl-gaussian"),
    claim=Eq(Integral(Abs(loss + G.kl()) ** 3 * phi(z), (z, -oo, oo)), G.kappa3_bar()),
    checks=(
        symbolic(
            split_at(0),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(mu**3 * (z**2 + 2) * phi(z)),
            antiderivative(-(mu**3) * (z**2 + 2) * phi(z)),
        ),
        balls({mu: ("1/8", 4)}, count=1, digits=20),
    ),
    mutants=(G.kappa3_bar() / 2, G.kappa3()),
)
