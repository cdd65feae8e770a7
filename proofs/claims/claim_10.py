"""Claim 10: parameters of each mechanism without the square root of KOV Corollary 4.1."""

from sympy import E, Interval, log, oo

from fdp_sym.theorems import (
    Claim,
    Gt,
    Le,
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
epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
k = integer("k", 1)
spread = log(E + epsilon / delta)
each_epsilon, each_delta = epsilon / (2 * k * spread), delta / (2 * k)

product = log(E * (1 + epsilon / (E * delta)))
spread_bound = Theorem(
    id="kov-4.1-spread",
    title="log(e + eps/delta) is above 1",
    source=source,
    claim=Gt(spread, 1),
    checks=(symbolic(through(product), increasing("log"), "logarithm of a product"),),
    mutants=(Gt(spread, 2), Gt(log(epsilon / delta), 1)),
)

claim = Claim(
    id="claim-10",
    number=10,
    title="eps_0 = eps/(2 k log(e + eps/delta)) and delta_0 = delta/(2k) suffice",
    printed=(
        "$\\epsilon_0 = \\epsilon/(2 k \\log(e + \\epsilon/\\delta))$ and $\\delta_0 = \\delta/(2 "
        "k)$ suffice for $(\\epsilon, \\delta)$-privacy under k-fold composition."
    ),
    source=source,
    uses=("kov-3.1", "kov-4.1-spread"),
    claim=(Le(k * each_epsilon, epsilon), Le(k * each_delta, delta)),
    checks=(symbolic(lemma("kov-4.1-spread"), part=0), symbolic(part=1)),
    mutants=(Le(3 * k * each_epsilon, epsilon), Le(3 * k * each_delta, delta)),
    notes=(
        "For all $\\epsilon > 0$, $\\delta$ and k: basic composition (Theorem 3.1) is enough, "
        "which makes the k-fold composition $(k \\epsilon_0, k \\delta_0)$-private; even "
        "$(\\epsilon/2, \\delta/2)$-private. Corollary 4.1 has the square root of "
        "$k \\log(e + \\epsilon/\\delta) > 1$, so its $\\epsilon_0$ is larger."
    ),
)
