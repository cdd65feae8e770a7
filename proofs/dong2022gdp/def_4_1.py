"""DRS Definition 4.1: the operator C_p and its three pieces for symmetric functions."""

from sympy import Interval, Lambda, Rational, log, oo

from fdp_sym import EpsDelta
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Sup,
    Theorem,
    cite,
    every_value,
    fact,
    generic,
    hypothesis,
    real,
    symbolic,
    using,
    value_at,
)

source = cite("dong2022gdp", "Definition 4.1", edition="arXiv:1905.02383v3")
p, s = real("p", Interval(0, 1)), real("s", Interval(0, 1))
a, b, c, t, y = (real(name, Interval(0, 1)) for name in "abcty")
steep = real("x", Interval(1, oo))
f = generic("f", instances=[EpsDelta(log(3)), EpsDelta(log(3), Rational(1, 5)), Lambda(t, 1 - t)])


def mixed(level):
    """f_p = p f + (1 - p) Id."""
    return p * f(level) + (1 - p) * (1 - level)


between = s * a + y - s * y  # a point between a and y
chord = Le(f(between), s * f(a) + (1 - s) * f(y))
slope = Theorem(
    id="drs-4.1-slope",
    title="Right of the fixed point a symmetric function is not steeper than -1",
    source=source,
    claim=Ge((1 - s) * f(y), (1 - s) * (a + between - y)),
    given=(Eq(f(a), between), Eq(f(between), a)),
    checks=(symbolic(fact(f, "convex", a, y, s), using((chord, 1)), hypothesis()),),
    mutants=(
        Mutant(
            Ge((1 - s) * f(y), (1 - s) * (a + between - y / 2)),
            at={"a": "1/8", "y": "3/4", "s": "1/5"},
        ),
        Mutant(given=(), at={"a": "3/4", "y": "1/4", "s": 0}),
    ),
    notes=(
        "With the point (a, f(a)) the graph contains (f(a), a). So beyond f(a), if a < f(a), it "
        "lies above the line of slope -1 through both."
    ),
)

half = Rational(1, 2)
middle = half * t + half * b
lowest = Theorem(
    id="drs-4.1-lowest",
    title="For a symmetric function the sum of both errors is least at the fixed point",
    source=source,
    claim=Le(2 * c, t + f(t)),
    given=(Eq(f(t), b), Eq(f(b), t), Eq(f(c), c), Le(middle, c)),
    checks=(
        symbolic(
            fact(f, "convex", t, b, half),
            fact(f, "non-increasing", middle, c),
            using((Le(f(middle), half * f(t) + half * f(b)), 2), (Ge(f(middle), f(c)), 2)),
            hypothesis(),
        ),
    ),
    mutants=(
        Mutant(Le(3 * c, t + f(t)), at={"c": "1/4", "t": "1/4", "b": "1/4"}),
        Mutant(
            given=(Eq(f(t), b), Eq(f(b), t), Le(middle, c)), at={"c": 1, "t": "1/4", "b": "1/4"}
        ),
    ),
    notes=(
        "The middle of (t, f(t)) and (f(t), t) lies on the diagonal, above the graph: it is not "
        "left of the fixed point. If it is right of it, that is the claim."
    ),
)

left = mixed(a)  # at least b = f(a), as f is below Id
order = Theorem(
    id="drs-4.1-order",
    title="Left of the fixed point f_p is below its inverse",
    source=source,
    uses=("drs-4.1-slope",),
    claim=(Ge(mixed(left), a), Ge(left, f(a))),
    given=(Ge(f(left), a + f(a) - left),),
    checks=(
        symbolic(part=0),
        symbolic(fact(f, "below Id", a), part=1),
    ),
    mutants=(
        Mutant(Ge(mixed(left), 2 * a), at={"a": "1/8", "p": "1/2"}),
        Mutant(Ge(left, f(a) + p / 8), at={"a": "1/8", "p": 1}),
        Mutant(given=(), at={"a": "7/8", "p": "1/2"}),
    ),
    notes=(
        "The hypothesis is drs-4.1-slope for a up to the fixed point. For p < 1 the mixture "
        "decreases strictly, so $f_p(f_p(a)) \\ge a$ is $f_p^{-1}(a) \\ge f_p(a)$."
    ),
)

line = c + mixed(c).subs(f(c), c) - t
below = Theorem(
    id="drs-4.1-line",
    title="The line of slope -1 through (x*, f_p(x*)) is below f_p and its inverse",
    source=source,
    uses=("drs-4.1-lowest",),
    claim=Ge(mixed(t), line),
    given=Le(2 * c, t + f(t)),
    checks=(symbolic(),),
    mutants=(
        Mutant(Ge(mixed(t), line + p * c / 2), at={"c": "1/4", "t": "1/4", "p": 1}),
        Mutant(Ge(mixed(t), line + (1 - p) / 2), at={"c": "1/4", "t": "1/4", "p": 0}),
    ),
    notes=(
        "The line is its own inverse. So with drs-4.1-order the function of three pieces, $f_p$ up "
        "to $x^*$, this line, $f_p^{-1}$ from $f_p(x^*)$ on, is convex and below "
        "$\\min\\{f_p, f_p^{-1}\\}$; and every convex function below the minimum is below its "
        "chord from $(x^*, f_p(x^*))$ to $(f_p(x^*), x^*)$: the three pieces are the minorant."
    ),
)

inner = 1 + (steep - 1) / p
rate = real("p", Interval.Lopen(0, 1))


def advantage(level):
    return 1 - rate * f(level) - (1 - rate) * (1 - level) - steep * level


profile_f = Sup(1 - f(y) - inner.subs(p, rate) * y, (y, 0, 1))
profile = Theorem(
    id="drs-4.1-profile",
    title="The profile of C_p(f) is that of f_p from epsilon = 0 on",
    source=source,
    uses=("drs-4.1-line", "drs-4.1-order"),
    claim=(
        Le(Sup(advantage(y), (y, 0, 1)), rate * profile_f),
        Le(profile_f, Sup(advantage(y), (y, 0, 1)) / rate),
        Le(1 - line.subs(p, rate) - steep * t, advantage(c)),
    ),
    given=(Eq(f(c), c), Ge(t, c)),
    checks=(
        symbolic(every_value(), value_at(y), part=(0, 1)),
        symbolic(part=2),
    ),
    mutants=(
        Le(profile_f, Sup(advantage(y), (y, 0, 1))),
        Mutant(
            Le(1 - line.subs(p, rate) - t, advantage(c)),
            at={"c": "1/4", "t": "1/2", "p": "1/2", "x": 3},
        ),
    ),
    notes=(
        "With $x = e^\\epsilon \\ge 1$: up to $x^*$ the function is $f_p$; beyond it is above "
        "the line, where nothing is gained. So $\\delta(\\epsilon) = p\\,\\delta_f("
        "\\log(1 + (e^\\epsilon - 1)/p))$, and by symmetry $\\delta(-\\epsilon) = 1 - "
        "e^{-\\epsilon} + e^{-\\epsilon}\\delta(\\epsilon)$."
    ),
)
