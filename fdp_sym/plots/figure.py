"""A plot as data: curves, filled areas and axes, to be drawn by matplotlib or by pgfplots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import DomainError, FdpError
from ..whole_files import write_whole
from .style import Style

__all__ = ["VECTOR", "Area", "Curve", "Page", "Plot"]

# kinds of files that are made of lines, with what would make two of them differ
VECTOR: dict[str, dict[str, None]] = {
    ".pdf": {"CreationDate": None},
    ".svg": {"Date": None},
}
_PGF = (".tex", ".tikz", ".pgf")


@dataclass(frozen=True)
class Curve:
    """A polyline.

    Attributes
    ----------
    x, y : tuple of float
    label : str
        Prose with mathematics between dollar signs; empty for no entry in the legend.
    style : Style
    marked : bool
        Whether the points themselves are shown.
    thin : bool
        For what only supports the others.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str
    style: Style
    marked: bool = False
    thin: bool = False


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str
    style: Style


@dataclass(frozen=True)
class Page:
    """The axes: labels, ends, which are logarithmic, and where the legend is.

    That is "upper right", "upper left", "lower left" or "below" the axes.
    """

    xlabel: str
    ylabel: str
    xlim: tuple[float, float] | None = None
    ylim: tuple[float, float] | None = None
    xlog: bool = False
    ylog: bool = False
    square: bool = False
    legend: str = "upper right"


class Plot:
    r"""Curves on a page.

    Attributes
    ----------
    curves : tuple of Curve
    areas : tuple of Area
    page : Page
    figure : matplotlib.figure.Figure
        Drawn when it is first asked for; needs matplotlib.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> plot = Gaussian(1).plot(Gaussian(2))
    >>> print(plot.tikz().splitlines()[0])
    \begin{tikzpicture}
    >>> plot.savefig("curves.pdf")                                             # doctest: +SKIP
    """

    def __init__(
        self, page: Page, curves: tuple[Curve, ...] = (), areas: tuple[Area, ...] = ()
    ) -> None:
        self.page = page
        self.curves = curves
        self.areas = areas

    @cached_property
    def figure(self) -> Any:
        """A figure of matplotlib with these curves."""
        from .mpl import new_figure

        return new_figure(self)

    def draw(self, axes: Any) -> Any:
        """Draw on axes of matplotlib that exist already, and return them."""
        from .mpl import draw

        draw(self, axes)
        return axes

    def tikz(self, standalone: bool = False) -> str:
        """A ``tikzpicture`` for the package pgfplots, or a complete document of it.

        Parameters
        ----------
        standalone : bool
            With a preamble, so that ``pdflatex`` makes a PDF of it.
        """
        from .pgf import tikz

        return tikz(self, standalone)

    def savefig(self, file: str | PathLike[str]) -> None:
        """Write it, made of lines: .pdf and .svg by matplotlib, .tex, .tikz and .pgf without.

        Raises
        ------
        DomainError
            For another kind of file, or one that cannot be written.
        UnsupportedError
            If matplotlib is needed and not installed.
        """
        kind = Path(file).suffix.lower() if isinstance(file, (str, PathLike)) else ""
        if kind not in VECTOR and kind not in _PGF:
            raise DomainError(
                f"file = {str(file)!r}: allowed are names that end in {', '.join(VECTOR)}, and "
                f"{', '.join(_PGF)} for pgfplots"
            )
        try:
            if kind in _PGF:
                data: str | bytes = self.tikz() + "\n"
            else:
                from .mpl import drawn

                data = drawn(self.figure, kind[1:], VECTOR[kind])
            write_whole({file: data})
        except OSError as error:
            raise DomainError(
                f"file = {str(file)!r}: it cannot be written ({error.strerror}); allowed are names "
                "in a folder that exists"
            ) from None

    def saved(self, file: str | PathLike[str] | None) -> Plot:
        """The plot itself, written if there is a file."""
        if file is not None:
            self.savefig(file)
        return self

    def __repr__(self) -> str:
        names = ", ".join(curve.label for curve in self.curves if curve.label)
        return f"Plot({names or len(self.curves)})"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; nothing without matplotlib."""
        from .mpl import svg

        try:
            return svg(self.figure)
        except (FdpError, ValueError):
            return None
