"""The proof of the original, changed in the same place as its claim.

Nothing is taken on trust: the changed steps are run like those of a proof file, and a lemma that
was changed, or made strict, is used only if its own proof, changed in the same way, succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sympy import Basic
from sympy.core.relational import Relational

from ..binding import replace_free
from .checks import covered_parts
from .entries import Theorem
from .evaluate import Context
from .mutation import mapped
from .proving import symbolic
from .statements import Gt, Lt
from .tactics import lemma
from .verdict import Status

__all__ = ["around", "replaced_lemmas", "strict_lemmas", "with_strict_lemmas"]

_DEPTH = 2
_STRICT = {"<=": Lt, ">=": Gt}


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


def replaced_lemmas(
    uses: tuple[str, ...], library: Mapping[str, Any], rule: Mapping[Any, Any], change: Any
) -> dict[str, Any]:
    """The lemmas in which terms are replaced, as far as their own checks then prove them.

    ``change`` makes the same replacement in a check.
    """
    found = {}
    for name in uses:
        entry = library.get(name)
        if not isinstance(entry, Theorem):
            continue
        claim = tuple(_replaced(p, rule) for p in entry.parts)
        if claim == entry.parts:
            continue
        other = replace(entry, claim=claim, mutants=())
        checks = tuple(map(change, entry.checks))
        if _all_proved(other, checks, Context(entry.uses, library)):
            found[name] = other
    return found


def _replaced(statement: Any, rule: Mapping[Any, Any]) -> Any:
    return mapped(statement, lambda side: replace_free(side, rule))


def strict_lemmas(
    uses: tuple[str, ...], library: Mapping[str, Any], depth: int = _DEPTH
) -> dict[tuple[str, int], Any]:
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
            checks = [
                symbolic(*check.steps)
                for check in entry.checks
                if isinstance(check, symbolic) and i in covered_parts(check.part, len(entry.parts))
            ]
            tried = [(c, known) for c in checks for known in ([{}, inner] if inner else [{}])]
            if any(_proves(*with_strict_lemmas(*t, entry.uses, library), other) for t in tried):
                found[name, i] = other
    return found


def with_strict_lemmas(
    check: Any,
    strict: Mapping[tuple[str, int], Any],
    uses: tuple[str, ...],
    library: Mapping[str, Any],
) -> tuple[Any, Context]:
    """A check whose lemmas say < besides <= where that is proved, and what it may use."""
    steps, names = [], {}
    for step in check.steps:
        steps.append(step)
        if isinstance(step, lemma) and (step.id, step.part) in strict:
            name = f"{step.id}, part {step.part}, strict"
            names[name] = strict[step.id, step.part]
            steps.append(lemma(name, dict(step.at)))
    return symbolic(*steps), Context((*uses, *names), {**library, **names})


def _proves(check: Any, context: Context, entry: Any) -> bool:
    try:
        return bool(check.run(entry, context).status is Status.PROVED)
    except Exception:  # a changed entry may be anything
        return False


def _all_proved(entry: Any, checks: tuple[Any, ...], context: Context) -> bool:
    open_parts = set(range(len(entry.parts)))
    for check in checks:
        covered = covered_parts(getattr(check, "part", None), len(entry.parts))
        if isinstance(check, symbolic) and _proves(check, context, entry):
            open_parts -= set(covered)
    return not open_parts
