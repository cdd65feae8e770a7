"""Samples hold every family, and the same seed draws the same."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from fdp_sym.conformance.selection import sample, select
from fdp_sym.errors import DomainError

SIZES = {"gaussian": 700, "kov": 250, "laplace": 49, "degenerate": 1}
VECTORS = [
    SimpleNamespace(id=f"{family}-{i}", family=family, flags=("ODD",) if i % 2 else ("TAIL",))
    for family, size in SIZES.items()
    for i in range(size)
]


def families(chosen):
    return Counter(vector.family for vector in chosen)


@pytest.mark.parametrize("number", [4, 10, 100, 999])
def test_shares_are_those_of_the_whole(number: int) -> None:
    chosen = sample(VECTORS, number, seed=3)
    assert len(chosen) == number == len({vector.id for vector in chosen})
    for family, size in SIZES.items():
        assert families(chosen)[family] >= 1
        assert abs(families(chosen)[family] - number * size / 1000) <= 3


def test_seeds() -> None:
    assert sample(VECTORS, 50, seed=1) == sample(VECTORS, 50, seed=1)
    assert sample(VECTORS, 50, seed=1) != sample(VECTORS, 50, seed=2)
    assert sample(VECTORS, 5000) == VECTORS
    assert sum(families(sample(VECTORS, 2)).values()) == 2


def test_selection() -> None:
    assert families(select(VECTORS, families=["kov", "laplace"])) == {"kov": 250, "laplace": 49}
    assert len(select(VECTORS, flags=["TAIL"])) == 501
    assert len(select(VECTORS, ids=["kov-1?", "laplace-0"])) == 11
    assert len(select(VECTORS, ["kov"], ["ODD"], ["*-1"])) == 1
    assert select(VECTORS) == VECTORS


@pytest.mark.parametrize(
    "asked", [{"families": ["renyi"]}, {"flags": ["odd"]}, {"ids": ["renyi-*"]}]
)
def test_what_is_not_there_is_said(asked: dict) -> None:
    with pytest.raises(DomainError, match="no vector has it"):
        select(VECTORS, **asked)
