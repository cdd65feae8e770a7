"""Polylines are close to their curves on every kind of page, with few points and all kinks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit, ndtr, ndtri

import fdp_sym as fd
from fdp_sym.plots import tradeoff
from fdp_sym.plots.sampling import Axis, Numbers, sampled

TOLERANCE = 1e-3
FLOOR = 1e-10


def gaussian(mu):
    return lambda alpha, rest: ndtr(np.where(alpha < 0.5, -ndtri(alpha), ndtri(rest)) - mu)


def laplace(mu):
    x = math.exp(mu)

    def values(alpha, rest):
        middle = 1 / (4 * x * alpha)
        return np.where(alpha < 1 / (2 * x), 1 - x * alpha, np.where(alpha < 0.5, middle, rest / x))

    return values


def eps_delta(eps, delta):
    x = math.exp(eps)

    def values(alpha, rest):
        return np.maximum(0, np.maximum(1 - delta - x * alpha, (rest - delta) / x))

    return values


def largest(*functions):
    return lambda alpha, rest: np.maximum.reduce([f(alpha, rest) for f in functions])


CASES = {
    "G_1/10": (fd.Gaussian("1/10"), gaussian(0.1)),
    "G_1": (fd.Gaussian(1), gaussian(1)),
    "G_6": (fd.Gaussian(6), gaussian(6)),
    "L_1": (fd.Laplace(1), laplace(1)),
    "L_4": (fd.Laplace(4), laplace(4)),
    "f": (fd.EpsDelta(1, "1/10"), eps_delta(1, 0.1)),
    "max": (
        fd.maximum(fd.Gaussian(1), fd.EpsDelta("6/5")),
        largest(gaussian(1), eps_delta(1.2, 0)),
    ),
}


def places(values, log):
    if not log:
        return values
    return 1 - np.log(np.maximum(values, FLOOR**1.1)) / math.log(FLOOR)


def distance(points, line):
    """The largest distance of the points from the polyline."""
    a, step = line[:-1], np.diff(line, axis=0)
    size = np.maximum((step**2).sum(axis=1), 1e-300)
    share = (((points[:, None] - a) * step).sum(axis=2) / size).clip(0, 1)
    off = points[:, None] - (a + share[..., None] * step)
    return np.sqrt((off**2).sum(axis=2).min(axis=1)).max()


@pytest.mark.parametrize("scale", ["linear", "semilogy", "loglog"])
@pytest.mark.parametrize("name", CASES)
def test_distance_on_the_page(name, scale):
    f, true = CASES[name]
    curve = tradeoff(f, scale=scale, floor=FLOOR).curves[-1]
    assert len(curve.x) <= 65
    logs = scale == "loglog", scale != "linear"
    line = np.stack(
        [places(np.array(c), log) for c, log in zip((curve.x, curve.y), logs, strict=True)], axis=1
    )
    odds = np.linspace(-23, 23, 1500)
    alpha = np.concatenate([expit(odds), np.linspace(0.001, 0.999, 500)])
    rest = np.concatenate([expit(-odds), np.linspace(0.999, 0.001, 500)])
    exact = np.stack([places(alpha, logs[0]), places(true(alpha, rest), logs[1])], axis=1)
    exact = exact[(exact >= 0).all(axis=1)]
    assert distance(exact, line) < TOLERANCE


def test_the_distance_is_seen_to_fail():
    line = np.array([[0.0, 1.0], [0.5, 0.2], [1.0, 0.0]])
    assert distance(np.array([[0.25, 0.5]]), line) > 0.05


def test_kinks_are_points():
    f = fd.PiecewiseLinear([(0, 1), ("1/7", "1/2"), ("1/3", "1/4"), (1, 0)])
    for scale in ("linear", "loglog"):
        curve = tradeoff(f, scale=scale).curves[-1]
        for alpha, beta in ((1 / 7, 1 / 2), (1 / 3, 1 / 4)):
            errors = [abs(x - alpha) + abs(y - beta) for x, y in zip(curve.x, curve.y, strict=True)]
            assert min(errors) < 1e-12


def test_kinks_that_nobody_names_are_found():
    # where G_1 and f_{1.2,0} cross: 1 - e^1.2 a = Phi(-1 - z), a = Phi(z)
    from scipy.optimize import brentq

    crossing = brentq(lambda a: 1 - math.exp(1.2) * a - ndtr(-ndtri(a) - 1), 0.01, 0.2)
    curve = tradeoff(CASES["max"][0]).curves[-1]
    assert min(abs(x - crossing) for x in curve.x) < 1e-3
    axis = Axis(0, 1)
    line = sampled(lambda xs: [max(0, 1 - math.pi * x) for x in xs], Numbers(axis), axis)
    assert min(abs(p.x - 1 / math.pi) for p in line) < 1e-12
    assert len(line) <= 20


def test_tails_are_drawn_to_the_floor():
    curve = tradeoff(fd.Gaussian(2), scale="loglog", floor=1e-30).curves[-1]
    assert min(curve.x) == pytest.approx(1e-30)
    assert min(curve.y) <= 1e-30
    for x, y in zip(curve.x, curve.y, strict=True):
        if x < 0.4:
            assert y == pytest.approx(ndtr(-ndtri(x) - 2), rel=1e-9)
