r"""How well a function of private bits can be computed: KOV's Theorem 5.1.

Each of n parties holds a bit and publishes the canonical randomised response to it once: the
outcomes 0, 1, 2, 3 of KOV's eqs. (12) and (13) with the masses

.. math:: (\delta,(1-\delta)h,(1-\delta)(1-h),0),\ (0,(1-\delta)(1-h),(1-\delta)h,\delta),
          \qquad h=e^\varepsilon/(1+e^\varepsilon).

An observer, or a party that also knows its own bit, answers by a rule d. With w(f(x), a) the gain
of the answer a, and P(s|x) the product of the masses, the best accuracies are

.. math:: \max_d\min_x\sum_sP(s|x)\sum_ad(a|s)w(f(x),a)
          \quad\text{and}\quad2^{-n}\sum_s\max_a\sum_xP(s|x)w(f(x),a).

Both are certified by the rule and by a prior on the inputs: no rule does better on average over the
prior than :math:`\sum_s\max_a\sum_x\pi(x)P(s|x)w(f(x),a)`, hence none does better at its worst.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from itertools import product
from typing import TYPE_CHECKING, Any

from sympy import Basic, Expr, Integer, Rational, exp

from ...errors import DomainError
from ...exact import exact, to_fraction
from ...shown import Shown
from ...theorems.verdict import Status, Verdict
from .experiments import (
    CLEAR,
    ROUTE,
    Bits,
    Channel,
    Experiment,
    canonical,
    guarantees_of,
)

if TYPE_CHECKING:
    from .symbolic_experiments import SymbolicExperiment

__all__ = ["Accuracy", "accuracy"]


@dataclass(frozen=True)
class Accuracy(Shown):
    """The best accuracy, with a rule that reaches it and a prior that no rule beats.

    Attributes
    ----------
    value : Expr or Ball
        Exact, or an enclosure where e^eps is irrational and the case is the worst.
    answers : tuple
        What may be answered.
    rule : mapping, or None
        For each tuple of published outcomes the probabilities of the answers. In the place of the
        party whose accuracy it is stands its own bit. None where the best answer depends on the
        symbols.
    prior : mapping
        For each input its probability: the least favourable prior, or the uniform one.
        With symbols, its probabilities and those of the rule are expressions.
    case : str
    """

    value: Any
    answers: tuple[Any, ...]
    rule: Mapping[Bits, tuple[Any, ...]] | None
    prior: Mapping[Bits, Any]
    case: str
    _experiment: Experiment | SymbolicExperiment = field(repr=False)

    def _mathematics(self) -> str:
        from ...latex.displays import short

        return rf"{short(self.value)} \quad\text{{({self.case} case)}}"

    def verify(self) -> Verdict:
        """Whether rule and prior prove the value: by multiplying out, without any solver.

        For a ball that is done with the rational masses close by, whose distance it allows for.

        Examples
        --------
        >>> accuracy(lambda x, y: x ^ y, [("1/2", "1/10"), (1, 0)]).verify().status
        <Status.PROVED: 'proved'>
        """
        _require_case(self.case)
        if self.rule is None:
            reason = "the likelier answers depend on symbols; substitute numbers"
            return Verdict(Status.INCONCLUSIVE, ROUTE, detail=reason)
        if hasattr(self.value, "midpoint"):
            low, high = self.value.lower, self.value.upper
        else:
            low = high = exact(self.value, "the value")
        return self._experiment.verdict(self.case, self.rule, self.prior, low, high)


def accuracy(
    function: Callable[..., Hashable] | Sequence[Hashable],
    parties: Iterable[Any],
    *,
    case: str = "worst",
    party: int | None = None,
    gain: Callable[[Any, Any], Any] | None = None,
    answers: Iterable[Hashable] | None = None,
    given: Iterable[Any] = (),
    digits: int = 30,
) -> Accuracy:
    r"""The best accuracy with which a function of private bits can be computed.

    Parameters
    ----------
    function : callable of n bits, or sequence of its 2^n values
        The values in the order (0, ..., 0, 0), (0, ..., 0, 1), ...
    parties : iterable of (eps, delta), or of EpsDelta
        What each party guarantees, at most four; eps >= 0 and delta in [0, 1].
    case : "worst" or "average"
        Over the inputs: the least favourable one, or the mean of all 2^n.
    party : int, optional
        Number of the party (from 0) that computes; it knows its own bit. Otherwise an observer.
    gain : callable (truth, answer) -> number, optional
        What an answer is worth; by default 1 if it is right and 0 if not.
    answers : iterable, optional
        What may be answered; by default the values of the function.
    given : iterable of relations, optional
        Hypotheses about symbols, e.g. ``Le(delta * (exp(epsilon) + 2), 1)``.
    digits : int
        Where the answer is a ball, its width is at most 10^-digits times the range of the gain.

    Returns
    -------
    Accuracy
        Exact for rational e^eps and delta. For other numbers the average is an expression and the
        worst case a ball, whose rule and prior are those of rational masses close by. With symbols
        both are expressions that hold for all their values.

    Raises
    ------
    DomainError
        For anything else than the above.
    UnsupportedError
        For more than four parties, or if no formula is found for the worst case with symbols: as
        a rule there are several, each for a part of their domains.

    Examples
    --------
    >>> from sympy import log
    >>> both = accuracy(lambda x, y: x & y, [(log(3), 0), (log(3), 0)])
    >>> both.value, both.rule[1, 2], both.prior[1, 1]
    (21/32, (Fraction(3, 4), Fraction(1, 4)), Fraction(5, 8))
    >>> accuracy(lambda x, y: x ^ y, [(1, "0.1"), (2, 0)]).value.decimal(20)
    '0.69645528464903981459'
    >>> from fdp_sym.symbols import epsilon
    >>> accuracy(lambda x, y: x ^ y, [(epsilon, 0)] * 2, case="average", party=0).value
    exp(epsilon)/(exp(epsilon) + 1)
    >>> print(accuracy(lambda x, y, z: x + y + z > 1, [(epsilon, 0)] * 3).value.factor())
    (exp(2*epsilon) + exp(epsilon) + 2)*exp(epsilon)/(exp(epsilon) + 1)**3

    Source
    ------
    Kairouz, Oh and Viswanath, arXiv:1311.0776v4, Theorem 5.1.
    """
    guarantees = guarantees_of(parties)
    n = len(guarantees)
    _require_case(case)
    numbered = isinstance(party, int) and not isinstance(party, bool) and party in range(n)
    if not (party is None or numbered):
        raise DomainError(f"party = {party!r}: allowed are None and the numbers 0, ..., {n - 1}")
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 0:
        raise DomainError(f"digits = {digits!r}: allowed are whole numbers from 0")
    hypotheses = _hypotheses(given)
    inputs = list(product((0, 1), repeat=n))
    truths = _table(function, inputs)
    allowed = _allowed(truths if answers is None else answers)
    worth = [[_gain(gain, truth, answer) for answer in allowed] for truth in truths]

    if party is not None:
        guarantees[party] = (Integer(0), Integer(0))  # what it says of a known bit does not matter
    symbols = {s for pair in guarantees for x in pair for s in x.free_symbols}
    rational = all(exp(eps).is_Rational and slack.is_Rational for eps, slack in guarantees)
    if symbols or (case == "average" and not rational):
        from .symbolic_experiments import SymbolicExperiment

        general = SymbolicExperiment(tuple(guarantees), party, worth, hypotheses)
        formula, choice, weights = general.worst() if case == "worst" else general.average()
        return Accuracy(formula, allowed, choice, weights, case, general)
    channels, error = _rational_channels(guarantees, party, digits)
    error *= max(map(max, worth)) - min(map(min, worth))
    experiment = Experiment(channels, worth, error)
    found, rule, prior = experiment.worst() if case == "worst" else experiment.average()
    value: Any = Rational(found.numerator, found.denominator)
    if error:
        from ...balls import Ball

        value = Ball(found - error, found + error, f"{ROUTE}, and the distance of the masses")
    result = Accuracy(value, allowed, rule, prior, case, experiment)
    if result.verify().status != Status.PROVED:
        raise AssertionError("rule and prior do not prove the accuracy")
    return result


# -- what is asked ---------------------------------------------------------------------------------


def _require_case(case: Any) -> None:
    if case not in ("worst", "average"):
        raise DomainError(f'case = {case!r}: allowed are "worst" and "average"')


def _hypotheses(given: Any) -> tuple[Any, ...]:
    if isinstance(given, (str, Basic)) or not isinstance(given, Iterable):
        raise DomainError(f"given = {given!r}: allowed is a list of relations")
    return tuple(given)


def _table(function: Any, inputs: list[Bits]) -> list[Any]:
    if callable(function):
        if not _takes(function, inputs[0]):
            raise DomainError(
                f"function = {function!r}: allowed is a function of {len(inputs[0])} bits, one for "
                "each party"
            )
        values = [function(*x) for x in inputs]
    elif isinstance(function, Sequence) and not isinstance(function, (str, bytes)):
        values = list(function)
    else:
        raise DomainError(
            f"function = {function!r}: allowed is a callable, or the list of its values"
        )
    if len(values) != len(inputs):
        raise DomainError(
            f"function has {len(values)} values: allowed is one for each of the {len(inputs)} "
            "inputs"
        )
    return values


def _takes(function: Callable[..., Any], x: Bits) -> bool:
    try:
        signature(function).bind(*x)
    except TypeError:
        return False
    except ValueError:  # nothing is known of some built-in functions
        return True
    return True


def _allowed(answers: Any) -> tuple[Any, ...]:
    try:
        found = tuple(dict.fromkeys(answers))
    except TypeError:
        raise DomainError(
            f"answers = {answers!r}: allowed is a list of numbers or other hashable values"
        ) from None
    if not found:
        raise DomainError("answers is empty: allowed is at least one answer")
    if any(answer != answer for answer in found):
        raise DomainError(f"answers = {found}: allowed are values that are equal to themselves")
    return found


def _gain(gain: Callable[[Any, Any], Any] | None, truth: Any, answer: Any) -> Fraction:
    if gain is None:
        return Fraction(bool(truth == answer))
    if not callable(gain):
        raise DomainError(f"gain = {gain!r}: allowed is a function of the truth and an answer")
    value = exact(gain(truth, answer), f"gain({truth!r}, {answer!r})")
    if not value.is_Rational:
        raise DomainError(f"gain({truth!r}, {answer!r}) = {value}: allowed are rational numbers")
    return to_fraction(value)


# -- what is published -----------------------------------------------------------------------------


def _rational_channels(
    guarantees: list[tuple[Expr, Expr]], party: int | None, digits: int
) -> tuple[list[Channel], Fraction]:
    """Canonical pairs with rational masses, and their distance in total variation, added up."""
    channels, error = [], Fraction(0)
    for i, (eps, slack) in enumerate(guarantees):
        if i == party:
            channels.append(CLEAR)
            continue
        right, first = _close_rational(1 / (1 + exp(-eps)), digits + 2)
        lost, second = _close_rational(slack, digits + 2)
        channels.append(canonical(lost, right))
        error += first + second
    return channels, error


def _close_rational(probability: Expr, digits: int) -> tuple[Fraction, Fraction]:
    """A rational number close to a probability, and a bound of their distance."""
    if probability.is_Rational:
        return to_fraction(probability), Fraction(0)
    from ...balls import enclose

    ball = enclose(probability, digits=digits, width=Fraction(1, 10**digits))
    unit = 1 << (4 * digits)
    near = min(Fraction(1), Fraction(round(ball.midpoint * unit), unit))
    return near, max(Fraction(ball.upper) - near, near - Fraction(ball.lower))
