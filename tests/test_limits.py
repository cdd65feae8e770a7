"""Time limits and Ctrl-C: the best enclosure so far, and never that of another number."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

from fdp_sym import Ball, calibrate
from fdp_sym.balls.progress import found, watching
from fdp_sym.errors import DomainError, PrecisionError
from fdp_sym.limits import check_time, question, time_limit
from fdp_sym.oracle.calibration import Calibration
from fdp_sym.tradeoff import DiscreteGaussian, Gaussian, Laplace, from_pair

LONG = """
from fdp_sym import calibrate
from fdp_sym.errors import PrecisionError
from fdp_sym.limits import time_limit
from fdp_sym.tradeoff import DiscreteGaussian, Laplace, from_pair

try:
    with time_limit({seconds}):
        print("start", flush=True)
        {work}
except PrecisionError as error:
    print(error)
    print(type(error.ball).__name__, float(error.ball.lower), float(error.ball.upper))
"""
SEARCH = "(Laplace(1) ** 40000).enclose_epsilon('1e-6')"
BRACKET = (
    "(from_pair(['1/2', '1/3', '1/6'], ['1/6', '1/2', '1/3']) ** 90000).enclose_epsilon('1e-6')"
)
ROOT = "calibrate(lambda s: DiscreteGaussian(s) ** 100, eps=1, delta='1e-6', digits=3000)"


def start(work: str, seconds: str) -> subprocess.Popen[str]:
    code = LONG.format(work=work, seconds=seconds)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def output_of(process: subprocess.Popen[str]) -> str:
    """What it prints until it ends; it is not left running if it does not."""
    try:
        return process.communicate(timeout=60)[0]
    finally:
        process.kill()


@pytest.mark.parametrize(("work", "kind"), [(SEARCH, "Ball"), (BRACKET, "Ball"), (ROOT, "Calib")])
def test_ctrl_c(work, kind):
    process = start(work, "float('inf')")
    assert process.stdout is not None
    assert process.stdout.readline() == "start\n"
    time.sleep(1)
    os.kill(process.pid, signal.SIGINT)
    output = output_of(process)
    message, ball = output.splitlines()
    assert message.startswith("interrupted: ")
    name, low, high = ball.split()
    assert name.startswith(kind)
    assert 0 <= float(low) <= float(high)
    assert kind == "Ball" or 40 < float(low)
    assert process.returncode == 0


def test_the_clock():
    process = start(SEARCH, "0.5")
    output = output_of(process)
    assert "the 0.5 seconds are over: enclose_epsilon(Laplace(1)**40000, 1e-6)" in output


def test_the_best_enclosure_is_kept():
    @question(0, 10)
    def slow() -> Ball:
        for n in range(1, 10**9):
            found(1 - 1 / min(n, 8), 1 + 1 / min(n, 8))
            time.sleep(1e-3)
        return Ball(1, 1)

    with pytest.raises(PrecisionError, match="seconds are over") as caught, time_limit(0.2):
        slow()
    assert caught.value.ball == Ball("7/8", "9/8")


def test_without_reports_the_range_is_the_answer():
    with pytest.raises(PrecisionError) as caught, time_limit(1e-9):
        Gaussian(1).enclose_epsilon("1e-6")
    assert caught.value.ball == Ball(0, float("inf"))


def test_a_question_within_a_question_is_not_overheard():
    """The profiles that calibration asks for are numbers between 0 and 1, sigma is above 30."""
    seen: list[Ball] = []
    with watching(seen.append):
        ball = calibrate(lambda sigma: DiscreteGaussian(sigma) ** 100, eps=1, delta="1e-6")
    assert len(seen) > 3
    assert all(b.overlaps(ball) and isinstance(b, Calibration) for b in seen)


def test_answers_in_time_are_those_without_a_limit():
    f = Laplace(1) ** 20
    with time_limit(100):
        assert f.enclose_delta(1) == (Laplace(1) ** 20).enclose_delta(1)
        assert f.enclose_epsilon("1e-3", 20).relative_width < 1e-19


def test_a_limit_ends_with_its_block():
    with time_limit(1e-9):
        pass
    assert Gaussian(1).enclose_delta(1, 5).relative_width < 1e-4
    check_time()


@pytest.mark.parametrize("inner", [60, float("inf"), Fraction(121, 2), 10**400])
def test_a_longer_limit_in_a_block_changes_nothing(inner):
    with time_limit(1e-9), time_limit(inner), pytest.raises(PrecisionError, match="1e-09 seconds"):
        Gaussian(1).enclose_delta(1)
    with time_limit(60), time_limit(1e-9), pytest.raises(PrecisionError, match="1e-09 seconds"):
        Gaussian(1).enclose_delta(1)


def test_other_threads_look_at_the_clock():
    errors: list[PrecisionError] = []

    def work() -> None:
        try:
            with time_limit(0.3):
                pair = from_pair(["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"])
                (pair**90_000).enclose_epsilon("1e-6")
        except PrecisionError as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert "seconds are over" in str(errors[0])


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "10", None])
def test_bad_limits(seconds):
    with pytest.raises(DomainError, match="positive"), time_limit(seconds):
        pass
