"""Mutants of proof files: the command, the ledger, samples, recorded survivors."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from fdp_sym.cli import main
from fdp_sym.errors import FdpError
from fdp_sym.mutants import run
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate, Judged
from fdp_sym.mutants.refuting import AS_RECORDED, Refuter
from fdp_sym.mutants.run import mutate, read_survivors, survivors_path
from fdp_sym.theorems.ledger import Ledger
from fdp_sym.theorems.runner import loaded

SAMPLE = 40
SHIPPED = survivors_path

SLACK = """
y = real("y", Interval(0, 1))
slack = entry("slack", Le(x, 2 * x + 1), mutants=(Le(x, 2 * x - 1), Lt(2 * x + 1, x)))
needs = entry("needs", Le(2 * x, x + y), given=Le(x, y), mutants=(Le(2 * x, y), Le(3 * x, x + y)))
sampled = entry("sampled", Le(x, 1), balls())
axiom = Axiom(id="axiom", title="", source=src, statement="given")
"""
# a proof file's own check proves one statement only, so that true neighbours of it survive
SURVIVES = """
from dataclasses import dataclass
from fdp_sym.theorems import generic
from fdp_sym.theorems.checks import CheckResult
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import Gaussian
f = generic("f", instances=[Gaussian(1)])
claim = Le(f(x) ** 3, 1 - x / 2)


@dataclass(frozen=True)
class knows:
    how = "knows one statement"

    def run(self, entry, context):
        status = Status.PROVED if entry.parts == (claim,) else Status.INCONCLUSIVE
        return CheckResult(self.how, status, "", (0,))


known = entry("known", claim, knows())
"""


@pytest.fixture(autouse=True)
def _no_survivors_are_recorded(monkeypatch, tmp_path):
    monkeypatch.setattr("fdp_sym.mutants.run.survivors_path", lambda: tmp_path / "SURVIVORS")


def test_every_mutant_of_the_entries_of_a_file(proofs) -> None:
    report = mutate([str(proofs("slack.py", SLACK))])
    assert [e.id for e in report.entries] == ["slack", "needs", "sampled"]
    assert report.complete
    assert report.counts["survived"] == report.counts["unsound"] == 0
    assert report.counts["killed"] >= 20
    assert report.entries[2].skipped
    assert sum(report.counts.values()) == sum(len(e.mutants) for e in report.entries)


def test_finished_entries_are_kept(proofs, tmp_path) -> None:
    path = str(proofs("slack.py", SLACK))
    first = mutate([path], ledger=Ledger(tmp_path / "ledger"))
    with ThreadPoolExecutor(2) as executor:
        threads = mutate([path], executor=executor)
    again = mutate([path], ledger=Ledger(tmp_path / "ledger"))
    assert (first.reused, again.reused) == (0, 3)
    assert again.entries == first.entries
    assert [e.mutants for e in threads.entries] == [e.mutants for e in first.entries]
    assert mutate([path], ledger=Ledger(tmp_path / "ledger"), fresh=True).reused == 0


def test_a_sample_is_a_part(proofs, tmp_path) -> None:
    path = str(proofs("slack.py", SLACK))
    everything = {(e.id, m.what) for e in mutate([path]).entries for m in e.mutants}
    samples = []
    for seed in (0, 0, 1):
        report = mutate([path], sample=6, seed=seed, ledger=Ledger(tmp_path / "ledger"))
        assert not report.complete
        samples.append({(e.id, m.what) for e in report.entries for m in e.mutants})
    assert samples[0] == samples[1] != samples[2]
    assert all(sample < everything for sample in samples)
    assert mutate([path], ledger=Ledger(tmp_path / "ledger")).reused == 0


def test_survivors_fail_unless_a_reason_is_recorded(proofs, tmp_path, capsys) -> None:
    path = str(proofs("known.py", SURVIVES))
    report = mutate([path], ledger=Ledger(tmp_path / "l"))
    survivors = report.of(Fate.SURVIVED)
    assert survivors
    assert report.unexplained == survivors
    assert main(["mutate", path, "--ledger", str(tmp_path / "l")]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    number = len(survivors)
    assert f"{number} survived (0 of them explained in proofs/SURVIVORS, {number} not)" in last
    lines = [f"known | {m.what} | true: f is at most 1 - x" for _, m in survivors]
    (tmp_path / "SURVIVORS").write_text("# reasons\n" + "\n".join(lines) + "\n")
    assert len(read_survivors()) == len(survivors)
    assert main(["mutate", path, "--ledger", str(tmp_path / "l"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["unexplained"] == 0
    assert data["counts"]["survived"] == len(survivors)
    assert {s["reason"] for s in data["survivors"]} == {"true: f is at most 1 - x"}


def test_a_reason_that_is_wrong_or_has_no_mutant_is_a_failure(proofs, tmp_path, capsys) -> None:
    path = str(proofs("slack.py", SLACK))
    true = mutate([path]).of(Fate.TRUE)[0][1].what
    lines = ["<= -> >= | true: so it seemed", "7 -> 8 | true: no such", f"{true} | false: at x = 1"]
    (tmp_path / "SURVIVORS").write_text("".join(f"slack | {line}\n" for line in lines))
    report = mutate([path])
    assert report.stale == [("slack", "<= -> >="), ("slack", "7 -> 8"), ("slack", true)]
    assert report.needless == []
    assert main(["mutate", path, "--ledger", str(tmp_path / "l")]) == 1
    assert capsys.readouterr().err.count("recorded as a survivor") == 3


def test_a_reason_that_is_no_longer_needed_is_said(proofs, tmp_path, capsys) -> None:
    path = str(proofs("slack.py", SLACK))
    true = mutate([path]).of(Fate.TRUE)[0][1].what
    lines = [f"{true} | true: there is more room", "<= -> >= | false: large x"]
    (tmp_path / "SURVIVORS").write_text("".join(f"slack | {line}\n" for line in lines))
    report = mutate([path])
    assert (report.stale, report.needless) == ([], [("slack", true), ("slack", "<= -> >=")])
    assert main(["mutate", path, "--ledger", str(tmp_path / "l")]) == 0
    assert "no longer needed" in capsys.readouterr().err
    assert main(["mutate", path, "--ledger", str(tmp_path / "l"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["needless"][0] == {"id": "slack", "what": true}


@pytest.mark.parametrize(
    ("reason", "fate"),
    [
        ("false: at x = 1", Fate.KILLED),  # 1 >= 3
        ("false: at x = -1", Fate.SURVIVED),  # there both sides are the same
        ("false: at y = 1", Fate.SURVIVED),
        ("false: large x", Fate.SURVIVED),
        ("true: at x = 1", Fate.SURVIVED),
    ],
)
def test_a_recorded_point_is_looked_at_last(proofs, tmp_path, monkeypatch, reason, fate) -> None:
    def undecided(judge, mutant):
        return Judged(mutant.what, mutant.text, Fate.SURVIVED)

    monkeypatch.setattr(Judge, "judge", undecided)
    path, ledger = str(proofs("slack.py", SLACK)), Ledger(tmp_path / "ledger")
    before = mutate([path], ledger=ledger)
    (tmp_path / "SURVIVORS").write_text(f"slack | <= -> >= | {reason}\n")
    report = mutate([path], ledger=ledger)
    (found,) = (m for m in report.entries[0].mutants if m.what == "<= -> >=")
    assert found.fate is fate
    assert (fate is Fate.KILLED) == (found.detail == AS_RECORDED)
    assert report.stale == report.needless == []
    assert len(report.unexplained) == len(before.unexplained) - 1


@pytest.mark.parametrize("line", ["slack | 1 -> 2", "slack | 1 -> 2 | nobody knows"])
def test_a_record_of_another_form_is_refused(proofs, tmp_path, line) -> None:
    (tmp_path / "SURVIVORS").write_text(line + "\n")
    with pytest.raises(FdpError, match="false: at x = 1/2"):
        mutate([str(proofs("slack.py", SLACK))])


def test_too_long_is_survived(proofs, monkeypatch) -> None:
    monkeypatch.setattr("fdp_sym.mutants.run.MUTANT_SECONDS", 0.01)

    def never(judge, mutant):
        while True:
            pass

    monkeypatch.setattr(Judge, "judge", never)
    report = mutate([str(proofs("slack.py", SLACK))], sample=3)
    late = report.of(Fate.SURVIVED)
    assert len(late) == sum(report.counts.values()) > 0
    assert all("undecided" in m.detail for _, m in late)


def test_the_command_shows_a_sample(proofs, tmp_path, capsys) -> None:
    path = str(proofs("slack.py", SLACK))
    assert main(["mutate", path, "--sample", "5", "-v", "--ledger", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "killed" in out
    assert " mutants: " in out.splitlines()[-1]
    assert not any(line.rstrip().endswith(":") for line in out.splitlines())


def test_an_interrupted_run_goes_on(proofs, tmp_path, monkeypatch) -> None:
    path, ledger = str(proofs("slack.py", SLACK)), Ledger(tmp_path / "ledger")
    task = run._task

    def interrupted(item):
        if item[0] == "needs":
            raise KeyboardInterrupt
        return task(item)

    monkeypatch.setattr("fdp_sym.mutants.run._task", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mutate([path], ledger=ledger)
    monkeypatch.setattr("fdp_sym.mutants.run._task", task)
    assert mutate([path], ledger=ledger).reused == 1


# -- the shipped suite --------------------------------------------------------------------------


@pytest.fixture
def _recorded(monkeypatch):
    monkeypatch.setattr("fdp_sym.mutants.run.survivors_path", SHIPPED)


@pytest.mark.slow
@pytest.mark.usefixtures("_recorded")
def test_a_sample_of_the_suite() -> None:
    """Survivors are recorded with their reasons, and nothing is unsound."""
    report = mutate(sample=SAMPLE)
    assert not report.of(Fate.UNSOUND)
    assert [(name, m.what, m.claim) for name, m in report.unexplained] == []
    assert report.stale == []


@pytest.mark.slow
@pytest.mark.usefixtures("_recorded")
def test_records_of_survivors_hold(complete) -> None:
    """All are of mutants; they are false at their points, and of some the contrary is not found."""
    entries = loaded(()).entries
    known = read_survivors()
    names = sorted({name for name, _ in known})
    found = {name: {m.what: m for m in mutations(entries[name]).mutants} for name in names}
    mutants = [(name, found[name][what], reason) for (name, what), reason in known.items()]
    points = [(name, m, run._point(reason)) for name, m, reason in mutants if run._point(reason)]
    for name, mutant, at in points if complete else points[::4]:
        assert Refuter(entries[name], dict.fromkeys(range(99), ())).at_recorded(mutant, at)
    for name, mutant, reason in mutants if complete else mutants[:: len(mutants) // 6]:
        fate = run._judged(Judge(entries[name], entries, trusted=True), mutant).fate
        assert fate is not Fate.UNSOUND
        assert fate not in ((Fate.KILLED,) if reason.startswith("true") else run._PROVED)


def test_time_that_runs_out_within_compiled_code_is_no_error() -> None:
    class Stopped:
        def judge(self, mutant: Any) -> Any:
            raise SystemError("returned a result with an exception set") from run._TooLong()

    judged = run._judged(Stopped(), SimpleNamespace(what="", text=""))  # type: ignore[arg-type]
    assert judged.fate is Fate.SURVIVED
    assert judged.detail.startswith("undecided in")
