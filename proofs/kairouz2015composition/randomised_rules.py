"""KOV eq (3) and Remark 2.2: randomised rules lie in the convex hull of the deterministic ones."""

from sympy import Interval, Lambda, Rational, Sum

from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Theorem, cite, generic, integer, symbolic

i, s = integer("i", 1), integer("s", 1)
n, m = integer("n", 1), integer("m", 1)
# P(X = i); the probability that rule s is drawn; 1 where rule s rejects on outcome i, otherwise 0
p = generic("p", facts=(), instances=[Lambda(i, Rational(1, 2) ** i)])
w = generic("w", facts=(), instances=[Lambda(s, 1 / (1 + s))])
reject = generic("reject", facts=(), instances=[Lambda((i, s), 1 / (i + s))])

mixture = Theorem(
    id="kov-eq3-mixture",
    title="The errors of a randomised rule are the mixture of the errors of its rules",
    source=cite("kairouz2015composition", "Remark 2.2", edition="arXiv:1311.0776v4"),
    claim=Eq(
        Sum(p(i) * Sum(w(s) * reject(i, s), (s, 1, m)), (i, 1, n)),
        Sum(w(s) * Sum(p(i) * reject(i, s), (i, 1, n)), (s, 1, m)),
    ),
    checks=(symbolic("factor into a sum", "exchange of finite sums"),),
    mutants=(
        Sum(w(s) * Sum(p(i) * reject(s, i), (i, 1, n)), (s, 1, m)) / 2,
        Sum(Sum(p(i) * reject(i, s), (i, 1, n)), (s, 1, m)),
    ),
    notes=(
        "For finitely many outcomes and rules, under P; the same under Q gives the power. So the "
        "error pair of a randomised rule is a convex combination of the pairs of events."
    ),
)

# the probabilities of rejecting on three outcomes, in decreasing order
low = real("phi_3", Interval(0, 1))
a, b = real("a", Interval(0, 1)), real("b", Interval(0, 1))
middle = low + (1 - low) * b
high = middle + (1 - middle) * a
weights = (1 - high, high - middle, middle - low, low)  # of the events {}, {1}, {1, 2}, {1, 2, 3}

layers = Theorem(
    id="kov-eq3-layers",
    title="A test on three outcomes is a mixture of events",
    source=cite("kairouz2015composition", "Eq (3)", edition="arXiv:1311.0776v4"),
    claim=(
        Eq(weights[1] + weights[2] + weights[3], high),
        Eq(weights[2] + weights[3], middle),
        Eq(sum(weights), 1),
        Ge(weights[0], 0),
        Ge(weights[1], 0),
        Ge(weights[2], 0),
    ),
    checks=(symbolic(),),
    mutants=(Eq(weights[1] + weights[3], high), Ge(weights[1], a)),
)
