r"""The proof of an entry as the checker found it: displayed goals, and the rule of each step.

Nothing is invented here: the goals and rules are those of the trace that
``fdp-sym show ID --trace`` prints. A goal of the trace is text; it is set as a formula only if that
formula, written out again, is the same text, and as text otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Symbol

from ..theorems.checks import CheckResult, Step
from ..theorems.entries import Entry
from ..theorems.runner import Outcome
from ..theorems.statements import Generic, relations_of
from ..theorems.verdict import Status
from .layout import LINE, display
from .measure import width
from .printed import read_printed
from .printer import formula
from .text import latex_prose, latex_text

__all__ = ["proof_latex"]

_SIGNS = {"=": "=", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}
_SIGN = re.compile(r" (=|!=|<=|>=|<|>) ")
_FINAL = "field arithmetic and signs"
_LONGEST = (
    240  # characters of a goal that is read; longer ones take SymPy long, and no reader helps
)


def proof_latex(outcome: Outcome, line: float = LINE) -> str:
    r"""The checks of an outcome as a proof environment; empty if nothing was checked.

    Parameters
    ----------
    outcome : Outcome
        From `fdp_sym.theorems.runner`.
    line : float
        How long a line of the page is, in em.
    """
    checks = outcome.result.checks
    if outcome.entry is None or not checks:
        return ""
    found = [_check(outcome.entry, check, line) for check in checks]
    proved = any(check.status in (Status.PROVED, Status.CERTIFIED) for check in checks)
    heading = "" if proved else "[What was checked]"
    ending = "" if proved else "\\let\\qedsymbol\\relax\n"
    return f"\\begin{{proof}}{heading}\n{ending}" + "\n\n".join(found) + "\n\\end{proof}"


def _check(entry: Entry, check: CheckResult, line: float) -> str:
    count = len(getattr(entry, "parts", ()))
    which = "" if len(check.parts) == count else _parts(check.parts)
    if not check.trace:
        detail = f": {_shortened(check.detail)}" if check.detail else ""
        return f"{which}By {latex_text(check.how)}{detail}; {check.status}."
    goals = _Goals(entry, line)
    lines = [which] if which else []
    for step in check.trace:
        lines.extend(goals.step(step))
    if check.status is not Status.PROVED:
        lines.append(f"Here the check ends: {_shortened(check.detail)}; {check.status}.")
    else:
        lines.append("Every goal was re-checked by ball arithmetic at a few points.")
    return "\n".join(lines)


def _parts(parts: tuple[int, ...]) -> str:
    numbers = ", ".join(str(part + 1) for part in parts)
    return f"Part {numbers}. " if len(parts) == 1 else f"Parts {numbers}. "


def _shortened(text: str) -> str:
    return latex_text(text if len(text) < 300 else text[:299] + "…")


@dataclass
class _Goals:
    """The goals of a trace, numbered as they appear."""

    entry: Entry
    line: float

    def __post_init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names = _names(self.entry)

    def step(self, step: Step) -> list[str]:
        """What one step says: the goal if it is new, the rule, and the goals that it leaves."""
        lines = [] if step.before in self.numbers else ["To show:", self.shown(step.before)]
        before = f"({self.numbers[step.before]})"
        rule = rf"\emph{{{latex_text(step.rule)}}}"
        says = f" ({latex_prose(_sentence(step.says))})" if step.says else ""
        if not step.after:
            holds = (
                f"holds by {rule}{says}" if step.rule == _FINAL else f"is closed by {rule}{says}"
            )
            return [*lines, f"{before} {holds}."]
        known = [goal for goal in dict.fromkeys(step.after) if goal in self.numbers]
        new = [goal for goal in dict.fromkeys(step.after) if goal not in self.numbers]
        numbers = ", ".join(f"({self.numbers[goal]})" for goal in known)
        rest = f"{numbers} and" if numbers and new else numbers
        lines.append(f"{before} follows by {rule}{says} from{f' {rest}' if rest else ''}")
        return [*lines, *map(self.shown, new)] if new else [*lines[:-1], f"{lines[-1]}."]

    def shown(self, goal: str) -> str:
        number = self.numbers[goal] = len(self.numbers) + 1
        relation, _, given = goal.partition("  given ")
        made = self.formula(relation)
        if made is None:
            return rf"({number}) \quad {{\ttfamily\raggedright {_breakable(goal)}\par}}"
        text = f"\\[\n{made}\n\\tag*{{({number})}}\n\\]"
        return f"{text}\n{self.hypotheses(given)}" if given else text

    def formula(self, relation: str) -> str | None:
        made = _relation(relation, self.names)
        if made is None:
            return None
        return re.sub(r"\.(?=(\n\\end\{aligned\})?$)", "", display([made], self.line - 2.5))

    def hypotheses(self, given: str) -> str:
        """Hypotheses as formulas where they can be read back: in the line, displayed if wide."""
        parts = _split(given)
        relations = [_relation(part, self.names) for part in parts]
        read = [relation for relation in relations if relation is not None]
        if len(read) == len(parts) and any(width(" ".join(r)) > self.line / 3 for r in read):
            return f"where\n\\[\n{display(read, self.line)}\n\\]"
        made = [
            f"${' '.join(relation)}$" if relation else rf"\texttt{{{_breakable(part)}}}"
            for part, relation in zip(parts, relations, strict=True)
        ]
        return f"where {', '.join(made)}."


def _sentence(says: str) -> str:
    return says.rstrip(".")


def _breakable(text: str) -> str:
    """LaTeX of a text that may be broken after operators, and in long numbers."""
    text = re.sub(r"(?<=[,+*/( ])(?=\S)", r"\\allowbreak{}", latex_text(text))
    return re.sub(r"\d{10}(?=\d{5})", r"\g<0>\\allowbreak{}", text)


def _split(given: str) -> list[str]:
    """At commas outside brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(given):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append(given[start:place].strip())
            start = place + 1
    return [*parts, given[start:].strip()]


# -- text that SymPy printed, as expressions -------------------------------------------------------


def _names(entry: Any) -> dict[str, Any]:
    """The symbols and functions of a claim by name."""
    names: dict[str, Any] = {}
    for part in getattr(entry, "parts", ()):
        for relation in (*relations_of(part), *getattr(entry, "given", ())):
            for symbol in relation.atoms(Symbol):
                names.setdefault(str(symbol), symbol)
            for node in relation.atoms(Generic):
                names.setdefault(node.func.__name__, node.func)
    return names


def _relation(text: str, names: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """(left, sign, right) in LaTeX; None unless both sides print as they stand there."""
    if len(text) > _LONGEST or "Piecewise" in text:
        return None
    signs = [found for found in _SIGN.finditer(text) if not _depth(text[: found.start()])]
    if len(signs) != 1:
        return None
    (sign,) = signs
    sides = [read_printed(side, names) for side in (text[: sign.start()], text[sign.end() :])]
    if any(side is None for side in sides):
        return None
    left, right = map(formula, sides)
    return left, _SIGNS[sign[1]], right


def _depth(text: str) -> int:
    return text.count("(") - text.count(")")
