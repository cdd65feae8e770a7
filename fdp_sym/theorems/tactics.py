r"""Steps with arguments: each turns one goal into goals that together imply it.

Every tactic states the inference it makes in ``says``. What it needs besides is either another goal
or a gate; a gate that cannot be discharged raises `HypothesisError` and the proof does not go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sympy import (
    Add,
    Basic,
    Expr,
    Interval,
    S,
    exp,
    expand,
    log,
    tanh,
)
from sympy.core.relational import Relational

from ..binding import bound_in, replace_free
from ..functions import Phi, Quantile
from ..signs import is_nonnegative, is_positive
from ..symbols import Real, domain_of
from .defined import undefined_term
from .gates import passed
from .goals import Goal
from .integrable import need_existence
from .smooth import strictly_inside
from .statements import Above, Ge, Gt, Le, SameCurve, parts_of, show
from .tactic import Tactic, closes, need, need_inside, nonnegative_side

__all__ = [
    "cases",
    "fact",
    "hypothesis",
    "increasing",
    "induction",
    "lemma",
    "through",
    "using",
]


@dataclass(frozen=True)
class through(Tactic):
    """Transitivity: ``a R c`` follows from ``a R b`` and ``b R c``; ``middle`` lists the b's."""

    middle: tuple[Expr, ...]
    says = "transitivity"

    def __init__(self, *middle: Any) -> None:
        object.__setattr__(self, "middle", tuple(S(m) for m in middle))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if goal.relation.rel_op == "!=":
            return None
        for middle in self.middle:
            need_existence(middle, goal.given)
        chain = (goal.lhs, *self.middle, goal.rhs)
        weak = {"<": Le, ">": Ge}.get(goal.relation.rel_op)
        goals = [goal.with_sides(a, b) for a, b in pairwise(chain)]
        if weak is not None:  # one strict step is enough; the last one has to be it
            goals = [Goal(weak(g.lhs, g.rhs), g.given) for g in goals[:-1]] + goals[-1:]
        return goals


@dataclass(frozen=True)
class cases(Tactic):
    """Either the relation (an inequality) or its reverse holds."""

    relation: Relational
    says = "case distinction"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        a, b = self.relation.lhs, self.relation.rhs
        unclear = undefined_term(a, goal.given) or undefined_term(b, goal.given)
        need(unclear is None, f"{unclear} is defined")
        return [Goal(goal.relation, (*goal.given, r)) for r in (Ge(a, b), Le(a, b))]


@dataclass(frozen=True)
class induction(Tactic):
    """Over an integer symbol: the first value of its domain, and k to k + 1."""

    variable: Real
    says = "induction"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        k = self.variable
        if k not in goal.relation.free_symbols:
            return None
        domain = domain_of(k)
        need(bool(k.is_integer) and domain.inf.is_finite, f"{k} ranges over integers from a first")
        need(all(k not in h.free_symbols for h in goal.given), f"no hypothesis depends on {k}")
        first = domain.inf
        base = goal.with_sides(*(s.subs(k, first) for s in goal.relation.args))
        step = goal.with_sides(*(s.subs(k, k + 1) for s in goal.relation.args))
        return [base, Goal(step.relation, (*goal.given, goal.relation))]


@dataclass(frozen=True)
class hypothesis(Tactic):
    """Replace the left side of a hypothesis that is an equation by its right side."""

    says = "by hypothesis"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {h.lhs: h.rhs for h in goal.given if h.rel_op == "=="}
        lhs, rhs = replace_free(goal.lhs, swap), replace_free(goal.rhs, swap)
        if (lhs, rhs) == (goal.lhs, goal.rhs):
            return None
        return [goal.with_sides(lhs, rhs)]


@dataclass(frozen=True)
class increasing(Tactic):
    """``F(a) <= F(b)`` follows from ``a <= b`` for an increasing function F on its domain.

    The same for ``c F(a) + d <= c F(b) + d`` with a number c > 0.
    """

    function: str
    says = "an increasing function keeps the order"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if self.function == "reciprocal":  # 1/a <= 1/b from b <= a, both positive
            a, b = 1 / goal.lhs, 1 / goal.rhs
            if not (is_positive(a, goal.given) and is_positive(b, goal.given)):
                return None
            passed(f"{a} > 0 and {b} > 0")
            return [goal.with_sides(b, a)]
        functions = {"Phi": Phi, "Quantile": Quantile, "exp": exp, "log": log, "tanh": tanh}
        need(self.function in functions, f"{self.function} is one of {sorted(functions)}")
        kind = functions[self.function]
        arguments = [a for n in goal.relation.atoms(kind) for a in n.args]
        for a in arguments:  # where both sides are defined
            if kind is log:
                need(is_positive(a, goal.given), f"{a} > 0")
            if kind is Quantile:
                need_inside(a, Interval(0, 1), "the probability", goal.given)
            if goal.relation.rel_op in ("<", ">", "!="):  # infinite arguments are not ordered
                proper = (strictly_inside(q.args[0], goal.given) for q in a.atoms(Quantile))
                need(all(proper), f"{a} is finite")
        if isinstance(goal.lhs, kind) and isinstance(goal.rhs, kind):
            return [goal.with_sides(goal.lhs.args[0], goal.rhs.args[0])]
        terms = Add.make_args(goal.lhs - goal.rhs)
        parts = sorted((term.as_coeff_Mul() for term in terms), key=lambda p: -p[0])
        if len(parts) != 2 or not all(isinstance(term, kind) for _, term in parts):
            return None
        (up, left), (down, right) = parts
        if not up == -down > 0:
            return None
        return [goal.with_sides(left.args[0], right.args[0])]


@dataclass(frozen=True)
class fact(Tactic):
    r"""Add what is known of a generic function at chosen arguments.

    * ``fact(f, "convex", x, y, t)``: f(t x + (1-t) y) <= t f(x) + (1-t) f(y);
    * ``fact(f, "non-increasing", x, y)``: f(x) >= f(y), where x <= y has to follow;
    * ``fact(f, "below Id", x)``: f(x) <= 1 - x;
    * ``fact(f, "symmetric", x)``: f(f(x)) <= x, as f is its own left inverse.
    """

    function: Any
    which: str
    arguments: tuple[Expr, ...]
    says = "a fact about a generic function"

    def __init__(self, function: Any, which: str, *arguments: Any) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "which", which)
        object.__setattr__(self, "arguments", tuple(S(a) for a in arguments))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        f, given = self.function, goal.given
        need(self.which in f.facts, f"{f} is {self.which}")
        points = self.arguments if self.which != "convex" else self.arguments[:2]
        for p in points:
            need_inside(p, f.domain, str(p), given)
        if self.which == "convex":
            x, y, t = self.arguments
            need(is_nonnegative(t, given) and is_nonnegative(1 - t, given), f"0 <= {t} <= 1")
            mean = expand(t * x + (1 - t) * y)
            # as the goal writes it, when it does
            written = {a for a in goal.relation.atoms(f) if expand(a.args[0] - mean) == 0}
            known = Le(min(written, key=str, default=f(mean)), t * f(x) + (1 - t) * f(y))
        elif self.which == "non-increasing":
            x, y = self.arguments
            need(closes(Goal(Le(x, y), given)), f"{x} <= {y}")
            known = Ge(f(x), f(y))
        elif self.which == "symmetric":
            (x,) = self.arguments
            known = Le(f(f(x)), x)
        else:
            need(self.which == "below Id", f"no inequality is attached to {self.which!r}")
            (x,) = self.arguments
            known = Le(f(x), 1 - x)
        return [Goal(goal.relation, (*given, known))]


@dataclass(frozen=True)
class using(Tactic):
    r"""Subtract non-negative multiples of hypotheses: h >= 0 from h - sum m_i (a_i - b_i) >= 0."""

    multiples: tuple[tuple[Relational, Expr], ...]
    says = "non-negative combination of the hypotheses"

    def __init__(self, *multiples: tuple[Relational, Any]) -> None:
        object.__setattr__(self, "multiples", tuple((r, S(m)) for r, m in multiples))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        rest = nonnegative_side(goal)
        for relation, multiplier in self.multiples:
            need(relation in goal.given, f"{relation} is a hypothesis of the goal")
            need(is_nonnegative(multiplier, goal.given), f"{multiplier} >= 0")
            rest -= multiplier * nonnegative_side(Goal(relation))
        if not goal.relation.free_symbols:
            return None  # a number needs no hypothesis
        strict = goal.relation.rel_op in ("<", ">")
        return [Goal((Gt if strict else Ge)(expand(rest), S.Zero), goal.given)]


@dataclass(frozen=True)
class lemma(Tactic):
    """Use another entry's statement at chosen values of its symbols.

    An equation rewrites its left side to its right side; an inequality becomes a hypothesis. The
    values have to lie in the domains of the lemma's symbols and satisfy its hypotheses.
    """

    id: str
    at: tuple[tuple[str, Expr], ...] = ()
    part: int = 0
    says = "by an earlier result"

    def __init__(self, id: str, at: Mapping[Any, Any] | None = None, part: int = 0) -> None:
        object.__setattr__(self, "id", id)
        pairs = tuple((str(k), S(v)) for k, v in (at or {}).items())
        object.__setattr__(self, "at", pairs)
        object.__setattr__(self, "part", part)

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        entry = context.entry(self.id)
        relation = parts_of(entry.claim)[self.part]
        if not isinstance(relation, Relational):
            need(isinstance(relation, (SameCurve, Above)), f"part {self.part} is a relation")
            relation = relation.relation
        values = dict(self.at)
        swap = {}
        symbols = relation.free_symbols.union(*(h.free_symbols for h in entry.given))
        for symbol in sorted(symbols, key=str):  # the order in which a proof says what it needs
            value = values.pop(str(symbol), symbol)
            swap[symbol] = value
            if value.is_Symbol and domain_of(value).is_subset(domain_of(symbol)):
                continue
            if symbol.is_integer:
                need(bool(value.is_integer), f"{value} is an integer")
            need_inside(value, domain_of(symbol), str(symbol), goal.given)
        need(not values, f"{sorted(values)} are symbols of {self.id}")
        swap = {symbol: value for symbol, value in swap.items() if value != symbol}
        bound = {v for r in (relation, *entry.given) for n in r.atoms(Basic) for v in bound_in(n)}
        free = {v for value in swap.values() for v in value.free_symbols}
        need(not bound & free, f"no bound variable of {self.id} captures a symbol of the values")
        for h in entry.given:
            there = h.func(h.lhs.xreplace(swap), h.rhs.xreplace(swap), evaluate=False)
            need(closes(Goal(there, goal.given)), f"hypothesis {there} of {self.id}")
        left, right = relation.lhs.xreplace(swap), relation.rhs.xreplace(swap)
        passed(f"{self.id} says {show(relation.func(left, right, evaluate=False))}")
        if relation.rel_op == "==":
            lhs, rhs = (replace_free(side, {left: right}) for side in goal.relation.args)
            if (lhs, rhs) != (goal.lhs, goal.rhs):
                return [goal.with_sides(lhs, rhs)]
        known = relation.func(left, right, evaluate=False)
        return [Goal(goal.relation, (*goal.given, known))]
