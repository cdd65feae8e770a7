"""The privacy profile of the discrete Gaussian for any sensitivity."""

from sympy import Interval, Range, S, exp, oo

from fdp_sym.theorems import Eq, Gt, Iff, Theorem, cite, integer, real, symbolic

source = cite("canonne2020discrete", "Theorem 7", edition="arXiv:2004.00010v5")
c = real("c", Interval.open(0, oo))  # 1/(2 sigma^2)
d = integer("d", 1)  # the sensitivity
epsilon = real("epsilon")
k = real("k", Range(-oo, oo))

shift = Theorem(
    id="discrete-gaussian-profile",
    title="Discrete Gaussian: the best rejection region for every epsilon and sensitivity",
    source=source,
    uses=("drs-a.1-finite", "discrete-gaussian-ratios"),
    claim=(
        Eq(exp(-c * (k - d) ** 2) / exp(-c * k**2), exp(c * (2 * k * d - d**2))),
        Iff(Gt(c * (2 * k * d - d**2), epsilon), Gt(k, epsilon / (2 * c * d) + d / S(2))),
        Iff(Gt(c * (2 * k * d - d**2), epsilon), Gt(k - d, epsilon / (2 * c * d) - d / S(2))),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(exp(-c * (k - d) ** 2) / exp(-c * k**2), exp(2 * c * k * d)),
        Iff(Gt(c * (2 * k * d - d**2), epsilon), Gt(k, epsilon / (2 * c * d) - d / S(2))),
    ),
    notes=(
        "With $c = 1/2\\sigma^2$ the best region rejects k where the loss is above epsilon. Under "
        "the shifted law k - d is $N_{\\mathbb{Z}}(0, \\sigma^2)$, so "
        "$\\delta(\\epsilon) = P[Z > \\epsilon\\sigma^2/d - d/2] - "
        "e^\\epsilon P[Z > \\epsilon\\sigma^2/d + d/2]$."
    ),
)
