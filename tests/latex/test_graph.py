"""Pictures of dependencies: what they show is the graph, and nothing in them overlaps."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from scipy.optimize import minimize

from fdp_sym.latex.graph import _crossings, _settle, _spread, components, dependency_picture

NODE = re.compile(r"\\node at \((.*), (.*)\) \{\\dependency\{(.*)\}\};")


def reachable(arrows: set[tuple[str, str]]) -> set[tuple[str, str]]:
    closed = set(arrows)
    while True:
        more = {(a, d) for a, b in closed for c, d in closed if b == c} - closed
        if not more:
            return closed
        closed |= more


def drawn(picture: str) -> tuple[dict[str, tuple[float, float]], set[tuple[str, str]]]:
    """Places of the nodes, and the arrows between them, read from the picture."""
    places = {name: (float(x), float(y)) for x, y, name in NODE.findall(picture)}
    arrows = set()
    for line in re.findall(r"\\draw (.*);", picture):
        points = [(float(x), float(y)) for x, y in re.findall(r"\(([-\d.]+), ([-\d.]+)\)", line)]
        (start,) = (
            name
            for name, (x, y) in places.items()
            if abs(x + 3.6 * len(name) - points[0][0]) < 0.5 and abs(y - points[0][1]) < 0.1
        )
        (end,) = (n for n, p in places.items() if p == points[-1])
        assert [x for x, _ in points] == sorted(x for x, _ in points)  # only to the right
        arrows.add((start, end))
    return places, arrows


@pytest.mark.parametrize("seed", range(12))
def test_a_picture_shows_its_graph(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"e{k}" * rng.randint(1, 3) for k in range(rng.randint(2, 18))]
    uses = {n: rng.sample(names[:k], min(k, rng.randint(0, 3))) for k, n in enumerate(names)}
    rng.shuffle(names)
    for group in components(names, uses):
        arrows = {(u, n) for n in group for u in uses[n]}
        places, shown = drawn(dependency_picture(group, uses))
        assert set(places) == set(group)
        assert shown <= arrows
        assert reachable(shown) == reachable(arrows)
        assert not any(arrow in reachable(shown - {arrow}) for arrow in shown)  # none is implied
        for a, b in combinations(places, 2):
            (ax, ay), (bx, by) = places[a], places[b]
            overlaps = ax < bx + 3.6 * len(b) and bx < ax + 3.6 * len(a)
            assert not overlaps or abs(ay - by) > 11.8


def test_what_is_separate_is_separate() -> None:
    uses = {"b": ["a"], "d": ["c", "elsewhere"], "e": ["d"]}
    assert components(list("abcdef"), uses) == [["c", "d", "e"], ["a", "b"]]
    assert components(["a", "b"], {}) == []


def test_crossings_are_removed() -> None:
    columns = [[("a",), ("b",), ("c",)], [("x",), ("y",), ("z",)]]
    chains = [[("a",), ("z",)], [("b",), ("y",)], [("c",), ("x",)]]
    assert _crossings(columns, chains) == 3
    _settle(columns, chains)
    assert _crossings(columns, chains) == 0
    assert sorted(columns[0]) == [("a",), ("b",), ("c",)]


@pytest.mark.parametrize("seed", range(5))
def test_heights_are_the_closest_that_are_allowed(seed: int) -> None:
    rng = random.Random(seed)
    column = [(f"n{k}",) for k in range(6)]
    wanted = [rng.uniform(-40, 40) for _ in column]
    found = _spread(column, wanted)
    limits = [{"type": "ineq", "fun": lambda y, k=k: y[k] - y[k + 1] - 12} for k in range(5)]
    best = minimize(
        lambda y: sum((a - b) ** 2 for a, b in zip(y, wanted, strict=True)),
        [-12.0 * k for k in range(6)],
        constraints=limits,
        method="SLSQP",
        options={"ftol": 1e-12},
    )
    assert found == pytest.approx(best.x, abs=1e-3)
