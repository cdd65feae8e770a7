"""The public names: lazy, complete, and never hidden by a module of the same name."""

import importlib
import pkgutil

import fdp_sym


def test_no_module_hides_a_public_name() -> None:
    """Importing ``fdp_sym.name`` would replace the public ``fdp_sym.name`` by the module."""
    modules = {module.name for module in pkgutil.iter_modules(fdp_sym.__path__)}
    assert modules.isdisjoint(fdp_sym.__all__)


def test_every_public_name_resolves() -> None:
    for package in ("fdp_sym", "fdp_sym.theorems"):
        module = importlib.import_module(package)
        for name in module.__all__:
            assert getattr(module, name) is not None
