r"""Piecewise-linear trade-off functions with exact breakpoints.

The breakpoints are rationals, or rational functions of symbols and exponentials such as
:math:`(1-\delta)/(1+e^\varepsilon)`; every order between them is decided under the domains of the
symbols and the hypotheses ``given``, never by sampling. Collinear breakpoints are dropped and each
coordinate is in lowest terms, so equal functions are equal objects.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from sympy import Expr, Integer, Interval, Rational, exp, oo

from ..errors import DomainError, HypothesisError
from ..exact import exact, parameter
from ..functions import Max
from ..signs import possible_signs
from ..theorems.verdict import Status, Verdict
from .base import Array, TradeOff, group_size
from .breakpoints import canonical_vertices, read_points
from .envelope import lower_hull, upper_envelope
from .inputs import pairs_of, relations, require_iterable
from .scalars import Rationals, Scalars, field_of
from .vertex_table import VertexTable

# pieces, and bits of a number, from which on groups are iterated in floats and balls
_MANY, _MANY_SYMBOLIC, _MOST_BITS = 128, 12, 14_000

__all__ = ["PiecewiseLinear", "as_piecewise_linear", "from_guarantees"]


class PiecewiseLinear(TradeOff):
    """The trade-off function through given points.

    Parameters
    ----------
    points : sequence of (alpha, beta)
        Exact numbers or expressions, ``alpha`` increasing from 0, ``beta`` convex and
        non-increasing to 0. If ``beta`` reaches 0 before ``alpha`` reaches 1, (1, 0) is added.
    given : sequence of SymPy relations
        Hypotheses about the symbols, used to decide orders.

    Raises
    ------
    DomainError
        If the points are not those of a trade-off function; the message names the offender.
    HypothesisError
        If that cannot be decided for all values of the symbols.

    Examples
    --------
    >>> f = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
    >>> f("1/8"), f.delta(0.0), f.fixed_point()
    (5/8, 0.5, 1/4)
    >>> f.is_symmetric, f.slopes
    (True, (-3, -1/3))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.2.
    """

    given: tuple[Any, ...]
    _field: Scalars
    _alphas: list[Any]
    _betas: list[Any]
    _steepness: list[Any]  # minus the slopes: decreasing likelihood ratios dQ/dP

    def __init__(self, points: Iterable[Any], given: Iterable[Any] = ()) -> None:
        given = relations(given)
        pairs = read_points(points)
        field = field_of([x for pair in pairs for x in pair], given)
        alphas, betas, steepness = canonical_vertices(
            [(field.read(a), field.read(b)) for a, b in pairs], field
        )
        write = field.write
        super().__init__(tuple((write(a), write(b)) for a, b in zip(alphas, betas, strict=True)))
        self.__dict__.update(
            given=given, _field=field, _alphas=alphas, _betas=betas, _steepness=steepness
        )

    def __reduce__(self) -> tuple[Any, ...]:
        if "_composed_of" in self.__dict__:
            return super().__reduce__()
        return PiecewiseLinear, (self.breakpoints, self.given)

    @property
    def breakpoints(self) -> tuple[tuple[Expr, Expr], ...]:
        """The points (alpha, beta) at which the slope changes, with both ends."""
        points: Any = self.parameters[0]
        return points

    @property
    def slopes(self) -> tuple[Expr, ...]:
        """The slopes between breakpoints, increasing: minus the likelihood ratios dQ/dP."""
        return tuple(self._field.write(-s) for s in self._steepness)

    def as_piecewise_linear(self) -> PiecewiseLinear:
        """The function itself."""
        return self

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        identity = len(self._steepness) == 1 and self.breakpoints[0][1] == 1
        return () if identity else super()._factors()

    # -- exact values ----------------------------------------------------------------------------

    def _field_with(self, value: Expr) -> Scalars:
        return (
            self._field if value.is_Rational else field_of([value, *self._coordinates], self.given)
        )

    @property
    def _coordinates(self) -> tuple[Expr, ...]:
        return tuple(x for point in self.breakpoints for x in point)

    def _in(self, field: Scalars) -> tuple[list[Any], list[Any], list[Any]]:
        """alphas, betas and steepness as scalars of ``field``."""
        if type(field) is type(self._field):
            return self._alphas, self._betas, self._steepness
        write = self._field.write
        columns = (self._alphas, self._betas, self._steepness)
        alphas, betas, steepness = ([field.read(write(x)) for x in column] for column in columns)
        return alphas, betas, steepness

    def _lines(self, field: Scalars) -> list[tuple[Any, Any]]:
        """The pieces as lines ``c - s alpha``: f is the largest of them on [0, 1]."""
        return [(field.normal(b + s * a), s) for a, b, s in zip(*self._in(field), strict=False)]

    def _at(self, alpha: Any, field: Scalars) -> Any:
        alphas, betas, steepness = self._in(field)
        i = field.locate(alpha, alphas[1:-1])
        return field.normal(betas[i] - steepness[i] * (alpha - alphas[i]))

    def _formula(self, alpha: Expr) -> Expr:
        field = self._field_with(alpha)
        if not alpha.is_Symbol:
            try:
                return field.write(self._at(field.read(alpha), field))
            except HypothesisError:
                pass  # the maximum of all pieces is right whatever the order
        return Max(*(c - s * alpha for c, s in self._lines(field)))

    def _best_vertices(self, steepness: Expr) -> tuple[tuple[Expr, Expr], ...]:
        """Breakpoints, one where decided, at which ``f(alpha) + steepness alpha`` is least."""
        field = self._field_with(steepness)
        try:
            flatness = [-s for s in self._in(field)[2]]
            return (self.breakpoints[field.locate(field.read(-steepness), flatness)],)
        except HypothesisError:
            return self.breakpoints

    def _delta_formula(self, eps: Expr) -> Expr:
        return Max(*(1 - b - exp(eps) * a for a, b in self._best_vertices(exp(eps))))

    def _conjugate_formula(self, y: Expr) -> Expr:
        return Max(*(y * a - b for a, b in self._best_vertices(-y)))

    def fixed_point(self) -> Expr:
        """The exact alpha with f(alpha) = alpha."""
        field = self._field
        excess = [field.normal(a - b) for a, b in zip(self._alphas, self._betas, strict=True)]
        i = max(field.locate(field.zero, excess) - 1, 0)
        if i == len(self._steepness):
            return field.write(self._alphas[i])
        a, b, s = self._alphas[i], self._betas[i], self._steepness[i]
        return field.write(field.normal((b + s * a) / (1 + s)))

    # -- derived functions -----------------------------------------------------------------------

    def inverse(self) -> PiecewiseLinear:
        field = self._field
        alphas, betas = list(self._alphas), list(self._betas)
        if field.is_zero(self._steepness[-1]):
            del alphas[-1], betas[-1]
        points = list(zip(reversed(betas), reversed(alphas), strict=True))
        inverse = _build([*points, (field.one, field.zero)], field)
        if "_composed_of" in self.__dict__:  # the inverse of a product is that of the inverses
            inverse.__dict__["_composed_of"] = tuple((g.inverse(), n) for g, n in self._factors())
        return inverse

    @cached_property
    def is_symmetric(self) -> bool:  # type: ignore[override]
        """Whether f is its own inverse (False also when that is undecided)."""
        try:
            return bool(self.inverse() == self)
        except HypothesisError:
            return False

    def symmetrize(self) -> PiecewiseLinear:
        return self if self.is_symmetric else maximum_of([self, self.inverse()])

    def two_sided(self) -> PiecewiseLinear:
        return self if self.is_symmetric else minimum_of([self, self.inverse()])

    def group(self, k: Any) -> TradeOff:
        size = group_size(k)
        if not size.is_Integer:
            return super().group(size)
        require_iterable(size)
        result = self
        for _ in range(int(size) - 1):
            before, result = result, _build(self._after_complement(result), self._field)
            if result == before:
                break
            if result._is_large:
                return super().group(size)
        return result

    @property
    def _is_large(self) -> bool:
        """Whether to go on with exact breakpoints would take long."""
        if not isinstance(self._field, Rationals):
            return len(self._steepness) > _MANY_SYMBOLIC
        longest = max(x.denominator.bit_length() for x in (*self._alphas, *self._betas))
        return len(self._steepness) > _MANY or longest > _MOST_BITS

    def _after_complement(self, inner: PiecewiseLinear) -> list[tuple[Any, Any]]:
        """Points through which ``alpha -> f(1 - inner(alpha))`` is linear."""
        field = self._field
        cuts = self._alphas
        heights = [field.normal(1 - b) for b in inner._betas]
        points = [(field.zero, self._at(heights[0], field))]
        i = field.locate(heights[0], cuts)
        for j, s in enumerate(inner._steepness):
            start, low, high = inner._alphas[j], heights[j], heights[j + 1]
            while i < len(cuts) and field.at_most(cuts[i], high):
                if not field.is_zero(high - cuts[i]):
                    points.append((field.normal(start + (cuts[i] - low) / s), self._betas[i]))
                i += 1
            points.append((inner._alphas[j + 1], self._at(high, field)))
        return points

    # -- order -----------------------------------------------------------------------------------

    def _at_least(self, other: TradeOff) -> Verdict | None:
        # other is convex, so on each piece of self it lies below its chord: breakpoints suffice
        twin = as_piecewise_linear(other)
        field = joint_field([self] if twin is None else [self, twin])
        undecided = False
        for alpha, beta in zip(*self._in(field)[:2], strict=True):
            below = _value_of(other if twin is None else twin, alpha, field)
            signs = field.signs(beta - below)
            level = _rational_level(self, other, field.write(alpha)) if signs == {-1} else None
            if level is not None:
                return Verdict(
                    Status.REFUTED,
                    "exact comparison at a rational level",
                    witness={"alpha": str(level)},
                    domain="alpha in [0, 1]",
                    detail=f"there the two sides are {self.formula(level)} and "
                    f"{other.formula(level)}",
                )
            undecided = undecided or -1 in signs
        if undecided:
            return None
        return Verdict(
            Status.PROVED,
            "exact comparison at every breakpoint, convexity between them",
            domain="alpha in [0, 1]",
        )

    # -- floats ----------------------------------------------------------------------------------

    @cached_property
    def _table(self) -> VertexTable:
        return VertexTable(self._alphas, self._betas, self._steepness, self._field)

    def _values(self, alpha: Array, rest: Array) -> Array:
        return self._table.values(alpha, rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return self._table.complements(alpha, rest)

    def _delta_values(self, eps: Array) -> Array:
        return self._table.delta(eps)

    def _conjugate_values(self, y: Array) -> Array:
        return self._table.conjugate(y)


# -- building from several functions --------------------------------------------------------------


def as_piecewise_linear(function: TradeOff) -> PiecewiseLinear | None:
    """The function by its breakpoints, or None if it has none."""
    convert = getattr(function, "as_piecewise_linear", None)
    return convert() if convert else None


def joint_field(functions: Iterable[PiecewiseLinear]) -> Scalars:
    """A field that holds the coordinates of all the functions, under all their hypotheses."""
    functions = list(functions)
    given = dict.fromkeys(h for f in functions for h in f.given)
    return field_of([x for f in functions for x in f._coordinates], given)


def maximum_of(functions: Iterable[PiecewiseLinear]) -> PiecewiseLinear:
    """The pointwise maximum, with exact crossings.

    Examples
    --------
    >>> f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    >>> g = PiecewiseLinear([(0, 1), ("1/4", "1/4"), (1, 0)])
    >>> maximum_of([f, g])
    PiecewiseLinear(((0, 1), (1/5, 2/5), (1, 0)))
    """
    functions = list(functions)
    field = joint_field(functions)
    return _build(upper_envelope([c for f in functions for c in f._lines(field)], field), field)


def minimum_of(functions: Iterable[PiecewiseLinear]) -> PiecewiseLinear:
    """The largest convex function below all of them: the hull of their breakpoints.

    Examples
    --------
    >>> f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    >>> f.inverse()
    PiecewiseLinear(((0, 1), (1/2, 0), (1, 0)))
    >>> minimum_of([f, f.inverse()])
    PiecewiseLinear(((0, 1/2), (1/2, 0), (1, 0)))
    """
    functions = list(functions)
    field = joint_field(functions)
    vertices = [v for f in functions for v in zip(*f._in(field)[:2], strict=True)]
    return _build(lower_hull(vertices, field), field)


def mixture_of(weights: Iterable[Any], functions: Iterable[PiecewiseLinear]) -> PiecewiseLinear:
    """The weighted mean, with weights that are non-negative and sum to 1 (the caller's duty).

    Examples
    --------
    >>> f = PiecewiseLinear([(0, "1/2"), (1, 0)])
    >>> mixture_of(["1/2", "1/2"], [f, f.inverse()])
    PiecewiseLinear(((0, 3/4), (1/2, 1/8), (1, 0)))
    """
    functions = list(functions)
    exact_weights = [exact(w, "weight") for w in weights]
    given = joint_field(functions).given
    field = field_of([*exact_weights, *(x for f in functions for x in f._coordinates)], given)
    scale = [field.read(w) for w in exact_weights]
    levels = dict.fromkeys(a for f in functions for a in f._in(field)[0])
    points = [
        (a, sum(w * f._at(a, field) for w, f in zip(scale, functions, strict=True)))
        for a in field.sorted(levels, key=lambda a: a)
    ]
    return _build(points, field)


def from_guarantees(guarantees: Iterable[Any], given: Iterable[Any] = ()) -> PiecewiseLinear:
    r"""The function of several (eps, delta) guarantees: :math:`\sup_i f_{\varepsilon_i,\delta_i}`.

    Parameters
    ----------
    guarantees : sequence of (eps, delta)
        eps >= 0 and delta in [0, 1], numbers or expressions.
    given : sequence of SymPy relations
        Hypotheses about the symbols.

    Raises
    ------
    DomainError
        If an eps or a delta is outside its set, or there are none.

    Examples
    --------
    >>> from_guarantees([(0, "1/2"), (1, "1/10")]).breakpoints[1]
    (2/(-5 + 5*E), (-9 + 5*E)/(-10 + 10*E))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.11.
    """
    given = relations(given)
    lines = [(Integer(0), Integer(0))]
    for eps, delta in pairs_of(guarantees, "guarantees", "(eps, delta)"):
        growth = exp(parameter(eps, "eps", Interval(0, oo)))
        top = 1 - parameter(delta, "delta", Interval(0, 1))
        lines += [(top, growth), (top / growth, 1 / growth)]
    if len(lines) == 1:
        raise DomainError("from_guarantees([]): at least one pair (eps, delta) is needed")
    field = field_of([x for line in lines for x in line], given)
    return _build(upper_envelope([(field.read(c), field.read(s)) for c, s in lines], field), field)


def _build(points: Iterable[tuple[Any, Any]], field: Scalars) -> PiecewiseLinear:
    write = field.write
    return PiecewiseLinear([(write(a), write(b)) for a, b in points], field.given)


def _value_of(function: TradeOff, alpha: Any, field: Scalars) -> Any:
    if isinstance(function, PiecewiseLinear):
        try:
            return function._at(alpha, field)
        except HypothesisError:
            pass  # the maximum of all pieces is right whatever the order
    return function.formula(field.write(alpha))


def _rational_level(low: TradeOff, high: TradeOff, alpha: Expr) -> Expr | None:
    """A rational level at or next to ``alpha`` at which low < high is proved."""
    if alpha.is_Rational:
        return alpha
    if alpha.free_symbols:
        return None
    for digits in (3, 6, 12, 24, 48):
        level = Rational(str(alpha.evalf(digits)))
        if possible_signs(low.formula(level) - high.formula(level)) == {-1}:
            return level
    return None
