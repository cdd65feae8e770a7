r"""Entries as amsthm environments, and as Markdown for notebooks."""

from __future__ import annotations

import re

from ..theorems.entries import Entry, Source
from ..theorems.runner import Outcome
from .statement import Prose, verdict, written
from .text import latex_prose, latex_text, markdown_prose

__all__ = ["theorem_latex", "theorem_markdown"]

_ENVIRONMENT = {"axiom": "axiom", "theorem": "theorem", "claim": "claim", "note": "remark"}
_BIBTEX_KEY = re.compile(r"[A-Za-z0-9:._/+-]+")


def theorem_latex(entry: Entry, outcome: Outcome | None = None) -> str:
    r"""An entry as one amsthm environment: hypotheses, claim, source, and the verdict.

    The environments are ``axiom``, ``theorem``, ``claim``, and ``remark`` for notes; the package
    ``fdp-macros`` with the option ``theorems`` defines them. The label is the id.

    Parameters
    ----------
    entry : Entry
    outcome : Outcome, optional
        From `fdp_sym.theorems.runner`; its verdict becomes a footnote.

    Examples
    --------
    >>> from fdp_sym.symbols import alpha
    >>> from fdp_sym.theorems import Le, Theorem, cite
    >>> entry = Theorem(
    ...     id="square", title="Squares", source=cite("dong2022gdp", "Section 2"),
    ...     claim=Le(alpha**2, alpha),
    ... )
    >>> print(theorem_latex(entry))
    \begin{theorem}[{Squares; \cite[{Section 2}]{dong2022gdp}}]\label{square}
    For all $\alpha \in [0, 1]$,
    \[
    \alpha^{2} \leq \alpha.
    \]
    \end{theorem}
    """
    name = _ENVIRONMENT[entry.kind]
    heading = f"{latex_prose(entry.title)}; {_citation(entry.source)}"
    lines = [rf"\begin{{{name}}}[{{{heading}}}]\label{{{entry.id}}}"]
    footnote = "" if outcome is None else rf"\footnote{{{latex_prose(verdict(outcome))}}}"
    previous = None
    for block in written(entry):
        if not isinstance(block, Prose):
            lines.append(f"\\[\n{block.math}\n\\]")
        else:
            if isinstance(previous, Prose):
                lines.append("")
            lines.append(latex_prose(block.text) + footnote)
            footnote = ""
        previous = block
    return "\n".join([*lines, rf"\end{{{name}}}"])


def theorem_markdown(entry: Entry, outcome: Outcome | None = None) -> str:
    """An entry as Markdown with MathJax formulas, which know no amsthm.

    Parameters
    ----------
    entry : Entry
    outcome : Outcome, optional
        Its verdict becomes the last line.
    """
    name = _ENVIRONMENT[entry.kind].capitalize()
    source = markdown_prose(str(entry.source).replace("$", r"\$"))
    blocks = [f"**{name}** `{entry.id}` **({markdown_prose(entry.title)})** [{source}]"]
    for block in written(entry):
        if isinstance(block, Prose):
            blocks.append(markdown_prose(block.text))
        else:
            blocks.append(f"$$\n{block.math}\n$$")
    if outcome is not None:
        blocks.append(f"*{markdown_prose(verdict(outcome))}*")
    return "\n\n".join(blocks)


def _citation(source: Source) -> str:
    if _BIBTEX_KEY.fullmatch(source.key):
        locator = f"[{{{latex_text(source.locator)}}}]" if source.locator else ""
        cited = rf"\cite{locator}{{{source.key}}}"
    else:  # no BibTeX key: as text, so that nothing is lost
        cited = ", ".join(latex_text(part) for part in (source.key, source.locator) if part)
    return f"{cited}, {latex_text(source.edition)}" if source.edition else cited
