"""Trade-off functions: the families, and what makes new ones of old."""

from .base import TradeOff
from .eps_delta import EpsDelta
from .gaussian import Gaussian
from .identity import Identity
from .laplace import Laplace
from .logistic import Logistic

__all__ = ["EpsDelta", "Gaussian", "Identity", "Laplace", "Logistic", "TradeOff"]
