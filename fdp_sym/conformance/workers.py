"""Several processes of one accountant side by side: questions in, replies as they come."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from threading import Event, Thread
from typing import Any, NamedTuple

from .patience import MOST_TIMEOUTS_ALIKE, Patience
from .process import AccountantProcess
from .protocol import Reply

__all__ = ["Answered", "Workers"]


class Answered(NamedTuple):
    """A reply, to the question at that position, and how long it took."""

    position: int
    reply: Reply
    seconds: float


class Workers:
    """Processes of one command.

    Parameters
    ----------
    command : sequence of str
    timeout : float
        Seconds for an answer.
    memory : int, optional
        Bytes of address space for each process; Linux only.
    jobs : int
        The number of processes.

    Raises
    ------
    ProtocolError
        When entered, if the accountant does not start.
    """

    def __init__(
        self,
        command: Sequence[str],
        timeout: float = 60.0,
        memory: int | None = None,
        jobs: int = 1,
    ) -> None:
        self._stopped = Event()
        self._processes = [
            AccountantProcess(command, timeout, memory, self._stopped) for _ in range(jobs)
        ]

    @property
    def name(self) -> str:
        """What the accountant calls itself."""
        return self._processes[0].name

    @property
    def version(self) -> str:
        """Its version."""
        return self._processes[0].version

    def __enter__(self) -> Workers:
        try:
            self._processes[0].start()
        except BaseException:
            self._processes[0].close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for process in self._processes:
            process.close()

    def replies(
        self, questions: Sequence[Mapping[str, Any]], families: Sequence[str]
    ) -> Generator[Answered, None, None]:
        """The replies in the order in which they come; to close it stops the processes.

        All questions about one composition go to one process, one after the other, so that an
        accountant may keep what it composed. Each question is of a family; of a family in which
        many time out in a row the rest is not asked, nor that of one composition. The epsilon of
        the greatest delta is asked first and that of the least last, before anything else: most
        accountants are the slower the smaller delta is.
        """
        patience = Patience()
        alike = Patience(MOST_TIMEOUTS_ALIKE, " about the same composition")
        waiting: queue.SimpleQueue[tuple[str, list[int]]] = queue.SimpleQueue()
        groups: dict[str, list[int]] = {}
        for index, question in enumerate(questions):
            about = [families[index], question.get("steps"), question.get("relation")]
            groups.setdefault(json.dumps(about, sort_keys=True), []).append(index)
        for group in groups.items():
            waiting.put(group)
        done: queue.SimpleQueue[Answered | BaseException] = queue.SimpleQueue()

        def likely_slow(index: int) -> tuple[bool, Fraction]:
            question = questions[index]
            if question.get("quantity") != "epsilon":
                return True, Fraction(0)
            return False, -Fraction(question["at"])

        def work(process: AccountantProcess) -> None:
            try:
                while True:
                    composition, indices = waiting.get_nowait()
                    for index in sorted(indices, key=likely_slow):
                        if self._stopped.is_set():
                            return
                        start = time.monotonic()
                        reply = patience.reply(families[index]) or alike.reply(composition)
                        if reply is None:
                            reply = process.ask(questions[index])
                            patience.heard(families[index], reply)
                            alike.heard(composition, reply)
                        done.put(Answered(index, reply, time.monotonic() - start))
            except queue.Empty:
                pass
            except BaseException as error:
                done.put(error)
            finally:
                process.close()

        threads = [Thread(target=work, args=(process,)) for process in self._processes]
        try:
            for thread in threads:
                thread.start()
            for _ in questions:
                item = done.get()
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            self._stopped.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
