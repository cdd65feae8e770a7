"""Plots by matplotlib, an optional part of the installation."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from ..errors import UnsupportedError

if TYPE_CHECKING:
    from .figure import Curve, Plot

__all__ = ["draw", "drawn", "new_figure", "svg"]

_SETTINGS: Any = {"svg.hashsalt": "fdp_sym", "pdf.fonttype": 42, "svg.fonttype": "path"}


def new_figure(plot: Plot) -> Any:
    """A figure without a window."""
    _require()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.4, 4.2) if plot.page.square else (5.2, 3.7), layout="constrained")
    FigureCanvasAgg(figure)
    draw(plot, figure.subplots())
    return figure


def draw(plot: Plot, axes: Any) -> None:
    """Draw on axes that exist."""
    _require()
    page = plot.page
    axes.set_xscale("log" if page.xlog else "linear")
    axes.set_yscale("log" if page.ylog else "linear")
    for area in plot.areas:
        axes.fill(
            area.x,
            area.y,
            facecolor=f"#{area.style.colour}40",
            edgecolor="none",
            label=_text(area.label) or None,
        )
    for curve in plot.curves:
        _line(curve, axes)
    if page.xlim:
        axes.set_xlim(*page.xlim)
    if page.ylim:
        axes.set_ylim(*page.ylim)
    if page.square and not (page.xlog or page.ylog):
        axes.set_aspect("equal")
    axes.set_xlabel(page.xlabel)
    axes.set_ylabel(page.ylabel)
    axes.grid(True, linewidth=0.4, alpha=0.4)
    if any(axes.get_legend_handles_labels()):
        place: dict[str, Any] = {"loc": page.legend}
        if page.legend == "below":
            place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.14), "ncols": 2}
        axes.legend(framealpha=0.85, edgecolor="none", fontsize="small", **place)


def _line(curve: Curve, axes: Any) -> None:
    style = curve.style
    axes.plot(
        curve.x,
        curve.y,
        color=f"#{style.colour}",
        linestyle=(0, style.dashes) if style.dashes else "-",
        linewidth=0.7 if curve.thin else 1.4,
        marker=style.marks[0] if curve.marked else None,
        markersize=4,
        label=_text(curve.label) or None,
        dash_capstyle="butt",
        solid_joinstyle="round",
    )


def drawn(figure: Any, kind: str, metadata: dict[str, None]) -> bytes:
    """The figure as a file of that kind, the same bytes each time."""
    from matplotlib import rc_context

    file = io.BytesIO()
    with rc_context(_SETTINGS):
        figure.savefig(file, format=kind, metadata=metadata)
    return file.getvalue()


def svg(figure: Any) -> str:
    """The figure as SVG."""
    return drawn(figure, "svg", {"Date": None}).decode()


def _text(label: str) -> str:
    r"""The label, as text if matplotlib cannot typeset its mathematics."""
    if "$" not in label:
        return label
    from matplotlib.mathtext import MathTextParser

    label = label.replace(r"\tfrac", r"\frac")
    try:
        MathTextParser("path").parse(label)
    except ValueError:
        return label.replace("$", r"\$")
    return label


def _require() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(
            "plots need matplotlib, which is not installed: pip install 'fdp_sym[plot]' (for "
            "pgfplots .tikz() works without it)"
        ) from error
