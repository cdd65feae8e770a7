"""DRS appendix A.3 for logistic noise: the profile, symmetry and groups."""

from sympy import Interval, exp, oo

from fdp_sym.duality import profile_definition
from fdp_sym.symbols import alpha, epsilon
from fdp_sym.theorems import Eq, Theorem, attained, cite, real, symbolic
from fdp_sym.tradeoff import Logistic

source = cite("dong2022gdp", "Appendix A.3", edition="arXiv:1905.02383v3")
t = real("t", Interval.open(0, oo))
a, b = real("a", Interval(0, oo)), real("b", Interval(0, oo))
f = Logistic(epsilon + t).formula
best = (exp(t / 2) - 1) / (exp(epsilon + t) - 1)  # where the slope is -exp(epsilon)

profile = Theorem(
    id="drs-a.3-logistic-profile",
    title="Profile of logistic noise",
    source=source,
    claim=Eq(
        profile_definition(Logistic(epsilon + t), epsilon),
        (exp((epsilon + t) / 2) - exp(epsilon / 2)) ** 2 / (exp(epsilon + t) - 1),
    ),
    checks=(symbolic(attained(best)),),
    mutants=(
        (exp((epsilon + t) / 2) - exp(epsilon / 2)) ** 2 / exp(epsilon + t),
        (exp((epsilon + t) / 2) - exp(epsilon)) ** 2 / (exp(epsilon + t) - 1),
    ),
    notes="For $0 \\le \\epsilon < s = \\epsilon + t$, s the shift.",
)

beyond = Theorem(
    id="drs-a.3-logistic-profile-zero",
    title="Profile of logistic noise beyond its shift",
    source=source,
    claim=Eq(profile_definition(Logistic(a), a + epsilon), 0),
    checks=(symbolic(attained(0)),),
    mutants=(
        Eq(profile_definition(Logistic(a + epsilon + 1), a), 0),
        Eq(profile_definition(Logistic(a), a + epsilon), epsilon),
    ),
    notes="The privacy loss lies between -s and s.",
)

shifts = Theorem(
    id="drs-a.3-logistic-shifts",
    title="The logistic function is symmetric, and its shifts add up for groups",
    source=source,
    claim=(
        Eq(Logistic(a).formula(Logistic(a).formula(alpha)), alpha),
        Eq(
            1 - Logistic(a).formula(1 - Logistic(b).formula(alpha)),
            1 - Logistic(a + b).formula(alpha),
        ),
        Eq(Logistic(2 * a).formula(1 / (1 + exp(a))), 1 / (1 + exp(a))),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(Logistic(a).formula(Logistic(2 * a).formula(alpha)), alpha),
        Eq(
            1 - Logistic(a).formula(1 - Logistic(b).formula(alpha)),
            1 - Logistic(2 * a).formula(alpha),
        ),
        Eq(Logistic(2 * a).formula(1 / (1 + exp(2 * a))), 1 / (1 + exp(2 * a))),
    ),
)
