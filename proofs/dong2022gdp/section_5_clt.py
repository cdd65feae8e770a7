"""DRS section 5: C_p(f)^T tends to a Gaussian function; how fast by Theorem 3.4."""

from sympy import Integral, Interval, exp, oo, sqrt

from fdp_sym import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cite,
    lemma,
    real,
    symbolic,
    using,
)

source = cite("dong2022gdp", "Section 5", edition="arXiv:1905.02383v3")
p, p_0 = real("p", Interval(0, 1)), real("p_0", Interval.open(0, oo))
chi2, m3 = real("chi2", Interval.open(0, oo)), real("m3", Interval(0, oo))  # of (|f'| - 1)_+
kl, kappa2, kappa3, third = (
    real(name, Interval(0, oo)) for name in ("kl", "kappa2", "kappa3", "third")
)
kl_above = Le(kl, p**2 * chi2)
kappa2_above, kappa2_below = Le(kappa2, 2 * p**2 * chi2), Ge(kappa2, 2 * p**2 * chi2 - p**3 * m3)
third_above, kappa3_above = Le(third, 8 * kappa3), Le(kappa3, 2 * p**3 * m3)
variance = kappa2 - kl**2

rate = Theorem(
    id="drs-5-clt-rate",
    title="Variance and third moment of the privacy loss of C_p(f)",
    source=source,
    uses=("drs-5-small-p", "drs-kappa3-bounds"),
    given=(kl_above, kappa2_above, kappa2_below, third_above, kappa3_above),
    claim=(
        Ge(variance, p**2 * (2 * chi2 - p * m3 - p**2 * chi2**2)),
        Le(variance, 2 * p**2 * chi2),
        Le(third, 16 * p**3 * m3),
    ),
    checks=(
        symbolic(using((kappa2_below, 1), (kl_above, kl + p**2 * chi2)), part=0),
        symbolic(part=1),
        symbolic(using((third_above, 1), (kappa3_above, 8)), part=2),
    ),
    mutants=(
        Mutant(
            Ge(variance, p**2 * (2 * chi2 - p * m3)),
            at={"p": 1, "chi2": 1, "m3": 0, "kl": 1, "kappa2": 2, "kappa3": 0, "third": 0},
        ),
        Mutant(
            Le(third, 8 * p**3 * m3),
            at={"p": 1, "chi2": 1, "m3": 1, "kl": 0, "kappa2": 2, "kappa3": 2, "third": 16},
        ),
        Mutant(
            given=(kappa2_above, kappa2_below, third_above, kappa3_above),
            at={"p": 0, "chi2": 1, "m3": 0, "kl": 9, "kappa2": 0, "kappa3": 0, "third": 0},
        ),
    ),
    notes=(
        "third is $\\bar\\kappa_3$. So in Theorem 3.4 for T copies of $C_p(f)$ the shift gamma is "
        "at most $8.96\\,m_3\\,(2\\chi - p m_3 - p^2\\chi^2)^{-3/2}/\\sqrt T$, with $\\chi = "
        "\\chi^2_+(f)$ and $m_3 = \\int(|f'|-1)_+^3$."
    ),
)

K, s2 = p_0**2 * chi2, 2 * p_0**2 * chi2  # the limits of drs-5-limits

theorem = Theorem(
    id="drs-5-clt",
    title="The Gaussian limit of C_p(f)^T has the parameter p_0 sqrt(2 chi^2_+(f))",
    source=source,
    uses=("drs-5-limits", "drs-5-clt-rate", "drs-3.5", "drs-3.5-limit"),
    claim=(Eq(2 * K / sqrt(s2), p_0 * sqrt(2 * chi2)), Eq(s2, 2 * K)),
    checks=(symbolic(),),
    mutants=(
        Eq(2 * K / sqrt(s2), p_0 * sqrt(chi2)),
        Eq(2 * K / sqrt(s2), 2 * p_0 * sqrt(chi2)),
    ),
    notes=(
        "Symmetric f with f(0) = 1, $\\int(|f'|-1)_+^3 < \\infty$ (the paper asks for a fourth "
        "moment), $p\\sqrt T \\to p_0$. By drs-5-limits the rows of T equal functions satisfy the "
        "conditions of Theorem 3.5, with $K = p_0^2\\chi$, $s^2 = 2 p_0^2\\chi$, and each kl is at "
        "most $p^2\\chi \\to 0$; what is checked here is the parameter of the limit $G_{2K/s}$."
    ),
)

sigma, c, z = real("sigma", Interval.open(0, oo)), real("c", Interval(0, oo)), real("z")
excess = exp(z / sigma - sigma**-2 / 2) - 1  # |G'| - 1 of one step without sampling
square = exp(sigma**-2) * Phi(3 / sigma / 2) + 3 * Phi(-1 / sigma / 2) - 2

sgd = Theorem(
    id="drs-5-clt-sgd",
    title="The Gaussian limit of noisy SGD",
    source=source,
    uses=("drs-5-clt", "drs-5-chi2", "drs-5-third-moment", "drs-5.1"),
    claim=Eq(
        2 * c**2 * Integral(excess**2 * phi(z), (z, 1 / sigma / 2, oo)),
        (sqrt(2) * c) ** 2 * square,
    ),
    checks=(symbolic(lemma("drs-5-chi2", {"mu": 1 / sigma})),),
    mutants=(c**2 * square, 2 * c**2 * (exp(sigma**-2) - 1)),
    notes=(
        "The square of $\\mu = \\sqrt2\\, c \\sqrt{e^{\\sigma^{-2}} \\Phi(1.5/\\sigma) + 3 "
        "\\Phi(-0.5/\\sigma) - 2}$, for $m\\sqrt T/n \\to c$. All moments of $(|G_\\mu'|-1)_+$ are "
        "finite. For finite T the value is an approximation, no bound."
    ),
)
