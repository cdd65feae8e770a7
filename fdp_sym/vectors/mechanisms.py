"""What the steps of a question are: trade-off functions of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .expressions import expression, step_expression
from .vector import Step

if TYPE_CHECKING:
    from ..tradeoff import TradeOff

__all__ = ["composition", "trade_off"]


def trade_off(step: Step | Mapping[str, Any], relation: str, direction: str) -> TradeOff:
    """The trade-off function of one run of a step.

    Parameters
    ----------
    step : Step or mapping
    relation : "add-remove" or "replace-one"
    direction : "remove" or "add"

    Raises
    ------
    DomainError, UnsupportedError
        For a step that is none, or whose exact trade-off function is not known.

    Examples
    --------
    >>> trade_off(Step("laplace", {"scale": "2"}, {"add-remove": "1"}), "add-remove", "add")
    Laplace(1/2)
    """
    from ..parsing import parse

    data = step.to_json() if isinstance(step, Step) else step
    return parse(step_expression(data, relation, direction))


def composition(question: Mapping[str, Any]) -> TradeOff:
    """The trade-off function of a whole question, in its direction."""
    from ..parsing import parse

    return parse(expression(question))
