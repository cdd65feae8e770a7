"""Claim 14: the Gaussian limit of Poisson-sampled Gaussian noise as a bound of epsilon."""

from sympy import Derivative, Interval, Rational, exp, oo, sqrt

from fdp_sym import Gaussian, SubsampledGaussian
from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.functions import normal_density as phi
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cite,
    counterexample,
    decided,
    real,
    symbolic,
    using,
)

source = cite("bu2020deep", "Section 3", edition="arXiv:1911.11607")

# noise multiplier sigma, rate q, T steps: the limit has the parameter q sqrt(T (e^(1/sigma^2) - 1))
rate = Rational(256, 60000)
remove, add = (SubsampledGaussian("1.3", rate, direction=d) ** 3515 for d in ("remove", "add"))
limit = Gaussian(rate * sqrt(3515 * (exp(Rational("1.3") ** -2) - 1)))
epsilon_at_limit = Rational("0.8344")  # of the limit at delta = 10^-5, rounded up

claim = Claim(
    id="claim-14",
    number=14,
    title="The Poisson limit gives an upper bound of epsilon, in either direction",
    printed=(
        "The parameter $\\mu$ of the central limit for Poisson sampling gives an upper bound of "
        "$\\epsilon(\\delta)$ for the composition of Poisson-subsampled Gaussian mechanisms, in "
        "either direction."
    ),
    source=source,
    claim=(
        ProfileBelow(remove, limit, 0, epsilon_at_limit),
        ProfileBelow(add, limit, 0, epsilon_at_limit),
    ),
    checks=(counterexample(),),
    corrected="claim-14-corrected",
    notes=(
        "15 epochs of 60000 records, batches of 256, $\\sigma = 1.3$: T = 3515 whole steps. At "
        "$\\delta = 10^{-5}$ the limit has $\\epsilon = 0.83438166075075492755\\ldots$; the true "
        "values are $0.86440991688836462599\\ldots$ (remove) and $0.80131741998436996069\\ldots$ "
        "(add). So the limit is too small for remove, and for the two-sided guarantee."
    ),
)

mu, epsilon = real("mu", Interval.open(0, oo)), real("epsilon", Interval(0, oo))
h = Gaussian(mu).delta(epsilon)
weight = exp(epsilon) * phi(epsilon / mu + mu / 2) / (6 * mu)  # positive

first_order = Theorem(
    id="claim-14-first-order",
    title="What the skewness of the loss changes of the Gaussian profile, in either direction",
    source=source,
    uses=("bu-loss-means", "bu-loss-squares"),
    claim=(
        Eq(
            Derivative(h, epsilon) / 6 - Derivative(h, (epsilon, 3)) / 6,
            weight * (epsilon / mu**2 - Rational(3, 2)),
        ),
        Eq(
            Derivative(h, epsilon) / 3
            - Derivative(h, (epsilon, 2)) / 2
            + Derivative(h, (epsilon, 3)) / 6,
            -weight * (epsilon / mu**2 + Rational(3, 2)),
        ),
    ),
    checks=(symbolic("derivative", "expand arguments"),),
    mutants=(
        Eq(
            Derivative(h, epsilon) / 6 - Derivative(h, (epsilon, 3)) / 6,
            weight * (epsilon / mu**2 + Rational(3, 2)),
        ),
        Eq(
            Derivative(h, epsilon) / 3
            - Derivative(h, (epsilon, 2)) / 2
            + Derivative(h, (epsilon, 3)) / 6,
            weight * (epsilon / mu**2 - Rational(3, 2)),
        ),
    ),
    notes=(
        "With $\\eta = T q^3 m_3$, $m_3 > 0$ the third moment of $|f'| - 1$: by the moments of the "
        "loss, mean, variance and third cumulant differ from those of the limit by $-\\eta/6, 0, "
        "\\eta$ (remove) and $-\\eta/3, -\\eta, -\\eta$ (add), up to order $q^4 T$. To first order "
        "the profile h so changes by $\\eta$ times the first line for remove, and by $\\eta$ times "
        "the second for add (prose: an Edgeworth expansion). The claim evaluates both: negative "
        "for add at every $\\epsilon \\ge 0$; for remove of the sign of $\\epsilon - 3\\mu^2/2$."
    ),
)

remove_1, add_1 = (SubsampledGaussian(1, "1/10", direction=d) ** 100 for d in ("remove", "add"))
limit_1 = Gaussian(sqrt(exp(1) - 1))
published = (epsilon_at_limit, 1)

corrected = Theorem(
    id="claim-14-corrected",
    title="Where the Poisson limit bounds the profile, in two examples",
    source=source,
    uses=("claim-14-first-order",),
    claim=(
        ProfileBelow(add_1, limit_1, 0, oo),
        ProfileBelow(remove_1, limit_1, 0, 2),
        ProfileBelow(limit_1, remove_1, 3, 8),
        ProfileBelow(add, limit, *published),
        ProfileBelow(limit, remove, *published),
    ),
    checks=(decided(),),
    mutants=(
        ProfileBelow(remove_1, limit_1, 0, 3),
        ProfileBelow(limit_1, remove_1, 2, 8),
        ProfileBelow(limit, add, *published),
    ),
    notes=(
        "For add the limit is a bound at every $\\epsilon \\ge 0$ in the first example and near "
        "the published value in the other; for remove it is one up to about $\\epsilon = "
        "3\\mu^2/2$ and too small beyond, as the first-order terms say. That it is a bound for add "
        "in general is not proved: no counterexample was found among some 300 parameters. The "
        "true profiles are certified for any parameters, so nobody needs the limit as a bound."
    ),
)

# tails of the loss beyond epsilon under Q and P, normal ones of the same means and variances,
# and the errors of Berry and Esseen
w = real("w", Interval(0, oo))  # e^epsilon
tail_q, tail_p = real("Q", Interval(0, 1)), real("P", Interval(0, 1))
normal_q, normal_p = real("N_Q", Interval(0, 1)), real("N_P", Interval(0, 1))
error_q, error_p = real("gamma_Q", Interval(0, oo)), real("gamma_P", Interval(0, oo))
above, below = Le(tail_q, normal_q + error_q), Ge(tail_p, normal_p - error_p)

bound = Theorem(
    id="claim-14-bound",
    title="A bound of the profile by normal tails, for all parameters and both directions",
    source=source,
    uses=("berry-esseen-identical", "edgeworth-profile"),
    claim=Le(tail_q - w * tail_p, normal_q - w * normal_p + error_q + w * error_p),
    given=(above, below),
    checks=(symbolic(using((above, 1), (below, w))),),
    mutants=(
        Mutant(
            Le(tail_q - w * tail_p, normal_q - w * normal_p),
            at={"Q": 1, "P": 0, "N_Q": 0, "N_P": 0, "gamma_Q": 1, "gamma_P": 0, "w": 1},
        ),
        Mutant(
            given=(above,),
            at={"Q": 1, "P": 0, "N_Q": 1, "N_P": 1, "gamma_Q": 0, "gamma_P": 0, "w": 1},
        ),
    ),
    notes=(
        "$\\delta(\\epsilon) = Q(L > \\epsilon) - e^\\epsilon P(L > \\epsilon)$, the tails within "
        "$0.4690\\,\\rho/(s^3 \\sqrt T)$ of normal ones with the exact mean and variance of the "
        "loss of T steps (Berry and Esseen), each under its own law. This holds for every "
        "$\\sigma$, q, T and $\\epsilon$, but says nothing where $\\delta$ is below that error."
    ),
)
