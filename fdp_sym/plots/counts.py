"""Composition: what so many mechanisms cost, certified at each count."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..errors import DomainError
from ..latex.digits import as_written
from ..tradeoff.base import TradeOff
from .curves import require_functions
from .figure import Curve, Page, Plot
from .labels import labels_of
from .sampling import counted, shows_progress
from .style import Style, style_of

if TYPE_CHECKING:
    from ..compose.kov.tables import ComparisonRow

__all__ = ["comparison", "composition"]

_QUESTIONS = {
    "delta": ("enclose_epsilon", r"$\varepsilon$ at $\delta = {}$"),
    "eps": ("enclose_delta", r"$\delta$ at $\varepsilon = {}$"),
    "alpha": ("enclose", r"type II error $\beta$ at $\alpha = {}$"),
}
_BOUNDS = (
    ("basic", "basic, Theorem 3.1"),
    ("drv", "DRV, Theorem 3.2"),
    ("kov", "KOV, Theorem 3.4"),
    ("clt", "CLT (approximation)"),
    ("exact", "exact, Theorem 3.3"),
)
_COUNT = "number of mechanisms $k$"
_DIGITS = 8


@shows_progress
def composition(
    *functions: TradeOff,
    counts: Iterable[int] = (),
    delta: Any = None,
    eps: Any = None,
    alpha: Any = None,
    labels: Sequence[str] | None = None,
    file: str | PathLike[str] | None = None,
) -> Plot:
    r"""The k-fold compositions of functions over k, at one delta, one epsilon or one level alpha.

    Every point is an enclosure, drawn at the end that is safe: epsilon and delta at the upper one,
    type II errors at the lower one.

    Parameters
    ----------
    functions : TradeOff
        Without symbols.
    counts : iterable of int
        The k, at least two; there is no default.
    delta, eps, alpha : number
        One of them: what is drawn is the epsilon at that delta, the delta at that epsilon, or the
        type II error at that level. Infinite values are left out.
    labels, file
        As for `fdp_sym.plots.tradeoff`.

    Raises
    ------
    DomainError
        For none or two of delta, eps and alpha, or fewer than two counts.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> plot = composition(Gaussian("1/10"), counts=[1, 10, 100], delta="1e-6")
    >>> plot.curves[0].x
    (1.0, 10.0, 100.0)
    """
    given = {
        name: value
        for name, value in (("delta", delta), ("eps", eps), ("alpha", alpha))
        if value is not None
    }
    require_functions(functions)
    ks = _several(counts)
    if len(given) != 1:
        raise DomainError(
            f"{' and '.join(given) or 'no quantity'}: allowed is one of delta, eps and alpha, such "
            'as delta="1e-6"'
        )
    ((quantity, value),) = given.items()
    method, heading = _QUESTIONS[quantity]
    side = 0 if quantity == "alpha" else 1
    curves = []
    names = labels_of(functions, labels)
    for i, (f, name) in enumerate(zip(functions, names, strict=True)):
        balls = list(counted(getattr(f**k, method)(value, _DIGITS) for k in ks))
        points = [
            (float(k), ball.floats()[side])
            for k, ball in zip(ks, balls, strict=True)
            if ball.upper != math.inf
        ]
        curves += _marked(points, name, style_of(i))
    return _page(curves, _COUNT, heading.format(as_written(str(value)))).saved(file)


def _several(counts: Any) -> list[int]:
    """The counts, sorted."""
    try:
        ks = sorted(set(counts))
    except TypeError:
        ks = []
    if len(ks) < 2:
        raise DomainError(
            f"counts = {counts!r}: allowed are two counts or more, such as [1, 10, 100]"
        )
    return ks


def comparison(rows: Sequence[ComparisonRow], file: str | PathLike[str] | None = None) -> Plot:
    """The eps of the composition by each theorem, over k or over the eps of one mechanism.

    Infinite values are left out. A row is a point, drawn at its upper bound but for the CLT's. Like
    Figures 2 and 3 of Kairouz, Oh and Viswanath.

    Parameters
    ----------
    rows : Comparison or sequence of its rows
        Several k at one eps, or several eps at one k.
    file : path, optional
        Where to write it, see `Plot.savefig`.

    Raises
    ------
    DomainError
        If both or neither vary, or if all values are infinite.

    Examples
    --------
    >>> from fdp_sym.compose.kov import comparison as compared
    >>> len(compared("0.1", "1e-6", [10, 100], "1e-3").plot().curves)
    5
    """
    over, label = _over(rows)
    curves = []
    for i, (field, name) in enumerate(_BOUNDS):
        balls = [getattr(row, field) for row in rows]
        points = [
            (x, ball.floats()[1] if field != "clt" else float(ball.midpoint))
            for x, ball in zip(over, balls, strict=True)
            if ball.upper != math.inf
        ]
        # the exact values in the first, solid style
        curves += _marked(points, name, style_of((i + 1) % len(_BOUNDS)))
    if not curves:
        raise DomainError("all values are infinite: allowed are rows with something to draw")
    return _page(curves, label, r"$\tilde\varepsilon$ of the composition").saved(file)


def _marked(points: Sequence[tuple[float, float]], label: str, style: Style) -> list[Curve]:
    if not points:
        return []
    xs, ys = zip(*sorted(points), strict=True)
    return [Curve(xs, ys, label, style, marked=True)]


def _page(curves: Sequence[Curve], xlabel: str, ylabel: str) -> Plot:
    xs = [x for curve in curves for x in curve.x]
    ys = [y for curve in curves for y in curve.y]
    wide = bool(xs) and min(xs) > 0 and max(xs) >= 30 * min(xs)
    high = bool(ys) and min(ys) > 0 and (wide or max(ys) >= 100 * min(ys))
    rising = not ys or curves[0].y[-1] >= curves[0].y[0]
    legend = "upper left" if rising else "upper right"
    page = Page(xlabel, ylabel, xlog=wide, ylog=high, legend=legend)
    return Plot(page, tuple(curves))


def _over(rows: Sequence[ComparisonRow]) -> tuple[list[float], str]:
    ks, epsilons = ({getattr(row, name) for row in rows} for name in ("k", "eps"))
    if len(rows) < 2 or (len(ks) > 1) == (len(epsilons) > 1):
        raise DomainError(
            f"{len(ks)} values of k and {len(epsilons)} of eps: allowed are two or more of one "
            "of them, and one of the other"
        )
    if len(ks) > 1:
        return [float(row.k) for row in rows], _COUNT
    return [float(row.eps) for row in rows], r"$\varepsilon$ of one mechanism"
