"""Who may import what: flint only the balls, the proofs nobody, and nothing heavy at start."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imported(source: str) -> Iterator[str]:
    """Absolute names of all modules that a source text imports, at any depth of it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers(package: str, *folders: str) -> list[str]:
    """Files below ``folders`` that import ``package`` or something inside it."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if any(
            name == package or name.startswith(f"{package}.")
            for name in imported(path.read_text(encoding="utf-8"))
        )
    )


def test_only_the_balls_import_flint() -> None:
    outside = [
        name
        for name in importers("flint", "fdp_sym", "proofs", "tests")
        # the benchmarks measure against flint used by hand
        if not name.startswith(("fdp_sym/balls/", "tests/balls/", "tests/benchmarks/"))
    ]
    assert outside == []


def test_proofs_are_loaded_by_path_never_imported() -> None:
    assert importers("fdp_sym.proofs", "fdp_sym", "proofs") == []
    assert importers("proofs", "fdp_sym", "proofs", "tests") == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import flint", ["flint"]),
        ("def f():\n    from flint import arb", ["flint.arb"]),
        ("from fdp_sym import proofs", ["fdp_sym.proofs"]),
        ("from . import flint", []),
    ],
)
def test_imports_are_found(source: str, names: list[str]) -> None:
    assert list(imported(source)) == names


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"sympy", "mpmath", "numpy", "scipy", "flint", "matplotlib", "tqdm", "argparse"}
    program = f"import sys, fdp_sym; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
