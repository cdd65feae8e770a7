"""The corpus as shipped: complete, up to date with its families, sound as far as it can be seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import inf

import mpmath
import pytest

from fdp_sym.vectors import Vector, family_names, load
from fdp_sym.vectors.families import discover
from fdp_sym.vectors.lint import lint

MINE = ("gaussian", "approximate", "degenerate", "mixed")


@cache
def _by_question() -> dict[tuple[str, str, str, int, str], Vector]:
    """Vectors of one step by family, quantity, parameters, count and point."""
    found = {}
    for v in load(["gaussian", "approximate"]):
        if len(v.steps) == 1 and v.relation == "add-remove":
            step = v.steps[0]
            key = (v.family, v.quantity, ",".join(step.parameters.values()), step.count, v.at)
            found[key] = v
    return found


def test_size() -> None:
    counts = Counter(v.family for v in load())
    assert set(counts) == set(discover()) == set(family_names())
    assert sum(counts.values()) >= 1500
    assert sum(counts[name] for name in MINE) >= 900
    size = sum(len(files("fdp_sym.vectors").joinpath(f"{n}.json").read_bytes()) for n in counts)
    assert size < 2 * 10**6


@pytest.mark.parametrize("family", MINE)
def test_up_to_date(family: str) -> None:
    asked = {q.id(family): q for q in discover()[family].questions()}
    vectors = {v.id: v for v in load([family])}
    assert set(asked) == set(vectors)
    for name, q in asked.items():
        v = vectors[name]
        assert (v.flags, v.theorem, v.comment) == (tuple(sorted(q.flags)), q.theorem, q.comment)


def test_nothing_is_found_without_computing() -> None:
    assert lint(quick=True).findings == []


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("approximate", "mixed")]


@pytest.mark.parametrize("family", ["gaussian", "degenerate", *SLOW])
def test_some_enclosures_at_more_digits(family: str) -> None:
    report = lint(families=[family], sample=3, seed=1)
    assert (report.findings, report.verified) == ([], 3)


@pytest.mark.slow
def test_closed_forms_at_more_digits() -> None:
    assert lint(families=["gaussian", "degenerate"]).findings == []


# -- values in print ------------------------------------------------------------------------------


def _holds(vector: Vector, printed: str) -> None:
    """The printed digits are those of the truth, rounded or cut off."""
    low, high = vector.bounds()
    digit = Fraction(10) ** -len(printed.partition(".")[2])
    assert low - digit <= Fraction(printed) <= high + digit


def test_gaussian_noise_of_scale_100_ten_thousand_times() -> None:
    vector = _by_question()["gaussian", "epsilon", "100", 10**4, "1e-12"]
    assert vector.flags == ("TINY_DELTA",)
    assert vector.steps[0].sensitivity == {"add-remove": "1", "replace-one": "2"}
    assert vector.lower.startswith("7.23849442017885835")


@pytest.mark.parametrize(
    ("eps", "printed"),
    [
        # Kairouz, Oh and Viswanath's exact composition, k = 30 of (0.1, 0.001)
        ("3", "0.02956903274"),
        ("2", "0.0295865807"),
        ("4/5", "0.0527729166869329"),
        ("3/5", "0.0762390569143774"),
        ("2/5", "0.113875344493725"),
    ],
)
def test_exact_composition(eps: str, printed: str) -> None:
    _holds(_by_question()["approximate", "delta", "1/10,1/1000", 30, eps], printed)


@pytest.mark.parametrize(
    ("eps", "printed"),
    [
        ("0", "0.515889304187869"),
        ("1/2", "0.38472970531397"),
        ("9/10", "0.274352344340615"),
        ("3/2", "0.116491492626129"),
        ("21/10", "0.0307702"),
    ],
)
def test_optimal_composition_of_different_guarantees(eps: str, printed: str) -> None:
    first = {"epsilon": "3/10", "delta": "1/100"}
    (vector,) = [
        v
        for v in load(["approximate"])
        if v.steps[0].parameters == first and (v.quantity, v.at) == ("delta", eps)
    ]
    _holds(vector, printed)


@pytest.mark.parametrize(
    ("sigma", "printed"),
    [("2", "1.99309140442"), ("1", "4.37717809568"), ("1/2", "9.99725614643")],
)
def test_gaussian_epsilons(sigma: str, printed: str) -> None:
    _holds(_by_question()["gaussian", "epsilon", sigma, 1, "1e-5"], printed)


# -- another route --------------------------------------------------------------------------------


def _mu(vector: Vector) -> mpmath.mpf:
    total = mpmath.mpf(0)
    for step in vector.steps:
        assert step.sensitivity is not None
        ratio = Fraction(step.sensitivity[vector.relation]) / Fraction(step.parameters["sigma"])
        total += step.count * mpmath.mpf(ratio.numerator) ** 2 / ratio.denominator**2
    return mpmath.sqrt(total)


def _number(text: str) -> mpmath.mpf:
    x = Fraction(text)
    return mpmath.mpf(x.numerator) / x.denominator


def _profile(eps: mpmath.mpf, mu: mpmath.mpf) -> mpmath.mpf:
    # by erfc: mpmath's ncdf cancels in the upper half
    def upper(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.erfc(x / mpmath.sqrt(2)) / 2

    return upper(eps / mu - mu / 2) - mpmath.exp(eps) * upper(eps / mu + mu / 2)


def test_gaussian_vectors_by_mpmath() -> None:
    checked = Counter[str]()
    with mpmath.workdps(60):
        for v in load(["gaussian"]):
            low, high = (mpmath.inf if b == inf else _number(str(b)) for b in v.bounds())
            mu = _mu(v)
            if v.quantity == "gdp":
                assert low <= mu <= high
            elif v.quantity == "delta":
                with mpmath.extradps(60):
                    truth = _profile(_number(v.at or ""), mu)
                assert low <= truth <= high
            elif v.quantity == "epsilon" and mu < 50:
                # the profile decreases, strictly
                with mpmath.extradps(60):
                    assert low == 0 or _profile(low, mu) >= _number(v.at or "")
                    assert _profile(high, mu) <= _number(v.at or "")
            else:
                continue
            checked[v.quantity] += 1
    assert checked["delta"] > 100
    assert checked["epsilon"] > 150


def test_unreachable_and_zero() -> None:
    for v in load(["approximate", "mixed"]):
        if v.quantity == "epsilon":
            assert v.is_infinite == ("UNREACHABLE" in v.flags)
        if "ZERO_EPSILON" in v.flags:
            assert (v.lower, v.upper) == ("0", "0")
        if "ALL_LOSSES_BELOW" in v.flags:
            slack = 1 - mpmath.mpf(1)
            with mpmath.workdps(60):
                rest = mpmath.mpf(1)
                for step in v.steps:
                    rest *= (1 - _number(step.parameters["delta"])) ** step.count
                slack = 1 - rest
                low, high = (_number(str(b)) for b in v.bounds())
                assert low - mpmath.mpf("1e-50") <= slack <= high + mpmath.mpf("1e-50")


def test_flags_of_the_gaussian_family_are_true() -> None:
    for v in load(["gaussian"]):
        low, high = v.bounds()
        if "NEAR_ONE" in v.flags:
            assert v.doubles == ("0.9999999999999999", "1.0")
        if "TINY_VALUE" in v.flags:
            assert v.doubles == ("0.0", "5e-324")
        if "SMALL_EPSILON" in v.flags:
            assert high < Fraction(1, 1000)
        huge = low > 700 if v.quantity == "epsilon" else Fraction(v.at or "0") > 700
        assert huge == ("HUGE_EPSILON" in v.flags) or v.quantity == "tradeoff", v.id


def test_the_order_of_steps_changes_nothing() -> None:
    groups: dict[tuple[object, ...], set[tuple[str, str]]] = {}
    for v in load(["mixed"]):
        if {"ORDER", "SPLIT"} & set(v.flags):
            key = (v.quantity, v.at, v.flags)
            groups.setdefault(key, set()).add((v.lower, v.upper))
    assert len(groups) == 5
    assert all(len(answers) == 1 for answers in groups.values())


def test_degenerate_answers() -> None:
    for v in load(["degenerate"]):
        nothing = {"NO_RUNS", "NO_LOSS", "NO_RECORDS"} & set(v.flags) and len(v.steps) < 2
        if nothing and v.quantity in ("epsilon", "renyi", "gdp"):
            assert (v.lower, v.upper) == ("0", "0")
        elif nothing and v.quantity == "tradeoff":
            assert v.bounds() == (1 - Fraction(v.at or ""),) * 2
        elif v.flags == ("NO_NOISE",):
            expected = {"delta": "1", "tradeoff": "0"}.get(v.quantity, "inf")
            assert (v.lower, v.upper) == (expected, expected)
        if "SAMPLED_WITHOUT_NOISE" in v.flags and v.quantity == "delta" and v.at == "1":
            escaped = Fraction(99, 100) ** v.steps[0].count
            truth = 1 - escaped if v.direction == "remove" else max(0, 1 - mpmath.e * escaped)
            assert float(v.upper) == pytest.approx(float(truth), rel=1e-15)
