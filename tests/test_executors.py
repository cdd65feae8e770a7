"""Tasks on executors: bounded, complete, whoever dies; killed processes are real ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, ClassVar

import pytest

from fdp_sym.errors import FdpError
from fdp_sym.executors import Processes, WorkerDied, results

# what a worker evaluates: the tests need no module of their own there
DIES = "__import__('os').kill(__import__('os').getpid(), 9)"


def dies_once(mark: Any) -> str:
    """An expression that kills its process unless the folder is there, which it makes first."""
    place, system = repr(str(mark)), "__import__('os')"
    return f"7 if {system}.path.exists({place}) else {system}.mkdir({place}) or {DIES}"


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_everything_is_done_once(workers: int) -> None:
    numbers = range(-20, 20)
    if not workers:
        found = list(results(abs, numbers))
    else:
        with ThreadPoolExecutor(workers) as pool:
            found = list(results(abs, numbers, pool))
    assert sorted(found) == [(n, abs(n)) for n in numbers]


def test_inputs_are_read_as_they_are_needed() -> None:
    read = done = most = 0

    def numbers() -> Iterator[int]:
        nonlocal read
        for number in range(1, 1001):
            read = number
            yield number

    with ThreadPoolExecutor(2) as pool:
        for _ in results(abs, numbers(), pool):
            done += 1
            most = max(most, read - done)
    assert done == 1000
    assert most <= 6


def test_an_interrupt_drops_what_has_not_begun() -> None:
    class Never(Executor):
        made: ClassVar[list[Future[Any]]] = []

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.made.append(Future())
            if len(self.made) == 1:
                self.made[0].set_result(0)
            return self.made[-1]

    found = results(abs, range(10), Never())
    next(found)
    found.close()
    assert len(Never.made) > 1
    assert all(f.cancelled() for f in Never.made[1:])


def test_an_error_of_a_task_is_that_error() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError):
        list(results(eval, ["1", "1 / 0"], pool))


def test_a_killed_process_costs_nothing(tmp_path: Any) -> None:
    tasks = [str(n) for n in range(12)]
    tasks[3] = dies_once(tmp_path / "mark")
    with Processes(2) as pool:
        found = dict(results(eval, tasks, pool))
    assert found == {t: 7 if t == tasks[3] else int(t) for t in tasks}


def test_a_deadly_task_is_its_own_error() -> None:
    tasks = ["1", DIES, "2", "3", "4"]
    with Processes(2) as pool:
        found = dict(results(eval, tasks, pool))
        assert isinstance(found.pop(DIES), WorkerDied)
        assert found == {"1": 1, "2": 2, "3": 3, "4": 4}
        # the pool is as good as new
        assert dict(results(eval, ["5"], pool)) == {"5": 5}


def test_workers_that_die_of_everything_are_given_up() -> None:
    with Processes(1) as pool, pytest.raises(FdpError, match="workers die of every task"):
        list(results(eval, [DIES] * 9, pool))


def test_an_executor_that_cannot_go_on_is_a_message() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(FdpError, match="finished results are kept"),
    ):
        list(results(eval, [DIES, "1"], pool))


def test_nobody_waits_for_what_is_running() -> None:
    tasks = ["0", "__import__('time').sleep(1000)"]

    def interrupted() -> None:
        with Processes(1) as pool:
            next(results(eval, tasks, pool))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_a_preloaded_module_is_there() -> None:
    with Processes(1, preload="fdp_sym.exact") as pool:
        pool.prepare()
        loaded = "'fdp_sym.exact' in __import__('sys').modules"
        assert dict(results(eval, [loaded], pool)) == {loaded: sys.platform == "linux"}


@pytest.mark.parametrize("jobs", [0, -1, "2", True, 1.0])
def test_processes_are_a_whole_number(jobs) -> None:
    with pytest.raises(FdpError, match="allowed are whole numbers from 1"):
        Processes(jobs)
