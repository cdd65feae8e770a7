r"""Entries as amsthm environments, and as Markdown for notebooks."""

from __future__ import annotations

import re

from ..errors import DomainError
from ..theorems.entries import Entry, Source
from ..theorems.runner import Outcome
from .layout import LINE
from .proof import proof_latex
from .statement import Prose, written
from .statement import verdict as verdict_of
from .text import latex_prose, latex_text, markdown_prose

__all__ = ["theorem_latex", "theorem_markdown"]

_ENVIRONMENT = {"axiom": "axiom", "theorem": "theorem", "claim": "claim", "note": "remark"}
_PLACES = {
    "footnote": r"\footnote{{{}}}",
    "margin": r"\marginpar{{\raggedright\footnotesize {}}}",
    "none": "",
}
_TOGETHER = 6  # a display of more rows may be broken between pages
_BIBTEX_KEY = re.compile(r"[A-Za-z0-9:._/+-]+")


def theorem_latex(
    entry: Entry,
    outcome: Outcome | None = None,
    *,
    verdict: str = "footnote",
    proof: bool = False,
    line: float = LINE,
) -> str:
    r"""An entry as one amsthm environment: hypotheses, claim, source, and the verdict.

    The environments are ``axiom``, ``theorem``, ``claim``, and ``remark`` for notes; the package
    ``fdp-macros`` with the option ``theorems`` defines them. The label is the id.

    Parameters
    ----------
    entry : Entry
    outcome : Outcome, optional
        From `fdp_sym.theorems.runner`: what has its verdict and its proof.
    verdict : {"footnote", "margin", "none"}
        Where the verdict stands.
    proof : bool
        Append the proof, step by step, as the checker found it.
    line : float
        How long a line of the page is, in em: wider formulas are broken.

    Raises
    ------
    DomainError
        For another place of the verdict, and for a proof without an outcome.

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
    if verdict not in _PLACES:
        raise DomainError(f"verdict = {verdict!r}: allowed are {', '.join(map(repr, _PLACES))}")
    if proof and outcome is None:
        raise DomainError("a proof is printed from the outcome of a run; give outcome=")
    footnote = ""
    if outcome is not None and verdict != "none":
        footnote = _PLACES[verdict].format(latex_prose(verdict_of(outcome)))
    previous = None
    for block in written(entry, line):
        if not isinstance(block, Prose):
            lines.append(_displayed(block.math))
        else:
            if isinstance(previous, Prose):
                lines.append("")
            lines.append(latex_prose(block.text) + footnote)
            footnote = ""
        previous = block
    lines.append(rf"\end{{{name}}}")
    shown = proof_latex(outcome, line) if proof and outcome is not None else ""
    return "\n".join([*lines, *([shown] if shown else [])])


def _displayed(math: str) -> str:
    """A display; one of many rows may go on on the next page."""
    rows = math.removeprefix("\\begin{gathered}\n").removesuffix("\n\\end{gathered}")
    if rows == math or math.count(r"\\") < _TOGETHER:
        return f"\\[\n{math}\n\\]"
    return f"\\allowdisplaybreaks\n\\begin{{gather*}}\n{rows}\n\\end{{gather*}}"


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
        blocks.append(f"*{markdown_prose(verdict_of(outcome))}*")
    return "\n\n".join(blocks)


def _citation(source: Source) -> str:
    if _BIBTEX_KEY.fullmatch(source.key):
        locator = f"[{{{latex_text(source.locator)}}}]" if source.locator else ""
        cited = rf"\cite{locator}{{{source.key}}}"
    else:  # no BibTeX key: as text, so that nothing is lost
        cited = ", ".join(latex_text(part) for part in (source.key, source.locator) if part)
    return f"{cited}, {latex_text(source.edition)}" if source.edition else cited
