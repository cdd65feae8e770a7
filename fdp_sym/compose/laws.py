"""The privacy-loss law of each family of trade-off functions."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from sympy import (
    Abs,
    Add,
    Expr,
    Heaviside,
    Integer,
    Max,
    Min,
    Piecewise,
    Range,
    Rational,
    S,
    cosh,
    diff,
    exp,
    expand_log,
    log,
    oo,
    piecewise_fold,
    sign,
    sinh,
)
from sympy import Eq as Equal

from ..errors import UnsupportedError
from ..functions import normal_density
from ..signs import possible_signs
from ..symbols import real
from ..tradeoff.algebra import Inverse, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.discrete_gaussian import DiscreteGaussian
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.location import Location
from ..tradeoff.logistic import Logistic
from ..tradeoff.piecewise_linear import PiecewiseLinear, as_piecewise_linear
from ..tradeoff.subsampled import Subsampled
from ..tradeoff.three_ratios import ThreeRatios
from ..tradeoff.truncated_laplace import TruncatedLaplace
from .loss import Atom, Part, PrivacyLoss, Series, loss
from .product import Product
from .sums import SumOfLosses

__all__ = ["law_of"]

_Z = real("z")
_KINKED = (Piecewise, Max, Min, Abs, sign, Heaviside)  # may hide where the noise ends
_N = real("n", Range(-oo, oo))
_CERTAIN = PrivacyLoss((Atom(Integer(1), Integer(1), Integer(1)),))


@singledispatch
def law_of(f: TradeOff) -> PrivacyLoss:
    """The law of the privacy loss of f.

    Raises
    ------
    UnsupportedError
        For a function whose slope has no known expression.
    """
    exact = as_piecewise_linear(f)
    if exact is None:
        raise UnsupportedError(
            f"the privacy-loss law of {f} is not known. Allowed are the families, piecewise-linear "
            "functions, mixtures with Identity, inverses and products of such."
        )
    return law_of(exact)


@law_of.register
def _(f: PiecewiseLinear) -> PrivacyLoss:
    atoms, flat = [], Integer(0)
    ends = zip(f.breakpoints, f.breakpoints[1:], f.slopes, strict=False)
    for (a, b), (c, d), slope in ends:
        if slope == 0:
            flat = c - a
        else:
            atoms.append(Atom(-slope, c - a, b - d))
    return PrivacyLoss(tuple(atoms), (), 1 - f.breakpoints[0][1], flat)


@law_of.register
def _(f: Identity) -> PrivacyLoss:
    return _CERTAIN


@law_of.register
def _(f: EpsDelta) -> PrivacyLoss:
    eps, delta = f.parameters
    c = f.fixed_point()

    def transform(s: Expr) -> Expr:
        return (1 - delta) * cosh((s + Rational(1, 2)) * eps) / cosh(eps / 2)

    if delta == 1:
        return PrivacyLoss((), (), 1, 1)
    if eps.is_zero:
        rest = 1 - delta
        return PrivacyLoss((Atom(Integer(1), rest, rest),), (), delta, delta)
    high = Atom(exp(eps), c, exp(eps) * c)
    low = Atom(exp(-eps), exp(eps) * c, c)
    return PrivacyLoss((high, low), (), delta, delta, transform)


@law_of.register
def _(f: Gaussian) -> PrivacyLoss:
    mu = f.mu
    if mu.is_zero:
        return _CERTAIN
    # the loss under P is N(-mu^2/2, mu^2); the outcome is z, standard normal
    inverse = (loss + mu**2 / 2) / mu
    part = Part(_Z, -oo, oo, normal_density(_Z), mu * _Z - mu**2 / 2, inverse)
    return PrivacyLoss((), (part,), 0, 0, lambda s: exp(mu**2 * s * (s + 1) / 2))


@law_of.register
def _(f: Laplace) -> PrivacyLoss:
    mu, half = f.mu, Rational(1, 2)
    if mu.is_zero:
        return _CERTAIN
    atoms = (
        Atom(exp(mu), exp(-mu) / 2, half),
        Atom(exp(-mu), half, exp(-mu) / 2),
    )
    part = Part(loss, -mu, mu, exp(-(loss + mu) / 2) / 4, loss, loss)

    def transform(s: Expr) -> Expr:
        a = s + half
        ratio = _at_zero(a, mu / 2, sinh(mu * a) / (2 * a))
        return exp(-mu / 2) * (cosh(mu * a) + ratio)

    return PrivacyLoss(atoms, (part,), 0, 0, transform)


@law_of.register
def _(f: Logistic) -> PrivacyLoss:
    shift = f.shift
    if shift.is_zero:
        return _CERTAIN
    part = Part(loss, -shift, shift, exp(-loss / 2) / (4 * sinh(shift / 2)), loss, loss)

    def transform(s: Expr) -> Expr:
        a = s + Rational(1, 2)
        return _at_zero(a, shift / 2, sinh(shift * a) / (2 * a)) / sinh(shift / 2)

    return PrivacyLoss((), (part,), 0, 0, transform)


def _at_zero(a: Expr, limit: Expr, quotient: Expr) -> Expr:
    """A quotient by ``a`` continued to a = 0."""
    signs = possible_signs(a)
    if signs == {0}:
        return limit
    return quotient if 0 not in signs else Piecewise((limit, Equal(a, 0)), (quotient, True))


@law_of.register
def _(f: Mixture) -> PrivacyLoss:
    """(1 - w) Id + w f: P against a mixture of P and Q, so the ratio r becomes 1 - w + w r."""
    exact = as_piecewise_linear(f)
    if exact is not None:
        return law_of(exact)
    others = [part for part in f.parts if part[1] != Identity()]
    if len(others) > 1:
        return PrivacyLoss((), (_mixed_slopes(f),))
    ((w, inner),) = others
    law = law_of(inner)

    def mixed(ratio: Expr) -> Expr:
        return 1 - w + w * ratio

    atoms = [Atom(mixed(a.ratio), a.p, (1 - w) * a.p + w * a.q) for a in law.atoms]
    if law.mass_at_minus_infinity != 0:
        flat = law.mass_at_minus_infinity
        atoms.append(Atom(1 - w, flat, (1 - w) * flat))
    growth = (exp(loss) - 1 + w) / w
    parts = tuple(
        replace(
            part,
            loss=log(mixed(exp(part.loss))),
            inverse=None if part.inverse is None else part.inverse.xreplace({loss: log(growth)}),
        )
        for part in law.parts
    )
    return PrivacyLoss(tuple(atoms), parts, w * law.mass_at_infinity)


@law_of.register
def _(f: Subsampled) -> PrivacyLoss:
    """The losses above 0 of the mixture, their mirror image, and what is left at 0."""
    law = law_of(f.sampled)
    gains = [a for a in law.atoms if a.ratio != 1 and possible_signs(a.ratio - 1) <= {0, 1}]
    if any(possible_signs(a.ratio - 1) == {-1, 0, 1} for a in law.atoms):
        raise UnsupportedError(f"the privacy-loss law of {f}: the sign of a loss is not known")
    parts = [_gains(f, part) for part in law.parts]
    losses = [
        replace(
            part,
            p=part.p * exp(part.loss),
            loss=-part.loss,
            inverse=None if part.inverse is None else part.inverse.xreplace({loss: -loss}),
        )
        for part in parts
    ]
    first, last = f._flat()
    rest = last - first + Add(*(a.p for a in law.atoms if a.ratio == 1))
    atoms = (Atom(Integer(1), rest, rest), *gains, *(Atom(1 / a.ratio, a.q, a.p) for a in gains))
    ends = law.mass_at_infinity
    return PrivacyLoss(atoms, (*parts, *losses), ends, ends)


def _gains(f: Subsampled, part: Part) -> Part:
    """The outcomes with losses above 0: those from the one with loss 0 on."""
    if isinstance(part, Series) and isinstance(f.of, DiscreteGaussian):
        return replace(part, low=Integer(1))
    if part.inverse is None:
        raise UnsupportedError(f"the privacy-loss law of {f}: the outcome without loss is unknown")
    start = part.inverse.xreplace({loss: Integer(0)})
    if isinstance(f.of, Gaussian):
        start = f.of.mu / 2
    return replace(part, low=start)


def _mixed_slopes(f: Mixture) -> Part:
    """Slopes at one level add: for Gaussians that is at one outcome z."""
    slopes = []
    for w, inner in f.parts:
        mu = inner.mu if isinstance(inner, Gaussian) else Integer(0)
        if not isinstance(inner, (Gaussian, Identity)):
            raise UnsupportedError(
                f"the privacy-loss law of {f}: allowed are mixtures of one function with Identity, "
                "of piecewise-linear functions, and of Gaussians"
            )
        slopes.append(w * exp(mu * _Z - mu**2 / 2))
    return Part(_Z, -oo, oo, normal_density(_Z), log(Add(*slopes)))


@law_of.register
def _(f: ThreeRatios) -> PrivacyLoss:
    return PrivacyLoss(tuple(Atom(*atom) for atom in f.atoms))


@law_of.register
def _(f: TruncatedLaplace) -> PrivacyLoss:
    if f.mu.is_zero:
        return _CERTAIN
    lost = f.disjoint_mass
    if lost == 1:
        return PrivacyLoss((), (), 1, 1)
    density, low, high = f.loss_density
    atoms = tuple(Atom(*atom) for atom in f.atoms)
    return PrivacyLoss(atoms, (Part(loss, low, high, density, loss, loss),), lost, lost)


@law_of.register
def _(f: DiscreteGaussian) -> PrivacyLoss:
    mass, step = f.mass(_N), (2 * _N - 1) / (2 * f.sigma**2)
    return PrivacyLoss((), (Series(_N, -oo, oo, mass, step),))


@law_of.register
def _(f: Product) -> PrivacyLoss:
    return SumOfLosses((law_of(factor), n) for factor, n in f.factors)


@law_of.register
def _(f: Location) -> PrivacyLoss:
    if f.shift.is_zero:
        return _CERTAIN
    if f.closed is not None:
        return law_of(f.closed)
    (x,) = f.cdf.free_symbols
    low, high, inner = _one_piece(f, x)
    density = diff(inner, x)
    shifted = expand_log(log(density.subs(x, x - f.shift)), force=True)
    ratio = shifted - expand_log(log(density), force=True)
    lost = inner.subs(x, low + f.shift) if low.is_finite else Integer(0)
    new = 1 - inner.subs(x, high - f.shift) if high.is_finite else Integer(0)
    return PrivacyLoss((), (Part(x, low + f.shift, high, density, ratio),), new, lost)


def _one_piece(f: Location, x: Expr) -> tuple[Expr, Expr, Expr]:
    """Where the noise lives, and its distribution function there."""
    cdf = piecewise_fold(f.cdf)
    pieces = list(cdf.args) if isinstance(cdf, Piecewise) else [(cdf, S.true)]
    ends = {Integer(0): -oo, Integer(1): oo}  # the distribution function is 0 up to the first one
    for at, condition in ((0, 0), (-1, -2)):
        if len(pieces) > 1 and pieces[at][0] in ends:
            relation = pieces[condition][1]
            if getattr(relation, "lhs", None) == x:
                ends[pieces[at][0]] = relation.rhs
                del pieces[at]
    low, high = ends.values()
    overlap = low.is_infinite or high.is_infinite or (high - low - f.shift).is_positive
    if len(pieces) > 1 or pieces[0][0].has(*_KINKED) or not overlap:
        raise UnsupportedError(
            f"the privacy-loss law of {f}: allowed are distribution functions in one piece between "
            "0 and 1, and shifts that leave both distributions common outcomes"
        )
    return low, high, pieces[0][0]


@law_of.register
def _(f: Inverse) -> PrivacyLoss:
    return law_of(f.of).reversed()
