"""Interactive protocols simulated from randomised responses."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.optimize import linprog
from sympy import Rational, log, sqrt

from fdp_sym.compose.kov import Turn, accuracy, simulation
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError

LAMBDA, SLACK = Fraction(3), Fraction(1, 10)
REVEAL = SLACK * (1 + LAMBDA) / LAMBDA


def canonical(growth, slack):
    """The masses of the four outcomes, KOV eqs. (12) and (13)."""
    most, least = (1 - slack) * growth / (1 + growth), (1 - slack) / (1 + growth)
    return [(slack, most, least, Fraction(0)), (Fraction(0), least, most, slack)]


def random_protocol(rng, parties, depth):
    party = rng.randrange(parties)
    number = rng.choice([2, 2, 3])
    masses = []
    for bit in (0, 1):  # some messages are impossible, but only for the bit 0
        weights = [rng.randrange(bit, 5) for _ in range(number)]
        weights[0] += 1
        masses.append([Fraction(w, sum(weights)) for w in weights])
    messages = {}
    for i in range(number):
        end = depth == 1 or rng.random() < 0.25
        then = () if end else (random_protocol(rng, parties, depth - 1),)
        messages["abc"[i]] = (masses[0][i], masses[1][i], *then)
    return Turn(party, messages)


def law(turn, x):
    """The law of the transcript, written again."""
    if turn is None:
        return {(): Fraction(1)}
    found = {}
    for message, probabilities, then in turn.branches:
        for rest, mass in law(then, x).items():
            found[(message, *rest)] = probabilities[x[turn.party]] * mass
    return found


def excess(turn, party, growth, bit, sent=(Fraction(1), Fraction(1))):
    """The largest P(S | bit) - growth P(S | other bit) if the others send what they like."""
    if turn is None:
        return max(sent[bit] - growth * sent[1 - bit], Fraction(0))
    if turn.party != party:
        return max(excess(then, party, growth, bit, sent) for _, _, then in turn.branches)
    return sum(
        excess(then, party, growth, bit, tuple(s * p for s, p in zip(sent, ps, strict=True)))
        for _, ps, then in turn.branches
    )


def image(found, growths, slacks, x):
    """The law of the transcript when the kernel is fed with the canonical outcomes."""
    rows = [
        canonical(growth, slack)[bit] for growth, slack, bit in zip(growths, slacks, x, strict=True)
    ]
    masses = {}
    for outcomes, row in found.kernel.items():
        mass = prod(r[o] for r, o in zip(rows, outcomes, strict=True))
        for transcript, share in row.items():
            masses[transcript] = masses.get(transcript, 0) + mass * share
    return masses


def as_eps(growth):
    return log(Rational(growth.numerator, growth.denominator))


def test_random_protocols_at_the_least_delta():
    rng = random.Random(7)
    for _ in range(40):
        n = rng.choice([1, 2, 3])
        protocol = random_protocol(rng, n, 3)
        growths = [Fraction(rng.randrange(2, 9), 2) for _ in range(n)]
        slacks = [max(excess(protocol, i, growths[i], bit) for bit in (0, 1)) for i in range(n)]
        pairs = [(as_eps(growth), slack) for growth, slack in zip(growths, slacks, strict=True)]
        found = simulation(protocol, pairs)
        for row in found.kernel.values():
            assert min(row.values()) >= 0
            assert sum(row.values()) == 1
        for x in product((0, 1), repeat=n):
            assert image(found, growths, slacks, x) == law(protocol, x) == protocol.law(*x)
        party = rng.randrange(n)
        if slacks[party]:
            pairs[party] = (pairs[party][0], slacks[party] * Fraction(99, 100))
            with pytest.raises(HypothesisError, match=f"party {party} is not"):
                simulation(protocol, pairs)


def revealing():
    """Party 1 answers at random; after a 1, party 0 shows its bit with more than its delta."""
    shown = {0: (REVEAL, 0), 1: (0, REVEAL), "nothing": (1 - REVEAL, 1 - REVEAL)}
    last = {"over": (1, 1)}
    high, low = LAMBDA / (1 + LAMBDA), 1 / (1 + LAMBDA)
    return Turn(1, {0: (high, low, Turn(0, last)), 1: (low, high, Turn(0, shown))})


def test_privacy_at_fixed_bits_of_the_others_is_not_enough():
    """(eps, delta)-DP for each input of the others, but no kernel: delta > 0 needs more."""
    protocol = revealing()
    for x in (0, 1):
        first, second = law(protocol, (0, x)), law(protocol, (1, x))
        assert sum(max(first[t] - second[t], 0) for t in first) <= SLACK
    for x in (0, 1):
        first, second = law(protocol, (x, 0)), law(protocol, (x, 1))
        assert all(first[t] <= LAMBDA * second[t] and second[t] <= LAMBDA * first[t] for t in first)
    guarantees = [(0, SLACK), (as_eps(LAMBDA), 0)]
    with pytest.raises(HypothesisError, match="party 0"):
        simulation(protocol, guarantees)
    # and there is no other kernel: the linear program for one is infeasible
    transcripts = protocol.transcripts
    pairs = list(product(range(4), repeat=2))
    rows = [canonical(Fraction(1), SLACK), canonical(LAMBDA, Fraction(0))]
    equations, values = [], []
    for x in product((0, 1), repeat=2):
        for t in transcripts:
            row = np.zeros((len(pairs), len(transcripts)))
            for s, (o, p) in enumerate(pairs):
                row[s, transcripts.index(t)] = rows[0][x[0]][o] * rows[1][x[1]][p]
            equations.append(row.ravel())
            values.append(float(law(protocol, x)[t]))
    for s in range(len(pairs)):
        row = np.zeros((len(pairs), len(transcripts)))
        row[s] = 1
        equations.append(row.ravel())
        values.append(1.0)
    found = linprog(np.zeros(len(equations[0])), A_eq=equations, b_eq=values, bounds=(0, None))
    assert found.status == 2
    # with the delta that the protocol has against any behaviour of the others there is one
    assert simulation(protocol, [(0, REVEAL), guarantees[1]]).verify().status == "proved"


def best_average(function, protocol, n):
    """The best average accuracy of an observer of the transcript, from its laws."""
    laws = {x: law(protocol, x) for x in product((0, 1), repeat=n)}
    return sum(
        max(sum(row[t] for x, row in laws.items() if function(*x) == a) for a in (0, 1))
        for t in protocol.transcripts
    ) / Fraction(2**n)


def published(function, guarantees):
    value = accuracy(function, guarantees, case="average").value
    return Fraction(int(value.p), int(value.q))


def test_no_protocol_beats_published_responses():
    rng = random.Random(5)
    functions = (lambda *x: sum(x) % 2, lambda *x: min(x), lambda *x: int(2 * sum(x) > len(x)))
    for _ in range(25):
        n = rng.choice([2, 3])
        protocol = random_protocol(rng, n, 3)
        growths = [Fraction(rng.randrange(2, 9), 2) for _ in range(n)]
        slacks = [max(excess(protocol, i, growths[i], bit) for bit in (0, 1)) for i in range(n)]
        pairs = [(as_eps(growth), slack) for growth, slack in zip(growths, slacks, strict=True)]
        for function in functions:
            assert best_average(function, protocol, n) <= published(function, pairs)


def test_privacy_at_fixed_bits_allows_more():
    """Unless privacy is only asked at fixed bits of the others, with delta > 0."""
    guarantees = [(0, SLACK), (as_eps(LAMBDA), 0)]
    assert best_average(lambda x, y: x & y, revealing(), 2) == Fraction(23, 30)
    assert published(lambda x, y: x & y, guarantees) == Fraction(61, 80) < Fraction(23, 30)


def test_planted_mistakes_are_found():
    turn = Turn(0, {"a": ("2/3", "1/3"), "b": ("1/3", "2/3")})
    found = simulation(turn, [(log(3), "1/20")])
    wrong = {o: dict(plan) for o, plan in found.strategies[0].items()}
    wrong[1], wrong[2] = wrong[2], wrong[1]
    verdict = dataclasses.replace(found, strategies=(wrong,)).verify()
    assert verdict.status == "refuted"
    assert "x" in verdict.witness
    wrong = {o: dict(plan) for o, plan in found.strategies[0].items()}
    wrong[1][("a",)] += Fraction(1, 100)
    assert dataclasses.replace(found, strategies=(wrong,)).verify().status == "refuted"
    wrong[1] = {("a",): Fraction(101, 100), ("b",): Fraction(-1, 100)}
    assert dataclasses.replace(found, strategies=(wrong,)).verify().status == "refuted"


def test_a_simulation_answers_for_its_guarantees():
    """Rows of the kernel that are missing, floats, and a kernel that is right for another eps."""
    turn = Turn(0, {"a": ("2/3", "1/3"), "b": ("1/3", "2/3")})
    found = simulation(turn, [(log(3), 0)])
    assert dataclasses.replace(found, guarantees=((log(2), 0),)).verify().status == "refuted"
    for strategies in (({},), (), ({1: {("a",): 1}, 2: {("b",): 1}},)):
        wrong = dataclasses.replace(found, strategies=strategies)
        assert wrong.verify().status == "refuted", strategies
    rounded = {o: {t: float(p) for t, p in plan.items()} for o, plan in found.strategies[0].items()}
    assert dataclasses.replace(found, strategies=(rounded,)).verify().status == "refuted"


@pytest.mark.parametrize("bits", [(), (0,), (2, 0), (-1, 0), ("0", 0), (0.5, 0), (True, 0)])
def test_a_law_needs_a_bit_of_each_party(bits):
    reply = Turn(1, {"c": (1, 0), "d": (0, 1)})
    turn = Turn(0, {"a": ("2/3", "1/3", reply), "b": ("1/3", "2/3")})
    with pytest.raises(DomainError, match="bits"):
        turn.law(*bits)


def test_long_protocols():
    turn = Turn(0, {"a": (1, 1)})
    for _ in range(199):
        turn = Turn(0, {"a": (1, 1, turn)})
    assert simulation(turn, [(0, 0)]).verify().status == "proved"
    with pytest.raises(UnsupportedError, match="201 turns"):
        Turn(1, {"a": (1, 1, turn)})


def test_corners():
    fair = Turn(0, {"a": ("1/2", "1/2"), "b": ("1/2", "1/2")})
    assert simulation(fair, [(0, 0), (0, 1)]).verify().status == "proved"
    clear = Turn(0, {"a": (1, 0), "b": (0, 1)})
    assert simulation(clear, [(log(2), 1)]).kernel[(0,)] == {("a",): 1, ("b",): 0}
    with pytest.raises(HypothesisError, match="party 0"):
        simulation(clear, [(log(10**9), 0)])
    # a message that nobody ever sends may be followed by anything
    never = Turn(0, {"a": (1, 1), "b": (0, 0, Turn(1, {"c": (1, 0), "d": (0, 1)}))})
    assert simulation(never, [(0, 0), (0, 0)]).verify().status == "proved"


@pytest.mark.parametrize(
    "messages",
    [{}, None, {"a": (1, "1/2")}, {"a": 1}, {"a": (1, 1, "b")}, {"a": (2, 1), "b": (-1, 0)}],
)
def test_what_is_no_turn(messages):
    with pytest.raises(DomainError):
        Turn(0, messages)


def test_what_is_refused():
    turn = Turn(1, {"a": (1, 1)})
    for party in (-1, True, "0"):
        with pytest.raises(DomainError, match="party"):
            Turn(party, {"a": (1, 1)})
    with pytest.raises(DomainError, match="guarantees"):
        simulation(turn, [(1, 0)])
    with pytest.raises(DomainError, match="protocol"):
        simulation("turn", [(1, 0)])
    with pytest.raises(UnsupportedError, match="rational"):
        simulation(turn, [(1, 0), (1, 0)])
    with pytest.raises(DomainError, match="rational"):
        Turn(0, {"a": (sqrt(2) / 2, 1), "b": (1 - sqrt(2) / 2, 0)})
