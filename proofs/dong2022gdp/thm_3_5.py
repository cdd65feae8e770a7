"""DRS Theorem 3.5: its open question, settled. In the limit s^2 = 2K, so the limit is G_s."""

from sympy import Integral, Interval, Lambda, Rational, Sum, exp, oo, tanh

from fdp_sym import Phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cite,
    from_boundary,
    generic,
    integer,
    lemma,
    real,
    substitution,
    symbolic,
    termwise,
    under_integral,
    using,
)

source = cite("dong2022gdp", "Theorem 3.5", edition="arXiv:1905.02383v3")

# c = max r lies between these two; r is largest close to peak
x, bound = real("x", Interval(0, oo)), real("b", Interval(0, oo))
c_below = Rational("0.0662437697234136953545203709524")
c_above = Rational("0.0662437697234136953545203709525")
peak = Rational("3.2122305976055347281762829020849922567856")
r = Lambda(x, 1 / (2 * x) - tanh(x / 2) / x**2)
H = Lambda(x, c_above * x**2 - x / 2 + tanh(x / 2))  # not negative: drs-3.5-tanh

# finitely many losses L and -L, of masses w and w e^(-L) under P, which Q exchanges
i, n = integer("i", 1), integer("n", 1)
w = generic("w", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i)])
L = generic("L", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 2)])
loss = real("loss")
G = Lambda(loss, (exp(loss) + 1) * (loss * tanh(loss / 2) - loss**2 / 2))
kl = Sum(w(i) * L(i) + w(i) * exp(-L(i)) * -L(i), (i, 1, n))  # E_P of -L, L^2, |L|^3, G(L)
kappa2 = Sum(w(i) * L(i) ** 2 + w(i) * exp(-L(i)) * L(i) ** 2, (i, 1, n))
kappa3 = Sum(w(i) * L(i) ** 3 + w(i) * exp(-L(i)) * L(i) ** 3, (i, 1, n))
mean_G = Sum(w(i) * G(-L(i)) + w(i) * exp(-L(i)) * G(L(i)), (i, 1, n))
weight = w(i) * L(i) * (1 + exp(-L(i)))

finite = Theorem(
    id="drs-3.5-finite",
    title="kl is half of kappa_2 up to c kappa_3, for finitely many losses",
    source=source,
    uses=("drs-3.5-tanh",),
    claim=(
        Eq(kl - kappa2 / 2, mean_G / 2),
        Le(kappa2 / 2 - kl, c_above * kappa3),
        Ge(kappa2 / 2 - kl, 0),
    ),
    checks=(
        symbolic(termwise(), "hyperbolic functions", part=0),
        symbolic(
            termwise(),
            lemma("drs-3.5-tanh", {"x": L(i)}, part=0),
            using((Ge(H(L(i)), 0), weight)),
            "hyperbolic functions",
            part=1,
        ),
        symbolic(
            termwise(),
            lemma("drs-3.5-tanh", {"x": L(i)}, part=1),
            using((Le(tanh(L(i) / 2), L(i) / 2), weight)),
            "hyperbolic functions",
            part=2,
        ),
    ),
    mutants=(
        Eq(kl - kappa2 / 2, mean_G),
        Eq(kl - kappa2 / 2, -mean_G / 2),
        Le(kappa2 / 2 - kl, kappa3 / 20),
        Ge(kappa2 / 2 - kl, kappa3 / 20),
    ),
    notes=(
        "f is symmetric exactly when the law of the loss under Q is that of its negative under P. "
        "With finitely many losses these are the laws of the claim. $G(L) = (e^L + 1)(L "
        "\\tanh(L/2) - L^2/2)$."
    ),
)

# any symmetric f with f(0) = 1: |f'| = e^loss on [0, a], a its fixed point
t, a = real("t", Interval(0, 1)), real("a", Interval(0, 1))
ell = generic(
    "ell", facts=(), bounds=(0, oo), instances=[Lambda(t, 1 - t), Lambda(t, Rational(16, 5))]
)
kl_of_f = Integral((exp(ell(t)) - 1) * ell(t), (t, 0, a))
kappa2_of_f = Integral((exp(ell(t)) + 1) * ell(t) ** 2, (t, 0, a))
kappa3_of_f = Integral((exp(ell(t)) + 1) * ell(t) ** 3, (t, 0, a))
mean_G_of_f = Integral(exp(ell(t)) * G(-ell(t)) + G(ell(t)), (t, 0, a))
weight_of_f = ell(t) * (exp(ell(t)) + 1)

general = Theorem(
    id="drs-3.5-gap",
    title="kl is half of kappa_2 up to c kappa_3, for every symmetric f",
    source=source,
    uses=("drs-3.5-tanh", "claim-2-corrected", "convex-absolutely-continuous"),
    claim=(
        Eq(kl_of_f - kappa2_of_f / 2, mean_G_of_f / 2),
        Le(kappa2_of_f / 2 - kl_of_f, c_above * kappa3_of_f),
        Ge(kappa2_of_f / 2 - kl_of_f, 0),
    ),
    checks=(
        symbolic(under_integral(), "hyperbolic functions", part=0),
        symbolic(
            under_integral(),
            lemma("drs-3.5-tanh", {"x": ell(t)}, part=0),
            using((Ge(H(ell(t)), 0), weight_of_f)),
            "hyperbolic functions",
            part=1,
        ),
        symbolic(
            under_integral(),
            lemma("drs-3.5-tanh", {"x": ell(t)}, part=1),
            using((Le(tanh(ell(t) / 2), ell(t) / 2), weight_of_f)),
            "hyperbolic functions",
            part=2,
        ),
    ),
    mutants=(
        Eq(kl_of_f - kappa2_of_f / 2, mean_G_of_f),
        Le(kappa2_of_f / 2 - kl_of_f, Rational("0.06623") * kappa3_of_f),
        Ge(kappa2_of_f / 2 - kl_of_f, kappa3_of_f / 20),
    ),
    notes=(
        "$\\kappa_3(f) < \\infty$ and symmetry exclude f(0) < 1, so $[0,1]$ is $[0,a]$ and its "
        "image under f. With $|f'| = e^\\ell$, $\\ell \\ge 0$ on $[0,a]$, the substitution "
        "$\\alpha = f(t)$ turns an integral over $[a,1]$ of a function of $\\log|f'|$ into one "
        "over $[0,a]$ with weight $e^\\ell$ at $-\\ell$. The claim is about both together. $G(L) "
        "= (e^L + 1)(L \\tanh(L/2) - L^2/2)$."
    ),
)

# losses up to b in size, of density rho under P: e^s rho(s) = rho(-s) as f is symmetric
s, u = real("s", Interval(-oo, 0)), real("u", Interval(0, oo))
v = generic("v", facts=(), bounds=(0, oo), instances=[Lambda(u, u / 2)])
negative, positive_half = (s, -bound, 0), (u, 0, bound)
rho_s, rho_u = exp(-s / 2) * v(-s), exp(-u / 2) * v(u)
kl_rho = Integral(-s * rho_s, negative) + Integral(-u * rho_u, positive_half)
kappa2_rho = Integral(s**2 * rho_s, negative) + Integral(u**2 * rho_u, positive_half)
kappa3_rho = Integral(-(s**3) * rho_s, negative) + Integral(u**3 * rho_u, positive_half)
mean_G_rho = Integral(G(s) * rho_s, negative) + Integral(G(u) * rho_u, positive_half)
mirror = substitution(u, -u, bound, 0)
weight_rho = u * v(u) * (exp(u / 2) + exp(-u / 2))

density = Theorem(
    id="drs-3.5-density",
    title="kl is half of kappa_2 up to c kappa_3, for a privacy loss with a density",
    source=source,
    uses=("drs-3.5-tanh",),
    claim=(
        Eq(kl_rho - kappa2_rho / 2, mean_G_rho / 2),
        Le(kappa2_rho / 2 - kl_rho, c_above * kappa3_rho),
        Ge(kappa2_rho / 2 - kl_rho, 0),
    ),
    checks=(
        symbolic(mirror, mirror, mirror, under_integral(), "hyperbolic functions", part=0),
        symbolic(
            mirror,
            mirror,
            mirror,
            under_integral(),
            lemma("drs-3.5-tanh", {"x": u}, part=0),
            using((Ge(H(u), 0), weight_rho)),
            "hyperbolic functions",
            part=1,
        ),
        symbolic(
            mirror,
            mirror,
            under_integral(),
            lemma("drs-3.5-tanh", {"x": u}, part=1),
            using((Le(tanh(u / 2), u / 2), weight_rho)),
            "hyperbolic functions",
            part=2,
        ),
    ),
    mutants=(
        Eq(kl_rho - kappa2_rho / 2, mean_G_rho),
        Le(kappa2_rho / 2 - kl_rho, kappa3_rho / 100),
        Ge(kappa2_rho / 2 - kl_rho, kappa3_rho / 20),
    ),
    notes="Negative losses are folded onto positive ones; for unbounded losses $b \\to \\infty$.",
)

epsilon = real("epsilon", Interval.open(0, oo))
truth, lie = exp(epsilon) / (1 + exp(epsilon)), 1 / (1 + exp(epsilon))  # losses -epsilon, epsilon
kl_response = truth * epsilon - lie * epsilon
kappa2_response = truth * epsilon**2 + lie * epsilon**2
kappa3_response = truth * epsilon**3 + lie * epsilon**3

sharp = Theorem(
    id="drs-3.5-sharp",
    title="Randomised response attains the constant",
    source=source,
    claim=(
        Eq(kappa2_response / 2 - kl_response, r(epsilon) * kappa3_response),
        Ge(r(peak), c_below),
    ),
    checks=(symbolic("hyperbolic functions", part=0), symbolic(part=1)),
    mutants=(
        Eq(kappa2_response / 2 - kl_response, 2 * r(epsilon) * kappa3_response),
        Ge(r(peak), c_above),
    ),
    notes=(
        "For $f_{\\epsilon,0}$ the gap is $r(\\epsilon) \\kappa_3$, so no constant below $c = "
        "\\sup r$ will do."
    ),
)

# a row of an array: the sums of kl, kappa_2, kappa_3, within eta of their limits K, s^2 and 0
kl_sum, kappa2_sum, kappa3_sum = (real(name, Interval(0, oo)) for name in ("k", "k_2", "k_3"))
K, s2 = real("K", Interval(0, oo)), real("s2", Interval(0, oo))
eta = real("eta", Interval.open(0, oo))
gap_above = Le(kappa2_sum / 2 - kl_sum, c_above * kappa3_sum)
gap_below = Ge(kappa2_sum / 2 - kl_sum, 0)
kl_above, kl_below = Le(kl_sum - K, eta), Le(K - kl_sum, eta)
kappa2_above, kappa2_below = Le(kappa2_sum - s2, eta), Le(s2 - kappa2_sum, eta)
kappa3_above = Le(kappa3_sum, eta)

limit = Theorem(
    id="drs-3.5-limit",
    title="In the limit s^2 = 2K",
    source=source,
    uses=("drs-3.5-gap",),
    claim=(Le(s2 - 2 * K, (3 + 2 * c_above) * eta), Le(2 * K - s2, 3 * eta)),
    given=(
        gap_above,
        gap_below,
        kl_above,
        kl_below,
        kappa2_above,
        kappa2_below,
        kappa3_above,
    ),
    checks=(
        symbolic(
            using((kappa2_below, 1), (kl_above, 2), (gap_above, 2), (kappa3_above, 2 * c_above)),
            part=0,
        ),
        symbolic(using((kappa2_above, 1), (kl_below, 2), (gap_below, 2)), part=1),
    ),
    mutants=(
        Mutant(
            Le(s2 - 2 * K, 3 * eta),
            at={"K": 0, "k": 1, "k_2": "2.13", "k_3": 1, "s2": "3.13", "eta": 1},
        ),
        Mutant(Le(2 * K - s2, 2 * eta), at={"K": 2, "k": 1, "k_2": 2, "k_3": 0, "s2": 1, "eta": 1}),
        Mutant(given=(kl_above, kl_below, kappa2_above, kappa2_below, kappa3_above)),
        Mutant(
            given=(gap_above, gap_below, kl_above, kl_below, kappa2_above, kappa2_below),
            at={"K": 0, "k": 0, "k_2": 6, "k_3": 100, "s2": 6, "eta": 1},
        ),
    ),
    notes=(
        "The first two hypotheses are the bound of the gap, summed over a row of a symmetric "
        "array; the others hold in all late rows, for every eta > 0. K and $s^2$ do not depend on "
        "eta, so $s^2 = 2K$: the limit $G_{2K/s}$ of the theorem is always $G_s$, and each of the "
        "conditions on kl and on $\\kappa_2$ follows from the other."
    ),
)

# Theorem 3.4 on a late row: q is the sum of the squares of kl, each kl being at most eta
squares, third = real("q", Interval(0, oo)), real("m", Interval(0, oo))
variance = kappa2_sum - squares
squares_small, third_small = Le(squares, eta * kl_sum), Le(third, 8 * kappa3_sum)

convergence = Theorem(
    id="drs-3.5",
    title="Theorem 3.4 on late rows: its variance tends to s^2, its third moments to 0",
    source=source,
    uses=("drs-3.4", "drs-kappa3-bounds", "drs-3.5-limit", "gdp-parameter"),
    claim=(
        Ge(variance, s2 - (1 + K + eta) * eta),
        Le(variance, s2 + eta),
        Le(third, 8 * eta),
    ),
    given=(kl_above, kappa2_above, kappa2_below, kappa3_above, squares_small, third_small),
    checks=(
        symbolic(using((squares_small, 1), (kappa2_below, 1), (kl_above, eta)), part=0),
        symbolic(using((kappa2_above, 1)), part=1),
        symbolic(using((third_small, 1), (kappa3_above, 8)), part=2),
    ),
    mutants=(
        Mutant(
            Ge(variance, s2 - eta),
            at={"K": 1, "k": 1, "k_2": 2, "k_3": 0, "s2": 2, "eta": 1, "q": 1, "m": 0},
        ),
        Mutant(
            Le(third, 4 * eta),
            at={"K": 1, "k": 1, "k_2": 2, "k_3": 1, "s2": 2, "eta": 1, "q": 0, "m": 8},
        ),
        Mutant(
            given=(kl_above, kappa2_above, kappa2_below, kappa3_above, third_small),
            at={"K": 0, "k": 0, "k_2": 0, "k_3": 0, "s2": 0, "eta": 1, "q": 9, "m": 0},
        ),
    ),
    notes=(
        "With V, m the sums of the variances and of $\\bar\\kappa_3$. As s > 0 and eta tends to 0, "
        "$\\mu = 2k/\\sqrt V$ tends to $2K/s$ and $\\gamma = 0.56\\, m/V^{3/2}$ to 0: the products "
        "are within $\\gamma$ of $G_\\mu$, hence tend to $G_{2K/s}$ (which is $G_s$) uniformly. "
        "These last limits are prose."
    ),
)

z, mu, more = real("z"), real("mu", Interval(0, oo)), real("d", Interval(0, oo))

nearby = Theorem(
    id="gdp-parameter",
    title="Gaussian functions of near parameters are near",
    source=source,
    uses=("drs-3.5-array-exponential",),
    claim=Le(Phi(z - mu) - Phi(z - mu - more), more),
    checks=(
        symbolic(
            from_boundary(more, 0),
            lemma("drs-3.5-array-exponential", {"x": (z - mu - more) ** 2 / 2}),
        ),
    ),
    mutants=(
        Le(Phi(z - mu) - Phi(z - mu - more), more / 4),
        Ge(Phi(z - mu) - Phi(z - mu - more), more),
    ),
    notes="At $z = \\Phi^{-1}(1-\\alpha)$: $0 \\le G_\\mu - G_{\\mu+d} \\le d$ at every alpha.",
)
