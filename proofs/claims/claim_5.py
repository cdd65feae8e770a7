"""Claim 5: which variance makes k Gaussian mechanisms (epsilon, delta)-private."""

from sympy import E, Interval, Rational, exp, log, oo, pi, sqrt

from fdp_sym import Gaussian, Phi
from fdp_sym.theorems import (
    Claim,
    Ge,
    Le,
    Theorem,
    boxed,
    cite,
    counterexample,
    from_boundary,
    from_ends,
    increasing,
    lemma,
    real,
    symbolic,
    through,
    using,
)

source = cite("kairouz2015composition", "Theorem 4.3", edition="arXiv:1311.0776v4")
epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
spread = log(E + epsilon / delta)

claim = Claim(
    id="claim-5",
    number=5,
    title="The variance 8 k D^2 log(e + eps/delta)/eps^2 suffices for every epsilon",
    printed=(
        "Gaussian noise of variance $8 k \\Delta^2 \\log(e + \\epsilon/\\delta)/\\epsilon^2$ "
        "gives $(\\epsilon, \\delta)$-privacy under k-fold composition, for any $\\epsilon > 0$ "
        "and $\\delta \\in (0, 1]$."
    ),
    source=source,
    claim=Le(Gaussian(epsilon / sqrt(8 * spread)).delta(epsilon), delta),
    checks=(counterexample(at={"epsilon": 84, "delta": "53/100"}),),
    corrected="claim-5-wide",
    notes=(
        "k mechanisms with noise of variance $\\sigma^2$ are $\\mu$-GDP with $\\mu = \\sqrt{k} "
        "\\Delta/\\sigma$, and here $\\mu = \\epsilon/\\sqrt{8 \\log(e+\\epsilon/\\delta)}$ for "
        "every k. By floating-point search it fails from $\\epsilon = 83.1$ on, not before."
    ),
)

# the profile at mu = epsilon/s, s^2 = c log(e + epsilon/delta), for c = 2 and for c = 8
small, large = real("epsilon", Interval(0, Rational(5, 2))), real("epsilon", Interval(0, 15))
s_2, s_8 = real("s", Interval(Rational(7, 5), oo)), real("s", Interval(Rational(14, 5), oo))

profile_2 = Phi(-s_2 + small / (2 * s_2)) - exp(small) * Phi(-s_2 - small / (2 * s_2))
profile_8 = Phi(-s_8 + large / (2 * s_8)) - exp(large) * Phi(-s_8 - large / (2 * s_8))
density_2 = exp(-(s_2**2) / 2 + small / 2 - small**2 / (8 * s_2**2)) / sqrt(2 * pi)
density_8 = exp(-(s_8**2) / 2 + large / 2 - large**2 / (8 * s_8**2)) / sqrt(2 * pi)

tail = Theorem(
    id="claim-5-tail",
    title="A bound of the Gaussian profile by the density",
    source=source,
    claim=(
        Le(profile_2, small / s_2 * density_2),
        Le(profile_8, large / s_8 * density_8),
    ),
    checks=(symbolic(from_boundary(small, 0), part=0), symbolic(from_boundary(large, 0), part=1)),
    mutants=(
        Le(profile_2, small / s_2 * density_2 / 10),
        Le(profile_8, large / s_8 * density_8 / 20),
    ),
)

logarithm = log(E + small / delta), log(E + large / delta)
root_2, root_8 = sqrt(2 * logarithm[0]), sqrt(8 * logarithm[1])

roots = Theorem(
    id="claim-5-roots",
    title="The roots of the logarithm are above 7/5 and 14/5",
    source=source,
    claim=(
        Ge(log(E + small / delta), 1),
        Ge(log(E + large / delta), 1),
    ),
    checks=(
        symbolic(
            through(log(E * (1 + small / (E * delta)))),
            increasing("log"),
            "logarithm of a product",
            part=0,
        ),
        symbolic(
            through(log(E * (1 + large / (E * delta)))),
            increasing("log"),
            "logarithm of a product",
            part=1,
        ),
    ),
    mutants=(Ge(log(E + small / delta), 2), Ge(log(E + large / delta), 2)),
)

above = Theorem(
    id="claim-5-above",
    title="The two roots are above 7/5 and 14/5",
    source=source,
    uses=("claim-5-roots",),
    claim=(Ge(root_2, Rational(7, 5)), Ge(root_8, Rational(14, 5))),
    checks=(
        symbolic(
            through(Rational(7, 5) + (root_2**2 - Rational(49, 25)) / (root_2 + Rational(7, 5))),
            lemma("claim-5-roots", part=0),
            part=0,
        ),
        symbolic(
            through(Rational(14, 5) + (root_8**2 - Rational(196, 25)) / (root_8 + Rational(14, 5))),
            lemma("claim-5-roots", part=1),
            part=1,
        ),
    ),
    mutants=(Ge(root_2, 2), Ge(root_8, 4)),
)

w = E + large / delta
growth = Theorem(
    id="claim-5-growth",
    title="What the exponentials of the density are at most",
    source=source,
    claim=(
        Le(exp(small / 2 - small**2 / (8 * s_2**2)), exp(Rational(5, 4))),
        Le(exp(large / 2 - large**2 / (8 * s_8**2)), exp(large / 2)),
        Le(exp(large / 6), w),
    ),
    checks=(
        symbolic(increasing("exp"), part=(0, 1)),
        symbolic(through(E + large), from_ends(large), part=2),
    ),
    mutants=(
        Le(exp(small / 2 - small**2 / (8 * s_2**2)), exp(Rational(4, 5))),
        Le(exp(large / 5), w),
    ),
)

steps_2 = small / s_2 * exp(small / 2 - small**2 / (8 * s_2**2)) / sqrt(2 * pi)
steps_8 = large / s_8 * exp(large / 2 - large**2 / (8 * s_8**2)) / sqrt(2 * pi)
cube = exp(large / 2)

step = Theorem(
    id="claim-5-step",
    title="The bound of the profile is at most delta",
    source=source,
    uses=("claim-5-growth",),
    claim=(
        Le(steps_2 / (E + small / delta), delta),
        Le(cube, w**3),
        Le(steps_8 / w**4, delta),
    ),
    checks=(
        symbolic(
            through(small / s_2 * exp(Rational(5, 4)) / sqrt(2 * pi) / (E + small / delta)),
            lemma("claim-5-growth", part=0),
            part=0,
        ),
        symbolic(
            through(exp(large / 3) * w, exp(large / 6) * w**2),
            lemma("claim-5-growth", part=2),
            part=1,
        ),
        symbolic(
            through(
                large / s_8 * cube / sqrt(2 * pi) / w**4,
                large / s_8 * exp(large / 3) * w / sqrt(2 * pi) / w**4,
                large / s_8 * exp(large / 6) * w**2 / sqrt(2 * pi) / w**4,
                large / s_8 * w**3 / sqrt(2 * pi) / w**4,
            ),
            lemma("claim-5-growth", part=1),
            lemma("claim-5-growth", part=2),
            part=2,
        ),
    ),
    mutants=(
        Le(steps_2 / (E + small / delta), delta / 2),
        Le(cube, w**2),
    ),
)

corrected = Theorem(
    id="claim-5-corrected",
    title="Variances that make k Gaussian mechanisms private for epsilon up to 5/2 and up to 15",
    source=source,
    uses=("claim-5-tail", "claim-5-above", "claim-5-step", "drs-2.13"),
    claim=(
        Le(profile_2.subs(s_2, root_2), delta),
        Le(profile_8.subs(s_8, root_8), delta),
    ),
    checks=(
        symbolic(
            lemma("claim-5-above", part=0),
            through((small / s_2 * density_2).subs(s_2, root_2)),
            lemma("claim-5-tail", {"s": root_2}, part=0),
            lemma("claim-5-step", {"s": root_2}, part=0),
            part=0,
        ),
        symbolic(
            lemma("claim-5-above", part=1),
            through((large / s_8 * density_8).subs(s_8, root_8)),
            lemma("claim-5-tail", {"s": root_8}, part=1),
            lemma("claim-5-step", {"s": root_8}, part=2),
            part=1,
        ),
    ),
    mutants=(
        Le(profile_2.subs(s_2, sqrt(logarithm[0]) / 2), delta),
        Le(profile_8.subs(s_8, sqrt(logarithm[1]) / 2), delta),
    ),
    notes=(
        "Up to $\\epsilon = 5/2$ the variance $2 k \\Delta^2 \\log(e + "
        "\\epsilon/\\delta)/\\epsilon^2$, a quarter of the printed one, suffices, for every k and "
        "$\\delta \\in (0, 1]$; the printed one up to $\\epsilon = 15$. A larger variance is more "
        "private."
    ),
)

# up to 81, with L = log(e + epsilon/delta), so that delta = epsilon/(e^L - e): L >= 14 by rules
up_to_81, spread_root = real("epsilon", Interval(0, 81)), real("s", Interval(7, oo))
beyond = real("t", Interval(0, oo))
late = 14 + beyond
late_root = sqrt(8 * late)
profile = Phi(-spread_root + up_to_81 / (2 * spread_root)) - exp(up_to_81) * Phi(
    -spread_root - up_to_81 / (2 * spread_root)
)
exponent = -(spread_root**2) / 2 + up_to_81 / 2 - up_to_81**2 / (8 * spread_root**2)
density = exp(exponent) / sqrt(2 * pi)
at_root = density.subs(spread_root, late_root)

far_tail = Theorem(
    id="claim-5-far-tail",
    title="A bound of the Gaussian profile by the density, for s above 7",
    source=source,
    claim=(
        Le(profile, up_to_81 / spread_root * density),
        Le(1 / (spread_root * sqrt(2 * pi)), 1),
    ),
    checks=(symbolic(from_boundary(up_to_81, 0), part=0), symbolic(part=1)),
    mutants=(
        Le(profile, up_to_81 / spread_root * density / 50),
        Le(1 / (spread_root * sqrt(2 * pi)), Rational(1, 100)),
    ),
)

density_bound = Le(at_root * sqrt(2 * pi), exp(41 - 4 * late))
share = Le((exp(late) - E) * exp(41 - 4 * late), 1)

far_steps = Theorem(
    id="claim-5-far-steps",
    title="The density falls faster than delta where L is above 14",
    source=source,
    claim=(density_bound, share, Ge(late_root, 7)),
    checks=(
        symbolic(increasing("exp"), part=0),
        symbolic(part=1),
        symbolic(through(7 + (late_root**2 - 49) / (late_root + 7)), part=2),
    ),
    mutants=(
        Le(at_root * sqrt(2 * pi), exp(4 - 4 * late)),
        Le((exp(late) - E) * exp(43 - 4 * late), 1),
    ),
)

profile_bound = Le(profile, up_to_81 / spread_root * density)
profile_bound = profile_bound.func(
    *(side.subs(spread_root, late_root) for side in profile_bound.args), evaluate=False
)
excess = (exp(late) - E) * profile.subs(spread_root, late_root)

far = Theorem(
    id="claim-5-far",
    title="The printed variance suffices for epsilon up to 81 where L is above 14",
    source=source,
    uses=("claim-5-far-tail", "claim-5-far-steps"),
    claim=Le(excess, up_to_81),
    checks=(
        symbolic(
            lemma("claim-5-far-steps", part=2),
            lemma("claim-5-far-tail", {"s": late_root}, part=0),
            lemma("claim-5-far-tail", {"s": late_root}, part=1),
            lemma("claim-5-far-steps", part=0),
            lemma("claim-5-far-steps", part=1),
            using(
                (profile_bound, exp(late) - E),
                (density_bound, (exp(late) - E) * up_to_81 / late_root / sqrt(2 * pi)),
                (share, up_to_81 / late_root / sqrt(2 * pi)),
                (Le(1 / (late_root * sqrt(2 * pi)), 1), up_to_81),
            ),
        ),
    ),
    mutants=(Le(excess, up_to_81 / 10**40), Le(excess, up_to_81 / 10**60)),
    notes="With $L = \\log(e + \\epsilon/\\delta)$ and $\\delta = \\epsilon/(e^L - e)$.",
)

# and L <= 14 by balls
wide_epsilon = real("epsilon", Interval(15, 81))
level = real("L", Interval(Rational(14, 5), 14))
deviation = wide_epsilon / (2 * sqrt(8 * level)) - sqrt(8 * level)

wide = Theorem(
    id="claim-5-wide",
    title="The printed variance suffices for epsilon up to 81",
    source=source,
    uses=("drs-2.13", "claim-5-corrected", "claim-5-far"),
    claim=Le((exp(level) - E) * Phi(deviation), wide_epsilon),
    checks=(boxed(),),
    mutants=(
        Le((exp(level) - E) * Phi(deviation), wide_epsilon / 100),
        Le((exp(level) - E) * Phi(2 * deviation), wide_epsilon / 100),
    ),
    notes=(
        "For every k and every $\\delta \\in (0, 1]$. Up to 15 this is claim-5-corrected, from "
        "there on for $L = \\log(e + \\epsilon/\\delta) \\ge 14$ claim-5-far; here is the box with "
        "smaller L, which is at least $\\log(e + \\epsilon)$. The profile is at most its first "
        "term, $\\Phi(-s + \\epsilon/(2s))$ with $s^2 = 8 L$, and the claim says that this is at "
        "most delta. The counterexample is at 84; by floating-point search the variance fails from "
        "$\\epsilon = 83.1$ on."
    ),
)
