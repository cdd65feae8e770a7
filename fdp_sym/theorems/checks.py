"""Checks: how a claim is decided. Each answers a `CheckResult`; none can pass without working.

* `exact`: exact comparison of piecewise-linear trade-off functions (``proved``);
* `listed`: exact arithmetic or balls on a stated finite list of points (``certified``);
* `balls`: seeded exact points of a box, two sides enclosed (``consistent``);
* `mpmath_points`: an independent high-precision evaluation (``consistent``);
* `counterexample`: an exact point at which the claim is certified false (``refuted``).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import mpmath
from sympy import Interval, Rational, S, oo, sympify
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import DomainError, FdpError
from ..symbols import domain_of, real
from .defined import cancelled_term
from .goals import (
    SECONDS,
    Goal,
    complete,
    evaluated,
    instance_count,
    instantiate,
    points,
    refute,
    show_point,
    symbols_of,
    truth,
    truth_at,
)
from .statements import (
    Above,
    Decided,
    Generic,
    Iff,
    SameCurve,
    Statement,
    relations_of,
    show,
)
from .tactic import closes
from .verdict import Status
from .violation import Violation, sides, violation

__all__ = [
    "CheckResult",
    "Step",
    "balls",
    "counterexample",
    "exact",
    "listed",
    "mpmath_points",
]


@dataclass(frozen=True)
class Step:
    """One step of a proof: the rule, the goal it was applied to, the goals it left.

    Attributes
    ----------
    rule, says : str
        Its name and the inference that it makes.
    before : str
    after : tuple of str
        The goal, and the goals that together imply it.
    call : str
        The step with its arguments, as the proof file has it.
    needs : tuple of str
        What else had to hold and does, with the terms of the goal in it.
    seen : str
        What the re-check with numbers found.
    """

    rule: str
    says: str
    before: str
    after: tuple[str, ...]
    call: str = ""
    needs: tuple[str, ...] = ()
    seen: str = ""


@dataclass(frozen=True)
class CheckResult:
    """What one check found about the parts of a claim that it covers."""

    how: str
    status: Status
    detail: str = ""
    parts: tuple[int, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    trace: tuple[Step, ...] = ()


def covered_parts(part: int | tuple[int, ...] | None, count: int) -> tuple[int, ...]:
    chosen = tuple(range(count)) if part is None else (part,) if isinstance(part, int) else part
    if any(not 0 <= i < count for i in chosen):
        raise DomainError(f"part = {part}: the claim has parts 0 … {count - 1}")
    return tuple(chosen)


def need_defined(statement: Statement, given: tuple[Any, ...]) -> None:
    """Raise when there are no sides, or a term cancels between them that may have no value."""
    if isinstance(statement, Decided):
        raise DomainError(f"{show(statement)}: the check for such a statement is decided()")
    for relation in relations_of(statement):
        term = cancelled_term(relation, given)
        if term is not None:
            raise DomainError(f"{term} cancels in {show(relation)}, but may be undefined")


def find_witness(
    parts: tuple[Statement, ...],
    given: tuple[Any, ...],
    hints: Any = (),
    count: int = 200,
    seconds: float = SECONDS,
) -> tuple[dict[str, str], str] | None:
    """The first certified counterexample to any part: (witness, what fails there)."""
    for statement in parts:
        if isinstance(statement, Decided):  # its decision names an alpha of its own
            if statement.verdict.status is Status.REFUTED:
                return dict(statement.verdict.witness), statement.verdict.detail
            continue
        usable = [
            h for h in hints if set(map(str, h)) <= {str(s) for s in symbols_of(statement, given)}
        ]
        found = refute(statement, given, count=count, hints=usable, seconds=seconds)
        if found is not None:
            point, instance = found
            detail = sides(statement, point, instance)
            if instance_count(statement, given) > 1:
                detail += f" (instance {instance + 1} of the generic function)"
            return show_point(point), detail
    return None


# -- exact comparison of curves ---------------------------------------------------------------


@dataclass(frozen=True)
class exact:
    """Compare the two piecewise-linear trade-off functions of a claim exactly."""

    part: int | tuple[int, ...] | None = None

    @property
    def how(self) -> str:
        return "exact piecewise-linear arithmetic"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        trace = []
        for i in covered:
            statement = entry.parts[i]
            if not isinstance(statement, (SameCurve, Above)):
                raise DomainError("exact() compares curves: the claim has to be SameCurve or Above")
            left, right = (_piecewise_linear(f) for f in (statement.left, statement.right))
            trace.append(_compared(statement, left, right))
            if isinstance(statement, SameCurve) and left == right:
                continue
            sides = [left >= right] + ([right >= left] if isinstance(statement, SameCurve) else [])
            worst = max(sides, key=lambda v: v.status.rank)
            if worst.status is not Status.PROVED:
                return CheckResult(
                    self.how, worst.status, worst.detail, covered, dict(worst.witness), tuple(trace)
                )
        detail = "breakpoints compared in order"
        return CheckResult(self.how, Status.PROVED, detail, covered, trace=tuple(trace))


def _compared(statement: Any, left: Any, right: Any) -> Step:
    """The vertices that are compared: a curve is above a convex one if its vertices are."""
    says = "linear between its vertices, a curve is above a convex one if its vertices are"
    vertices = (
        f"{name} vertices {', '.join(f'({x}, {y})' for x, y in f.breakpoints)}"
        for name, f in (("left", left), ("right", right))
    )
    return Step("exact comparison", says, show(statement), (), needs=tuple(vertices))


def _piecewise_linear(f: Any) -> Any:
    convert = getattr(f, "as_piecewise_linear", None)
    if convert is None:
        raise DomainError(f"{f}: exact() needs piecewise-linear trade-off functions")
    return convert()


# -- finite lists -----------------------------------------------------------------------------


@dataclass(frozen=True)
class listed:
    """Decide the claim at each point of a stated list; the verdict is for that list only.

    Each point is a mapping of symbol names to exact numbers; equality has to be exact.
    """

    at: tuple[Mapping[Any, Any], ...]
    part: int | tuple[int, ...] | None = None

    def __init__(self, *at: Mapping[Any, Any], part: int | tuple[int, ...] | None = None) -> None:
        object.__setattr__(self, "at", at)
        object.__setattr__(self, "part", part)

    @property
    def how(self) -> str:
        return f"exact arithmetic and balls on {len(self.at)} listed points"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        trace, only = [], ""
        for i in covered:
            statement = entry.parts[i]
            symbols = symbols_of(statement, entry.given)
            if symbols:
                points = "point" if len(self.at) == 1 else f"{len(self.at)} points"
                only = f"at the {points} listed, and nowhere else"
            need_defined(statement, entry.given)
            if any(node.facts for r in relations_of(statement) for node in r.atoms(Generic)):
                raise DomainError("listed() decides nothing for all functions with given facts")
            for point in self.at or ({},):
                values = _named_point(point, symbols)
                _need_hypotheses(entry.given, values)
                for instance in range(instance_count(statement, entry.given)):
                    found = _listed_truth(statement, entry.given, values, instance)
                    if found is not True:
                        status = Status.REFUTED if found is False else Status.INCONCLUSIVE
                        witness = show_point(values)
                        return CheckResult(
                            self.how, status, sides(statement, values), covered, witness
                        )
                trace.append(_at_point(statement, values, _sides_at(statement, values)))
        return CheckResult(self.how, Status.CERTIFIED, only, covered, trace=tuple(trace))


def _at_point(statement: Any, values: Mapping[Any, Any], seen: str) -> Step:
    """What was found of a statement at one point."""
    point = ", ".join(f"{name} = {value}" for name, value in show_point(values).items())
    return Step("at a point", "", show(statement), (), needs=(point,) if point else (), seen=seen)


def _sides_at(statement: Any, values: Mapping[Any, Any]) -> str:
    return "both sides hold, or neither" if isinstance(statement, Iff) else sides(statement, values)


def _listed_truth(statement: Any, given: Any, values: Any, instance: int) -> bool | None:
    found = truth_at(statement, given, values, instance)
    if found is None and not isinstance(statement, Iff):
        # an equality of irrational numbers is out of reach of balls; field arithmetic decides it
        relation = statement.relation if isinstance(statement, (SameCurve, Above)) else statement
        if closes(Goal(_there(relation, values))):
            return True
    return found


def _need_hypotheses(given: Any, values: Any) -> None:
    """A point at which a hypothesis fails says nothing about the claim."""
    for h in given:
        if not (truth(h, values) or closes(Goal(_there(h, values)))):
            raise DomainError(f"at {show_point(values)} the hypothesis {show(h)} does not hold")


def _there(relation: Any, values: Any) -> Any:
    return relation.func(*(replace_free(s, values) for s in relation.args), evaluate=False)


def _named_point(point: Mapping[Any, Any], symbols: set[Any]) -> dict[Any, Any]:
    missing = {str(s) for s in symbols} - set(map(str, point))
    if missing:
        raise DomainError(f"point {dict(point)}: no value of {sorted(missing)}")
    return complete(point, symbols)


# -- points of a box --------------------------------------------------------------------------


def _boxed(statement: Statement, given: Any, box: Mapping[Any, Any]) -> dict[Any, Any]:
    """Symbols of a statement restricted to the box, as {symbol: restricted symbol}."""
    names = {str(k): v for k, v in box.items()}
    swap = {}
    for symbol in symbols_of(statement, given):
        if str(symbol) in names:
            low, high = (
                S(end) if end in (oo, -oo) else Rational(str(end)) for end in names[str(symbol)]
            )
            domain = domain_of(symbol) & Interval(low, high)
            swap[symbol] = real(symbol.name, domain)
    return swap


@dataclass(frozen=True)
class balls:
    """Enclose both sides at seeded exact points; holds there, which is no proof.

    Parameters
    ----------
    box : mapping of symbol to (low, high), optional
        Where the points lie; the whole domain by default.
    count : int
        How many points.
    digits : int
        To how many digits two sides of an equation have to agree.
    seconds : float
        How long it may take; the answer is then ``inconclusive``.
    """

    box: Mapping[Any, Any] = field(default_factory=dict)
    count: int = 40
    digits: int = 30
    part: int | tuple[int, ...] | None = None
    seconds: float = SECONDS

    def __hash__(self) -> int:
        return hash((tuple(map(str, self.box.items())), self.count, self.digits, self.part))

    @property
    def how(self) -> str:
        where = ", ".join(f"{k} in [{a}, {b}]" for k, (a, b) in self.box.items())
        return f"balls at {self.count} points" + (f" of {where}" if where else "")

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        decided, end = 0, time.monotonic() + self.seconds
        known = {str(s) for part in entry.parts for s in symbols_of(part, entry.given)}
        unknown = sorted(set(map(str, self.box)) - known)
        if unknown:
            raise DomainError(f"the box names {unknown}, which the claim does not contain")
        for i in covered:
            statement, before = entry.parts[i], decided
            need_defined(statement, entry.given)
            swap = _boxed(statement, entry.given, self.box)
            symbols = [swap.get(s, s) for s in symbols_of(statement, entry.given)]
            back = {boxed: symbol for symbol, boxed in swap.items()}
            for found in islice(points(symbols, self.count), self.count):
                point = {back.get(s, s): v for s, v in found.items()}
                for instance in range(instance_count(statement, entry.given)):
                    if time.monotonic() > end:
                        detail = f"{decided} evaluations took {self.seconds:g} seconds"
                        return CheckResult(self.how, Status.INCONCLUSIVE, detail, covered)
                    outcome = truth_at(statement, entry.given, point, instance)
                    if outcome is None and not isinstance(statement, Iff):
                        outcome = _agree(statement, point, instance, self.digits)
                    if outcome is False:
                        witness = show_point(point)
                        detail = sides(statement, point)
                        return CheckResult(self.how, Status.REFUTED, detail, covered, witness)
                    if outcome is None:
                        witness = show_point(point)
                        return CheckResult(
                            self.how, Status.INCONCLUSIVE, "undecided", covered, witness
                        )
                    # where a hypothesis fails, nothing was evaluated
                    decided += not any(truth(h, point, instance) is False for h in entry.given)
            if decided == before:
                detail = f"no point of the box satisfies the hypotheses of part {i}"
                return CheckResult(self.how, Status.INCONCLUSIVE, detail, covered)
        return CheckResult(self.how, Status.CONSISTENT, f"{decided} evaluations", covered)


def _agree(statement: Any, point: Mapping[Any, Any], instance: int, digits: int) -> bool | None:
    """Whether the sides of an equation overlap although each is known to ``digits`` digits."""
    from ..balls import enclose

    relation = statement.relation if isinstance(statement, (SameCurve, Above)) else statement
    if relation.rel_op not in ("==", "<=", ">="):
        return None
    try:
        left, right = (
            enclose(evaluated(instantiate(side, point, instance), point), digits=digits)
            for side in relation.args
        )
    except FdpError:
        return None
    return True if left.overlaps(right) else None


@dataclass(frozen=True)
class mpmath_points:
    """Evaluate both sides with mpmath at listed points; a second opinion, never an enclosure.

    Parameters
    ----------
    at : tuple of mappings
        Points, by symbol name.
    digits : int
        Working precision; the sides have to agree to ``digits - 10``.
    """

    at: tuple[Mapping[Any, Any], ...]
    digits: int = 50
    part: int | tuple[int, ...] | None = None

    def __hash__(self) -> int:
        return hash((tuple(map(str, self.at)), self.digits))

    @property
    def how(self) -> str:
        return f"mpmath, {self.digits} digits, {len(self.at)} points"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        trace = []
        for i in covered:
            relation = entry.parts[i]
            if not self.at or not isinstance(relation, Relational):
                raise DomainError("mpmath_points() compares the sides of a relation at points")
            for point in self.at:
                values = _named_point(point, symbols_of(relation, entry.given))
                _need_hypotheses(entry.given, values)
                with mpmath.workdps(self.digits):
                    left, right = (
                        mpmath.mpf(sympify(replace_free(s, values)).evalf(self.digits))
                        for s in relation.args
                    )
                    slack = mpmath.mpf(10) ** (10 - self.digits) * (1 + abs(left) + abs(right))
                    gap = left - right
                holds = {
                    "==": abs(gap) <= slack,
                    "<=": gap <= slack,
                    ">=": gap >= -slack,
                    "<": gap < -slack,
                    ">": gap > slack,
                    "!=": abs(gap) > slack,
                }[relation.rel_op]
                if not holds:
                    # mpmath encloses nothing: its "no" is no refutation, but contradicts a proof
                    return CheckResult(
                        self.how,
                        Status.ERROR,
                        f"mpmath does not confirm {show(relation)}: {left} and {right}",
                        covered,
                        show_point(values),
                    )
                trace.append(_at_point(relation, values, f"mpmath has {left} and {right}"))
        return CheckResult(self.how, Status.CONSISTENT, "", covered, trace=tuple(trace))


# -- refutation -------------------------------------------------------------------------------


@dataclass(frozen=True)
class counterexample:
    """An exact point at which the claim is certified false; searched when none is given."""

    at: Mapping[Any, Any] = field(default_factory=dict)
    count: int = 400

    def __hash__(self) -> int:
        return hash((tuple(map(str, self.at.items())), self.count))

    @property
    def how(self) -> str:
        return "search for a counterexample, certified by balls"

    def run(self, entry: Any, context: Any) -> CheckResult:
        hints = (self.at,) if self.at else ()
        found = find_witness(entry.parts, entry.given, hints, self.count)
        covered = tuple(range(len(entry.parts)))
        if found is None:
            detail = "no counterexample found (which proves nothing)"
            return CheckResult(self.how, Status.INCONCLUSIVE, detail, covered)
        witness, detail = found
        failing = violation(entry.parts, entry.given, witness)
        trace = () if failing is None else (_refuting(failing, witness),)
        return CheckResult(self.how, Status.REFUTED, detail, covered, witness, trace)


def _refuting(found: Violation, witness: Mapping[str, str]) -> Step:
    """Both sides where a claim fails."""
    point = ", ".join(f"{name} = {value}" for name, value in witness.items())
    needs = (point, *([f"although {found.although}"] if found.although else []))
    digits = f"the left side is {found.left}, the right side {found.right}"
    seen = f"{digits}: violated by {found.gap}"
    return Step("counterexample", "it fails at one point", found.relation, (), "", needs, seen)
