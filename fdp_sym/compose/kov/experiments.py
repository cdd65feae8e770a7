r"""What parties publish about their bits, and how much it is worth to a rule that answers.

An experiment has a channel for each bit: outcomes with a mass for either value of the bit. In
rational numbers its best rules are found and, independently of that, proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from sympy import Expr, Integer, exp

from ...errors import DomainError, UnsupportedError
from ...exact import exact, to_fraction
from ...theorems.verdict import Status, Verdict
from ...tradeoff.eps_delta import EpsDelta
from ...tradeoff.inputs import pairs_of
from .games import Solution, maximin
from .inputs import exponent, probability

__all__ = [
    "CLEAR",
    "ROUTE",
    "Bits",
    "Channel",
    "Experiment",
    "canonical",
    "canonical_pair",
    "fraction",
    "guarantees_of",
    "masses_of",
]

Bits = tuple[int, ...]
Row = tuple[int, Any, Any]  # an outcome, its mass if the bit is 0, its mass if the bit is 1
Channel = tuple[Row, ...]
Rule = Mapping[Bits, tuple[Fraction, ...]]

_MOST_PARTIES = 4
ROUTE = "a rule and a prior of the same value, multiplied out"
CLEAR: Channel = ((0, Fraction(1), Fraction(0)), (1, Fraction(0), Fraction(1)))


class Found(NamedTuple):
    """An accuracy, a rule that reaches it, and a prior on the inputs that no rule beats."""

    value: Fraction
    rule: Rule
    prior: Mapping[Bits, Fraction]


def guarantees_of(parties: Iterable[Any]) -> list[tuple[Expr, Expr]]:
    """What each of at most four parties guarantees, as pairs (eps, delta)."""
    shape = "(eps, delta)"
    if isinstance(parties, Iterable) and not isinstance(parties, (str, bytes)):
        parties = [(p.eps, p.slack) if isinstance(p, EpsDelta) else p for p in parties]
    pairs = pairs_of(parties, "parties", shape)
    if not pairs:
        raise DomainError(f"parties is empty: allowed is a list of pairs {shape}")
    if len(pairs) > _MOST_PARTIES:
        raise UnsupportedError(f"{len(pairs)} parties: allowed are at most {_MOST_PARTIES}")
    return [(exponent(eps), probability(slack)) for eps, slack in pairs]


def canonical(slack: Fraction, kept: Fraction) -> Channel:
    """The canonical pair; ``kept`` is the probability h that noise leaves the bit as it is."""
    high, low, none = (1 - slack) * kept, (1 - slack) * (1 - kept), Fraction(0)
    rows = ((0, slack, none), (1, high, low), (2, low, high), (3, none, slack))
    return tuple(row for row in rows if row[1] or row[2])


def canonical_pair(eps: Any, delta: Any = 0) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    r"""The pair of distributions that is exactly (eps, delta)-DP.

    .. math:: P=\frac{(\delta(1+x),\,(1-\delta)x,\,1-\delta,\,0)}{1+x},\quad
              Q=\frac{(0,\,1-\delta,\,(1-\delta)x,\,\delta(1+x))}{1+x},\qquad x=e^\varepsilon.

    A mechanism is (eps, delta)-DP for two inputs if and only if its pair of laws is a function of
    this one and of noise: for finitely many outputs `fdp_sym.blackwell` finds the kernel, or a
    level at which the mechanism tells the inputs apart better.

    Parameters
    ----------
    eps : number or expression, eps >= 0
    delta : number or expression in [0, 1]

    Raises
    ------
    DomainError
        If eps is negative or delta outside [0, 1].

    Examples
    --------
    >>> from sympy import log
    >>> from fdp_sym.blackwell_order import blackwell
    >>> canonical_pair(log(3), "1/10")
    ((1/10, 27/40, 9/40, 0), (0, 9/40, 27/40, 1/10))
    >>> mechanism = ["1/2", "3/10", "1/5"], ["1/5", "1/5", "3/5"]
    >>> blackwell(canonical_pair(log(3), "1/10"), mechanism).holds
    True
    >>> blackwell(canonical_pair(log(2), 0), mechanism).witness
    Fraction(1, 5)

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, eqs. (12) and (13), Theorem 2.5.
    """
    slack, growth = probability(delta), exp(exponent(eps))
    low = (1 - slack) / (1 + growth)
    masses = (slack, growth * low, low, Integer(0))
    return masses, masses[::-1]


def fraction(probability: Any) -> Fraction:
    """A probability that somebody states, exactly: a float is its binary value."""
    if isinstance(probability, Fraction):
        return probability
    return to_fraction(exact(probability, "a probability"))


def masses_of(rows: Sequence[Row]) -> list[Any]:
    """The masses of an outcome of all parties under all inputs, in their order."""
    masses: list[Any] = [1]
    for _, zero, one in rows:
        masses = [mass * factor for mass in masses for factor in (zero, one)]
    return masses


@dataclass(frozen=True)
class Experiment:
    """The inputs against the rules, in rational numbers.

    Parameters
    ----------
    channels : sequence of Channel
        What each party publishes.
    worth : sequence of sequences of Fraction
        For each input, in order, the gain of each answer.
    error : Fraction
        How far the accuracy may be from that of the experiment that is meant.
    """

    channels: Sequence[Channel]
    worth: Sequence[Sequence[Fraction]]
    error: Fraction = Fraction(0)

    @property
    def inputs(self) -> list[Bits]:
        """All inputs, in order."""
        return list(product((0, 1), repeat=len(self.channels)))

    def outcomes(self) -> list[tuple[Bits, list[tuple[int, Fraction]]]]:
        """Each outcome with the numbers of the inputs under which it occurs, and its masses."""
        return [
            (
                tuple(outcome for outcome, *_ in rows),
                [(x, mass) for x, mass in enumerate(masses_of(rows)) if mass],
            )
            for rows in product(*self.channels)
        ]

    def average(self) -> Found:
        """The best average over all inputs."""
        inputs, outcomes = self.inputs, self.outcomes()
        uniform = [Fraction(1, len(inputs))] * len(inputs)
        chosen, value = [], Fraction(0)
        for _, masses in outcomes:
            scores = _scores(masses, uniform, self.worth)
            chosen.append(scores.index(max(scores)))
            value += max(scores)
        rule = self._mixture(outcomes, {tuple(chosen): Fraction(1)})
        return Found(value, rule, dict(zip(inputs, uniform, strict=True)))

    def worst(self) -> Found:
        """The best at the worst input: a matrix game of the inputs against deterministic rules."""
        game = self._game()
        rule = self._mixture(self.outcomes(), game.columns)
        value = game.value - self._shift
        return Found(value, rule, dict(zip(self.inputs, game.rows, strict=True)))

    def basis(self) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """The deterministic rules that a best rule mixes, and as many inputs where it is worst.

        A rule lists its answers, by number, in the order of the outcomes.
        """
        game = self._game()
        rules: Any = game.basis
        return rules, game.tight

    @property
    def _shift(self) -> Fraction:
        """What makes all gains positive."""
        return 1 - min(map(min, self.worth))

    def _game(self) -> Solution:
        worth = [[w + self._shift for w in row] for row in self.worth]
        inputs, outcomes = self.inputs, self.outcomes()

        def respond(weights: Sequence[Fraction]) -> tuple[tuple[int, ...], list[Fraction]]:
            chosen, column = [], [Fraction(0)] * len(inputs)
            for _, masses in outcomes:
                scores = _scores(masses, weights, worth)
                answer = scores.index(max(scores))
                chosen.append(answer)
                for x, mass in masses:
                    column[x] += mass * worth[x][answer]
            return tuple(chosen), column

        return maximin(respond, len(inputs))

    def verdict(
        self, case: str, rule: Rule, prior: Mapping[Bits, Fraction], lower: Any, upper: Any
    ) -> Verdict:
        """Whether rule and prior prove that the accuracy lies between two numbers."""
        inputs, outcomes = self.inputs, self.outcomes()
        answers = len(self.worth[0])
        rows = {s: [fraction(p) for p in rule.get(s) or ()] for s, _ in outcomes}
        for s, row in rows.items():
            if len(row) != answers or min(row) < 0 or sum(row) != 1:
                return _refuted("no probabilities of the answers", {"outcome": str(s)})
        weights = [fraction(prior.get(x, 0)) for x in inputs]
        if min(weights) < 0 or sum(weights) != 1 or not set(prior) <= set(inputs):
            return _refuted("the prior is no distribution on the inputs", {})
        if case == "average" and len(set(weights)) != 1:
            return _refuted("the prior is not uniform", {})
        gains, bound = [Fraction(0)] * len(inputs), Fraction(0)
        for s, masses in outcomes:
            bound += max(_scores(masses, weights, self.worth))
            for x, mass in masses:
                gains[x] += mass * _dot(rows[s], self.worth[x])
        reached = _dot(weights, gains) if case == "average" else min(gains)
        if lower <= reached - self.error and bound + self.error <= upper:
            return Verdict(Status.PROVED, ROUTE)
        return _refuted("not that value", {"rule": str(reached), "prior": str(bound)})

    def _mixture(
        self, outcomes: list[tuple[Bits, Any]], mixture: Mapping[Any, Fraction]
    ) -> dict[Bits, tuple[Fraction, ...]]:
        """Deterministic rules with weights as one rule."""
        rule = {}
        for i, (s, _) in enumerate(outcomes):
            row = [Fraction(0)] * len(self.worth[0])
            for chosen, weight in mixture.items():
                row[chosen[i]] += weight
            rule[s] = tuple(row)
        return rule


def _scores(
    masses: list[tuple[int, Fraction]],
    weights: Sequence[Fraction],
    worth: Sequence[Sequence[Fraction]],
) -> list[Fraction]:
    """What each answer is worth at an outcome, summed over the weighted inputs."""
    scores = [Fraction(0)] * len(worth[0])
    for x, mass in masses:
        if weights[x]:
            share = weights[x] * mass
            for a, w in enumerate(worth[x]):
                if w:
                    scores[a] += share * w
    return scores


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(left, right, strict=True)), Fraction(0))


def _refuted(detail: str, witness: dict[str, str]) -> Verdict:
    return Verdict(Status.REFUTED, ROUTE, witness, detail=detail)
