"""Wherever two routes to a profile apply, their enclosures overlap: a grid of products and eps.

A route here is a function of the parts of a product; it returns None where it does not apply.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from sympy import Expr, Integer, Rational, exp, log

import fdp_sym as fd
from fdp_sym.balls import Ball
from fdp_sym.balls import arithmetic as ar
from fdp_sym.balls.binomial_sums import BinomialLoss
from fdp_sym.balls.bracket_parts import bracket_of, log_product
from fdp_sym.balls.bracket_search import bracketed_delta
from fdp_sym.balls.discrete_gaussian_powers import DiscreteGaussianPower
from fdp_sym.balls.finite_losses import FiniteTails, combined, power
from fdp_sym.balls.half_exponential import HalfExponentialLoss, HalfExponentialPower
from fdp_sym.balls.laplace_powers import LaplacePower
from fdp_sym.balls.losses import NormalLoss, Shifted
from fdp_sym.balls.precision import precision
from fdp_sym.balls.product_loss import ProductLoss, _line_piece, _scattered_piece
from fdp_sym.balls.refine import constant
from fdp_sym.balls.transform import TransformLoss
from fdp_sym.errors import PrecisionError, UnsupportedError
from fdp_sym.oracle.parts import factors_of, parts_of
from fdp_sym.oracle.rational import RationalAtoms
from fdp_sym.tradeoff.base import TradeOff

BITS = 260


def evaluated(make, parts, x, bits=BITS):
    """The profile from a law of the finite losses without slack, which is added here."""
    with precision(bits):
        scale = log_product(parts.slack).exp()
        infinite = -log_product([*parts.slack, *parts.all_infinite]).expm1()
        return Ball(*ar.bounds(infinite + scale * make().tail(constant(x)).delta))


def scattered(parts):
    """The atoms of the finite factors, each power by the binomial theorem."""
    laws = []
    for law, n in parts.finite.items():
        atoms = [(constant(a.loss), constant(a.p), constant(a.q)) for a in law.atoms]
        laws.append(power(atoms, n))
    return combined(laws)


def is_small(parts):
    size = 1
    for law, n in parts.finite.items():
        size *= (n + 1) ** (len(law.atoms) - 1)
    return size <= 3000


# -- routes ---------------------------------------------------------------------------------------


def chosen(f, parts, x):
    return f.enclose_delta(x, 30)


def closed_form(f, parts, x):
    """The formula of a single function, or of a product with one."""
    if parts.count > 1 or (parts.count and parts.gaussian != 0):
        return None
    try:
        return TradeOff.enclose_delta(f, x, 30)
    except UnsupportedError:
        return None


def exact_sum(f, parts, x):
    """Rational numbers where exp(eps) is one, as at the eps of the grid that are logarithms."""
    growth = exp(x)
    rational = RationalAtoms(parts)
    if not (rational.exists and growth.is_Rational):
        return None
    value = rational.delta(Fraction(int(growth.p), int(growth.q)))
    return None if value is None else Ball(value, value)


def all_atoms(f, parts, x):
    if not parts.finite or not parts.is_finite or not is_small(parts):
        return None
    return evaluated(lambda: FiniteTails(scattered(parts)), parts, x)


def lattice(f, parts, x):
    """Powers of polynomials on common lines."""
    if not parts.finite or not parts.is_finite:
        return None
    loss = ProductLoss(parts, "a product")
    lines, rest = parts.lattices()
    pieces = [*map(_line_piece, lines), *(_scattered_piece(law, n) for law, n in rest)]
    return evaluated(loss._sums(pieces)[1], parts, x)


def binomial(f, parts, x):
    if not parts.is_finite or [len(law.atoms) for law in parts.finite] != [2]:
        return None
    ((law, n),) = parts.finite.items()

    def make():
        return BinomialLoss(
            n, *((constant(a.loss), constant(a.p), constant(a.q)) for a in law.atoms)
        )

    return evaluated(make, parts, x)


def shifted_normal(f, parts, x):
    """Sums over the atoms of the finite factors of the closed form of a Gaussian."""
    other = parts.exponential or parts.discrete or parts.others
    if parts.gaussian == 0 or other or not is_small(parts):
        return None
    return evaluated(
        lambda: Shifted(NormalLoss(constant(parts.gaussian)), scattered(parts)), parts, x
    )


def term_wise(f, parts, x):
    """Products of Laplace and a Gaussian, term by term."""
    other = parts.discrete or parts.others
    if not parts.exponential or other or parts.count > 40 or not is_small(parts):
        return None

    def make():
        sigma = None if parts.gaussian == 0 else constant(parts.gaussian)
        powers = [HalfExponentialPower.of(law, n) for law, n in parts.exponential.items()]
        return Shifted(HalfExponentialLoss(powers, sigma), scattered(parts))

    return evaluated(make, parts, x, BITS + 6 * parts.count)


def circle(f, parts, x):
    """Powers of one Laplace by a sum on a circle."""
    plain = parts.gaussian == 0 and not (parts.discrete or parts.others) and is_small(parts)
    if len(parts.exponential) != 1 or not plain:
        return None
    ((law, n),) = parts.exponential.items()
    if law.ratio != 1:
        return None
    return evaluated(
        lambda: Shifted(LaplacePower(n, constant(law.reach)), scattered(parts)),
        parts,
        x,
        BITS + 6 * n,
    )


def discrete_circle(f, parts, x):
    plain = parts.gaussian == 0 and not (parts.exponential or parts.others) and is_small(parts)
    if len(parts.discrete) != 1 or not plain:
        return None
    (((sigma, shift), n),) = parts.discrete.items()
    return evaluated(
        lambda: Shifted(DiscreteGaussianPower(n, constant(sigma), shift), scattered(parts)),
        parts,
        x,
    )


def contour(kind):
    """The transform of subsampled Gaussians, with one of its two contours only."""

    def route(f, parts, x):
        factors = [(law.mu, law.q, n, law.sign) for law, n in parts.subsampled]
        other = parts.exponential or parts.discrete or not is_small(parts)
        if not factors or other:
            return None
        law = TransformLoss(factors, parts.gaussian)
        if kind == "hyperbola" and not law.is_pure:
            return None
        if kind == "line":
            law.is_pure = False
        with pytest.MonkeyPatch.context() as patch:
            if kind == "hyperbola":
                patch.setattr("fdp_sym.balls.transform._HYPERBOLA_COST", (0.0, 0.0))
                patch.setattr("fdp_sym.balls.transform._LINE_COST", (1e9, 1e9))
            try:
                return evaluated(lambda: Shifted(law, scattered(parts)), parts, x, 150)
            except PrecisionError:  # its sums are too long from the start
                return None

    return route


def bracket(digits):
    def route(f, parts, x):
        try:
            between = bracket_of(parts, "a product", UnsupportedError("asked for"))
            return bracketed_delta(between, lambda: constant(x), digits, between.route, "delta")
        except UnsupportedError:
            return None
        except PrecisionError as error:
            return error.ball

    return route


ROUTES = {
    "chosen": chosen,
    "closed form": closed_form,
    "exact sum": exact_sum,
    "all atoms": all_atoms,
    "lattice": lattice,
    "binomial": binomial,
    "shifted normal": shifted_normal,
    "term-wise": term_wise,
    "circle": circle,
    "discrete circle": discrete_circle,
    "line": contour("line"),
    "hyperbola": contour("hyperbola"),
    "bracket": bracket(3),
}
REMOVE = "SubsampledGaussian(1, 1/10, direction='remove')"
ADD = "SubsampledGaussian(1, 1/10, direction='add')"
PRODUCTS = [
    "Gaussian(1) ** 3",
    "EpsDelta(log(3)) ** 12",
    "EpsDelta(log(3), 1/100) ** 4 @ EpsDelta(log(9)) ** 3",
    "EpsDelta(1/10, 1/1000) ** 30",
    "RandomizedResponse(log(2), 4) ** 6",
    "Staircase(log(3), 1/3) ** 3 @ EpsDelta(1/4)",
    "EpsDelta(1/2) ** 5 @ Gaussian(1)",
    "Staircase(1, 1/3) ** 2 @ Gaussian(1/2) @ EpsDelta(0, 1/50)",
    "Laplace(1)",
    "Laplace(1) ** 12",
    "Laplace(1/2) ** 5 @ EpsDelta(1/3) ** 2",
    "Laplace(1) ** 3 @ Laplace(1/3) ** 2 @ Gaussian(1/2)",
    "Logistic(1) ** 3 @ EpsDelta(0, 1/50)",
    "TruncatedLaplace(1, 3) ** 3",
    "DiscreteGaussian(2)",
    "DiscreteGaussian(2) ** 3",
    "DiscreteGaussian(1) ** 3 @ RandomizedResponse(1/3, 3)",
    "DiscreteGaussian(1) ** 2 @ Gaussian(1)",
    f"{REMOVE}",
    f"{REMOVE} ** 5",
    f"{ADD} ** 5",
    f"{REMOVE} ** 4 @ Gaussian(1/2)",
]
GRID = [log(2) / 2, Integer(0), -log(Integer(3)), Rational(7, 3), Integer(9)]
# pairs of routes that must meet, each in a product where both are narrow at eps = -log(3) or 7/3
MEETINGS = [
    ("exact sum", "all atoms", "EpsDelta(log(3)) ** 12", -log(Integer(3))),
    ("exact sum", "lattice", "RandomizedResponse(log(2), 4) ** 6", -log(Integer(3))),
    ("all atoms", "binomial", "EpsDelta(1/10, 1/1000) ** 30", Rational(1, 3)),
    ("lattice", "binomial", "EpsDelta(log(3)) ** 12", Rational(7, 3)),
    ("all atoms", "bracket", "Staircase(log(3), 1/3) ** 3 @ EpsDelta(1/4)", Rational(7, 3)),
    ("closed form", "shifted normal", "Gaussian(1) ** 3", Rational(7, 3)),
    ("shifted normal", "bracket", "EpsDelta(1/2) ** 5 @ Gaussian(1)", Rational(7, 3)),
    ("closed form", "term-wise", "Laplace(1)", Rational(1, 3)),
    ("closed form", "circle", "Laplace(1)", Rational(-1, 3)),
    ("term-wise", "circle", "Laplace(1) ** 12", Rational(7, 3)),
    ("term-wise", "bracket", "TruncatedLaplace(1, 3) ** 3", Rational(-1, 3)),
    ("circle", "bracket", "Laplace(1/2) ** 5 @ EpsDelta(1/3) ** 2", Rational(1, 3)),
    ("chosen", "discrete circle", "DiscreteGaussian(2)", Rational(7, 3)),
    ("discrete circle", "bracket", "DiscreteGaussian(2) ** 10", Rational(7, 3)),
    ("closed form", "hyperbola", REMOVE, Rational(1, 3)),
    ("line", "bracket", f"{REMOVE} ** 4 @ Gaussian(1/2)", Rational(1, 3)),
    ("chosen", "bracket", "DiscreteGaussian(1) ** 2 @ Gaussian(1)", Rational(7, 3)),
]
LONG_MEETINGS = [
    ("line", "hyperbola", f"{REMOVE} ** 30 @ EpsDelta(1/2)", Rational(7, 3)),
    ("hyperbola", "bracket", f"{ADD} ** 5", Rational(1, 3)),
]


def answer(route: str, text: str, x: Expr) -> Ball | None:
    f = fd.parse(text)
    return ROUTES[route](f, parts_of(factors_of(f)), x)


def overlap(a: Ball, b: Ball) -> bool:
    return bool(a.lower <= b.upper and b.lower <= a.upper)


@pytest.mark.parametrize("text", [text for text in PRODUCTS if "Subsampled" not in text])
def test_all_routes_overlap(text):
    require_overlap(text, GRID)


@pytest.mark.slow
@pytest.mark.parametrize("text", [text for text in PRODUCTS if "Subsampled" in text])
def test_all_routes_of_subsampled_noise_overlap(text):
    require_overlap(text, GRID[1:4:2])


def require_overlap(text: str, grid: list[Expr]) -> None:
    for x in grid:
        found = {route: answer(route, text, x) for route in ROUTES}
        balls = {route: ball for route, ball in found.items() if ball is not None}
        assert len(balls) >= 2
        assert not [(a, b) for a, b in combinations(balls, 2) if not overlap(balls[a], balls[b])], x


@pytest.mark.parametrize(("first", "second", "text", "x"), MEETINGS)
def test_two_routes_meet(first, second, text, x):
    """Both are narrow, and where the second is asked for another eps they do not overlap."""
    one, two = answer(first, text, x), answer(second, text, x)
    assert one is not None
    assert two is not None
    assert max(one.relative_width, two.relative_width) < Fraction(1, 100)
    assert overlap(one, two)
    elsewhere = answer(second, text, x + Rational(1, 20))
    assert elsewhere is not None
    assert not overlap(one, elsewhere)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "text", "x"), LONG_MEETINGS)
def test_two_long_routes_meet(first, second, text, x):
    test_two_routes_meet(first, second, text, x)


def test_every_route_meets_another():
    assert {route for meeting in MEETINGS for route in meeting[:2]} == set(ROUTES)


def test_a_wrong_route_is_noticed(monkeypatch):
    """Laplace's sum on a circle, with the wrong number of factors."""
    right = LaplacePower

    def wrong(n: int, mu: object) -> LaplacePower:
        return right(n + 1, mu)

    monkeypatch.setitem(globals(), "LaplacePower", wrong)
    with pytest.raises(AssertionError):
        require_overlap("Laplace(1) ** 12", GRID)
