"""Statements in LaTeX: amsthm environments for papers, Markdown for notebooks."""

from .curves import curve
from .printer import formula
from .theorem import standalone, theorem_latex, theorem_markdown

__all__ = ["curve", "formula", "standalone", "theorem_latex", "theorem_markdown"]
