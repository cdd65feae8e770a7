"""DRS Theorem 3.7: randomised response tends to the Gaussian limit at the rate 1/n, for listed n."""

from sympy import Rational, sqrt

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.theorems import Near, Theorem, cite, near

source = cite("dong2022gdp", "Theorem 3.7", edition="arXiv:1905.02383v3")
powers = [2**k for k in range(13)]
listed = (
    "For n = 1, 2, 4, ..., 4096 only. The theorem's c(mu) for all n is not proved here. The band "
    "holds for all alpha in [0, 1], which is more than alpha in [c/n, 1 - c/n]."
)

half = Theorem(
    id="drs-3.7-mu-half",
    title="Randomised response within 0.02467/n of the Gaussian limit, mu = 1/2",
    source=source,
    claim=tuple(
        Near(EpsDelta(1 / (2 * sqrt(n))) ** n, Gaussian("1/2"), Rational("0.02467") / n)
        for n in powers
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(Rational(1, 128)) ** 4096, Gaussian("1/2"), Rational("0.02466") / 4096),
        Near(EpsDelta(Rational(1, 16)) ** 64, Gaussian("0.51"), Rational("0.02467") / 64),
    ),
    notes=listed,
)

one = Theorem(
    id="drs-3.7-mu-1",
    title="Randomised response within 0.04768/n of the Gaussian limit, mu = 1",
    source=source,
    claim=tuple(
        Near(EpsDelta(1 / sqrt(n)) ** n, Gaussian(1), Rational("0.04768") / n) for n in powers
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(Rational(1, 64)) ** 4096, Gaussian(1), Rational("0.04767") / 4096),
        Near(EpsDelta(Rational(1, 8)) ** 65, Gaussian(1), Rational("0.04768") / 64),
    ),
    notes=listed,
)

two = Theorem(
    id="drs-3.7-mu-2",
    title="Randomised response within 0.08066/n of the Gaussian limit, mu = 2",
    source=source,
    claim=tuple(
        Near(EpsDelta(2 / sqrt(n)) ** n, Gaussian(2), Rational("0.08066") / n) for n in powers
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(Rational(1, 32)) ** 4096, Gaussian(2), Rational("0.08065") / 4096),
        Near(EpsDelta(Rational(1, 4)) ** 64, Gaussian(2), Rational("0.08066") / 65),
    ),
    notes=listed,
)

six = Theorem(
    id="drs-3.7-mu-6",
    title="Randomised response within 0.02564/n of the Gaussian limit, mu = 6",
    source=source,
    claim=tuple(
        Near(EpsDelta(6 / sqrt(n)) ** n, Gaussian(6), Rational("0.02564") / n) for n in powers
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(3 * sqrt(2)) ** 2, Gaussian(6), Rational("0.02563") / 2),
        Near(EpsDelta(Rational(3, 32)) ** 4096, Gaussian(6), Rational("0.0133") / 4096),
    ),
    notes=listed + " The largest n s_n is at n = 2; at n = 4096 it is 0.01330...",
)

every = Theorem(
    id="drs-3.7-every-n",
    title="Randomised response within 0.0476/n of the Gaussian limit for every n up to 64, mu = 1",
    source=source,
    claim=tuple(
        Near(EpsDelta(1 / sqrt(n)) ** n, Gaussian(1), Rational("0.0476") / n) for n in range(1, 65)
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(Rational(1, 8)) ** 64, Gaussian(1), Rational("0.0475") / 64),
        Near(EpsDelta(Rational(1, 8)) ** 64, Gaussian("1.01"), Rational("0.0476") / 64),
    ),
    notes="For the listed n only, all alpha in [0, 1].",
)

six_later = Theorem(
    id="drs-3.7-from-n0",
    title="A smaller constant for every n from 32 to 64, mu = 6",
    source=source,
    claim=tuple(
        Near(EpsDelta(6 / sqrt(n)) ** n, Gaussian(6), Rational("0.01436") / n)
        for n in range(32, 65)
    ),
    checks=(near(),),
    mutants=(
        Near(EpsDelta(Rational(3, 2)) ** 16, Gaussian(6), Rational("0.01436") / 16),
        Near(EpsDelta(Rational(3, 4)) ** 64, Gaussian(6), Rational("0.0138") / 64),
    ),
    notes="For the listed n only, all alpha in [0, 1]: c depends on the n from which it has to hold.",
)
