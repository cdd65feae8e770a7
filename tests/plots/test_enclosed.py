"""Certified bands contain their curves; they are made of enclosures and of nothing else."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest

import fdp_sym as fd
from fdp_sym.balls import Ball
from fdp_sym.plots import profile, tradeoff
from fdp_sym.plots.enclosed import CertifiedBand
from fdp_sym.plots.sampling import Axis


def gaussian(alpha):
    alpha = mp.mpf(alpha)
    if alpha in (0, 1):
        return 1 - alpha
    z = mp.findroot(lambda t: mp.log(mp.ncdf(t)) - mp.log(alpha), -mp.sqrt(-2 * mp.log(alpha)))
    return mp.ncdf(-z - 1)


def delta(eps):
    eps = mp.mpf(eps)
    return mp.ncdf(mp.mpf(1) / 2 - eps) - mp.exp(eps) * mp.ncdf(-mp.mpf(1) / 2 - eps)


def sides(plot):
    """The two boundaries as functions of the place on the page."""
    area, page = plot.areas[0], plot.page
    xs, ys = np.array(area.x), np.array(area.y)
    turn = int(np.argmax(xs[:-1] > xs[1:])) if (xs[:-1] > xs[1:]).any() else len(xs)
    u = np.log(xs) if page.xlog else xs
    v = np.log(ys) if page.ylog else ys
    return (u[: turn + 1], v[: turn + 1]), (u[turn:][::-1], v[turn:][::-1])


@pytest.mark.parametrize("scale", ["linear", "semilogy", "loglog"])
@pytest.mark.parametrize("kind", ["tradeoff", "profile"])
def test_the_curve_is_inside(kind, scale):
    draw, true = (tradeoff, gaussian) if kind == "tradeoff" else (profile, delta)
    options = {} if kind == "tradeoff" else {"eps": (0.1, 5)}
    plot = draw(fd.Gaussian(1), certified=True, scale=scale, tolerance=0.02, floor=1e-6, **options)
    lower, upper = sides(plot)
    low, high = plot.page.xlim
    rng = np.random.default_rng(20131104)
    places = rng.random(150)
    xs = low * (high / low) ** places if plot.page.xlog else low + (high - low) * places
    widest = 0.0
    for x in xs:
        y = float(true(x))
        if y < plot.page.ylim[0]:
            continue
        u, v = (math.log(x) if plot.page.xlog else x), (math.log(y) if plot.page.ylog else y)
        below, above = np.interp(u, *lower), np.interp(u, *upper)
        assert below - 1e-12 <= v <= above + 1e-12
        widest = max(widest, above - below)
    assert widest > 1e-4  # so that being inside means something


@pytest.mark.parametrize("exponential", [False, True])
def test_lines_are_bounds_in_exact_arithmetic(exponential):
    """A parabola from four of its points: the corners between them are below it."""
    xs = [0.0, 0.25, 0.5, 0.75, 1.0]
    true = lambda x: (math.exp(1) - math.exp(x)) ** 2 / 9 if exponential else (1 - x) ** 2  # noqa: E731
    if exponential:
        with mp.workdps(30):
            ys = [(mp.e - mp.exp(x)) ** 2 / 9 for x in xs]
            balls = [
                Ball(mp.nstr(y - mp.mpf(10) ** -20, 25), mp.nstr(y + mp.mpf(10) ** -20, 25))
                for y in ys[:-1]
            ]
        balls.append(Ball(0, 0))
    else:
        balls = [Ball(true(x), true(x)) for x in xs]
    axis = Axis(0, 1)
    found = CertifiedBand(xs, balls, axis, axis, exponential)
    for corners in found.lower:
        assert corners[1][1] <= true(corners[1][0])
    assert any(corners[1][1] < true(corners[1][0]) - 1e-3 for corners in found.lower)


def test_wide_enclosures_make_a_wide_band():
    xs, axis = [0.0, 0.5, 1.0], Axis(0, 1)
    narrow = [Ball(y, y) for y in ("0.9", "0.3", "0")]
    wide = [Ball(max(0, b.lower - b.lower / 10), b.upper + b.upper / 10) for b in narrow]
    one, other = (CertifiedBand(xs, balls, axis, axis) for balls in (narrow, wide))
    for inner, outer in zip(one.lower, other.lower, strict=True):
        assert all(a[1] >= b[1] for a, b in zip(inner, outer, strict=True))
    for inner, outer in zip(one.upper, other.upper, strict=True):
        assert all(a[1] <= b[1] for a, b in zip(inner, outer, strict=True))


def test_enclosures_are_asked_for(monkeypatch):
    asked = []
    original = fd.Gaussian.enclose

    def enclose(self, alpha, digits=30):
        asked.append(alpha)
        return original(self, alpha, digits)

    monkeypatch.setattr(fd.Gaussian, "enclose", enclose)
    plot = tradeoff(fd.Gaussian(1), certified=True, tolerance=0.05)
    assert {float(alpha) for alpha in asked} & set(plot.areas[0].x)
    asked.clear()
    tradeoff(fd.Gaussian(1))
    assert not asked
