"""Curves, regions, bands and profiles, for matplotlib and for pgfplots.

Each function makes a `Plot`: data that is drawn by ``.figure``, ``.draw(axes)`` or
``.savefig(file)`` (matplotlib, the optional part ``plot``) and by ``.tikz()`` (pgfplots, nothing
needed).
"""

from .counts import comparison, composition
from .curves import band, profile, region, tradeoff
from .figure import Area, Curve, Page, Plot

__all__ = [
    "Area",
    "Curve",
    "Page",
    "Plot",
    "band",
    "comparison",
    "composition",
    "profile",
    "region",
    "tradeoff",
]
