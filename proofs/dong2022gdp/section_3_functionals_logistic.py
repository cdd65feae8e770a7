"""The functionals of DRS section 3.2 for logistic noise, which the paper does not list."""

from sympy import Abs, Derivative, Integral, Interval, Lambda, exp, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Theorem,
    antiderivative,
    balls,
    cite,
    from_boundary,
    generic,
    lemma,
    real,
    split_at,
    substitution,
    symbolic,
    without_absolute_value,
)
from fdp_sym.tradeoff import Logistic

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
s = real("s", Interval.open(0, oo))
t, x, y = real("t", Interval(0, 1)), real("x"), real("y")
f = Logistic(s)
outcome = (exp((s - x) / 2) - 1) / (exp(s) - 1)  # the alpha at which log |f'| is x
density = exp((s - x) / 2) / (exp(s) - 1) / 2
h = generic("h", facts=(), bounds=(-oo, oo), instances=[Lambda(y, y**2)])

law = Theorem(
    id="logistic-loss",
    title="The privacy loss of logistic noise has an exponential density between -s and s",
    source=source,
    uses=("drs-a.3-logistic",),
    claim=(
        Eq(-Derivative(f.formula(t), t), exp(s) / (1 - t + exp(s) * t) ** 2),
        Eq(exp(s) / (1 - outcome + exp(s) * outcome) ** 2, exp(x)),
        Eq(Integral(h(t), (t, 0, 1)), Integral(h(outcome) * density, (x, -s, s))),
    ),
    checks=(
        symbolic("derivative", part=0),
        symbolic(part=1),
        symbolic(substitution(x, outcome, s, -s), part=2),
    ),
    mutants=(
        Eq(-Derivative(f.formula(t), t), exp(s) / (1 - t + exp(s) * t)),
        Eq(Integral(h(t), (t, 0, 1)), Integral(h(outcome) * 2 * density, (x, -s, s))),
    ),
)

# the antiderivative of w^3 e^(-w/2) is -2 cube(w) e^(-w/2)
cube = Lambda(y, y**3 + 6 * y**2 + 24 * y + 48)

moments = Theorem(
    id="logistic-moments",
    title="kl, kappa2 and kappa3 of logistic noise",
    source=source,
    uses=("logistic-loss",),
    claim=(
        Eq(-Integral(x * density, (x, -s, s)), f.kl()),
        Eq(Integral(x**2 * density, (x, -s, s)), f.kappa2()),
        Eq(Integral(Abs(x) ** 3 * density, (x, -s, s)), f.kappa3()),
        Ge(exp(s) - 1 - s, 0),
        Ge(s * exp(s) - exp(s) + 1, 0),
    ),
    checks=(
        symbolic(antiderivative(-(x + 2) * 2 * density), "hyperbolic functions", part=0),
        symbolic(antiderivative(-(x**2 + 4 * x + 8) * 2 * density), "hyperbolic functions", part=1),
        symbolic(
            split_at(0),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(cube(x) * 2 * density),
            antiderivative(-cube(x) * 2 * density),
            "hyperbolic functions",
            part=2,
        ),
        balls({s: ("1/8", 4)}, count=1, digits=20, part=(0, 1, 2)),
        symbolic(from_boundary(s, 0), part=(3, 4)),
    ),
    mutants=(
        Eq(-Integral(x * density, (x, -s, s)), s / 2),
        Eq(Integral(x**2 * density, (x, -s, s)), s**2),
        Eq(Integral(Abs(x) ** 3 * density, (x, -s, s)), f.kappa3() + s),
    ),
    notes="The last two parts say that kl lies between -s and s.",
)

centred = x + f.kl()

central = Theorem(
    id="logistic-kappa3-bar",
    title="The third absolute central moment of the privacy loss of logistic noise",
    source=source,
    uses=("logistic-loss", "logistic-moments"),
    claim=Eq(Integral(Abs(centred) ** 3 * density, (x, -s, s)), f.kappa3_bar()),
    checks=(
        symbolic(
            lemma("logistic-moments", part=3),
            lemma("logistic-moments", part=4),
            split_at(-f.kl()),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(cube(centred) * 2 * density),
            antiderivative(-cube(centred) * 2 * density),
            "hyperbolic functions",
        ),
        balls({s: ("1/8", 4)}, count=1, digits=20),
    ),
    mutants=(f.kappa3(), f.kappa3_bar() + s),
)
