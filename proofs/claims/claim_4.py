"""Claim 4: the Gaussian trade-off functions are ordered by mu."""

from sympy import Interval, oo

from fdp_sym import Gaussian
from fdp_sym.theorems import Claim, Ge, Iff, Le, cite, contraposition, increasing, real, symbolic

alpha = real("alpha", Interval.open(0, 1))
mu, mu2 = real("mu", Interval(0, oo)), real("mu_2", Interval(0, oo))

below = Le(Gaussian(mu).formula(alpha), Gaussian(mu2).formula(alpha))

claim = Claim(
    id="claim-4",
    number=4,
    title="G_mu <= G_mu' exactly when mu >= mu'",
    printed="$G_\\mu \\le G_{\\mu'}$ if and only if $\\mu \\ge \\mu'$.",
    source=cite("dong2022gdp", "Section 2.3", edition="arXiv:1905.02383v3"),
    claim=Iff(below, Ge(mu, mu2)),
    checks=(symbolic(contraposition(below), increasing("Phi")),),
    mutants=(Iff(below, Ge(mu2, mu)), Iff(below, Ge(mu, mu2 + 1))),
    notes="At every single level in (0, 1); at 0 and 1 all the functions agree.",
)
