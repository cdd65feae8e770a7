"""DRS Eq (5) and Proposition 2.5: the trade-off function of (epsilon, delta)-DP."""

from sympy import Interval, Lambda, exp, oo

from fdp_sym import EpsDelta
from fdp_sym.symbols import alpha, delta, epsilon
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Le,
    Mutant,
    SameCurve,
    Theorem,
    all_members,
    cases,
    cite,
    exact,
    largest,
    real,
    some_member,
    symbolic,
    using,
)

equation = cite("dong2022gdp", "Eq (5)", edition="arXiv:1905.02383v3")
proposition = cite("dong2022gdp", "Proposition 2.5", edition="arXiv:1905.02383v3")
beta = real("beta", Interval(0, 1))
x, y, t = (real(name, Interval(0, 1)) for name in ("x", "y", "t"))
f = EpsDelta(epsilon, delta)
top, c = 1 - delta, (1 - delta) / (1 + exp(epsilon))

region = Theorem(
    id="drs-2.5",
    title="(epsilon, delta)-DP is f_{epsilon, delta}-DP",
    source=proposition,
    notes=(
        "A test that rejects on S has $\\alpha = P(S)$, $1 - \\beta = Q(S)$. The inequalities on "
        "the right say $Q(S) \\le e^\\varepsilon P(S) + \\delta$ and "
        "$P(S^c) \\le e^\\varepsilon Q(S^c) + \\delta$; the first of them for both orders of the "
        "neighbours and all S is (epsilon, delta)-DP. Randomised tests are mixtures of these."
    ),
    claim=Iff(
        Ge(beta, f.formula(alpha)),
        (
            Le(1 - beta, exp(epsilon) * alpha + delta),
            Le(1 - alpha, exp(epsilon) * beta + delta),
        ),
    ),
    checks=(symbolic(all_members()),),
    mutants=(
        Iff(Ge(beta, f.formula(alpha)), Le(1 - beta, exp(epsilon) * alpha + delta)),
        Iff(
            Ge(beta, EpsDelta(epsilon, delta / 2).formula(alpha)),
            (
                Le(1 - beta, exp(epsilon) * alpha + delta),
                Le(1 - alpha, exp(epsilon) * beta + delta),
            ),
        ),
    ),
)

vertices = Theorem(
    id="drs-eq5-vertices",
    title="f_{epsilon, delta} is linear between four vertices",
    source=equation,
    notes=(
        "The vertices $(0, 1-\\delta)$, $(c, c)$ with the fixed point c, $(1-\\delta, 0)$ and "
        "$(1, 0)$ are the values at $t = 0$ and $t = 1$."
    ),
    claim=(
        Eq(f.formula(t * c), (1 - t) * top + t * c),
        Eq(f.formula((1 - t) * c + t * top), (1 - t) * c),
        Eq(f.formula(1 - t * delta), 0),
    ),
    checks=(
        symbolic(largest(top - exp(epsilon) * t * c), part=0),
        symbolic(largest(exp(-epsilon) * (top - (1 - t) * c - t * top)), part=1),
        symbolic(largest(0), part=2),
    ),
    mutants=(
        Eq(f.formula(t * c), (1 - t) * top + t * c / 2),
        Eq(f.formula((1 - t) * c + t), (1 - t) * c),
    ),
)

symmetric = Theorem(
    id="drs-eq5-symmetric",
    title="f_{epsilon, delta} is symmetric",
    source=equation,
    claim=SameCurve(f.as_piecewise_linear().inverse(), f),
    checks=(exact(),),
    mutants=(
        SameCurve(f.as_piecewise_linear().inverse(), EpsDelta(epsilon, delta / 2)),
        SameCurve(f.as_piecewise_linear().inverse(), EpsDelta(epsilon / 2, delta)),
    ),
)

u, v = real("u"), real("v")
mean = t * u + (1 - t) * v
steep = Lambda(x, top - exp(epsilon) * x)
flat = Lambda(x, exp(-epsilon) * (top - x))

convex = Theorem(
    id="drs-eq5-convex",
    title="f_{epsilon, delta} is convex",
    source=equation,
    notes=(
        "Points on or above the curve, (x, u) and (y, v): each point between them lies above the "
        "three lines of which $f_{\\varepsilon,\\delta}$ is the maximum."
    ),
    claim=(
        Ge(mean, 0),
        Ge(mean, steep(t * x + (1 - t) * y)),
        Ge(mean, flat(t * x + (1 - t) * y)),
    ),
    given=(Ge(u, f.formula(x)), Ge(v, f.formula(y))),
    checks=(
        symbolic(all_members(), using((Ge(u, 0), t), (Ge(v, 0), 1 - t)), part=0),
        symbolic(all_members(), using((Ge(u, steep(x)), t), (Ge(v, steep(y)), 1 - t)), part=1),
        symbolic(all_members(), using((Ge(u, flat(x)), t), (Ge(v, flat(y)), 1 - t)), part=2),
    ),
    mutants=(
        Mutant(given=(Ge(u, f.formula(x)),)),
        Ge(mean, 2 * steep(t * x + (1 - t) * y)),
    ),
)

shape = Theorem(
    id="drs-eq5-shape",
    title="f_{epsilon, delta} is non-increasing and at most Id",
    source=equation,
    claim=(Ge(f.formula(x), f.formula(y)), Le(f.formula(x), 1 - x)),
    given=Le(x, y),
    checks=(symbolic(all_members(), some_member()),),
    mutants=(
        Mutant(Ge(f.formula(x), f.formula(y)), given=()),
        Le(f.formula(x), 1 - 2 * x),
    ),
)

more, loss = real("more", Interval(0, oo)), real("loss", Interval(0, 1))

monotone = Theorem(
    id="drs-eq5-monotone",
    title="f_{epsilon, delta} decreases in epsilon and in delta",
    source=equation,
    claim=Ge(f.formula(alpha), EpsDelta(epsilon + more, delta + loss * top).formula(alpha)),
    checks=(symbolic(all_members(), cases(Le(alpha, top)), some_member()),),
    mutants=(
        EpsDelta(epsilon + more, delta - loss * delta).formula(alpha),
        EpsDelta(epsilon / (1 + more), delta).formula(alpha),
    ),
)
