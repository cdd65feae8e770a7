"""DRS Theorem 4.2: sampling without replacement makes C_p(f)-DP of f-DP."""

from sympy import Interval, Rational, log, oo

from fdp_sym import EpsDelta
from fdp_sym.theorems import (
    Eq,
    Ge,
    Inf,
    Le,
    Mutant,
    Theorem,
    cite,
    fact,
    generic,
    lemma,
    real,
    symbolic,
    through,
    using,
    value_at,
)

source = cite("dong2022gdp", "Theorem 4.2", edition="arXiv:1905.02383v3")
laws = cite("dong2022gdp", "Section 4", edition="arXiv:1905.02383v3")
p, w = real("p", Interval(0, 1)), real("w", Interval(0, 1))
# errors of one test: alpha_1, beta_1 with the record in the sample, alpha_0, 1 - alpha_0 without
a0, a1, b1, b2, c, y = (
    real(name, Interval(0, 1)) for name in ("a_0", "a_1", "b_1", "b_2", "c", "y")
)
k = real("k", Interval(1, oo))
f = generic("f", instances=[EpsDelta(log(3)), EpsDelta(log(3), Rational(1, 5))])
g = generic("g", instances=[EpsDelta(log(4)), EpsDelta(log(3), Rational(1, 4))])


def mixed(f, level):
    """f_p = p f + (1 - p) Id."""
    return p * f(level) + (1 - p) * (1 - level)


alpha = p * a1 + (1 - p) * a0
beta = p * b1 + (1 - p) * (1 - a0)
least = Inf(mixed(f, y) + k * y, (y, 0, 1))
convexity = Le(f(alpha), p * f(a1) + (1 - p) * f(a0))

average = Theorem(
    id="drs-4.2-average",
    title="Averages of errors above f are above f",
    source=source,
    claim=Ge(w * b1 + (1 - w) * b2, f(w * a1 + (1 - w) * a0)),
    given=(Ge(b1, f(a1)), Ge(b2, f(a0))),
    checks=(
        symbolic(
            fact(f, "convex", a1, a0, w),
            using(
                (Le(f(w * a1 + (1 - w) * a0), w * f(a1) + (1 - w) * f(a0)), 1),
                (Ge(b1, f(a1)), w),
                (Ge(b2, f(a0)), 1 - w),
            ),
        ),
    ),
    mutants=(
        Mutant(given=(Ge(b1, f(a1)),), at={"w": 0, "b_2": 0, "a_0": 0}),
        Mutant(
            Ge(w * b1 + (1 - w) * b2, f(w * a1 + (1 - w) * a0) + w / 8),
            at={"w": 1, "a_1": 0, "b_1": 1, "a_0": 0, "b_2": 1},
        ),
    ),
    notes=(
        "One test has errors $(\\alpha_T, \\beta_T)$ for each pair of samples; sampling averages "
        "them. Repeated, for any number of samples."
    ),
)

inside = Theorem(
    id="drs-4.2-less",
    title="The bound for tests that reject less without the record",
    source=source,
    claim=Ge(beta + k * alpha, mixed(f, alpha) + k * alpha),
    given=(Le(a0, a1), Ge(b1, f(a1)), Ge(b1, f(a0))),
    checks=(
        symbolic(
            fact(f, "convex", a1, a0, p),
            using(
                (convexity, p),
                (Ge(b1, f(a1)), p**2),
                (Ge(b1, f(a0)), p * (1 - p)),
                (Le(a0, a1), p * (1 - p)),
            ),
        ),
    ),
    mutants=(
        Mutant(
            given=(Le(a0, a1), Ge(b1, f(a1))), at={"p": "1/2", "a_0": 0, "a_1": "1/4", "b_1": "1/4"}
        ),
        Mutant(given=(Ge(b1, f(a1)), Ge(b1, f(a0))), at={"p": "1/2", "a_0": 1, "a_1": 0, "b_1": 1}),
    ),
    notes=(
        "The three pairs are the outcomes with the record, its replacement, and neither; f holds "
        "for each two of them. With drs-4.1-profile: $\\beta + k\\alpha \\ge \\inf_y (f_p(y) + k "
        "y)$, the value at $k = e^\\epsilon$ that $C_p(f)$ demands."
    ),
)

outside = Theorem(
    id="drs-4.2-more",
    title="The bound for tests that reject more without the record",
    source=source,
    claim=Ge(beta + k * alpha, mixed(f, a1) + k * a1),
    given=(Ge(a0, a1), Ge(b1, f(a1))),
    checks=(symbolic(using((Ge(b1, f(a1)), p), (Ge(a0, a1), (1 - p) * (k - 1)))),),
    mutants=(
        Mutant(given=(Ge(a0, a1),), at={"p": 1, "b_1": 0, "a_1": 0, "a_0": 0, "k": 1}),
        Mutant(given=(Ge(b1, f(a1)),), at={"p": 0, "a_0": 0, "a_1": 1, "b_1": 1, "k": 3}),
    ),
    notes="Again at least $\\inf_y (f_p(y) + k y)$, for every $k \\ge 1$.",
)

lower, higher = w * a1, a1 + w * (1 - a1)  # a_0, left or right of a_1
kept = alpha.subs(a0, lower)
theorem = Theorem(
    id="drs-4.2",
    title="Subsampling without replacement: C_p(f)",
    source=source,
    uses=(
        "drs-4.2-average",
        "drs-4.2-less",
        "drs-4.2-more",
        "drs-4.1-profile",
        "convex-minorant",
    ),
    claim=tuple(Ge((beta + k * alpha).subs(a0, level), least) for level in (lower, higher)),
    given=(Ge(b1, f(a1)), Ge(b1, f(lower))),
    checks=(
        symbolic(
            through(mixed(f, kept) + k * kept),
            lemma("drs-4.2-less", at={"a_0": lower}),
            value_at(kept),
            part=0,
        ),
        symbolic(value_at(a1), lemma("drs-4.2-more", at={"a_0": higher}), part=1),
    ),
    mutants=(
        Mutant(given=(), at={"p": 1, "b_1": 0, "a_1": 0, "w": 0, "k": 1}),
        Mutant(
            Ge((beta + k * alpha).subs(a0, lower), least + Rational(1, 8)),
            at={"p": 1, "a_1": "1/4", "b_1": "1/4", "w": 1, "k": 1},
        ),
    ),
    notes=(
        "For f symmetric and M f-DP under replacement of a record, $M \\circ Sample_m$ is "
        "$C_p(f)$-DP, p = m/n. Formally checked: for every $k \\ge 1$ and whatever the test does "
        "with and without the record, its errors satisfy $\\beta + k\\alpha \\ge \\inf_y (f_p(y) + "
        "k y)$. In prose: a sample has the "
        "record with probability p, given which the others are a uniform set of m - 1; exchanging "
        "a random member of a sample without the record for it gives a uniform sample with it, so "
        "that drs-4.2-average carries f over to the averages; for $k < 1$ exchange the "
        "hypotheses, f being symmetric; and a curve above all these lines is above $C_p(f)$."
    ),
)

gap = 1 - (c + mixed(f, c).subs(f(c), c))
operator = Theorem(
    id="drs-4.2-laws",
    title="C_p at p = 0 and 1, its monotony and its total variation",
    source=laws,
    uses=("drs-4.1-profile",),
    claim=(
        Eq(mixed(f, y).subs(p, 0), 1 - y),
        Eq(mixed(f, y).subs(p, 1), f(y)),
        Ge(mixed(f, y), mixed(g, y)),
        Eq(gap, p * (1 - 2 * c)),
    ),
    given=(Ge(f(y), g(y)),),
    checks=(symbolic(),),
    mutants=(
        Mutant(Ge(mixed(g, y), mixed(f, y)), at={"p": 1, "y": "1/4"}),
        Mutant(Eq(gap, 1 - 2 * c), at={"p": "1/2", "c": "1/4", "y": 1}),
    ),
    notes=(
        "Larger mixtures have larger inverses, minima and minorants, so $C_p$ is monotone; "
        "$C_0(f) = \\mathrm{Id}$; $C_1(f) = f$ for a symmetric f, and $\\min\\{f, f^{-1}\\}^{**}$ "
        "else. The total variation 1 minus the least sum of both errors is $p\\,TV(f)$."
    ),
)
