r"""Shifts of a log-concave noise distribution: :math:`f(\alpha)=F(F^{-1}(1-\alpha)-t)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from sympy import Expr, Integer, Interval, Piecewise, Rational, diff, exp, log, oo, tanh

from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import exact, parameter
from ..functions import Phi, Quantile
from ..signs import is_nonnegative
from ..symbols import real
from ..theorems.verdict import Status, Verdict
from .base import Array, TradeOff, group_size
from .certify import certified_sign
from .gaussian import Gaussian
from .laplace import Laplace
from .location_law import Law
from .logistic import Logistic

__all__ = ["Location"]

_X = real("x")
_P = real("p", Interval.open(0, 1))
_GRID = tuple(Rational(n, 4) for n in range(-32, 33))
_FAR = Integer(10) ** 6


def _known(cdf: Expr) -> tuple[type[TradeOff], Expr] | None:
    """The closed family and the quantile of a CDF that is recognised as it is written."""
    normal, logistic = (Gaussian, Quantile(_P)), (Logistic, log(_P / (1 - _P)))
    laplace = Laplace, Piecewise((log(2 * _P), _P <= Rational(1, 2)), (-log(2 - 2 * _P), True))
    low, high = exp(_X) / 2, 1 - exp(-_X) / 2
    table: dict[Expr, tuple[type[TradeOff], Expr]] = {
        Phi(_X): normal,
        1 / (1 + exp(-_X)): logistic,
        exp(_X) / (1 + exp(_X)): logistic,
        (1 + tanh(_X / 2)) / 2: logistic,
        Piecewise((low, _X < 0), (high, True)): laplace,
        Piecewise((low, _X <= 0), (high, True)): laplace,
    }
    return table.get(cdf)


class Location(TradeOff):
    r"""The trade-off function of a log-concave noise against its shift, T(xi, xi + t).

    Parameters
    ----------
    cdf : callable, SymPy expression -> SymPy expression
        The CDF F, strictly increasing where it is neither 0 nor 1.
    shift : number or expression, shift >= 0
    quantile : callable, optional
        The inverse of F on (0, 1). Needed for the formula only, and known for the normal, logistic
        and Laplace CDF; floats are computed by root finding.

    Raises
    ------
    DomainError
        If balls show that F decreases, leaves [0, 1], or is not inverted by ``quantile``.
    HypothesisError
        If balls show that the density is not log-concave. The formula would then not be the
        trade-off function (Cauchy noise is an example).

    Examples
    --------
    >>> from sympy import exp
    >>> f = Location(lambda x: 1 / (1 + exp(-x)), 1)
    >>> f("1/2"), f.log_concavity.status.value
    (1/(1 + E), 'proved')

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Appendix A (Proposition A.3).
    """

    parameters: tuple[Expr, Expr, Expr | None]
    log_concavity: Verdict

    def __init__(
        self,
        cdf: Callable[[Expr], Expr],
        shift: Any,
        quantile: Callable[[Expr], Expr] | None = None,
    ) -> None:
        law = _expression(cdf, _X, "cdf")
        known = _known(law)
        inverse = _expression(quantile, _P, "quantile") if quantile else known and known[1]
        super().__init__(law, parameter(shift, "shift", Interval(0, oo)), inverse)
        if known is None:
            _check_cdf(law)
        if quantile is not None:
            _check_quantile(law, inverse)
        self.__dict__["log_concavity"] = _log_concavity(law)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, self.parameters

    @property
    def cdf(self) -> Expr:
        """F as an expression in the symbol ``x``."""
        return self.parameters[0]

    @property
    def shift(self) -> Expr:
        """The shift."""
        return self.parameters[1]

    @property
    def quantile(self) -> Expr | None:
        """The inverse of F as an expression in the symbol ``p``, if known."""
        return self.parameters[2]

    @property
    def free_symbols(self) -> frozenset[Any]:
        return frozenset(self.shift.free_symbols)

    def subs(self, substitution: Mapping[Any, Any]) -> TradeOff:
        values = {symbol: exact(value, str(symbol)) for symbol, value in substitution.items()}
        return _rebuild(self.cdf, self.shift.subs(values), self.quantile)

    def __repr__(self) -> str:
        return f"Location({self.cdf}, {self.shift})"

    @cached_property
    def closed(self) -> TradeOff | None:
        """The member of a closed family (Gaussian, Laplace, Logistic) that this function is."""
        known = _known(self.cdf)
        return known[0](self.shift) if known else None

    @property
    def is_symmetric(self) -> bool:
        return self.closed is not None

    def inverse(self) -> TradeOff:
        if self.is_symmetric:
            return self
        # T(xi + t, xi) is the same test for the reflected noise -xi
        mirrored = None if self.quantile is None else -self.quantile.subs(_P, 1 - _P)
        return _rebuild(1 - self.cdf.subs(_X, -_X), self.shift, mirrored)

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        if self.shift.is_zero:
            return ()
        return self.closed._factors() if self.closed else super()._factors()

    def group(self, k: Any) -> TradeOff:
        # 1 - f = S(S^{-1} - t) with S = 1 - F, so shifts add up
        return _rebuild(self.cdf, group_size(k) * self.shift, self.quantile)

    def fixed_point(self) -> Any:
        return self.closed.fixed_point() if self.closed else super().fixed_point()

    # -- formulas --------------------------------------------------------------------------------

    def _formula(self, alpha: Expr) -> Expr:
        if alpha == 1:
            return Integer(0)
        if self.quantile is None:
            raise UnsupportedError(
                f"the inverse of the CDF {self.cdf} is not known; pass quantile= for a formula, or "
                "give numbers to get floats"
            )
        end = self.quantile.subs(_P, 1 - alpha)
        if alpha.is_zero and not end.is_finite:
            return Integer(1)
        return self.cdf.subs(_X, end - self.shift)

    def _delta_formula(self, eps: Expr) -> Expr:
        return self.closed._delta_formula(eps) if self.closed else super()._delta_formula(eps)

    # -- floats ----------------------------------------------------------------------------------

    def _values(self, alpha: Array, rest: Array) -> Array:
        if self.closed:
            return self.closed._values(alpha, rest)
        return self._pointwise(alpha, rest, complement=False)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        if self.closed:
            return self.closed._complements(alpha, rest)
        return self._pointwise(alpha, rest, complement=True)

    def _values_at_z(self, z: Array) -> Array:
        return self.closed._values_at_z(z) if self.closed else super()._values_at_z(z)

    def _complements_at_z(self, z: Array) -> Array:
        return self.closed._complements_at_z(z) if self.closed else super()._complements_at_z(z)

    def _delta_values(self, eps: Array) -> Array:
        if self.closed:
            return self.closed._delta_values(eps)
        return np.array([self._law.delta(e) for e in eps.tolist()])

    @cached_property
    def _law(self) -> Law:
        return Law(self.cdf, _X, self.shift, bounded=self.cdf.subs(_X, _FAR) == 1)

    def _pointwise(self, alpha: Array, rest: Array, complement: bool) -> Array:
        pairs = zip(alpha.tolist(), rest.tolist(), strict=True)
        return np.array([self._law.value(a, r, complement) for a, r in pairs])


def _rebuild(cdf: Expr, shift: Any, quantile: Expr | None) -> Location:
    """The function of a CDF that has been checked before."""
    result = Location.__new__(Location)
    TradeOff.__init__(result, cdf, parameter(shift, "shift", Interval(0, oo)), quantile)
    result.__dict__["log_concavity"] = _log_concavity(cdf)
    return result


def _expression(function: Callable[[Expr], Expr], symbol: Expr, what: str) -> Expr:
    try:
        expr = function(symbol)
    except TypeError as error:
        raise DomainError(
            f"{what} = {function!r}: allowed is a callable from SymPy to SymPy ({error})"
        ) from None
    if not isinstance(expr, Expr) or expr.free_symbols != {symbol}:
        raise DomainError(
            f"{what}({symbol}) = {expr}: allowed is a SymPy expression in {symbol} alone"
        )
    return expr


def _check_cdf(cdf: Expr) -> None:
    """Refute, where balls can, that the expression is a CDF."""
    points = [-_FAR, *_GRID, _FAR]
    values = [cdf.subs(_X, point) for point in points]
    tenth = Rational(1, 10)
    if certified_sign(tenth - values[0]) == -1 or certified_sign(values[-1] - 1 + tenth) == -1:
        raise DomainError(
            f"cdf = {cdf}: allowed is a CDF, from 0 at -oo to 1 at oo (checked at -+{_FAR})"
        )
    for (a, at_a), (b, at_b) in pairwise(zip(points, values, strict=True)):
        if certified_sign(at_b - at_a) == -1:
            raise DomainError(f"cdf = {cdf}: allowed is a CDF, but it decreases from {a} to {b}")


def _check_quantile(cdf: Expr, quantile: Expr) -> None:
    for n in (1, 2, 5, 8, 9):
        p = Rational(n, 10)
        if certified_sign(cdf.subs(_X, quantile.subs(_P, p)) - p) in (-1, 1):
            raise DomainError(f"quantile = {quantile}: allowed is the inverse of {cdf}; not at {p}")


@cache
def _log_concavity(cdf: Expr) -> Verdict:
    """Whether the density is log-concave: proved by its derivatives, or sampled by midpoints.

    Raises
    ------
    HypothesisError
        At a certified violation.
    """
    density = diff(cdf, _X)
    if not cdf.has(Piecewise):
        slope = diff(density, _X)
        if is_nonnegative(slope**2 - density * diff(slope, _X)):
            return Verdict(Status.PROVED, "sign of (log density)'' by exact arithmetic")
    points = 0
    for step in (1, 2, 8):
        for a, middle, b in zip(_GRID, _GRID[step:], _GRID[2 * step :], strict=False):
            if a + b != 2 * middle:
                continue
            at_a, at_middle, at_b = (density.subs(_X, point) for point in (a, middle, b))
            if certified_sign(at_middle**2 - at_a * at_b) == -1:
                raise HypothesisError(
                    f"the density {density} is not log-concave: at x = {a}, {middle}, {b} the "
                    "square of the middle value is less than the product of the others. Allowed "
                    "are log-concave densities, for which thresholds are optimal tests."
                )
            points += 1
    return Verdict(Status.CONSISTENT, f"midpoints at {points} rational triples, no proof")
