"""Laws that every accountant keeps, whatever the truth: more noise, less loss; order is irrelevant.

They are judged with no tolerance: a law that fails by one unit in the last place is broken. The
gap, the largest there is, says by how much; laws that are broken by less than a relative 1e-12 are
counted apart, as floats break them so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import FdpError
from .numerals import Number, read_number, relative_distance
from .protocol import Reply, shortened
from .verdicts import ROUNDING

__all__ = [
    "LAW_VERDICTS",
    "Broken",
    "Law",
    "LawResult",
    "Undecided",
    "never_more",
    "same",
    "within_target",
]

LAW_VERDICTS = {
    "holds": "the answers agree with the law",
    "broken": "two answers contradict each other, or an answer its target",
    "unsupported": "the accountant does not answer one of the questions; or no truth is known",
    "crash": "no answer to one of them: an error, or the end of the process",
    "timeout": "no answer to one of them in time",
    "nan": "one of the answers is not a number",
}

_SHOWN = 60  # characters of an answer that breaks a law

Question = Mapping[str, Any]


@dataclass(frozen=True)
class LawResult:
    """Whether an accountant kept a law; ``gap`` is relative and says by how much it did not."""

    law: str
    questions: tuple[Question, ...]
    answers: tuple[Reply, ...]
    verdict: str
    detail: str = ""
    gap: float | None = None

    @property
    def by_rounding(self) -> bool:
        """Whether it is broken by less than a relative 1e-12."""
        return self.verdict == "broken" and self.gap is not None and self.gap < ROUNDING

    def to_json(self) -> dict[str, Any]:
        """An entry of the result."""
        return {
            "law": self.law,
            "questions": [dict(question) for question in self.questions],
            "answers": [dict(answer) for answer in self.answers],
            "verdict": self.verdict,
            "gap": None if self.gap is None else f"{self.gap:.6g}",
            "detail": self.detail,
        }


class Undecided(FdpError):
    """The truth that a law needs is not known."""


@dataclass(frozen=True)
class Broken:
    """How a law is broken, and by the answers to which questions."""

    detail: str
    gap: float | None = None
    positions: tuple[int, ...] = (0,)


# From questions and claimed values to how the law is broken, or None.
Decide = Callable[[Sequence[Question], Sequence[Number]], Broken | None]


@dataclass(frozen=True)
class Law:
    """Questions whose answers have to agree.

    Parameters
    ----------
    name : str
    questions : tuple of mapping
        With ids of their own.
    decide : callable
        Takes the questions and the claims, one number each; returns a `Broken` or None.

    Examples
    --------
    >>> law = never_more("delta falls", [{"id": "a", "at": "1"}, {"id": "b", "at": "2"}])
    >>> law.judge([{"value": "0.1"}, {"value": "0.2"}]).verdict
    'broken'
    """

    name: str
    questions: tuple[Question, ...]
    decide: Decide = field(repr=False)

    def judge(self, replies: Sequence[Reply]) -> LawResult:
        """The verdict on the replies, in the order of the questions."""
        claims: list[Number] = []
        texts: list[str] = []
        for verdict in ("crash", "timeout", "unsupported"):
            for reply in replies:
                key = "error" if verdict == "crash" and "error" in reply else verdict
                if key in reply:
                    return self._result(replies, verdict, str(reply[key]))
        for reply in replies:
            try:
                told = reply["value"] if "value" in reply else reply["upper"]
                claims.append(read_number(told))
                texts.append(told if len(told) <= _SHOWN else f"{told[:_SHOWN]}...")
            except ValueError as error:
                return self._result(replies, "nan", str(error))
        try:
            broken = self.decide(self.questions, claims)
        except Undecided as error:
            return self._result(replies, "unsupported", str(error))
        if broken is None:
            return self._result(replies, "holds")
        answers = "answers" if len(broken.positions) > 1 else "answer"
        shown = " and ".join(texts[i] for i in broken.positions)
        return self._result(replies, "broken", f"{broken.detail}: {answers} {shown}", broken.gap)

    def _result(
        self, replies: Sequence[Reply], verdict: str, detail: str = "", gap: float | None = None
    ) -> LawResult:
        answers = tuple({key: shortened(str(said)) for key, said in r.items()} for r in replies)
        return LawResult(self.name, self.questions, answers, verdict, shortened(detail), gap)


def never_more(name: str, questions: Sequence[Question]) -> Law:
    """The claimed loss never grows from one question to the next."""

    def decide(questions: Sequence[Question], claims: Sequence[Number]) -> Broken | None:
        growths = []
        least = 0
        for i in range(1, len(claims)):
            if claims[i] > claims[least]:
                detail = f"it grows from question {least + 1} to question {i + 1}"
                growths.append(Broken(detail, _gap(claims[i], claims[least]), (least, i)))
            else:
                least = i
        return _worst(growths)

    return Law(name, tuple(questions), decide)


def same(name: str, questions: Sequence[Question], otherwise: str = "") -> Law:
    """The claims are equal; if they are not, ``otherwise`` says what that means."""

    def decide(questions: Sequence[Question], claims: Sequence[Number]) -> Broken | None:
        return _worst(
            [
                Broken(
                    otherwise or f"question {i + 1} differs from question 1",
                    _gap(claims[i], claims[0]),
                    (0, i),
                )
                for i in range(1, len(claims))
                if claims[i] != claims[0]
            ]
        )

    return Law(name, tuple(questions), decide)


def _worst(found: Sequence[Broken]) -> Broken | None:
    """The one with the largest gap, the first of those: a small one hides no large one."""
    return max(found, key=lambda broken: broken.gap or 0, default=None)


def _gap(claim: Number, other: Number) -> float:
    """The relative distance; no distance from 0 is small."""
    return relative_distance(claim, other) if other else math.inf


def within_target(
    name: str, question: Question, delta_at: Callable[[Question, Number], Any]
) -> Law:
    """At the noise that is returned the certified delta(eps) is within the target.

    Parameters
    ----------
    name : str
    question : mapping
        A question of calibration.
    delta_at : callable
        Takes the question and the noise; returns the exact ends (lower, upper) of delta(eps).
    """

    def decide(questions: Sequence[Question], claims: Sequence[Number]) -> Broken | None:
        noise = claims[0]
        if noise <= 0:
            return Broken("no noise at all")
        lower, upper = delta_at(questions[0], noise)
        target = read_number(questions[0]["at"]["delta"])
        if lower > target:
            return Broken("the target is missed", relative_distance(lower, target))
        if upper > target:
            raise Undecided(f"delta(eps) is too close to the target {target}")
        return None

    return Law(name, (question,), decide)
