"""The list: every mistake by its name."""

from __future__ import annotations

from mutation import Mutation
from of_balls import BALLS
from of_curves import CURVES
from of_prover import PROVER
from of_signs import SIGNS
from of_theorems import THEOREMS

__all__ = ["MUTATIONS"]

_ALL = (*THEOREMS, *SIGNS, *BALLS, *PROVER, *CURVES)
MUTATIONS: dict[str, Mutation] = {m.name: m for m in _ALL}
if len(MUTATIONS) != len(_ALL):
    raise AssertionError("two mutations have one name")
