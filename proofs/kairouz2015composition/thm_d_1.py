"""KOV Theorem D.1: an interactive protocol is a function of one randomised response per party."""

from sympy import Interval, Lambda, Sum, oo

from fdp_sym.functions import Max, Min
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    Mutant,
    Theorem,
    all_members,
    cite,
    generic,
    integer,
    real,
    replacing,
    some_member,
    symbolic,
    using,
)

source = cite("kairouz2015composition", "Theorem D.1", edition="arXiv:1311.0776v4")
x = real("x", Interval.open(1, oo))  # e^epsilon
high, low = x / (1 + x), 1 / (1 + x)  # the response keeps the bit, flips it

# what one party contributes to a transcript: the product of the probabilities of its messages
A, B = real("A", Interval(0, oo)), real("B", Interval(0, oo))  # its bit is 0, is 1
M0, M1 = (x * A - B) / (x - 1), (x * B - A) / (x - 1)  # its response is 0, is 1
bounded = (Le(A, x * B), Le(B, x * A))

pure = Theorem(
    id="kov-d.1-response",
    title="What a party contributes, as a function of its randomised response",
    source=source,
    claim=(Ge(M0, 0), Ge(M1, 0), Eq(high * M0 + low * M1, A), Eq(low * M0 + high * M1, B)),
    given=bounded,
    checks=(symbolic(),),
    mutants=(
        Mutant((Ge(M0, 0),), given=bounded[:1]),
        Mutant((Ge(M1, 0),), given=bounded[1:]),
        Eq(low * M0 + high * M1, A),
    ),
    notes=(
        "For $\\delta = 0$. The ratio of A and B is bounded at each transcript that occurs, since "
        "what the others contribute to it is the same factor for both bits."
    ),
)

m = integer("m", 1)
n = integer("n", 1)
# what it contributes if it sends message m at a node, with what came before
Am = generic("A", facts=(), bounds=(0, oo), instances=[Lambda(m, m / 3), Lambda(m, 2 + m)])
Bm = generic("B", facts=(), bounds=(0, oo), instances=[Lambda(m, m), Lambda(m, 1 / m)])
response = Sum((x * Am(m) - Bm(m)) / (x - 1), (m, 1, n))
before, before2 = Sum(Am(m), (m, 1, n)), Sum(Bm(m), (m, 1, n))

node = Theorem(
    id="kov-d.1-node",
    title="The simulated contribution is a strategy: its messages share what came before",
    source=source,
    claim=Eq(response, (x * before - before2) / (x - 1)),
    checks=(symbolic("sum of a sum", "factor out of a sum"),),
    mutants=(
        Eq(response, (x * before2 - before) / (x - 1)),
        Eq(response, before),
    ),
    notes=(
        "At a node where the party sends one of n messages. With the response 1 alike, A and B "
        "exchanged; at the nodes of others nothing changes. So it sends by probabilities."
    ),
)

r, s = integer("r", 1), integer("s", 1)
mu = generic("mu", facts=(), bounds=(0, oo), instances=[Lambda(r, r / 10)])
nu = generic("nu", facts=(), bounds=(0, oo), instances=[Lambda(s, s / 7)])
M = generic("M", facts=(), bounds=(0, oo), instances=[Lambda(r, 1 / r)])
N = generic("N", facts=(), bounds=(0, oo), instances=[Lambda(s, 1 / (2 + s))])
first, others = (r, 1, 4), (s, 1, n)
together = Sum(mu(r) * nu(s) * (M(r) * N(s)), first, others)

kernel = Theorem(
    id="kov-d.1",
    title="The transcript is a kernel of the randomised responses of all parties",
    source=source,
    uses=("kov-d.1-response", "kov-d.1-node"),
    claim=Eq(Sum(mu(r) * M(r), first) * Sum(nu(s) * N(s), others), together),
    checks=(symbolic("factor out of a sum", "factor out of a sum"),),
    mutants=(together / 2, Sum(mu(r) * nu(s) * (M(r) * N(r)), first, others)),
    notes=(
        "One transcript: mu and nu are the masses of the responses of one party and of all others "
        "together, M and N what they contribute given these. Party by party, the law "
        "$\\prod_i g_i(\\tau, x_i)$ becomes a mixture of $\\prod_i M_i(\\tau, s_i)$, which are "
        "strategies and so add up to 1 over all transcripts."
    ),
)

# -- positive delta --------------------------------------------------------------------------------

delta = real("delta", Interval.open(0, 1))
cap, cap2 = Min(A, x * B), Min(B, x * A)  # the most that A' and B' can have at a transcript
C, D = real("C", Interval(0, oo)), real("D", Interval(0, oo))  # another message
E = real("E", Interval(0, oo))
both = (*bounded, Le(C, x * D), Le(D, x * C))

caps = Theorem(
    id="kov-d.1-caps",
    title="The largest parts with ratios up to e^epsilon, from the transcripts to the first node",
    source=source,
    uses=("kov-3.3-kernel-cut",),
    claim=(
        Le(A + C, x * (B + D)),
        Le(Min(A, C), x * Min(B, D)),
        Le(Min(B, D), x * Min(A, C)),
    ),
    given=both,
    checks=(
        symbolic(using((both[0], 1), (both[2], 1)), part=0),
        symbolic(replacing(x * Min(B, D), Min(x * B, x * D)), all_members(), some_member(), part=1),
        symbolic(replacing(x * Min(A, C), Min(x * A, x * C)), all_members(), some_member(), part=2),
    ),
    mutants=(
        Mutant((Le(A + C, x * (B + D)),), given=both[:2]),
        Mutant((Le(Min(A, C), x * Min(B, D)),), given=both[:2]),
        Le(Min(A, C), Min(B, D)),
    ),
    notes=(
        "At a transcript the parts are $\\min(A, xB)$ and $\\min(B, xA)$; where the party sends "
        "they add up, where another one does the smaller one counts. Two messages stand for any."
    ),
)

excess = Theorem(
    id="kov-d.1-excess",
    title="What the parts lack is the excess if the others do their worst",
    source=source,
    claim=(
        Eq(A - cap, Max(0, A - x * B)),
        Eq(E - Min(A, C), Max(E - A, E - C)),
    ),
    checks=(symbolic(),),
    mutants=(Eq(A - cap2, Max(0, A - x * B)), Eq(E - Min(A, C), Min(E - A, E - C))),
    notes=(
        "So at the first node the parts have the totals $1 - \\delta_0$ and $1 - \\delta_1$, where "
        "$\\delta_b$ is the largest $P(S | b) - e^\\epsilon P(S | 1-b)$ over events and over all "
        "that the others may send."
    ),
)

# parts of the totals U = V/x + gap and V below a node, and the smaller totals c W and c V
V, gap = real("V", Interval(0, oo)), real("gap", Interval.open(0, oo))
W, c = real("W", Interval(0, oo)), real("c", Interval(0, 1))
U = V / x + gap
asked = (Le(W, U), Ge(W, V / x))
t = (U - W) / gap

share = Theorem(
    id="kov-d.1-share",
    title="Smaller totals are shared out to the messages in fixed proportions",
    source=source,
    uses=("kov-d.1-caps", "kov-3.3-kernel"),
    claim=(Ge(t, 0), Ge(1 - t, 0), Eq(c * ((1 - t) * U + t * V / x), c * W)),
    given=asked,
    checks=(
        symbolic(using((asked[0], 1 / gap)), part=0),
        symbolic(using((asked[1], 1 / gap)), part=1),
        symbolic(part=2),
    ),
    mutants=(
        Mutant((Ge(t, 0),), given=asked[1:]),
        Mutant((Ge(1 - t, 0),), given=asked[:1]),
        Eq(c * (t * U + (1 - t) * V / x), c * W),
    ),
    notes=(
        "A message with the parts v, u gets $c((1-t)v + tu/x)$ and $cu$: not more than v and u, of "
        "a ratio up to x, and in all cW and cV. These are any totals a, b with $a/b$ between $1/x$ "
        "and $U/V$; for larger a/b the two are exchanged. So $A' \\le A$ and $B' \\le B$ with the "
        "totals $1 - \\delta$ exist if the contribution is $(\\epsilon, \\delta)$-private whatever "
        "the others send."
    ),
)

# A = delta D0 + (1 - delta)(h M0 + l M1), where A' and B' are the parts
a1, b1 = real("a1", Interval(0, oo)), real("b1", Interval(0, oo))
parts = (Le(a1, A), Le(b1, B), Le(a1, x * b1), Le(b1, x * a1))
D0, D1 = (A - a1) / delta, (B - b1) / delta
N0, N1 = (
    (x * a1 - b1) / ((1 - delta) * (x - 1)),
    (x * b1 - a1) / ((1 - delta) * (x - 1)),
)

slack = Theorem(
    id="kov-d.1-slack",
    title="What a party contributes, as a function of its canonical response, for positive delta",
    source=source,
    uses=("kov-d.1-share", "kov-d.1-excess", "kov-d.1-node"),
    claim=(
        Ge(D0, 0),
        Ge(D1, 0),
        Ge(N0, 0),
        Ge(N1, 0),
        Eq(delta * D0 + (1 - delta) * (high * N0 + low * N1), A),
        Eq((1 - delta) * (low * N0 + high * N1) + delta * D1, B),
    ),
    given=parts,
    checks=(symbolic(),),
    mutants=(
        Mutant((Ge(D0, 0),), given=parts[1:]),
        Mutant((Ge(N1, 0),), given=parts[:2]),
        Eq(delta * D1 + (1 - delta) * (high * N0 + low * N1), A),
    ),
    notes="All four are strategies: they have the total 1, and add up at each node as A and B do.",
)

# party 2 publishes a randomised response; after a 1, party 1 shows its bit with the probability q
q = delta * (1 + x) / x
k0, k1 = real("k_0"), real("k_1")  # (1, bit shown), given the response 0 or 1 of party 2
after_one, after_zero = high * k1 + low * k0, low * k1 + high * k0  # party 2 has the bit 1, 0

fails = Theorem(
    id="kov-d.1-fixed-bits",
    title="For positive delta, privacy at fixed bits of the others is not enough",
    source=source,
    claim=(
        Le(high * q, delta),
        Le(low * q, delta),
        Eq(x * after_one - after_zero, (x - 1) * k1),
        Eq(x * (high * q / delta) - low * q / delta, (x - 1) * (1 + x) / x),
        Gt((1 + x) / x, 1),
    ),
    checks=(symbolic(),),
    mutants=(
        Le(high * q, delta / 2),
        Eq(x * after_one - after_zero, (x - 1) * k0),
        Eq(x * (high * q / delta) - low * q / delta, x - 1),
    ),
    notes=(
        "Two parties, $(0, \\delta)$ and $(\\epsilon_2, 0)$, $\\delta \\le x/(1+x)$. The bit of "
        "party 1 is shown with probability $xq/(1+x)$ or $q/(1+x)$, at most $\\delta$, whatever "
        "the bit of party 2: $(0, \\delta)$-privacy at fixed bits of the others. A kernel can show "
        "it only where the canonical response does, with probability $\\delta$; the two equations "
        "say that after a 1 it would do so with the probability $(1+x)/x > 1$. So for positive "
        "$\\delta$ the theorem needs privacy whatever the others send."
    ),
)
