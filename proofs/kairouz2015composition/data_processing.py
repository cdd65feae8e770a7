"""KOV Theorems 2.4 and 2.5: data processing, and its converse between canonical pairs."""

from sympy import Interval, Lambda, Rational, Sum, exp, oo

from fdp_sym.theorems import Eq, Ge, Mutant, Theorem, cite, generic, integer, real, symbolic

i, j = integer("i", 1), integer("j", 1)
n, m = integer("n", 1), integer("m", 1)
# masses under both hypotheses, a stochastic kernel, a test of its output
p = generic("p", facts=(), instances=[Lambda(i, Rational(1, 2) ** i)])
q = generic("q", facts=(), instances=[Lambda(i, Rational(2, 3) ** i / 2)])
K = generic("K", facts=(), instances=[Lambda((i, j), 1 / (i + j))])
phi = generic("phi", facts=(), instances=[Lambda(j, 1 / (1 + j))])

before = Sum(K(i, j) * phi(j), (j, 1, m))  # the test phi after the kernel K, at outcome i
fa_before, md_before = Sum(p(i) * before, (i, 1, n)), 1 - Sum(q(i) * before, (i, 1, n))
fa_after = Sum(phi(j) * Sum(p(i) * K(i, j), (i, 1, n)), (j, 1, m))
md_after = 1 - Sum(phi(j) * Sum(q(i) * K(i, j), (i, 1, n)), (j, 1, m))

data_processing = Theorem(
    id="kov-2.4",
    title="Data processing: a test of the output is a test of the input with the same errors",
    source=cite("kairouz2015composition", "Theorem 2.4", edition="arXiv:1311.0776v4"),
    claim=(Eq(fa_after, fa_before), Eq(md_after, md_before)),
    checks=(symbolic("factor into a sum", "exchange of finite sums"),),
    mutants=(
        Eq(fa_after, md_before),
        Eq(fa_after, Sum(p(i) * Sum(K(j, i) * phi(j), (j, 1, m)), (i, 1, n)) / 2),
        Eq(md_after, 1 - fa_before),
    ),
    notes=(
        "For finite spaces, with errors (P_FA, P_MD). So the region of the output is contained in "
        "that of the input."
    ),
)

epsilon2 = real("epsilon_2", Interval(0, oo))
eps = real("epsilon", Interval.open(0, oo))
high, low = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
high2, low2 = exp(epsilon2) / (1 + exp(epsilon2)), 1 / (1 + exp(epsilon2))
# the probability with which the kernel keeps the bit
keep = (exp(eps + epsilon2) - 1) / ((exp(eps) - 1) * (exp(epsilon2) + 1))

converse = Theorem(
    id="kov-2.5-binary",
    title="Randomised response at a smaller epsilon is a function of that at a larger one",
    source=cite("kairouz2015composition", "Theorem 2.5", edition="arXiv:1311.0776v4"),
    claim=(
        Ge(keep, 0),
        Ge(1 - keep, 0),
        Eq(high * keep + low * (1 - keep), high2),
        Eq(low * keep + high * (1 - keep), low2),
    ),
    given=(Ge(eps, epsilon2),),
    checks=(symbolic(),),
    mutants=(
        Mutant(given=()),
        Eq(high * (1 - keep) + low * keep, high2),
        Ge(high2, keep),
        Ge(1 - 2 * keep, 0),
    ),
    notes=(
        "An instance of the converse with its kernel: keep the bit with the stated probability, "
        "flip it otherwise. In general the converse is the axiom blackwell, on which nothing here "
        "rests."
    ),
)
