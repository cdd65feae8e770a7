r"""What a trade-off function is, and everything that can be said about one without knowing which.

A trade-off function is a convex, continuous, non-increasing :math:`f:[0,1]\to[0,1]` with
:math:`f(\alpha)\le 1-\alpha`. A family supplies ``_formula`` (SymPy) and ``_values`` (floats); the
other hooks have generic fallbacks here and closed forms where a family knows one.

The float hooks take ``alpha`` **and** ``rest`` :math:`=1-\alpha`, both accurate relative to
themselves, because near :math:`\alpha=1` a double ``alpha`` no longer says what the rest is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Dummy, Expr, Integer, Interval, exp, log, oo

from ..errors import PrecisionError, UnsupportedError
from ..exact import is_numeric
from ..functions import Phi
from ..limits import question
from ..symbols import alpha as alpha_symbol
from . import numeric
from .inputs import floats as read_floats
from .inputs import group_size, require_iterable, within
from .loss_methods import LossMethods
from .shown_methods import ShownMethods
from .value import Value

__all__ = ["Array", "TradeOff", "group_size"]

Array = NDArray[np.float64]

_LEVELS = Interval(0, 1)
_REALS = Interval(-oo, oo)
# methods that answer to a time limit, and between which numbers their answers are in any case
_QUESTIONS = {"enclose": (0.0, 1.0), "enclose_delta": (0.0, 1.0), "enclose_epsilon": (0.0, np.inf)}


class TradeOff(LossMethods, ShownMethods, Value, ABC):
    """A trade-off function; subclasses pass what determines them to ``super().__init__``."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, bounds in _QUESTIONS.items():
            if name in cls.__dict__:
                setattr(cls, name, question(*bounds)(cls.__dict__[name]))

    def __reduce__(self) -> tuple[Any, ...]:
        if "_composed_of" in self.__dict__:
            from ..compose.product import tensor_product

            return tensor_product, (self._factors(),)
        return super().__reduce__()

    # -- hooks -----------------------------------------------------------------------------------

    @abstractmethod
    def _formula(self, alpha: Expr) -> Expr:
        """f(alpha) as an expression, for alpha in [0, 1]."""

    @abstractmethod
    def _values(self, alpha: Array, rest: Array) -> Array:
        """f(alpha) in floats, elementwise; ``rest`` is 1 - alpha."""

    def _complements(self, alpha: Array, rest: Array) -> Array:
        """1 - f(alpha) in floats; this fallback is accurate relative to 1 only."""
        return 1.0 - self._values(alpha, rest)

    def _formula_at_z(self, z: Expr) -> Expr:
        return self._formula(Phi(-z))

    def _values_at_z(self, z: Array) -> Array:
        return self._values(numeric.normal_cdf(-z), numeric.normal_cdf(z))

    def _complements_at_z(self, z: Array) -> Array:
        return self._complements(numeric.normal_cdf(-z), numeric.normal_cdf(z))

    def _delta_formula(self, eps: Expr) -> Expr:
        """delta(eps) as an expression valid for every real eps."""
        raise UnsupportedError(
            f"no closed form of the profile of {self} is known. Give numbers for eps and for every "
            "symbol to get floats."
        )

    def _delta_values(self, eps: Array) -> Array:
        """delta(eps) in floats: a concave maximisation over alpha (accurate relative to 1)."""
        return numeric.largest_advantage(self._complements, lambda alpha, _: alpha, eps)

    def _inverse_delta_formula(self, eps: Expr) -> Expr:
        """The profile of the inverse."""
        if self.is_symmetric:
            return self._delta_formula(eps)
        # sup over S of P(S) - x Q(S), by complementing S and dividing by x
        return 1 - exp(eps) + exp(eps) * self._delta_formula(-eps)

    def _inverse_delta_values(self, eps: Array) -> Array:
        if self.is_symmetric:
            return self._delta_values(eps)
        # with alpha = f(t) the advantage 1 - f^{-1}(alpha) - x alpha needs no inversion
        return numeric.largest_advantage(lambda _, rest: rest, self._values, eps)

    def _conjugate_formula(self, y: Expr) -> Expr:
        if y.is_nonnegative:
            return y  # the supremum is at x = 1, where f vanishes
        if y.is_negative:
            return self._delta_formula(log(-y)) - 1
        raise UnsupportedError(
            f"conjugate({y}): its sign must be known, f* has one formula for y < 0 and one for "
            "y >= 0. Use a symbol made by real(name, Interval.open(-oo, 0))."
        )

    def _conjugate_values(self, y: Array) -> Array:
        eps = np.log(np.where(y < 0, -y, 1.0))
        result = np.where(y >= 0, y, 0.0)
        # of a symmetric f: f*(-k) = -k (1 - delta(log 1/k)), without cancellation for small k
        flat = (y < 0) & (y > -1) & self.is_symmetric
        if flat.any():
            result[flat] = y[flat] * (1.0 - self._delta_values(-eps[flat]))
        steep = (y < 0) & ~flat
        if steep.any():
            result[steep] = self._delta_values(eps[steep]) - 1.0
        return result

    # -- values ----------------------------------------------------------------------------------

    def __call__(self, alpha: Any) -> Any:
        """The type II error at type I error ``alpha``.

        Parameters
        ----------
        alpha : number, array, str or SymPy expression in [0, 1]
            SymPy, ``Fraction`` and strings give SymPy; int, float and arrays give floats
            (SymPy when the function has symbols).

        Raises
        ------
        DomainError
            If ``alpha`` (or an entry of it) is not in [0, 1].

        Examples
        --------
        >>> from fdp_sym.tradeoff import EpsDelta
        >>> f = EpsDelta(0, "1/10")
        >>> f("1/5"), f(0.25)
        (7/10, 0.65)
        """
        return self._apply(
            alpha, "alpha", _LEVELS, self._formula, lambda a: self._values(a, 1.0 - a)
        )

    def formula(self, alpha: Any = alpha_symbol) -> Expr:
        """f(alpha) as a SymPy expression, whatever kind of number ``alpha`` is.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(1).formula()
        Phi(Quantile(1 - alpha) - 1)
        """
        return self._formula(within(alpha, "alpha", _LEVELS))

    def complement(self, alpha: Any) -> Any:
        """1 - f(alpha), accurate where f is close to 1.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Identity
        >>> Identity().complement(1e-300)
        1e-300
        """
        return self._apply(
            alpha,
            "alpha",
            _LEVELS,
            lambda a: 1 - self._formula(a),
            lambda a: self._complements(a, 1.0 - a),
        )

    def at_z(self, z: Any) -> Any:
        r"""f at :math:`\alpha=\Phi(-z)`, for any real z: both tails without underflow of 1 - alpha.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Identity
        >>> Identity().at_z(-20.0)      # 1 - Phi(20)
        2.7536241186062337e-89
        """
        return self._apply(z, "z", _REALS, self._formula_at_z, self._values_at_z)

    def complement_at_z(self, z: Any) -> Any:
        r"""1 - f at :math:`\alpha=\Phi(-z)`."""
        return self._apply(
            z, "z", _REALS, lambda t: 1 - self._formula_at_z(t), self._complements_at_z
        )

    def conjugate(self, y: Any) -> Any:
        r"""The convex conjugate :math:`f^*(y)=\sup_{x\in[0,1]}(yx-f(x))`.

        Examples
        --------
        >>> from fdp_sym.tradeoff import EpsDelta
        >>> EpsDelta(0).conjugate(-2)
        -1.0
        """
        return self._apply(y, "y", _REALS, self._conjugate_formula, self._conjugate_values)

    def delta(self, eps: Any) -> Any:
        r"""The profile :math:`\delta(\varepsilon)=1+f^*(-e^\varepsilon)`, for every real eps.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> round(Gaussian(1).delta(1.0), 12)
        0.126936737507

        Source
        ------
        Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.12.
        """
        return self._apply(eps, "eps", _REALS, self._delta_formula, self._delta_values)

    # -- derived functions -----------------------------------------------------------------------

    @property
    def is_symmetric(self) -> bool:
        """Whether f is known to be its own inverse."""
        return False

    def inverse(self) -> TradeOff:
        r"""The left inverse :math:`f^{-1}(\alpha)=\inf\{t\in[0,1]:f(t)\le\alpha\}`.

        If f = T(P, Q), then the inverse is T(Q, P).
        """
        if self.is_symmetric:
            return self
        from .algebra import Inverse

        return Inverse(self)

    def symmetrize(self) -> TradeOff:
        r"""The symmetric :math:`f^S=\max\{f,f^{-1}\}`: f-DP for both orders implies it."""
        if self.is_symmetric:
            return self
        from .algebra import maximum

        return maximum(self, self.inverse())

    def two_sided(self) -> TradeOff:
        r""":math:`\min\{f,f^{-1}\}^{**}`: what holds whichever way the neighbours lie."""
        if self.is_symmetric:
            return self
        from .two_sided import TwoSided

        return TwoSided(self)

    def group(self, k: Any) -> TradeOff:
        r"""Privacy of groups of k: :math:`1-(1-f)^{\circ k}`.

        Parameters
        ----------
        k : positive integer
            A symbol is allowed where the family has a closed form.

        Source
        ------
        Dong, Roth and Su, arXiv:1905.02383v3, Theorem 2.14.
        """
        size = group_size(k)
        if not size.is_Integer:
            raise UnsupportedError(f"group({k}) of {self}: allowed is a definite positive integer")
        if size == 1:
            return self
        require_iterable(size)
        from .group_privacy import Group

        return Group(self, size)

    def fixed_point(self) -> Any:
        """The alpha with f(alpha) = alpha: SymPy where a closed form is known, else a float."""
        self._require_numbers("fixed_point()")
        with np.errstate(all="ignore"):
            return numeric.fixed_point(self._values)

    def tv(self) -> Any:
        """Total variation: 1 - min(alpha + f(alpha)), which is delta(0)."""
        try:
            return self._delta_formula(Integer(0))
        except UnsupportedError:
            self._require_numbers("tv()")
            return self.delta(0)

    def subsample(self, p: Any) -> TradeOff:
        """C_p(f), the guarantee on m = pn of n records; see `fdp_sym.tradeoff.subsampled`.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(1).subsample("1/10")
        Subsampled(Gaussian(1), 1/10)
        """
        from .subsampled import subsample

        return subsample(self, p)

    def poisson(self, q: Any, *, direction: str) -> TradeOff:
        """The guarantee after Poisson subsampling; see `fdp_sym.amplify.poisson`.

        Examples
        --------
        >>> from fdp_sym.tradeoff import EpsDelta
        >>> EpsDelta(1).poisson("1/2", direction="remove").tv()
        (-1 + E)/(2*(1 + E))
        """
        from ..amplify import poisson

        return poisson(self, q, direction=direction)

    def region(self) -> Any:
        """The privacy region between the curve and its mirror image."""
        from ..duality import Region

        return Region(self)

    # -- certified values ------------------------------------------------------------------------

    @question(*_QUESTIONS["enclose"])
    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        """A ball that contains f(alpha), of relative width at most ``10**-digits``."""
        self._require_numbers("enclose")
        from ..balls import enclose

        return enclose(self.formula(alpha), digits=digits, route="closed form")

    @question(*_QUESTIONS["enclose_delta"])
    def enclose_delta(self, eps: Any, digits: int = 30) -> Any:
        """A ball that contains delta(eps), of relative width at most ``10**-digits``."""
        self._require_numbers("enclose_delta")
        from ..balls import Ball, enclose
        from ..signs import possible_signs

        point = within(eps, "eps", _REALS)
        value = self._delta_formula(point)
        try:
            return enclose(value, digits=digits, route="closed form")
        except PrecisionError:
            if possible_signs(value) == {0}:  # at the end of the losses
                return Ball(0, 0, "closed form")
            raise

    @question(*_QUESTIONS["enclose_epsilon"])
    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        r"""A ball that contains :math:`\inf\{\varepsilon\ge0:\delta(\varepsilon)\le\delta\}`.

        Its relative width is at most ``10**-digits``; the answers 0 and ``inf`` are exact.

        Parameters
        ----------
        delta : number in [0, 1]
        digits : int

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(1).enclose_epsilon("1e-5").decimal(12)
        '4.37717809568'
        >>> Gaussian(1).enclose_epsilon(0)
        Ball(inf, inf)
        """
        self._require_numbers("enclose_epsilon")
        from ..balls.roots import first_at_most_zero

        level = within(delta, "delta", _LEVELS)
        eps = Dummy("epsilon", nonnegative=True)
        above = self._limit_sign(level)
        reached = {1: False, 0: self._reaches_limit(), -1: True, None: None}[above]
        return first_at_most_zero(self._delta_formula(eps) - level, eps, digits, reached=reached)

    def _limit_sign(self, level: Expr) -> int | None:
        """The sign of 1 - f(0) - level, if it is decided: delta(eps) decreases to 1 - f(0)."""
        from ..balls import sign

        return sign(1 - self._formula(Integer(0)) - level)

    def _reaches_limit(self) -> bool | None:
        """Whether delta(eps) equals its limit 1 - f(0) for some finite eps; None if not known."""
        return None

    # -- composition -----------------------------------------------------------------------------

    def __matmul__(self, other: TradeOff) -> TradeOff:
        r"""The tensor product :math:`f\otimes g`: both mechanisms are run.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian, Laplace
        >>> Gaussian(3) @ Laplace(1) @ Gaussian(4)
        Gaussian(5) @ Laplace(1)

        Source
        ------
        Dong, Roth and Su, arXiv:1905.02383v3, Definition 3.1.
        """
        if not isinstance(other, TradeOff):
            return NotImplemented
        from ..compose.product import tensor_product

        return tensor_product([(self, 1), (other, 1)])

    def __pow__(self, n: Any) -> TradeOff:
        r"""The n-fold tensor product :math:`f^{\otimes n}`.

        Parameters
        ----------
        n : whole number n >= 0, or an expression in symbols made by ``integer``

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(1) ** 4
        Gaussian(2)
        """
        from ..compose.product import tensor_product

        return tensor_product([(self, n)])

    def _factors(self) -> tuple[tuple[TradeOff, Any], ...]:
        """The function as a product of simpler ones with multiplicities; () for the identity."""
        composed_of: tuple[tuple[TradeOff, Any], ...] | None = self.__dict__.get("_composed_of")
        return ((self, 1),) if composed_of is None else composed_of

    # -- order -----------------------------------------------------------------------------------

    def __ge__(self, other: TradeOff) -> Any:
        """f >= g everywhere on [0, 1]? A `Verdict`, never a bool."""
        if not isinstance(other, TradeOff):
            return NotImplemented
        from .order import at_least

        return at_least(self, other)

    def __le__(self, other: TradeOff) -> Any:
        """f <= g everywhere on [0, 1]? A `Verdict`, never a bool."""
        if not isinstance(other, TradeOff):
            return NotImplemented
        from .order import at_least

        return at_least(other, self)

    def _at_least(self, other: TradeOff) -> Any:
        """A `Verdict` on ``self >= other`` when the family can decide it, otherwise None."""
        return None

    # -- helpers ---------------------------------------------------------------------------------

    def _require_numbers(self, what: str) -> None:
        if self.free_symbols:
            names = ", ".join(sorted(map(str, self.free_symbols)))
            raise UnsupportedError(
                f"{what} of {self} needs numbers for {names}; use .subs({{symbol: value}}) first"
            )

    def _apply(
        self,
        argument: Any,
        what: str,
        domain: Interval,
        symbolic: Callable[[Expr], Expr],
        floats: Callable[[Array], Array],
    ) -> Any:
        if isinstance(argument, (np.ndarray, list, tuple)):
            self._require_numbers("an array")
            points = read_floats(argument, what, domain)
            with np.errstate(all="ignore"):
                return floats(points.ravel()).reshape(points.shape) + 0.0  # no -0.0
        if is_numeric(argument) and not self.free_symbols:
            points = read_floats(argument, what, domain)
            with np.errstate(all="ignore"):
                return float(floats(points.reshape(1))[0]) + 0.0
        return symbolic(within(argument, what, domain))
