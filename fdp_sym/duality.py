r"""Duality: a trade-off function, its conjugate and profile, and its privacy region.

Axes: alpha = ``p_fa`` (false alarm, type I error) and beta = ``p_md`` (missed detection, type II).
Kairouz, Oh and Viswanath write a point as (P_MD, P_FA), and so does everything here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr, Ge, Integer, Interval, exp, oo

from .errors import UnsupportedError
from .exact import exact, is_numeric, parameter
from .shown import Shown
from .signs import possible_signs
from .symbols import real
from .theorems.verdict import Status, Verdict
from .tradeoff.base import TradeOff
from .tradeoff.eps_delta import EpsDelta
from .tradeoff.piecewise_linear import as_piecewise_linear
from .tradeoff.scalars import normal_form

__all__ = [
    "HalfPlanes",
    "Region",
    "conjugate_definition",
    "profile_definition",
    "region_eps_delta",
]


class Region(Shown):
    r"""The privacy region of f: the error pairs of all randomised tests.

    .. math:: \{(P_{MD},P_{FA})\in[0,1]^2 : f(P_{FA})\le P_{MD}\le 1-f(1-P_{FA})\}

    It is closed, convex and symmetric about (1/2, 1/2): the upper boundary belongs to the tests
    that reject where an optimal test accepts.

    Parameters
    ----------
    of : TradeOff
        Symmetric or not, f(0) = 1 or not.

    Examples
    --------
    >>> region = Region(EpsDelta(0, "1/2"))
    >>> region.vertices
    ((1/2, 0), (0, 1/2), (0, 1), (1/2, 1), (1, 1/2), (1, 0))
    >>> region.contains("1/4", "1/4")
    Verdict(proved: exact comparison with both boundaries)
    >>> region <= Region(EpsDelta(0, "1/4"))
    Verdict(refuted: inclusion of privacy regions by their vertices on alpha in [0, 1] at alpha = 0)

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, eq. (3) and Remark 2.2.
    """

    def __init__(self, of: TradeOff) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and self.of == other.of

    def __hash__(self) -> int:
        return hash((Region, self.of))

    def __repr__(self) -> str:
        return f"Region({self.of!r})"

    def _mathematics(self) -> str:
        from .latex.displays import brief_name

        return rf"\mathcal{{R}}({brief_name(self.of) or 'f'})"

    def lower(self, alpha: Any) -> Any:
        """The least ``p_md`` at ``p_fa = alpha``: f(alpha)."""
        return self.of(alpha)

    def upper(self, alpha: Any) -> Any:
        """The largest ``p_md`` at ``p_fa = alpha``: 1 - f(1 - alpha)."""
        self.of(alpha)  # raises for what is no level
        if is_numeric(alpha):
            return self.of.complement(1 - alpha)
        if isinstance(alpha, (np.ndarray, list, tuple)):
            return self.of.complement(1 - np.asarray(alpha))
        return self.of.complement(1 - exact(alpha, "alpha"))

    @property
    def vertices(self) -> tuple[tuple[Expr, Expr], ...]:
        """The corners (p_md, p_fa): along f from p_fa = 0 to 1, then back along the upper side.

        Raises
        ------
        UnsupportedError
            If f is not piecewise linear.
        """
        linear = as_piecewise_linear(self.of)
        if linear is None:
            raise UnsupportedError(
                f"the region of {self.of} has a curved boundary; vertices exist for "
                "piecewise-linear functions. Use lower(alpha) and upper(alpha)."
            )
        below = [(b, a) for a, b in linear.breakpoints]
        corners: list[tuple[Expr, Expr]] = []
        for point in [*below, *((_one_minus(b), _one_minus(a)) for b, a in below)]:
            if point not in corners:
                corners.append(point)
        return tuple(corners)

    def contains(self, p_md: Any, p_fa: Any) -> Verdict:
        """Whether some randomised test has these two error probabilities.

        Parameters
        ----------
        p_md, p_fa : numbers or expressions
            Type II and type I error; floats mean their exact binary value.
        """
        beta, alpha = exact(p_md, "p_md"), exact(p_fa, "p_fa")
        sides = [alpha, 1 - alpha, beta, 1 - beta]
        if not any(possible_signs(side) == {-1} for side in sides):
            f = self.of.formula
            sides += [beta - f(alpha), 1 - f(1 - alpha) - beta]
        return _all_nonnegative(sides, beta, alpha, "comparison with both boundaries")

    def plot(self, **options: Any) -> Any:
        """The region and supporting lines; see `fdp_sym.plots.region`."""
        from .plots import region

        return region(self.of, **options)

    def __le__(self, other: Region | HalfPlanes) -> Verdict:
        """Inclusion: R(f) in R(g) iff f >= g."""
        if not isinstance(other, (Region, HalfPlanes)):
            return NotImplemented
        # f lies under its region and the half-planes only bound from below, so the same holds there
        bound = other.of if isinstance(other, Region) else EpsDelta(other.eps, other.delta)
        verdict: Verdict = self.of >= bound
        return verdict

    def __ge__(self, other: Region) -> Verdict:
        """Inclusion of the other region in this one."""
        return other <= self if isinstance(other, Region) else NotImplemented


class HalfPlanes(Shown):
    r"""The set of KOV's eq. (2) as printed, unbounded above; made by `region_eps_delta`.

    .. math:: \{P_{FA}+e^\varepsilon P_{MD}\ge1-\delta,\ e^\varepsilon P_{FA}+P_{MD}\ge1-\delta\}
    """

    def __init__(self, eps: Any, delta: Any) -> None:
        self.eps: Expr = parameter(eps, "eps", Interval(0, oo))
        self.delta: Expr = parameter(delta, "delta", Interval(0, 1))

    def __repr__(self) -> str:
        return f"HalfPlanes({self.eps}, {self.delta})"

    def _mathematics(self) -> str:
        from .latex.displays import short

        return rf"\mathcal{{R}}({short(self.eps, self.delta)})"

    def _excess(self, p_md: Expr, p_fa: Expr) -> tuple[Expr, Expr]:
        growth, top = exp(self.eps), 1 - self.delta
        return p_fa + growth * p_md - top, growth * p_fa + p_md - top

    def inequalities(self, p_md: Any, p_fa: Any) -> tuple[Ge, Ge]:
        """The two inequalities at a point, as unevaluated relations."""
        first, second = self._excess(exact(p_md, "p_md"), exact(p_fa, "p_fa"))
        top = 1 - self.delta
        return Ge(first + top, top, evaluate=False), Ge(second + top, top, evaluate=False)

    def contains(self, p_md: Any, p_fa: Any) -> Verdict:
        """Whether a point of the plane satisfies both inequalities.

        Examples
        --------
        >>> region_eps_delta(0, "1/2").contains(2, 2)
        Verdict(proved: exact comparison with two lines)
        >>> region_eps_delta(0, "1/2").contains(-1, -1)
        Verdict(refuted: exact comparison with two lines at p_fa = -1, p_md = -1)
        """
        beta, alpha = exact(p_md, "p_md"), exact(p_fa, "p_fa")
        return _all_nonnegative(
            list(self._excess(beta, alpha)), beta, alpha, "comparison with two lines"
        )


def region_eps_delta(eps: Any, delta: Any = 0) -> HalfPlanes:
    """KOV's region R(eps, delta) exactly as eq. (2) prints it: two half-planes, no upper boundary.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]

    Examples
    --------
    >>> region_eps_delta(0, "1/10").inequalities(0, 1)
    (1 >= 9/10, 1 >= 9/10)

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, eq. (2).
    """
    return HalfPlanes(eps, delta)


def conjugate_definition(f: TradeOff, y: Any) -> Expr:
    r"""The unevaluated supremum that defines :math:`f^*(y)=\sup_{x\in[0,1]}(yx-f(x))`.

    Parameters
    ----------
    f : TradeOff
    y : number or expression

    Raises
    ------
    UnsupportedError
        If f has no formula.

    Examples
    --------
    >>> conjugate_definition(EpsDelta(0), -2)
    Sup(-2*x - Max(0, 1 - x), (x, 0, 1))
    """
    slope = exact(y, "y")
    return _supremum(f, lambda x: slope * x - f.formula(x), slope)


def profile_definition(f: TradeOff, eps: Any) -> Expr:
    r"""The unevaluated supremum :math:`\delta(\varepsilon)=\sup_x(1-f(x)-e^\varepsilon x)`.

    Parameters
    ----------
    f : TradeOff
    eps : number or expression
        Any real number: for asymmetric f negative values say more.

    Raises
    ------
    UnsupportedError
        If f has no formula.

    Examples
    --------
    >>> profile_definition(EpsDelta(0), 0)
    Sup(-x - Max(0, 1 - x) + 1, (x, 0, 1))

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Proposition 2.12.
    """
    order = exact(eps, "eps")
    return _supremum(f, lambda x: 1 - f.formula(x) - exp(order) * x, order)


def _supremum(f: TradeOff, body: Any, point: Expr) -> Expr:
    from .theorems.statements import Sup

    taken = {str(symbol) for symbol in f.free_symbols | point.free_symbols}
    names = ["x", *(f"x_{i}" for i in range(1, len(taken) + 1))]
    x = real(next(name for name in names if name not in taken), Interval(0, 1))
    supremum: Expr = Sup(body(x), (x, Integer(0), Integer(1)))
    return supremum


def _one_minus(value: Expr) -> Expr:
    return normal_form(1 - value)


def _all_nonnegative(sides: list[Expr], beta: Expr, alpha: Expr, what: str) -> Verdict:
    """The verdict on a point that has to satisfy ``side >= 0`` for all sides."""
    found = [possible_signs(side) for side in sides]
    # numbers that are not rational are compared by balls
    rational = all(side.is_Rational or side.free_symbols for side in sides)
    route = f"{'exact' if rational else 'ball'} {what}"
    if any(signs == {-1} for signs in found):
        return Verdict(Status.REFUTED, route, {"p_md": str(beta), "p_fa": str(alpha)})
    if all(signs <= {0, 1} for signs in found):
        return Verdict(Status.PROVED if rational else Status.CERTIFIED, route)
    undecided = [str(s) for s, signs in zip(sides, found, strict=True) if -1 in signs]
    return Verdict(Status.INCONCLUSIVE, route, detail=f"undecided: {', '.join(undecided)} >= 0")
