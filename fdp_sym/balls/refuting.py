"""Whether a claim as it was stated certainly fails at an exact point."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sympy import Expr, Rational, Symbol

from ..errors import FdpError
from .evaluate import sign
from .nodes import Witness
from .rewriting import tidy

__all__ = ["refuter"]

_BITS = 2048


def refuter(
    parts: Sequence[tuple[Expr, bool]], variables: Sequence[Symbol]
) -> Callable[[Witness], bool]:
    """The test for the claim that every f is >= 0, or > 0 if it is marked as strict.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from fdp_sym.symbols import mu
    >>> fails = refuter([(mu - 1, True)], [mu])
    >>> fails((Fraction(1),)), fails((Fraction(2),))
    (True, False)
    """

    def refutes(point: Witness) -> bool:
        values = {
            v: Rational(x.numerator, x.denominator) for v, x in zip(variables, point, strict=True)
        }
        for expr, strict in parts:
            try:
                found = sign(expr, values, max_bits=_BITS)
                if found is None and strict and tidy(expr.subs(values)) == 0:
                    found = 0
            except FdpError:
                continue
            if found == -1 or (strict and found == 0):
                return True
        return False

    return refutes
