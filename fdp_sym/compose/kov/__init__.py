"""Kairouz, Oh and Viswanath's composition theorems: the exact one, its bounds, and their use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import attach

if TYPE_CHECKING:
    from .bounds import Bound as Bound
    from .bounds import bound_3_1 as bound_3_1
    from .bounds import bound_3_1_list as bound_3_1_list
    from .bounds import bound_3_2 as bound_3_2
    from .bounds import bound_3_4 as bound_3_4
    from .bounds import bound_3_5 as bound_3_5
    from .experiments import canonical_pair as canonical_pair
    from .heterogeneous import Optimal as Optimal
    from .heterogeneous import optimal as optimal
    from .homogeneous import Composition as Composition
    from .homogeneous import composition as composition
    from .multiparty import Accuracy as Accuracy
    from .multiparty import accuracy as accuracy
    from .noise import Noise as Noise
    from .noise import least_noise as least_noise
    from .protocols import Simulation as Simulation
    from .protocols import Turn as Turn
    from .protocols import simulation as simulation
    from .tables import Comparison as Comparison
    from .tables import ComparisonRow as ComparisonRow
    from .tables import comparison as comparison

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        ".bounds": (
            "Bound",
            "bound_3_1",
            "bound_3_1_list",
            "bound_3_2",
            "bound_3_4",
            "bound_3_5",
        ),
        ".experiments": ("canonical_pair",),
        ".heterogeneous": ("Optimal", "optimal"),
        ".homogeneous": ("Composition", "composition"),
        ".multiparty": ("Accuracy", "accuracy"),
        ".noise": ("Noise", "least_noise"),
        ".protocols": ("Simulation", "Turn", "simulation"),
        ".tables": ("Comparison", "ComparisonRow", "comparison"),
    },
)
