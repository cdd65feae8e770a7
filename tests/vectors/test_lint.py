"""Every rule of the check is seen to find what it is for."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fdp_sym.balls import Ball
from fdp_sym.errors import DomainError, PrecisionError
from fdp_sym.vectors import lint as module
from fdp_sym.vectors.build import outward, solve
from fdp_sym.vectors.corpus import FORMAT, file_text
from fdp_sym.vectors.lint import lint
from fdp_sym.vectors.questions import Question, approximate, finite, gaussian, poisson
from fdp_sym.vectors.vector import digest, unsafe_side

Data = dict[str, Any]

QUESTIONS = (
    Question((gaussian(3, 7),), "epsilon", "1e-5", "drs-2.13", flags=("SMALL",)),
    Question((gaussian(3),), "delta", "1/2", "drs-2.13"),
    Question((gaussian(1),), "tradeoff", "1/20", "gdp-test"),
    Question((gaussian("1/2"),), "gdp", None, "gdp-composition"),
    Question((approximate(1, "1/10", 2),), "epsilon", "1/100", "kov-3.3"),
    Question((finite(("1/2", "1/2"), ("1/4", "3/4")),), "renyi", "3", "x", direction="add"),
)


def _data(*questions: Question) -> Data:
    vectors = []
    for q in questions:
        question = q.to_json()
        vectors.append(
            {
                "id": q.id("toy"),
                **question,
                **solve(question),
                "unsafe": unsafe_side(q.quantity),
                "flags": list(q.flags),
                "theorem": "drs-2.13",
                "comment": "",
            }
        )
    vectors.sort(key=lambda v: v["id"])
    notes = {"SMALL": "A small one, for a test."}
    return {"format": FORMAT, "engine": "x", "family": "toy", "notes": notes, "vectors": vectors}


@pytest.fixture(scope="module")
def sound() -> Data:
    return _data(*QUESTIONS)


def _write(folder: Path, data: Data) -> Path:
    path = folder / "toy.json"
    path.write_text(file_text(data), encoding="utf-8")
    return path


def _of(data: Data, quantity: str) -> Data:
    found: Data = next(v for v in data["vectors"] if v["quantity"] == quantity)
    return found


def _set(quantity: str, **values: Any) -> Callable[[Data], None]:
    return lambda data: _of(data, quantity).update(values)


def _moved(text: str, places: int) -> str:
    """The number with its last digits moved by so many units of the fortieth."""
    x = Fraction(text)
    exponent = len(str(int(1 / x))) if x < 1 else 1 - len(str(int(x)))
    return outward(Ball(x + Fraction(places) / 10 ** (39 + exponent), 10**9))["lower"]


def _bounds(lower: str, upper: str) -> dict[str, Any]:
    return outward(Ball(*(math.inf if b == "inf" else b for b in (lower, upper))))


def test_a_sound_file_has_no_finding(sound: Data, tmp_path: Path) -> None:
    report = lint([_write(tmp_path, sound)])
    assert report.findings == []
    assert (report.files, report.vectors, report.verified) == (1, 6, 6)
    assert lint([tmp_path], quick=True).verified == 0
    assert lint([tmp_path], sample=2).verified == 2


def _sampled(data: Data) -> None:
    _of(data, "delta")["steps"][0]["sampling"] = poisson("1/2")
    _of(data, "delta")["relation"] = "replace-one"


def _again(data: Data) -> None:
    # the same question, written in another way
    vector = copy.deepcopy(_of(data, "delta"))
    vector["at"] = "0.5"
    vector["id"] = f"toy-delta-{digest(vector)}"
    data["vectors"].append(vector)


@pytest.mark.parametrize(
    ("rule", "where", "change"),
    [
        ("schema", "delta", _set("delta", relation="add")),
        ("schema", "delta", _set("delta", at=None)),
        ("schema", "gdp", _set("gdp", at="1")),
        ("schema", "delta", _set("delta", at="0.5.1")),
        ("schema", "delta", _set("delta", lower=0.5)),
        ("schema", "delta", _set("delta", upper="nan")),
        ("schema", "delta", _set("delta", doubles=["0.1"])),
        ("schema", "delta", _set("delta", more="x")),
        ("schema", "delta", lambda d: _of(d, "delta").pop("comment")),
        ("schema", "delta", lambda d: _of(d, "delta")["steps"][0].update(count=-1)),
        ("schema", "delta", lambda d: _of(d, "delta")["steps"][0].update(mechanism="cauchy")),
        ("schema", "delta", lambda d: _of(d, "delta")["steps"][0].update(parameters={})),
        ("schema", "delta", lambda d: _of(d, "delta")["steps"][0].pop("sensitivity")),
        ("schema", "toy", lambda d: d.update(format="fdp_sym vectors 2")),
        ("schema", "toy", lambda d: d.update(vectors=[])),
        ("schema", "", lambda d: d["vectors"].append(7)),
        ("family", "toy", lambda d: d.update(family="other")),
        ("sorted", "", lambda d: d["vectors"].reverse()),
        ("unique", "", lambda d: d["vectors"].append(d["vectors"][-1])),
        ("notes", "toy", lambda d: d.update(notes={})),
        ("notes", "toy", lambda d: d["notes"].update(UNUSED="No vector has this flag.")),
        ("theorem", "delta", _set("delta", theorem="drs-9.99")),
        ("id", "delta", lambda d: _of(d, "delta").update(at="1/3")),
        ("id", "delta", lambda d: _of(d, "delta").update(id="toy-delta-00000000")),
        ("direction", "delta", _set("delta", direction="remove")),
        ("question", "delta", _sampled),
        ("question", "", _again),
        ("unsafe", "tradeoff", _set("tradeoff", unsafe="below")),
        ("order", "delta", _set("delta", lower="0.2", upper="0.1")),
        ("order", "tradeoff", _set("tradeoff", upper="1.1")),
        ("order", "delta", _set("delta", lower="-0.1")),
        ("digits", "gdp", _set("gdp", lower="1." + "9" * 40, upper="2." + "0" * 39 + "1")),
        ("doubles", "gdp", _set("gdp", doubles=["2.0", "2.0000000000000004"])),
        ("doubles", "tradeoff", lambda d: _of(d, "tradeoff")["doubles"].reverse()),
        ("width", "tradeoff", _set("tradeoff", **_bounds("0.7404", "0.7405"))),
        ("width", "epsilon", lambda d: _of(d, "tradeoff")["flags"].append("WIDE")),
    ],
)
def test_each_rule(
    rule: str, where: str, change: Callable[[Data], Any], sound: Data, tmp_path: Path
) -> None:
    data = copy.deepcopy(sound)
    change(data)
    report = lint([_write(tmp_path, data)], quick=True)
    found = [f for f in report.findings if f.rule == rule]
    assert found, report.findings
    if where == "delta" and rule != "id":
        assert _of(data, "delta")["id"] in {f.where for f in found}
    if where == "toy":
        assert {f.where for f in found} == {"toy"}


@pytest.mark.parametrize("quantity", ["epsilon", "delta", "tradeoff"])
@pytest.mark.parametrize(
    ("side", "places", "rule"),
    [("lower", 1, "truth"), ("upper", -1, "truth"), ("lower", -9, "tight"), ("upper", 9, "tight")],
)
def test_bounds_that_are_wrong_in_the_last_digit(
    quantity: str, side: str, places: int, rule: str, sound: Data, tmp_path: Path
) -> None:
    data = copy.deepcopy(sound)
    vector = next(v for v in data["vectors"] if v["quantity"] == quantity and v["upper"] != "inf")
    bounds = {key: vector[key] for key in ("lower", "upper")}
    bounds[side] = _moved(bounds[side], places)
    low, high = sorted(bounds.values(), key=Fraction)
    vector.update(_bounds(low, high))
    report = lint([_write(tmp_path, data)])
    assert [(f.where, f.rule) for f in report.findings] == [(vector["id"], rule)]


@pytest.mark.parametrize(("bound", "rule"), [("3", "truth"), ("inf", "")])
def test_infinite_truths(bound: str, rule: str, sound: Data, tmp_path: Path) -> None:
    data = copy.deepcopy(sound)
    vector = next(v for v in data["vectors"] if v["upper"] == "inf")
    vector.update(_bounds(bound, bound))
    assert [f.rule for f in lint([_write(tmp_path, data)]).findings] == [rule] * bool(rule)


@pytest.mark.parametrize(
    ("flags", "ball", "rule"),
    [
        ((), Ball("1/10", "9/10"), "verified"),
        (("WIDE",), None, "verified"),
        (("WIDE",), Ball("1/10", "9/10"), ""),
        (("WIDE",), Ball("8/10", "9/10"), "truth"),
    ],
)
def test_answers_that_are_not_reached(
    flags: tuple[str, ...], ball: Ball | None, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wide(question: Data, digits: int) -> Ball:
        raise PrecisionError("only a little is known", ball)

    monkeypatch.setattr(module, "answer", wide)
    vector = {"id": "x", "lower": "0.2", "upper": "0.3", "flags": list(flags)}
    assert [finding.rule for finding in module.verify(vector)] == [rule] * bool(rule)


def test_files_that_are_not_there(sound: Data, tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="no such file"):
        lint([tmp_path / "none.json"])
    with pytest.raises(DomainError, match="no file of vectors"):
        lint([tmp_path])
    _write(tmp_path, sound)
    with pytest.raises(DomainError, match="'gaussian': allowed are toy"):
        lint([tmp_path], ["gaussian"])


def test_hostile_files_end_soon(sound: Data, tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000)
    with pytest.raises(DomainError, match="cannot be read as JSON"):
        lint([tmp_path / "deep.json"])
    # an exact number of a thousand million digits is never made
    data = copy.deepcopy(sound)
    data["vectors"][0]["lower"] = "1e999999999"
    rules = [finding.rule for finding in lint([_write(tmp_path, data)]).findings]
    assert set(rules) == {"schema"}


def test_findings_as_json(sound: Data, tmp_path: Path) -> None:
    data = copy.deepcopy(sound)
    data["notes"] = {}
    found = lint([_write(tmp_path, data)], quick=True).to_json()
    assert json.loads(json.dumps(found))["findings"] == [
        {"where": "toy", "rule": "notes", "detail": "flag SMALL has no note"}
    ]
