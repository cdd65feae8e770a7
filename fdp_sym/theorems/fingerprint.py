"""Fingerprints of files: of the checking engine, and of the whole shipped suite.

They are made without importing SymPy, so that an unchanged suite is recognised at once.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

__all__ = [
    "PACKAGE",
    "engine_digest",
    "proof_files",
    "proof_roots",
    "sources_digest",
    "suite_fingerprint",
]

PACKAGE = "fdp_sym.proofs"


def proof_roots() -> list[Path]:
    """The folders of the shipped proof files."""
    try:
        return [Path(root) for root in importlib.import_module(PACKAGE).__path__]
    except ModuleNotFoundError:
        # a checkout that is not installed: the proofs lie beside the package
        return [Path(__file__).resolve().parents[2] / "proofs"]


def proof_files() -> list[Path]:
    """The files of the shipped suite, in order: the papers first, audited claims last."""
    found = {
        path
        for root in proof_roots()
        for path in root.rglob("*.py")
        if not path.name.startswith("_")
    }
    return sorted(found, key=lambda path: ("claims" in path.parts, path))


# what is printed, drawn or handed to accountants does not change what is decided
_AFTERWARDS = (
    *("proofs/", "latex/", "plots/", "vectors/", "conformance/"),
    *("opinions/", "mutants/", "cli"),
)


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """Digest of the checking engine: package source and versions of the deciding libraries."""
    text = hashlib.sha256(sources_digest(Path(__file__).resolve().parents[1], _AFTERWARDS).encode())
    for library in ("sympy", "mpmath", "python-flint", "numpy"):
        text.update(f"{library}=={version(library)}\0".encode())
    return text.hexdigest()


def sources_digest(folder: Path, left_out: tuple[str, ...] = ()) -> str:
    """Digest of the modules in a folder but those whose relative path starts so."""
    text = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder).as_posix()
        if not relative.startswith(left_out):
            text.update(relative.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()


def suite_fingerprint() -> str:
    """Digest of the engine and of every shipped proof file.

    The files import nothing but SymPy and this package, so that nothing about the suite can
    change without changing it.
    """
    text = hashlib.sha256(engine_digest().encode())
    text.update(f"Python {sys.version_info[:2]}\0".encode())
    for path in proof_files():
        text.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()
