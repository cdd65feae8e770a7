"""Every command that the documentation shows is run, and prints what is shown below it.

Most run in a small world: ``world`` says what in it is a stand-in. Those about the whole suite run
once more on the suite itself, slowly, with the results that the user's cache has.
"""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import Command, documented, in_markdown, mentions, parsers, without_remark
from world import World, furnish, in_process, real_world, stand_ins

import fdp_sym as fd
from fdp_sym import cli, cli_values
from fdp_sym.cli_common import EXPRESSIONS
from fdp_sym.conformance.report_theorems import theorem_text

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
DOCUMENTED = documented()
# what .ci/run runs as it stands, in environments of its own
BY_CI = re.compile(r"python3 -m venv \.venv|pip install \. pytest ")
# what is printed below them is about the whole corpus
REAL = re.compile(r'fdp-sym audit (zcdp:|--command "perl)|pytest -q')
# about the whole suite
WHOLE = re.compile(r"fdp-sym (verify|list|axioms|errata|bib|bib --check)$")
# what makes a file that another example reads
MAKES = {"c.json": 'fdp-sym check "Phi(x) <= (1 + x)/2" --box x=0:3 --certificate c.json'}
# what takes minutes in any world, and how it takes less
SHORTER = {
    "fdp-sym mutate --jobs 2 --json": "--sample 5",
    "fdp-sym mutate --sample 40": "--sample 5",
    "pytest fdp:: --fdp-accountant=mypkg.fdp:accountant --fdp-xfails=known.txt "
    "--fdp-report=audit.html": "--fdp-sample 30",
}
# they take long in any world
LONG = re.compile(r".*pdflatex|pytest fdp::")


def _only(*kinds: re.Pattern[str]) -> list[object]:
    return [_shown(c) for c in DOCUMENTED if any(kind.match(c.text) for kind in kinds)]


def _all_but(*kinds: re.Pattern[str]) -> list[object]:
    return [_shown(c) for c in DOCUMENTED if not any(kind.match(c.text) for kind in kinds)]


def _shown(command: Command) -> object:
    return pytest.param(command, id=command.text)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reader")
    furnish(made)
    return made


@pytest.fixture(scope="module")
def small_things(folder: Path) -> Callable[[pytest.MonkeyPatch], None]:
    return stand_ins(folder, DOCUMENTED)


@pytest.fixture
def real(folder: Path) -> Iterator[World]:
    with real_world(folder) as made:
        yield made


@pytest.fixture
def small(
    real: World,
    small_things: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[World]:
    small_things(monkeypatch)
    yield real
    theorem_text.cache_clear()  # what it read in the small world holds there only


def run(command: Command, place: World) -> None:
    """Run it, and fail unless it does and prints what the document says."""
    for name, maker in MAKES.items():
        if name in command.text and maker not in command.text:
            place.run(maker)
    shorter = SHORTER.get(command.text)
    status, out, err = place.run(f"{command.text} {shorter}" if shorter else command.text)
    if status == 2 and "not installed: pip install" in err:
        pytest.skip(err)
    assert status == 0, f"{command}\n{out}{err}"
    assert "Traceback" not in err, f"{command}\n{err}"
    if command.output.strip():
        assert doctest.OutputChecker().check_output(command.output, out, FLAGS), f"{command}\n{out}"


@pytest.mark.parametrize("command", _all_but(BY_CI, REAL, LONG))
def test_commands(command: Command, small: World) -> None:
    run(command, small)


@pytest.mark.parametrize("command", _only(REAL))
def test_commands_with_the_whole_corpus(command: Command, real: World) -> None:
    run(command, real)


@pytest.mark.slow
@pytest.mark.parametrize("command", _only(WHOLE))
def test_commands_on_the_whole_suite(command: Command, real: World) -> None:
    run(command, real)


@pytest.mark.slow
@pytest.mark.parametrize("command", _only(LONG))
def test_long_commands(command: Command, small: World) -> None:
    if "pdflatex" in command.text and shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    run(command, small)


def test_commands_in_sentences_exist() -> None:
    found = list(mentions())
    assert len(found) > 20
    for command in found:
        words = shlex.split(command.text)[1:]
        if words[1:] and words[-1] != "--help":
            _, unknown = cli._parser().parse_known_args(cli_values.joined_numbers(words))
            assert unknown == [], command
        else:
            assert in_process([words[0], "--help"])[0] == 0, command


def test_every_command_has_examples() -> None:
    shown = {command.text.split()[1] for command in DOCUMENTED if command.text[:7] == "fdp-sym"}
    assert {name.split()[1] for name, _ in parsers() if name != "fdp-sym"} <= shown


def test_the_help_names_expressions_that_there_are() -> None:
    calls = re.findall(r"(?<!\.)\b([A-Za-z]+\([^'()]*(?:'\w+')?\))", EXPRESSIONS)
    assert len(calls) > 10
    numbers = {"m": "3", "gamma": "1/3", "q": "1/10", "f": "Gaussian(1)", "g": "Laplace(1)"}
    for call in calls:
        name, _, arguments = call.partition("(")
        known = re.sub(r"\b[a-z]+\b(?!['=])", lambda m: numbers.get(m[0], "1/2"), arguments)
        if name != "sqrt":
            assert fd.parse(f"{name}({known}") is not None
    for method in re.findall(r"f(\.\w+\([^)]*\))", EXPRESSIONS):
        known = re.sub(r"\b[kpq]\b", lambda m: "2" if m[0] == "k" else "1/2", method)
        assert fd.parse(f"Gaussian(1){known}") is not None


@pytest.mark.parametrize(
    "text",
    [
        "fdp-sym nothing",
        "fdp-sym verify --jobz 1",
        "fdp-sym verify no-such-file.py",
        'fdp-sym delta "Gauss(1)" --eps 1',
        "fdp-sym list && fdp-sym show no-such-entry",
        "no-such-program --help",
    ],
)
def test_a_wrong_command_is_noticed(text: str, small: World) -> None:
    (command,) = in_markdown(f"```sh\n{text}     # a remark\n```\n", "a document")
    assert command.text == text
    with pytest.raises((AssertionError, FileNotFoundError)):
        run(command, small)


def test_a_wrong_output_is_noticed(small: World) -> None:
    text = '```console\n$ fdp-sym tradeoff "EpsDelta(0, 1/2)" --alpha 1/4\n0.25\n```\n'
    (right,) = in_markdown(text, "a document")
    run(right, small)
    (wrong,) = in_markdown(text.replace("0.25\n", "0.26\n"), "a document")
    with pytest.raises(AssertionError):
        run(wrong, small)


def test_an_example_ends_where_its_remark_begins() -> None:
    assert without_remark("  fdp-sym check 'a  b'  (that is  all)") == "fdp-sym check 'a  b'"
    assert without_remark('f "2**k >= k" --box k=1..20     (whole numbers)').endswith("k=1..20")
