"""The proof of the original, changed in the same place as its claim.

Nothing is taken on trust: the changed steps are run like those of a proof file, and a lemma that
was changed, or made strict, is used only if its own proof, changed in the same way, succeeds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import sympy
from sympy import Basic, Expr, Lambda
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..theorems.checks import CheckResult, covered_parts
from ..theorems.entries import Theorem
from ..theorems.evaluate import Context
from ..theorems.goals import Goal
from ..theorems.proving import symbolic
from ..theorems.statements import Gt, Lt
from ..theorems.tactic import Tactic
from ..theorems.tactics import lemma, through
from ..theorems.verdict import Status
from .changed import mapped, renamed

__all__ = ["around", "in_symbols", "proved_alike"]

_DEPTH = 2
_STRICT = {"<=": Lt, ">=": Gt}
_WEAK = {"<": sympy.Le, ">": sympy.Ge}

Library = Mapping[str, Any]
Uses = tuple[str, ...]
Strict = Mapping[tuple[str, int], Any]


def proved_alike(
    check: Any, old: Relational, new: Relational, entry: Any, uses: Uses, library: Library
) -> str:
    """How a check, changed like the claim, proves the changed claim; "" if it does not.

    Parameters
    ----------
    check : check
        Of the only part of ``entry``.
    old, new : relation
        The part as it was, and as it is.
    entry : Entry
        With the new part as its claim.
    uses, library
        What the proof may use.
    """
    if not isinstance(check, symbolic):
        return ""
    strict = new.rel_op in _WEAK and old.args == new.args
    for other, context in (
        _made_strict(check, strict_lemmas(uses, library), uses, library)
        if strict
        else _changed(check, old, new, uses, library)
    ):
        found = _result(other, entry, context)
        if found is not None and found.status is Status.PROVED:
            return f"{found.status}, with the same change in the proof: {found.how}"
    return ""


# -- a term is another one ----------------------------------------------------------------------


def around(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """The changed place and every term around it, as they were and are; the outermost first.

    Examples
    --------
    >>> from fdp_sym.functions import Phi
    >>> from fdp_sym.symbols import mu
    >>> list(around(Phi(mu**2) + 1, Phi(mu**3) + 1))
    [(Phi(mu**2) + 1, Phi(mu**3) + 1), (Phi(mu**2), Phi(mu**3)), (mu**2, mu**3), (2, 3)]
    """
    while old != new:
        if not isinstance(old, Relational):
            yield old, new
        if not (isinstance(old, Basic) and isinstance(new, Basic)) or old.func != new.func:
            return
        mine = [a for a in old.args if a not in new.args]
        theirs = [a for a in new.args if a not in old.args]
        if len(mine) != 1 or len(theirs) != 1:
            return
        (old,), (new,) = mine, theirs


def _rules(old: Any, new: Any) -> Iterator[dict[Any, Any]]:
    """Replacements that make the new part of the old one, the gentlest first."""
    pairs = list(around(old, new))
    binders = [i for i, (a, _) in enumerate(pairs) if isinstance(a, Lambda) or bound_in(a)]
    seen: list[int] = []
    for count in (binders[-1] + 1 if binders else 0, len(pairs) - 1, len(pairs)):
        if count > 0 and count not in seen:
            seen.append(count)
            yield dict(pairs[:count])


def _changed(
    check: Any, old: Any, new: Any, uses: Uses, library: Library
) -> Iterator[tuple[Any, Context]]:
    for rule in _rules(old, new):
        lemmas = _changed_lemmas(uses, library, rule)
        other = in_symbols(check, rule)
        if other != check or lemmas:
            yield other, Context(uses, {**library, **lemmas})


def _changed_lemmas(uses: Uses, library: Library, rule: Mapping[Any, Any]) -> dict[str, Any]:
    """The lemmas in which terms are replaced, as far as their own checks then prove them."""
    found = {}
    for name in uses:
        entry = library.get(name)
        if not isinstance(entry, Theorem):
            continue
        parts = [mapped(p, lambda side: replace_free(side, rule)) for p in entry.parts]
        if parts != list(entry.parts) and all(
            new == old or _holds_alike(entry, i, new, library)
            for i, (old, new) in enumerate(zip(entry.parts, parts, strict=True))
        ):
            found[name] = replace(entry, claim=tuple(parts), mutants=())
    return found


def _holds_alike(entry: Any, part: int, new: Any, library: Library) -> bool:
    other = replace(entry, claim=(new,), mutants=())
    context = Context(entry.uses, library)
    return any(
        _proves(changed, context, other)
        for check in _checks_of(entry, part)
        for changed in (check, *(in_symbols(check, r) for r in _rules(entry.parts[part], new)))
    )


def in_symbols(thing: Any, rule: Mapping[Any, Any]) -> Any:
    """A check or one of its steps with terms replaced."""
    if not rule:
        return thing
    if isinstance(thing, Relational):
        return renamed(renamed(thing, _values(thing, rule)), rule)
    if isinstance(thing, Basic):
        return replace_free(replace_free(thing, _values(thing, rule)), rule)
    if isinstance(thing, (tuple, list)):
        return type(thing)(in_symbols(t, rule) for t in thing)
    if isinstance(thing, Mapping):
        return {in_symbols(k, rule): in_symbols(v, rule) for k, v in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        other = copy.copy(thing)
        for f in fields(thing):
            object.__setattr__(other, f.name, in_symbols(getattr(thing, f.name), rule))
        return other
    return thing


def _values(thing: Basic, rule: Mapping[Any, Any]) -> dict[Any, Any]:
    """The values of functions that are replaced, written out, and those of the new functions."""
    found = {}
    for old, new in rule.items():
        if not (isinstance(old, Lambda) and isinstance(new, Lambda)) or len(old.variables) != 1:
            continue
        for node in thing.atoms(old.expr.func):
            parts = [p for p in sympy.preorder_traversal(node) if isinstance(p, Expr)]
            places = (s * p for p in parts if not p.is_number for s in (1, -1))  # 1 - x has -x
            place = next((p for p in places if old(p) == node), None)
            if place is not None and len(new.variables) == 1:
                found[node] = new(place)
    return found


# -- < for <= -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class strictly_through(Tactic):
    """``a < c`` follows from ``a <= b`` and ``b <= c`` if one of the steps is strict."""

    middle: tuple[Expr, ...]
    strict: int
    says = "transitivity"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        goals = through(*self.middle).apply(goal, context)
        if goals is None or goal.relation.rel_op not in _WEAK:
            return goals
        strict, weak = goal.relation.func, _WEAK[goal.relation.rel_op]
        return [
            Goal((strict if i == self.strict else weak)(*g.relation.args, evaluate=False), g.given)
            for i, g in enumerate(goals)
        ]


def strict_lemmas(uses: Uses, library: Library, depth: int = _DEPTH) -> dict[tuple[str, int], Any]:
    """For (id, part) an entry that says < or > instead of <= or >=, if that is proved too."""
    found: dict[tuple[str, int], Any] = {}
    for name in uses:
        entry = library.get(name)
        if not isinstance(entry, Theorem):
            continue
        inner = strict_lemmas(entry.uses, library, depth - 1) if depth > 1 else {}
        for i, part in enumerate(entry.parts):
            if not isinstance(part, Relational) or part.rel_op not in _STRICT:
                continue
            other = replace(entry, claim=(_STRICT[part.rel_op](*part.args),), mutants=())
            if any(
                _proves(changed, context, other)
                for check in _checks_of(entry, i)
                for changed, context in _made_strict(check, inner, entry.uses, library)
            ):
                found[name, i] = other
    return found


def _made_strict(
    check: Any, strict: Strict, uses: Uses, library: Library
) -> Iterator[tuple[Any, Context]]:
    """Checks whose lemmas say < besides <= where that is proved, with any one strict step."""
    steps, names = [], {}
    for step in check.steps:
        steps.append(step)
        if isinstance(step, lemma) and (step.id, step.part) in strict:
            name = f"{step.id}, part {step.part}, strict"
            names[name] = strict[step.id, step.part]
            steps.append(lemma(name, dict(step.at)))
    context = Context((*uses, *names), {**library, **names})
    yield symbolic(*steps), context
    for i, step in enumerate(steps):
        if isinstance(step, through):
            for place in range(len(step.middle)):  # the last one was tried
                changed = strictly_through(step.middle, place)
                yield symbolic(*steps[:i], changed, *steps[i + 1 :]), context


# -- running them -------------------------------------------------------------------------------


def _checks_of(entry: Any, part: int) -> list[Any]:
    """The symbolic checks of a part, for an entry with that part alone."""
    count = len(entry.parts)
    return [
        symbolic(*check.steps)
        for check in entry.checks
        if isinstance(check, symbolic) and part in covered_parts(check.part, count)
    ]


def _result(check: Any, entry: Any, context: Context) -> CheckResult | None:
    try:
        result: CheckResult = check.run(entry, context)
    except Exception:  # a changed entry may be anything
        return None
    return result


def _proves(check: Any, context: Context, entry: Any) -> bool:
    found = _result(check, entry, context)
    return found is not None and found.status is Status.PROVED
