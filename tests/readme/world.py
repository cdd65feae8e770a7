"""What a reader has at hand when the documentation's commands are run; nothing here is a test.

Commands run in this process, in a folder with the files that the documents speak of. What would
take long, or is not at hand, has a stand-in:

* the suite is one file of it, and entries of no weight with the other ids that the documents name
  (the whole of it is for the slow tests);
* work is done in this process, whatever ``--jobs`` and ``--dask`` say;
* accountants are asked a few vectors of each family and a few laws; the corpus that is built and
  checked has three vectors;
* ``VENV/bin/python``, where a released accountant would live, serves an accountant of ours;
* values are computed in this process and not in one of their own.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fdp_sym.proofs
import pytest
from commands import ROOT, Command, blocks

import fdp_sym.vectors.build as build
import fdp_sym.vectors.corpus
import fdp_sym.vectors.lint as lint
from fdp_sym import cli, cli_values, executors, vectors
from fdp_sym.conformance import standard_laws
from fdp_sym.theorems import runner
from fdp_sym.vectors import families
from fdp_sym.vectors.corpus import file_text

KEPT = "dong2022gdp/eq_6.py"
HEAD = """
from sympy import Interval, exp
from fdp_sym.theorems import Axiom, Claim, Le, Note, Theorem, boxed, cite, counterexample, real
from fdp_sym.theorems import symbolic

x = real("x", Interval(0, 1))
drs, kov = cite("dong2022gdp", "here"), cite("kairouz2015composition", "there")
box = Theorem(id="box", title="On a box", source=drs, claim=Le(exp(x) + x, 4),
              checks=(boxed({x: (0, 1)}),), mutants=(Le(exp(x), 2), Le(x, 0)))
"""
KINDS = {
    "axiom": 'Axiom(id="{}", title="Cited", source=drs, statement="given")',
    "note": 'Note(id="{}", title="Said", source=drs, statement="given")',
    "theorem": 'Theorem(id="{}", title="Small", source=kov, claim=Le(x, 1), checks=(symbolic(),), '
    "mutants=(Le(2 * x, 1), Le(3 * x, 1)))",
    "claim": 'Claim(id="{}", title="Printed", number=1, source=kov, claim=Le(2 * x, 1), '
    "checks=(counterexample(),))",
}
ACCOUNTANT = """
from zcdp import accountant
factory = accountant
"""
SERVER = """#!/bin/sh
exec {python} -m fdp_sym.conformance.serve {factory}
"""


class World:
    """A folder in which the commands of the documentation are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, text: str) -> tuple[int, str, str]:
        """Exit status, standard output and standard error of a command line."""
        status, out, err = 0, "", ""
        for part in text.split(" && "):
            words, target = shlex.split(part), None
            if len(words) > 2 and words[-2] == ">":
                target = words[-1]
                words = words[:-2]
            status, written, said = self._program(words)
            if target:
                (self.folder / target).write_text(written, encoding="utf-8")
            else:
                out += written
            err += said
            if status:
                break
        return status, out, err

    def _program(self, words: list[str]) -> tuple[int, str, str]:
        if words[0] == "fdp-sym":
            return in_process(words[1:])
        path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
        done = subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, done.stdout, done.stderr


def in_process(arguments: list[str]) -> tuple[int, str, str]:
    """The command line with these arguments, without a process of its own."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.main(arguments)
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    return status, out.getvalue(), err.getvalue()


def write_files(text: str, folder: Path) -> None:
    """Write every block of the form ``LANGUAGE file=NAME`` to that file."""
    for language, name in re.findall(r"^```(\w+) file=(\S+)$", text, re.M):
        ((_, body),) = blocks(text, f"{language} file={name}")
        (folder / name).write_text(body, encoding="utf-8")


def furnish(folder: Path) -> None:
    """The files that the documents speak of."""
    write_files((ROOT / "README.md").read_text(encoding="utf-8"), folder)
    (folder / "my_proofs").mkdir()
    for copy in ("p.py", "my_proofs/mine.py"):
        (folder / copy).write_text((folder / "mine.py").read_text(), encoding="utf-8")
    (folder / "mine.bib").write_text("@misc{me, author = {Me}, title = {A note}, year = 2026}\n")
    (folder / "mypkg").mkdir()
    for module in ("__init__", "accounting", "fdp"):
        (folder / "mypkg" / f"{module}.py").write_text(ACCOUNTANT)
    (folder / "known.txt").write_text("# nothing is known to fail\n")
    (folder / "VENV" / "bin").mkdir(parents=True)
    for name in ("my-accountant", "VENV/bin/python"):
        program = folder / name
        program.write_text(
            SERVER.format(python=shlex.quote(sys.executable), factory="mypkg:factory")
        )
        program.chmod(0o755)


def small_suite(folder: Path, commands: Iterable[Command]) -> None:
    """One file of the suite, entries with the other ids that the commands name, and references."""
    proofs = Path(next(iter(fdp_sym.proofs.__path__)))
    words = {word for command in commands for word in shlex.split(command.text)}
    rows = [row.split() for row in (proofs / "STATUS").read_text().splitlines() if row[0] != "#"]
    kept = (proofs / KEPT).read_text(encoding="utf-8")
    wanted = {*words, "neyman-pearson"} - {*re.findall(r'id="(.*?)"', kept)}
    named = {name: kind for name, kind, *_ in rows if name in wanted}
    entries = [f"_{i} = {KINDS[kind]}".format(name) for i, (name, kind) in enumerate(named.items())]
    (folder / "paper").mkdir(parents=True)
    (folder / "paper" / Path(KEPT).name).write_text(kept, encoding="utf-8")
    (folder / "paper" / "statements.py").write_text("\n".join([HEAD, *entries, ""]))
    status = {"axiom": "cited", "note": "cited", "theorem": "proved", "claim": "refuted"}
    recorded = [f"{name} {kind} {status[kind]} -\n" for name, kind in named.items()]
    (folder / "STATUS").write_text("".join(recorded))
    references = re.split(r"\n(?=@)", (proofs / "references.bib").read_text())
    cited = re.findall(r'cite\("(\w+)"', HEAD)
    known = [text for text in references if text[text.find("{") + 1 :].split(",")[0] in cited]
    (folder / "references.bib").write_text("\n".join(known))


def few_vectors(*arguments: Any) -> tuple[Any, ...]:
    """What loading vectors gives: some of each family."""
    groups = groupby(vectors.corpus.load(*arguments), key=lambda vector: vector.family)
    families_ = [list(group) for _, group in groups]
    return tuple(v for members in families_ for v in members[:: max(1, len(members) // 6)])


def small_corpus(folder: Path) -> Any:
    """Files of three vectors, and the module of their questions."""
    whole = families.discover()["gaussian"]
    three = list(islice(whole.questions(), 3))
    data = json.loads((Path(vectors.__file__).parent / "gaussian.json").read_text(encoding="utf-8"))
    known = {vector["id"]: vector for vector in data["vectors"]}
    for family, path in (("gaussian", folder / "vectors"), ("mine", folder)):
        path.mkdir(exist_ok=True)
        kept = [{**known[q.id("gaussian")], "id": q.id(family)} for q in three]
        kept.sort(key=lambda vector: vector["id"])
        flags = {flag for vector in kept for flag in vector["flags"]}
        notes = {flag: note for flag, note in data["notes"].items() if flag in flags}
        text = file_text({**data, "family": family, "notes": notes, "vectors": kept})
        (path / f"{family}.json").write_text(text, encoding="utf-8")
    return SimpleNamespace(notes=whole.notes, questions=lambda: iter(three))


def reports(work: Any, arguments: tuple[Any, ...], timeout: float | None) -> Iterator[Any]:
    """What the work reports, in this process."""
    found: list[Any] = []
    work(found.append, *arguments)
    yield from found


@contextlib.contextmanager
def real_world(folder: Path) -> Iterator[World]:
    """A furnished folder, without stand-ins but ``VENV/bin/python``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.syspath_prepend(folder)
        yield World(folder)


def stand_ins(folder: Path, commands: Iterable[Command]) -> Callable[[pytest.MonkeyPatch], None]:
    """What makes the world small: the files of it in the folder, and then all the patches."""
    small_suite(folder / "suite", commands)
    three = small_corpus(folder)
    laws = standard_laws.standard_laws()[:2]

    def applied(patch: pytest.MonkeyPatch) -> None:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setattr(fdp_sym.proofs, "__path__", [str(folder / "suite")])
        patch.setattr(runner, "_loaded", {})
        patch.setattr(executors, "workers", lambda *_, **__: contextlib.nullcontext())
        patch.setattr(cli_values, "reports", reports)
        patch.setattr(standard_laws, "standard_laws", lambda: laws)
        patch.setattr(vectors, "load", few_vectors)
        patch.setattr(vectors, "__file__", str(folder / "vectors" / "__init__.py"))
        patch.setattr(lint, "__file__", str(folder / "vectors" / "lint.py"))
        patch.setattr(build, "discover", lambda: {"gaussian": three})

    return applied
