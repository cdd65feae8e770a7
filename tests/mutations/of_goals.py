"""Mistakes in goals: when they close, where terms are defined, what a point refutes."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["GOALS"]

_GATES = "theorems/test_gates.py"
_REFUSED = f"{_GATES}::test_refused"

GOALS = (
    Mutation(
        "less-than-itself",
        "theorems/tactic.py",
        'return ("both sides are the same", ()) if 0 in allowed else None',
        'return "both sides are the same", ()',
        "x < x",
        ("theorems/test_maxima.py::test_nothing_is_less_than_itself",),
    ),
    Mutation(
        "strict-from-a-weak-hypothesis",
        "theorems/tactic.py",
        "    if strict[goal.relation.rel_op] and not strict[known.rel_op]:\n        return False\n",
        "",
        "x > y follows from x >= y",
        ("theorems/test_maxima.py::test_a_positive_multiple_of_a_hypothesis_closes",),
    ),
    Mutation(
        "an-open-end-that-counts",
        "theorems/tactic.py",
        "inside = (Gt if is_open else Ge)(direction",
        "inside = Ge(direction",
        "what holds for x > 0 is used at x = 0",
        ("theorems/test_instances.py",),
    ),
    Mutation(
        "a-freed-variable-that-is-known",
        "theorems/tactic.py",
        "taken = goal.relation.free_symbols.union(*(h.free_symbols for h in goal.given))",
        "taken = goal.relation.free_symbols",
        "sup_x g(x) is bounded where a hypothesis about another x holds",
        (
            "theorems/test_bounds_and_pieces.py"
            "::test_every_value_refuses_a_bound_that_contains_the_variable",
        ),
    ),
    Mutation(
        "an-undecided-hypothesis",
        "theorems/goals.py",
        "    if conclusion is False and hypotheses is None:\n        return None\n",
        "",
        "a point at which a hypothesis may fail refutes a claim",
        ("theorems/test_goals.py",),
    ),
    Mutation(
        "half-of-an-equivalence",
        "theorems/goals.py",
        "return forwards + [Goal(r, given + statement.right) for r in statement.left]",
        "return forwards",
        "A and B are equivalent as A entails B",
        (f"{_REFUSED}[one direction of an equivalence]",),
    ),
    Mutation(
        "instances-that-are-not-convex",
        "theorems/goals.py",
        '    if "convex" in function.facts:\n',
        '    if "concave" in function.facts:\n',
        "a fact about a function is not tested on its instances",
        (f"{_GATES}::test_instances_have_to_have_their_facts",),
    ),
    Mutation(
        "one-hypothesis-at-a-time",
        "theorems/goals.py",
        "        all(truth(h, point, instance) for h in given) for point",
        "        any(truth(h, point, instance) for h in given) for point",
        "hypotheses that exclude each other prove everything",
        (f"{_GATES}::test_contradictory_hypotheses_are_an_error",),
    ),
    Mutation(
        "an-infinite-quantile",
        "theorems/defined.py",
        "{0, 1} if inside_phi else {1}",
        "{0, 1}",
        "Quantile(0) < Quantile(0) + 1",
        (f"{_REFUSED}[an infinite quantile]",),
    ),
    Mutation(
        "a-difference-of-infinities",
        "theorems/defined.py",
        "return not any(infinite_quantiles(a, given) for a in others)",
        "return True",
        "Phi(Quantile(u) - Quantile(z)) <= 1 at u = z = 0",
        (f"{_REFUSED}[infinity from infinity within Phi]",),
    ),
    Mutation(
        "a-supremum-that-may-be-infinite",
        "theorems/defined.py",
        "    return _sign_in(slope, {-1, 0}, (*given, *ranges(expr)))",
        "    return slope.is_real is not False",
        "sup x < sup x + 1 over all x >= 0",
        (f"{_REFUSED}[a supremum may be infinite]",),
    ),
    Mutation(
        "pieces-that-end-early",
        "theorems/pieces.py",
        '"<=": {1}, "<": {0, 1}, ">=": {-1}, ">": {-1, 0}',
        '"<=": {0, 1}, "<": {0, 1}, ">=": {-1}, ">": {-1, 0}',
        "the piece x <= a is forgotten where x = a is known",
        ("theorems/test_bounds_and_pieces.py",),
    ),
)
