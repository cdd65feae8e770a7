"""Statements that bring their own decision: seen to pass, to fail, and to be told apart."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from fdp_sym.compose.central_limit import InBand
from fdp_sym.compose.gaussian_limit import GaussianRate
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.latex import theorem_latex
from fdp_sym.symbols import alpha
from fdp_sym.theorems import (
    Decided,
    Le,
    Near,
    Theorem,
    Verdict,
    balls,
    boxed,
    cite,
    decided,
    listed,
    symbolic,
)
from fdp_sym.theorems.digest import entry_digest
from fdp_sym.theorems.evaluate import evaluate
from fdp_sym.theorems.runner import outcome_of
from fdp_sym.tradeoff import EpsDelta, Gaussian

RIGHT = Near(EpsDelta("1/4") ** 16, Gaussian(1), "0.003")
WRONG = Near(EpsDelta("1/4") ** 16, Gaussian(1), "0.002")
FURTHER = Near(EpsDelta("1/4") ** 16, Gaussian("1.1"), "0.003")


@dataclass(frozen=True)
class Says(Decided):
    status: str

    @property
    def text(self) -> str:
        return "something in doubt"

    @property
    def verdict(self) -> Verdict:
        if self.status == "unsupported":
            raise UnsupportedError("nobody knows")
        return Verdict(self.status, witness={"x": "1"} if self.status == "refuted" else {})


def theorem(claim: Any, mutants: tuple[Any, ...] = (WRONG, FURTHER)) -> Theorem:
    return Theorem(
        id="test-near",
        title="Near",
        source=cite("dong2022gdp", "Theorem 3.7"),
        claim=claim,
        checks=(decided(),),
        mutants=mutants,
    )


def test_a_right_claim_is_certified_and_its_mutants_refuted() -> None:
    result = evaluate(theorem((RIGHT, GaussianRate(1, [16], "0.0473"))), {})
    assert result.own == "certified"
    assert all("alpha" in m.witness for m in result.mutants if m.witness is not None)
    assert len([m for m in result.mutants if m.witness]) == 2


def test_a_wrong_claim_is_refuted_with_an_alpha() -> None:
    result = evaluate(theorem((RIGHT, WRONG)), {})
    assert result.own == "refuted"
    assert set(result.witness) == {"alpha"}


def test_a_true_mutant_survives() -> None:
    result = evaluate(theorem(RIGHT, (WRONG, RIGHT)), {})
    assert result.own == "error"
    assert "mutant survives" in result.detail
    assert "at={symbol: value}" in result.detail


@pytest.mark.parametrize(
    ("said", "expected"),
    [("inconclusive", "inconclusive"), ("unsupported", "inconclusive"), ("refuted", "refuted")],
)
def test_anything_else_is_no_pass(said: str, expected: str) -> None:
    assert evaluate(theorem((RIGHT, Says(said))), {}).own == expected


@pytest.mark.parametrize("said", ["proved", "certified", "consistent"])
def test_a_statement_of_the_proof_file_does_not_decide_itself(said: str) -> None:
    result = evaluate(theorem((RIGHT, Says(said))), {})
    assert result.own == "inconclusive"
    assert "its own statement Says" in result.detail


def test_a_mutant_of_the_proof_file_does_not_refute_itself() -> None:
    result = evaluate(theorem(RIGHT, (WRONG, Says("refuted"))), {})
    assert result.own == "inconclusive"
    assert "its own statement Says" in result.detail


@pytest.mark.parametrize("module", ["fdp_sym.theorems.checks", "fdp_sym.proofs.somebody"])
def test_a_name_does_not_make_a_class_the_toolkit_s(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @dataclass(frozen=True)
    class Near(Says):
        pass

    Near.__module__ = module
    if "proofs" in module:
        monkeypatch.setitem(sys.modules, module, SimpleNamespace(Near=Near))
    result = evaluate(theorem((RIGHT, Near("certified"))), {})
    assert result.own == "inconclusive"
    assert "its own statement Near" in result.detail


@pytest.mark.parametrize("check", [symbolic(), listed(), balls(), boxed()])
def test_other_checks_are_refused(check: Any) -> None:
    result = evaluate(replace(theorem(RIGHT), checks=(check,)), {})
    assert result.own == "error"
    assert "decided()" in result.detail


def test_other_statements_are_refused() -> None:
    assert evaluate(theorem(Le(alpha, 1)), {}).own == "error"


def test_a_rate_for_no_n_is_refused() -> None:
    with pytest.raises(DomainError, match="at least one"):
        GaussianRate(1, [], "0.05")


def test_digests_see_every_parameter() -> None:
    claims = [
        RIGHT,
        WRONG,
        FURTHER,
        GaussianRate(1, [16], "0.0473"),
        GaussianRate(1, [17], "0.0473"),
        InBand((EpsDelta("1/4"), 16)),
        InBand((EpsDelta("1/4"), 16), constant="1/2"),
        InBand((EpsDelta("1/4"), 17)),
    ]
    assert len({entry_digest(theorem(claim), {}) for claim in claims}) == len(claims)


def test_it_can_be_written_up() -> None:
    entry = theorem((RIGHT, InBand((EpsDelta("1/4"), 16)), GaussianRate(1, [1, 2], "0.05")))
    text = theorem_latex(entry, outcome_of(entry))
    assert r"f_{1/4,0}^{\otimes 16} \approx G_{1}" in text
    assert "Gaussian band" in text
