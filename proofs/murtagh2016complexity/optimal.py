"""Murtagh and Vadhan: the optimal composition of different guarantees."""

from sympy import Interval, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import Eq, Iff, Le, Theorem, cite, real, symbolic

source = cite("murtagh2016complexity", "Theorem 1.5", edition="arXiv:1507.03113v2")
u, v, x = (real(name, Interval(1, oo)) for name in ("u", "v", "x"))  # exponentials of epsilon
total, slack = real("delta_g", Interval(0, 1)), real("delta", Interval.Ropen(0, 1))
spread = real("s", Interval(0, 1))  # the profile of the pure parts

# masses of (1 + u)(1 + v) Q and (1 + u)(1 + v) P on the four outcomes of two randomised responses
share = 1 / ((1 + u) * (1 + v))

two = Theorem(
    id="murtagh-vadhan-two",
    title="The condition of the optimal composition, for two guarantees",
    source=source,
    uses=("drs-3.3-slack",),
    claim=(
        Eq(
            Max(0, u / (1 + u) * v / (1 + v) - x / (1 + u) / (1 + v))
            + Max(0, u / (1 + u) / (1 + v) - x / (1 + u) * v / (1 + v))
            + Max(0, v / (1 + u) / (1 + v) - x * u / (1 + u) / (1 + v))
            + Max(0, 1 / (1 + u) / (1 + v) - x * u / (1 + u) * v / (1 + v)),
            share * Max(0, u * v - x)
            + share * Max(0, u - x * v)
            + share * Max(0, v - x * u)
            + share * Max(0, 1 - x * u * v),
        ),
        Iff(
            Le(slack + (1 - slack) * spread, total),
            Le(spread, 1 - (1 - total) / (1 - slack)),
        ),
    ),
    checks=(symbolic("factor into a maximum", part=0), symbolic(part=1)),
    mutants=(
        Iff(
            Le(slack + (1 - slack) * spread, total),
            Le(spread, 1 - (1 - total) * (1 - slack)),
        ),
        Iff(Le(slack + spread, total), Le(spread, 1 - (1 - total) / (1 - slack))),
    ),
    notes=(
        "The left side of the first part is the profile of two randomised responses at x, outcome "
        "by outcome; the second part adds the slack, $1 - \\delta = \\prod (1 - \\delta_i)$. The "
        "same sum over the subsets of k parts is computed exactly by kov.optimal."
    ),
)
