"""The list: every mistake by its name."""

from __future__ import annotations

from mutation import Mutation
from of_balls import BALLS
from of_curves import CURVES
from of_goals import GOALS
from of_prover import PROVER
from of_rules import RULES
from of_signs import SIGNS
from of_statuses import STATUSES
from of_steps import STEPS

__all__ = ["MUTATIONS"]

_ALL = (*RULES, *STEPS, *GOALS, *STATUSES, *SIGNS, *BALLS, *PROVER, *CURVES)
MUTATIONS: dict[str, Mutation] = {m.name: m for m in _ALL}
if len(MUTATIONS) != len(_ALL):
    raise AssertionError("two mutations have one name")
