"""The command ``fdp-sym opinions``."""

from __future__ import annotations

import json
import sys

import pytest

from fdp_sym.cli import main
from fdp_sym.opinions import findings

pytest.importorskip("z3")


@pytest.fixture
def run(tmp_path, capsys):
    def call(*arguments):
        code = main(["opinions", *arguments, "--ledger", str(tmp_path), "--jobs", "1"])
        return code, capsys.readouterr()

    return call


def test_table_and_json(run):
    code, output = run("drs-2.5", "claim-18")
    assert code == 0
    lines = output.out.splitlines()
    assert lines[1].split() == ["proved", "drs-2.5", "unsat", "exact", "2/2", "sat", "2/2", "2/2"]
    assert lines[2].split() == ["refuted", "claim-18", "sat", "exact", "1/1", "1/1"]
    assert lines[-1] == "0 contradictions"
    code, output = run("drs-2.5", "claim-18", "--json", "--no-smt")
    data = json.loads(output.out)
    assert data["counts"]["points"]["witnesses"]["MPFR"]["agree"] == 3
    assert data["entries"][0]["smt"] == []
    data = json.loads(run("drs-2.13", "--json", "--no-smt")[1].out)
    (reason,) = data["entries"][0]["witnesses"]["MPFR"]["reasons"]
    assert "suprema" in reason


def test_contradictions_are_failures(run, monkeypatch):
    monkeypatch.setattr(findings, "truth_of", lambda *_: findings.Truth(True))
    code, output = run("drs-2.5", "--no-smt", "--verbose")
    assert code == 1
    assert "drs-2.5: mutant 1 is refuted at" in output.err
    assert "4 contradictions" in output.out


def test_missing_libraries(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    code, output = run("drs-2.5")
    assert code == 2
    assert "pip install 'fdp_sym[smt]'" in output.err
    code, _ = run("drs-2.5", "--no-smt")
    assert code == 0
