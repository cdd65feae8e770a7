"""DRS Proposition 2.11: several (epsilon, delta) guarantees are one trade-off function."""

from sympy import Interval, Lambda, Rational, expand, sqrt

from fdp_sym import EpsDelta
from fdp_sym.functions import Max, Min
from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import (
    Ge,
    Iff,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    fact,
    generic,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Proposition 2.11", edition="arXiv:1905.02383v3")
x, y, t = real("x", Interval(0, 1)), real("y", Interval(0, 1)), real("t", Interval(0, 1))
epsilon2, delta2 = real("epsilon_2", Interval(0, 9)), real("delta_2", Interval(0, 1))
T = generic("T", instances=[EpsDelta(1), EpsDelta(2, "1/10"), EpsDelta(0)])
first, second = EpsDelta(epsilon, delta).formula(x), EpsDelta(epsilon2, delta2).formula(x)
both = (Ge(T(x), first), Ge(T(x), second))

two = Theorem(
    id="drs-2.11",
    title="Two guarantees are one",
    source=source,
    claim=Iff(both, Ge(T(x), Max(first, second))),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(both, Ge(T(x), Min(first, second))),
        Iff(both[0], Ge(T(x), Max(first, second))),
    ),
    notes="At every x; by induction the same holds for finitely many guarantees.",
)

shape = ("convex", "non-increasing", "below Id", "symmetric")
f = generic("f", instances=[Lambda(x, (1 - sqrt(x)) ** 2)], facts=shape)
g = generic("g", instances=[EpsDelta(1, "1/10")], facts=shape)
higher = Lambda(x, Max(f(x), g(x)))
middle = expand(t * x + (1 - t) * y)

maximum = Theorem(
    id="drs-2.11-maximum",
    title="The larger of two symmetric trade-off functions is one",
    source=source,
    claim=(
        Le(higher(middle), t * higher(x) + (1 - t) * higher(y)),
        Le(higher(x), 1 - x),
    ),
    checks=(
        symbolic(
            all_members(),
            fact(f, "convex", x, y, t),
            fact(g, "convex", x, y, t),
            fact(f, "below Id", x),
            fact(g, "below Id", x),
        ),
    ),
    mutants=(
        Le(t * higher(x) + (1 - t) * higher(y), higher(middle)),
        Le(higher(x), (1 - x) * Rational(9, 10)),
    ),
    notes="Convex and below Id; continuity is that of a maximum of two continuous functions.",
)

symmetric = Theorem(
    id="drs-2.11-symmetric",
    title="The larger of two symmetric trade-off functions is symmetric",
    source=source,
    claim=Le(higher(y), x),
    given=Le(higher(x), y),
    checks=(
        symbolic(
            all_members(),
            fact(f, "non-increasing", f(x), y),
            fact(g, "non-increasing", g(x), y),
            fact(f, "symmetric", x),
            fact(g, "symmetric", x),
        ),
    ),
    mutants=(Le(higher(y), x / 2), Mutant(given=(Le(Min(f(x), g(x)), y),))),
    notes=(
        "f is its own left inverse exactly when $f(x) \\le y$ and $f(y) \\le x$ say the same; "
        "the roles of x and y can be exchanged."
    ),
)
