"""The command line: exit codes, what goes to which stream, the shapes of its JSON."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from fdp_sym.cli import main
from fdp_sym.errors import DomainError
from fdp_sym.theorems import fingerprint, loader
from fdp_sym.theorems import status as status_module

HEAD = """
from sympy import Interval
from fdp_sym.symbols import real
from fdp_sym.theorems import *
from fdp_sym.theorems import Eq, Ge, Le, Lt
x = real("x", Interval(0, 1))
src = cite("key", "place", edition="v1")
mutants = (Le(2 * x, 1), Lt(x, 1))
axiom = Axiom(id="axiom", title="Cited", source=src, statement="given")
"""
GOOD = """
good = Theorem(id="good", title="Small", source=src, claim=Le(x, 1), checks=(symbolic(),),
               uses=("axiom",), mutants=mutants)
"""
CLAIM = """
claim = Claim(id="claim", title="Printed", number=3, corrected="good", source=src,
              claim=Le(2 * x, 1), checks=(counterexample(),))
"""
OPEN = """
hard = Theorem(id="hard", title="Open", source=src, claim=Le(x, 1), mutants=mutants,
               checks=(symbolic("derivative"),))
"""
FALSE = """
false = Theorem(id="false", title="False", source=src, claim=Le(2 * x, 1), checks=(symbolic(),),
                mutants=(Le(3 * x, 1), Lt(x, 1)))
"""
BROKEN = "1 / 0\n"
COMMANDS = ("verify", "list", "show", "axioms", "errata", "recheck", "latex")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command on a proof file with these entries and nothing else."""
    monkeypatch.setattr(loader, "proof_files", list)
    monkeypatch.setattr(fingerprint, "proof_files", list)
    monkeypatch.setattr(status_module, "status_path", lambda: tmp_path / "STATUS")

    def command(name: str, body: str, *options: str, ledger: bool = True) -> tuple[int, str, str]:
        path = tmp_path / "mine.py"
        path.write_text(HEAD + body)
        keep = ("--ledger", str(tmp_path / "ledger")) if ledger else ()
        code = main([name, str(path), *options, *keep])
        return code, *capsys.readouterr()

    command.folder = tmp_path
    return command


@pytest.mark.parametrize(
    ("body", "options", "code"),
    [
        (GOOD, (), 0),
        (GOOD + CLAIM, (), 0),  # a refuted claim is a result
        (GOOD + CLAIM, ("--strict",), 0),
        (OPEN, (), 0),
        (OPEN, ("--strict",), 3),
        (FALSE, (), 1),
        (GOOD + FALSE, ("--strict",), 1),
        (GOOD + BROKEN, (), 1),
    ],
)
def test_exit_codes(run, body, options, code) -> None:
    assert run("verify", body, *options)[0] == code


def test_wrong_usage(run, capsys) -> None:
    assert main(["verify", "no-such-entry"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no-such-entry" in err
    for wrong in (["verify", "--jobs", "0"], ["nothing"], []):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
    assert run("verify", GOOD, "--write-status")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "`fdp-sym --help` lists them"),
        (["verfy"], "did you mean verify?"),
        (["Gaussian(1)", "--eps", "1"], "the command comes first"),
        (["delta", "Gaussian(1)", "--delta", "1e-5"], "`fdp-sym epsilon` is for the eps"),
        (["epsilon", "Gaussian(1)", "--eps", "1"], "`fdp-sym delta` is for the delta"),
        (["check", "x", "<=", "1"], "one argument, in quotes"),
        (["verify", "--stricct"], "did you mean --strict?"),
    ],
)
def test_usage_errors_say_what_may_be_meant(arguments, hint, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    out, err = capsys.readouterr()
    assert f"fdp-sym {command}" in out
    assert "examples:" in out
    assert err == ""


def test_verify_json(run) -> None:
    code, out, err = run("verify", GOOD + CLAIM, "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["counts"] == {"axiom": 1, "proved": 1, "refuted": 1}
    rows = {row["id"]: row for row in data["theorems"]}
    good, claim = rows["good"], rows["claim"]
    assert good["kind"] == "theorem"
    assert good["status"] == "proved"
    assert good["modulo"] == ["axiom"]
    assert good["source"] == "key, place, v1"
    assert {"how", "verdict", "detail"} <= set(good["checks"][0])
    assert good["checks"][0]["verdict"] == "proved"
    assert good["mutants"]["killed"] == 2
    assert good["mutants"]["survived"] == 0
    assert isinstance(good["seconds"], float)
    assert set(claim["witness"]) == {"x"}
    assert isinstance(claim["witness"]["x"], str)


def test_errata_and_axioms_json(run) -> None:
    _, out, _ = run("errata", GOOD + CLAIM, "--json")
    (claim,) = json.loads(out)["claims"]
    assert claim["number"] == 3
    assert claim["status"] == "refuted"
    assert claim["corrected"] == "good"
    assert claim["witness"]
    _, out, _ = run("axioms", GOOD, "--json", ledger=False)
    (axiom,) = json.loads(out)
    assert axiom["dependents"] == ["good"]


def test_show_and_list(run) -> None:
    _, out, _ = run("show", GOOD, "--trace")
    assert "x <= 1" in out
    assert "step 1" in out
    _, out, _ = run("list", GOOD, ledger=False)
    assert "good" in out
    _, out, _ = run("latex", GOOD)
    assert r"\begin{" in out


def test_messages_do_not_mix_with_results(run) -> None:
    (run.folder / "STATUS").write_text("good theorem certified -\nclaim claim proved -\n")
    code, out, err = run("verify", GOOD + CLAIM, "--json")
    assert code == 1  # the status of the claim has changed
    assert json.loads(out)["regressed"]
    assert "regressed: claim" in err
    assert "out of date: good" in err


def test_a_weaker_theorem_has_regressed(run) -> None:
    (run.folder / "STATUS").write_text("hard theorem proved -\n")
    code, _, err = run("verify", OPEN)
    assert code == 1
    assert "hard: recorded as proved, now inconclusive" in err


def test_a_second_run_says_the_same(run) -> None:
    first = json.loads(run("verify", GOOD + CLAIM, "--json")[1])
    second = json.loads(run("verify", GOOD + CLAIM, "--json")[1])
    assert second["theorems"] == first["theorems"]


def test_a_defect_is_a_sentence_and_no_verdict(monkeypatch, capsys) -> None:
    def defective(options: object) -> int:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr("fdp_sym.cli_trust._list", defective)
    monkeypatch.delenv("FDP_SYM_TRACEBACK")
    assert main(["list"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("fdp-sym: ZeroDivisionError: of ours. This is a defect of fdp_sym")
    monkeypatch.setenv("FDP_SYM_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["list"])


def test_a_reader_that_stops_is_no_error(tmp_path) -> None:
    path = tmp_path / "many.py"
    entries = "".join(GOOD.replace("good", f"good{i}") for i in range(300))
    path.write_text(HEAD + entries)
    script = (
        "import sys\nfrom fdp_sym.theorems import loader\nloader.proof_files = list\n"
        "from fdp_sym.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, "list", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_is_no_defect(monkeypatch, capsys) -> None:
    with open("/dev/full", "w") as full:
        monkeypatch.setattr("fdp_sym.cli_trust._list", lambda _: print("drs-2.13", file=full) or 0)
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["list"]) == 2
        assert capsys.readouterr().err == (
            "fdp-sym: cannot write standard output: No space left on device\n"
        )

        def unwritten(options: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device", "results.json")

        monkeypatch.setattr("fdp_sym.cli_trust._list", unwritten)
        assert main(["list"]) == 2
        assert "cannot write results.json: No space" in capsys.readouterr().err


def test_an_empty_argument_is_no_folder(capsys) -> None:
    assert main(["verify", ""]) == 2  # as an unset variable of a shell script gives it
    assert "unknown entry ''" in capsys.readouterr().err


def test_near_ids_are_suggested(capsys) -> None:
    assert main(["show", "gdp-symetric"]) == 2
    assert "did you mean gdp-symmetric" in capsys.readouterr().err
    assert main(["show", "drs-3.3"]) == 2  # the first part of ids is better than a similar one
    assert "did you mean drs-3.3-" in capsys.readouterr().err
    assert main(["show", "nowhere/mine.py"]) == 2
    assert "no such file or folder" in capsys.readouterr().err
    assert main(["verify", str(Path(__file__).parents[1] / "README.md")]) == 2
    assert "end in .py" in capsys.readouterr().err


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "file"))
    assert main(["verify", "gdp-symmetric"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("1 proved\n")
    assert "nothing is kept" in err
    assert main(["verify", "gdp-symmetric", "--ledger", str(tmp_path / "file")]) == 2


def test_a_wrong_cluster_is_refused_although_all_is_recorded(monkeypatch, capsys) -> None:
    def nobody(address: str) -> None:
        raise DomainError(f"--dask {address}: no scheduler")

    monkeypatch.setattr("fdp_sym.cli_rows._recorded", lambda *_: [])
    monkeypatch.setattr("fdp_sym.cluster.Cluster", nobody)
    assert main(["verify", "--dask", "foo"]) == 2
    assert "--dask foo: no scheduler" in capsys.readouterr().err
    assert main(["verify"]) == 0


def test_entries_without_boxes_have_no_certificate(run, tmp_path) -> None:
    folder = tmp_path / "certificates"
    code, _, err = run("verify", GOOD, "--certificates", str(folder))
    assert (code, folder.exists()) == (0, False)
    assert "no certificate is written: what is named has no check by boxes" in err


def test_axioms_of_a_statement(capsys) -> None:
    assert main(["axioms", "drs-2.7"]) == 0
    assert capsys.readouterr().out.startswith("neyman-pearson: ")
    assert main(["axioms", "gdp-symmetric"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "rests on no axiom" in err


def test_refuted_claims_are_counted_apart(run) -> None:
    _, out, _ = run("verify", GOOD + CLAIM)
    assert "1 proved, 1 cited, 1 audited claim refuted" in out.splitlines()[-1]
