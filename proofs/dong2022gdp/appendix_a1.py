"""DRS appendix A.1: the Neyman-Pearson lemma, for finitely many outcomes."""

from sympy import Interval, Lambda, Piecewise, Sum, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Mutant,
    Theorem,
    by_pieces,
    cite,
    generic,
    integer,
    real,
    symbolic,
    termwise,
    using,
)

lemma = cite("dong2022gdp", "Appendix A.1", edition="arXiv:1905.02383v3")
i, n = integer("i", 1), integer("n", 1)
h = real("h", Interval(0, oo))  # threshold of the likelihood ratio
c = real("c", Interval(0, 1))  # probability of rejecting on the threshold
p = generic("p", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 2), Lambda(i, 1 / i)])
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, 2 - i / 2), Lambda(i, i)])
phi = generic("phi", facts=(), instances=[Lambda(i, 1 - 1 / i), Lambda(i, 1)])  # any test
best = Piecewise((0, q(i) < h * p(i)), (1, q(i) > h * p(i)), (c, True))
gain = q(i) - h * p(i)

pointwise = Theorem(
    id="drs-a.1-pointwise",
    title="A likelihood-ratio test is best at every outcome",
    source=lemma,
    claim=Ge((best - phi(i)) * gain, 0),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Ge((best - phi(i)) * (q(i) - 2 * h * p(i)), 0),
        Ge((phi(i) - best) * gain, 0),
    ),
)

level, other_level = Sum(best * p(i), (i, 1, n)), Sum(phi(i) * p(i), (i, 1, n))
power, other_power = Sum(best * q(i), (i, 1, n)), Sum(phi(i) * q(i), (i, 1, n))

optimal = Theorem(
    id="drs-a.1-finite",
    title="A likelihood-ratio test is most powerful",
    source=lemma,
    notes="No test of at most the same level has more power; p and q are any masses.",
    claim=Ge(power, other_power),
    given=Ge(level, other_level),
    checks=(
        symbolic(
            using((Ge(level, other_level), h)),
            termwise(),
            by_pieces(),
        ),
    ),
    mutants=(Mutant(given=()), Ge(power, 2 * other_power)),
)

distance = real("distance", Interval.open(0, oo))  # |q - h p| off the threshold

unique = Theorem(
    id="drs-a.1-unique",
    title="An optimal test agrees with the likelihood-ratio test off the threshold",
    source=lemma,
    uses=("drs-a.1-pointwise", "drs-a.1-finite"),
    notes=(
        "If another test has the same level and power, the sum of the non-negative terms of "
        "drs-a.1-pointwise is 0, so each term is. The claim: where $q > hp$ that says "
        "$\\phi = 1$, where $q < hp$ it says $\\phi = 0$."
    ),
    claim=(
        Iff(Eq((1 - phi(i)) * distance, 0), Eq(phi(i), 1)),
        Iff(Eq((0 - phi(i)) * -distance, 0), Eq(phi(i), 0)),
    ),
    checks=(symbolic(),),
    mutants=(
        Iff(Eq((1 - phi(i)) * (distance - 1), 0), Eq(phi(i), 1)),
        Iff(Eq((0 - phi(i)) * -distance, 0), Eq(phi(i), 1)),
    ),
)
