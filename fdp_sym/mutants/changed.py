"""The wrong neighbours of a theorem: its claim, hypotheses or domain changed in one place.

They are generated from the claim alone, whatever its proof; `judge` says of each whether the
checker finds the mistake, or that there is none to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Derivative, Expr, Interval, Range, oo
from sympy.core.relational import Relational

from ..binding import replace_free
from ..errors import FdpError
from ..symbols import domain_of, real
from ..theorems.goals import symbols_of
from ..theorems.statements import (
    Above,
    Decided,
    Iff,
    Iterate,
    SameCurve,
    Statement,
    relations_of,
    show,
)
from .terms import Inexpressible, changes, in_words

__all__ = ["Mutation", "Mutations", "mapped", "mutations", "renamed"]


@dataclass(frozen=True)
class Mutation:
    """One wrong neighbour of a theorem.

    Attributes
    ----------
    where : str
        The part or hypothesis that was changed, when there are several.
    old, new : object
        What was there and what is now.
    number : int
        Tells mutants apart that would be described alike.
    claim : tuple of statements
        All parts.
    given : tuple of relations
        All hypotheses.
    part : int or None
        The part that was changed; None when a hypothesis or a domain was, which concerns all.
    symbol, value : symbol and number, or None
        The symbol whose domain was widened, and by which value.
    """

    where: str
    old: Any
    new: Any
    claim: tuple[Statement, ...]
    given: tuple[Relational, ...]
    part: int | None = None
    symbol: Any = None
    value: Expr | None = None
    number: int = 1

    @property
    def what(self) -> str:
        """The change in words; no other mutant of the entry has the same."""
        old, new = in_words(self.old), in_words(self.new)
        text = f"{self.where}{old} -> {new}"
        return text if self.number == 1 else f"{text} ({self.number})"

    @property
    def changed(self) -> tuple[int, ...]:
        """The parts that may have become false."""
        if self.part is not None:
            return (self.part,)
        every = range(len(self.claim))
        if self.symbol is None:
            return tuple(every)
        return tuple(i for i in every if self.symbol in symbols_of(self.claim[i], self.given))

    @property
    def text(self) -> str:
        """What is claimed, in one line."""
        text = "; ".join(show(self.claim[i]) for i in self.changed)
        if self.symbol is not None:
            return f"{text}  also at {self.symbol} = {self.value}"
        return f"{text}  given {', '.join(map(show, self.given))}" if self.given else text


@dataclass
class Mutations:
    """All mutants of an entry, and the changes that make no statement, with the reason."""

    mutants: list[Mutation] = field(default_factory=list)
    inexpressible: list[tuple[str, str]] = field(default_factory=list)


def mutations(entry: Any) -> Mutations:
    """Every mutant of the claim, the hypotheses and the domains of an entry.

    Parameters
    ----------
    entry : Theorem or Claim
        Whose statement is changed.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, epsilon
    >>> from fdp_sym.theorems import Le, Theorem, cite, symbolic
    >>> source = cite("nobody", "nowhere")
    >>> small = Theorem(id="t", title="", source=source, claim=Le(alpha, 1), checks=(symbolic(),))
    >>> for mutant in mutations(small).mutants:
    ...     print(mutant.text)
    alpha >= 1
    alpha < 1
    alpha = 1
    -alpha <= 1
    alpha <= 2
    alpha <= 0
    alpha <= 1/2
    alpha <= -1
    """
    found = Mutations()
    several = len(entry.parts) > 1
    for i, part in enumerate(entry.parts):
        where = f"part {i}: " if several else ""
        for change in changes(part):
            if isinstance(change.term, Inexpressible):
                found.inexpressible.append((f"{where}{change.what}", change.term.reason))
                continue
            claim = (*entry.parts[:i], change.term, *entry.parts[i + 1 :])
            found.mutants.append(Mutation(where, change.old, change.new, claim, entry.given, i))
    for i, hypothesis in enumerate(entry.given):
        others = (*entry.given[:i], *entry.given[i + 1 :])
        where = f"given {show(hypothesis)}: "
        found.mutants.append(Mutation(where, "this", "nothing", entry.parts, others))
        for change in changes(hypothesis, hypothesis=True):
            if isinstance(change.term, Inexpressible):
                found.inexpressible.append((f"{where}{change.what}", change.term.reason))
                continue
            given = (*entry.given[:i], change.term, *entry.given[i + 1 :])
            found.mutants.append(Mutation(where, change.old, change.new, entry.parts, given))
    for symbol, value, wider in _wider(entry):
        old, new = domain_of(symbol), wider.domain
        rule = {symbol: wider}
        try:
            claim = tuple(renamed(p, rule) for p in entry.parts)
            given = tuple(renamed(h, rule) for h in entry.given)
        except FdpError as error:
            found.inexpressible.append((f"{symbol} in {old} -> {new}", str(error)))
            continue
        if any(_is_undone(r, {wider: value}) for p in (*claim, *given) for r in _relations(p)):
            reason = f"an iterate of a negative number of times at {symbol} = {value}"
            found.inexpressible.append((f"{symbol} in {old} -> {new}", reason))
            continue
        where = f"{symbol} in "
        found.mutants.append(Mutation(where, old, new, claim, given, None, wider, value))
    found.mutants = list(_numbered(found.mutants))
    return found


def _relations(statement: Any) -> tuple[Any, ...]:
    return () if isinstance(statement, Decided) else relations_of(statement)


def _is_undone(relation: Any, rule: Mapping[Any, Any]) -> bool:
    """Whether something is iterated a negative number of times at a value."""
    return any(replace_free(n.args[1], rule).is_negative for n in relation.atoms(Iterate))


def _numbered(mutants: list[Mutation]) -> Iterator[Mutation]:
    """Different mutants are described differently."""
    seen: dict[Any, int] = {}
    for mutant in mutants:
        key = (mutant.where, mutant.old, mutant.new)
        count = seen[key] = seen.get(key, 0) + 1
        yield mutant if count == 1 else replace(mutant, number=count)


def _wider(entry: Any) -> Iterator[tuple[Any, Expr, Any]]:
    """Symbols with one more value: (symbol, value, symbol of the wider domain)."""
    symbols = {s for part in entry.parts for s in symbols_of(part, entry.given)}
    for symbol in sorted(symbols, key=str):
        domain = domain_of(symbol)
        for value, wider in _by_one_value(domain):
            yield symbol, value, real(symbol.name, wider)


def _by_one_value(domain: Any) -> Iterator[tuple[Expr, Any]]:
    if isinstance(domain, Range):
        if domain.start.is_finite:
            yield domain.start - 1, Range(domain.start - 1, domain.stop)
        if domain.stop.is_finite:
            yield domain.stop, Range(domain.start, domain.stop + 1)
        return
    low, high = domain.inf, domain.sup
    if domain.left_open and low.is_finite:
        yield low, Interval(low, high, False, domain.right_open or high is oo)
    if domain.right_open and high.is_finite:
        yield high, Interval(low, high, domain.left_open or low is -oo, False)


def renamed(thing: Any, rule: Mapping[Any, Any]) -> Any:
    """A statement with symbols replaced by others where they are free.

    Examples
    --------
    >>> from sympy import Function, symbols
    >>> from fdp_sym.theorems import Lt
    >>> f, x, y = Function("f"), *symbols("x y")
    >>> renamed(Lt(Derivative(f(x), x), x), {x: y})
    Derivative(f(y), y) < y
    """
    if isinstance(thing, (SameCurve, Above)):
        return type(thing)(thing.left.subs(rule), thing.right.subs(rule))

    def change(side: Expr) -> Expr:
        # the variable of a derivative is free in it, which `replace_free` leaves alone
        slopes = {node: node.xreplace(rule) for node in side.atoms(Derivative)}
        return replace_free(replace_free(side, slopes), rule)

    return mapped(thing, change)


def mapped(thing: Any, change: Callable[[Expr], Expr]) -> Any:
    """A relation or equivalence with every side changed; other statements as they are."""
    if isinstance(thing, Iff):
        return Iff(*(tuple(mapped(r, change) for r in side) for side in (thing.left, thing.right)))
    if isinstance(thing, Relational):
        return thing.func(*map(change, thing.args), evaluate=False)
    return thing
