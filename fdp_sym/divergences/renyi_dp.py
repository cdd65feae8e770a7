r"""Renyi differential privacy: guarantees :math:`D_a(P\|Q)\le\rho(a)` for all neighbours.

A guarantee holds in both orders of the neighbours and for every order a in a set. It adds up under
composition, also if the mechanisms are chosen adaptively. Turned into an (eps, delta) guarantee,
the upper end of the enclosure is the safe side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sympy import Expr, Integer, Integral, Interval, oo, sympify

from ..balls import Ball, enclose
from ..errors import DomainError, UnsupportedError
from ..exact import exact, parameter
from ..functions import Max
from ..shown import Shown
from ..signs import possible_signs
from ..symbols import real
from ..tradeoff.base import TradeOff
from ..tradeoff.inputs import within
from .renyi import enclose_renyi, log_moment, order_of, renyi
from .renyi_conversions import RULES, renyi_to_delta, renyi_to_epsilon, renyi_to_tradeoff
from .renyi_infinity import largest_ratio

__all__ = ["RenyiDP"]

_X = real("x", Interval.open(0, oo))
_ORDER = real("a", Interval.open(1, oo))
_CONVEX = ("canonne-kamath-steinke", "mironov")


class _Curve(NamedTuple):
    """rho as an expression, as a ball, and x rho(1 + x) as a function of balls (None: infinite)."""

    rho: Callable[[Expr], Expr]
    enclosed: Callable[[Expr, int], Ball]
    log_moment: Callable[[], Callable[[Any], Any] | None]
    at_infinity: Callable[[], Expr]


class RenyiDP(Shown):
    r"""(a, rho(a))-RDP for every order a > 1, or for the orders of a list.

    Parameters
    ----------
    rho : callable, or mapping of orders to numbers
        A function of the order, from SymPy to SymPy, for every a > 1, of which
        :math:`(a-1)\rho(a)` is convex (every least curve is; that is the caller's duty); or
        finitely many guarantees. See also `of`.

    Examples
    --------
    >>> gaussian = RenyiDP(lambda a: a / 2)
    >>> gaussian.epsilon("1e-5", rule="mironov").decimal(15)
    '5.29852591218808'
    >>> gaussian ** 10
    RenyiDP(5*a at every order a > 1)
    >>> (gaussian ** 2 @ RenyiDP({2: 1, 4: "3/2"})).epsilon("1e-5").decimal(10)
    '8.587861628'

    Source
    ------
    Mironov, arXiv:1702.07476v3; Canonne, Kamath and Steinke, arXiv:2004.00010v5, Proposition 12.
    """

    orders: tuple[Expr, ...] | None

    def __init__(self, rho: Callable[[Expr], Any] | Mapping[Any, Any]) -> None:
        if isinstance(rho, Mapping):
            table = {
                parameter(a, "order", Interval.open(1, oo)): parameter(r, "rho", Interval(0, oo))
                for a, r in rho.items()
            }
            if not table:
                raise DomainError("RenyiDP({}): allowed is at least one order")
            self.orders = tuple(sorted(table))
            self._curves: tuple[tuple[_Curve, Any], ...] = ((_tabulated(table), 1),)
        elif callable(rho):
            self.orders = None
            self._curves = ((_function(rho), 1),)
        else:
            raise DomainError(
                f"RenyiDP({rho!r}): allowed are a function of the order and a mapping of orders to "
                "numbers; RenyiDP.of(f) is the guarantee of a trade-off function"
            )

    @classmethod
    def of(cls, f: TradeOff) -> RenyiDP:
        r"""What f-DP implies: :math:`\rho(a)` is the larger of both directions of f.

        Compose before: of a product the two directions are added up apart.

        Examples
        --------
        >>> from fdp_sym.amplify import SubsampledGaussian
        >>> steps = SubsampledGaussian(1, "1/100", direction="remove") ** 1000
        >>> RenyiDP.of(steps).epsilon("1e-5").decimal(10)
        '2.101322131'
        """
        if not isinstance(f, TradeOff):
            raise DomainError(f"RenyiDP.of({f!r}): allowed is a trade-off function")
        self = cls.__new__(cls)
        self.orders = None
        self._curves = ((_of_tradeoff(f), 1),)
        return self

    @classmethod
    def _made(cls, curves: Any, orders: tuple[Expr, ...] | None) -> RenyiDP:
        self = cls.__new__(cls)
        self._curves, self.orders = tuple(curves), orders
        return self

    def __repr__(self) -> str:
        if self.orders is not None:
            return f"RenyiDP({ {a: self.rho(a) for a in self.orders} })"
        return f"RenyiDP({self.rho(_ORDER)} at every order a > 1)"

    def _mathematics(self) -> str:
        from ..latex.displays import short

        if self.orders is None:
            return rf"\rho(a) = {short(self.rho(_ORDER))}, \quad a > 1"
        return r", \quad ".join(rf"\rho({short(a)}) = {short(self.rho(a))}" for a in self.orders)

    # -- composition -------------------------------------------------------------------------------

    def __matmul__(self, other: RenyiDP) -> RenyiDP:
        """The guarantee of both mechanisms together, at the orders that both have."""
        if not isinstance(other, RenyiDP):
            return NotImplemented
        lists = [g.orders for g in (self, other) if g.orders is not None]
        orders = lists[0] if lists else None
        if len(lists) == 2:
            orders = tuple(a for a in lists[0] if a in lists[1])
            if not orders:
                raise DomainError(
                    f"orders {lists[0]} and {lists[1]}: allowed are lists with an order in common"
                )
        return RenyiDP._made(self._curves + other._curves, orders)

    def __pow__(self, n: Any) -> RenyiDP:
        """The guarantee of n mechanisms with this one, n >= 1."""
        count = exact(n, "n")
        if not (count.is_Integer and count >= 1):
            raise DomainError(f"n = {n}: allowed are positive whole numbers")
        return RenyiDP._made(((curve, m * int(count)) for curve, m in self._curves), self.orders)

    # -- values ------------------------------------------------------------------------------------

    def rho(self, order: Any) -> Expr:
        """The bound on the divergence of an order.

        Examples
        --------
        >>> (RenyiDP(lambda a: a / 2) ** 10).rho(3)
        15
        """
        a = self._allowed(order)
        return sum((n * curve.rho(a) for curve, n in self._curves), sympify(0))

    def enclose_rho(self, order: Any, digits: int = 30) -> Ball:
        """A ball that contains `rho`, of relative width at most ``10**-digits``."""
        a = self._allowed(order)
        balls = [(curve.enclosed(a, digits + 1), n) for curve, n in self._curves]
        infinite = [ball for ball, _ in balls if ball.lower == math.inf]
        return infinite[0] if infinite else sum((n * ball for ball, n in balls), Ball(0, 0))

    def _allowed(self, order: Any) -> Expr:
        a = order_of(order)
        if self.orders is not None and a not in self.orders:
            raise DomainError(f"order = {order}: the guarantee is known for {self.orders}")
        return a

    def _log_moment(self) -> Callable[[Any], Any] | None:
        parts = [(curve.log_moment(), n) for curve, n in self._curves]
        known = [(part, n) for part, n in parts if part is not None]
        return (
            (lambda x: sum(n * part(x) for part, n in known)) if len(known) == len(parts) else None
        )

    # -- conversions -------------------------------------------------------------------------------

    def epsilon(self, delta: Any, *, rule: str = RULES[0], digits: int = 30) -> Ball:
        """The least eps over all orders such that (eps, delta)-DP follows; its upper end is safe.

        Parameters
        ----------
        delta : number in [0, 1]
        rule : "canonne-kamath-steinke", "mironov" or "exact"
            How one order is converted, see `renyi_to_epsilon` in
            `fdp_sym.divergences.renyi_conversions`. "exact" is for lists of orders,
            and gives the least eps that follows from all of them together.
        digits : int

        Returns
        -------
        Ball
            Of the least value over all real orders, or over the list; ``route`` names the order.
        """
        level = self._number(delta, "delta", Interval(0, 1))
        if level == 1:
            return Ball(0, 0, "delta = 1")
        if self.orders is not None:
            if rule == "exact" and len(self.orders) > 1:
                return self._together("epsilon", level, digits)
            return self._best(
                lambda a, rho: renyi_to_epsilon(a, rho, level, rule=rule, digits=digits), digits
            )
        if level == 0:
            return self._pure(digits)
        return self._least("epsilon", level, rule, digits)

    def _number(self, value: Any, name: str, domain: Interval) -> Expr:
        """A number to convert at; the guarantee must not have symbols either."""
        point = within(value, name, domain)
        rho = self.rho(self.orders[0] if self.orders else 2)
        symbols = ", ".join(sorted(map(str, point.free_symbols | rho.free_symbols)))
        if symbols:
            raise UnsupportedError(f"conversions of a guarantee: give numbers for {symbols}")
        return point

    def _pure(self, digits: int) -> Ball:
        """The eps of pure differential privacy, which is the divergence of order oo."""
        limit = sum((n * curve.at_infinity() for curve, n in self._curves), sympify(0))
        if limit is oo:
            return Ball(oo, oo, "infinite: dP/dQ is not bounded")
        return enclose(limit, digits=digits, route="order oo")

    def delta(self, eps: Any, *, rule: str = RULES[0], digits: int = 30) -> Ball:
        """The least delta over all orders such that (eps, delta)-DP follows; its upper end is safe.

        Parameters
        ----------
        eps : number, eps >= 0
        rule : "canonne-kamath-steinke", "mironov" or "exact"
            As for `epsilon`.
        digits : int

        Examples
        --------
        >>> RenyiDP(lambda a: a / 2).delta(2).floats()[1] > 0.0265
        True
        """
        point = self._number(eps, "eps", Interval(0, oo))
        if self.orders is not None:
            if rule == "exact" and len(self.orders) > 1:
                return self._together("delta", point, digits)
            return self._best(
                lambda a, rho: renyi_to_delta(a, rho, point, rule=rule, digits=digits), digits
            )
        return self._least("delta", point, rule, digits)

    def tradeoff(self, alpha: Any, order: Any = None, digits: int = 30) -> Ball:
        """The type II error at level alpha that follows from one order; its lower end is safe.

        Parameters
        ----------
        alpha : number in [0, 1]
        order : number, optional
            Which order; by default the best one of the list.
        digits : int

        Examples
        --------
        >>> RenyiDP({2: 1, 8: 4}).tradeoff("1/20").decimal(10)
        '0.6643106812'
        """
        if order is None and self.orders is None:
            raise DomainError("tradeoff: allowed without an order are lists of orders")
        orders = self.orders if order is None else (self._allowed(order),)
        balls = [
            (renyi_to_tradeoff(a, self.enclose_rho(a, digits + 5).upper, alpha, digits), a)
            for a in orders or ()
        ]
        best, order = max(balls, key=lambda pair: (pair[0].lower, pair[0].upper))
        return Ball(best.lower, max(ball.upper for ball, _ in balls), f"order {order}")

    def _best(self, convert: Callable[[Expr, Expr], Ball], digits: int) -> Ball:
        assert self.orders is not None
        found = [(convert(a, self.rho(a)), a) for a in self.orders]
        ball, order = min(found, key=lambda pair: (pair[0].upper, pair[0].lower))
        lower = min(pair[0].lower for pair in found)
        return Ball(lower, ball.upper, f"order {order}")

    def _together(self, what: str, level: Expr, digits: int) -> Ball:
        """What all orders of the list say together, which is more than the best one says."""
        from ..balls.binary_renyi import best_delta, best_epsilon

        guarantees = [(a, self.rho(a)) for a in self.orders or ()]
        if any(rho == 0 for _, rho in guarantees):
            return Ball(0, 0, "rho = 0")
        if what == "epsilon" and level == 0:
            return Ball(oo, oo, "infinite: finitely many orders leave dP/dQ unbounded")
        best = best_epsilon if what == "epsilon" else best_delta
        ball = best(guarantees, level, digits)
        return Ball(max(ball.lower, 0), max(ball.upper, 0), ball.route)

    def _least(self, what: str, level: Expr, rule: str, digits: int) -> Ball:
        from ..balls.renyi_to_dp import least_delta, least_epsilon

        if rule not in _CONVEX:
            raise UnsupportedError(
                f"rule = {rule!r} over all real orders: allowed are {' and '.join(_CONVEX)}; "
                '"exact" for a list of orders'
            )
        psi = self._log_moment()
        if psi is None:
            return Ball(oo, oo, "infinite") if what == "epsilon" else Ball(1, 1, "no order")
        try:
            pure = self._pure(digits + 1)
        except UnsupportedError:
            pure = Ball(oo, oo)
        if what == "delta" and (pure <= level) is True:
            return Ball(0, 0, "order oo")
        least = least_epsilon if what == "epsilon" else least_delta
        costly = self.rho(2).has(Integral)
        try:
            ball, at = least(psi, level, rule == "mironov", digits, costly)
        except UnsupportedError as refusal:
            raise UnsupportedError(
                f"the best of all real orders: {refusal} Or take a list of orders, "
                "RenyiDP({a: f.enclose_renyi(a).upper, …})."
            ) from None
        top = pure.upper if what == "epsilon" else 1
        lower, upper = (min(max(end, 0), top) for end in (ball.lower, ball.upper))
        return Ball(lower, upper, f"order {1 + at:.6g}, {ball.route}")


def _tabulated(table: Mapping[Expr, Expr]) -> _Curve:
    return _Curve(
        lambda a: table[a],
        lambda a, digits: enclose(table[a], digits=digits),
        lambda: None,
        lambda: oo,
    )


def _function(rho: Callable[[Expr], Any]) -> _Curve:
    from ..balls.log_moments import of_expression

    def value(a: Expr) -> Expr:
        try:
            return exact(rho(a), "rho")
        except TypeError as error:
            raise DomainError(
                f"rho at the order {a}: {error}; allowed are functions from SymPy to SymPy"
            ) from None

    if 1 not in possible_signs(value(Integer(2))) and value(Integer(2)) != 0:
        raise DomainError(f"rho(2) = {value(Integer(2))}: allowed are bounds rho >= 0")

    return _Curve(
        value,
        lambda a, digits: enclose(value(a), digits=digits),
        lambda: of_expression(_X * value(1 + _X), _X),
        lambda: oo,
    )


def _of_tradeoff(f: TradeOff) -> _Curve:
    both = (f,) if f.is_symmetric else (f, f.inverse())

    def enclosed(a: Expr, digits: int) -> Ball:
        balls = [enclose_renyi(g, a, digits) for g in both]
        return Ball(max(b.lower for b in balls), max(b.upper for b in balls), balls[0].route)

    def moment() -> Callable[[Any], Any] | None:
        parts = [log_moment(g) for g in both]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None

        def larger(x: Any) -> Any:
            values = [part(x) for part in known]
            return values[0] if len(values) == 1 else values[0].max(values[1])

        return larger

    return _Curve(
        lambda a: _larger([renyi(g, a) for g in both]),
        enclosed,
        moment,
        lambda: _larger([largest_ratio(g) for g in both]),
    )


def _larger(values: list[Expr]) -> Expr:
    return oo if oo in values else Max(*values)
