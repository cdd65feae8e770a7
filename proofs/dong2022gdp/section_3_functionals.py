"""DRS section 3.2: kl, kappa2, kappa3, kappa3_bar in general, of Id and of f_{eps,delta}."""

from sympy import Abs, Derivative, Integral, Interval, Lambda, exp, oo, tanh

from fdp_sym import EpsDelta, Identity
from fdp_sym.theorems import (
    Eq,
    Ge,
    Gt,
    Le,
    Theorem,
    cite,
    from_boundary,
    generic,
    largest,
    real,
    symbolic,
    under_integral,
)

source = cite("dong2022gdp", "Section 3.2", edition="arXiv:1905.02383v3")
epsilon = real("epsilon", Interval(0, oo))
delta = real("delta", Interval.Lopen(0, 1))
alpha, share = real("alpha", Interval(0, 1)), real("share", Interval(0, 1))
t = real("t", Interval(0, 1))
f = EpsDelta(epsilon).formula
c = 1 / (1 + exp(epsilon))  # P-mass of the steep piece
kl = epsilon * tanh(epsilon / 2)

g = generic("f", instances=[Lambda(alpha, (1 - alpha) ** 2), Lambda(alpha, (1 - alpha) / 2)])
up, down = real("u", Interval.open(0, oo)), real("v", Interval.open(-oo, 0))

vanishing = Theorem(
    id="drs-functionals-identity",
    title="kl is non-negative; kl, kappa2 and kappa3 vanish at Id and only there",
    source=source,
    uses=("convex-absolutely-continuous",),
    claim=(
        Ge(Integral(1 + Derivative(g(t), t), (t, 0, 1)), 0),
        Gt(-up, 1 - exp(up)),
        Gt(-down, 1 - exp(down)),
        Eq(-Derivative(Identity().formula(t), t), 1),
    ),
    checks=(
        symbolic("fundamental theorem of calculus", part=0),
        symbolic(from_boundary(up, 0), part=1),
        symbolic(from_boundary(down, 0), part=2),
        symbolic("derivative", part=3),
    ),
    mutants=(
        Gt(-up, 1 - exp(up / 2)),
        Gt(-down / 2, 1 - exp(down)),
        Ge(Integral(1 + 2 * Derivative(g(t), t), (t, 0, 1)), 0),
    ),
    notes=(
        "With $\\ell = \\log|f'|$: $-\\ell > 1 - e^\\ell$ unless $\\ell = 0$, and $1 - |f'|$ has "
        "the integral $1 - f(0) + f(1) \\ge 0$. So $kl \\ge 0$, and it vanishes only where "
        "$|f'| = 1$ almost everywhere, that is for Id; the same is plain for $\\kappa_2$ and "
        "$\\kappa_3$. $\\bar\\kappa_3$ vanishes where $\\ell$ is constant: $f(\\alpha) = "
        "c(1-\\alpha)$."
    ),
)

size, shift = real("w", Interval(0, oo)), real("k", Interval(0, oo))
scale = real("s", Interval.open(0, oo))
x = real("x")
log_slope = generic("ell", facts=(), bounds=(-oo, oo), instances=[Lambda(x, 3 * x - 1)])(t)

bounded = Theorem(
    id="drs-kappa3-bounds",
    title="kappa3 bounds the other functionals",
    source=source,
    claim=(
        Le(
            Integral(3 * scale * log_slope**2, (t, 0, 1)),
            Integral(2 * Abs(log_slope) ** 3 + scale**3, (t, 0, 1)),
        ),
        Le(
            Integral(3 * scale**2 * Abs(log_slope), (t, 0, 1)),
            Integral(Abs(log_slope) ** 3 + 2 * scale**3, (t, 0, 1)),
        ),
        Le((size + shift) ** 3, 4 * (size**3 + shift**3)),
    ),
    checks=(symbolic(under_integral(), part=(0, 1)), symbolic(part=2)),
    mutants=(
        Le(
            Integral(3 * scale * log_slope**2, (t, 0, 1)),
            Integral(Abs(log_slope) ** 3 + scale**3, (t, 0, 1)),
        ),
        Le((size + shift) ** 3, 2 * (size**3 + shift**3)),
    ),
    notes=(
        "With $s = \\kappa_3^{1/3}$ (let s tend to 0 if $\\kappa_3 = 0$): $\\kappa_2 \\le "
        "\\kappa_3^{2/3}$ and $kl \\le \\int|\\log|f'|| \\le \\kappa_3^{1/3}$; and "
        "$|\\ell + kl| \\le |\\ell| + kl$ gives $\\bar\\kappa_3 \\le 4(\\kappa_3 + kl^3) \\le "
        "8\\kappa_3$. So $\\kappa_3 < \\infty$ makes the other three finite."
    ),
)

law = Theorem(
    id="drs-loss-eps",
    title="The privacy loss of f_{eps,0} is eps with probability c and -eps otherwise",
    source=source,
    uses=("drs-eq5-vertices",),
    claim=(
        Eq(f(c * share), 1 - exp(epsilon) * c * share),
        Eq(f(1 - (1 - c) * share), exp(-epsilon) * (1 - c) * share),
        Eq(-Derivative(1 - exp(epsilon) * alpha, alpha), exp(epsilon)),
        Eq(-Derivative(exp(-epsilon) * (1 - alpha), alpha), exp(-epsilon)),
    ),
    checks=(
        symbolic(largest(1 - exp(epsilon) * c * share), part=0),
        symbolic(largest(exp(-epsilon) * (1 - c) * share), part=1),
        symbolic("derivative", part=(2, 3)),
    ),
    mutants=(
        Eq(f(c * share), 1 - c * share),
        Eq(f(1 - (1 - c) * share / 2), exp(-epsilon) * (1 - c) * share),
    ),
    notes="$c = 1/(1+e^\\varepsilon)$; two lines, on [0, c] and on [c, 1].",
)

pure = Theorem(
    id="drs-functionals-eps",
    title="The functionals of f_{eps,0}",
    source=source,
    uses=("drs-loss-eps",),
    claim=(
        Eq(-(c * epsilon + (1 - c) * -epsilon), EpsDelta(epsilon).kl()),
        Eq(c * epsilon**2 + (1 - c) * (-epsilon) ** 2, EpsDelta(epsilon).kappa2()),
        Eq(c * Abs(epsilon) ** 3 + (1 - c) * Abs(-epsilon) ** 3, EpsDelta(epsilon).kappa3()),
        Eq(
            c * Abs(epsilon + kl) ** 3 + (1 - c) * Abs(-epsilon + kl) ** 3,
            EpsDelta(epsilon).kappa3_bar(),
        ),
    ),
    checks=(symbolic("hyperbolic functions", part=(0, 3)), symbolic(part=(1, 2))),
    mutants=(
        Eq(-(c * epsilon + (1 - c) * -epsilon), epsilon * tanh(epsilon)),
        Eq(
            c * Abs(epsilon + kl) ** 3 + (1 - c) * Abs(-epsilon + kl) ** 3,
            4 * epsilon**3 * c * (1 - c) * (c**2 + (1 - c) ** 2),
        ),
    ),
)

infinite = Theorem(
    id="drs-functionals-eps-delta",
    title="f_{eps,delta} vanishes on [1 - delta, 1]",
    source=source,
    claim=Eq(EpsDelta(epsilon, delta).formula(1 - delta * share), 0),
    checks=(symbolic(largest(0)),),
    mutants=(
        Eq(EpsDelta(epsilon, delta).formula(1 - 2 * delta * share), 0),
        Eq(EpsDelta(epsilon, delta / 2).formula(1 - delta * share), 0),
    ),
    notes=(
        "So the privacy loss is $-\\infty$ with P-probability at least $\\delta > 0$: kl, "
        "$\\kappa_2$ and $\\kappa_3$ are infinite, and $\\bar\\kappa_3$ has no meaning."
    ),
)
