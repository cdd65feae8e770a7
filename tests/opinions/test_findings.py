"""Opinions about entries: a sample of the suite, and contradictions that have to be found."""

from __future__ import annotations

import pickle
import random

import pytest
from sympy import Rational, exp

from fdp_sym.balls import prove
from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Phi
from fdp_sym.opinions import certificates, findings, smt
from fdp_sym.opinions.findings import (
    Question,
    Tally,
    answer,
    contradicted_corners,
    opinions_about,
)
from fdp_sym.symbols import epsilon, mu
from fdp_sym.theorems import Claim, Ge, Le, Theorem, cite, counterexample, symbolic
from fdp_sym.theorems.evaluate import evaluate
from fdp_sym.theorems.runner import Outcome, loaded

pytest.importorskip("z3")

SEED = 20151109
x = exp(epsilon)
THEOREM = Theorem(
    id="square",
    title="A square is not negative",
    source=cite("nobody", "nowhere"),
    claim=Ge(x**2 + 1, 2 * x),
    checks=(symbolic(),),
    mutants=(Ge(x**2 + 1, 3 * x), Ge(x**2, 2 * x)),
)
CLAIM = Claim(
    id="too-large",
    title="A square is large",
    source=cite("nobody", "nowhere"),
    claim=Ge(x**2 + 1, 3 * x),
    checks=(counterexample(),),
)


def row_of(entry):
    """The outcome of an entry on its own, whatever its ancestors are."""
    result = evaluate(entry, loaded().entries if entry.uses else {})
    return Outcome(entry, result, result.own).to_json()


def test_agreement():
    for entry in (THEOREM, CLAIM):
        found = opinions_about(entry, row_of(entry))
        assert found.findings == []
        assert found.claim.answer == ("unsat" if entry is THEOREM else "sat")
        assert all(t.agree and not t.open for t in found.witnesses.values())
    assert [m.answer for m in opinions_about(THEOREM, row_of(THEOREM)).mutants] == ["sat", "sat"]


def test_what_workers_are_sent():
    question = Question("drs-2.5", (), row_of(loaded().entries["drs-2.5"]), {"smt": False})
    found = pickle.loads(pickle.dumps(answer(pickle.loads(pickle.dumps(question)))))
    assert found.witnesses["mpmath"].agree == 2


def test_a_status_that_z3_contradicts():
    row = {**row_of(CLAIM), "status": "proved"}
    (text,) = opinions_about(CLAIM, row, points=False).findings
    assert "recorded as proved, but Z3 has a counterexample" in text
    assert "epsilon = " in text
    row = {**row_of(THEOREM), "status": "refuted"}
    texts = opinions_about(THEOREM, row, points=False).findings
    assert any("recorded as refuted, but Z3 proves it" in text for text in texts)


def test_a_true_mutant_is_found():
    entry = Theorem(**{**vars(THEOREM), "mutants": (Ge(x**2 + 1, x), *THEOREM.mutants[1:])})
    (text,) = opinions_about(entry, row_of(THEOREM), points=False).findings
    assert text.startswith("mutant 1 (exp(2*epsilon) + 1 >= exp(epsilon)) is refuted, but Z3")


def test_a_forged_witness_is_found():
    row = row_of(THEOREM)
    row["mutants"]["witnesses"][0]["witness"] = {"epsilon": "2"}  # 1 + e^4 > 3 e^2
    found = opinions_about(THEOREM, row, smt=False)
    assert [text.partition(" sees")[0] for text in found.findings] == [
        f"mutant 1 is refuted at epsilon = 2, but {library}" for library in ("MPFR", "mpmath")
    ]
    row["mutants"]["witnesses"][0]["witness"] = {"epsilon": "-1"}  # not in the domain
    found = opinions_about(THEOREM, row, smt=False)
    assert [(t.agree, t.open) for t in found.witnesses.values()] == [(1, 1), (1, 1)]


def test_a_flipped_sign_is_found():
    entry = Theorem(**{**vars(THEOREM), "mutants": (Le(3 * x, x**2 + 5), THEOREM.mutants[1])})
    assert len(opinions_about(entry, row_of(THEOREM), smt=False).findings) == 2


def test_a_wrong_translation_is_found(monkeypatch):
    """Z3's reading of every relation turned around."""
    monkeypatch.setattr(smt, "_violates", lambda *_: True)
    right = smt.Terms.relation
    monkeypatch.setattr(smt.Terms, "relation", lambda self, r: self.z3.Not(right(self, r)))
    found = opinions_about(THEOREM, row_of(THEOREM), points=False)
    assert "recorded as proved, but Z3 has a counterexample" in found.findings[0]


# -- certificates -------------------------------------------------------------------------------

CERTIFICATE = prove(Phi(mu) <= (1 + mu) / 2, {mu: (0, 3)}).certificate


@pytest.mark.parametrize("library", ["MPFR", "mpmath"])
def test_corners(library):
    tally = Tally()
    assert list(contradicted_corners(CERTIFICATE, library, tally)) == []
    assert tally.agree >= 4
    assert not tally.open


def test_corners_belong_to_the_claim():
    points = [point for _, point in certificates.corners(CERTIFICATE)]
    assert {Rational(0), Rational(3)} <= {v for point in points for v in point.values()}


@pytest.mark.parametrize("library", ["MPFR", "mpmath"])
def test_a_wrong_corner_is_found(library, monkeypatch):
    """A checker that accepts everything, and a claim that fails at one corner."""
    right = certificates.corners

    def shifted(certificate):
        for relation, point in right(certificate):
            yield Ge(relation.lhs - Rational(1, 100), 0), point

    monkeypatch.setattr(findings, "corners", shifted)
    texts = list(contradicted_corners(CERTIFICATE, library, Tally()))
    assert any("mu = 0" in text and f"{library} sees that it fails" in text for text in texts)


def test_a_forged_certificate_has_no_corners():
    forged = {**CERTIFICATE, "proofs": []}
    with pytest.raises(HypothesisError, match="certificate"):
        list(certificates.corners(forged))


# -- the suite ----------------------------------------------------------------------------------

QUICK = ("drs-2.5", "drs-eq5-vertices", "kov-2.1", "claim-18", "gdp-fixed-point")


def check(names):
    entries = loaded().entries
    found = [opinions_about(entries[name], row_of(entries[name])) for name in names]
    assert [o.findings for o in found] == [[]] * len(found)
    return found


def test_entries_of_the_suite():
    found = check(QUICK)
    assert [o.claim.answer for o in found][:4] == ["unsat", "unsat", "unsat", "sat"]
    assert sum(t.agree for o in found for t in o.witnesses.values()) >= 16


@pytest.mark.slow
def test_a_sample_of_the_suite():
    stated = [e.id for e in loaded().entries.values() if hasattr(e, "parts")]
    found = check(random.Random(SEED).sample(stated, 12))
    assert sum(o.claim.answer in ("sat", "unsat") for o in found) >= 4
