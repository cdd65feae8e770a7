"""Formulas: notation of the papers, and the same value when read back."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
from formula_reader import read_expression
from sympy import (
    Derivative,
    Integral,
    Interval,
    Lambda,
    Max,
    Rational,
    Symbol,
    exp,
    log,
    sqrt,
    tanh,
)

from fdp_sym.functions import Phi, Quantile
from fdp_sym.latex import curve, formula
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu, real
from fdp_sym.theorems.statements import Inf, Iterate, Lim, Sup, generic
from fdp_sym.tradeoff import (
    EpsDelta,
    Gaussian,
    Identity,
    Laplace,
    PiecewiseLinear,
    from_pair,
    maximum,
    mixture,
)

x, t, k = real("x", Interval(0, 1)), real("t", Interval(0, 1)), integer("k", 1)
f = generic("f", instances=[Lambda(x, 1 - x)])


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (Gaussian(mu).formula(alpha), r"\Phi(\Phi^{-1}(1 - \alpha) - \mu)"),
        (1 - delta - exp(epsilon) * alpha, r"1 - \delta - e^{\varepsilon} \alpha"),
        (Phi(-mu / 2), r"\Phi\left(-\frac{\mu}{2}\right)"),
        (Phi(x) ** 2, r"\Phi(x)^{2}"),
        (Quantile(x) ** 2, r"\Phi^{-1}(x)^{2}"),
        (k * mu, r"k \mu"),
        ((1 - t) * f(x) + t * f(t), r"(1 - t) f(x) + t f(t)"),
        (f(x) ** 2, r"f(x)^{2}"),
        (Derivative(f(t), t), "f'(t)"),
        (Integral(f(t), (t, 0, alpha)), r"\int_{0}^{\alpha} f(t)\,dt"),
        (Symbol("epsilon_2"), r"\varepsilon_{2}"),
        (Symbol("P_FA"), r"P_{FA}"),
        (epsilon * tanh(epsilon / 2), r"\varepsilon \tanh\left(\frac{\varepsilon}{2}\right)"),
        (Sup(x * 2 - f(x), (x, 0, 1)), r"\sup_{x \in [0, 1]} [2 x - f(x)]"),
        (Inf(f(x), (x, 0, 1)), r"\inf_{x \in [0, 1]} f(x)"),
        (Lim(1 / k, k), r"\lim_{k \to \infty} \frac{1}{k}"),
        (Iterate(Lambda(x, 1 - x), k, alpha), r"(x \mapsto 1 - x)^{\circ k}(\alpha)"),
        (Iterate(Lambda(x, 1 - x), k, alpha) ** 2, r"((x \mapsto 1 - x)^{\circ k}(\alpha))^{2}"),
        (Sup(f(x), (x, 0, 1)) ** 2, r"\left(\sup_{x \in [0, 1]} f(x)\right)^{2}"),
        (2 * Sup(f(x), (x, 0, 1)) + 1, r"1 + 2 \sup_{x \in [0, 1]} f(x)"),
        (Derivative(f(t), t) ** 2, "(f'(t))^{2}"),
        (Derivative(t * f(t), t), r"\frac{d}{d t} (t f(t))"),
        (1 / mu, r"\frac{1}{\mu}"),
        (Symbol("shift"), r"\mathit{shift}"),
        (Symbol("share") * Symbol("step_2") * x, r"\mathit{share} \, \mathit{step}_{2} \, x"),
        (Rational(1, 20), r"\frac{1}{20}"),
        (Rational(1, 30000), r"\frac{1}{30000}"),
        (Rational(1, 10**24), "10^{-24}"),
        (Rational(-1, 10**5), "-10^{-5}"),
        (Rational("0.873865101807"), "0.873865101807"),
        (x - Rational("12.34375001"), "x - 12.34375001"),
        (Rational("1." + "1" * 40), "1." + "1" * 40),
        (Max(0, 1 - x), r"\max\{0, 1 - x\}"),
    ],
)
def test_notation(value: object, latex: str) -> None:
    assert formula(value) == latex


POINT = {"alpha": "1/7", "delta": "1/11", "epsilon": "5/3", "mu": "3/2"}


@pytest.mark.parametrize(
    "printed",
    [
        Gaussian(mu).formula(alpha),
        EpsDelta(epsilon, delta).formula(alpha),
        EpsDelta(epsilon, delta).delta(mu),
        Gaussian(Rational(3, 2)).delta(epsilon),
        Gaussian(mu).fixed_point(),
        EpsDelta(epsilon, delta).tv(),
        (1 - delta) * exp(-2 * epsilon) / (1 + exp(epsilon)) - sqrt(mu / 2) * (alpha - mu),
        -(alpha**2) / (3 * mu) + log(1 + mu) * (alpha + mu) ** 2,
        1 / mu - 1 / (1 + mu) ** 2 + mu**-2,
        exp(-mu) / (4 * alpha) - Phi(-epsilon / mu - mu / 2) * exp(epsilon),
    ],
)
def test_what_is_printed_has_the_value_of_what_was_printed(printed: Any) -> None:
    with mpmath.workdps(30):
        again = read_expression(formula(printed))(
            {n: mpmath.mpmathify(v) for n, v in POINT.items()}
        )
        exact = printed.subs({s: Rational(POINT[str(s)]) for s in printed.free_symbols}).evalf(30)
        assert abs(again - mpmath.mpf(exact)) < 1e-25


def test_names_of_curves() -> None:
    eps = Rational(1, 2)
    assert curve(Identity()) == r"\mathrm{Id}"
    assert curve(Gaussian(mu)) == r"G_{\mu}"
    assert curve(Laplace(2)) == "L_{2}"
    assert curve(EpsDelta(epsilon, delta)) == r"f_{\varepsilon,\delta}"
    assert curve(maximum(Gaussian(1), Laplace(1))) == r"\max\{G_{1}, L_{1}\}"
    assert curve(mixture([(eps, Gaussian(1)), (eps, Identity())])) == (
        r"\tfrac{1}{2} G_{1} + \tfrac{1}{2} \mathrm{Id}"
    )
    pair = from_pair(["1/2", "1/2"], ["1/4", "3/4"])
    assert curve(pair) == r"\operatorname{pl}[(0, 1), (\tfrac{1}{2}, \tfrac{1}{4}), (1, 0)]"
    assert curve(PiecewiseLinear([(0, 1), (1, 0)])) == r"\operatorname{pl}[(0, 1), (1, 0)]"
