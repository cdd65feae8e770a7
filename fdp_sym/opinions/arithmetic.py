"""What a library of numbers has to offer, so that expressions can be evaluated with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..errors import UnsupportedError

__all__ = ["Arithmetic", "Unresolved"]


class Unresolved(Exception):
    """A comparison inside an expression is not decided at this precision."""


class Arithmetic(ABC):
    """The numbers of a library, at one precision. Results are new numbers."""

    name: str

    @abstractmethod
    def number(self, x: Fraction) -> Any:
        """A fraction as a number of the library."""

    @abstractmethod
    def sign(self, x: Any) -> int | None:
        """-1, 0 or 1; None when it cannot be told."""

    @abstractmethod
    def add(self, x: Any, y: Any) -> Any: ...

    @abstractmethod
    def multiply(self, x: Any, y: Any) -> Any: ...

    @abstractmethod
    def divide(self, x: Any, y: Any) -> Any:
        """x / y for y of known sign."""

    @abstractmethod
    def root(self, x: Any, degree: int) -> Any:
        """The root of a number that is not negative."""

    @abstractmethod
    def larger(self, x: Any, y: Any) -> Any:
        """The larger one."""

    @abstractmethod
    def function(self, name: str, x: Any) -> Any:
        """One of the functions of `FUNCTIONS`; UnsupportedError if the library has none."""

    @abstractmethod
    def constant(self, name: str) -> Any:
        """``pi`` or ``E``."""

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """The integral of a function, where the library has one."""
        raise UnsupportedError(f"{self.name} has no integrals")

    def supremum(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        """The supremum of a function on a range, whose ends are fractions where they can be."""
        raise UnsupportedError(f"{self.name} has no suprema")

    def series(self, term: Callable[[int], Any], low: int) -> Any:
        """The sum of infinitely many terms, where the library has one."""
        raise UnsupportedError(f"{self.name} has no infinite sums")
