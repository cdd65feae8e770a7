"""README.md is run: its Python blocks and the form of its two commands; commands are run beside."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest
from commands import blocks, sessions
from world import write_files

README = Path(__file__).parents[2] / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


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


def test_python_blocks_run_and_print_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(TEXT, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    found = blocks(TEXT, "python")
    assert found
    assert all(">>>" in body for _, body in found), "a block without a prompt would not be run"
    assert run_python(TEXT) == []


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
