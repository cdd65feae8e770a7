"""DRS Definition 2.1: the smallest sum of the two errors is one minus total variation."""

from sympy import Abs, Interval, Lambda, Piecewise, Sum, oo

from fdp_sym import EpsDelta, Gaussian, Phi
from fdp_sym.functions import Max
from fdp_sym.symbols import delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Inf,
    Sup,
    Theorem,
    attained,
    cases,
    cite,
    generic,
    integer,
    isolate,
    largest,
    real,
    some_member,
    stationary,
    symbolic,
    termwise,
)

definition = cite("dong2022gdp", "Definition 2.1", edition="arXiv:1905.02383v3")
x = real("x", Interval(0, 1))  # a level, the type I error
i, n = integer("i", 1), integer("n", 1)  # an outcome, and how many there are
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / (1 + i))])  # masses of P
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / (1 + i**2))])  # masses of Q
phi = generic("phi", facts=(), instances=[Lambda(i, 1 - 1 / i)])  # a test
excess = Sum(Max(q(i) - p(i), 0), (i, 1, n))
best = Piecewise((1, q(i) > p(i)), (0, True))
advantage = Sum(phi(i) * q(i), (i, 1, n)) - Sum(phi(i) * p(i), (i, 1, n))

finite_variation = Theorem(
    id="drs-2.1-finite",
    title="No test beats total variation",
    source=definition,
    notes=(
        "Power minus level is one minus the sum of the two errors. By the second part, summed over "
        "$i$, the test that rejects where $q > p$ attains the bound. By the third it is half the "
        "$L_1$ distance, the total variation, when both masses have the same sum."
    ),
    claim=(
        Ge(excess, advantage),
        Eq(Max(q(i) - p(i), 0), best * (q(i) - p(i))),
        Eq(
            2 * excess,
            Sum(Abs(q(i) - p(i)), (i, 1, n)) + Sum(q(i), (i, 1, n)) - Sum(p(i), (i, 1, n)),
        ),
    ),
    checks=(symbolic(termwise(), part=(0, 2)), symbolic(part=1)),
    mutants=(Ge(excess / 2, -advantage), Eq(excess, Sum(Abs(q(i) - p(i)), (i, 1, n)) / 2)),
)

f = generic("f", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])

variation_profile = Theorem(
    id="drs-2.1-tv",
    title="The profile at zero is total variation",
    source=definition,
    claim=Eq(1 + Sup(-x - f(x), (x, 0, 1)), 1 - Inf(x + f(x), (x, 0, 1))),
    checks=(symbolic("extremum of a shifted function"),),
    mutants=(Inf(x + f(x), (x, 0, 1)), 1 - Inf(2 * x + f(x), (x, 0, 1))),
)

mu = real("mu", Interval(0, oo))

gaussian_variation = Theorem(
    id="drs-2.1-tv-gaussian",
    title="Total variation of two normal distributions",
    source=definition,
    claim=Eq(1 - Inf(x + Gaussian(mu).formula(x), (x, 0, 1)), 2 * Phi(mu / 2) - 1),
    checks=(
        symbolic(
            "extremum of a shifted function",
            stationary(Phi(-mu / 2)),
            "quantile reflection",
            "quantile of Phi",
            "Phi reflection",
        ),
    ),
    mutants=(2 * Phi(mu) - 1, Phi(mu / 2) - Phi(0), 1 - 2 * Phi(-mu)),
)

c = EpsDelta(epsilon, delta).fixed_point()

eps_delta_variation = Theorem(
    id="drs-2.1-tv-eps-delta",
    title="Total variation permitted by (epsilon, delta)",
    source=definition,
    claim=Eq(
        1 - Inf(x + EpsDelta(epsilon, delta).formula(x), (x, 0, 1)),
        EpsDelta(epsilon, delta).tv(),
    ),
    checks=(
        symbolic(
            "extremum of a shifted function",
            attained(c),
            largest(EpsDelta(epsilon, delta).formula(c).args[-1]),
            isolate(),
            cases(Ge(x, c)),
            some_member(),
        ),
    ),
    mutants=(EpsDelta(epsilon / 2, delta).tv(), EpsDelta(epsilon, delta / 2).tv()),
)
