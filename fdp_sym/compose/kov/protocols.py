r"""Interactive protocols as randomised responses, simulated: KOV's Theorem D.1.

A protocol is a tree: at each node one party sends a message, with a law that depends on its bit. A
transcript :math:`\tau` has the probability :math:`\prod_ig_i(\tau,x_i)`, where g_i multiplies the
probabilities of what party i sends. Let A, B be :math:`g_i(\cdot,0)`, :math:`g_i(\cdot,1)`, and
:math:`\lambda=e^{\varepsilon_i}`. From parts :math:`A'\le A`, :math:`B'\le B` of the total
:math:`1-\delta_i`, with ratios between :math:`1/\lambda` and :math:`\lambda`, follows

.. math:: A=(A-A')+(1-\delta)\Bigl(\frac\lambda{1+\lambda}M_0+\frac1{1+\lambda}M_1\Bigr),
          \qquad M_0=\frac{\lambda A'-B'}{(1-\delta)(\lambda-1)},

and alike for B: a randomised response is drawn once, and its outcome says with which strategy
party i takes part. So the kernel from outcomes to transcripts is a product over the parties.

A' and B' exist if the contribution is :math:`(\varepsilon_i,\delta_i)`-DP whatever the others send.
The largest totals that they can have below a node are :math:`\min(A,\lambda B)` and
:math:`\min(B,\lambda A)` at a leaf, sums where party i sends and minima where another one does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from sympy import Expr, exp

from ...errors import DomainError, HypothesisError, UnsupportedError
from ...exact import exact, to_fraction
from ...theorems.verdict import Status, Verdict
from .experiments import Bits, Channel, canonical, fraction, guarantees_of

__all__ = ["Simulation", "Turn", "simulation"]

Transcript = tuple[Hashable, ...]
Plan = dict[Transcript, Fraction]
_MOST_TURNS = 200
_ROUTE = "a kernel, multiplied out for every input"


class _Branch(NamedTuple):
    message: Hashable
    probabilities: tuple[Fraction, Fraction]  # if the sender's bit is 0, if it is 1
    then: Turn | None


class Turn:
    """A node of a protocol: one party sends a message.

    Parameters
    ----------
    party : int
        Its number, from 0.
    messages : mapping
        From each message to ``(p0, p1)`` or ``(p0, p1, then)``: its probability if the bit of the
        party is 0, if it is 1, and the `Turn` that follows, if any.

    Raises
    ------
    DomainError
        If a probability is not a rational number >= 0 or they do not add up to 1.
    UnsupportedError
        For a protocol of more than 200 turns, one after another.

    Examples
    --------
    >>> reply = Turn(1, {"y": ("3/4", "1/4"), "n": ("1/4", "3/4")})
    >>> Turn(0, {"ask": ("2/3", "1/3", reply), "stop": ("1/3", "2/3")}).transcripts
    (('ask', 'y'), ('ask', 'n'), ('stop',))
    """

    def __init__(self, party: int, messages: Mapping[Hashable, Any]) -> None:
        if isinstance(party, bool) or not isinstance(party, int) or party < 0:
            raise DomainError(f"party = {party!r}: allowed are the numbers 0, 1, ...")
        if not isinstance(messages, Mapping) or not messages:
            raise DomainError(f"messages = {messages!r}: allowed is a mapping that is not empty")
        self.party = party
        self.branches = tuple(_branch(name, value) for name, value in messages.items())
        self.depth: int = 1 + max(b.then.depth if b.then else 0 for b in self.branches)
        if self.depth > _MOST_TURNS:
            raise UnsupportedError(
                f"{self.depth} turns, one after another: allowed are at most {_MOST_TURNS}"
            )
        for bit in (0, 1):
            total = sum(branch.probabilities[bit] for branch in self.branches)
            if total != 1:
                raise DomainError(
                    f"the messages {list(messages)} of party {party} have the total probability "
                    f"{total} if its bit is {bit}: allowed is 1"
                )

    def __repr__(self) -> str:
        return f"Turn({self.party}, {[branch.message for branch in self.branches]})"

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        """All sequences of messages, from the first to the last."""
        return tuple(transcript for transcript, _ in self.leaves())

    def law(self, *bits: int) -> Plan:
        """The probability of each transcript at an input, the bits of the parties 0, 1, ...

        Raises
        ------
        DomainError
            If a party that sends something has no bit.

        Examples
        --------
        >>> Turn(0, {"a": ("2/3", "1/3"), "b": ("1/3", "2/3")}).law(1)
        {('a',): Fraction(1, 3), ('b',): Fraction(2, 3)}
        """
        if len(bits) <= self.most or not all(type(b) is int and b in (0, 1) for b in bits):
            raise DomainError(
                f"bits = {bits}: allowed are 0 and 1, one for each of the parties 0 to {self.most}"
            )
        return {
            transcript: prod((p[bits[party]] for party, p in sent), start=Fraction(1))
            for transcript, sent in self.leaves()
        }

    @property
    def most(self) -> int:
        """The largest number of a party that sends something."""
        return max(party for _, sent in self.leaves() for party, _ in sent)

    def leaves(self) -> Iterator[tuple[Transcript, tuple[tuple[int, Any], ...]]]:
        """Each transcript with what was sent: (party, its two probabilities)."""
        for message, probabilities, then in self.branches:
            sent = ((self.party, probabilities),)
            if then is None:
                yield (message,), sent
            else:
                for rest, more in then.leaves():
                    yield (message, *rest), sent + more


def _branch(message: Hashable, value: Any) -> _Branch:
    shape = "(p0, p1) or (p0, p1, then)"
    if not isinstance(value, tuple) or len(value) not in (2, 3):
        raise DomainError(f"message {message!r} has {value!r}: allowed is {shape}")
    then = value[2] if len(value) == 3 else None
    if not (then is None or isinstance(then, Turn)):
        raise DomainError(f"after message {message!r} comes {then!r}: allowed is a Turn")
    masses = [exact(p, f"the probability of {message!r}") for p in value[:2]]
    if not all(p.is_Rational and p >= 0 for p in masses):
        raise DomainError(
            f"message {message!r} has the probabilities {masses}: allowed are rational numbers >= 0"
        )
    return _Branch(message, (to_fraction(masses[0]), to_fraction(masses[1])), then)


@dataclass(frozen=True)
class Simulation:
    """A protocol as a function of randomised responses and of noise that knows no bit.

    Attributes
    ----------
    protocol : Turn
    guarantees : tuple of (eps, delta)
        Of each party.
    strategies : tuple of mappings
        For each party and outcome the product of the probabilities with which it sends what a
        transcript contains.
    """

    protocol: Turn
    guarantees: tuple[tuple[Expr, Expr], ...]
    strategies: tuple[Mapping[int, Plan], ...]

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The randomised response of each party: its outcomes, as in KOV's eqs. (12) and (13).

        Each has its number, 0 to 3, its mass if the bit is 0 and that if it is 1. Outcomes that
        never occur are left out.
        """
        return tuple(
            canonical(to_fraction(slack), to_fraction(1 / (1 + exp(-eps))))
            for eps, slack in guarantees_of(self.guarantees)
        )

    @property
    def kernel(self) -> dict[Bits, Plan]:
        """For each tuple of outcomes the law of the transcript."""
        transcripts = self.protocol.transcripts
        return {
            outcomes: {
                t: prod((fraction(plan.get(t, 0)) for plan in plans), start=Fraction(1))
                for t in transcripts
            }
            for outcomes, plans in (
                (tuple(o for o, _ in row), [plan for _, plan in row])
                for row in product(*(strategy.items() for strategy in self.strategies))
            )
        }

    def verify(self) -> Verdict:
        """Whether the kernel is stochastic and gives the law of the protocol at every input.

        Examples
        --------
        >>> from sympy import log
        >>> turn = Turn(0, {"a": ("2/3", "1/3"), "b": ("1/3", "2/3")})
        >>> simulation(turn, [(log(3), 0)]).verify().status
        <Status.PROVED: 'proved'>
        """
        kernel, channels = self.kernel, self.channels
        for outcomes, row in kernel.items():
            if min(row.values()) < 0 or sum(row.values()) != 1:
                return _refuted(f"row {outcomes} is no distribution", {})
        for x in product((0, 1), repeat=len(channels)):
            image = dict.fromkeys(self.protocol.transcripts, Fraction(0))
            for rows in product(*channels):
                mass = prod((row[1 + bit] for row, bit in zip(rows, x, strict=True)))
                for transcript, share in kernel.get(tuple(row[0] for row in rows), {}).items():
                    image[transcript] += mass * share
            for transcript, mass in self.protocol.law(*x).items():
                if image[transcript] != mass:
                    return _refuted(f"{transcript} has the mass {image[transcript]}", {"x": str(x)})
        return Verdict(Status.PROVED, _ROUTE)


def simulation(protocol: Turn, parties: Iterable[Any]) -> Simulation:
    """A protocol simulated from one randomised response of each party.

    Parameters
    ----------
    protocol : Turn
        The first turn.
    parties : iterable of (eps, delta), or of EpsDelta
        What each party guarantees; e^eps and delta have to be rational.

    Raises
    ------
    HypothesisError
        If the contribution of a party is not (eps, delta)-DP against all behaviour of the others.
    UnsupportedError
        If e^eps or delta is irrational.

    Examples
    --------
    >>> from sympy import log
    >>> reply = Turn(1, {"y": ("3/4", "1/4"), "n": ("1/4", "3/4")})
    >>> protocol = Turn(0, {"ask": ("2/3", "1/3", reply), "stop": ("1/3", "2/3")})
    >>> found = simulation(protocol, [(log(2), 0), (log(3), 0)])
    >>> found.kernel[1, 2][("ask", "n")]
    Fraction(1, 1)
    >>> simulation(protocol, [(log(2), 0), (log(2), "1/10")])
    Traceback (most recent call last):
    ...
    fdp_sym.errors.HypothesisError: party 1 is not (log(2), 1/10)-DP ...

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem D.1. That the contribution is private
    against adaptive others, which matters for positive delta, is the hypothesis of Lyu,
    Composition Theorems for Interactive Differential Privacy, NeurIPS 2022.
    """
    guarantees = guarantees_of(parties)
    if not isinstance(protocol, Turn):
        raise DomainError(f"protocol = {protocol!r}: allowed is a Turn")
    if protocol.most >= len(guarantees):
        raise DomainError(
            f"party {protocol.most} sends a message, but there are {len(guarantees)} guarantees; "
            "give one for each of the parties 0, 1, ..."
        )
    strategies = []
    for party, (eps, slack) in enumerate(guarantees):
        growth = exp(eps)
        if not (growth.is_Rational and slack.is_Rational):
            raise UnsupportedError(
                f"party {party} with eps = {eps}, delta = {slack}: kernels are built where e^eps "
                "and delta are rational, as for eps = log(3)"
            )
        x, lost = to_fraction(growth), to_fraction(slack)
        part = _part(protocol, party, x, {})
        for bit in (0, 1):
            if part.caps[bit] < 1 - lost:
                raise HypothesisError(
                    f"party {party} is not ({eps}, {slack})-DP if the others lead to the "
                    f"transcripts {part.worst(bit)}: their probability exceeds e^eps times that "
                    f"at the other bit by {1 - part.caps[bit]}, allowed is delta"
                )
        strategies.append(_strategies(protocol, party, part, x, lost))
    found = Simulation(protocol, tuple(guarantees), tuple(strategies))
    if found.verify().status != Status.PROVED:
        raise AssertionError("the kernel does not give the law of the protocol")
    return found


# -- one party -------------------------------------------------------------------------------------


Pair = tuple[Fraction, Fraction]


class _Part(NamedTuple):
    """A node as seen by one party: what it contributes with the bit 0 and with the bit 1.

    ``sent`` is the product of its probabilities up to here, ``caps`` the largest totals of A' and
    B' below, ``branches`` the nodes that follow; messages that nobody ever sends are left out.
    """

    sent: Pair
    caps: Pair
    own: bool
    branches: tuple[tuple[Hashable, _Part], ...]

    def worst(self, bit: int) -> list[Transcript]:
        """The transcripts that exceed, where the others behave so that most is exceeded."""
        if not self.branches:
            return [()] if self.caps[bit] < self.sent[bit] else []
        branches = self.branches
        if not self.own:
            branches = (min(branches, key=lambda branch: branch[1].caps[bit]),)
        return [(m, *rest) for m, part in branches for rest in part.worst(bit)]

    def shares(self, target: Pair, growth: Fraction) -> Iterator[tuple[Transcript, Pair]]:
        """A' and B' at each leaf, with given totals."""
        if not self.branches:
            yield (), target
        for message, part in self.branches:
            pair = _share(self.caps, part.caps, target, growth) if self.own else target
            for rest, found in part.shares(pair, growth):
                yield (message, *rest), found


def _part(turn: Turn | None, party: int, growth: Fraction, reached: Mapping[int, Pair]) -> _Part:
    one = (Fraction(1), Fraction(1))
    sent = reached.get(party, one)
    if turn is None:
        a, b = sent
        return _Part(sent, (min(a, growth * b), min(b, growth * a)), False, ())
    branches = []
    for message, (p0, p1), then in turn.branches:
        before = reached.get(turn.party, one)
        pair = (before[0] * p0, before[1] * p1)
        if any(pair):
            follows = _part(then, party, growth, {**reached, turn.party: pair})
            branches.append((message, follows))
    own = turn.party == party
    first, last = ([part.caps[bit] for _, part in branches] for bit in (0, 1))
    caps = (sum(first, Fraction(0)), sum(last, Fraction(0))) if own else (min(first), min(last))
    return _Part(sent, caps, own, tuple(branches))


def _share(whole: Pair, part: Pair, target: Pair, growth: Fraction) -> Pair:
    """What a branch gets of the target: a mixture of extreme points, the same for all branches."""
    (first, last), (a, b) = whole, target
    if not b:
        return Fraction(0), Fraction(0)
    if a * last > b * first:
        pair = _share(whole[::-1], part[::-1], target[::-1], growth)
        return pair[1], pair[0]
    scale, edge = b / last, last / growth
    t = (first - a / scale) / (first - edge) if first != edge else Fraction(0)
    return scale * ((1 - t) * part[0] + t * part[1] / growth), scale * part[1]


def _strategies(
    protocol: Turn, party: int, part: _Part, growth: Fraction, lost: Fraction
) -> dict[int, Plan]:
    """For each outcome of the randomised response what the party contributes to a transcript."""
    top = 1 - lost
    plans: dict[int, Plan] = {outcome: {} for outcome, *_ in canonical(lost, Fraction(1, 2))}
    shares = dict(part.shares((top, top), growth))
    for transcript, sent in protocol.leaves():
        a, b = shares.get(transcript, (Fraction(0), Fraction(0)))
        if lost:
            own = [p for sender, p in sent if sender == party]
            plans[0][transcript] = (prod((p[0] for p in own), start=Fraction(1)) - a) / lost
            plans[3][transcript] = (prod((p[1] for p in own), start=Fraction(1)) - b) / lost
        if top:
            gap = top * (growth - 1)
            plans[1][transcript] = (growth * a - b) / gap if gap else a / top
            plans[2][transcript] = (growth * b - a) / gap if gap else b / top
    return plans


def _refuted(detail: str, witness: dict[str, str]) -> Verdict:
    return Verdict(Status.REFUTED, _ROUTE, witness, detail=detail)
