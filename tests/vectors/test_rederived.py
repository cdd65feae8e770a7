"""Vectors drawn at random, derived anew from what their fields mean, without the library.

All but sums of sampled Gaussian losses are compared to all 40 digits, those to 8 or more. Out of
reach of these derivations, and replaced in a draw by others, are: more than 500 runs of Laplace
noise and curves of more than 40; several runs of sampled Laplace noise; sampled Gaussian losses of
so small a variance that their characteristic function decays slowly; f below 1e-6 of their sums;
discrete Gaussian noise with more than 60 000 values; Renyi orders whose integral is long. How many
were replaced is printed (``-rP``) and is in the properties of the report.
"""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest
from rederived_answers import agrees
from rederived_sums import OutOfReach

CORPUS = Path(__file__).parents[2] / "fdp_sym" / "vectors"
FAMILIES = sorted(path.stem for path in CORPUS.glob("*.json") if path.stem != "schema")
SEED, OTHER_SEED = 20260, 777
# of each of the 13 families, so that more than 200 are compared
PER_FAMILY = 16
# compared to at least as many digits, relative to the answer
DIGITS = dict.fromkeys(FAMILIES, 40) | {"poisson-gaussian": 8}


@cache
def vectors(family: str) -> list[dict[str, Any]]:
    return json.loads((CORPUS / f"{family}.json").read_text())["vectors"]


def kind(vector: dict[str, Any]) -> tuple[str, str, str]:
    return vector["quantity"], vector["relation"], vector["direction"]


@cache
def drawn(family: str, seed: int) -> tuple[list[tuple[dict[str, Any], Any]], Counter[str]]:
    """PER_FAMILY vectors with what came out for them, and how often a reason passed one over.

    Of each quantity, relation and direction there is one at least; a vector out of reach is
    replaced by the next one of its kind.
    """
    order = list(vectors(family))
    random.Random(f"{family} {seed}").shuffle(order)
    done, passed, seen = [], Counter(), set()
    # first one of each kind, then whatever comes
    for each_kind in (True, False):
        for vector in order:
            if any(vector is other for other, _ in done):
                continue
            if each_kind and kind(vector) in seen:
                continue
            if not each_kind and len(done) >= PER_FAMILY:
                break
            try:
                outcome = agrees(vector)
            except OutOfReach as reason:
                passed[str(reason)] += 1
                continue
            done.append((vector, outcome))
            seen.add(kind(vector))
    return done, passed


def check(family: str, seed: int) -> None:
    done, passed = drawn(family, seed)
    wrong = [
        f"{v['id']}: [{v['lower']}, {v['upper']}] but {mp.nstr(value, 45)} +- {mp.nstr(error, 3)}"
        for v, (right, value, error) in done
        if not right
    ]
    assert not wrong
    assert len(done) >= PER_FAMILY
    assert {kind(v) for v, _ in done} == {kind(v) for v in vectors(family)}
    # so many replaced that little of the family is compared would be a finding
    assert sum(passed.values()) <= PER_FAMILY, passed
    print(f"{family}: {len(done)} agree; out of reach: {dict(passed)}")
    for v, (_, value, error) in done:
        if value < mp.inf and v["upper"] != "0":
            assert error <= abs(value) * mp.mpf(10) ** -DIGITS[family], v["id"]


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_drawn_at_random_are_derived_anew(family: str, record_property: Any) -> None:
    check(family, SEED)
    record_property("out of reach", dict(drawn(family, SEED)[1]))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_other_vectors_drawn_at_random_are_derived_anew(family: str) -> None:
    check(family, OTHER_SEED)


def example(family: str, seed: int, keep: Any) -> dict[str, Any]:
    """The first vector that was drawn, agrees, and is so."""
    return next(v for v, (right, _, _) in drawn(family, seed)[0] if right and keep(v))


def is_positive(v: dict[str, Any]) -> bool:
    return v["lower"] not in ("0", "inf") and v["lower"] != v["upper"]


@pytest.mark.parametrize("family", [f for f in FAMILIES if DIGITS[f] == 40])
@pytest.mark.parametrize("way", [-1, 1])
def test_a_wrong_last_digit_is_seen(family: str, way: int) -> None:
    v = example(family, SEED, is_positive)
    with mp.workdps(60):
        lower, upper = mp.mpf(v["lower"]), mp.mpf(v["upper"])
        moved = {
            side: mp.nstr(mp.mpf(v[side]) + 2 * way * (upper - lower), 55)
            for side in ("lower", "upper")
        }
    assert not agrees({**v, **moved})[0]


def test_a_wrong_ninth_digit_of_long_sums_is_seen() -> None:
    v = example("poisson-gaussian", SEED, lambda v: v["steps"][0]["count"] > 1 and is_positive(v))
    with mp.workdps(60):
        moved = {s: mp.nstr(mp.mpf(v[s]) * (1 - mp.mpf(10) ** -8), 50) for s in ("lower", "upper")}
    assert not agrees({**v, **moved})[0]


@pytest.mark.parametrize("family", ["atoms", "poisson-gaussian", "poisson-laplace", "renyi"])
def test_a_swapped_direction_is_seen(family: str) -> None:
    turned = {"remove": "add", "add": "remove"}
    seen = 0
    for v, _ in drawn(family, SEED)[0]:
        if v["direction"] in turned and is_positive(v):
            try:
                seen += not agrees({**v, "direction": turned[v["direction"]]})[0]
            except OutOfReach:
                continue
    assert seen >= 2


@pytest.mark.parametrize("family", ["gaussian", "laplace", "geometric", "replace-one"])
def test_the_sensitivity_of_the_other_relation_is_seen(family: str) -> None:
    v = example(family, SEED, is_positive)
    steps = [
        {
            **step,
            "sensitivity": {
                "add-remove": step["sensitivity"]["replace-one"],
                "replace-one": step["sensitivity"]["add-remove"],
            },
        }
        for step in v["steps"]
    ]
    assert not agrees({**v, "steps": steps})[0]


@pytest.mark.parametrize(
    "module", ["exact_sums", "rederived", "rederived_noise", "rederived_sums", "rederived_answers"]
)
def test_the_route_does_not_share_code_with_the_library(module: str) -> None:
    imported = set()
    for node in ast.walk(ast.parse((Path(__file__).parent / f"{module}.py").read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).split(".")[0])
    own = {"exact_sums", "rederived", "rederived_noise", "rederived_sums"}
    standard = {
        "__future__",
        "collections",
        "fractions",
        "functools",
        "itertools",
        "math",
        "typing",
    }
    assert imported <= own | standard | {"mpmath", "numpy", "scipy"}
