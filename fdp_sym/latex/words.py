"""Hypotheses in words: what the symbols and generic functions of a claim range over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Interval, Range, S, Set, Symbol

from ..symbols import alpha, domain_of
from ..theorems.statements import Above, Generic, SameCurve, Statement, relations_of
from .printer import formula

__all__ = ["ambiguous", "enumeration", "hypotheses", "ranges_beside", "symbols_of"]

_OF_A_TRADE_OFF_FUNCTION = {"convex", "non-increasing", "below Id", "absolutely continuous"}


def hypotheses(parts: Iterable[Statement], given: Sequence[Any] = (), order: str = "") -> str:
    r"""The quantifiers of a claim and what is ``given``, as the beginning of a sentence.

    Symbols come in the order in which they appear in the LaTeX ``order``, alpha last.

    Examples
    --------
    >>> from sympy import Interval
    >>> from fdp_sym.symbols import integer, mu, real
    >>> from fdp_sym.theorems.statements import Le
    >>> k, t = integer("k", 1), real("t", Interval.Ropen(0, 1))
    >>> print(hypotheses([Le(t, k * mu)], [Le(mu, 1)], r"t \leq k \mu"))
    For all $t \in [0, 1)$, $\mu \geq 0$ and all integers $k \geq 1$ with $\mu \leq 1$,
    """
    sides = [side for part in parts for side in _sides(part)]
    sides += [side for relation in given for side in relation.args]
    symbols = sorted(
        set().union(*(side.free_symbols for side in sides)),
        key=lambda symbol: (
            symbol == alpha,
            _position(formula(symbol), order),
            str(symbol),
            str(domain_of(symbol)),  # the parts of a claim may use one name for several ranges
        ),
    )
    clashing = ambiguous(symbols)
    symbols = [symbol for symbol in symbols if symbol.name not in clashing]
    functions = {node.func for side in sides for node in side.atoms(Generic)}
    reals = [s for s in symbols if not isinstance(domain_of(s), Range)]
    integers = [s for s in symbols if isinstance(domain_of(s), Range)]
    ranges = [
        *_all("all", _grouped(reals)),
        *_all("all integers", _grouped(integers)),
        *_quantified(sorted(functions, key=lambda function: function.__name__)),
    ]
    conditions = enumeration([f"${formula(relation)}$" for relation in given])
    if not ranges:
        return f"If {conditions}, then" if conditions else "It holds that"
    return f"For {enumeration(ranges)}{f' with {conditions}' if conditions else ''},"


def ambiguous(symbols: Iterable[Symbol]) -> set[str]:
    """Names that have several domains: their ranges are said part by part."""
    seen: dict[str, set[Any]] = {}
    for symbol in symbols:
        seen.setdefault(symbol.name, set()).add(domain_of(symbol))
    return {name for name, domains in seen.items() if len(domains) > 1}


def ranges_beside(parts: Sequence[Statement], names: set[str]) -> str:
    """What the ambiguous symbols range over in each part, as a sentence."""
    texts = []
    for number, part in enumerate(parts, start=1):
        found = {s for side in _sides(part) for s in side.free_symbols if s.name in names}
        ranges = [_range(domain_of(s)).format(formula(s)) for s in sorted(found, key=str)]
        texts += [f"${text}$ in part {number}" for text in ranges]
    return f"Here {enumeration(texts)}." if texts else ""


def symbols_of(parts: Iterable[Statement], given: Sequence[Any] = ()) -> set[Symbol]:
    """The free symbols of a claim and of its hypotheses."""
    sides = [side for part in parts for side in _sides(part)]
    sides += [side for relation in given for side in relation.args]
    return set().union(*(side.free_symbols for side in sides))


def enumeration(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _sides(part: Statement) -> list[Any]:
    """What a statement compares: expressions, or the symbols of trade-off functions."""
    if isinstance(part, (SameCurve, Above)):
        return [*part.left.free_symbols, *part.right.free_symbols]
    return [side for relation in relations_of(part) for side in relation.args]


def _position(name: str, text: str) -> int:
    found = re.search(rf"(?<![\\a-zA-Z]){re.escape(name)}(?![a-zA-Z_])", text)
    return found.start() if found else len(text)


def _all(quantifier: str, ranges: list[str]) -> list[str]:
    return [f"{quantifier} {ranges[0]}", *ranges[1:]] if ranges else []


def _grouped(symbols: list[Symbol]) -> list[str]:
    """Symbols with one range share it: ``$a$, $b > 0$``."""
    groups: dict[str, list[str]] = {}
    for symbol in symbols:
        groups.setdefault(_range(domain_of(symbol)), []).append(formula(symbol))
    return [f"${text.format('$, $'.join(names))}$" for text, names in groups.items()]


def _range(domain: Set) -> str:
    """A domain as a pattern with a place for the symbols."""
    low, high = domain.inf, domain.sup
    if isinstance(domain, Range):
        if low.is_infinite and high.is_infinite:
            return "{}"
        if high.is_infinite:
            return rf"{{}} \geq {low}"
        return rf"{{}} \leq {high}" if low.is_infinite else rf"{low} \leq {{}} \leq {high}"
    if low.is_infinite and high.is_infinite:
        return r"{} \in \mathbb{{R}}"
    if high.is_infinite:
        sign = ">" if domain.left_open else r"\geq"
        return f"{{}} {sign} {_escaped(formula(low))}"
    if low.is_infinite:
        sign = "<" if domain.right_open else r"\leq"
        return f"{{}} {sign} {_escaped(formula(high))}"
    return rf"{{}} \in {_escaped(_interval(domain))}"


def _escaped(pattern: str) -> str:
    return pattern.replace("{", "{{").replace("}", "}}")


def _interval(interval: Interval) -> str:
    left = "(" if interval.left_open else "["
    right = ")" if interval.right_open else "]"
    return f"{left}{formula(interval.inf)}, {formula(interval.sup)}{right}"


def _quantified(functions: Sequence[Any]) -> list[str]:
    """Generic functions, those with the same facts together: ``every trade-off function $f$``."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for function in functions:
        name = f"${formula(Symbol(function.__name__))}$"
        groups.setdefault(_described(function), []).append(name)
    found = []
    for (adjectives, noun, qualities), names in groups.items():
        every, ending = ("every", "") if len(names) == 1 else ("all", "s")
        words = [every, adjectives, noun + ending, enumeration(names), qualities]
        found.append(" ".join(filter(None, words)))
    return found


def _described(function: Any) -> tuple[str, str, str]:
    """The facts about a generic function: adjectives, noun, and what follows the name."""
    facts, unit = set(function.facts), Interval(0, 1)
    values, domain = Interval(*function.bounds), function.domain
    if facts >= _OF_A_TRADE_OFF_FUNCTION and values == domain == unit:
        return ", ".join(sorted(facts - _OF_A_TRADE_OFF_FUNCTION)), "trade-off function", ""
    qualities = [f"on ${_interval(domain)}$"] if facts and domain != unit else []
    if values == S.Reals:
        qualities.append("with real values")
    else:
        qualities.append(f"with values in ${_interval(values)}$")
    if "below Id" in facts:
        qualities.append(r"below $\mathrm{Id}$")
    return ", ".join(sorted(facts - {"below Id"})), "function", " ".join(qualities)
