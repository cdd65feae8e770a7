"""Connect the dots: the discrete privacy loss whose profile passes through given points."""

from sympy import Interval, Lambda, oo

from fdp_sym.theorems import (
    Eq,
    Ge,
    Iff,
    Le,
    Theorem,
    cite,
    fact,
    generic,
    real,
    symbolic,
)

source = cite("doroshenko2022connect", "Section 3", edition="arXiv:2207.04380v1")
positive = Interval.open(0, oo)
# x = exp(epsilon) at three knots in a row, and the profile there
below, gap, step = real("x_0", Interval(0, oo)), real("g", positive), real("h", positive)
here, above = below + gap, below + gap + step
d0, d1, d2 = (real(f"delta_{k}", Interval(0, 1)) for k in range(3))
mass = (d0 - d1) / (1 - below / here) - (d1 - d2) / (above / here - 1)
slope, next_slope = (d0 - d1) / gap, (d1 - d2) / step

masses = Theorem(
    id="pld-masses",
    title="The mass at a knot is the change of slope of the profile there",
    source=source,
    claim=(
        Eq(mass, here * (slope - next_slope)),
        Iff(Ge(mass, 0), Ge(slope, next_slope)),
    ),
    checks=(symbolic(),),
    mutants=(Eq(-mass, here * (slope - next_slope)), Eq(mass, slope - next_slope)),
    notes=(
        "With $x = e^\\epsilon$. The profile is convex in x, so its slopes fall in size and no "
        "mass is negative. At the last knot there is no second term; at the first one "
        "$x_0 = 0$ and $\\delta_0 = 1$."
    ),
)

# sums over the knots above this one, of the masses and of the masses divided by x
top = real("delta_n", Interval(0, 1))
divided, upper = next_slope, here * next_slope + d1 - top

step_down = Theorem(
    id="pld-step",
    title="The profile of the discrete loss passes through the knots, from one to the next below",
    source=source,
    uses=("pld-masses",),
    claim=(
        Eq(upper - here * divided + top, d1),
        Eq(divided + mass / here, slope),
        Eq(upper + mass, below * slope + d0 - top),
    ),
    checks=(symbolic(),),
    mutants=(
        Eq(upper - here * divided, d1),
        Eq(divided + mass, slope),
        Eq(upper + mass, below * slope + d0),
    ),
    notes=(
        "The profile at a knot is $\\sum_{j>i} m_j (1 - x_i/x_j) + m_\\infty = S - x_i R + "
        "\\delta_n$, S and R sums over the knots above. That R is the next slope and S the "
        "expression written here holds at the last knot, where both are 0; by the second and "
        "third part it goes down from knot to knot, so the first part holds at all of them. At "
        "$x_0 = 0$, $\\delta_0 = 1$ the third part says that the total mass is 1."
    ),
)

t, x = real("t", Interval(0, 1)), real("x", Interval(0, oo))
profile = generic(
    "delta",
    facts=("convex",),
    domain=Interval(0, oo),
    instances=[Lambda(x, 1 / (1 + x)), Lambda(x, 1 / (1 + x) ** 2)],
)

dominates = Theorem(
    id="pld-above",
    title="Between the knots the profile of the discrete loss is above the true one",
    source=source,
    uses=("pld-step",),
    claim=Le(profile(t * here + (1 - t) * below), t * profile(here) + (1 - t) * profile(below)),
    checks=(symbolic(fact(profile, "convex", here, below, t)),),
    mutants=(
        Le(profile(t * here + (1 - t) * below), t * profile(here)),
        Le(profile(t * here + (1 - t) * below), profile(here)),
    ),
    notes="It is linear in x between knots, a chord of the convex profile: a safe approximation.",
)
