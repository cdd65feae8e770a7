"""From Renyi guarantees to (epsilon, delta): Mironov's conversion."""

from sympy import Interval, Rational, exp, log, oo, sqrt

from fdp_sym.theorems import (
    Eq,
    Gt,
    Iff,
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

alpha, s = real("alpha", Interval.open(0, 1)), real("s", Interval.open(0, 1))
growth = real("c", Interval(0, oo))  # exp(rho) - 1

tradeoff = Theorem(
    id="renyi-to-tradeoff",
    title="What a Renyi guarantee of order 2 says about the errors of a test",
    source=cite("dong2022gdp", "Appendix B", edition="arXiv:1905.02383v3"),
    uses=("drs-b-data-processing",),
    claim=(
        Eq(alpha**2 / s + (1 - alpha) ** 2 / (1 - s), 1 + (alpha - s) ** 2 / (s * (1 - s))),
        Iff(
            Le(1 + (alpha - s) ** 2 / (s * (1 - s)), 1 + growth),
            Le((alpha - s) ** 2, growth * s * (1 - s)),
        ),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(alpha**2 / s + (1 - alpha) ** 2 / (1 - s), (alpha - s) ** 2 / (s * (1 - s))),
        Iff(
            Le(1 + (alpha - s) ** 2 / (s * (1 - s)), 1 + growth),
            Le((alpha - s) ** 2, growth * s),
        ),
    ),
    notes=(
        "s is the power of the test, its type II error is 1 - s. By data processing the divergence "
        "of the two outcomes is at most that of the pair, and a pair of two outcomes attains it: "
        "the least 1 - s that satisfies this is the largest lower bound. For other orders the "
        "left side is $\\alpha^a s^{1-a} + (1-\\alpha)^a (1-s)^{1-a}$."
    ),
)
