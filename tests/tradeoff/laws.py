"""The checklist of laws that every trade-off function has to satisfy (in floats, seeded).

A family's test calls `check_all`; `test_laws.py` shows that each law fails when it must.
"""

import math
import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

PAIRS = 40
LEVELS = np.unique(
    np.concatenate(
        [[0.0, 5e-324, 1e-300, 1e-100, 1e-12], np.linspace(0, 1, 41), [1 - 1e-9, 1 - 2.0**-53, 1.0]]
    )
)


def check_all(f, tolerance=1e-12, pairs=PAIRS):
    """All laws; ``tolerance`` is relative to 1 and covers rounding of the family's floats."""
    shape_and_types(f)
    bounds(f, tolerance)
    monotone(f, tolerance)
    convex(f, tolerance, pairs)
    complements(f, tolerance)
    inverse(f, tolerance)
    duality(f, tolerance)
    z_parametrisation(f, tolerance)
    value_semantics(f)


def shape_and_types(f):
    assert isinstance(f(0.25), float)
    assert isinstance(f(1), float)
    values = f(LEVELS[:40].reshape(4, 10))
    assert values.shape == (4, 10)
    assert values.dtype == np.float64
    assert f([0.25, 0.5]).tolist() == [f(0.25), f(0.5)]
    assert f(np.array([])).shape == (0,)
    assert not np.signbit(f(LEVELS)).any()


def bounds(f, tolerance):
    values = f(LEVELS)
    assert (values >= 0).all()
    assert (values <= 1 - LEVELS + tolerance).all()
    assert values[-1] == 0.0


def monotone(f, tolerance):
    assert (np.diff(f(LEVELS)) <= tolerance).all()


def convex(f, tolerance, pairs=PAIRS):
    levels = st.floats(0, 1)

    @settings(max_examples=pairs)
    @given(levels, levels, st.floats(0, 1))
    def law(a, b, t):
        middle = min(1.0, t * a + (1 - t) * b)
        fa, fm, fb = f([a, middle, b])
        # the slope may be steep, so rounding of the level counts through it
        slack = tolerance + 4e-16 * abs(fa - fb) / max(abs(a - b), 1e-300)
        assert fm <= t * fa + (1 - t) * fb + slack

    law()


def complements(f, tolerance):
    assert np.abs(f.complement(LEVELS) - (1 - f(LEVELS))).max() <= tolerance
    levels = LEVELS[LEVELS != 5e-324]  # one step of a subnormal is not small
    assert (f.complement(levels) >= levels * (1 - 1e-12)).all()


def inverse(f, tolerance):
    g = f.inverse()
    assert (g == f) or not f.is_symmetric
    levels = LEVELS[(LEVELS > 1e-9) & (LEVELS < 1 - 1e-9)]
    values = f(levels)
    back = g(values)
    # f^{-1}(f(a)) <= a, with equality where f decreases strictly
    assert (back <= levels + 1e-8).all()
    strict = (f(np.maximum(levels - 1e-3, 0)) > values + 1e-5) & (values > 1e-6)
    assert np.abs(back - levels)[strict].max(initial=0) <= 1e-9
    assert np.abs(f.symmetrize()(levels) - np.maximum(values, g(levels))).max() <= tolerance


def duality(f, tolerance):
    """Weak duality at every pair, the profile's own laws, and equality after minimising."""
    eps = np.array([-3.0, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0, 20.0])
    delta = f.delta(eps)
    assert ((delta >= np.maximum(0, -np.expm1(eps)) - tolerance) & (delta <= 1)).all()
    assert (np.diff(delta) <= tolerance).all()
    levels = np.linspace(0, 1, 4001)
    advantage = 1 - f(levels)[:, np.newaxis] - np.exp(eps) * levels[:, np.newaxis]
    assert (advantage.max(axis=0) <= delta + tolerance * np.maximum(1, np.exp(eps))).all()
    assert (delta - advantage.max(axis=0))[2:6].max() <= 2e-3  # the grid is that coarse
    assert np.abs(f.conjugate(-np.exp(eps)) - (delta - 1)).max() <= 10 * tolerance * math.exp(3)
    assert f.conjugate([0.0, 2.0]).tolist() == [0.0, 2.0]
    reverse = 1 - np.exp(eps) + np.exp(eps) * f.delta(-eps)
    small = np.abs(eps) <= 3
    assert np.abs(f.inverse().delta(eps) - reverse)[small].max() <= 100 * tolerance
    assert abs(float(f.tv()) - f.delta(0.0)) <= 10 * tolerance
    c = float(f.fixed_point())
    assert abs(f(c) - c) <= 1e-11


def z_parametrisation(f, tolerance):
    z = np.array([-40.0, -9.0, -1.5, 0.0, 0.3, 2.0, 9.0, 40.0])
    alpha = np.array([0.5 * math.erfc(t / math.sqrt(2)) for t in z])
    assert np.abs(f.at_z(z) - f(alpha)).max() <= tolerance + 1e-11
    assert np.abs(f.at_z(z) + f.complement_at_z(z) - 1).max() <= tolerance + 1e-11


def value_semantics(f):
    twin = pickle.loads(pickle.dumps(f))
    assert twin == f
    assert hash(twin) == hash(f)
    assert repr(twin) == repr(f)
    for change in (lambda: setattr(f, "parameters", ()), lambda: delattr(f, "parameters")):
        try:
            change()
        except AttributeError:
            continue
        raise AssertionError("not immutable")
