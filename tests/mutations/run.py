"""Mistakes planted in the code of the kernel, one at a time: for each one some test has to fail.

    python tests/mutations/run.py [NAME ...]      all of them, or those with these names

A table of what was killed and what survived is printed; the exit status is 1 unless all were
killed. No file is changed: this process loads the libraries, but nothing of the package; for each
mistake a child of it imports the package, of which one module is read from the changed text, runs
the tests that the list names and ends. Killed means that a test failed by what it asserts; a
module that no longer works at all proves nothing, and is reported as broken. Without a mistake
the same tests have to pass.

With ``--serve`` a mutation, or null and tests, is read as JSON from each line of the input, and
what became of it is answered in a line.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kernel import MUTATIONS
from mutation import PACKAGE, ROOT, Mutation, Stale

__all__ = ["answer", "main"]

# loaded once, before any child begins
_LIBRARIES = (
    *("sympy", "flint", "mpmath", "numpy", "gmpy2", "pytest", "hypothesis", "platformdirs"),
    *("scipy.stats", "scipy.optimize", "sympy.calculus.util", "sympy.tensor.tensor", "tomllib"),
    *("sympy.sets.setexpr", "packaging.version", "pdb", "xml.etree.ElementTree"),
)
# after which a child is stopped: of processor time, and on the clock of a busy machine
_MOST_SECONDS, _MOST_WAITING = 120, 900
_OPTIONS = (
    *("-q", "-x", "-o", "addopts=", "--import-mode=importlib", "--strict-markers"),
    *("-p", "no:cacheprovider", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")),
)


class _Changed(importlib.machinery.SourceFileLoader):
    """Loads a module from another text than that of its file."""

    def __init__(self, mutation: Mutation) -> None:
        super().__init__(mutation.module, str(mutation.file))
        self.text = mutation.source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one module, in its changed form."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation
        self.loader = _Changed(mutation)

    def find_spec(
        self, fullname: str, path: Any, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.mutation.module:
            return None
        file = self.mutation.file
        inside = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, file, loader=self.loader, submodule_search_locations=inside
        )


class _Watch:
    """A plugin of pytest: the first failure, and whether it is one of what a test asserts."""

    def __init__(self) -> None:
        self.passed = 0
        self.found: dict[str, str] | None = None

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and self.found is None:
            self.found = {"result": "broken", "by": report.nodeid, "how": str(report.longrepr)}

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if call.excinfo is None:
            self.passed += call.when == "call"
            return
        error = call.excinfo.value
        if self.found is None and not call.excinfo.errisinstance(_skipped()):
            asserted = call.when == "call" and call.excinfo.errisinstance(_asserted())
            how = f"{type(error).__name__}: {error}".split("\n")[0]
            result = "killed" if asserted else "broken"
            self.found = {"result": result, "by": item.nodeid, "how": how}


def _asserted() -> tuple[type[BaseException], ...]:
    """What a test raises when the package does not behave, and what the package then refuses."""
    import pytest

    from fdp_sym.errors import FdpError

    return AssertionError, pytest.fail.Exception, FdpError


def _skipped() -> tuple[type[BaseException], ...]:
    import pytest

    return (pytest.skip.Exception,)


def _run_tests(tests: tuple[str, ...]) -> dict[str, str]:
    import pytest

    watch = _Watch()
    paths = [str(ROOT / "tests" / test) for test in tests]
    code = pytest.main([*_OPTIONS, *paths], plugins=[watch])
    if watch.found is not None:
        return watch.found
    if code != 0 or not watch.passed:
        return {"result": "broken", "how": f"pytest ends with status {int(code)}"}
    return {"result": "survived", "how": f"{watch.passed} tests pass"}


def _child(mutation: Mutation | None, tests: tuple[str, ...]) -> dict[str, str]:
    """In a process of its own: import the package with the mistake and run the tests."""
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    signal.alarm(_MOST_WAITING)
    gc.set_threshold(100_000, 50, 50)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("PYTEST_ADDOPTS", None)
    os.chdir(ROOT)
    if mutation is not None:
        finder = _Finder(mutation)
        sys.meta_path.insert(0, finder)
        try:
            module = importlib.import_module(mutation.module)
        except Exception as error:
            return {"result": "broken", "how": f"{type(error).__name__} on import: {error}"}
        if module.__loader__ is not finder.loader:
            return {"result": "broken", "how": f"{mutation.module} was imported before"}
    return _run_tests(tests)


def answer(mutation: Mutation | None, tests: tuple[str, ...]) -> dict[str, Any]:
    """What becomes of a mistake (or none): killed, survived, broken, stale or stopped."""
    if any(name.split(".")[0] == PACKAGE for name in sys.modules):
        raise AssertionError("the package is loaded already, and a child would use it unchanged")
    if mutation is not None:
        try:
            _ = mutation.source
        except Stale as error:
            return {"result": "stale", "how": str(error), "seconds": 0.0}
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.close(read)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            found = _child(mutation, tests)
            os.write(write, json.dumps(found)[:4000].encode() + b"\n")
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        text = pipe.read()
    _, _, used = os.wait4(child, 0)
    found = json.loads(text) if text else {"result": "stopped", "how": "no answer of the child"}
    return {**found, "seconds": round(used.ru_utime + used.ru_stime, 2)}


def _load_libraries() -> None:
    from _pytest.config import get_config

    for name in _LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    get_config()  # loads the plugins that belong to pytest
    gc.collect()
    gc.freeze()  # so that children share the memory


def _by_name(name: str) -> dict[str, Any]:
    """The answer to one name; ``unchanged`` runs the tests of all without a mistake."""
    if name == "unchanged":
        tests = dict.fromkeys(test for m in MUTATIONS.values() for test in m.tests)
        return answer(None, tuple(tests))
    return answer(MUTATIONS[name], MUTATIONS[name].tests)


def _table(names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names:
        found = _by_name(name)
        wrong = MUTATIONS[name].wrong if name in MUTATIONS else "nothing"
        by = found.get("by", "").split("::")[-1] or found["how"]
        print(f"{found['result']:9} {found['seconds']:6.2f}  {name}: {wrong} [{by}]", flush=True)
        yield name, found


def main(arguments: list[str]) -> int:
    """Run the mutations of these names, or all of them."""
    _load_libraries()
    if arguments == ["--serve"]:
        for line in sys.stdin:
            given, tests = json.loads(line)
            mutation = given and Mutation(**{**given, "tests": tuple(tests)})
            print(json.dumps(answer(mutation, tuple(tests))), flush=True)
        return 0
    unknown = sorted(set(arguments) - set(MUTATIONS) - {"unchanged"})
    if unknown:
        print(f"unknown: {', '.join(unknown)}", file=sys.stderr)
        return 2
    start = time.monotonic()
    found = dict(_table(arguments or ["unchanged", *MUTATIONS]))
    counts: dict[str, int] = {}
    for name, one in found.items():
        if name != "unchanged":
            counts[one["result"]] = counts.get(one["result"], 0) + 1
    used = sum(one["seconds"] for one in found.values())
    summary = ", ".join(f"{n} {result}" for result, n in sorted(counts.items()))
    print(f"{summary}; {used:.0f} s of processor time, {time.monotonic() - start:.0f} s in all")
    wanted = {name: "survived" if name == "unchanged" else "killed" for name in found}
    return int(any(one["result"] != wanted[name] for name, one in found.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
