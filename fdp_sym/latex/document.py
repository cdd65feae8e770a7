"""A LaTeX document around theorems, tables and plots, complete in one file.

It carries the package ``fdp-macros`` and its bibliography with it, and loads nothing beyond
Debian's texlive-latex-recommended, texlive-pictures and lmodern, unless its parts need more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from .bibliography import Bibliography
from .text import latex_prose

__all__ = ["MACROS", "macros", "standalone"]

MACROS = "fdp-macros.sty"

_CITED = re.compile(r"\\cite(?:\[.*?\])?\{([^{}]+)\}")
_ON_DEMAND = (  # packages by what needs them
    (r"\begin{tikzpicture}", "tikz"),
    (r"\tikzset", "tikz"),
    (r"\begin{axis}", "pgfplots"),
    (r"\begin{longtable}", "longtable"),
    (r"\includegraphics", "graphicx"),
    (r"\num{", "siunitx"),  # of texlive-science; tables have it on request only
    (r"\tablenum{", "siunitx"),
    ("S[table-format", "siunitx"),
)
_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{microtype}
\usepackage{amsmath,amssymb,amsthm}
\usepackage{array,booktabs}
\usepackage[margin=2.5cm]{geometry}
"""
_AFTER = r"""\usepackage{xcolor}
\usepackage[unicode,colorlinks,allcolors=blue!45!black]{hyperref}
\usepackage[theorems]{fdp-macros}
\allowdisplaybreaks
\emergencystretch=3em
\makeatletter\def\fps@figure{htbp}\def\fps@table{htbp}\makeatother
"""


def macros() -> str:
    r"""The package ``fdp-macros``: the notation of the field, and environments for theorems.

    Examples
    --------
    >>> print(macros().splitlines()[0])
    % Notation of f-differential privacy, and the environments of `fdp-sym latex`.
    """
    return (files(__package__) / MACROS).read_text(encoding="utf-8")


def standalone(
    parts: Iterable[str],
    *,
    title: str = "",
    abstract: str = "",
    bibliography: Bibliography | None = None,
    preamble: str = "",
) -> str:
    r"""A document of such parts: theorems, tables, plots, and text of one's own, all in LaTeX.

    Parameters
    ----------
    parts : iterable of str
    title : str
        Text, with mathematics between dollar signs.
    abstract : str
        LaTeX.
    bibliography : Bibliography, optional
        Where the keys that are cited are looked up; that of the shipped suite by default.
    preamble : str
        LaTeX that comes before ``\begin{document}``.

    Raises
    ------
    DomainError
        If a key is cited and in no file of references.

    Examples
    --------
    >>> from fdp_sym.latex import theorem_latex
    >>> from fdp_sym.theorems.loader import load
    >>> text = standalone([theorem_latex(load().entries["drs-2.13"])], title="A note")
    >>> [line for line in text.splitlines() if "bibitem" in line or "title" in line]
    ['\\title{A note}', '\\maketitle', '\\bibitem{dong2022gdp}']
    """
    body = "\n\n".join(parts)
    if abstract:
        body = f"\\begin{{abstract}}\n{abstract}\n\\end{{abstract}}\n\n{body}"
    if title:
        body = f"\\maketitle\n{body}"
        preamble = f"\\title{{{latex_prose(title)}}}\n\\author{{}}\n\\date{{}}\n{preamble}"
    wanted = [package for mark, package in _ON_DEMAND if mark in preamble + body]
    loaded = "".join(f"\\usepackage{{{package}}}\n" for package in dict.fromkeys(wanted))
    if "pgfplots" in wanted:
        loaded += "\\pgfplotsset{compat=1.17}\n"
    keys = {key.strip() for found in _CITED.findall(body) for key in found.split(",")}
    if keys:
        known = Bibliography.read() if bibliography is None else bibliography
        body += f"\n\n\\small\\raggedright\n{known.latex(keys)}"
    return (
        f"\\begin{{filecontents*}}{{{MACROS}}}\n{macros()}\\end{{filecontents*}}\n"
        f"{_PREAMBLE}{loaded}{_AFTER}{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )
