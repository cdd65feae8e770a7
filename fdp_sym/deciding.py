"""How one relation is decided: exact and symbolic routes, the box prover, then seeded points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from sympy import Expr, Interval, Max, Min, Pow, Range, S, Set, Symbol, log, oo
from sympy.core.relational import Relational

from .binding import replace_free, substitute
from .deciding_search import uphill
from .errors import DomainError, FdpError
from .functions import Quantile
from .reformulations import fresh_name, reformulations
from .symbols import domain_of, real
from .theorems.box_check import boxed
from .theorems.checks import balls, find_witness
from .theorems.checks import exact as exact_curves
from .theorems.defined import infinite_quantiles, undefined_term
from .theorems.goals import Goal, goals_of, points, symbols_of
from .theorems.limits import from_infinity
from .theorems.maxima import active_member, all_members, isolate, some_member
from .theorems.proving import symbolic
from .theorems.statements import Above, Ge, Gt, Iff, Inf, Le, Lt, SameCurve, Statement, Sup
from .theorems.tactic import closes
from .theorems.verdict import Status, Verdict

__all__ = ["decided", "restricted"]

_POINTS = 60
_FIRST_POINTS = 6
_WITNESSES = 120
_CANDIDATES = 12
# boxes of a first attempt, before a claim is put in another form, and the shares of the time
_FIRST_BOXES = 60
_FIRST_SHARE, _OTHER_SHARE = 1 / 4, 1 / 2


def decided(statement: Any, given: tuple[Relational, ...], prover: boxed) -> Verdict:
    """The verdict of the first route that decides a statement under hypotheses.

    Those that cost little come first; the box prover gets a small share of its time and boxes, then
    other forms of the claim get a larger one, and only then all of it is spent on the claim itself.
    """
    entry = SimpleNamespace(parts=(statement,), given=given)
    relation = statement.relation if isinstance(statement, (SameCurve, Above)) else statement
    routes: list[Callable[[], Verdict]] = [
        lambda: _searched(statement, given, _FIRST_POINTS, prover.seconds)
    ]
    if isinstance(statement, (SameCurve, Above)):
        routes.append(lambda: _result(exact_curves().run(entry, None)))
    routes += [partial(_symbolic, entry, steps) for steps in _steps(relation)]
    if not isinstance(relation, Iff) and _extremum(relation):
        routes.append(lambda: _extremal(relation, given, prover))
    routes.append(lambda: _searched(statement, given, _WITNESSES, prover.seconds))
    if prover.budget > _FIRST_BOXES:
        first = replace(prover, budget=_FIRST_BOXES, seconds=prover.seconds * _FIRST_SHARE)
        routes.append(lambda: _boxed(entry, first))
        routes.append(lambda: _reformulated(entry, prover))
    routes.append(lambda: _boxed(entry, prover))
    routes.append(lambda: _climbed(statement, given, prover.seconds))
    routes.append(lambda: _result(balls(count=_POINTS, seconds=prover.seconds).run(entry, None)))
    reasons = []
    for route in routes:
        try:
            found = route()
        except FdpError as error:
            reasons.append(str(error))
            continue
        if found.status not in (Status.INCONCLUSIVE, Status.ERROR):
            return found if found.status is not Status.CONSISTENT else _noted(found, reasons)
        reasons.append(found.detail)
    return _noted(Verdict(Status.INCONCLUSIVE, "no route decided"), reasons)


def _noted(verdict: Verdict, reasons: list[str]) -> Verdict:
    """The verdict with what the stronger routes said."""
    detail = "; ".join(dict.fromkeys(r for r in (verdict.detail, *reasons) if r))
    return Verdict(verdict.status, verdict.route, verdict.witness, verdict.domain, detail)


def _steps(relation: Any) -> list[tuple[Any, ...]]:
    """Proofs by signs: as it stands, by the members of an extremum, from infinity."""
    if isinstance(relation, Iff):
        return [()]
    far = [s for s in sorted(symbols_of(relation), key=str) if domain_of(s).sup is oo]
    steps: list[tuple[Any, ...]] = [(), *((from_infinity(s),) for s in far)]
    if relation.has(Max, Min):
        alone = any(isinstance(side, (Max, Min)) for side in relation.args)
        before = () if alone else (isolate(),)
        members = (some_member(), active_member(), all_members())
        steps += [(*before, step) for step in members]
    return steps


def _symbolic(entry: Any, steps: tuple[Any, ...]) -> Verdict:
    return _result(symbolic(*steps).run(entry, None))


def _result(result: Any) -> Verdict:
    return Verdict(result.status, result.how, result.witness, "", result.detail)


def _searched(
    statement: Statement, given: tuple[Relational, ...], count: int, seconds: float
) -> Verdict:
    found = find_witness((statement,), given, count=count, seconds=seconds)
    return Verdict(Status.INCONCLUSIVE) if found is None else _refuted(found)


def _climbed(statement: Statement, given: tuple[Relational, ...], seconds: float) -> Verdict:
    """Where the hypotheses hold, or the claim fails, in a small region only."""
    for goal in goals_of(statement, given):
        for point in uphill(goal, seconds):
            hint = {str(s): v for s, v in point.items()}
            found = find_witness((statement,), given, [hint], count=0)
            if found is not None:
                return _refuted(found)
    return Verdict(Status.INCONCLUSIVE)


def _refuted(found: tuple[dict[str, str], str]) -> Verdict:
    witness, detail = found
    return Verdict(Status.REFUTED, "an exact point, certified by balls", witness, "", detail)


def _boxed(entry: Any, prover: boxed) -> Verdict:
    found = prover.run(entry, None)
    if found.status is not Status.CERTIFIED:
        return _result(found)
    for goal in goals_of(entry.parts[0], entry.given):
        hole = _hole(goal, prover)
        if hole is not None:
            return Verdict(Status.INCONCLUSIVE, detail=f"{hole} may be undefined on the domain")
    return Verdict(Status.CERTIFIED, f"{found.how}: {found.detail}")


def _reformulated(entry: Any, prover: boxed) -> Verdict:
    """By goals that imply the claim, each with a part of the time."""
    goals, changes = goals_of(entry.parts[0], entry.given), []
    part = replace(prover, seconds=prover.seconds * _OTHER_SHARE)
    for goal in goals:
        found = (
            change
            for change, needed in reformulations(goal)
            if all(_certain(g, part) for g in needed)
        )
        change = next(found, None)
        if change is None or _hole(goal, prover) is not None:
            return Verdict(Status.INCONCLUSIVE)
        changes.append(change)
    text = "; ".join(dict.fromkeys(changes))
    return Verdict(Status.CERTIFIED, f"box prover, certificates re-verified: with {text}")


def _hole(goal: Goal, prover: boxed) -> Any:
    """A term of the goal that may have no value somewhere on its domain, or None.

    The prover simplifies before it encloses: Abs(x)/x is 1 on [0, 1] then.
    """
    if all(undefined_term(side, goal.given) is None for side in goal.relation.args):
        return None
    meeting = set().union(*(_meeting(side, goal.given) for side in goal.relation.args))
    for term in sorted(goal.relation.atoms(Pow, log, Quantile), key=str):
        if not any(
            all(_certain(Goal(r, goal.given), prover) for r in wanted)
            for wanted in _existence(term, term in meeting)
        ):
            return term
    return None


def _meeting(expr: Expr, given: tuple[Relational, ...]) -> set[Expr]:
    """Quantiles added to others or multiplied by other than numbers: for oo - oo and 0*oo."""
    found = set().union(*(_meeting(a, given) for a in expr.args))
    infinite = [q for q in (infinite_quantiles(a, given) for a in expr.args) if q]
    factors = [a for a in expr.args if not a.is_number]
    if (expr.is_Add and len(infinite) > 1) or (expr.is_Mul and len(factors) > 1):
        found |= set().union(*infinite)
    return found


def _existence(term: Expr, meets: bool) -> tuple[tuple[Relational, ...], ...]:
    """Lists of relations; where all of one list hold, the term exists.

    A quantile has infinite values at its ends, unless it ``meets`` what may be infinite or zero.
    """
    if isinstance(term, Quantile):
        p = term.args[0]
        return ((Gt(p, 0), Lt(p, 1)) if meets else (Ge(p, 0), Le(p, 1)),)
    base, power = (term.args[0], None) if isinstance(term, log) else term.as_base_exp()
    if power is None or base is S.Exp1:
        return ((Gt(base, 0),),)
    if power.is_integer:
        return (Ge(power, 0),), (Gt(base, 0),), (Lt(base, 0),)
    return ((Gt(base, 0),), (Ge(base, 0),)) if power.is_positive else ((Gt(base, 0),),)


def _certain(goal: Goal, prover: boxed) -> bool:
    if closes(goal):
        return True
    entry = SimpleNamespace(parts=(goal.relation,), given=goal.given)
    try:
        return bool(prover.run(entry, None).status is Status.CERTIFIED)
    except FdpError:
        return False


# -- extrema ----------------------------------------------------------------------------------


def _extremum(relation: Relational) -> bool:
    return any(isinstance(side, Sup) for side in relation.args)


def _extremal(relation: Relational, given: tuple[Relational, ...], prover: boxed) -> Verdict:
    """``Sup(g) <= c``: g <= c everywhere. ``Sup(g) >= c``: g >= c at some point. ``==``: both."""
    node, other, op = relation.lhs, relation.rhs, relation.rel_op
    if not isinstance(node, Sup):
        node, other = other, node
        op = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}.get(op, op)
    variable, low, high = node.limits
    if low.free_symbols or high.free_symbols or variable in other.free_symbols:
        return Verdict(Status.INCONCLUSIVE, detail=f"the range of {variable} is not constant")
    # a name of its own: a free symbol may be called like the bound one
    own = real(fresh_name(variable.name, Goal(relation, given)), domain_of(variable))
    inner = restricted(own, Interval(low, high))
    body = substitute(node.body, {variable: inner})
    # strict relations are left to balls: a supremum may be attained by no point
    upper, lower = ((Ge, ">="), (Le, "<=")) if isinstance(node, Inf) else ((Le, "<="), (Ge, ">="))
    verdicts = []
    if op in (upper[1], "=="):
        verdicts.append(decided(upper[0](body, other), given, prover))
    if op in (lower[1], "=="):
        verdicts.append(_attained(lower[0], body, inner, other, given))
    if not verdicts:
        return Verdict(Status.INCONCLUSIVE, detail=f"{op} beside an extremum")
    weakest = max(verdicts, key=lambda v: v.status.rank)
    if weakest.status is Status.CONSISTENT:
        return Verdict(Status.INCONCLUSIVE, detail=weakest.detail)
    route = f"{weakest.route}, for every {own}" if op == upper[1] else weakest.route
    return Verdict(weakest.status, route, weakest.witness, "", weakest.detail)


def _attained(
    relation: Any, body: Expr, variable: Any, other: Expr, given: tuple[Relational, ...]
) -> Verdict:
    for point in points([variable], _CANDIDATES) if isinstance(variable, Symbol) else [{}]:
        if closes(Goal(relation(replace_free(body, point), other), given)):
            return Verdict(Status.PROVED, f"attained at {variable} = {point.get(variable)}")
    return Verdict(Status.INCONCLUSIVE, detail=f"no {variable} is known at which it is attained")


def restricted(symbol: Symbol, domain: Set | None) -> Any:
    """The symbol with a smaller domain, or the only value that is left."""
    if domain is None:
        return symbol
    own = domain_of(symbol)
    if isinstance(own, Range) and isinstance(domain, Interval):
        low = domain.start.ceiling() if domain.start.is_finite else -oo
        high = domain.end.floor() + 1 if domain.end.is_finite else oo
        domain = Range(low, high)
    common = own & domain
    if common.is_empty or not isinstance(common, (Interval, Range)):
        if common.is_FiniteSet and len(common) == 1:
            return common.args[0]
        raise DomainError(f"{symbol} in {domain}: {symbol} ranges over {own}")
    return real(symbol.name, common)
