"""KOV sections 4.4 and 4.5: k geometric mechanisms have the largest region of (epsilon, 0)."""

from sympy import Interval, oo

from fdp_sym import EpsDelta
from fdp_sym.theorems import SameCurve, Theorem, cite, exact, real
from fdp_sym.tradeoff import Geometric

epsilon = real("epsilon", Interval.open(0, oo))

exactness = Theorem(
    id="kov-4.5-exact",
    title="Geometric noise composes like randomised response",
    source=cite("kairouz2015composition", "Sections 4.4 and 4.5", edition="arXiv:1311.0776v4"),
    uses=("kov-4.4-geometric", "drs-3.1-well-defined", "kov-3.3", "kov-3.3-adaptive"),
    claim=(
        SameCurve(Geometric(epsilon), EpsDelta(epsilon)),
        SameCurve(Geometric(epsilon) ** 2, EpsDelta(epsilon) ** 2),
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(Geometric(epsilon) ** 2, EpsDelta(2 * epsilon)),
        SameCurve(Geometric(2 * epsilon), EpsDelta(epsilon)),
    ),
    notes=(
        "A product depends on the trade-off functions only, so for every k the region of k "
        "geometric mechanisms of sensitivity 1 is that of Theorem 3.3 at $\\delta = 0$, and by "
        "the converse no $(\\epsilon, 0)$-private mechanism has a larger one."
    ),
)
