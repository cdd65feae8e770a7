"""Poisson subsampling of a pair (P, Q): the errors and the profile in both directions."""

from sympy import Interval, Lambda, Sum, exp, oo

from fdp_sym import EpsDelta, Gaussian, from_pair
from fdp_sym.functions import Max
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    SameCurve,
    Theorem,
    cite,
    exact,
    generic,
    increasing,
    integer,
    real,
    symbolic,
    termwise,
)
from fdp_sym.tradeoff import PiecewiseLinear

source = cite("dong2022gdp", "Section 4", edition="arXiv:1905.02383v3")
rate = real("q", Interval(0, 1))
x = real("x", Interval.open(0, oo))  # exp(epsilon)
a, b = real("a", Interval(0, 1)), real("b", Interval(0, 1))  # masses of an outcome under P, Q
mixed = (1 - rate) * a + rate * b
level = 1 - (1 - rate) * x
negative = real("g", Interval(-oo, 0))

i, n = integer("i", 1), integer("n", 1)
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
r = generic("r", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / (2 * i))])
phi = generic("phi", facts=(), instances=[Lambda(i, 1 / i)])
sampled = (1 - rate) * p(i) + rate * r(i)

errors = Theorem(
    id="poisson-errors",
    title="Sampling mixes the second error of a test with that of a blind one",
    source=source,
    claim=Eq(
        Sum(phi(i) * sampled, (i, 1, n)),
        (1 - rate) * Sum(phi(i) * p(i), (i, 1, n)) + rate * Sum(phi(i) * r(i), (i, 1, n)),
    ),
    checks=(symbolic(termwise()),),
    mutants=(
        (1 - rate) * Sum(phi(i) * r(i), (i, 1, n)) + rate * Sum(phi(i) * p(i), (i, 1, n)),
        rate * Sum(phi(i) * r(i), (i, 1, n)),
    ),
    notes=(
        "With level alpha under P and second error beta under Q the test has the second error "
        "$q\\beta + (1-q)(1-\\alpha)$ under the sampled law, least when beta is: "
        "$T(P, (1-q)P + qQ) = q f + (1-q)\\mathrm{Id}$. The other direction exchanges the errors, "
        "so its function is the inverse. The formal claim is for finitely many outcomes."
    ),
)
remove = Theorem(
    id="poisson-remove",
    title="Advantage of an outcome after sampling, remove direction",
    source=source,
    claim=Eq(mixed - x * a, rate * b - (x - 1 + rate) * a),
    checks=(symbolic(),),
    mutants=(rate * b - (x - 1) * a, b - (x - 1 + rate) * a),
    notes=(
        "Over a rejection region: $\\delta_q(\\epsilon) = q\\,\\delta(\\log((x-1+q)/q))$ with "
        "$x = e^\\epsilon$ where $x > 1 - q$, and $1 - x$ where not."
    ),
)

add = Theorem(
    id="poisson-add",
    title="Advantage of an outcome after sampling, add direction",
    source=source,
    claim=Eq(Max(0, a - x * mixed), level * Max(0, a - x * rate * b / level)),
    given=(Gt(level, 0),),
    checks=(symbolic(),),
    mutants=(
        Eq(Max(0, a - x * mixed), Max(0, a - x * rate * b / level)),
        Eq(Max(0, a - x * mixed), level * Max(0, a - x * b / level)),
    ),
    notes=(
        "Summed over the outcomes: $\\delta(\\epsilon)$ is $g = 1 - (1-q)e^\\epsilon$ times the "
        "profile of (Q, P) at $\\log(q e^\\epsilon/g)$."
    ),
)

add_zero = Theorem(
    id="poisson-add-zero",
    title="Sampling bounds the privacy loss in the add direction",
    source=source,
    claim=(Eq(a - x * mixed, level * a - x * rate * b), Le(negative * a - x * rate * b, 0)),
    checks=(symbolic(),),
    mutants=(
        Eq(a - x * mixed, level * a - x * b),
        Le(-negative * a - x * rate * b, 0),
    ),
    notes="Beyond $\\log(1/(1-q))$ the factor is negative and the profile 0, whatever the pair.",
)

c = 1 / (1 + exp(epsilon))  # randomised response, and what sampling makes of it
top = (1 - rate) * (1 - c) + rate * c

example = Theorem(
    id="poisson-epsilon-dp",
    title="Sampled randomised response in both directions",
    source=source,
    uses=("drs-a.1-finite",),
    claim=(
        SameCurve(
            from_pair((1 - c, c), (top, 1 - top)),
            PiecewiseLinear([(0, 1), (c, rate * c + (1 - rate) * (1 - c)), (1, 0)]),
        ),
        SameCurve(
            from_pair((top, 1 - top), (1 - c, c)),
            PiecewiseLinear([(0, 1), (c, rate * c + (1 - rate) * (1 - c)), (1, 0)]).inverse(),
        ),
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(from_pair((1 - c, c), (top, 1 - top)), EpsDelta(epsilon)),
        SameCurve(
            from_pair((top, 1 - top), (1 - c, c)),
            PiecewiseLinear([(0, 1), (c, rate * c + (1 - rate) * (1 - c)), (1, 0)]),
        ),
    ),
    notes="The point (c, c) of $f_{\\epsilon,0}$ moves up to $q f + (1-q)\\mathrm{Id}$.",
)

mu, alpha = real("mu", Interval(0, oo)), real("alpha", Interval(0, 1))
replace = Theorem(
    id="poisson-replace",
    title="Poisson sampling with replaced records: C_q of the function for replacements",
    source=source,
    uses=("drs-4.2",),
    claim=Ge(Gaussian(mu).formula(alpha), Gaussian(2 * mu).formula(alpha)),
    checks=(symbolic(increasing("Phi")),),
    mutants=(
        Ge(Gaussian(2 * mu).formula(alpha), Gaussian(mu).formula(alpha)),
        Ge(Gaussian(mu).formula(alpha), Gaussian(mu / 2).formula(alpha)),
    ),
    notes=(
        "The outcomes are $(1-q) P_0 + q P_1$ and $(1-q) P_0 + q P_2$, given what happens to the "
        "other records. drs-4.2 bounds the errors of any test on such a pair by $C_q(f)$ if f "
        "holds for each two of $P_0, P_1, P_2$. With the f of a replacement, for Gaussian noise "
        "$G_{2\\mu}$ where a removal has $G_\\mu$, it does: checked here is that the latter is "
        "the larger function."
    ),
)
