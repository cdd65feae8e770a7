"""DRS Theorem 3.4 on instances: each band decided over all alpha, without using the theorem."""

from sympy import Rational, sqrt

from fdp_sym import EpsDelta, Gaussian, Laplace
from fdp_sym.compose.central_limit import clt
from fdp_sym.theorems import Near, Theorem, cite, near

source = cite("dong2022gdp", "Theorem 3.4", edition="arXiv:1905.02383v3")
identical = Rational("0.4690")  # enough when all functions are the same
exact = "The compositions themselves are enclosed; that the theorem holds is not used."

gaussian = Theorem(
    id="drs-3.4-gaussian",
    title="The band of the central limit theorem around Gaussian functions",
    source=source,
    claim=(
        clt([(Gaussian(1), 4)]).band,
        clt([(Gaussian(1), 4)], identical).band,
        clt([(Gaussian("1/10"), 100)]).band,
        clt([(Gaussian("1/10"), 100)], identical).band,
        clt([(Gaussian("1/100"), 10000)], identical).band,
        clt([(Gaussian(3), 10), (Gaussian(1), 7)]).band,
        clt([(Gaussian("1/2"), 1), (Gaussian("1/3"), 2), (Gaussian("1/5"), 30)]).band,
    ),
    checks=(near(),),
    mutants=(
        Near(Gaussian(2), Gaussian("2.3"), Rational(1, 100)),
        Near(Gaussian(2), Gaussian("1.99"), Rational(1, 1000)),
    ),
    notes="Here the limit is the composition, whatever gamma is. " + exact,
)

randomized_response = Theorem(
    id="drs-3.4-randomized-response",
    title="The band of the central limit theorem around powers of randomised response",
    source=source,
    claim=(
        clt([(EpsDelta("1/10"), 2)]).band,
        clt([(EpsDelta("1/10"), 2)], identical).band,
        clt([(EpsDelta("1/10"), 10)]).band,
        clt([(EpsDelta("1/10"), 100)]).band,
        clt([(EpsDelta("1/10"), 1000)]).band,
        clt([(EpsDelta("1/10"), 1000)], identical).band,
        clt([(EpsDelta("1/100"), 10000)]).band,
        clt([(EpsDelta("1/100"), 10000)], identical).band,
        clt([(EpsDelta(1), 5)], identical).band,
        clt([(EpsDelta(1), 50)], identical).band,
        clt([(EpsDelta(3), 100)], identical).band,
        clt([(EpsDelta("1/2"), 20)]).band,
        clt([(EpsDelta("1/2"), 20)], identical).band,
        clt([(EpsDelta(1 / sqrt(10)), 10)], identical).band,
    ),
    checks=(near(),),
    mutants=(
        clt([(EpsDelta("1/10"), 2)], Rational(1, 1000)).band,
        clt([(EpsDelta("1/10"), 1000)], Rational(1, 250)).band,
        clt([(EpsDelta("1/100"), 10000)], Rational(1, 2500)).band,
    ),
    notes="The least constants are far smaller: the error is of order 1/n here. " + exact,
)

one = Theorem(
    id="drs-3.4-one",
    title="The band of the central limit theorem around a single function",
    source=source,
    claim=(
        clt([Gaussian("1/5")], Rational(3, 10)).band,
        clt([EpsDelta("1/100")], identical).band,
        clt([EpsDelta("1/5")], identical).band,
    ),
    checks=(near(),),
    mutants=(
        clt([EpsDelta("1/100")], Rational(1, 10**6)).band,
        clt([EpsDelta("1/5")], Rational(1, 1000)).band,
    ),
    notes=exact,
)

laplace = Theorem(
    id="drs-3.4-laplace",
    title="The band of the central limit theorem around powers of the Laplace function",
    source=source,
    claim=(
        clt([(Laplace("1/10"), 10)], identical).band,
        clt([(Laplace("1/10"), 50)]).band,
        clt([(Laplace("1/10"), 50)], identical).band,
        clt([(Laplace(1), 5)]).band,
        clt([(Laplace(1), 5)], identical).band,
        clt([(Laplace(1), 40)], identical).band,
        clt([(Laplace(3), 20)], identical).band,
    ),
    checks=(near(),),
    mutants=(
        clt([(Laplace(1), 5)], Rational(1, 100)).band,
        Near(Laplace(1) ** 5, Gaussian("2.2"), Rational(1, 50)),
    ),
    notes=exact,
)

mixed = Theorem(
    id="drs-3.4-mixed",
    title="The band of the central limit theorem around lists of different functions",
    source=source,
    claim=(
        clt([(EpsDelta("1/10"), 100), (Gaussian(1), 1)]).band,
        clt([(EpsDelta("1/10"), 100), (Gaussian("1/2"), 4)]).band,
        clt([(EpsDelta("1/5"), 10), (Gaussian("1/5"), 10)]).band,
        clt([(EpsDelta("1/10"), 100), (EpsDelta("1/5"), 10)]).band,
        clt([(EpsDelta("1/10"), 100), (EpsDelta("1/7"), 30)]).band,
        clt([(EpsDelta("1/10"), 20), (EpsDelta("1/5"), 20), (EpsDelta("1/3"), 5)]).band,
        clt([(EpsDelta(1), 3), (EpsDelta("1/2"), 12)]).band,
        clt([(EpsDelta("1/10"), 100), (Laplace("1/10"), 10)]).band,
        clt([(EpsDelta("1/10"), 10), (Laplace("1/10"), 20)]).band,
        clt([(EpsDelta("1/2"), 10), (Laplace(1), 5)]).band,
        clt([(EpsDelta("1/50"), 1000), (EpsDelta("1/10"), 40)]).band,
        clt([(EpsDelta("1/100"), 9999), (EpsDelta("1/2"), 1)]).band,
    ),
    checks=(near(),),
    mutants=(
        clt([(EpsDelta("1/10"), 100), (EpsDelta("1/5"), 10)], Rational(1, 1000)).band,
        clt([(EpsDelta("1/2"), 10), (Laplace(1), 5)], Rational(1, 100)).band,
        clt([(EpsDelta("1/10"), 100), (Gaussian(1), 1)], Rational(1, 10**5)).band,
    ),
    notes=exact,
)
