"""DRS Theorem 3.2: adaptive composition, with parameters that are fixed in advance."""

from sympy import Lambda, Rational, Sum, exp, oo

from fdp_sym import convex_minorant, from_pair
from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Above,
    Eq,
    Ge,
    Le,
    Lt,
    SameCurve,
    Theorem,
    cite,
    exact,
    generic,
    integer,
    real,
    symbolic,
    termwise,
    through,
)

source = cite("dong2022gdp", "Theorem 3.2", edition="arXiv:1905.02383v3")
e = exp(real("epsilon"))
# M_1 has outcomes i of masses p, q; f_2 is the trade-off function of the masses p_2, q_2
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
p2 = generic("p_2", facts=(), bounds=(0, oo), instances=[Lambda(j, (2 * j - 1) / 4)])
q2 = generic("q_2", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 3)])
# by how much M_2, after the outcome i, and M_1 are better than f_2 and f_1 guarantee
spare = generic("spare", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / (9 * i))])
spare2 = generic("spare_2", facts=(), bounds=(0, oo), instances=[Lambda(j, 1 / (8 * j))])
both = Max(0, q(i) * q2(j) - e * p(i) * p2(j))
composed = Sum(Sum(both, second) - spare(i), first)
guaranteed = Sum(Sum(both, first) + spare2(j), second)

two_steps = Theorem(
    id="drs-3.2",
    title="Adaptive composition: one more mechanism",
    source=source,
    uses=("drs-c.2", "drs-3.1-commutative", "drs-3.1-monotone"),
    claim=Le(composed, guaranteed),
    checks=(
        symbolic(
            through(Sum(both, first, second)),
            "sum of a sum",
            "exchange of finite sums",
            termwise(),
        ),
    ),
    mutants=(Ge(composed, guaranteed), Le(composed, Sum(spare2(j), second))),
    notes=(
        "What is checked is how the two inequalities combine; they come from the entries used. The "
        "left side is the profile of the composition, by Lemma C.2 at most that of $T(P, Q) "
        "\\otimes f_2$; the right side that of $f_1 \\otimes f_2$, in the other order of "
        "summation. Composition of n mechanisms follows by induction: the first n - 1, with all "
        "their outcomes, are one mechanism, and it is $f_1 \\otimes \\cdots \\otimes f_{n-1}$-DP. "
        "For finitely many outcomes, whose numbers are arbitrary."
    ),
)

third, fourth = Rational(1, 3), Rational(1, 4)
response = from_pair((2 * third, third), (third, 2 * third))  # epsilon = log 2
second_response = from_pair((3 * fourth, fourth), (fourth, 3 * fourth))  # epsilon = log 3
independent = from_pair(
    (6 * third * fourth, 2 * third * fourth, 3 * third * fourth, third * fourth),
    (third * fourth, 3 * third * fourth, 2 * third * fourth, 6 * third * fourth),
)

tight = Theorem(
    id="drs-3.2-tight",
    title="Independent mechanisms attain the product",
    source=source,
    uses=("neyman-pearson",),
    claim=SameCurve(independent, response @ second_response),
    checks=(exact(),),
    mutants=(
        SameCurve(independent, response @ response),
        SameCurve(independent, second_response @ second_response),
    ),
    notes=(
        "An instance; in general $T(P \\times P', Q \\times Q') = f_1 \\otimes f_2$ is the "
        "definition of the product."
    ),
)

# after the first bit: randomised response with log 3 or with log 2, both f_(log 3, 0)-DP
adaptive = from_pair(
    (6 * third * fourth, 2 * third * fourth, third * 2 * third, third * third),
    (third * fourth, 3 * third * fourth, 2 * third * third, 4 * third * third),
)

example = Theorem(
    id="drs-3.2-example",
    title="Two mechanisms, the second of which depends on the bit of the first",
    source=source,
    uses=("neyman-pearson",),
    claim=Above(adaptive, response @ second_response),
    checks=(exact(),),
    mutants=(
        Above(response @ second_response, adaptive),
        Above(adaptive, response @ response),
    ),
    notes="Strictly above the product at some levels; not above that with the better guarantee.",
)

# a second mechanism chosen after the first bit: log 3 after one, f_(0, 1/10) after the other
revealing = from_pair(("9/10", "1/10", 0), ("9/10", 0, "1/10"))
budget = convex_minorant([response @ second_response, response @ revealing])
joint = from_pair(
    (third * 3 * fourth, third * fourth, 2 * third * Rational(9, 10), 2 * third / 10, 0),
    (2 * third * fourth, 2 * third * 3 * fourth, third * Rational(9, 10), 0, third / 10),
)
level = Rational(1, 12)

chosen = Theorem(
    id="drs-3.2-chosen",
    title="Parameters chosen on the way may break a budget that every path keeps",
    source=source,
    uses=("neyman-pearson",),
    claim=(
        Above(response @ second_response, budget),
        Above(response @ revealing, budget),
        Eq(joint.formula(level), Rational(7, 15)),
        Eq(budget.formula(level), Rational(1, 2)),
    ),
    checks=(exact(part=(0, 1)), symbolic(part=(2, 3))),
    mutants=(Above(joint, budget), Lt(budget.formula(level), joint.formula(level))),
    notes=(
        "After randomised response with $\\epsilon = \\log 2$ the second mechanism is $f_{\\log "
        "3, 0}$-DP or $f_{0, 1/10}$-DP, depending on the bit. On either path the product is at "
        "least f, the largest trade-off function below both; the composition is below f at "
        "$\\alpha = 1/12$. So one must not go on until the product crosses f."
    ),
)
