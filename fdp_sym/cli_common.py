"""What the commands share: exit statuses, arguments that several take, how results are printed."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
from collections.abc import Mapping
from typing import Any

from .errors import FdpError
from .untrusted import printable
from .whole_files import write_whole

__all__ = [
    "EXPRESSIONS",
    "FAILS",
    "HOLDS",
    "INTERRUPTED",
    "UNDECIDED",
    "USAGE",
    "add_workers",
    "digits",
    "point",
    "positive",
    "positive_number",
    "print_json",
    "seconds",
    "write_file",
]

# for the epilogs of commands that take a trade-off function
EXPRESSIONS = """
EXPR, a trade-off function, in quotes:
  Gaussian(mu)  Laplace(mu)  EpsDelta(eps, delta)  RandomizedResponse(eps, m)  Geometric(eps)
  DiscreteGaussian(sigma)  TruncatedLaplace(mu, bound)  Staircase(eps, gamma)  Logistic(shift)
  SubsampledGaussian(sigma, q, direction='remove')  SubsampledLaplace(b, q, direction='add')
  Identity()  PiecewiseLinear([(0, 1), (1/4, 1/4), (1, 0)])  maximum(f, g)
  f @ g composes, f ** n composes n of them; f.group(k)  f.subsample(p)  f.inverse()
  f.poisson(q, direction='remove')  f.symmetrize()  f.two_sided()
  numbers are exact: 3, 1/2, 0.1, 1e-5, sqrt(2)"""

_MOST_DIGITS = 100_000
HOLDS, FAILS, USAGE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def positive(text: str) -> int:
    """The type of an argument that is a whole number from 1."""
    value = int(text) if re.fullmatch("[0-9]{1,1000}", text) else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{printable(text, 60)}: allowed are whole numbers from 1")
    return value


def digits(text: str) -> int:
    """The type of a number of digits."""
    value = int(text) if re.fullmatch("[0-9]{1,6}", text) else 0
    if not 1 <= value <= _MOST_DIGITS:
        raise argparse.ArgumentTypeError(
            f"{printable(text, 60)}: allowed are whole numbers from 1 to {_MOST_DIGITS}"
        )
    return value


def positive_number(text: str, allowed: str = "positive numbers") -> float:
    """The type of an argument that is a finite number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{printable(text, 60)}: allowed are {allowed}")
    return value


def seconds(text: str) -> float:
    """The type of a time limit."""
    return positive_number(text, "positive numbers of seconds")


def add_workers(parser: Any, jobs: int, help: str) -> None:
    """Where the work is done, for `fdp_sym.executors.workers`."""
    parser.add_argument("--jobs", type=positive, default=jobs, metavar="N", help=help)
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="instead, a Dask cluster: its scheduler, tcp://HOST:PORT, or scheduler file",
    )


def print_json(data: Any) -> None:
    """The machine-readable result, on standard output."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def point(witness: Mapping[str, Any]) -> str:
    """A witness in one line."""
    return ", ".join(f"{name} = {value}" for name, value in witness.items()) or "(no parameters)"


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write what a command makes to the file that the user names, whole or not at all."""
    try:
        write_whole({path: text})
    except OSError as error:
        raise FdpError(f"{path} cannot be written ({error.strerror}); name another file") from error
