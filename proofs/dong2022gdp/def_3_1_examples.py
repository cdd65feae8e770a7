"""DRS Definition 3.1: products of definite functions, as the toolkit computes them."""

from fdp_sym import EpsDelta, Identity, from_pair
from fdp_sym.theorems import Above, SameCurve, Theorem, cite, exact

source = cite("dong2022gdp", "Definition 3.1", edition="arXiv:1905.02383v3")
f = from_pair(("1/2", "1/3", "1/6"), ("1/6", "1/6", "2/3"))
g = from_pair(("3/4", "1/4", 0), ("1/4", "1/2", "1/4"))
h = from_pair(("2/3", "1/3"), ("1/3", "2/3"))
pairs = from_pair(
    ("3/8", "1/8", 0, "1/4", "1/12", 0, "1/8", "1/24", 0),
    ("1/24", "1/12", "1/24", "1/24", "1/12", "1/24", "1/6", "1/3", "1/6"),
)

product = Theorem(
    id="drs-3.1-example",
    title="A product of two pairs with three outcomes, and its laws",
    source=source,
    uses=("neyman-pearson",),
    claim=(
        SameCurve(f @ g, pairs),
        SameCurve(g @ f, pairs),
        SameCurve((f @ g) @ h, f @ (g @ h)),
        SameCurve(f @ Identity(), f),
        SameCurve((f @ g).inverse(), f.inverse() @ g.inverse()),
        SameCurve(f @ EpsDelta(0, 1), EpsDelta(0, 1)),
        Above(f, f @ g),
        Above(g, f @ g),
        Above(f @ h, f @ h @ h),
    ),
    checks=(exact(),),
    mutants=(
        SameCurve(f @ g, f @ g @ h),
        SameCurve((f @ g).inverse(), f @ g),
        Above(f @ g, f),
    ),
    notes="Decided on all of [0, 1] in exact arithmetic; f and g are asymmetric, and g(0) < 1.",
)
