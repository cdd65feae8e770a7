"""Blackwell's order: kernels are multiplied out here again, witnesses evaluated."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from sympy import exp, sqrt

from fdp_sym.blackwell_order import apply_kernel, blackwell
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.tradeoff.pair import from_pair


def distribution(rng, size):
    weights = [rng.choice([0, 1, 2, 3, 7]) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


def times(row, kernel):
    return tuple(sum(row[i] * kernel[i][j] for i in range(len(row))) for j in range(len(kernel[0])))


def check_kernel(kernel, first, second):
    assert all(min(row) >= 0 and sum(row) == 1 for row in kernel)
    assert all(isinstance(entry, Fraction) for row in kernel for entry in row)
    assert tuple(times(side, kernel) for side in first) == tuple(map(tuple, second))


def test_processed_pairs_get_a_kernel(rng: random.Random):
    for _ in range(60):
        size, target = rng.randint(1, 6), rng.randint(1, 6)
        pair = distribution(rng, size), distribution(rng, size)
        kernel = [distribution(rng, target) for _ in range(size)]
        image = tuple(times(side, kernel) for side in pair)
        assert apply_kernel(pair, kernel) == image
        result = blackwell(pair, image)
        assert result.holds
        assert result.verdict.status == "proved"
        assert result.witness is None
        check_kernel(result.kernel, pair, image)


def test_unrelated_pairs_get_a_kernel_or_a_level(rng: random.Random):
    refuted = 0
    for _ in range(60):
        first = distribution(rng, 4), distribution(rng, 4)
        second = distribution(rng, 3), distribution(rng, 3)
        result = blackwell(first, second)
        if result.holds:
            check_kernel(result.kernel, first, second)
            continue
        refuted += 1
        assert result.kernel is None
        assert result.verdict.status == "refuted"
        assert from_pair(*first)(result.witness) > from_pair(*second)(result.witness)
    assert 10 < refuted < 60


def test_linear_programming_agrees(rng: random.Random):
    linprog = pytest.importorskip("scipy.optimize").linprog
    for _ in range(15):
        first = distribution(rng, 3), distribution(rng, 3)
        second = distribution(rng, 3), distribution(rng, 3)
        # unknowns K[i, j]: rows sum to 1, images as prescribed
        rows, right = [], []
        for i in range(3):
            rows.append(np.repeat(np.eye(3)[i], 3))
            right.append(1.0)
        for side, image in zip(first, second, strict=True):
            for j in range(3):
                rows.append(np.outer([float(x) for x in side], np.eye(3)[j]).ravel())
                right.append(float(image[j]))
        feasible = linprog(np.zeros(9), A_eq=np.array(rows), b_eq=right).status == 0
        assert blackwell(first, second).holds == feasible


def test_fifty_outcomes(rng: random.Random):
    pair = distribution(rng, 50), distribution(rng, 50)
    kernel = [distribution(rng, 50) for _ in range(50)]
    image = apply_kernel(pair, kernel)
    check_kernel(blackwell(pair, image).kernel, pair, image)


def test_extremes():
    revealing, useless = ([1, 0], [0, 1]), ([1], [1])
    middle = (["3/4", "1/4"], ["1/4", "3/4"])
    assert blackwell(revealing, middle).kernel == (
        (Fraction(3, 4), Fraction(1, 4)),
        (Fraction(1, 4), Fraction(3, 4)),
    )
    assert blackwell(middle, useless).holds
    assert not blackwell(useless, middle).holds
    assert not blackwell(middle, revealing).holds
    # an outcome that never occurs gets a row all the same
    check_kernel(blackwell(([1, 0], [1, 0]), ([1], [1])).kernel, ([1, 0], [1, 0]), ([1], [1]))


def test_a_kernel_is_multiplied_out(monkeypatch):
    middle = (["3/4", "1/4"], ["1/4", "3/4"])
    useless = ((Fraction(1, 2), Fraction(1, 2)),) * 2
    monkeypatch.setattr("fdp_sym.blackwell_order._kernel", lambda *_: useless)
    with pytest.raises(AssertionError, match="does not map"):
        blackwell(([1, 0], [0, 1]), middle)


def test_one_guarantee_does_not_order_pairs():
    """Equal total variation, and neither pair is more informative (DRS after Thm 2.10)."""
    first = (["1/2", "1/2", 0], [0, "1/2", "1/2"])
    second = (["3/4", "1/4"], ["1/4", "3/4"])
    assert from_pair(*first).tv() == from_pair(*second).tv()
    assert blackwell(first, second).holds
    assert not blackwell(second, first).holds


@pytest.mark.parametrize(
    ("first", "message"),
    [
        (([1], [1, 0]), "first: p has 1"),
        ((["1/2"], [1]), "first: p sums to 1/2"),
        (([2, -1], [1, 0]), "first"),
        (([1],), "two lists"),
        (3, "two lists"),
        (([], []), "empty"),
    ],
)
def test_what_is_no_pair_is_refused(first, message):
    with pytest.raises(DomainError, match=message):
        blackwell(first, ([1], [1]))


def test_irrational_masses_are_refused():
    root = sqrt(2) / 2
    with pytest.raises(UnsupportedError, match="rational"):
        blackwell(([root, 1 - root], [1, 0]), ([1], [1]))
    with pytest.raises(UnsupportedError, match="rational"):
        blackwell(([1], [1]), ([exp(-1), 1 - exp(-1)], [1, 0]))


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        ([[1, 0]], "1 rows"),
        ([[1, 0], [1]], "row 1"),
        ([[1, 0], ["1/2", "1/4"]], "row 1.*sums to 3/4"),
        ([[1, 0], [2, -1]], "row 1"),
    ],
)
def test_what_is_no_kernel_is_refused(kernel, message):
    with pytest.raises(DomainError, match=message):
        apply_kernel((["1/2", "1/2"], [0, 1]), kernel)
