"""KOV Corollary 4.1: parameters of each mechanism that make k of them (epsilon, delta)-private."""

from sympy import E, Interval, Rational, exp, log, oo, sqrt

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cite,
    increasing,
    integer,
    lemma,
    real,
    symbolic,
    through,
)

source = cite("kairouz2015composition", "Corollary 4.1", edition="arXiv:1311.0776v4")
k, top = integer("k", 1), Rational("2.343")  # below 8 - 4 sqrt(2)
epsilon, delta = real("epsilon", Interval.Lopen(0, top)), real("delta", Interval.Lopen(0, 1))
spread = log(E + epsilon / delta)
here = {"epsilon": epsilon, "delta": delta}
root = real("s", Interval(1, oo))  # of the logarithm
each, slack = epsilon / (2 * sqrt(k) * root), delta / 2
size = sqrt(k) * each

positive_root = Theorem(
    id="kov-4.1-root",
    title="The root of the logarithm is above 1",
    source=source,
    uses=("kov-4.1-spread",),
    claim=Ge(sqrt(spread), 1),
    checks=(
        symbolic(
            through(1 + (spread - 1) / (sqrt(spread) + 1)),
            lemma("kov-4.1-spread", here),
        ),
    ),
    mutants=(Ge(sqrt(spread), 2), Ge(sqrt(spread), spread)),
)

inner = Theorem(
    id="kov-4.1-logarithm",
    title="The logarithm of Theorem 3.4 at the parameters of the corollary",
    source=source,
    claim=Le(log(E + size / slack), spread),
    checks=(symbolic(increasing("log")),),
    mutants=(Le(log(E + 2 * size / slack), spread), Le(log(E + size / slack), spread / 2)),
)

total = Theorem(
    id="kov-4.1-total",
    title="The epsilon of Theorem 3.4 at the parameters of the corollary",
    source=source,
    claim=Le(size**2 / 2 + size * sqrt(2) * root, epsilon),
    checks=(symbolic(),),
    mutants=(
        Le(size**2 / 2 + 2 * size * sqrt(2) * root, epsilon),
        Le(size**2 / 2 + size * sqrt(2) * root, epsilon / 2),
    ),
    notes=(
        "It is $\\epsilon^2/(8 s^2) + \\epsilon/\\sqrt2$; with s = 1 it is epsilon at $8 - "
        "4\\sqrt2$."
    ),
)

u, v = real("u", Interval.open(0, oo)), real("v", Interval.open(0, oo))
roots = Theorem(
    id="square-root-increases",
    title="The square root increases",
    source=source,
    claim=Le(sqrt(u), sqrt(v)),
    given=Le(u, v),
    checks=(symbolic(through(sqrt(u) + (v - u) / (sqrt(u) + sqrt(v)))),),
    mutants=(Mutant(given=()), Mutant(Le(2 * sqrt(u), sqrt(v)))),
)

each_here, size_here = (value.subs(root, sqrt(spread)) for value in (each, size))
inside = log(E + size_here / slack)
drift = k * each_here * (exp(each_here) - 1) / (exp(each_here) + 1)

corollary = Theorem(
    id="kov-4.1",
    title="Parameters of each mechanism for a given epsilon and delta",
    source=source,
    uses=(
        "kov-4.1-total",
        "kov-4.1-logarithm",
        "kov-4.1-root",
        "claim-9-half",
        "square-root-increases",
        "kov-3.4",
        "kov-3.4-total",
        "claim-7-corrected",
    ),
    claim=Le(drift + size_here * sqrt(2) * sqrt(inside), epsilon),
    checks=(
        symbolic(
            lemma("kov-4.1-root"),
            through(
                size_here**2 / 2 + size_here * sqrt(2) * sqrt(inside),
                size_here**2 / 2 + size_here * sqrt(2) * sqrt(spread),
            ),
            lemma("claim-9-half", {"epsilon": each_here}),
            lemma("kov-4.1-logarithm", {"s": sqrt(spread)}),
            lemma("square-root-increases", {"u": inside, "v": spread}),
            lemma("kov-4.1-total", {"s": sqrt(spread)}),
        ),
    ),
    mutants=(
        Mutant(Le(drift + size_here * sqrt(2) * sqrt(inside), epsilon / 2)),
        Mutant(Le(drift + 2 * size_here * sqrt(2) * sqrt(inside), epsilon)),
    ),
    notes=(
        "With $\\epsilon_0 = \\epsilon/(2\\sqrt{k \\log(e+\\epsilon/\\delta)})$, $\\delta_0 = "
        "\\delta/(2k)$ and the slack $\\delta/2$, Theorem 3.4 gives an epsilon of at most the one "
        "asked for, and a total of at most delta. Printed for $\\epsilon \\le 0.9$, it holds up to "
        "2.343 by this argument."
    ),
)

# noise with a density, for the sensitivity D
D = real("Delta", Interval.open(0, oo))
laplace = Theorem(
    id="kov-4.1-laplace",
    title="The variance of Laplace noise at the parameters of the corollary",
    source=cite("kairouz2015composition", "Section 4.2", edition="arXiv:1311.0776v4"),
    uses=("kov-4.1",),
    claim=Eq(2 * (D / each_here) ** 2, 8 * k * D**2 * spread / epsilon**2),
    checks=(symbolic(),),
    mutants=(4 * k * D**2 * spread / epsilon**2, 8 * k * D**2 * spread / epsilon),
    notes="Laplace noise of scale b has the variance $2 b^2$, and $b = \\Delta/\\epsilon_0$.",
)

share, large = real("c", Interval.open(0, oo)), real("N", Interval(1, oo))
order = Theorem(
    id="kov-4.1-order",
    title="At delta of the order of epsilon the logarithm is bounded, the earlier one is not",
    source=cite("kairouz2015composition", "Section 4.1", edition="arXiv:1311.0776v4"),
    claim=(
        Le(log(E + epsilon / delta), log(E + 1 / share)),
        Ge(log(1 / delta), log(large)),
    ),
    given=(Ge(delta, share * epsilon), Le(delta, 1 / large)),
    checks=(
        symbolic(increasing("log"), part=0),
        symbolic(increasing("log"), part=1),
    ),
    mutants=(
        Le(log(E + epsilon / delta), log(E + 1 / (2 * share))),
        Mutant(Ge(log(1 / delta), log(2 * large))),
        Mutant((Le(log(E + epsilon / delta), log(E + 1 / share)),), given=()),
    ),
    notes=(
        "For $\\delta \\ge c \\epsilon$ the first is at most the constant $\\log(e + 1/c)$ however "
        "small both are; at "
        "$\\delta \\le 1/N$ the earlier one is at least log N, for every N."
    ),
)
