"""What no single number, and no single (epsilon, delta), can say."""

from sympy import Interval, exp, oo

from fdp_sym import EpsDelta, PiecewiseLinear
from fdp_sym.theorems import (
    Eq,
    Gt,
    Lt,
    SameCurve,
    Theorem,
    all_members,
    cite,
    exact,
    real,
    symbolic,
)
from fdp_sym.tradeoff import Identity

source = cite("dong2022gdp", "Section 2.3", edition="arXiv:1905.02383v3")
section = cite("dong2022gdp", "Section 3.3", edition="arXiv:1905.02383v3")
epsilon = real("epsilon", Interval.open(0, oo))
level = real("alpha", Interval.open(0, 1))
w = exp(epsilon)

trivial = Theorem(
    id="order-trivial",
    title="The divergence that is always 0 orders more pairs than Blackwell's order",
    source=source,
    claim=Lt(EpsDelta(epsilon).formula(level), Identity().formula(level)),
    checks=(symbolic(all_members()),),
    mutants=(
        Lt(Identity().formula(level), EpsDelta(epsilon).formula(level)),
        Lt(EpsDelta(epsilon).formula(level), Identity().formula(level) / 2),
    ),
    notes=(
        "It relates every two pairs in both directions, but no kernel leads from two equal "
        "distributions to randomised response. For the order by one (epsilon, delta) see "
        "drs-2.10-single-epsilon, for that by all Renyi divergences renyi-pure-gaussian."
    ),
)

first, second = 1 / (1 + w) ** 2, 1 - w**2 / (1 + w) ** 2
twice = PiecewiseLinear([(0, 1), (first, second), (second, first), (1, 0)])
c = 1 / (1 + w**2)  # the fixed point of f_{2 epsilon, 0}

not_closed = Theorem(
    id="eps-delta-not-closed",
    title="The functions f_{eps,delta} are not closed under composition",
    source=section,
    claim=(
        SameCurve(EpsDelta(epsilon) @ EpsDelta(epsilon), twice),
        Gt(twice.formula(c), EpsDelta(2 * epsilon).formula(c)),
        Eq(EpsDelta(2 * epsilon).formula(c), c),
    ),
    checks=(exact(part=0), symbolic(part=(1, 2))),
    mutants=(
        SameCurve(EpsDelta(epsilon) @ EpsDelta(epsilon), EpsDelta(2 * epsilon)),
        Gt(EpsDelta(2 * epsilon).formula(c), twice.formula(c)),
    ),
    notes=(
        "$f_{\\epsilon,0} \\otimes f_{\\epsilon,0}$ is 1 at 0 with the slope $-e^{2\\epsilon}$ "
        "there. Of all $f_{\\epsilon',\\delta'}$ only $f_{2\\epsilon,0}$ has both, and it is "
        "smaller at its fixed point: no single (epsilon', delta') represents the composition."
    ),
)
