"""The nineteen audited claims: their digits by another route, and the three ways to print them."""

from __future__ import annotations

import json

import pytest
from audited_values import both_sides
from mpmath import mp, mpf
from pdf import compiled, faults, needs_pdflatex

from fdp_sym.cli_trust import _erratum
from fdp_sym.latex.errata import errata_document, errata_latex
from fdp_sym.theorems.entries import Claim
from fdp_sym.theorems.errata import errata
from fdp_sym.theorems.evaluate import Context, Result
from fdp_sym.theorems.runner import Outcome, loaded
from fdp_sym.theorems.status import read_status

TRUE = {4, 9, 10}


@pytest.fixture(scope="module")
def found():
    """The errata; what holds instead is not verified again here, its status is the recorded one."""
    entries, recorded = loaded().entries, read_status()
    claims = [c for c in entries.values() if isinstance(c, Claim) and c.number is not None]
    outcomes = []
    for claim in claims:
        checks = tuple(check.run(claim, Context(claim.uses, entries)) for check in claim.checks)
        weakest = max(checks, key=lambda check: check.status.rank)
        result = Result(
            claim.id, "claim", weakest.status, weakest.detail, checks, (), weakest.witness
        )
        outcomes.append(Outcome(claim, result, result.own))
    instead = {
        c.corrected: Outcome(
            entries[c.corrected],
            Result(c.corrected, "theorem", recorded[c.corrected]),
            recorded[c.corrected],
        )
        for c in claims
        if c.corrected
    }
    return errata(outcomes, instead, entries)


def test_all_are_decided(found) -> None:
    assert [erratum.claim.number for erratum in found] == list(range(1, 20))
    for erratum in found:
        true = erratum.claim.number in TRUE
        assert erratum.outcome.status == ("proved" if true else "refuted")
        assert bool(erratum.claim.corrected) is not true
        assert erratum.claim.printed
        if not true:
            assert erratum.corrected_outcome.status in ("proved", "certified")
            assert erratum.violation is not None


def agree(text, value) -> None:
    """The digits of the value, cut off: 20 of them unless they end."""
    mantissa, _, exponent = text.partition("e")
    _, _, places = mantissa.partition(".")
    digits = mantissa.lstrip("-").replace(".", "").lstrip("0")
    with mp.workdps(50):
        printed = mpf(text)
        unit = mpf(10) ** (int(exponent or 0) - len(places))
        if len(digits) < 20:
            assert abs(value - printed) < mpf(10) ** -40
        else:
            assert len(digits) == 20
            assert 0 <= (value - printed) * (1 if value > 0 else -1) < unit


@pytest.mark.parametrize("number", sorted(set(range(1, 20)) - TRUE))
def test_digits_by_mpmath(found, number) -> None:
    left, right = both_sides(number)
    failing = found[number - 1].violation
    agree(failing.left, left)
    agree(failing.right, right)
    with mp.workdps(50):
        agree(failing.gap, abs(left - right))


def test_text(found) -> None:
    texts = [_erratum(erratum) for erratum in found]
    for erratum, text in zip(found, texts, strict=True):
        assert text.startswith(f"{erratum.claim.number}. {erratum.claim.id}: ")
        assert "printed" in text
        assert "$" not in text
        assert "\\" not in text
        if erratum.violation is not None:
            assert erratum.violation.gap in text
            assert erratum.claim.corrected in text


def test_json(found) -> None:
    data = json.loads(json.dumps([erratum.to_json() for erratum in found]))
    for erratum, row in zip(found, data, strict=True):
        assert {"number", "status", "witness", "corrected"} <= set(row)
        if erratum.violation is not None:
            assert row["violation"]["left"] == erratum.violation.left
            assert row["corrected_claim"]["id"] == row["corrected"]


def test_latex(found) -> None:
    text = errata_latex(found)
    assert text.count(r"\begin{claim}") == 19
    assert text.count(r"\begin{theorem}") == 16
    assert "0.0068692135221418718817" in text
    assert r"6.3011183557024700518 \times 10^{-6}" in text


@pytest.mark.slow
@needs_pdflatex
def test_document_compiles(found, tmp_path) -> None:
    log = compiled(errata_document(found), tmp_path)
    assert not faults(log)
