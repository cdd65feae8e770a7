"""How curves are told apart: by colour, also for the colour-blind, and by dashes, also in grey."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Style", "style_of"]


class Style(NamedTuple):
    """Colour, dashes and mark of one curve.

    Attributes
    ----------
    name, colour : str
        Of the colour; hexadecimal digits.
    dashes : tuple of float
        Lengths on and off in points; () for a solid line.
    marks : tuple of str
        The mark of matplotlib and that of pgfplots.
    """

    name: str
    colour: str
    dashes: tuple[float, ...]
    marks: tuple[str, str]


# the colours of Okabe and Ito but yellow, which does not show on paper; dark ones first
_STYLES = (
    Style("black", "000000", (), ("o", "*")),
    Style("blue", "0072B2", (6, 2), ("s", "square*")),
    Style("vermilion", "D55E00", (6, 2, 1.2, 2), ("^", "triangle*")),
    Style("green", "009E73", (1.2, 1.8), ("D", "diamond*")),
    Style("purple", "CC79A7", (9, 3), ("x", "x")),
    Style("orange", "E69F00", (3, 1.5), ("v", "pentagon*")),
    Style("sky", "56B4E9", (6, 2, 1.2, 2, 1.2, 2), ("P", "+")),
)


def style_of(i: int) -> Style:
    """The style of curve i; after seven they come again with other dashes.

    Examples
    --------
    >>> style_of(1).name, style_of(8).dashes != style_of(1).dashes
    ('blue', True)
    """
    turn, place = divmod(i, len(_STYLES))
    style = _STYLES[place]
    return style._replace(dashes=_STYLES[(place + turn) % len(_STYLES)].dashes)
