r"""Trade-off functions, profiles, privacy regions, and the band of the central limit theorem."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..errors import DomainError
from ..exact import exact
from ..latex.digits import as_written, probability, settled
from ..tradeoff.base import TradeOff
from .enclosed import CertifiedBand
from .figure import Area, Curve, Page, Plot
from .labels import ALPHA, BETA, DELTA, EPSILON, labels_of
from .sampling import Axis, Levels, Numbers, Point, counted, sampled, shows_progress
from .style import Style, style_of
from .values import Values, enclosed_level, enclosed_profile, kinks_of, levels_of, profile_of

if TYPE_CHECKING:
    from ..balls import Ball
    from ..compose.central_limit import CentralLimit

__all__ = ["band", "profile", "region", "require_functions", "tradeoff"]

_SCALES = {"linear": (False, False), "semilogy": (False, True), "loglog": (True, True)}
_FLOOR = 1e-10
_ROUNDS = 12  # of narrowing a band
_MOST = 800  # enclosures of a band
_DIGITS = 12
_FARTHEST = 700.0  # of epsilon, whose exponential is a double
_NEAREST = 1e-9
_CHANCE = Style("grey", "999999", (1, 1), ("", ""))


@shows_progress
def tradeoff(
    *functions: TradeOff,
    labels: Sequence[str] | None = None,
    scale: str = "linear",
    floor: float = _FLOOR,
    certified: bool = False,
    tolerance: float = 1e-3,
    file: str | PathLike[str] | None = None,
) -> Plot:
    r"""Trade-off functions, several at once, above the errors of guessing.

    Parameters
    ----------
    functions : TradeOff
        Without symbols.
    labels : sequence of str, optional
        Prose with ``$mathematics$``; by default the functions' short names.
    scale : {"linear", "semilogy", "loglog"}
    floor : float
        Where logarithmic axes begin.
    certified : bool
        Draw a band that contains the curve, from enclosures at the points.
    tolerance : float
        How far the polyline may be from the curve, in parts of the axes; a certified band becomes
        wider with it.
    file : path, optional
        Where to write the plot, see `Plot.savefig`.

    Raises
    ------
    DomainError
        For what is no trade-off function, or an unknown scale.
    UnsupportedError
        If a function has symbols or no values are known.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta, Gaussian
    >>> plot = tradeoff(Gaussian(1), EpsDelta(1))
    >>> [curve.label for curve in plot.curves if curve.label]
    ['$G_{1}$', '$f_{1,0}$']
    """
    require_functions(functions)
    across, up = (Axis(floor if log else 0.0, 1.0, log) for log in _logs(scale, floor))
    levels = Levels(across)
    names = labels_of(functions, labels)
    curves = [_guessing(across, up, tolerance)]
    areas: list[Area] = []
    for i, (f, name) in enumerate(zip(functions, names, strict=True)):
        bends = kinks_of(f)
        if certified:
            polygon = _band(partial(enclosed_level, f), levels, up, bends, tolerance)
            _outlined(polygon, name, style_of(i), curves, areas)
        else:
            points = sampled(levels_of(f), levels, up, kinks=bends, tolerance=tolerance)
            curves.append(_curve(points, up, name, style_of(i)))
    legend = "lower left" if up.log else "upper right"
    page = Page(ALPHA, BETA, _limits(across), _limits(up), across.log, up.log, True, legend)
    return Plot(page, tuple(curves), tuple(areas)).saved(file)


@shows_progress
def profile(
    *functions: TradeOff,
    eps: tuple[float, float] | None = None,
    labels: Sequence[str] | None = None,
    scale: str = "linear",
    floor: float = _FLOOR,
    certified: bool = False,
    tolerance: float = 1e-3,
    file: str | PathLike[str] | None = None,
) -> Plot:
    r"""The profiles :math:`\delta(\varepsilon)`.

    Parameters
    ----------
    eps : (low, high), optional
        Of the axis; by default from 0 (0.01 if it is logarithmic) to where the profiles vanish.
    functions, labels, scale, floor, certified, tolerance, file
        As for `tradeoff`.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> profile(Gaussian(1), scale="semilogy", eps=(0, 6)).page.ylog
    True
    """
    require_functions(functions)
    wide, high = _logs(scale, floor)
    values = [profile_of(f) for f in functions]
    ends = (
        _range(functions, values, wide, floor if high else 0.0) if eps is None else _ends(eps, wide)
    )
    across = Axis(*ends, wide)
    top = max(float(next(iter(value([ends[0]])))) for value in values)
    up = Axis(floor if high else 0.0, 1.0 if top > 0.5 or high else top * 1.02 or 1.0, high)
    curves: list[Curve] = []
    areas: list[Area] = []
    names = labels_of(functions, labels)
    for i, (f, name, value) in enumerate(zip(functions, names, values, strict=True)):
        if certified:
            polygon = _band(partial(enclosed_profile, f), Numbers(across), up, (), tolerance)
            _outlined(polygon, name, style_of(i), curves, areas)
        else:
            points = sampled(value, Numbers(across), up, tolerance=tolerance)
            curves.append(_curve(points, up, name, style_of(i)))
    legend = "lower left" if high else "upper right"
    page = Page(EPSILON, DELTA, ends, _limits(up), wide, high, legend=legend)
    return Plot(page, tuple(curves), tuple(areas)).saved(file)


@shows_progress
def region(
    f: TradeOff,
    *others: TradeOff,
    eps: Iterable[Any] = (),
    tolerance: float = 1e-3,
    file: str | PathLike[str] | None = None,
) -> Plot:
    r"""The privacy region of f, with the lines of its guarantees :math:`(\varepsilon,\delta)`.

    Parameters
    ----------
    f : TradeOff
        Without symbols; a plot has one region.
    eps : iterable of numbers
        For each of them the supporting lines with slopes :math:`-e^{\pm\varepsilon}`.
    tolerance, file
        As for `tradeoff`.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> len(region(Gaussian(1), eps=(0, 1)).areas)
    1
    """
    require_functions([f, *others])
    if others:
        raise DomainError(f"{1 + len(others)} functions: allowed is one, a plot has one region")
    slopes = eps if isinstance(eps, Iterable) and not isinstance(eps, str) else [eps]
    axis = Axis(0.0, 1.0)
    points = sampled(levels_of(f), Levels(axis), axis, kinks=kinks_of(f), tolerance=tolerance)
    below = [(p.x, p.y) for p in points]
    above = [(1 - x, 1 - y) for x, y in below]
    ring = [*below, *above, below[0]]
    (name,) = labels_of([f], None)
    xs, ys = (tuple(side) for side in zip(*ring, strict=True))
    curves = [Curve(xs, ys, name, style_of(0))]
    for i, value in enumerate(slopes):
        curves += _supports(f, value, style_of(i + 1))
    page = Page(ALPHA, BETA, (0.0, 1.0), (0.0, 1.0), square=True, legend="below")
    return Plot(page, tuple(curves), (Area(xs, ys, "", style_of(0)),)).saved(file)


def _supports(f: TradeOff, eps: Any, style: Style) -> list[Curve]:
    """The lines 1 - delta(e) - exp(e) alpha for e = eps and -eps, inside the square."""
    value = exact(eps, "eps")
    lines: list[Curve] = []
    for e in dict.fromkeys((value, -value)):

        def delta(digits: int, e: Any = e) -> Ball:
            return probability(f.enclose_delta(e, max(digits, _DIGITS)))

        shown, ball = settled(delta, 3, "up")
        top, slope = 1 - float(ball.midpoint), math.exp(float(e))
        given = rf"$\varepsilon = {as_written(str(eps))}$, $\delta = {shown.latex}$"
        end = min(1.0, top / slope)
        label = "" if lines else given
        lines.append(Curve((0.0, end), (top, top - slope * end), label, style, thin=True))
    return lines


@shows_progress
def band(
    limit: CentralLimit,
    *,
    composition: bool = True,
    tolerance: float = 1e-3,
    file: str | PathLike[str] | None = None,
) -> Plot:
    """The band of the central limit theorem around its Gaussian curve.

    Parameters
    ----------
    limit : CentralLimit
        Made by ``fd.clt``.
    composition : bool
        Whether the composition itself is drawn too.
    tolerance, file
        As for `tradeoff`.

    Examples
    --------
    >>> from fdp_sym.compose.central_limit import clt
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> len(band(clt([(EpsDelta("1/10"), 100)])).areas)
    1
    """
    from ..tradeoff.gaussian import Gaussian

    parameters = [settled(ask, _DIGITS - 8) for ask in (limit.enclose_mu, limit.enclose_gamma)]
    mu, gamma = (float(ball.midpoint) for _, ball in parameters)
    shown_mu, shown_gamma = (shown.latex for shown, _ in parameters)
    axis = Axis(0.0, 1.0)
    levels = Levels(axis)
    middle = sampled(levels_of(Gaussian(mu)), levels, axis, tolerance=tolerance)
    line = [(p.x, p.y) for p in middle]
    ring = [
        *((x - gamma, y - gamma) for x, y in line),
        *((x + gamma, y + gamma) for x, y in reversed(line)),
    ]
    ring = [*ring, (-gamma, 1 + gamma)]
    xs, ys = (tuple(side) for side in zip(*ring, strict=True))
    area = Area(xs, ys, rf"band of width $2\gamma$, $\gamma = {shown_gamma}$", style_of(1))
    curves = [_curve(middle, axis, rf"$G_\mu$, $\mu = {shown_mu}$", style_of(1))]
    if composition:
        f = limit.product
        points = sampled(levels_of(f), levels, axis, kinks=kinks_of(f), tolerance=tolerance)
        curves.append(_curve(points, axis, f"{labels_of([f], None)[0]}, exact", style_of(0)))
    page = Page(ALPHA, BETA, (0.0, 1.0), (0.0, 1.0), square=True)
    return Plot(page, tuple(curves), (area,)).saved(file)


# -- shared -----------------------------------------------------------------------------------


def _band(
    enclose: Callable[[float], Ball],
    across: Levels | Numbers,
    up: Axis,
    kinks: Iterable[float],
    tolerance: float,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """A polygon around the curve, nowhere wider on the page than the tolerance if that is possible.

    The points are those of a polyline first, and then more where the band is too wide.
    """
    balls: dict[float, Ball] = {}

    def enclosed(parameters: Sequence[float]) -> Iterable[float]:
        for t in parameters:
            balls[t] = enclose(t)
            yield float(balls[t].midpoint)

    points = sampled(enclosed, across, up, kinks=kinks, tolerance=tolerance)
    chosen = [point.parameter for point in points]
    for _ in range(_ROUNDS):
        xs = [across.x(t) for t in chosen]
        found = CertifiedBand(
            xs, [balls[t] for t in chosen], across.axis, up, isinstance(across, Numbers)
        )
        middles = {
            across.middle(s, t)
            for (s, t), width in zip(pairwise(chosen), found.widths(), strict=True)
            if width > tolerance
        } - set(chosen)
        if not middles or len(chosen) + len(middles) > _MOST:
            break
        deque(counted(enclosed(sorted(middles))), maxlen=0)
        chosen = sorted({*chosen, *middles})
    return found.polygon()


def _outlined(
    polygon: tuple[tuple[float, ...], tuple[float, ...]],
    name: str,
    style: Style,
    curves: list[Curve],
    areas: list[Area],
) -> None:
    xs, ys = polygon
    areas.append(Area(xs, ys, "", style))
    curves.append(Curve((*xs, xs[0]), (*ys, ys[0]), f"{name}, certified", style, thin=True))


def _curve(points: Sequence[Point], up: Axis, label: str, style: Style) -> Curve:
    low = up.low * 1e-3 if up.log else -math.inf  # a logarithmic axis has no place for 0
    return Curve(tuple(p.x for p in points), tuple(max(p.y, low) for p in points), label, style)


def _guessing(across: Axis, up: Axis, tolerance: float) -> Curve:
    def values(ts: Sequence[float]) -> list[float]:
        return [Levels.both(t)[1] for t in ts]

    return _curve(sampled(values, Levels(across), up, tolerance=tolerance), up, "", _CHANCE)


def _limits(axis: Axis) -> tuple[float, float]:
    return axis.low, axis.high


def require_functions(functions: Sequence[Any]) -> None:
    """Refuse what is no trade-off function."""
    if not functions:
        raise DomainError("no functions: allowed is one or more")
    for f in functions:
        if not isinstance(f, TradeOff):
            named = f"; a file is named file={f!r}" if isinstance(f, (str, PathLike)) else ""
            raise DomainError(f"{f!r}: allowed are trade-off functions{named}")


def _logs(scale: str, floor: float) -> tuple[bool, bool]:
    if scale not in _SCALES:
        raise DomainError(f"scale = {scale!r}: allowed are {', '.join(_SCALES)}")
    if not 1e-300 <= floor <= 0.5:
        raise DomainError(f"floor = {floor!r}: allowed are numbers from 1e-300 to 1/2")
    return _SCALES[scale]


def _ends(eps: tuple[float, float], log: bool) -> tuple[float, float]:
    try:
        low, high = (float(end) for end in eps)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (-_FARTHEST <= low < high <= _FARTHEST) or (log and low <= 0):
        raise DomainError(
            f"eps = {eps!r}: allowed are two numbers in increasing order between -700 and 700, "
            "positive on a logarithmic axis"
        )
    return low, high


def _range(
    functions: Sequence[TradeOff], values: Sequence[Values], log: bool, floor: float
) -> tuple[float, float]:
    """From 0, or nearly so, to where the profiles have almost fallen to their limits."""
    end = max(
        _end(value, 1 - float(next(iter(levels_of(f)([-math.inf])))), floor)
        for f, value in zip(functions, values, strict=True)
    )
    return (min(0.01, end / 100) if log else 0.0), end


def _end(value: Values, limit: float, floor: float) -> float:
    """Where a profile is below the floor, or its distance from the limit a thousandth of it."""
    top = float(next(iter(value([0.0])))) - limit
    least = max(floor, 1e-3 * (limit if floor else top))

    def over(eps: float) -> bool:
        return float(next(iter(value([eps])))) - limit <= least

    if top <= least:  # constant
        return 1.0
    end = 1.0
    while end < _FARTHEST / 2 and not over(end):
        end *= 2
    while end > _NEAREST and over(end / 2):
        end /= 2
    low = end / 2
    for _ in range(4):
        middle = (low + end) / 2
        low, end = (low, middle) if over(middle) else (middle, end)
    return end
