"""DRS Definition 3.1: the laws of the product of any two trade-off functions, by densities.

Every trade-off function is T(P, Q) for distributions on [0, 1] with densities: those of
Proposition 2.2, with the atom of Q spread over an interval of which P knows nothing.
"""

from sympy import Integral, Interval, Lambda, Piecewise, Rational, oo

from fdp_sym.functions import Max
from fdp_sym.theorems import (
    Eq,
    Le,
    Mutant,
    Theorem,
    by_pieces,
    cite,
    generic,
    product_integral,
    real,
    symbolic,
    through,
    tonelli,
    under_integral,
)

source = cite("dong2022gdp", "Definition 3.1", edition="arXiv:1905.02383v3")
laws = cite("dong2022gdp", "Section 3.1", edition="arXiv:1905.02383v3")
odds = real("odds", Interval.open(0, oo))  # e^epsilon, for epsilon of any sign

# densities of f = T(P, Q) at t, of g = T(P', Q') at u, of h at v
t, u, v = (real(name, Interval(0, 1)) for name in "tuv")
first, second, third = (t, 0, 1), (u, 0, 1), (v, 0, 1)
known = {"facts": ("measurable",), "bounds": (0, oo)}
p = generic("p", instances=[Lambda(t, 1)], **known)
q = generic("q", instances=[Lambda(t, 2)], **known)
p2 = generic("p_2", instances=[Lambda(u, 1)], **known)
q2 = generic("q_2", instances=[Lambda(u, 2)], **known)
p3 = generic("p_3", instances=[Lambda(v, 1)], **known)
q3 = generic("q_3", instances=[Lambda(v, 2)], **known)

phi = generic("phi", facts=(), instances=[Lambda(t, Rational(1, 2))])  # any test
best = Piecewise((1, q(t) > odds * p(t)), (0, True))
delta_f = Integral(Max(0, q(t) - odds * p(t)), first)
delta_fg = Integral(Max(0, q(t) * q2(u) - odds * p(t) * p2(u)), first, second)

profile = Theorem(
    id="drs-3.1-general-profile",
    title="The profile of a pair with densities",
    source=source,
    uses=("drs-2.2-if",),
    claim=(
        Le(Integral(phi(t) * (q(t) - odds * p(t)), first), delta_f),
        Eq(Integral(best * (q(t) - odds * p(t)), first), delta_f),
    ),
    checks=(symbolic(under_integral(), part=0), symbolic(under_integral(), by_pieces(), part=1)),
    mutants=(
        Le(Integral(phi(t) * (q(t) - odds * p(t)), first), delta_f / 4),
        Eq(Integral(best * (q(t) - odds * p(t)), first), 2 * delta_f),
    ),
    notes=(
        "No test has a larger $E_Q \\phi - \\mathrm{odds} E_P \\phi$ than the integral, and one "
        "test attains it: the integral is $\\delta(\\log \\mathrm{odds})$. The product "
        "of two pairs is again a pair with densities."
    ),
)

a, b = real("a", Interval.open(0, oo)), real("b", Interval(0, oo))
support = Integral(Max(0, a * q(t) - b * p(t)), first)

well_defined = Theorem(
    id="drs-3.1-general-well-defined",
    title="The product of any two functions depends on f only, not on the pair behind it",
    source=source,
    uses=("drs-3.1-general-profile", "drs-2.12-inverse", "fenchel-moreau"),
    claim=Eq(support, a * Integral(Max(0, q(t) - b / a * p(t)), first)),
    checks=(symbolic(under_integral(), "factor into a maximum"),),
    mutants=(
        b * Integral(Max(0, q(t) - b / a * p(t)), first),
        a * Integral(Max(0, q(t) - b * p(t)), first) / 2,
    ),
    notes=(
        "At $a = q'(u)$, $b = \\mathrm{odds}\\, p'(u)$ the left side is the inner integral of "
        "the profile of the product; the right side is $a \\delta_f(\\log(b/a))$: the same for two "
        "pairs with one f (at a = 0 it is 0). By commutativity the same holds for g. For pairs on "
        "any space the densities are those with respect to $P + Q$."
    ),
)

commutative = Theorem(
    id="drs-3.1-general-commutative",
    title="The product of any two functions is commutative",
    source=laws,
    uses=("drs-3.1-general-well-defined",),
    claim=Eq(delta_fg, Integral(Max(0, q2(u) * q(t) - odds * p2(u) * p(t)), second, first)),
    checks=(symbolic(tonelli()),),
    mutants=(
        2 * delta_fg,
        Integral(Max(0, q2(u) * p(t) - 2 * odds * p2(u) * q(t)), second, first),
    ),
    notes=(
        "The two sides are the profiles of $f \\otimes g$ and of $g \\otimes f$, and a profile "
        "determines its trade-off function."
    ),
)

left = Max(0, (q(t) * q2(u)) * q3(v) - odds * (p(t) * p2(u)) * p3(v))
right = Max(0, q(t) * (q2(u) * q3(v)) - odds * p(t) * (p2(u) * p3(v)))

associative = Theorem(
    id="drs-3.1-general-associative",
    title="The product of any three functions is associative",
    source=laws,
    uses=("drs-3.1-general-well-defined",),
    claim=Eq(Integral(left, first, second, third), Integral(right, third, second, first)),
    checks=(symbolic(tonelli()),),
    mutants=(
        Integral(right, third, second, first) / 2,
        Integral(Max(0, q(t) * q2(u) * q3(v) - 2 * odds * p(t) * p2(u)), third, second, first),
    ),
    notes="The outcomes ((t, u), v) and (t, (u, v)), integrated in these two orders.",
)

exchanged = Integral(Max(0, p(t) * p2(u) - odds * (q(t) * q2(u))), first, second)
at_minus = Integral(Max(0, q(t) * q2(u) - p(t) * p2(u) / odds), first, second)
all_P, all_Q = Integral(p(t) * p2(u), first, second), Integral(q(t) * q2(u), first, second)
mass_P = Integral(p(t), first) * Integral(p2(u), second)  # 1
mass_Q = Integral(q(t), first) * Integral(q2(u), second)  # 1

inverse = Theorem(
    id="drs-3.1-general-inverse",
    title="The inverse of a product of any two functions is the product of the inverses",
    source=laws,
    uses=("drs-3.1-general-well-defined",),
    claim=Eq(exchanged, mass_P - odds * mass_Q + odds * at_minus),
    checks=(
        symbolic(
            through(all_P - odds * all_Q + odds * at_minus),
            under_integral(),
            "factor into a maximum",
            "negative part",
            product_integral(),
        ),
    ),
    mutants=(
        Mutant(Eq(exchanged, odds * at_minus), at={"odds": "1/8"}),
        mass_P - odds * mass_Q,
    ),
    notes=(
        "The total masses are 1. The left side is the profile of $f^{-1} \\otimes g^{-1}$, the "
        "right side that of $(f \\otimes g)^{-1}$, as in drs-3.1-inverse. So a product of "
        "symmetric functions, $f^{-1} = f$ and $g^{-1} = g$, is symmetric."
    ),
)
