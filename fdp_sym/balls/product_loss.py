"""The privacy loss of a product, put together at a given precision from the parts of the product.

Which part is the base, and which parts are spread over atoms around it, is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, isqrt, prod
from typing import Any, NamedTuple

from flint import ctx

from ..errors import UnsupportedError
from .binomial_sums import BinomialLoss, BinomialShift
from .bracket import Bracket
from .bracket_parts import bracket_of, log_product, transformed
from .discrete_gaussian_powers import DiscreteGaussianPower
from .finite_losses import Atoms, FiniteTails, combined, on_line, power
from .half_exponential import HalfExponentialLoss, HalfExponentialPower
from .laplace_powers import LaplacePower, lost_bits
from .losses import ConstantLoss, Law, NormalLoss, Shifted, Tail
from .profile_loss import ProfileLoss
from .refine import constant
from .sampled_line import SampledLoss
from .transform import TransformLoss

__all__ = ["ProductLoss"]

# about a kilobyte each
_MOST_ATOMS = 150_000
_MOST_TERMS = 2_000_000
_MOST_LAPLACE = 50_000  # that takes some seconds, and the time grows like the square
_LONGEST, _MOST_WORK = 10**5, 10**9
_FEW_LAPLACE = 40  # up to here a sum of k^2/2 terms costs less than one on a circle
# from here on one binomial sum costs less than all the atoms of a line
_MANY_ATOMS = 5_000
# from here on only the terms that matter are summed
_WIDE = 300
_DEVIATIONS = 15
# each atom needs nodes of its own
_MOST_TRANSFORMS = 30
# the moments of each are summed at every node
_MOST_SAMPLED = 30


class _Piece(NamedTuple):
    """A finite part: how many atoms it has, and a way to enclose them."""

    size: int
    atoms: Callable[[], Atoms]


class ProductLoss:
    """The law of the loss of a product, at flint's current precision.

    Parameters
    ----------
    parts : fdp_sym.oracle.parts.Parts
    name : str
        What to call the product in messages.

    Attributes
    ----------
    route : str
        How its tails are computed.
    bracket : Bracket or None
        What bounds the profile where no way to the tails is known; else they are.
    """

    def __init__(self, parts: Any, name: str) -> None:
        self.parts = parts
        self.name = name
        self._laws: dict[int, tuple[Law, Any, Any]] = {}
        lines, scattered = parts.lattices()
        self._lines: list[Any] = sorted(lines, key=lambda line: line.size)
        self._scattered: list[Any] = scattered
        self._lost_bits: Callable[[float], int] | None = None
        self.bracket: Bracket | None = None
        try:
            self.route, self._make = self._choose()
        except UnsupportedError as refusal:
            self.bracket = bracket_of(parts, name, refusal)
            self.route = self.bracket.route

    def tail(self, x: Any) -> Tail:
        """The tail beyond the ball x; an infinite loss, which only Q has, counts in full."""
        if ctx.prec not in self._laws:
            scale = log_product(self.parts.slack).exp()
            self._laws = {ctx.prec: (self._make(), self.infinite_mass(), scale)}
        law, infinite, scale = self._laws[ctx.prec]
        inner = law.tail(x)
        return Tail(infinite + scale * inner.q, scale * inner.p, infinite + scale * inner.delta)

    def fallback(self) -> Bracket | None:
        """What may still bound the profile where sums for the tails are too long."""
        if not self.parts.others:
            return None
        try:
            return bracket_of(self.parts, self.name, UnsupportedError("the sums are too long"))
        except UnsupportedError:
            return None

    def lost_bits(self, x: float) -> int:
        """About how many bits are lost to cancellation beyond x: measured, no bound."""
        k = sum(self.parts.exponential.values())
        if not k or self.parts.others:
            return 0
        if self._lost_bits is not None:
            # with finite parts the points are spread over the range
            return max(map(self._lost_bits, (0.0, x) if self.parts.finite else (x,)))
        top = sum(n * float(law.reach) for law, n in self.parts.exponential.items())
        place = abs(x) / top if not self.parts.finite and abs(x) < top else 1.0
        return int(k * (2.3 + 2.2 * place))

    def finite_mass(self) -> Any:
        r"""The mass of Q on finite losses, :math:`\prod(1-\delta_i)^{n_i}`."""
        return log_product([*self.parts.slack, *self.parts.all_infinite]).exp()

    def infinite_mass(self) -> Any:
        """The mass of Q at infinity; a tiny one keeps its relative accuracy."""
        return -log_product([*self.parts.slack, *self.parts.all_infinite]).expm1()

    def vanishing_mass(self) -> Any:
        """The mass of P where Q vanishes."""
        return -log_product([*self.parts.slack, *self.parts.all_vanishing]).expm1()

    # -- routes -------------------------------------------------------------------------------

    def _choose(self) -> tuple[str, Callable[[], Law]]:
        parts = self.parts
        if (different := len(parts.known_subsampled)) > _MOST_SAMPLED:
            raise UnsupportedError(
                f"{self.name} has {different} different subsampled Gaussians; allowed are "
                f"{_MOST_SAMPLED}"
            )
        mixed = self._mixed_transform()
        if mixed is not None:
            return mixed
        kinds = parts.is_smooth + len(parts.discrete) + sum(o.count for o in parts.others)
        transform = self._transform()
        if kinds > 1 and transform is None:
            raise UnsupportedError(f"{self.name} has several factors with infinitely many losses")
        base, most = (transform, _MOST_TRANSFORMS) if transform else self._base()
        lines = self._lines
        if base is None and lines and _is_binomial(lines[-1]):
            single = len(lines) == 1 and not self._scattered
            if single or lines[-1].size > _MANY_ATOMS:
                *lines, line = lines
                base, most = ("binomial sum", lambda: BinomialLoss(*_binomial(line))), 20_000
        if base is None:
            return self._sums([*map(_line_piece, lines), *self._scattered_pieces()])
        wide = [line for line in lines if _is_binomial(line) and line.size > _WIDE]
        pieces = [_line_piece(line) for line in lines if line not in wide]
        pieces += self._scattered_pieces()
        if not wide and not pieces:
            return base
        # of a wide binomial about as many standard deviations matter on either side
        terms = prod(_DEVIATIONS * isqrt(line.size) for line in wide)
        self._affordable(terms * prod(piece.size for piece in pieces), most)
        route, make = base

        def law() -> Law:
            result = make()
            for line in wide:
                result = BinomialShift(result, *_binomial(line))
            return Shifted(result, combined(piece.atoms() for piece in pieces))

        return f"sum over atoms of {route}", law

    def _scattered_pieces(self) -> list[_Piece]:
        return [_scattered_piece(law, n) for law, n in self._scattered]

    def _base(self) -> tuple[tuple[str, Callable[[], Law]] | None, int]:
        """The law that is not finite, and over how many atoms it may be summed."""
        parts = self.parts
        k = sum(parts.exponential.values())
        if parts.others:
            profile = self._closed_profile()
            return ("closed form", lambda: ProfileLoss(*profile)), 20_000
        if parts.discrete:
            (((sigma, shift), n),) = parts.discrete.items()
            law = DiscreteGaussianPower
            return ("sum on a circle", lambda: law(n, constant(sigma), shift)), 5_000
        if parts.gaussian != 0 and not k:
            return ("closed form", lambda: NormalLoss(constant(parts.gaussian))), 100_000
        if k > _MOST_LAPLACE:
            raise UnsupportedError(
                f"{self.name} has {k} factors of the Laplace kind; allowed are {_MOST_LAPLACE}"
            )
        if len(parts.exponential) == 1 and parts.gaussian == 0:
            ((law, _),) = parts.exponential.items()
            reach = k * float(law.reach)  # the circle needs about half as many points
            if law.ratio == 1 and k > _FEW_LAPLACE and reach < min(_LONGEST, _MOST_WORK / k):
                return self._laplace_power(k, law.reach)
        if k:
            terms = k * prod(n + 1 for n in parts.exponential.values())
            if terms > _MOST_TERMS:
                raise UnsupportedError(
                    f"{self.name} has {terms} terms of Laplace and Gaussian factors; allowed are "
                    f"{_MOST_TERMS}"
                )
            return ("term-wise closed form", self._half_exponential), _MOST_TERMS // terms
        if not self._lines and not self._scattered:
            return ("closed form", ConstantLoss), 1
        return None, 0

    def _laplace_power(self, k: int, mu: Any) -> tuple[tuple[str, Callable[[], Law]], int]:
        self._lost_bits = lambda x: lost_bits(k, float(mu), x)
        return ("sum on a circle", lambda: LaplacePower(k, constant(mu))), 600_000 // (k + 100)

    def _transform(self) -> tuple[str, Callable[[], Law]] | None:
        """The law of subsampled Gaussians, unless it is one with a closed profile."""
        parts = self.parts
        factors = [(law.mu, law.q, n, law.sign) for law, n in parts.subsampled]
        single = parts.gaussian == 0 and sum(n for _, _, n, _ in factors) == 1
        sampled = parts.without_replacement
        single = single or (parts.gaussian == 0 and sum(n for *_, n in sampled) == 1)
        if not (factors or sampled) or single or parts.exponential or parts.discrete:
            return None
        if sampled:
            loss = SampledLoss(sampled, parts.gaussian)
            return "transform of the loss", lambda: loss
        law = TransformLoss(factors, parts.gaussian)
        return "transform of the loss", lambda: law

    def _mixed_transform(self) -> tuple[str, Callable[[], Law]] | None:
        """The law of subsampled Gaussians with factors that have atoms, too many to shift by."""
        parts = self.parts
        factors = [(law.mu, law.q, n, law.sign) for law, n in parts.subsampled]
        atoms = prod(line.size for line in self._lines)
        atoms *= prod(piece.size for piece in self._scattered_pieces())
        few = not parts.exponential and not parts.discrete and atoms <= _MOST_TRANSFORMS
        if not factors or few:
            return None
        law = TransformLoss(factors, parts.gaussian, lambda: transformed(parts))
        return "transform of the loss", lambda: law

    def _closed_profile(self) -> tuple[Any, Any]:
        """The profile of the only function that is known by it, without its mass at infinity."""
        (other,) = self.parts.others
        if other.profile is None:
            raise UnsupportedError(f"no closed form of the profile of {other.function} is known")
        infinite = 0 if other.infinite is None else other.infinite
        return other.profile - infinite, other.loss

    def _half_exponential(self) -> Law:
        parts = self.parts
        sigma = None if parts.gaussian == 0 else constant(parts.gaussian)
        return HalfExponentialLoss(
            [HalfExponentialPower.of(law, n) for law, n in parts.exponential.items()], sigma
        )

    def _sums(self, pieces: Sequence[_Piece]) -> tuple[str, Callable[[], Law]]:
        """Partial sums over about half of the parts, each shifted by the atoms of the others."""
        total = prod(piece.size for piece in pieces)
        inner: list[_Piece] = []
        outer: list[_Piece] = []
        size = 1
        for piece in sorted(pieces, key=lambda piece: -piece.size):
            if not inner or size * piece.size <= isqrt(total):
                inner.append(piece)
                size *= piece.size
            else:
                outer.append(piece)
        self._affordable(max(size, total // size), _MOST_ATOMS)

        def make() -> Law:
            law = FiniteTails(combined(piece.atoms() for piece in inner))
            return Shifted(law, combined(piece.atoms() for piece in outer)) if outer else law

        return "sum over atoms", make

    def _affordable(self, atoms: int, most: int) -> None:
        if atoms > most:
            raise UnsupportedError(
                f"{self.name} has {atoms} combinations of its finite factors' losses; allowed are "
                f"{most}. Equal factors, and losses that are multiples of one number, count less."
            )


def _atom(atom: Any) -> tuple[Any, Any, Any]:
    return constant(atom.loss), constant(atom.p), constant(atom.q)


def _is_binomial(line: Any) -> bool:
    return len(line.factors) == 1 and len(line.factors[0][0]) == 2


def _binomial(line: Any) -> tuple[Any, ...]:
    """The multiplicity and the two atoms of a line."""
    (atoms, n), *_ = line.factors
    return n, *(_atom(atom) for _, atom in atoms)


def _line_piece(line: Any) -> _Piece:
    def atoms() -> Atoms:
        factors = [([(j, constant(a.q)) for j, a in atoms], n) for atoms, n in line.factors]
        return on_line(constant(line.top), constant(line.step), factors)

    return _Piece(line.size, atoms)


def _scattered_piece(law: Any, n: int) -> _Piece:
    size = comb(n + len(law.atoms) - 1, n)
    return _Piece(size, lambda: power([_atom(atom) for atom in law.atoms], n))
