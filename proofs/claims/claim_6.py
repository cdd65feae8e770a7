"""Claim 6: two lower bounds of the variance of k Gaussian mechanisms."""

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

source = cite("kairouz2015composition", "Appendix B", edition="arXiv:1311.0776v4")

epsilon, delta = real("epsilon", Interval.open(0, oo)), real("delta", Interval.Lopen(0, 1))
mu = real("mu", Interval.open(0, oo))
spread = log(E + epsilon / delta)

claim = Claim(
    id="claim-6",
    number=6,
    title="Two lower bounds of the variance that together suffice",
    printed=(
        "Gaussian noise gives $(\\epsilon, \\delta)$-privacy under k-fold composition if "
        "$\\sigma^2 \\ge 4 k \\Delta^2 \\log(e + \\epsilon/\\delta)/\\epsilon^2$ and $\\sigma^2 "
        "\\ge k \\Delta^2/(4 \\epsilon)$."
    ),
    source=source,
    claim=Le(Gaussian(mu).delta(epsilon), delta),
    given=(Le(mu, epsilon / sqrt(4 * spread)), Le(mu**2, 4 * epsilon)),
    checks=(counterexample(at={"epsilon": 40, "delta": "33/100", "mu": "907/100"}),),
    corrected="claim-6-wide",
    notes=(
        "The conditions say $\\mu \\le \\epsilon/\\sqrt{4 \\log(e+\\epsilon/\\delta)}$ and $\\mu^2 "
        "\\le 4 \\epsilon$. By floating-point search it fails from $\\epsilon = 34.7$ on."
    ),
)

# the profile at mu = eps/s, s^2 = 4 log(e + eps/delta), as for claim 5
eps, s = real("epsilon", Interval(0, Rational(15, 2))), real("s", Interval(2, oo))
profile = Phi(-s + eps / (2 * s)) - exp(eps) * Phi(-s - eps / (2 * s))
density = exp(-(s**2) / 2 + eps / 2 - eps**2 / (8 * s**2)) / sqrt(2 * pi)
w = E + eps / delta
root = sqrt(4 * log(w))

tail = Theorem(
    id="claim-6-tail",
    title="A bound of the Gaussian profile by the density, for s above 2",
    source=source,
    claim=Le(profile, eps / s * density),
    checks=(symbolic(from_boundary(eps, 0)),),
    mutants=(eps / s * density / 10, eps**2 / s * density / 10),
)

logarithm = Theorem(
    id="claim-6-logarithm",
    title="log(e + eps/delta) is at least 1",
    source=source,
    claim=Ge(log(w), 1),
    checks=(
        symbolic(
            through(log(E * (1 + eps / (E * delta)))), increasing("log"), "logarithm of a product"
        ),
    ),
    mutants=(Ge(log(w), 2), Ge(log(w), log(E + 2 * eps / delta))),
)

above = Theorem(
    id="claim-6-above",
    title="The root of the logarithm is above 2, and the exponential below a line",
    source=source,
    uses=("claim-6-logarithm",),
    claim=(
        Ge(root, 2),
        Le(exp(eps / 2), 5 * w),
        Le(exp(eps / 2 - eps**2 / (8 * s**2)), exp(eps / 2)),
    ),
    checks=(
        symbolic(through(2 + (root**2 - 4) / (root + 2)), lemma("claim-6-logarithm"), part=0),
        symbolic(through(5 * (E + eps)), from_ends(eps), part=1),
        symbolic(increasing("exp"), part=2),
    ),
    mutants=(Ge(root, 3), Le(exp(eps / 2), w)),
)

rest = eps / s / sqrt(2 * pi) / w**2
step = Theorem(
    id="claim-6-step",
    title="The bound of the profile is at most delta, for s above 2",
    source=source,
    uses=("claim-6-above",),
    claim=Le(rest * exp(eps / 2 - eps**2 / (8 * s**2)), delta),
    checks=(
        symbolic(
            through(rest * exp(eps / 2), rest * 5 * w),
            lemma("claim-6-above", part=2),
            lemma("claim-6-above", part=1),
        ),
    ),
    mutants=(delta / 9, delta**2 / 9),
)

corrected = Theorem(
    id="claim-6-corrected",
    title="The first bound of the variance suffices for epsilon up to 15/2",
    source=source,
    uses=("claim-6-tail", "claim-6-above", "claim-6-step", "drs-2.13"),
    claim=Le(profile.subs(s, root), delta),
    checks=(
        symbolic(
            lemma("claim-6-above", part=0),
            through((eps / s * density).subs(s, root)),
            lemma("claim-6-tail", {"s": root}),
            lemma("claim-6-step", {"s": root}),
        ),
    ),
    mutants=(
        Le(profile.subs(s, root / 4), delta),
        Le(profile.subs(s, root / 5), delta / 2),
    ),
    notes=(
        "There the variance $4 k \\Delta^2 \\log(e + \\epsilon/\\delta)/\\epsilon^2$ alone is "
        "enough, for every k and delta; up to $5/2$ half of it is (claim-5-corrected)."
    ),
)

# up to 33, with L = log(e + epsilon/delta), so that delta = epsilon/(e^L - e): L >= 17 by rules
up_to_33, beyond = real("epsilon", Interval(0, 33)), real("t", Interval(0, oo))
late = 17 + beyond
late_root = sqrt(4 * late)
late_profile = profile.subs(eps, up_to_33).subs(s, late_root)
at_root = density.subs(eps, up_to_33).subs(s, late_root)
density_bound = Le(at_root * sqrt(2 * pi), exp(Rational(33, 2) - 2 * late))
share = Le((exp(late) - E) * exp(Rational(33, 2) - 2 * late), 1)

far_steps = Theorem(
    id="claim-6-far-steps",
    title="The density falls faster than delta where L is above 17",
    source=source,
    claim=(density_bound, share, Ge(late_root, 7)),
    checks=(
        symbolic(increasing("exp"), part=0),
        symbolic(part=1),
        symbolic(through(7 + (late_root**2 - 49) / (late_root + 7)), part=2),
    ),
    mutants=(
        Le(at_root * sqrt(2 * pi), exp(4 - 2 * late)),
        Le((exp(late) - E) * exp(18 - 2 * late), 1),
    ),
)

excess = (exp(late) - E) * late_profile
far = Theorem(
    id="claim-6-far",
    title="The first bound of the variance suffices for epsilon up to 33 where L is above 17",
    source=source,
    uses=("claim-5-far-tail", "claim-6-far-steps"),
    claim=Le(excess, up_to_33),
    checks=(
        symbolic(
            lemma("claim-6-far-steps", part=2),
            lemma("claim-5-far-tail", {"epsilon": up_to_33, "s": late_root}, part=0),
            lemma("claim-5-far-tail", {"s": late_root}, part=1),
            lemma("claim-6-far-steps", part=0),
            lemma("claim-6-far-steps", part=1),
            using(
                (Le(late_profile, up_to_33 / late_root * at_root), exp(late) - E),
                (density_bound, (exp(late) - E) * up_to_33 / late_root / sqrt(2 * pi)),
                (share, up_to_33 / late_root / sqrt(2 * pi)),
                (Le(1 / (late_root * sqrt(2 * pi)), 1), up_to_33),
            ),
        ),
    ),
    mutants=(Le(excess, up_to_33 / 10**40), Le(excess, up_to_33 / 10**60)),
    notes="With $L = \\log(e + \\epsilon/\\delta)$ and $\\delta = \\epsilon/(e^L - e)$.",
)

# and L <= 17 by balls
wide_epsilon = real("epsilon", Interval(Rational(15, 2), 33))
level = real("L", Interval(Rational(23, 10), 17))
deviation = wide_epsilon / (2 * sqrt(4 * level)) - sqrt(4 * level)

wide = Theorem(
    id="claim-6-wide",
    title="The first bound of the variance suffices for epsilon up to 33",
    source=source,
    uses=("drs-2.13", "claim-6-corrected", "claim-6-far"),
    claim=Le((exp(level) - E) * Phi(deviation), wide_epsilon),
    checks=(boxed(),),
    mutants=(
        Le((exp(level) - E) * Phi(deviation), wide_epsilon / 100),
        Le((exp(level) - E) * Phi(2 * deviation), wide_epsilon / 100),
    ),
    notes=(
        "For every k and every $\\delta \\in (0, 1]$. Up to 15/2 this is claim-6-corrected, from "
        "there on for $L = \\log(e + \\epsilon/\\delta) \\ge 17$ claim-6-far; here is the box with "
        "smaller L, which is at least $\\log(e + \\epsilon)$. The profile is at most its first "
        "term, $\\Phi(-s + \\epsilon/(2s))$ with $s^2 = 4 L$, and the claim says that this is at "
        "most delta. The counterexample is at 40; by floating-point search the variance fails from "
        "$\\epsilon = 34.7$ on."
    ),
)
