"""pdflatex in a folder of its own, and what its log says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

needs_pdflatex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="pdflatex is not installed"
)


def compiled(text: str, folder: Path, runs: int = 2) -> str:
    """The log of the last run, in lines that are not broken."""
    (folder / "made.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-recorder", "made.tex"]
    for run in range(runs):
        draft = ["-draftmode"] if run < runs - 1 else []
        done = subprocess.run(
            [*command[:-1], *draft, command[-1]],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            env={**os.environ, "max_print_line": "10000"},
        )
        assert done.returncode == 0, done.stdout[-3000:]
    return (folder / "made.log").read_text(errors="replace")


def faults(log: str, allowed: float = 10) -> list[str]:
    """Lines about references, characters or fonts that are missing, and boxes that are too full."""
    lines = re.findall(r".*(?:undefined|multiply defined|Missing character).*", log)
    lines += re.findall(r".*Rerun to get cross-references right.*", log)
    boxes = re.findall(r"(Overfull \\[hv]box \(([\d.]+)pt too (?:wide|high)\).*)", log)
    return lines + [line for line, width in boxes if float(width) > allowed]
