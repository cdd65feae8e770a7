"""The check `boxed`: a claim decided at every point of a box by ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sympy import Derivative, Expr, Rational

from ..errors import DomainError, UnsupportedError
from ..symbols import domain_of
from .checks import CheckResult, Step, covered_parts, need_defined
from .goals import Goal, goals_of, symbols_of, truth
from .statements import Generic
from .verdict import Status, Verdict

if TYPE_CHECKING:
    from ..balls import BoxVerdict

__all__ = ["boxed", "to_verdict"]

_SHOWN = 30  # steps of a certificate that are kept in words


def to_verdict(found: BoxVerdict) -> Verdict:
    """What the box prover found, as a verdict.

    Examples
    --------
    >>> from fdp_sym.balls import prove
    >>> from fdp_sym.functions import Phi
    >>> from fdp_sym.symbols import mu
    >>> to_verdict(prove(Phi(mu) <= (1 + mu) / 2, {mu: (0, 3)}))
    Verdict(certified: box prover: 2 boxes, 64 bits on mu in [0, 3])
    """
    boxes = f"{found.boxes} box" + ("es" if found.boxes != 1 else "")
    bits = f", {found.bits} bits" if found.bits else ""
    detail = f"undecided: {found.undecided}" if found.undecided else ""
    return Verdict(
        Status(found.status), f"box prover: {boxes}{bits}", found.witness, found.domain, detail
    )


def _verified(certificate: dict[str, Any]) -> list[Step]:
    """The certificate's first steps in words; all of them are verified."""
    from ..balls.outline import FORMS_SAY, described, digest
    from ..balls.recheck import steps

    lines = list(steps(certificate))
    shown = [
        Step(f"box, {line.form}", FORMS_SAY[line.form], line.states, (), seen=_seen(line))
        for line in map(described, lines[:_SHOWN])
    ]
    leaves = sum(line.form in ("value", "taylor") for line in lines)
    cuts = sum(line.form == "cut" for line in lines)
    summary = f"{len(lines)} steps, {cuts} cuts, {leaves} boxes settled by an enclosure"
    rest = f"; the first {_SHOWN} are above" if len(lines) > _SHOWN else ""
    name = f"SHA-256 of the certificate {digest(certificate)}"
    return [
        *shown,
        Step("certificate", f"{summary}{rest}", certificate["claim"], (), needs=(name,)),
    ]


def _seen(line: Any) -> str:
    return f"the function is in {line.enclosure}" if line.enclosure else ""


@dataclass(frozen=True)
class boxed:
    """Certify the claim on a whole box, or refute it by an exact point of the box.

    The certificate is verified by the independent checker before the status is given. Equality
    is certified only where the two sides are the same function by exact rewriting.

    Parameters
    ----------
    box : mapping of symbol or name to (low, high) or Interval, optional
        Closed at finite ends; a symbol that is left out ranges over its whole domain.
    substitute : mapping of symbol or name to expression, optional
        Changes of variable, see `fdp_sym.balls.prove`.
    budget : int
        How many boxes may be used for each relation.
    seconds : float
        How long each relation may take.
    progress : callable, optional
        Called with ``(boxes used, boxes open)``.
    executor : concurrent.futures.Executor, optional
        Whose workers take over boxes when there are many.
    keep : callable, optional
        Called with each certificate, once it is verified.
    """

    box: Mapping[Any, Any] = field(default_factory=dict)
    substitute: Mapping[Any, Expr] = field(default_factory=dict)
    budget: int = 20_000
    seconds: float = 600.0
    progress: Callable[[int, int], None] | None = field(default=None, compare=False, repr=False)
    part: int | tuple[int, ...] | None = None
    executor: Executor | None = field(default=None, compare=False, repr=False)
    keep: Callable[[dict[str, Any]], None] | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((tuple(map(str, self.box.items())), self.budget, self.part))

    @property
    def how(self) -> str:
        return "box prover, certificate re-verified"

    def run(self, entry: Any, context: Any) -> CheckResult:
        covered = covered_parts(self.part, len(entry.parts))
        details, trace = [], []
        for i in covered:
            need_defined(entry.parts[i], entry.given)
            for goal in goals_of(entry.parts[i], entry.given):
                found = self._prove(goal)
                verdict = to_verdict(found)
                if found.certificate is not None:
                    trace += _verified(found.certificate)
                    if self.keep is not None:
                        self.keep(found.certificate)
                elif found.status != Status.REFUTED or self._inside(goal, found):
                    text = verdict.detail or f"fails on {verdict.domain}"
                    how = verdict.route if found.status == Status.REFUTED else self.how
                    return CheckResult(how, verdict.status, text, covered, found.witness)
                else:
                    text = "fails only where a hypothesis may not hold; choose a smaller box"
                    return CheckResult(self.how, Status.INCONCLUSIVE, text, covered, found.witness)
                details.append(f"{verdict.domain or 'one point'} ({verdict.route[12:]})")
        detail = "; ".join(dict.fromkeys(details))
        return CheckResult(self.how, Status.CERTIFIED, detail, covered, trace=tuple(trace))

    def _prove(self, goal: Goal) -> BoxVerdict:
        from ..balls import prove

        relation = goal.relation
        if relation.has(Generic):
            raise UnsupportedError(f"{relation}: boxed() needs definite functions")
        sides = [
            side.replace(Derivative, lambda *a: Derivative(*a).doit()) for side in relation.args
        ]
        relation = relation.func(*sides, evaluate=False)
        symbols = {str(s): s for s in symbols_of(relation)}
        given = {str(name): span for name, span in self.box.items()}
        changes = {str(name): g for name, g in self.substitute.items()}
        new = {str(z): z for g in changes.values() for z in g.free_symbols}
        unknown = set(given) - set(symbols) - set(new)
        if len(unknown) == len(given) and given and symbols:
            raise DomainError(f"the box {self.box} has no variable of {relation}")
        box = {s: given.get(name, domain_of(s)) for name, s in symbols.items()}
        box |= {z: given[name] for name, z in new.items() if name in given}
        substitute = {s: changes[name] for name, s in symbols.items() if name in changes}
        return prove(
            relation,
            box,
            substitute=substitute,
            budget_boxes=self.budget,
            budget_seconds=self.seconds,
            progress=self.progress,
            executor=self.executor,
        )

    def _inside(self, goal: Goal, found: BoxVerdict) -> bool:
        """Whether the witness certainly satisfies the hypotheses."""
        symbols = symbols_of(goal.relation, goal.given)
        if not goal.given:
            return True
        if {str(s) for s in symbols} != set(found.witness):
            return False
        point = {s: Rational(found.witness[str(s)]) for s in symbols}
        return all(truth(h, point) is True for h in goal.given)
