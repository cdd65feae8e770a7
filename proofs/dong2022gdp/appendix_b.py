"""DRS appendix B: divergences as functionals of the trade-off function."""

from sympy import Integral, Interval, Lambda, Sum, exp, expand, log, oo, tanh

from fdp_sym.functions import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Gt,
    Le,
    Theorem,
    antiderivative,
    cite,
    fact,
    generic,
    integer,
    real,
    replacing,
    symbolic,
)

source = cite("dong2022gdp", "Appendix B", edition="arXiv:1905.02383v3")
positive = Interval.open(0, oo)
p, q = real("p", positive), real("q", positive)  # masses of an outcome
p2, q2 = real("p_2", positive), real("q_2", positive)
left, x = real("left", Interval(0, oo)), real("x", Interval(0, oo))
t = real("t", Interval(0, oo))
F = generic(
    "F",
    facts=("convex",),
    bounds=(-oo, oo),
    domain=Interval(0, oo),
    instances=[Lambda(t, (t - 1) ** 2)],
)
slope = q / p  # |f'| on the piece of the outcome, of length p

piece = Theorem(
    id="drs-b-piece",
    title="A linear piece of the trade-off function is one outcome of the divergence",
    source=source,
    claim=Eq(Integral(F(1 / slope) * slope, (x, left, left + p)), q * F(p / q)),
    checks=(symbolic(antiderivative(F(1 / slope) * slope * x)),),
    mutants=(p * F(p / q), q * F(q / p)),
    notes=(
        "For finitely many outcomes in decreasing order of q/p, f has the slope -q/p on a piece of "
        "length p. Summed: $\\int_0^{x_f} F(1/|f'|)|f'|$ is the sum of $q F(p/q)$ over the "
        "outcomes with p, q > 0. An outcome with p = 0 adds $q F(0)$, and those q add up to "
        "$1 - f(0)$; one with q = 0 adds $p \\tau_F$, the limit of $q F(p/q)$, and those p add up "
        "to $1 - x_f$. For any f the same is the definition of the divergence for the pair of "
        "drs-2.2-if: P uniform, Q with density $-f'$ and an atom."
    ),
)

share = q / (q + q2)
mean = expand(share * p / q + (1 - share) * p2 / q2)

merging = Theorem(
    id="drs-b-data-processing",
    title="Merging outcomes does not increase a divergence",
    source=source,
    claim=Le((q + q2) * F((p + p2) / (q + q2)), q * F(p / q) + q2 * F(p2 / q2)),
    checks=(
        symbolic(replacing((p + p2) / (q + q2), mean), fact(F, "convex", p / q, p2 / q2, share)),
    ),
    mutants=(
        Le((q + q2) * F((p + p2) / (q + q2)), q * F(p / q)),
        Le(2 * (q + q2) * F((p + p2) / (q + q2)), q * F(p / q) + q2 * F(p2 / q2)),
    ),
    notes=(
        "Splitting an outcome in one proportion under both laws changes nothing, so no kernel "
        'between finite sets increases a divergence. Merged to the outcomes "reject" and '
        '"accept" of a test with errors $\\alpha$ and $\\beta$: '
        "$(1-\\beta)F(\\alpha/(1-\\beta)) + \\beta F((1-\\alpha)/\\beta) \\le D_F(P\\|Q)$, which "
        "is what a bound of the divergence says about the trade-off function."
    ),
)

epsilon, delta = real("epsilon", Interval(0, oo)), real("delta", Interval(0, 1))
c = (1 - delta) / (1 + exp(epsilon))
ratio = exp(epsilon)
both = c * (ratio - 1) / 2 + ratio * c * (1 - 1 / ratio) / 2  # half of |p - q| of two outcomes

total_variation = Theorem(
    id="drs-b-total-variation",
    title="Both boundary terms of the total variation of f_{eps,delta}",
    source=source,
    uses=("drs-b-piece",),
    claim=Eq(both + delta / 2 + delta / 2, delta + (1 - delta) * tanh(epsilon / 2)),
    checks=(symbolic("hyperbolic functions"),),
    mutants=(
        Eq(both + delta / 2, delta + (1 - delta) * tanh(epsilon / 2)),
        Eq(both + delta / 2 + delta / 2, delta + tanh(epsilon / 2)),
    ),
    notes=(
        "F(t) = |t - 1|/2 has $F(0) = \\tau_F = 1/2$; $1 - f(0) = 1 - x_f = \\delta$. The right "
        "side is $1 - 2c$, the total variation of kov-a1-b-attained."
    ),
)

mu, a, z = real("mu", positive), real("a", Interval.open(1, oo)), real("z")
loss = mu * z - mu**2 / 2  # of N(mu, 1) against N(0, 1), see drs-loss-gaussian

gaussian = Theorem(
    id="drs-b-renyi-gaussian",
    title="Renyi divergence of order a of the Gaussian trade-off function",
    source=source,
    uses=("drs-loss-gaussian", "drs-b-data-processing", "blackwell"),
    claim=(
        Eq(Integral(exp((1 - a) * loss) * phi(z), (z, -oo, oo)), exp((a - 1) * a * mu**2 / 2)),
        Eq(log(exp((a - 1) * a * mu**2 / 2)) / (a - 1), a * mu**2 / 2),
    ),
    checks=(
        symbolic(antiderivative(exp((a - 1) * a * mu**2 / 2) * Phi(z + (a - 1) * mu)), part=0),
        symbolic(part=1),
    ),
    mutants=(
        Eq(Integral(exp((1 - a) * loss) * phi(z), (z, -oo, oo)), exp((a - 1) * mu**2 / 2)),
        Eq(Integral(exp((1 - a) * loss) * phi(z), (z, -oo, oo)), exp(a * mu**2 / 2)),
    ),
    notes=(
        "$\\int_0^1 |G_\\mu'|^{1-a}$, so mu-GDP implies $(a, a\\mu^2/2)$-RDP for every a > 1, by "
        "drs-b-data-processing and Blackwell's theorem; that is $\\mu^2/2$-zCDP."
    ),
)

bound, t, order = real("M", positive), real("t", Interval(0, oo)), real("x", positive)
gap = real("gap", positive)

infinite = Theorem(
    id="drs-b-renyi-infinite",
    title="Renyi divergences are infinite if f vanishes before 1",
    source=source,
    uses=("drs-b-piece",),
    claim=(
        Eq(p * exp(order * t), p * (p / (p * exp(-t))) ** order),
        Gt(p * exp(order * ((log(bound / p) + gap) / order)), bound),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(p * exp(order * t), p * (p / (p * exp(-t))) ** (order + 1)),
        Gt(p * exp(order * ((log(bound / p) - gap) / order)), bound),
    ),
    notes=(
        "The limit of $p^{1+x} q^{-x}$ as q tends to 0, $q = p e^{-t}$: above t = (log(M/p))/x it "
        "exceeds M. The P-mass where Q has none is $1 - x_f$."
    ),
)

index = integer("i", 1)
j = integer("j", 1)
n, m = integer("n", 1), integer("m", 1)
u = generic("u", facts=(), bounds=(0, oo), instances=[Lambda(index, 1 / index)])
v = generic("v", facts=(), bounds=(0, oo), instances=[Lambda(j, j + 1)])

products = Theorem(
    id="drs-b-renyi-products",
    title="The moments of likelihood ratios multiply",
    source=source,
    claim=Eq(
        Sum(Sum(u(index) * v(j), (j, 1, m)), (index, 1, n)),
        Sum(u(index), (index, 1, n)) * Sum(v(j), (j, 1, m)),
    ),
    checks=(symbolic("factor out of a sum", "factor out of a sum"),),
    mutants=(
        Sum(u(index), (index, 1, n)) + Sum(v(j), (j, 1, m)),
        2 * Sum(u(index), (index, 1, n)) * Sum(v(j), (j, 1, m)),
    ),
    notes=(
        "With $u_i = p_i^a q_i^{1-a}$ of one pair and $v_j$ of another one: the moment of order a "
        "of the product is the product of the moments, so Renyi divergences add up."
    ),
)
