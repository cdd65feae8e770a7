r"""The law of the privacy loss :math:`L=\log\frac{dQ}{dP}` of a trade-off function f = T(P, Q).

Under P the loss is :math:`\log|f'(U)|` with U uniform on [0, 1]. The law has atoms (one for each
piece on which f is linear), a part with a density, a mass :math:`P(L=-\infty)` (where f is 0) and,
under Q, a mass :math:`Q(L=\infty)=1-f(0)`. Composition convolves: losses of independent pairs add,
and their transforms :math:`K(s)=E_Q e^{sL}` multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mpmath.libmp import prec_to_dps
from sympy import (
    Abs,
    Add,
    Expr,
    Float,
    Integer,
    Integral,
    Interval,
    Rational,
    Sum,
    diff,
    exp,
    log,
)

from ..errors import FdpError
from ..symbols import real

__all__ = ["Atom", "Part", "PrivacyLoss", "Series", "loss"]

loss = real("loss")


class _Unevaluated(Integral):  # type: ignore[misc]
    """An integral that SymPy does not compute when it compares or prints it.

    SymPy would take its numerical value by quadrature to order the terms of a sum.
    """

    is_number = False

    def _ball_rewrite(self) -> Expr:
        return Integral(*self.args)

    def _eval_evalf(self, prec: int) -> Expr:
        """An enclosure is as many digits in a thousandth of the time of SymPy's quadrature."""
        from ..balls import enclose

        if not self.free_symbols:
            with suppress(FdpError):
                middle = enclose(self, digits=prec_to_dps(prec) + 2).midpoint
                return Float(Rational(middle.numerator, middle.denominator), precision=prec)
        return self._ball_rewrite()._evalf(prec)


class _UnevaluatedSum(Sum):  # type: ignore[misc]
    """The same for an infinite sum."""

    is_number = False


class Atom(NamedTuple):
    """A value of the likelihood ratio dQ/dP, with its masses under P and under Q."""

    ratio: Expr
    p: Expr
    q: Expr


@dataclass(frozen=True)
class Part:
    """Outcomes ``low < variable < high`` on which P and Q have densities.

    Attributes
    ----------
    variable : Symbol
    low, high : Expr
        The range, perhaps infinite.
    p : Expr
        The density of P.
    loss : Expr
        The logarithm of the ratio of the densities.
    inverse : Expr or None
        The outcome as an expression in the symbol ``loss``, if it is known.
    """

    variable: Expr
    low: Expr
    high: Expr
    p: Expr
    loss: Expr
    inverse: Expr | None = None

    def integral(self, integrand: Expr) -> Expr:
        """The unevaluated integral over the range."""
        return _Unevaluated(integrand, (self.variable, self.low, self.high))

    @property
    def density(self) -> Expr | None:
        """The density of the loss under P in the symbol ``loss``, on the values it takes."""
        if self.inverse is None:
            return None
        return self.p.xreplace({self.variable: self.inverse}) * Abs(diff(self.inverse, loss))

    @property
    def support(self) -> Interval:
        """The interval of the values of the loss (its ends are infinite where a limit is)."""
        ends = [self.loss.subs(self.variable, end) for end in (self.low, self.high)]
        return Interval.open(*sorted(ends, key=lambda end: float(end.evalf())))


class Series(Part):
    """The same for outcomes that are whole numbers: p is the mass, and integrals are sums."""

    def integral(self, integrand: Expr) -> Expr:
        """The unevaluated sum over the range."""
        return _UnevaluatedSum(integrand, (self.variable, self.low, self.high))

    @property
    def density(self) -> None:
        """There is none."""
        return None


class PrivacyLoss:
    r"""The law of the privacy loss, under P and under Q.

    Attributes
    ----------
    atoms : tuple of Atom
        The finite values that the loss takes with positive probability.
    parts : tuple of Part
        What has a density.
    mass_at_infinity : Expr
        The Q-mass where P vanishes, 1 - f(0).
    mass_at_minus_infinity : Expr
        The P-mass where Q vanishes.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> from fdp_sym.symbols import epsilon
    >>> law = EpsDelta(epsilon).privacy_loss()
    >>> [atom.ratio for atom in law.atoms]
    [exp(epsilon), exp(-epsilon)]
    """

    def __init__(
        self,
        atoms: tuple[Atom, ...] = (),
        parts: tuple[Part, ...] = (),
        mass_at_infinity: Any = 0,
        mass_at_minus_infinity: Any = 0,
        transform: Callable[[Expr], Expr] | None = None,
    ) -> None:
        self.atoms = atoms
        self.parts = parts
        self.mass_at_infinity: Expr = Integer(0) + mass_at_infinity
        self.mass_at_minus_infinity: Expr = Integer(0) + mass_at_minus_infinity
        self._transform = transform

    def __repr__(self) -> str:
        what = [f"{len(self.atoms)} atoms"] if self.atoms else []
        what += [f"loss {part.loss} with density {part.p}" for part in self.parts]
        masses = {"+oo": self.mass_at_infinity, "-oo": self.mass_at_minus_infinity}
        what += [f"mass {mass} at {where}" for where, mass in masses.items() if mass != 0]
        return f"PrivacyLoss({', '.join(what)})"

    @property
    def density(self) -> Expr | None:
        """The density under P in the symbol ``loss`` on ``parts[0].support``; None if in parts."""
        return self.parts[0].density if len(self.parts) == 1 else None

    def expectation(self, function: Callable[[Expr], Expr]) -> Expr:
        """The P-expectation of a function of the loss, over its finite values."""
        atoms = (atom.p * function(log(atom.ratio)) for atom in self.atoms)
        parts = (part.integral(part.p * function(part.loss)) for part in self.parts)
        return Add(*atoms, *parts)

    def transform(self, s: Any) -> Expr:
        r""":math:`K(s)=E_Q[e^{sL};|L|<\infty]`, in closed form where one is known.

        It is finite for :math:`-1\le s\le0`, and for every s if the finite losses are bounded or
        normal; elsewhere it may be infinite. :math:`K(0)=1-Q(L=\infty)` and
        :math:`K(-1)=1-P(L=-\infty)`.
        """
        s = Integer(0) + s
        if self._transform is not None:
            return self._transform(s)
        atoms = (atom.q * atom.ratio**s for atom in self.atoms)
        parts = (part.integral(part.p * exp((s + 1) * part.loss)) for part in self.parts)
        return Add(*atoms, *parts)

    def __matmul__(self, other: PrivacyLoss) -> PrivacyLoss:
        """The law of the sum of independent losses."""
        if not isinstance(other, PrivacyLoss):
            return NotImplemented
        from .sums import SumOfLosses

        return SumOfLosses([(self, 1), (other, 1)])

    def reversed(self) -> PrivacyLoss:
        """The law of T(Q, P): the two distributions change places and the loss its sign."""
        atoms = tuple(Atom(1 / a.ratio, a.q, a.p) for a in self.atoms)
        parts = tuple(
            replace(
                part,
                p=part.p * exp(part.loss),
                loss=-part.loss,
                inverse=None if part.inverse is None else part.inverse.xreplace({loss: -loss}),
            )
            for part in self.parts
        )
        return PrivacyLoss(
            atoms,
            parts,
            self.mass_at_minus_infinity,
            self.mass_at_infinity,
            # E_P e^{-sL} is K at -s - 1
            None if self._transform is None else lambda s: self.transform(-s - 1),
        )
