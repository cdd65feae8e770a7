"""DRS Theorem 2.14 for particular functions: the Gaussian, and epsilon-DP where it is tight."""

from sympy import Interval, Lambda, exp, oo

from fdp_sym import EpsDelta, Gaussian, from_pair
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Eq,
    Iterate,
    SameCurve,
    Theorem,
    cite,
    exact,
    hypothesis,
    induction,
    integer,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Theorem 2.14", edition="arXiv:1905.02383v3")
mu, k = real("mu", Interval(0, oo)), integer("k", 0)
complement = Lambda(alpha, 1 - Gaussian(mu).formula(alpha))

group_gaussian = Theorem(
    id="drs-2.14-gaussian",
    title="Group privacy of Gaussian differential privacy",
    source=source,
    claim=Eq(1 - Iterate(complement, k, alpha), Gaussian(k * mu).formula(alpha)),
    checks=(
        symbolic(
            induction(k),
            "iterate",
            hypothesis(),
            "quantile reflection",
            "Phi reflection",
            "quantile of Phi",
            "Phi of quantile",
        ),
    ),
    mutants=(Gaussian(mu + k).formula(alpha), Gaussian(k * mu / 2).formula(alpha)),
)

epsilon = real("epsilon", Interval.open(0, oo))
f, r = EpsDelta(epsilon).as_piecewise_linear(), exp(-epsilon)
end, mass = 1 / (1 + r), (1 - r) / (1 + r)  # P(Z <= 0) and P(Z = 0) for geometric noise Z

geometric_2 = Theorem(
    id="drs-2.14-geometric-2",
    title="Geometric noise shifted by 2 attains the bound for groups of 2",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(
        f.group(2), from_pair([end, mass * r, r**2 * end], [r**2 * end, mass * r, end])
    ),
    checks=(exact(),),
    mutants=(SameCurve(f.group(2), f), SameCurve(f.group(2), EpsDelta(2 * epsilon))),
    notes="Outcomes with the same likelihood ratio are taken together: Z <= 0, Z = 1, Z >= 2.",
)

geometric_3 = Theorem(
    id="drs-2.14-geometric-3",
    title="Geometric noise shifted by 3 attains the bound for groups of 3",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(
        f.group(3),
        from_pair(
            [end, mass * r, mass * r**2, r**3 * end], [r**3 * end, mass * r**2, mass * r, end]
        ),
    ),
    checks=(exact(),),
    mutants=(SameCurve(f.group(3), f.group(2)), SameCurve(f.group(3), EpsDelta(3 * epsilon))),
    notes="The outcomes are Z <= 0, Z = 1, Z = 2 and Z >= 3.",
)
