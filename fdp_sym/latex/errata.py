r"""Audited claims in LaTeX: what was printed, the verdict with its digits, what holds instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..balls.decimals import latex
from ..theorems.errata import Erratum
from ..theorems.verdict import Status
from ..theorems.violation import Violation
from .bibliography import Bibliography
from .document import standalone
from .statement import point, verdict
from .text import latex_prose, latex_text
from .theorem import theorem_latex
from .words import enumeration

__all__ = ["errata_document", "errata_latex"]


def errata_latex(errata: Iterable[Erratum]) -> str:
    r"""A fragment: for each claim what was printed, its formal reading, verdict and correction.

    It needs ``amsthm`` and the package ``fdp-macros`` with the option ``theorems``.

    Parameters
    ----------
    errata : iterable of Erratum
        From `fdp_sym.theorems.errata`.
    """
    return "\n\n".join(map(_erratum, errata))


def errata_document(
    errata: Sequence[Erratum],
    *,
    bibliography: Bibliography | None = None,
    title: str = "Claims about $f$-differential privacy that were audited",
) -> str:
    """The same as a document in one file.

    Parameters
    ----------
    errata : sequence of Erratum
    bibliography : Bibliography, optional
        Where the keys that are cited are looked up; that of the shipped suite by default.
    title : str
        Text, with mathematics between dollar signs.
    """
    refuted = sum(e.outcome.status is Status.REFUTED for e in errata)
    abstract = (
        f"{len(errata)} claims as they were met in papers, supplements, documentation or summaries "
        f"of them; {refuted} of them are refuted. Every number is exact, or its digits are proved: "
        "they are cut off and not rounded."
    )
    return standalone(
        map(_erratum, errata),
        title=title,
        abstract=abstract,
        bibliography=bibliography,
        preamble="\\counterwithout{theorem}{section}\n",
    )


def _erratum(erratum: Erratum) -> str:
    claim, outcome = erratum.claim, erratum.outcome
    number = "" if claim.number is None else f" {claim.number}"
    lines = [
        rf"\paragraph{{Claim{number} is {outcome.status}.}}",
        latex_prose(claim.printed or claim.title),
        theorem_latex(claim, outcome, verdict="none"),
    ]
    if erratum.violation is None:
        lines.append(latex_prose(verdict(outcome)))
    else:
        lines.append(_violated(outcome.result.witness, erratum.violation))
    if erratum.corrected is not None:
        lines.append("What holds instead:")
        lines.append(theorem_latex(erratum.corrected, erratum.corrected_outcome))
    return "\n".join(lines)


def _violated(witness: Mapping[str, str], found: Violation) -> str:
    """The witness, both sides there, and the gap between them."""
    held = rf"\texttt{{{latex_text(found.although)}}} holds, but of " if found.although else ""
    of = rf"{held}\texttt{{{latex_text(found.relation)}}} " if held else ""
    left, right, gap = (f"${latex(x)}$" for x in (found.left, found.right, found.gap))
    return (
        f"It fails at {latex_prose(enumeration(point(witness)))}: {of}the left side is {left}, "
        f"the right side {right}, so that it is violated by {gap}."
    )
