r"""The tensor product :math:`f\otimes g` of trade-off functions and its normal form.

Every product is one multiset of factors with multiplicities, and what it looks like depends on
that multiset alone: the product is commutative and associative on the nose.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Add, Expr, Integer, Mul, Rational, expand, sqrt

from ..errors import DomainError, HypothesisError, UnsupportedError
from ..exact import exact, shown
from ..tradeoff.base import Array, TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.inputs import written
from ..tradeoff.piecewise_linear import PiecewiseLinear, as_piecewise_linear
from .finite import is_rational, multiply
from .randomized_response import BinomialPower

__all__ = ["Multiplicity", "Product", "tensor_product"]

Multiplicity = Any  # a positive int, or a SymPy expression in integer symbols
Factors = tuple[tuple[TradeOff, Multiplicity], ...]
Counts = Mapping[TradeOff, Multiplicity]

_ZERO = EpsDelta(0, 1)  # f = 0
MOST_BITS = 14_000  # of one number that is multiplied out: Python prints up to 4300 digits
_DOUBLE_DIGITS = 17
_MANY = 16  # factors from which on one more is put in its place


def tensor_product(parts: Iterable[tuple[TradeOff, Any]]) -> TradeOff:
    r"""The tensor product :math:`\bigotimes_i f_i^{\otimes n_i}` in normal form.

    Gaussians merge, and so do the slacks :math:`f_{0,\delta}` and equal factors; rational
    piecewise-linear factors are multiplied out while the product is moderate. What is left is a
    `Product`, a single function, or `Identity`.

    Parameters
    ----------
    parts : iterable of (TradeOff, n)
        n is a whole number, or an expression in symbols made by ``integer``; n = 0 drops the part.

    Raises
    ------
    DomainError
        If a part is no trade-off function, or n is negative or not whole.
    HypothesisError
        If n has symbols and is not known to be a whole number n >= 0.

    Examples
    --------
    >>> from fdp_sym import Gaussian, Laplace
    >>> tensor_product([(Gaussian(3), 1), (Laplace(1), 100), (Gaussian(1), 16)])
    Gaussian(5) @ Laplace(1)**100

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Definition 3.1 and Section 3.3.
    """
    counted = [(f, _multiplicity(f, n)) for f, n in parts]
    kept = [(f, n) for f, n in counted if n != 0 and (isinstance(f, Product) or f._factors())]
    if not kept:
        return Identity()
    if len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    if len(kept) == 2:
        for (f, m), (g, n) in (kept, kept[::-1]):
            grown = f._with(g, n) if isinstance(f, Product) and m == 1 else None
            if grown is not None:
                return grown
    counts: dict[TradeOff, Multiplicity] = {}
    for f, n in kept:
        for factor, m in f._factors():
            counts[factor] = _count(counts.get(factor, 0) + m * n)
    return _normal_form(counts)


def _multiplicity(f: Any, n: Any) -> Multiplicity:
    if not isinstance(f, TradeOff):
        raise DomainError(f"tensor_product: {f!r} is no trade-off function")
    count = exact(n, "n")
    if count.is_Integer and count >= 0:
        return int(count)
    if count.is_integer and count.is_nonnegative:
        return _count(count)
    if count.free_symbols and count.is_integer is not False and count.is_negative is not True:
        raise HypothesisError(
            f"n = {shown(n)} in f ** n is not known to be a whole number n >= 0; make its symbols "
            'with integer("n", 1)'
        )
    raise DomainError(
        f"n = {shown(n)} in f ** n: allowed are whole numbers n >= 0 and integer symbols"
    )


def _count(n: Any) -> Multiplicity:
    """A definite multiplicity as an int, a symbolic one expanded."""
    if isinstance(n, int):
        return n
    n = expand(n)
    return int(n) if n.is_Integer else n


def _normal_form(counts: Counts) -> TradeOff:
    factors: dict[TradeOff, Multiplicity] = {}
    gaussians: list[Expr] = []
    slacks: dict[TradeOff, Multiplicity] = {}
    finite: dict[TradeOff, Multiplicity] = {}
    for f, n in counts.items():
        if isinstance(f, Gaussian):
            gaussians.append(f.mu * f.mu * n)
        elif isinstance(f, EpsDelta) and f.eps.is_zero:
            slacks[f] = n
        elif isinstance(f, PiecewiseLinear) and is_rational(f):
            finite[f] = n
        else:
            factors[f] = n
    if gaussians:
        square = Add(*gaussians)
        factors[Gaussian(sqrt(square if square.is_Rational else expand(square)))] = 1
    merged = _merged_slack(slacks)
    if _ZERO in merged or any(_vanishes(f, n) for f, n in finite.items()):
        return _ZERO
    factors |= merged | _multiplied(finite)
    if set(factors.values()) == {1}:
        if len(factors) == 1:
            return next(iter(factors))
        if len(factors) == 2 and len(slack := factors.keys() & merged.keys()) == 1:
            (pure,) = factors.keys() - slack
            if isinstance(pure, EpsDelta):
                return _remembering(_eps_delta(pure.eps, 1 - _top(*slack)), counts)
    return Product(*factors.items())


def _vanishes(f: TradeOff, n: Multiplicity) -> bool:
    """Whether f is 0 and occurs, which a symbolic n >= 0 may leave open."""
    return bool(f.formula(0) == 0 and (Integer(0) + n).is_positive)


def _merged_slack(slacks: Counts) -> dict[TradeOff, Multiplicity]:
    """One f_{0,delta}, unless the number delta would be excessively long."""
    if any(f == _ZERO and _vanishes(f, n) for f, n in slacks.items()):
        return {_ZERO: 1}
    bits = sum(n * _bits(_top(f)) for f, n in slacks.items() if isinstance(n, int))
    if not slacks or bits > MOST_BITS:
        return dict(slacks)
    # content and primitive part apart: SymPy would multiply 9/10 into 1 - delta, and not back
    exponents: dict[Expr, Multiplicity] = {}
    for f, n in slacks.items():
        for part in _top(f).primitive():
            exponents[part] = _count(exponents.get(part, 0) + n)
    top = Mul(*(part**n for part, n in exponents.items()))
    return {_remembering(_eps_delta(Integer(0), 1 - top), slacks): 1}


def _bits(expr: Expr) -> int:
    """The length of the rational numbers in an expression."""
    return sum(int(r.p).bit_length() + int(r.q).bit_length() for r in expr.atoms(Rational))


def _eps_delta(eps: Expr, delta: Expr) -> EpsDelta:
    """EpsDelta(eps, delta) where delta is known to lie in [0, 1] for how it was made."""
    f = EpsDelta.__new__(EpsDelta)
    TradeOff.__init__(f, eps, delta)
    return f


def _top(slack: TradeOff) -> Expr:
    """f(0) of f = f_{0,delta}."""
    return 1 - slack.parameters[1]  # type: ignore[operator]


def _multiplied(finite: Counts) -> dict[TradeOff, Multiplicity]:
    """The rational piecewise-linear factors as one, unless it would be excessively large."""
    product = None
    if finite and all(isinstance(n, int) for n in finite.values()):
        parts = [(f, n) for f, n in finite.items() if isinstance(f, PiecewiseLinear)]
        product = multiply(parts, MOST_BITS)
    return dict(finite) if product is None else {_remembering(product, finite): 1}


def _remembering(f: TradeOff, factors: Counts) -> TradeOff:
    """A function that was multiplied out, with the factors that it came from."""
    if dict(factors) != {f: 1}:
        f.__dict__["_composed_of"] = tuple(factors.items())
    return f


class Product(TradeOff):
    """A tensor product that has no simpler form; made by ``@``, ``**`` and `tensor_product`.

    Formulas and fast floats are there for products of slack, Gaussians, functions with finitely
    many likelihood ratios and at most one other function. For the rest each float is the middle of
    an enclosure, which takes milliseconds to seconds.

    Examples
    --------
    >>> from fdp_sym import Gaussian, Laplace
    >>> f = Laplace(1) ** 100 @ Gaussian("1/2")
    >>> f.factors
    ((Gaussian(1/2), 1), (Laplace(1), 100))
    >>> f.inverse() == f, f.is_symmetric
    (True, True)
    """

    def __init__(self, *factors: tuple[TradeOff, Multiplicity]) -> None:
        super().__init__(*sorted(factors, key=_sort_key))

    def _with(self, g: TradeOff, n: Multiplicity) -> Product | None:
        """The product with g as `tensor_product` makes it; None unless g merges with itself only.

        Thousands of different factors, one after the other, take no more than seconds.
        """
        slack = isinstance(g, EpsDelta) and g.eps.is_zero is not False
        merges = slack or isinstance(g, (Gaussian, PiecewiseLinear, Product))
        if merges or len(self.factors) < _MANY or g._factors() != ((g, 1),):
            return None
        key = _sort_key((g, n))[:3]
        place = bisect_left(self.factors, key, key=lambda factor: _sort_key(factor)[:3])
        rest = self.factors[place:]
        if rest and _sort_key(rest[0])[:3] == key:
            if rest[0][0] != g or (len(rest) > 1 and _sort_key(rest[1])[:3] == key):
                return None  # different functions of the same text
            n, rest = _count(rest[0][1] + n), rest[1:]
        grown = Product.__new__(Product)
        nesting = max(self.__dict__["_nesting"], 1 + g.__dict__["_nesting"])
        grown._keep((*self.factors[:place], (g, n), *rest), nesting)
        return grown

    @property
    def factors(self) -> Factors:
        """Pairs (function, multiplicity), sorted; definite multiplicities are ints."""
        return self.parameters  # type: ignore[return-value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Product) and frozenset(self.factors) == frozenset(other.factors)

    def __hash__(self) -> int:
        return hash(frozenset(self.factors))

    def __reduce__(self) -> tuple[Any, ...]:
        return tensor_product, (self.parameters,)

    def __repr__(self) -> str:
        return " @ ".join(_power_text(f, n) for f, n in self.factors)

    def _factors(self) -> Factors:
        return tuple((g, _count(m * n)) for f, n in self.factors for g, m in f._factors())

    @property
    def is_symmetric(self) -> bool:
        return all(f.is_symmetric for f, _ in self.factors) or self.inverse() == self

    def inverse(self) -> TradeOff:
        if all(f.is_symmetric for f, _ in self.factors):
            return self
        return tensor_product((f.inverse(), n) for f, n in self.factors)

    # -- values ----------------------------------------------------------------------------------

    @cached_property
    def _closed(self) -> TradeOff | None:
        """The function that knows the values, if there is one."""
        from .closed import closed_form

        return closed_form(self.factors)

    def _known(self) -> TradeOff:
        if self._closed is None:
            raise UnsupportedError(
                f"no closed form of {self!r} is known; ask for an enclosure: enclose_delta, "
                "enclose_epsilon or enclose"
            )
        return self._closed

    def as_piecewise_linear(self) -> PiecewiseLinear | None:
        """The function by its exact breakpoints, or None if it has none or too many."""
        return None if self._closed is None else as_piecewise_linear(self._closed)

    @property
    def breakpoints(self) -> Sequence[tuple[Expr, Expr]]:
        r"""The exact breakpoints of a product with finitely many likelihood ratios.

        Those of :math:`f_{\varepsilon,0}^{\otimes n}` are computed when they are asked for.

        Examples
        --------
        >>> from sympy import log
        >>> list((EpsDelta(log(3)) ** 2).breakpoints)
        [(0, 1), (1/16, 7/16), (7/16, 1/16), (1, 0)]
        """
        if isinstance(self._closed, BinomialPower):
            return self._closed.breakpoints
        linear = self.as_piecewise_linear()
        if linear is None:
            raise UnsupportedError(f"{self!r}: its breakpoints are not known or too many")
        return linear.breakpoints

    def _formula(self, alpha: Expr) -> Expr:
        return self._known()._formula(alpha)

    def _delta_formula(self, eps: Expr) -> Expr:
        from .closed import closed_profile

        if self._closed is None:
            profile = closed_profile(self.factors, eps)
            if profile is not None:
                return profile
        return self._known()._delta_formula(eps)

    def fixed_point(self) -> Any:
        return super().fixed_point() if self._closed is None else self._closed.fixed_point()

    def tv(self) -> Any:
        return super().tv() if self._closed is None else self._closed.tv()

    def two_sided(self) -> TradeOff:
        linear = None if self.is_symmetric else self.as_piecewise_linear()
        return super().two_sided() if linear is None else linear.two_sided()

    def enclose(self, alpha: Any, digits: int = 30) -> Any:
        from ..oracle import enclose_value

        self._require_numbers("enclose")
        try:
            return super().enclose(alpha, digits)
        except UnsupportedError:
            return enclose_value(self, alpha, digits)

    def enclose_delta(self, eps: Any, digits: int = 30) -> Any:
        from ..oracle import enclose_delta

        self._require_numbers("enclose_delta")
        # a binomial sum is shorter than the closed form of it
        summed = isinstance(self._closed, BinomialPower)
        if not summed and self.as_piecewise_linear() is not None:
            return super().enclose_delta(eps, digits)
        try:
            return enclose_delta(self, eps, digits)
        except UnsupportedError as refusal:
            if self._closed is None:
                raise
            try:
                return super().enclose_delta(eps, digits)
            except UnsupportedError:
                raise refusal from None

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Any:
        from ..oracle import enclose_epsilon

        self._require_numbers("enclose_epsilon")
        return enclose_epsilon(self, delta, digits)

    # -- floats ----------------------------------------------------------------------------------

    def _values(self, alpha: Array, rest: Array) -> Array:
        if self._closed is None:
            return _middles(self.enclose(level, _DOUBLE_DIGITS) for level in alpha.tolist())
        return self._closed._values(alpha, rest)

    def _complements(self, alpha: Array, rest: Array) -> Array:
        if self._closed is None:
            return super()._complements(alpha, rest)
        return self._closed._complements(alpha, rest)

    def _delta_values(self, eps: Array) -> Array:
        if self._closed is None:
            return _middles(self.enclose_delta(x, _DOUBLE_DIGITS) for x in eps.tolist())
        return self._closed._delta_values(eps)


def _sort_key(factor: tuple[TradeOff, Multiplicity]) -> tuple[Any, ...]:
    f, n = factor
    if isinstance(f, PiecewiseLinear) and is_rational(f):  # its text may be very long
        return type(f).__name__, len(f._alphas), f._alphas, f._betas
    return type(f).__name__, -1, str(f), written(n)


def _middles(balls: Iterable[Any]) -> Array:
    """The doubles next to the middles of enclosures."""
    return np.array([float((ball.lower + ball.upper) / 2) for ball in balls])


def _power_text(f: TradeOff, n: Multiplicity) -> str:
    if n == 1:
        return str(f)
    return f"{f}**{written(n)}" if isinstance(n, int) or n.is_Symbol else f"{f}**({n})"
