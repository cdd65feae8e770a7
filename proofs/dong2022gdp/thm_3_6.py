"""DRS Theorem 3.6: compositions of (epsilon, delta)-functions."""

from sympy import Interval, Lambda, Rational, Sum, exp, log, oo, tanh

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lim,
    Mutant,
    Near,
    Theorem,
    cite,
    decided,
    from_boundary,
    generic,
    integer,
    lemma,
    real,
    remainder,
    symbolic,
    termwise,
    using,
)

source = cite("dong2022gdp", "Theorem 3.6", edition="arXiv:1905.02383v3")
y, d = real("y", Interval(0, Rational(1, 2))), real("delta", Interval(0, Rational(1, 2)))
n = integer("n", 1)
total = n * log(1 - d / n)  # the logarithm of 1 - delta of the composed slacks f_{0, delta/n}

logarithm = Theorem(
    id="drs-3.6-logarithm",
    title="log(1 - y) between -y - y^2 and -y",
    source=source,
    claim=(Ge(log(1 - y), -y - y**2), Le(log(1 - y), -y)),
    checks=(symbolic(from_boundary(y, 0)),),
    mutants=(Ge(log(1 - y), -y - y**2 / 3), Le(log(1 - y), -y - y**2)),
)

# any row: the parameters are shares of the largest one, which is eta
i, eta = integer("i", 1), real("eta", Interval(0, Rational(1, 2)))
share = generic("w", facts=(), instances=[Lambda(i, 1 / i), Lambda(i, 1 / (1 + i))])
row = (i, 1, n)
member = eta * share(i)
slacks = Sum(log(1 - member), row)

slack_rows = Theorem(
    id="drs-3.6-slack-rows",
    title="The composed slacks of any row, between exponentials of their sum",
    source=source,
    uses=("drs-3.6-logarithm",),
    claim=(
        Ge(slacks, -Sum(member + member**2, row)),
        Le(Sum(member + member**2, row), (1 + eta) * Sum(member, row)),
        Le(slacks, -Sum(member, row)),
    ),
    checks=(
        symbolic(termwise(), lemma("drs-3.6-logarithm", {"y": member}, part=0), part=0),
        symbolic(termwise(), part=1),
        symbolic(termwise(), lemma("drs-3.6-logarithm", {"y": member}, part=1), part=2),
    ),
    mutants=(
        Ge(slacks, -Sum(member, row)),
        Le(Sum(member + member**2, row), Sum(member, row)),
        Le(slacks, -Sum(member + member**2, row)),
    ),
    notes=(
        "Slacks $\\delta_i \\le \\eta \\le 1/2$: $\\log\\prod(1-\\delta_i)$ lies between "
        "$-(1+\\eta) \\sum\\delta_i$ and $-\\sum\\delta_i$, so the slack $1 - \\prod(1-\\delta_i)$"
        " tends to $1 - e^{-\\delta}$."
    ),
)

loss_rows = Theorem(
    id="drs-3.6-loss-rows",
    title="The functionals of a row of pure functions satisfy the conditions of Theorem 3.5",
    source=source,
    uses=("drs-functionals-eps", "drs-3.5-tanh", "drs-3.5", "drs-3.5-limit"),
    claim=(
        Le(Sum(member**3, row), eta * Sum(member**2, row)),
        Le(Sum(member * tanh(member / 2), row), Sum(member**2, row) / 2),
    ),
    checks=(
        symbolic(termwise(), part=0),
        symbolic(
            termwise(),
            lemma("drs-3.5-tanh", {"x": member}, part=1),
            using((Le(tanh(member / 2), member / 2), member)),
            part=1,
        ),
    ),
    mutants=(
        Le(Sum(member**3, row), eta * Sum(member**2, row) / 2),
        Le(Sum(member * tanh(member / 2), row), Sum(member**2, row) / 4),
    ),
    notes=(
        "Parameters $\\epsilon_i \\le \\eta \\le 1/2$, with $kl = \\epsilon\\tanh(\\epsilon/2)$, "
        "$\\kappa_2 = \\epsilon^2$, $\\kappa_3 = \\epsilon^3$: if $\\sum\\epsilon_i^2 \\to \\mu^2$"
        " and $\\eta \\to 0$, then $\\sum\\kappa_3 \\to 0$, each kl is at most $\\eta^2/2$, and "
        "the limit is $G_\\mu$. With the slacks (drs-3.3-split, drs-3.6-shift) it is $G_\\mu "
        "\\otimes f_{0,1-e^{-\\delta}}$."
    ),
)

slack = Theorem(
    id="drs-3.6-slack",
    title="The slacks delta/n compose to 1 - exp(-delta) in the limit",
    source=source,
    uses=("drs-3.6-logarithm",),
    claim=(Eq(Lim(total, n), -d), Le(-d - total, d**2 / n), Le(total, -d)),
    checks=(
        symbolic(
            remainder(d**2 / n),
            lemma("drs-3.6-logarithm", {"y": d / n}, part=0),
            lemma("drs-3.6-logarithm", {"y": d / n}, part=1),
            part=0,
        ),
        symbolic(lemma("drs-3.6-logarithm", {"y": d / n}, part=0), part=1),
        symbolic(lemma("drs-3.6-logarithm", {"y": d / n}, part=1), part=2),
    ),
    mutants=(Le(-d - total, d**2 / (4 * n)), Le(total, -d - d**2 / n)),
    notes="The slack of the product is 1 - (1 - delta/n)^n = 1 - exp(n log(1 - delta/n)).",
)

# profiles at epsilon >= 0, v = exp(epsilon): of f, of the Gaussian limit; slacks p and q
f, g = real("f", Interval(0, 1)), real("g", Interval(0, 1))
p, q = real("p", Interval(0, 1)), real("q", Interval(0, 1))
v, shift, gap = real("v", Interval(1, oo)), real("s", Interval(0, 1)), real("b", Interval(0, 1))
given = (
    Le(f - g, shift * (1 + v)),
    Le(g - f, shift * (1 + v)),
    Le(p - q, 2 * gap),
    Le(q - p, 2 * gap),
)
difference = (p + (1 - p) * f) - (q + (1 - q) * g)

combined = Theorem(
    id="drs-3.6-shift",
    title="Shifts of the products with slacks p and q",
    source=source,
    claim=(
        Le(difference, (shift + gap) * (1 + v)),
        Le(-difference, (shift + gap) * (1 + v)),
    ),
    given=given,
    checks=(
        symbolic(using((given[0], 1 - p), (given[2], 1 - g)), part=0),
        symbolic(using((given[1], 1 - p), (given[3], 1 - g)), part=1),
    ),
    mutants=(
        Mutant(
            Le(difference, shift * (1 + v)),
            at={f: "1/2", g: "1/2", p: "1/4", q: 0, v: 1, shift: 0, gap: "1/8"},
        ),
        Mutant(
            given=given[1:],
            at={f: 1, g: 0, p: 0, q: 0, v: 1, shift: 0, gap: 0},
        ),
    ),
    notes=(
        "The profile of f with slack p is p + (1 - p) times that of f. By the criterion for bands, "
        "f within s of g and slacks within 2b of each other make products within s + b."
    ),
)

e_half = 1 - exp(-Rational(1, 2))
rows = Theorem(
    id="drs-3.6-rows",
    title="Rows of the array f_{1/sqrt(n), delta/n} near their limit",
    source=source,
    claim=(
        Near(EpsDelta("1/2", "1/8") ** 4, Gaussian(1) @ EpsDelta(0, e_half), "0.02"),
        Near(EpsDelta("1/4", "1/32") ** 16, Gaussian(1) @ EpsDelta(0, e_half), "0.005"),
        Near(
            EpsDelta("1/2", "1/64") ** 16,
            Gaussian(2) @ EpsDelta(0, 1 - exp(-Rational(1, 4))),
            "0.006",
        ),
    ),
    checks=(decided(),),
    mutants=(
        Near(EpsDelta("1/4", "1/32") ** 16, Gaussian(1) @ EpsDelta(0, Rational(1, 2)), "0.005"),
        Near(EpsDelta("1/4", "1/32") ** 16, Gaussian("1.1") @ EpsDelta(0, e_half), "0.005"),
    ),
    notes="delta = 1/2, 1/2, 1/4 and mu = 1, 1, 2; of these rows only, over all alpha in [0, 1].",
)
