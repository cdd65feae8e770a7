"""The workers of a Dask cluster as an executor (extra ``distributed``)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import __version__
from .errors import DomainError, FdpError, UnsupportedError

__all__ = ["Cluster", "installation"]

_SECONDS = 5.0  # for the scheduler to answer
_SECONDS_BETWEEN_COUNTS = 2.0
_SECONDS_WITHOUT = 60.0  # a cluster that grows by demand takes its time


class Cluster(Executor):
    """An executor on the workers of a Dask cluster.

    The scheduler gives the tasks of a worker that dies to others. Every worker has to run the same
    installation as this process: each task is sent with what that is, and refused by another.

    Parameters
    ----------
    address : str
        The scheduler, ``tcp://host:port``, or the path of its scheduler file.
    seconds : float
        How long to wait for it.

    Raises
    ------
    DomainError
        If there is no scheduler.
    FdpError
        If a worker runs another installation.
    UnsupportedError
        If Dask is not installed.
    """

    def __init__(self, address: str, seconds: float = _SECONDS) -> None:
        try:
            import distributed
        except ImportError as error:
            raise UnsupportedError(
                "a cluster needs Dask, which is not installed: pip install 'fdp_sym[distributed]'"
            ) from error
        where = _address(address)
        try:
            # Client waits for what does not answer, and once more when it is thrown away
            with ThreadPoolExecutor(1) as aside:  # beside a loop that may be running here
                aside.submit(asyncio.run, _find_scheduler(where, seconds)).result()
        except Exception as error:  # whatever it is that answers there
            raise DomainError(
                f"--dask {address}: no scheduler of Dask answers there ({error or 'in time'}); "
                "allowed are its address, tcp://HOST:PORT, and the file that its --scheduler-file "
                "names"
            ) from error
        connect: Any = distributed.Client
        self._client: Any = connect(where, timeout=seconds, set_as_default=False)
        self._executor = self._client.get_executor(pure=False)
        self._count, self._counted, self._seen = 0, -math.inf, time.monotonic()
        try:
            self._compare()
        except BaseException:
            self.shutdown()
            raise

    @property
    def slots(self) -> int:
        """How many workers there are: a worker does one task at a time, whatever its threads.

        Raises
        ------
        FdpError
            If there has been none for a minute.
        """
        now = time.monotonic()
        if now > self._counted + _SECONDS_BETWEEN_COUNTS:
            self._count, self._counted = len(self._client.nthreads()), now
        if self._count:
            self._seen = now
        elif now > self._seen + _SECONDS_WITHOUT:
            raise FdpError(
                "the cluster has had no worker for a minute; finished results are kept, and the "
                "same command goes on from them"
            )
        return self._count

    def _compare(self) -> None:
        ours = installation()
        try:
            theirs = self._client.run(installation)
        except Exception as error:  # whatever a worker says
            raise FdpError(
                f"a worker of the cluster cannot run this version of fdp_sym ({error}); install "
                f"there: {ours}"
            ) from error
        for worker, found in theirs.items():
            if found != ours:
                raise FdpError(_differs(worker, found, ours))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Like that of any executor."""
        return self._executor.submit(_on_worker, installation(), fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which goes on."""
        self._client.close()


def _address(given: str) -> str:
    """The address, or what a scheduler file says."""
    path = Path(given)
    if not path.is_file():
        return given
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise DomainError(f"--dask {given}: no scheduler file of Dask ({error!r})") from error


async def _find_scheduler(address: str, seconds: float) -> None:
    from distributed.core import rpc
    from distributed.security import Security

    arguments: Any = Security()
    arguments = arguments.get_connection_args("client")
    server: Any = rpc(address, timeout=seconds, connection_args=arguments)
    async with server:
        found = await asyncio.wait_for(server.identity(), seconds)
    if found["type"] != "Scheduler":
        raise ValueError(f"a {found['type']} does")


@lru_cache(maxsize=1)
def installation() -> str:
    """What decides in this process: versions, and a digest of all sources and proof files."""
    from .theorems.fingerprint import engine_digest, proof_files, sources_digest

    sources = sources_digest(Path(__file__).parent, ("proofs/",))  # which lie beside it or inside
    text = hashlib.sha256((engine_digest() + sources).encode())
    for path in proof_files():
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    python = ".".join(map(str, sys.version_info[:2]))
    return f"fdp_sym {__version__} with sources {text.hexdigest()[:12]}, Python {python}"


def _differs(worker: str, theirs: str, ours: str) -> str:
    return (
        f"the worker {worker} has {theirs}, and this process {ours}; results might differ. "
        "Install the same versions on every worker, and start it again"
    )


_one_at_a_time = threading.Lock()


def _on_worker(expected: str, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """One task on a worker, if it is of the same installation."""
    found = installation()
    if found != expected:
        raise FdpError(_differs(socket.gethostname(), found, expected))
    # threads of one process do not compute faster, and time limits would not mean the same
    with _one_at_a_time:
        return fn(*args, **kwargs)
