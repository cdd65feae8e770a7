"""Hypotheses in words."""

from __future__ import annotations

import pytest
from sympy import Interval, Lambda, Range, Symbol, oo

from fdp_sym.latex.words import enumeration, hypotheses
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu, real
from fdp_sym.theorems.statements import Above, Eq, Ge, Le, SameCurve, Sup, generic
from fdp_sym.tradeoff import EpsDelta, Gaussian

x = real("x", Interval(0, 1))
TRADE_OFF = ("convex", "non-increasing", "below Id", "absolutely continuous")


def test_enumeration() -> None:
    assert [enumeration("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("symbol", "words"),
    [
        (real("t"), r"all $t \in \mathbb{R}$"),
        (real("t", Interval.open(0, oo)), "all $t > 0$"),
        (real("t", Interval(0, oo)), r"all $t \geq 0$"),
        (real("t", Interval.open(-oo, 0)), "all $t < 0$"),
        (real("t", Interval(-oo, 0)), r"all $t \leq 0$"),
        (real("t", Interval.open(0, 1)), r"all $t \in (0, 1)$"),
        (real("t", Interval.Lopen(0, 1)), r"all $t \in (0, 1]$"),
        (real("t", Interval.Ropen(0, 1)), r"all $t \in [0, 1)$"),
        (integer("k"), r"all integers $k \geq 0$"),
        (integer("k", 1, 5), r"all integers $1 \leq k \leq 5$"),
        (real("k", Range(-oo, oo)), "all integers $k$"),
        (Symbol("t", positive=True), "all $t > 0$"),
        (Symbol("n", integer=True, nonnegative=True), r"all integers $n \geq 0$"),
    ],
)
def test_domains(symbol: Symbol, words: str) -> None:
    assert hypotheses([Eq(symbol, symbol)]) == f"For {words},"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "every trade-off function $f$"),
        ({"facts": (*TRADE_OFF, "symmetric")}, "every symmetric trade-off function $f$"),
        ({"facts": ()}, "every function $f$ with values in $[0, 1]$"),
        ({"facts": (), "bounds": (0, oo)}, r"every function $f$ with values in $[0, \infty)$"),
        ({"facts": (), "bounds": (-oo, oo)}, "every function $f$ with real values"),
        (
            {"facts": ("convex", "non-increasing")},
            "every convex, non-increasing function $f$ with values in $[0, 1]$",
        ),
        (
            {"facts": ("below Id",)},
            r"every function $f$ with values in $[0, 1]$ below $\mathrm{Id}$",
        ),
        (
            {"facts": ("convex",), "bounds": (-oo, oo), "domain": Interval(0, oo)},
            r"every convex function $f$ on $[0, \infty)$ with real values",
        ),
    ],
)
def test_generic_functions(options: dict[str, object], words: str) -> None:
    f = generic("f", instances=[Lambda(x, 1 - x)], **options)  # type: ignore[arg-type]
    assert hypotheses([Le(f(0), 1)]) == f"For {words},"


def test_functions_with_the_same_facts_go_together() -> None:
    f, g = (generic(name, instances=[Lambda(x, 1 - x)]) for name in "gf")
    assert hypotheses([Le(f(0), g(0))]) == "For all trade-off functions $f$ and $g$,"


def test_order_sharing_and_conditions() -> None:
    k = integer("k", 1)
    claim = Le(alpha + epsilon, k * mu + delta)
    assert hypotheses([claim], [Ge(epsilon, mu), Le(delta, mu)], r"\mu \varepsilon \delta") == (
        r"For all $\mu$, $\varepsilon \geq 0$, $\delta$, $\alpha \in [0, 1]$ and all integers "
        r"$k \geq 1$ with $\varepsilon \geq \mu$ and $\delta \leq \mu$,"
    )


def test_bound_variables_are_not_quantified() -> None:
    assert hypotheses([Le(Sup(x, (x, 0, 1)), 1)]) == "It holds that"
    assert hypotheses([Le(0, 1)], [Le(1, 2)]) == r"If $1 \leq 2$, then"


def test_curves_are_compared_as_wholes() -> None:
    curves = Gaussian(mu), EpsDelta(epsilon, delta)
    expected = r"For all $\delta \in [0, 1]$ and $\varepsilon$, $\mu \geq 0$,"
    assert hypotheses([SameCurve(*curves)]) == expected
    assert hypotheses([Above(*curves)]) == expected
