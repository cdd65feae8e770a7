"""Staircase noise of sensitivity 1: its three likelihood ratios and its trade-off function."""

from sympy import Integral, Interval, Rational, Sum, exp, oo

from fdp_sym import EpsDelta, from_pair
from fdp_sym.theorems import (
    Eq,
    SameCurve,
    Theorem,
    antiderivative,
    cite,
    exact,
    hypothesis,
    induction,
    integer,
    real,
    symbolic,
)
from fdp_sym.tradeoff import Staircase

source = cite("kairouz2015composition", "Section 4 (the noise)", edition="arXiv:1311.0776v4")
epsilon = real("epsilon", Interval.open(0, oo))
gamma = real("gamma", Interval(0, 1))
narrow, wide = (
    real("gamma", Interval(0, Rational(1, 2))),
    real("gamma", Interval(Rational(1, 2), 1)),
)
b = exp(-epsilon)
x, n, k = real("x"), integer("n", 1), integer("k", 0)
a = (1 - b) / (2 * (gamma + b * (1 - gamma)))  # the density at 0
stair = a * (gamma + b * (1 - gamma))  # mass of [0, 1)

stairs = Theorem(
    id="staircase-stairs",
    title="Masses of the two parts of a stair",
    source=source,
    claim=(
        Eq(Integral(a * exp(-k * epsilon), (x, k, k + gamma)), a * gamma * exp(-k * epsilon)),
        Eq(
            Integral(a * exp(-(k + 1) * epsilon), (x, k + gamma, k + 1)),
            a * b * (1 - gamma) * exp(-k * epsilon),
        ),
    ),
    checks=(
        symbolic(antiderivative(a * exp(-k * epsilon) * x), part=0),
        symbolic(antiderivative(a * exp(-(k + 1) * epsilon) * x), part=1),
    ),
    mutants=(
        Eq(Integral(a * exp(-k * epsilon), (x, k, k + gamma)), a * exp(-k * epsilon)),
        Eq(
            Integral(a * exp(-(k + 1) * epsilon), (x, k + gamma, k + 1)),
            a * (1 - gamma) * exp(-k * epsilon),
        ),
    ),
)

masses = Theorem(
    id="staircase-masses",
    title="Masses of staircase noise by partial geometric sums",
    source=source,
    uses=("staircase-stairs",),
    claim=(
        Eq(Sum(stair * exp(-epsilon * k), (k, 1, n)), b / 2 - b * exp(-epsilon * n) / 2),
        Eq(2 * stair + 2 * b / 2, 1),
    ),
    checks=(symbolic(induction(n), "last term", hypothesis(), part=0), symbolic(part=1)),
    mutants=(
        Eq(Sum(stair * exp(-epsilon * k), (k, 1, n)), b / 2),
        Eq(2 * stair + b / 2, 1),
    ),
    notes=(
        "The remainder falls geometrically to zero: beyond 1 lies the mass $e^{-\\epsilon}/2$. "
        "Noise at z >= 1 has the density $e^{\\epsilon}$ times higher after the shift, at z <= 0 "
        "the density $e^{-\\epsilon}$ times as high; the stairs of 0 and of 1 overlap in between."
    ),
)

# outcomes of the ratios e^eps, 1, e^-eps: beyond 1 and part of (0, 1); the middle; the rest
low, high = a.subs(gamma, narrow), a.subs(gamma, wide)
P_narrow = (b / 2 + low * b * narrow, low * b * (1 - 2 * narrow), Rational(1, 2) + low * narrow)
P_wide = (b / 2 + high * b * (1 - wide), high * (2 * wide - 1), Rational(1, 2) + high * (1 - wide))

staircase = Theorem(
    id="staircase-tradeoff",
    title="Trade-off function of staircase noise of sensitivity 1",
    source=source,
    uses=("neyman-pearson", "drs-a.1-finite", "staircase-masses"),
    claim=(
        SameCurve(from_pair(P_narrow, P_narrow[::-1]), Staircase(epsilon, narrow)),
        SameCurve(from_pair(P_wide, P_wide[::-1]), Staircase(epsilon, wide)),
        SameCurve(Staircase(epsilon, Rational(1, 2)), EpsDelta(epsilon)),
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(from_pair(P_narrow, P_narrow[::-1]), EpsDelta(epsilon)),
        SameCurve(from_pair(P_wide, P_wide[::-1]), Staircase(2 * epsilon, wide)),
        SameCurve(Staircase(epsilon, Rational(1, 2)), EpsDelta(2 * epsilon)),
    ),
    notes=(
        "Between the centres the noise at z is high for $z < \\gamma$ and its shift for "
        "$z > 1 - \\gamma$. For $\\gamma \\le 1/2$ both are low in the middle, for "
        "$\\gamma \\ge 1/2$ both are high; only there the ratio is 1. By the symmetry about 1/2 "
        "the masses of the shifted noise are those of the noise in reverse order."
    ),
)
