"""Every reader of data from outside, on good data that is spoilt at random."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import seeds
from guard import Mistake, tried
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from targets import TARGETS

from fdp_sym.errors import DomainError, FdpError

HARNESS = Path(__file__).parent / "harness.py"
EXAMPLES = {"vectors": 12, "proof": 20, "bibliography": 10, "ledger": 20}


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> bytes:
    """A good input with one to four pieces put into it or over it; sometimes any bytes."""
    if name == "proof":
        return bytes(draw(st.lists(st.one_of(st.just(0), st.integers(0, 255)), max_size=10)))
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=200))
    text = draw(st.sampled_from(seeds.SEEDS[name]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.sampled_from((0, 0, 1, 3, 10)))
        text = text[:start] + draw(st.sampled_from(seeds.PIECES)) + text[end:]
    return text.encode("utf-8", "surrogatepass")


def fuzz(target: Callable[[bytes], Any], name: str, examples: int, *phases: Phase) -> None:
    @settings(max_examples=examples, phases=phases or tuple(Phase))
    @given(spoilt(name))
    def run(data: bytes) -> None:
        tried(target, data)

    run()


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_data(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    fuzz(TARGETS[name], name, EXAMPLES.get(name, 40))


@pytest.mark.parametrize("name", sorted(TARGETS.keys() - {"proof"}))
def test_good_data_is_read(name: str) -> None:
    answers = [tried(TARGETS[name], seed.encode()) for seed in seeds.SEEDS[name]]
    assert not all(isinstance(answer, FdpError) or answer is None for answer in answers)


# -- that mistakes are found ------------------------------------------------------------------


def by_evaluation(data: bytes) -> Any:
    """How not to read an expression."""
    try:
        return eval(data.decode(), {})
    except Exception as error:
        raise DomainError("no expression") from error


def by_recursion(data: bytes) -> Any:
    def nested(text: str) -> int:
        return 1 + nested(text[1:]) if text[:1] == "(" else 0

    return nested(data.decode(errors="replace"))


def by_trust_in_exponents(data: bytes) -> Any:
    text = data.decode(errors="replace")
    mantissa, _, exponent = text.partition("e")
    if not (mantissa.isdecimal() and exponent.isdecimal()):
        raise DomainError("no number")
    return int(mantissa) * 10 ** int(exponent)


def by_trust_in_keys(data: bytes) -> Any:
    try:
        return json.loads(data)["id"].strip()
    except ValueError:
        raise DomainError("no JSON") from None


@pytest.mark.parametrize(
    ("target", "name"),
    [(by_evaluation, "expression"), (by_trust_in_keys, "reply")],
)
def test_readers_without_guard_are_found(target: Callable[[bytes], Any], name: str) -> None:
    with pytest.raises(Mistake):
        fuzz(target, name, 60, Phase.generate)


def test_inputs_made_to_do_harm_find_them() -> None:
    texts = [text.encode("utf-8", "surrogatepass") for text in seeds.hostile_expressions(9000)]
    with pytest.raises(Mistake, match="RecursionError"):
        list(map(partial(tried, by_recursion), texts))
    with pytest.raises(Mistake, match="seconds"):
        tried(by_trust_in_exponents, b"1e1000000", seconds=0.05)
    with pytest.raises(Mistake, match="message"):
        tried(lambda data: (_ for _ in ()).throw(DomainError(data * 2000)), "long")
    with pytest.raises(Mistake, match="run from data"):
        tried(lambda text: eval(text), "1 + 1")
    with pytest.raises(Mistake, match="GeneratorExit"):
        tried(lambda data: (_ for _ in ()).throw(GeneratorExit), "")


# -- atheris ----------------------------------------------------------------------------------

RUNS = {"expression": 300}  # the others by hand


@pytest.mark.slow
@pytest.mark.skipif(find_spec("atheris") is None, reason="pip install atheris (CPython <= 3.13)")
@pytest.mark.parametrize(("name", "runs"), RUNS.items())
def test_coverage_guided(name: str, runs: int) -> None:
    command = [sys.executable, str(HARNESS), name, "--runs", str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-3000:]
