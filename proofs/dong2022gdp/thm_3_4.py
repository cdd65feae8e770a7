"""DRS Theorem 3.4: the central limit theorem for composition, from the Berry-Esseen inequality."""

from sympy import Interval, Rational, log, oo, sqrt

from fdp_sym import EpsDelta, Gaussian, Phi, Quantile
from fdp_sym.compose.central_limit import clt
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cite,
    increasing,
    integer,
    lemma,
    listed,
    mpmath_points,
    real,
    replacing,
    symbolic,
    through,
    using,
)

source = cite("dong2022gdp", "Theorem 3.4", edition="arXiv:1905.02383v3")

# the sums over the list of kl and of kappa2 - kl^2; s is a value of the sum S of losses
K, V = real("K", Interval.open(0, oo)), real("V", Interval.open(0, oo))
s = real("s")
n = integer("n", 1)
mu_of = 2 * K / sqrt(V)

standardised = Theorem(
    id="drs-3.4-standardised",
    title="The privacy loss of a composition, standardised under P and under Q",
    source=source,
    claim=(
        Eq((s - K) / sqrt(V), (s + K) / sqrt(V) - mu_of),
        Eq(mu_of.subs({K: n * K, V: n * V}), sqrt(n) * mu_of),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq((s - K) / sqrt(V), (s + K) / sqrt(V) - mu_of / 2),
        Eq(mu_of.subs({K: n * K, V: n * V}), n * mu_of),
    ),
    notes=(
        "The sum S of the losses has mean -K under P and K under Q, as the functions are "
        "symmetric, and under both the variance V and the sum M of third absolute central moments. "
        "So T = (S + K)/sqrt(V) is standardised under P, and T - mu under Q. The last part is the "
        "growth of mu for n equal functions."
    ),
)

# F_1 = P(T <= h), F_2 = P(T < h), E_1 = Q(T <= h), E_2 = Q(T < h); the test rejects if T > h, and
# with probability c if T = h
h, mu = real("h"), real("mu", Interval(0, oo))
gamma, c = real("gamma", Interval(0, Rational(1, 2))), real("c", Interval(0, 1))
F_1, F_2 = real("F_1", Interval(0, 1)), real("F_2", Interval(0, 1))
E_1, E_2 = real("E_1", Interval(0, 1)), real("E_2", Interval(0, 1))
type_1 = (1 - c) * (1 - F_1) + c * (1 - F_2)
type_2 = (1 - c) * E_1 + c * E_2
above_P = (Le(F_1, Phi(h) + gamma), Le(F_2, Phi(h) + gamma))
below_P = (Ge(F_1, Phi(h) - gamma), Ge(F_2, Phi(h) - gamma))
above_Q = (Le(E_1, Phi(h - mu) + gamma), Le(E_2, Phi(h - mu) + gamma))
below_Q = (Ge(E_1, Phi(h - mu) - gamma), Ge(E_2, Phi(h - mu) - gamma))
central = {h: 0, mu: 0, gamma: "1/10", c: 0, F_1: "1/2", F_2: "1/2", E_1: "1/2", E_2: "1/2"}

lower_errors = Theorem(
    id="drs-3.4-errors-below",
    title="The errors of a likelihood ratio test are not below those of the normal one by more",
    source=source,
    claim=(Ge(type_1 + gamma, 1 - Phi(h)), Ge(type_2 + gamma, Phi(h - mu))),
    given=(*above_P, *below_Q),
    checks=(
        symbolic(using((above_P[0], 1 - c), (above_P[1], c)), part=0),
        symbolic(using((below_Q[0], 1 - c), (below_Q[1], c)), part=1),
    ),
    mutants=(
        Mutant(Ge(type_1 + gamma / 2, 1 - Phi(h)), at={**central, F_1: "3/5", F_2: "3/5"}),
        Mutant(given=(*above_P, below_Q[0]), at={**central, c: 1, E_2: 0}),
    ),
    notes="The Berry-Esseen inequality, for P and for Q, at the same threshold h.",
)

upper_errors = Theorem(
    id="drs-3.4-errors-above",
    title="The errors of a likelihood ratio test are not above those of the normal one by more",
    source=source,
    claim=(Le(type_1 - gamma, 1 - Phi(h)), Le(type_2 - gamma, Phi(h - mu))),
    given=(*below_P, *above_Q),
    checks=(
        symbolic(using((below_P[0], 1 - c), (below_P[1], c)), part=0),
        symbolic(using((above_Q[0], 1 - c), (above_Q[1], c)), part=1),
    ),
    mutants=(
        Mutant(Le(type_2 - gamma / 2, Phi(h - mu)), at={**central, E_1: "3/5", E_2: "3/5"}),
        Mutant(given=(*below_P, above_Q[1]), at={**central, E_1: 1}),
    ),
)

alpha, beta = real("alpha", Interval(0, 1)), real("beta", Interval(0, 1))
lower_band, upper_band = (Gaussian(mu).formula(alpha + d * gamma) - d * gamma for d in (1, -1))
lower_given = (Ge(alpha + gamma, 1 - Phi(h)), Ge(beta + gamma, Phi(h - mu)), Le(alpha, 1 - gamma))
upper_given = (Le(alpha - gamma, 1 - Phi(h)), Le(beta - gamma, Phi(h - mu)), Ge(alpha, gamma))
halves = {h: 0, mu: 0, gamma: "1/10"}

lower = Theorem(
    id="drs-3.4-lower",
    title="Theorem 3.4, lower bound, from the bounds of the errors",
    source=source,
    uses=("drs-3.4-errors-below", "drs-3.4-standardised", "berry-esseen", "neyman-pearson"),
    claim=Le(lower_band, beta),
    given=lower_given,
    checks=(
        symbolic(
            through(Phi(h - mu) - gamma),
            increasing("Phi"),
            replacing(h, Quantile(Phi(h))),
            increasing("Quantile"),
            "quantile of Phi",
        ),
    ),
    mutants=(
        Mutant(Le(lower_band + gamma / 2, beta), at={**halves, alpha: "2/5", beta: "2/5"}),
        Mutant(given=lower_given[1:]),
    ),
    notes=(
        "For every alpha the most powerful test of level alpha is a likelihood ratio test with "
        "some h and c (Neyman-Pearson), of errors alpha and f(alpha); the earlier results bound "
        "them, with mu and gamma as standardised there. What is checked here is the band from "
        "those bounds. For alpha > 1 - gamma the band says f(alpha) >= -gamma."
    ),
)

upper = Theorem(
    id="drs-3.4-upper",
    title="Theorem 3.4, upper bound, from the bounds of the errors",
    source=source,
    uses=("drs-3.4-errors-above", "drs-3.4-standardised", "berry-esseen", "neyman-pearson"),
    claim=Le(beta, upper_band),
    given=upper_given,
    checks=(
        symbolic(
            through(Phi(h - mu) + gamma),
            increasing("Phi"),
            replacing(h, Quantile(Phi(h))),
            increasing("Quantile"),
            "quantile of Phi",
        ),
    ),
    mutants=(
        Mutant(Le(beta, upper_band - gamma / 2), at={**halves, alpha: "3/5", beta: "3/5"}),
        Mutant(given=upper_given[1:]),
    ),
    notes="For alpha < gamma the band says f(alpha) <= 1 + gamma.",
)

at_test = {"alpha": type_1, "beta": type_2}
central_limit = Theorem(
    id="drs-3.4",
    title="Theorem 3.4 from the Berry-Esseen bounds at the threshold of a test",
    source=source,
    uses=(
        "drs-3.4-errors-below",
        "drs-3.4-errors-above",
        "drs-3.4-lower",
        "drs-3.4-upper",
        "drs-3.4-standardised",
        "berry-esseen",
        "berry-esseen-identical",
        "neyman-pearson",
    ),
    claim=(
        Le(lower_band.subs(alpha, type_1), type_2),
        Le(type_2, upper_band.subs(alpha, type_1)),
    ),
    given=(*above_P, *below_P, *above_Q, *below_Q, Ge(type_1, gamma), Le(type_1, 1 - gamma)),
    checks=(
        symbolic(
            lemma("drs-3.4-errors-below", part=0),
            lemma("drs-3.4-errors-below", part=1),
            lemma("drs-3.4-lower", at_test),
            part=0,
        ),
        symbolic(
            lemma("drs-3.4-errors-above", part=0),
            lemma("drs-3.4-errors-above", part=1),
            lemma("drs-3.4-upper", at_test),
            part=1,
        ),
    ),
    mutants=(
        Mutant(
            Le(lower_band.subs(alpha, type_1) + gamma, type_2),
            at={**central, F_1: "3/5", F_2: "3/5", E_1: "2/5", E_2: "2/5"},
        ),
        Mutant(given=(*above_P, *below_P, *above_Q, below_Q[0]), at={**central, c: 1, E_2: 0}),
    ),
    notes=(
        "For every list of functions as in the theorem: the four distribution functions are those "
        "of the standardised loss T under P and Q, and their bounds are the Berry-Esseen "
        "inequality, with gamma = 0.56 M/V^(3/2) (0.4690 for equal functions). That every point "
        "(alpha, f(alpha)) is of the form (type 1, type 2) for some h and c is the Neyman-Pearson "
        "lemma. These two are cited; everything in between is checked."
    ),
)

# a second opinion: randomised response four times, a test of it by hand
x, copies = real("x", Interval.open(1, oo)), 4  # x = exp(epsilon)
eps, truthful = log(x), x / (1 + x)  # truthful: under Q, and 1 - truthful under P
mean = eps * (2 * truthful - 1)
gamma_4 = (
    Rational(56, 100)
    * copies
    * ((1 - truthful) * (eps + mean) ** 3 + truthful * (eps - mean) ** 3)
    / (copies * (eps**2 - mean**2)) ** Rational(3, 2)
)
mu_4 = 2 * copies * mean / sqrt(copies * (eps**2 - mean**2))
size = 1 - truthful**3 * (4 - 3 * truthful)  # at least 2 truthful answers, under P
error = (1 - truthful) ** 3 * (1 + 3 * truthful)
limit, unit = clt([(EpsDelta(eps), copies)]), Rational(1, 10**40)

mpmath_check = Theorem(
    id="drs-3.4-mpmath",
    title="Parameters and band of Theorem 3.4 by mpmath, for four copies of randomised response",
    source=source,
    claim=(
        Le(limit.gamma, gamma_4 + unit),
        Le(gamma_4, limit.gamma + unit),
        Le(limit.mu, mu_4 + unit),
        Le(mu_4, limit.mu + unit),
        Le(Phi(Quantile(1 - size - gamma_4) - mu_4) - gamma_4, error),
        Le(error, Phi(Quantile(1 - size + gamma_4) - mu_4) + gamma_4),
    ),
    checks=(
        mpmath_points(({x: "11/10"}, {x: "6/5"}), digits=60),
        listed({x: "11/10"}, {x: "6/5"}),
    ),
    mutants=(
        Le(limit.gamma, gamma_4 * 469 / 560 + unit),
        Mutant(
            Le(error, Phi(Quantile(1 - size + gamma_4) - mu_4) - 2 * gamma_4),
            at={x: "11/10"},
        ),
    ),
    notes=(
        "The two parameters from the definition of the functionals, and the band at the vertex "
        "that belongs to at least 2 truthful answers of 4, at two values of epsilon = log x."
    ),
)
