"""Claim 6: two lower bounds of the variance of k Gaussian mechanisms."""

from sympy import E, Interval, log, oo, sqrt

from fdp_sym import Gaussian
from fdp_sym.theorems import Claim, Le, cite, counterexample, real

epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
mu = real("mu", Interval.open(0, oo))
spread = log(E + epsilon / delta)

claim = Claim(
    id="claim-6",
    number=6,
    title="Two lower bounds of the variance that together suffice",
    source=cite("kairouz2015composition", "Appendix B", edition="arXiv:1311.0776v4"),
    claim=Le(Gaussian(mu).delta(epsilon), delta),
    given=(Le(mu, epsilon / sqrt(4 * spread)), Le(mu**2, 4 * epsilon)),
    checks=(counterexample(at={"epsilon": 40, "delta": "33/100", "mu": "907/100"}),),
    corrected="claim-5-corrected",
    notes=(
        "The conditions say $\\mu \\le \\epsilon/\\sqrt{4 \\log(e+\\epsilon/\\delta)}$ and $\\mu^2 "
        "\\le 4 \\epsilon$. By floating-point search it fails from $\\epsilon = 34.7$ on."
    ),
)
