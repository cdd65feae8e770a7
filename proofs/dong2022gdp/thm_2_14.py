"""DRS Theorem 2.14: privacy of groups of k, for any trade-off function."""

from sympy import Interval, Lambda, expand, sqrt

from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Ge,
    Iterate,
    Le,
    Mutant,
    Theorem,
    cite,
    fact,
    generic,
    induction,
    integer,
    lemma,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Theorem 2.14", edition="arXiv:1905.02383v3")
k, level = integer("k", 0), real("level", Interval(0, 1))
x, y, t = real("x", Interval(0, 1)), real("y", Interval(0, 1)), real("t", Interval(0, 1))
p, p2 = real("p", Interval(0, 1)), real("p_2", Interval(0, 1))
f = generic("f", instances=[Lambda(x, (1 - x) ** 2), Lambda(x, (1 - x) / 2)])
step = Lambda(level, 1 - f(level))
after, after_x, after_y = (Iterate(step, k, start) for start in (alpha, x, y))

levels = Theorem(
    id="drs-2.14-levels",
    title="The iterates are levels",
    source=source,
    claim=(Ge(after, 0), Le(after, 1)),
    checks=(symbolic(induction(k), "iterate"),),
    mutants=(Ge(after, k / 9), Le(after, alpha)),
)

chain = Theorem(
    id="drs-2.14",
    title="One more neighbour in a chain",
    source=source,
    uses=("drs-2.14-levels",),
    claim=Le(p2, Iterate(step, k + 1, alpha)),
    given=(Le(p, after), Ge(1 - p2, f(p))),
    checks=(
        symbolic(
            "iterate",
            lemma("drs-2.14-levels", part=0),
            lemma("drs-2.14-levels", part=1),
            fact(f, "non-increasing", p, after),
        ),
    ),
    mutants=(Le(p2, after), Mutant(given=(Le(p, after),))),
    notes=(
        "p and p_2 are the probabilities that one test rejects $S_k$ and $S_{k+1}$, alpha that it "
        "rejects $S_0$; $f$-DP of neighbours says $1 - p_2 \\ge f(p)$. By induction over the chain "
        "$1 - p \\ge 1 - (1-f)^{\\circ k}(\\alpha)$ for every k."
    ),
)

start = expand(t * x + (1 - t) * y)
after_mixed = Iterate(step, k, start)
convex = Theorem(
    id="drs-2.14-convex",
    title="The function of a group is convex",
    source=source,
    uses=("drs-2.14-levels",),
    claim=Ge(after_mixed, t * after_x + (1 - t) * after_y),
    checks=(
        symbolic(
            induction(k),
            "iterate",
            lemma("drs-2.14-levels", {"alpha": x}, part=0),
            lemma("drs-2.14-levels", {"alpha": y}, part=0),
            lemma("drs-2.14-levels", {"alpha": start}, part=0),
            lemma("drs-2.14-levels", {"alpha": x}, part=1),
            lemma("drs-2.14-levels", {"alpha": y}, part=1),
            lemma("drs-2.14-levels", {"alpha": start}, part=1),
            fact(f, "convex", after_x, after_y, t),
            fact(f, "non-increasing", expand(t * after_x + (1 - t) * after_y), after_mixed),
        ),
    ),
    mutants=(
        Le(after_mixed, t * after_x + (1 - t) * after_y),
        Ge(after_mixed, t * after_x + (1 - t) * after_y + t * (1 - t) * (x - y) ** 2),
    ),
    notes="$1 - (1-f)^{\\circ k}$ is convex because the iterate is concave.",
)

monotone = Theorem(
    id="drs-2.14-monotone",
    title="The function of a group does not increase in alpha",
    source=source,
    uses=("drs-2.14-levels",),
    claim=Ge(after_y, after_x),
    given=Ge(y, x),
    checks=(
        symbolic(
            induction(k),
            "iterate",
            lemma("drs-2.14-levels", {"alpha": x}, part=0),
            lemma("drs-2.14-levels", {"alpha": x}, part=1),
            lemma("drs-2.14-levels", {"alpha": y}, part=0),
            lemma("drs-2.14-levels", {"alpha": y}, part=1),
            fact(f, "non-increasing", after_x, after_y),
        ),
    ),
    mutants=(Mutant(given=()), Ge(after_x, after_y)),
)

larger_groups = Theorem(
    id="drs-2.14-decreasing",
    title="Larger groups have less privacy",
    source=source,
    uses=("drs-2.14-levels",),
    claim=Le(1 - Iterate(step, k + 1, alpha), 1 - after),
    checks=(
        symbolic(
            "iterate",
            lemma("drs-2.14-levels", part=0),
            lemma("drs-2.14-levels", part=1),
            fact(f, "below Id", after),
        ),
    ),
    mutants=(
        Le(1 - after, 1 - Iterate(step, k + 1, alpha)),
        Le(1 - Iterate(step, k + 1, alpha), 1 - after - alpha / 9),
    ),
    notes="For k = 0 it says that the function of a group of one is at most $1 - \\alpha$.",
)

symmetric_facts = ("convex", "non-increasing", "below Id", "symmetric")
g = generic("g", instances=[Lambda(x, (1 - sqrt(x)) ** 2)], facts=symmetric_facts)
h = generic("h", instances=[Lambda(x, 1 - x)], facts=symmetric_facts)
symmetric = Theorem(
    id="drs-2.14-symmetric",
    title="The function of a group is symmetric with f",
    source=source,
    claim=Le(h(1 - g(y)), x),
    given=Le(g(1 - h(x)), y),
    checks=(
        symbolic(
            fact(g, "non-increasing", g(1 - h(x)), y),
            fact(g, "symmetric", 1 - h(x)),
            fact(h, "non-increasing", h(x), 1 - g(y)),
            fact(h, "symmetric", x),
        ),
    ),
    mutants=(Le(h(1 - g(y)), x / 2), Le(h(g(y)), x)),
    notes=(
        "With g = f and $h = 1 - (1-f)^{\\circ(k-1)}$ both $g(1-h)$ and $h(1-g)$ are the function "
        "F of a group of k, so that $F(x) \\le y$ implies $F(y) \\le x$: F is its own inverse."
    ),
)
