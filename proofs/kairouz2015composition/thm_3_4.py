"""KOV Theorem 3.4: the bound of the k-fold composition, for every k, with its two devices."""

from sympy import E, Interval, Sum, binomial, exp, log, oo, sqrt

from fdp_sym.functions import Max
from fdp_sym.symbols import delta
from fdp_sym.theorems import (
    Eq,
    Ge,
    Le,
    Mutant,
    Theorem,
    all_members,
    binomial_theorem,
    cases,
    cite,
    from_boundary,
    increasing,
    integer,
    lemma,
    real,
    symbolic,
    termwise,
    through,
    using,
)

source = cite("kairouz2015composition", "Theorem 3.4", edition="arXiv:1311.0776v4")
devices = cite("kairouz2015composition", "Proof of Theorem 3.4", edition="arXiv:1311.0776v4")

loss = real("loss")  # how far it exceeds epsilon
rate = real("lambda", Interval.open(0, oo))
least = rate * log(rate) - (rate + 1) * log(rate + 1)
peak = log(rate + 1) - log(rate)
up, down = real("w", Interval(0, oo)), real("w", Interval(-oo, 0))

tangent = Theorem(
    id="kov-3.4-tangent",
    title="A sum of two exponentials is least at 0",
    source=devices,
    claim=(
        Ge(exp(rate * up) + rate * exp(-up), rate + 1),
        Ge(exp(rate * down) + rate * exp(-down), rate + 1),
    ),
    checks=(symbolic(from_boundary(up, 0), part=0), symbolic(from_boundary(down, 0), part=1)),
    mutants=(
        Ge(exp(rate * up) + rate * exp(-up), rate + 2),
        Ge(exp(rate * down) + exp(-down), rate + 1),
    ),
)

device = Theorem(
    id="kov-3.4-device",
    title="An exponential above the excess of the loss",
    source=devices,
    uses=("kov-3.4-tangent",),
    claim=(
        Le(1 - exp(-loss), exp(rate * loss + least)),
        Eq(1 - exp(-peak), 1 / (rate + 1)),
        Eq(exp(rate * peak + least), 1 / (rate + 1)),
    ),
    checks=(
        symbolic(
            cases(Ge(loss, peak)),
            lemma("kov-3.4-tangent", {"w": loss - peak}, part=0),
            lemma("kov-3.4-tangent", {"w": loss - peak}, part=1),
            "expand arguments",
            part=0,
        ),
        symbolic(part=1),
        symbolic("expand arguments", part=2),
    ),
    mutants=(
        Mutant(Le(1 - exp(-loss), exp(rate * loss + least) / 2), at={"lambda": 1, "loss": "0.7"}),
        Mutant(Le(1 - exp(-loss), exp(rate * loss + 2 * least)), at={"lambda": 1, "loss": "0.7"}),
    ),
    notes="The last parts: at one loss both sides agree, so that no smaller constant will do.",
)

odds, u = real("x", Interval.open(0, oo)), real("u", Interval(0, oo))
v = real("u", Interval(-oo, 0))
drift = (odds - 1) / (odds + 1)

moment = Theorem(
    id="kov-3.4-moment",
    title="The exponential moment of a loss with two values",
    source=devices,
    claim=(
        Le(log(odds * exp(u) + exp(-u)) - log(1 + odds), drift * u + u**2 / 2),
        Le(log(odds * exp(v) + exp(-v)) - log(1 + odds), drift * v + v**2 / 2),
    ),
    checks=(
        symbolic(from_boundary(u, 0), from_boundary(u, 0), part=0),
        symbolic(from_boundary(v, 0), from_boundary(v, 0), part=1),
    ),
    mutants=(
        Le(log(odds * exp(u) + exp(-u)) - log(1 + odds), drift * u + u**2 / 4),
        Le(log(odds * exp(v) + exp(-v)) - log(1 + odds), drift * v / 2 + v**2 / 2),
    ),
    notes=(
        "With p = x/(1+x) it is $p e^u + (1-p) e^{-u} \\le e^{(2p-1)u + u^2/2}$, for every p in "
        "(0, 1) and every u; at p = 0 and p = 1 the left side is $e^{-u}$ or $e^u$."
    ),
)

# k answers of randomised response, of which j speak against Q
epsilon, target = real("epsilon", Interval.open(0, oo)), real("target", Interval(0, oo))
k, j = integer("k", 1), integer("j", 0)
x, whole = exp(epsilon), (1 + exp(epsilon)) ** k
p_j, q_j = exp(j * epsilon), exp((k - j) * epsilon)
excess = Max(0, q_j - exp(target + j * epsilon))
exponential = exp(rate * (k - 2 * j) * epsilon)
scale = exp(least - rate * target)

term = Theorem(
    id="kov-3.4-term",
    title="Each term of the profile is below its exponential",
    source=source,
    uses=("kov-3.4-device",),
    claim=Le(excess, q_j * exponential * scale),
    checks=(
        symbolic(
            all_members(),
            lemma("kov-3.4-device", {"loss": (k - 2 * j) * epsilon - target}),
        ),
    ),
    mutants=(
        Mutant(
            Le(excess, q_j * exponential * scale / 2),
            at={"k": 1, "j": 0, "epsilon": "0.7", "lambda": 1, "target": 0},
        ),
        Mutant(
            Le(excess, exponential * scale),
            at={"k": 1, "j": 0, "epsilon": "0.7", "lambda": 1, "target": 0},
        ),
    ),
)

profile = Sum(binomial(k, j) * excess, (j, 0, k)) / whole
moments = Sum(binomial(k, j) * q_j * exponential, (j, 0, k))
two_values = exp(epsilon + rate * epsilon) + exp(-rate * epsilon)
growth = (x - 1) / (x + 1) * rate * epsilon + rate**2 * epsilon**2 / 2

chernoff = Theorem(
    id="kov-3.4-chernoff",
    title="The profile of k answers by the exponential moment of the loss",
    source=source,
    uses=("kov-3.4-term",),
    claim=Le(profile, scale * moments / whole),
    checks=(
        symbolic(
            termwise(),
            lemma("kov-3.4-term"),
            using((Le(excess, q_j * exponential * scale), binomial(k, j) / whole)),
        ),
    ),
    mutants=(
        Mutant(
            Le(profile, scale * moments / whole / 2),
            at={"k": 1, "epsilon": "0.7", "lambda": 1, "target": 0},
        ),
        Mutant(
            Le(profile, scale**2 * moments / whole),
            at={"k": 1, "epsilon": "0.7", "lambda": 1, "target": 0},
        ),
    ),
)

one_more = Le(log(two_values) - log(1 + x), growth)
power = Theorem(
    id="kov-3.4-power",
    title="The exponential moment of k answers",
    source=source,
    uses=("kov-3.4-moment",),
    claim=(
        Eq(moments, two_values**k),
        Le(two_values**k / whole, exp(k * growth)),
    ),
    checks=(
        symbolic(binomial_theorem(exp(-rate * epsilon), exp(epsilon + rate * epsilon)), part=0),
        symbolic(
            through(exp(k * log(two_values) - k * log(1 + x))),
            increasing("exp"),
            lemma("kov-3.4-moment", {"x": x, "u": rate * epsilon}, part=0),
            "power as exponential",
            part=1,
        ),
    ),
    mutants=(
        Le(two_values**k / whole, exp(k * growth / 2)),
        Le(two_values**k / whole, exp(growth)),
    ),
)

together = Theorem(
    id="kov-3.4-moments",
    title="A bound of the exponential moment of k answers",
    source=source,
    uses=("kov-3.4-power",),
    claim=Le(moments / whole, exp(k * growth)),
    checks=(symbolic(lemma("kov-3.4-power", part=0), lemma("kov-3.4-power", part=1)),),
    mutants=(
        Le(moments / whole, exp(k * growth / 2)),
        Le(moments, exp(k * growth)),
    ),
)

beyond = exp(-rate * target + k * growth)
bound = Theorem(
    id="kov-3.4-bound",
    title="The profile of k answers, for every lambda",
    source=source,
    uses=("kov-3.4-chernoff", "kov-3.4-moments", "kov-3.4-constant"),
    claim=Le(profile, beyond / (rate + 1)),
    checks=(
        symbolic(
            through(scale * moments / whole, scale * exp(k * growth)),
            lemma("kov-3.4-chernoff"),
            lemma("kov-3.4-moments"),
            lemma("kov-3.4-constant"),
        ),
    ),
    mutants=(
        Mutant(
            Le(profile, beyond / (rate + 2)),
            at={"k": 1, "epsilon": "1/2", "lambda": 1, "target": 0},
        ),
        Mutant(
            Le(profile, exp(-rate * target + growth) / (rate + 1)),
            at={"k": 9, "epsilon": 2, "lambda": "1/10", "target": 0},
        ),
    ),
)

length = real("ell", Interval.open(0, oo))
S, drift_k = sqrt(k) * epsilon, k * epsilon * (x - 1) / (x + 1)
chosen = {rate: length / S, target: drift_k + S * length}
at_length = Sum(binomial(k, j) * Max(0, q_j - exp(drift_k + S * length + j * epsilon)), (j, 0, k))

exponent = Theorem(
    id="kov-3.4-exponent",
    title="The exponent for the best lambda",
    source=source,
    claim=Le(beyond.subs(chosen), exp(-(length**2) / 2)),
    checks=(symbolic(increasing("exp")),),
    mutants=(
        Le(beyond.subs(chosen), exp(-(length**2))),
        Le(beyond.subs(chosen), exp(-length / 2)),
    ),
    notes="The two sides are equal.",
)

best = Theorem(
    id="kov-3.4-length",
    title="The profile of k answers beyond its mean",
    source=source,
    uses=("kov-3.4-bound", "kov-3.4-exponent"),
    claim=Le(at_length / whole, S / (S + length) * exp(-(length**2) / 2)),
    checks=(
        symbolic(
            through((beyond / (rate + 1)).subs(chosen)),
            lemma("kov-3.4-bound", {"lambda": length / S, "target": chosen[target]}),
            lemma("kov-3.4-exponent"),
        ),
    ),
    mutants=(
        Mutant(
            Le(at_length / whole, S / (S + length) * exp(-2 * length**2)),
            at={"k": 1, "epsilon": 2, "ell": "1/2"},
        ),
        Mutant(
            Le(at_length / whole, S / (S + 20 * length) * exp(-(length**2) / 2)),
            at={"k": 1, "epsilon": 3, "ell": "1/100"},
        ),
    ),
)

constant = Theorem(
    id="kov-3.4-constant",
    title="The constant of the device",
    source=source,
    uses=("kov-3.4-logarithms",),
    claim=Le(exp(least), 1 / (rate + 1)),
    checks=(
        symbolic(
            through(exp(rate * log(rate + 1) - (rate + 1) * log(rate + 1))),
            increasing("exp"),
            lemma("kov-3.4-logarithms"),
            "expand arguments",
        ),
    ),
    mutants=(Le(exp(least), 1 / (rate + 2)), Le(exp(least), 1 / (rate + 1) ** 2)),
)

size, slack = real("S", Interval.open(0, oo)), real("slack", Interval.open(0, 1))
short, long = sqrt(2 * log(1 / slack)), sqrt(2 * log(E + size / slack))

logarithms = Theorem(
    id="kov-3.4-logarithms",
    title="Two comparisons of logarithms",
    source=source,
    uses=("kov-4.1-spread",),
    claim=(Le(log(rate), log(rate + 1)), Ge(long, 1)),
    checks=(
        symbolic(increasing("log"), part=0),
        symbolic(
            through(1 + (long**2 - 1) / (long + 1)),
            lemma("kov-4.1-spread", {"epsilon": size, "delta": slack}),
            part=1,
        ),
    ),
    mutants=(Le(log(rate + 1), log(rate)), Ge(long, 2)),
)
second, third = sqrt(2 * log(E + S / slack)), short
at_second, at_third = (at_length.subs(length, ell) / whole for ell in (second, third))

second_size = Theorem(
    id="kov-3.4-size",
    title="What is left of the second bound",
    source=source,
    claim=Le(size / ((size + length) * (E + size / slack)), slack),
    given=Ge(length, 1),
    checks=(symbolic(),),
    mutants=(
        Mutant(Le(size / ((size + length) * (E + size / slack)), slack / 2), at={"slack": "1/100"}),
        Mutant(given=(), at={"ell": "1/1000", "slack": "1/1000", "S": "1/10"}),
    ),
)

bounds = Theorem(
    id="kov-3.4",
    title="The bounds of the k-fold composition",
    source=source,
    uses=("kov-3.4-length", "kov-3.4-logarithms", "kov-3.4-size", "kov-3.3"),
    claim=(Le(at_second, slack), Le(at_third, slack)),
    checks=(
        symbolic(
            through(S / ((S + second) * (E + S / slack))),
            lemma("kov-3.4-length", {"ell": second}),
            lemma("kov-3.4-logarithms", {"S": S}, part=1),
            lemma("kov-3.4-size", {"S": S, "ell": second}),
            part=0,
        ),
        symbolic(lemma("kov-3.4-length", {"ell": third}), part=1),
    ),
    mutants=(
        Mutant(Le(at_second, slack / 100), at={"k": 1, "epsilon": 2, "slack": "9/10"}),
        Mutant(Le(at_third, slack / 100), at={"k": 1, "epsilon": 2, "slack": "9/10"}),
    ),
    notes=(
        "For $\\delta = 0$, every k, $\\epsilon$ and $\\tilde\\delta$: the left sides are the "
        "exact profile at $\\tilde\\epsilon$, with the logarithm of $e + \\sqrt{k} \\epsilon / "
        "\\tilde\\delta$ and of $1 / \\tilde\\delta$."
    ),
)

total = Theorem(
    id="kov-3.4-total",
    title="Theorem 3.4 for every delta: the total, and its first bound",
    source=source,
    uses=("kov-3.4", "kov-3.3-slacks", "kov-3.1", "bernoulli-inequality"),
    claim=Le(1 - (1 - delta) ** k * (1 - slack), k * delta + slack),
    checks=(
        symbolic(
            lemma("bernoulli-inequality", {"x": delta}),
            using((Ge((1 - delta) ** k, 1 - k * delta), 1 - slack)),
        ),
    ),
    mutants=(
        Le(1 - (1 - delta) ** k * (1 - slack), k * delta),
        Le(1 - (1 - delta) ** k * (1 - slack), delta + slack),
    ),
    notes=(
        "With slacks delta the total of the composition at $\\tilde\\epsilon$ is $1 - "
        "(1-\\delta)^k (1 - \\tilde\\delta)$, whichever of the bounds is used; $k \\epsilon$ is "
        "Theorem 3.1. The claim says that it is never above the total of Theorem 3.2."
    ),
)
