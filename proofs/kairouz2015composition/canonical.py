"""KOV eqs (12) and (13): the pair of distributions that is exactly as private as (eps, delta)."""

from sympy import Add, Interval, exp

from fdp_sym import EpsDelta, from_pair
from fdp_sym.functions import Max
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import Eq, SameCurve, Theorem, cite, exact, real, symbolic

delta = real("delta", Interval.Ropen(0, 1))
low = (1 - delta) / (1 + exp(epsilon))
high = exp(epsilon) * low
logistic = (1 - delta) / (1 + exp(-epsilon))  # the same as high, written otherwise
P0, P1 = (delta, high, low, 0), (0, low, high, delta)
source = cite("kairouz2015composition", "Eqs (12) and (13)", edition="arXiv:1311.0776v4")

canonical = Theorem(
    id="kov-12-13",
    title="The trade-off function of the canonical pair",
    source=source,
    uses=("drs-a.1-finite",),
    claim=SameCurve(from_pair(P0, P1), EpsDelta(epsilon, delta)),
    checks=(exact(),),
    mutants=(
        SameCurve(from_pair(P0, P1), EpsDelta(2 * epsilon, delta)),
        SameCurve(from_pair(P0, P1), EpsDelta(epsilon, delta / 2)),
    ),
    notes="The left side is made of the optimal tests of a finite pair.",
)

masses = Theorem(
    id="kov-12-13-masses",
    title="The canonical pair: masses and likelihood ratios",
    source=source,
    claim=(
        Eq(Add(*P0, evaluate=False), 1),
        Eq(Add(*P1, evaluate=False), 1),
        Eq(high, logistic),
        Eq(logistic / low, exp(epsilon)),
        Eq(low / logistic, exp(-epsilon)),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(Add(delta, high, low, delta), 1),
        Eq(logistic / low, exp(-epsilon)),
        Eq(Add(delta, 2 * low), 1),
    ),
    notes=(
        "Of the outer outcomes each occurs under one hypothesis only, so that the ratios of the "
        "four outcomes are $0, e^{-\\epsilon}, e^\\epsilon, \\infty$."
    ),
)

hockey_stick = Add(*(Max(0, q - exp(epsilon) * p) for p, q in zip(P0, P1, strict=True)))
reversed_stick = Add(*(Max(0, p - exp(epsilon) * q) for p, q in zip(P0, P1, strict=True)))

tight = Theorem(
    id="kov-12-13-tight",
    title="The canonical pair meets (eps, delta)-differential privacy with equality",
    source=source,
    claim=(Eq(hockey_stick, delta), Eq(reversed_stick, delta)),
    checks=(symbolic(),),
    mutants=(
        Eq(hockey_stick, 2 * delta),
        Eq(Add(*(Max(0, q - p) for p, q in zip(P0, P1, strict=True))), delta),
    ),
    notes="A sum of positive parts is the largest $Q(S) - e^\\epsilon P(S)$ over all events $S$.",
)
