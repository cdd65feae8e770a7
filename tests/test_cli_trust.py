"""The commands about what can be trusted: axioms, errata, recorded statuses, certificates."""

from __future__ import annotations

import json
import os

import pytest

from fdp_sym.cli import main
from fdp_sym.cli_recheck import write_certificates
from fdp_sym.theorems import fingerprint, loader
from fdp_sym.theorems import status as status_module

BODY = """
from sympy import Interval, exp
from fdp_sym.symbols import real
from fdp_sym.theorems import *
from fdp_sym.theorems import Eq, Ge, Le, Lt
x = real("x", Interval(0, 1))
src = cite("dong2022gdp", "place", edition="v1")
mutants = (Le(2 * x, 1), Lt(x, 1))
axiom = Axiom(id="axiom", title="Cited", source=src, statement="given")
good = Theorem(id="good", title="Small", source=src, claim=Le(x, 1), checks=(symbolic(),),
               uses=("axiom",), mutants=mutants)
after = Theorem(id="after", title="Next", source=src, claim=Le(x, 2), checks=(symbolic(),),
                uses=("good",), mutants=mutants)
boxes = Theorem(id="boxes", title="On a box", source=src, claim=Ge(exp(x), 1 + x),
                checks=(boxed(),), mutants=(Ge(exp(x), 1 + 2 * x), Ge(exp(x), 2)))
claim = Claim(id="claim", title="Printed", number=3, corrected="good", source=src,
              printed="Twice $x^2$ is at most $\\\\delta$.", claim=Le(2 * x, 1),
              checks=(counterexample(at={"x": "5/8"}),))
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command on this proof file and nothing else."""
    monkeypatch.setattr(loader, "proof_files", list)
    monkeypatch.setattr(fingerprint, "proof_files", list)
    monkeypatch.setattr(status_module, "status_path", lambda: tmp_path / "STATUS")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "cache"))
    path = tmp_path / "mine.py"
    path.write_text(BODY)

    def command(name: str, *options: str) -> tuple[int, str, str]:
        code = main([name, str(path), *options])
        return code, *capsys.readouterr()

    command.folder = tmp_path
    return command


def test_errata_in_three_formats(run) -> None:
    _, text, _ = run("errata")
    for said in ("3. claim: refuted", "Twice x^2 is at most δ.", "x = 5/8", "1.25", "0.25", "good"):
        assert said in text
    _, out, _ = run("errata", "--json")
    (row,) = json.loads(out)["claims"]
    assert (row["number"], row["status"], row["witness"]) == (3, "refuted", {"x": "5/8"})
    assert row["corrected"] == row["corrected_claim"]["id"] == "good"
    sides = row["violation"]
    assert (sides["left"], sides["right"], sides["gap"]) == ("1.25", "1", "0.25")
    assert (sides["digits"], sides["rounding"]) == (20, "toward zero")
    _, out, _ = run("errata", "--latex")
    assert r"\begin{claim}" in out
    assert r"\documentclass" not in out
    _, out, _ = run("errata", "--latex", "--standalone")
    assert r"\documentclass" in out


def test_errata_formats_that_exclude_one_another(run) -> None:
    assert run("errata", "--standalone")[0] == 2
    assert run("errata", "--latex", "--json")[0] == 2


def test_axioms_name_what_rests_on_them(run) -> None:
    _, out, _ = run("axioms", "--json")
    (axiom,) = json.loads(out)
    assert axiom["dependents"] == ["good", "after"]
    assert (axiom["direct"], axiom["indirect"]) == (["good"], ["after"])
    _, out, _ = run("axioms")
    assert "used by 1 statement: good" in out
    assert "through those by 1 statement: after" in out


def test_list_prints_what_is_recorded(run) -> None:
    (run.folder / "STATUS").write_text("good theorem proved axiom\n")
    _, out, _ = run("list", "--json")
    assert {row["id"]: row["status"] for row in json.loads(out)} == {
        "axiom": None,
        "good": "proved",
        "after": None,
        "boxes": None,
        "claim": None,
    }
    assert "unrecorded" in run("list")[1]


def test_a_complete_run_is_recorded(run, monkeypatch) -> None:
    path = run.folder / "mine.py"
    for module in (loader, fingerprint):
        monkeypatch.setattr(module, "proof_files", lambda: [path])
    assert main(["verify", "--jobs", "1"]) == 0
    monkeypatch.setattr(loader, "load", lambda _: pytest.fail("loaded again"))
    assert main(["list", "--json"]) == 0
    assert main(["axioms", "after", "--json"]) == 0


def test_a_trace_can_be_followed(run) -> None:
    _, out, _ = run("show", "--trace", "--jobs", "1")
    assert "for all    x in [0, 1]" in out
    assert "left - right is 0 or negative" in out
    assert "the left side is 1.25, the right side 1: violated by 0.25" in out
    assert "SHA-256 of the certificate" in out
    assert "the function is in [" in out


# -- certificates ---------------------------------------------------------------------------------


@pytest.fixture
def certificate(run):
    """The file of one certificate, and what is in it."""
    code, _, err = run("verify", "--certificates", str(run.folder / "certificates"))
    assert (code, err) == (0, "")
    path = run.folder / "certificates" / "boxes.json"
    return path, json.loads(path.read_text())


def test_certificates_are_written_and_verified(certificate, capsys) -> None:
    path, _ = certificate
    assert main(["recheck", str(path.parent), "--steps"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"holds   {path}: ")
    assert "for all x in [0, 1]" in out
    assert main(["recheck", str(path), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["holds"]
    assert len(row["steps"]) == len(out.splitlines()) - 3


def test_a_claim_of_ones_own_is_certified(tmp_path, capsys) -> None:
    file = str(tmp_path / "c.json")
    claim = ["check", "Phi(x) <= (1 + x)/2", "--box", "x=0:3", "--certificate", file]
    assert main(claim) == 0
    assert main(["recheck", file]) == 0
    capsys.readouterr()
    assert main(["check", "x >= 0", "--box", "x=0:1", "--certificate", file + "2"]) == 0
    assert "no certificate" in capsys.readouterr().err
    assert main(["recheck", file + "2"]) == 2


X = {"symbol": "x", "domain": ["0", "1", False, False], "integer": False}


def deep(n: int) -> str:
    return "[" * n + "]" * n


FORGED = {
    "another claim": lambda c: c.update(claim="x >= 1"),
    "another relation": lambda c: c["relation"].__setitem__(0, ["Mul", "2", X]),
    "a wider box": lambda c: c["box"][0][1].__setitem__(1, "2"),
    "no proof": lambda c: c.update(proofs=[]),
    "a gap": lambda c: c.update(
        proofs=[
            {
                "form": "cut",
                "variable": "x",
                "pieces": [["0", "1/3", False, False], ["1/2", "1", False, False]],
                "children": [{"form": "value"}, {"form": "value"}],
            }
        ]
    ),
    "no number": lambda c: c["box"][0][1].__setitem__(0, "nan"),
    "a long number": lambda c: c["box"][0][1].__setitem__(0, "1e999999999"),
    "division by zero": lambda c: c["relation"].__setitem__(0, "1/0"),
    "a tower": lambda c: c["relation"].__setitem__(
        0, ["Pow", "10", ["Pow", "10", ["Pow", "10", "2"]]]
    ),
    "a factorial": lambda c: c["relation"].__setitem__(0, ["factorial", "1000000000"]),
    "a long series": lambda c: c.update(
        proofs=[{"form": "taylor", "order": 10**12, "centre": {"x": "0"}, "derivatives": []}]
    ),
    "many bits": lambda c: c.update(proofs=[{"form": "value", "bits": 10**12}]),
    "bits that are none": lambda c: c.update(proofs=[{"form": "value", "bits": "many"}]),
    "many pieces": lambda c: c.update(
        relation=[K, ">=", "0"],
        claim="k >= 0",
        box=[[K, ["1", "1000000000000", False, False]]],
        proofs=[{"form": "cut", "variable": "k", "pieces": [], "children": []}],
    ),
    "an unfinished search": lambda c: c.update(unfinished={}),
}
K = {"symbol": "k", "domain": ["1", "inf", False, True], "integer": True}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_certificate_fails(certificate, capsys, what) -> None:
    path, whole = certificate
    FORGED[what](whole)
    path.write_text(json.dumps(whole))
    assert main(["recheck", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"fails   {path}: ")
    assert err == ""


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"box": NaN}', deep(100_000), "\xff"])
def test_a_file_that_is_none_fails(tmp_path, capsys, text) -> None:
    path = tmp_path / "c.json"
    path.write_text(text, encoding="latin-1")
    assert main(["recheck", str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"fails   {path}: ")


def test_a_proof_nested_too_deeply_fails(certificate, capsys) -> None:
    path, whole = certificate
    node = {"form": "value"}
    for _ in range(200):
        node = {
            "form": "cut",
            "variable": "x",
            "pieces": [["0", "1", False, False]],
            "children": [node],
        }
    whole["proofs"] = [node]
    path.write_text(json.dumps(whole))
    assert main(["recheck", str(path)]) == 1
    assert "fails" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path, capsys) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_certificates(pipe, [{"claim": "x >= 0"}], "")
    assert json.loads(os.read(reading, 100)) == {"claim": "x >= 0"}
    assert pipe.is_fifo()
    os.close(reading)


def test_missing_certificates_are_wrong_usage(tmp_path, capsys) -> None:
    assert main(["recheck", str(tmp_path / "none.json")]) == 2
    assert main(["recheck", str(tmp_path)]) == 2
    assert "no certificate" in capsys.readouterr().err
