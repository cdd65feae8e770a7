"""The composition theorems as curves, like Figures 2 and 3 of Kairouz, Oh and Viswanath."""

from __future__ import annotations

import math
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from ...errors import DomainError, UnsupportedError
from .tables import ComparisonRow

__all__ = ["plot_comparison"]

# Okabe and Ito's colours; lines and marks differ as well, so that print in grey is readable
_CURVES = (
    ("basic", "basic, Theorem 3.1", "#E69F00", ":", "s"),
    ("drv", "DRV, Theorem 3.2", "#D55E00", "-.", "^"),
    ("kov", "KOV, Theorem 3.4", "#009E73", "--", "D"),
    ("exact", "exact, Theorem 3.3", "#000000", "-", "o"),
    ("clt", "CLT (approximation)", "#0072B2", (0, (5, 1, 1, 1, 1, 1)), "x"),
)
# kinds of files that are made of lines, with what would make two of them differ
_VECTOR: dict[str, dict[str, None]] = {
    ".pdf": {"CreationDate": None},
    ".svg": {"Date": None},
    ".eps": {},
    ".ps": {},
}


def plot_comparison(rows: Sequence[ComparisonRow], file: Any = None) -> Any:
    """The eps of the composition by each theorem, over k or over the eps of one mechanism.

    Infinite values are left out. A row is a point, drawn at its upper bound but for the CLT's.

    Parameters
    ----------
    rows : Comparison or sequence of its rows
        Several k at one eps, or several eps at one k.
    file : path, optional
        Where to write it: a name that ends in .pdf, .svg, .eps or .ps, so that it is made of lines.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    DomainError
        If both or neither vary, if all values are infinite, or for another kind of file.
    UnsupportedError
        If matplotlib is not installed.

    Examples
    --------
    >>> from fdp_sym.compose.kov import comparison
    >>> figure = comparison("0.1", "1e-6", [10, 100], "1e-3").plot()  # doctest: +SKIP
    """
    over, label = _axis(rows)
    if all(getattr(row, field).upper == math.inf for row in rows for field, *_ in _CURVES):
        raise DomainError("all values are infinite: allowed are rows with something to draw")
    kind = Path(file).suffix.lower() if isinstance(file, (str, PathLike)) else ""
    if file is not None and kind not in _VECTOR:
        raise DomainError(f"file = {str(file)!r}: allowed are names that end in {list(_VECTOR)}")
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UnsupportedError(
            "plots need matplotlib, which is not installed: pip install 'fdp_sym[plot]'"
        ) from error
    figure = Figure(figsize=(5, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for field, name, colour, line, mark in _CURVES:
        balls = [getattr(row, field) for row in rows]
        points = [
            (x, ball.floats()[1] if field != "clt" else float(ball.midpoint))
            for x, ball in zip(over, balls, strict=True)
            if ball.upper != math.inf
        ]
        if points:
            axes.plot(
                *zip(*points, strict=True),
                label=name,
                color=colour,
                linestyle=line,
                marker=mark,
                markersize=4,
                linewidth=1.3,
            )
    axes.set_xscale("log" if min(over) > 0 and max(over) >= 30 * min(over) else "linear")
    if axes.get_xscale() == "log":
        axes.set_yscale("log")
    axes.set_xlabel(label)
    axes.set_ylabel(r"$\tilde\varepsilon$ of the composition")
    axes.grid(True, linewidth=0.4, alpha=0.5)
    axes.legend(frameon=False, fontsize="small")
    if file is not None:
        with rc_context({"svg.hashsalt": "fdp_sym", "pdf.fonttype": 42}):
            figure.savefig(file, metadata=_VECTOR[kind])
    return figure


def _axis(rows: Sequence[ComparisonRow]) -> tuple[list[float], str]:
    counts, epsilons = ({getattr(row, name) for row in rows} for name in ("k", "eps"))
    if len(rows) < 2 or (len(counts) > 1) == (len(epsilons) > 1):
        raise DomainError(
            f"{len(counts)} values of k and {len(epsilons)} of eps: allowed are two or more of one "
            "of them, and one of the other"
        )
    if len(counts) > 1:
        return [float(row.k) for row in rows], "number of mechanisms $k$"
    return [float(row.eps) for row in rows], r"$\varepsilon$ of one mechanism"
