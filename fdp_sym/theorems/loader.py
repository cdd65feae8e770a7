"""Find and load proof files: by path, under canonical names, one broken file spoiling no other.

A proof file is a program: to load it is to run it, with all that its author may do to whoever runs
it. Whatever it raises is its own error, except for Ctrl-C; what it prints goes to standard error.
Nothing here keeps it from running forever, from ending the process, or from changing the checker.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from ..collecting import seldom_collected
from ..errors import DomainError, FdpError
from ..untrusted import printable, read_text
from .entries import Entry
from .fingerprint import PACKAGE, proof_files, proof_roots

__all__ = ["Broken", "Library", "load"]

_MOST_BYTES = 1 << 20  # of a proof file


@dataclass(frozen=True)
class Broken:
    """A proof file that could not be loaded."""

    id: str
    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{printable(str(self.path), 200)}: {self.reason}"


@dataclass
class Library:
    """Loaded entries by id, where each came from, what could not be loaded, and all files."""

    entries: dict[str, Entry] = field(default_factory=dict)
    origin: dict[str, Path] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)


@seldom_collected()
def load(paths: Iterable[str | Path] = ()) -> Library:
    """The shipped suite and, after it, the proof files under ``paths`` (files or folders)."""
    library = Library()
    for path in proof_files():
        _add(library, path)
    for given in paths:
        for path in _expand(Path(given)):
            _add(library, path)
    return library


def _expand(path: Path) -> Iterator[Path]:
    shown = printable(str(path), 200)
    if os.path.isdir(path):  # False where pathlib raises, as for names that are too long
        found = sorted(p for p in path.rglob("*.py") if not p.name.startswith("_"))
        if not found:
            raise FdpError(f"{shown}: the folder has no proof file (*.py)")
        yield from found
    elif os.path.isfile(path):
        if path.suffix != ".py":
            raise FdpError(f"{shown}: allowed are proof files, whose names end in .py, and folders")
        yield path
    else:
        raise FdpError(f"{shown}: no such file or folder; give an entry id, a file or a folder")


def _canonical_name(path: Path) -> str:
    """fdp_sym.proofs.paper.file for shipped files, a name of its own for others."""
    for root in proof_roots():
        try:
            relative = path.resolve().relative_to(root.resolve())
        except ValueError:
            continue
        return ".".join([PACKAGE, *relative.with_suffix("").parts])
    # the same name in every process, so that what the file defines can be sent to workers
    mark = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    return f"fdp_sym_proof_{mark}_{path.stem}"


class _Source(SourceFileLoader):
    """Compiles what the file says: a compiled copy beside it may be of another text."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(
            read_text(self.path, _MOST_BYTES), self.path, "exec", dont_inherit=True
        )
        return code


def _module(path: Path) -> ModuleType:
    """The executed file; a shipped one is executed once in a process, unless it changes."""
    if not _canonical_name(path).startswith(f"{PACKAGE}."):
        return _execute(path)
    stat = os.stat(path)
    return _shipped(path, stat.st_mtime_ns, stat.st_size)


@cache
def _shipped(path: Path, changed: int, size: int) -> ModuleType:
    return _execute(path)


def _execute(path: Path) -> ModuleType:
    name = _canonical_name(path)
    spec = importlib.util.spec_from_file_location(name, path, loader=_Source(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # inspect.getsource and pickling look functions up there
    try:
        with redirect_stdout(sys.stderr):  # standard output is for results
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _reason(error: BaseException, path: Path) -> str:
    """What an error says, and the line of the file at which it arose."""
    try:
        text = printable(str(error))
    except Exception:
        text = "it does not say why"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).name == path.name]
    if isinstance(error, DomainError) and not lines:  # of reading it
        return text
    return f"{type(error).__name__}: {text}" + (f" (line {lines[-1]})" if lines else "")


def _add(library: Library, path: Path) -> None:
    place = os.path.realpath(path)
    if place in library.seen:
        return
    library.seen.add(place)
    stem = printable(path.stem, 100)
    try:
        found = _entries(_module(path))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # that file's error alone
        library.broken.append(Broken(stem, path, _reason(error, path)))
        return
    if not found:
        library.broken.append(Broken(stem, path, "the file defines no entry"))
    for name, entry in found:
        if name in library.entries:
            reason = f"id {name!r} is already defined in {library.origin[name]}"
            library.broken.append(Broken(stem, path, reason))
            continue
        library.entries[name] = entry
        library.origin[name] = path


def _entries(module: ModuleType) -> list[tuple[str, Entry]]:
    """The entries that a file defines; told by their type, as an object may lie about its class."""
    values = (value for value in vars(module).values() if issubclass(type(value), Entry))
    entries = list({id(value): value for value in values}.values())
    for entry in entries:
        Entry.__post_init__(entry)  # it may have been changed since it was made
    return [(entry.id, entry) for entry in entries]
