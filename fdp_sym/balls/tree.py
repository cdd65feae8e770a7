"""The search for a proof of one inequality on one box, or for a point that refutes it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq

from . import arithmetic as ar
from .boxes import Box, to_point
from .nodes import Budget, Goal, Node, OutOfTime, Put, Witness
from .problem import Problem, above, below
from .rewriting import first_kink, variants
from .sampling import corners_of, influence, is_excluded, is_narrow, samples
from .zeros import by_composition, by_squares, vanishes

__all__ = ["Search"]

# boxes that a search for the sign of a derivative may use, by its depth
_NESTED = (24, 12, 8, 6, 4, 4)
_POINT_BITS = (64, 128, 256, 512, 1024)


class Search:
    """Best-first search; the next box is the one on which f is smallest at sampled points.

    Parameters
    ----------
    refutes : callable
        Whether a point of the first box certainly violates the claim.
    budget : Budget
        Shared with the nested searches.
    depth : int
        How many derivatives have been taken.
    progress : callable, optional
        Called with ``(boxes used, boxes open)`` after each box.
    """

    def __init__(
        self,
        refutes: Callable[[Witness], bool],
        budget: Budget,
        depth: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.refutes = refutes
        self.budget = budget
        self.depth = depth
        self.progress = progress
        self.witness: Witness | None = None
        self.stuck: list[Goal] = []
        self.heap: list[tuple[float, int, Goal]] = []
        self.count = 0

    @property
    def open_goals(self) -> list[Goal]:
        return [goal for _, _, goal in self.heap] + self.stuck

    def push(self, goal: Goal, key: float = -math.inf, order: int | None = None) -> None:
        heapq.heappush(self.heap, (key, self.count if order is None else order, goal))
        self.count += 1

    def retry(self) -> None:
        """Take up again what was too narrow to be cut."""
        for goal in self.stuck:
            self.push(goal)
        self.stuck = []

    def run(self, limit: int | None = None) -> bool:
        """Whether every box was settled; then there is no witness and nothing open."""
        last = math.inf if limit is None else self.budget.used + limit
        while self.heap and self.witness is None:
            # only whole boxes are paid for, so that a search that goes on later is the same
            if self.budget.used >= (last if self.depth else self.budget.boxes):
                return False
            if self.budget.is_late and self.depth:
                raise OutOfTime
            if self.budget.is_late:
                return False
            self.budget.used += 1
            entry = heapq.heappop(self.heap)
            try:
                self._step(entry[2])
            except OutOfTime:
                if not self.depth:
                    heapq.heappush(self.heap, entry)
                    return False
                raise
            if self.depth and self.stuck:
                return False
            if self.progress is not None:
                self.progress(self.budget.used, len(self.heap))
        return self.witness is None and not self.stuck

    # -- one box ------------------------------------------------------------------------------

    def _step(self, goal: Goal) -> None:
        if goal.problem.expr == 0:
            self._constant_zero(goal)
            return
        fixed = next((i for i, s in enumerate(goal.box.sides) if s.is_point), None)
        if fixed is not None:
            self._put_in(goal, fixed)
            return
        if not goal.box.sides:
            self._point(goal)
            return
        value = goal.problem.value(goal.box.values, goal.bits)
        if not self._settled_by_value(goal, value):
            defined = not ar.is_nan(ar.ends(value)[0])
            if defined and self._inside(goal):
                return
            slopes = self._slopes(goal, value)
            if not (
                self._by_factors(goal)
                or self._by_variant(goal)
                or self._by_visible_slope(goal, slopes)
                or self._by_mean_value(goal, slopes)
            ):
                self._hard(goal, slopes, defined)

    def _constant_zero(self, goal: Goal) -> None:
        if not goal.strict:
            goal.node.settle("value", bits=goal.bits)
        elif not self._is_witness(goal, goal.box.centre):
            self.stuck.append(goal)

    def _put_in(self, goal: Goal, i: int) -> None:
        """A variable with one value becomes that number."""
        value = Fraction(goal.box.sides[i].lo)
        face = goal.problem.face(i, goal.box.sides[i].sympy_end(False))
        if face is None:
            self.stuck.append(goal)
            return
        child = Node()
        goal.node.settle("at", child)
        self._step(
            goal.on(
                child,
                face,
                goal.box.without(i),
                steps=(*goal.steps, Put(i, value)),
            )
        )

    def _point(self, goal: Goal) -> None:
        for bits in _POINT_BITS:
            value = goal.problem.value(goal.box.values, bits)
            if above(value, goal.strict):
                goal.node.settle("value", bits=bits)
                return
            if below(value, not goal.strict):
                break
        if not self._is_witness(goal, goal.box.centre):
            self.stuck.append(goal)

    def _settled_by_value(self, goal: Goal, value: Any) -> bool:
        if above(value, goal.strict):
            goal.node.settle("value", bits=goal.bits)
            return True
        return below(value, not goal.strict) and self._is_witness(goal, goal.box.centre)

    def _by_factors(self, goal: Goal) -> bool:
        signs = goal.problem.signed_factors(goal.box, goal.strict, goal.bits)
        rest = goal.problem.remaining(signs) if signs else None
        if rest is None:
            return False
        child = Node()
        factors = [sign * goal.problem.expr.args[index] for index, sign in signs.items()]
        goal.node.settle("factors", child, factors=factors, rest=rest.expr, bits=goal.bits)
        self.push(goal.on(child, rest, goal.box))
        return True

    def _inside(self, goal: Goal) -> bool:
        """F(u) - F(v) has the sign of u - v."""
        inside, difference = goal.problem.inside, goal.problem.difference
        if inside is None or difference is None:
            return False
        child = Node()
        goal.node.settle("increasing", child, **difference, bits=goal.bits)
        self.push(goal.on(child, inside, goal.box))
        return True

    def _by_variant(self, goal: Goal) -> bool:
        """Where one argument of a kink is active, f is that variant."""
        possible = goal.problem.possible_variants(goal.box, goal.bits)
        variant = goal.problem.variant(possible[0]) if len(possible) == 1 else None
        if variant is None:
            return False
        child = Node()
        self._settle_variants(goal, possible, [child])
        self.push(goal.on(child, variant, goal.box))
        return True

    def _slopes(self, goal: Goal, value: Any) -> list[Any]:
        if ar.is_nan(ar.ends(value)[0]):
            # f may be undefined somewhere in the box, and then no slope means anything
            return [ar.NAN] * len(goal.box.sides)
        return [
            fmpq(0) if s.is_point else goal.problem.slope(i, goal.box.values, goal.bits)
            for i, s in enumerate(goal.box.sides)
        ]

    def _by_visible_slope(self, goal: Goal, slopes: list[Any]) -> bool:
        for i, slope in enumerate(slopes):
            if goal.box.sides[i].is_point:
                continue
            for upper, monotone in ((False, above), (True, below)):
                if not monotone(slope, False):
                    continue
                strictly = monotone(slope, True)
                steep = self._visible(goal, i, upper)
                if goal.strict and goal.box.sides[i].is_open(upper) and not strictly:
                    # f may be 0 on this open face: it has to rise strictly from there
                    strictly, steep = True, self._steep(goal, i, upper, True)
                    if steep is None:
                        continue
                if self._rise(goal, i, upper, steep, strictly):
                    return True
        return False

    def _visible(self, goal: Goal, i: int, upper: bool) -> Node | None:
        """The slope has its sign on the whole box; None if it is one of difference quotients."""
        prime = goal.problem.derivative(i)
        if prime is None:
            return None
        return Node("value", {"bits": goal.bits}, expr=-prime.expr if upper else prime.expr)

    def _rise(self, goal: Goal, i: int, upper: bool, steep: Node | None, strictly: bool) -> bool:
        """Leave the face, given that f rises from it; this loses nothing."""
        s = goal.box.sides[i]
        # on an open end f may be 0 if it rises strictly from there
        by_slope = goal.strict and strictly and s.is_open(upper)
        strict = goal.strict and not by_slope
        children = [] if steep is None else [steep]
        end = s.end(upper)
        if not isinstance(end, Fraction):
            values = [*goal.box.values[:i], to_point(end), *goal.box.values[i + 1 :]]
            if not above(goal.problem.value(values, goal.bits), strict):
                return False
        else:
            face = goal.problem.face(i, s.sympy_end(upper))
            if face is None:
                return False
            children.append(Node())
            self.push(
                goal.on(
                    children[-1],
                    face,
                    goal.box.without(i),
                    strict=strict,
                    steps=(*goal.steps, Put(i, end)),
                )
            )
        goal.node.settle(
            "rise",
            *children,
            variable=goal.problem.variables[i].name,
            upper=upper,
            strictly=by_slope,
            nested=steep is not None,
            bits=goal.bits,
        )
        return True

    def _by_mean_value(self, goal: Goal, slopes: list[Any]) -> bool:
        first = [goal.problem.derivative(i) for i in range(len(slopes))]
        if None in first or not all(s.is_bounded for s in goal.box.sides):
            return False
        if above(goal.problem.mean_value(goal.box, slopes, goal.bits), goal.strict):
            self._settle_series(goal, 1, first)
            return True
        series = goal.problem.derivatives if len(slopes) == 1 else []
        if len(series) < 2 or not goal.problem.promises(goal.box, goal.strict, goal.bits):
            return False
        if not above(goal.problem.taylor(goal.box, goal.bits), goal.strict):
            return False
        self._settle_series(goal, len(series), series)
        return True

    def _settle_series(self, goal: Goal, order: int, derivatives: list[Any]) -> None:
        found = [problem.expr for problem in derivatives]
        names = (v.name for v in goal.problem.variables)
        centre = dict(zip(names, map(str, goal.box.centre), strict=True))
        goal.node.settle("taylor", centre=centre, order=order, derivatives=found, bits=goal.bits)

    def _hard(self, goal: Goal, slopes: list[Any], defined: bool) -> None:
        corners = list(corners_of(goal.box))
        zeros = [c for c in corners if vanishes(goal, c)]
        lowest = self._probe(goal, corners, zeros)
        if self.witness is not None:
            return
        if zeros and self.depth < len(_NESTED):
            if defined and any(self._by_nested_slope(goal, corner) for corner in zeros):
                return
            if self._by_variants(goal):
                return
        first = goal.cuts == 0 and self.depth == 0
        if first and (by_squares(self, goal) or (defined and by_composition(self, goal))):
            return
        self._cut(goal, slopes, lowest)

    # -- boundary zeros -----------------------------------------------------------------------

    def _by_nested_slope(self, goal: Goal, corner: tuple[Any, ...]) -> bool:
        """Prove by a search of its own that f rises from a face through the corner."""
        for i, s in enumerate(goal.box.sides):
            if s.is_point:
                continue
            upper = corner[i] == s.hi
            strictly = goal.strict and s.is_open(upper)
            steep = self._steep(goal, i, upper, strictly)
            if steep is not None and self._rise(goal, i, upper, steep, strictly):
                return True
        return False

    def _steep(self, goal: Goal, i: int, upper: bool, strict: bool) -> Node | None:
        """A proof, by a search of its own, that f rises (strictly) from a face."""
        prime = goal.problem.derivative(i)
        prime = prime.negated if prime is not None and upper else prime
        if prime is None or self.depth == len(_NESTED) or not self._plausible(prime, goal.box):
            return None
        box = goal.box.replace(i, goal.box.sides[i].opened(upper))
        return self.nested(prime, strict, box, goal.cuts)

    def _plausible(self, prime: Problem, box: Box) -> bool:
        """Whether the derivative is not negative at the centre."""
        centre = [to_point(c) for c in box.centre]
        return not below(prime.value(centre, _POINT_BITS[0]), True)

    def nested(self, part: Problem, strict: bool, box: Box, cuts: int) -> Node | None:
        """A complete proof within a small budget, or None."""
        search = Search(lambda point: True, self.budget, self.depth + 1)
        root = Node(expr=part.expr)
        search.push(Goal(root, part, strict, box, cuts=cuts))
        return root if search.run(_NESTED[self.depth]) else None

    def _by_variants(self, goal: Goal) -> bool:
        """Prove the claim for every variant of a kink that may be active."""
        possible = goal.problem.possible_variants(goal.box, goal.bits)
        children: list[Node] = []
        for index in possible:
            variant = goal.problem.variant(index)
            if variant is None:
                return False
            child = self.nested(variant, goal.strict, goal.box, goal.cuts)
            if child is None:
                return False
            children.append(child)
        if not children:
            return False
        self._settle_variants(goal, possible, children)
        return True

    def _settle_variants(self, goal: Goal, possible: list[int], children: list[Node]) -> None:
        kink = first_kink(goal.problem.expr)
        assert kink is not None
        kept = [variants(kink)[index] for index in possible]
        goal.node.settle("variants", *children, kink=kink, kept=kept, bits=goal.bits)

    # -- witnesses and cuts -------------------------------------------------------------------

    def _is_witness(self, goal: Goal, point: tuple[Fraction, ...]) -> bool:
        if any(is_excluded(s, x) for s, x in zip(goal.box.sides, point, strict=True)):
            return False
        lifted = goal.lift(point)
        if self.refutes(lifted):
            self.witness = lifted
        return self.witness is not None

    def _probe(self, goal: Goal, corners: list[Any], zeros: list[Any]) -> float:
        """Look for a violation at sampled points; the smallest value met, as a double."""
        lowest = math.inf
        for point in samples(goal.box, corners, zeros):
            values = [to_point(x) for x in point]
            value = goal.problem.value(values, goal.bits)
            if below(value, not goal.strict) and self._is_witness(goal, point):
                break
            ball = ar.to_arb(value)
            if ball.is_finite():
                lowest = min(lowest, float(ball.mid()))
        return lowest

    def _cut(self, goal: Goal, slopes: list[Any], lowest: float) -> None:
        sides = goal.box.sides
        free = [i for i, s in enumerate(sides) if not is_narrow(s)]
        if not free:
            self.stuck.append(goal)
            return
        i = max(free, key=lambda j: (influence(slopes[j], sides[j].width), sides[j].width))
        at = sides[i].middle
        children = [Node(), Node()]
        variable = goal.problem.variables[i].name
        goal.node.settle("cut", *children, variable=variable, pieces=sides[i].cut(at))
        for child, box in zip(children, goal.box.cut(i, at), strict=True):
            self.push(goal.on(child, goal.problem, box, cuts=goal.cuts + 1), lowest)
