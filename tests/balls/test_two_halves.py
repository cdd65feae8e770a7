"""Meeting in the middle against exact rationals, and against powers of polynomials on a lattice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from flint import arb, ctx, fmpq
from sympy import Rational, log

from fdp_sym.balls.two_halves import MechanismsLoss, TwoHalves, halves_of
from fdp_sym.compose.kov import optimal
from fdp_sym.errors import PrecisionError
from fdp_sym.oracle import enclose_delta
from fdp_sym.tradeoff import EpsDelta


def ball(x: Fraction):
    return arb(fmpq(x.numerator, x.denominator))


def outcomes(growths):
    """(product of the ratios, P mass, Q mass) of all outcomes of randomised responses."""
    below = prod(1 + x for x in growths)
    for signs in product((1, -1), repeat=len(growths)):
        q = prod(x if s == 1 else Fraction(1) for x, s in zip(growths, signs, strict=True))
        p = prod(x if s == -1 else Fraction(1) for x, s in zip(growths, signs, strict=True))
        yield q / p, p / below, q / below


@pytest.mark.parametrize("bits", [60, 200])
def test_against_all_outcomes(bits):
    growths = [
        Fraction(3, 2),
        Fraction(2),
        Fraction(5, 2),
        Fraction(9, 7),
        Fraction(3),
        Fraction(3),
    ]
    epsilons = [(log(Rational(str(x))), n) for x, n in zip(growths[:4], [1] * 4, strict=True)]
    loss = MechanismsLoss([*epsilons, (log(3), 2)], [(Rational(1, 10), 2)])
    kept = Fraction(81, 100)
    for level in (Fraction(1, 3), Fraction(1), Fraction(8), Fraction(20)):
        expected = sum(max(Fraction(0), q - level * p) for _, p, q in outcomes(growths))
        with ctx.workprec(bits):
            tail = loss.tail(ball(level).log())
            total = 1 - kept * (1 - expected)
            assert tail.delta.contains(fmpq(total.numerator, total.denominator))
            assert tail.delta.rel_accuracy_bits() > bits - 15
            at = [(p, q) for ratio, p, q in outcomes(growths) if ratio > level]
            q = 1 - kept * (1 - sum(q for _, q in at))
            assert tail.q.contains(fmpq(q.numerator, q.denominator))
            p = kept * sum(p for p, _ in at)
            assert tail.p.contains(fmpq(p.numerator, p.denominator))


def test_ties_do_not_cost_digits():
    """Very many losses are exactly, or in doubles nearly, the point that is asked for."""

    def laws():
        step = arb(1) / 10
        return [[(step, arb(1) / 4, arb(3) / 4), (-step, arb(3) / 4, arb(1) / 4)]] * 14

    with ctx.workprec(150):
        halves, step = TwoHalves(laws), arb(1) / 10
        tail = halves.tail(step * 4)
        assert tail.delta.rel_accuracy_bits() > 120
        # the step only decides what ties: with j answers against Q the loss is (14 - 2 j)/10
        growth = (step * 4).exp()
        expected = sum(
            (
                arb.bin_uiui(14, j) * (arb(3) ** (14 - j) - growth * arb(3) ** j) / arb(4) ** 14
                for j in range(5)
            ),
            arb(0),
        )
        assert tail.delta.overlaps(expected)


def test_what_is_cut_off_is_bounded():
    """With few bits the enclosure is wide and still holds the value."""

    def laws():
        return [[(arb(1), arb("0.2"), arb("0.7")), (arb(-1), arb("0.8"), arb("0.3"))]] * 16

    with ctx.workprec(20):
        wide = TwoHalves(laws).tail(arb(3))
    with ctx.workprec(300):
        narrow = TwoHalves(laws).tail(arb(3))
    assert wide.q.overlaps(narrow.q)
    assert wide.q.rel_accuracy_bits() < narrow.q.rel_accuracy_bits()
    law = laws()[0]  # of 53 bits
    with ctx.workprec(300), pytest.raises(PrecisionError):
        TwoHalves(lambda: [law, law])


def test_a_wrong_mass_is_seen():
    """The comparison above fails for a law that is not the right one."""
    epsilons = [(Rational(i, 10), 1) for i in range(3, 9)]
    right = MechanismsLoss(epsilons, [])
    wrong = MechanismsLoss([*epsilons[:-1], (Rational(8001, 10000), 1)], [])
    with ctx.workprec(100):
        assert not right.tail(arb(1)).delta.overlaps(wrong.tail(arb(1)).delta)


@pytest.mark.parametrize("size", [22, pytest.param(40, marks=pytest.mark.slow)])
def test_against_polynomials_on_a_lattice(size):
    epsilons = [Fraction(i + 1, 50) for i in range(size)]
    loss = MechanismsLoss([(Rational(str(e)), 1) for e in epsilons], [])
    with ctx.workprec(140):
        delta = loss.tail(arb(1)).delta
    on_lattice = enclose_delta([(EpsDelta(e), 1) for e in epsilons], 1)
    middle = fmpq(on_lattice.midpoint.numerator, on_lattice.midpoint.denominator)
    with ctx.workprec(140):
        assert abs(delta / middle - 1) < arb(10) ** -29
        assert delta.rel_accuracy_bits() > 110


def test_the_optimal_composition_uses_it():
    """Exponents without a common lattice; the oracle's own sums are the other route."""
    mechanisms = [(Fraction(1, 10 + i), "1e-4", 1) for i in range(20)]
    best = optimal(mechanisms)
    other = [(EpsDelta(e, d), n) for e, d, n in mechanisms]
    for eps in (0, "0.3", "1.1"):
        value = best.delta(eps)
        assert value.route == "meeting in the middle"
        assert value.relative_width <= Fraction(1, 10**30)
        assert value.overlaps(enclose_delta(other, eps))
    level = best.delta("0.3").midpoint
    assert abs(best.epsilon(level).midpoint - Fraction(3, 10)) < Fraction(1, 10**28)
    assert best.epsilon(level).relative_width <= Fraction(1, 10**30)
    assert best.epsilon("0.9").upper == 0
    assert best.epsilon("1e-9").route.startswith("unreachable")
    limit = 1 - (1 - Fraction(1, 10**4)) ** 20
    largest = sum(e for e, _, _ in mechanisms)
    assert best.epsilon(limit).contains(largest)
    assert best.delta(largest).contains(limit)
    assert best.delta(100).contains(limit)


def test_halves_are_balanced():
    left, right = halves_of([2] * 40)
    assert len(left) == len(right) == 20
    assert halves_of([1001, 1001]) == ([0], [1])
