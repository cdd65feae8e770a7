"""Randomised response on m symbols."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Interval, exp, oo

from ..errors import DomainError
from ..exact import exact, parameter
from .eps_delta import EpsDelta
from .three_ratios import ThreeRatios

__all__ = ["RandomizedResponse"]


class RandomizedResponse(ThreeRatios):
    r"""Randomised response on m symbols: the trade-off function for two different inputs.

    The input is reported with probability :math:`e^\varepsilon/(e^\varepsilon+m-1)`, each other
    symbol with probability :math:`1/(e^\varepsilon+m-1)`. For two inputs m - 2 symbols are equally
    likely, so that

    .. math:: f(\alpha)=\max\Bigl\{1-e^\varepsilon\alpha,\ \frac{m}{e^\varepsilon+m-1}-\alpha,\
        e^{-\varepsilon}(1-\alpha)\Bigr\}.

    For m = 2 this is ``EpsDelta(eps, 0)``, which is what is then returned.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    m : integer >= 2
        The number of symbols; a symbol made by ``integer("m", 2)`` is allowed.

    Raises
    ------
    DomainError
        If eps is negative, or m is no integer from 2 on.

    Examples
    --------
    >>> f = RandomizedResponse(1, 3)
    >>> f.fixed_point(), round(f(0.1), 12)
    (3/(2*(2 + E)), 0.728171817154)
    >>> RandomizedResponse(1)
    EpsDelta(1, 0)

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1407.1338 (k-RR); T by Neyman and Pearson.
    """

    parameters: tuple[Expr, Expr]

    def __new__(cls, eps: Any, m: Any = 2) -> Any:
        return EpsDelta(eps, 0) if number_of_symbols(m) == 2 else super().__new__(cls)

    def __init__(self, eps: Any, m: Any = 2) -> None:
        super().__init__(parameter(eps, "eps", Interval(0, oo)), number_of_symbols(m))

    @property
    def m(self) -> Expr:
        """The number of symbols."""
        return self.parameters[1]

    @property
    def outer(self) -> Expr:
        return 1 / (exp(self.eps) + self.m - 1)

    @property
    def neutral(self) -> Expr:
        return (self.m - 2) * self.outer

    def fixed_point(self) -> Expr:
        return self.m * self.outer / 2


def number_of_symbols(m: Any) -> Expr:
    """A number of symbols: an integer from 2 on, or a symbol that ranges over such."""
    size = exact(m, "m")
    if size.is_integer:
        return parameter(size, "m", Interval(2, oo))
    raise DomainError(
        f"m = {m}: allowed is a number of symbols, an integer m >= 2; as a symbol it is "
        'made by integer("m", 2)'
    )
