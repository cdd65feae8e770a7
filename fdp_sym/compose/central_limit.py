r"""The central limit theorem for composition, with the error of Berry and Esseen.

For symmetric :math:`f_i` with :math:`\kappa_3(f_i)<\infty`, not all of them Id, let

.. math::
    \mu=\frac{2\sum\mathrm{kl}(f_i)}{\sqrt{\sum(\kappa_2(f_i)-\mathrm{kl}(f_i)^2)}},\qquad
    \gamma=\frac{0.56\sum\bar\kappa_3(f_i)}{\bigl(\sum(\kappa_2(f_i)-\mathrm{kl}(f_i)^2)
    \bigr)^{3/2}}.

If :math:`\gamma<1/2` then :math:`G_\mu(\alpha+\gamma)-\gamma\le(f_1\otimes\dots\otimes f_n)(\alpha)
\le G_\mu(\alpha-\gamma)+\gamma`, where :math:`G_\mu` is 1 left of 0 and 0 right of 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import (
    Add,
    Expr,
    Integer,
    Integral,
    Interval,
    Piecewise,
    Rational,
    S,
    Sum,
    oo,
    sqrt,
)

from ..errors import DomainError, HypothesisError, PrecisionError, UnsupportedError
from ..exact import exact, is_numeric
from ..functions import Phi, Quantile
from ..shown import Shown
from ..signs import is_positive
from ..symbols import alpha as alpha_symbol
from ..theorems.statements import Decided
from ..theorems.verdict import Status, Verdict
from ..tradeoff.base import TradeOff
from ..tradeoff.gaussian import Gaussian
from ..tradeoff.identity import Identity
from ..tradeoff.inputs import within
from .band import within_shift

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = ["CentralLimit", "InBand", "clt"]

SHEVTSOVA_2010 = Rational(56, 100)
_LEVELS = Interval(0, 1)
_FINITE_KAPPA3 = "needs kappa3 < oo (Dong, Roth and Su, Theorem 3.4)"


def clt(fs: Iterable[Any], constant: Any = SHEVTSOVA_2010) -> CentralLimit:
    """The Gaussian band around a composition; see `CentralLimit`.

    Parameters
    ----------
    fs : list of trade-off functions f, or pairs (f, n) for n copies
        Symmetric, with finite kappa3. A product counts as its factors. 10^6 copies cost no more
        than one.
    constant : positive number
        The constant of the Berry-Esseen inequality. Known to suffice: 0.56 (Shevtsova 2010), and
        0.4690 when all of the functions are the same (Shevtsova 2013). Nothing below
        (sqrt(10) + 3)/(6 sqrt(2 pi)) = 0.40973… holds in that inequality; such a value is allowed
        here, but no theorem stands behind it.

    Raises
    ------
    DomainError
        For an empty list, members that are no trade-off functions, or a constant that is not
        positive.
    HypothesisError
        If a function is not known to be symmetric or has infinite kappa3, if all are Id, or if
        gamma >= 1/2.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> limit = clt([(EpsDelta("1/10"), 1000)])
    >>> limit.enclose_mu(8).decimal(8), limit.enclose_gamma(8).decimal(8)
    ('3.1635954', '0.017775148')
    >>> limit.lower(0.1) < limit.upper(0.1)
    True
    """
    return CentralLimit(fs, constant)


class CentralLimit(Shown):
    """The band of the central limit theorem around a composition.

    Parameters
    ----------
    fs, constant
        See `clt`.

    Attributes
    ----------
    factors : tuple of (TradeOff, multiplicity)
        Equal functions are counted together; Id is left out.
    constant : Expr
        The constant of the Berry-Esseen inequality.

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorem 3.4.
    """

    def __init__(self, fs: Iterable[Any], constant: Any = SHEVTSOVA_2010) -> None:
        self.constant: Expr = exact(constant, "constant")
        if not is_positive(self.constant):
            raise DomainError(
                f"constant = {constant}: allowed are positive numbers; 0.56 and, for copies of one "
                "function, 0.4690 are proved in the literature"
            )
        self.factors = counted(fs)
        for f, _ in self.factors:
            _check(f)
        if not self.free_symbols:
            self._check_gamma()

    def _check_gamma(self) -> None:
        """gamma < 1/2, in the form 4 constant^2 kappa3_bar^2 < variance^3 without roots."""
        from ..balls import enclose

        for digits in (10, 40):
            _, variance, third = self._sums(digits)
            constant = enclose(self.constant, digits=digits)
            room = variance * variance * variance - 4 * constant * constant * third * third
            if room.lower > 0:
                return
            if room.upper <= 0:
                break
        raise HypothesisError(
            f"gamma = {self.enclose_gamma(6).decimal(6)} for {self._list()}: allowed is gamma < "
            "1/2 (Theorem 3.4 says nothing otherwise). Compose more copies, or functions closer "
            "to Id."
        )

    def _list(self) -> str:
        return ", ".join(f"{f} ** {n}" if n != 1 else str(f) for f, n in self.factors)

    def __repr__(self) -> str:
        return f"CentralLimit([{self._list()}], constant={self.constant})"

    @property
    def free_symbols(self) -> frozenset[Any]:
        """The symbols in the functions and multiplicities."""
        found: set[Any] = set(self.constant.free_symbols)
        for f, n in self.factors:
            found |= f.free_symbols | n.free_symbols
        return frozenset(found)

    @cached_property
    def product(self) -> TradeOff:
        """The composition itself."""
        from .product import tensor_product

        return tensor_product(self.factors)

    # -- the two parameters ----------------------------------------------------------------------

    def _total(self, name: str) -> Expr:
        return Add(*(n * getattr(f, name)() for f, n in self.factors))

    @cached_property
    def variance(self) -> Expr:
        """The variance of the privacy loss: the sum of kappa2 - kl^2."""
        return Add(*(n * (f.kappa2() - f.kl() ** 2) for f, n in self.factors))

    @cached_property
    def mu(self) -> Expr:
        """The parameter of the Gaussian limit."""
        return 2 * self._total("kl") / sqrt(self.variance)

    @cached_property
    def gamma(self) -> Expr:
        """Half of the width of the band."""
        return self.constant * self._total("kappa3_bar") / self.variance ** Rational(3, 2)

    def enclose_mu(self, digits: int = 30) -> Ball:
        """A ball that contains mu, of relative width at most ``10**-digits``."""
        return self._enclose(digits, lambda kl, _, root: 2 * kl / root)

    def enclose_gamma(self, digits: int = 30) -> Ball:
        """A ball that contains gamma, of relative width at most ``10**-digits``."""
        return self._enclose(digits, lambda _, third, root: self.constant * third / root**3)

    def _enclose(self, digits: int, formula: Any) -> Ball:
        from ..balls import Ball

        tolerance = Rational(1, 10**digits)
        for extra in (6, 20, 60):
            kl, variance, third = self._sums(digits + extra)
            if variance.lower > 0:
                # both parameters increase with kl and kappa3_bar and decrease with the variance
                low = _value(formula, kl.lower, third.lower, variance.upper, digits + extra)
                high = _value(formula, kl.upper, third.upper, variance.lower, digits + extra)
                ball = Ball(low.lower, high.upper, "sums of functionals")
                if ball.relative_width <= tolerance:
                    return ball
        raise PrecisionError(f"the parameters of {self} are not enclosed to {digits} digits")

    def _sums(self, digits: int) -> tuple[Ball, Ball, Ball]:
        """kl, the variance and kappa3_bar of the composition."""
        from ..balls import Ball
        from ..divergences.functionals import enclose_functional

        kl = variance = third = Ball(0, 0)
        for f, n in self.factors:
            first, second, absolute = (
                enclose_functional(f, name, digits) for name in ("kl", "kappa2", "kappa3_bar")
            )
            kl += n * first
            variance += n * (second - first * first)
            third += n * absolute
        return kl, variance, third

    # -- the band --------------------------------------------------------------------------------

    def lower(self, alpha: Any = alpha_symbol) -> Any:
        r"""The lower end of the band, :math:`G_\mu(\alpha+\gamma)-\gamma`; it may be negative.

        Parameters
        ----------
        alpha : number, array, str or SymPy expression in [0, 1]
            Floats and arrays of them give floats, everything else SymPy, as for f(alpha).
        """
        return self._side(alpha, 1)

    def upper(self, alpha: Any = alpha_symbol) -> Any:
        r"""The upper end of the band, :math:`G_\mu(\alpha-\gamma)+\gamma`; it may exceed 1."""
        return self._side(alpha, -1)

    def _side(self, alpha: Any, sign: int) -> Any:
        import numpy as np

        numeric = isinstance(alpha, (np.ndarray, list, tuple)) or is_numeric(alpha)
        if not numeric or self.free_symbols:
            return self._expression(within(alpha, "alpha", _LEVELS), sign)
        from ..tradeoff.inputs import floats

        levels = floats(alpha, "alpha", _LEVELS)
        mu, gamma = (sum(b.floats()) / 2 for b in (self.enclose_mu(18), self.enclose_gamma(18)))
        moved = levels + sign * gamma
        inside = Gaussian(mu)(np.clip(moved, 0.0, 1.0))
        values = np.where(moved < 0, 1.0, np.where(moved > 1, 0.0, inside)) - sign * gamma
        return values if isinstance(alpha, (np.ndarray, list, tuple)) else float(values)

    def _expression(self, alpha: Expr, sign: int) -> Expr:
        from ..balls import sign as certified_sign

        moved = alpha + sign * self.gamma
        inside = Phi(Quantile(1 - moved) - self.mu)
        outside = (S.One, moved < 0) if sign < 0 else (S.Zero, moved > 1)
        if not moved.free_symbols:
            beyond = certified_sign(-moved if sign < 0 else moved - 1)
            return (outside[0] if beyond == 1 else inside) - sign * self.gamma
        return Piecewise(outside, (inside, True)) - sign * self.gamma

    @cached_property
    def _verdict(self) -> Verdict:
        if self.free_symbols:
            names = ", ".join(sorted(map(str, self.free_symbols)))
            raise UnsupportedError(f"verify() of {self} needs numbers for {names}")
        try:
            if self.mu.has(Integral, Sum):
                return self._verdict_by_enclosures()
            return within_shift(self.product, Gaussian(self.mu), self.gamma)
        except (UnsupportedError, PrecisionError) as error:
            return Verdict(Status.INCONCLUSIVE, domain="alpha in [0, 1]", detail=str(error))

    def _verdict_by_enclosures(self) -> Verdict:
        r"""With rational numbers next to mu and gamma, on the side that is safe for a certificate.

        For :math:`|G_\mu-G_m|\le|\mu-m|`: a shift that is smaller by that makes up for m.
        """
        mu, gamma = self.enclose_mu(30), self.enclose_gamma(30)
        centre, shift = exact(mu.midpoint, "mu"), exact(gamma.lower - mu.width, "gamma")
        found = within_shift(self.product, Gaussian(centre), shift)
        if found.status is Status.REFUTED:  # the band itself is a little wider
            found = replace(found, status=Status.INCONCLUSIVE, witness={})
        return found

    def verify(self) -> Verdict:
        """Whether the composition lies in the band, for **all** alpha in [0, 1].

        The theorem is not used: certified values of the composition's own profile are compared
        with the Gaussian one, as `fdp_sym.compose.band` explains (with the clipped corners).

        Returns
        -------
        Verdict
            ``certified``; ``refuted`` with a rational alpha (when the constant is too small); or
            ``inconclusive``, also where no enclosure of the composition is known.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> clt([Gaussian("1/2"), (Gaussian("1/3"), 5)]).verify().status
        <Status.CERTIFIED: 'certified'>
        """
        return self._verdict

    def plot(self, **options: Any) -> Any:
        """The band around the composition; see `fdp_sym.plots.band`."""
        from ..plots import band

        return band(self, **options)

    def _mathematics(self) -> str:
        from ..latex.displays import short

        return (
            r"G_{\hat\mu}(\alpha + \hat\gamma) - \hat\gamma \le f(\alpha) \le "
            r"G_{\hat\mu}(\alpha - \hat\gamma) + \hat\gamma, \quad "
            rf"\hat\mu = {short(self.mu)}, \quad \hat\gamma = {short(self.gamma)}"
        )


@dataclass(frozen=True)
class InBand(Decided):
    """The conclusion of the theorem for one list, as a statement: for all alpha in [0, 1].

    Parameters
    ----------
    fs, constant
        As for `clt`, which checks them when the statement is decided.
    """

    fs: tuple[tuple[TradeOff, int], ...]
    constant: Expr

    def __init__(self, *fs: tuple[TradeOff, int], constant: Any = SHEVTSOVA_2010) -> None:
        object.__setattr__(self, "fs", fs)
        object.__setattr__(self, "constant", exact(constant, "constant"))

    @property
    def text(self) -> str:
        factors = " @ ".join(f"{f}**{n}" if n != 1 else str(f) for f, n in self.fs)
        return f"{factors} in its Gaussian band with the constant {self.constant}"

    @cached_property
    def verdict(self) -> Verdict:
        return clt(self.fs, self.constant).verify()


def _value(formula: Any, kl: Any, third: Any, variance: Any, digits: int) -> Ball:
    from ..balls import enclose

    kl, third, variance = (Rational(x.numerator, x.denominator) for x in (kl, third, variance))
    return enclose(formula(kl, third, sqrt(variance)), digits=digits)


def counted(fs: Iterable[Any]) -> tuple[tuple[TradeOff, Expr], ...]:
    """The functions with their multiplicities: products taken apart, Id dropped, equals added."""
    if isinstance(fs, TradeOff):
        fs = [fs]
    try:
        members = list(fs)
    except TypeError:
        raise DomainError(
            f"fs = {fs!r}: allowed is a list of trade-off functions f or pairs (f, n)"
        ) from None
    if not members:
        raise DomainError("an empty list: allowed is at least one trade-off function")
    copies = Counter(map(id, members))  # a million copies are usually one object
    counts: dict[TradeOff, Expr] = {}
    for member in {id(member): member for member in members}.values():
        f, n = member if isinstance(member, tuple) and len(member) == 2 else (member, 1)
        if not isinstance(f, TradeOff):
            raise DomainError(f"{member!r}: allowed are trade-off functions f and pairs (f, n)")
        times = copies[id(member)] * _multiplicity(n)
        for factor, inner in f._factors():
            counts[factor] = counts.get(factor, Integer(0)) + times * inner
    kept = tuple((f, n) for f, n in counts.items() if n != 0 and f != Identity() and f.tv() != 0)
    if not kept:
        raise HypothesisError(
            "all functions are Id: Theorem 3.4 needs at least one other (their composition is Id "
            "exactly)"
        )
    return kept


def _multiplicity(n: Any) -> Expr:
    times = exact(n, "n")
    if times.is_integer and times.is_nonnegative:
        return times
    raise DomainError(
        f"multiplicity n = {n}: allowed are integers n >= 0, or a symbol made by integer(name)"
    )


def _check(f: TradeOff) -> None:
    if not f.is_symmetric:
        raise HypothesisError(
            f"{f} is not known to be symmetric, which Theorem 3.4 needs. Give a symmetric one; for "
            "a piecewise-linear f there are f.symmetrize() >= f and f.two_sided() <= f."
        )
    if f.kappa3() is oo:
        raise HypothesisError(f"{f} has kappa3 = oo: the theorem {_FINITE_KAPPA3}")
