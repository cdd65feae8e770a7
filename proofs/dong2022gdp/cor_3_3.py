"""DRS Corollary 3.3: the tensor product of Gaussian trade-off functions."""

from sympy import Derivative, Integral, Interval, Lambda, Product, Sum, exp, oo, sqrt

from fdp_sym import Phi
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Theorem,
    antiderivative,
    balls,
    cite,
    generic,
    hypothesis,
    increasing,
    induction,
    integer,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Corollary 3.3", edition="arXiv:1905.02383v3")
mu1, mu2 = real("mu_1", Interval.open(0, oo)), real("mu_2", Interval.open(0, oo))
mu = real("mu", Interval.open(0, oo))
x, y, z, s = real("x"), real("y"), real("z"), real("s")
r = sqrt(mu1**2 + mu2**2)
u, v = (mu1 * x + mu2 * y) / r, (mu1 * y - mu2 * x) / r  # (x, y) rotated
pair = Lambda((x, y), exp(-(x**2 + y**2) / 2))  # 2 pi times the density of N(0, 1) x N(0, 1)

rotation = Theorem(
    id="gdp-composition-rotation",
    title="G_mu1 x G_mu2 = G_r with r^2 = mu1^2 + mu2^2, by a rotation",
    source=source,
    uses=("gdp-test", "drs-3.1-general-identity", "blackwell", "data-processing"),
    claim=(
        Eq(pair(x, y), pair(u, v)),
        Eq(pair(x - mu1, y - mu2), pair(u - r, v)),
        Eq(Derivative(u, x) * Derivative(v, y) - Derivative(u, y) * Derivative(v, x), 1),
    ),
    checks=(symbolic(increasing("exp"), part=(0, 1)), symbolic("derivative", part=2)),
    mutants=(
        Eq(pair(x - mu1, y - mu2), pair(u - mu1 - mu2, v)),
        Eq(pair(x - mu1, y - mu2), pair(u - r, v - r)),
        Eq(pair(x, y), pair(u, v + 1)),
    ),
    notes=(
        "The pair of products has these densities. In the rotated coordinates (u, v) it is the "
        "pair N(0, 1), N(r, 1) times the factor N(0, 1) that both hypotheses share, and the area "
        "is kept: $G_{\\mu_1} \\otimes G_{\\mu_2} = G_r \\otimes Id = G_r$. That the product "
        "depends on the two functions only follows, outside of finite pairs, from Blackwell's "
        "theorem and data processing: kernels between equivalent pairs act on one component."
    ),
)

loss = mu * z - mu**2 / 2
K = Lambda((mu, s), exp(mu**2 * s * (s + 1) / 2))

transform = Theorem(
    id="gdp-transform",
    title="Transform of the Gaussian privacy loss",
    source=source,
    uses=("gdp-slope",),
    claim=Eq(Integral(exp(s * loss) * phi(z - mu), (z, -oo, oo)), K(mu, s)),
    checks=(
        symbolic(antiderivative(K(mu, s) * Phi(z - (s + 1) * mu))),
        balls({mu: ("1/8", 2), s: (-2, 2)}, count=1, digits=20),
    ),
    mutants=(K(mu, s + 1), exp(mu**2 * s**2 / 2)),
    notes="$K(s) = E_Q e^{sL}$ for every real s; under Q the outcome z has the law N(mu, 1).",
)

transforms = Theorem(
    id="gdp-composition-transforms",
    title="G_mu1 x G_mu2 = G_r with r^2 = mu1^2 + mu2^2, by transforms",
    source=source,
    uses=(
        "gdp-transform",
        "transform-uniqueness",
        "neyman-pearson",
        "blackwell",
        "data-processing",
    ),
    claim=Eq(K(mu1, s) * K(mu2, s), K(r, s)),
    checks=(symbolic(),),
    mutants=(K(mu1 + mu2, s), K(r, s) * K(mu1, s)),
    notes=(
        "Losses of independent pairs add, so their transforms multiply. The transform determines "
        "the law of the loss under Q, the law gives the profile $E_Q(1 - e^{\\epsilon - L})_+$, "
        "and the profile the trade-off function."
    ),
)

n, i = integer("n", 1), integer("i", 1)
m = generic("m", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i), Lambda(i, i**2)])
total = Sum(m(i) ** 2, (i, 1, n))

composition = Theorem(
    id="gdp-composition",
    title="The product of n Gaussian functions is that of the root of the sum of squares",
    source=source,
    uses=("gdp-composition-rotation", "gdp-composition-transforms"),
    claim=(
        Eq(Product(K(m(i), s), (i, 1, n)), K(sqrt(total), s)),
        Eq(total + m(n + 1) ** 2, Sum(m(i) ** 2, (i, 1, n + 1))),
    ),
    checks=(
        symbolic(induction(n), "last term", hypothesis(), part=0),
        symbolic("last term", part=1),
    ),
    mutants=(
        Eq(Product(K(m(i), s), (i, 1, n)), K(total, s)),
        Eq(total + m(n + 1), Sum(m(i) ** 2, (i, 1, n + 1))),
    ),
    notes=(
        "Parameters $m_1, \\dots, m_n$. The first part multiplies the n transforms; the second is "
        "the step from n to n + 1 factors by the rotation: $r_n^2 + m_{n+1}^2 = r_{n+1}^2$."
    ),
)
