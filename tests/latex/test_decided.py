"""Statements about compositions in the notation of the field."""

from __future__ import annotations

import pytest
from sympy import oo

from fdp_sym.compose.central_limit import InBand
from fdp_sym.compose.gaussian_limit import GaussianRate
from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.latex import curve, theorem_latex
from fdp_sym.theorems import Theorem, cite
from fdp_sym.theorems.statements import Decided
from fdp_sym.tradeoff import DiscreteGaussian, EpsDelta, Gaussian, RandomizedResponse, Staircase


def made(claim: Decided) -> str:
    entry = Theorem(id="t", title="T", source=cite("dong2022gdp", "Eq (5)"), claim=claim)
    return theorem_latex(entry)


def test_profiles() -> None:
    text = made(ProfileBelow(DiscreteGaussian(2), Gaussian(1), 0, 0))
    assert r"\delta_{f}(0) \leq \delta_{G_{1}}(0)" in text
    assert r"{f = T(\mathcal{N}_{\mathbb{Z}}(0, 4), \mathcal{N}_{\mathbb{Z}}(1, 4))}" in text
    assert r"Here $\mathcal{N}_{\mathbb{Z}}(m, \sigma^2)$ is the discrete Gaussian law." in text
    assert r"{\varepsilon \geq 1/2}" in made(ProfileBelow(EpsDelta(0), Gaussian(1), "1/2", oo))


def test_bands_and_rates() -> None:
    text = made(InBand((EpsDelta("1/10"), 2), (Gaussian(1), 1), constant="14/25"))
    assert r"f_{1/10,0}^{\otimes 2} \otimes G_{1} \text{ lies in its Gaussian band" in text
    text = made(GaussianRate(1, [1, 2, 3, 4, 8], "1/20"))
    assert r"f_{1/\sqrt{n},0}^{\otimes n} \approx G_{1}" in text
    assert r"\frac{1}{20 n} \text{ on } [0, 1], \; n = 1, 2, 3, \dots, 8" in text


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (RandomizedResponse("1/2", 3), r"\mathrm{RR}_{1/2,3}"),
        (Staircase(1, "1/4"), r"\mathrm{Stair}_{1,1/4}"),
    ],
)
def test_names_of_mechanisms(function: object, name: str) -> None:
    assert curve(function) == name
