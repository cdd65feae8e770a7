"""The commands that the documentation shows, wherever it shows them; nothing here is a test."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fdp_sym import cli

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"^ *(?:\$ )?((?:fdp-sym|pytest|pip|python3?|pdflatex|jupytext) .*)$", re.M)


@dataclass(frozen=True)
class Command:
    """A command line, where it is shown, and what is printed below it, if anything."""

    where: str
    text: str
    output: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


def documented() -> list[Command]:
    """Every command that a reader is told to run, each once."""
    found = [*in_markdown((ROOT / "README.md").read_text(encoding="utf-8"), "README")]
    found += in_help()
    for path in sorted((ROOT / "fdp_sym").rglob("*.py")):
        found += in_docstrings(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    return list({command.text: command for command in found}.values())


def blocks(text: str, info: str) -> list[tuple[int, str]]:
    """Line number and body of every fenced block whose info string is ``info``."""
    fence = re.compile(rf"^```{re.escape(info)}\n(.*?)^```$", re.M | re.S)
    return [(text.count("\n", 0, m.start()) + 2, m.group(1)) for m in fence.finditer(text)]


def sessions(body: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output printed below it."""
    parts = re.split(r"^\$ (.*)\n", body, flags=re.M)
    assert parts[0].strip() == "", f"text before the first command: {parts[0]!r}"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def in_markdown(text: str, where: str) -> Iterator[Command]:
    """Blocks of ``sh`` and ``console``, and the steps of a workflow in ``yaml``."""
    for info in ("sh", "sh setup"):
        for line, body in blocks(text, info):
            for number, command in enumerate(filter(str.strip, body.splitlines()), line):
                yield Command(f"{where}:{number}", without_comment(command))
    for line, body in blocks(text, "console"):
        for command, output in sessions(body):
            yield Command(f"{where}:{line}", command, output)
    for line, body in blocks(text, "yaml"):
        for step in re.findall(r"^ *- run: (.*)$", body, re.M):
            yield Command(f"{where}:{line}", step)


def without_comment(text: str) -> str:
    """A line of shell without the comment at its end."""
    return re.sub(r"\s+#\s.*$", "", text.strip())


def in_help() -> Iterator[Command]:
    """The examples in the help of the program and of all its commands."""
    for name, parser in parsers():
        examples = re.search(r"examples:\n((?: .*\n?)*)", parser.epilog or "")
        for line in examples[1].splitlines() if examples else ():
            yield Command(f"{name} --help", without_remark(line))


def without_remark(line: str) -> str:
    """An example without what stands behind it, two blanks apart and outside of quotes."""
    found = re.match(r"""((?:"[^"]*"|'[^']*'|(?!  )[^"'])+)""", line.strip())
    return found[1].strip() if found else ""


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parsers of the program and of its commands, with their names."""
    waiting: list[Any] = [cli._parser()]
    while waiting:
        parser = waiting.pop(0)
        yield parser.prog, parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()


def in_docstrings(text: str, where: str) -> Iterator[Command]:
    """Lines of docstrings that begin with a program, with or without a prompt."""
    if not SHOWN.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            for line in SHOWN.finditer(ast.get_docstring(node) or ""):
                yield Command(where, without_remark(line[1]))


def mentions() -> Iterator[Command]:
    """Commands inside sentences, between backticks: they have to be commands that exist."""
    paths = [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    for folder in ("fdp_sym", "notebooks"):
        paths += sorted((ROOT / folder).rglob("*.py"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for span in re.findall(r"(?<!`)`{1,2}(fdp-sym [^`\n{}]+)`", re.sub(r"\n#? *", " ", text)):
            yield Command(path.relative_to(ROOT).as_posix(), span)
