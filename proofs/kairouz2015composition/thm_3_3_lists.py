"""KOV Theorem 3.3: the list and the region compared exactly, for every k up to 100."""

from sympy import Interval, Lambda, Tuple, exp

import fdp_sym as fd
from fdp_sym import EpsDelta, from_pair
from fdp_sym.compose.kov.region import ListOfRegions
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import SameCurve, Theorem, cite, decided, exact, integer, real

source = cite("kairouz2015composition", "Theorem 3.3", edition="arXiv:1311.0776v4")
k, i, m = integer("k", 1), integer("i", 0), integer("l", 0)

lists = Theorem(
    id="kov-3.3-lists",
    title="The list of regions is the k-fold region for k up to 100",
    source=source,
    uses=("neyman-pearson",),
    claim=ListOfRegions(100),
    checks=(decided(),),
    mutants=(
        ListOfRegions(100, Lambda((k, i, m), Tuple(k - m, k - 2 * i + m + 1))),
        ListOfRegions(100, Lambda((k, i, m), Tuple(k - m - 1, k - 2 * i + m))),
        ListOfRegions(100, Lambda((k, i, m), Tuple(k - m, k - i + m))),
    ),
    notes=(
        "The k-fold canonical pair is multiplied out in integer polynomials in $x = e^\\epsilon$ "
        "and $1 - \\delta$, and its tests are sorted by likelihood ratio: the line of each region "
        "joins two consecutive vertices, and the mirror images of the lines make up the rest."
    ),
)

delta = real("delta", Interval.Ropen(0, 1))
x = exp(epsilon)
low = (1 - delta) / (1 + x)
high = x * low
P, Q = (delta, high, low, 0), (0, low, high, delta)
once = (x**2 - 1) / (1 + x) ** 2  # delta_1 for two mechanisms
both = (EpsDelta(2 * epsilon, 1 - (1 - delta) ** 2), EpsDelta(0, 1 - (1 - delta) ** 2 * (1 - once)))

curves = Theorem(
    id="kov-3.3-two",
    title="Two mechanisms: the product of the canonical pair is the intersection of two regions",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(from_pair(P, Q) ** 2, fd.maximum(*both)),
    checks=(exact(),),
    mutants=(
        SameCurve(from_pair(P, Q) ** 2, both[0]),
        SameCurve(from_pair(P, Q) ** 2, both[1]),
    ),
    notes="On all of [0, 1], for every epsilon and delta, in exact arithmetic.",
)
