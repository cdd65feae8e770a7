r"""Back from a privacy profile :math:`\delta(\varepsilon)` to its trade-off function."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
from sympy import Expr, Interval, exp, lambdify, oo, sympify

from ..errors import DomainError, FdpError, UnsupportedError
from ..exact import exact
from ..functions import Max
from ..symbols import real
from .base import Array, TradeOff

__all__ = ["FromProfile", "from_profile"]

_EPS = real("epsilon")
_CHECKED = tuple(n / 4 for n in range(-48, 49))
_DIGITS = 50


def from_profile(profile: Any, *, symmetric: bool = False) -> TradeOff:
    r"""The trade-off function of a profile, or of finitely many (eps, delta) guarantees.

    :math:`f(\alpha)=\max\{0,\sup_{\varepsilon\in\mathbb R}(1-\delta(\varepsilon)
    -e^\varepsilon\alpha)\}`.

    Parameters
    ----------
    profile : callable or list of (eps, delta)
        A callable gives delta(eps) for SymPy expressions (preferred) or for floats. A list gives
        the exact piecewise-linear :math:`\max_i f_{\varepsilon_i,\delta_i}`: guarantees hold for
        both orders of neighbours, so this function is symmetric.
    symmetric : bool
        The callable is used for eps >= 0 only and continued by
        :math:`\delta(-\varepsilon)=1-e^{-\varepsilon}+e^{-\varepsilon}\delta(\varepsilon)`.
        Otherwise it has to be right for every real eps.

    Raises
    ------
    DomainError
        If the profile, at the points checked, leaves [max(0, 1 - e^eps), 1], increases, or is not
        convex in e^eps.

    Examples
    --------
    >>> from sympy import exp
    >>> f = from_profile(lambda eps: 1 - exp((eps - 1) / 2) if eps < 1 else 0, symmetric=True)
    >>> round(f(0.5), 12)                      # Laplace(1): exp(-1)/2
    0.183939720586
    >>> from_profile([(0, "1/2")])
    PiecewiseLinear(((0, 1/2), (1/2, 0), (1, 0)))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Propositions 2.11 and 2.12.
    """
    if callable(profile):
        function = FromProfile(_as_expression(profile), symmetric)
        if not function.free_symbols:
            function.check()
        return function
    if isinstance(profile, Iterable) and not isinstance(profile, str):
        from .piecewise_linear import from_guarantees

        guarantees: TradeOff = from_guarantees(profile)
        return guarantees
    raise DomainError(
        f"profile = {profile!r}: allowed is a callable eps -> delta or a list of (eps, delta)"
    )


def _as_expression(profile: Callable[[Any], Any]) -> Any:
    """delta(epsilon) as an expression, or the callable itself if it takes numbers only."""
    try:
        value = sympify(profile(_EPS))
    except (TypeError, ValueError, AttributeError, FdpError):
        return profile
    return exact(value, "profile") if isinstance(value, Expr) else profile


class FromProfile(TradeOff):
    """A trade-off function that is known through its profile; made by `from_profile`.

    Floats are maxima over eps of a function that is concave in e^eps, found by golden section with
    an accuracy of about 1e-12, or of the profile's own if that is less.
    """

    def __init__(self, profile: Any, symmetric: bool) -> None:
        super().__init__(profile, symmetric)

    @property
    def profile(self) -> Any:
        """An expression in ``epsilon``, or a callable for floats."""
        return self.parameters[0]

    @property
    def is_symmetric(self) -> bool:
        return bool(self.parameters[1])

    @property
    def free_symbols(self) -> frozenset[Any]:
        return super().free_symbols - {_EPS}

    # -- formulas --------------------------------------------------------------------------------

    def _expression(self) -> Expr:
        if isinstance(self.profile, Expr):
            return self.profile
        raise UnsupportedError(
            "this profile takes floats only; give a callable from SymPy to SymPy for a formula"
        )

    def _formula(self, alpha: Expr) -> Expr:
        from ..theorems.statements import Sup

        eps = real("eta", Interval(0, oo)) if self.is_symmetric else real("eta")
        height = 1 - self._expression().subs(_EPS, eps)
        if self.is_symmetric:
            height = Max(height - exp(eps) * alpha, exp(-eps) * (height - alpha))
            return Max(0, Sup(height, (eps, 0, oo)))
        return Max(0, Sup(height - exp(eps) * alpha, (eps, -oo, oo)))

    def _delta_formula(self, eps: Expr) -> Expr:
        profile = self._expression()
        if not self.is_symmetric or eps.is_nonnegative:
            return profile.subs(_EPS, eps)
        if eps.is_negative:
            return 1 - exp(eps) + exp(eps) * profile.subs(_EPS, -eps)
        raise UnsupportedError(f"delta({eps}): its sign must be known, as the profile is mirrored")

    # -- floats ----------------------------------------------------------------------------------

    def _delta(self, eps: float) -> Any:
        """The profile at a real eps, as a multiprecision number or a float."""
        if self.is_symmetric and eps < 0:
            shrink = mpmath.exp(mpmath.mpf(eps))
            return 1 - shrink + shrink * self._delta(-eps)
        return self._compiled(mpmath.mpf(eps) if isinstance(self.profile, Expr) else eps)

    @cached_property
    def _compiled(self) -> Callable[[Any], Any]:
        if not isinstance(self.profile, Expr):
            return self.profile
        normal = {"Phi": lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2}
        compiled: Callable[[Any], Any] = lambdify(_EPS, self.profile, [normal, "mpmath"])
        return compiled

    def check(self) -> None:
        """Refute, at fixed points, that this is a profile."""
        with mpmath.workdps(_DIGITS):
            slack = 1e-40 if isinstance(self.profile, Expr) else 1e-12
            points = []
            for eps in _CHECKED:
                value = self._delta(eps)
                allowed = max(0, 1 - mpmath.exp(eps)) - slack, 1 + slack
                if not (mpmath.isfinite(value) and allowed[0] <= value <= allowed[1]):
                    raise DomainError(
                        f"delta({eps}) = {mpmath.nstr(value, 12)}: allowed are values in "
                        "[max(0, 1 - e^eps), 1]"
                    )
                points.append((eps, mpmath.exp(eps), value))
            for (_, _, before), (eps, _, after) in pairwise(points):
                if after > before + slack:
                    raise DomainError(f"delta increases up to eps = {eps}; allowed is a decrease")
            for (_, x0, y0), (eps, x1, y1), (_, x2, y2) in zip(
                points, points[1:], points[2:], strict=False
            ):
                if (y1 - y0) * (x2 - x1) > (y2 - y1) * (x1 - x0) + slack * (x2 - x0):
                    raise DomainError(
                        f"delta is not convex in e^eps around eps = {eps}; allowed are profiles, "
                        "which are. Take the convex minorant of the guarantees as a list."
                    )

    def _values(self, alpha: Array, rest: Array) -> Array:
        return np.array([self._best(a, r)[0] for a, r in _pairs(alpha, rest)])

    def _complements(self, alpha: Array, rest: Array) -> Array:
        return np.array([self._best(a, r)[1] for a, r in _pairs(alpha, rest)])

    def _delta_values(self, eps: Array) -> Array:
        with mpmath.workdps(_DIGITS):
            return np.array([float(self._delta(e)) for e in eps.tolist()])

    def _best(self, alpha: float, rest: float) -> tuple[float, float]:
        """f and 1 - f at a level: 1 - f is the least delta + e^eps alpha, and at most 1."""
        if rest == 0.0:
            return 0.0, 1.0
        with mpmath.workdps(_DIGITS):
            level = mpmath.mpf(alpha) if alpha <= rest else 1 - mpmath.mpf(rest)

            def cost(eps: float) -> Any:
                return self._delta(eps) + mpmath.exp(eps) * level

            least = min(_least(cost), mpmath.mpf(1))
            return float(1 - least), float(least)


def _pairs(alpha: Array, rest: Array) -> Iterable[tuple[float, float]]:
    return zip(alpha.tolist(), rest.tolist(), strict=True)


def _least(cost: Callable[[float], Any]) -> Any:
    """The minimum of a function that is unimodal on the line, by bracketing and golden section."""
    golden = (math.sqrt(5.0) - 1) / 2
    middle, at_middle = 0.0, cost(0.0)
    right = _until_rise(cost, at_middle, 1.0)
    left = _until_rise(cost, at_middle, -1.0)
    best = at_middle
    a, b = right - golden * (right - left), left + golden * (right - left)
    at_a, at_b = cost(a), cost(b)
    while right - left > 2e-15 * max(1.0, abs(middle)):
        best = min(best, at_a, at_b)
        if at_a <= at_b:
            right, b, at_b = b, a, at_a
            a = right - golden * (right - left)
            at_a = cost(a)
        else:
            left, a, at_a = a, b, at_b
            b = left + golden * (right - left)
            at_b = cost(b)
        middle = (left + right) / 2
    return min(best, at_a, at_b)


def _until_rise(cost: Callable[[float], Any], start: Any, step: float) -> float:
    """A point in the direction of ``step`` beyond which the cost no longer falls."""
    before = start
    while abs(step) < 1024:
        after = cost(step)
        if after >= before:
            return step
        before, step = after, 2 * step
    return step
