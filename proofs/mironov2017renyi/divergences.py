"""Renyi divergences of randomised response, Laplace noise and sampled Gaussian noise."""

from sympy import Integral, Interval, Lambda, Rational, Sum, binomial, cosh, exp, log, oo, sinh

from fdp_sym.functions import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Le,
    Theorem,
    antiderivative,
    binomial_theorem,
    cite,
    fact,
    from_boundary,
    generic,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
    using,
)

source = cite("mironov2017renyi", "Section VI", edition="arXiv:1702.07476v3")
sampled = cite("mironov2019sampled", "Section 3.3", edition="arXiv:1908.10530v1")
positive = Interval.open(0, oo)
epsilon, mu = real("epsilon", positive), real("mu", positive)
a, x, z = real("a", Interval.open(1, oo)), real("x"), real("z")
half = Rational(1, 2)
c = 1 / (1 + exp(epsilon))

pure = Theorem(
    id="renyi-randomized-response",
    title="Renyi divergence of randomised response",
    source=source,
    claim=(
        Eq(
            c * exp(a * epsilon) + (1 - c) * exp(-a * epsilon),
            (sinh(a * epsilon) - sinh((a - 1) * epsilon)) / sinh(epsilon),
        ),
        Eq(
            c * exp(a * epsilon) + (1 - c) * exp(-a * epsilon),
            cosh((a - half) * epsilon) / cosh(epsilon / 2),
        ),
    ),
    checks=(symbolic("hyperbolic functions"),),
    mutants=(
        Eq(
            c * exp(a * epsilon) + (1 - c) * exp(-a * epsilon),
            (sinh(a * epsilon) + sinh((a - 1) * epsilon)) / sinh(epsilon),
        ),
        Eq(
            c * exp(a * epsilon) + (1 - c) * exp(-a * epsilon),
            cosh((a + half) * epsilon) / cosh(epsilon / 2),
        ),
    ),
    notes="$E_Q (dP/dQ)^a = \\exp((a-1) D_a)$; dP/dQ is $e^\\epsilon$ with Q-probability c.",
)

i, n = integer("i", 1), integer("n", 1)
w = real("w", Interval.open(1, oo))  # exp(epsilon)
r = real("r", Interval(0, oo))
total = real("total", Interval(0, 1))
F = generic(
    "F",
    facts=("convex",),
    bounds=(-oo, oo),
    domain=Interval(0, oo),
    instances=[Lambda(r, (r - 1) ** 2), Lambda(r, r**3 - 1)],
)
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i), Lambda(i, 1)])
share = generic("t", facts=(), instances=[Lambda(i, 1 / i), Lambda(i, 1 - 1 / (2 * i))])

largest = Theorem(
    id="renyi-pure-largest",
    title="Among the pairs with ratios up to e^eps randomised response has the largest divergences",
    source=source,
    claim=(
        Le(
            Sum(q(i) * F(share(i) / w + (1 - share(i)) * w), (i, 1, n)),
            F(1 / w) * Sum(q(i) * share(i), (i, 1, n))
            + F(w) * Sum(q(i) * (1 - share(i)), (i, 1, n)),
        ),
        Iff(Eq(total / w + (1 - total) * w, 1), Eq(total, w / (1 + w))),
    ),
    checks=(
        symbolic(termwise(), fact(F, "convex", 1 / w, w, share(i)), part=0),
        symbolic(part=1),
    ),
    mutants=(
        Le(
            Sum(q(i) * F(share(i) / w + (1 - share(i)) * w), (i, 1, n)),
            F(1 / w) * Sum(q(i) * share(i), (i, 1, n)),
        ),
        Iff(Eq(total / w + (1 - total) * w, 1), Eq(total, 1 / (1 + w))),
    ),
    notes=(
        "A ratio dP/dQ in $[1/w, w]$ is $t/w + (1-t)w$. As its mean under Q is 1, the Q-mass "
        "$\\sum q_i t_i$ is w/(1+w), so the right side is the divergence of randomised response."
    ),
)

laplace = Theorem(
    id="renyi-laplace",
    title="Renyi divergence of Laplace noise",
    source=source,
    uses=("drs-loss-laplace",),
    claim=Eq(
        exp(-mu) / 2 * exp((1 - a) * mu)
        + exp(-(1 - a) * mu) / 2
        + Integral(exp((1 - a) * x) * exp(-(x + mu) / 2) / 4, (x, -mu, mu)),
        a / (2 * a - 1) * exp((a - 1) * mu) + (a - 1) / (2 * a - 1) * exp(-a * mu),
    ),
    checks=(symbolic(antiderivative(exp((half - a) * x - mu / 2) / (4 * (half - a)))),),
    mutants=(
        a / (2 * a - 1) * exp((a - 1) * mu) + (a - 1) / (2 * a - 1) * exp(a * mu),
        a / (2 * a - 1) * exp((a - 1) * mu),
    ),
    notes="Noise of scale $1/\\mu$ at sensitivity 1.",
)

rate = real("q", Interval.Ropen(0, 1))
mixed = rate * real("R", Interval(0, oo))
j, order = integer("j", 0), integer("a", 1)
loss = mu * z - mu**2 / 2

moments = Theorem(
    id="renyi-sampled-gaussian",
    title="Renyi divergence of sampled Gaussian noise at whole orders",
    source=sampled,
    uses=("drs-loss-gaussian", "poisson-add"),
    claim=(
        Eq(
            Sum(binomial(order, j) * mixed**j * (1 - rate) ** (order - j), (j, 0, order)),
            (1 - rate + mixed) ** order,
        ),
        Eq(Integral(exp(j * loss) * phi(z), (z, -oo, oo)), exp((j**2 - j) * mu**2 / 2)),
    ),
    checks=(
        symbolic(binomial_theorem(mixed, 1 - rate), part=0),
        symbolic(antiderivative(exp((j**2 - j) * mu**2 / 2) * Phi(z - j * mu)), part=1),
    ),
    mutants=(
        Eq(Integral(exp(j * loss) * phi(z), (z, -oo, oo)), exp(j**2 * mu**2 / 2)),
        Eq(Integral(exp(j * loss) * phi(z), (z, -oo, oo)), exp((j**2 + j) * mu**2 / 2)),
    ),
    notes=(
        "With $\\mu = 1/\\sigma$ and R = dQ/dP of the Gaussians: "
        "$E_P(1-q+qR)^a = \\sum_j \\binom aj (1-q)^{a-j} q^j e^{(j^2-j)/2\\sigma^2}$, which is "
        '$\\exp((a-1) D_a(M\\|P))$ for the sampled law M: the direction "add" of T(M, P).'
    ),
)

y = real("y", Interval(0, oo))
order = real("a", Interval(1, oo))
u, v = (order - half) * epsilon, epsilon / 2
twice_cosh = Lambda(y, exp(y) + exp(-y))

tanh_below = Theorem(
    id="tanh-below",
    title="tanh y is at most y",
    source=source,
    claim=Ge(y * (exp(y) + exp(-y)) - (exp(y) - exp(-y)), 0),
    checks=(symbolic(from_boundary(y, 0)),),
    mutants=(Ge(y * (exp(y) + exp(-y)) / 2 - (exp(y) - exp(-y)), 0), Ge(y - exp(y), 0)),
)

slow = Theorem(
    id="renyi-pure-gaussian",
    title="The Renyi divergences of randomised response are at most those of shifted Gaussians",
    source=cite("dong2022gdp", "Appendix B", edition="arXiv:1905.02383v3"),
    uses=("renyi-randomized-response", "drs-b-renyi-gaussian", "tanh-below"),
    claim=Le(log(twice_cosh(u)) - log(twice_cosh(v)), (order - 1) * order * epsilon**2 / 2),
    checks=(
        symbolic(
            from_boundary(order, 1),
            lemma("tanh-below", {"y": u}),
            using((tanh_below.parts[0].subs(y, u), epsilon / twice_cosh(u))),
        ),
    ),
    mutants=(
        Le(log(twice_cosh(u)) - log(twice_cosh(v)), (order - 1) * epsilon**2 / 2),
        Le(log(twice_cosh(u)) - log(twice_cosh(v)), (order - 1) * order * epsilon**2 / 4),
    ),
    notes=(
        "$(a-1) D_a$ of randomised response against that of N(0, 1) and N(eps, 1). For "
        "$\\epsilon < \\epsilon^* = 4.81\\ldots$ randomised response has the larger total "
        "variation (claim-15-holds): no kernel leads from the Gaussian pair to it, although every "
        "Renyi divergence allows it. So the order by all Renyi divergences is strictly larger "
        "than Blackwell's, and Renyi divergences do not determine privacy."
    ),
)
