"""KOV Theorem 2.1 and Corollary 2.3: differential privacy as two inequalities between errors."""

from sympy import Interval, Lambda, exp

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import (
    Ge,
    Iff,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    generic,
    real,
    symbolic,
    using,
)

# the masses of one event S and of its complement
P, Q = real("P", Interval(0, 1)), real("Q", Interval(0, 1))
private = (
    Le(P, exp(epsilon) * Q + delta),
    Le(Q, exp(epsilon) * P + delta),
    Le(1 - P, exp(epsilon) * (1 - Q) + delta),
    Le(1 - Q, exp(epsilon) * (1 - P) + delta),
)
# rejecting on S has P_FA = P(S) and P_MD = 1 - Q(S); rejecting on the complement the others
on_event = (
    Ge(P + exp(epsilon) * (1 - Q), 1 - delta),
    Ge(exp(epsilon) * P + (1 - Q), 1 - delta),
)
on_complement = (
    Ge((1 - P) + exp(epsilon) * Q, 1 - delta),
    Ge(exp(epsilon) * (1 - P) + Q, 1 - delta),
)

testing = Theorem(
    id="kov-2.1",
    title="Differential privacy bounds the errors of every test",
    source=cite("kairouz2015composition", "Theorem 2.1", edition="arXiv:1311.0776v4"),
    claim=Iff(private, (*on_event, *on_complement)),
    checks=(symbolic(),),
    mutants=(
        Iff(private, on_event),
        Iff(private[:2], (*on_event, *on_complement)),
        Iff(private, (on_event[0], Ge(exp(epsilon) * P + (1 - Q), 1), *on_complement)),
    ),
    notes=(
        "For one event $S$ and its complement, with $P = P(S)$ and $Q = Q(S)$; quantified over "
        "all $S$ and both orders of the neighbours it is the theorem."
    ),
)

md, fa = real("P_MD", Interval(0, 1)), real("P_FA", Interval(0, 1))
md2, fa2 = real("P_MD2", Interval(0, 1)), real("P_FA2", Interval(0, 1))
t = real("t", Interval(0, 1))
mixed_md, mixed_fa = t * md + (1 - t) * md2, t * fa + (1 - t) * fa2
first = (Ge(fa + exp(epsilon) * md, 1 - delta), Ge(exp(epsilon) * fa + md, 1 - delta))
second = (Ge(fa2 + exp(epsilon) * md2, 1 - delta), Ge(exp(epsilon) * fa2 + md2, 1 - delta))

hull = Theorem(
    id="kov-2.3-hull",
    title="The privacy region is convex",
    source=cite("kairouz2015composition", "Corollary 2.3", edition="arXiv:1311.0776v4"),
    claim=(
        Ge(mixed_fa + exp(epsilon) * mixed_md, 1 - delta),
        Ge(exp(epsilon) * mixed_fa + mixed_md, 1 - delta),
    ),
    given=(*first, *second),
    checks=(
        symbolic(using((first[0], t), (second[0], 1 - t)), part=0),
        symbolic(using((first[1], t), (second[1], 1 - t)), part=1),
    ),
    mutants=(
        Mutant(given=first),
        (Ge(t * fa + exp(epsilon) * mixed_md, 1 - delta),),
        (Ge(mixed_fa + exp(epsilon) * mixed_md, 1 - delta / 2),),
    ),
    notes=(
        "So the convex hull of the error pairs of all events lies in the region when the pairs of "
        "the events do."
    ),
)

f = generic("f", instances=[Gaussian(1), Lambda(alpha, (1 - alpha) / 2)])

inclusion = Theorem(
    id="kov-2.3",
    title="A trade-off function lies in the privacy region where it is above that of (eps, delta)",
    source=cite("kairouz2015composition", "Corollary 2.3", edition="arXiv:1311.0776v4"),
    uses=("kov-2.1", "kov-2.3-hull"),
    claim=Iff(
        (
            Ge(alpha + exp(epsilon) * f(alpha), 1 - delta),
            Ge(exp(epsilon) * alpha + f(alpha), 1 - delta),
        ),
        Ge(f(alpha), EpsDelta(epsilon, delta).formula(alpha)),
    ),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(
            Ge(exp(epsilon) * alpha + f(alpha), 1 - delta),
            Ge(f(alpha), EpsDelta(epsilon, delta).formula(alpha)),
        ),
        Iff(
            Ge(alpha + f(alpha), 1 - delta),
            Ge(f(alpha), EpsDelta(epsilon, delta).formula(alpha)),
        ),
    ),
    notes=(
        "At every $\\alpha$: so a mechanism is $(\\epsilon, \\delta)$-DP exactly when its region, "
        "which lies above the graph of its trade-off function, is inside $R(\\epsilon, \\delta)$."
    ),
)
