"""The privacy profile from the transform of the privacy loss, and sums that stand for integrals."""

from sympy import Integral, Interval, Lambda, Sum, exp, log, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Axiom,
    Eq,
    Le,
    Theorem,
    antiderivative,
    cite,
    generic,
    induction,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
)

source = cite("zhu2022optimal", "Section 3", edition="arXiv:2106.08567")
x, loss = real("x"), real("l")
s, c = real("s", Interval.open(0, oo)), real("c", Interval.open(0, oo))

inversion = Axiom(
    id="fourier-inversion",
    title="Inversion of an integrable Fourier transform",
    source=cite("rudin1987", "Theorem 9.11", edition="3rd edition"),
    statement=(
        "If g is continuous, and g and its Fourier transform are integrable, then g is the inverse "
        "transform of its transform."
    ),
)

summation = Axiom(
    id="poisson-summation",
    title="Poisson summation",
    source=cite("stein1971", "Chapter VII, Corollary 2.6"),
    statement=(
        "If g is continuous, and g and its Fourier transform are at most a constant times "
        "$(1 + |x|)^{-1-d}$ for some d > 0, then $\\sum_n g(x + n p)$ is the Fourier series of "
        "period p whose coefficients are the transform of g at the multiples of $2\\pi/p$, over p."
    ),
)

kernels = Theorem(
    id="transform-kernels",
    title="Two-sided Laplace transforms of the profile and of both tails of a single loss",
    source=source,
    claim=(
        Eq(
            Integral(exp(s * x) * (1 - exp(x - loss)), (x, -oo, loss)),
            exp(s * loss) / (s * (s + 1)),
        ),
        Eq(Integral(exp(s * x), (x, -oo, loss)), exp(s * loss) / s),
        Eq(Integral(exp(s * x) * exp(x - loss), (x, -oo, loss)), exp(s * loss) / (s + 1)),
    ),
    checks=(
        symbolic(antiderivative(exp(s * x) / s - exp((s + 1) * x - loss) / (s + 1)), part=0),
        symbolic(antiderivative(exp(s * x) / s), part=1),
        symbolic(antiderivative(exp((s + 1) * x - loss) / (s + 1)), part=2),
    ),
    mutants=(
        Eq(
            Integral(exp(s * x) * (1 - exp(x - loss)), (x, -oo, loss)),
            exp(s * loss) / s**2,
        ),
        Eq(Integral(exp(s * x), (x, -oo, loss)), exp(s * loss) / (s + 1)),
    ),
)

i, n = integer("i", 1), integer("n", 1)
q = generic("q", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i)])
L = generic("L", facts=(), bounds=(-oo, oo), instances=[Lambda(i, i - 2)])
outcomes = (i, 1, n)
K = Sum(q(i) * exp(s * L(i)), outcomes)
part = Integral(exp(s * x) * (1 - exp(x - L(i))), (x, -oo, L(i)))

transform = Theorem(
    id="transform-profile",
    title="The transform of the profile is K(s)/(s (s + 1))",
    source=source,
    uses=("transform-kernels", "transform-decay", "drs-functionals-add", "fourier-inversion"),
    claim=Eq(Sum(q(i) * part, outcomes), Sum(q(i) * exp(s * L(i)) / (s * (s + 1)), outcomes)),
    checks=(symbolic(termwise(), lemma("transform-kernels", {"l": L(i)}, part=0)),),
    mutants=(
        Sum(q(i) * exp(s * L(i)) / s, outcomes),
        Sum(q(i) * exp((s + 1) * L(i)) / (s * (s + 1)), outcomes),
    ),
    notes=(
        "For finitely many losses; masses q under Q. $K(s) = E_Q e^{sL}$ multiplies under "
        "composition (drs-functionals-add). With s = c + it and the axiom fourier-inversion, "
        "$\\delta(x) = "
        "\\frac1{2\\pi i}\\int_{c-i\\infty}^{c+i\\infty} K(s) e^{-sx}/(s(s+1))\\,ds$; by "
        "transform-decay the integrand is integrable."
    ),
)

t = real("t", Interval.open(0, oo))
modulus = (c**2 + t**2) * ((c + 1) ** 2 + t**2)  # of s (s + 1), squared, at s = c + it

decay = Theorem(
    id="transform-decay",
    title="On a vertical line 1/(s (s + 1)) is at most 1/t^2, and at most 1/(c (c + 1))",
    source=source,
    claim=(
        Eq((c * (c + 1) - t**2) ** 2 + ((2 * c + 1) * t) ** 2, modulus),
        Le(1 / modulus, 1 / t**4),
        Le(1 / modulus, 1 / (c * (c + 1)) ** 2),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq((c * (c + 1) - t**2) ** 2 + ((2 * c - 1) * t) ** 2, modulus),
        Le(1 / modulus, 1 / (2 * t**4)),
    ),
    notes="And $|K(c + it)| \\le K(c)$, so the integrand of the profile is integrable.",
)

# a trapezoidal sum with the step h: aliases at x + n p, p = 2 pi/h
p, w = real("p", Interval.open(0, oo)), real("w", Interval(0, oo))
N, j = integer("N", 1), integer("j", 1)
a, y = real("a", Interval.open(0, oo)), real("y")
geometric = Sum(exp(-j * p * c), (j, 1, N))

aliases = Theorem(
    id="transform-aliases",
    title="Aliases of a trapezoidal sum: what is known of them, and bounds of the rest",
    source=source,
    uses=("kov-3.4-device", "poisson-summation"),
    claim=(
        Eq((exp(p * c) - 1) * geometric, 1 - exp(-N * p * c)),
        Eq(Max(0, 1 - w), 1 - w + Max(0, w - 1)),
        Le(1 - exp(-y), exp(a * y + a * log(a) - (a + 1) * log(a + 1))),
    ),
    checks=(
        symbolic(induction(N), "last term", part=0),
        symbolic(part=1),
        symbolic(lemma("kov-3.4-device", {"loss": y, "lambda": a}, part=0), part=2),
    ),
    mutants=(
        Eq((exp(p * c) - 1) * geometric, 1 - exp(-(N + 1) * p * c)),
        Eq(Max(0, 1 - w), w - 1 + Max(0, w - 1)),
        Le(1 - exp(-y), exp(a * y - (a + 1) * log(a + 1))),
    ),
    notes=(
        "With $F(s) = K(s) e^{-sx}/(s(s+1))$, Poisson summation gives $\\frac h{2\\pi} \\sum_j "
        "F(c + ijh) = \\sum_n \\delta(x + np) e^{npc}$ (cited). Left of x the profile is $1 - e^x "
        "+ e^x\\delta_{rev}(-x)$ (the second part, with $w = e^{x - L}$), and what the first two "
        "terms give over all n < 0 is the known $1/(e^{pc}-1) - e^x/(e^{p(1+c)}-1)$ (the first "
        "part, $N \\to \\infty$). The rest has one sign, and by the third part $\\delta(x) \\le "
        "K(a) e^{-ax} a^a/(1+a)^{1+a}$, a geometric series again: the error can be enclosed. That "
        "these parts make the enclosure is prose."
    ),
)
