"""DRS section 5: the functionals of C_p(f), by integrals up to the fixed point of f."""

from sympy import Abs, Derivative, Integral, Interval, Lambda, exp, log, oo

from fdp_sym import Gaussian, Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Theorem,
    cite,
    generic,
    real,
    substitution,
    symbolic,
    under_integral,
)

source = cite("dong2022gdp", "Section 5", edition="arXiv:1905.02383v3")
p, mu = real("p", Interval.open(0, 1)), real("mu", Interval.open(0, oo))

# left of x* the slope of f_p is -g, g = 1 + p y, where |f'| = 1 + y with y >= 0
t, a = real("t", Interval(0, 1)), real("a", Interval(0, 1))
y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, 1 - t), Lambda(t, 3 * t + 1)])
g = 1 + p * y(t)
piece = (t, 0, a)  # a is x*; of the third piece at alpha = f_p(t), where the slope is -1/g
middle = real("w", Interval(0, 1))  # f_p(x*) - x*, the length on which the slope is -1
k = real("k", Interval(0, oo))  # kl

slope = Theorem(
    id="drs-5-slope",
    title="The slope of the first piece of C_p(f)",
    source=source,
    uses=("convex-absolutely-continuous",),
    claim=(Eq(p * (1 + y(t)) + (1 - p) * 1, g), Ge(g, 1), Ge(log(g), 0)),
    checks=(symbolic(),),
    mutants=(Eq(p * (1 + y(t)) + (1 - p), 1 + y(t)), Ge(g, 1 + p)),
    notes="A convex symmetric f is at least as steep as Id up to its fixed point.",
)

moments = Theorem(
    id="drs-5-functionals",
    title="kl, kappa2 and kappa3 of C_p(f) for symmetric f",
    source=source,
    uses=("drs-5-slope",),
    claim=(
        Eq(
            -(Integral(log(g), piece) + Integral(g * log(1 / g), piece)),
            Integral((g - 1) * log(g), piece),
        ),
        Eq(
            Integral(log(g) ** 2, piece) + Integral(g * log(1 / g) ** 2, piece),
            Integral((g + 1) * log(g) ** 2, piece),
        ),
        Eq(
            Integral(Abs(log(g)) ** 3, piece) + Integral(g * Abs(log(1 / g)) ** 3, piece),
            Integral((g + 1) * log(g) ** 3, piece),
        ),
    ),
    checks=(symbolic(under_integral(), "logarithm of a product"),),
    mutants=(
        Eq(
            -(Integral(log(g), piece) + Integral(g * log(1 / g), piece)),
            Integral((g + 1) * log(g), piece),
        ),
        Eq(
            Integral(log(g) ** 2, piece) + Integral(g * log(1 / g) ** 2, piece),
            Integral((g - 1) * log(g) ** 2, piece),
        ),
    ),
    notes=(
        "On the left the definition, $\\int_0^1$ of powers of $\\log|C_p(f)'|$, over the first "
        "piece and the third; the second, of slope -1, adds nothing. That the third piece is the "
        "image of the first under $\\alpha = f_p(t)$ with slope $-1/g(t)$, so that $d\\alpha = "
        "g\\,dt$ up to sign, is prose for general f (an inverse function), and drs-5-third-piece "
        "for the Gaussian one."
    ),
)

whole = (
    Integral(Abs(log(g) + k) ** 3, piece)
    + middle * Abs(k) ** 3
    + Integral(g * Abs(log(1 / g) + k) ** 3, piece)
)

central = Theorem(
    id="drs-5-kappa3-bar",
    title="kappa3_bar of C_p(f) for symmetric f",
    source=source,
    uses=("drs-5-slope", "drs-5-functionals"),
    claim=Eq(
        whole,
        Integral((log(g) + k) ** 3 + g * Abs(log(g) - k) ** 3, piece) + middle * k**3,
    ),
    checks=(symbolic(under_integral(), "logarithm of a product"),),
    mutants=(
        Integral((log(g) - k) ** 3 + g * Abs(log(g) + k) ** 3, piece) + middle * k**3,
        Integral((log(g) + k) ** 3 + g * Abs(log(g) - k) ** 3, piece),
    ),
    notes="k is kl; on the middle piece, of length w, the loss is 0.",
)

z, x, s = real("z"), real("x", Interval(0, 1)), real("s", Interval(0, 1))
h = generic("h", facts=(), bounds=(-oo, oo), instances=[Lambda(s, s**2)])
f_p = p * Phi(z - mu) + (1 - p) * Phi(z)  # at alpha = Phi(-z)
g_z = 1 - p + p * exp(mu * z - mu**2 / 2)
last = f_p.subs(z, mu / 2)

third_piece = Theorem(
    id="drs-5-third-piece",
    title="The third piece of C_p(G_mu) is the image of the first",
    source=source,
    uses=("drs-loss-gaussian", "gdp-fixed-point"),
    claim=(
        Eq(p * Gaussian(mu).formula(Phi(-z)) + (1 - p) * (1 - Phi(-z)), f_p),
        Eq(Derivative(f_p, z), g_z * phi(z)),
        Eq(Integral(h(x), (x, last, 1)), Integral(h(f_p) * g_z * phi(z), (z, mu / 2, oo))),
    ),
    checks=(
        symbolic("quantile of Phi", "Phi reflection", part=0),
        symbolic("derivative", part=1),
        symbolic(substitution(z, f_p, mu / 2, oo), under_integral(), part=2),
    ),
    mutants=(
        Eq(Derivative(f_p, z), phi(z)),
        Eq(Integral(h(x), (x, last, 1)), Integral(h(f_p) * phi(z), (z, mu / 2, oo))),
    ),
    notes="The third part holds for every h whose integral exists.",
)
