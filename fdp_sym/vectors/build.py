"""Building the corpus: questions of the families, answered with certainty, written outward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import PrecisionError
from .rounding import DIGITS, decimal_outward, double_outward
from .truth import answer
from .vector import number

__all__ = ["outward", "solve"]

# the answer is enclosed by more than is written, so that the outward ends are next to each other
_SPARE = 4


def outward(ball: Any) -> dict[str, Any]:
    """The bounds of a ball as a vector has them: outward decimals and doubles."""
    lower, upper = decimal_outward(ball.lower, -1), decimal_outward(ball.upper, 1)
    doubles = [double_outward(number(lower), -1), double_outward(number(upper), 1)]
    return {"lower": lower, "upper": upper, "doubles": doubles}


def solve(question: Mapping[str, Any], wide: bool) -> dict[str, Any]:
    """The outward bounds of the answer; a narrow enclosure is demanded unless ``wide``."""
    try:
        ball = answer(question, DIGITS + _SPARE)
    except PrecisionError as error:
        if not wide or error.ball is None:
            raise
        ball = error.ball
    return outward(ball)
