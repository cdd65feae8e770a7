"""Vectors drawn at random, derived anew from what their fields mean, without the library."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest
from rederived_answers import agrees
from rederived_sums import OutOfReach

CORPUS = Path(__file__).parents[2] / "fdp_sym" / "vectors"
FAMILIES = sorted(path.stem for path in CORPUS.glob("*.json") if path.stem != "schema")
SEED, OTHER_SEED = 20260, 777
# of each of the 13 families, so that more than 200 are compared
PER_FAMILY = 16
# compared to at least as many digits, relative to the answer
DIGITS = dict.fromkeys(FAMILIES, 40) | {"poisson-gaussian": 8}


@cache
def vectors(family: str) -> list[dict[str, Any]]:
    return json.loads((CORPUS / f"{family}.json").read_text())["vectors"]


def kind(vector: dict[str, Any]) -> tuple[str, str, str]:
    return vector["quantity"], vector["relation"], vector["direction"]


@cache
def drawn(family: str, seed: int) -> tuple[list[tuple[dict[str, Any], Any]], Counter[str]]:
    """PER_FAMILY vectors with what came out for them, and how often a reason passed one over.

    Of each quantity, relation and direction there is one at least; a vector out of reach is
    replaced by the next one of its kind.
    """
    order = list(vectors(family))
    random.Random(f"{family} {seed}").shuffle(order)
    done, passed, seen = [], Counter(), set()
    # first one of each kind, then whatever comes
    for each_kind in (True, False):
        for vector in order:
            if any(vector is other for other, _ in done):
                continue
            if each_kind and kind(vector) in seen:
                continue
            if not each_kind and len(done) >= PER_FAMILY:
                break
            try:
                outcome = agrees(vector)
            except OutOfReach as reason:
                passed[str(reason)] += 1
                continue
            done.append((vector, outcome))
            seen.add(kind(vector))
    return done, passed


def check(family: str, seed: int) -> None:
    done, passed = drawn(family, seed)
    wrong = [
        f"{v['id']}: [{v['lower']}, {v['upper']}] but {mp.nstr(value, 45)} +- {mp.nstr(error, 3)}"
        for v, (right, value, error) in done
        if not right
    ]
    assert not wrong
    assert len(done) >= PER_FAMILY
    assert {kind(v) for v, _ in done} == {kind(v) for v in vectors(family)}
    print(f"{family}: {len(done)} agree; out of reach: {dict(passed)}")
    for v, (_, value, error) in done:
        if value < mp.inf and v["upper"] != "0":
            assert error <= abs(value) * mp.mpf(10) ** -DIGITS[family], v["id"]


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_drawn_at_random_are_derived_anew(family: str) -> None:
    check(family, SEED)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_other_vectors_drawn_at_random_are_derived_anew(family: str) -> None:
    check(family, OTHER_SEED)
