"""Claim 9: the first summand of KOV Theorem 3.4 and k eps^2."""

from sympy import exp

from fdp_sym.symbols import epsilon
from fdp_sym.theorems import (
    Claim,
    Le,
    Theorem,
    cite,
    from_boundary,
    integer,
    lemma,
    symbolic,
    using,
)

source = cite("kairouz2015composition", "Theorem 3.4", edition="arXiv:1311.0776v4")
k = integer("k", 1)
rate = (exp(epsilon) - 1) / (exp(epsilon) + 1)

half = Theorem(
    id="claim-9-half",
    title="tanh(eps/2) is at most eps/2",
    source=source,
    claim=Le(rate, epsilon / 2),
    checks=(symbolic(using(), from_boundary(epsilon, 0)),),
    mutants=(epsilon / 3, rate**2),
    notes="The left side is $\\tanh(\\epsilon/2)$.",
)

claim = Claim(
    id="claim-9",
    number=9,
    title="k eps (e^eps - 1)/(e^eps + 1) may be replaced by k eps^2",
    printed=(
        "In Theorem 3.4 the first summand $k \\epsilon (e^\\epsilon - 1)/(e^\\epsilon + 1)$ may "
        "be replaced by $k \\epsilon^2$ for $\\epsilon \\le 0.9$."
    ),
    source=source,
    uses=("claim-9-half",),
    claim=(Le(k * epsilon * rate, k * epsilon**2), Le(k * epsilon * rate, k * epsilon**2 / 2)),
    checks=(symbolic(lemma("claim-9-half"), using((Le(rate, epsilon / 2), k * epsilon))),),
    mutants=(
        Le(k * epsilon * rate, k * epsilon**2 / 3),
        Le(k * epsilon * rate, k * epsilon / 2),
    ),
    notes=(
        "A larger first summand only weakens the theorem. It holds for every $\\epsilon \\ge 0$, "
        "not only up to 0.9, and so does it with half of $k \\epsilon^2$."
    ),
)
