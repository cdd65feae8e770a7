"""Claim 12: is the discrete Gaussian never less private than the continuous one?"""

from sympy import Interval, Range, Rational, exp, oo

from fdp_sym import DiscreteGaussian, Gaussian
from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.theorems import Claim, Eq, Theorem, cite, decided, integer, real, symbolic

source = cite("canonne2020discrete", "Section 1, as summarised", edition="arXiv:2004.00010v5")
half = Rational(1, 2)

claim = Claim(
    id="claim-12",
    number=12,
    title="The profile of the discrete Gaussian is never above that of the continuous one",
    printed=(
        "At sensitivity 1 the discrete Gaussian of parameter $\\sigma^2$ is never less private "
        "than $N(0, \\sigma^2)$: its $\\delta(\\epsilon)$ is at most that of the continuous one, "
        "for all $\\epsilon$."
    ),
    source=source,
    claim=ProfileBelow(DiscreteGaussian(1), Gaussian(1), 1, 2),
    checks=(decided(),),
    corrected="claim-12-corrected",
    notes=(
        "Stated for $\\sigma = 1$ and $\\epsilon \\in [1, 2]$, which is enough to refute it: at "
        "$\\epsilon = 1$ the deltas are 0.14135133940562190809... and 0.12693673750664394580..."
    ),
)

zero = Theorem(
    id="claim-12-zero",
    title="At epsilon = 0 the discrete Gaussian is less private, for listed sigma",
    source=source,
    claim=tuple(
        ProfileBelow(Gaussian(1 / s), DiscreteGaussian(s), 0, 0)
        for s in (half / 2, half, Rational(1), Rational(2), Rational(5), Rational(20))
    ),
    checks=(decided(),),
    mutants=(
        ProfileBelow(DiscreteGaussian(half), Gaussian(2), 0, 0),
        ProfileBelow(DiscreteGaussian(20), Gaussian(half / 10), 0, 0),
    ),
    notes=(
        "The total variation is P[Z = 0], against $2\\Phi(1/2\\sigma) - 1$: for $\\sigma$ = 1/4, "
        "1/2, 1, 2, 5, 20 no hypothesis on sigma helps."
    ),
)

kinks = Theorem(
    id="claim-12-kinks",
    title="Around the kinks of its profile the discrete Gaussian is more private, in listed cases",
    source=source,
    claim=(
        ProfileBelow(DiscreteGaussian(half), Gaussian(2), 2, Rational(7, 2)),
        ProfileBelow(DiscreteGaussian(1), Gaussian(1), Rational(2, 5), Rational(7, 10)),
        ProfileBelow(DiscreteGaussian(1), Gaussian(1), Rational(7, 5), Rational(8, 5)),
        ProfileBelow(DiscreteGaussian(2), Gaussian(half), Rational(1, 8), Rational(1, 7)),
        ProfileBelow(DiscreteGaussian(2), Gaussian(half), Rational(3, 8), Rational(2, 5)),
    ),
    checks=(decided(),),
    mutants=(
        ProfileBelow(DiscreteGaussian(1), Gaussian(1), Rational(2, 5), 1),
        ProfileBelow(DiscreteGaussian(2), Gaussian(half), 0, Rational(1, 8)),
    ),
    notes=(
        "The profile is linear in $e^\\epsilon$ between the kinks "
        "$\\epsilon = (2k+1)/(2\\sigma^2)$; between two of them it rises above the continuous one."
    ),
)

c = real("c", Interval.open(0, oo))  # 1/(2 sigma^2)
a, k = integer("a", 2), real("k", Range(-oo, oo))

corrected = Theorem(
    id="claim-12-corrected",
    title="At whole orders the Renyi divergences of both kinds of noise are the same",
    source=source,
    uses=("drs-b-renyi-gaussian",),
    claim=Eq(
        exp(-c * k**2) ** a * exp(-c * (k - 1) ** 2) ** (1 - a),
        exp(c * a * (a - 1)) * exp(-c * (k + a - 1) ** 2),
    ),
    checks=(symbolic(),),
    mutants=(
        exp(c * a * (a - 1)) * exp(-c * (k + a) ** 2),
        exp(c * a**2) * exp(-c * (k + a - 1) ** 2),
    ),
    notes=(
        "$p_k^a q_k^{1-a}$ is $e^{a(a-1)/2\\sigma^2}$ times a shifted mass. The sum over all k of "
        "the masses is the same after a shift by a whole number, so "
        "$D_a = a/2\\sigma^2$, as for N(0, sigma^2). So the discrete Gaussian is as private in the "
        "sense of Renyi divergences of whole orders, while its profile is above the continuous one "
        "at $\\epsilon = 0$ (claim-12-zero) and below it around its kinks (claim-12-kinks)."
    ),
)
