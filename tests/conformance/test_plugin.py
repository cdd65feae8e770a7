"""The pytest plugin, in runs of pytest of its own on a corpus of a few vectors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fdp_sym.conformance.pytest_corpus  # here, so that not every run imports it again
import fdp_sym.conformance.pytest_plugin  # imported before pytest loads it: no warning of that
import fdp_sym.conformance.report
import fdp_sym.vectors
from fdp_sym.conformance import patience
from fdp_sym.conformance.audit import corpus_digest
from fdp_sym.conformance.pytest_xfails import read_xfails
from fdp_sym.vectors import Step, Vector

pytest_plugins = ["pytester"]

# named, so that it does not matter which plugins are installed
PLUGIN = ["-p", "fdp_sym.conformance.pytest_plugin"]

_GAUSSIAN = Step("gaussian", {"sigma": "1"}, {"add-remove": "1", "replace-one": "2"}, None, 1)


def vector(id: str, flags: tuple[str, ...] = (), **changed: Any) -> Vector:
    """A vector whose truth, 1/8, is known without computing anything."""
    known = {
        "steps": (_GAUSSIAN,),
        "relation": "add-remove",
        "direction": "both",
        "quantity": "delta",
        "at": "1",
        "lower": "0.125",
        "upper": "0.125",
        "doubles": ("0.125", "0.125"),
        "unsafe": "below",
        "theorem": "drs-2.13",
        "family": id.split("-")[0],
    }
    return Vector(id=id, flags=flags, **{**known, **changed})


CORPUS = (
    vector("first-exact", ("TINY",)),
    vector("first-safe"),
    vector("second-loose", ("TINY", "KINK")),
    vector("second-unsound"),
    vector("second-unsupported", ("KINK",)),
)

# Answers what the end of the id says.
ACCOUNTANT = """
    import os, sys, time, warnings

    ANSWERS = {"exact": 0.125, "safe": "0.15", "loose": 0.5, "unsound": 0.1, "nan": float("nan"),
               "false": ("0.11", "0.12")}

    class Toy:
        name, version = "toy", "1.2"

        def __call__(self, question):
            kind = question["id"].split("-")[-1]
            print("chatter of the library")
            if kind == "unsupported":
                raise NotImplementedError("only Laplace noise")
            if kind == "crash":
                os._exit(3)
            if kind == "error":
                raise OverflowError("math range error")
            if kind == "timeout":
                time.sleep(60)
            if kind == "warning":
                warnings.warn("slow path")
            return ANSWERS.get(kind, 0.125)

    def factory():
        return Toy()

    def without_licence():
        raise RuntimeError("no licence")
"""


@pytest.fixture(autouse=True)
def _no_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run pytest with the plugin on the accountant, in this process and a given corpus."""
    pytester.makepyfile(toy=ACCOUNTANT)

    def run(
        *arguments: str,
        corpus: tuple[Vector, ...] = CORPUS,
        accountant: str | None = "toy:factory",
        child: bool = False,
    ) -> pytest.RunResult:
        monkeypatch.setattr(fdp_sym.vectors, "load", lambda: corpus)
        asked = [] if accountant is None else [f"--fdp-accountant={accountant}"]
        if accountant is not None and not child:
            asked.append("--fdp-in-process")
        return pytester.runpytest_inprocess(*PLUGIN, *asked, *arguments)

    return run


def outcomes(result: pytest.RunResult) -> dict[str, int]:
    return {key: number for key, number in result.parseoutcomes().items() if number}


# -- inert unless asked -----------------------------------------------------------------------


def test_the_plugin_imports_nothing_but_pytest() -> None:
    program = (
        "import argparse, math, sys, pytest; before = set(sys.modules);"
        "import fdp_sym.conformance.pytest_plugin;"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert eval(done.stdout) == [
        "fdp_sym",
        "fdp_sym._lazy",
        "fdp_sym.conformance",
        "fdp_sym.conformance.pytest_plugin",
    ], done.stderr


def test_judging_imports_no_mathematics() -> None:
    program = (
        "import sys, fdp_sym.conformance.pytest_corpus, fdp_sym.conformance.report;"
        "heavy = {'sympy', 'mpmath', 'numpy', 'flint', 'scipy', 'matplotlib', 'jinja2'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_nothing_happens_unless_asked(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    result = run(accountant=None)
    assert outcomes(result) == {"passed": 1}
    result.stdout.no_fnmatch_line("*fdp*::*")


# -- which tests there are --------------------------------------------------------------------


def test_every_vector_is_a_test_without_any_file(run: Any) -> None:
    result = run("-v", "-p", "no:cacheprovider")
    assert outcomes(result) == {"passed": 3, "failed": 1, "skipped": 1}
    for item in CORPUS:
        result.stdout.fnmatch_lines([f"fdp::{item.id} *"])
    assert result.ret == 1


def test_beside_the_tests_that_are_there(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    assert outcomes(run())["passed"] == 4
    assert outcomes(run("test_own.py"))["passed"] == 4
    assert outcomes(run("fdp::")) == {"passed": 3, "failed": 1, "skipped": 1}
    assert outcomes(run("fdp::first-exact")) == {"passed": 1}
    assert outcomes(run("test_own.py", "fdp::first-*")) == {"passed": 3}


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["fdp::second-loose", "fdp::first-safe"], 2),
        (["-k", "first-exact"], 1),
        (["-k", "second"], 3),
        (["-k", "TINY and not KINK"], 1),
        (["--deselect", "fdp::second-loose"], 4),
        (["--fdp-families", "first"], 2),
        (["--fdp-flags", "TINY, KINK"], 3),
        (["--fdp-families=second", "--fdp-flags=TINY"], 1),
        (["--fdp-sample", "2"], 2),
        (["--fdp-sample", "99"], 5),
    ],
)
def test_vectors_are_selected(run: Any, arguments: list[str], number: int) -> None:
    result = run("--collect-only", "-q", *arguments)
    assert len([line for line in result.outlines if line.startswith("fdp::")]) == number


def test_failed_vectors_are_run_again(run: Any) -> None:
    run()
    assert outcomes(run("--last-failed"))["failed"] == 1
    assert outcomes(run("--last-failed", "fdp::")).keys() == {"failed", "deselected"}


def test_with_workers(pytester: pytest.Pytester) -> None:
    """On the corpus itself: workers do not see what is patched here."""
    pytest.importorskip("xdist")
    pytester.makepyfile(toy="def factory(): return lambda question: 1", test_own="def test_a(): 1")
    asked = ["--fdp-accountant=toy:factory", "--fdp-sample=6", "--fdp-report=out.json"]
    result = pytester.runpytest_inprocess(*PLUGIN, "-p", "xdist", "-n", "2", *asked)
    numbers = outcomes(result)
    data = json.loads((pytester.path / "out.json").read_text(encoding="utf-8"))
    assert sum(numbers.values()) == 1 + len(data["vectors"]) == 7
    unsound = [row["id"] for row in data["vectors"] if row["verdict"] == "unsound"]
    assert numbers.get("failed", 0) == len(unsound)
    expected = [f"FAILED fdp::{id} - unsound: claims 1, certified *" for id in unsound]
    result.stdout.fnmatch_lines_random(expected)


# -- verdicts ---------------------------------------------------------------------------------


def test_a_failure_says_what_its_reader_needs(run: Any) -> None:
    result = run("fdp::second-unsound")
    result.stdout.fnmatch_lines(
        [
            "unsound: claims 0.1, certified at least 0.125",
            "*question * delta at epsilon 1 of gaussian(sigma=1) x 1",
            "*relation * add-remove, both directions",
            "*claimed * 0.1",
            "*certified at least * 0.125",
            "*relative gap * 0.2",
            "*truth by * drs-2.13: Duality for Gaussian differential privacy*",
            '*fdp-sym delta "Gaussian(1)" --eps 1*',
            '*{"id": "second-unsound", "steps": *',
            "*pytest --fdp-accountant=toy:factory fdp::second-unsound",
            "toy 1.2: 1 unsound",
            "FAILED fdp::second-unsound - unsound: claims 0.1, *",
        ]
    )
    for unwanted in ("Traceback", "pytest_corpus.py", "_Unacceptable", "judge("):
        assert unwanted not in result.stdout.str()


@pytest.mark.parametrize(
    ("style", "lines"), [("line", 2), ("no", 0), ("short", 20), ("long", 20), ("native", 20)]
)
def test_styles_of_failures(run: Any, style: str, lines: int) -> None:
    result = run("fdp::second-unsound", f"--tb={style}", "-rN")
    text = result.stdout.str()
    assert ("unsound: claims 0.1, certified at least 0.125" in text) == (lines > 0)
    assert ("truth by" in text) == (lines > 2)
    assert "namespace" not in text


def test_junit_files(run: Any, pytester: pytest.Pytester) -> None:
    run("--junitxml=out.xml")
    text = (pytester.path / "out.xml").read_text(encoding="utf-8")
    assert 'classname="fdp" name="second-unsound"' in text
    assert 'message="unsound: claims 0.1, certified at least 0.125"' in text


def test_a_false_bound_fails(run: Any) -> None:
    result = run(corpus=(vector("a-false"),))
    assert outcomes(result) == {"failed": 1}
    result.stdout.fnmatch_lines(["unsound: claims ?0.11, 0.12?: the upper bound is false"])


def test_what_is_not_supported_is_skipped_with_the_reason(run: Any) -> None:
    result = run("-rs", "fdp::second-unsupported")
    assert outcomes(result) == {"skipped": 1}
    result.stdout.fnmatch_lines(["SKIPPED*only Laplace noise"])


def test_loose_answers_fail_when_asked(run: Any) -> None:
    assert outcomes(run("fdp::second-loose")) == {"passed": 1}
    assert outcomes(run("fdp::second-loose", "--fdp-loose=5")) == {"passed": 1}
    result = run("fdp::second-loose", "--fdp-loose=3")
    assert outcomes(result) == {"failed": 1}
    result.stdout.fnmatch_lines(["loose: claims 0.5, certified at most 0.125"])


@pytest.mark.parametrize("kind", ["nan", "error"])
def test_no_number_and_errors_fail(run: Any, kind: str) -> None:
    result = run(corpus=(vector(f"a-{kind}"),))
    assert outcomes(result) == {"failed": 1}
    said = {"nan": "nan: 'nan' is no number", "error": "crash: OverflowError: math range error"}
    result.stdout.fnmatch_lines([said[kind]])
    assert "Traceback" not in result.stdout.str()


def test_crashes_and_time_outs_fail_and_the_rest_goes_on(run: Any) -> None:
    corpus = (vector("a-crash"), vector("b-timeout"), vector("c-exact"))
    result = run("--fdp-timeout=1", corpus=corpus, child=True)
    assert outcomes(result) == {"failed": 2, "passed": 1}
    result.stdout.fnmatch_lines(
        [
            "crash: ended with exit status 3*",
            "timeout: no answer within 1 seconds",
            "toy 1.2: 1 exact, 1 crash, 1 timeout",
        ]
    )


def test_after_many_time_outs_no_answer_is_awaited(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "MOST_TIMEOUTS", 1)
    corpus = (vector("a-timeout"), vector("a-exact"), vector("b-exact"))
    result = run("--fdp-timeout=0.5", corpus=corpus, child=True)
    assert outcomes(result) == {"failed": 2, "passed": 1}
    result.stdout.fnmatch_lines(["timeout: not asked after a time-out"])


def test_a_warning_is_no_failure(run: Any) -> None:
    assert outcomes(run("-W", "error", corpus=(vector("a-warning"),)))["passed"] == 1


# -- known failures ---------------------------------------------------------------------------


def test_known_failures_are_expected(run: Any, pytester: pytest.Pytester) -> None:
    pytester.maketxtfile(known="# why\n\nsecond-unsound  tails are cut, see #12\n")
    result = run("--fdp-xfails=known.txt", "-rx")
    assert outcomes(result) == {"passed": 3, "xfailed": 1, "skipped": 1}
    result.stdout.fnmatch_lines(["XFAIL fdp::second-unsound - tails are cut, see #12*"])
    assert result.ret == 0


def test_a_mark_of_byte_order_is_no_part_of_a_line(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_bytes(b"\xef\xbb\xbf# a comment\r\na-* the reason\r\n")
    assert [(x.pattern, x.reason) for x in read_xfails(str(file))] == [("a-*", "the reason")]


def test_a_known_failure_that_passes_fails(run: Any, pytester: pytest.Pytester) -> None:
    pytester.maketxtfile(known="*-unsound  tails are cut\nfirst-*  all of them\n")
    result = run("--fdp-xfails=known.txt")
    assert outcomes(result) == {"passed": 1, "failed": 2, "xfailed": 1, "skipped": 1}
    result.stdout.fnmatch_lines(["*XPASS(strict)*all of them*"])


def test_a_pattern_that_matches_nothing_is_a_warning(run: Any, pytester: pytest.Pytester) -> None:
    pytester.maketxtfile(known="second-unsound  known\nthird-*  long gone\n")
    result = run("--fdp-xfails=known.txt", "--fdp-families=first")
    assert outcomes(result) == {"passed": 2, "warnings": 1}
    result.stdout.fnmatch_lines(["*known.txt:2: no vector has the id 'third-?'*"])
    result = run("--fdp-xfails=known.txt", "-W", "error")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("line", ["second-unsound", "  second-unsound   "])
def test_a_known_failure_needs_a_reason(run: Any, pytester: pytest.Pytester, line: str) -> None:
    pytester.maketxtfile(known=f"# header\nfirst-exact  fine\n{line}\n")
    result = run("--fdp-xfails=known.txt")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*known.txt:3: 'second-unsound' has no reason*"])


# -- reports ----------------------------------------------------------------------------------


def test_the_report_is_that_of_an_audit(run: Any, pytester: pytest.Pytester) -> None:
    result = run("--fdp-report=out.json")
    result.stdout.fnmatch_lines(["report written to out.json"])
    data = json.loads((pytester.path / "out.json").read_text(encoding="utf-8"))
    assert (data["accountant"], data["version"]) == ("toy", "1.2")
    assert {row["id"]: row["verdict"] for row in data["vectors"]} == {
        item.id: item.id.split("-")[-1] for item in CORPUS
    }
    assert data["summary"]["second"]["unsound"] == 1
    assert data["left"] == 0
    assert data["date"]
    assert data["corpus"] == data["whole_corpus"]
    assert data["timeout"] is None  # in this process
    assert data["selection"] == {
        "families": [],
        "flags": [],
        "ids": [],
        "sample": None,
        "seed": 0,
        "keyword": "",
    }


def test_the_report_says_what_was_selected(run: Any, pytester: pytest.Pytester) -> None:
    asked = ["--fdp-families=first,second", "--fdp-flags=TINY", "fdp::*", "-k", "exact"]
    run("--fdp-report=out.json", "--fdp-sample=2", "--fdp-timeout=9", *asked, child=True)
    data = json.loads((pytester.path / "out.json").read_text(encoding="utf-8"))
    assert data["selection"] == {
        "families": ["first", "second"],
        "flags": ["TINY"],
        "ids": ["*"],
        "sample": 2,
        "seed": 0,
        "keyword": "exact",
    }
    assert data["timeout"] == 9
    assert data["corpus"] != data["whole_corpus"] == corpus_digest(CORPUS)


def test_the_report_of_an_interrupted_run_says_so(run: Any, pytester: pytest.Pytester) -> None:
    run("--fdp-report=out.md", "-x", corpus=CORPUS[3:] + CORPUS[:3])
    text = (pytester.path / "out.md").read_text(encoding="utf-8")
    assert "1 vector, 1 answered, 1 unsound; interrupted, 4 questions left" in text


def test_all_reports_are_written(run: Any, pytester: pytest.Pytester) -> None:
    result = run("--fdp-report=out.json", "--fdp-report=out.tex", "--fdp-report", "more.json")
    said = [f"report written to {name}" for name in ("out.json", "out.tex", "more.json")]
    result.stdout.fnmatch_lines(said, consecutive=True)
    first, other = ((pytester.path / name).read_text() for name in ("out.json", "more.json"))
    assert first == other
    assert "5 vectors, 4 answered, 1 unsound" in (pytester.path / "out.tex").read_text()


def test_a_report_that_fails_stops_no_other(
    run: Any, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = fdp_sym.conformance.report.write

    def full(result: Any, path: str) -> None:
        if path == "out.tex":
            raise OSError(28, "No space left on device")
        write(result, path)

    monkeypatch.setattr("fdp_sym.conformance.report.write", full)
    result = run("--fdp-report=out.tex", "--fdp-report=out.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["report 'out.tex' was not written: *No space left on device"])
    assert (pytester.path / "out.json").exists()


def test_no_report_of_a_collection(run: Any, pytester: pytest.Pytester) -> None:
    run("--fdp-report=out.json", "--collect-only")
    assert not (pytester.path / "out.json").exists()


# -- mistakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "accountant", "said"),
    [
        (["--fdp-report=out.pdf"], "toy:factory", "*allowed are names that end in*"),
        (["--fdp-report=no/out.md"], "toy:factory", "*there is no folder*"),
        (["--fdp-xfails=no.txt"], "toy:factory", "*no.txt*cannot be read*"),
        (["--fdp-flags=HUGE"], "toy:factory", "*HUGE*no vector has it; there are KINK, TINY"),
        (
            ["--fdp-families=first", "--fdp-flags=KINK"],
            "toy:factory",
            "*first, KINK: no vector is of those families, flags and ids at once",
        ),
        (["--fdp-report=out.md", "--fdp-report=no/out.md"], "toy:factory", "*there is no folder*"),
        (["--fdp-families=third"], "toy:factory", "*third*no vector has it*"),
        (["fdp::third-*"], "toy:factory", "*third-?*no vector has it*"),
        (["--fdp-loose=0.5"], "toy:factory", "*allowed are numbers from 1*"),
        (["--fdp-families=,"], "toy:factory", "*allowed are names, separated by commas*"),
        (["--fdp-flags="], "toy:factory", "*allowed are names, separated by commas*"),
        (["--fdp-sample=0"], "toy:factory", "*allowed are whole numbers from 1*"),
        (["--fdp-timeout=nan"], "toy:factory", "*allowed are positive numbers of seconds*"),
        (["--fdp-timeout=5"], "toy:factory", "*nothing times out*"),
        (["--fdp-sample=5", "fdp::x"], None, "*--fdp-sample, fdp::x: *needs --fdp-accountant=*"),
        ([], "toy:without_licence", "*RuntimeError: no licence"),
        ([], "toy:missing", "*AttributeError*missing*"),
        ([], "nowhere:factory", "*ModuleNotFoundError*nowhere*"),
        ([], "no_adapter", "*there is no adapter no_adapter; your own are named MODULE:FACTORY*"),
    ],
)
def test_mistakes_are_told_in_one_line(
    run: Any, arguments: list[str], accountant: str | None, said: str
) -> None:
    result = run(*arguments, accountant=accountant)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_a_process_that_does_not_start_is_told_in_one_line(run: Any) -> None:
    result = run(accountant="toy:without_licence", child=True)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*--fdp-accountant=toy:without_licence: *RuntimeError: no licence"]
    )
