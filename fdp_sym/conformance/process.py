"""An accountant in a process of its own, which is not trusted to answer, to end or to be brief."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

from ..errors import UnsupportedError
from .protocol import (
    LONGEST_LINE,
    ProtocolError,
    Reply,
    hello_line,
    question_line,
    read_hello,
    read_reply,
    visible,
)

__all__ = ["AccountantProcess"]

_CHUNK = 1 << 16
_KEPT_OF_STDERR = 2000  # bytes
_GRACE = 1.0  # seconds from the end of the output to that of the process, or the other way round
_LEAST_START = 120.0  # seconds to import a large library
_POLL = 0.2  # seconds until a stop is heard
_MOST_CHUNKS = 64  # of a standard error that never ends
_MOST_FAILED_STARTS = 3


class _Failure(Exception):
    """Why there is no answer: ``kind`` is "crash" or "timeout"."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class AccountantProcess:
    """A command that speaks the protocol, started again whenever it failed.

    Every failure of it is an answer: {"timeout": ...} and {"crash": ...}. The process and all that
    it started are killed then, and when it is closed. What it writes is read no further than one
    line of `LONGEST_LINE` bytes, so that it cannot fill the memory here.

    Parameters
    ----------
    command : sequence of str
    timeout : float
        Seconds for an answer. To start, it has two minutes or this time, if that is longer.
    memory : int, optional
        Bytes of address space for each process; Linux only.
    stopped : threading.Event, optional
        Set by another thread, it ends the wait for an answer.

    Attributes
    ----------
    name, version : str
        Of the accountant, once it is started.

    Examples
    --------
    >>> import sys
    >>> program = "import sys; [print(input()) for _ in sys.stdin]"
    >>> with AccountantProcess([sys.executable, "-c", "print('hello')"], timeout=10) as process:
    ...     process.ask({"id": "a", "quantity": "gdp"})
    {'crash': ...}
    """

    def __init__(
        self,
        command: Sequence[str],
        timeout: float = 60.0,
        memory: int | None = None,
        stopped: Event | None = None,
    ) -> None:
        self.command = list(command)
        self.timeout = timeout
        self.memory = memory
        self._stopped = stopped
        self.name = self.version = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._output = bytearray()
        self._errors = bytearray()
        self._failed_starts = 0

    def __enter__(self) -> AccountantProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start it, unless it runs.

        Raises
        ------
        ProtocolError
            If it does not start, or does not say who it is.
        UnsupportedError
            If this is no POSIX system; if memory is limited, no Linux.
        """
        if os.name != "posix":
            raise UnsupportedError(
                "accountants run in groups of processes, which only POSIX systems have; "
                "the pytest plugin works everywhere"
            )
        if self._process is not None:
            return
        self._output.clear()
        self._errors.clear()
        try:
            self._spawn()
            line = self._exchange(hello_line(), max(self.timeout, _LEAST_START))
            self.name, self.version = read_hello(line)
        except (_Failure, OSError) as error:
            raise self._not_started(str(error)) from None
        except ProtocolError as error:
            message = f"{error}{self._last_words()}"
            raise self._not_started(message) from None
        self._failed_starts = 0

    def ask(self, question: Mapping[str, Any]) -> Reply:
        """The reply to a question, which has an id; or {"timeout"} or {"crash"} and why."""
        if self._failed_starts >= _MOST_FAILED_STARTS:
            return {"crash": f"not started again: {_MOST_FAILED_STARTS} starts in a row failed"}
        try:
            self.start()
            line = self._exchange(question_line(question), self.timeout)
            return read_reply(line, question["id"])
        except _Failure as failure:
            self._kill()
            return {failure.kind: str(failure)}
        except ProtocolError as error:
            self._kill()
            return {"crash": str(error)}

    def close(self) -> None:
        """End it and all that it started."""
        self._kill()

    # -- the process --------------------------------------------------------------------------

    def _spawn(self) -> None:
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # a group of its own: killed as a whole, deaf to Ctrl-C
        )
        if self.memory is not None:
            _limit_memory(self._process.pid, self.memory)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)

    def _not_started(self, message: str) -> ProtocolError:
        self._kill()
        self._failed_starts += 1
        return ProtocolError(f"{self.command[0]}: {message}")

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    # -- one line each way --------------------------------------------------------------------

    def _exchange(self, request: bytes, seconds: float) -> bytes:
        """Write a line and read one, whatever the other side does meanwhile."""
        process = self._process
        assert process is not None and process.stdin and process.stdout and process.stderr
        end = time.monotonic() + seconds
        left = memoryview(request)
        orphaned = False
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            ready.register(process.stderr, selectors.EVENT_READ)
            while (length := self._output.find(b"\n")) < 0 or left:
                if len(self._output) > LONGEST_LINE:
                    raise ProtocolError(f"more than {LONGEST_LINE} bytes where one line is due")
                if not orphaned and process.poll() is not None:
                    # What it started may hold its output open, and say nothing more.
                    orphaned, end = True, min(end, time.monotonic() + _GRACE)
                remaining = end - time.monotonic()
                if remaining <= 0 and orphaned:
                    raise _Failure("crash", self._ended())
                if remaining <= 0:
                    raise _Failure("timeout", f"no answer within {seconds:g} seconds")
                if self._stopped is not None and self._stopped.is_set():
                    raise _Failure("crash", "stopped from here")
                for key, _ in ready.select(min(remaining, _POLL)):
                    if key.fileobj is process.stdin:
                        left = _write(process.stdin, left)
                        if not left:
                            ready.unregister(process.stdin)
                    elif key.fileobj is process.stderr:
                        if self._hear(_read(process.stderr)):
                            ready.unregister(process.stderr)
                    else:
                        data = _read(process.stdout)
                        if data == b"":
                            raise _Failure("crash", self._ended())
                        self._output += data or b""
        if length > LONGEST_LINE:
            raise ProtocolError(f"a line of more than {LONGEST_LINE} bytes")
        line = bytes(self._output[:length])
        del self._output[: length + 1]
        return line

    def _ended(self) -> str:
        """How the process ended, once its output is closed."""
        assert self._process is not None
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return f"it closed its output and runs on{self._last_words()}"
        how = f"ended with exit status {status}" if status >= 0 else f"killed by signal {-status}"
        with contextlib.suppress(ValueError):
            how = f"killed by {signal.Signals(-status).name}"
        return how + self._last_words()

    def _hear(self, data: bytes | None) -> bool:
        """Keep the end of its standard error; whether this was all of it."""
        self._errors += data or b""
        del self._errors[:-_KEPT_OF_STDERR]
        return data == b""

    def _last_words(self) -> str:
        assert self._process is not None
        for _ in range(_MOST_CHUNKS):
            data = _read(self._process.stderr)
            if self._hear(data) or data is None:
                break
        text = visible(self._errors.decode(errors="replace").strip())
        return f"; last on its standard error: {text}" if text else ""


def _limit_memory(pid: int, limit: int) -> None:
    """Of a process that has just been started, and of all that it starts."""
    if sys.platform != "linux":
        raise UnsupportedError("memory is limited on Linux only; leave the limit out")
    import resource

    with contextlib.suppress(ProcessLookupError):  # it has already ended
        resource.prlimit(pid, resource.RLIMIT_AS, (limit, limit))


def _write(stream: Any, left: memoryview) -> memoryview:
    """Write what fits; the rest."""
    try:
        return left[os.write(stream.fileno(), left[:_CHUNK]) :]
    except BlockingIOError:
        return left
    except BrokenPipeError:  # that it ended is seen on its output
        return left[len(left) :]


def _read(stream: Any) -> bytes | None:
    """What is there: None if nothing is, and nothing (b"") at the end."""
    try:
        return os.read(stream.fileno(), _CHUNK)
    except BlockingIOError:
        return None
