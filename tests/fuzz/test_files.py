"""Files of vectors, results, certificates and references that somebody else has made."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import seeds
from guard import tried

from fdp_sym.balls.certificate import decode
from fdp_sym.balls.recheck import recheck
from fdp_sym.conformance.pytest_xfails import read_xfails
from fdp_sym.errors import DomainError, FdpError
from fdp_sym.latex.bibliography import Bibliography
from fdp_sym.latex.printed import read_printed
from fdp_sym.theorems import loader
from fdp_sym.theorems.ledger import Ledger
from fdp_sym.theorems.loader import load
from fdp_sym.untrusted import read_json, read_text
from fdp_sym.vectors.corpus import read_file
from fdp_sym.vectors.lint import lint
from fdp_sym.vectors.vector import Step, Vector, number

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**400, 0.5, "", "x", "1e999999999", "9" * 5000, "1/0", "inf", "nan"),
    *("\ud800", "\x00", [], [[]], {}, {"": 0}, seeds.RUN),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


def use_vector(data: Any) -> None:
    vector = Vector.from_json(data, "gaussian")
    vector.bounds()
    vector.expression()
    vector.to_json()
    hash(vector)


def test_every_field_of_a_vector_may_be_anything() -> None:
    for row in seeds.vector_file()["vectors"][:2]:
        for path in places(row):
            for value in ODD:
                tried(use_vector, changed(row, path, value))
        for key in row:
            tried(use_vector, {k: v for k, v in row.items() if k != key})
    for data in ODD:
        assert isinstance(tried(use_vector, data), FdpError)
        assert isinstance(tried(Step.from_json, data), FdpError)
        tried(number, data)


def test_a_file_with_one_odd_field_is_linted(tmp_path: Path) -> None:
    content = seeds.vector_file()
    content["vectors"] = content["vectors"][:1]
    path = tmp_path / "gaussian.json"
    for place in places(content):
        for value in ("1e99999", ["9" * 5000]):
            path.write_text(json.dumps(changed(content, place, value)))
            tried(lambda paths: lint(paths, quick=True), [path])


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "{", '{"a":', "\ufeff{}x", "NaN", "[Infinity]", '{"a": 1, "a": 2}', "9" * 5000),
        *("[" * 10**6, '{"a":' * 10**6, '"' + "\\ud800" * 1000),
    ],
)
def test_what_is_no_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    assert isinstance(tried(read_json, path), DomainError)
    assert isinstance(tried(read_file, path), DomainError)


def test_what_is_no_regular_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "proof_files", list)
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")  # nobody writes: to open it would be to wait
    (tmp_path / "long").write_bytes(b" " * 101)
    (tmp_path / "latin").write_bytes(b"\xff")
    strange: list[Any] = [tmp_path, "/dev/zero", "a" * 5000, "a\x00b", tmp_path / "none"]
    for path in [*strange, *(tmp_path / name for name in ("loop", "pipe", "long", "latin"))]:
        assert isinstance(tried(lambda path: read_text(path, most=100), path), DomainError)
        if path != tmp_path / "long":
            assert isinstance(tried(read_xfails, str(path)), DomainError)
            assert isinstance(tried(lambda path: Bibliography.read([path]), path), DomainError)
            assert isinstance(tried(lambda path: load([path]), path), FdpError)
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfx")
    assert read_text(tmp_path / "marked") == "x"


# -- the ledger -------------------------------------------------------------------------------


def test_records_that_are_not_what_was_written_are_computed_anew(tmp_path: Path) -> None:
    kept = Ledger(tmp_path)
    digest = "0" * 64
    good = {"digest": digest, "result": seeds.RESULT}
    (tmp_path / "entry.json").write_text(json.dumps(good))
    assert kept.get("entry", digest) is not None
    suite = {"fingerprint": digest, "rows": [seeds.ROW]}
    (tmp_path / "=suite.json").write_text(json.dumps(suite))
    assert kept.get_suite(digest) == [seeds.ROW]
    for name, data in (("entry", good), ("=suite", suite)):
        for place in places(data):
            for value in (5, [None]):
                (tmp_path / f"{name}.json").write_text(json.dumps(changed(data, place, value)))
                found = tried(lambda _: (kept.get("entry", digest), kept.get_suite(digest)), None)
                assert not isinstance(found, Exception)
        (tmp_path / f"{name}.json").write_text(json.dumps(data)[:-9])
    assert (kept.get("entry", digest), kept.get_suite(digest)) == (None, None)
    (tmp_path / "other.json").write_text(json.dumps(good))
    assert kept.get("other", digest) is None  # the result of another entry


@pytest.mark.parametrize(
    "text",
    [
        *("exp('1 + 1')", "exp('\\x5f\\x5fimport\\x5f\\x5f(\"os\")')", "x.name", "(lambda: 1)()"),
        *("[x for x in (1, 2)]", "9**9**9", "f'{x}'", "x if x else x", "x[0]", "(x := 1)", "'x'"),
        *("exp(*(x, x))", "exp(x=1)", "True", "...", "__import__", "print(1)", "-" * 200 + "x"),
    ],
)
def test_text_of_recorded_traces_is_not_run(text: str) -> None:
    made = tried(lambda text: read_printed(text, {}), text)
    assert made is None or str(made) == text


# -- certificates -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"box": 5}', "[" * 10**5, "\x80\x04N."])
def test_what_is_no_certificate(tmp_path: Path, text: str) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(text, encoding="latin-1")
    assert isinstance(tried(recheck, path), FdpError)


@pytest.mark.parametrize(
    "data",
    [
        *(
            "1e999999999",
            "1/0",
            "x",
            ["Pow", "10", ["Pow", "10", "10"]],
            ["factorial", "1000000000"],
        ),
        *(["nothing", "1"], [], ["exp"], {"symbol": "x"}, ["eval", "1"], None, 5),
    ],
)
def test_expressions_of_unfinished_searches_are_small(data: Any) -> None:
    with pytest.raises((FdpError, LookupError, TypeError, ValueError, AttributeError)):
        decode(data)  # its reader makes one sentence of these
