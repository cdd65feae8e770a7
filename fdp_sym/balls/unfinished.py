"""An unfinished search as a JSON file: what is settled so far, and every open box.

The file holds the question, the tree of the proof as a certificate would, and at each open node
what has to be shown there and when it is its turn. A search that is read back goes on exactly as
it would have gone on in the process that wrote it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..errors import DomainError
from ..untrusted import read_json
from .beginning import Changed
from .boxes import Box
from .certificate import decode, decode_side, encode, encode_side, header, show_node
from .claim import Change, Claim
from .nodes import Goal, Node, Put
from .problem import problem
from .tree import Search

__all__ = ["read_node", "read_search", "show_open", "write_search"]

_MOST_BYTES = 1 << 28  # of a file: searches of a million boxes are long
_KEPT = ("form", "f", "children")


# -- writing ------------------------------------------------------------------------------------


def write_search(question: Claim, search: Search, roots: Sequence[Node], boxes: int) -> Any:
    """The JSON data of an unfinished search that has looked at so many boxes."""
    show_open(search.heap, search.stuck)
    return {
        "unfinished": _question(question),
        "boxes": boxes,
        "count": search.count,
        "proofs": [show_node(root) for root in roots],
    }


def show_open(heap: Iterable[tuple[float, int, Goal]], stuck: Iterable[Goal] = ()) -> None:
    """Write at open nodes what has to be shown there, and when it is its turn."""
    for key, order, goal in heap:
        goal.node.data = {"goal": _goal(goal), "key": str(key), "order": order}
    for goal in stuck:
        goal.node.data = {"goal": _goal(goal), "key": None, "order": 0}


def _question(question: Claim) -> dict[str, Any]:
    changes = question.changes.items()
    return {**header(question), "changes": {name: _change(change) for name, change in changes}}


def _change(change: Change) -> list[Any]:
    return [encode(change.g), encode(change.z), encode_side(change.over)]


def _goal(goal: Goal) -> dict[str, Any]:
    sides = zip(goal.problem.variables, goal.box.sides, strict=True)
    return {
        "f": encode(goal.problem.expr),
        "strict": goal.strict,
        "box": [[encode(v), encode_side(s)] for v, s in sides],
        "cuts": goal.cuts,
        "steps": [_step(step) for step in goal.steps],
    }


def _step(step: Any) -> list[Any]:
    if isinstance(step, Put):
        return [step.i, str(step.value)]
    return [step.i, _change(step.change), encode_side(step.side)]


# -- reading ------------------------------------------------------------------------------------


def read_search(
    path: str | os.PathLike[str], question: Claim, search: Search
) -> tuple[list[Node], int]:
    """Fill a search from a file; the roots of its proof, and how many boxes it has cost.

    Raises
    ------
    DomainError
        If the file is unreadable or broken, or is about another question.
    """
    try:
        data = read_json(path, _MOST_BYTES)
    except DomainError as error:
        raise DomainError(f"resume: no unfinished search, as {error}") from None
    try:
        if json.loads(json.dumps(_question(question))) != data["unfinished"]:
            raise DomainError(
                f"resume: {path} is about {data['unfinished']['claim']}; allowed is the file of "
                "the same claim on the same box with the same changes of variable"
            )
        roots = [read_node(shown, search) for shown in data["proofs"]]
        search.count = int(data["count"])
        return roots, int(data["boxes"])
    except DomainError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DomainError(
            f"resume: {path} is no unfinished search ({error!r}); allowed is a file that the "
            "prover wrote. Start again without it."
        ) from error


def read_node(shown: Mapping[str, Any], search: Search) -> Node:
    """A node and those below it; the search gets what is open."""
    data = {key: value for key, value in shown.items() if key not in _KEPT}
    node = Node(shown["form"], data, expr=shown.get("f"))
    node.children = [read_node(child, search) for child in shown.get("children", ())]
    if node.rule == "open":
        goal = _read_goal(node, data["goal"])
        if data["key"] is None:
            search.stuck.append(goal)
        else:
            search.push(goal, float(data["key"]), int(data["order"]))
    return node


def _read_goal(node: Node, data: Mapping[str, Any]) -> Goal:
    variables = tuple(decode(v) for v, _ in data["box"])
    box = Box(tuple(decode_side(s) for _, s in data["box"]))
    found = problem(decode(data["f"]), variables)
    if found is None:
        raise ValueError(f"{data['f']} cannot be enclosed")
    steps = tuple(map(_read_step, data["steps"]))
    return Goal(node, found, bool(data["strict"]), box, steps, int(data["cuts"]))


def _read_step(data: Sequence[Any]) -> Any:
    if len(data) == 2:
        return Put(int(data[0]), Fraction(data[1]))
    i, (g, z, over), side = data
    return Changed(int(i), Change(decode(g), decode(z), decode_side(over)), decode_side(side))
