"""Transforms of privacy losses, and what independence gives for means and variances."""

from sympy import Integral, Interval, Lambda, Rational, Sum, cosh, exp, oo, sinh

from fdp_sym.theorems import (
    Eq,
    Theorem,
    antiderivative,
    balls,
    cite,
    generic,
    hypothesis,
    integer,
    real,
    symbolic,
    termwise,
    through,
)

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
epsilon, s = real("epsilon", Interval(0, oo)), real("s")
mu, a = real("mu", Interval.open(0, oo)), real("a", Interval.open(0, oo))
x = real("x")
c = 1 / (1 + exp(epsilon))

pure = Theorem(
    id="drs-transform-eps",
    title="Transform of the privacy loss of f_{eps,0}",
    source=source,
    uses=("drs-loss-eps",),
    claim=Eq(
        (1 - c) * exp(s * epsilon) + c * exp(-s * epsilon),
        cosh((s + Rational(1, 2)) * epsilon) / cosh(epsilon / 2),
    ),
    checks=(symbolic("hyperbolic functions"),),
    mutants=(cosh(s * epsilon) / cosh(epsilon / 2), cosh((s + Rational(1, 2)) * epsilon)),
    notes="$K(s) = E_Q e^{sL}$: under Q the loss is eps with probability 1 - c.",
)

density = exp(-(x + mu) / 2) / 4

laplace = Theorem(
    id="drs-transform-laplace",
    title="Transform of the Laplace privacy loss",
    source=source,
    uses=("drs-loss-laplace",),
    claim=Eq(
        exp((a + Rational(1, 2)) * mu) * exp(-mu) / 2
        + exp(-(a + Rational(1, 2)) * mu) / 2
        + Integral(exp((a + Rational(1, 2)) * x) * density, (x, -mu, mu)),
        exp(-mu / 2) * (cosh(mu * a) + sinh(mu * a) / (2 * a)),
    ),
    checks=(
        symbolic(antiderivative(exp(a * x - mu / 2) / (4 * a)), "hyperbolic functions"),
        balls({mu: ("1/8", 4), a: ("1/8", 4)}, count=2, digits=20),
    ),
    mutants=(
        exp(-mu / 2) * (cosh(mu * a) + sinh(mu * a) / a),
        exp(-mu / 2) * cosh(mu * a),
    ),
    notes="$K(s) = E_P e^{(s+1)L}$ with $a = s + 1/2 > 0$; it is even in a.",
)

# masses and losses of two experiments, outcomes i and j
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
p2 = generic("p_2", facts=(), bounds=(0, oo), instances=[Lambda(j, (2 * j - 1) / 4)])
u = generic("u", facts=(), bounds=(-oo, oo), instances=[Lambda(i, i**2 - Rational(5, 4))])
v = generic("v", facts=(), bounds=(-oo, oo), instances=[Lambda(j, 3 - j)])
one = (Eq(Sum(p(i), first), 1), Eq(Sum(p2(j), second), 1))

both = p(i) * p2(j)  # mass of the pair of outcomes
means = Sum(p(i) * u(i), first), Sum(p2(j) * v(j), second)

additive = Theorem(
    id="drs-functionals-add",
    title="Independent losses: means and variances add, transforms multiply",
    source=source,
    uses=("drs-3.1-well-defined",),
    given=one,
    claim=(
        Eq(Sum(both * (u(i) + v(j)), first, second), means[0] + means[1]),
        Eq(
            Sum(both * (u(i) + v(j)) ** 2, first, second),
            Sum(p(i) * u(i) ** 2, first) + 2 * means[0] * means[1] + Sum(p2(j) * v(j) ** 2, second),
        ),
        Eq(
            Sum(both * exp(s * (u(i) + v(j))), first, second),
            Sum(p(i) * exp(s * u(i)), first) * Sum(p2(j) * exp(s * v(j)), second),
        ),
    ),
    checks=(
        symbolic(
            through(Sum(both * u(i), first, second) + Sum(both * v(j), first, second)),
            termwise(),
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
            part=0,
        ),
        symbolic(
            through(
                Sum(both * u(i) ** 2, first, second)
                + 2 * Sum(both * u(i) * v(j), first, second)
                + Sum(both * v(j) ** 2, first, second)
            ),
            termwise(),
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
            part=1,
        ),
        symbolic(
            through(Sum(both * exp(s * u(i)) * exp(s * v(j)), first, second)),
            termwise(),
            "factor out of a sum",
            "factor out of a sum",
            part=2,
        ),
    ),
    mutants=(
        Eq(Sum(both * (u(i) + v(j)), first, second), means[0] - means[1]),
        Eq(
            Sum(both * (u(i) + v(j)) ** 2, first, second),
            Sum(p(i) * u(i) ** 2, first) + Sum(p2(j) * v(j) ** 2, second),
        ),
    ),
    notes=(
        "For finitely many outcomes. The cross term of the second part is twice the product of "
        "the means, so $\\kappa_2 - kl^2$ adds."
    ),
)

mean = real("mean")

variance = Theorem(
    id="drs-loss-variance",
    title="kappa2 - kl^2 is the variance of the privacy loss",
    source=source,
    uses=("drs-3.1-profile",),
    given=(one[0], Eq(Sum(p(i) * u(i), first), mean)),
    claim=Eq(Sum(p(i) * (u(i) - mean) ** 2, first), Sum(p(i) * u(i) ** 2, first) - mean**2),
    checks=(
        symbolic(
            through(
                Sum(p(i) * u(i) ** 2, first)
                - 2 * mean * Sum(p(i) * u(i), first)
                + mean**2 * Sum(p(i), first)
            ),
            termwise(),
            hypothesis(),
        ),
    ),
    mutants=(
        Sum(p(i) * u(i) ** 2, first) + mean**2,
        Sum(p(i) * u(i) ** 2, first) - mean,
    ),
    notes=(
        "For finitely many outcomes with losses $u_i = \\log(q_i/p_i)$, where the trade-off "
        "function has a piece of width $p_i$ and slope $-q_i/p_i$: the mean is -kl, so kl is "
        "$\\sum p_i \\log(p_i/q_i) = KL(P \\| Q)$."
    ),
)
