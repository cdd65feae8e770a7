"""DRS section 3.2: the functionals of the Laplace trade-off function."""

from sympy import Abs, Derivative, Integral, Interval, Lambda, Rational, exp, oo

from fdp_sym import Laplace
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

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
mu, t = real("mu", Interval(0, oo)), real("t", Interval.open(0, oo))
x, y = real("x"), real("y")
L = Laplace(mu)
half = Rational(1, 2)
outcome = exp(-(x + mu) / 2) / 2  # the alpha at which log |L_mu'| is x
density = outcome / 2
h = generic("h", facts=(), bounds=(-oo, oo), instances=[Lambda(y, y**2)])

law = Theorem(
    id="drs-loss-laplace",
    title="The Laplace privacy loss has two atoms and an exponential density between them",
    source=source,
    uses=("drs-2.15-pieces",),
    claim=(
        Eq(-Derivative(1 - exp(mu) * t, t), exp(mu)),
        Eq(-Derivative(exp(-mu) / (4 * t), t), exp(-mu) / (4 * t**2)),
        Eq(-Derivative(exp(-mu) * (1 - t), t), exp(-mu)),
        Eq(
            Integral(h(t), (t, exp(-mu) / 2, half)),
            Integral(h(outcome) * density, (x, -mu, mu)),
        ),
    ),
    checks=(
        symbolic("derivative", part=(0, 1, 2)),
        symbolic(substitution(x, outcome, mu, -mu), part=3),
    ),
    mutants=(
        Eq(-Derivative(exp(-mu) / (4 * t), t), exp(-mu) / (2 * t**2)),
        Eq(
            Integral(h(t), (t, exp(-mu) / 2, half)),
            Integral(h(outcome) * 2 * density, (x, -mu, mu)),
        ),
    ),
    notes=(
        "$\\log|L_\\mu'|$ is $\\mu$ up to $e^{-\\mu}/2$ and $-\\mu$ from 1/2 on; between them it "
        "falls from $\\mu$ to $-\\mu$, and is x where $\\alpha = e^{-(x+\\mu)/2}/2$."
    ),
)

kl = Theorem(
    id="drs-kl-laplace",
    title="kl of the Laplace trade-off function",
    source=source,
    uses=("drs-loss-laplace",),
    claim=(
        Eq(-(mu * exp(-mu) / 2 - mu / 2 + Integral(x * density, (x, -mu, mu))), L.kl()),
        Ge(L.kl(), 0),
    ),
    checks=(
        symbolic(antiderivative(-(x + 2) * 2 * density), part=0),
        balls({mu: (0, 4)}, count=2, digits=20, part=0),
        symbolic(from_boundary(mu, 0), part=1),
    ),
    mutants=(
        Eq(-(mu * exp(-mu) / 2 - mu / 2 + Integral(x * density, (x, -mu, mu))), mu - 1),
        Ge(L.kl(), mu / 2),
    ),
)

kappa2 = Theorem(
    id="drs-kappa2-laplace",
    title="kappa2 of the Laplace trade-off function",
    source=source,
    uses=("drs-loss-laplace",),
    claim=Eq(mu**2 * exp(-mu) / 2 + mu**2 / 2 + Integral(x**2 * density, (x, -mu, mu)), L.kappa2()),
    checks=(
        symbolic(antiderivative(-(x**2 + 4 * x + 8) * 2 * density)),
        balls({mu: (0, 4)}, count=2, digits=20),
    ),
    mutants=(L.kappa2() + mu * exp(-mu), mu**2),
)


# the antiderivative of w^3 e^(-w/2) is -2 cube(w) e^(-w/2)
cube = Lambda(y, y**3 + 6 * y**2 + 24 * y + 48)

kappa3 = Theorem(
    id="drs-kappa3-laplace",
    title="kappa3 of the Laplace trade-off function",
    source=source,
    uses=("drs-loss-laplace",),
    claim=Eq(
        mu**3 * exp(-mu) / 2 + mu**3 / 2 + Integral(Abs(x) ** 3 * density, (x, -mu, mu)),
        L.kappa3(),
    ),
    checks=(
        symbolic(
            split_at(0),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(cube(x) * 2 * density),
            antiderivative(-cube(x) * 2 * density),
        ),
        balls({mu: (0, 4)}, count=1, digits=20),
    ),
    mutants=(L.kappa3() + mu * exp(-mu), mu**3),
)

centred = x + L.kl()

kappa3_bar = Theorem(
    id="drs-kappa3-bar-laplace",
    title="The third absolute central moment of the Laplace privacy loss",
    source=source,
    uses=("drs-loss-laplace", "drs-kl-laplace"),
    claim=Eq(
        Abs(mu + L.kl()) ** 3 * exp(-mu) / 2
        + Abs(-mu + L.kl()) ** 3 / 2
        + Integral(Abs(centred) ** 3 * density, (x, -mu, mu)),
        L.kappa3_bar(),
    ),
    checks=(
        symbolic(
            lemma("drs-kl-laplace", part=1),
            split_at(-L.kl()),
            without_absolute_value(),
            without_absolute_value(),
            antiderivative(cube(centred) * 2 * density),
            antiderivative(-cube(centred) * 2 * density),
        ),
        balls({mu: (0, 4)}, count=1, digits=20),
    ),
    mutants=(L.kappa3(), L.kappa3_bar() + mu * exp(-mu)),
)
