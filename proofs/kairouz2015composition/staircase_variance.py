"""KOV section 4: the variance of staircase noise, its best stairs, and the variance of Laplace."""

from sympy import Integral, Interval, Rational, Sum, exp, log, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    antiderivative,
    cite,
    from_boundary,
    hypothesis,
    induction,
    integer,
    lemma,
    real,
    symbolic,
    through,
    using,
)

source = cite("kairouz2015composition", "Section 4 (the noise)", edition="arXiv:1311.0776v4")
b = real("b", Interval.open(0, 1))  # e^-epsilon
gamma, x = real("gamma", Interval(0, 1)), real("x")
k, n = integer("k", 0), integer("n", 1)
D = b + (1 - b) * gamma
a = (1 - b) / (2 * D)  # the density at 0
upper, lower = ((k + gamma) ** 3 - k**3) / 3, ((k + 1) ** 3 - (k + gamma) ** 3) / 3

stairs = Theorem(
    id="staircase-second-moment",
    title="The second moments of the two parts of a stair",
    source=source,
    claim=(
        Eq(Integral(x**2, (x, k, k + gamma)), upper),
        Eq(Integral(x**2, (x, k + gamma, k + 1)), lower),
    ),
    checks=(symbolic(antiderivative(x**3 / 3)),),
    mutants=(
        Eq(Integral(x**2, (x, k, k + gamma)), upper / 2),
        Eq(Integral(x**2, (x, k + gamma, k + 1)), upper),
    ),
)

variance = (b + b * (1 + b) / (3 * D) + D**2 / 3) / (1 - b) ** 2
m = n + 1
beyond = m**2 + m * ((gamma**2 + b * (1 - gamma**2)) / D + 2 * b / (1 - b)) + variance
stair = 2 * a * b**k * (upper + b * lower)
others, all_of_it = Sum(stair, (k, 1, n)), variance - stair.subs(k, 0)

sums = Theorem(
    id="staircase-variance",
    title="The variance of staircase noise by partial sums",
    source=source,
    uses=("staircase-second-moment",),
    claim=Eq(others, all_of_it - b**m * beyond),
    checks=(symbolic(induction(n), "last term", hypothesis()),),
    mutants=(
        Eq(others, all_of_it - b**m),
        Eq(others, all_of_it - b**n * beyond),
    ),
    notes="Of both signs of the noise, the stairs 0 to n; the remainder falls to zero with n.",
)

# the best stairs: D^3 = b (1 + b)/2
u, v = real("u", Interval.open(0, oo)), real("v", Interval.open(0, oo))
root = (b * (1 + b) / 2) ** Rational(1, 3)
best_gamma, best = (root - b) / (1 - b), (b + root**2) / (1 - b) ** 2

cubes = Theorem(
    id="cube-increases",
    title="The cube increases, so that its root does",
    source=source,
    claim=Le(u, v),
    given=Le(u**3, v**3),
    checks=(symbolic(through(u + (v**3 - u**3) / (u**2 + u * v + v**2))),),
    mutants=(Mutant(given=()), Mutant(Le(2 * u, v))),
)

means = Theorem(
    id="means-of-three",
    title="The arithmetic mean of two terms and a third is above the geometric mean",
    source=source,
    claim=Ge(2 * u**3 / (3 * v) + v**2 / 3, u**2),
    checks=(symbolic(through(u**2 + (v - u) ** 2 * (v + 2 * u) / (3 * v))),),
    mutants=(2 * u**2, Ge(u**3 / (3 * v) + v**2 / 3, u**2)),
)

least = Theorem(
    id="staircase-variance-least",
    title="The stairs of the least variance",
    source=source,
    uses=("cube-increases", "means-of-three", "staircase-variance"),
    claim=(
        Ge(variance, best),
        Eq(variance.subs(gamma, best_gamma), best),
        Ge(best_gamma, 0),
        Le(best_gamma, 1),
    ),
    checks=(
        symbolic(
            lemma("means-of-three", {"u": root, "v": D}),
            using((means.claim[0].subs({u: root, v: D}), 1 / (1 - b) ** 2)),
            part=0,
        ),
        symbolic(part=1),
        symbolic(
            lemma("cube-increases", {"u": b, "v": root}),
            using((Le(b, root), 1 / (1 - b))),
            part=2,
        ),
        symbolic(
            lemma("cube-increases", {"u": root, "v": 1}),
            using((Le(root, 1), 1 / (1 - b))),
            part=3,
        ),
    ),
    mutants=(Ge(variance, 2 * best), Eq(variance.subs(gamma, (root - b) / 2), best)),
    notes="For every epsilon; the best width of the upper part is at most 1/2.",
)

mean = (1 + 4 * b + b**2) / (3 * (1 + b))
one = real("b", Interval.Lopen(0, 1))

logarithm = Theorem(
    id="staircase-variance-logarithm",
    title="epsilon is at most (1 - e^-epsilon) over the best D",
    source=source,
    uses=("cube-increases",),
    claim=(
        Ge(mean.subs(b, one) ** 3, one * (1 + one) / 2),
        Ge((1 - one) / root.subs(b, one) + log(one), 0),
    ),
    checks=(
        symbolic(part=0),
        symbolic(
            from_boundary(one, 1),
            lemma("cube-increases", {"u": root.subs(b, one), "v": mean.subs(b, one)}),
            using(
                (
                    Le(root.subs(b, one), mean.subs(b, one)),
                    (1 + one) / (2 * root.subs(b, one) ** 4),
                )
            ),
            part=1,
        ),
    ),
    mutants=(
        Ge(mean.subs(b, one) ** 3, one * (1 + one)),
        Ge((1 - one) / root.subs(b, one) + 2 * log(one), 0),
    ),
)

half, gap = 2 * root**2 / (1 - b) ** 2, (1 - b) / root + log(b)
squares = half * ((1 - b) / root - log(b)) / log(b) ** 2

laplace = Theorem(
    id="staircase-variance-laplace",
    title="The least variance of staircase noise is at most that of Laplace noise",
    source=source,
    uses=("cube-increases", "staircase-variance-least", "staircase-variance-logarithm"),
    claim=Le(best, 2 / log(b) ** 2),
    checks=(
        symbolic(
            lemma("cube-increases", {"u": b, "v": root**2}),
            lemma("staircase-variance-logarithm", {"b": b}, part=1),
            using((Le(b, root**2), 1 / (1 - b) ** 2), (Ge(gap, 0), squares)),
        ),
    ),
    mutants=(Le(best, 1 / log(b) ** 2), Le(2 * best, 2 / log(b) ** 2)),
    notes="The scale of Laplace noise is $1/\\epsilon$, and $\\log b = -\\epsilon$.",
)

# the likelihood ratios e^epsilon, 1, e^-epsilon, and the total variation at gamma <= 1/2
c = real("c", Interval.open(0, 1))
narrow = real("gamma", Interval(0, Rational(1, 2)))
D_narrow = D.subs(gamma, narrow)
outer = b / 2 + a.subs(gamma, narrow) * b * narrow  # the mass under P of the first
share, share_c = (value * (2 / (1 + value) / value) ** Rational(1, 3) for value in (b, c))

monotone = Theorem(
    id="staircase-monotone",
    title="Staircase noise of the least variance is less private at a larger epsilon",
    source=source,
    uses=("cube-increases", "staircase-tradeoff"),
    claim=(
        Eq((1 / b - 1) * outer, (1 - b) * (1 - b / (2 * D_narrow))),
        Le(root, (1 + b) / 2),
        Le(b / root, c / root.subs(b, c)),
    ),
    given=Le(b, c),
    checks=(
        symbolic(part=0),
        symbolic(lemma("cube-increases", {"u": root, "v": (1 + b) / 2}), part=1),
        symbolic(lemma("cube-increases", {"u": b / root, "v": c / root.subs(b, c)}), part=2),
    ),
    mutants=(
        Mutant(Le(b / root, c / root.subs(b, c)), given=()),
        Eq((1 / b - 1) * outer, (1 - b) * (1 - b / D_narrow)),
        Le(root, (1 + b) / 3),
    ),
    notes=(
        "The curve is the maximum of the lines of slopes $-e^\\epsilon$, $-1$ and "
        "$-e^{-\\epsilon}$, the second of which is $1 - TV - \\alpha$. By the first part TV is "
        "$(1 - b)(1 - b/(2D))$, and b/D falls with epsilon by the last: all three lines fall."
    ),
)

epsilon = real("epsilon", Interval.open(0, oo))
sufficient = Theorem(
    id="kov-4.3-staircase",
    title="The variance that is printed for Laplace noise is enough for staircase noise",
    source=cite("kairouz2015composition", "Section 4.3", edition="arXiv:1311.0776v4"),
    uses=("staircase-variance-laplace", "kov-4.1", "kov-4.1-laplace"),
    claim=Le(best.subs(b, exp(-epsilon)), 2 / epsilon**2),
    checks=(symbolic(lemma("staircase-variance-laplace", {"b": exp(-epsilon)})),),
    mutants=(
        Le(best.subs(b, exp(-epsilon)), 1 / epsilon**2),
        Le(best.subs(b, exp(-epsilon)), (2 - epsilon) / epsilon**2),
    ),
    notes=(
        "At the epsilon of each mechanism in Corollary 4.1 the right side is the printed $8 k "
        "\\log(e + \\epsilon/\\delta)/\\epsilon^2$ for a sensitivity of 1 (kov-4.1-laplace)."
    ),
)
