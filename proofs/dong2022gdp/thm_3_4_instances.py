"""DRS Theorem 3.4 on instances: each band decided over all alpha, without using the theorem."""

from sympy import Rational, sqrt

from fdp_sym import EpsDelta, Gaussian, Laplace
from fdp_sym.compose.central_limit import InBand
from fdp_sym.theorems import Near, Theorem, cite, decided
from fdp_sym.tradeoff import RandomizedResponse

source = cite("dong2022gdp", "Theorem 3.4", edition="arXiv:1905.02383v3")
identical = Rational("0.4690")  # enough when all functions are the same
exact = "The compositions themselves are enclosed; that the theorem holds is not used."

gaussian = Theorem(
    id="drs-3.4-gaussian",
    title="The band of the central limit theorem around Gaussian functions",
    source=source,
    claim=(
        InBand((Gaussian(1), 4)),
        InBand((Gaussian(1), 4), constant=identical),
        InBand((Gaussian("1/10"), 100)),
        InBand((Gaussian("1/10"), 100), constant=identical),
        InBand((Gaussian("1/100"), 10000), constant=identical),
        InBand((Gaussian(3), 10), (Gaussian(1), 7)),
        InBand((Gaussian("1/2"), 1), (Gaussian("1/3"), 2), (Gaussian("1/5"), 30)),
    ),
    checks=(decided(),),
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
        InBand((EpsDelta("1/10"), 2)),
        InBand((EpsDelta("1/10"), 2), constant=identical),
        InBand((EpsDelta("1/10"), 10)),
        InBand((EpsDelta("1/10"), 100)),
        InBand((EpsDelta("1/10"), 1000)),
        InBand((EpsDelta("1/10"), 1000), constant=identical),
        InBand((EpsDelta("1/100"), 10000)),
        InBand((EpsDelta("1/100"), 10000), constant=identical),
        InBand((EpsDelta(1), 5), constant=identical),
        InBand((EpsDelta(1), 50), constant=identical),
        InBand((EpsDelta(3), 100), constant=identical),
        InBand((EpsDelta("1/2"), 20)),
        InBand((EpsDelta("1/2"), 20), constant=identical),
        InBand((EpsDelta(1 / sqrt(10)), 10), constant=identical),
    ),
    checks=(decided(),),
    mutants=(
        InBand((EpsDelta("1/10"), 2), constant=Rational(1, 1000)),
        InBand((EpsDelta("1/10"), 1000), constant=Rational(1, 250)),
        InBand((EpsDelta("1/100"), 10000), constant=Rational(1, 2500)),
    ),
    notes="The least constants are far smaller: the error is of order 1/n here. " + exact,
)

one = Theorem(
    id="drs-3.4-one",
    title="The band of the central limit theorem around a single function",
    source=source,
    claim=(
        InBand((Gaussian("1/5"), 1), constant=Rational(3, 10)),
        InBand((EpsDelta("1/100"), 1), constant=identical),
        InBand((EpsDelta("1/5"), 1), constant=identical),
    ),
    checks=(decided(),),
    mutants=(
        InBand((EpsDelta("1/100"), 1), constant=Rational(1, 10**6)),
        InBand((EpsDelta("1/5"), 1), constant=Rational(1, 1000)),
    ),
    notes=exact,
)

laplace = Theorem(
    id="drs-3.4-laplace",
    title="The band of the central limit theorem around powers of the Laplace function",
    source=source,
    claim=(
        InBand((Laplace("1/10"), 10), constant=identical),
        InBand((Laplace("1/10"), 50)),
        InBand((Laplace("1/10"), 50), constant=identical),
        InBand((Laplace(1), 5)),
        InBand((Laplace(1), 5), constant=identical),
        InBand((Laplace(1), 40), constant=identical),
        InBand((Laplace(3), 20), constant=identical),
    ),
    checks=(decided(),),
    mutants=(
        InBand((Laplace(1), 5), constant=Rational(1, 100)),
        Near(Laplace(1) ** 5, Gaussian("2.2"), Rational(1, 50)),
    ),
    notes=exact,
)

mixed = Theorem(
    id="drs-3.4-mixed",
    title="The band of the central limit theorem around lists of different functions",
    source=source,
    claim=(
        InBand((EpsDelta("1/10"), 100), (Gaussian(1), 1)),
        InBand((EpsDelta("1/10"), 100), (Gaussian("1/2"), 4)),
        InBand((EpsDelta("1/5"), 10), (Gaussian("1/5"), 10)),
        InBand((EpsDelta("1/10"), 100), (EpsDelta("1/5"), 10)),
        InBand((EpsDelta("1/10"), 100), (EpsDelta("1/7"), 30)),
        InBand((EpsDelta("1/10"), 40), (EpsDelta("1/5"), 20), (EpsDelta("3/10"), 5)),
        InBand((EpsDelta("1/10"), 100), (Laplace("1/10"), 10)),
        InBand((EpsDelta("1/10"), 10), (Laplace("1/10"), 20)),
        InBand((EpsDelta("1/2"), 10), (Laplace(1), 5)),
        InBand((EpsDelta("1/50"), 1000), (EpsDelta("1/10"), 40)),
        InBand((EpsDelta("1/100"), 9999), (EpsDelta("1/2"), 1)),
        InBand((Gaussian("1/2"), 1), (Laplace("1/10"), 40)),
        InBand((EpsDelta(1), 3), (EpsDelta("1/2"), 12)),
        InBand((RandomizedResponse("1/2", 3), 20), constant=identical),
    ),
    checks=(decided(),),
    mutants=(
        InBand((EpsDelta("1/10"), 100), (EpsDelta("1/5"), 10), constant=Rational(1, 1000)),
        InBand((EpsDelta("1/2"), 10), (Laplace(1), 5), constant=Rational(1, 100)),
        InBand((EpsDelta("1/10"), 100), (Gaussian(1), 1), constant=Rational(1, 10**5)),
    ),
    notes=exact,
)
