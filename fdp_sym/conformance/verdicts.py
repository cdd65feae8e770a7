"""What an accountant's answer is worth, decided exactly against a certified enclosure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from ..errors import DomainError
from .numerals import Number, read_number, relative_distance, times
from .protocol import shortened

__all__ = ["ANSWERED", "ROUNDING", "VERDICTS", "Judgement", "judge", "loose_factor"]

VERDICTS = {
    "exact": "between the two doubles that enclose the truth: no double is closer",
    "safe": "claims more privacy loss than there is, by no more than the stated factor",
    "loose": "claims more privacy loss than there is, by more than that factor",
    "unsound": "claims less privacy loss than there is, or a bound that the truth contradicts",
    "unsupported": "the accountant does not answer such questions, and says so",
    "crash": "no answer: an error, the end of the process or a breach of the protocol",
    "timeout": "no answer in the time allowed; or not asked after 20 such in a row in a family, or "
    "2 about one composition",
    "nan": "the answer is not a number",
}

ANSWERED = ("exact", "safe", "loose", "unsound")
_MOST_LOOSE = 1e300
ROUNDING = 1e-12  # an unsound claim that is closer to the truth is counted as one of rounding


class Truth(Protocol):
    """What is needed of a vector."""

    @property
    def lower(self) -> str: ...
    @property
    def upper(self) -> str: ...
    @property
    def doubles(self) -> Any: ...
    @property
    def unsafe(self) -> str: ...


@dataclass(frozen=True)
class Judgement:
    """The verdict on one answer.

    Attributes
    ----------
    verdict : str
        One of `VERDICTS`.
    claimed : str or None
        The number that stands for the promise: of a pair (lower, upper) the end that users rely on.
    gap : float or None
        The relative distance of the claim to the enclosure; absolute where the truth is 0.
    bounds : (str, str) or None
        The pair, if there was one.
    sides : mapping
        The verdict on each end of a pair.
    detail : str
        What else there is to say, such as the accountant's message.
    """

    verdict: str
    claimed: str | None = None
    gap: float | None = None
    bounds: tuple[str, str] | None = None
    sides: Mapping[str, str] = field(default_factory=dict)
    detail: str = ""

    @property
    def by_rounding(self) -> bool:
        """Whether it is unsound by less than a relative 1e-12."""
        return self.verdict == "unsound" and self.gap is not None and self.gap < ROUNDING


def judge(vector: Truth, answer: Mapping[str, Any], loose: Any = 2) -> Judgement:
    """The verdict on an answer to the question of a vector.

    A claim between the outward doubles is exact. Every other one is compared with the enclosure
    [lower, upper] of the truth, exactly and with no tolerance: on the unsafe side it is unsound,
    however little. Of a pair (lower, upper) both ends are judged, and a false one makes it unsound.

    Parameters
    ----------
    vector : Vector
        Of it ``lower``, ``upper``, ``doubles`` and ``unsafe`` count.
    answer : mapping
        A reply of the protocol: "value", or "lower" and "upper", or one of "unsupported", "error",
        "crash" and "timeout". `fdp_sym.conformance.protocol.ask` makes one of a callable's result.
    loose : number, >= 1
        The factor up to which a pessimistic answer counts as safe.

    Raises
    ------
    DomainError
        If ``loose`` is no number from 1 to 1e300.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> truth = SimpleNamespace(
    ...     lower="7.2384", upper="7.2385", doubles=("7.2384", "7.2385"), unsafe="below"
    ... )
    >>> judge(truth, {"value": "7.2168"}).verdict, judge(truth, {"value": "7.3"}).verdict
    ('unsound', 'safe')
    >>> judge(truth, {"lower": "7.3", "upper": "7.4"}).sides
    {'lower': 'unsound', 'upper': 'safe'}
    """
    factor = loose_factor(loose)
    for verdict in ("unsupported", "timeout"):
        if verdict in answer:
            return Judgement(verdict, detail=shortened(str(answer[verdict])))
    for failure in ("error", "crash"):
        if failure in answer:
            return Judgement("crash", detail=shortened(str(answer[failure])))
    if "value" in answer:
        return _one(vector, answer["value"], vector.unsafe, factor)
    if "lower" in answer and "upper" in answer:
        return _pair(vector, answer["lower"], answer["upper"], factor)
    return Judgement("crash", detail="a reply without value, bounds or reason")


def loose_factor(loose: Any) -> Fraction:
    """The factor as an exact number.

    Raises
    ------
    DomainError
        If it is no number from 1 to 1e300.

    Examples
    --------
    >>> loose_factor("1.5")
    Fraction(3, 2)
    """
    try:
        factor = read_number(loose) if isinstance(loose, str) else loose
        # before it becomes a fraction: 1e999999999 would have a thousand million digits
        if 1 <= factor <= _MOST_LOOSE:
            return Fraction(factor)
    except (TypeError, ValueError, ArithmeticError):
        pass
    raise DomainError(f"loose = {loose!r}: allowed are numbers from 1 to {_MOST_LOOSE:g}")


def _pair(vector: Truth, lower: Any, upper: Any, factor: Fraction) -> Judgement:
    """A lower bound errs above the truth and an upper bound below, whatever users rely on."""
    ends = {
        "lower": _one(vector, lower, "above", factor),
        "upper": _one(vector, upper, "below", factor),
    }
    promise = ends["upper" if vector.unsafe == "below" else "lower"]
    decisive = promise
    for verdict in ("nan", "unsound"):
        found = [end for end in ends.values() if end.verdict == verdict]
        if found:
            decisive = max(found, key=lambda end: end.gap or 0)
    sides = {side: end.verdict for side, end in ends.items()}
    false = [side for side, verdict in sides.items() if verdict == "unsound"]
    return Judgement(
        decisive.verdict,
        claimed=promise.claimed,
        gap=decisive.gap,
        bounds=(_text(lower), _text(upper)),
        sides=sides,
        detail=f"the {' and the '.join(false)} bound is false" if false else decisive.detail,
    )


def _one(vector: Truth, said: Any, unsafe: str, factor: Fraction) -> Judgement:
    """One number, which is wrong on the side ``unsafe`` of the truth."""
    claimed = _text(said)
    try:
        claim = read_number(said)
    except ValueError as error:
        return Judgement("nan", claimed=claimed, detail=str(error))
    lower, upper = Decimal(vector.lower), Decimal(vector.upper)
    least, most = (Decimal(double) for double in vector.doubles)
    if min(least, lower) <= claim <= max(most, upper):
        return Judgement("exact", claimed=claimed, gap=0.0)
    below = claim < lower
    gap = relative_distance(claim, lower if below else upper)
    if below == (unsafe == "below"):
        return Judgement("unsound", claimed=claimed, gap=gap)
    if _beyond(claim, lower, upper, factor):
        return Judgement("loose", claimed, gap, detail="infinite" if _infinite(claim) else "")
    return Judgement("safe", claimed, gap)


def _beyond(claim: Number, lower: Decimal, upper: Decimal, factor: Fraction) -> bool:
    p, q = factor.numerator, factor.denominator
    if claim < lower:
        return times(claim, p) < times(lower, q)
    return times(claim, q) > times(upper, p)


def _infinite(claim: Number) -> bool:
    return isinstance(claim, Decimal) and claim.is_infinite()


def _text(said: Any) -> str:
    return shortened(said if isinstance(said, str) else repr(said))
