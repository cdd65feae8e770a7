"""From Renyi guarantees to (epsilon, delta): Mironov's conversion."""

from sympy import Interval, Rational, exp, log, oo, sqrt

from fdp_sym.theorems import (
    Eq,
    Gt,
    Le,
    Lt,
    Theorem,
    cite,
    increasing,
    listed,
    mpmath_points,
    real,
    symbolic,
    through,
)

source = cite("mironov2017renyi", "Proposition 3", edition="arXiv:1702.07476v3")
x, rho = real("x", Interval.open(0, oo)), real("rho", Interval(0, oo))  # the order is 1 + x
delta = real("delta", Interval.open(0, 1))
above, below = real("y", Interval(0, oo)), real("y", Interval(-oo, 0))

conversion = Theorem(
    id="renyi-to-dp",
    title="A Renyi guarantee bounds delta (Mironov)",
    source=source,
    claim=(
        Le(exp(above) - 1, exp((1 + x) * above)),
        Le(exp(below) - 1, 0),
        Eq(exp(x * (rho - (rho - log(delta) / x))), delta),
    ),
    checks=(
        symbolic(through(exp(above)), increasing("exp"), part=0),
        symbolic(part=(1, 2)),
    ),
    mutants=(
        Le(exp(above) - 1, exp(x * above)),
        Eq(exp(x * (rho - (rho + log(delta) / x))), delta),
    ),
    notes=(
        "With $e^y = e^{-\\epsilon} dP/dQ$: $(dP/dQ - e^\\epsilon)_+ \\le e^\\epsilon e^{ay}$, "
        "and the Q-mean of the right side is at most $e^{(a-1)(\\rho-\\epsilon)} = \\delta$, which "
        "solved for epsilon is the last part."
    ),
)

best = Rational(1, 2) + sqrt(2 * log(10**5))
published = Theorem(
    id="renyi-to-dp-published",
    title="Mironov's conversion of 1-GDP at delta = 1e-5, over all orders",
    source=source,
    uses=("zcdp-to-dp",),
    claim=(
        Gt(best, Rational("5.298525912188080")),
        Lt(best, Rational("5.298525912188082")),
    ),
    checks=(listed({}), mpmath_points(({},))),
    mutants=(Lt(best, Rational("5.298525912188081")), Gt(best, Rational("5.2985259121881"))),
    notes="The exact value is 4.377178095681... (drs-2.13-published).",
)
