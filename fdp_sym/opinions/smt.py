"""Opinions of Z3: has the negation of a statement a solution?

``unsat`` of a translation that loses nothing, or of a relaxation, proves the statement for all
values of its symbols. ``sat`` of a relaxation says nothing unless its solution is seen to violate
the statement. With whole numbers in it, a statement is also read for their first values, one after
the other. Z3 stops after a number of its own steps, not after a time, so that it answers the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

import sympy
from sympy import Product, Rational, S, Sum, log

from ..binding import replace_free
from ..errors import DomainError, FdpError, UnsupportedError
from ..symbols import domain_of
from ..theorems.goals import Goal, goals_of
from ..theorems.statements import Above, Decided, Iterate, SameCurve, Statement, show
from .algebraic import Terms, z3_or_error
from .points import LIBRARIES, truth_of

__all__ = ["STEPS", "SmtOpinion", "ask_z3", "together"]

STEPS = 2_000_000
_VALUES = 4  # of each whole number
_COMBINATIONS = 64
_UNREADABLE = (FdpError, ArithmeticError, TypeError, ValueError, NotImplementedError)


@dataclass(frozen=True)
class SmtOpinion:
    """What Z3 says about a claim.

    Attributes
    ----------
    answer : {"unsat", "sat", "unknown", "none"}
        Whether the negation holds somewhere where all its terms have values; ``none`` when that
        was not asked.
    reading : {"exact", "relaxed", "instances", ""}
        What was translated: the claim, a consequence of its negation, or the claim for the first
        values of its whole numbers.
    detail : str
        What was relaxed, what is not semi-algebraic, or how the solution was checked.
    witness : mapping
        The solution, by symbol name.
    confirmed : bool
        Whether MPFR or mpmath sees that it violates the statement.
    """

    answer: str
    reading: str = ""
    detail: str = ""
    witness: Mapping[str, str] = field(default_factory=dict)
    confirmed: bool = False


def ask_z3(statement: Statement, given: tuple[Any, ...] = (), steps: int = STEPS) -> SmtOpinion:
    """Ask Z3 for a counterexample to a statement under hypotheses.

    Parameters
    ----------
    statement : relation, Iff, SameCurve or Above
    given : tuple of relations
    steps : int
        How much work Z3 may do for each question.

    Raises
    ------
    UnsupportedError
        If z3-solver is not installed.

    Examples
    --------
    >>> from sympy import exp
    >>> from fdp_sym.symbols import epsilon
    >>> ask_z3(exp(2 * epsilon) + 1 >= 2 * exp(epsilon)).answer
    'unsat'
    """
    z3_or_error()
    return _ask(statement, given, steps)


_ORDER = ("sat", "none", "unknown", "unsat")
_READINGS = ("instances", "relaxed", "exact", "")


def together(found: Iterable[SmtOpinion]) -> SmtOpinion:
    """The opinion about all of several statements: that about the one of which least is known."""
    return min(found, key=lambda o: (_ORDER.index(o.answer), _READINGS.index(o.reading)))


def _ask(statement: Statement, given: tuple[Any, ...], steps: int) -> SmtOpinion:
    if isinstance(statement, Decided):
        return SmtOpinion("none", detail=f"not semi-algebraic: {show(statement)}")
    try:
        if isinstance(statement, (SameCurve, Above)):
            curves = (statement.left, statement.right)
            given = (*given, *(h for f in curves for h in getattr(f, "given", ())))
        goals = goals_of(statement, given)
        whole = together([_ask_goal(goal, steps) for goal in goals])
    except _UNREADABLE as error:
        goals, whole = [], SmtOpinion("none", detail=str(error))
    if whole.answer in ("none", "unknown") and goals:
        found = _instances(goals, steps)
        if found is not None:
            return found
    return whole


def _ask_goal(goal: Goal, steps: int) -> SmtOpinion:
    try:
        terms = Terms([*goal.given, goal.relation])
        hypotheses = [terms.relation(h) for h in goal.given]
        hypotheses += terms.guards
        terms.guards = []
        claim = terms.relation(goal.relation)
    except _UNREADABLE as error:
        return SmtOpinion("none", detail=str(error))
    z3, reasons = terms.z3, "; ".join(dict.fromkeys(terms.reasons))
    reading = "relaxed" if reasons else "exact"
    negation = [*terms.facts, *hypotheses, *terms.guards, z3.Not(claim)]
    # what a relaxation cannot prove quickly, it mostly cannot prove at all
    answer, model = _solve(z3, negation, steps // 10 if reasons else steps)
    if answer == "unsat":
        return SmtOpinion(answer, reading, reasons)
    if model is None:
        return SmtOpinion(answer, reading, reasons or "Z3 gave up")
    point = _point(terms, model)
    shown = {str(s): str(v) for s, v in point.items()}
    confirmed = _violates(goal, point)
    if confirmed:
        return SmtOpinion("sat", reading, reasons, shown, True)
    if reasons:
        return SmtOpinion("unknown", reading, reasons)
    return SmtOpinion("sat", reading, "the solution was not confirmed by MPFR or mpmath", shown)


def _solve(z3: Any, formulas: list[Any], steps: int) -> tuple[str, Any]:
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", steps)
    solver.add(*formulas)
    answer = str(solver.check())
    return answer, solver.model() if answer == "sat" else None


# -- solutions ----------------------------------------------------------------------------------


def _point(terms: Terms, model: Any) -> dict[Any, Any]:
    """The values of the symbols; irrational ones as fractions next to them."""
    point = {s: _value(model, variable) for s, variable in terms.symbols.items()}
    for monomial, (variable, scale) in terms.powers.items():
        if monomial.is_Symbol and monomial not in point:
            point[monomial] = scale * log(_value(model, variable))
    return point


def _value(model: Any, variable: Any) -> Any:
    value = model.eval(variable, model_completion=True)
    if not hasattr(value, "numerator"):
        value = value.approx(60)
    return Rational(value.numerator_as_long(), value.denominator_as_long())


def _violates(goal: Goal, point: Mapping[Any, Any]) -> bool:
    """Whether MPFR or mpmath sees that the hypotheses hold there and the relation does not."""
    try:
        there = [
            r.func(*(replace_free(side, point) for side in r.args), evaluate=False)
            for r in (goal.relation, *goal.given)
        ]
    except _UNREADABLE:
        return False
    for library in LIBRARIES:
        try:
            found = truth_of(there[0], tuple(there[1:]), {}, library)
        except UnsupportedError:  # the library is not installed
            continue
        if found.holds is not None:
            return not found.holds
    return False


# -- whole numbers ------------------------------------------------------------------------------


def _instances(goals: list[Goal], steps: int) -> SmtOpinion | None:
    """The goals for the first values of their whole numbers, or None if they have none."""
    found, shown = [], ""
    for goal in goals:
        relations = (goal.relation, *goal.given)
        numbers = sorted({s for r in relations for s in r.free_symbols if s.is_integer}, key=str)
        if not numbers or len(numbers) > 3:
            return None
        shown = shown or ", ".join(f"{n} = {_names(n)}" for n in numbers)
        for values in islice(_combinations(numbers), _COMBINATIONS):
            try:
                there = _with_numbers(goal, values)
            except _UNREADABLE:
                return None
            if there is None:
                continue
            opinion = _ask_goal(there, steps)
            if opinion.answer == "none":
                return None
            at = {str(s): str(v) for s, v in values.items()}
            found.append(replace(opinion, reading="instances", witness={**opinion.witness, **at}))
            if opinion.answer == "sat":
                return found[-1]
    if not found:
        return None
    worst = together(found)
    if worst.answer != "unsat":
        return worst
    relaxed = "; ".join(dict.fromkeys(o.detail for o in found if o.detail))
    return SmtOpinion("unsat", "instances", f"for {shown}" + (f"; {relaxed}" if relaxed else ""))


def _first_values(number: Any) -> list[Any]:
    domain = domain_of(number)
    start = domain.inf if domain.inf.is_finite else S(-1)
    return [start + i for i in range(_VALUES) if start + i in domain]


def _names(number: Any) -> str:
    values = _first_values(number)
    return f"{values[0]} … {values[-1]}"


def _combinations(numbers: list[Any]) -> Iterator[dict[Any, Any]]:
    for values in product(*map(_first_values, numbers)):
        yield dict(zip(numbers, values, strict=True))


def _with_numbers(goal: Goal, values: Mapping[Any, Any]) -> Goal | None:
    """The goal at values of its whole numbers; None where a hypothesis about them fails."""
    relation = _at(goal.relation, values)
    given = []
    for hypothesis in goal.given:
        there = _at(hypothesis, values)
        if not there.free_symbols:
            if there.func(*there.args) == S.false:
                return None
            continue
        given.append(there)
    return Goal(relation, tuple(given))


def _at(relation: Any, values: Mapping[Any, Any]) -> Any:
    sides = (_written_out(replace_free(side, values)) for side in relation.args)
    return relation.func(*sides, evaluate=False)


def _written_out(expr: Any) -> Any:
    """Sums, products and iterates with definite ends as what they stand for."""
    if not isinstance(expr, sympy.Basic) or not expr.args:
        return expr
    if isinstance(expr, (Sum, Product)):
        return _terms_of(expr)
    if isinstance(expr, Iterate) and expr.args[1].is_Integer:
        return _written_out(expr.doit())
    args = [_written_out(a) for a in expr.args]
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return expr.func(*args)


def _terms_of(expr: Any) -> Any:
    *inner, (index, low, high) = expr.limits
    if not (low.is_Integer and high.is_Integer and abs(high - low) <= _COMBINATIONS):
        raise DomainError(f"not semi-algebraic: {expr}")
    body = expr.func(expr.function, *inner) if inner else expr.function
    # SymPy follows Karr: a sum that runs backwards takes away what lies between
    backwards = high < low - 1
    first, last = (high + 1, low - 1) if backwards else (low, high)
    terms = [
        _written_out(replace_free(body, {index: S(n)})) for n in range(int(first), int(last) + 1)
    ]
    if isinstance(expr, Product):
        return sympy.Mul(*terms) ** (-1 if backwards else 1)
    return sympy.Add(*terms) * (-1 if backwards else 1)
