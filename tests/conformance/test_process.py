"""Accountants that misbehave: every failure is an answer, and nothing is left behind."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from fdp_sym.conformance.process import AccountantProcess
from fdp_sym.conformance.protocol import ProtocolError

HOSTILE = Path(__file__).with_name("hostile.py")
QUESTION = {"id": "q", "quantity": "delta"}


def process(how: str, timeout: float = 20.0) -> AccountantProcess:
    return AccountantProcess([sys.executable, "-S", str(HOSTILE), how], timeout)


def test_a_good_one_answers_again_and_again() -> None:
    with process("good") as accountant:
        assert [accountant.ask(QUESTION) for _ in range(3)] == [{"value": "0.1"}] * 3
        assert (accountant.name, accountant.version) == ("good", "1")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("dies", "ended with exit status 7; last on its standard error: out of luck"),
        ("dies-and-leaves-a-child", "ended with exit status 7"),
        ("killed", "killed by SIGSEGV"),
        ("closes-its-output", "it closed its output and runs on"),
        ("not-json", "no JSON on the line 'delta = 0.1'"),
        ("no-object", "no JSON object"),
        ("deep", "no JSON"),
        ("binary", "no JSON"),
        ("wrong-id", "the reply is not to q"),
        ("empty-reply", "neither value nor bounds nor reason"),
        ("long-line", "more than 1048576 bytes"),
        ("endless-line", "more than 1048576 bytes"),
    ],
)
def test_breaches_are_crashes_and_it_is_started_again(how: str, message: str) -> None:
    with process(how) as accountant:
        for _ in range(2):
            reply = accountant.ask(QUESTION)
            assert message in reply["crash"]


def test_an_answer_too_many_is_seen_at_the_next_question() -> None:
    with process("twice") as accountant:
        assert accountant.ask(QUESTION) == {"value": "0.1"}
        assert "not to p" in accountant.ask({"id": "p"})["crash"]
        assert accountant.ask(QUESTION) == {"value": "0.1"}


@pytest.mark.parametrize("how", ["hangs", "child-that-lives"])
def test_time_outs_kill_it_and_what_it_started(how: str) -> None:
    with process(how, timeout=0.5) as accountant:
        accountant.start()
        running = accountant._process
        assert running is not None
        assert accountant.ask(QUESTION) == {"timeout": "no answer within 0.5 seconds"}
        assert running.poll() is not None
        if how == "child-that-lives":
            child = int(accountant._errors.decode())
            for _ in range(100):  # the kill is done; init has yet to reap it
                if not _runs(child):
                    break
                time.sleep(0.02)
            assert not _runs(child)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_memory_is_limited() -> None:
    command = [sys.executable, "-S", str(HOSTILE), "eats"]
    with AccountantProcess(command, timeout=20, memory=1 << 30) as accountant:
        assert "MemoryError" in accountant.ask(QUESTION)["crash"]


def test_one_that_never_reads_times_out_on_long_questions() -> None:
    with process("deaf", timeout=0.5) as accountant:
        reply = accountant.ask({"id": "q", "steps": ["x" * 100] * 10_000})
        assert reply == {"timeout": "no answer within 0.5 seconds"}


@pytest.mark.parametrize("how", ["chatter-on-stderr", "long-number", "long-exponent"])
def test_much_of_it_does_no_harm(how: str) -> None:
    with process(how) as accountant:
        assert "value" in accountant.ask(QUESTION)


@pytest.mark.parametrize(
    ("how", "reply"),
    [
        ("escapes", {"unsupported": "\\x1b[2J\\ud800"}),
        ("nested", {"value": "an array"}),
    ],
)
def test_what_is_said_becomes_plain_text(how: str, reply: dict[str, str]) -> None:
    with process(how) as accountant:
        assert accountant.ask(QUESTION) == reply


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("not-json-at-start", "no JSON on the line 'hello'"),
        ("dies-at-start", "no library here"),
        ("flood-at-start", "more than 1048576 bytes"),
    ],
)
def test_failures_to_start_say_why(how: str, message: str) -> None:
    with process(how) as accountant:
        with pytest.raises(ProtocolError, match=message):
            accountant.start()
        for _ in range(2):
            assert message in accountant.ask(QUESTION)["crash"]
        assert "3 starts in a row failed" in accountant.ask(QUESTION)["crash"]


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ProtocolError, match="no-such-program"):
        AccountantProcess(["/no-such-program"]).start()
