r"""What a theorem can say: relations, inert operators, equivalences, curves, generic functions.

Everything here is inert: SymPy can neither evaluate nor reorder it behind the reader's back.

* ``Eq, Ne, Le, Lt, Ge, Gt`` build relations that stay as they are written;
* ``Sup, Inf, Lim, Iterate`` are operators with a meaning and no evaluation rule;
* ``Iff(A, B)`` says that the relations ``A`` hold together exactly when the relations ``B`` do;
* ``SameCurve(f, g)``, ``Above(f, g)`` compare two trade-off functions on all of [0, 1];
* ``Near(f, g, s)`` says that f stays within the shift s of g on all of [0, 1], and is one of the
  statements (`Decided`) that bring their own decision;
* ``Generic`` is a function about which only stated facts are known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Basic, Expr, Interval, Lambda, S, Tuple, oo
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Relational

from ..binding import substitute
from ..errors import DomainError, HypothesisError
from ..signs import is_nonnegative
from ..symbols import alpha, domain_of, real

if TYPE_CHECKING:
    from ..balls import Ball
from ..exact import expression
from .writing import written

__all__ = [
    "Above",
    "Decided",
    "Eq",
    "Ge",
    "Generic",
    "Gt",
    "Iff",
    "Inf",
    "Iterate",
    "Le",
    "Lim",
    "Lt",
    "Ne",
    "Near",
    "SameCurve",
    "Statement",
    "Sup",
    "generic",
    "relations_of",
]

Eq = partial(sympy.Eq, evaluate=False)
Ne = partial(sympy.Ne, evaluate=False)
Le = partial(sympy.Le, evaluate=False)
Lt = partial(sympy.Lt, evaluate=False)
Ge = partial(sympy.Ge, evaluate=False)
Gt = partial(sympy.Gt, evaluate=False)


# -- inert operators --------------------------------------------------------------------------


class _Binder(Expr):  # type: ignore[misc]
    """An operator that binds one variable: args are (body, Tuple(variable, low, high))."""

    is_commutative = True
    is_extended_real = True

    def __new__(cls, body: Any, limits: Any) -> _Binder:
        variable, low, high = (expression(part) for part in limits)
        body = expression(body)
        _check_scope(cls.__name__, variable, low, high)
        made: _Binder = Expr.__new__(cls, body, Tuple(variable, low, high))
        return made

    @property
    def body(self) -> Expr:
        return self.args[0]

    @property
    def limits(self) -> tuple[Expr, Expr, Expr]:
        variable, low, high = self.args[1].args
        return variable, low, high

    @property
    def bound_symbols(self) -> list[Expr]:
        return [self.limits[0]]

    @property
    def free_symbols(self) -> set[Basic]:
        variable, low, high = self.limits
        free: set[Basic] = self.body.free_symbols - {variable}
        return free | low.free_symbols | high.free_symbols

    def _eval_subs(self, old: Expr, new: Expr) -> Expr | None:
        return self if old in self.bound_symbols else None

    def _xreplace(self, rule: Any) -> tuple[Expr, bool]:
        variable, free = self.limits[0], self.free_symbols
        rule = {key: value for key, value in rule.items() if key != variable}
        for key, value in rule.items():
            if key in free and variable in getattr(value, "free_symbols", ()):
                raise HypothesisError(f"{self} binds {variable}: {key} cannot become {value}")
        changed: tuple[Expr, bool] = super()._xreplace(rule)
        return changed


def _check_scope(operator: str, variable: Expr, low: Expr, high: Expr) -> None:
    """The bound variable's domain has to contain the range: rules reason under the binder."""
    domain = domain_of(variable)
    if variable in low.free_symbols | high.free_symbols:
        raise DomainError(f"{operator} over {variable} in [{low}, {high}]: the ends contain it")
    if operator != "Lim" and variable.is_integer:
        raise DomainError(
            f"{operator} over {variable}, an integer: allowed are real symbols; take Max or Min of "
            "finitely many values"
        )
    fits = all(
        end.is_infinite or bound.is_infinite or is_nonnegative(direction * (end - bound))
        for bound, direction in ((domain.inf, 1), (domain.sup, -1))
        for end in (low, high)
    )
    if not fits:
        raise DomainError(
            f"{operator} over {variable} in [{low}, {high}]: the symbol's domain {domain} does "
            f"not contain that range. Make it with real({str(variable)!r}, Interval(low, high))."
        )


class Sup(_Binder):
    r"""The supremum of ``body`` over ``variable`` in [low, high], unevaluated.

    Examples
    --------
    >>> from sympy import Interval
    >>> from fdp_sym.symbols import real
    >>> x = real("x", Interval(0, 1))
    >>> Sup(x * (1 - x), (x, 0, 1))
    Sup(x*(1 - x), (x, 0, 1))
    """

    _balls_kind = "sup"
    _latex_name = r"\sup"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        variable, low, high = (printer._print(part) for part in self.limits)
        body = printer._print(self.body)
        left = "(" if self.limits[1].is_infinite else "["
        right = ")" if self.limits[2].is_infinite else "]"
        text = rf"{self._latex_name}_{{{variable} \in {left}{low}, {high}{right}}} "
        text += rf"\left[{body}\right]"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class Inf(Sup):
    """The infimum of ``body`` over ``variable`` in [low, high], unevaluated."""

    _balls_kind = "inf"
    _latex_name = r"\inf"


class Lim(_Binder):
    """The limit of ``body`` as ``variable`` tends to ``oo``: ``Lim(body, k)``, unevaluated."""

    def __new__(cls, body: Any, limits: Any) -> Lim:
        if not isinstance(limits, (tuple, Tuple)):
            limits = (limits, domain_of(limits).inf, oo)
        made: Lim = _Binder.__new__(cls, body, limits)  # type: ignore[assignment]
        return made

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\lim_{{{printer._print(self.limits[0])} \to \infty}} {printer._print(self.body)}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class Iterate(Expr):  # type: ignore[misc]
    """``step`` composed with itself ``count`` times, applied to ``start``; count may be a symbol.

    Examples
    --------
    >>> from sympy import Lambda, Symbol
    >>> x = Symbol("x")
    >>> Iterate(Lambda(x, x**2), 3, x).doit()
    x**8
    """

    is_commutative = True
    is_extended_real = True
    _balls_kind = "iterate"

    def __new__(cls, step: Lambda, count: Any, start: Any) -> Iterate:
        made: Iterate = Expr.__new__(cls, step, expression(count), expression(start))
        return made

    @property
    def free_symbols(self) -> set[Basic]:
        found: set[Basic] = set().union(*(a.free_symbols for a in self.args))
        return found

    @property
    def bound_symbols(self) -> list[Expr]:
        return list(self.args[0].variables)

    def _eval_subs(self, old: Expr, new: Expr) -> Expr | None:
        return self._xreplace({old: new})[0]

    def _xreplace(self, rule: Any) -> tuple[Expr, bool]:
        """Replace everywhere but the bound variables of ``step``."""
        step, count, start = self.args
        bound = set(step.variables)
        inner = {old: new for old, new in rule.items() if not bound & old.free_symbols}
        for key, value in inner.items():
            if key in step.free_symbols and bound & value.free_symbols:
                raise HypothesisError(f"{step} binds {step.variables}: {key} cannot become {value}")
        step = Lambda(step.signature, step.expr.xreplace(inner))
        made = Iterate(step, count.xreplace(rule), start.xreplace(rule))
        return (self, False) if made == self else (made, True)

    def doit(self, **hints: Any) -> Expr:
        _, count, start = self.args
        if not (count.is_Integer and count >= 0):
            return self
        for _ in range(int(count)):
            start = self.after(start)
        return start

    def after(self, start: Expr) -> Expr:
        """One step from ``start``."""
        step = self.args[0]
        value: Expr = substitute(step.expr, {step.variables[0]: start})
        return value

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        step, count, start = (printer._print(a) for a in self.args)
        text = rf"\left({step}\right)^{{\circ {count}}}\left({start}\right)"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


# -- generic functions ------------------------------------------------------------------------


class Generic(AppliedUndef):  # type: ignore[misc]
    """Base of applied generic functions; see `generic`."""

    facts: frozenset[str]
    instances: tuple[Lambda, ...]
    bounds: tuple[Any, Any]
    domain: Interval

    def _sign_range(self) -> tuple[Any, Any]:
        return self.bounds


FACTS = frozenset(
    {
        *("convex", "non-increasing", "below Id", "absolutely continuous", "symmetric"),
        "measurable",
    }
)
_UNIT = Interval(0, 1)
_TRADEOFF = ("convex", "non-increasing", "below Id", "absolutely continuous")


def generic(
    name: str,
    *,
    instances: Iterable[Any],
    facts: Iterable[str] = _TRADEOFF,
    bounds: tuple[Any, Any] = (0, 1),
    domain: Interval = _UNIT,
) -> UndefinedFunction:
    """A function known only by its facts; by default an arbitrary trade-off function.

    Parameters
    ----------
    name : str
        Its name.
    instances : iterable of Lambda or TradeOff
        Concrete functions with those facts. They prove nothing: every step of a proof is
        re-checked on them, and mutants are refuted with them.
    facts : iterable of str
        From ``convex, non-increasing, below Id, absolutely continuous, symmetric,
        measurable``.
    bounds : pair
        Between which constants its values lie (``-oo``, ``oo`` allowed).
    domain : Interval
        Where its facts hold; contains [0, 1].

    Examples
    --------
    >>> from sympy import Lambda, Symbol
    >>> x = Symbol("x")
    >>> f = generic("f", instances=[Lambda(x, (1 - x) ** 2)])
    >>> f(0)
    f(0)
    """
    unknown = set(facts) - FACTS
    if unknown:
        raise DomainError(f"facts {sorted(unknown)}: allowed are {sorted(FACTS)}")
    if not Interval(0, 1).is_subset(domain):
        raise DomainError(f"generic function {name}: its domain {domain} has to contain [0, 1]")
    made = UndefinedFunction(name, bases=(Generic,), real=True)
    made.domain = domain
    made.facts = frozenset(facts)
    made.bounds = (expression(bounds[0]), expression(bounds[1]))
    made.instances = tuple(
        i if isinstance(i, Lambda) else Lambda(alpha, i.formula(alpha)) for i in instances
    )
    # SymPy compares undefined functions by name and these: an f of another file is another f
    known = {name: getattr(made, name) for name in ("facts", "bounds", "domain", "instances")}
    made._kwargs = {**made._kwargs, **known}
    if not made.instances:
        raise DomainError(f"generic function {name}: give at least one instance with its facts")
    return made


# -- statements -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Iff:
    """The relations ``left`` hold together if and only if the relations ``right`` do.

    Each side is a relation or a tuple of them, not empty; one that SymPy has evaluated to true or
    false is a `DomainError`, as anywhere in a claim.
    """

    left: tuple[Relational, ...]
    right: tuple[Relational, ...]

    def __init__(self, left: Any, right: Any) -> None:
        object.__setattr__(self, "left", _side(left))
        object.__setattr__(self, "right", _side(right))


def _side(value: Any) -> tuple[Relational, ...]:
    relations = _as_tuple(value)
    for relation in relations:
        _need_unevaluated(relation)
        if not isinstance(relation, Relational):
            raise DomainError(f"{relation!r} beside <=>: allowed are relations or tuples of them")
    if not relations:
        raise DomainError("an empty side of <=> says nothing; give at least one relation")
    return relations


def _at_alpha(f: Any) -> Expr:
    """The value at alpha, which must not also be a parameter of ``f``."""
    if alpha in f.formula(real("argument", alpha.domain)).free_symbols:
        raise DomainError(f"{f}: alpha is the argument of a trade-off function; rename that symbol")
    value: Expr = f.formula(alpha)
    return value


@dataclass(frozen=True)
class SameCurve:
    """Two trade-off functions agree on all of [0, 1]."""

    left: Any
    right: Any

    @cached_property
    def relation(self) -> Relational:
        """The same as an equation at alpha."""
        return Eq(*(_at_alpha(f) for f in (self.left, self.right)))


@dataclass(frozen=True)
class Above:
    """The trade-off function ``left`` is nowhere below ``right``."""

    left: Any
    right: Any

    @cached_property
    def relation(self) -> Relational:
        """The same as an inequality at alpha."""
        return Ge(*(_at_alpha(f) for f in (self.left, self.right)))


class Decided(ABC):
    """A statement without symbols, about products or limits, that brings its own decision.

    Only the toolkit's own count: a class that a proof file defines makes its entry inconclusive.
    """

    @property
    @abstractmethod
    def text(self) -> str:
        """The statement in one line: what, the word "in" or "within", and the rest."""

    @property
    @abstractmethod
    def verdict(self) -> Any:
        """A `Verdict`: ``certified``, ``refuted`` with a witness, or ``inconclusive``."""

    def sides(self, witness: Mapping[str, str], digits: int) -> tuple[Ball, Ball] | None:
        """What is at most what, at a witness; None for statements that compare no two numbers."""
        return None


@dataclass(frozen=True)
class Near(Decided):
    r"""``left`` stays within a shift s of ``right``, at every alpha in [0, 1].

    :math:`g(\alpha+s)-s\le f(\alpha)\le g(\alpha-s)+s`, where g is 1 left of 0 and 0 right of 1.
    Both functions and the shift are without symbols, and products are allowed: nothing is written
    out, certified values of the profiles decide.
    """

    left: Any
    right: Any
    shift: Any

    @property
    def text(self) -> str:
        return f"{self.left} within {self.shift} of {self.right} on [0, 1]"

    @cached_property
    def verdict(self) -> Any:
        from ..compose.band import within_shift

        return within_shift(self.left, self.right, self.shift)


# a SymPy relation, Iff, SameCurve, Above or Decided; SymPy's classes are untyped
Statement = Any
_STATEMENTS = (Relational, Iff, SameCurve, Above, Decided)


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list, Tuple)) else (value,)


def _need_unevaluated(part: Any) -> None:
    if part is S.true or part is S.false or isinstance(part, bool):
        raise DomainError(
            f"SymPy evaluated a claim to {part} before anything could be checked; build it "
            "with Eq, Le, … of fdp_sym.theorems, which stay unevaluated"
        )


def show(statement: Any) -> str:
    """A statement or relation in one line of plain text, as it is written.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha, delta
    >>> show(Le(alpha, 1 - delta))
    'alpha <= 1 - delta'
    """
    if isinstance(statement, Iff):
        left, right = (" and ".join(map(show, side)) for side in (statement.left, statement.right))
        return f"{left}  <=>  {right}"
    if isinstance(statement, SameCurve):
        return f"{statement.left} = {statement.right} on [0, 1]"
    if isinstance(statement, Above):
        return f"{statement.left} >= {statement.right} on [0, 1]"
    if isinstance(statement, Decided):
        return statement.text
    sign = "=" if statement.rel_op == "==" else statement.rel_op
    return f"{written(statement.lhs)} {sign} {written(statement.rhs)}"


def relations_of(statement: Statement) -> tuple[Relational, ...]:
    """All relations that occur in a statement."""
    if isinstance(statement, Iff):
        return statement.left + statement.right
    if isinstance(statement, (SameCurve, Above)):
        return (statement.relation,)
    return () if isinstance(statement, Decided) else (statement,)


def parts_of(claim: Any) -> tuple[Statement, ...]:
    """A claim as the tuple of statements that it makes together."""
    parts = _as_tuple(claim)
    for part in parts:
        _need_unevaluated(part)
        if not isinstance(part, _STATEMENTS):
            raise DomainError(
                f"claim {part!r}: allowed are relations, Iff, SameCurve, Above, Near, or a tuple"
                " of them"
            )
    if not parts:
        raise DomainError("an empty claim says nothing; give at least one relation")
    return parts
