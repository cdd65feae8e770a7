"""An object that is the values it was made of."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from sympy import Symbol

from ..errors import DomainError
from ..exact import exact
from .inputs import deepest, substitute, symbols_of, written

if TYPE_CHECKING:
    from .base import TradeOff

__all__ = ["Value"]

_DEEPEST = 50  # functions in functions; every level takes several calls of Python's


class Value:
    """Immutable, hashable, equal to another when written the same way.

    ``repr``, equality, hashing, pickling and substitution follow from the parameters alone.

    Attributes
    ----------
    parameters : tuple
        SymPy expressions, trade-off functions or nested tuples of them.
    """

    parameters: tuple[Hashable, ...]

    def __init__(self, *parameters: Hashable) -> None:
        self._keep(parameters, 1 + deepest(parameters))

    def _keep(self, parameters: tuple[Hashable, ...], nesting: int) -> None:
        if nesting > _DEEPEST:
            raise DomainError(f"a function of functions nested more than {_DEEPEST} deep")
        self.__dict__["parameters"] = parameters
        self.__dict__["_nesting"] = nesting

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable; make a new one instead")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable; make a new one instead")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parameters

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.parameters == other.parameters  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.parameters))

    def __repr__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return f"{type(self).__name__}({', '.join(map(written, self.parameters))})"

    @property
    def free_symbols(self) -> frozenset[Symbol]:
        """The symbols in the parameters."""
        return frozenset(symbols_of(self.parameters))

    def subs(self, substitution: Mapping[Any, Any]) -> TradeOff:
        """The same function with symbols replaced (values are read exactly and checked again).

        Examples
        --------
        >>> from fdp_sym.symbols import mu
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(mu).subs({mu: "1/2"})
        Gaussian(1/2)
        """
        free = self.free_symbols
        pairs = {key: exact(value, str(key)) for key, value in substitution.items() if key in free}
        rebuild, arguments = self.__reduce__()[:2]
        result: TradeOff = rebuild(*(substitute(argument, pairs) for argument in arguments))
        return result
