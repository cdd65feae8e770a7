"""DRS Theorem 2.10: Blackwell's order and trade-off functions."""

from sympy import Interval, exp, oo, tanh

from fdp_sym import EpsDelta
from fdp_sym.duality import profile_definition
from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Le,
    Lt,
    Theorem,
    all_members,
    attained,
    cite,
    largest,
    real,
    some_member,
    symbolic,
)

source = cite("dong2022gdp", "Theorem 2.10", edition="arXiv:1905.02383v3")
inner = Interval.open(0, 1)
p, p2 = real("p", inner), real("p_2", Interval(0, 1))  # P and P' of the first outcome
q = p + (1 - p) * real("w", inner)  # Q of it: any number between p and 1
q2 = p2 + (1 - p2) * real("w_2", Interval(0, 1))  # Q' of it
keep = (q2 * (1 - p) - p2 * (1 - q)) / (q - p)  # probability of the first outcome given the first
flip = (p2 * q - q2 * p) / (q - p)  # and given the second
T_at_p2 = Max(1 - q * p2 / p, (1 - q) * (1 - p2) / (1 - p))  # T(P, Q) at the level p_2

kernel = Theorem(
    id="drs-2.10-kernel",
    title="The only matrix that maps a binary pair to another",
    source=source,
    claim=(
        Eq(keep * p + flip * (1 - p), p2),
        Eq(keep * q + flip * (1 - q), q2),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(keep * p + flip * (1 - p), q2),
        Eq(flip * q + keep * (1 - q), q2),
    ),
)

binary = Theorem(
    id="drs-2.10-binary",
    title="Blackwell's theorem for pairs with two outcomes",
    source=source,
    uses=("drs-2.10-kernel",),
    claim=Iff(Le(T_at_p2, 1 - q2), (Ge(keep, 0), Le(keep, 1), Ge(flip, 0), Le(flip, 1))),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(Le(1 - q * p2 / p, 1 - q2), (Le(keep, 1), Ge(flip, 0))),
        Iff(Le(T_at_p2, 1 - q2), (Ge(keep, 0), Le(flip, 1))),
    ),
    notes=(
        "T(P', Q') has its one inner vertex at $(p_2, 1 - q_2)$, so the left side says "
        "T(P, Q) <= T(P', Q'); the right side that the matrix is stochastic."
    ),
)

epsilon = real("epsilon", Interval.open(0, oo))
t = tanh(epsilon / 2)
corner = 1 / (1 + exp(epsilon))

single = Theorem(
    id="drs-2.10-single-epsilon",
    title="One (epsilon, delta) orders more pairs than Blackwell's order",
    source=source,
    claim=(
        Eq(profile_definition(EpsDelta(epsilon), 0), t),
        Eq(profile_definition(EpsDelta(0, t), 0), t),
        Lt(EpsDelta(0, t).formula(0), EpsDelta(epsilon).formula(0)),
    ),
    checks=(
        symbolic(
            attained(corner),
            "hyperbolic functions",
            largest(1 - exp(epsilon) * corner),
            part=0,
        ),
        symbolic(attained(0), largest(1 - t), part=1),
        symbolic(all_members(), some_member(), part=2),
    ),
    mutants=(
        Eq(profile_definition(EpsDelta(epsilon), 0), tanh(epsilon)),
        Lt(EpsDelta(epsilon).formula(0), EpsDelta(0, t).formula(0)),
    ),
    notes=(
        "Both pairs have delta = tanh(epsilon/2) at 0, so the order by (0, delta) holds both ways "
        "(as does that of the divergence that is always 0); but $f_{\\epsilon,0}$ is not below "
        "$f_{0,\\delta}$ at level 0, so no kernel leads from the first pair to the second."
    ),
)
