"""Wrong accountants are caught by the corpus, right ones pass it: a test of the judge."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import wrong_accountants
from wrong_accountants import (
    RIGHT,
    WRONG,
    Accountant,
    DeltaClipped,
    NonMonotone,
    OneDirection,
    Oracle,
    ReplaceOneIgnored,
    Responses,
)

from fdp_sym.conformance import report
from fdp_sym.conformance.audit import audit
from fdp_sym.conformance.protocol import ask
from fdp_sym.conformance.selection import sample
from fdp_sym.conformance.standard_laws import standard_laws
from fdp_sym.conformance.verdicts import Judgement, judge
from fdp_sym.vectors import Vector, load

SAMPLE = 60  # of the vectors that an accountant answers


@lru_cache
def answerable(right: type[Accountant]) -> tuple[Vector, ...]:
    """The vectors that it does not refuse, which is known before anything is computed."""
    return tuple(vector for vector in load() if understands(right(), vector))


def understands(account: Accountant, vector: Vector) -> bool:
    try:
        account.profile(vector.question())
    except NotImplementedError:
        return False
    return vector.quantity in ("delta", "epsilon")


def answers(account: Any, vectors: Iterable[Vector]) -> Iterator[tuple[Vector, Judgement]]:
    for vector in vectors:
        yield vector, judge(vector, ask(account, vector.question()))


def caught(account: Any, vectors: Iterable[Vector]) -> Iterator[Vector]:
    """The vectors that show more than an error of rounding."""
    for vector, judgement in answers(account, vectors):
        if judgement.verdict == "unsound" and not judgement.by_rounding:
            yield vector


@pytest.mark.parametrize("right", RIGHT)
def test_right_ones_pass(right: type[Accountant]) -> None:
    judged = dict(answers(right(), sample(answerable(right), SAMPLE)))
    assert len(judged) >= 20
    assert failed(judged) == {}
    assert sum(j.verdict == "exact" for j in judged.values()) > len(judged) / 2


def failed(judged: Mapping[Vector, Judgement]) -> dict[str, Judgement]:
    return {v.id: j for v, j in judged.items() if j.verdict not in ("exact", "safe")}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_ones_are_unsound(wrong: type[Accountant]) -> None:
    (right,) = wrong.__bases__
    found = next(caught(wrong(), answerable(right)), None)
    assert found is not None, f"{wrong.__doc__} No vector shows it."


@pytest.mark.parametrize(
    ("wrong", "telling"),
    [
        (OneDirection, lambda vector: vector.direction != "remove"),
        (ReplaceOneIgnored, lambda vector: vector.relation == "replace-one"),
        (DeltaClipped, lambda vector: Fraction(vector.at) < Fraction("1e-11")),
    ],
)
def test_only_what_is_wrong_is_unsound(wrong: type[Accountant], telling: Any) -> None:
    (right,) = wrong.__bases__
    found = caught(wrong(), sample(answerable(right), SAMPLE))
    assert [vector.id for vector in found if not telling(vector)] == []


def test_a_law_catches_what_is_not_monotone() -> None:
    (law,) = [
        law for law in standard_laws() if law.name.endswith("compositions: randomized response")
    ]
    broken = law.judge([ask(NonMonotone(), question) for question in law.questions])
    holds = law.judge([ask(Responses(), question) for question in law.questions])
    assert (broken.verdict, holds.verdict) == ("broken", "holds")


def test_the_oracle_passes_a_sample() -> None:
    quick = [v for v in load() if v.family != "poisson-laplace"]  # some take seconds
    assert failed(dict(answers(Oracle(), sample(quick, 40)))) == {}


@pytest.mark.slow
def test_the_oracle_passes_all(complete: bool) -> None:
    """A third of each family, or all with FDP_SYM_COMPLETE=1."""
    vectors = load()
    assert (
        failed(dict(answers(Oracle(), vectors if complete else sample(vectors, len(vectors) // 3))))
        == {}
    )


def test_an_audit_from_end_to_end(tmp_path: Path) -> None:
    """In a process of its own, and its report names what is wrong."""
    folder = Path(wrong_accountants.__file__).parent
    serve = (
        f"import sys; sys.path.insert(0, {str(folder)!r});"
        "from fdp_sym.conformance.adapters.serve import main;"
        "main('wrong_accountants:EpsilonTooSmall')"
    )
    vectors = [v for v in load(["gaussian"]) if v.quantity == "epsilon" and v.upper != "0"][:10]
    result = audit([sys.executable, "-c", serve], vectors)
    assert result.found
    report.write(result, tmp_path / "audit.md")
    text = (tmp_path / "audit.md").read_text(encoding="utf-8")
    unsound = [row for row in result.judged if row.judgement.verdict == "unsound"]
    assert f"{len(unsound)} unsound" in text
    assert "| relative gap | 0.001 |" in text
    assert "fdp-sym epsilon" in text
