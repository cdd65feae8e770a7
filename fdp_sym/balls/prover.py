"""Decide an inequality on a product of intervals, with a certificate or a witness."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from sympy import Expr, Symbol

from ..errors import DomainError, HypothesisError
from ..whole_files import write_whole
from .beginning import begin
from .boxes import Box
from .certificate import certificate
from .claim import Claim, stated
from .compiler import compile_expr
from .nodes import Budget, Goal, Node
from .problem import Problem
from .recheck import recheck
from .refuting import refuter
from .rewriting import tidy
from .spread import spread
from .tree import Search
from .unfinished import read_search, write_search

__all__ = ["BoxVerdict", "prove"]


@dataclass(frozen=True)
class BoxVerdict:
    """What `prove` found.

    Attributes
    ----------
    status : str
        ``"certified"``, ``"refuted"`` or ``"inconclusive"``.
    domain : str
        The box.
    witness : dict of str to str
        If refuted: an exact rational point of the box at which the claim certainly fails.
    certificate : dict or None
        If certified: what `recheck` verifies; plain JSON data.
    undecided : str
        If inconclusive: the smallest box that was not settled.
    boxes : int
        How many boxes were looked at, those of earlier runs included.
    bits : int
        The largest working precision in the certificate.
    """

    status: str
    domain: str
    witness: Mapping[str, str] = field(default_factory=dict)
    certificate: dict[str, Any] | None = field(default=None, repr=False)
    undecided: str = ""
    boxes: int = 0
    bits: int = 0
    _run: _Run | None = field(default=None, repr=False, compare=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the certificate, or the unfinished search for ``prove(..., resume=path)``.

        The file is written at once or not at all.

        Raises
        ------
        DomainError
            If the claim was refuted: a witness needs no file.
        """
        if self.certificate is not None:
            data = self.certificate
        elif self._run is not None:
            run = self._run
            data = write_search(run.claim, run.search, run.roots, run.boxes)
        else:
            raise DomainError(f"nothing to save: the claim was {self.status}")
        write_whole({path: json.dumps(data)})


def prove(
    claim: Any,
    box: Mapping[Symbol, Any],
    *,
    substitute: Mapping[Symbol, Expr] | None = None,
    budget_boxes: int = 20_000,
    budget_seconds: float = 60.0,
    progress: Callable[[int, int], None] | None = None,
    resume: BoxVerdict | str | PathLike[str] | None = None,
    executor: Executor | None = None,
) -> BoxVerdict:
    r"""Decide a relation for all points of a box.

    Parameters
    ----------
    claim : relation or Expr
        One relation ``<= < >= > ==`` between real expressions; an expression f means f >= 0.
    box : mapping of Symbol to pair or Interval
        For every free symbol a pair ``(lo, hi)`` of exact numbers, closed at its finite ends, or a
        SymPy ``Interval``. Ends may be infinite. An integer symbol ranges over the integers
        between.
    substitute : mapping of Symbol to Expr, optional
        A change of variable such as ``{alpha: Phi(-z)}``; the new symbol ranges over its entry in
        ``box``, or else over its domain. Where the expression has ``Quantile`` of a variable,
        :math:`\alpha = \Phi(-z)` is made by itself.
    budget_boxes, budget_seconds
        When to stop with ``"inconclusive"``.
    progress : callable, optional
        Called with ``(boxes used, boxes open)``.
    resume : BoxVerdict or path, optional
        An inconclusive answer to the same question, or the file in which `BoxVerdict.save` left
        it, to be continued.
    executor : concurrent.futures.Executor, optional
        Whose workers take over open boxes when there are many. A certificate is the same; a
        witness may be another one, and ``budget_boxes`` is kept only roughly.

    Raises
    ------
    DomainError
        If the box does not fit the claim, the claim is no relation, or ``resume`` is broken or
        answers another question.
    UnsupportedError
        Names the node that cannot be enclosed, or that a certificate cannot hold.

    Examples
    --------
    >>> from sympy import sqrt, pi
    >>> from fdp_sym.functions import Phi
    >>> from fdp_sym.symbols import mu
    >>> found = prove(2 * Phi(mu / 2) - 1 <= mu / sqrt(2 * pi), {mu: (0, 20)})
    >>> found.status, found.domain
    ('certified', 'mu in [0, 20]')
    >>> prove(2 * Phi(mu / 2) - 1 <= mu / 3, {mu: (0, 20)}).witness
    {'mu': '5/16'}
    """
    question = stated(claim, box, substitute)
    budget = Budget(budget_boxes, time.monotonic() + budget_seconds)
    run = _begun(question) if resume is None else _continued(question, resume)
    search = run.search
    search.budget, search.progress = budget, progress
    done = search.run() if executor is None else spread(search, question, executor)
    run.boxes += budget.used
    if search.witness is not None:
        point = dict(zip(map(str, question.variables), map(str, search.witness), strict=True))
        return BoxVerdict("refuted", question.domain, point, boxes=run.boxes)
    if done:
        nodes = (node for root in run.roots for node in root.walk())
        bits = max(node.data.get("bits", 0) for node in nodes)
        proof = certificate(question, run.roots)
        if isinstance(resume, (str, PathLike)):
            _need_sound(proof, resume)
        return BoxVerdict("certified", question.domain, {}, proof, boxes=run.boxes, bits=bits)
    undecided = _smallest(search.open_goals)
    return BoxVerdict(
        "inconclusive", question.domain, undecided=undecided, boxes=run.boxes, _run=run
    )


@dataclass
class _Run:
    """What an unfinished search needs to go on."""

    claim: Claim
    search: Search
    roots: list[Node]
    boxes: int = 0


def _begun(question: Claim) -> _Run:
    search = Search(refuter(question.parts, question.variables), Budget(0, 0))
    roots = []
    for expr, strict in question.parts:
        compile_expr(expr, question.variables)  # an unsupported node is named here
        first = Problem(tidy(expr), question.variables)
        roots.append(Node(expr=first.expr))
        goal = Goal(roots[-1], first, strict, question.box)
        begin(search, goal, question.changes)
    return _Run(question, search, roots)


def _continued(question: Claim, resume: Any) -> _Run:
    if isinstance(resume, (str, PathLike)):
        search = Search(refuter(question.parts, question.variables), Budget(0, 0))
        roots, boxes = read_search(resume, question, search)
        run = _Run(question, search, roots, boxes)
    elif isinstance(resume, BoxVerdict) and resume._run and resume._run.claim == question:
        run = resume._run
    else:
        raise DomainError("resume: allowed is an inconclusive answer to the same question")
    if not run.search.heap:
        run.search.retry()
    return run


def _need_sound(proof: dict[str, Any], path: str | PathLike[str]) -> None:
    """A file may hold anything: what it says to be settled is verified once all is done."""
    try:
        recheck(proof)
    except HypothesisError as error:
        raise DomainError(
            f"resume: {path} holds steps that prove nothing ({error}); start again without it"
        ) from error


def _smallest(goals: list[Goal]) -> str:
    """The smallest open box, in the variables of its problem."""
    goal = min(goals, key=lambda g: _size(g.box))
    pairs = zip(goal.problem.variables, goal.box.sides, strict=True)
    return ", ".join(f"{v} in {s}" for v, s in pairs) or "a point"


def _size(box: Box) -> float:
    return math.prod(s.width for s in box.sides if not s.is_point)
