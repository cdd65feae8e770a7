"""What a planted mistake is: one text in one file of the package, and what has to notice it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["PACKAGE", "ROOT", "Mutation", "Stale"]

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "fdp_sym"


class Stale(Exception):
    """The text is not found, or not only once: the list has to follow the code."""


@dataclass(frozen=True)
class Mutation:
    """A mistake at a single point.

    Attributes
    ----------
    name : str
        Unique in the list.
    path : str
        A file, from the folder of the package.
    old, new : str
        A text that occurs there exactly once, and what is written instead.
    wrong : str
        What would then be false.
    tests : tuple of str
        Files or node ids, from the folder of the tests; one of them has to fail.
    """

    name: str
    path: str
    old: str
    new: str
    wrong: str
    tests: tuple[str, ...]

    @property
    def area(self) -> str:
        """The part of the package."""
        parts = Path(self.path).parts
        return parts[0] if len(parts) > 1 else "core"

    @property
    def file(self) -> Path:
        return ROOT / PACKAGE / self.path

    @property
    def module(self) -> str:
        """The name under which the file is imported."""
        parts = Path(self.path).with_suffix("").parts
        return ".".join((PACKAGE, *(p for p in parts if p != "__init__")))

    @property
    def source(self) -> str:
        """The file with the mistake in it."""
        text = self.file.read_text(encoding="utf-8")
        count = text.count(self.old)
        if count != 1:
            raise Stale(f"{self.name}: the text occurs {count} times in {self.path}")
        return text.replace(self.old, self.new)
