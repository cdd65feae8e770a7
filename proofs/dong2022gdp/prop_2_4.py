"""DRS Definition 2.3 and Proposition 2.4: both orders, the inverse and symmetrisation."""

from sympy import Interval, exp, oo

from fdp_sym import Gaussian, Laplace, PiecewiseLinear, from_pair
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Above,
    Eq,
    Ge,
    Note,
    SameCurve,
    Theorem,
    by_pieces,
    cite,
    exact,
    increasing,
    lemma,
    real,
    symbolic,
    through,
)

proposition = cite("dong2022gdp", "Proposition 2.4", edition="arXiv:1905.02383v3")

both_ways = Note(
    id="drs-2.3",
    title="f-differential privacy",
    source=cite("dong2022gdp", "Definition 2.3", edition="arXiv:1905.02383v3"),
    statement=(
        "$M$ is $f$-DP when $T(M(S), M(S')) \\ge f$ for all neighbours $S$, $S'$. As "
        "neighbourhood is symmetric this holds for both orders, so $M$ is $f$-DP if and only if "
        "it is $f^S$-DP with $f^S = \\max\\{f, f^{-1}\\}$."
    ),
)

a, b = real("a", Interval.open(0, 1)), real("b", Interval.open(0, 1))
# Q moves the share a of the first outcome of P to the second and the share b of all to a third
p = (1 - a, a, 0)
q = ((1 - a) ** 2 * (1 - b), a * (2 - a) * (1 - b), b)

exchange = Theorem(
    id="drs-2.4-exchange",
    title="Exchanging the hypotheses inverts the trade-off function",
    source=proposition,
    uses=("neyman-pearson",),
    notes=(
        "Checked for a two-parameter family of asymmetric pairs in which Q has mass where P has "
        "none. In general both sides are $\\inf\\{t : (t, \\alpha)$ are the errors of a test$\\}$."
    ),
    claim=SameCurve(from_pair(p, q).inverse(), from_pair(q, p)),
    checks=(exact(),),
    mutants=(
        SameCurve(from_pair(p, q), from_pair(q, p)),
        Above(from_pair(p, q), from_pair(q, p)),
    ),
)

f = PiecewiseLinear([(0, 1 - b), (1, 0)])  # of P without its complement of mass b in Q

symmetrised = Theorem(
    id="drs-2.4-symmetrised",
    title="The symmetrised function is above f and is its own inverse",
    source=proposition,
    notes=(
        "For a two-parameter family of asymmetric functions with $f(0) < 1$. A mechanism that is "
        "f-DP for both orders of the neighbours has errors above f and above its inverse."
    ),
    claim=(
        Above(f.symmetrize(), f),
        Above(f.symmetrize(), f.inverse()),
        SameCurve(f.symmetrize().inverse(), f.symmetrize()),
        SameCurve(f.inverse().inverse(), f),
    ),
    checks=(exact(),),
    mutants=(Above(f, f.symmetrize()), SameCurve(f.inverse(), f)),
)

mu = real("mu", Interval(0, oo))
beta = real("beta", Interval(0, 1))
G = Gaussian(mu).formula

both_orders = Theorem(
    id="drs-2.4-gaussian",
    title="For a symmetric function one order of the neighbours is enough",
    source=proposition,
    uses=("gdp-symmetric",),
    notes="The converse is the same statement with the names of the two errors exchanged.",
    claim=Ge(alpha, G(beta)),
    given=Ge(beta, G(alpha)),
    checks=(
        symbolic(
            through(G(G(alpha))), increasing("Phi"), increasing("Quantile"), lemma("gdp-symmetric")
        ),
    ),
    mutants=(G(beta) + beta / 2, Ge(alpha, beta)),
)

shift = real("mu", Interval.open(0, oo))
x, y = real("x", Interval.open(0, oo)), real("y", Interval.open(0, oo))
share = real("s", Interval.Lopen(0, 1))
L = Laplace(shift).formula

laplace = Theorem(
    id="drs-2.4-laplace",
    title="The Laplace trade-off function is symmetric",
    source=proposition,
    notes=(
        "The first piece and the last are inverse to each other; the middle one maps "
        "$e^{-x}/2$ to $e^{-y}/2$, $x + y = \\mu$, and is its own inverse."
    ),
    claim=(
        Eq(L(share * exp(-shift) / 2), 1 - share / 2),
        Eq(L(1 - share / 2), share * exp(-shift) / 2),
        Eq(Laplace(x + y).formula(exp(-x) / 2), exp(-y) / 2),
    ),
    checks=(symbolic(by_pieces()),),
    mutants=(
        Eq(L(1 - share / 2), share * exp(-shift)),
        Eq(Laplace(x + y).formula(exp(-x) / 2), exp(-x) / 2),
    ),
)
