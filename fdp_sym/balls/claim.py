"""What the box prover is asked: a relation, the box, and changes of variable."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Basic, Expr, S, Symbol, preorder_traversal
from sympy.logic.boolalg import BooleanAtom

from ..binding import apart
from ..errors import DomainError, UnsupportedError
from ..exact import expression
from ..functions import Phi, Quantile
from ..symbols import domain_of, integer, real
from .boxes import Bound, Box, Side, side
from .evaluate import enclose
from .partial import partial_term

__all__ = ["Change", "Claim", "stated"]

_RELATIONS = (">=", ">", "<=", "<", "==")
_MAX_INTEGERS = 10_000
_MAX_SIZE = 1000
# an end of the range of z is rounded outward to this grid
_GRID = 2**40


@dataclass(frozen=True)
class Change:
    """``old = g(z)`` for z in ``over``."""

    g: Expr
    z: Symbol
    over: Side


@dataclass(frozen=True)
class Claim:
    """Inequalities ``f >= 0`` (``f > 0`` if strict), all in the same variables on one box."""

    relation: tuple[Expr, str, Expr]
    parts: tuple[tuple[Expr, bool], ...]
    variables: tuple[Symbol, ...]
    box: Box
    changes: Mapping[str, Change]
    partial: Expr | None = None  # a term that may be undefined somewhere on the box

    @property
    def domain(self) -> str:
        pairs = zip(self.variables, self.box.sides, strict=True)
        box = ", ".join(
            f"{v} in {{{s.lo}, …, {s.hi}}}" if v.is_integer else f"{v} in {s}" for v, s in pairs
        )
        return box if self.partial is None else f"{box}, wherever {self.partial} is defined"


def stated(
    claim: Any, box: Mapping[Symbol, Any], substitute: Mapping[Symbol, Expr] | None = None
) -> Claim:
    """The claim in symbols whose domains are the box.

    Raises
    ------
    DomainError
        If the box does not fit the claim, or the claim is no relation.
    UnsupportedError
        For an integer symbol with too many values.
    """
    left, op, right = _relation(claim)
    left, right = (apart(side.replace(_is_iterate, _written_out)) for side in (left, right))
    substitute = substitute or {}
    new = {old: _new_symbol(g, old) for old, g in substitute.items()}
    used = (left - right).free_symbols | left.free_symbols | right.free_symbols
    variables = sorted(used | set(box) - set(new.values()), key=lambda s: s.sort_key())
    sides, swap = {}, {}
    for v in variables:
        if v not in box:
            raise DomainError(f"no range for {v} in {claim}; add {v}: (lo, hi) to the box")
        sides[v] = side(box[v], str(v))
        swap[v] = _boxed(v, sides[v])
    f = (right - left if op in ("<=", "<") else left - right).xreplace(swap)
    changes = {}
    for old, g in substitute.items():
        z = new[old]
        over = side(box.get(z, domain_of(z)), str(z))
        inner = real(str(z), over.domain)
        changes[str(old)] = Change(g.xreplace({z: inner}), inner, over)
    for v in variables:
        if str(v) not in changes and not sides[v].is_point and _has_quantile(f, swap[v]):
            changes[str(v)] = _normal(str(v), sides[v])
    return Claim(
        (left.xreplace(swap), op, right.xreplace(swap)),
        ((f, op in ("<", ">")), *([(-f, False)] if op == "==" else [])),
        tuple(swap[v] for v in variables),
        Box(tuple(sides[v] for v in variables)),
        changes,
        partial_term(left, sides) or partial_term(right, sides),
    )


def _relation(claim: Any) -> tuple[Expr, str, Expr]:
    relation = expression(claim)
    if isinstance(relation, BooleanAtom):
        raise DomainError(
            f"the claim is {relation}: SymPy decided it from its assumptions, which is no proof. "
            "Pass the difference of the sides as an expression, or a relation of fdp_sym.theorems."
        )
    op = getattr(relation, "rel_op", None)
    if op in _RELATIONS:
        left, right = relation.args[:2]
        return left, str(op), right
    if op is None and isinstance(relation, Expr):
        return relation, ">=", S.Zero
    raise DomainError(f"the claim {claim}: allowed is one relation of {', '.join(_RELATIONS)}")


def _is_iterate(node: Basic) -> bool:
    return getattr(node, "_balls_kind", None) == "iterate"


def _written_out(node: Expr) -> Expr:
    """An iterated function as one expression, which is what a certificate can hold."""
    step, count, _ = node.args
    size, occurrences = 1, sum(part == step.variables[0] for part in preorder_traversal(step.expr))
    for _ in range(int(count)) if count.is_Integer else ():
        size = min(size * occurrences + step.expr.count_ops(), _MAX_SIZE + 1)
    if not count.is_Integer or size > _MAX_SIZE:
        raise UnsupportedError(
            f"{node}: a certificate holds iterated functions only written out, of at most "
            f"{_MAX_SIZE} operations. Choose a definite and smaller count, or prove one step."
        )
    return node.doit()


def _boxed(v: Symbol, s: Side) -> Symbol:
    """The variable with the box for its domain."""
    domain = domain_of(v)
    if v.is_integer:
        if not s.is_bounded or s.hi - s.lo > _MAX_INTEGERS:
            raise UnsupportedError(
                f"{v} in {s}: each integer is treated by itself, and {_MAX_INTEGERS} are allowed"
            )
        fits = domain.inf <= s.sympy_end(False) and s.sympy_end(True) <= domain.sup
        new = integer(str(v), math.ceil(s.lo), math.floor(s.hi))
    else:
        fits = s.domain.is_subset(domain)
        new = real(str(v), domain if s.is_point else s.domain)
    if not fits:
        raise DomainError(
            f"{v} in {s}: {v} ranges over {domain}. Choose a smaller box, or give the symbol a "
            "wider domain with real(name, domain)."
        )
    return new


def _new_symbol(g: Expr, old: Symbol) -> Symbol:
    if len(g.free_symbols) != 1:
        raise DomainError(f"{old} = {g}: a change of variable has exactly one new symbol")
    (z,) = g.free_symbols
    return z


def _has_quantile(f: Expr, v: Symbol) -> bool:
    return any(q.args[0] in (v, 1 - v) for q in f.atoms(Quantile))


def _normal(name: str, s: Side) -> Change:
    """v = Phi(-z) for a v in [0, 1]."""
    lo, hi = (-_quantile(s.sympy_end(upper), upper) for upper in (True, False))
    over = Side(lo, hi, math.isinf(lo), math.isinf(hi))
    z = real(f"z_{name}", over.domain)
    return Change(Phi(-z), z, over)


def _quantile(p: Expr, up: bool) -> Bound:
    """The quantile rounded outward to a grid; exact for 0, 1/2 and 1."""
    value = Quantile(p)
    if value.is_infinite:
        return math.inf if value > 0 else -math.inf
    if value == 0:
        return Fraction(0)
    ball = enclose(value, digits=20)
    scaled = (ball.upper if up else ball.lower) * _GRID
    return Fraction(math.ceil(scaled) if up else math.floor(scaled), _GRID)
