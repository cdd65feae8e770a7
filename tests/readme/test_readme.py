"""README.md is run: its Python blocks, its console sessions and the form of its two commands."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[2] / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(text: str, info: str) -> list[tuple[int, str]]:
    """Line number and body of every fenced block whose info string is ``info``."""
    fence = re.compile(rf"^```{re.escape(info)}\n(.*?)^```$", re.M | re.S)
    return [(text.count("\n", 0, m.start()) + 2, m.group(1)) for m in fence.finditer(text)]


def sessions(body: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output printed below it."""
    parts = re.split(r"^\$ (.*)\n", body, flags=re.M)
    assert parts[0].strip() == "", f"text before the first command: {parts[0]!r}"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def write_files(text: str, folder: Path) -> None:
    """Write every block of the form ``python file=NAME`` to that file."""
    for name in re.findall(r"^```python file=(\S+)$", text, re.M):
        ((_, body),) = blocks(text, f"python file={name}")
        (folder / name).write_text(body, encoding="utf-8")


def run_python(text: str) -> list[str]:
    """Run all Python blocks as one doctest in one namespace; the failures."""
    failures: list[str] = []
    namespace: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    for line, body in blocks(text, "python"):
        test = doctest.DocTestParser().get_doctest(body, namespace, "README.md", None, line - 1)
        runner.run(test, out=failures.append, clear_globs=False)
        namespace = test.globs
    return failures


TEXT = README.read_text(encoding="utf-8")


def test_python_blocks_run_and_print_what_they_say() -> None:
    found = blocks(TEXT, "python")
    assert found
    assert all(">>>" in body for _, body in found), "a block without a prompt would not be run"
    assert run_python(TEXT) == []


@pytest.mark.parametrize(
    ("command", "expected"), [s for _, body in blocks(TEXT, "console") for s in sessions(body)]
)
def test_console_sessions_print_what_they_say(command: str, expected: str, tmp_path: Path) -> None:
    write_files(TEXT, tmp_path)
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if expected.strip():
        assert doctest.OutputChecker().check_output(expected, done.stdout, FLAGS), done.stdout


def test_the_set_up_is_two_commands() -> None:
    (block,) = (body for _, body in blocks(TEXT, "sh setup"))
    main_job, tests = block.splitlines()
    assert main_job.endswith("fdp-sym verify")
    assert tests.endswith("pytest -n auto")


def test_a_wrong_block_is_noticed() -> None:
    wrong = "```python\n>>> 1 + 1\n3\n```\n"
    (failure,) = run_python(wrong)
    assert "Expected:\n    3\nGot:\n    2" in failure
    assert run_python(wrong.replace("3", "2")) == []


def test_blocks_share_one_namespace() -> None:
    assert run_python("```python\n>>> x = 2\n```\n\n```python\n>>> x\n2\n```\n") == []


def test_sessions_are_split_at_prompts() -> None:
    assert sessions("$ a b\none\ntwo\n$ c\n") == [("a b", "one\ntwo\n"), ("c", "")]
