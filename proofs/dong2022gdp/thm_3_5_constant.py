"""DRS Theorem 3.5: the constant c in the answer to its open question, to 30 digits."""

from sympy import Derivative, Interval, Lambda, Rational, exp, oo, tanh

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
    increasing,
    lemma,
    real,
    replacing,
    symbolic,
    using,
)

source = cite("dong2022gdp", "Theorem 3.5", edition="arXiv:1905.02383v3")

# r(x) = 1/(2x) - tanh(x/2)/x^2 is largest, r = c, between peak_below and peak_above
x, bound = real("x", Interval(0, oo)), real("b", Interval(0, oo))
c_below = Rational("0.0662437697234136953545203709524")
c_above = Rational("0.0662437697234136953545203709525")
peak_below = Rational("3.2122305976055347281762829020849922567856")
peak_above = Rational("3.2122305976055347281762829020849922567857")
t = Lambda(x, 1 - 2 / (exp(x) + 1))  # tanh(x/2)
r = Lambda(x, 1 / (2 * x) - t(x) / x**2)

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
            M(positive) * (2 - t(positive) ** 2) / (2 * positive**3),
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
H = Lambda(x, c_above * x**2 - x / 2 + t(x))
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
            from_boundary(near, 0),
            from_boundary(near, 0),
            lemma("exp-order", {"x": near, "b": Rational(1, 2)}),
            part=0,
        ),
        symbolic(
            from_boundary(rising, peak_below),
            cases(Le(rising, 2)),
            lemma("drs-3.5-slope", {"x": rising}, part=1),
            lemma("drs-3.5-slope", {"x": rising}, part=2),
            part=1,
        ),
        symbolic(
            from_boundary(far, peak_below),
            from_boundary(far, peak_below),
            lemma("exp-order", {"x": 3, "b": far}),
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
    claim=(
        Ge(c_above * x**2 - x / 2 + tanh(x / 2), 0),
        Le(tanh(x / 2), x / 2),
        Eq(tanh(x / 2), t(x)),
    ),
    checks=(
        symbolic(
            replacing(tanh(x / 2), t(x)),
            cases(Le(x, Rational(1, 2))),
            cases(Le(x, peak_below)),
            lemma("drs-3.5-ranges", {"x": x}, part=0),
            lemma("drs-3.5-ranges", {"x": x}, part=1),
            lemma("drs-3.5-ranges", {"x": x}, part=2),
            using((Le(r(x), c_above), x**2)),
            "hyperbolic functions",
            part=0,
        ),
        symbolic(replacing(tanh(x / 2), t(x)), from_boundary(x, 0), "hyperbolic functions", part=1),
        symbolic("hyperbolic functions", part=2),
    ),
    mutants=(
        Mutant(Ge(Rational("0.06623") * x**2 - x / 2 + tanh(x / 2), 0), at={"x": peak_below}),
        Le(tanh(x / 2), x / 3),
    ),
    notes="So $0 \\le x^2/2 - x \\tanh(x/2) \\le c x^3$ for $x \\ge 0$.",
)
