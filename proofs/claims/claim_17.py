"""Claim 17: the k-fold privacy region of the Gaussian mechanism and that of Theorem 3.3."""

from sympy import Interval, Rational, exp, oo, sqrt

from fdp_sym import Gaussian, Phi
from fdp_sym.theorems import (
    Claim,
    Eq,
    Gt,
    Lt,
    Theorem,
    cite,
    counterexample,
    from_infinity,
    integer,
    lemma,
    real,
    symbolic,
)

source = cite("kairouz2015composition", "Appendix B", edition="arXiv:1311.0776v4")
k = integer("k", 1)
mu, epsilon = real("mu", Interval.open(0, oo)), real("epsilon", Interval.open(0, oo))
gaussian = Gaussian(sqrt(k) * mu)  # k Gaussian mechanisms

claim = Claim(
    id="claim-17",
    number=17,
    title="The k-fold region of the Gaussian mechanism is that of Theorem 3.3",
    printed=(
        "The k-fold privacy region of the Gaussian mechanism is exactly the region of Theorem "
        "3.3, the largest possible for $(\\epsilon, 0)$-private mechanisms."
    ),
    source=source,
    claim=Eq(gaussian.delta(k * epsilon), 0),
    checks=(counterexample(at={"k": 1, "mu": 1, "epsilon": 1}),),
    corrected="claim-17-corrected",
    notes=(
        "In the region of Theorem 3.3 for $(\\epsilon, 0)$ the profile vanishes at $k \\epsilon$. "
        "At k = 1 and mu = epsilon = 1 the Gaussian profile is 0.12693673750664394580..."
    ),
)

shift = real("m", Interval.open(0, oo))
x = real("x", Interval(0, oo))
scaled = exp(-x) * Phi(-x / shift + shift / 2) - Phi(-x / shift - shift / 2)

positive = Theorem(
    id="claim-17-positive",
    title="The Gaussian profile is positive",
    source=source,
    claim=Gt(scaled, 0),
    checks=(symbolic(from_infinity(x)),),
    mutants=(
        Gt(exp(-x) * Phi(-x / shift) - Phi(-x / shift - shift / 2), 0),
        Gt(scaled, exp(-x) / 10),
    ),
    notes="The profile $\\delta(x)$ of $G_m$ is $e^x$ times the left side.",
)

corrected = Theorem(
    id="claim-17-corrected",
    title="The k-fold Gaussian region is in no region of an (eps, 0)-private mechanism",
    source=source,
    uses=("claim-17-positive",),
    claim=Gt(gaussian.delta(k * epsilon), 0),
    checks=(symbolic(lemma("claim-17-positive", {"x": k * epsilon, "m": sqrt(k) * mu})),),
    mutants=(Gt(gaussian.delta(k * epsilon), Rational(1, 10)), Lt(gaussian.delta(k * epsilon), 0)),
    notes=(
        "For all $\\mu$, $\\epsilon$ and k: the Gaussian mechanism is $(\\epsilon, 0)$-private for "
        "no $\\epsilon$, and its region is not inside that of Theorem 3.3 at $\\delta = 0$. The "
        "largest region of k mechanisms that are $(\\epsilon, 0)$-private is that of randomised "
        "response, which geometric noise attains."
    ),
)
