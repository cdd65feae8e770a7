"""DRS Lemmas C.1 and C.2: experiments whose second part depends on the outcome of the first."""

from sympy import Integral, Interval, Lambda, Rational, Sum, exp, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Sup,
    Theorem,
    cite,
    every_value,
    generic,
    integer,
    real,
    symbolic,
    termwise,
    under_integral,
    value_at,
)

c_1 = cite("dong2022gdp", "Lemma C.1", edition="arXiv:1905.02383v3")
c_2 = cite("dong2022gdp", "Lemma C.2", edition="arXiv:1905.02383v3")
e = exp(real("epsilon"))
# outcomes i of the first experiment; given i, outcomes j of the second one with kernels K_1, K_2
i, j = integer("i", 1), integer("j", 1)
first, second = (i, 1, integer("n", 1)), (j, 1, integer("m", 1))
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
K1 = generic("K_1", facts=(), bounds=(0, oo), instances=[Lambda((i, j), 1 / (i + j))])
K2 = generic("K_2", facts=(), bounds=(0, oo), instances=[Lambda((i, j), j / (2 * i))])
phi = generic("phi", facts=(), instances=[Lambda((i, j), 1 / (i * j))])
level, power = (Sum(phi(i, j) * K(i, j), second) for K in (K1, K2))
gain = phi(i, j) * (q(i) * K2(i, j) - e * p(i) * K1(i, j))

tests = Theorem(
    id="drs-c.1-tests",
    title="A test of both experiments is a test of the second one for each outcome of the first",
    source=c_1,
    claim=Eq(Sum(gain, second, first), Sum(q(i) * power - e * p(i) * level, first)),
    checks=(symbolic("sum of a sum", "factor into a sum", termwise()),),
    mutants=(Sum(q(i) * level - e * p(i) * power, first), Sum(q(i) * power, first)),
    notes=(
        "$E_Q \\phi - e^\\epsilon E_P \\phi$ for the pair $(P \\times K_1, Q \\times K_2)$. Given "
        "i, the power is at most $1 - T(K_1(i), K_2(i))$ at the level."
    ),
)

# T(K_1(i), K_2(i)) at x, for two pairs of kernels: G, and the larger max(G, H)
x = real("x", Interval(0, 1))
G = generic("G", facts=(), instances=[Lambda((i, x), (1 - x) / (i + 1))])
H = generic("H", facts=(), instances=[Lambda((i, x), (1 - x) / 2)])
larger = Sum(Sup(q(i) * (1 - Max(G(i, x), H(i, x))) - e * p(i) * x, (x, 0, 1)), first)
smaller = Sum(Sup(q(i) * (1 - G(i, x)) - e * p(i) * x, (x, 0, 1)), first)

conditional = Theorem(
    id="drs-c.1",
    title="Harder conditional problems make the joint problem harder",
    source=c_1,
    uses=("drs-c.1-tests",),
    claim=Le(larger, smaller),
    checks=(symbolic(termwise(), every_value(), value_at(x)),),
    mutants=(Ge(larger, smaller), Le(2 * larger, smaller)),
    notes=(
        "The profiles of two joint problems whose conditional problems satisfy $T(K_1(i), K_2(i)) "
        "\\ge G_i$ for every i. For finitely many outcomes i; the second experiment is arbitrary."
    ),
)

g = generic("g", instances=[Lambda(x, (1 - x) / 3), Lambda(x, (1 - x) ** 2)])
joint = Sum(Sup(q(i) * (1 - Max(g(x), H(i, x))) - e * p(i) * x, (x, 0, 1)), first)
product = Sum(Sup(q(i) * (1 - g(x)) - e * p(i) * x, (x, 0, 1)), first)

lower_bound = Theorem(
    id="drs-c.2",
    title="Conditional problems above g: the joint problem is above T(P, Q) x g",
    source=c_2,
    uses=("drs-c.1-tests", "drs-3.1-conditional"),
    claim=Le(joint, product),
    checks=(symbolic(termwise(), every_value(), value_at(x)),),
    mutants=(Ge(joint, product), Le(2 * joint, product)),
    notes="The right side is the profile of $T(P, Q) \\otimes g$.",
)

# any T(P, Q), by its canonical pair: P is uniform on [0, 1], Q has the density s there
t = real("t", Interval(0, 1))
s = generic("s", facts=(), bounds=(0, oo), instances=[Lambda(t, 2 - 2 * t)])
at = generic("at", facts=(), instances=[Lambda(t, t / 2)])  # the level of the second test, given t
T = generic("T", facts=(), instances=[Lambda((t, x), (1 - x) / (1 + t))])
conditional_t = Integral(s(t) * (1 - Max(g(at(t)), T(t, at(t)))) - e * at(t), (t, 0, 1))
fixed = Integral(s(t) * (1 - g(at(t))) - e * at(t), (t, 0, 1))

general = Theorem(
    id="drs-c.2-general",
    title="Conditional problems above g, for any T(P, Q)",
    source=c_2,
    uses=("drs-2.2-if",),
    claim=Le(conditional_t, fixed),
    checks=(symbolic(under_integral()),),
    mutants=(fixed / 2, fixed - Rational(1, 4)),
    notes=(
        "For every choice of levels; the profiles are the suprema over all choices, plus $1 - "
        "f(0)$ for f = T(P, Q). The pair of f is that of Proposition 2.2."
    ),
)
