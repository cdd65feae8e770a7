"""DRS Proposition 2.12: a symmetric trade-off function is a family of (epsilon, delta)."""

from sympy import Interval, Lambda, Rational, exp, oo, sqrt

from fdp_sym import EpsDelta
from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Inf,
    Le,
    Lt,
    Mutant,
    Sup,
    Theorem,
    cite,
    every_value,
    fact,
    generic,
    monotone_supremum,
    real,
    symbolic,
    using,
    value_at,
)

source = cite("dong2022gdp", "Proposition 2.12", edition="arXiv:1905.02383v3")
x, s = real("x", Interval(0, 1)), real("s", Interval(0, oo))
f = generic(
    "f",
    instances=[Lambda(x, (1 - sqrt(x)) ** 2), Lambda(x, 1 - x)],
    facts=("convex", "non-increasing", "below Id", "symmetric"),
)
profile = Sup(1 - f(x) - exp(epsilon) * x, (x, 0, 1))
first_line = Inf(f(x) - (1 - delta - exp(epsilon) * x), (x, 0, 1))

lines = Theorem(
    id="drs-2.12-line",
    title="A line below f is a value of the profile",
    source=source,
    claim=Iff(Ge(first_line, 0), Ge(delta, profile)),
    checks=(symbolic(every_value(), value_at(x)),),
    mutants=(
        Iff(Ge(first_line, 0), Ge(delta, profile / 2)),
        Iff(Ge(first_line, 0), Ge(delta, 1 - profile)),
    ),
    notes="For every f, symmetric or not; the profile is $1 + f^*(-e^\\epsilon)$.",
)

mirrored = Le(1 - exp(epsilon) * f(alpha) - f(f(alpha)), delta)
duality = Theorem(
    id="drs-2.12",
    title="f-DP for symmetric f is (epsilon, delta)-DP for every delta above the profile",
    source=source,
    claim=(
        Ge(f(alpha), 1 - delta - exp(epsilon) * alpha),
        Ge(f(alpha), exp(-epsilon) * (1 - delta - alpha)),
    ),
    given=Ge(delta, profile),
    checks=(
        symbolic(value_at(alpha), part=0),
        symbolic(
            value_at(f(alpha)),
            fact(f, "symmetric", alpha),
            using((mirrored, exp(-epsilon)), (Le(f(f(alpha)), alpha), exp(-epsilon))),
            part=1,
        ),
    ),
    mutants=(Mutant(given=()), Mutant(given=(Ge(delta, profile / 2),))),
    notes="Both lines of $f_{\\epsilon,\\delta}$. The converse needs only the first of them.",
)

asymmetric = EpsDelta(0, "1/2")
half = real("alpha_1", Interval.Lopen(0, 1))
only_positive = Theorem(
    id="drs-2.12-asymmetric",
    title="An asymmetric function is not determined by the profile at epsilon >= 0",
    source=source,
    claim=(
        Eq(Sup(1 - (1 - x) / 2 - exp(epsilon) * x, (x, 0, 1)), Rational(1, 2)),
        Eq(Sup(1 - Rational(1, 2) - s * half, (s, 1, oo)), Rational(1, 2) - half),
        Lt(Rational(1, 2) - half, (1 - half) / 2),
    ),
    checks=(symbolic(monotone_supremum("low"), part=(0, 1)), symbolic(part=2)),
    mutants=(
        Eq(Sup(1 - (1 - x) / 2 - exp(epsilon) * x, (x, 0, 1)), 1),
        Lt(Rational(1, 2) - half, (1 - half) / 4),
    ),
    notes=(
        "For $f(x) = (1-x)/2$ the profile is 1/2 at every epsilon >= 0; the lines of slope at "
        "most -1 recover $1/2 - \\alpha$ only."
    ),
)

recovered = Theorem(
    id="drs-2.12-inverse",
    title="Lines of the profile lie below f",
    source=source,
    uses=("fenchel-moreau",),
    claim=Le(1 - profile - exp(epsilon) * alpha, f(alpha)),
    checks=(symbolic(value_at(alpha)),),
    mutants=(f(alpha) / 2, f(alpha) - Rational(1, 9)),
    notes="For every f. That the supremum of these lines is f is the axiom fenchel-moreau.",
)
