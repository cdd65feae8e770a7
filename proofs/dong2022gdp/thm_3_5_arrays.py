"""DRS Theorem 3.5 on triangular arrays of copies of one function: limits with remainders."""

from sympy import Abs, Interval, Rational, exp, oo, sqrt

from fdp_sym import EpsDelta, Gaussian, Laplace, Phi
from fdp_sym.divergences import functional
from fdp_sym.functions import normal_density
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lim,
    Near,
    Theorem,
    boxed,
    cases,
    cite,
    decided,
    from_boundary,
    integer,
    lemma,
    real,
    remainder,
    symbolic,
    using,
)

source = cite("dong2022gdp", "Theorem 3.5", edition="arXiv:1905.02383v3")
x, t, mu = (real(name, Interval(0, oo)) for name in ("x", "t", "mu"))
m = integer("m", 1)  # row n = m^2: n copies of parameter mu/m
laplace_2 = x**2 - 2 * x + 4 - (2 * x + 4) * exp(-x)

small = Le(exp(-x), 1)
exponential = Theorem(
    id="drs-3.5-array-exponential",
    title="exp(-x) is at most 1",
    source=source,
    claim=small,
    checks=(symbolic(from_boundary(x, 0)),),
    mutants=(Le(exp(-x), Rational(1, 2)), Ge(exp(-x), 1)),
)

squares = Theorem(
    id="drs-3.5-array-squares",
    title="kappa_2 of small parameters: randomised response, Gaussian and Laplace",
    source=source,
    uses=("drs-3.5-array-exponential",),
    claim=(
        Eq(functional(EpsDelta(x), "kappa2"), x**2),
        Eq(functional(Gaussian(x), "kappa2"), x**2 + x**4 / 4),
        Eq(functional(Laplace(x), "kappa2"), laplace_2),
        Le(x**2 - laplace_2, x**3 / 3),
        Ge(x**2 - laplace_2, 0),
    ),
    checks=(
        symbolic(part=(0, 1, 2)),
        symbolic(
            *(from_boundary(x, 0),) * 3,
            lemma("drs-3.5-array-exponential"),
            using((small, 2)),
            part=3,
        ),
        symbolic(*(from_boundary(x, 0),) * 2, part=4),
    ),
    mutants=(Le(x**2 - laplace_2, x**3 / 6), Eq(functional(Gaussian(x), "kappa2"), x**2)),
)
a = real("a", Interval(0, Rational(1, 2)))
central = (a**3 + 3 * a) * (2 * Phi(a) - 1) + 2 * (a**2 + 2) * normal_density(a)

cubes = Theorem(
    id="drs-3.5-array-loss",
    title="The privacy losses of small parameters are small",
    source=source,
    uses=("drs-3.5-array-squares",),
    claim=(
        Eq(functional(EpsDelta(x), "kappa3"), x**3),
        Le(Abs(t - Abs(t - x)), x),
        Eq(functional(Gaussian(2 * a), "kappa3"), (2 * a) ** 3 * central),
        Le(central, Rational(5, 2)),
        Eq(4 * (x**3 + mu**3) - (x + mu) ** 3, 3 * (x + mu) * (x - mu) ** 2),
    ),
    checks=(
        symbolic(part=(0, 2, 4)),
        symbolic(cases(Ge(t, x)), part=1),
        boxed(part=3),
    ),
    mutants=(Le(central, 2), Le(Abs(t - Abs(t - x)), x / 2)),
    notes=(
        "The loss of the Laplace pair is t - |t - x| at t >= 0 and -x before, so kappa_3 <= x^3; "
        "for the Gaussian pair kappa_3 <= 5/2 x^3 when x <= 1. By the last part the third absolute "
        "moment of a sum is at most 4 times the sum of the third powers."
    ),
)

gaussian = Theorem(
    id="drs-3.5-array-gaussian",
    title="The array of Gaussian functions: K = mu^2/2 and s^2 = mu^2",
    source=source,
    claim=(
        Eq(m**2 * functional(Gaussian(mu / m), "kl"), mu**2 / 2),
        Eq(Lim(m**2 * functional(Gaussian(mu / m), "kappa2"), m), mu**2),
    ),
    checks=(symbolic(part=0), symbolic(remainder(mu**4 / (4 * m**2)), part=1)),
    mutants=(
        Eq(m**2 * functional(Gaussian(mu / m), "kl"), mu**2),
        Eq(m**2 * functional(Gaussian(mu / m), "kappa2"), mu**2),
    ),
)

laplace = Theorem(
    id="drs-3.5-array-laplace",
    title="The array of Laplace functions: s^2 = mu^2",
    source=source,
    uses=("drs-3.5-array-squares",),
    claim=(
        Eq(Lim(m**2 * laplace_2.subs(x, mu / m), m), mu**2),
        Le(mu**2 - m**2 * laplace_2.subs(x, mu / m), mu**3 / (3 * m)),
    ),
    checks=(
        symbolic(
            remainder(mu**3 / (3 * m)),
            lemma("drs-3.5-array-squares", {"x": mu / m}, part=3),
            lemma("drs-3.5-array-squares", {"x": mu / m}, part=4),
            part=0,
        ),
        symbolic(lemma("drs-3.5-array-squares", {"x": mu / m}, part=3), part=1),
    ),
    mutants=(
        Le(mu**2 - m**2 * laplace_2.subs(x, mu / m), mu**3 / (9 * m)),
        Le(mu**2 - m**2 * laplace_2.subs(x, mu / m), mu**3 / (3 * m**2)),
    ),
)

rows = Theorem(
    id="drs-3.5-array-rows",
    title="Rows of four arrays near their limits",
    source=source,
    claim=(
        Near(EpsDelta("1/4") ** 16, Gaussian(1), "0.003"),
        Near(EpsDelta("1/20") ** 400, Gaussian(1), "0.00012"),
        Near(Laplace("1/4") ** 16, Gaussian(1), "0.015"),
        Near(Laplace("1/8") ** 64, Gaussian(1), "0.0076"),
        Near(EpsDelta("1/4") ** 16 @ Laplace("1/4") ** 16, Gaussian(sqrt(2)), "0.01"),
        Near(EpsDelta("1/8") ** 64 @ Gaussian("1/8") ** 64, Gaussian(sqrt(2)), "0.001"),
    ),
    checks=(decided(),),
    mutants=(
        Near(Laplace("1/8") ** 64, Gaussian(1), "0.001"),
        Near(EpsDelta("1/4") ** 16, Gaussian("1.02"), "0.003"),
    ),
    notes="Of these rows only, over all alpha in [0, 1], without Theorem 3.4.",
)
