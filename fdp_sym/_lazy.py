"""Names of a package that are imported when first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["attach"]


def attach(
    package: str, table: Mapping[str, tuple[str, ...]], modules: tuple[str, ...] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    table : mapping of str to tuple of str
        Relative module name to the names that it supplies.
    modules : tuple of str
        Modules of the package that are reached as its attributes without an import of their own.
    """
    module_of = {name: module for module, names in table.items() for name in names}
    names = sorted(module_of)

    def getattr_(name: str) -> Any:
        if name in modules:
            return import_module(f".{name}", package)
        if name not in module_of:
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}",
                name=name,
                obj=sys.modules[package],  # for Python to suggest a near name
            )
        value = getattr(import_module(module_of[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return getattr_, lambda: sorted([*names, *modules]), names
