"""KOV Remark A.1: when one privacy region contains another, and total variation."""

from sympy import Add, Interval, Lambda, exp, oo

from fdp_sym import EpsDelta
from fdp_sym.functions import Max
from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    fact,
    generic,
    largest,
    real,
    symbolic,
    using,
)

epsilon2, delta2 = real("epsilon_2", Interval(0, oo)), real("delta_2", Interval(0, 1))
f, g = EpsDelta(epsilon, delta), EpsDelta(epsilon2, delta2)
c, c2 = (1 - delta) / (1 + exp(epsilon)), (1 - delta2) / (1 + exp(epsilon2))

# f is linear between its vertices (0, 1 - delta), (c, c), (1 - delta, 0), (1, 0)
at_vertices = (
    Ge(1 - delta, g.formula(0)),
    Ge(c, g.formula(c)),
    Ge(0, g.formula(1 - delta)),
)

inclusion = Theorem(
    id="kov-a1-a",
    title="When one privacy region contains another",
    source=cite("kairouz2015composition", "Remark A.1 (a)", edition="arXiv:1311.0776v4"),
    uses=("kov-a1-a-chords",),
    claim=Iff(at_vertices, (Ge(delta2, delta), Ge(c, c2))),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(at_vertices, Ge(c, c2)),
        Iff(at_vertices, Ge(delta2, delta)),
        Iff(at_vertices, (Ge(delta2, delta), Ge(epsilon2, epsilon))),
    ),
    notes=(
        "The left side says that the vertices of $f_{\\epsilon,\\delta}$ lie on or above "
        "$f_{\\epsilon_2,\\delta_2}$ (the vertex $(1, 0)$ always does), and then so does all of it."
    ),
)

x, y, t = (real(name, Interval(0, 1)) for name in "xyt")
u, v = real("u", Interval(0, 1)), real("v", Interval(0, 1))
h = generic("h", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])
above_ends = (Ge(u, h(x)), Ge(v, h(y)))

chords = Theorem(
    id="kov-a1-a-chords",
    title="A chord whose ends are above a convex function is above it",
    source=cite("kairouz2015composition", "Remark A.1 (a)", edition="arXiv:1311.0776v4"),
    claim=Ge(t * u + (1 - t) * v, h(t * x + (1 - t) * y)),
    given=above_ends,
    checks=(
        symbolic(
            fact(h, "convex", x, y, t),
            using((above_ends[0], t), (above_ends[1], 1 - t)),
        ),
    ),
    mutants=(
        Mutant(given=above_ends[:1]),
        Ge(t * u + (1 - t) * v, h(t * x)),
        Ge((1 - t) * u + t * v, h(t * x + (1 - t) * y)),
    ),
)

P, Q = real("P", Interval(0, 1)), real("Q", Interval(0, 1))  # masses of one event
on_event = (
    Ge(P + exp(epsilon) * (1 - Q), 1 - delta),
    Ge(exp(epsilon) * P + (1 - Q), 1 - delta),
)
total_variation = delta + (1 - delta) * (exp(epsilon) - 1) / (exp(epsilon) + 1)
source_b = cite("kairouz2015composition", "Remark A.1 (b)", edition="arXiv:1311.0776v4")

bound = Theorem(
    id="kov-a1-b",
    title="Differential privacy bounds total variation",
    source=source_b,
    uses=("kov-2.1",),
    claim=(Le(Q - P, 1 - 2 * c), Eq(1 - 2 * c, total_variation)),
    given=on_event,
    checks=(
        symbolic(using(*((line, 1 / (1 + exp(epsilon))) for line in on_event)), part=0),
        symbolic(part=1),
    ),
    mutants=(
        Le(Q - P, 1 - 3 * c),
        Le(Q - P, total_variation - delta),
        Mutant(given=on_event[:1]),
        Eq(1 - 2 * c, total_variation + delta),
    ),
    notes="For every event; with the complement it bounds $|P(S) - Q(S)|$.",
)

low = (1 - delta) / (1 + exp(epsilon))
high = exp(epsilon) * low
P0, P1 = (delta, high, low, 0), (0, low, high, delta)

attained = Theorem(
    id="kov-a1-b-attained",
    title="The canonical pair attains the bound on total variation",
    source=source_b,
    claim=Eq(Add(*(Max(0, q - p) for p, q in zip(P0, P1, strict=True))), total_variation),
    checks=(symbolic(largest(high - low), largest(delta), largest(0)),),
    mutants=(1 - 2 * delta, total_variation / 2, total_variation + c),
)
