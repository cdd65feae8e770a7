"""Finite pairs and lattices again, by Fractions and by sums over all outcomes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from exact_sums import agrees, crosses, curve, ends, hockey_stick, lattice_power, power, real
from mpmath import e, exp, mp, mpf

from fdp_sym.vectors import load


@pytest.fixture(autouse=True)
def precise():
    with mp.workdps(50):
        yield


def masses(step):
    return [(real(p), real(q)) for p, q in zip(*step.parameters.values(), strict=True)]


def turned(pairs, direction):
    return pairs if direction == "remove" else [(q, p) for p, q in pairs]


def ways(vector):
    return ("remove", "add") if vector.direction == "both" else (vector.direction,)


def finite(count=None):
    chosen = [v for v in load(["atoms"]) if v.steps[0].mechanism == "finite"]
    return [v for v in chosen if count is None or v.steps[0].count == count]


def test_curves_of_pairs_are_exact_rational_numbers():
    seen = 0
    for v in finite(1):
        if v.quantity != "tradeoff" or v.direction == "both":
            continue
        p, q = ([Fraction(x) for x in v.steps[0].parameters[key]] for key in "pq")
        # T(without, with) for the removal
        pairs = list(zip(q, p, strict=True))
        pairs = pairs if v.direction == "remove" else [(b, a) for a, b in pairs]
        truth = curve([pair for pair in pairs if pair[0] or pair[1]], Fraction(v.at))
        low, high = v.bounds()
        assert low <= truth <= high, v.id
        seen += 1
    assert seen >= 50


def test_symmetric_curves_are_exact_too():
    seen = 0
    for v in finite(1):
        p, q = ([Fraction(x) for x in v.steps[0].parameters[key]] for key in "pq")
        if v.quantity != "tradeoff" or v.direction != "both" or sorted(p) != sorted(q):
            continue
        low, high = v.bounds()
        assert low <= curve(list(zip(q, p, strict=True)), Fraction(v.at)) <= high
        seen += 1
    assert seen >= 30


def test_profiles_of_pairs_are_sums_over_the_outcomes():
    seen = 0
    for v in finite():
        if v.steps[0].count > 5 or v.quantity == "tradeoff":
            continue
        pairs = power(masses(v.steps[0]), v.steps[0].count)

        def profile(eps, pairs=pairs, v=v):
            return max(hockey_stick(turned(pairs, way), eps) for way in ways(v))

        if v.quantity == "delta":
            assert agrees(v, profile(real(v.at))), v.id
        elif "INFINITE" in v.flags:
            assert profile(mpf(1000)) > real(v.at)
        else:
            assert crosses(v, profile), v.id
        seen += 1
    assert seen >= 190


def response(step):
    eps, m = real(step.parameters["epsilon"]), int(step.parameters["categories"])
    honest, other = exp(eps) / (exp(eps) + m - 1), 1 / (exp(eps) + m - 1)
    return {1: (honest, other), -1: (other, honest), 0: ((m - 2) * other, (m - 2) * other)}


def test_randomised_response_is_a_sum_over_the_places_of_its_lattice():
    seen = 0
    for v in load(["atoms"]):
        step = v.steps[0]
        if step.mechanism != "randomized-response" or step.count > 30:
            continue
        pairs = lattice_power(response(step), step.count)
        if v.quantity == "delta":
            assert agrees(v, hockey_stick(pairs, real(v.at)), 30), v.id
        elif v.quantity == "epsilon" and v.at != "0":
            assert crosses(v, lambda eps, pairs=pairs: hockey_stick(pairs, eps), 30), v.id
        elif v.quantity == "tradeoff":
            assert agrees(v, curve(pairs, real(v.at)), 30), v.id
        seen += 1
    assert seen >= 80


def test_a_thousand_binary_answers_are_a_binomial_sum():
    seen = 0
    for v in load(["atoms"]):
        step = v.steps[0]
        if step.parameters.get("categories") != "2" or step.count != 1000:
            continue
        eps0 = real(step.parameters["epsilon"])
        c = 1 / (1 + exp(eps0))
        masses = [(1 - c) ** 1000]
        for j in range(1000):
            masses.append(masses[-1] * (1000 - j) / (j + 1) * c / (1 - c))
        pairs = list(zip(masses, reversed(masses), strict=True))
        if v.quantity == "delta":
            assert agrees(v, hockey_stick(pairs, real(v.at)), 30), v.id
            seen += 1
        elif v.quantity == "tradeoff":
            assert agrees(v, curve(pairs, real(v.at)), 30), v.id
            seen += 1
    assert seen >= 4


def geometric(step, shift):
    """Masses by the place of the loss: outcomes from the shift on are alike, and those below 1."""
    eps = real(step.parameters["epsilon"])
    a, total = exp(-eps), (1 + exp(-eps)) / (1 - exp(-eps))
    tail = 1 / (1 - a) / total  # P[noise <= 0]
    pairs = {shift: (tail, tail * a**shift), -shift: (tail * a**shift, tail)}
    for z in range(1, shift):
        # the outcome z: noise z with one input, z - shift with the other
        p, q = a**z / total, a ** (shift - z) / total
        old = pairs.get(shift - 2 * z, (mpf(0), mpf(0)))
        pairs[shift - 2 * z] = (old[0] + p, old[1] + q)
    assert abs(sum(p for p, _ in pairs.values()) - 1) < 1e-50
    return pairs


def lattice_steps():
    for family in ("geometric", "replace-one"):
        for v in load([family]):
            step = v.steps[0]
            if step.mechanism == "geometric" and step.count <= 30:
                yield v, int(step.sensitivity[v.relation])


def test_geometric_noise_is_a_sum_over_the_integers():
    seen = 0
    for v, shift in lattice_steps():
        pairs = lattice_power(geometric(v.steps[0], shift), v.steps[0].count)
        if v.quantity == "delta":
            assert agrees(v, hockey_stick(pairs, real(v.at)), 30), v.id
        elif v.quantity == "tradeoff":
            assert agrees(v, curve(pairs, real(v.at)), 30), v.id
        elif v.at == "0":
            low, high = ends(v)
            pure = shift * v.steps[0].count * real(v.steps[0].parameters["epsilon"])
            assert low <= pure <= high
        else:
            assert crosses(v, lambda eps, pairs=pairs: hockey_stick(pairs, eps), 30), v.id
        seen += 1
    assert seen >= 60


def staircase(step):
    """Masses by the loss: both tails, and the pieces of constant density between 0 and 1."""
    eps, gamma = real(step.parameters["epsilon"]), real(step.parameters["gamma"])
    shrink = exp(-eps)
    height = (1 - shrink) / (2 * (gamma + shrink * (1 - gamma)))
    # the density at z + 1 is that at z >= 0 times exp(-eps)
    pairs = {1: (mpf(1) / 2, shrink / 2), -1: (shrink / 2, mpf(1) / 2), 0: (mpf(0), mpf(0))}
    for a, b in pairwise(sorted({mpf(0), gamma, 1 - gamma, mpf(1)})):
        z = (a + b) / 2
        p, q = (height * (1 if x < gamma else shrink) for x in (z, 1 - z))
        place = (p > q) - (p < q)
        pairs[place] = tuple(x + (b - a) * y for x, y in zip(pairs[place], (p, q), strict=True))
    assert abs(sum(p for p, _ in pairs.values()) - 1) < 1e-40
    return pairs


def test_staircase_noise_is_the_integral_of_its_steps():
    seen = 0
    for v in load(["staircase"]):
        step = v.steps[0]
        if step.count > 10:
            continue
        pairs = lattice_power(staircase(step), step.count)
        if v.quantity == "delta":
            assert agrees(v, hockey_stick(pairs, real(v.at)), 30), v.id
        elif v.quantity == "tradeoff":
            assert agrees(v, curve([m for m in pairs if m[0]], real(v.at)), 30), v.id
        elif v.at != "0":
            assert crosses(v, lambda eps, pairs=pairs: hockey_stick(pairs, eps), 28), v.id
        seen += 1
    assert seen >= 60


def discrete_normal(sigma, shift):
    reach = int(14 * sigma) + 3 * shift + 5
    weights = {n: exp(-(mpf(n) ** 2) / (2 * sigma**2)) for n in range(-reach, reach + 1)}
    total = sum(weights.values())
    # by the outcome, with and without the shift
    return {
        n: (weights.get(n - shift, mpf(0)) / total, weights.get(n, mpf(0)) / total)
        for n in range(-reach + shift, reach + 1)
    }


def test_discrete_gaussian_noise_is_a_sum_over_the_integers():
    seen = 0
    for v in load(["discrete-gaussian"]):
        step = v.steps[0]
        sigma, shift = real(step.parameters["sigma"]), int(step.sensitivity[v.relation])
        if sigma > 10 or (step.count > 1 and (step.count > 3 or sigma > 2)):
            continue
        # the sum of the outcomes decides
        pairs = lattice_power(discrete_normal(sigma, shift), step.count)
        if v.quantity == "delta":
            assert agrees(v, hockey_stick(pairs, real(v.at)), 30), v.id
        elif v.quantity == "tradeoff":
            # the curve of without against with
            assert agrees(v, curve([(q, p) for p, q in pairs], real(v.at)), 30), v.id
        else:
            assert crosses(v, lambda eps, pairs=pairs: hockey_stick(pairs, eps), 30), v.id
        seen += 1
    assert seen >= 50


def test_wrong_values_are_seen():
    (vector,) = (
        v
        for v in finite(1)
        if v.quantity == "delta" and v.at == "1/2" and "3/4" in v.steps[0].parameters["p"]
    )
    pairs = masses(vector.steps[0])
    right = hockey_stick(pairs, real("1/2"))
    assert agrees(vector, right)
    assert not agrees(vector, right * (1 + mpf(10) ** -30))
    assert not agrees(vector, hockey_stick(pairs, real("0.5000001")))
    assert right == real("3/4") - mp.sqrt(e) / 4
