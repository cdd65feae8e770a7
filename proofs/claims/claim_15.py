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
    from_infinity,
    increasing,
    lemma,
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
    printed=(
        "For every $\\epsilon > 0$ the pair of Bernoulli laws with odds $e^{\\pm\\epsilon}$ has a "
        "larger total variation than $N(0, 1)$, $N(\\epsilon, 1)$."
    ),
    source=source,
    claim=Gt(bernoulli, normal),
    checks=(counterexample(at={"epsilon": 5}),),
    corrected="claim-15-holds",
    notes="Of Bernoulli with odds $e^{\\pm\\epsilon}$, and of $N(0,1)$, $N(\\epsilon,1)$.",
)

# up to 2.4, with Taylor polynomials: of exp(x), below it; of exp(-x), above it
x, y = real("x", Interval(0, oo)), real("y", Interval(0, oo))
growth = sum(x**k / factorial(k) for k in range(8))
decay = sum((-x) ** k / factorial(k) for k in range(7))
series = sum((-1) ** k * y ** (2 * k + 1) / ((2 * k + 1) * 2**k * factorial(k)) for k in range(7))

growth_bound = Theorem(
    id="exp-taylor",
    title="The exponential is above its Taylor polynomials",
    source=source,
    claim=Ge(exp(x), growth),
    checks=(symbolic(*(from_boundary(x, 0),) * 8),),
    mutants=(growth + x**8, Le(exp(x), growth)),
)

decay_bound = Theorem(
    id="exp-taylor-decay",
    title="exp(-x) is below its Taylor polynomials of even degree",
    source=source,
    claim=Le(exp(-x), decay),
    checks=(symbolic(*(from_boundary(x, 0),) * 7),),
    mutants=(decay - x**6 / factorial(6), Ge(exp(-x), decay)),
)

normal_bound = Theorem(
    id="normal-taylor",
    title="A Taylor polynomial above the normal distribution function",
    source=source,
    uses=("exp-taylor-decay",),
    claim=Le(2 * Phi(y) - 1, sqrt(2 / pi) * series),
    checks=(symbolic(from_boundary(y, 0), lemma("exp-taylor-decay", {"x": y**2 / 2})),),
    mutants=(sqrt(2 / pi) * (series - y**3), series / 2),
)

small = real("epsilon", Interval.Lopen(0, Rational("2.4")))
normal_above = Rational("0.798") * series.subs(y, small / 2)  # 0.798 > sqrt(2/pi)
growth_below = Ge(exp(small), growth.subs(x, small))

polynomials = Theorem(
    id="claim-15-polynomials",
    title="The inequality of claim 15 with a polynomial for the normal distribution",
    source=source,
    uses=("exp-taylor",),
    claim=Gt((1 - normal_above) * (exp(small) + 1), 2),
    checks=(symbolic(lemma("exp-taylor", {"x": small}), using((growth_below, 1 - normal_above))),),
    mutants=(Gt((1 - normal_above) * (exp(small) + 1), 3), Gt((1 - normal_above) * exp(small), 2)),
)

# from 2.4 to 5.7 the difference decreases; its zero, to 30 digits
middle = real("epsilon", Interval(Rational("2.4"), Rational("5.7")))
root_below, root_above = (
    Rational("4.811388139035112964931476341018"),
    Rational("4.811388139035112964931476341019"),
)

slope = Theorem(
    id="claim-15-slope",
    title="From 2.4 to 5.7 the normal total variation grows faster",
    source=source,
    claim=Ge(exp(middle - middle**2 / 8), exp(Rational(13, 8))),
    checks=(symbolic(increasing("exp")),),
    mutants=(exp(Rational("1.7")), exp(middle / 2)),
    notes=(
        "By it $2e^{-\\epsilon}$, which is above the derivative of $\\tanh(\\epsilon/2)$, is below "
        "that of $2\\Phi(\\epsilon/2) - 1$."
    ),
)

before = real("epsilon_2", Interval.open(Rational("2.4"), root_below))

holds = Theorem(
    id="claim-15-holds",
    title="The Bernoulli pair has the larger total variation for epsilon up to the threshold",
    source=source,
    uses=("normal-taylor", "claim-15-polynomials", "claim-15-slope"),
    claim=(
        Lt(normal.subs(epsilon, small), bernoulli.subs(epsilon, small)),
        Lt(normal.subs(epsilon, before), bernoulli.subs(epsilon, before)),
    ),
    checks=(
        symbolic(
            through(sqrt(2 / pi) * series.subs(y, small / 2), normal_above),
            lemma("normal-taylor", {"y": small / 2}),
            lemma("claim-15-polynomials"),
            "hyperbolic functions",
            part=0,
        ),
        symbolic(
            "hyperbolic functions",
            from_boundary(before, root_below),
            lemma("claim-15-slope", {"epsilon": before}),
            using((slope.parts[0].subs(middle, before), exp(-before) / sqrt(2 * pi))),
            part=1,
        ),
    ),
    notes=(
        "The threshold is $\\epsilon^* = 4.81138813903511296493147634101\\ldots$, known here to 30 "
        "digits."
    ),
    mutants=(
        Lt(normal.subs(epsilon, small), tanh(small / 3)),
        Lt(normal.subs(epsilon, small), bernoulli.subs(epsilon, small) / 2),
    ),
)

z = real("z", Interval(0, oo))

overlaps = Theorem(
    id="claim-15-overlaps",
    title="Both total variations through what the two distributions share",
    source=source,
    claim=(
        Eq(2 * Phi(z) - 1, 1 - 2 * Phi(-z)),
        Eq(tanh(z), 1 - 2 / (1 + exp(2 * z))),
    ),
    checks=(symbolic("Phi reflection", part=0), symbolic("hyperbolic functions", part=1)),
    mutants=(Eq(2 * Phi(z) - 1, 1 - Phi(-z)), Eq(tanh(z), 1 - 2 / (1 + exp(z)))),
    notes=("The threshold is where $\\Phi(-\\epsilon/2) = 1/(1 + e^\\epsilon)$."),
)

# beyond the threshold: decreasing up to 5.7, by values up to 6, from infinity beyond
after = real("epsilon", Interval.open(root_above, Rational("5.7")))
short = real("epsilon_2", Interval.Ropen(Rational("5.7"), 6))
large = real("t", Interval(0, oo))

fails = Theorem(
    id="claim-15-fails",
    title="Beyond the threshold the normal pair has the larger total variation",
    source=source,
    uses=("claim-15-slope", "claim-15-overlaps"),
    claim=(
        Gt(normal.subs(epsilon, after), bernoulli.subs(epsilon, after)),
        Gt(normal.subs(epsilon, short), bernoulli.subs(epsilon, short)),
        Gt(normal.subs(epsilon, 6 + large), bernoulli.subs(epsilon, 6 + large)),
    ),
    checks=(
        symbolic(
            "hyperbolic functions",
            from_boundary(after, root_above),
            lemma("claim-15-slope", {"epsilon": after}),
            using((slope.parts[0].subs(middle, after), exp(-after) / sqrt(2 * pi))),
            part=0,
        ),
        symbolic(
            through(2 * Phi(Rational("2.85")) - 1, tanh(3)),
            increasing("Phi"),
            increasing("tanh"),
            part=1,
        ),
        symbolic(
            lemma("claim-15-overlaps", {"z": 3 + large / 2}, part=0),
            lemma("claim-15-overlaps", {"z": 3 + large / 2}, part=1),
            from_infinity(large),
            part=2,
        ),
    ),
    mutants=(
        Gt(normal.subs(epsilon, after), bernoulli.subs(epsilon, after + 1)),
        Gt(normal.subs(epsilon, 4 + large), bernoulli.subs(epsilon, 4 + large)),
    ),
)
