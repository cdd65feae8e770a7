"""The order of integration and products of integrals: what the steps leave, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Derivative, Integral, Interval, Lambda, Piecewise, exp, log, oo

from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Max
from fdp_sym.symbols import real
from fdp_sym.theorems import Eq, Ge, Le, generic, product_integral, tonelli, under_integral
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.tactic import closes

t, u = real("t", Interval(0, 1)), real("u", Interval(0, 1))
z = real("z")
wide = real("w", Interval(0, 2))
known: Any = {"facts": ("measurable",), "bounds": (0, oo)}
s = generic("s", instances=[Lambda(t, 1)], **known)
r = generic("r", instances=[Lambda(u, 1)], **known)
unknown = generic("unknown", facts=(), bounds=(0, oo), instances=[Lambda(t, 1)])
signed = generic("signed", facts=("measurable",), bounds=(-oo, oo), instances=[Lambda(t, 1)])
kernel = generic("kernel", facts=(), bounds=(0, oo), instances=[Lambda((t, u), 1)])
f = generic("f", instances=[Lambda(t, 1 - t)])
inner_u, inner_t = ((u, 0, 1), (t, 0, 1)), ((t, 0, 1), (u, 0, 1))


def exchanged(body: Any, *given: Any, limits: Any = inner_u) -> list[Goal] | None:
    claim = Eq(Integral(body, *limits), Integral(body, *reversed(limits)))
    return tonelli().apply(Goal(claim, given), None)


@pytest.mark.parametrize(
    "body",
    [
        Max(0, s(t) * r(u) - exp(z)),
        s(t) * r(u),
        exp(-s(t)) * f(u),
        Piecewise((1, s(t) > r(u)), (0, True)),
        f(t) * Max(0, t - u) * s(u),
    ],
)
def test_a_non_negative_measurable_function_is_integrated_in_either_order(body: Any) -> None:
    goals = exchanged(body)
    assert goals is not None
    assert goals[0].lhs.limits[0][0] == t  # the first by name is innermost
    assert all(map(closes, goals))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (s(t) * r(u) - exp(z), ">= 0"),  # signed
        (s(t) - r(u), ">= 0"),
        (signed(t) * r(u), ">= 0"),
        (kernel(t, u), "measurable"),  # both orders may exist and differ
        (Max(0, kernel(t, u) - s(t)), "measurable"),
        (unknown(t) * r(u), "measurable"),
        (s(t * u), "measurable"),
        (s(t) * Integral(kernel(z, u), (z, 0, 1)), "measurable"),
        (s(u) * Max(0, Derivative(f(t), t)), "measurable"),
        (Max(0, s(t) * log(u)), "defined"),
        (t * u, "exists"),  # without generic functions: not seen
    ],
)
def test_the_order_is_kept(body: Any, reason: str) -> None:
    with pytest.raises(HypothesisError, match=reason):
        exchanged(body)


def test_the_classical_signed_function_is_refused() -> None:
    # (t^2 - u^2) / (t^2 + u^2)^2 has the integrals pi/4 and -pi/4
    with pytest.raises(HypothesisError, match="gate not discharged"):
        exchanged(s(t) * (t**2 - u**2) / (t**2 + u**2) ** 2)


@pytest.mark.parametrize(
    "limits",
    [
        ((u, 0, t), (t, 0, 1)),  # the triangle in the other order has other ends
        ((u, 1, 0), (t, 0, 1)),
        ((u, 0, z), (t, 0, 1)),
        ((u, 0, 2), (t, 0, 1)),
    ],
)
def test_the_range_is_a_rectangle_inside_the_domains(limits: Any) -> None:
    claim = Eq(Integral(s(t) * r(u), *limits), 1)
    with pytest.raises(HypothesisError, match="gate not discharged"):
        tonelli().apply(Goal(claim), None)


def test_a_function_is_known_on_its_domain_only() -> None:
    claim = Eq(Integral(s(wide) * r(u), (wide, 0, 2), (u, 0, 1)), 1)
    swapped = Eq(Integral(s(wide) * r(u), (u, 0, 1), (wide, 0, 2)), 1)
    assert tonelli().apply(Goal(swapped), None) is None  # u, w is the order by name
    claim = Eq(Integral(s(wide) * r(u), (wide, 0, 2), (u, 0, 1)), 1)
    with pytest.raises(HypothesisError, match="defined"):
        tonelli().apply(Goal(claim), None)


def test_what_is_known_of_a_name_is_not_used_under_its_binder() -> None:
    with pytest.raises(HypothesisError, match=">= 0"):
        exchanged(s(t) - r(u), Ge(s(t), r(u)), Ge(t, 0))


def test_a_product_is_integrated_factor_by_factor() -> None:
    claim = Eq(
        Integral(3 * z * s(t) * r(u), *inner_t),
        3 * z * Integral(s(t), (t, 0, 1)) * Integral(r(u), (u, 0, 1)),
    )
    goals = product_integral().apply(Goal(claim), None)
    assert goals is not None
    assert closes(goals[0])
    claim = Eq(Integral(s(t), *inner_t), Integral(s(t), (t, 0, 1)))
    goals = product_integral().apply(Goal(claim), None)
    assert goals is not None
    assert closes(goals[0])


def test_only_products_are_integrated_factor_by_factor() -> None:
    for body in (Max(0, s(t) - r(u)), s(t) + r(u), kernel(t, u), s(t * u)):
        assert product_integral().apply(Goal(Eq(Integral(body, *inner_t), 1)), None) is None
    claim = Eq(Integral(s(t) * r(u), (t, 0, u), (u, 0, 1)), 1)
    with pytest.raises(HypothesisError, match="fixed"):
        product_integral().apply(Goal(claim), None)
    claim = Eq(Integral(s(t) / u, *inner_t), 1)
    with pytest.raises(HypothesisError, match="exists"):
        product_integral().apply(Goal(claim), None)


def test_double_integrals_are_compared_value_by_value() -> None:
    claim = Le(Integral(s(t) * r(u), *inner_t), Integral(s(t) * r(u) + f(u), *inner_t))
    goals = under_integral().apply(Goal(claim), None)
    assert goals is not None
    assert all(map(closes, goals))
    other = Le(Integral(s(t) * r(u), *inner_t), Integral(s(t) * r(u) + f(u), *inner_u))
    with pytest.raises(HypothesisError, match="over one range"):
        under_integral().apply(Goal(other), None)
    triangle = ((t, 0, u), (u, 0, 1))
    with pytest.raises(HypothesisError, match="fixed"):
        under_integral().apply(
            Goal(Le(Integral(s(t), *triangle), Integral(2 * s(t), *triangle))), None
        )
