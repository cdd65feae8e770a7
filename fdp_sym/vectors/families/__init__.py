"""The questions of the corpus, one module a family: ``notes`` and ``questions()``, no values.

A module ``some_family`` makes the file ``some-family.json``. Its ``notes`` explain each flag in a
sentence; ``questions()`` yields `fdp_sym.vectors.questions.Question`.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType

__all__ = ["discover"]


def discover() -> dict[str, ModuleType]:
    """The modules by the names of their families, sorted."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name.replace("_", "-"): import_module(f"{__name__}.{name}") for name in names}
