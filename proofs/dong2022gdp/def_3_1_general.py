"""DRS Definition 3.1 for any two trade-off functions, by the canonical pair of the first."""

from sympy import Integral, Interval, Lambda, Piecewise, Rational, exp, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Theorem,
    by_pieces,
    cite,
    fact,
    generic,
    real,
    symbolic,
    under_integral,
)

laws = cite("dong2022gdp", "Section 3.1", edition="arXiv:1905.02383v3")
e = exp(real("epsilon"))
# P is uniform on [0, 1]; Q has the density s = -f' there
t, x = real("t", Interval(0, 1)), real("x", Interval(0, 1))
s = generic("s", facts=(), bounds=(0, oo), instances=[Lambda(t, 2 - 2 * t), Lambda(t, 1)])
g = generic("g", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])
h = generic("h", instances=[Lambda(x, 1 - x), Lambda(x, (1 - x) ** 3)])
# given t, the second experiment is tested at this level, with a power of at most 1 - g(level)
level = generic("level", facts=(), instances=[Lambda(t, t / 2), Lambda(t, Rational(1, 3))])
best = Piecewise((1, s(t) > e), (0, True))
larger = Lambda(x, Max(g(x), h(x)))
reached = Integral(s(t) * (1 - g(level(t))) - e * level(t), (t, 0, 1))

monotone = Theorem(
    id="drs-3.1-general-monotone",
    title="The product is monotone, for any two functions",
    source=laws,
    uses=("drs-2.2-if",),
    claim=Le(Integral(s(t) * (1 - larger(level(t))) - e * level(t), (t, 0, 1)), reached),
    checks=(symbolic(under_integral()),),
    mutants=(reached - Rational(1, 4), reached / 2),
    notes=(
        "The profile of $f \\otimes g$ at epsilon is $1 - f(0)$ plus the supremum of the right "
        "side over all level functions. For $\\max(g, h)$ in place of g each of its values is "
        "smaller, so the profile is, and the product is larger. The pair of f is that of "
        "Proposition 2.2."
    ),
)

below = Theorem(
    id="drs-3.1-general-below",
    title="The product is at most each factor, for any two functions",
    source=laws,
    uses=("drs-2.2-if",),
    claim=Ge(
        Integral(s(t) * (1 - g(best)) - e * best, (t, 0, 1)),
        Integral(Max(0, s(t) - e), (t, 0, 1)),
    ),
    checks=(symbolic(under_integral(), by_pieces(), fact(g, "below Id", 1)),),
    mutants=(
        Ge(
            Integral(s(t) * (1 - g(best)) - e * best, (t, 0, 1)),
            Integral(Max(0, s(t) - e / 2), (t, 0, 1)),
        ),
        Ge(reached, Integral(Max(0, s(t) - e), (t, 0, 1))),
    ),
    notes=(
        "The right side plus $1 - f(0)$ is the profile of f. Ignoring the second experiment is "
        "one way to test the pair, at level 1 or 0."
    ),
)

with_Id = Integral(s(t) * (1 - (1 - level(t))) - e * level(t), (t, 0, 1))
alone = Integral(Max(0, s(t) - e), (t, 0, 1))

identity = Theorem(
    id="drs-3.1-general-identity",
    title="Id is neutral, for any function",
    source=laws,
    uses=("drs-2.2-if",),
    claim=(
        Le(with_Id, alone),
        Eq(Integral(s(t) * (1 - (1 - best)) - e * best, (t, 0, 1)), alone),
    ),
    checks=(symbolic(under_integral(), part=0), symbolic(under_integral(), by_pieces(), part=1)),
    mutants=(
        Le(with_Id, alone - Rational(1, 4)),
        Eq(Integral(s(t) * (1 - (1 - best)) - e * best, (t, 0, 1)), 2 * alone),
    ),
    notes="The largest value over all level functions is that of f alone: the profiles agree.",
)

with_zero = Integral(s(t) * (1 - 0) - e * level(t), (t, 0, 1))

zero = Theorem(
    id="drs-3.1-general-zero",
    title="0 is absorbing, for any function",
    source=laws,
    uses=("drs-2.2-if",),
    claim=Le(with_zero, Integral(s(t), (t, 0, 1))),
    checks=(symbolic(under_integral()),),
    mutants=(Integral(s(t), (t, 0, 1)) / 2, Integral(s(t) - e, (t, 0, 1))),
    notes=(
        "With equality at level 0. The right side plus $1 - f(0)$ is the total mass of Q: the "
        "profile of the product is 1 at every epsilon, so the product is 0."
    ),
)
