"""Vectors as data: JSON, ids, what is sent to accountants, loading without numerics."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files

import pytest

from fdp_sym.errors import DomainError
from fdp_sym.vectors import Step, Vector, family_names, load
from fdp_sym.vectors.corpus import file_text, read_file
from fdp_sym.vectors.vector import number

HEAVY = ("sympy", "numpy", "flint", "mpmath", "scipy", "jsonschema")


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_loading_and_snippets_import_no_numerics() -> None:
    code = (
        "import sys, fdp_sym.vectors as v\n"
        "for vector in v.load():\n"
        "    vector.snippet(), vector.expression(), vector.question(), vector.bounds()\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    assert _run(code).strip() == "[]"


def test_vectors_survive_json() -> None:
    for name in family_names():
        data = json.loads(files("fdp_sym.vectors").joinpath(f"{name}.json").read_text("utf-8"))
        for row in data["vectors"]:
            vector = Vector.from_json(row, name, data["notes"])
            assert vector.to_json() == row
            assert set(vector.notes) == set(row["flags"])


def test_ids_are_the_digest_of_the_question() -> None:
    for vector in load():
        question = vector.question()
        assert question.pop("id") == vector.id
        text = json.dumps(question, sort_keys=True, separators=(",", ":"))
        first = hashlib.sha256(text.encode()).hexdigest()[:8]
        assert vector.id == f"{vector.family}-{vector.quantity}-{first}"


def test_the_question_holds_no_answer() -> None:
    vector = load(["gaussian"])[0]
    keys = ["id", "steps", "relation", "direction", "quantity", "at"]
    assert list(vector.question()) == keys
    assert json.loads(json.dumps(vector.question())) == vector.question()


def test_bounds_are_exact() -> None:
    vector = next(v for v in load(["gaussian"]) if v.at == "1e-12" and v.upper != "inf")
    assert vector.bounds() == (Fraction(vector.lower), Fraction(vector.upper))
    low, high = vector.float_bounds()
    assert Fraction(low) <= vector.bounds()[0] <= vector.bounds()[1] <= Fraction(high)
    assert not vector.is_infinite


def test_infinite_answers() -> None:
    assert number("inf") == float("inf")
    infinite = [v for v in load(["approximate"]) if "UNREACHABLE" in v.flags]
    assert infinite
    assert all(v.is_infinite and v.doubles == ("inf", "inf") for v in infinite)


def test_loading_some() -> None:
    assert {v.family for v in load(["gaussian"])} == {"gaussian"}
    assert load("gaussian,degenerate") == load(["gaussian", "degenerate"])
    tiny = load(["gaussian"], ["TINY_DELTA", "REPLACE_ONE"])
    assert tiny
    assert all({"TINY_DELTA", "REPLACE_ONE"} & set(v.flags) for v in tiny)
    assert len(tiny) < len(load(["gaussian"]))


@pytest.mark.parametrize(
    ("families", "flags", "message"),
    [
        (["gausian"], None, "'gausian': allowed are approximate"),
        (["gaussian"], ["TINY"], "flags TINY: those of the chosen families"),
    ],
)
def test_unknown_names(families: list[str], flags: list[str] | None, message: str) -> None:
    with pytest.raises(DomainError, match=message):
        load(families, flags)


def test_vectors_are_frozen_and_hashable() -> None:
    vector = load(["gaussian"])[0]
    assert vector in {vector}
    with pytest.raises(AttributeError):
        vector.lower = "0"  # type: ignore[misc]


def test_steps_of_json() -> None:
    plain = {
        "mechanism": "approximate",
        "parameters": {"epsilon": "1", "delta": "0"},
        "sampling": None,
        "count": 3,
    }
    step = Step.from_json(plain)
    assert step.to_json() == plain
    assert step.sensitivity is None


def test_snippets_run() -> None:
    vector = next(v for v in load(["gaussian"]) if v.at == "1e-12" and v.steps[0].count == 10**4)
    first, command, python = vector.snippet().splitlines()
    assert first == f"# {vector.id}"
    assert command.startswith('fdp-sym epsilon "Gaussian(')
    line = python.removeprefix("# Python: ")
    assert _run(line).strip().startswith(vector.lower[:30])


def test_text_of_files(tmp_path: object) -> None:
    data = {"format": "x", "notes": {"A": "é"}, "vectors": [{"id": "a"}, {"id": "b"}]}
    assert json.loads(file_text(data)) == data
    assert file_text(data).count("\n") == 10


def test_files_that_cannot_be_read(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "x.json"
    for text in ("{", "[]", "\xff"):
        path.write_text(text, encoding="latin-1")
        with pytest.raises(DomainError, match=r"x\.json"):
            read_file(path)
    with pytest.raises(DomainError, match="cannot be read"):
        read_file(tmp_path / "none.json")
