"""When one trade-off function stays within a shift of another: a criterion by profiles."""

from sympy import Interval, Lambda, Rational, exp, oo

from fdp_sym import EpsDelta, Identity
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Sup,
    Theorem,
    cite,
    fact,
    generic,
    real,
    symbolic,
    using,
    value_at,
)

source = cite("dong2022gdp", "Theorem 3.4 and Proposition 2.12", edition="arXiv:1905.02383v3")
x, y, s = (real(name, Interval(0, 1)) for name in ("x", "y", "s"))
e, v = real("epsilon"), real("v", Interval.open(0, oo))  # v = exp(epsilon)
f = generic("f", instances=[EpsDelta(1), Identity()])
g = generic("g", instances=[Identity(), EpsDelta(2)])
profile_g = Sup(1 - v * y - g(y), (y, 0, 1))
inside = (Le(x, 1 - s), Ge(f(x), g(x + s) - s))

necessary = Theorem(
    id="band-necessary",
    title="Within a shift, the profiles differ by at most s (1 + exp(epsilon))",
    source=source,
    claim=Le(1 - v * x - f(x), profile_g + s * (1 + v)),
    given=inside,
    checks=(
        symbolic(
            value_at(x + s),
            using((Le(1 - v * (x + s) - g(x + s), profile_g), 1), (inside[1], 1)),
        ),
    ),
    mutants=(
        Mutant(
            Le(1 - v * x - f(x), profile_g + s * (1 + v) / 4),
            at={x: "1/10", s: "1/4", v: 1},
        ),
        Mutant(given=inside[:1], at={x: "1/4", s: 0, v: 1}),
    ),
    notes=(
        "For x <= 1 - s; the profile of f is the supremum over x of the left side. The inequality "
        "of the band that is used is the lower one; the upper one is it with f and g exchanged."
    ),
)

corner = Theorem(
    id="band-necessary-corner",
    title="The same in the clipped corner",
    source=source,
    claim=Le(1 - v * x - f(x), profile_g + s * (1 + v)),
    given=Ge(x, 1 - s),
    checks=(
        symbolic(
            value_at(1),
            fact(g, "below Id", 1),
            using((Le(1 - v - g(1), profile_g), 1), (Le(g(1), 0), 1), (Ge(x, 1 - s), v)),
        ),
    ),
    mutants=(
        Mutant(given=(), at={x: 0, s: "1/10", v: 1}),
        Mutant(Le(1 - v * x, profile_g + s * v / 2), at={x: "1/2", s: "1/2", v: 1}),
    ),
)

D_f = generic("D_f", facts=(), domain=Interval(-oo, oo), instances=[Lambda(e, Rational(1, 4))])
D_g = generic("D_g", facts=(), domain=Interval(-oo, oo), instances=[Lambda(e, 0)])
close = Le(D_f(e) - D_g(e), s * (1 + exp(e)))

sufficient = Theorem(
    id="band-sufficient",
    title="Profiles that differ by at most s (1 + exp(epsilon)) keep the function in the band",
    source=source,
    uses=("fenchel-moreau",),
    claim=Le(1 - D_g(e) - exp(e) * (alpha + s) - s, 1 - D_f(e) - exp(e) * alpha),
    given=close,
    checks=(symbolic(using((close, 1))),),
    mutants=(
        Le(1 - D_g(e) - exp(e) * (alpha + s) + s, 1 - D_f(e) - exp(e) * alpha),
        Mutant(
            Le(1 - D_g(e) - exp(e) * alpha - s / 2, 1 - D_f(e) - exp(e) * alpha),
            at={s: "1/4", e: 0},
        ),
    ),
    notes=(
        "f(alpha) is the largest of 0 and the supremum over epsilon of the right side, and "
        "g(alpha + s) that of the left side plus s: so g(alpha + s) - s <= f(alpha) for alpha in "
        "(0, 1 - s], at 0 by continuity. In the clipped corner alpha > 1 - s the band says that "
        "f(alpha) >= -s."
    ),
)

symmetric = Theorem(
    id="band-symmetric",
    title="For symmetric functions epsilon >= 0 is enough",
    source=source,
    claim=Eq(
        (1 - 1 / v + D_f(e) / v) - (1 - 1 / v + D_g(e) / v) - s * (1 + 1 / v),
        (D_f(e) - D_g(e) - s * (1 + v)) / v,
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(
            (1 - 1 / v + D_f(e) / v) - (1 - 1 / v + D_g(e) / v) - s * (1 + 1 / v),
            D_f(e) - D_g(e) - s * (1 + v),
        ),
        Eq(
            (1 - 1 / v + D_f(e)) - (1 - 1 / v + D_g(e)) - s * (1 + 1 / v),
            (D_f(e) - D_g(e) - s * (1 + v)) / v,
        ),
    ),
    notes="The profile of a symmetric f at -epsilon is 1 - 1/v + D_f/v, where v = exp(epsilon).",
)
