"""Trade-off functions: the families, and what makes new ones of old."""

from .base import TradeOff
from .gaussian import Gaussian

__all__ = ["Gaussian", "TradeOff"]
