"""The corpus of true and false inequalities: nothing wrong, at least nine tenths decided."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import mpmath
import pytest
from sympy import Rational, sympify

from fdp_sym.balls import prove, recheck
from fdp_sym.theorems.statements import Ge, Gt

CORPUS = runpy.run_path(str(Path(__file__).with_name("corpus.py")))
TRUE, FALSE = CORPUS["TRUE"], CORPUS["FALSE"]
DECIDED: list[bool] = []


def decide(f, box):
    strict = isinstance(f, tuple)
    claim = Gt(f[0], 0) if strict else Ge(f, 0)
    return prove(claim, box, budget_boxes=1500, budget_seconds=2)


def value_at(f, box, witness):
    names = {str(symbol): symbol for symbol in box}
    return f.subs({names[name]: Rational(number) for name, number in witness.items()})


@pytest.mark.parametrize("name", TRUE)
def test_true_is_never_refuted(name):
    f, box = TRUE[name]
    found = decide(f, box)
    assert found.status in ("certified", "inconclusive"), found
    if found.status == "certified":
        assert recheck(json.loads(json.dumps(found.certificate))) >= 1
    else:
        assert found.undecided
    DECIDED.append(found.status != "inconclusive")


@pytest.mark.parametrize("name", FALSE)
def test_false_is_never_certified(name):
    f, box, _ = FALSE[name]
    found = decide(f, box)
    assert found.status in ("refuted", "inconclusive"), found
    if found.status == "refuted":
        f, strict = f if isinstance(f, tuple) else (f, False)
        value = sympify(value_at(f, box, found.witness)).doit()
        assert value.evalf(40, maxn=400, strict=False) <= (
            0 if strict else -(mpmath.mpf(10) ** -300)
        )
        for symbol, (lo, hi) in ((s, _ends(r)) for s, r in box.items()):
            assert lo <= Rational(found.witness[str(symbol)]) <= hi
    DECIDED.append(found.status != "inconclusive")


def _ends(given):
    return given if isinstance(given, tuple) else (given.start, given.end)


def test_size_and_share_of_decided():
    assert len(TRUE) >= 60
    assert len(FALSE) >= 60
    assert len(set(map(str, [*TRUE.values(), *FALSE.values()]))) == len(TRUE) + len(FALSE)
    if len(DECIDED) == len(TRUE) + len(FALSE):  # the whole corpus ran before this test
        assert sum(DECIDED) >= 0.9 * len(DECIDED)
