"""DRS Section 3.2: many copies of one f, and the example after Theorem 3.5."""

from sympy import Interval, Rational, oo, sqrt

from fdp_sym import Gaussian
from fdp_sym.theorems import Eq, Le, Lim, Theorem, cite, integer, real, remainder, symbolic

remark = cite("dong2022gdp", "Section 3.2, Theorem 3.4", edition="arXiv:1905.02383v3")
example = cite("dong2022gdp", "Section 3.2, Theorem 3.5", edition="arXiv:1905.02383v3")
n = integer("n", 1)
# of f != Id: kl, the variance kappa_2 - kl^2 of the privacy loss, kappa_3_bar
kl, variance = real("kl", Interval.open(0, oo)), real("v", Interval.open(0, oo))
third = real("k_3", Interval.open(0, oo))
of_sum = n * (variance + kl**2) - n * kl**2  # sum of kappa_2 minus the sum of the squares of kl
mu_1, mu_n = 2 * kl / sqrt(variance), 2 * n * kl / sqrt(of_sum)
gamma_1 = Rational("0.56") * third / variance ** Rational(3, 2)
gamma_n = Rational("0.56") * n * third / of_sum ** Rational(3, 2)

copies = Theorem(
    id="drs-3.4-copies",
    title="For n copies of f the parameter mu of Theorem 3.4 grows as the root of n",
    source=remark,
    uses=("drs-functionals-identity",),
    claim=(Eq(mu_n**2, n * mu_1**2), Eq(gamma_n**2, gamma_1**2 / n)),
    checks=(symbolic(),),
    mutants=(
        Eq(mu_n**2, n**2 * mu_1**2),
        Eq(mu_n**2, mu_1**2),
        Eq(gamma_n**2, gamma_1**2 / n**2),
    ),
    notes=(
        "All terms are positive, so $\\mu_n = \\sqrt n \\mu_1$ and $\\gamma_n = \\gamma_1 / "
        "\\sqrt n$: with n the composition tends to $f = 0$."
    ),
)

mu = real("mu", Interval(0, oo))
part = Gaussian(mu / sqrt(n))

components = Theorem(
    id="drs-3.5-example",
    title="n components that are mu/sqrt(n)-GDP",
    source=example,
    uses=("drs-kl-gaussian", "drs-kappa2-gaussian"),
    claim=(
        Eq(n * part.kl(), mu**2 / 2),
        Le(n * part.kappa2() - mu**2, mu**4 / (4 * n)),
        Eq(Lim(n * part.kappa2(), n), mu**2),
    ),
    checks=(symbolic(part=(0, 1)), symbolic(remainder(mu**4 / (4 * n)), part=2)),
    mutants=(
        Eq(n * part.kl(), mu**2),
        Eq(n * part.kappa2(), mu**2),
        Le(n * part.kappa2() - mu**2, mu**4 / (5 * n)),
    ),
    notes="So $K = \\mu^2/2$ and $s^2 = \\mu^2 = 2K$; the limit is $G_{2K/s} = G_\\mu$.",
)
