"""Planted falsehoods: each entry is wrong in a corner, its proof is the one of the true statement.

None may come out proved, certified or consistent; the true neighbour of each has to pass, so that
it is the mistake that is found and not the proof that is clumsy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Integral,
    Interval,
    Lambda,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    exp,
    log,
    oo,
    sqrt,
    tanh,
)

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.functions import Phi, Quantile, normal_density
from fdp_sym.symbols import alpha, delta, epsilon, integer, real
from fdp_sym.theorems import (
    Above,
    Claim,
    Eq,
    Ge,
    Gt,
    Iff,
    Iterate,
    Le,
    Lim,
    Lt,
    Ne,
    SameCurve,
    Status,
    Sup,
    all_members,
    antiderivative,
    balls,
    cases,
    cite,
    exact,
    fact,
    from_boundary,
    generic,
    increasing,
    induction,
    listed,
    monotone_supremum,
    mpmath_points,
    remainder,
    some_member,
    stationary,
    symbolic,
    termwise,
    through,
    under_integral,
)
from fdp_sym.theorems.evaluate import evaluate

HOLDS = (Status.PROVED, Status.CERTIFIED, Status.CONSISTENT)
HALF = Rational(1, 2)
mu, more = real("mu", Interval.open(0, oo)), real("more", Interval.open(0, oo))
inner = real("a", Interval.open(0, 1))
beta, p, q, t, u = (real(name, Interval(0, 1)) for name in ("beta", "p", "q", "t", "u"))
x = real("x", Interval(0, oo))
i, k, n = integer("i", 1), integer("k", 1), integer("n", 1)
G = Phi(Quantile(1 - alpha) - mu)
f = generic("f", instances=[Lambda(t, (1 - t) ** 2), Lambda(t, (1 - t) / 2)])
F = EpsDelta(epsilon, delta).formula(alpha)
steep, flat = 1 - delta - exp(epsilon) * alpha, exp(-epsilon) * (1 - delta - alpha)
tiny = Rational(1, 10**6)
tv = 2 * Phi(mu / 2) - 1
group = Phi(Quantile(1 - inner) - k * mu)
fixed = (1 - delta) / (1 + exp(epsilon))
# type II errors of the Laplace mechanism: 1 - e^mu a, e^-mu/(4a), e^-mu (1 - a)
first, middle, last = exp(-mu) / 2, exp(-mu) / (4 * alpha), exp(-mu) * (1 - alpha)
laplace = Piecewise((1 - exp(mu) * alpha, alpha <= first), (middle, alpha <= HALF), (last, True))
laplace_half = Piecewise(
    (1 - exp(mu) * alpha, alpha <= first), (2 * middle, alpha <= HALF), (last, True)
)


@dataclass(frozen=True)
class Planted:
    true: Any
    false: Any
    check: Any
    given: Any = ()
    false_given: Any = None
    false_check: Any = None


# integrals over the line of a normal density, and its inverse Mills ratio below an end
line, share = real("z"), real("share", Interval.Lopen(0, 1))
whole = (line, -oo, oo)
bell = normal_density(line)
mills = bell / Phi(line)

profile_body = 1 - exp(epsilon) * u - (1 - u) / 2

PLANTED = {
    # curves
    "G_mu is below its tangent bound everywhere": Planted(
        Le(G, 1 - alpha),
        Le(G, EpsDelta(epsilon, 0).formula(alpha)),
        balls({mu: (0, 3)}),
    ),
    "G_mu is positive at one": Planted(Gt(Phi(Quantile(1 - inner) - mu), 0), Gt(G, 0), symbolic()),
    "G_mu decreases strictly at the ends": Planted(
        Lt(Phi(Quantile(1 - inner) - mu - more), Phi(Quantile(1 - inner) - mu)),
        Lt(Phi(Quantile(1 - alpha) - mu - more), G),
        symbolic(increasing("Phi")),
    ),
    "G_mu decreases in mu, the wrong way round": Planted(
        Le(Phi(Quantile(1 - alpha) - mu - more), G),
        Ge(Phi(Quantile(1 - alpha) - mu - more), G),
        symbolic(increasing("Phi")),
    ),
    "G_mu group of k, with k + 1": Planted(
        Eq(Phi(Quantile(group) - mu), Phi(Quantile(1 - inner) - (k + 1) * mu)),
        Eq(Phi(Quantile(group) - mu), Phi(Quantile(1 - inner) - (k + 2) * mu)),
        symbolic("quantile of Phi", "expand arguments"),
    ),
    "the smaller of two trade-off functions": Planted(
        Le(Max(f(u), f(u) / 2), 1 - u),
        Eq(Min(f(u), f(u) / 2), f(u)),
        symbolic(fact(f, "below Id", u)),
    ),
    "eq (5) without its flat piece": Planted(
        Iff(
            Ge(beta, F),
            (
                Le(1 - beta, exp(epsilon) * alpha + delta),
                Le(1 - alpha, exp(epsilon) * beta + delta),
            ),
        ),
        Iff(
            Ge(beta, Max(0, steep)),
            (
                Le(1 - beta, exp(epsilon) * alpha + delta),
                Le(1 - alpha, exp(epsilon) * beta + delta),
            ),
        ),
        symbolic(all_members()),
    ),
    "eq (5) with min": Planted(
        Ge(Max(0, steep, flat), 0), Ge(Min(1 - delta, steep, flat), 0), symbolic()
    ),
    "eq (5) with delta in one piece only": Planted(
        SameCurve(EpsDelta(epsilon, delta), EpsDelta(epsilon, delta).as_piecewise_linear()),
        Eq(F, Max(0, steep, exp(-epsilon) * (1 - alpha))),
        exact(),
        false_check=symbolic(all_members()),
    ),
    "f_{epsilon, delta} above f_{epsilon, delta/2}": Planted(
        Above(EpsDelta(epsilon, delta / 2), EpsDelta(epsilon, delta)),
        Above(EpsDelta(epsilon, delta), EpsDelta(epsilon, delta / 2)),
        exact(),
    ),
    "f_{epsilon, delta} with twice the epsilon": Planted(
        Above(EpsDelta(epsilon, delta), EpsDelta(2 * epsilon, delta)),
        Above(EpsDelta(2 * epsilon, delta), EpsDelta(epsilon, delta)),
        exact(),
    ),
    "f_{epsilon, delta} and f_{epsilon, delta^2}, equal at delta = 0 and 1": Planted(
        SameCurve(
            EpsDelta(epsilon, delta).as_piecewise_linear().inverse(), EpsDelta(epsilon, delta)
        ),
        SameCurve(EpsDelta(epsilon, delta), EpsDelta(epsilon, delta**2)),
        exact(),
    ),
    "numbers in exact(): delta off by 1e-6": Planted(
        SameCurve(EpsDelta(1, HALF), EpsDelta(1, HALF).as_piecewise_linear()),
        SameCurve(EpsDelta(1, HALF), EpsDelta(1, HALF + tiny)),
        exact(),
    ),
    "fixed point without delta": Planted(
        Eq(EpsDelta(epsilon, delta).formula(fixed), fixed),
        Eq(EpsDelta(epsilon, delta).formula(1 / (1 + exp(epsilon))), 1 / (1 + exp(epsilon))),
        symbolic(),
    ),
    "Laplace: middle piece with the factor 1/2": Planted(
        Le(laplace, 1 - alpha), Le(laplace_half, 1 - alpha), balls({mu: (0, 4)}, count=200)
    ),
    "Laplace: pieces do not meet": Planted(
        Eq(middle.subs(alpha, first), 1 - exp(mu) * first),
        Eq(2 * middle.subs(alpha, first), 1 - exp(mu) * first),
        symbolic(),
    ),
    "randomised response: 1/(1 + e^eps) for e^eps/(1 + e^eps)": Planted(
        Eq((exp(epsilon) - 1) / (exp(epsilon) + 1), tanh(epsilon / 2)),
        Eq((exp(epsilon) - 1) / (exp(epsilon) + 1), tanh(epsilon)),
        symbolic("hyperbolic functions"),
    ),
    # total variation and profiles
    "total variation off by 1e-6": Planted(
        Eq(1 - 2 * Phi(-mu / 2), tv),
        Eq(1 - 2 * Phi(-mu / 2), tv + tiny),
        symbolic("Phi reflection"),
    ),
    "total variation off by 1e-6 (balls)": Planted(
        Eq(1 - 2 * Phi(-mu / 2), tv), Eq(1 - 2 * Phi(-mu / 2), tv + tiny), balls({mu: (0, 5)})
    ),
    "total variation off by 1e-6 (mpmath)": Planted(
        Eq(1 - 2 * Phi(-mu / 2), tv),
        Eq(1 - 2 * Phi(-mu / 2), tv + tiny),
        mpmath_points(({"mu": 1}, {"mu": 3})),
    ),
    "total variation, one of three values wrong in the last digit": Planted(
        Le(Phi(-mu), Rational(158656, 10**6) / mu),
        Le(Phi(-mu), Rational(158655, 10**6) / mu),
        listed({"mu": 1}, {"mu": 2}, {"mu": 3}),
    ),
    "profile of G_mu without its second term": Planted(
        Le(Phi(-epsilon / mu + mu / 2) - exp(epsilon) * Phi(-epsilon / mu - mu / 2), tv),
        Le(Phi(-epsilon / mu + mu / 2), tv),
        balls({mu: (0, 3), epsilon: (0, 3)}),
    ),
    "profile by the supremum, at the wrong end": Planted(
        Eq(Sup(profile_body, (u, 0, 1)), HALF),
        Eq(Sup(profile_body, (u, 0, 1)), 1 - exp(epsilon)),
        symbolic(monotone_supremum("low")),
        false_check=symbolic(monotone_supremum("high")),
    ),
    "a supremum at a stationary point that is a minimum": Planted(
        Eq(Sup(u * (1 - u), (u, 0, 1)), HALF**2),
        Eq(Sup(1 - u * (1 - u), (u, 0, 1)), 1 - HALF**2),
        symbolic(stationary(HALF)),
    ),
    # inequalities
    "e^x above its tangent, strictly at zero": Planted(
        Ge(exp(x), 1 + x), Gt(exp(x), 1 + x), symbolic(from_boundary(x, 0))
    ),
    "e^x above 1 + 1.01 x": Planted(
        Ge(exp(x), 1 + x),
        Ge(exp(x), 1 + Rational(101, 100) * x),
        symbolic(from_boundary(x, 0)),
    ),
    "log x below x - 1, strictly": Planted(
        Le(log(1 + x), x), Lt(log(1 + x), x), symbolic(from_boundary(x, 0))
    ),
    "concavity of the root at zero": Planted(Le(sqrt(u) * sqrt(u), u), Ge(u, sqrt(u)), symbolic()),
    "Bernoulli's inequality with the exponent off by one": Planted(
        Ge((1 + x) ** 2, 1 + 2 * x), Ge((1 + x) ** 2, 1 + 3 * x), symbolic()
    ),
    "two groups are worse than one, without x <= y": Planted(
        Ge(f(p), f(q)),
        Ge(f(p), f(q)),
        symbolic(fact(f, "non-increasing", p, q)),
        given=Le(p, q),
        false_given=(),
    ),
    "the weaker hypothesis": Planted(
        Le(p * p, q * q), Le(p * p, q * q), symbolic(), given=Le(p, q), false_given=Le(p, 2 * q)
    ),
    "strict from a hypothesis that is not": Planted(
        Le(exp(p), exp(q)), Lt(exp(p), exp(q)), symbolic(increasing("exp")), given=Le(p, q)
    ),
    "equality in the convexity of a kink": Planted(
        Le(Max(0, (p + q) / 2 - HALF), Max(0, p / 2 - HALF / 2) + Max(0, q / 2 - HALF / 2)),
        Eq(Max(0, (p + q) / 2 - HALF), Max(0, p / 2 - HALF / 2) + Max(0, q / 2 - HALF / 2)),
        symbolic(all_members(), cases(Ge(p, HALF)), cases(Ge(q, HALF))),
    ),
    "a maximum is strictly above its members": Planted(
        Ge(Max(p, q), p), Gt(Max(p, q), p), symbolic(some_member())
    ),
    "never equal, but for one point": Planted(Ne(p + 1, 0), Ne(3 * p, 1), symbolic()),
    # sums, iterates, limits
    "k steps, with k + 1": Planted(
        Eq(Iterate(Lambda(t, t / 2), k + 1, 1), HALF * Iterate(Lambda(t, t / 2), k, 1)),
        Eq(Iterate(Lambda(t, t / 2), k + 1, 1), Iterate(Lambda(t, t / 2), k, 1)),
        symbolic("iterate"),
    ),
    "a power by induction, the base wrong": Planted(
        Ge(2**k, k + 1),
        Ge(2**k, k + 2),
        symbolic(induction(k)),
    ),
    "the wrong limit": Planted(
        Eq(Lim((k + 1) / k, k), 1), Eq(Lim((k + 1) / k, k), 1 + tiny), symbolic(remainder(1 / k))
    ),
    "a factor drawn out of its sum": Planted(
        Eq(Sum(t * i, (i, 1, n)), t * Sum(i, (i, 1, n))),
        Eq(Sum(t * i, (i, 1, n)), i * Sum(t, (i, 1, n))),
        symbolic("factor out of a sum"),
    ),
    # derivatives
    "a derivative without its sign": Planted(
        Eq(Derivative(exp(-2 * x), x), -2 * exp(-2 * x)),
        Eq(Derivative(exp(-2 * x), x), 2 * exp(-2 * x)),
        symbolic("derivative"),
    ),
    # lists
    "a list with one exception": Planted(
        Le(k**2, 2**k + 1), Le(k**2, 2**k), listed(*({"k": j} for j in range(1, 9)))
    ),
    "the difference of two infinite integrals": Planted(
        Eq(Integral((line**2 + 1) * bell, whole) - Integral(line**2 * bell, whole), 1),
        Eq(Integral(line**2 + bell, whole) - Integral(line**2, whole), 1),
        symbolic(through(Integral(bell, whole)), under_integral(), antiderivative(Phi(line))),
    ),
    "an integral that does not exist at an end": Planted(
        Gt(Integral(sqrt(share), (share, 0, 1)) + 1, Integral(sqrt(share), (share, 0, 1))),
        Gt(Integral(1 / share, (share, 0, 1)) + 1, Integral(1 / share, (share, 0, 1))),
        symbolic(),
    ),
    "a normal integral without a scale": Planted(
        Gt(Integral(bell ** (mu**2), whole) + 1, Integral(bell ** (mu**2), whole)),
        Gt(Integral(exp(-x * line**2), whole) + 1, Integral(exp(-x * line**2), whole)),
        symbolic(),
    ),
    "the absolute value of an integrand hides its growth": Planted(
        Ge(
            Integral((Abs(line) - line) * bell, whole) + 1,
            Integral((Abs(line) - line) * bell, whole),
        ),
        Ge(Integral(Abs(line) - line, whole) + 1, Integral(Abs(line) - line, whole)),
        symbolic(),
    ),
    "minus infinity is not infinity": Planted(
        Eq(Integral(mills, (line, -1, 0)), -Integral(-mills, (line, -1, 0))),
        Eq(Integral(mills, (line, -oo, 0)), Integral(-mills, (line, -oo, 0))),
        symbolic(antiderivative(-log(Phi(line))), antiderivative(log(Phi(line)))),
    ),
    "the difference of two divergent series": Planted(
        Eq(Sum(1 / i, (i, 1, n)) - Sum(1 / i + 2**-i, (i, 1, n)), -Sum(2**-i, (i, 1, n))),
        Eq(Sum(1 / i, (i, 1, oo)) - Sum(1 / i + 2**-i, (i, 1, oo)), -Sum(2**-i, (i, 1, oo))),
        symbolic(termwise()),
    ),
    "a case distinction that forgets a corner": Planted(
        Ge(Max(p, 1 - p), HALF), Gt(Max(p, 1 - p), HALF), symbolic(cases(Ge(p, HALF)))
    ),
}


def _status(claim: Any, check: Any, given: Any) -> Status:
    entry = Claim(
        id="planted",
        title="",
        source=cite("nobody", "nowhere"),
        claim=claim,
        given=given,
        checks=(check,),
    )
    return evaluate(entry, {}).own


@pytest.mark.parametrize("name", PLANTED)
def test_the_falsehood_does_not_pass(name: str) -> None:
    case = PLANTED[name]
    given = case.given if case.false_given is None else case.false_given
    check = case.false_check or case.check
    assert _status(case.false, check, given) not in HOLDS


@pytest.mark.parametrize("name", PLANTED)
def test_no_other_check_passes_it_either(name: str) -> None:
    """Sampling in the whole domain is no proof, but may not contradict the mistake either."""
    case = PLANTED[name]
    given = case.given if case.false_given is None else case.false_given
    assert _status(case.false, symbolic(), given) not in HOLDS


# their integrals take seconds
LONG = {
    "the difference of two infinite integrals",
    "the absolute value of an integrand hides its growth",
}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in PLANTED]
)
def test_the_true_statement_passes(name: str) -> None:
    case = PLANTED[name]
    assert _status(case.true, case.check, case.given) in HOLDS


def test_the_true_curve_of_the_normal_mechanism() -> None:
    assert Gaussian(mu).formula(alpha) == G
