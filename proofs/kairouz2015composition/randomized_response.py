"""Randomised response on m symbols: the trade-off function for two different inputs."""

from sympy import exp

from fdp_sym import EpsDelta, from_pair
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import SameCurve, Theorem, cite, exact, integer
from fdp_sym.tradeoff import RandomizedResponse

m = integer("m", 3)
kept = exp(epsilon) / (exp(epsilon) + m - 1)  # the input itself
other = 1 / (exp(epsilon) + m - 1)  # each other symbol
rest = (m - 2) * other  # the symbols that are neither input, together
yes, no = kept.subs(m, 2), other.subs(m, 2)

randomized_response = Theorem(
    id="randomized-response",
    title="Trade-off function of randomised response on m symbols",
    source=cite("kairouz2015composition", "Section 2 (m = 2)", edition="arXiv:1311.0776v4"),
    uses=("drs-a.1-finite",),
    claim=(
        SameCurve(
            from_pair((kept, other, rest), (other, kept, rest)), RandomizedResponse(epsilon, m)
        ),
        SameCurve(from_pair((yes, no), (no, yes)), RandomizedResponse(epsilon, 2)),
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(
            from_pair((kept, other, rest), (other, kept, rest)), RandomizedResponse(epsilon, m + 1)
        ),
        SameCurve(from_pair((kept, other, rest), (other, kept, rest)), EpsDelta(epsilon)),
        SameCurve(EpsDelta(2 * epsilon), RandomizedResponse(epsilon, 2)),
    ),
    notes="The m - 2 symbols that are equally likely under both inputs are taken together.",
)
