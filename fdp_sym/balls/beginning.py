"""How a proof begins: integers taken one by one, and changes of variable."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sympy import Rational

from ..errors import DomainError, PrecisionError, UnsupportedError
from . import arithmetic as ar
from .boxes import Side, to_point
from .claim import Change
from .evaluate import enclose
from .nodes import Goal, Node, Put, Witness
from .problem import above, problem
from .rewriting import tidy
from .tree import Search

__all__ = ["Changed", "begin"]

_BITS = 128
_WITNESS_DIGITS = 40

Changes = Mapping[str, Change]


@dataclass(frozen=True)
class Changed:
    """The step from z to a rational point close to v = g(z), inside the side of v."""

    i: int
    change: Change
    side: Side

    def __call__(self, p: Witness) -> Witness:
        return (*p[: self.i], _near(self.change, p[self.i], self.side), *p[self.i + 1 :])


def begin(search: Search, goal: Goal, changes: Changes) -> None:
    """Give the goal to the search, after changing variables and taking integers one by one."""
    for i, v in enumerate(goal.problem.variables):
        if str(v) in changes:
            rest = {name: change for name, change in changes.items() if name != str(v)}
            _change(search, goal, i, changes[str(v)], rest)
            return
    _each(search, goal)


def _each(search: Search, goal: Goal) -> None:
    """One goal for each value of the first integer variable; the search puts the value in."""
    for i, (v, s) in enumerate(zip(goal.problem.variables, goal.box.sides, strict=True)):
        if v.is_integer and not s.is_point:
            values = map(Fraction, range(math.ceil(s.lo), math.floor(s.hi) + 1))
            pieces = [Side(value, value) for value in values]
            children = [Node() for _ in pieces]
            for child, point in zip(children, pieces, strict=True):
                _each(search, goal.on(child, goal.problem, goal.box.replace(i, point)))
            goal.node.settle("cut", *children, variable=v.name, pieces=pieces)
            return
    search.push(goal)


def _face(
    search: Search, goal: Goal, child: Node, i: int, value: Fraction, changes: Changes
) -> None:
    face = goal.problem.face(i, Rational(value.numerator, value.denominator))
    if face is None:
        raise UnsupportedError(
            f"{goal.problem.expr} has no value at {goal.problem.variables[i]} = {value}; leave "
            "that end out of the box with an open Interval"
        )

    steps = (*goal.steps, Put(i, value))
    begin(search, goal.on(child, face, goal.box.without(i), steps=steps), changes)


def _change(search: Search, goal: Goal, i: int, change: Change, rest: Changes) -> None:
    """v = g(z): one goal in z, and one for each closed end of v that g only tends to."""
    g, z, over = change.g, change.z, change.over
    v, s, names = goal.problem.variables[i], goal.box.sides[i], goal.problem.variables
    inner = problem(tidy(goal.problem.expr.subs(v, g)), (*names[:i], z, *names[i + 1 :]))
    reached = [_reaches(change, s, upper) for upper in (False, True)]
    if inner is None or None in reached:
        raise DomainError(
            f"{v} = {g} with {z} in {over} does not cover {v} in {s}; allowed is a continuous "
            "function that takes or tends to both ends"
        )

    faces = [upper for upper in (False, True) if not reached[upper] and not s.is_open(upper)]
    children = [Node() for _ in range(1 + len(faces))]
    steps = (*goal.steps, Changed(i, change, s))
    begin(search, goal.on(children[0], inner, goal.box.replace(i, over), steps=steps), rest)
    for child, upper in zip(children[1:], faces, strict=True):
        _face(search, goal, child, i, Fraction(s.end(upper)), rest)
    ends = [int(upper) for upper in faces]
    goal.node.settle("substitute", *children, variable=v.name, g=g, z=z, over=over, faces=ends)


def _reaches(change: Change, s: Side, upper: bool) -> bool | None:
    """Whether g takes (True) or only tends to (False) the end of v; None if neither."""
    found = problem(change.g, (change.z,))
    if found is None:
        return None
    end = to_point(s.end(upper))
    answers = []
    for at in (False, True):
        value = found.value([to_point(change.over.end(at))], _BITS)
        if ar.is_infinite(end):
            low, high, _ = ar.ends(value)
            if bool(low == end) and bool(high == end):
                return True  # an infinite end is not part of the box
            continue
        gap = ar.sub(value, end) if upper else ar.sub(end, value)
        if above(gap, False):
            answers.append(above(gap, True) or not change.over.is_open(at))
    return any(answers) if answers else None


def _near(change: Change, at: Fraction, s: Side) -> Fraction:
    """A rational close to g(at), inside the side."""
    try:
        ball = enclose(
            change.g.subs(change.z, Rational(at.numerator, at.denominator)), digits=_WITNESS_DIGITS
        )
    except PrecisionError:
        return s.middle
    middle = (Fraction(ball.lower) + Fraction(ball.upper)) / 2
    short = middle.limit_denominator(10**12)
    point = short if abs(short - middle) <= abs(middle) / 10**6 else middle
    return Fraction(min(max(point, s.lo), s.hi))
