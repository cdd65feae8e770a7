"""DRS Theorem 3.5: its open question, settled. In the limit s^2 = 2K, so the limit is G_s."""

from sympy import Derivative, Integral, Interval, Lambda, Rational, Sum, exp, oo, tanh

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    cases,
    cite,
    from_boundary,
    from_ends,
    generic,
    increasing,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
    under_integral,
    using,
)

source = cite("dong2022gdp", "Theorem 3.5", edition="arXiv:1905.02383v3")

# r(x) = 1/(2x) - tanh(x/2)/x^2 is largest, r = c, between peak_below and peak_above
x, bound = real("x", Interval(0, oo)), real("b", Interval(0, oo))
c_below = Rational("0.0662437697234136953545203709524")
c_above = Rational("0.0662437697234136953545203709525")
peak_below = Rational("3.2122305976055347281762829020849922567856")
peak_above = Rational("3.2122305976055347281762829020849922567857")
r = Lambda(x, 1 / (2 * x) - tanh(x / 2) / x**2)

# the derivative of r has the sign of M
M = Lambda(x, 4 * (exp(2 * x) - 1) / (exp(2 * x) + 6 * exp(x) + 1) - x)
start, middle = real("x", Interval(0, 2)), real("x", Interval(2, peak_below))
beyond, positive = real("x", Interval(peak_above, oo)), real("x", Interval.open(0, oo))

exponential_order = Theorem(
    id="exp-order",
    title="The exponential function is increasing",
    source=source,
    claim=Le(exp(x), exp(bound)),
    given=Le(x, bound),
    checks=(symbolic(increasing("exp")),),
    mutants=(exp(bound) - 1, exp(bound) / 2),
)

slope = Theorem(
    id="drs-3.5-slope",
    title="The ratio r rises up to one point and falls from there",
    source=source,
    uses=("exp-order",),
    claim=(
        Eq(
            Derivative(r(positive), positive),
            M(positive) * (2 - tanh(positive / 2) ** 2) / (2 * positive**3),
        ),
        Ge(M(start), 0),
        Ge(M(middle), 0),
        Le(M(beyond), 0),
    ),
    checks=(
        symbolic("derivative", part=0),
        symbolic(from_boundary(start, 0), lemma("exp-order", {"x": start, "b": 2}), part=1),
        symbolic(from_ends(middle), lemma("exp-order", {"x": 2, "b": middle}), part=2),
        symbolic(
            from_boundary(beyond, peak_above), lemma("exp-order", {"x": 3, "b": beyond}), part=3
        ),
    ),
    mutants=(
        Eq(Derivative(r(positive), positive), M(positive) / (2 * positive**3)),
        Ge(M(start), start**2 / 10),
        Ge(M(beyond), 0),
    ),
    notes=(
        "$r(x) = 1/(2x) - \\tanh(x/2)/x^2$, $x > 0$. The sign of M changes once, between two "
        "numbers that agree to 40 digits, so r has one maximum, $c$, and it lies there."
    ),
)

# c x^3 >= x^2/2 - x tanh(x/2), in three ranges
H = Lambda(x, c_above * x**2 - x / 2 + tanh(x / 2))
near, far = real("x", Interval(0, Rational(1, 2))), real("x", Interval(peak_below, oo))
rising = real("x", Interval(Rational(1, 2), peak_below))

ranges = Theorem(
    id="drs-3.5-ranges",
    title="An upper bound of r with 30 correct digits",
    source=source,
    uses=("exp-order", "drs-3.5-slope"),
    claim=(Ge(H(near), 0), Le(r(rising), c_above), Ge(H(far), 0), Ge(r(peak_below), c_below)),
    checks=(
        symbolic(
            "hyperbolic functions",
            from_boundary(near, 0),
            from_boundary(near, 0),
            lemma("exp-order", {"x": near / 2, "b": Rational(1, 4)}),
            part=0,
        ),
        symbolic(
            "hyperbolic functions",
            from_boundary(rising, peak_below),
            cases(Le(rising, 2)),
            lemma("drs-3.5-slope", {"x": rising}, part=1),
            lemma("drs-3.5-slope", {"x": rising}, part=2),
            part=1,
        ),
        symbolic(
            "hyperbolic functions",
            from_boundary(far, peak_below),
            from_boundary(far, peak_below),
            lemma("exp-order", {"x": Rational(3, 2), "b": far / 2}),
            part=2,
        ),
        symbolic(part=3),
    ),
    mutants=(
        Ge(r(peak_below), c_above),
        Ge(H(far) + (Rational("0.06623") - c_above) * far**2, 0),
        Mutant(Le(r(rising), Rational("0.06623")), at={"x": 3}),
    ),
    notes=(
        "$H(x) = c x^2 - x/2 + \\tanh(x/2)$ with the upper bound of c. c = "
        "0.0662437697234136953545203709524..."
    ),
)

tangent = Theorem(
    id="drs-3.5-tanh",
    title="How far x tanh(x/2) is below x^2/2",
    source=source,
    uses=("drs-3.5-ranges",),
    claim=(Ge(H(x), 0), Le(tanh(x / 2), x / 2)),
    checks=(
        symbolic(
            cases(Le(x, Rational(1, 2))),
            cases(Le(x, peak_below)),
            lemma("drs-3.5-ranges", {"x": x}, part=0),
            lemma("drs-3.5-ranges", {"x": x}, part=1),
            lemma("drs-3.5-ranges", {"x": x}, part=2),
            using((Le(r(x), c_above), x**2)),
            part=0,
        ),
        symbolic("hyperbolic functions", from_boundary(x, 0), part=1),
    ),
    mutants=(
        Mutant(Ge(H(x) + (Rational("0.06623") - c_above) * x**2, 0), at={"x": peak_below}),
        Le(tanh(x / 2), x / 3),
    ),
    notes="So $0 \\le x^2/2 - x \\tanh(x/2) \\le c x^3$ for $x \\ge 0$.",
)

# finitely many losses L and -L, of masses w and w e^(-L) under P, which Q exchanges
i, n = integer("i", 1), integer("n", 1)
w = generic("w", facts=(), bounds=(0, oo), instances=[Lambda(i, 1 / i)])
L = generic("L", facts=(), bounds=(0, oo), instances=[Lambda(i, i / 2)])
loss = real("loss")
G = Lambda(loss, (exp(loss) + 1) * (loss * tanh(loss / 2) - loss**2 / 2))
kl = Sum(w(i) * L(i) + w(i) * exp(-L(i)) * -L(i), (i, 1, n))  # E_P of -L, L^2, |L|^3, G(L)
kappa2 = Sum(w(i) * L(i) ** 2 + w(i) * exp(-L(i)) * L(i) ** 2, (i, 1, n))
kappa3 = Sum(w(i) * L(i) ** 3 + w(i) * exp(-L(i)) * L(i) ** 3, (i, 1, n))
mean_G = Sum(w(i) * G(-L(i)) + w(i) * exp(-L(i)) * G(L(i)), (i, 1, n))
weight = w(i) * L(i) * (1 + exp(-L(i)))

finite = Theorem(
    id="drs-3.5-finite",
    title="kl is half of kappa_2 up to c kappa_3, for finitely many losses",
    source=source,
    uses=("drs-3.5-tanh",),
    claim=(
        Eq(kl - kappa2 / 2, mean_G / 2),
        Le(kappa2 / 2 - kl, c_above * kappa3),
        Ge(kappa2 / 2 - kl, 0),
    ),
    checks=(
        symbolic(termwise(), "hyperbolic functions", part=0),
        symbolic(
            termwise(),
            lemma("drs-3.5-tanh", {"x": L(i)}, part=0),
            using((Ge(H(L(i)), 0), weight)),
            "hyperbolic functions",
            part=1,
        ),
        symbolic(
            termwise(),
            lemma("drs-3.5-tanh", {"x": L(i)}, part=1),
            using((Le(tanh(L(i) / 2), L(i) / 2), weight)),
            "hyperbolic functions",
            part=2,
        ),
    ),
    mutants=(
        Eq(kl - kappa2 / 2, mean_G),
        Eq(kl - kappa2 / 2, -mean_G / 2),
        Le(kappa2 / 2 - kl, kappa3 / 20),
        Ge(kappa2 / 2 - kl, kappa3 / 20),
    ),
    notes=(
        "f is symmetric exactly when the law of the loss under Q is that of its negative under P. "
        "With finitely many losses these are the laws of the claim. $G(L) = (e^L + 1)(L "
        "\\tanh(L/2) - L^2/2)$."
    ),
)

# any symmetric f with f(0) = 1: |f'| = e^loss on [0, a], a its fixed point
t, a = real("t", Interval(0, 1)), real("a", Interval(0, 1))
ell = generic(
    "ell", facts=(), bounds=(0, oo), instances=[Lambda(t, 1 - t), Lambda(t, Rational(16, 5))]
)
kl_of_f = Integral((exp(ell(t)) - 1) * ell(t), (t, 0, a))
kappa2_of_f = Integral((exp(ell(t)) + 1) * ell(t) ** 2, (t, 0, a))
kappa3_of_f = Integral((exp(ell(t)) + 1) * ell(t) ** 3, (t, 0, a))
mean_G_of_f = Integral(exp(ell(t)) * G(-ell(t)) + G(ell(t)), (t, 0, a))
weight_of_f = ell(t) * (exp(ell(t)) + 1)

general = Theorem(
    id="drs-3.5-gap",
    title="kl is half of kappa_2 up to c kappa_3, for every symmetric f",
    source=source,
    uses=("drs-3.5-tanh", "convex-absolutely-continuous"),
    claim=(
        Eq(kl_of_f - kappa2_of_f / 2, mean_G_of_f / 2),
        Le(kappa2_of_f / 2 - kl_of_f, c_above * kappa3_of_f),
        Ge(kappa2_of_f / 2 - kl_of_f, 0),
    ),
    checks=(
        symbolic(under_integral(), "hyperbolic functions", part=0),
        symbolic(
            under_integral(),
            lemma("drs-3.5-tanh", {"x": ell(t)}, part=0),
            using((Ge(H(ell(t)), 0), weight_of_f)),
            "hyperbolic functions",
            part=1,
        ),
        symbolic(
            under_integral(),
            lemma("drs-3.5-tanh", {"x": ell(t)}, part=1),
            using((Le(tanh(ell(t) / 2), ell(t) / 2), weight_of_f)),
            "hyperbolic functions",
            part=2,
        ),
    ),
    mutants=(
        Eq(kl_of_f - kappa2_of_f / 2, mean_G_of_f),
        Le(kappa2_of_f / 2 - kl_of_f, Rational("0.06623") * kappa3_of_f),
        Ge(kappa2_of_f / 2 - kl_of_f, kappa3_of_f / 20),
    ),
    notes=(
        "$\\kappa_3(f) < \\infty$ and symmetry exclude f(0) < 1, so $[0,1]$ is $[0,a]$ and its "
        "image under f. With $|f'| = e^\\ell$, $\\ell \\ge 0$ on $[0,a]$, the substitution "
        "$\\alpha = f(t)$ turns an integral over $[a,1]$ of a function of $\\log|f'|$ into one "
        "over $[0,a]$ with weight $e^\\ell$ at $-\\ell$. The claim is about both together. $G(L) "
        "= (e^L + 1)(L \\tanh(L/2) - L^2/2)$."
    ),
)

epsilon = real("epsilon", Interval.open(0, oo))
truth, lie = exp(epsilon) / (1 + exp(epsilon)), 1 / (1 + exp(epsilon))  # losses -epsilon, epsilon
kl_response = truth * epsilon - lie * epsilon
kappa2_response = truth * epsilon**2 + lie * epsilon**2
kappa3_response = truth * epsilon**3 + lie * epsilon**3

sharp = Theorem(
    id="drs-3.5-sharp",
    title="Randomised response attains the constant",
    source=source,
    claim=(
        Eq(kappa2_response / 2 - kl_response, r(epsilon) * kappa3_response),
        Ge(r(peak_below), c_below),
    ),
    checks=(symbolic("hyperbolic functions", part=0), symbolic(part=1)),
    mutants=(
        Eq(kappa2_response / 2 - kl_response, 2 * r(epsilon) * kappa3_response),
        Ge(r(peak_below), c_above),
    ),
    notes=(
        "For $f_{\\epsilon,0}$ the gap is $r(\\epsilon) \\kappa_3$, so no constant below $c = "
        "\\sup r$ will do."
    ),
)

# a row of an array: the sums of kl, kappa_2, kappa_3, within eta of their limits K, s^2 and 0
kl_sum, kappa2_sum, kappa3_sum = (real(name, Interval(0, oo)) for name in ("k", "k_2", "k_3"))
K, s2 = real("K", Interval(0, oo)), real("s2", Interval(0, oo))
eta = real("eta", Interval.open(0, oo))
gap_above = Le(kappa2_sum / 2 - kl_sum, c_above * kappa3_sum)
gap_below = Ge(kappa2_sum / 2 - kl_sum, 0)
kl_above, kl_below = Le(kl_sum - K, eta), Le(K - kl_sum, eta)
kappa2_above, kappa2_below = Le(kappa2_sum - s2, eta), Le(s2 - kappa2_sum, eta)
kappa3_above = Le(kappa3_sum, eta)

limit = Theorem(
    id="drs-3.5-limit",
    title="In the limit s^2 = 2K",
    source=source,
    uses=("drs-3.5-gap",),
    claim=(Le(s2 - 2 * K, (3 + 2 * c_above) * eta), Le(2 * K - s2, 3 * eta)),
    given=(
        gap_above,
        gap_below,
        kl_above,
        kl_below,
        kappa2_above,
        kappa2_below,
        kappa3_above,
    ),
    checks=(
        symbolic(
            using((kappa2_below, 1), (kl_above, 2), (gap_above, 2), (kappa3_above, 2 * c_above)),
            part=0,
        ),
        symbolic(using((kappa2_above, 1), (kl_below, 2), (gap_below, 2)), part=1),
    ),
    mutants=(
        Mutant(
            Le(s2 - 2 * K, 3 * eta),
            at={"K": 0, "k": 1, "k_2": "2.13", "k_3": 1, "s2": "3.13", "eta": 1},
        ),
        Mutant(Le(2 * K - s2, 2 * eta), at={"K": 2, "k": 1, "k_2": 2, "k_3": 0, "s2": 1, "eta": 1}),
        Mutant(given=(kl_above, kl_below, kappa2_above, kappa2_below, kappa3_above)),
        Mutant(
            given=(gap_above, gap_below, kl_above, kl_below, kappa2_above, kappa2_below),
            at={"K": 0, "k": 0, "k_2": 6, "k_3": 100, "s2": 6, "eta": 1},
        ),
    ),
    notes=(
        "The first two hypotheses are the bound of the gap, summed over a row of a symmetric "
        "array; the others hold in all late rows, for every eta > 0. K and $s^2$ do not depend on "
        "eta, so $s^2 = 2K$: the limit $G_{2K/s}$ of the theorem is always $G_s$, and each of the "
        "conditions on kl and on $\\kappa_2$ follows from the other."
    ),
)
