"""KOV Theorem 5.1: accuracies of functions of private bits, each published once with noise."""

from sympy import Abs, Interval, Lambda, Rational, Sum, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Claim,
    Eq,
    Ge,
    Gt,
    Le,
    Mutant,
    Theorem,
    cite,
    counterexample,
    generic,
    hypothesis,
    integer,
    largest,
    real,
    symbolic,
    termwise,
    using,
)

source = cite("kairouz2015composition", "Theorem 5.1", edition="arXiv:1311.0776v4")
i, j, n, m = (integer(name, 1) for name in ("i", "j", "n", "m"))
first, second = (i, 1, n), (j, 1, m)

# -- any protocol against published responses ------------------------------------------------------

mu = generic("mu", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
K = generic("K", facts=(), bounds=(0, oo), instances=[Lambda((i, j), 1 / (i + 2 * j))])
gain = generic("w", facts=(), instances=[Lambda(j, 1 / j)])

optimal = Theorem(
    id="kov-5.1",
    title="A rule on the transcript is a rule on the responses with the same expected gain",
    source=source,
    uses=("kov-d.1", "kov-d.1-slack"),
    claim=Eq(
        Sum(Sum(mu(i) * K(i, j), first) * gain(j), second),
        Sum(mu(i) * Sum(K(i, j) * gain(j), second), first),
    ),
    checks=(symbolic("factor into a sum", "exchange of finite sums"),),
    mutants=(
        Sum(mu(i) * Sum(K(i, j) * gain(j), second), first) / 2,
        Sum(mu(i) * Sum(K(j, i) * gain(j), second), first),
    ),
    notes=(
        "At one input: mu are the masses of the responses, K the kernel to the transcripts, and "
        "w(j) what the rule gains on transcript j, by itself or on average over its answers. The "
        "inner sum is what a rule gains that draws the transcript itself. So no protocol beats the "
        "published responses at any input, hence neither in the worst case nor on average, for any "
        "function and gain; for a party the rule may use its own bit."
    ),
)

# -- other mechanisms of one party -----------------------------------------------------------------

growth = real("x", Interval.open(1, oo))  # e^epsilon
keeps, flips = growth / (1 + growth), 1 / (1 + growth)
# the probability of the output 1 if the bit is 0, is 1; after the response 0, after 1
one, one2 = real("P", Interval(0, 1)), real("Q", Interval(0, 1))
after0, after1 = (growth * one - one2) / (growth - 1), (growth * one2 - one) / (growth - 1)
private = (
    Le(one, growth * one2),
    Le(one2, growth * one),
    Le(1 - one, growth * (1 - one2)),
    Le(1 - one2, growth * (1 - one)),
)

binary = Theorem(
    id="kov-5.1-binary",
    title="Every private mechanism with two outputs is a function of the randomised response",
    source=source,
    claim=(
        Ge(after0, 0),
        Ge(after1, 0),
        Ge(1 - after0, 0),
        Ge(1 - after1, 0),
        Eq(keeps * after0 + flips * after1, one),
        Eq(flips * after0 + keeps * after1, one2),
    ),
    given=private,
    checks=(
        symbolic(part=(0, 1, 4, 5)),
        symbolic(using((private[3], 1 / (growth - 1))), part=2),
        symbolic(using((private[2], 1 / (growth - 1))), part=3),
    ),
    mutants=(
        Mutant((Ge(1 - after0, 0),), given=private[:2]),
        Mutant((Ge(after0, 0),), given=private[2:]),
        Eq(keeps * after1 + flips * after0, one),
    ),
    notes=(
        "For $\\delta = 0$. For more outputs and for positive $\\delta$ the kernel is that of "
        "kov-d.1-response and kov-3.3-kernel, at each output. So no mechanism gives a rule that "
        "the response does not give."
    ),
)

# -- two bounds of a worst case --------------------------------------------------------------------

a, b, d = (
    generic("a", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)]),
    generic("b", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i)]),
    generic("d", facts=(), bounds=(0, 1), instances=[Lambda(i, 1 / (1 + i))]),
)
scored = Sum(d(i) * a(i) + (1 - d(i)) * b(i), first)

duality = Theorem(
    id="kov-5.1-prior",
    title="No rule does better on average over a prior than the likelier answer",
    source=source,
    claim=Le(scored, Sum(Max(a(i), b(i)), first)),
    checks=(symbolic(termwise()),),
    mutants=(Sum(a(i), first), Sum(Max(a(i), b(i)), first) / 2),
    notes=(
        "a, b are the masses of outcome i together with the inputs at which 1, 0 is right, and d "
        "is the probability of answering 1. At its worst input a rule does not do better than on "
        "average over a prior."
    ),
)

# -- parities --------------------------------------------------------------------------------------

# what n outcomes say of one bit, and m outcomes of another
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 3)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, (2 * i - 1) / 4)])
r = generic("r", facts=(), bounds=(0, oo), instances=[Lambda(j, 1 / (1 + j))])
s = generic("s", facts=(), bounds=(0, oo), instances=[Lambda(j, j / 2)])
even, odd = (p(i) * r(j) + q(i) * s(j)) / 2, (p(i) * s(j) + q(i) * r(j)) / 2
apart = Abs(p(i) - q(i)) * Abs(r(j) - s(j)) / 4
tv, tv2 = Sum(Abs(p(i) - q(i)), first) / 2, Sum(Abs(r(j) - s(j)), second) / 2

parity = Theorem(
    id="kov-5.1-parity",
    title="Total variation of a parity is the product of those of its bits",
    source=source,
    claim=(
        Eq(even - odd, (p(i) - q(i)) * (r(j) - s(j)) / 2),
        Eq(Sum(apart, first, second), tv * tv2),
    ),
    checks=(
        symbolic(part=0),
        symbolic("factor out of a sum", "factor out of a sum", part=1),
    ),
    mutants=(
        Eq(even - odd, (p(i) - q(i)) * (s(j) - r(j)) / 2),
        Eq(Sum(apart, first, second), 2 * tv * tv2),
        Eq(Sum(apart, first, second), tv),
    ),
    notes=(
        "Masses p, q under the values 0, 1 of one bit and r, s of another, which may be a parity "
        "itself: an outcome (i, j) has the masses even and odd under their parity, and half their "
        "distance is the term of the sum, since $|uv| = |u||v|$. So for n bits it is $\\prod_i "
        "TV_i$, by induction."
    ),
)

guess = Sum(Max(p(i), q(i)), first) / 2
in_parts = Sum((p(i) + q(i) + Abs(p(i) - q(i))) / 4, first)
total = (Eq(Sum(p(i), first), 1), Eq(Sum(q(i), first), 1))

bayes = Theorem(
    id="kov-5.1-bayes",
    title="The best average accuracy for one bit is (1 + TV)/2",
    source=source,
    claim=(Eq(guess, in_parts), Eq(in_parts, (1 + tv) / 2)),
    given=total,
    checks=(
        symbolic(termwise(), part=0),
        symbolic("sum of a sum", "factor out of a sum", hypothesis(), part=1),
    ),
    mutants=(
        Mutant(Eq(guess, 2 * in_parts), given=()),
        Mutant(Eq(in_parts, tv / 2), given=total[:1], at={"n": 2}),
        Mutant(Eq(in_parts, 1 + tv), given=total[:1], at={"n": 2}),
    ),
    notes=(
        "With kov-5.1-parity and kov-a1-b-attained an observer of published bits computes their "
        "parity with the average accuracy $(1 + \\prod_i TV_i)/2$, $TV_i = \\delta_i + (1 - "
        "\\delta_i)(e^{\\epsilon_i} - 1)/(e^{\\epsilon_i} + 1)$; for a party its own factor is 1."
    ),
)

# the rule for a parity: 1 - 2 (answer) is the product of signs, one for each outcome
delta, x = real("delta", Interval(0, 1)), real("x", Interval(1, oo))
high, low = (1 - delta) * x / (1 + x), (1 - delta) / (1 + x)
variation = delta + (1 - delta) * (x - 1) / (x + 1)
e, e2 = (
    generic("e", facts=(), instances=[Lambda(i, i - 2)]),
    generic("e_2", facts=(), instances=[Lambda(j, j - 1)]),
)

signs = Theorem(
    id="kov-5.1-parity-worst",
    title="For a parity the worst case is the average",
    source=source,
    uses=("kov-12-13-masses", "kov-5.1-parity", "kov-5.1-bayes"),
    claim=(
        Eq(delta + high - low, variation),
        Eq(low - high - delta, -variation),
        Eq(
            Sum(p(i) * e(i), first) * Sum(r(j) * e2(j), second),
            Sum(p(i) * r(j) * (e(i) * e2(j)), first, second),
        ),
    ),
    checks=(
        symbolic(part=(0, 1)),
        symbolic("factor out of a sum", "factor out of a sum", part=2),
    ),
    mutants=(
        Eq(delta + high + low, variation),
        Eq(low - high, -variation),
        Eq(
            Sum(p(i) * e(i), first) * Sum(r(j) * e2(j), second),
            Sum(p(i) * r(j) * (e(i) + e2(j)), first, second),
        ),
    ),
    notes=(
        "With the sign 1 for the first two canonical outcomes and -1 for the others, the mean sign "
        "is $TV_i$ or $-TV_i$ as the bit is 0 or 1, so that of the product is $\\pm\\prod_i TV_i$ "
        "and the rule is right with probability $(1 + \\prod_i TV_i)/2$ at every input."
    ),
)

# -- what is needed --------------------------------------------------------------------------------

dependent = Theorem(
    id="kov-5.1-joint-noise",
    title="Publications with common noise can do better",
    source=source,
    claim=(
        Le(x / (1 + x), x * (1 / (1 + x))),
        Eq((1 + ((x - 1) / (x + 1)) ** 2) / 2, (x**2 + 1) / (x + 1) ** 2),
        Eq(x / (1 + x) - (x**2 + 1) / (x + 1) ** 2, (x - 1) / (x + 1) ** 2),
    ),
    checks=(symbolic(),),
    mutants=(
        Le(x / (1 + x), x / 2 * (1 / (1 + x))),
        Eq(x / (1 + x) - (x**2 + 1) / (x + 1) ** 2, 0),
    ),
    notes=(
        "Two parties, $\\delta = 0$. The parity itself, flipped with probability $1/(1+x)$, is "
        "$(\\epsilon, 0)$-private for both bits, and right with probability $x/(1+x)$: more than "
        "the best of published responses by $(x-1)/(x+1)^2$. It takes noise that no party knows, "
        "so it is no protocol: a transcript is a product of contributions of the parties."
    ),
)

# two responses to the same bit
kept, flipped = x / (1 + x), 1 / (1 + x)
same = (2 * Max(kept**2, flipped**2) + 2 * kept * flipped) / 2

equal_bits = Theorem(
    id="kov-5.1-equal-bits",
    title="For bits that are known to be equal, publishing with noise is not optimal",
    source=source,
    claim=(Eq(same, kept), Gt(1 - kept, 0)),
    checks=(symbolic(largest(kept**2), part=0), symbolic(part=1)),
    mutants=(Eq(same, kept**2), Gt(flipped - kept, 0)),
    notes=(
        "Two parties, $\\delta = 0$, with the inputs 00 and 11 only. They differ in no single "
        "bit, so publishing in the clear is private for fixed bits of the other party, and always "
        "right; the responses are right with probability $x/(1+x)$. The first sum is over 00 and "
        "11, and over 01 and 10. So all inputs have to be possible: the bits are independent."
    ),
)

# parties (0, delta) and (log x, 0); after a response 1, party 1 shows its bit with probability q
lost = real("delta", Interval.open(0, 1))
q1 = lost * (1 + x) / x
without = (1 - lost) * (Max(kept, kept + 2 * flipped) + Max(flipped, flipped + 2 * kept)) / 4
published = lost / 2 + lost * Max(kept, flipped) / 2 + without
after_one = q1 / 4 + q1 * Max(kept, flipped) / 4 + (1 - q1) * Max(kept, kept + 2 * flipped) / 4
interactive = after_one + Max(flipped, flipped + 2 * kept) / 4
possible = (Le(lost, kept),)

fixed_bits = Claim(
    id="kov-5.1-fixed-bits",
    title="Published responses are optimal for all delta if privacy is at fixed bits of the others",
    source=source,
    uses=("kov-d.1-fixed-bits",),
    claim=Le(interactive, published),
    given=possible,
    checks=(counterexample(at={"x": 3, "delta": "1/10"}),),
    corrected="kov-5.1-fixed-bits-gain",
    notes=(
        "The average accuracy for the conjunction of two bits: of the protocol of "
        "kov-d.1-fixed-bits, and of the published responses. Sums over what is seen: the bit of "
        "party 1 (0 or 1) or nothing, and the response of party 2; the likelier answer of each."
    ),
)

gained = Theorem(
    id="kov-5.1-fixed-bits-gain",
    title="What an interactive protocol gains if privacy is asked at fixed bits of the others only",
    source=source,
    uses=("kov-d.1-fixed-bits", "kov-5.1"),
    claim=(
        Eq(published, Rational(3, 4) + lost * (x - 1) / (4 * (x + 1))),
        Eq(interactive, Rational(3, 4) + lost * (x - 1) / (4 * x)),
    ),
    given=possible,
    checks=(symbolic(largest(kept + 2 * flipped), largest(flipped + 2 * kept), largest(kept)),),
    mutants=(
        Eq(published, Rational(3, 4) + lost * (x - 1) / (4 * x)),
        Eq(interactive, Rational(3, 4) + lost * (x - 1) / (2 * x)),
    ),
    notes=(
        "For positive $\\delta$ the theorem holds if each contribution is $(\\epsilon_i, "
        "\\delta_i)$-private whatever the others send (kov-d.1-slack, kov-5.1), which is the same "
        "for protocols without interaction; for $\\delta = 0$ privacy at fixed bits is enough "
        "(kov-d.1-response)."
    ),
)
