"""DRS Proposition 2.15: groups of k under epsilon = mu/k tend to the Laplace function."""

from sympy import Interval, Lambda, Rational, exp, oo

from fdp_sym import EpsDelta, Laplace
from fdp_sym.symbols import alpha, epsilon, mu
from fdp_sym.theorems import (
    Eq,
    Ge,
    Iterate,
    Le,
    Lim,
    Mutant,
    Theorem,
    all_members,
    by_pieces,
    cases,
    cite,
    from_boundary,
    hypothesis,
    induction,
    integer,
    isolate,
    largest,
    lemma,
    real,
    remainder,
    replacing,
    some_member,
    symbolic,
    through,
    using,
)

source = cite("dong2022gdp", "Proposition 2.15", edition="arXiv:1905.02383v3")
k, x, y = integer("k", 0), real("x"), real("y")
level = real("level", Interval(0, 1))
f = EpsDelta(epsilon, 0).formula
step = Lambda(level, 1 - f(level))
after = Iterate(step, k, alpha)  # 1 - after is the trade-off function of groups of k
r = exp(-epsilon)
rate = (1 - r) ** 2 / (4 * (1 + r))

one_step = Theorem(
    id="drs-2.15-one-step",
    title="The Laplace function stays above one more step of a group",
    source=source,
    claim=Le(1 - step(1 - Laplace(mu).formula(alpha)), Laplace(mu + epsilon).formula(alpha)),
    checks=(symbolic(by_pieces(), all_members()),),
    mutants=(Laplace(mu + 2 * epsilon).formula(alpha), EpsDelta(epsilon + mu, 0).formula(alpha)),
)

order = Theorem(
    id="drs-2.15-order",
    title="A step of a group keeps the order",
    source=source,
    claim=Le(1 - step(y), 1 - step(x)),
    given=Ge(y, x),
    checks=(symbolic(all_members(), some_member()),),
    mutants=(1 - step(x) - epsilon, Le(1 - step(x), 1 - step(y))),
)

curve = 1 - Laplace(k * epsilon).formula(alpha)
below = Theorem(
    id="drs-2.15-below",
    title="Groups of k are at most as private as the Laplace function says",
    source=source,
    uses=("drs-2.15-one-step", "drs-2.15-order"),
    claim=Ge(after, curve),
    checks=(
        symbolic(
            induction(k),
            "iterate",
            lemma("drs-2.15-one-step", {"mu": k * epsilon}),
            lemma("drs-2.15-order", {"y": after, "x": curve}),
            using(
                (Le(1 - step(after), 1 - step(curve)), 1),
                (Le(1 - step(curve), Laplace(k * epsilon + epsilon).formula(alpha)), 1),
            ),
        ),
    ),
    mutants=(
        Ge(after, 1 - Laplace(k * epsilon / 2).formula(alpha) + rate),
        Ge(after, 1 - Laplace((k + 1) * epsilon).formula(alpha)),
    ),
)

line = Theorem(
    id="drs-2.15-line",
    title="The first piece bounds a group from below",
    source=source,
    claim=Le(after, exp(k * epsilon) * alpha),
    checks=(symbolic(induction(k), "iterate", isolate(), some_member()),),
    mutants=(exp(k * epsilon) * alpha / 2, exp((k - 1) * epsilon) * alpha),
)

q, y = real("q", Interval.Lopen(0, 1)), real("y", Interval(Rational(1, 2), oo))
slack = (1 - q) ** 2 / (4 * (1 + q))

upper_tangent = Theorem(
    id="drs-2.15-upper-tangent",
    title="A hyperbola above the first of two neighbouring pieces",
    source=source,
    claim=Le(1 / (4 * y) - slack, 1 - y),
    given=Le((1 + q) * y, 1),
    checks=(symbolic(),),
    mutants=(1 - y - slack / 10, Mutant(given=())),
)

lower_tangent = Theorem(
    id="drs-2.15-lower-tangent",
    title="A hyperbola above the second of two neighbouring pieces",
    source=source,
    claim=Le(1 / (4 * y) - slack, q * (1 - q * y)),
    given=(Ge((1 + q) * y, 1), Le(2 * q * y, 1)),
    checks=(symbolic(),),
    mutants=(q * (1 - q * y) - slack / 10, Mutant(given=(Le(2 * q * y, 1),))),
)

z = exp(mu + epsilon) * alpha
on_curve = Le(exp(-mu) / (4 * alpha) - (1 - x), rate)
above_first = Le(exp(-mu - epsilon) / (4 * alpha) - rate, 1 - z)
above_second = Le(exp(-mu - epsilon) / (4 * alpha) - rate, r * (1 - r * z))

between = Le(exp(-mu - epsilon) / (4 * alpha) - (1 - step(x)), rate)
gap_between = Theorem(
    id="drs-2.15-gap-between",
    title="The distance to the Laplace function where its curve begins",
    source=source,
    uses=("drs-2.15-upper-tangent", "drs-2.15-lower-tangent"),
    claim=between,
    given=(
        Ge(alpha, exp(-mu - epsilon) / 2),
        Le(alpha, exp(-mu) / 2),
        Le(x, exp(mu) * alpha),
    ),
    checks=(
        symbolic(
            cases(Le((1 + r) * z, 1)),
            lemma("drs-2.15-upper-tangent", {"q": r, "y": z}),
            lemma("drs-2.15-lower-tangent", {"q": r, "y": z}),
            using((above_first, 1)),
            using((above_second, 1)),
            isolate(),
            some_member(),
        ),
    ),
    mutants=(
        Mutant(rate * 9 / 10, at={mu: 0, epsilon: 1, alpha: "269/1000", x: "268/1000"}),
        Mutant(given=(), at={mu: 1, epsilon: 1, alpha: "1/2", x: 9}),
    ),
)

gap_step = Theorem(
    id="drs-2.15-gap-step",
    title="The distance to the Laplace function does not grow with the group",
    source=source,
    uses=("drs-2.15-gap-between",),
    claim=Le(Laplace(mu + epsilon).formula(alpha) - (1 - step(x)), rate),
    given=(Le(Laplace(mu).formula(alpha) - (1 - x), rate), Le(x, exp(mu) * alpha)),
    checks=(
        symbolic(
            by_pieces(),
            using((on_curve, r)),
            lemma("drs-2.15-gap-between"),
            using((between, 1)),
            isolate(),
            some_member(),
        ),
    ),
    mutants=(
        Mutant(rate * 9 / 10, at={mu: 0, epsilon: 1, alpha: "269/1000", x: "268/1000"}),
        Mutant(given=(Le(x, exp(mu) * alpha),), at={mu: 1, epsilon: "1/2", alpha: "1/2", x: 1}),
    ),
)

gap = Theorem(
    id="drs-2.15-gap",
    title="How far groups of k are from the Laplace function",
    source=source,
    uses=("drs-2.15-line", "drs-2.15-gap-step"),
    claim=Le(Laplace(k * epsilon).formula(alpha) - (1 - after), rate),
    checks=(
        symbolic(
            induction(k),
            "iterate",
            lemma("drs-2.15-line"),
            lemma("drs-2.15-gap-step", {"mu": k * epsilon, "x": after}),
        ),
    ),
    mutants=(rate / 2, Mutant(rate * 9 / 10, at={k: 1, epsilon: 1, alpha: "269/1000"})),
)

y0 = real("y0", Interval(0, 1))
start = y0 * exp(-k * epsilon)
first_piece = Theorem(
    id="drs-2.15-first-piece",
    title="The first piece of a group",
    source=source,
    claim=Eq(Iterate(step, k, start), y0),
    given=Le((1 + r) * y0, 1),
    checks=(
        symbolic(
            induction(k),
            "iterate inside",
            replacing(step(start.subs(k, k + 1)), start),
            hypothesis(),
            "iterate",
            largest(1 - y0 * exp(epsilon) * exp(-epsilon * (k + 1))),
        ),
    ),
    mutants=(Mutant(given=()), y0 / 2),
    notes="$1 - e^{k\\epsilon}\\alpha$ for $\\alpha \\le e^{-k\\epsilon}/(1+e^{-\\epsilon})$.",
)

corner = exp(-epsilon * (k + 1)) / (1 + r)  # where the first two pieces meet
tight = Theorem(
    id="drs-2.15-gap-attained",
    title="The distance to the Laplace function is attained",
    source=source,
    uses=("drs-2.15-first-piece",),
    claim=Eq(Laplace((k + 1) * epsilon).formula(corner) - (1 - Iterate(step, k + 1, corner)), rate),
    checks=(symbolic(lemma("drs-2.15-first-piece", {"k": k + 1, "y0": 1 / (1 + r)}), by_pieces()),),
    mutants=(rate / 2, rate + r / 9),
)

exponential = Theorem(
    id="drs-2.15-exponential",
    title="The exponential function lies above its tangent",
    source=source,
    claim=Ge(r, 1 - epsilon),
    checks=(symbolic(from_boundary(epsilon, 0)),),
    mutants=(1 - epsilon / 2, 1 - epsilon**2),
)

second_order = Theorem(
    id="drs-2.15-second-order",
    title="The distance is of second order in epsilon",
    source=source,
    uses=("drs-2.15-exponential",),
    claim=Le(rate, epsilon**2 / 4),
    checks=(
        symbolic(lemma("drs-2.15-exponential"), through((1 - r) ** 2 / 4, (1 - r) * epsilon / 4)),
    ),
    mutants=(epsilon**2 / 16, epsilon**3 / 4),
)

n = integer("n", 1)
groups = 1 - Iterate(step.subs(epsilon, mu / n), n, alpha)
laplace = Laplace(mu).formula(alpha)
bound = mu**2 / (4 * n**2)

above_curve = Ge(1 - groups, 1 - laplace)
close = Le(laplace - groups, rate.subs(epsilon, mu / n))

uniform = Theorem(
    id="drs-2.15-uniform",
    title="Groups of n under epsilon = mu/n are within mu^2/(4 n^2) of the Laplace function",
    source=source,
    uses=("drs-2.15-below", "drs-2.15-gap", "drs-2.15-second-order"),
    claim=(Le(groups - laplace, bound), Le(laplace - groups, bound)),
    checks=(
        symbolic(
            lemma("drs-2.15-below", {"k": n, "epsilon": mu / n}),
            using((above_curve, 1)),
            part=0,
        ),
        symbolic(
            lemma("drs-2.15-gap", {"k": n, "epsilon": mu / n}),
            lemma("drs-2.15-second-order", {"epsilon": mu / n}),
            using((close, 1)),
            part=1,
        ),
    ),
    mutants=(Le(laplace - groups, bound / 10), Le(groups - laplace, -bound)),
    notes="Uniformly: the bound does not depend on alpha.",
)

limit = Theorem(
    id="drs-2.15",
    title="Groups of n under epsilon = mu/n tend to the Laplace function",
    source=source,
    uses=("drs-2.15-uniform",),
    claim=(Eq(Lim(groups, n), laplace), Le(laplace - groups, bound)),
    checks=(
        symbolic(
            remainder(bound),
            lemma("drs-2.15-uniform", part=0),
            lemma("drs-2.15-uniform", part=1),
            part=0,
        ),
        symbolic(lemma("drs-2.15-uniform", part=1), part=1),
    ),
    mutants=(Le(laplace - groups, bound / 10), Le(laplace - groups, 0)),
    notes="Pointwise; the second part is why it is uniform.",
)
