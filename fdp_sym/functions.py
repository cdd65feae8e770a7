r"""The standard normal CDF and quantile as atomic SymPy functions.

:math:`\Phi(x) = \tfrac12 \operatorname{erfc}(-x/\sqrt2)` and its inverse stay atomic: nothing but
their values at 0 (resp. 1/2) and at the ends evaluates by itself. Named rewrite rules of
`fdp_sym.theorems` relate them to each other and to ``erfc``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import mpmath
import sympy
from sympy import Expr, Float, Function, Rational, S, erfc, exp, pi, sqrt, sympify
from sympy.core.function import ArgumentIndexError
from sympy.functions.elementary import piecewise

from .errors import DomainError

__all__ = ["Max", "Min", "Phi", "Quantile", "normal_density"]


def _members(cls: Any, args: Iterable[Any], choose: Callable[[Iterable[Expr]], Expr]) -> set[Expr]:
    """The arguments, nested ones flattened, with one number left of all numbers among them."""
    flat: set[Expr] = set()
    for argument in map(sympify, args):
        flat |= set(argument.args) if isinstance(argument, cls) else {argument}
    numbers = {a for a in flat if a.is_Number}
    return (flat - numbers) | ({choose(numbers)} if numbers else set())


class Max(sympy.Max):  # type: ignore[misc]
    """SymPy's ``Max`` without its comparisons of symbolic arguments.

    SymPy compares every pair of arguments whenever the expression is rebuilt, by assumptions and
    by floats. Here only numbers are compared; the sign engine does the rest where it is needed. It
    is equal to SymPy's ``Max`` of the same arguments.

    Examples
    --------
    >>> from fdp_sym.symbols import epsilon
    >>> Max(0, 1, epsilon, 1 + epsilon)
    Max(1, epsilon, epsilon + 1)
    """

    def __new__(cls, *args: Any, **options: Any) -> Expr:
        return super().__new__(cls, *_members(cls, args, max), evaluate=False)

    def __eq__(self, other: object) -> bool:
        return self.args == other.args if isinstance(other, sympy.Max) else super().__eq__(other)

    __hash__ = sympy.Max.__hash__


class Min(sympy.Min):  # type: ignore[misc]
    """SymPy's ``Min`` without its comparisons of symbolic arguments; see `Max`."""

    def __new__(cls, *args: Any, **options: Any) -> Expr:
        return super().__new__(cls, *_members(cls, args, min), evaluate=False)

    def __eq__(self, other: object) -> bool:
        return self.args == other.args if isinstance(other, sympy.Min) else super().__eq__(other)

    __hash__ = sympy.Min.__hash__


def _settled(condition: Any) -> Any:
    """SymPy's normal form of a condition, or the condition if the form of that is itself again.

    ``Piecewise`` takes the form of its conditions until they no longer change. Of
    ``x - exp(x) <= exp(y) - x`` and its mirror image each is the form of the other, and SymPy (as
    of 1.14) never ends; an expansion may lead there from a condition that has a form.
    """
    form = _normal_form(condition)
    return condition if form != condition and _normal_form(form) == condition else form


# nothing changes but what would exhaust the stack; the name is private, another release may drop it
_normal_form: Callable[[Any], Any] = getattr(piecewise, "_canonical_coeff", lambda c: c)
piecewise._canonical_coeff = _settled


def normal_density(x: Any) -> Expr:
    r"""The standard normal density :math:`\varphi(x) = e^{-x^2/2}/\sqrt{2\pi}`, as an expression.

    Examples
    --------
    >>> normal_density(0)
    sqrt(2)/(2*sqrt(pi))
    """
    x = sympify(x, strict=True)
    return exp(-(x**2) / 2) / sqrt(2 * pi)


class Phi(Function):  # type: ignore[misc]
    r"""Standard normal CDF :math:`\Phi(x)`, for real ``x`` and ``x = ±oo``.

    Examples
    --------
    >>> from sympy import oo
    >>> Phi(0), Phi(-oo), Phi(oo)
    (1/2, 0, 1)
    >>> Phi(-40).evalf(10)
    3.655893541e-350
    """

    nargs = 1
    is_real = True
    is_finite = True
    is_nonnegative = True

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x is S.NegativeInfinity:
            return S.Zero
        if x is S.Infinity:
            return S.One
        if x is S.Zero:
            return S.Half
        if x is S.NaN or x is S.ComplexInfinity:
            raise DomainError(f"Phi({x}): allowed is a real argument, or oo, -oo")
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        if argindex != 1:
            raise ArgumentIndexError(self, argindex)
        return normal_density(self.args[0])

    def _eval_rewrite_as_erfc(self, x: Expr, **hints: Any) -> Expr:
        return erfc(-x / sqrt(2)) / 2

    def _eval_evalf(self, prec: int) -> Expr | None:
        x = self.args[0]._eval_evalf(prec + 20)
        if x is None or not x.is_Float:
            return None
        # a tail multiplies the relative error of its argument by the square of that
        needed = prec + 20 + 2 * max(0, mpmath.mag(x._to_mpmath(prec)))
        x = self.args[0]._eval_evalf(needed)
        # mpmath's erfc of a positive argument is accurate relative to itself, so tails keep digits
        with mpmath.workprec(needed):
            value = mpmath.erfc(-x._to_mpmath(mpmath.mp.prec) / mpmath.sqrt(2)) / 2
        return Float._new(value._mpf_, prec)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        power = f"^{{{exp}}}" if exp is not None else ""
        return rf"\Phi{power}\left({printer._print(self.args[0])}\right)"


class Quantile(Function):  # type: ignore[misc]
    r"""Standard normal quantile :math:`\Phi^{-1}(p)` for ``p`` in [0, 1], infinite at the ends.

    Examples
    --------
    >>> Quantile(Rational(1, 2)), Quantile(0), Quantile(1)
    (0, -oo, oo)
    >>> Quantile(Rational(1, 20)).evalf(12)
    -1.64485362695
    """

    nargs = 1
    is_extended_real = True

    @classmethod
    def eval(cls, p: Expr) -> Expr | None:
        if p is S.Zero:
            return S.NegativeInfinity
        if p == 1:
            return S.Infinity
        if p == Rational(1, 2):
            return S.Zero
        # only rationals are judged here: comparing other numbers would evaluate them in floats
        if p is S.NaN or (p.is_Rational and not 0 <= p <= 1):
            raise DomainError(f"Quantile({p}): allowed is a probability in [0, 1]")
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        if argindex != 1:
            raise ArgumentIndexError(self, argindex)
        return 1 / normal_density(self)

    def _eval_evalf(self, prec: int) -> Expr | None:
        p = self.args[0]._eval_evalf(prec + 20)
        if p is None or not p.is_Float:
            return None
        with mpmath.workprec(prec + 40):
            value = p._to_mpmath(prec + 40)
            if 2 * value <= 1:
                root = _lower_quantile(value)
            else:
                # the upper tail is solved for its own small probability 1 - p
                complement = (1 - self.args[0])._eval_evalf(prec + 40)
                root = -_lower_quantile(complement._to_mpmath(prec + 40))
        return Float._new(root._mpf_, prec)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body = rf"\Phi^{{-1}}\left({printer._print(self.args[0])}\right)"
        return body if exp is None else rf"\left({body}\right)^{{{exp}}}"


def _lower_quantile(p: Any) -> Any:
    """Solve Phi(x) = p for p <= 1/2 by Newton's method on log Phi, which is concave."""
    if 2 * p == 1:
        return mpmath.mpf(0)
    target = mpmath.log(p)
    root2 = mpmath.sqrt(2)
    x = -mpmath.sqrt(-2 * mpmath.log(2 * p))  # Phi(x) <= exp(-x^2/2)/2: the root is not above
    for _ in range(200):
        cdf = mpmath.erfc(-x / root2) / 2
        density = mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mpmath.pi)
        step = (mpmath.log(cdf) - target) * cdf / density
        x -= step
        if abs(step) <= abs(x) * mpmath.eps * 8:
            return x
    raise AssertionError("Newton's method on a concave function did not converge")
