"""KOV Theorem 3.1: basic composition, for any two pairs and for k of them."""

from sympy import Interval, Lambda, Sum, oo

from fdp_sym.functions import Max
from fdp_sym.symbols import delta
from fdp_sym.theorems import (
    Eq,
    Le,
    Theorem,
    cite,
    generic,
    hypothesis,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
    through,
)

source = cite("kairouz2015composition", "Theorem 3.1", edition="arXiv:1311.0776v4")
# e^epsilon of the two mechanisms; masses of the outcomes i of one and j of the other
x, y = real("x", Interval(1, oo)), real("y", Interval(1, oo))
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
p2 = generic("p_2", facts=(), bounds=(0, oo), instances=[Lambda(j, (2 * j - 1) / 4)])
q2 = generic("q_2", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 3)])
P, Q, P2, Q2 = (real(name, Interval(0, oo)) for name in ("P", "Q", "P_2", "Q_2"))

pointwise = Theorem(
    id="kov-3.1-pointwise",
    title="The excess of a product of masses, by the excesses of the factors",
    source=source,
    claim=Le(Max(0, Q * Q2 - x * y * P * P2), Max(0, Q - x * P) * Q2 + Q * Max(0, Q2 - y * P2)),
    checks=(symbolic(),),
    mutants=(
        Le(Max(0, Q * Q2 - x * P * P2), Max(0, Q - x * P) * Q2 + Q * Max(0, Q2 - y * P2)),
        Le(Max(0, Q * Q2 - x * y * P * P2), Max(0, Q - x * P) * Q2),
    ),
)

excess, excess2 = Max(0, q(i) - x * p(i)), Max(0, q2(j) - y * p2(j))
delta1, delta2 = Sum(excess, first), Sum(excess2, second)  # the profiles at log(x) and log(y)
delta12 = Sum(Max(0, q(i) * q2(j) - x * y * p(i) * p2(j)), second, first)

two = Theorem(
    id="kov-3.1-two",
    title="Basic composition of two pairs with finitely many outcomes",
    source=source,
    uses=("kov-3.1-pointwise", "drs-3.1-profile"),
    claim=Le(delta12, delta1 + delta2),
    given=(Eq(Sum(q(i), first), 1), Eq(Sum(q2(j), second), 1)),
    checks=(
        symbolic(
            through(Sum(excess * q2(j), second, first) + Sum(q(i) * excess2, second, first)),
            termwise(),
            lemma("kov-3.1-pointwise", {"P": p(i), "Q": q(i), "P_2": p2(j), "Q_2": q2(j)}),
            "factor out of a sum",
            "factor out of a sum",
            hypothesis(),
        ),
    ),
    mutants=(Le(delta12, delta1), Le(delta12, delta1 * delta2)),
    notes=(
        "The sums are the profiles at $\\epsilon_1 = \\log x$, $\\epsilon_2 = \\log y$ and at "
        "$\\epsilon_1 + \\epsilon_2$; the same holds with P and Q exchanged. By induction the "
        "composition of any list is $(\\sum \\epsilon_i, \\sum \\delta_i)$-private."
    ),
)

k = integer("k", 1)
copies = Theorem(
    id="kov-3.1",
    title="Basic composition of k mechanisms, from the exact composition",
    source=source,
    uses=("kov-3.3", "bernoulli-inequality"),
    claim=Le(1 - (1 - delta) ** k, k * delta),
    checks=(symbolic(lemma("bernoulli-inequality", {"x": delta})),),
    mutants=(Le(1 - (1 - delta) ** k, k * delta / 2), Le(k * delta, 1 - (1 - delta) ** k)),
    notes=(
        "The left side is the total delta of the first pair, $(k \\epsilon, 1 - (1 - \\delta)^k)$, "
        "of Theorem 3.3: the composition is $(k \\epsilon, k \\delta)$-private, and with a smaller "
        "delta than the printed one for k > 1."
    ),
)
