"""Poisson sampling: which direction is the worse one, once and under composition."""

from sympy import E, Integral, Interval, Rational, exp, log, oo, sqrt

from fdp_sym import EpsDelta
from fdp_sym.amplify import SubsampledGaussian
from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.theorems import (
    Ge,
    Gt,
    Le,
    Lt,
    Mutant,
    Theorem,
    cite,
    decided,
    generic,
    listed,
    real,
    symbolic,
    using,
)

source = cite("zhu2022optimal", "Theorem 11", edition="arXiv:2106.08567v4")
pitfalls = cite("lebeda2024pitfalls", "Section 4", edition="arXiv:2405.20769v1")
q, t, c = (real(name, Interval(0, 1)) for name in "qtc")
x = real("x", Interval(1, oo))  # exp(epsilon)
f = generic("f", instances=[EpsDelta(log(3)), EpsDelta(log(3), Rational(1, 5))])


def mixed(level):
    """The type II error of the remove direction."""
    return q * f(level) + (1 - q) * (1 - level)


level = mixed(t)  # the add direction has the point (level, t)
least = c + q * c + (1 - q) * (1 - c)  # of the sum of both errors

once = Theorem(
    id="poisson-directions-once",
    title="In one step the remove direction dominates at every epsilon >= 0, for symmetric f",
    source=source,
    uses=("drs-4.1-order", "drs-4.1-line", "poisson-remove", "poisson-add"),
    claim=(
        Le(1 - t - x * level, 1 - mixed(level) - x * level),
        Le(1 - t - x * level, 1 - (least - c) - x * c),
    ),
    given=(Ge(t + level, least), Le(mixed(level), t), Ge(level, c)),
    checks=(
        symbolic(part=0),
        symbolic(using((Ge(t + level, least), 1), (Ge(level, c), x - 1)), part=1),
    ),
    mutants=(
        Mutant(
            Le(1 - t - x * level, 1 - least / 2 - x * c),
            at={"t": "1/4", "q": 1, "c": "1/4", "x": 1},
        ),
        Mutant(given=(), at={"t": "1/8", "q": "1/2", "c": "7/8", "x": 2}),
    ),
    notes=(
        "At $(f_q(t), t)$, a point of the add direction, the advantage is not larger than one of "
        "the remove direction: if $f_q(t) \\le x^*$ than that at the same level, as "
        "$f_q \\le f_q^{-1}$ there, else than that at $x^*$, as $t + f_q(t)$ is least there. The "
        "claim has both cases with the hypotheses that drs-4.1-order and drs-4.1-line give. So "
        "for the Gaussian and for the Laplace mechanism alike $\\delta_{remove}(\\epsilon) \\ge "
        "\\delta_{add}(\\epsilon)$ for all $\\epsilon \\ge 0$: the two-sided guarantee "
        "$C_q(f)$ has the profile of the remove direction there."
    ),
)

# Laplace(1) noise, q = 1/2, twice; z = e^epsilon
epsilon = real("epsilon", Interval(Rational(1, 10), Rational(11, 50)))
y = real("y", Interval(-1, 1))  # the loss of the mechanism itself


def ratio(y):
    """Of the sampled one."""
    return (1 + exp(y)) / 2


def profile(z):
    """Of one step where 1/e <= 2 z - 1 <= e; 1 - z below."""
    return (1 - sqrt((2 * z - 1) / E)) / 2


def twice(z):
    """The first step has the loss log ratio(y), with atoms of the masses under P 1/2 and 1/(2e)."""
    cut = log(2 * z / ratio(-1) - 1)
    density = exp(-(y + 1) / 2) / 4
    steep, far = Integral(density * (ratio(y) - z), (y, cut, 1)), exp(-1) / 2 * (ratio(1) - z)
    middle = Integral(density * ratio(y) * profile(z / ratio(y)), (y, -1, cut))
    return ratio(-1) / 2 * profile(z / ratio(-1)) + middle + steep + far


remove = twice(exp(epsilon))
add = 1 - exp(epsilon) + exp(epsilon) * twice(exp(-epsilon))

composed = Theorem(
    id="poisson-directions-laplace",
    title="Composed, the add direction is the worse one: Laplace noise",
    source=pitfalls,
    uses=("poisson-remove", "poisson-add", "drs-2.12-inverse"),
    claim=Gt(add, remove + Rational(1, 140)),
    checks=(listed({"epsilon": "1/10"}, {"epsilon": "1/5"}),),
    mutants=(Le(add, remove), Gt(add, remove + Rational(1, 60)), Lt(add, remove)),
    notes=(
        'Refutes "the remove direction dominates at every $\\epsilon \\ge 0$" for the Laplace '
        "mechanism of parameter 1, q = 1/2, composed twice: at $\\epsilon = 1/5$ the profile of "
        "the add direction is $0.18478831254177305044\\ldots$, that of the remove direction "
        "$0.16868444942541878208\\ldots$ The profile of two steps is the mean of that of one, "
        "shifted by the loss of the other; the formula holds in the stated range of "
        "$\\epsilon$. Lebeda et al. found that this can happen."
    ),
)

gaussian = Theorem(
    id="poisson-directions-gaussian",
    title="Composed Gaussian noise: the remove direction is the worse one, in instances",
    source=pitfalls,
    claim=tuple(
        ProfileBelow(
            SubsampledGaussian(sigma, q, direction="add") ** k,
            SubsampledGaussian(sigma, q, direction="remove") ** k,
            Rational(1, 2),
            oo,
        )
        for sigma, q, k in ((1, "1/2", 10), (2, "1/10", 100))
    ),
    checks=(decided(),),
    mutants=(
        ProfileBelow(
            SubsampledGaussian(1, "1/2", direction="remove") ** 10,
            SubsampledGaussian(1, "1/2", direction="add") ** 10,
            Rational(1, 2),
            Rational(1, 2),
        ),
        ProfileBelow(
            SubsampledGaussian(2, "1/10", direction="add") ** 200,
            SubsampledGaussian(2, "1/10", direction="remove") ** 100,
            Rational(1, 2),
            Rational(1, 2),
        ),
    ),
    notes=(
        "Certified for these (sigma, q, k), for all $\\epsilon \\ge 1/2$; at 0 both profiles are "
        "equal. Whether it holds for every power of every sampled Gaussian is open. One step: "
        "poisson-directions-once."
    ),
)
