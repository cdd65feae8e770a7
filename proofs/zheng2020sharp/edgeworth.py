"""The Edgeworth approximation of a composition's profile: an approximation, no bound."""

from sympy import Derivative, Interval, Lambda, Sum, exp, oo, sqrt

from fdp_sym import Gaussian, Phi
from fdp_sym.functions import Max
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Eq,
    Theorem,
    cite,
    generic,
    hypothesis,
    integer,
    largest,
    real,
    symbolic,
    termwise,
    through,
)

source = cite("zheng2020sharp", "Section 3", edition="arXiv:2003.04493")
z = real("z")
he_2, he_3 = z**2 - 1, z**3 - 3 * z
he_4, he_5 = z**4 - 6 * z**2 + 3, z**5 - 10 * z**3 + 15 * z

hermite = Theorem(
    id="edgeworth-hermite",
    title="Derivatives of the normal density are Hermite polynomials times it",
    source=source,
    claim=(
        Eq(Derivative(phi(z), z), -z * phi(z)),
        Eq(Derivative(-z * phi(z), z), he_2 * phi(z)),
        Eq(Derivative(he_2 * phi(z), z), -he_3 * phi(z)),
        Eq(Derivative(-he_3 * phi(z), z), he_4 * phi(z)),
        Eq(Derivative(he_4 * phi(z), z), -he_5 * phi(z)),
    ),
    checks=(symbolic("derivative"),),
    mutants=(
        Eq(Derivative(-z * phi(z), z), z**2 * phi(z)),
        Eq(Derivative(he_4 * phi(z), z), -(z**5 - 10 * z**3 + 5 * z) * phi(z)),
    ),
)

k_3, k_4 = real("k_3"), real("k_4")  # third and fourth cumulant of the standardised loss
correction = k_3 / 6 * he_2 + k_4 / 24 * he_3 + k_3**2 / 72 * he_5

series = Theorem(
    id="edgeworth-series",
    title="The corrections of the distribution function",
    source=source,
    uses=("edgeworth-hermite",),
    claim=Eq(
        -k_3 / 6 * Derivative(Phi(z), (z, 3))
        + k_4 / 24 * Derivative(Phi(z), (z, 4))
        + k_3**2 / 72 * Derivative(Phi(z), (z, 6)),
        -phi(z) * correction,
    ),
    checks=(symbolic("derivative"),),
    mutants=(
        -phi(z) * (k_3 / 6 * he_2 + k_4 / 24 * he_3),
        -phi(z) * (k_3 / 6 * he_2 - k_4 / 24 * he_3 + k_3**2 / 72 * he_5),
    ),
    notes=(
        "On the left the terms of first and second order of $\\exp(-k_3 D^3/6 + k_4 D^4/24)\\Phi$, "
        "D the derivative. That a standardised sum has the distribution function $\\Phi$ plus "
        "these terms up to a smaller remainder is Edgeworth's theorem; no bound rests on it."
    ),
)

# the profile by both distribution functions: a mass p under P, r p under Q, where L = log r
w, p_i = real("w", Interval.open(0, oo)), real("p", Interval(0, 1))  # w = e^epsilon
more, less = real("d", Interval(0, oo)), real("s", Interval(0, 1))

profile = Theorem(
    id="edgeworth-profile",
    title="The profile from the distribution functions of the loss under P and Q",
    source=source,
    claim=(
        Eq(Max(0, (w + more) * p_i - w * p_i), 1 * (w + more) * p_i - w * 1 * p_i),
        Eq(Max(0, w * (1 - less) * p_i - w * p_i), 0),
    ),
    checks=(
        symbolic(largest((w + more) * p_i - w * p_i), part=0),
        symbolic(largest(0), part=1),
    ),
    mutants=(
        Eq(Max(0, (w + more) * p_i - w * p_i), (w + more) * p_i),
        Eq(Max(0, w * (1 - less) * p_i - w * p_i), w * (1 - less) * p_i),
    ),
    notes=(
        "An outcome with $L \\ge \\epsilon$ adds its masses under Q and $e^\\epsilon$ times under "
        "P, any other nothing: $\\delta(\\epsilon) = (1 - F_Q(\\epsilon)) - e^\\epsilon (1 - "
        "F_P(\\epsilon))$."
    ),
)

mu, epsilon = real("mu", Interval.open(0, oo)), real("epsilon")

gaussian = Theorem(
    id="edgeworth-gaussian",
    title="Without corrections the approximation is the Gaussian profile",
    source=source,
    uses=("drs-2.13", "drs-loss-gaussian"),
    claim=Eq(
        (1 - Phi((epsilon - mu**2 / 2) / sqrt(mu**2)))
        - exp(epsilon) * (1 - Phi((epsilon + mu**2 / 2) / sqrt(mu**2))),
        Gaussian(mu).delta(epsilon),
    ),
    checks=(symbolic("Phi reflection"),),
    mutants=(Gaussian(2 * mu).delta(epsilon), 1 - Phi((epsilon - mu**2 / 2) / mu)),
    notes="The loss has the means $\\mp\\mu^2/2$, the variance $\\mu^2$ and no higher cumulants.",
)

# losses of two experiments, outcomes i and j
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
p_2 = generic("p_2", facts=(), bounds=(0, oo), instances=[Lambda(j, (2 * j - 1) / 4)])
u = generic("u", facts=(), bounds=(-oo, oo), instances=[Lambda(i, i**2 - 2)])
v = generic("v", facts=(), bounds=(-oo, oo), instances=[Lambda(j, 3 - j)])
both = p(i) * p_2(j)
m_1, m_2 = Sum(p(i) * u(i), first), Sum(p_2(j) * v(j), second)  # means
s_1, s_2 = Sum(p(i) * u(i) ** 2, first), Sum(p_2(j) * v(j) ** 2, second)
t_1, t_2 = Sum(p(i) * u(i) ** 3, first), Sum(p_2(j) * v(j) ** 3, second)
one = (Eq(Sum(p(i), first), 1), Eq(Sum(p_2(j), second), 1))

cumulants = Theorem(
    id="edgeworth-third-cumulant",
    title="Third moments of a sum of independent losses; those of centred losses add",
    source=source,
    uses=("drs-functionals-add",),
    given=one,
    claim=Eq(
        Sum(both * (u(i) + v(j)) ** 3, first, second),
        t_1 + 3 * s_1 * m_2 + 3 * m_1 * s_2 + t_2,
    ),
    checks=(
        symbolic(
            through(
                Sum(both * u(i) ** 3, first, second)
                + 3 * Sum(both * u(i) ** 2 * v(j), first, second)
                + 3 * Sum(both * u(i) * v(j) ** 2, first, second)
                + Sum(both * v(j) ** 3, first, second)
            ),
            termwise(),
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
        ),
    ),
    mutants=(t_1 + t_2, t_1 + 3 * s_1 * m_2 + m_1 * s_2 + t_2),
    notes=(
        "For finitely many outcomes. Where both means are 0 the middle terms vanish; the fourth "
        "cumulant adds likewise (prose)."
    ),
)
