"""A statement as it is written up, before it becomes LaTeX or Markdown.

Prose is text with ``$…$``; a display is the LaTeX of a formula that stands on lines of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from sympy import Expr, Rational, Symbol
from sympy.core.relational import Relational

from ..exact import exact
from ..theorems.entries import Axiom, Claim, Entry, Note
from ..theorems.runner import Outcome
from ..theorems.statements import Above, Decided, Iff, Near, SameCurve, Statement
from ..theorems.verdict import Status
from .curves import EXPLAINED, curve
from .decided import decided
from .layout import LINE, display
from .printer import formula
from .words import ambiguous, enumeration, hypotheses, ranges_beside, symbols_of

__all__ = ["Display", "Prose", "point", "verdict", "written"]

_SIGNS = {"==": "=", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}
_DETAIL = 160  # characters of an explanation that a footnote can hold


@dataclass(frozen=True)
class Prose:
    """A paragraph: text with ``$…$``."""

    text: str


@dataclass(frozen=True)
class Display:
    """LaTeX of a displayed formula."""

    math: str


def written(entry: Entry, line: float = LINE) -> list[Prose | Display]:
    """An entry in blocks; the first one is prose."""
    if isinstance(entry, (Axiom, Note)):
        blocks: list[Prose | Display] = [Prose(entry.statement)]
    else:
        blocks = _stated(entry, line)
    if isinstance(entry, Claim) and entry.corrected:
        blocks.append(Prose(f"What holds instead: {literal(entry.corrected)}."))
    return [*blocks, Prose(entry.notes)] if entry.notes else blocks


def verdict(outcome: Outcome) -> str:
    """What was found, as a sentence of prose."""
    text = str(outcome.status)
    if outcome.status is Status.CITED:
        text += "; nothing of it was checked"
    elif outcome.modulo:
        text += f" modulo {enumeration([literal(name) for name in outcome.modulo])}"
    if outcome.status is Status.REFUTED and outcome.result.witness:
        text += f" at {enumeration(point(outcome.result.witness))}"
    if outcome.detail:
        text += f" ({literal(shorten(outcome.detail, _DETAIL, placeholder=' …'))})"
    return f"Verdict: {text}."


def literal(text: str) -> str:
    """Text in which a dollar is a dollar, as prose."""
    return text.replace("$", r"\$")


def point(witness: Mapping[str, str]) -> list[str]:
    """A witness, coordinate by coordinate, as prose."""
    return [f"${formula(Symbol(name))} = {_number(value)}$" for name, value in witness.items()]


def _number(value: str) -> str:
    if re.fullmatch(r"-?\d+(/\d+)?", value):
        return formula(Rational(value))
    return rf"\text{{{re.sub(r'[^A-Za-z0-9 .,()+*/=-]', ' ', value)}}}"


def _stated(entry: Any, line: float) -> list[Prose | Display]:
    defined = {value: Symbol(name) for name, value in entry.where.items()}
    names = ambiguous(symbols_of(entry.parts, entry.given))
    lines = [_claimed(part, defined) for part in entry.parts]
    blocks: list[Prose | Display] = [
        Prose(hypotheses(entry.parts, entry.given, " ".join(map(" ".join, lines)))),
        Display(display(lines, line)),
    ]
    if entry.where:
        definitions = [(formula(Symbol(name)), "=", formula(v)) for name, v in entry.where.items()]
        blocks += [Prose("where"), Display(display(definitions, line))]
    if names:
        blocks.append(Prose(ranges_beside(entry.parts, names)))
    used = " ".join(map(" ".join, lines))
    if said := [meaning for name, meaning in EXPLAINED.items() if name in used]:
        blocks.append(Prose(f"Here {enumeration(said)}."))
    return blocks


def _claimed(part: Statement, defined: Mapping[Expr, Symbol]) -> tuple[str, str, str]:
    """A statement as (left, sign, right)."""
    if isinstance(part, Iff):
        left, right = (_all_of(side, defined) for side in (part.left, part.right))
        return left, r"\iff", right
    if isinstance(part, (SameCurve, Above)):
        sign = "=" if isinstance(part, SameCurve) else r"\geq"
        return curve(part.left), sign, rf"{curve(part.right)} \quad\text{{on }} [0, 1]"
    if isinstance(part, Near):
        shift = formula(_named(exact(part.shift, "shift"), defined))
        words = rf"\quad\text{{up to a shift by }} {shift} \text{{ on }} [0, 1]"
        return curve(part.left), r"\approx", f"{curve(part.right)} {words}"
    if isinstance(part, Decided) and (said := decided(part)) is not None:
        return said
    if isinstance(part, Decided):
        left, word, right = re.split(" (within|in) ", part.text, maxsplit=1)
        return rf"\text{{{left}}}", rf"\text{{ {word} }}", rf"\text{{{right}}}"
    left, right = (formula(_named(side, defined)) for side in part.args)
    return left, _SIGNS[part.rel_op], right


def _all_of(relations: Iterable[Relational], defined: Mapping[Expr, Symbol]) -> str:
    return r" \text{ and } ".join(" ".join(_claimed(r, defined)) for r in relations)


def _named(side: Expr, defined: Mapping[Expr, Symbol]) -> Expr:
    """The names of the write-up in place of what they stand for."""
    return side.xreplace(dict(defined)) if defined else side
