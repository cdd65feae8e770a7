"""What the families write: questions without answers, and steps in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .vector import Step, digest

__all__ = [
    "Question",
    "approximate",
    "discrete_gaussian",
    "finite",
    "gaussian",
    "geometric",
    "laplace",
    "poisson",
    "randomized_response",
    "staircase",
]


@dataclass(frozen=True)
class Question:
    """A vector without its answer; the fields are those of `fdp_sym.vectors.Vector`."""

    steps: tuple[Step, ...]
    quantity: str
    at: str | None
    theorem: str
    relation: str = "add-remove"
    direction: str = "both"
    flags: tuple[str, ...] = ()
    comment: str = ""

    def to_json(self) -> dict[str, Any]:
        """The question of a vector, as JSON."""
        return {
            "steps": [step.to_json() for step in self.steps],
            "relation": self.relation,
            "direction": self.direction,
            "quantity": self.quantity,
            "at": self.at,
        }

    def id(self, family: str) -> str:
        """The permanent id of the vector."""
        return f"{family}-{self.quantity}-{digest(self.to_json())}"


def poisson(rate: Any) -> dict[str, str]:
    """Each record is used with that probability, independently."""
    return {"scheme": "poisson", "rate": str(rate)}


def gaussian(sigma: Any, count: int = 1, *, sensitivity: Any = 1, **options: Any) -> Step:
    """Gaussian noise; a replaced record counts twice."""
    return _additive("gaussian", {"sigma": str(sigma)}, count, sensitivity, **options)


def laplace(scale: Any, count: int = 1, *, sensitivity: Any = 1, **options: Any) -> Step:
    """Laplace noise; a replaced record counts twice."""
    return _additive("laplace", {"scale": str(scale)}, count, sensitivity, **options)


def discrete_gaussian(sigma: Any, count: int = 1, *, sensitivity: Any = 1, **options: Any) -> Step:
    """Discrete Gaussian noise; a replaced record counts twice."""
    return _additive("discrete-gaussian", {"sigma": str(sigma)}, count, sensitivity, **options)


def geometric(epsilon: Any, count: int = 1, *, sensitivity: Any = 1, **options: Any) -> Step:
    """Two-sided geometric noise; a replaced record counts twice."""
    return _additive("geometric", {"epsilon": str(epsilon)}, count, sensitivity, **options)


def staircase(
    epsilon: Any, gamma: Any, count: int = 1, *, sensitivity: Any = 1, **options: Any
) -> Step:
    """Staircase noise; a replaced record counts twice."""
    parameters = {"epsilon": str(epsilon), "gamma": str(gamma)}
    return _additive("staircase", parameters, count, sensitivity, **options)


def randomized_response(epsilon: Any, categories: int = 2, count: int = 1) -> Step:
    """The input, or uniformly another category."""
    parameters = {"epsilon": str(epsilon), "categories": str(categories)}
    return Step("randomized-response", parameters, count=count)


def approximate(epsilon: Any, delta: Any = 0, count: int = 1) -> Step:
    """Any (epsilon, delta)-DP mechanism."""
    return Step("approximate", {"epsilon": str(epsilon), "delta": str(delta)}, count=count)


def finite(p: Sequence[Any], q: Sequence[Any], count: int = 1) -> Step:
    """A pair of distributions, p with the record and q without."""
    return Step("finite", {"p": [str(x) for x in p], "q": [str(x) for x in q]}, count=count)


def _additive(
    name: str,
    parameters: dict[str, str],
    count: int,
    sensitivity: Any,
    sampling: Mapping[str, str] | None = None,
    replaced: Any = None,
) -> Step:
    moved = {
        "add-remove": str(sensitivity),
        "replace-one": str(replaced or 2 * Fraction(sensitivity)),
    }
    return Step(name, parameters, moved, sampling, count)
