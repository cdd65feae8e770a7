"""The tree of a proof: boxes, and the form by which each is settled.

A node says by which form its box is settled:

* ``value``: the enclosure of f over the box has the sign;
* ``taylor``: f(m) + sum of f_i(B)(x_i - m_i) has it, or a longer series in a single variable;
* ``factors``: some factors of f have known signs, the rest is left to the child;
* ``increasing``: f is (F(u) - F(v)) g with an increasing F, and the child is about (u - v) g;
* ``variants``: f has the sign whichever argument of a Max, Min, Abs or Piecewise is active, of
  those that may be active on the box;
* ``rise``: f is monotone in one variable (if nested, the first child is about its derivative) and
  has the sign on the face from which it rises (the last child; at infinity its limit); boundary
  zeros of any order are a chain of these;
* ``cut``: the box is cut in pieces, an integer variable into its values;
* ``inner``: f is g(h), and the child is about g wherever h may be;
* ``substitute`` (only at the beginning): a change of variable;
* ``at``: a variable with a single value is put in; no step of its own in a certificate.

Any node may state its f in another form of the same function.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .boxes import Box
from .problem import Problem

__all__ = ["Budget", "Goal", "Node", "OutOfTime", "Put", "Witness"]

_START_BITS = 64

Witness = tuple[Fraction, ...]


class OutOfTime(Exception):
    """The clock ran out in the middle of a box, which is then left as it was."""


@dataclass(frozen=True)
class Put:
    """The step from a face to the box: variable i has a value."""

    i: int
    value: Fraction

    def __call__(self, p: Witness) -> Witness:
        return (*p[: self.i], self.value, *p[self.i :])


@dataclass
class Node:
    """One box of a proof; ``rule`` is "open" until it is settled.

    ``expr`` is f where that is not the f of the parent. What was read from a file stays as it is
    written there.
    """

    rule: str = "open"
    data: dict[str, Any] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    expr: Any = None

    def settle(self, rule: str, *children: Node, **data: Any) -> None:
        self.rule, self.children, self.data = rule, list(children), data

    def walk(self) -> Iterator[Node]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass
class Budget:
    """What may still be spent: boxes, and seconds on the clock."""

    boxes: int
    deadline: float
    used: int = 0

    @property
    def is_late(self) -> bool:
        return time.monotonic() >= self.deadline


@dataclass(frozen=True)
class Goal:
    """An open node with what has to be shown there.

    ``steps`` take a point of the box, from the last to the first, to a point of the box that the
    search began with.
    """

    node: Node
    problem: Problem
    strict: bool
    box: Box
    steps: tuple[Callable[[Witness], Witness], ...] = ()
    cuts: int = 0

    def on(self, node: Node, problem: Problem, box: Box, **changes: Any) -> Goal:
        values: dict[str, Any] = {"strict": self.strict, "steps": self.steps, "cuts": self.cuts}
        if problem is not self.problem:
            node.expr = problem.expr
        return Goal(node, problem, box=box, **(values | changes))

    def lift(self, point: Witness) -> Witness:
        for step in reversed(self.steps):
            point = step(point)
        return point

    @property
    def bits(self) -> int:
        return _START_BITS + 2 * self.cuts
