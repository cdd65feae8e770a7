"""Claim 15: total variation of randomised response against that of two normal distributions."""

from sympy import Interval, Rational, exp, factorial, oo, pi, sqrt, tanh

from fdp_sym import Phi
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Theorem,
    cite,
    counterexample,
    from_boundary,
    lemma,
    listed,
    real,
    symbolic,
    through,
    using,
)

source = cite("dong2022gdp", "Appendix B", edition="arXiv:1905.02383v3")
epsilon = real("epsilon", Interval.open(0, oo))
bernoulli, normal = tanh(epsilon / 2), 2 * Phi(epsilon / 2) - 1

claim = Claim(
    id="claim-15",
    number=15,
    title="The Bernoulli pair has the larger total variation for every epsilon > 0",
    source=source,
    claim=Gt(bernoulli, normal),
    checks=(counterexample(at={"epsilon": 5}),),
    corrected="claim-15-holds",
    notes="Of Bernoulli with odds $e^{\\pm\\epsilon}$, and of $N(0,1)$, $N(\\epsilon,1)$.",
)

# Taylor polynomials: of exp(x), below it; of exp(-x), above it
x = real("x", Interval(0, oo))
growth = sum(x**k / factorial(k) for k in range(15))
decay = sum((-x) ** k / factorial(k) for k in range(13))

growth_bound = Theorem(
    id="exp-taylor",
    title="The exponential is above its Taylor polynomials",
    source=source,
    claim=Ge(exp(x), growth),
    checks=(symbolic(*(from_boundary(x, 0),) * 15),),
    mutants=(growth + x**15, Le(exp(x), growth)),
)

decay_bound = Theorem(
    id="exp-taylor-decay",
    title="exp(-x) is below its Taylor polynomials of even degree",
    source=source,
    claim=Le(exp(-x), decay),
    checks=(symbolic(*(from_boundary(x, 0),) * 13),),
    mutants=(decay - x**12 / factorial(12), Ge(exp(-x), decay)),
)

half = real("y", Interval(0, oo))
series = sum((-1) ** k * half ** (2 * k + 1) / ((2 * k + 1) * 2**k * factorial(k)) for k in range(13))

normal_bound = Theorem(
    id="normal-taylor",
    title="A Taylor polynomial above the normal distribution function",
    source=source,
    uses=("exp-taylor-decay",),
    claim=Le(2 * Phi(half) - 1, sqrt(2 / pi) * series),
    checks=(
        symbolic(
            from_boundary(half, 0),
            lemma("exp-taylor-decay", {"x": half**2 / 2}),
        ),
    ),
    mutants=(sqrt(2 / pi) * (series - half**3), series / 2),
)

small = real("epsilon", Interval.Lopen(0, Rational("4.8")))
above = Rational("0.79788457")  # more than sqrt(2/pi)
normal_above = above * series.subs(half, small / 2)
growth_below = Ge(exp(small), growth.subs(x, small))
margin = Gt((1 - normal_above) * (exp(small) + 1), 2)

polynomials = Theorem(
    id="claim-15-polynomials",
    title="The inequality of claim 15 with a polynomial for the normal distribution",
    source=source,
    uses=("exp-taylor",),
    claim=margin,
    checks=(symbolic(lemma("exp-taylor", {"x": small}), using((growth_below, 1 - normal_above))),),
    mutants=(Gt((1 - normal_above) * (exp(small) + 1), 3), Gt((1 - normal_above) * exp(small), 2)),
)

holds = Theorem(
    id="claim-15-holds",
    title="The Bernoulli pair has the larger total variation for epsilon up to 4.8",
    source=source,
    uses=("normal-taylor", "claim-15-polynomials"),
    claim=Lt(normal.subs(epsilon, small), bernoulli.subs(epsilon, small)),
    checks=(
        symbolic(
            through(sqrt(2 / pi) * series.subs(half, small / 2), normal_above),
            lemma("normal-taylor", {"y": small / 2}),
            lemma("claim-15-polynomials"),
            "hyperbolic functions",
        ),
    ),
    mutants=(tanh(small / 3), tanh(small / 2) / 2),
)
