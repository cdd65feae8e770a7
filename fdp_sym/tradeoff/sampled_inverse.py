r"""The last piece of C_p(G_mu): the inverse of :math:`pG_\mu+(1-p)\mathrm{Id}` in SymPy."""

from __future__ import annotations

from typing import Any

import mpmath
from sympy import Expr, Float, Function, S, exp
from sympy.core.function import ArgumentIndexError

from ..functions import Phi, Quantile, normal_density

__all__ = ["SampledInverse"]


class SampledInverse(Function):
    r"""The t in :math:`[0,\Phi(-\mu/2)]` with :math:`pG_\mu(t)+(1-p)(1-t)=\alpha`.

    It has no closed form; its derivatives have one in terms of it.

    Examples
    --------
    >>> from sympy import Rational
    >>> t = SampledInverse(Rational(99, 100), Rational(1, 10), 1)
    >>> t.evalf(15)
    0.00485113627553332
    """

    nargs = 3  # alpha, p, mu
    is_real = True
    is_finite = True
    is_nonnegative = True

    @classmethod
    def eval(cls, alpha: Expr, p: Expr, mu: Expr) -> Expr | None:
        return S.Zero if alpha == 1 else None

    def fdiff(self, argindex: int = 1) -> Expr:
        _, p, mu = self.args
        z = Quantile(1 - self)
        steepness = 1 - p + p * exp(mu * z - mu**2 / 2)
        # p G(t) + (1-p)(1-t) - alpha = 0 by the implicit function theorem
        partial = {1: -S.One, 2: Phi(z - mu) - 1 + self, 3: -p * normal_density(z - mu)}
        if argindex not in partial:
            raise ArgumentIndexError(self, argindex)
        return partial[argindex] / steepness

    def _eval_evalf(self, prec: int) -> Expr | None:
        work = 2 * prec + 40
        alpha, p, mu = (
            argument._eval_evalf(work) for argument in (1 - self.args[0], *self.args[1:])
        )
        if not all(value is not None and value.is_Float for value in (alpha, p, mu)):
            return None
        with mpmath.workprec(work):
            rest, p, mu = (value._to_mpmath(work) for value in (alpha, p, mu))
            z = _root(rest, p, mu)
            return Float._new((mpmath.erfc(z / mpmath.sqrt(2)) / 2)._mpf_, prec)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        alpha, p, mu = (printer._print(argument) for argument in self.args)
        power = "" if exp is None else f"^{{{exp}}}"
        name = rf"\left({p} G_{{{mu}}} + (1 - {p})\,\mathrm{{Id}}\right)^{{-1}}"
        return rf"{{{name}}}\left({alpha}\right){power}"


def _root(rest: Any, p: Any, mu: Any) -> Any:
    """The z >= mu/2 with p Phi(mu - z) + (1 - p) Phi(-z) = rest, by bisection and Newton steps."""

    def upper(z: Any) -> Any:
        return mpmath.erfc(z / mpmath.sqrt(2)) / 2

    low, high = mu / 2, mu / 2 + 1
    while p * upper(high - mu) + (1 - p) * upper(high) > rest:
        high = 2 * high + 1
    z = (low + high) / 2
    for _ in range(4 * mpmath.mp.prec):
        excess = p * upper(z - mu) + (1 - p) * upper(z) - rest
        low, high = (z, high) if excess > 0 else (low, z)
        step = excess / (p * mpmath.npdf(z - mu) + (1 - p) * mpmath.npdf(z))
        following = z + step
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - z) <= abs(z) * mpmath.eps * 4:
            return following
        z = following
    return z
