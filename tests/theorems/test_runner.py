"""Loading, capping, resuming: one broken file spoils no other, one killed run loses no result."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from fdp_sym.errors import FdpError
from fdp_sym.theorems import Status
from fdp_sym.theorems.ledger import Ledger
from fdp_sym.theorems.runner import verify

CHAIN = """
axiom = Axiom(id="axiom", title="", source=src, statement="given")
base = entry("base", check=balls(), uses=("axiom",))
middle = entry("middle", uses=("base",))
top = entry("top", uses=("middle",))
"""


def statuses(report) -> dict[str, str]:
    return {o.result.id: str(o.status) for o in report.outcomes}


# -- files ------------------------------------------------------------------------------------


def test_a_broken_file_is_its_own_error(proofs) -> None:
    proofs("good.py", 'good = entry("good")')
    proofs("syntax.py", "def f(:")
    proofs("raises.py", "1 / 0")
    proofs("exits.py", "raise SystemExit(0)")
    folder = proofs("empty.py", "pass").parent
    report = verify([str(folder)])
    assert statuses(report) == {
        "good": "proved",
        "syntax": "error",
        "raises": "error",
        "exits": "error",
        "empty": "error",
    }
    reasons = {o.result.id: o.result.detail for o in report.outcomes}
    assert "SyntaxError" in reasons["syntax"]
    assert "line" in reasons["syntax"]
    assert "ZeroDivisionError" in reasons["raises"]
    assert "no entry" in reasons["empty"]


def test_an_id_is_defined_once(proofs) -> None:
    proofs("a.py", 'e = entry("same")')
    folder = proofs("b.py", 'e = entry("same", Le(x, 2))').parent
    report = verify([str(folder)])
    assert statuses(report)["same"] == "proved"
    assert [o.status for o in report.outcomes if o.entry is None] == [Status.ERROR]


def test_a_file_named_twice_is_loaded_once(proofs) -> None:
    path = str(proofs("bad.py", "1 / 0"))
    assert len(verify([path, path]).outcomes) == 1


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ("mutants=()", "mutants"),
        ("mutants=(Le(2 * x, 1),)", "mutants"),
        ("mutants=(Le(2 * x, 1), Le(x, 2))", "survives"),
        ("mutants=(Le(2 * x, 1), Mutant(Le(x, 2), at={'x': 5}))", "allowed are values"),
        ("checks=()", "no check"),
        ("uses=('nothing',)", "unknown"),
        ("uses=('t',)", "cycle"),
        ("given=(Ge(x, 1), Le(x, 0))", "hypotheses"),
    ],
)
def test_an_entry_in_error(proofs, more: str, word: str) -> None:
    body = f"""
    settings = dict(claim=Le(x, 1), checks=(symbolic(),), mutants=(Le(2 * x, 1), Lt(x, 1)))
    settings.update({more})
    t = Theorem(id="t", title="", source=src, **settings)
    """
    (outcome,) = verify([str(proofs("t.py", body))]).outcomes
    assert outcome.status is Status.ERROR
    assert word in outcome.detail


# -- capping ----------------------------------------------------------------------------------


def test_a_status_is_capped_along_uses(proofs) -> None:
    report = verify([str(proofs("chain.py", CHAIN))])
    assert statuses(report) == {
        "axiom": "cited",
        "base": "consistent",
        "middle": "consistent",
        "top": "consistent",
    }
    by_id = {o.result.id: o for o in report.outcomes}
    assert by_id["top"].modulo == ("axiom",)
    assert by_id["top"].result.own is Status.PROVED
    assert "base" in by_id["top"].detail


def test_what_rests_on_a_refuted_entry_is_not_proved(proofs) -> None:
    body = """
    wrong = Claim(id="wrong", title="", source=src, claim=Le(x, x / 2), checks=(counterexample(),))
    rests = entry("rests", uses=("wrong",))
    """
    found = statuses(verify([str(proofs("w.py", body))]))
    assert found == {"wrong": "refuted", "rests": "inconclusive"}


def test_prose_proves_nothing(proofs) -> None:
    body = """
    said = Note(id="said", title="", source=src, statement="it is clear")
    rests = entry("rests", uses=("said",))
    """
    (outcome,) = verify(["rests"], paths=[str(proofs("n.py", body))]).outcomes
    assert (str(outcome.status), outcome.modulo) == ("inconclusive", ())


def test_a_cycle_is_the_error_of_its_members(proofs) -> None:
    body = """
    a = entry("a", uses=("b",))
    b = entry("b", uses=("a",))
    alone = entry("alone")
    """
    found = statuses(verify([str(proofs("c.py", body))]))
    assert found == {"a": "error", "b": "error", "alone": "proved"}


def test_what_is_used_is_verified_but_not_reported(proofs) -> None:
    path = str(proofs("chain.py", CHAIN))
    assert statuses(verify(["top"], paths=[path])) == {"top": "consistent"}
    with pytest.raises(FdpError, match="unknown entry"):
        verify(["nothing"], paths=[path])


# -- executors --------------------------------------------------------------------------------


def test_threads_give_the_same_results(proofs) -> None:
    path = str(proofs("chain.py", CHAIN))
    with ThreadPoolExecutor(2) as pool:
        assert statuses(verify([path], executor=pool)) == statuses(verify([path]))


def test_processes_give_the_same_results(proofs) -> None:
    path = str(proofs("chain.py", CHAIN))
    here = verify([path])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = verify([path], executor=pool)
    assert statuses(there) == statuses(here)
    for mine, theirs in zip(here.outcomes, there.outcomes, strict=True):
        assert mine.result.checks == theirs.result.checks
        assert mine.result.mutants == theirs.result.mutants


def test_a_worker_that_dies_is_a_message(proofs) -> None:
    dying = """
from dataclasses import dataclass
import os
from fdp_sym.theorems import Ge, Theorem, cite, real
from sympy import Interval

x = real("x", Interval(0, 1))


@dataclass(frozen=True)
class deadly:
    how = "os._exit"

    def run(self, entry, context):
        os._exit(1)


dead = Theorem(
    id="dead", title="dead", source=cite("nobody", "nowhere"), claim=Ge(x, 0),
    checks=(deadly(),), mutants=(Ge(x, 1), Ge(x, 2)),
)
"""
    path = str(proofs("dying.py", dying))
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(FdpError, match="worker process died"),
    ):
        verify([path], executor=pool)


def test_a_few_tasks_stay_in_this_process(proofs) -> None:
    path = str(proofs("chain.py", CHAIN))
    with ThreadPoolExecutor(1) as pool:
        pool.shutdown()  # it would refuse any task
        assert statuses(verify([path], executor=pool, few=4)) == statuses(verify([path]))


# -- the ledger -------------------------------------------------------------------------------


def test_results_are_reused_while_nothing_changes(proofs, tmp_path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    path = proofs("chain.py", CHAIN)
    assert verify([str(path)], ledger=ledger).reused == 0
    again = verify([str(path)], ledger=ledger)
    assert again.reused == 4
    assert statuses(again) == statuses(verify([str(path)]))
    assert verify([str(path)], ledger=ledger, fresh=True).reused == 0
    # another base: it and what uses it directly are evaluated again
    proofs("chain.py", CHAIN.replace("balls()", "balls(count=7)"))
    assert verify([str(path)], ledger=ledger).reused == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", "3", '{"digest": 1}', "\x00", "null"])
def test_a_damaged_file_is_ignored(proofs, tmp_path, damage: str) -> None:
    ledger = Ledger(tmp_path / "ledger")
    path = str(proofs("good.py", 'good = entry("good")'))
    verify([path], ledger=ledger)
    (tmp_path / "ledger" / "good.json").write_text(damage)
    report = verify([path], ledger=ledger)
    assert report.reused == 0
    assert statuses(report) == {"good": "proved"}
    assert verify([path], ledger=ledger).reused == 1


def test_a_run_of_the_suite_is_reused_under_its_fingerprint(proofs, tmp_path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    rows = verify([str(proofs("good.py", 'good = entry("good")'))]).rows
    ledger.put_suite("before", rows)
    assert ledger.get_suite("before") == rows
    assert ledger.get_suite("after") is None


def test_a_ledger_that_cannot_be_written_is_an_error(proofs, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FdpError, match="--ledger"):
        verify([str(proofs("g.py", 'g = entry("g")'))], ledger=Ledger(tmp_path / "file"))


SLOW = """
import time


class Slow:
    how = "waiting"

    def run(self, entry, context):
        time.sleep(300)


first = entry("first")
second = entry("second", check=Slow())
"""

# the engine is said to be the same one: else an edit of the package between the two runs undoes
# what is reused
RUN = """
import sys
from fdp_sym.theorems import digest, loader
digest.engine_digest = lambda: "an engine"
loader.proof_files = list
from fdp_sym.cli import main
sys.exit(main(sys.argv[1:]))
"""


def _started(path, ledger) -> subprocess.Popen:
    """A run that has finished its first entry and waits in its second."""
    command = [sys.executable, "-c", RUN, "verify", str(path), "--ledger", str(ledger)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120  # a busy machine takes its time to start
    while process.poll() is None and time.monotonic() < deadline:
        if (ledger / "first.json").exists():
            return process
        time.sleep(0.05)
    process.kill()
    raise AssertionError(process.communicate())


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_stopped_run_keeps_what_it_had(proofs, tmp_path, monkeypatch, sent, code) -> None:
    monkeypatch.setattr("fdp_sym.theorems.digest.engine_digest", lambda: "an engine")
    path, ledger = proofs("slow.py", SLOW), tmp_path / "ledger"
    process = _started(path, ledger)
    process.send_signal(sent)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == code
    assert b"Traceback" not in errors
    for file in ledger.glob("*.json"):
        json.loads(file.read_text())
    report = verify(["first"], paths=[path], ledger=Ledger(ledger))
    assert report.reused == 1
    assert statuses(report) == {"first": "proved"}
