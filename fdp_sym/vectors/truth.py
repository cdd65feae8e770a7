"""The certified answer to the question of a vector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import DomainError, PrecisionError, UnsupportedError
from .expressions import is_symmetric
from .mechanisms import composition
from .vector import QUANTITIES

if TYPE_CHECKING:
    from ..balls import Ball

__all__ = ["answer"]


def answer(question: Mapping[str, Any], digits: int) -> Ball:
    """A ball that holds the answer.

    For "both" directions it is the larger answer of the removal and the addition; of the trade-off
    functions, the lower one.

    Parameters
    ----------
    question : mapping
        As in a vector.
    digits : int
        The relative width asked for, as a number of digits.

    Raises
    ------
    PrecisionError
        If the width is not reached; its attribute ``ball`` is the best enclosure, or None for
        "both" directions, of which it would enclose one only.
    DomainError, UnsupportedError
        For a question that is none, or whose exact answer is not known.

    Examples
    --------
    >>> from fdp_sym.vectors.questions import Question, gaussian
    >>> q = Question((gaussian(100, 10000),), "epsilon", "1e-12", "drs-2.13")
    >>> answer(q.to_json(), 20).decimal(20)
    '7.2384944201788583598'
    """
    from ..balls import Ball

    quantity = question["quantity"]
    if quantity not in QUANTITIES:
        raise DomainError(f"quantity = {quantity!r}: allowed are {', '.join(QUANTITIES)}")
    if question["direction"] != "both" or is_symmetric(question):
        ball = _answer(question, digits)
        lower, upper, route = ball.lower, ball.upper, ball.route
    else:
        balls = [_one_of_both(question, way, digits) for way in ("remove", "add")]
        worse = min if quantity == "tradeoff" else max
        lower, upper = (worse(getattr(ball, side) for ball in balls) for side in ("lower", "upper"))
        route = balls[0].route
    if quantity in ("delta", "tradeoff"):
        # of a truth close to 1 an enclosure may know less than that it is a probability
        upper = min(upper, 1)
    return Ball(lower, upper, route)


def _one_of_both(question: Mapping[str, Any], way: str, digits: int) -> Ball:
    try:
        return _answer({**question, "direction": way}, digits)
    except PrecisionError as error:
        # an enclosure of one direction is none of the worse of both
        raise PrecisionError(
            f"of both directions {way!r} is not known to {digits} digits ({error}); "
            "ask each direction by itself"
        ) from error


def _answer(question: Mapping[str, Any], digits: int) -> Ball:
    quantity, at = question["quantity"], question["at"]
    if quantity == "renyi":
        # f.enclose_renyi is D(P||Q) for f = T(P, Q), and P is the outcome without the record
        turned = {"remove": "add", "add": "remove"}.get(question["direction"], "both")
        if not is_symmetric(question):
            question = {**question, "direction": turned}
        return composition(question).enclose_renyi(at, digits=digits)
    f = composition(question)
    if quantity == "gdp":
        return _gaussian_parameter(f, digits)
    method = "enclose" if quantity == "tradeoff" else f"enclose_{quantity}"
    return getattr(f, method)(at, digits=digits)


def _gaussian_parameter(f: Any, digits: int) -> Ball:
    from ..balls import enclose
    from ..tradeoff import EpsDelta, Gaussian, Identity

    if isinstance(f, Identity):
        return enclose(0, digits=digits)
    if f == EpsDelta(0, 1):
        from ..balls import Ball

        return Ball(float("inf"), float("inf"), "no noise")
    if not isinstance(f, Gaussian):
        raise UnsupportedError(f"the mu of {f}: allowed are compositions of Gaussian noise")
    return enclose(f.mu, digits=digits, route="closed form")
