"""DRS Theorem 5.1: noisy SGD is C_{m/n}(G_{1/sigma})^T-DP, with both conventions of the noise."""

from sympy import Abs, Interval, oo

from fdp_sym import Gaussian
from fdp_sym.symbols import alpha
from fdp_sym.theorems import Eq, Ge, Le, Mutant, Theorem, cite, increasing, real, symbolic

source = cite("dong2022gdp", "Theorem 5.1", edition="arXiv:1905.02383v3")
sigma, C = real("sigma", Interval.open(0, oo)), real("C", Interval.open(0, oo))
# what a record adds to the sum, along the direction of the change, in units of C
a, b = real("a", Interval(-1, 1)), real("b", Interval(-1, 1))
d = real("d", Interval(0, oo))  # how far the sums of neighbours are apart

sensitivity = Theorem(
    id="drs-5.1-sensitivity",
    title="Sensitivity of the sum of clipped gradients: 2C to a replacement, C to an addition",
    source=source,
    claim=(Le(Abs(C * a - C * b), 2 * C), Le(Abs(C * a - 0), C)),
    checks=(symbolic(),),
    mutants=(
        Mutant(Le(Abs(C * a - C * b), C), at={"a": 1, "b": -1, "C": 1}),
        Le(Abs(C * a), C / 2),
    ),
    notes=(
        "Of the components along the line that joins the two sums; a vector of norm at most C has "
        "components of size at most C. Averages over m records divide both numbers by m."
    ),
)

noisy_sgd = Theorem(
    id="drs-5.1",
    title="Noisy SGD is C_{m/n}(G_{1/sigma})^T-DP; the same with noise of sigma times C",
    source=source,
    uses=("drs-2.7", "drs-5.1-sensitivity", "drs-4.2", "drs-3.2"),
    given=Le(d, 2 * C),
    claim=(
        Ge(Gaussian(d / (sigma * 2 * C)).formula(alpha), Gaussian(1 / sigma).formula(alpha)),
        Ge(Gaussian(d / (sigma * C)).formula(alpha), Gaussian(2 / sigma).formula(alpha)),
        Eq(Gaussian(2 * C / (sigma * C)).formula(alpha), Gaussian(2 / sigma).formula(alpha)),
    ),
    checks=(symbolic(increasing("Phi"), part=(0, 1)), symbolic(part=2)),
    mutants=(
        Ge(Gaussian(d / (sigma * C)).formula(alpha), Gaussian(1 / sigma).formula(alpha)),
        Mutant(given=()),
        Eq(Gaussian(2 * C / (sigma * C)).formula(alpha), Gaussian(1 / sigma).formula(alpha)),
    ),
    notes=(
        "Checked is one step on a given batch: for neighbours by replacement it is "
        "$G_{1/\\sigma}$-DP where the noise is $\\sigma$ times the sensitivity 2C (as in the "
        "theorem), and $G_{2/\\sigma}$-DP where it is $\\sigma C$. Sampling m of n records makes "
        "it $C_{m/n}$ of that by Theorem 4.2, T steps its T-th power by Theorem 3.2. Where a "
        "record is added or removed the sensitivity is C: noise $\\sigma C$ gives $G_{1/\\sigma}$."
    ),
)
