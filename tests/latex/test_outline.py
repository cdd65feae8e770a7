"""Entries in the order of their papers."""

from __future__ import annotations

import random

import pytest

from fdp_sym.latex.outline import outline, section_of
from fdp_sym.theorems import Axiom, Note, cite


@pytest.mark.parametrize(
    ("locator", "section"),
    [
        ("Proposition 2.12", ("Section", "2")),
        ("Theorem 3.4 and Proposition 2.12", ("Section", "3")),
        ("Section 3.2, Theorem 5.4", ("Section", "3")),
        ("Sections 4.4 and 4.5", ("Section", "4")),
        ("Section 2 (m = 2)", ("Section", "2")),
        ("Section VI", ("Section", "VI")),
        ("Lemma C.1", ("Appendix", "C")),
        ("Remark A.1 (b)", ("Appendix", "A")),
        ("Appendix B", ("Appendix", "B")),
        ("Chapter VII, Corollary 2.6", ("Chapter", "VII")),
        ("Theorem 7", ("", "")),
        ("Eqs (12) and (13)", ("", "")),
        ("main theorem", ("", "")),
        ("", ("", "")),
    ],
)
def test_sections_of_locators(locator: str, section: tuple[str, str]) -> None:
    assert section_of(locator) == section


def test_the_order_is_that_of_the_paper(rng: random.Random) -> None:
    in_order = [
        *("Definition 2.1", "Proposition 2.2", "Theorem 2.10", "Section 2", "Section 2.3"),
        *("Theorem 3.4", "Proof of Theorem 3.5", "Section 3.2, Theorem 3.6", "Section 3.1"),
        *("Theorem 10.1", "Remark A.1 (a)", "Appendix A.2", "Lemma C.2", "Eq (5)", "Eq (12)"),
    ]
    notes = [
        Note(id=f"n{k}", title="", source=cite("paper", place), statement="")
        for k, place in enumerate(in_order)
    ]
    axiom = Axiom(id="axiom", title="", source=cite("paper", "Theorem 1.1"), statement="")
    small = Note(id="small", title="", source=cite("other", "Theorem 1"), statement="")
    shuffled = [*notes, axiom, small]
    rng.shuffle(shuffled)
    large, other = outline(shuffled)
    assert [e.source.locator for e in large.entries] == in_order
    assert [s.title for s in large.sections] == [
        *("Section 2", "Section 3", "Section 10", "Appendix A", "Appendix C"),
        "numbered equations",
    ]
    assert [(s.title, s.entries) for s in other.sections] == [("", (small,))]
