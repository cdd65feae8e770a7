"""Murtagh and Vadhan's optimal composition as an average over signs, and its two-sided bracket."""

from sympy import Interval, Lambda, Rational, exp, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Theorem,
    cite,
    fact,
    from_boundary,
    generic,
    real,
    symbolic,
    using,
)

source = cite("murtagh2016complexity", "Theorem 1.5", edition="arXiv:1507.03113")
# one mechanism: its two losses s = epsilon and -epsilon, and c = 1/cosh(epsilon/2)
epsilon, target = real("epsilon", Interval(0, oo)), real("target", Interval(0, oo))
c = 2 / (exp(epsilon / 2) + exp(-epsilon / 2))

masses = Theorem(
    id="murtagh-vadhan-signs",
    title="Randomised response as a fair sign with the weights e^(s/2) and e^(-s/2)",
    source=source,
    uses=("kov-12-13-masses",),
    claim=(
        Eq(exp(epsilon) / (1 + exp(epsilon)), c / 2 * exp(epsilon / 2)),
        Eq(1 / (1 + exp(epsilon)), c / 2 * exp(-epsilon / 2)),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(exp(epsilon) / (1 + exp(epsilon)), c * exp(epsilon / 2)),
        Eq(1 / (1 + exp(epsilon)), c / 2 * exp(-epsilon)),
    ),
    notes=(
        "So in a product $Q - e^{\\epsilon_g} P$ of an outcome with the loss $S = \\sum \\pm "
        "\\epsilon_i$ is $2^{-k} \\prod c_i (e^{S/2} - e^{\\epsilon_g - S/2})$: the profile is "
        "$\\prod c_i$ times $F = E (e^{S/2} - e^{\\epsilon_g - S/2})_+$ over fair signs."
    ),
)

# with S = epsilon_g + 2 u the function is 2 e^(epsilon_g/2) max(0, sinh u): its tangent at v
u, v, w = (real(name, Interval(0, oo)) for name in "uvw")
sinh_u, sinh_v, cosh_v = exp(u) - exp(-u), exp(v) - exp(-v), exp(v) + exp(-v)

tangents = Theorem(
    id="murtagh-vadhan-convex",
    title="The positive part of the hyperbolic sine is convex: it lies above its tangents",
    source=source,
    claim=(
        Ge(exp(v + w) - exp(-v - w), sinh_v + cosh_v * w),
        Ge(sinh_u, exp(u + w) - exp(-u - w) - (exp(u + w) + exp(-u - w)) * w),
        Ge(0, sinh_v + cosh_v * (-v - w)),
    ),
    checks=(
        symbolic(from_boundary(w, 0), part=0),
        symbolic(from_boundary(w, 0), part=1),
        symbolic(using(), from_boundary(v, 0), part=2),
    ),
    mutants=(
        Ge(exp(v + w) - exp(-v - w), sinh_v + 2 * cosh_v * w),
        Ge(0, sinh_v - cosh_v * v / 2),
    ),
    notes="At points to the right of the tangent's, to the left of it, and below 0.",
)

# what follows for an average F of a convex g over signs, coordinate by coordinate
s, x = real("s"), real("x")
far, step, p = real("D", Interval(0, oo)), real("e"), real("p")
t = real("t", Interval(0, 1))
g = generic(
    "g",
    facts=("convex",),
    bounds=(-oo, oo),
    domain=Interval(-oo, oo),
    instances=[Lambda(x, x**2), Lambda(x, exp(x))],
)
pair, wide = g(s + t * far) + g(s - t * far), g(s + far) + g(s - far)

wider = Theorem(
    id="murtagh-vadhan-wider",
    title="A convex function at a wider pair of points",
    source=source,
    uses=("majorisation",),
    claim=(Le(pair, wide), Le(g(s + p) + g(s - p) + pair, g(s + p) + g(s - p) + wide)),
    checks=(
        symbolic(
            fact(g, "convex", s + far, s - far, (1 + t) / 2),
            fact(g, "convex", s + far, s - far, (1 - t) / 2),
        ),
    ),
    mutants=(Le(wide, pair), Le(pair, g(s + far)), Le(2 * pair, wide)),
    notes=(
        "The first part: F grows with each of its arguments. The second: it grows when two of them "
        "with the sum p get a larger difference D, as over their four signs the loss is the rest "
        "of it plus p, -p, D or -D. So F(a) is at least F(b) where a weakly majorises b, which is "
        "reached by finitely many such steps (the axiom majorisation)."
    ),
)

mirror = Theorem(
    id="murtagh-vadhan-mirror",
    title="A convex function at the middle of two points",
    source=source,
    claim=Le(2 * g(s), g(s + step) + g(s - step)),
    checks=(symbolic(fact(g, "convex", s + step, s - step, Rational(1, 2))),),
    mutants=(Le(3 * g(s), g(s + step) + g(s - step)), Le(2 * g(s), g(s + step))),
    notes=(
        "At s the sum of signs for the arguments a, with the step for those of b - a: averaged "
        "over the signs it is $2 F(a) \\le F(b) + F(2 a - b)$."
    ),
)
