"""Unfinished searches: written to a file, continued in another process, with the same result."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sympy import Interval, Lambda, Max, Rational, exp, oo

from fdp_sym.balls import prove, recheck
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, integer, mu, real
from fdp_sym.theorems import Ge, Gt, Iterate, Le

R = Rational
x, y, k = real("x"), real("y"), integer("k", 0)
GAUSS = Phi(Quantile(1 - alpha) - mu)
CLAIMS = {
    "cuts": (Ge(R(2501, 10000) - Phi(x) * Phi(-x), 0), {x: (-20, 20)}),
    "substitution": (
        Ge(GAUSS + alpha - 2 * Phi(-mu / 2) * R(3, 4), 0),
        {mu: (R(1, 2), 2), alpha: (R(1, 10), R(3, 10))},
    ),
    "refuted": (
        Ge((x - R(1, 3)) ** 2 + (y - R(2, 7)) ** 2, R(1, 10**6)),
        {x: (0, 1), y: (0, 1)},
    ),
    "refuted in a new variable": (
        Ge(GAUSS - 2 * Phi(-mu / 2) * R(10001, 10000) + alpha, 0),
        {mu: (R(1, 10), 4), alpha: (R(1, 100), R(1, 2))},
    ),
    "half a line": (Le(Phi(-x), exp(-(x**2) / 2) / 2), {x: (0, oo)}),
    "integers": (Ge(exp(k * x) * R(1001, 1000) - 1 - k * x, 0), {k: (0, 3), x: (-1, 1)}),
}


def outcome(found):
    return found.status, found.witness, found.certificate, found.boxes, found.bits


@pytest.mark.parametrize("name", CLAIMS)
@pytest.mark.parametrize("pause", [1, 3])
def test_a_search_that_was_interrupted_ends_like_any_other(name, pause, tmp_path):
    claim, box = CLAIMS[name]
    whole = prove(claim, box, budget_boxes=100)
    file = tmp_path / "search.json"
    found = prove(claim, box, budget_boxes=0)
    while found.status == "inconclusive" and found.boxes < 100:
        found.save(file)
        found = prove(claim, box, budget_boxes=pause, resume=file)
    assert whole.status != "inconclusive"
    assert outcome(found) == outcome(whole)


def test_another_process_finishes_it(tmp_path):
    file, done = tmp_path / "search.json", tmp_path / "certificate.json"
    claim, box = CLAIMS["cuts"]
    prove(claim, box, budget_boxes=2).save(file)
    program = f"""
from sympy import Rational
from fdp_sym.balls import prove
from fdp_sym.functions import Phi
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge
x = real("x")
claim = Ge(Rational(2501, 10000) - Phi(x) * Phi(-x), 0)
prove(claim, {{x: (-20, 20)}}, resume={str(file)!r}).save({str(done)!r})
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert recheck(done) >= 3
    assert json.loads(done.read_text()) == prove(claim, box).certificate


def test_a_search_that_runs_out_of_time_leaves_its_state(tmp_path):
    claim, box = CLAIMS["cuts"]
    found = prove(claim, box, budget_seconds=0)
    assert found.status == "inconclusive"
    found.save(tmp_path / "search.json")
    found = prove(claim, box, resume=tmp_path / "search.json")
    assert outcome(found) == outcome(prove(claim, box))


def test_the_clock_stops_a_box_in_the_middle(monkeypatch):
    """A box whose nested search is cut short is looked at again, as if for the first time."""
    claim, box = Ge(exp(x) - 1 - x - x**2 / 2 - x**3 / 6, 0), {x: (0, 3)}
    ticks = iter(range(10**6))
    monkeypatch.setattr("time.monotonic", lambda: float(next(ticks)))
    found = prove(claim, box, budget_seconds=3)
    assert found.status == "inconclusive"
    monkeypatch.undo()
    assert prove(claim, box, resume=found).certificate == prove(claim, box).certificate


def test_broken_files_are_refused(tmp_path):
    claim, box = CLAIMS["substitution"]
    file = tmp_path / "search.json"
    prove(claim, box, budget_boxes=3).save(file)
    text = file.read_text()
    for broken in ("", text[: len(text) // 2], "[]", "{}", text.replace('"open"', '"opened"', 1)):
        file.write_text(broken)
        if "opened" not in broken:
            with pytest.raises(DomainError, match="no unfinished search"):
                prove(claim, box, resume=file)
    for key in ("unfinished", "boxes", "count", "proofs"):
        data = json.loads(text)
        del data[key]
        file.write_text(json.dumps(data))
        with pytest.raises(DomainError, match="no unfinished search"):
            prove(claim, box, resume=file)
    with pytest.raises(DomainError, match="no unfinished search"):
        prove(claim, box, resume=tmp_path / "missing.json")
    file.write_text(text)
    for other in (CLAIMS["cuts"], (claim, {**box, mu: (R(1, 10), 5)})):
        with pytest.raises(DomainError, match="same claim"):
            prove(*other, resume=file)


def test_a_file_with_a_box_removed_yields_no_certificate(tmp_path):
    """What is left out of the file is missing in the proof, which is verified at the end."""
    claim, box = CLAIMS["cuts"]
    file = tmp_path / "search.json"
    prove(claim, box, budget_boxes=1).save(file)
    data = json.loads(file.read_text())
    data["proofs"][0]["children"].pop()
    file.write_text(json.dumps(data))
    with pytest.raises(DomainError, match="prove nothing"):
        prove(claim, box, resume=file)


def test_writing_is_all_or_nothing(tmp_path, monkeypatch):
    claim, box = CLAIMS["cuts"]
    file = tmp_path / "search.json"
    found = prove(claim, box, budget_boxes=2)
    found.save(file)
    before = file.read_text()
    monkeypatch.setattr("os.fsync", lambda handle: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        found.save(file)
    assert file.read_text() == before
    assert [p.name for p in tmp_path.iterdir()] == ["search.json"]
    refuted = prove(Ge(x, 1), {x: (0, 1)})
    with pytest.raises(DomainError, match="nothing to save"):
        refuted.save(file)


# -- what certificates hold -------------------------------------------------------------------


def test_iterates_are_written_out_or_refused():
    step = Lambda(x, Max(0, 2 * x - 1))
    found = prove(Le(Iterate(step, 3, y), y), {y: (0, 1)})
    assert found.status == "certified"
    assert recheck(found.certificate) >= 1
    assert prove(Gt(Iterate(step, 3, y), y), {y: Interval(0, 1)}).status == "refuted"
    logistic = Lambda(x, x * (1 - x))
    for refused in (Iterate(step, k, y), Iterate(logistic, 20, y)):
        with pytest.raises(UnsupportedError, match="iterated functions only written out"):
            prove(Le(refused, y), {k: (0, 3), y: (0, 1)})


def test_steps_that_somebody_else_settled_are_verified(tmp_path):
    claim, box = Ge(x**4 * exp(x) - x**2 / 1000 + R(1, 10**9), 0), {x: (-1, 1)}
    path = tmp_path / "search.json"
    prove(claim, box, budget_boxes=0).save(path)
    data = json.loads(path.read_text())
    data["proofs"] = [{"form": "value", "bits": 64}]
    path.write_text(json.dumps(data))
    with pytest.raises(DomainError, match="prove nothing"):
        prove(claim, box, resume=path)
