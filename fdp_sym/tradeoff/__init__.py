"""Trade-off functions: the families, and what makes new ones of old."""

from .algebra import maximum, mixture
from .base import TradeOff
from .discrete_gaussian import DiscreteGaussian
from .eps_delta import EpsDelta
from .gaussian import Gaussian
from .geometric import Geometric
from .identity import Identity
from .laplace import Laplace
from .location import Location
from .logistic import Logistic
from .minorant import convex_minorant
from .pair import from_pair
from .piecewise_linear import PiecewiseLinear, from_guarantees
from .profile import from_profile
from .randomized_response import RandomizedResponse
from .staircase import Staircase
from .truncated_laplace import TruncatedLaplace

__all__ = [
    "DiscreteGaussian",
    "EpsDelta",
    "Gaussian",
    "Geometric",
    "Identity",
    "Laplace",
    "Location",
    "Logistic",
    "PiecewiseLinear",
    "RandomizedResponse",
    "Staircase",
    "TradeOff",
    "TruncatedLaplace",
    "convex_minorant",
    "from_guarantees",
    "from_pair",
    "from_profile",
    "maximum",
    "mixture",
]
