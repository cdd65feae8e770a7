"""Straight-line programs over enclosures: what a SymPy expression is compiled to.

A program is a list of named operations on numbered registers. A *backend* says what the names
mean: `fdp_sym.balls.real` encloses real values, ``duals`` also their derivative, ``complexes``
complex values of analytic expressions. A new kind of arithmetic is a new table, not a new
compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sympy import Expr, Symbol

from ..errors import DomainError
from . import arithmetic as ar
from .ball import Ball
from .numbers import to_value
from .precision import precision

__all__ = ["Backend", "Instruction", "Program"]


@dataclass(frozen=True, eq=False)
class Backend:
    """The meaning of the operations of a program.

    Attributes
    ----------
    table : mapping of str to callable
        Operation name to a function of register values. An operation that carries data (the
        body of a sum) gets it as its first argument.
    lift : callable or None
        Takes an exact rational constant to a register value, at the precision of the run.
    """

    table: Mapping[str, Callable[..., Any]]
    lift: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Instruction:
    """One operation: its name, the registers it reads, and data such as a nested program."""

    op: str
    args: tuple[int, ...]
    data: Any = None


class Program:
    """A compiled expression; made by `compile_expr`.

    Registers hold the variables first, then the rational constants, then one result for each
    instruction.

    Attributes
    ----------
    expr : Expr
        What was compiled.
    variables : tuple of Symbol
        The order of the values.
    iterative : bool
        Whether a search or a quadrature is inside, so that more bits may not mean more digits.
    """

    def __init__(
        self,
        expr: Expr,
        variables: Sequence[Symbol],
        constants: Sequence[Any],
        code: Sequence[Instruction],
        result: int,
        iterative: bool,
    ) -> None:
        self.expr = expr
        self.variables = tuple(variables)
        self.constants = tuple(constants)
        self.code = tuple(code)
        self.result = result
        self.iterative = iterative
        self._steps: dict[Backend, list[tuple[Callable[..., Any], tuple[int, ...]]]] = {}

    def __repr__(self) -> str:
        return f"Program({self.expr}, variables={self.variables})"

    def __reduce__(self) -> tuple[Any, ...]:
        from .compiler import compile_expr

        return compile_expr, (self.expr, self.variables)

    def supports(self, backend: Backend) -> bool:
        """Whether the backend knows every operation of this program and the programs in it."""
        return all(
            step.op in backend.table
            and (not isinstance(step.data, Program) or step.data.supports(backend))
            for step in self.code
        )

    def _bind(self, backend: Backend) -> list[tuple[Callable[..., Any], tuple[int, ...]]]:
        steps = []
        for instruction in self.code:
            function = backend.table[instruction.op]
            if instruction.data is not None:
                function = partial(function, instruction.data)
            steps.append((function, instruction.args))
        self._steps[backend] = steps
        return steps

    def run(self, values: Sequence[Any], backend: Backend) -> Any:
        """The result for register values of ``backend``, at flint's current precision."""
        steps = self._steps.get(backend)
        if steps is None:
            steps = self._bind(backend)
        constants = self.constants if backend.lift is None else map(backend.lift, self.constants)
        registers = [*values, *constants]
        for function, args in steps:
            if len(args) == 2:
                registers.append(function(registers[args[0]], registers[args[1]]))
            elif len(args) == 1:
                registers.append(function(registers[args[0]]))
            else:
                registers.append(function(*[registers[i] for i in args]))
        return registers[self.result]

    def _inputs(self, values: Any) -> list[Any]:
        if isinstance(values, Mapping):
            missing = [v for v in self.variables if v not in values]
            if missing:
                names = ", ".join(map(str, missing))
                raise DomainError(
                    f"no value for {names} in {self.expr}; every free symbol needs an exact "
                    "number or an interval (lo, hi). Add it to the values."
                )
            values = [values[v] for v in self.variables]
        elif len(values) != len(self.variables):
            raise DomainError(
                f"{len(values)} values for the {len(self.variables)} variables "
                f"{self.variables}; one is needed for each, in that order"
            )
        return [to_value(x) for x in values]

    def value(self, values: Any, bits: int) -> Any:
        """The enclosure as the interpreter holds it: fmpq, arb or Interval."""
        from .real import REAL

        inputs = self._inputs(values)
        with precision(bits):
            return self.run(inputs, REAL)

    def __call__(self, values: Any, bits: int) -> Any:
        """The enclosure as one flint ``arb`` (an unbounded one is the whole line)."""
        from .real import REAL

        inputs = self._inputs(values)
        with precision(bits):
            return ar.to_arb(self.run(inputs, REAL))

    def ball(self, values: Any, bits: int, route: str = "ball arithmetic") -> Ball:
        """The enclosure with exact outward bounds.

        Parameters
        ----------
        values : mapping or sequence
            For each variable an exact number, or a pair ``(lo, hi)`` for every real between;
            infinite ends stand for a half-infinite range.
        bits : int
            Working precision.
        route : str
            How the enclosure is said to have been obtained.

        Examples
        --------
        >>> from sympy import exp, oo
        >>> from fdp_sym.symbols import epsilon
        >>> from fdp_sym.balls import compile_expr
        >>> compile_expr(exp(-epsilon), (epsilon,)).ball([(0, oo)], 64)
        Ball(0, 1)
        """
        from .real import REAL

        inputs = self._inputs(values)
        with precision(bits):
            lower, upper = ar.bounds(self.run(inputs, REAL))
        return Ball(lower, upper, route)
