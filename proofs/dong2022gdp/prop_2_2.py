"""DRS Proposition 2.2: trade-off functions are the convex functions below the diagonal."""

from sympy import Derivative, Integral, Interval, Lambda, Sum, oo

from fdp_sym.functions import Max
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    fact,
    generic,
    hypothesis,
    integer,
    real,
    some_member,
    symbolic,
    termwise,
    through,
)

proposition = cite("dong2022gdp", "Proposition 2.2", edition="arXiv:1905.02383v3")
t = real("t", Interval(0, 1))
i, n = integer("i", 1), integer("n", 1)
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
phi = generic("phi", facts=(), instances=[Lambda(i, 1 / i)])
psi = generic("psi", facts=(), instances=[Lambda(i, 1 - 1 / i)])
mixed = t * phi(i) + (1 - t) * psi(i)  # toss a coin, then use one of two tests

necessary = Theorem(
    id="drs-2.2-only-if",
    title="A trade-off function is convex and at most Id",
    source=proposition,
    uses=("weak-compactness",),
    notes=(
        "The rejection probability is linear in the test, so both errors of the mixed test are the "
        "means of the errors; the test that ignores the data has errors $t$ and $1 - t$. An "
        "infimum over a growing set of tests does not grow. The formal claim is for finitely many "
        "outcomes; that the infimum is attained, hence that $T(P, Q)$ is continuous at 0, rests on "
        "weak compactness."
    ),
    claim=(
        Eq(
            Sum(mixed * p(i), (i, 1, n)),
            t * Sum(phi(i) * p(i), (i, 1, n)) + (1 - t) * Sum(psi(i) * p(i), (i, 1, n)),
        ),
        Eq(Sum(t * p(i), (i, 1, n)), t),
    ),
    given=Eq(Sum(p(i), (i, 1, n)), 1),
    checks=(
        symbolic(termwise(), part=0),
        symbolic("factor out of a sum", hypothesis(), part=1),
    ),
    mutants=(
        Eq(Sum(mixed**2 * p(i), (i, 1, n)), Sum(mixed * p(i), (i, 1, n))),
        Eq(Sum(t * p(i), (i, 1, n)), 1 - t),
    ),
)

f = generic("f", instances=[Lambda(t, (1 - t) ** 2), Lambda(t, (1 - t) / 2)])
density = -Derivative(f(t), t)  # of Q with respect to P = Uniform[0, 1]
atom = 1 - f(0)  # mass of Q where P has none

sufficient = Theorem(
    id="drs-2.2-if",
    title="Every such function is a trade-off function",
    source=proposition,
    uses=("neyman-pearson", "convex-absolutely-continuous"),
    notes=(
        "$P$ is uniform on $[0, 1]$; $Q$ has density $-f'$ there and an atom of mass $1 - f(0)$ "
        "elsewhere. By convexity $-f'$ decreases, so the optimal tests reject the atom and "
        "$[0, \\alpha]$. The claim is that $Q$ has total mass $1 - f(1) = 1$ and that these tests "
        "have type II error $f(\\alpha)$; $f(0) < 1$ is allowed."
    ),
    claim=(
        Eq(atom + Integral(density, (t, 0, 1)), 1),
        Eq(1 - atom - Integral(density, (t, 0, alpha)), f(alpha)),
    ),
    checks=(symbolic("fundamental theorem of calculus", fact(f, "below Id", 1)),),
    mutants=(
        Eq(1 - atom - Integral(density, (t, 0, alpha)), 1 - f(alpha)),
        Eq(1 - Integral(density, (t, 0, alpha)), f(alpha)),
    ),
)

g = generic("g", instances=[Lambda(t, (1 - t) / 3), Lambda(t, 1 - t)])
x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))


larger = Lambda(t, Max(f(t), g(t)))

middle = t * x + (1 - t) * y

maximum_is_one = Theorem(
    id="drs-2.2-maximum",
    title="The maximum of two trade-off functions is a trade-off function",
    source=proposition,
    notes="The first two parts together say that the maximum is convex.",
    claim=(
        Le(f(middle), t * larger(x) + (1 - t) * larger(y)),
        Le(g(middle), t * larger(x) + (1 - t) * larger(y)),
        Ge(larger(x), larger(y)),
        Le(larger(x), 1 - x),
    ),
    given=Le(x, y),
    checks=(
        symbolic(fact(f, "convex", x, y, t), through(t * f(x) + (1 - t) * f(y)), part=0),
        symbolic(fact(g, "convex", x, y, t), through(t * g(x) + (1 - t) * g(y)), part=1),
        symbolic(
            all_members(),
            fact(f, "non-increasing", x, y),
            fact(g, "non-increasing", x, y),
            some_member(),
            part=2,
        ),
        symbolic(all_members(), fact(f, "below Id", x), fact(g, "below Id", x), part=3),
    ),
    mutants=(
        Le(f(middle), t * larger(x) / 2 + (1 - t) * larger(y)),
        Le(2 * larger(x), 1 - x),
        Mutant(Ge(larger(x), larger(y)), given=()),
    ),
)
