"""Nothing in the package turns data into code: every place that could is listed here, and why."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from guard import tried

import fdp_sym
from fdp_sym import from_pair, mixture
from fdp_sym.balls import enclose
from fdp_sym.balls.recheck import recheck
from fdp_sym.checking import check
from fdp_sym.errors import FdpError
from fdp_sym.latex.printed import read_printed
from fdp_sym.signs import possible_signs
from fdp_sym.symbols import integer, mu, real
from fdp_sym.theorems import Sup
from fdp_sym.tradeoff import Gaussian, Laplace, PiecewiseLinear, from_guarantees

ROOT = Path(fdp_sym.__file__).parent

# names that run, unpickle or import what they are given; of modules, those that do
CALLS = {"eval", "exec", "compile", "__import__", "parse_expr", "import_module", "exec_module"}
MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "runpy", "code"}
SUSPECT = re.compile(
    r"\b(eval|exec|exec_module|import_module|__import__|parse_expr|pickle|cloudpickle|marshal|shelve"
    r"|dill|joblib|yaml|runpy|import code|compile|os\.system|popen|Popen|subprocess)\b"
)
COMMANDS = {"system", "popen", "Popen", "check_output", "check_call", "call"}

ALLOWED = {
    "_lazy.py": {"import_module": 2},  # public names of the package itself
    "vectors/families/__init__.py": {"import_module": 1},  # modules of the package itself
    "theorems/fingerprint.py": {"import_module": 1},  # the package of the shipped proofs
    "theorems/loader.py": {"compile": 1, "exec_module": 1},  # proof files are programs
    "conformance/adapters/serve.py": {"import_module": 2},  # an accountant that the user names
    "conformance/process.py": {"Popen": 1},  # the command that the user gives
}


def found_in(source: str) -> Counter[str]:
    """How often a module calls what runs data, or imports what unpickles it."""
    found: Counter[str] = Counter()
    if not SUSPECT.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name) and function.id in CALLS:
                found[function.id] += 1
            if isinstance(function, ast.Attribute):
                name = function.attr
                of = function.value.id if isinstance(function.value, ast.Name) else ""
                # compilers of expressions compile no Python, and models evaluate terms
                if name in CALLS and (of == "builtins" or name not in ("compile", "eval")):
                    found[name] += 1
                if name in COMMANDS and of in ("os", "subprocess"):
                    found[name] += 1
        if isinstance(node, ast.Import):
            found.update(a.name for a in node.names if a.name.partition(".")[0] in MODULES)
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            module = (node.module or "").partition(".")[0]
            found.update([module] if module in MODULES else [])
            found.update(a.name for a in node.names if a.name in COMMANDS)
    return found


def test_every_use_is_listed() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): dict(uses)
        for path in sorted(ROOT.rglob("*.py"))
        if (uses := found_in(path.read_text(encoding="utf-8")))
    }
    assert found == ALLOWED


@pytest.mark.parametrize(
    "source",
    [
        *("eval('1')", "import builtins\nbuiltins.exec('1')", "compile('1', '', 'eval')"),
        *("import pickle", "from pickle import loads", "import yaml as y", "__import__('os')"),
        *(
            "import os\nos.system('ls')",
            "from subprocess import Popen",
            "x.parse_expr('1')",
        ),
    ],
)
def test_uses_are_seen(source: str) -> None:
    assert found_in(source)


# SymPy's ``sympify`` runs the strings that it is given, and so do its functions; what comes from
# outside goes through ``exact``, ``parse`` and ``relations`` first, which do not.


def readers_of_text(source: str) -> int:
    """Calls of sympify that would run a string: without ``strict=True``."""
    if "sympify(" not in source:
        return 0
    return sum(
        isinstance(node, ast.Call)
        and "sympify" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
        and not any(keyword.arg == "strict" for keyword in node.keywords)
        for node in ast.walk(ast.parse(source))
    )


# of expressions that the package itself has made
SYMPIFIED = {
    "balls/certificate.py",
    "balls/compiler.py",
    "checking.py",
    "divergences/renyi_dp.py",
    "opinions/algebraic.py",
    "theorems/checks.py",
    "tradeoff/profile.py",
}


def test_sympify_gets_no_text() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if readers_of_text(path.read_text(encoding="utf-8"))
    }
    assert found <= SYMPIFIED


TEXT = "__import__('os').getcwd()"


@pytest.mark.parametrize(
    "call",
    [
        lambda: Gaussian(TEXT),
        lambda: Gaussian(1).delta(TEXT),
        lambda: Gaussian(1)(TEXT),
        lambda: Gaussian(1) ** TEXT,
        lambda: Laplace(1).group(TEXT),
        lambda: Laplace(1).subsample(TEXT),
        lambda: Laplace(1).poisson(TEXT, direction="add"),
        lambda: Laplace(1).poisson("1/2", direction=TEXT),
        lambda: Gaussian(1).subs({"mu": TEXT}) and Gaussian(mu).subs({mu: TEXT}),
        lambda: PiecewiseLinear([(0, TEXT), (1, 0)]),
        lambda: PiecewiseLinear([(0, 1), (1, 0)], given=[TEXT]),
        lambda: from_pair([TEXT], [TEXT], given=TEXT),
        lambda: from_guarantees([(TEXT, 0)]),
        lambda: mixture([(TEXT, Gaussian(1))]),
        lambda: real("x", TEXT),
        lambda: integer("x", TEXT),
        lambda: check(TEXT),
        lambda: check("x <= 1", given=TEXT),
        lambda: check("x <= 1", box={"x": (0, TEXT)}),
        lambda: enclose(TEXT),
        lambda: recheck(TEXT),
        lambda: Sup(TEXT, (mu, 0, 1)),
        lambda: possible_signs(TEXT),
        lambda: read_printed(f"exp({TEXT!r})", {}) or real("x", TEXT),
    ],
)
def test_text_is_no_program_in_python_either(call: Callable[[], object]) -> None:
    assert isinstance(tried(lambda _: call(), None), (FdpError, AttributeError))
