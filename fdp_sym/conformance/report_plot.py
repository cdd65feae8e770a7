"""The error of an accountant's epsilon against delta, as points and as an SVG picture."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from ..errors import UnsupportedError
from .numerals import Number, read_number

__all__ = ["FLOOR", "STYLES", "Points", "points_of", "require_matplotlib", "svg"]

FLOOR = -17  # log10 at which errors that are smaller, or nothing, are drawn

STYLES = {  # verdict: colour, mark
    "exact": ("#7f7f7f", "."),
    "safe": ("#1f77b4", "o"),
    "loose": ("#e69f00", "^"),
    "unsound": ("#d62728", "X"),
}


class Points(NamedTuple):
    """(log10 delta, log10 error) of each verdict, and how many claims cannot be drawn."""

    of: dict[str, list[tuple[float, float]]]
    omitted: int

    @property
    def number(self) -> int:
        """How many points there are."""
        return sum(map(len, self.of.values()))


def points_of(entries: Iterable[Mapping[str, Any]]) -> Points:
    """The points of all answers to questions for epsilon.

    The error is the distance from the claim to the certified enclosure, relative to the enclosure.
    Where delta, the claim or the truth is 0 or infinite there is no such point.
    """
    of: dict[str, list[tuple[float, float]]] = {verdict: [] for verdict in STYLES}
    omitted = 0
    for entry in entries:
        if entry["quantity"] != "epsilon" or entry["verdict"] not in of:
            continue
        point = _point(str(entry["at"]), str(entry["lower"]), entry["size"])
        if point is None:
            omitted += 1
        else:
            of[entry["verdict"]].append(point)
    return Points(of, omitted)


def _point(at: str, lower: str, error: float) -> tuple[float, float] | None:
    try:
        delta, truth = read_number(at), read_number(lower)
    except ValueError:
        return None
    if delta <= 0 or truth <= 0 or math.isinf(truth) or math.isinf(error):
        return None
    return _log10(delta), max(math.log10(error), FLOOR) if error else FLOOR


def _log10(value: Number) -> float:
    """Also of numbers that no float holds."""
    if isinstance(value, Decimal):
        return float(value.log10())
    return math.log10(value.numerator) - math.log10(value.denominator)


def require_matplotlib() -> None:
    """Raise UnsupportedError if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(
            "plots in reports need matplotlib, which is not installed: "
            "pip install 'fdp_sym[accountants]'"
        ) from error


def svg(points: Points) -> str:
    """The picture, to stand inside a page or in a file of its own.

    Raises
    ------
    UnsupportedError
        If matplotlib is not installed.
    """
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    # the same file for the same points, whatever a user's own settings are
    with rc_context({"svg.hashsalt": "fdp_sym", "svg.fonttype": "path", "font.size": 9}):
        figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        canvas: Any = FigureCanvasSVG(figure)
        axes = figure.subplots()
        for verdict, (colour, mark) in STYLES.items():
            if points.of[verdict]:
                x, y = zip(*points.of[verdict], strict=True)
                axes.scatter(
                    x, y, s=22, c=colour, marker=mark, linewidths=0, alpha=0.75,
                    label=f"{verdict} ({len(x)})", zorder=3 if verdict == "unsound" else 2,
                )  # fmt: skip
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, nbins=9))
            axis.set_major_formatter(FuncFormatter(lambda k, _: f"$10^{{{k:g}}}$"))
        axes.set(xlabel="δ", ylabel="relative error of ε")
        axes.grid(color="0.9", linewidth=0.6, zorder=0)
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        stream = io.StringIO()
        canvas.print_svg(stream, metadata={"Date": None, "Creator": None})
    return stream.getvalue()
