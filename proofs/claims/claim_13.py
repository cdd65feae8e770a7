"""Claim 13: the masses of connect-the-dots as printed."""

from sympy import Interval, Rational, oo

from fdp_sym.theorems import Claim, Eq, Ge, Theorem, cite, counterexample, lemma, real, symbolic

source = cite("doroshenko2022connect", "Section 3", edition="arXiv:2207.04380v1")
below, gap, step = (
    real("x_0", Interval(0, oo)),
    real("g", Interval.open(0, oo)),
    real("h", Interval.open(0, oo)),
)
here, above = below + gap, below + gap + step  # exp(epsilon) at three knots in a row
d0, d1, d2 = (real(f"delta_{k}", Interval(0, 1)) for k in range(3))
printed = (d1 - d0) / (1 - below / here) - (d2 - d1) / (above / here - 1)
right = (d0 - d1) / (1 - below / here) - (d1 - d2) / (above / here - 1)
convex = Ge((d0 - d1) / gap, (d1 - d2) / step)

claim = Claim(
    id="claim-13",
    number=13,
    title="The masses of connect-the-dots, differences of delta taken upwards",
    printed=(
        "The masses of connect-the-dots are $(\\delta_i - \\delta_{i-1})/(1 - e^{\\epsilon_{i-1} "
        "- \\epsilon_i}) - (\\delta_{i+1} - \\delta_i)/(e^{\\epsilon_{i+1} - \\epsilon_i} - 1)$."
    ),
    source=source,
    given=convex,
    claim=Ge(printed, 0),
    checks=(
        counterexample(
            at={
                "x_0": 1,
                "g": 1,
                "h": 1,
                "delta_0": Rational(1, 2),
                "delta_1": Rational(1, 4),
                "delta_2": Rational(1, 8),
            }
        ),
    ),
    corrected="claim-13-corrected",
    notes="Masses of a law cannot be negative; as printed they are, for every convex profile.",
)

corrected = Theorem(
    id="claim-13-corrected",
    title="Taken downwards the differences give the masses; as printed they have the wrong sign",
    source=source,
    uses=("pld-masses", "pld-step"),
    given=convex,
    claim=(Eq(printed, -right), Ge(right, 0)),
    checks=(
        symbolic(part=0),
        symbolic(lemma("pld-masses", part=0), part=1),
    ),
    mutants=(Eq(printed, right), Ge(right, d0)),
    notes="That the law with these masses has the profile through all knots is pld-step.",
)
