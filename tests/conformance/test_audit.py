"""Whole audits of tiny accountants: every verdict appears, whatever becomes of the process."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from fdp_sym.conformance.audit import audit, corpus_digest
from fdp_sym.conformance.laws import same
from fdp_sym.conformance.protocol import ProtocolError
from fdp_sym.conformance.verdicts import VERDICTS
from fdp_sym.errors import DomainError
from fdp_sym.vectors import Vector

FOLDER = Path(__file__).parent
STEP = {
    "mechanism": "approximate",
    "parameters": {"epsilon": "1", "delta": "1/10"},
    "sampling": None,
    "count": 1,
}
EXPECTED = {
    "exact": "exact",
    "safe": "safe",
    "loose": "loose",
    "below": "unsound",
    "nearly": "unsound",
    "infinite": "loose",
    "nan": "nan",
    "none": "nan",
    "true": "nan",
    "bounds": "safe",
    "false": "unsound",
    "unsupported": "unsupported",
    "raises": "crash",
    "exits": "crash",
    "dies": "crash",
    "sleeps": "timeout",
}


def vector(name: str) -> Vector:
    """One whose truth is 1/10, and whose id ends in what the accountant shall do."""
    family = "even" if len(name) % 2 == 0 else "odd"
    data = {
        "id": f"{family}-delta-{name}",
        "steps": [STEP],
        "relation": "add-remove",
        "direction": "both",
        "quantity": "delta",
        "at": "1",
        "lower": "0.1",
        "upper": "0.1",
        "doubles": ["0.09999999999999999", "0.1"],
        "unsafe": "below",
        "flags": [],
        "theorem": "kov-3.3",
        "comment": "",
    }
    return Vector.from_json(data, family)


VECTORS = [vector(name) for name in EXPECTED]


def command(factory: str) -> list[str]:
    return [sys.executable, "-m", "fdp_sym.conformance.serve", f"fake_accountants:{factory}"]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)  # where the accountants are


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_verdict_appears(jobs: int) -> None:
    asked: list[int] = []
    result = audit(command("named"), VECTORS, timeout=1.5, jobs=jobs, progress=asked.append)
    rows = {row["id"].split("-")[-1]: row for row in result.to_json()["vectors"]}
    assert {name: row["verdict"] for name, row in rows.items()} == EXPECTED
    assert list(rows) == list(EXPECTED)  # in their order, whoever answered first
    assert {row["verdict"] for row in rows.values()} == set(VERDICTS)
    assert sum(asked) == len(VECTORS)
    assert (result.accountant, result.version, result.left) == ("by name", "1.2", 0)
    assert rows["raises"]["detail"] == "ZeroDivisionError: division by zero"
    assert rows["exits"]["detail"] == "SystemExit: giving up"
    assert "exit status 3" in rows["dies"]["detail"]
    assert "the end" in rows["dies"]["detail"]
    assert rows["false"]["sides"] == {"lower": "unsound", "upper": "safe"}
    assert rows["bounds"]["bounds"] == ["0.05", "0.15"]
    assert rows["below"]["gap"] == "0.1"
    assert rows["infinite"]["gap"] == "inf"
    assert result.found
    assert result.to_json()["by_rounding"] == 1


def test_the_result_is_plain_json() -> None:
    result = audit(command("named"), VECTORS[:6], loose="1.05")
    data: dict[str, Any] = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["loose"] == "1.05"
    assert data["summary"]["even"] == {**dict.fromkeys(VERDICTS, 0), "loose": 2, "unsound": 1}
    assert sum(sum(of.values()) for of in data["summary"].values()) == 6
    assert data["vectors"][0]["mechanism"] == "approximate(epsilon=1, delta=1/10) x 1"
    for key in ("accountant", "version", "date", "python", "platform", "corpus", "laws"):
        assert key in data


def test_nothing_found() -> None:
    result = audit(command("named"), VECTORS[:3])
    assert not result.found


def test_laws_are_asked_and_a_broken_one_is_found() -> None:
    asked = [{**VECTORS[i].question(), "id": f"law-{VECTORS[i].id}"} for i in (0, 1, 13)]
    broken, kept = same("unequal", asked[:2]), same("equal", asked[:1])
    crash = same("exits", asked[::2])
    result = audit(command("named"), [], laws=[broken, kept, crash])
    assert [law.verdict for law in result.laws] == ["broken", "holds", "crash"]
    assert result.found
    assert result.to_json()["laws"][0]["answers"] == [{"value": "0.1"}, {"value": "0.11"}]
    assert result.to_json()["laws_by_rounding"] == 0


def test_a_law_broken_by_rounding_only_is_no_failure() -> None:
    asked = [{**VECTORS[i].question(), "id": f"law-{VECTORS[i].id}"} for i in (0, 4)]
    result = audit(command("named"), [], laws=[same("nearly", asked)])
    (law,) = result.laws
    assert (law.verdict, law.by_rounding, result.found) == ("broken", True, False)
    assert result.to_json()["laws_by_rounding"] == 1


@pytest.mark.parametrize(
    ("factory", "message"),
    [
        ("broken_at_start", "cannot start: ImportError: no module named numpie"),
        ("no_accountant", "returned 3, which cannot be called"),
        ("nothing", "has no attribute 'nothing'"),
    ],
)
def test_accountants_that_do_not_start(factory: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        audit(command(factory), VECTORS)


def test_the_factor_is_checked_before_anything_is_asked() -> None:
    with pytest.raises(DomainError, match="loose"):
        audit(["/no-such-program"], VECTORS, loose="little")


def test_the_digest_is_of_questions_and_truths() -> None:
    assert corpus_digest(VECTORS) == corpus_digest(VECTORS[::-1])
    assert corpus_digest(VECTORS) != corpus_digest(VECTORS[1:])
