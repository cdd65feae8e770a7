"""The composition theorems beside each other."""

from __future__ import annotations

import math

import pytest
from scipy import optimize, stats
from sympy import exp

from fdp_sym.compose.kov import comparison
from fdp_sym.errors import DomainError
from fdp_sym.symbols import epsilon


def exact_in_floats(eps: float, slack: float, k: int, total: float) -> float:
    """The eps of the composition by SciPy's binomial law and a root finder."""
    law, p = stats.binom, 1 / (1 + math.exp(-eps))
    mass = -math.expm1(k * math.log1p(-slack))

    def excess(x: float) -> float:
        count = math.ceil((k - x / eps) / 2)
        inner = law.cdf(count - 1, k, 1 - p) - math.exp(x) * law.cdf(count - 1, k, p)
        return mass + (1 - mass) * inner - total

    return optimize.brentq(excess, 1e-9, k * eps, xtol=1e-12)


def limit_in_floats(eps: float, slack: float, k: int, total: float) -> float:
    mu = 2 * math.sqrt(k) * math.sinh(eps / 2)
    mass = -math.expm1(k * math.log1p(-slack))

    def excess(x: float) -> float:
        phi = stats.norm.cdf
        inner = phi(mu / 2 - x / mu) - math.exp(x) * phi(-mu / 2 - x / mu)
        return mass + (1 - mass) * inner - total

    return optimize.brentq(excess, 1e-9, 100, xtol=1e-12)


def test_against_floats():
    eps, slack, total = 0.125, 2.0**-20, 1e-3
    table = comparison(eps, slack, [20, 300], total)
    for row in table:
        k = row.k
        spent = 1 - (1 - total) / (1 - slack) ** k
        drift = k * eps * math.tanh(eps / 2)
        guarded = math.log(math.e + math.sqrt(k) * eps / spent)
        kov = min(
            k * eps,
            drift + eps * math.sqrt(2 * k * guarded),
            drift + eps * math.sqrt(2 * k * math.log(1 / spent)),
        )
        left = math.log(1 / (total - k * slack))
        drv = k * eps * math.expm1(eps) + eps * math.sqrt(2 * k * left)
        expected = (k * eps, drv, kov)
        expected += tuple(f(eps, slack, k, total) for f in (exact_in_floats, limit_in_floats))
        for ball, value in zip(row[2:], expected, strict=True):
            assert float(ball.midpoint) == pytest.approx(value, rel=1e-8)
            assert ball.relative_width < 1e-6
        assert row.exact.upper <= row.kov.lower <= row.kov.upper <= row.drv.lower
    assert (table[0].k, float(table[1].eps), len(table)) == (20, 0.125, 2)


def test_where_bounds_do_not_reach():
    """Each bound spends a different part of the total."""
    spent, short = comparison("0.1", "0.1", [1, 2], "0.1")
    assert spent.basic.upper == spent.kov.upper
    assert float(spent.basic.midpoint) == pytest.approx(0.1)
    assert spent.drv.lower == math.inf
    assert all(ball.lower == math.inf for ball in short[2:])
    assert "unreachable" in short.kov.route
    (row,) = comparison("0.1", "0.1", 2, "0.195")  # between 1 - 0.9^2 and 0.2
    assert row.basic.lower == row.drv.lower == math.inf
    assert row.exact.upper < row.kov.upper <= 0.2 + 1e-12
    (row,) = comparison("0.1", 1, 2, 1)
    assert row.exact.upper == 0
    assert row.basic.lower == math.inf
    (row,) = comparison("0.1", 0, 2, 0)
    assert row.kov == row.basic
    assert row.exact.contains(row.basic.upper)
    assert row.clt.lower == math.inf


def test_text():
    text = str(comparison(["0.1", 0], "1e-6", [0, 100], "1e-3"))
    header, *lines = text.splitlines()
    assert header.split("  ")[-1].strip() == "CLT (approximation)"
    assert len(lines) == 4
    assert lines[2].split() == ["100", "1/10", "10", "4.79687", "4.24471", "3.14528", "3.17343"]
    assert lines[3].split()[2:] == ["0"] * 5


@pytest.mark.parametrize(
    "change",
    [
        {"eps": -1},
        {"eps": []},
        {"k": []},
        {"k": [1, 2.5]},
        {"k": -1},
        {"delta": 2},
        {"total": "1.1"},
        {"total": -1},
        {"eps": [1, epsilon]},
    ],
)
def test_bad_input(change):
    with pytest.raises(DomainError):
        comparison(**({"eps": "0.1", "delta": 0, "k": 3, "total": "0.1"} | change))


def test_an_irrational_total():
    """At delta = e^-3 the 3-fold composition of (1, 0) has exp(eps) = x^3 - e^-3 (1 + x)^3."""
    (row,) = comparison(1, 0, 3, exp(-3))
    value = 3 + math.log1p(-math.exp(-6) * (1 + math.e) ** 3)
    assert float(row.exact.midpoint) == pytest.approx(value, rel=1e-7)
    drift = 3 * math.tanh(0.5)
    spreads = (math.log(math.e + math.sqrt(3) * math.exp(3)), 3)
    kov = min(3, *(drift + math.sqrt(6 * spread) for spread in spreads))
    assert float(row.kov.midpoint) == pytest.approx(kov, rel=1e-7)
