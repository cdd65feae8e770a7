"""Digests: a result is reused only while everything that it depends on is unchanged.

The digest of an entry covers its claim, domains, hypotheses, definitions, checks and mutants; the
whole file of every class or function they reach; the statements of the entries it uses; and the
engine: the source of the whole package and the versions of the libraries that decide.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from sympy import Basic, Dummy, Lambda
from sympy.core.function import AppliedUndef, FunctionClass, UndefinedFunction
from sympy.printing.repr import ReprPrinter

from ..errors import UnsupportedError
from ..symbols import Real, alpha
from .fingerprint import PACKAGE, engine_digest
from .statements import Generic

__all__ = ["entry_digest"]

_KNOWN = ("sympy.", "fdp_sym.")
_BUILT_IN = ("builtins", "fractions", "numpy")


class _Canonical(ReprPrinter):  # type: ignore[misc]
    """`srepr` with domains of symbols, and dummies numbered in order of appearance."""

    def __init__(self) -> None:
        # terms as SymPy keeps them: sorting them as they are printed takes half of the time
        super().__init__({"order": "none"})
        self.dummies: dict[Any, str] = {}

    def _print_Real(self, symbol: Real) -> str:
        return _symbol(symbol)

    def _print_Dummy(self, symbol: Dummy) -> str:
        return self.dummies.setdefault(symbol, f"Dummy({len(self.dummies)})")

    def _print_Lambda(self, function: Lambda) -> str:
        return f"Lambda({self._print(function.signature)}, {self._print(function.expr)})"


@lru_cache(maxsize=4096)
def _symbol(symbol: Real) -> str:
    return f"Real({symbol.name!r}, {_Canonical().doprint(symbol.domain)})"


def canonical(value: Any) -> str:
    """A deterministic text that determines ``value``, the bodies of its functions included."""
    if isinstance(value, UndefinedFunction) and issubclass(value, Generic):
        return f"generic({value.__name__}, {sorted(value.facts)}, {value.bounds}, " + (
            f"{canonical(value.instances)})"
        )
    if isinstance(value, FunctionClass):
        return f"{value.__name__}{_source_of(value)}"
    if isinstance(value, Basic):
        text = _Canonical().doprint(value)
        return text + "".join(sorted(canonical(f) for f in _functions_in(value)))
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{canonical(k)}:{canonical(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ",".join(canonical(v) for v in value) + ")"
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(sorted(canonical(v) for v in value)) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        body = ",".join(f"{f.name}={canonical(getattr(value, f.name))}" for f in fields(value))
        return f"{type(value).__name__}({body}){_source_of(type(value))}"
    if inspect.isfunction(value) or inspect.ismethod(value):
        return _source_of(value) or inspect.getsource(value)
    text = f"{type(value).__name__}:{value!r}{_source_of(type(value))}"
    if hasattr(value, "factors"):  # a product has no formula
        return text + canonical(value.factors)
    # a trade-off function prints its parameters, but not in which domains they lie
    return text + _formula_of(value) if hasattr(value, "formula") else text


def _formula_of(function: Any) -> str:
    """The formula; where there is none the parameters, among them other functions."""
    try:
        return canonical(function.formula(alpha))
    except UnsupportedError:
        return canonical(function.parameters)


def _functions_in(value: Basic) -> set[Any]:
    """Function classes whose definition the text of an expression does not show."""
    found = set()
    for node in _nodes(value):
        kind = type(node)
        module = getattr(kind, "__module__", None) or ""
        if isinstance(node, (Generic, AppliedUndef)) or not _is_known(module):
            found.add(kind)
    return found


def _nodes(value: Basic) -> list[Basic]:
    found, stack = [], [value]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(a for a in node.args if isinstance(a, Basic))
    return found


def _is_known(module: str) -> bool:
    """Whether the engine's digest says what is in a module."""
    return module in _BUILT_IN or (
        module.startswith(_KNOWN) and not f"{module}.".startswith(f"{PACKAGE}.")
    )


def _source_of(thing: Any) -> str:
    """The file of a class or function: what it says may rest on all that stands beside it."""
    module = getattr(thing, "__module__", None) or ""
    if _is_known(module) or isinstance(thing, UndefinedFunction):
        return ""
    return "".join(map(_text_of, (sys.modules.get(module), thing)))


def _text_of(thing: Any) -> str:
    try:
        return inspect.getsource(thing)
    except (OSError, TypeError):
        return f"<no source: {thing}>"


def entry_digest(entry: Any, library: Mapping[str, Any]) -> str:
    """Digest of an entry together with the statements of everything that it uses.

    Parameters
    ----------
    entry : Entry
        The entry.
    library : mapping of id to Entry
        Where the ids in ``uses`` are looked up; unknown ids enter as such.
    """
    text = hashlib.sha256(engine_digest().encode())
    text.update(_content(entry).encode())
    for name in entry.uses:
        used = library.get(name)
        text.update(f"uses {name}:".encode())
        if used is not None:
            text.update(_content(used).encode())
    return text.hexdigest()


@lru_cache(maxsize=4096)
def _content_cached(key: int, entry: Any) -> str:
    return canonical(entry)


def _content(entry: Any) -> str:
    # entries hash by id only, so the identity of the object takes part in the key
    return _content_cached(id(entry), entry)
