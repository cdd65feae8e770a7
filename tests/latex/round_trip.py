"""The round trip of one entry: its printed displays read back and compared with its claim."""

from __future__ import annotations

import re
from typing import Any

import formula_reader as reader
import mpmath
from claim_values import name, point, value
from sympy import Symbol
from sympy.core.relational import Relational

from fdp_sym.theorems.statements import Generic, Iff, relations_of

__all__ = ["Misprint", "compare"]

_POINTS = 3
_TRIES = 20
_DIGITS = 30
_NOWHERE = (reader.Undefined, ZeroDivisionError, ValueError, OverflowError)


class Misprint(AssertionError):
    """What was printed means something else."""


def compare(entry: Any, latex: str) -> int:
    """How many relations of the entry were compared; `Misprint` where one differs.

    Raises `formula_reader.Unreadable` for a display that the reader does not know.
    """
    if not all(isinstance(part, (Relational, Iff)) for part in entry.parts):
        raise reader.Unreadable("curves or compositions")
    pattern = r"(?:\\\[|\\begin\{gather\*\})\n(.*?)\n(?:\\\]|\\end\{gather\*\})"
    claimed, *defined = re.findall(pattern, latex, re.DOTALL)
    wanted = [r for part in entry.parts for r in relations_of(part)]
    functions = {name(n.func.__name__) for r in wanted for n in r.atoms(Generic)}
    symbols = {name(s) for r in wanted for s in r.atoms(Symbol)}
    statements = reader.read(claimed, functions, symbols)
    if len(statements) != len(entry.parts):
        raise Misprint(f"{len(statements)} statements printed, {len(entry.parts)} claimed")
    printed = []
    for part, statement in zip(entry.parts, statements, strict=True):
        if isinstance(part, Iff) is not isinstance(statement, reader.Equivalence):
            raise Misprint("an equivalence and a relation")
        printed += [statement] if isinstance(part, Relational) else statement.left + statement.right
    if len(printed) != len(wanted):
        raise Misprint(f"{len(printed)} relations printed, {len(wanted)} claimed")
    names = _definitions(defined, functions, symbols) if entry.where else {}
    return sum(
        _same(seen, relation, names, f"{entry.id} {i}")
        for i, (seen, relation) in enumerate(zip(printed, wanted, strict=True))
    )


def _definitions(displays: list[str], functions: set[str], symbols: set[str]) -> dict[str, Any]:
    """The names that the write-up introduces, with their printed meanings."""
    found = {}
    text = re.sub(r"\\(begin|end)\{(gathered|aligned)\}", "", displays[0])
    for line in re.split(r"[,.] *\\\\\n|[,.]\s*$", text):
        if line.strip():
            left, right = line.split("=", 1)
            left = re.sub(r"&|\\\\|\\q?quad|\s", "", left)
            symbol = re.sub(r"\\mathit|[{}_\\]", "", left).replace("varepsilon", "epsilon")
            meaning = reader.read_expression(right.replace("&", ""), functions, symbols)
            found[symbol] = meaning
    return found


def _same(seen: Any, relation: Any, names: dict[str, Any], seed: str) -> bool:
    """Whether both sides have the same values; False if there was nowhere to compare them."""
    if seen.sign != relation.rel_op:
        raise Misprint(f"{relation}: the sign {seen.sign} was printed")
    done = 0
    with mpmath.workdps(_DIGITS):
        for number in range(_TRIES):
            env = point(relation.free_symbols, f"{seed} {number}")
            for symbol in relation.atoms(Symbol) - relation.free_symbols:
                env.setdefault(name(symbol), mpmath.mpf("0.4"))
            try:
                meant = [value(side, env) for side in relation.args]
            except _NOWHERE:
                continue
            try:
                pairs = [
                    (meaning({**names, **env}), expected)
                    for meaning, expected in zip((seen.left, seen.right), meant, strict=True)
                ]
            except _NOWHERE as error:
                raise Misprint(f"{relation}: what was printed has no value at {env}") from error
            for got, expected in pairs:
                if mpmath.isnan(got) or mpmath.isinf(got):
                    break
                if abs(got - expected) > mpmath.mpf(10) ** (8 - _DIGITS) * (1 + abs(expected)):
                    raise Misprint(f"{relation}: printed {got}, meant {expected} at {env}")
            else:
                done += 1
                if done == _POINTS:
                    return True
    return done > 0
