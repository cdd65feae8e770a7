"""DRS Section 3.3: products with f_(0, delta)."""

from sympy import Interval, Lambda, Piecewise, exp

from fdp_sym import EpsDelta, from_pair
from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Le,
    SameCurve,
    Sup,
    Theorem,
    attained,
    by_pieces,
    cite,
    every_value,
    exact,
    fact,
    generic,
    real,
    symbolic,
    using,
    value_at,
)

source = cite("dong2022gdp", "Section 3.3", edition="arXiv:1905.02383v3")
delta2 = real("delta_2", Interval(0, 1))

# outcomes of independent mechanisms: a bit told truly or not, and nothing, "S" or "S'" revealed
truth, lie = exp(epsilon) / (1 + exp(epsilon)), 1 / (1 + exp(epsilon))
P = (truth * (1 - delta), lie * (1 - delta), truth * delta, lie * delta, 0, 0)
Q = (lie * (1 - delta), truth * (1 - delta), 0, 0, lie * delta, truth * delta)

split = Theorem(
    id="drs-3.3-split",
    title="f_(epsilon, delta) is the product of f_(epsilon, 0) and f_(0, delta)",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(EpsDelta(epsilon, delta), from_pair(P, Q)),
    checks=(exact(),),
    mutants=(
        SameCurve(EpsDelta(epsilon, delta / 2), from_pair(P, Q)),
        SameCurve(EpsDelta(epsilon), from_pair(P, Q)),
    ),
)

none, once = (1 - delta) * (1 - delta2), 1 - (1 - delta) * (1 - delta2)
revealed = (delta * (1 - delta2), (1 - delta) * delta2, delta * delta2)  # once, or twice
P2, Q2 = (none, *revealed, 0, 0, 0), (none, 0, 0, 0, *revealed)

slack = Theorem(
    id="drs-3.3-slack",
    title="The product of f_(0, delta) and f_(0, delta_2)",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(EpsDelta(0, once), from_pair(P2, Q2)),
    checks=(exact(),),
    mutants=(
        SameCurve(EpsDelta(0, delta * delta2), from_pair(P2, Q2)),
        SameCurve(EpsDelta(0, delta), from_pair(P2, Q2)),
    ),
    notes="The slacks compose to $1 - (1-\\delta)(1-\\delta_2)$.",
)

# the product with any f, whose profile is profile_f
rate = real("delta", Interval.Ropen(0, 1))
e = exp(real("epsilon"))
x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))
f = generic("f", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])
profile_f = Sup(1 - f(x) - e * x, (x, 0, 1))
nothing_revealed = Sup((1 - rate) * (1 - f(x)) - e * (1 - rate) * x, (x, 0, 1))
at_level_0 = Sup(0 * (1 - f(x)) - e * rate * x, (x, 0, 1))
at_level_1 = Sup(rate * (1 - f(x)) - e * 0 * x, (x, 0, 1))

any_profile = Theorem(
    id="drs-3.3-profile",
    title="The profile of the product of f_(0, delta) and any f",
    source=source,
    uses=("drs-3.1-conditional",),
    claim=(
        Le(nothing_revealed, (1 - rate) * profile_f),
        Le(profile_f, nothing_revealed / (1 - rate)),
        Eq(at_level_0, 0),
        Eq(at_level_1, rate),
    ),
    checks=(
        symbolic(every_value(), value_at(x), part=(0, 1)),
        symbolic(attained(0), part=2),
        symbolic(attained(1), fact(f, "below Id", 1), part=3),
    ),
    mutants=(
        Le(nothing_revealed, (1 - rate) ** 2 * profile_f),
        Eq(at_level_1, 1 - rate),
        Eq(at_level_0, -e * rate),
    ),
    notes=(
        "The three outcomes of the pair of f_(0, delta), of masses $(1-\\delta, \\delta, 0)$ and "
        "$(1-\\delta, 0, \\delta)$, contribute the three suprema: the profile of the product is "
        "$\\delta + (1-\\delta) \\delta_f(\\epsilon)$."
    ),
)

product = Lambda(y, Piecewise(((1 - rate) * f(y / (1 - rate)), y <= 1 - rate), (0, True)))
profile_product = Sup(1 - product(y) - e * y, (y, 0, 1))
inside = Le(1 - f(y / (1 - rate)) - e * (y / (1 - rate)), profile_f)

formula = Theorem(
    id="drs-3.3-formula",
    title="The product of f_(0, delta) and any f",
    source=source,
    uses=("drs-3.3-profile", "drs-2.12-inverse", "fenchel-moreau"),
    claim=(
        Le(profile_product, rate + (1 - rate) * profile_f),
        Le(profile_f, (profile_product - rate) / (1 - rate)),
    ),
    checks=(
        symbolic(
            every_value(),
            by_pieces(),
            value_at(y / (1 - rate)),
            using((inside, 1 - rate)),
            value_at(1),
            fact(f, "below Id", 1),
            part=0,
        ),
        symbolic(every_value(), value_at((1 - rate) * x), by_pieces(), part=1),
    ),
    mutants=(
        Le(profile_product, (1 - rate) * profile_f),
        Le(profile_product, rate + (1 - rate) ** 2 * profile_f),
    ),
    notes=(
        "$(f \\otimes f_{0,\\delta})(\\alpha) = (1-\\delta) f(\\alpha/(1-\\delta))$ up to $1 - "
        "\\delta$, and 0 from there: this function has the profile of the product, hence is it."
    ),
)
