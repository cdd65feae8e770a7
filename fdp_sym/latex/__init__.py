"""Statements and tables in LaTeX for papers, and statements in Markdown for notebooks."""

from .bibliography import Bibliography
from .curves import curve
from .document import macros, standalone
from .printer import formula
from .suite import suite_document
from .tables import Column, Table, number, table
from .theorem import theorem_latex, theorem_markdown

__all__ = [
    "Bibliography",
    "Column",
    "Table",
    "curve",
    "formula",
    "macros",
    "number",
    "standalone",
    "suite_document",
    "table",
    "theorem_latex",
    "theorem_markdown",
]
