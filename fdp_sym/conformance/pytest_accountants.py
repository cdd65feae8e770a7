"""The accountant that the pytest plugin asks: in a process of its own, or in this one."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from typing import Any

from .adapters.serve import load as load_accountant
from .process import AccountantProcess
from .protocol import Reply, ask

__all__ = ["Child", "Here", "NotLoadedError"]

# Run in the accountant's process: it imports from where the tests do.
_SERVE = """\
import sys
sys.path[:] = sys.argv[2:]
del sys.argv[2:]
from fdp_sym.conformance.adapters.serve import main
sys.exit(main(sys.argv[1]))
"""


class NotLoadedError(Exception):
    """An accountant that cannot be had; the text says why."""


class Child:
    """The accountant in a process of its own, started again after every failure."""

    def __init__(self, name: str, timeout: float) -> None:
        paths = [os.getcwd(), *filter(None, sys.path)]
        self._process = AccountantProcess([sys.executable, "-c", _SERVE, name, *paths], timeout)

    def start(self) -> tuple[str, str]:
        self._process.start()
        return self._process.name, self._process.version

    def ask(self, question: Mapping[str, Any]) -> Reply:
        return self._process.ask(question)

    def close(self) -> None:
        self._process.close()


class Here:
    """The accountant in this process: slow answers are waited for, and a crash ends everything."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._account: Any = None

    def start(self) -> tuple[str, str]:
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        try:
            self._account = load_accountant(self._name)
        except (Exception, SystemExit) as error:
            raise NotLoadedError(f"{type(error).__name__}: {error}") from error
        name, version = (getattr(self._account, key, "") for key in ("name", "version"))
        return str(name or self._name), str(version)

    def ask(self, question: Mapping[str, Any]) -> Reply:
        if self._account is None:
            self.start()
        with warnings.catch_warnings():
            warnings.simplefilter("default")  # a warning is no failure, whatever the tests' rules
            return ask(self._account, question)

    def close(self) -> None:
        """Nothing to end."""
