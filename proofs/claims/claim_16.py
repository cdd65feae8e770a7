"""Claim 16: the constant 0.4097 in the Berry-Esseen inequality for i.i.d. privacy losses."""

from sympy import Abs, Interval, Rational, Sum, binomial, pi, sqrt

from fdp_sym import Phi
from fdp_sym.theorems import (
    Claim,
    Eq,
    Gt,
    Le,
    Lt,
    Theorem,
    cite,
    counterexample,
    integer,
    real,
    symbolic,
)

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")

# n-fold randomised response: the loss is epsilon with probability p = 1/(1 + e^epsilon) under P,
# otherwise -epsilon; so F_n at the standardised value x of k positive losses is binomial
n, k, j = integer("n", 1), integer("k", 0), integer("j", 0)
p = real("p", Interval.open(0, 1))
F_n = Sum(binomial(n, j) * p**j * (1 - p) ** (n - j), (j, 0, k))
x = (k - n * p) / sqrt(n * p * (1 - p))
ratio = (p**2 + (1 - p) ** 2) / sqrt(p * (1 - p))  # rho / sigma^3

claim = Claim(
    id="claim-16",
    number=16,
    title="The distance of an i.i.d. sum from the normal law, with the constant 0.4097",
    printed=(
        "For i.i.d. sums of privacy losses $\\sup_x |F_n(x) - \\Phi(x)| \\le 0.4097 "
        "\\rho/(\\sigma^3 \\sqrt n)$, with $\\rho$ the third absolute central moment."
    ),
    source=source,
    claim=Le(Abs(F_n - Phi(x)), Rational("0.4097") * ratio / sqrt(n)),
    checks=(counterexample(at={"n": 5000, "k": 2094, "p": "0.4188"}),),
    corrected="claim-16-corrected",
    notes="Refuted by randomised response with $e^\\epsilon = 1453/1047$, composed 5000 times.",
)

# sqrt(n) times the distance, over rho/sigma^3, tends to top/bottom/(6 sqrt(2 pi))
level = real("p", Interval(0, 1))
top, bottom = 4 - 2 * level, level**2 + (1 - level) ** 2
worst, esseen = (4 - sqrt(10)) / 2, sqrt(10) + 3

corrected = Theorem(
    id="claim-16-corrected",
    title="The largest ratio over randomised response is Esseen's constant 0.40973...",
    source=source,
    uses=("berry-esseen-identical", "esseen-lattice"),
    claim=(
        Eq(esseen * bottom - top, 2 * esseen * (level - worst) ** 2),
        Gt(esseen / (6 * sqrt(2 * pi)), Rational("0.40973")),
        Lt(esseen / (6 * sqrt(2 * pi)), Rational("0.46900")),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(esseen * bottom - top, esseen * (level - worst) ** 2),
        Lt(esseen / (6 * sqrt(2 * pi)), Rational("0.4097")),
        Eq(esseen * bottom - top, 2 * esseen * (level - 1 + worst) ** 2),
    ),
    notes=(
        "What is checked is where the ratio is largest, and the two bounds of its largest value. "
        "That the ratio is the limit is the axiom esseen-lattice, in prose only: at "
        "a lattice point next to the mean the distance is $\\phi(0) ((1-2p)/6 + 1/2) / "
        "\\sqrt{n p (1-p)}$ up to higher order: half a jump, and the skewness. Over $\\rho / "
        "(\\sigma^3 \\sqrt n)$ that is the ratio of the claim. By the first part it is largest at "
        "$p = (4 - \\sqrt{10})/2$, where it is Esseen's $(\\sqrt{10}+3)/(6\\sqrt{2\\pi}) = "
        "0.40973\\ldots$ The inequality holds with 0.4690 (Shevtsova 2013, cited)."
    ),
)
