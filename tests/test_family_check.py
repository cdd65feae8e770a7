"""The public check of a family: right ones pass, and each wrong method of a wrong one is caught."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import Expr, Integer, Interval, Piecewise, Rational, exp, oo

from fdp_sym.errors import DomainError
from fdp_sym.exact import parameter
from fdp_sym.family_check import check_family, family_laws
from fdp_sym.symbols import real
from fdp_sym.tradeoff import EpsDelta, Gaussian, Laplace, TradeOff, mixture


class Waiting(TradeOff):
    """T(Exp(1), Exp(rate)): (1 - alpha)**rate."""

    def __init__(self, rate: Any) -> None:
        super().__init__(parameter(rate, "rate", Interval.open(0, oo)))

    @property
    def rate(self) -> Any:
        return self.parameters[0]

    def _formula(self, alpha: Expr) -> Expr:
        return (1 - alpha) ** self.rate

    def _values(self, alpha: Any, rest: Any) -> Any:
        return rest ** float(self.rate)

    def _complements(self, alpha: Any, rest: Any) -> Any:
        return -np.expm1(float(self.rate) * np.log1p(-alpha))

    def _delta_formula(self, eps: Expr) -> Expr:
        rest = (exp(eps) / self.rate) ** (1 / (self.rate - 1))
        delta = 1 - exp(eps) + exp(eps) * rest - rest**self.rate
        return Piecewise((delta, exp(eps) < self.rate), (Integer(0), True))


rate = real("rate", Interval(2, 9))


def test_right_families_pass() -> None:
    found = family_laws(Waiting(rate), count=1)
    assert {law: v.status.value for law, v in found.items()} == {
        **dict.fromkeys(("range", "non-increasing", "convex", "continuous"), "proved"),
        **dict.fromkeys(("agreement", "profile", "inverse", "summaries"), "consistent"),
    }
    assert found["convex"].domain == "alpha in [0, 1], rate in Interval(2, 9)"
    for f in (
        Gaussian(1),
        EpsDelta(1, "1/10"),
        mixture([("1/4", Laplace(1)), ("3/4", Waiting(2))]),
    ):
        verdict = check_family(f)
        assert verdict.status == "consistent", verdict.detail
        assert "not proved" in verdict.route


def wrong(**methods: Any) -> TradeOff:
    return type("Wrong", (Waiting,), methods)(2)


WRONG = {
    "range": [wrong(_formula=lambda _, a: 1 - a**2), wrong(_formula=lambda _, a: 1 - 2 * a)],
    "non-increasing": [wrong(_formula=lambda _, a: a * (1 - a))],
    "convex": [wrong(_formula=lambda _, a: (1 - a) * (1 - a**2))],
    "agreement": [
        wrong(_values=lambda _, a, rest: rest**2.001),
        wrong(_complements=lambda _, a, rest: a),
        wrong(_formula_at_z=lambda _, z: Rational(1, 2)),
        wrong(_values=lambda _, a, rest: np.where(a > 0.5, np.nan, rest**2)),
    ],
    "profile": [
        wrong(_delta_formula=lambda f, eps: Waiting(3)._delta_formula(eps)),
        wrong(_delta_formula=lambda f, eps: Waiting("3/2")._delta_formula(eps)),
        wrong(_delta_values=lambda f, eps: 0.9 * Waiting(2).delta(eps)),
    ],
    "inverse": [wrong(is_symmetric=True), wrong(inverse=lambda f: Waiting("1/3"))],
    "summaries": [wrong(fixed_point=lambda f: 0.4), wrong(tv=lambda f: 0.1)],
}


@pytest.mark.parametrize(("law", "f"), [(law, f) for law, fs in WRONG.items() for f in fs])
def test_a_wrong_method_is_caught(law: str, f: TradeOff) -> None:
    verdict = family_laws(f)[law]
    assert verdict.status == "refuted"
    assert verdict.detail


def test_wrong_parameters_are_named() -> None:
    verdict = check_family(Waiting(real("rate", Interval(Rational(1, 2), 1))), count=1)
    assert verdict.status == "refuted"  # for rates below 1 it is above 1 - alpha
    assert float(Rational(verdict.witness["rate"])) < 1
    assert 0 < float(Rational(verdict.witness["alpha"])) < 1


def test_a_steep_function_is_no_wrong_one() -> None:
    found = family_laws(EpsDelta(10_000))  # its fixed point is about 1e-4343
    assert {v.status.value for v in found.values()} == {"proved", "consistent"}


def test_a_jump_at_zero_is_not_passed() -> None:
    for jump in (
        lambda _, a: Piecewise((Integer(1), a <= 0), ((1 - a) / 2, True)),
        lambda _, a: Integer(1) if a == 0 else (1 - a) / 2,
    ):
        found = family_laws(wrong(_formula=jump))
        assert found["continuous"].status == "inconclusive"
        assert found["convex"].status == "consistent"


def test_a_method_that_raises_is_an_error() -> None:
    assert check_family(wrong(_values=lambda _, a, rest: rest.nothing)).status == "error"


@pytest.mark.parametrize(("f", "count"), [("Gaussian(1)", 5), (Gaussian(1), 0)])
def test_bad_input(f: Any, count: int) -> None:
    with pytest.raises(DomainError, match="allowed"):
        check_family(f, count)
