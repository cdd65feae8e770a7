"""KOV Theorem 5.1: accuracies for the conjunction of two bits and the majority of three."""

from sympy import Interval, Rational, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import Eq, Ge, Le, Mutant, Theorem, cite, largest, real, symbolic, using

source = cite("kairouz2015composition", "Theorem 5.1", edition="arXiv:1311.0776v4")

x = real("x", Interval(1, oo))  # e^epsilon
# the probability of answering 1 after the responses 00, 01, 10, 11
d0, d1, d2, d3 = (real(f"d_{k}", Interval(0, 1)) for k in range(4))
right11 = (x**2 * d3 + x * d2 + x * d1 + d0) / (1 + x) ** 2
right10 = 1 - (x * d3 + x**2 * d2 + d1 + x * d0) / (1 + x) ** 2
right01 = 1 - (x * d3 + d2 + x**2 * d1 + x * d0) / (1 + x) ** 2
right00 = 1 - (d3 + x * d2 + x * d1 + x**2 * d0) / (1 + x) ** 2
value = x * (x**2 + x + 2) / (1 + x) ** 3
best = {d0: 0, d1: 1 / (1 + x), d2: 1 / (1 + x), d3: 1}
t = real("t", Interval(0, 1))
guaranteed = (Le(t, right11), Le(t, right10), Le(t, right01))
prior11, prior10 = (x**2 + 1) / (1 + x) ** 2, x / (1 + x) ** 2

tight = {"x": 3, "d_0": 0, "d_1": "1/4", "d_2": "1/4", "d_3": 1, "t": "21/32"}

conjunction = Theorem(
    id="kov-5.1-and",
    title="Worst-case accuracy for the conjunction of two bits",
    source=source,
    claim=(
        Le(t, value),
        Eq(right11.subs(best), value),
        Eq(right10.subs(best), value),
        Eq(right01.subs(best), value),
        Ge(right00.subs(best), value),
    ),
    given=guaranteed,
    checks=(
        symbolic(
            using((guaranteed[0], prior11), (guaranteed[1], prior10), (guaranteed[2], prior10)),
            part=0,
        ),
        symbolic(part=(1, 2, 3, 4)),
    ),
    mutants=(
        Mutant((Le(t, value),), given=guaranteed[:1]),
        Mutant((Le(t, value),), given=guaranteed[1:]),
        Eq(right11.subs({**best, d1: 0, d2: 0}), value),
        Mutant((Le(t, value - Rational(1, 100)),), at=tight),
    ),
    notes=(
        "With $x = e^\\epsilon$ for both and $\\delta = 0$: whatever the rule, t is at most the "
        "value if it is guaranteed at every input (three of them suffice), and the rule that "
        "answers 1 after 11, and after 01 and 10 with probability $1/(1+x)$, guarantees it. The "
        "disjunction is the same with all bits flipped. A party whose bit is 1 has to find the "
        "other bit, $x/(1+x)$; whose bit is 0 knows the answer."
    ),
)

# different guarantees, u and v for e^epsilon
u, v = (real(name, Interval.open(1, oo)) for name in "uv")
norm = (1 + u) * (1 + v)
also11 = (u * v * d3 + u * d2 + v * d1 + d0) / norm
also10 = 1 - (u * d3 + u * v * d2 + d1 + v * d0) / norm
also01 = 1 - (v * d3 + d2 + u * v * d1 + u * d0) / norm
also00 = 1 - (d3 + v * d2 + u * d1 + u * v * d0) / norm
mixed_value = (u**2 * v**2 + u * v - u - v) / (norm * (u * v - 1))
mixed_best = {d0: 0, d1: (u - 1) / (u * v - 1), d2: (v - 1) / (u * v - 1), d3: 1}
promised = (Le(t, also11), Le(t, also10), Le(t, also01))
weights = (
    (u * v + 1) / norm,
    v * (u - 1) / ((1 + v) * (u * v - 1)),
    u * (v - 1) / ((1 + u) * (u * v - 1)),
)

at_best = {"u": 3, "v": 3, "d_0": 0, "d_1": "1/4", "d_2": "1/4", "d_3": 1, "t": "21/32"}
without01 = {"u": 3, "v": 3, "d_0": 0, "d_1": 1, "d_2": 0, "d_3": 1, "t": "3/4"}

mixed_bound = Theorem(
    id="kov-5.1-and-mixed-bound",
    title="What no rule exceeds for the conjunction of two bits with different guarantees",
    source=source,
    claim=Le(t, mixed_value),
    given=promised,
    checks=(
        symbolic(
            using((promised[0], weights[0]), (promised[1], weights[1]), (promised[2], weights[2]))
        ),
    ),
    mutants=(
        Mutant(given=promised[:2], at=without01),
        Mutant(mixed_value - Rational(1, 10), at=at_best),
    ),
    notes="For $\\delta = 0$: t is what a rule guarantees at three of the inputs.",
)

mixed = Theorem(
    id="kov-5.1-and-mixed",
    title="Worst-case accuracy for the conjunction of two bits with different guarantees",
    source=source,
    uses=("kov-5.1-and-mixed-bound",),
    claim=(
        Eq(also11.subs(mixed_best), mixed_value),
        Eq(also10.subs(mixed_best), mixed_value),
        Eq(also01.subs(mixed_best), mixed_value),
        Ge(also00.subs(mixed_best), mixed_value),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(also11.subs({**mixed_best, d1: mixed_best[d2], d2: mixed_best[d1]}), mixed_value),
        Eq(also01.subs({**mixed_best, d1: 0}), mixed_value),
    ),
    notes=(
        "The rule that answers 1 after 11, after 01 with probability $(u-1)/(uv-1)$ and after 10 "
        "with $(v-1)/(uv-1)$ guarantees the bound."
    ),
)

# masses of an outcome with 3, 2 ones under the inputs with two ones, with one
three, three1 = 3 * x**2, 3 * x
two, two1 = x**3 + 2 * x, 2 * x**2 + 1
likelier = (2 * Max(three, three1) + 6 * Max(two, two1)) / (6 * (1 + x) ** 3)
right_two, right_three = (x**3 + x**2 + 2 * x) / (1 + x) ** 3, (x**3 + 3 * x**2) / (1 + x) ** 3

majority = Theorem(
    id="kov-5.1-majority",
    title="Worst-case accuracy for the majority of three bits",
    source=source,
    uses=("kov-5.1-prior",),
    claim=(Eq(likelier, value), Eq(right_two, value), Ge(right_three, value)),
    checks=(symbolic(largest(three), largest(two), part=0), symbolic(part=(1, 2))),
    mutants=(
        Eq((2 * Max(three, three1) + 6 * Max(two, two1)) / (12 * (1 + x) ** 3), value),
        Eq(right_three, value),
        Ge(value, right_three),
    ),
    notes=(
        "With $x = e^\\epsilon$ for all and $\\delta = 0$. The first sum is the bound of "
        "kov-5.1-prior for equal weights on the six inputs with one or two ones: two outcomes with "
        "equal responses, six others. The others are what the majority of the responses is right "
        "with, at inputs with a dissenting bit and without. It is the value of kov-5.1-and."
    ),
)

average_and = (Max(x**2, 2 * x + 1) + 2 * Max(x, x**2 + x + 1) + Max(1, x**2 + 2 * x)) / (
    4 * (1 + x) ** 2
)
known = 3 * x**2 + 4 * x + 2  # of the responses 01, 10, 00 together
average_majority = (right_three + 3 * right_two) / 4

averages = Theorem(
    id="kov-5.1-averages",
    title="Average accuracies for the conjunction of two bits and the majority of three",
    source=source,
    claim=(
        Eq(average_and, (Max(x**2, 2 * x + 1) + known) / (4 * (1 + x) ** 2)),
        Eq((2 * x + 1 + known) / (4 * (1 + x) ** 2), Rational(3, 4)),
        Eq(average_majority, x * (2 * x**2 + 3 * x + 3) / (2 * (1 + x) ** 3)),
        Ge(x**3 + 3 * x**2, 3 * x + 1),
        Ge(x**3 + x**2 + 2 * x, 2 * x**2 + x + 1),
    ),
    checks=(
        symbolic(largest(x**2 + x + 1), largest(x**2 + 2 * x), part=0),
        symbolic(part=(1, 2, 3, 4)),
    ),
    mutants=(
        Eq(average_and, Rational(3, 4)),
        Eq(average_majority, value),
        Ge(x**3 + x**2, 2 * x**2 + x + 1),
    ),
    notes=(
        "The first sum is over the responses 11; 01 and 10; 00, the likelier answer of each. For "
        "$x^2 \\le 2x + 1$ it is the 3/4 of the answer 0: the responses are of no use. The last "
        "two parts say that three responses and two make their majority the likelier one."
    ),
)
