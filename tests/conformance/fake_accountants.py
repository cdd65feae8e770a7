"""Tiny accountants for the audit to judge; nothing here is a test."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

Question = Mapping[str, Any]


class Named:
    """What a question's id ends in is what is done."""

    name, version = "by name", "1.2"

    def __call__(self, question: Question) -> Any:
        print("chatter on standard output")
        does = question["id"].split("-")[-1]
        if does == "raises":
            raise ZeroDivisionError("division by zero")
        if does == "exits":
            sys.exit("giving up")
        if does == "dies":
            print("the end", file=sys.stderr)
            os._exit(3)
        if does == "sleeps":
            time.sleep(60)
        if does == "unsupported":
            raise NotImplementedError("not of this kind")
        return {
            "exact": 0.1,
            "safe": "0.11",
            "loose": 3,
            "below": 0.09,
            "nearly": 0.09999999999999998,
            "infinite": math.inf,
            "nan": math.nan,
            "none": None,
            "true": True,
            "bounds": (0.05, 0.15),
            "false": (0.11, 0.15),
        }[does]


class Gaussians:
    """The tail bound of Gaussian compositions, which is sound; or one of its corruptions."""

    name, version = "tail bound", ""

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong

    def __call__(self, question: Question) -> float:
        if self.wrong == "dies in a law" and question["id"].startswith("law-2-"):
            os._exit(1)
        steps = list(question["steps"])
        if any(step["mechanism"] != "gaussian" for step in steps):
            raise NotImplementedError("Gaussian noise only")
        if question["quantity"] == "calibration":
            noise = math.sqrt(steps[0]["count"]) / self.mu_for(question["at"])
            return noise * (0.5 if self.wrong == "noise" else 1)
        if self.wrong == "state":
            steps += [r["step"] for r in question.get("rejected", ()) if r["step"]["count"] > 0]
        mu = self.mu(steps)
        if question["quantity"] == "epsilon":
            delta = number(question["at"])
            if self.wrong == "delta" and delta < 1e-9:
                delta = 1e-9 / delta * 1e-9
            return mu * math.sqrt(-2 * math.log(delta)) + mu**2 / 2
        epsilon = number(question["at"])
        if self.wrong == "eps" and epsilon > 1:
            return 0.5
        tail = epsilon - mu**2 / 2
        return min(1.0, math.exp(-(tail**2) / (2 * mu**2))) if tail > 0 else 1.0

    def mu(self, steps: list[Any]) -> float:
        squares = []
        for i, step in enumerate(steps):
            sigma, count = number(step["parameters"]["sigma"]), step["count"]
            if self.wrong == "sigma":
                sigma = math.floor(sigma) + 1 - sigma % 1
            if self.wrong == "count":
                count = count if count < 100 else 10
            if self.wrong == "order":
                count += i
            rate = number(step["sampling"]["rate"]) if step["sampling"] else 1
            if self.wrong == "rate" and rate == 1:
                rate = 0.04
            squares.append(rate * count / sigma**2)
        return math.sqrt(sum(squares) if self.wrong == "rounding" else math.fsum(squares))

    def mu_for(self, target: Mapping[str, str]) -> float:
        root = math.sqrt(-2 * math.log(number(target["delta"])))
        return math.sqrt(root**2 + 2 * number(target["epsilon"])) - root


def number(text: str) -> float:
    numerator, _, denominator = text.partition("/")
    return float(numerator) / float(denominator or 1)


def named() -> Callable[[Question], Any]:
    return Named()


def gaussians() -> Callable[[Question], Any]:
    return Gaussians()


def rounding() -> Callable[[Question], Any]:
    return Gaussians("rounding")


def dying() -> Callable[[Question], Any]:
    return Gaussians("dies in a law")


def broken_at_start() -> None:
    raise ImportError("no module named numpie")


def no_accountant() -> int:
    return 3
