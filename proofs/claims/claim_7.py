"""Claim 7: the slack that keeps the total delta of k mechanisms at most delta."""

from sympy import Interval, Rational, sqrt

from fdp_sym.symbols import delta
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Le,
    Theorem,
    cite,
    counterexample,
    induction,
    integer,
    lemma,
    real,
    symbolic,
    using,
)

source = cite("kairouz2015composition", "Section 4.1", edition="arXiv:1311.0776v4")
k = integer("k", 1)
x, slack = real("x", Interval(0, 1)), real("slack", Interval(0, 1))
each = delta / (2 * k)  # delta_0
total = 1 - (1 - each) ** k * (1 - slack)

claim = Claim(
    id="claim-7",
    number=7,
    title="The slack delta/sqrt(2) keeps the total delta at most delta",
    printed=(
        "With $\\delta_0 = \\delta/(2 k)$ the slack $\\tilde\\delta = \\delta/\\sqrt2$ keeps the "
        "total $\\delta$ of Theorem 3.4 at most $\\delta$."
    ),
    source=source,
    claim=Le(total.subs(slack, delta / sqrt(2)), delta),
    checks=(counterexample(at={"k": 1, "delta": "1/2"}),),
    corrected="claim-7-corrected",
    notes="At k = 1, delta = 1/2 the total is 0.51516...",
)

bernoulli = Theorem(
    id="bernoulli-inequality",
    title="Bernoulli's inequality on [0, 1]",
    source=source,
    claim=Ge((1 - x) ** k, 1 - k * x),
    checks=(symbolic(induction(k), using((Ge((1 - x) ** k, 1 - k * x), 1 - x))),),
    mutants=(1 - k * x / 2, Ge((1 - x) ** k, 1 - x)),
)

corrected = Theorem(
    id="claim-7-corrected",
    title="The slack delta/2 keeps the total delta at most delta",
    source=source,
    uses=("bernoulli-inequality",),
    claim=Le(total.subs(slack, delta / 2), delta),
    checks=(
        symbolic(
            lemma("bernoulli-inequality", {"x": each}),
            using((Ge((1 - each) ** k, 1 - k * each), 1 - delta / 2)),
        ),
    ),
    mutants=(
        Le(total.subs(slack, Rational(6, 10) * delta), delta),
        Le(total.subs(slack, delta / 2), Rational(9, 10) * delta),
    ),
)

share, small = real("c", Interval.Lopen(Rational(1, 2), 1)), real("delta", Interval.open(0, 1))
first = total.subs(k, 1)  # a single mechanism
largest = Theorem(
    id="claim-7-largest",
    title="Which multiple of delta may be the slack for a single mechanism",
    source=source,
    claim=(
        Eq(first.subs(slack, share * delta) - delta, delta * (2 * share - 1 - share * delta) / 2),
        Eq(
            first.subs(slack, delta / sqrt(2)) - delta,
            delta * (2 - sqrt(2) - delta) / (2 * sqrt(2)),
        ),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(first.subs(slack, share * delta) - delta, delta * (2 * share - 1 - delta) / 2),
        Eq(first.subs(slack, delta / sqrt(2)) - delta, delta * (1 - delta) / (2 * sqrt(2))),
    ),
    notes=(
        "So no multiple above 1/2 does for every delta: it fails below $\\delta = (2c-1)/c$. The "
        "slack $\\delta/\\sqrt2$ fails for every $\\delta < 2 - \\sqrt2$, and for k = 1 only there."
    ),
)
