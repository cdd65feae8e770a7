"""The conversion of Renyi guarantees by Canonne, Kamath and Steinke."""

from sympy import Interval, Lambda, Rational, exp, log, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Theorem,
    cite,
    from_boundary,
    increasing,
    lemma,
    listed,
    mpmath_points,
    real,
    symbolic,
    using,
)

source = cite("canonne2020discrete", "Proposition 12", edition="arXiv:2004.00010v5")
a = real("a", Interval.open(1, oo))
t = real("t", Interval(0, oo))

order_kept = Theorem(
    id="exp-multiple",
    title="A multiple of an exponent, above and below 0",
    source=source,
    claim=(Ge(exp(a * t), exp(t)), Le(exp(-a * t), exp(-t))),
    checks=(symbolic(increasing("exp")),),
    mutants=(Ge(exp(a * t), 2 * exp(t)), Le(exp(-a * t), exp(-t) / 2)),
)

bernoulli = Theorem(
    id="renyi-to-dp-bernoulli",
    title="Bernoulli's inequality for powers above 1",
    source=source,
    uses=("exp-multiple",),
    claim=(
        Ge(exp(a * t), 1 + a * (exp(t) - 1)),
        Ge(exp(-a * t), 1 + a * (exp(-t) - 1)),
    ),
    checks=(
        symbolic(
            from_boundary(t, 0),
            lemma("exp-multiple"),
            using((order_kept.parts[0], a)),
            part=0,
        ),
        symbolic(
            from_boundary(t, 0),
            lemma("exp-multiple", part=1),
            using((order_kept.parts[1], a)),
            part=1,
        ),
    ),
    mutants=(
        Ge(exp(a * t), 2 + a * (exp(t) - 1)),
        Ge(exp(-a * t), 1 + a * (1 - exp(-t))),
    ),
    notes=(
        "$u^a \\ge 1 + a(u - 1)$ for $u = e^{\\pm t}$. At "
        "$u = \\frac{a-1}a e^{-\\epsilon} dP/dQ$ it says "
        "$e^{-\\epsilon} dP/dQ - 1 \\le c\\,(e^{-\\epsilon} dP/dQ)^a$ with the constant c of "
        "renyi-to-dp-constant."
    ),
)

x = real("x", Interval.open(0, oo))  # the order is 1 + x
power = exp(x * log(x / (1 + x))) / (1 + x)  # (1 - 1/a)^(a-1) / a
rho, delta = real("rho", Interval(0, oo)), real("delta", Interval.open(0, 1))
epsilon = rho + log(x / (1 + x)) - (log(delta) + log(1 + x)) / x

constant = Theorem(
    id="renyi-to-dp-constant",
    title="The constant of the conversion by Canonne, Kamath and Steinke, solved for epsilon",
    source=source,
    uses=("renyi-to-dp-bernoulli",),
    claim=(
        Eq(power * exp((1 + x) * log((1 + x) / x)), 1 / x),
        Eq(exp(x * (rho - epsilon)) * power, delta),
    ),
    checks=(symbolic("logarithm of a product", "expand arguments"),),
    mutants=(
        Eq(power * exp((1 + x) * log((1 + x) / x)), 1 / (1 + x)),
        Eq(exp(x * (rho - epsilon)) * power, delta / 2),
    ),
    notes=(
        "The first part is the constant of Bernoulli's inequality at dP/dQ "
        "$= \\frac a{a-1} e^{\\epsilon} u$, so "
        "$\\delta = e^{(a-1)(\\rho-\\epsilon)} \\frac1a (1-\\frac1a)^{a-1}$; that factor is "
        "below 1, so it is never more than Mironov's. The second part solves for epsilon. That the "
        "pointwise inequality may be averaged over Q is argued here and not checked."
    ),
)

value = Lambda(a, a / 2 + log((a - 1) / a) - (log(Rational(1, 10**5)) + log(a)) / (a - 1))
best, step = Rational("5.4318496703"), Rational(1, 1000)

published = Theorem(
    id="renyi-to-dp-best",
    title="The conversion of 1-GDP at delta = 1e-5, next to the best order",
    source=source,
    uses=("renyi-to-dp-constant", "drs-b-renyi-gaussian"),
    claim=(
        Lt(value(best), Rational("4.728386984943315")),
        Gt(value(best), Rational("4.728386984943313")),
        Gt(value(best - step), value(best)),
        Gt(value(best + step), value(best)),
    ),
    checks=(listed({}), mpmath_points(({},))),
    mutants=(
        Lt(value(best), Rational("4.728386984943313")),
        Gt(value(best), value(best - step)),
        Gt(value(best), value(best + step)),
    ),
    notes=(
        "The numerator of epsilon as a quotient by a - 1 is convex, so the least value is between "
        "the two neighbours: 4.728386984943313899... over all orders, by RenyiDP."
    ),
)
