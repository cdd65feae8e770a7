"""Functionals of C_p(G_mu), their limits, and Theorem 3.4 for actual noise, rate and steps."""

from __future__ import annotations

import mpmath
import pytest
from sympy import Rational

from fdp_sym import Gaussian, clt
from fdp_sym.divergences import FUNCTIONALS, enclose_functional
from fdp_sym.errors import HypothesisError
from fdp_sym.sgd import noisy_sgd, sgd_limit
from fdp_sym.theorems import Status

DIGITS = 30


def by_mpmath(mu: mpmath.mpf, p: mpmath.mpf) -> dict[str, mpmath.mpf]:
    """Integrals of the three pieces of C_p(G_mu) in alpha = Phi(-z), z >= mu/2."""
    x = mpmath.ncdf(-mu / 2)
    middle = (1 - p) * (1 - 2 * x)

    def total(left: object, right: object, points: list[mpmath.mpf]) -> mpmath.mpf:
        def integrand(z: mpmath.mpf) -> mpmath.mpf:
            g = 1 - p + p * mpmath.exp(mu * z - mu**2 / 2)
            log = mpmath.log(g)
            return (left(log) + g * right(log)) * mpmath.npdf(z)  # type: ignore[operator]

        return mpmath.quad(integrand, points)

    ends = [mu / 2, 1, 2, 4, 7, 12, 20]
    kl = total(lambda v: -v, lambda v: v, ends)
    kink = (mpmath.log(1 + mpmath.expm1(kl) / p) + mu**2 / 2) / mu  # where log g is kl
    third = total(
        lambda v: (v + kl) ** 3, lambda v: abs(v - kl) ** 3, sorted([*ends[:1], kink, *ends[1:]])
    )
    return {
        "kl": kl,
        "kappa2": total(lambda v: v**2, lambda v: v**2, ends),
        "kappa3": total(lambda v: v**3, lambda v: v**3, ends),
        "kappa3_bar": third + middle * kl**3,
    }


@pytest.mark.parametrize(("mu", "p"), [("10/13", "8/1875"), ("1/2", "1/10"), ("1", "1/3")])
def test_functionals_to_thirty_digits(mu: str, p: str) -> None:
    f = Gaussian(mu).subsample(p)
    with mpmath.workdps(DIGITS + 10):
        expected = by_mpmath(*(mpmath.mpf(r.p) / r.q for r in (Rational(mu), Rational(p))))
        for name in FUNCTIONALS:
            ball = enclose_functional(f, name, DIGITS)
            assert ball.relative_width <= Rational(1, 10**DIGITS)
            middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
            assert abs(middle / expected[name] - 1) < mpmath.mpf(10) ** -(DIGITS - 2)


def test_theorem_3_4_for_actual_parameters() -> None:
    """sigma = 1.3, batches of 256 of 60000, 3515 steps: from the integrals above."""
    limit = clt([(Gaussian(Rational(10, 13)).subsample("8/1875"), 3515)])
    with mpmath.workdps(30):
        values = by_mpmath(mpmath.mpf(10) / 13, mpmath.mpf(8) / 1875)
        variance = values["kappa2"] - values["kl"] ** 2
        mu = 2 * mpmath.sqrt(3515) * values["kl"] / mpmath.sqrt(variance)
        gamma = mpmath.mpf(56) / 100 * values["kappa3_bar"] / variance**1.5 / mpmath.sqrt(3515)
        assert mpmath.almosteq(mpmath.mpf(limit.enclose_mu(20).decimal(20)), mu, 1e-18)
        assert mpmath.almosteq(mpmath.mpf(limit.enclose_gamma(20).decimal(20)), gamma, 1e-18)
    # the limit for infinitely many steps is close to the mu of the theorem
    uniform = {"sampling": "uniform", "neighbours": "replace-one", "noise": "sensitivity"}
    asymptotic = sgd_limit(60000, 256, "1.3", steps=3515, **uniform)
    assert float(asymptotic.enclose_mu(12).midpoint) == pytest.approx(float(mu), rel=0.01)


def test_the_band_holds_without_the_theorem() -> None:
    limit = clt([(Gaussian(1).subsample("1/10"), 100)], constant="0.469")
    assert limit.verify().status is Status.CERTIFIED


def test_few_steps_give_no_band() -> None:
    with pytest.raises(HypothesisError, match="allowed is gamma < 1/2"):
        clt([(Gaussian(3).subsample("1/1000"), 1000)])


@pytest.mark.parametrize("steps", [10**4, 10**6])
def test_sums_of_functionals_tend_to_the_limit(steps: int) -> None:
    """T kl within p_0^3 m_3/(2 sqrt T) of p_0^2 chi, p_0 = p sqrt T, moments by mpmath."""
    root = {10**4: 100, 10**6: 1000}[steps]
    f = Gaussian(1).subsample(Rational(1, root))
    chi, cube = (
        mpmath.quad(
            lambda z, k=k: (mpmath.exp(z - 0.5) - 1) ** k * mpmath.npdf(z), [0.5, 2, 5, 10, 15]
        )
        for k in (2, 3)
    )
    kl = steps * float(enclose_functional(f, "kl", 15).midpoint)
    kappa2 = steps * float(enclose_functional(f, "kappa2", 15).midpoint)
    assert 0 <= float(chi) - kl <= float(cube) / (2 * root)
    assert 0 <= 2 * float(chi) - kappa2 <= float(cube) / root


def test_the_poisson_limit_is_no_bound() -> None:
    """Claim 14 at 15 epochs, sigma = 1.3, delta = 1e-5: the limit by mpmath, the truth enclosed."""
    poisson = {"sampling": "poisson", "neighbours": "add-remove", "noise": "sensitivity"}
    run = (60000, 256, "1.3")
    with mpmath.workdps(40):
        mu = mpmath.mpf(256) / 60000 * mpmath.sqrt(3515 * mpmath.expm1(mpmath.mpf("1.3") ** -2))

        def excess(eps: mpmath.mpf) -> mpmath.mpf:
            upper, lower = (mpmath.ncdf(-eps / mu + sign * mu / 2) for sign in (1, -1))
            return upper - mpmath.exp(eps) * lower - mpmath.mpf(10) ** -5

        limit = mpmath.findroot(excess, (mpmath.mpf("0.8"), mpmath.mpf("0.9")), solver="anderson")
        assert mpmath.nstr(limit, 20) == "0.83438166075075492756"
    ball = sgd_limit(*run, steps=3515, **poisson).enclose_epsilon("1e-5", 22)
    assert ball.decimal(20) == "0.83438166075075492755"
    remove, add = (
        noisy_sgd(*run, steps=3515, direction=d, **poisson).enclose_epsilon("1e-5", 22)
        for d in ("remove", "add")
    )
    assert remove.decimal(20) == "0.86440991688836462599"
    assert add.decimal(20) == "0.80131741998436996069"
    assert add.upper < ball.lower < ball.upper < remove.lower
