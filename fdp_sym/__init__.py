"""fdp_sym: symbolic and rigorous numeric verification for f-differential privacy.

Everything is a trade-off function; whatever is said about one comes with a verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import attach

if TYPE_CHECKING:
    from . import latex as latex
    from . import plots as plots
    from .amplify import SubsampledGaussian as SubsampledGaussian
    from .amplify import SubsampledLaplace as SubsampledLaplace
    from .balls import Ball as Ball
    from .blackwell_order import blackwell as blackwell
    from .checking import check as check
    from .cluster import Cluster as Cluster
    from .compose import kov as kov
    from .compose.central_limit import clt as clt
    from .compose.edgeworth import edgeworth as edgeworth
    from .compose.product import tensor_product as tensor_product
    from .divergences import CHI_SQUARED as CHI_SQUARED
    from .divergences import KULLBACK_LEIBLER as KULLBACK_LEIBLER
    from .divergences import SQUARED_HELLINGER as SQUARED_HELLINGER
    from .divergences import TOTAL_VARIATION as TOTAL_VARIATION
    from .divergences import FDivergence as FDivergence
    from .divergences import RenyiDP as RenyiDP
    from .divergences import gdp_to_delta as gdp_to_delta
    from .divergences import gdp_to_epsilon as gdp_to_epsilon
    from .divergences import gdp_to_renyi as gdp_to_renyi
    from .divergences import gdp_to_zcdp as gdp_to_zcdp
    from .divergences import hockey_stick as hockey_stick
    from .divergences import moments_accountant as moments_accountant
    from .divergences import pure_to_gdp as pure_to_gdp
    from .divergences import pure_to_renyi as pure_to_renyi
    from .divergences import pure_to_zcdp as pure_to_zcdp
    from .divergences import renyi_to_delta as renyi_to_delta
    from .divergences import renyi_to_epsilon as renyi_to_epsilon
    from .divergences import renyi_to_tradeoff as renyi_to_tradeoff
    from .divergences import zcdp_to_delta as zcdp_to_delta
    from .divergences import zcdp_to_epsilon as zcdp_to_epsilon
    from .divergences import zcdp_to_renyi as zcdp_to_renyi
    from .duality import Region as Region
    from .errors import DomainError as DomainError
    from .errors import FdpError as FdpError
    from .errors import HypothesisError as HypothesisError
    from .errors import PrecisionError as PrecisionError
    from .errors import RefutedError as RefutedError
    from .errors import UnsupportedError as UnsupportedError
    from .executors import Processes as Processes
    from .family_check import check_family as check_family
    from .family_check import family_laws as family_laws
    from .functions import Phi as Phi
    from .functions import Quantile as Quantile
    from .limits import time_limit as time_limit
    from .oracle.calibration import calibrate as calibrate
    from .parsing import parse as parse
    from .sgd import noisy_sgd as noisy_sgd
    from .sgd import sgd_limit as sgd_limit
    from .sgd_comparison import sgd_table as sgd_table
    from .symbols import integer as integer
    from .symbols import real as real
    from .theorems.verdict import Status as Status
    from .theorems.verdict import Verdict as Verdict
    from .tradeoff import DiscreteGaussian as DiscreteGaussian
    from .tradeoff import EpsDelta as EpsDelta
    from .tradeoff import Gaussian as Gaussian
    from .tradeoff import Geometric as Geometric
    from .tradeoff import Identity as Identity
    from .tradeoff import Laplace as Laplace
    from .tradeoff import Location as Location
    from .tradeoff import Logistic as Logistic
    from .tradeoff import PiecewiseLinear as PiecewiseLinear
    from .tradeoff import RandomizedResponse as RandomizedResponse
    from .tradeoff import Staircase as Staircase
    from .tradeoff import TradeOff as TradeOff
    from .tradeoff import TruncatedLaplace as TruncatedLaplace
    from .tradeoff import convex_minorant as convex_minorant
    from .tradeoff import from_pair as from_pair
    from .tradeoff import from_profile as from_profile
    from .tradeoff import maximum as maximum
    from .tradeoff import mixture as mixture

__version__ = "0.1.0"

# Names are looked up when first used, so that `import fdp_sym` does not import SymPy.
__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        ".amplify": ("SubsampledGaussian", "SubsampledLaplace"),
        ".balls": ("Ball",),
        ".blackwell_order": ("blackwell",),
        ".checking": ("check",),
        ".cluster": ("Cluster",),
        ".compose": ("kov",),
        ".compose.central_limit": ("clt",),
        ".compose.edgeworth": ("edgeworth",),
        ".compose.product": ("tensor_product",),
        ".divergences": (
            "CHI_SQUARED",
            "KULLBACK_LEIBLER",
            "SQUARED_HELLINGER",
            "TOTAL_VARIATION",
            "FDivergence",
            "RenyiDP",
            "gdp_to_delta",
            "gdp_to_epsilon",
            "gdp_to_renyi",
            "gdp_to_zcdp",
            "hockey_stick",
            "moments_accountant",
            "pure_to_gdp",
            "pure_to_renyi",
            "pure_to_zcdp",
            "renyi_to_delta",
            "renyi_to_epsilon",
            "renyi_to_tradeoff",
            "zcdp_to_delta",
            "zcdp_to_epsilon",
            "zcdp_to_renyi",
        ),
        ".duality": ("Region",),
        ".errors": (
            "DomainError",
            "FdpError",
            "HypothesisError",
            "PrecisionError",
            "RefutedError",
            "UnsupportedError",
        ),
        ".executors": ("Processes",),
        ".functions": ("Phi", "Quantile"),
        ".limits": ("time_limit",),
        ".oracle.calibration": ("calibrate",),
        ".parsing": ("parse",),
        ".sgd": ("noisy_sgd", "sgd_limit"),
        ".sgd_comparison": ("sgd_table",),
        ".symbols": ("integer", "real"),
        ".theorems.verdict": ("Status", "Verdict"),
        ".tradeoff": (
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
            "from_pair",
            "from_profile",
            "maximum",
            "mixture",
        ),
        ".family_check": ("check_family", "family_laws"),
    },
    ("latex", "plots"),
)
