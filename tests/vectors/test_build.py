"""Building: what is kept, what is computed, and that files are whole."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import mpmath
import pytest

from fdp_sym.balls import Ball
from fdp_sym.errors import DomainError, FdpError, PrecisionError
from fdp_sym.executors import Processes
from fdp_sym.vectors import build as module
from fdp_sym.vectors import truth
from fdp_sym.vectors.build import ENGINE, build, solve
from fdp_sym.vectors.questions import Question, approximate, finite, gaussian, laplace, poisson


def _family(*questions: Question, **notes: str) -> ModuleType:
    family = ModuleType("toy")
    family.questions = lambda: iter(questions)  # type: ignore[attr-defined]
    family.notes = notes  # type: ignore[attr-defined]
    return family


TOY = (
    Question((gaussian(3),), "delta", "1", "drs-2.13", flags=("SMALL",), comment="ünicode"),
    Question((gaussian(3),), "epsilon", "1e-5", "drs-2.13"),
    Question((approximate(1, "1/10", 2),), "epsilon", "1/100", "kov-3.3"),
)
NOTES = {"SMALL": "A small one, for a test.", "OTHER": "No vector of the toy has this one."}
# the mass of infinite loss of such a pair under sampling is not known
BROKEN = Question((finite(("1/2", "1/3"), ("1/2", "1/2")),), "delta", "1", "x", direction="remove")


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    known = {"toy": _family(*TOY, **NOTES)}
    monkeypatch.setattr(module, "discover", lambda: known)
    return known


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The questions that were answered."""
    asked: list[dict[str, Any]] = []

    def counted(question: dict[str, Any], wide: bool = False) -> Any:
        asked.append(question)
        return solve(question, wide)

    monkeypatch.setattr(module, "solve", counted)
    return asked


def _read(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "toy.json").read_text(encoding="utf-8"))
    return data


def test_a_file(toys: dict[str, ModuleType], tmp_path: Path) -> None:
    (built,) = build(tmp_path / "new")
    assert (built.vectors, built.computed, built.kept, built.failures) == (3, 3, 0, [])
    data = _read(tmp_path / "new")
    assert data["engine"] == ENGINE
    assert data["notes"] == {"SMALL": NOTES["SMALL"]}
    assert [v["id"] for v in data["vectors"]] == sorted(q.id("toy") for q in TOY)
    by_comment = next(v for v in data["vectors"] if v["comment"])
    with mpmath.workdps(60):
        mu = mpmath.mpf(1) / 3
        low, high = mpmath.ncdf(-1 / mu + mu / 2), mpmath.ncdf(-1 / mu - mu / 2)
        expected = low - mpmath.e * high
        assert mpmath.mpf(by_comment["lower"]) <= expected <= mpmath.mpf(by_comment["upper"])
        assert mpmath.mpf(by_comment["upper"]) / mpmath.mpf(by_comment["lower"]) < mpmath.mpf(
            1
        ) + mpmath.mpf("1e-38")
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["toy.json"]


def test_the_same_bytes(toys: dict[str, ModuleType], tmp_path: Path) -> None:
    build(tmp_path / "a")
    toys["toy"] = _family(*reversed(TOY), **NOTES)
    build(tmp_path / "b")
    assert (tmp_path / "a" / "toy.json").read_bytes() == (tmp_path / "b" / "toy.json").read_bytes()


def test_finished_vectors_are_kept(
    toys: dict[str, ModuleType], computed: list[dict[str, Any]], tmp_path: Path
) -> None:
    build(tmp_path)
    before = (tmp_path / "toy.json").read_bytes()
    (built,) = build(tmp_path)
    assert (len(computed), built.kept) == (3, 3)
    assert (tmp_path / "toy.json").read_bytes() == before
    build(tmp_path, fresh=True)
    assert len(computed) == 6
    # another version computes everything anew
    text = before.decode().replace(ENGINE, "fdp_sym 0.0.1")
    (tmp_path / "toy.json").write_text(text, encoding="utf-8")
    build(tmp_path)
    assert len(computed) == 9
    assert (tmp_path / "toy.json").read_bytes() == before


def test_words_may_change_and_questions_may_go(
    toys: dict[str, ModuleType], computed: list[dict[str, Any]], tmp_path: Path
) -> None:
    build(tmp_path)
    changed = Question((gaussian(3),), "delta", "1", "drs-2.13", comment="another comment")
    new = Question((gaussian(5),), "delta", "1", "drs-2.13")
    toys["toy"] = _family(changed, new)
    (built,) = build(tmp_path)
    assert (len(computed), built.kept, built.computed) == (4, 1, 1)
    data = _read(tmp_path)
    assert {v["id"] for v in data["vectors"]} == {changed.id("toy"), new.id("toy")}
    assert {v["comment"] for v in data["vectors"]} == {"another comment", ""}


def test_failures_leave_the_old_file(toys: dict[str, ModuleType], tmp_path: Path) -> None:
    build(tmp_path)
    before = (tmp_path / "toy.json").read_bytes()
    new = Question((gaussian(5),), "delta", "1", "drs-2.13")
    toys["toy"] = _family(*TOY, BROKEN, new)
    (built,) = build(tmp_path)
    assert [name for name, _ in built.failures] == [BROKEN.id("toy")]
    assert "sums to 5/6" in built.failures[0][1]
    assert (tmp_path / "toy.json").read_bytes() == before
    # what was finished is not computed again
    toys["toy"] = _family(*TOY, new)
    (built,) = build(tmp_path)
    assert (built.kept, built.computed) == (4, 0)
    assert [p.name for p in tmp_path.iterdir()] == ["toy.json"]


def test_interrupted_builds_go_on(
    toys: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Any] = []

    def interrupted(question: dict[str, Any], wide: bool = False) -> Any:
        asked.append(question)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return solve(question, wide)

    monkeypatch.setattr(module, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(tmp_path)
    assert not (tmp_path / "toy.json").exists()
    (built,) = build(tmp_path)
    assert (built.kept, built.computed) == (2, 1)
    assert len(_read(tmp_path)["vectors"]) == 3


def test_a_question_in_two_wordings(toys: dict[str, ModuleType], tmp_path: Path) -> None:
    toys["toy"] = _family(TOY[0], Question((gaussian(3),), "delta", "1", "drs-2.13"))
    with pytest.raises(FdpError, match="asked twice"):
        build(tmp_path)


def test_unknown_families(toys: dict[str, ModuleType], tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="'tox': allowed are toy"):
        build(tmp_path, ["tox"])


@pytest.mark.parametrize("failing", ["remove", "add"])
def test_wide_answers_are_of_one_direction(monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def narrow_or_wide(question: Any, digits: int) -> Ball:
        if question["direction"] == failing:
            raise PrecisionError("wide", ball=Ball("1/4", "1/3"))
        return Ball("1/2", "1/2")

    monkeypatch.setattr(truth, "_answer", narrow_or_wide)
    both = Question((laplace(1, sampling=poisson("1/2")),), "delta", "0", "x", flags=("WIDE",))
    # the worse of both is 1/2; [1/4, 1/3] must not become a vector
    with pytest.raises(
        PrecisionError, match=f"'{failing}' is not known .* each direction by itself"
    ):
        solve(both.to_json(), wide=True)
    alone = {**both.to_json(), "direction": failing}
    assert solve(alone, wide=True)["lower"] == "0.25"


def test_wide_answers_need_the_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    def wide(question: Any, digits: int) -> Ball:
        raise PrecisionError("only a little is known", Ball("1/3", "2/3"))

    monkeypatch.setattr(module, "answer", wide)
    with pytest.raises(PrecisionError):
        solve({})
    values = solve({}, wide=True)
    assert values["lower"] == "0." + "3" * 40
    assert values["upper"] == "0." + "6" * 39 + "7"


@pytest.mark.slow
def test_several_processes(tmp_path: Path) -> None:
    from fdp_sym.vectors import load

    with Processes(2) as executor:
        build(tmp_path, ["gaussian"], executor=executor)
    text = (tmp_path / "gaussian.json").read_text(encoding="utf-8")
    assert [v["id"] for v in json.loads(text)["vectors"]] == [v.id for v in load(["gaussian"])]
