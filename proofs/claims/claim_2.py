"""Claim 2: which trade-off functions with f(0) < 1 the condition kappa_3(f) < oo excludes."""

from sympy import Abs, Derivative, Integral, Interval, Lambda, Rational, log

from fdp_sym import EpsDelta
from fdp_sym.theorems import (
    Claim,
    Ge,
    Le,
    Lt,
    Mutant,
    Theorem,
    cite,
    counterexample,
    fact,
    generic,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
t = real("t", Interval(0, 1))
s = real("s", Interval.Lopen(0, 1))
line = Lambda(t, s * (1 - t))  # T(P, Q): of the mass of Q, 1 - s lies where P has none
kappa3 = Integral(Abs(log(Abs(Derivative(line(t), t)))) ** 3, (t, 0, 1))

claim = Claim(
    id="claim-2",
    number=2,
    title="kappa_3(f) < oo excludes every trade-off function with f(0) < 1",
    printed=(
        "The condition $\\kappa_3(f) < \\infty$ excludes every trade-off function with $f(0) < 1$."
    ),
    source=source,
    claim=Ge(line(0), 1),
    given=Lt(kappa3, 1),
    checks=(counterexample(at={"s": "1/2"}),),
    corrected="claim-2-corrected",
    notes=(
        "Stated for the functions $s (1 - \\alpha)$, whose $\\kappa_3 = |\\log s|^3$ is finite: "
        "it is an integral under P, which does not see the mass of Q where P has none."
    ),
)

x = real("x", Interval(0, 1))
f = generic(
    "f",
    instances=[EpsDelta(1, "1/4"), EpsDelta(0, "1/2"), Lambda(t, 1 - t)],
    facts=("convex", "non-increasing", "below Id", "symmetric"),
)

corrected = Theorem(
    id="claim-2-corrected",
    title="kappa_3(f) < oo excludes every symmetric trade-off function with f(0) < 1",
    source=source,
    claim=Le(f(x), 0),
    given=Ge(x, f(0)),
    checks=(symbolic(fact(f, "symmetric", 0), fact(f, "non-increasing", f(0), x)),),
    mutants=(Le(f(x), -x / 10), Mutant(given=()), Mutant(given=(Ge(x, f(0) - Rational(1, 8)),))),
    notes=(
        "Checked is that a symmetric f vanishes on $[f(0), 1]$. The rest is prose: if f(0) < 1, "
        "its slope is 0 on a set of positive length, there $|\\log|f'||$ is infinite, and so is "
        "$\\kappa_3(f)$. The same holds for any f that vanishes before 1: what the condition "
        "excludes is mass of P where Q has none."
    ),
)
