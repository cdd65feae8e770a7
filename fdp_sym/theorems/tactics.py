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
    Dummy,
    Expr,
    Integral,
    Interval,
    Poly,
    Pow,
    S,
    exp,
    expand,
    log,
    oo,
    tanh,
    together,
)
from sympy import diff as differentiate
from sympy.core.relational import Relational

from ..binding import bound_in, outside_binders, replace_free
from ..errors import HypothesisError
from ..functions import Phi, Quantile
from ..signs import is_nonnegative, is_positive, is_positive_multiple, possible_signs
from ..symbols import Real, domain_of, real
from .defined import undefined_term
from .goals import Goal
from .statements import Above, Eq, Ge, Gt, Le, Lim, Lt, SameCurve, Sup, parts_of

__all__ = [
    "antiderivative",
    "cases",
    "closes",
    "fact",
    "from_boundary",
    "hypothesis",
    "increasing",
    "induction",
    "lemma",
    "monotone_supremum",
    "remainder",
    "stationary",
    "through",
    "using",
]


def closes(goal: Goal) -> bool:
    """Whether a goal holds by field arithmetic and signs of atoms under its hypotheses."""
    relation = goal.relation
    if any(relation == h for h in goal.given):
        return True
    allowed = {
        "==": {0},
        "!=": {-1, 1},
        "<=": {-1, 0},
        "<": {-1},
        ">=": {0, 1},
        ">": {1},
    }[relation.rel_op]
    if goal.lhs == goal.rhs:
        return 0 in allowed
    if any(_is_multiple(goal, h) for h in goal.given):
        return True
    # few hypotheses first: it is faster, and eliminating one may hide what another one says
    chosen = dict.fromkeys([(), *((h,) for h in goal.given), goal.given])
    return any(possible_signs(goal.lhs - goal.rhs, given) <= allowed for given in chosen)


def _is_multiple(goal: Goal, known: Relational) -> bool:
    """Whether the goal is a hypothesis times a positive factor, or weaker than that."""
    if not goal.relation.free_symbols:
        return False  # a number needs no hypothesis
    strict = {"<": True, ">": True, "<=": False, ">=": False}
    if not {goal.relation.rel_op, known.rel_op} <= set(strict):
        return False
    if strict[goal.relation.rel_op] and not strict[known.rel_op]:
        return False
    return is_positive_multiple(_nonnegative_side(goal), _nonnegative_side(Goal(known)))


def _need(condition: bool, gate: str) -> None:
    if not condition:
        raise HypothesisError(f"gate not discharged: {gate}")


def _nonnegative_side(goal: Goal) -> Expr:
    """h such that the goal says h >= 0 or h > 0."""
    if goal.relation.rel_op in (">=", ">"):
        return goal.lhs - goal.rhs
    if goal.relation.rel_op in ("<=", "<"):
        return goal.rhs - goal.lhs
    raise HypothesisError(f"this step needs an inequality, not {goal.relation}")


# -- smoothness -------------------------------------------------------------------------------


def _smooth_in(expr: Expr, x: Real, given: tuple[Relational, ...]) -> bool:
    """Whether ``expr`` is infinitely differentiable in ``x`` on the whole domain of ``x``."""
    if x not in expr.free_symbols:
        return True
    if expr == x:
        return True
    if isinstance(expr, (exp, Phi)) or expr.is_Add or expr.is_Mul:
        return all(_smooth_in(a, x, given) for a in expr.args)
    if isinstance(expr, Pow):
        base, power = expr.as_base_exp()
        if x in power.free_symbols:
            if not is_positive(base, given):
                return False
        elif not (power.is_Integer and power >= 0):
            signs = possible_signs(base, given)
            if 0 in signs or (not power.is_Integer and -1 in signs):
                return False
        return _smooth_in(base, x, given) and _smooth_in(power, x, given)
    if isinstance(expr, log):
        return is_positive(expr.args[0], given) and _smooth_in(expr.args[0], x, given)
    if isinstance(expr, Quantile):
        p = expr.args[0]
        return is_positive(p, given) and is_positive(1 - p, given) and _smooth_in(p, x, given)
    return False


def _continuous_to_the_ends(expr: Expr, x: Expr) -> bool:
    """Whether every quantile of ``x`` stands in a Phi, so that its infinite ends do no harm."""
    if x not in expr.free_symbols:
        return True
    if isinstance(expr, Quantile):
        return False
    if isinstance(expr, Phi):
        constant, varying = expand(expr.args[0]).as_independent(x, as_Add=True)
        coefficient, inner = varying.as_independent(x, as_Add=False)
        if isinstance(inner, Quantile) and constant.is_finite is not False:
            return _continuous_to_the_ends(inner.args[0], x) and coefficient != 0
    if isinstance(expr, log) or (expr.is_Pow and not expr.exp.is_positive):
        return False
    return all(_continuous_to_the_ends(a, x) for a in expr.args)


def _about_others(given: tuple[Relational, ...], x: Expr) -> tuple[Relational, ...]:
    """The hypotheses that do not speak of a free symbol with the name of the bound ``x``."""
    return tuple(h for h in given if str(x) not in map(str, h.free_symbols))


def _interior(x: Real, low: Expr, high: Expr) -> Real:
    """The symbol ``x`` restricted to the open interval (low, high) as far as it is constant."""
    domain = domain_of(x)
    return real(
        x.name,
        Interval.open(
            low if low.is_number else domain.inf,
            high if high.is_number else domain.sup,
        ),
    )


def _first_supremum(goal: Goal) -> Sup | None:
    """A supremum whose free symbols are those of the goal, not bound around it."""
    found = (n for n in outside_binders(goal.relation, Sup) if n.func is Sup)
    return min(found, key=str, default=None)


def _unrestricted(variable: Any, goal: Goal) -> None:
    """A bound variable becomes free; nothing else that is known may be about it."""
    taken = goal.relation.free_symbols.union(*(h.free_symbols for h in goal.given))
    _need(variable not in taken, f"{variable} occurs only as a bound variable")


# -- tactics ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tactic:
    @property
    def name(self) -> str:
        return type(self).__name__.strip("_").replace("_", " ")


@dataclass(frozen=True)
class through(_Tactic):
    """Transitivity: ``a R c`` follows from ``a R b`` and ``b R c``; ``middle`` lists the b's."""

    middle: tuple[Expr, ...]
    says = "transitivity"

    def __init__(self, *middle: Any) -> None:
        object.__setattr__(self, "middle", tuple(S(m) for m in middle))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if goal.relation.rel_op == "!=":
            return None
        chain = (goal.lhs, *self.middle, goal.rhs)
        weak = {"<": Le, ">": Ge}.get(goal.relation.rel_op)
        goals = [goal.with_sides(a, b) for a, b in pairwise(chain)]
        if weak is not None:  # one strict step is enough; the last one has to be it
            goals = [Goal(weak(g.lhs, g.rhs), g.given) for g in goals[:-1]] + goals[-1:]
        return goals


@dataclass(frozen=True)
class cases(_Tactic):
    """Either the relation (an inequality) or its reverse holds."""

    relation: Relational
    says = "case distinction"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        a, b = self.relation.lhs, self.relation.rhs
        unclear = undefined_term(a, goal.given) or undefined_term(b, goal.given)
        _need(unclear is None, f"{unclear} is defined")
        return [Goal(goal.relation, (*goal.given, r)) for r in (Ge(a, b), Le(a, b))]


@dataclass(frozen=True)
class stationary(_Tactic):
    r"""A concave function is largest where its derivative vanishes.

    :math:`\sup_{x \in [a,b]} g = g(x_0)` when g is continuous on [a, b], :math:`g'' \le 0` inside,
    :math:`g'(x_0) = 0`, :math:`a \le x_0 \le b`.
    """

    at: Expr
    says = r"a concave function is largest where its derivative vanishes"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = _first_supremum(goal)
        if node is None:
            return None
        x, low, high = node.limits
        point = self.at
        _need(low.is_infinite or is_nonnegative(point - low, goal.given), f"{point} >= {low}")
        _need(high.is_infinite or is_nonnegative(high - point, goal.given), f"{point} <= {high}")
        inner = _interior(x, low, high)
        body = node.body.xreplace({x: inner})
        given = _about_others(goal.given, x)
        _need(_smooth_in(body, inner, given), f"{node.body} is smooth in {x}")
        _need(_continuous_to_the_ends(node.body, x), f"{node.body} is continuous at the ends")
        slope = differentiate(body, inner)
        swap = {node: node.body.xreplace({x: point})}
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(Eq(slope.xreplace({inner: point}), S.Zero), goal.given),
            Goal(Le(differentiate(slope, inner), S.Zero), given),
        ]


@dataclass(frozen=True)
class monotone_supremum(_Tactic):
    r""":math:`\sup_{[a,b]} g = g(b)` (or g(a)) when g is monotone on [a, b]."""

    end: str
    says = "a monotone function is largest at an end"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = _first_supremum(goal)
        if node is None:
            return None
        x, low, high = node.limits
        point = low if self.end == "low" else high
        _need(bool(point.is_finite), f"the end {point} is finite")
        not_empty = low.is_infinite or high.is_infinite or is_nonnegative(high - low, goal.given)
        _need(not_empty, f"{low} <= {high}")
        inner = _interior(x, low, high)
        body = node.body.xreplace({x: inner})
        given = _about_others(goal.given, x)
        _need(_smooth_in(body, inner, given), f"{node.body} is smooth in {x}")
        _need(_continuous_to_the_ends(node.body, x), f"{node.body} is continuous at the ends")
        slope = differentiate(body, inner)
        swap = {node: node.body.xreplace({x: point})}
        monotone = Le(slope, S.Zero) if self.end == "low" else Ge(slope, S.Zero)
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(monotone, given),
        ]


@dataclass(frozen=True)
class induction(_Tactic):
    """Over an integer symbol: the first value of its domain, and k to k + 1."""

    variable: Real
    says = "induction"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        k = self.variable
        if k not in goal.relation.free_symbols:
            return None
        domain = domain_of(k)
        _need(bool(k.is_integer) and domain.inf.is_finite, f"{k} ranges over integers from a first")
        _need(all(k not in h.free_symbols for h in goal.given), f"no hypothesis depends on {k}")
        first = domain.inf
        base = goal.with_sides(*(s.subs(k, first) for s in goal.relation.args))
        step = goal.with_sides(*(s.subs(k, k + 1) for s in goal.relation.args))
        return [base, Goal(step.relation, (*goal.given, goal.relation))]


@dataclass(frozen=True)
class hypothesis(_Tactic):
    """Replace the left side of a hypothesis that is an equation by its right side."""

    says = "by hypothesis"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        swap = {h.lhs: h.rhs for h in goal.given if h.rel_op == "=="}
        lhs, rhs = replace_free(goal.lhs, swap), replace_free(goal.rhs, swap)
        if (lhs, rhs) == (goal.lhs, goal.rhs):
            return None
        return [goal.with_sides(lhs, rhs)]


@dataclass(frozen=True)
class from_boundary(_Tactic):
    r"""A function that is non-negative at an end and moves up from there stays non-negative.

    :math:`h(x_0) \ge 0` at the low (high) end :math:`x_0` of the domain of x and
    :math:`h' \ge 0` (:math:`h' \le 0`) on it imply :math:`h \ge 0`.
    """

    variable: Real
    at: Any
    says = "non-negative at the end and monotone from there"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        x, end = self.variable, S(self.at)
        if x not in goal.relation.free_symbols:
            return None
        domain = domain_of(x)
        _need(end in (domain.inf, domain.sup) and end.is_finite, f"{end} is an end of {domain}")
        closed = real(x.name, Interval(domain.inf, domain.sup))
        h = _nonnegative_side(goal).xreplace({x: closed})
        given = tuple(r.xreplace({x: closed}) for r in goal.given)
        _need(
            all(x not in r.free_symbols for r in goal.given),
            f"no hypothesis restricts {x} (the derivative argument needs the whole interval)",
        )
        _need(_smooth_in(h, closed, given), f"{h} is smooth in {x} up to {end}")
        slope = differentiate(h, closed)
        strict = goal.relation.rel_op in ("<", ">")
        _need(not strict or end not in domain, f"a strict inequality needs {end} outside {domain}")
        inner = real(x.name, Interval.open(domain.inf, domain.sup)) if strict else closed
        slope = slope.xreplace({closed: inner})
        direction = {(True, False): Ge, (True, True): Gt, (False, False): Le, (False, True): Lt}[
            (end == domain.inf, strict)
        ]
        return [
            Goal(Ge(h.xreplace({closed: end}), S.Zero), goal.given),
            Goal(direction(slope, S.Zero), goal.given),
        ]


@dataclass(frozen=True)
class increasing(_Tactic):
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
            return [goal.with_sides(b, a)]
        functions = {"Phi": Phi, "Quantile": Quantile, "exp": exp, "log": log, "tanh": tanh}
        _need(self.function in functions, f"{self.function} is one of {sorted(functions)}")
        kind = functions[self.function]
        arguments = [a for n in goal.relation.atoms(kind) for a in n.args]
        for a in arguments:  # where both sides are defined
            if kind is log:
                _need(is_positive(a, goal.given), f"{a} > 0")
            if kind is Quantile:
                _inside(a, Interval(0, 1), "the probability", goal.given)
            if goal.relation.rel_op in ("<", ">", "!="):  # infinite arguments are not ordered
                proper = (_strictly_inside(q.args[0], goal.given) for q in a.atoms(Quantile))
                _need(all(proper), f"{a} is finite")
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
class fact(_Tactic):
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
        _need(self.which in f.facts, f"{f} is {self.which}")
        points = self.arguments if self.which != "convex" else self.arguments[:2]
        for p in points:
            _inside(p, f.domain, str(p), given)
        if self.which == "convex":
            x, y, t = self.arguments
            _need(is_nonnegative(t, given) and is_nonnegative(1 - t, given), f"0 <= {t} <= 1")
            mean = expand(t * x + (1 - t) * y)
            # as the goal writes it, when it does
            written = {a for a in goal.relation.atoms(f) if expand(a.args[0] - mean) == 0}
            known = Le(min(written, key=str, default=f(mean)), t * f(x) + (1 - t) * f(y))
        elif self.which == "non-increasing":
            x, y = self.arguments
            _need(closes(Goal(Le(x, y), given)), f"{x} <= {y}")
            known = Ge(f(x), f(y))
        elif self.which == "symmetric":
            (x,) = self.arguments
            known = Le(f(f(x)), x)
        else:
            _need(self.which == "below Id", f"no inequality is attached to {self.which!r}")
            (x,) = self.arguments
            known = Le(f(x), 1 - x)
        return [Goal(goal.relation, (*given, known))]


@dataclass(frozen=True)
class using(_Tactic):
    r"""Subtract non-negative multiples of hypotheses: h >= 0 from h - sum m_i (a_i - b_i) >= 0."""

    multiples: tuple[tuple[Relational, Expr], ...]
    says = "non-negative combination of the hypotheses"

    def __init__(self, *multiples: tuple[Relational, Any]) -> None:
        object.__setattr__(self, "multiples", tuple((r, S(m)) for r, m in multiples))

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        rest = _nonnegative_side(goal)
        for relation, multiplier in self.multiples:
            _need(relation in goal.given, f"{relation} is a hypothesis of the goal")
            _need(is_nonnegative(multiplier, goal.given), f"{multiplier} >= 0")
            rest -= multiplier * _nonnegative_side(Goal(relation))
        if not goal.relation.free_symbols:
            return None  # a number needs no hypothesis
        strict = goal.relation.rel_op in ("<", ">")
        return [Goal((Gt if strict else Ge)(expand(rest), S.Zero), goal.given)]


@dataclass(frozen=True)
class antiderivative(_Tactic):
    r""":math:`\int_a^b g = F(b) - F(a)` where F' = g is checked and F is smooth on [a, b].

    An end may be infinite when the variable stands in F only as :math:`\Phi(c t + d)`.
    """

    function: Expr
    says = "an antiderivative, checked by differentiation"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        node = min(outside_binders(goal.relation, Integral), key=str, default=None)
        if node is None or len(node.limits) != 1 or len(node.limits[0]) != 3:
            return None
        ((t, low, high),) = node.limits
        big = self.function
        given = _about_others(goal.given, t)
        for end in (low, high):
            _inside(end, domain_of(t), str(t), given)
        _need(_smooth_in(big, t, given), f"{big} is smooth in {t} on its domain")
        swap = {node: _value_at(big, t, high, given) - _value_at(big, t, low, given)}
        return [
            goal.with_sides(goal.lhs.xreplace(swap), goal.rhs.xreplace(swap)),
            Goal(Eq(differentiate(big, t), node.function), given),
        ]


def _value_at(big: Expr, t: Real, end: Expr, given: tuple[Relational, ...]) -> Expr:
    """F at an end of the range: its value, or its limit at infinity."""
    if end not in (oo, -oo):
        proper = {q for q in end.atoms(Quantile) if _strictly_inside(q.args[0], given)}
        number = end.xreplace({q: Dummy("q", real=True) for q in proper})
        _need(bool(number.is_finite), f"the end {end} is finite")
        return big.xreplace({t: end})
    limits = {}
    for node in big.atoms(Phi):
        slope = differentiate(node.args[0], t)
        rises = is_positive(slope, given)
        _need(t not in slope.free_symbols, f"{node.args[0]} is linear in {t}")
        _need(slope == 0 or rises or is_positive(-slope, given), f"the sign of {slope} is known")
        if slope != 0:
            limits[node] = S.One if rises == (end is oo) else S.Zero
    limit: Expr = big.xreplace(limits)
    _need(t not in limit.free_symbols, f"the limit of {big} at {end} is known")
    return limit


def _strictly_inside(p: Expr, given: tuple[Relational, ...]) -> bool:
    return is_positive(p, given) and is_positive(1 - p, given)


@dataclass(frozen=True)
class remainder(_Tactic):
    r""":math:`\lim_k e_k = L` from :math:`|e_k - L| \le r_k` with an explicit :math:`r_k \to 0`."""

    bound: Expr
    says = "an explicit remainder that tends to zero"

    def apply(self, goal: Goal, context: Any) -> list[Goal] | None:
        if goal.relation.rel_op != "==" or not isinstance(goal.lhs, Lim):
            return None
        k, _, high = goal.lhs.limits
        _need(high is oo, f"the limit is taken at infinity, not {high}")
        _unrestricted(k, goal)
        top, bottom = (Poly(p, k) for p in together(self.bound).as_numer_denom())
        vanishes = top.degree() < bottom.degree() and 0 not in possible_signs(bottom.LC())
        _need(vanishes, f"{self.bound} tends to 0 as {k} tends to infinity")
        gap = goal.lhs.body - goal.rhs
        return [
            Goal(Le(gap, self.bound), goal.given),
            Goal(Le(-gap, self.bound), goal.given),
        ]


@dataclass(frozen=True)
class lemma(_Tactic):
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
            _need(isinstance(relation, (SameCurve, Above)), f"part {self.part} is a relation")
            relation = relation.relation
        values = dict(self.at)
        swap = {}
        for symbol in relation.free_symbols.union(*(h.free_symbols for h in entry.given)):
            value = values.pop(str(symbol), symbol)
            swap[symbol] = value
            if value.is_Symbol and domain_of(value).is_subset(domain_of(symbol)):
                continue
            _need(not symbol.is_integer or bool(value.is_integer), f"{value} is an integer")
            _inside(value, domain_of(symbol), str(symbol), goal.given)
        _need(not values, f"{sorted(values)} are symbols of {self.id}")
        swap = {symbol: value for symbol, value in swap.items() if value != symbol}
        bound = {v for r in (relation, *entry.given) for n in r.atoms(Basic) for v in bound_in(n)}
        free = {v for value in swap.values() for v in value.free_symbols}
        _need(not bound & free, f"no bound variable of {self.id} captures a symbol of the values")
        for h in entry.given:
            there = h.func(h.lhs.xreplace(swap), h.rhs.xreplace(swap), evaluate=False)
            _need(closes(Goal(there, goal.given)), f"hypothesis {there} of {self.id}")
        left, right = relation.lhs.xreplace(swap), relation.rhs.xreplace(swap)
        if relation.rel_op == "==":
            lhs, rhs = (replace_free(side, {left: right}) for side in goal.relation.args)
            if (lhs, rhs) != (goal.lhs, goal.rhs):
                return [goal.with_sides(lhs, rhs)]
        known = relation.func(left, right, evaluate=False)
        return [Goal(goal.relation, (*goal.given, known))]


def _inside(value: Expr, domain: Any, name: str, given: tuple[Relational, ...]) -> None:
    """Require that the value lies between the ends of an interval (or range of integers)."""
    for end, direction, is_open in (
        (domain.inf, 1, getattr(domain, "left_open", False)),
        (domain.sup, -1, getattr(domain, "right_open", False)),
    ):
        if end.is_finite:
            inside = (Gt if is_open else Ge)(direction * (value - end), S.Zero)
            _need(closes(Goal(inside, given)), f"{name} = {value} in {domain}")
