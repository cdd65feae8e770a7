"""DRS Definition 3.1: the tensor product of pairs with finitely many outcomes is well defined.

The same for any trade-off functions is in def_3_1_densities.py and def_3_1_general.py. A profile
determines its trade-off function, so laws of the product are stated for profiles.
"""

from sympy import Interval, Lambda, Piecewise, Sum, exp, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Sup,
    Theorem,
    all_members,
    attained,
    cite,
    every_value,
    fact,
    generic,
    hypothesis,
    integer,
    real,
    symbolic,
    termwise,
    through,
    value_at,
)

source = cite("dong2022gdp", "Definition 3.1", edition="arXiv:1905.02383v3")
laws = cite("dong2022gdp", "Section 3.1", edition="arXiv:1905.02383v3")
epsilon = real("epsilon")  # negative ones too: f need not be symmetric
e = exp(epsilon)

# masses of f = T(P, Q) at outcome i, of g = T(P', Q') at j, of h at k
i, j, k = integer("i", 1), integer("j", 1), integer("k", 1)
first, second, third = (i, 1, integer("n", 1)), (j, 1, integer("m", 1)), (k, 1, integer("l", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
p2 = generic("p_2", facts=(), bounds=(0, oo), instances=[Lambda(j, (2 * j - 1) / 4)])
q2 = generic("q_2", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 3)])
p3 = generic("p_3", facts=(), bounds=(0, oo), instances=[Lambda(k, (2 * k - 1) / 4)])
q3 = generic("q_3", facts=(), bounds=(0, oo), instances=[Lambda(k, k / 3)])
total_one = tuple(Eq(Sum(x(i), first), 1) for x in (p, q))
total_one2 = tuple(Eq(Sum(x(j), second), 1) for x in (p2, q2))

phi = generic("phi", facts=(), instances=[Lambda(i, 1 / i)])  # any test
best = Piecewise((1, q(i) > e * p(i)), (0, True))
delta_f = Sum(Max(0, q(i) - e * p(i)), first)

profile = Theorem(
    id="drs-3.1-profile",
    title="The profile of a pair with finitely many outcomes",
    source=source,
    claim=(
        Le(Sum(phi(i) * (q(i) - e * p(i)), first), delta_f),
        Eq(Sum(best * (q(i) - e * p(i)), first), delta_f),
    ),
    checks=(symbolic(termwise()),),
    mutants=(
        Le(Sum(phi(i) * (q(i) - e * p(i)), first), delta_f / 2),
        Eq(Sum(best * (q(i) - e * p(i)), first), 2 * delta_f),
    ),
    notes=(
        "No test has a larger $E_Q \\phi - e^\\epsilon E_P \\phi$ than the sum, and one test "
        "attains it: the sum is $\\delta(\\epsilon) = 1 + f^*(-e^\\epsilon)$."
    ),
)

a, b = real("a", Interval.open(0, oo)), real("b", Interval(0, oo))
support = Lambda((a, b), Sum(Max(0, a * q(i) - b * p(i)), first))  # a function of f
delta_fg = Sum(Max(0, (q(i) * q2(j)) - e * (p(i) * p2(j))), second, first)

well_defined = Theorem(
    id="drs-3.1-well-defined",
    title="The product depends on f only, not on the pair behind it",
    source=source,
    uses=("drs-3.1-profile", "drs-2.12-inverse", "fenchel-moreau"),
    claim=(
        Eq(delta_fg, Sum(support(q2(j), e * p2(j)), second)),
        Eq(support(a, b), a * Sum(Max(0, q(i) - b / a * p(i)), first)),
    ),
    checks=(
        symbolic("exchange of finite sums", part=0),
        symbolic("factor into a sum", termwise(), "factor into a maximum", part=1),
    ),
    mutants=(
        Eq(delta_fg, Sum(support(e * p2(j), q2(j)), second)),
        Eq(support(a, b), b * Sum(Max(0, q(i) - b / a * p(i)), first)),
    ),
    notes=(
        "For finitely many outcomes; see drs-3.1-general-well-defined for any two functions. The "
        "profile of the product is the sum of the values of "
        "$S_f(a, b) = a \\delta_f(\\log(b/a))$ at $a = q'_j$, $b = e^\\epsilon p'_j$, with $S_f(0,"
        " b) = 0$. So it is the same for two pairs with one f; by commutativity the same holds for"
        " g, and a profile determines its trade-off function."
    ),
)

commutative = Theorem(
    id="drs-3.1-commutative",
    title="The product is commutative",
    source=laws,
    uses=("drs-3.1-well-defined",),
    claim=Eq(delta_fg, Sum(Max(0, (q2(j) * q(i)) - e * (p2(j) * p(i))), first, second)),
    checks=(symbolic("exchange of finite sums"),),
    mutants=(
        2 * delta_fg,
        Sum(Max(0, (q2(j) * p(i)) - e * (p2(j) * q(i))), first, second),
    ),
    notes="For finitely many outcomes; see drs-3.1-general-commutative for any two functions.",
)

left = Max(0, (q(i) * q2(j)) * q3(k) - e * (p(i) * p2(j)) * p3(k))
right = Max(0, q(i) * (q2(j) * q3(k)) - e * p(i) * (p2(j) * p3(k)))

associative = Theorem(
    id="drs-3.1-associative",
    title="The product is associative",
    source=laws,
    uses=("drs-3.1-well-defined",),
    claim=Eq(Sum(left, first, second, third), Sum(right, third, second, first)),
    checks=(symbolic("exchange of finite sums"),),
    mutants=(
        Sum(right, first, second, third) / 2,
        Sum(Max(0, q(i) * q2(j) * q3(k) - e * p(i) * p2(j)), third, second, first),
    ),
    notes=(
        "Finitely many outcomes ((i, j), k) and (i, (j, k)), summed in these two orders; see "
        "drs-3.1-general-associative for any three functions."
    ),
)

same = Max(0, q(i) * p2(j) - e * p(i) * p2(j))  # Id = T(P', P') for every P'

identity = Theorem(
    id="drs-3.1-identity",
    title="Id is neutral",
    source=laws,
    uses=("drs-3.1-well-defined",),
    claim=Eq(Sum(same, first, second), delta_f),
    given=total_one2[0],
    checks=(
        symbolic(
            through(Sum(p2(j) * Max(0, q(i) - e * p(i)), first, second)),
            termwise(),
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
            "factor into a maximum",
        ),
    ),
    mutants=(delta_f / 2, Sum(Max(0, q(i) - e * p(i)) ** 2, first)),
    notes="For f with finitely many outcomes; see drs-3.1-general-identity for any f.",
)

exchanged = Sum(Max(0, p(i) * p2(j) - e * (q(i) * q2(j))), first, second)
at_minus = Sum(Max(0, q(i) * q2(j) - exp(-epsilon) * (p(i) * p2(j))), first, second)
all_P, all_Q = Sum(p(i) * p2(j), first, second), Sum(q(i) * q2(j), first, second)

inverse = Theorem(
    id="drs-3.1-inverse",
    title="The inverse of a product is the product of the inverses",
    source=laws,
    uses=("drs-3.1-well-defined",),
    claim=Eq(exchanged, 1 - e + e * at_minus),
    given=(*total_one, *total_one2),
    checks=(
        symbolic(
            through(all_P - e * all_Q + e * at_minus),
            termwise(),
            "factor into a maximum",
            "negative part",
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
        ),
    ),
    mutants=(e * at_minus, 1 - e + e * delta_fg),
    notes=(
        "For finitely many outcomes. $f^{-1} = T(Q, P)$ has the profile $1 - e^\\epsilon + "
        "e^\\epsilon \\delta_f(-\\epsilon)$. The left side is the profile of $f^{-1} \\otimes "
        "g^{-1}$, the right side that of $(f \\otimes g)^{-1}$. So a product of symmetric "
        "functions is symmetric. See drs-3.1-general-inverse for any two functions."
    ),
)

# a symmetric pair has, with every outcome of masses y, z, one of masses z, y
y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 4)])
z = generic("z", facts=(), bounds=(0, oo), instances=[Lambda(i, 3 * i / 4)])
y2 = generic("y_2", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 3)])
z2 = generic("z_2", facts=(), bounds=(0, oo), instances=[Lambda(j, 2 * j / 3)])
odds = real("odds", Interval(0, oo))
four = Lambda(
    odds,
    Sum(Max(0, z(i) * z2(j) - odds * y(i) * y2(j)), second, first)
    + Sum(Max(0, z(i) * y2(j) - odds * y(i) * z2(j)), second, first)
    + Sum(Max(0, y(i) * z2(j) - odds * z(i) * y2(j)), second, first)
    + Sum(Max(0, y(i) * y2(j) - odds * z(i) * z2(j)), second, first),
)
total = Sum((y(i) + z(i)) * (y2(j) + z2(j)), second, first)

symmetric = Theorem(
    id="drs-3.1-symmetric",
    title="A product of symmetric functions is symmetric",
    source=laws,
    uses=("drs-3.1-inverse",),
    claim=Eq(four(e), 1 - e + e * four(1 / e)),
    given=(Eq(Sum(y(i) + z(i), first), 1), Eq(Sum(y2(j) + z2(j), second), 1)),
    checks=(
        symbolic(
            through(total - e * total + e * four(1 / e)),
            termwise(),
            "factor into a maximum",
            "negative part",
            "factor out of a sum",
            hypothesis(),
        ),
    ),
    mutants=(e * four(1 / e), 1 - e + e * four(e)),
    notes=(
        "Such is, up to equivalence, every symmetric pair with finitely many outcomes, and such "
        "is the product. A function is symmetric exactly when its profile satisfies the equation. "
        "For any two symmetric functions see drs-3.1-general-inverse."
    ),
)

# g and h are any trade-off functions, f has finitely many outcomes
x = real("x", Interval(0, 1))
g = generic("g", instances=[Lambda(x, (1 - x) / 2)])
h = generic("h", instances=[Lambda(x, 1 - x)])
level = generic("level", facts=(), instances=[Lambda(i, 1 / (1 + i))])
delta_g = Sum(Sup(q(i) * (1 - g(x)) - e * p(i) * x, (x, 0, 1)), first)
delta_max = Sum(Sup(q(i) * (1 - Max(g(x), h(x))) - e * p(i) * x, (x, 0, 1)), first)

conditional = Theorem(
    id="drs-3.1-conditional",
    title="No test of a product with any second factor exceeds a sum of suprema",
    source=source,
    claim=Le(Sum(q(i) * (1 - g(level(i))) - e * p(i) * level(i), first), delta_g),
    checks=(symbolic(termwise(), value_at(level(i))),),
    mutants=(delta_g / 2, Sum(Max(0, q(i) - e * p(i)), first)),
    notes=(
        "A test of the pair is, for each outcome i of the first experiment, a test of the second "
        "one, at some level and with power at most one minus g there: that is the inequality. g is "
        "continuous, so each supremum is attained, by its own level, and with the optimal test of "
        "that level the sum is: it is the profile of $f \\otimes g$."
    ),
)

monotone = Theorem(
    id="drs-3.1-monotone",
    title="The product is monotone",
    source=laws,
    uses=("drs-3.1-conditional",),
    claim=Le(delta_max, delta_g),
    checks=(symbolic(termwise(), every_value(), value_at(x)),),
    mutants=(Ge(delta_max, delta_g), Le(2 * delta_max, delta_g)),
    notes=(
        "$g_1 \\ge g_2$ says that $g_1 = \\max(g_2, h)$ for some h, such as $g_1$. A larger "
        "function has a smaller profile."
    ),
)

below = Theorem(
    id="drs-3.1-below",
    title="The product is at most each factor",
    source=laws,
    uses=("drs-3.1-conditional", "drs-3.1-commutative"),
    claim=Ge(delta_g, delta_f),
    checks=(symbolic(termwise(), all_members(), value_at(0), value_at(1), fact(g, "below Id", 1)),),
    mutants=(Ge(delta_g, 2 * delta_f), Le(delta_g, delta_f)),
    notes="The product is below f; by commutativity it is below g.",
)

zero = Theorem(
    id="drs-3.1-zero",
    title="0 is absorbing",
    source=laws,
    uses=("drs-3.1-conditional",),
    claim=Eq(Sum(Sup(q(i) * (1 - 0) - e * p(i) * x, (x, 0, 1)), first), 1),
    given=total_one[1],
    checks=(symbolic(through(Sum(q(i), first)), termwise(), attained(0), hypothesis()),),
    mutants=(delta_f, Sum(p(i) * q(i), first)),
    notes="The only trade-off function with the profile 1 is 0.",
)
