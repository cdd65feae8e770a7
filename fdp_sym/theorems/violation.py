"""By how much a statement fails at a point: both sides and their difference, to proved digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Expr
from sympy.core.relational import Relational

from ..errors import FdpError, PrecisionError
from .goals import Point, complete, instance_count, instantiate, symbols_of, truth, truth_at
from .statements import Above, Decided, Iff, SameCurve, Statement, show

__all__ = ["DIGITS", "Violation", "sides", "violation"]

DIGITS = 20  # of every value that is printed
_SPARE = 4  # so that all of them are proved


@dataclass(frozen=True)
class Violation:
    """The relation that fails at a witness, and the digits that show it.

    Attributes
    ----------
    part : int
        Which part of the claim fails.
    relation : str
        What fails there.
    left, right : str
        The values of its sides, cut off and not rounded.
    gap : str
        By how much it fails.
    although : str
        For an equivalence: what holds there, so that the relation should too.
    """

    part: int
    relation: str
    left: str
    right: str
    gap: str
    although: str = ""


def violation(
    parts: tuple[Statement, ...], given: tuple[Any, ...], witness: Mapping[str, str]
) -> Violation | None:
    """What fails at the witness of a refutation; None if nothing certainly does.

    Parameters
    ----------
    parts : tuple of statements
        The claim.
    given : tuple of relations
        Its hypotheses.
    witness : mapping of str to str
        An exact value by the name of each symbol.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha
    >>> from fdp_sym.theorems import Le
    >>> violation((Le(2 * alpha, alpha**2),), (), {"alpha": "1/3"})
    Violation(part=0, relation='2*alpha <= alpha**2', left='0.66666666666666666666', \
right='0.11111111111111111111', gap='0.55555555555555555555', although='')
    """
    for part, statement in enumerate(parts):
        if isinstance(statement, Decided):
            found = _decided(part, statement, witness)
            if found is not None:
                return found
            continue
        symbols = symbols_of(statement, given)
        if {str(s) for s in symbols} != set(witness):
            continue
        point = complete(witness, symbols)
        for instance in range(instance_count(statement, given)):
            if truth_at(statement, given, point, instance) is False:
                return _at(part, statement, point, instance)
    return None


def _decided(part: int, statement: Decided, witness: Mapping[str, str]) -> Violation | None:
    balls = statement.sides(witness, DIGITS + _SPARE)
    if balls is None or not balls[0].lower > balls[1].upper:
        return None
    left, right, gap = (b.decimal(DIGITS) for b in (*balls, balls[0] - balls[1]))
    return Violation(part, statement.text, left, right, gap)


def _at(part: int, statement: Any, point: Point, instance: int) -> Violation:
    relation, held = _failing(statement, point, instance) or (statement.left[0], ())
    left, right = relation.args
    excess = {"<=": left - right, "<": left - right, ">=": right - left, ">": right - left}
    gap = excess.get(relation.rel_op, Abs(left - right))
    here, there, by = (_value(side, point, instance, DIGITS) for side in (left, right, gap))
    return Violation(part, show(relation), here, there, by, " and ".join(map(show, held)))


def _failing(
    statement: Any, point: Point, instance: int
) -> tuple[Relational, tuple[Relational, ...]] | None:
    """The relation that fails; of an equivalence with the side that holds, if that is certain."""
    if isinstance(statement, (SameCurve, Above)):
        return statement.relation, ()
    if not isinstance(statement, Iff):
        return statement, ()
    for held, other in ((statement.left, statement.right), (statement.right, statement.left)):
        if all(truth(r, point, instance) for r in held):
            for relation in other:
                if truth(relation, point, instance) is False:
                    return relation, held
    return None


def sides(statement: Statement, point: Mapping[Any, Any], instance: int = 0) -> str:
    """The values of both sides where a statement fails, as a sentence."""
    found = _failing(statement, dict(point), instance)
    if found is None:
        return "one side holds and the other does not"
    relation, held = found
    left, right = (_value(side, point, instance, DIGITS) for side in relation.args)
    text = f"the left side is {left}, the right side {right}"
    return f"{' and '.join(map(show, held))}; but of {show(relation)} {text}" if held else text


def _value(side: Expr, point: Mapping[Any, Any], instance: int, digits: int) -> str:
    from ..balls import enclose

    expr = instantiate(side, point, instance)
    values = {s: v for s, v in point.items() if s in expr.free_symbols}
    try:
        return enclose(expr, values, digits=digits + _SPARE).decimal(digits)
    except PrecisionError as error:
        return str(expr) if error.ball is None else error.ball.decimal(digits)
    except FdpError:
        return str(expr)
