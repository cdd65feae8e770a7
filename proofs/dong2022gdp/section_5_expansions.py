"""DRS section 5: the functionals of C_p(f) for small p, with remainders and limits."""

from sympy import Integral, Interval, Lambda, log, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Lim,
    Theorem,
    cite,
    from_boundary,
    generic,
    integer,
    lemma,
    real,
    remainder,
    symbolic,
    under_integral,
    using,
)

source = cite("dong2022gdp", "Section 5", edition="arXiv:1905.02383v3")
u = real("u", Interval(0, oo))
L = log(1 + u)

logarithm = Theorem(
    id="drs-5-logarithm",
    title="The logarithm near 1, from above and below",
    source=source,
    claim=(Le(L, u), Ge(L, u - u**2 / 2)),
    checks=(symbolic(from_boundary(u, 0)),),
    mutants=(Le(L, u / 2), Ge(L, u - u**2 / 3)),
)

below, squared_below, mean_above = Le(L, u), Le((2 + u) * L**2, 2 * u**2), Ge((2 + u) * L, 2 * u)

squares = Theorem(
    id="drs-5-logarithm-squares",
    title="The integrands of kl and kappa2 of C_p(f) are about u^2 and 2 u^2",
    source=source,
    uses=("drs-5-logarithm",),
    claim=(squared_below, mean_above),
    checks=(
        symbolic(
            from_boundary(u, 0),
            from_boundary(u, 0),
            lemma("drs-5-logarithm", part=0),
            using((below, 2 * u / (1 + u) ** 2)),
            part=0,
        ),
        symbolic(from_boundary(u, 0), from_boundary(u, 0), part=1),
    ),
    mutants=(Le((2 + u) * L**2, u**2), Ge((2 + u) * L, 2 * u + u**2 / 9)),
)

cubes = Theorem(
    id="drs-5-logarithm-cubes",
    title="The integrand of kappa3 of C_p(f) is at most 2 u^3",
    source=source,
    uses=("drs-5-logarithm", "drs-5-logarithm-squares"),
    claim=Le((2 + u) * L**3, 2 * u**3),
    checks=(
        symbolic(
            lemma("drs-5-logarithm", part=0),
            lemma("drs-5-logarithm-squares", part=0),
            using((squared_below, L), (below, 2 * u**2)),
        ),
    ),
    mutants=(Le((2 + u) * L**3, u**3), Le((2 + u) * L**3, 2 * u**4)),
)

# |f'| = 1 + y left of the fixed point a, and g = 1 + p y: the functionals by drs-5-functionals
p, t, a = real("p", Interval(0, oo)), real("t", Interval(0, 1)), real("a", Interval(0, 1))
y = generic("y", facts=(), bounds=(0, oo), instances=[Lambda(t, 3 * t + 1)])
piece = (t, 0, a)

g = 1 + p * y(t)
kl = Integral((g - 1) * log(g), piece)
kappa2 = Integral((g + 1) * log(g) ** 2, piece)
kappa3 = Integral((g + 1) * log(g) ** 3, piece)
chi2, m3 = Integral(y(t) ** 2, piece), Integral(y(t) ** 3, piece)  # of (|f'| - 1)_+
at = {"u": p * y(t)}
below_y, above_y = (r.subs(u, p * y(t)) for r in (below, Ge(L, u - u**2 / 2)))
squared_y, mean_y = (r.subs(u, p * y(t)) for r in (squared_below, mean_above))

rates = Theorem(
    id="drs-5-small-p",
    title="kl, kappa2 and kappa3 of C_p(f) for small p, with remainders",
    source=source,
    uses=(
        "drs-5-functionals",
        "drs-5-logarithm",
        "drs-5-logarithm-squares",
        "drs-5-logarithm-cubes",
    ),
    claim=(
        Le(kl, p**2 * chi2),
        Ge(kl, p**2 * chi2 - p**3 * m3 / 2),
        Le(kappa2, 2 * p**2 * chi2),
        Ge(kappa2, 2 * p**2 * chi2 - p**3 * m3),
        Le(kappa3, 2 * p**3 * m3),
    ),
    checks=(
        symbolic(
            under_integral(),
            lemma("drs-5-logarithm", at, part=0),
            using((below_y, p * y(t))),
            part=0,
        ),
        symbolic(
            under_integral(),
            lemma("drs-5-logarithm", at, part=1),
            using((above_y, p * y(t))),
            part=1,
        ),
        symbolic(under_integral(), lemma("drs-5-logarithm-squares", at, part=0), part=2),
        symbolic(
            under_integral(),
            lemma("drs-5-logarithm-squares", at, part=1),
            lemma("drs-5-logarithm", at, part=1),
            using((mean_y, log(g)), (above_y, 2 * p * y(t))),
            part=3,
        ),
        symbolic(under_integral(), lemma("drs-5-logarithm-cubes", at), part=4),
    ),
    mutants=(
        Le(kl, p**2 * chi2 / 2),
        Ge(kl, p**2 * chi2 - p**3 * m3 / 4),
        Ge(kappa2, 2 * p**2 * chi2 - p**3 * m3 / 2),
        Le(kappa3, p**3 * m3),
    ),
)

m, p_0 = integer("m", 1), real("p_0", Interval(0, oo))  # T = m^2 steps with p = p_0/m
row, step = {p: p_0 / m}, {"p": p_0 / m}

remainders = Theorem(
    id="drs-5-remainders",
    title="kl, kappa2 and kappa3 of C_p(f) up to third powers of p",
    source=source,
    uses=("drs-5-logarithm", "drs-5-logarithm-squares", "drs-5-small-p"),
    claim=(
        Le(kl - p**2 * chi2, p**3 * m3 / 2),
        Le(kappa2 - 2 * p**2 * chi2, p**3 * m3),
        Ge(kappa3, -2 * p**3 * m3),
    ),
    checks=(
        symbolic(
            under_integral(),
            lemma("drs-5-logarithm", at, part=0),
            using((below_y, p * y(t))),
            part=0,
        ),
        symbolic(
            under_integral(),
            lemma("drs-5-logarithm-squares", at, part=0),
            using((squared_y, 1)),
            part=1,
        ),
        symbolic(under_integral(), part=2),
    ),
    mutants=(Le(kl - p**2 * chi2, -(p**3) * m3 / 2), Ge(kappa3, 2 * p**3 * m3)),
    notes="Weaker than drs-5-small-p, in the form that the limits need.",
)

limits = Theorem(
    id="drs-5-limits",
    title="The sums of kl, kappa2 and kappa3 over T steps tend to p_0^2 chi, twice that and 0",
    source=source,
    uses=("drs-5-small-p", "drs-5-remainders"),
    claim=(
        Eq(Lim(m**2 * kl.subs(row), m), p_0**2 * chi2),
        Eq(Lim(m**2 * kappa2.subs(row), m), 2 * p_0**2 * chi2),
        Eq(Lim(m**2 * kappa3.subs(row), m), 0),
    ),
    checks=(
        symbolic(
            remainder(p_0**3 * m3 / (2 * m)),
            lemma("drs-5-remainders", step, part=0),
            lemma("drs-5-small-p", step, part=1),
            part=0,
        ),
        symbolic(
            remainder(p_0**3 * m3 / m),
            lemma("drs-5-remainders", step, part=1),
            lemma("drs-5-small-p", step, part=3),
            part=1,
        ),
        symbolic(
            remainder(2 * p_0**3 * m3 / m),
            lemma("drs-5-remainders", step, part=2),
            lemma("drs-5-small-p", step, part=4),
            part=2,
        ),
    ),
    mutants=(
        Eq(m**2 * kl.subs(row), p_0**2 * chi2),
        Eq(m**2 * kappa2.subs(row), 2 * p_0**2 * chi2),
        Eq(m**2 * kappa3.subs(row), 0),
    ),
    notes=(
        "T = m^2 and p = p_0/m; for other T and p, with $p\\sqrt T \\to p_0$, the bounds of "
        "drs-5-small-p times T give the same. chi is $\\chi^2_+(f) = \\int(|f'|-1)_+^2$; all that "
        "is needed is that $\\int(|f'|-1)_+^3$ is finite."
    ),
)
