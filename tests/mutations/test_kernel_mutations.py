"""Mistakes planted in the code of the kernel: each is noticed by a test that the list names.

The tests run in processes that another process forks, see `run`: nothing here is changed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from kernel import MUTATIONS
from mutation import ROOT, Mutation, Stale

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")

Ask = Callable[[Mutation | None, tuple[str, ...]], dict[str, Any]]

# one of each kind: a gate, a cap, a digest, a rounding, a split, a law
QUICK = (
    "a-weak-negation",
    "no-cap",
    "a-digest-without-domains",
    "the-nearest-double",
    "half-of-a-box",
    "slack-that-is-lost",
)


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Plant a mistake in a process of its own and say what became of it."""
    command = [sys.executable, str(Path(__file__).with_name("run.py")), "--serve"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def asked(mutation: Mutation | None, tests: tuple[str, ...]) -> dict[str, Any]:
            print(json.dumps([mutation and asdict(mutation), tests]), file=server.stdin, flush=True)
            found: dict[str, Any] = json.loads(server.stdout.readline())
            return found

        yield asked
        server.stdin.close()


@pytest.mark.parametrize("name", MUTATIONS)
def test_the_list_follows_the_code(name: str) -> None:
    mutation = MUTATIONS[name]
    assert mutation.source != mutation.file.read_text(encoding="utf-8")
    assert mutation.tests
    for test in mutation.tests:
        assert (ROOT / "tests" / test.split("::")[0]).is_file()


def _is_killed(name: str, ask: Ask) -> None:
    mutation = MUTATIONS[name]
    found = ask(mutation, mutation.tests)
    assert found["result"] == "killed", f"{mutation.wrong}: {found}"


@pytest.mark.parametrize("name", QUICK)
def test_a_mistake_of_each_kind_is_noticed(name: str, ask: Ask) -> None:
    _is_killed(name, ask)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in QUICK])
def test_every_mistake_is_noticed(name: str, ask: Ask) -> None:
    _is_killed(name, ask)


@pytest.mark.slow
def test_without_a_mistake_the_tests_pass(ask: Ask) -> None:
    tests = tuple(dict.fromkeys(test for m in MUTATIONS.values() for test in m.tests))
    assert ask(None, tests)["result"] == "survived"


# -- what is no kill ------------------------------------------------------------------------------


def test_other_ends_are_told_apart(ask: Ask) -> None:
    known = MUTATIONS["a-weak-negation"]
    harmless = replace(known, new=known.old + "  ")
    assert ask(harmless, known.tests)["result"] == "survived"
    no_module = replace(known, new="<: Ge")
    assert ask(no_module, known.tests)["result"] == "broken"
    no_name = replace(known, new=known.old.replace("Ge", "Gee"))
    assert ask(no_name, known.tests)["result"] == "broken"
    no_test = ("theorems/test_logic.py::test_nothing",)
    assert ask(known, no_test)["result"] == "broken"
    stale = replace(known, old="a text that is not there")
    assert ask(stale, known.tests)["result"] == "stale"
    with pytest.raises(Stale):
        _ = stale.source
