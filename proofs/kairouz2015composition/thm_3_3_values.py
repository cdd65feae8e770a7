"""KOV Theorem 3.3: a second opinion by mpmath, and published values."""

from sympy import Abs, Interval, Rational, Sum, binomial, exp, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Le,
    Theorem,
    cite,
    integer,
    listed,
    mpmath_points,
    real,
)

source = cite("kairouz2015composition", "Theorem 3.3", edition="arXiv:1311.0776v4")
k, i, j = integer("k", 1), integer("i", 0), integer("j", 0)
x, delta = real("x", Interval(1, oo)), real("delta", Interval.Ropen(0, 1))

# the printed formula; the outcomes of the k-fold canonical pair, sorted by likelihood ratio
terms = Sum(binomial(k, j) * (x ** (k - j) - x ** (k - 2 * i + j)), (j, 0, i - 1))
total = 1 - (1 - delta) ** k * (1 - terms / (1 + x) ** k)
high, low = (1 - delta) * x / (1 + x), (1 - delta) / (1 + x)
excess = high ** (k - j) * low**j - x ** (k - 2 * i) * high**j * low ** (k - j)
tested = 1 - (1 - delta) ** k + Sum(binomial(k, j) * Max(0, excess), (j, 0, k))
unit = Rational(1, 10**55)
points = (
    {x: "11/10", delta: "1/1000", k: 30, i: 15},
    {x: "3/2", delta: "0", k: 7, i: 3},
    {x: "2", delta: "1/4", k: 12, i: 6},
)

mpmath_check = Theorem(
    id="kov-3.3-mpmath",
    title="The printed delta and the Neyman-Pearson sum, by mpmath",
    source=source,
    claim=(Le(total, tested + unit), Le(tested, total + unit)),
    checks=(mpmath_points(points, digits=60), listed(*points)),
    mutants=(Le(total, tested / 2), Le(2 * tested, total)),
    notes=(
        "At three points with $x = e^\\epsilon$ rational. The right side of the first part is the "
        "sum of the positive parts of $Q - x^{k-2i} P$ over the outcomes of the k-fold pair: no "
        "answer of the last kind, or the finite ratios."
    ),
)

value = total.subs({x: exp(Rational(1, 10)), delta: Rational(1, 1000), k: 30})
near = Rational(1, 10**11)

published = Theorem(
    id="kov-3.3-published",
    title="Published values of the 30-fold composition of (0.1, 0.001)",
    source=source,
    uses=("kov-3.3",),
    claim=(
        Le(Abs(value.subs(i, 15) - Rational("0.237259528667815")), near),
        Le(Abs(value.subs(i, 13) - Rational("0.113875344493725")), near),
        Le(Abs(value.subs(i, 11) - Rational("0.0527729166869329")), near),
        Le(Abs(value.subs(i, 10) - Rational("0.0398184105221306")), near),
        Le(Abs(value.subs(i, 5) - Rational("0.0295865807")), near),
        Le(Abs(value.subs(i, 0) - Rational("0.02956903274")), near),
    ),
    checks=(listed(),),
    mutants=(
        Le(Abs(value.subs(i, 15) - Rational("0.237259528767815")), near),
        Le(Abs(value.subs(i, 10) - Rational("0.0398184106221306")), near),
    ),
    notes="At $\\epsilon$ = 0, 0.4, 0.8, 1, 2 and 3; to within $10^{-11}$.",
)
