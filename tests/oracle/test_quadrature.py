r"""Profiles of products beside quadrature with mpmath at 50 digits, which shares no code.

A law is what Q makes of the loss L = log dQ/dP: atoms, pieces on which a smooth density is carried
by a monotone loss, and a mass at infinity. The profile of a product of two is

.. math:: \delta(x)=E_{Q_1}\,\delta_2(x-L_1),

a sum over the atoms of the first law and quadrature over its pieces, which are split where the
second profile is not smooth. Powers of finite laws are convolved term by term.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath as mp
import pytest

import fdp_sym as fd
from fdp_sym.errors import PrecisionError

WORKING = 50


def number(text: Any) -> Any:
    exact = Fraction(text)
    return mp.mpf(exact.numerator) / exact.denominator


def positive(x):
    return x if x > 0 else mp.mpf(0)


# -- laws -----------------------------------------------------------------------------------------


@dataclass
class Piece:
    low: Any
    high: Any
    density: Callable[[Any], Any]  # of Q
    loss: Callable[[Any], Any]
    where: Callable[[Any], Any]  # the point with this loss


@dataclass
class LawOfLoss:
    profile: Callable[[Any], Any]
    atoms: list[tuple[Any, Any]] = field(default_factory=list)  # (mass of Q, loss)
    pieces: list[Piece] = field(default_factory=list)
    kinks: tuple[Any, ...] = ()  # of the profile
    infinite: Any = 0


def composed(first: LawOfLoss, second: LawOfLoss, x: Any) -> Any:
    total = first.infinite
    total += mp.fsum(mass * second.profile(x - loss) for mass, loss in first.atoms)
    for piece in first.pieces:
        cuts = [piece.where(x - kink) for kink in second.kinks]
        inner = [c for c in cuts if c is not None and piece.low < c < piece.high]
        ends = [piece.low, *sorted(inner), piece.high]
        total += mp.quad(lambda t, p=piece: p.density(t) * second.profile(x - p.loss(t)), ends)
    return total


def gaussian(mu):
    mu = number(mu)

    def profile(x):
        return mp.ncdf(mu / 2 - x / mu) - mp.exp(x) * mp.ncdf(-mu / 2 - x / mu)

    piece = Piece(
        mp.mpf(-17),
        17 + mu,
        lambda t: mp.npdf(t, mu),
        lambda t: mu * t - mu**2 / 2,
        lambda x: x / mu + mu / 2,
    )
    return LawOfLoss(profile, pieces=[piece])


def laplace(mu):
    mu = number(mu)

    def profile(x):
        return positive(1 - mp.exp(x)) if abs(x) >= mu else 1 - mp.exp((x - mu) / 2)

    piece = Piece(
        mp.mpf(0), mu, lambda t: mp.exp(t - mu) / 2, lambda t: 2 * t - mu, lambda x: (x + mu) / 2
    )
    atoms = [(mp.mpf(1) / 2, mu), (mp.exp(-mu) / 2, -mu)]
    return LawOfLoss(profile, atoms, [piece], (mu, -mu))


def logistic(shift):
    """In terms of v = F(t - s), which Q makes uniform; F(t) = e^s v/(1 - v + e^s v)."""
    s = number(shift)
    growth = mp.exp(s)

    def loss(v):
        return 2 * mp.log(1 - v + growth * v) - s

    def where(x):
        return (mp.exp((x + s) / 2) - 1) / (growth - 1)

    def profile(x):
        if abs(x) >= s:
            return positive(1 - mp.exp(x))
        v = where(x)
        return (1 - v) - mp.exp(x) * (1 - v) / (1 - v + growth * v)

    piece = Piece(mp.mpf(0), mp.mpf(1), lambda v: mp.mpf(1), loss, where)
    return LawOfLoss(profile, pieces=[piece], kinks=(s, -s))


def truncated_laplace(mu, bound):
    """Q has the density d e^(B - |t - mu|); mu < B."""
    mu, b = number(mu), number(bound)
    d = 1 / (2 * mp.expm1(b))
    infinite = d * mp.expm1(mu)
    high, low = d * (mp.exp(b) - mp.exp(mu)), d * mp.expm1(b - mu)

    def profile(x):
        total = infinite + high * positive(1 - mp.exp(x - mu)) + low * positive(1 - mp.exp(x + mu))
        t = min(max((x + mu) / 2, mp.mpf(0)), mu)
        rise, fall = 1 - mp.exp(t - mu), mp.exp(-t) - mp.exp(-mu)
        return total + d * mp.exp(b) * (rise - mp.exp(x) * fall)

    piece = Piece(
        mp.mpf(0),
        mu,
        lambda t: d * mp.exp(b - mu + t),
        lambda t: 2 * t - mu,
        lambda x: (x + mu) / 2,
    )
    return LawOfLoss(profile, [(high, mu), (low, -mu)], [piece], (mu, -mu), infinite)


def sampled(base, rate, direction):
    """The pair (P, (1-q)P + qQ), or the other way round for "add"."""
    q, sign = number(rate), 1 if direction == "remove" else -1

    def moved(x):
        return sign * mp.log(1 - q + q * mp.exp(x))

    def back(x):
        inside = (mp.exp(sign * x) - 1 + q) / q
        return mp.log(inside) if inside > 0 else None

    def mass(loss):  # of the second distribution, relative to the base's Q
        return q + (1 - q) * mp.exp(-loss) if sign > 0 else mp.exp(-loss)

    def profile(x):
        inner = back(x)
        if sign > 0:
            return 1 - mp.exp(x) if inner is None else q * base.profile(inner)
        if inner is None:
            return mp.mpf(0)
        return mp.exp(x) * q * (mp.exp(inner) - 1 + base.profile(inner))

    pieces = [
        Piece(
            p.low,
            p.high,
            lambda t, p=p: p.density(t) * mass(p.loss(t)),
            lambda t, p=p: moved(p.loss(t)),
            lambda x, p=p: None if back(x) is None else p.where(back(x)),
        )
        for p in base.pieces
    ]
    ends = [moved(k) for k in base.kinks] or [sign * mp.log(1 - q)]
    return LawOfLoss(profile, [(m * mass(x), moved(x)) for m, x in base.atoms], pieces, tuple(ends))


def finite(atoms, infinite=0):
    def profile(x):
        return infinite + mp.fsum(mass * positive(1 - mp.exp(x - loss)) for mass, loss in atoms)

    return LawOfLoss(profile, atoms, kinks=tuple(loss for _, loss in atoms), infinite=infinite)


def power(law, n):
    """The n-fold product of a finite law; losses that agree to 45 digits are one."""
    atoms, finite_mass = [(mp.mpf(1), mp.mpf(0))], (1 - law.infinite) ** n
    for _ in range(n):
        merged: dict[str, tuple[Any, Any]] = {}
        for mass, loss in atoms:
            for more, other in law.atoms:
                key = mp.nstr(loss + other, 40) if abs(loss + other) > 1e-40 else "0"
                known = merged.get(key, (mp.mpf(0), loss + other))
                merged[key] = known[0] + mass * more, known[1]
        atoms = list(merged.values())
    return finite(atoms, 1 - finite_mass)


def response(eps, m=2):
    eps = number(eps)
    total = mp.exp(eps) + m - 1
    neutral = [((m - 2) / total, mp.mpf(0))] if m > 2 else []
    return finite([(mp.exp(eps) / total, eps), *neutral, (1 / total, -eps)])


def eps_delta(eps, delta):
    slack = number(delta)
    return finite([((1 - slack) * m, x) for m, x in response(eps).atoms], slack)


def discrete_gaussian(sigma):
    s = number(sigma)
    far = int(16 * s) + 3
    weights = {k: mp.exp(-((mp.mpf(k) / s) ** 2) / 2) for k in range(-far, far + 1)}
    total = mp.fsum(weights.values())
    return finite([(w / total, (2 * k + 1) / (2 * s**2)) for k, w in weights.items()])


def geometric(eps):
    """Masses proportional to e^(-eps |z|), and the shift by 1."""
    e = number(eps)
    far = int(140 / e)
    scale = (mp.exp(e) - 1) / (mp.exp(e) + 1)
    above = scale * mp.fsum(mp.exp(-e * k) for k in range(far))
    below = scale * mp.fsum(mp.exp(-e * k) for k in range(1, far))
    return finite([(above, e), (below, -e)])


def staircase(eps, gamma):
    """Densities that are constant between the points k and k + g, or k + 1 - g, compared there."""
    e, g = number(eps), number(gamma)
    top = (1 - mp.exp(-e)) / (2 * (g + mp.exp(-e) * (1 - g)))

    def density(z):
        k = mp.floor(abs(z))
        return top * mp.exp(-e * (k if abs(z) < k + g else k + 1))

    far = int(130 / e)
    cuts = sorted({k + part for k in range(-far, far) for part in (0, g, 1 - g)})
    masses: dict[int, Any] = {-1: mp.mpf(0), 0: mp.mpf(0), 1: mp.mpf(0)}
    for low, high in pairwise(cuts):
        z = (low + high) / 2
        p, q = density(z), density(z - 1)
        masses[int(mp.nint(mp.log(q / p) / e))] += (high - low) * q
    return finite([(mass, j * e) for j, mass in masses.items()])


def pair(p, q):
    both = list(zip(map(number, p), map(number, q), strict=True))
    return finite(
        [(b, mp.log(b / a)) for a, b in both if a and b], sum(b for a, b in both if not a)
    )


def nothing():
    return LawOfLoss(lambda x: positive(1 - mp.exp(x)), [(mp.mpf(1), mp.mpf(0))], kinks=(0,))


# -- products -------------------------------------------------------------------------------------

P3, Q3 = ("1/2", "1/3", "1/6"), ("1/6", "1/3", "1/2")
PAIR = fd.from_pair(P3, Q3)

REMOVE = "SubsampledGaussian(1, 1/10, direction='remove')"
ADD = "SubsampledGaussian(1, 1/10, direction='add')"
LREMOVE = "SubsampledLaplace(1, 1/5, direction='remove')"
LADD = "SubsampledLaplace(1, 1/5, direction='add')"

PRODUCTS: dict[str, Callable[[], tuple[LawOfLoss, LawOfLoss]]] = {
    "Gaussian(1)": lambda: (nothing(), gaussian(1)),
    "Laplace(1)": lambda: (nothing(), laplace(1)),
    "Logistic(1)": lambda: (nothing(), logistic(1)),
    "TruncatedLaplace(1, 3)": lambda: (nothing(), truncated_laplace(1, 3)),
    "DiscreteGaussian(3/2)": lambda: (discrete_gaussian("3/2"), nothing()),
    "Staircase(1, 1/3)": lambda: (staircase(1, "1/3"), nothing()),
    "Geometric(1/2)": lambda: (geometric("1/2"), nothing()),
    REMOVE: lambda: (nothing(), sampled(gaussian(1), "1/10", "remove")),
    ADD: lambda: (nothing(), sampled(gaussian(1), "1/10", "add")),
    LREMOVE: lambda: (nothing(), sampled(laplace(1), "1/5", "remove")),
    LADD: lambda: (nothing(), sampled(laplace(1), "1/5", "add")),
    "Gaussian(1) @ Gaussian(1/2)": lambda: (gaussian(1), gaussian("1/2")),
    "Laplace(1) ** 2": lambda: (laplace(1), laplace(1)),
    "Laplace(1) @ Laplace(1/3)": lambda: (laplace(1), laplace("1/3")),
    "Laplace(2) @ Gaussian(1)": lambda: (laplace(2), gaussian(1)),
    "Laplace(1/5) @ Gaussian(1/3)": lambda: (laplace("1/5"), gaussian("1/3")),
    "Logistic(1) ** 2": lambda: (logistic(1), logistic(1)),
    "Logistic(1) @ Gaussian(1)": lambda: (logistic(1), gaussian(1)),
    "Logistic(1) @ Laplace(1/2)": lambda: (logistic(1), laplace("1/2")),
    "TruncatedLaplace(1, 3) ** 2": lambda: (truncated_laplace(1, 3), truncated_laplace(1, 3)),
    "TruncatedLaplace(1, 3) @ Gaussian(1)": lambda: (truncated_laplace(1, 3), gaussian(1)),
    "TruncatedLaplace(1, 3) @ Laplace(1)": lambda: (truncated_laplace(1, 3), laplace(1)),
    "DiscreteGaussian(3/2) ** 3": lambda: (power(discrete_gaussian("3/2"), 3), nothing()),
    "DiscreteGaussian(1) @ Gaussian(1)": lambda: (discrete_gaussian(1), gaussian(1)),
    "DiscreteGaussian(1) ** 2 @ RandomizedResponse(1/3, 3)": lambda: (
        power(discrete_gaussian(1), 2),
        response("1/3", 3),
    ),
    "DiscreteGaussian(1) @ Laplace(1)": lambda: (discrete_gaussian(1), laplace(1)),
    "Staircase(1, 1/3) ** 4": lambda: (power(staircase(1, "1/3"), 4), nothing()),
    "Staircase(1, 1/3) @ Gaussian(1)": lambda: (staircase(1, "1/3"), gaussian(1)),
    "Staircase(1, 3/4) ** 2 @ Laplace(1)": lambda: (power(staircase(1, "3/4"), 2), laplace(1)),
    "Geometric(1/2) ** 6": lambda: (power(geometric("1/2"), 6), nothing()),
    "Geometric(1/2) ** 2 @ Gaussian(1)": lambda: (power(geometric("1/2"), 2), gaussian(1)),
    "RandomizedResponse(1, 4) ** 5": lambda: (power(response(1, 4), 5), nothing()),
    "RandomizedResponse(1, 2) ** 20": lambda: (power(response(1), 20), nothing()),
    "RandomizedResponse(1, 4) @ Laplace(1)": lambda: (response(1, 4), laplace(1)),
    "RandomizedResponse(1/2, 2) ** 3 @ Logistic(1)": lambda: (
        power(response("1/2"), 3),
        logistic(1),
    ),
    "EpsDelta(1, 1/100) ** 3": lambda: (power(eps_delta(1, "1/100"), 3), nothing()),
    "EpsDelta(1, 1/100) @ Gaussian(1)": lambda: (eps_delta(1, "1/100"), gaussian(1)),
    "EpsDelta(1, 1/100) ** 2 @ Laplace(1)": lambda: (power(eps_delta(1, "1/100"), 2), laplace(1)),
    "PAIR ** 3": lambda: (power(pair(P3, Q3), 3), nothing()),
    "PAIR @ Gaussian(1)": lambda: (pair(P3, Q3), gaussian(1)),
    "PAIR ** 2 @ Laplace(1)": lambda: (power(pair(P3, Q3), 2), laplace(1)),
    "PAIR @ TruncatedLaplace(1, 3)": lambda: (pair(P3, Q3), truncated_laplace(1, 3)),
    f"{REMOVE} ** 2": lambda: (sampled(gaussian(1), "1/10", "remove"),) * 2,
    f"{ADD} ** 2": lambda: (sampled(gaussian(1), "1/10", "add"),) * 2,
    f"{REMOVE} @ Gaussian(1/2)": lambda: (
        sampled(gaussian(1), "1/10", "remove"),
        gaussian("1/2"),
    ),
    f"{ADD} @ Gaussian(1/2)": lambda: (sampled(gaussian(1), "1/10", "add"), gaussian("1/2")),
    f"{REMOVE} @ RandomizedResponse(1/4, 2)": lambda: (
        response("1/4"),
        sampled(gaussian(1), "1/10", "remove"),
    ),
    f"{REMOVE} @ Laplace(1/2)": lambda: (sampled(gaussian(1), "1/10", "remove"), laplace("1/2")),
    f"{LREMOVE} ** 2": lambda: (sampled(laplace(1), "1/5", "remove"),) * 2,
    f"{LADD} @ Gaussian(1/2)": lambda: (sampled(laplace(1), "1/5", "add"), gaussian("1/2")),
    f"{LREMOVE} @ EpsDelta(1/2)": lambda: (response("1/2"), sampled(laplace(1), "1/5", "remove")),
}
UNPARSED = {
    "PAIR ** 3": PAIR**3,
    "PAIR @ Gaussian(1)": PAIR @ fd.Gaussian(1),
    "PAIR ** 2 @ Laplace(1)": PAIR**2 @ fd.Laplace(1),
    "PAIR @ TruncatedLaplace(1, 3)": PAIR @ fd.TruncatedLaplace(1, 3),
}
# enclosed by brackets only, to fewer digits
BRACKETED = {
    "DiscreteGaussian(1) @ Laplace(1)",
    f"{REMOVE} @ Laplace(1/2)",
    f"{LREMOVE} ** 2",
    f"{LADD} @ Gaussian(1/2)",
}
# these take up to a second each
SLOW = {"Gaussian(1) @ Gaussian(1/2)", f"{REMOVE} ** 2", f"{ADD} ** 2"}
SLOW |= {f"{REMOVE} @ Gaussian(1/2)", f"{ADD} @ Gaussian(1/2)"} | BRACKETED


def quadrature(laws: tuple[LawOfLoss, LawOfLoss], eps: str) -> Fraction:
    return Fraction(mp.nstr(composed(*laws, number(eps)), WORKING))


def agree(product: str, eps: str, laws: Callable[[], tuple[LawOfLoss, LawOfLoss]]) -> bool:
    """Whether the enclosure holds the value of quadrature, of which 44 digits are trusted."""
    f = UNPARSED[product] if product in UNPARSED else fd.parse(product)
    try:
        ball = f.enclose_delta(eps, 4 if product in BRACKETED else 42)
    except PrecisionError as error:
        assert product in BRACKETED
        ball = error.ball
    if product not in BRACKETED:
        assert ball.relative_width <= Fraction(1, 10**42)
    with mp.workdps(WORKING):
        value = quadrature(laws(), eps)
    error = abs(value) / 10**44
    return bool(ball.overlaps(fd.Ball(value - error, value + error)))


def test_there_are_enough():
    assert len(PRODUCTS.keys() - BRACKETED) >= 40


@pytest.mark.parametrize("product", [name for name in PRODUCTS if name not in SLOW])
@pytest.mark.parametrize("eps", ["1/7", "-2/5"])
def test_profile(product, eps):
    assert agree(product, eps, PRODUCTS[product])


@pytest.mark.slow
@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("eps", ["6/5", "1/7"])
def test_profile_elsewhere(product, eps):
    assert agree(product, eps, PRODUCTS[product])


@pytest.mark.parametrize(
    ("product", "laws"),
    [
        ("Laplace(1) ** 2", lambda: (laplace(1), laplace(1 + Fraction(1, 10**38)))),
        ("Gaussian(1)", lambda: (nothing(), gaussian(1 + Fraction(1, 10**38)))),
        ("EpsDelta(1, 1/100) ** 3", lambda: (power(eps_delta(1, "1/100"), 2), response(1))),
        (ADD, PRODUCTS[REMOVE]),
        (f"{LREMOVE} ** 2", lambda: (laplace("1/5"), laplace("1/5"))),
    ],
)
def test_a_wrong_law_is_noticed(product, laws):
    assert agree(product, "1/7", PRODUCTS[product])
    assert not agree(product, "1/7", laws)
