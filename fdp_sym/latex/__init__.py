"""Statements and tables in LaTeX for papers, and statements in Markdown for notebooks."""

from .curves import curve
from .printer import formula
from .tables import Column, number, table
from .theorem import standalone, theorem_latex, theorem_markdown

__all__ = [
    "Column",
    "curve",
    "formula",
    "number",
    "standalone",
    "table",
    "theorem_latex",
    "theorem_markdown",
]
