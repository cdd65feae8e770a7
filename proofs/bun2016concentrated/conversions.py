"""Concentrated differential privacy: what implies it, and what it implies."""

from sympy import Interval, Rational, exp, log, oo, tanh

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Theorem,
    cite,
    from_boundary,
    increasing,
    lemma,
    real,
    symbolic,
    using,
)

source = cite("bun2016concentrated", "Proposition 1.3", edition="arXiv:1605.02065v1")
pure = cite("bun2016concentrated", "Proposition 3.3", edition="arXiv:1605.02065v1")
positive = Interval.open(0, oo)
x, r, m = real("x", positive), real("r", positive), real("m", positive)

to_dp = Theorem(
    id="zcdp-to-dp",
    title="rho-zCDP implies (rho + 2 sqrt(rho log(1/delta)), delta)-DP",
    source=source,
    uses=("renyi-to-dp",),
    claim=(
        Ge((1 + x) * r**2 + m**2 / x, r**2 + 2 * r * m),
        Eq((1 + m / r) * r**2 + m**2 / (m / r), r**2 + 2 * r * m),
    ),
    checks=(symbolic(),),
    mutants=(
        Ge((1 + x) * r**2 + m**2 / x, r**2 + 3 * r * m),
        Eq((1 + m / r) * r**2 + m**2 / (m / r), r**2 + r * m),
    ),
    notes=(
        "With $\\rho = r^2$ and $\\log(1/\\delta) = m^2$: Mironov's epsilon at the order 1 + x for "
        "$\\rho(a) = a\\rho$ is least at $x = m/r$, so no order gives less."
    ),
)

epsilon, a = real("epsilon", positive), real("a", Interval(1, oo))
c, y = real("c", Interval(1, oo)), real("y", Interval(0, oo))

small, large = exp(2 * y), exp(2 * c * y)

growth = Theorem(
    id="exp-factor",
    title="A factor of an exponent",
    source=pure,
    claim=Ge(large, small),
    checks=(symbolic(increasing("exp")),),
    mutants=(Ge(large, 2 * small), Ge(small, large)),
)

multiple = Theorem(
    id="tanh-multiple",
    title="tanh of a multiple is at most the multiple of tanh",
    source=pure,
    uses=("exp-factor",),
    claim=Ge(c * (1 - 2 / (small + 1)) - (1 - 2 / (large + 1)), 0),
    checks=(
        symbolic(
            from_boundary(y, 0),
            lemma("exp-factor"),
            using(
                (
                    growth.parts[0],
                    4 * c * (small * large - 1) / ((small + 1) ** 2 * (large + 1) ** 2),
                )
            ),
        ),
    ),
    mutants=(
        Ge(c * (1 - 2 / (small + 1)) / 2 - (1 - 2 / (large + 1)), 0),
        Ge((1 - 2 / (small + 1)) - (1 - 2 / (large + 1)), 0),
    ),
    notes="$\\tanh y = 1 - 2/(e^{2y} + 1)$.",
)

u, v = (a - Rational(1, 2)) * epsilon, epsilon / 2
tanh_below = Ge(v * (exp(v) + exp(-v)) - (exp(v) - exp(-v)), 0)

from_pure = Theorem(
    id="pure-to-zcdp",
    title="eps-DP implies (eps tanh(eps/2))-zCDP",
    source=pure,
    uses=("renyi-pure-largest", "renyi-randomized-response", "tanh-below", "tanh-multiple"),
    claim=(
        Le(
            log(exp(u) + exp(-u)) - log(exp(v) + exp(-v)),
            (a - 1) * a * epsilon * tanh(epsilon / 2),
        ),
        Le(epsilon * tanh(epsilon / 2), epsilon**2 / 2),
    ),
    checks=(
        symbolic(
            "hyperbolic functions",
            from_boundary(a, 1),
            lemma("tanh-multiple", {"c": 2 * a - 1, "y": v}),
            using((multiple.parts[0].subs({c: 2 * a - 1, y: v}), epsilon)),
            part=0,
        ),
        symbolic(
            "hyperbolic functions",
            lemma("tanh-below", {"y": v}),
            using(
                (Ge(v * (exp(v) + exp(-v)) - (exp(v) - exp(-v)), 0), epsilon / (exp(v) + exp(-v)))
            ),
            part=1,
        ),
    ),
    mutants=(
        Le(
            log(exp(u) + exp(-u)) - log(exp(v) + exp(-v)),
            (a - 1) * epsilon * tanh(epsilon / 2),
        ),
        Le(epsilon * tanh(epsilon / 2), epsilon**2 / 4),
    ),
    notes=(
        "The left side is $(a-1) D_a$ of randomised response, the largest among eps-DP pairs. No "
        "smaller rho will do, as $D_a/a$ tends to $\\epsilon\\tanh(\\epsilon/2)$ at a = 1 "
        "(drs-functionals-eps). The printed constant is $\\epsilon^2/2$."
    ),
)
