"""The open boxes of one search, looked at by workers, and put together to one proof.

What becomes of a box depends on that box alone, so a proof is the same wherever its boxes were
looked at, and in whatever order.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from typing import Any

from ..errors import FdpError
from ..executors import WorkerDied, results
from .certificate import decode, encode, show_node
from .claim import Claim
from .nodes import Budget, Goal
from .refuting import refuter
from .tree import Search
from .unfinished import read_node, show_open

__all__ = ["spread"]

# boxes that are looked at before any are sent: most claims are decided by then
_FIRST = 48
# boxes of one task
_SHARE = 48


def spread(search: Search, question: Claim, executor: Executor) -> bool:
    """Like ``search.run()``, with boxes that workers look at.

    The open boxes go out in rounds. A witness is the one of the first box, in the order of a
    round, that has any; it does not depend on which worker was the quickest.

    Raises
    ------
    FdpError
        If the workers do not survive a box.
    """
    budget, boxes = search.budget, search.budget.boxes
    budget.boxes = min(boxes, _FIRST)
    done = search.run()
    budget.boxes = boxes
    while not done and search.heap and search.witness is None:
        if budget.used >= boxes or budget.is_late:
            return False
        _round(search, question, executor)
        done = not search.heap and not search.stuck
    return done and search.witness is None


def _round(search: Search, question: Claim, executor: Executor) -> None:
    budget = search.budget
    most = -(-(budget.boxes - budget.used) // _SHARE)
    chosen = [heapq.heappop(search.heap) for _ in range(min(most, len(search.heap)))]
    show_open(chosen)
    open_ = dict(enumerate(chosen))
    claim = {
        "parts": [[encode(f), strict] for f, strict in question.parts],
        "variables": [encode(v) for v in question.variables],
    }
    first: int | None = None  # with a witness
    tasks = (
        (i, show_node(goal.node), budget.deadline - time.monotonic())
        for i, (_, _, goal) in enumerate(chosen)
        if not budget.is_late and (first is None or i < first)
    )
    try:
        for (i, _, _), found in results(partial(_explore, claim), tasks, executor):
            if isinstance(found, WorkerDied):
                raise FdpError(f"a box of the search was not settled: {found}")
            _, _, goal = open_.pop(i)
            budget.used += found["boxes"]
            if found["witness"] is None:
                _merge(search, goal, found["node"])
            elif first is None or i < first:
                first = i
                search.witness = tuple(map(Fraction, found["witness"]))
            if first is not None and all(j > first for j in open_):
                return
            if search.progress is not None:
                search.progress(budget.used, len(search.heap) + len(open_))
    finally:
        for entry in open_.values():
            heapq.heappush(search.heap, entry)


def _merge(search: Search, goal: Goal, shown: Mapping[str, Any]) -> None:
    """Put what a worker found in the place of an open node."""
    part = Search(search.refutes, Budget(0, 0))
    node = read_node(shown, part)
    goal.node.settle(node.rule, *node.children, **node.data)
    goal.node.expr = node.expr
    for key, _, below in sorted(part.heap):
        search.push(below, key)
    search.stuck += part.stuck


def _explore(claim: Mapping[str, Any], task: tuple[int, Any, float]) -> dict[str, Any]:
    """Look at a box, in a worker."""
    _, shown, seconds = task
    parts = [(decode(f), bool(strict)) for f, strict in claim["parts"]]
    variables = [decode(v) for v in claim["variables"]]
    budget = Budget(_SHARE, time.monotonic() + seconds)
    search = Search(refuter(parts, variables), budget)
    root = read_node(shown, search)
    search.run()
    if search.witness is not None:  # the box at which it was found is neither settled nor open
        return {"witness": list(map(str, search.witness)), "boxes": budget.used}
    show_open(search.heap, search.stuck)
    return {"node": show_node(root), "witness": None, "boxes": budget.used}
