"""DRS Proposition 2.8 and Lemma 2.9: post-processing, for finitely many outcomes."""

from sympy import Interval, Lambda, Rational, Sum, exp, oo

from fdp_sym import from_pair
from fdp_sym.symbols import epsilon
from fdp_sym.theorems import (
    Above,
    Eq,
    Ge,
    Le,
    Mutant,
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

lemma = cite("dong2022gdp", "Lemma 2.9", edition="arXiv:1905.02383v3")
# outcomes x = 1 … n of the mechanism, y = 1 … m of the processing
n, m = integer("n", 1), integer("m", 1)
x, y = integer("x", 1), integer("y", 1)
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(x, x / 4)])  # masses of P or Q
phi = generic("phi", facts=(), instances=[Lambda(y, 1 / y)])  # a test of the processed outcome
kernel = generic("K", facts=(), bounds=(0, oo), instances=[Lambda((y, x), (2 * y - 1) / 4)])
processed = Sum(kernel(y, x) * p(x), (x, 1, n))  # mass of y
pulled_back = Sum(phi(y) * kernel(y, x), (y, 1, m))  # process, then test

data_processing = Theorem(
    id="drs-2.9-finite",
    title="Data processing for finitely many outcomes",
    source=lemma,
    notes=(
        "A test of the processed outcome is, pulled back, a test of the original one with the same "
        "rejection probability under P and under Q, hence with the same errors. So $T(KP, KQ)$ is "
        "an infimum over fewer tests and at least $T(P, Q)$. General spaces are cited."
    ),
    claim=(
        Eq(
            Sum(phi(y) * processed, (y, 1, m)),
            Sum(pulled_back * p(x), (x, 1, n)),
        ),
        Ge(pulled_back, 0),
        Le(pulled_back, 1),
    ),
    given=Eq(Sum(kernel(y, x), (y, 1, m)), 1),
    checks=(
        symbolic("factor into a sum", "exchange of finite sums", part=0),
        symbolic(termwise(), part=1),
        symbolic(through(Sum(kernel(y, x), (y, 1, m))), termwise(), part=2),
    ),
    mutants=(
        Le(pulled_back, Rational(1, 2)),
        Mutant(Le(pulled_back, 1), given=()),
    ),
)

flip = real("flip", Interval(0, Rational(1, 2)))
keep = exp(epsilon) / (1 + exp(epsilon))  # randomised response tells the truth this often
still = (1 - flip) * keep + flip * (1 - keep)

flipped = Theorem(
    id="drs-2.8-flip",
    title="Flipping the answer of randomised response makes it more private",
    source=cite("dong2022gdp", "Proposition 2.8", edition="arXiv:1905.02383v3"),
    uses=("neyman-pearson",),
    claim=Above(
        from_pair((still, 1 - still), (1 - still, still)),
        from_pair((keep, 1 - keep), (1 - keep, keep)),
    ),
    checks=(exact(),),
    mutants=(
        Above(
            from_pair((keep, 1 - keep), (1 - keep, keep)),
            from_pair((still, 1 - still), (1 - still, still)),
        ),
        SameCurve(
            from_pair((keep, 1 - keep), (1 - keep, keep)),
            from_pair((still, 1 - still), (1 - still, still)),
        ),
    ),
)
