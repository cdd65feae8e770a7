"""The composition theorems as curves and as a table for papers."""

from __future__ import annotations

import math
import sys

import pytest

from fdp_sym.compose.kov import comparison
from fdp_sym.errors import DomainError, UnsupportedError
from fdp_sym.plots import comparison as drawn


@pytest.fixture(scope="module")
def rows():
    return comparison("0.1", "1e-6", [10, 100, 1000], "1e-3")


def test_curves_have_the_values(rows):
    pytest.importorskip("matplotlib")
    figure = rows.plot().figure
    (axes,) = figure.axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert len(lines) == 5
    assert len({line.get_color() for line in lines.values()}) == 5
    assert len({line.get_marker() for line in lines.values()}) == 5
    exact = lines["exact, Theorem 3.3"]
    assert list(exact.get_xdata()) == [10, 100, 1000]
    assert list(exact.get_ydata()) == pytest.approx([0.754239, 3.14528, 19.7776], rel=1e-5)
    # an infinite bound is left out
    assert list(lines["DRV, Theorem 3.2"].get_xdata()) == [10, 100]
    assert all(y >= row.exact.upper for y, row in zip(exact.get_ydata(), rows, strict=True))


def test_curves_over_eps():
    pytest.importorskip("matplotlib")
    figure = comparison(["0.1", "0.2", "0.4"], "1e-6", 20, "1e-3").plot().figure
    assert figure.axes[0].get_xlabel().startswith(r"$\varepsilon$")
    assert list(figure.axes[0].get_lines()[0].get_ydata()) == pytest.approx([2, 4, 8])


def test_what_cannot_be_drawn(rows):
    for few in (rows[:1], [], [*rows, *comparison("0.2", 0, 7, "0.1")]):
        with pytest.raises(DomainError, match="one of the other"):
            drawn(few)
    for file in ("picture.png", 3):
        with pytest.raises(DomainError, match="svg"):
            rows.plot(file)
    with pytest.raises(DomainError, match="infinite"):
        comparison("0.1", "0.1", [10, 20], "1e-3").plot()


def test_without_matplotlib(rows, monkeypatch):
    for name in [n for n in sys.modules if n.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'fdp_sym\[plot\]'"):
        _ = rows.plot().figure
    assert rows.plot().tikz()


def test_latex(rows):
    lines = rows.latex(caption="Composition", label="t").splitlines()
    assert lines[:2] == [r"\begin{table}", r"\centering"]
    # guarantees are rounded up: the values are 4.796873, 4.244717..., 3.145285...
    assert lines[9] == (r"$100$ & $0.1$ & $10$ & $4.79688$ & $4.24472$ & $3.14529$ & $3.17344$ \\")
    assert r"\infty" in lines[10]


def test_looseness(rows):
    for row in rows:
        for factor, bound in zip(row.looseness, (row.basic, row.drv, row.kov), strict=True):
            if bound.upper == math.inf:
                assert factor.lower == math.inf
            else:
                expected = bound.midpoint / row.exact.midpoint
                assert factor.contains(expected)
                assert factor.lower >= 1
                assert factor.relative_width < 1e-6
    (nothing,) = comparison(0, 0, 5, "0.1")
    assert [f.upper for f in nothing.looseness] == [1, 1, 1]
    (below,) = comparison("0.1", "0.1", 2, "0.1")
    assert [f.upper for f in below.looseness] == [1, 1, 1]
    (zero,) = comparison("0.1", 0, 2, "0.5")
    assert zero.exact.upper == 0
    assert zero.looseness[0].lower == math.inf
