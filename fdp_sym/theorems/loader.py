"""Find and load proof files: by path, under canonical names, one broken file spoiling no other."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from ..errors import FdpError
from .entries import Entry
from .fingerprint import PACKAGE, proof_files, proof_roots

__all__ = ["Broken", "Library", "load"]


@dataclass(frozen=True)
class Broken:
    """A proof file that could not be loaded."""

    id: str
    path: Path
    reason: str


@dataclass
class Library:
    """Loaded entries by id, where each came from, and what could not be loaded."""

    entries: dict[str, Entry] = field(default_factory=dict)
    origin: dict[str, Path] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)


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
    if path.is_dir():
        found = sorted(p for p in path.rglob("*.py") if not p.name.startswith("_"))
        if not found:
            raise FdpError(f"{path}: the folder has no proof file (*.py)")
        yield from found
    elif path.is_file():
        if path.suffix != ".py":
            raise FdpError(f"{path}: allowed are proof files, whose names end in .py, and folders")
        yield path
    else:
        raise FdpError(f"{path}: no such file or folder; give an entry id, a file or a folder")


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


def _execute(path: Path) -> ModuleType:
    name = _canonical_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # inspect.getsource and pickling look functions up there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _place(error: BaseException, path: Path) -> str:
    """The line of the file at which an error arose; a syntax error says so itself."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).name == path.name]
    return f" (line {lines[-1]})" if lines else ""


def _add(library: Library, path: Path) -> None:
    known = {*library.origin.values(), *(broken.path for broken in library.broken)}
    if path.resolve() in {p.resolve() for p in known}:
        return
    try:
        module = _execute(path)
    except (Exception, SystemExit) as error:  # that file's error alone
        reason = f"{type(error).__name__}: {error}{_place(error, path)}"
        library.broken.append(Broken(path.stem, path, reason))
        return
    entries = list({id(v): v for v in vars(module).values() if isinstance(v, Entry)}.values())
    if not entries:
        library.broken.append(Broken(path.stem, path, "the file defines no entry"))
    for entry in entries:
        if entry.id in library.entries:
            reason = f"id {entry.id!r} is already defined in {library.origin[entry.id]}"
            library.broken.append(Broken(f"{path.stem}", path, reason))
            continue
        library.entries[entry.id] = entry
        library.origin[entry.id] = path
