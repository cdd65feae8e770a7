r"""Plots for the LaTeX package pgfplots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..latex.text import latex_prose

if TYPE_CHECKING:
    from .figure import Page, Plot
    from .style import Style

__all__ = ["tikz"]

_PLACES = {
    "upper right": "legend pos=north east",
    "upper left": "legend pos=north west",
    "lower left": "legend pos=south west",
    "below": "legend style={at={(0.5,-0.18)}, anchor=north}, legend columns=2",
}
_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath}
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
\pagestyle{empty}
\begin{document}
"""


def tikz(plot: Plot, standalone: bool) -> str:
    """The picture; coordinates are rounded to nine significant digits."""
    drawn = [*(area.style for area in plot.areas), *(curve.style for curve in plot.curves)]
    styles = {style.name: style for style in drawn}
    lines = [
        r"\begin{tikzpicture}",
        *(rf"\definecolor{{fdp{s.name}}}{{HTML}}{{{s.colour}}}" for s in styles.values()),
        r"\begin{axis}[",
        *_axis(plot.page),
        "]",
    ]
    for area in plot.areas:
        entry = "area legend" if area.label else "forget plot"
        lines += [
            rf"\addplot[draw=none, fill=fdp{area.style.name}, fill opacity=0.25, {entry}]",
            *_coordinates(zip(area.x, area.y, strict=True), " -- cycle;"),
            *([rf"\addlegendentry{{{latex_prose(area.label)}}}"] if area.label else []),
        ]
    for curve in plot.curves:
        options = [f"fdp{curve.style.name}", "line width=0.4pt" if curve.thin else "thick"]
        options += _dashes(curve.style)
        if curve.marked:
            options += [f"mark={curve.style.marks[1]}", "mark size=1.5pt", "mark options={solid}"]
        if not curve.label:
            options.append("forget plot")
        lines += [
            rf"\addplot[{', '.join(options)}]",
            *_coordinates(zip(curve.x, curve.y, strict=True), ";"),
            *([rf"\addlegendentry{{{latex_prose(curve.label)}}}"] if curve.label else []),
        ]
    text = "\n".join([*lines, r"\end{axis}", r"\end{tikzpicture}"])
    return f"{_PREAMBLE}{text}\n\\end{{document}}" if standalone else text


def _axis(page: Page) -> list[str]:
    options = [
        "width=8.5cm, height=8.5cm" if page.square else "width=10cm, height=7cm",
        f"xlabel={{{latex_prose(page.xlabel)}}}, ylabel={{{latex_prose(page.ylabel)}}}",
    ]
    for name, limits, log in (("x", page.xlim, page.xlog), ("y", page.ylim, page.ylog)):
        if log:
            options.append(f"{name}mode=log")
        if limits:
            options.append(f"{name}min={limits[0]:.9g}, {name}max={limits[1]:.9g}")
    options += [
        r"grid=major, grid style={line width=0.2pt, black!15}",
        _PLACES[page.legend],
        r"legend style={draw=none, fill opacity=0.85, text opacity=1, font=\small}",
        "legend cell align=left",
    ]
    return [f"  {option}," for option in options]


def _dashes(style: Style) -> list[str]:
    if not style.dashes:
        return []
    pairs = zip(style.dashes[::2], style.dashes[1::2], strict=True)
    return [f"dash pattern={' '.join(f'on {on:g}pt off {off:g}pt' for on, off in pairs)}"]


def _coordinates(points: Iterable[tuple[float, float]], end: str) -> list[str]:
    """Four points in a line."""
    pairs = [f"({x:.9g},{y:.9g})" for x, y in points]
    lines = [" ".join(pairs[i : i + 4]) for i in range(0, len(pairs), 4)]
    return [f"  coordinates {{ {lines[0]}", *(f"    {line}" for line in lines[1:]), f"  }}{end}"]
