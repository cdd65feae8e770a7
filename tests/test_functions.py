"""Phi and its inverse against mpmath and SciPy; derivatives, ends, tails."""

from __future__ import annotations

import mpmath
import pytest
from scipy import special
from sympy import Rational, Symbol, diff, exp, nan, oo, pi, sqrt

from fdp_sym.errors import DomainError
from fdp_sym.functions import Phi, Quantile, normal_density

x = Symbol("x", real=True)


def test_exact_values() -> None:
    assert (Phi(0), Phi(oo), Phi(-oo)) == (Rational(1, 2), 1, 0)
    assert (Quantile(Rational(1, 2)), Quantile(0), Quantile(1)) == (0, -oo, oo)
    assert Phi(1).func is Phi
    assert normal_density(0) == 1 / sqrt(2 * pi)


@pytest.mark.parametrize("z", [-30, -8, -1, Rational(-1, 3), Rational(1, 7), 2, 9])
def test_phi_to_thirty_digits(z) -> None:
    with mpmath.workdps(60):
        value = mpmath.mpf(z.p) / z.q if isinstance(z, Rational) else mpmath.mpf(z)
        expected = mpmath.ncdf(value)
        found = mpmath.mpf(str(Phi(z).evalf(40)))
        assert abs(found - expected) <= expected * mpmath.mpf(10) ** -35


def test_phi_of_a_large_argument_keeps_its_digits() -> None:
    # SymPy reads signs off these digits: the difference of two tails that agree in 16 of them
    large = Rational(10**16 - 1, 10**8) + Rational(1, 3 * 10**9)
    with mpmath.workdps(60):
        expected = mpmath.ncdf(-mpmath.mpf(large.p) / large.q)
        found = mpmath.mpf(str(Phi(-large).evalf(20)))
        assert abs(found / expected - 1) < mpmath.mpf(10) ** -18
    half = Rational(1, 2 * 10**8)
    assert (Phi(half - 10**8) - exp(1) * Phi(-half - 10**8)).is_positive


@pytest.mark.parametrize(
    "p", [Rational(1, 10**30), Rational(1, 20), Rational(9, 10), 1 - Rational(1, 10**20)]
)
def test_quantile_inverts_phi(p) -> None:
    z = Quantile(p).evalf(40)
    with mpmath.workdps(60):
        tail = mpmath.ncdf(-abs(mpmath.mpf(str(z))))
        wanted = min(p, 1 - p)
        assert abs(tail * wanted.q / wanted.p - 1) < mpmath.mpf(10) ** -30
    lower = min(p, 1 - p)  # doubles near one are too far apart
    assert abs(float(z)) == pytest.approx(-special.ndtri(float(lower)), rel=1e-12)


def test_derivatives() -> None:
    assert diff(Phi(x), x) == exp(-(x**2) / 2) / sqrt(2 * pi)
    assert diff(Phi(3 * x), x) == 3 * normal_density(3 * x)
    assert diff(Quantile(x), x) == 1 / normal_density(Quantile(x))


@pytest.mark.parametrize("bad", [2, -1, Rational(3, 2), nan])
def test_no_probability(bad) -> None:
    with pytest.raises(DomainError, match="Quantile"):
        Quantile(bad)


def test_no_number() -> None:
    with pytest.raises(DomainError, match="Phi"):
        Phi(nan)
