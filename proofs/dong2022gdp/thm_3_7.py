"""DRS Theorem 3.7: randomised response tends to the Gaussian limit at rate 1/n, for listed n."""

from sympy import Rational

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.compose.gaussian_limit import GaussianRate
from fdp_sym.theorems import Near, Theorem, cite, decided

source = cite("dong2022gdp", "Theorem 3.7", edition="arXiv:1905.02383v3")
powers = [2**k for k in range(13)]
listed = (
    "For n = 1, 2, 4, ..., 4096; the theorem's c(mu) for all n is not proved here. The band holds "
    "for all alpha in [0, 1], which is more than alpha in [c/n, 1 - c/n]. The constant is the "
    "smallest one of its length for these n."
)

half = Theorem(
    id="drs-3.7-mu-half",
    title="Randomised response within 0.02467/n of the Gaussian limit, mu = 1/2",
    source=source,
    claim=GaussianRate("1/2", powers, "0.02467"),
    checks=(decided(),),
    mutants=(
        GaussianRate("1/2", powers, "0.02466"),
        Near(EpsDelta("1/16") ** 64, Gaussian("0.51"), Rational("0.02467") / 64),
    ),
    notes=listed,
)

one = Theorem(
    id="drs-3.7-mu-1",
    title="Randomised response within 0.04768/n of the Gaussian limit, mu = 1",
    source=source,
    claim=GaussianRate(1, powers, "0.04768"),
    checks=(decided(),),
    mutants=(
        GaussianRate(1, powers, "0.04767"),
        Near(EpsDelta("1/8") ** 65, Gaussian(1), Rational("0.04768") / 64),
    ),
    notes=listed,
)

two = Theorem(
    id="drs-3.7-mu-2",
    title="Randomised response within 0.08066/n of the Gaussian limit, mu = 2",
    source=source,
    claim=GaussianRate(2, powers, "0.08066"),
    checks=(decided(),),
    mutants=(
        GaussianRate(2, powers, "0.08065"),
        Near(EpsDelta("1/4") ** 64, Gaussian(2), Rational("0.08066") / 65),
    ),
    notes=listed,
)

six = Theorem(
    id="drs-3.7-mu-6",
    title="Randomised response within 0.02564/n of the Gaussian limit, mu = 6",
    source=source,
    claim=(GaussianRate(6, powers, "0.02564"), GaussianRate(6, powers[6:], "0.01383")),
    checks=(decided(),),
    mutants=(GaussianRate(6, powers, "0.02563"), GaussianRate(6, powers[5:], "0.01383")),
    notes=listed + " The largest n s_n is at n = 2; from n = 64 on about half of it is enough.",
)

every = Theorem(
    id="drs-3.7-every-n",
    title="Randomised response within c/n of the Gaussian limit for every n up to 64",
    source=source,
    claim=(
        GaussianRate("1/2", range(1, 65), "0.02463"),
        GaussianRate(1, range(1, 65), "0.04759"),
        GaussianRate(3, range(1, 65), "0.08498"),
    ),
    checks=(decided(),),
    mutants=(
        GaussianRate(1, range(1, 65), "0.04758"),
        GaussianRate(3, range(1, 65), "0.08497"),
    ),
    notes="For these n, even and odd, and all alpha in [0, 1].",
)
