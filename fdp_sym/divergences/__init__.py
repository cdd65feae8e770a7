"""Divergences of trade-off functions, and what passes between notions of privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import attach

if TYPE_CHECKING:
    from .conversions import gdp_to_delta as gdp_to_delta
    from .conversions import gdp_to_epsilon as gdp_to_epsilon
    from .conversions import gdp_to_renyi as gdp_to_renyi
    from .conversions import gdp_to_zcdp as gdp_to_zcdp
    from .conversions import pure_to_gdp as pure_to_gdp
    from .conversions import pure_to_renyi as pure_to_renyi
    from .conversions import pure_to_zcdp as pure_to_zcdp
    from .conversions import zcdp_to_delta as zcdp_to_delta
    from .conversions import zcdp_to_epsilon as zcdp_to_epsilon
    from .conversions import zcdp_to_renyi as zcdp_to_renyi
    from .f_divergences import CHI_SQUARED as CHI_SQUARED
    from .f_divergences import KULLBACK_LEIBLER as KULLBACK_LEIBLER
    from .f_divergences import SQUARED_HELLINGER as SQUARED_HELLINGER
    from .f_divergences import TOTAL_VARIATION as TOTAL_VARIATION
    from .f_divergences import FDivergence as FDivergence
    from .f_divergences import hockey_stick as hockey_stick
    from .functionals import FUNCTIONALS as FUNCTIONALS
    from .functionals import enclose_functional as enclose_functional
    from .functionals import functional as functional
    from .renyi_conversions import moments_accountant as moments_accountant
    from .renyi_conversions import renyi_to_delta as renyi_to_delta
    from .renyi_conversions import renyi_to_epsilon as renyi_to_epsilon
    from .renyi_conversions import renyi_to_tradeoff as renyi_to_tradeoff
    from .renyi_dp import RenyiDP as RenyiDP

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        ".conversions": (
            "gdp_to_delta",
            "gdp_to_epsilon",
            "gdp_to_renyi",
            "gdp_to_zcdp",
            "pure_to_gdp",
            "pure_to_renyi",
            "pure_to_zcdp",
            "zcdp_to_delta",
            "zcdp_to_epsilon",
            "zcdp_to_renyi",
        ),
        ".f_divergences": (
            "CHI_SQUARED",
            "KULLBACK_LEIBLER",
            "SQUARED_HELLINGER",
            "TOTAL_VARIATION",
            "FDivergence",
            "hockey_stick",
        ),
        ".functionals": ("FUNCTIONALS", "enclose_functional", "functional"),
        ".renyi_conversions": (
            "moments_accountant",
            "renyi_to_delta",
            "renyi_to_epsilon",
            "renyi_to_tradeoff",
        ),
        ".renyi_dp": ("RenyiDP",),
    },
)
