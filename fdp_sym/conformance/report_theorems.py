"""What the theorem of a vector says: its title and source, read off the proof file as text."""

from __future__ import annotations

import ast
from functools import lru_cache

from ..theorems.fingerprint import proof_files

__all__ = ["theorem_text"]


@lru_cache(maxsize=1024)
def theorem_text(id: str) -> str:
    """The id of a theorem with its title and source, without loading any proof.

    Examples
    --------
    >>> theorem_text("drs-2.13")
    'drs-2.13: Duality for Gaussian differential privacy (dong2022gdp, Corollary 2.13)'
    """
    for path in proof_files():
        text = path.read_text(encoding="utf-8")
        if f'"{id}"' not in text:
            continue
        tree = ast.parse(text)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for call in calls:
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            if _constant(given.get("id")) == id and "title" in given:
                source = _source(given.get("source"), tree)
                return f"{id}: {_constant(given['title'])}{f' ({source})' if source else ''}"
    return id


def _constant(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _source(node: ast.expr | None, tree: ast.Module) -> str:
    """``key, locator`` of a call of cite, or of a name that was given one."""
    if isinstance(node, ast.Name):
        for made in tree.body:
            if isinstance(made, ast.Assign) and ast.dump(made.targets[0]).startswith(
                f"Name(id='{node.id}'"
            ):
                return _source(made.value, tree)
    if isinstance(node, ast.Call):
        return ", ".join(filter(None, map(_constant, node.args)))
    return ""
