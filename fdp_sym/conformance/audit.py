"""An accountant is asked the vectors and the laws; the verdicts on what it answers."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any

from .laws import Law, LawResult
from .protocol import Reply
from .verdicts import ANSWERED, VERDICTS, Judgement, judge, loose_factor
from .workers import Workers

__all__ = ["Audit", "Judged", "audit", "corpus_digest", "mechanism_text"]


@dataclass(frozen=True)
class Judged:
    """A vector, the verdict on the answer to it, and how long the answer took."""

    vector: Any
    judgement: Judgement
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """A row of the result."""
        vector, judgement = self.vector, self.judgement
        gap = judgement.gap
        return {
            "id": vector.id,
            "family": vector.family,
            "mechanism": mechanism_text(vector.steps, vector.relation),
            "relation": vector.relation,
            "direction": vector.direction,
            "quantity": vector.quantity,
            "at": vector.at,
            "claimed": judgement.claimed,
            "bounds": None if judgement.bounds is None else list(judgement.bounds),
            "lower": vector.lower,
            "upper": vector.upper,
            "verdict": judgement.verdict,
            "gap": None if gap is None else f"{gap:.6g}",
            "sides": dict(judgement.sides),
            "detail": judgement.detail,
            "flags": list(vector.flags),
            "theorem": vector.theorem,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Audit:
    """The result of an audit.

    Attributes
    ----------
    accountant, version : str
        As it calls itself.
    judged : tuple of Judged
        In the order of the vectors.
    laws : tuple of LawResult
    loose : str
        The factor up to which a pessimistic answer is safe.
    interrupted : bool
        Whether the audit was; laws are not judged then.
    left : int
        Questions that were not answered before it was.
    date, python, platform, corpus : str
        When and where it was, and the digest of the vectors asked.
    whole_corpus : str
        The digest of all vectors, of which those asked may be a part.
    selection : mapping
        Which part: "families", "flags", "ids", "sample" and its "seed"; empty if it is not known.
    timeout : float or None
        Seconds for an answer; None if nothing timed out.
    """

    accountant: str
    version: str
    judged: tuple[Judged, ...]
    laws: tuple[LawResult, ...]
    loose: str
    interrupted: bool
    left: int
    date: str
    python: str
    platform: str
    corpus: str
    whole_corpus: str = ""
    selection: Mapping[str, Any] = field(default_factory=dict)
    timeout: float | None = None

    @property
    def found(self) -> bool:
        """Whether an answer is unsound, or a law broken by more than rounding."""
        return any(row.judgement.verdict == "unsound" for row in self.judged) or any(
            law.verdict == "broken" and not law.by_rounding for law in self.laws
        )

    @property
    def answered(self) -> int:
        """The number of vectors that were answered with a number, or with bounds."""
        return sum(row.judgement.verdict in ANSWERED for row in self.judged)

    def counts(self) -> Counter[str]:
        """The number of each verdict on vectors."""
        return Counter(row.judgement.verdict for row in self.judged)

    def summary(self) -> dict[str, dict[str, int]]:
        """The number of each verdict in each family."""
        table: dict[str, dict[str, int]] = {}
        for row in self.judged:
            of = table.setdefault(row.vector.family, dict.fromkeys(VERDICTS, 0))
            of[row.judgement.verdict] += 1
        return table

    def to_json(self) -> dict[str, Any]:
        """The machine-readable result."""
        return {
            "accountant": self.accountant,
            "version": self.version,
            "date": self.date,
            "python": self.python,
            "platform": self.platform,
            "corpus": self.corpus,
            "whole_corpus": self.whole_corpus,
            "selection": dict(self.selection),
            "timeout": self.timeout,
            "loose": self.loose,
            "interrupted": self.interrupted,
            "left": self.left,
            "by_rounding": sum(row.judgement.by_rounding for row in self.judged),
            "laws_by_rounding": sum(law.by_rounding for law in self.laws),
            "summary": self.summary(),
            "laws": [law.to_json() for law in self.laws],
            "vectors": [row.to_json() for row in self.judged],
        }


def audit(
    command: Sequence[str],
    vectors: Sequence[Any],
    *,
    laws: Sequence[Law] = (),
    timeout: float = 60.0,
    memory: int | None = None,
    jobs: int = 1,
    loose: Any = 2,
    progress: Callable[[int], None] = lambda asked: None,
) -> Audit:
    """Ask an accountant and judge its answers; Ctrl-C ends it with the verdicts so far.

    Parameters
    ----------
    command : sequence of str
        Starts the accountant, which speaks the protocol of `fdp_sym.conformance.protocol`.
    vectors : sequence of Vector
    laws : sequence of Law
    timeout : float
        Seconds for an answer; then the accountant is killed and started again, and not asked
        about the same composition any more. After twenty time-outs in a row in a family of
        vectors, or in laws, the rest of it is not asked.
    memory : int, optional
        Bytes of address space for each process of it; Linux only.
    jobs : int
        How many processes of it run side by side.
    loose : number, >= 1
        The factor up to which a pessimistic answer is safe.
    progress : callable
        Called with the number of questions answered since it was called last.

    Raises
    ------
    ProtocolError
        If the accountant does not start.
    DomainError
        If ``loose`` is no number from 1.
    """
    loose_factor(loose)
    judged: dict[int, Judged] = {}
    told: dict[str, Reply] = {}
    results: list[LawResult] = []
    interrupted = False
    questions: list[Mapping[str, Any]] = [
        {**vector.question(), "id": vector.id} for vector in vectors
    ]
    questions += [question for law in laws for question in law.questions]
    families = [vector.family for vector in vectors]
    families += ["laws"] * (len(questions) - len(vectors))
    with Workers(command, timeout, memory, min(jobs, max(1, len(questions)))) as workers:
        try:
            with closing(workers.replies(questions, families)) as replies:
                for position, reply, seconds in replies:
                    if position < len(vectors):
                        judgement = judge(vectors[position], reply, loose)
                        judged[position] = Judged(vectors[position], judgement, seconds)
                    else:
                        told[questions[position]["id"]] = reply
                    progress(1)
            for law in laws:
                results.append(law.judge([told[question["id"]] for question in law.questions]))
        except KeyboardInterrupt:
            interrupted = True
        name, version = workers.name, workers.version
    return Audit(
        accountant=name,
        version=version,
        judged=tuple(judged[position] for position in sorted(judged)),
        laws=tuple(results),
        loose=str(loose),
        interrupted=interrupted,
        left=len(questions) - len(judged) - len(told),
        date=date.today().isoformat(),
        python=platform.python_version(),
        platform=platform.platform(),
        corpus=corpus_digest(vectors),
        timeout=timeout,
    )


def corpus_digest(vectors: Sequence[Any]) -> str:
    """What identifies the questions and the truths: of the same vectors it is the same."""
    digest = sha256()
    for vector in sorted(vectors, key=lambda vector: vector.id):
        digest.update(f"{vector.id} {vector.lower} {vector.upper}\n".encode())
    return digest.hexdigest()[:16]


def mechanism_text(steps: Sequence[Any], relation: str) -> str:
    """What is composed, in one line; sensitivities are 1 unless they are named.

    Parameters
    ----------
    steps : sequence of Step
    relation : str
        Which sensitivity counts.

    Examples
    --------
    >>> from fdp_sym.vectors.questions import gaussian, poisson
    >>> mechanism_text([gaussian(100, 10000, sampling=poisson("1/2"))], "add-remove")
    'gaussian(sigma=100, poisson rate 1/2) x 10000'
    """
    return " + ".join(_step_text(step, relation) for step in steps) or "nothing"


def _step_text(step: Any, relation: str) -> str:
    described = [f"{name}={_value_text(value)}" for name, value in step.parameters.items()]
    sensitivity = (step.sensitivity or {}).get(relation, "1")
    if sensitivity != "1":
        described.append(f"sensitivity {sensitivity}")
    if step.sampling:
        described.append(f"{step.sampling['scheme']} rate {step.sampling['rate']}")
    return f"{step.mechanism}({', '.join(described)}) x {step.count}"


def _value_text(value: Any) -> str:
    text = f"{len(value)} numbers" if isinstance(value, (list, tuple)) else str(value)
    return text if len(text) <= 30 else text[:27] + "..."
