"""Settings of the whole suite: seeded randomness, defects as tracebacks, the arithmetic's name."""

from __future__ import annotations

import os
import random
import signal
from importlib.metadata import version

import numpy as np
import pytest
from hypothesis import settings

# Derandomized: an example that fails here fails everywhere. No deadline: timings are benchmarks.
settings.register_profile("fdp_sym", derandomize=True, deadline=None, database=None)
settings.load_profile("fdp_sym")

# A defect of fdp_sym is seen as what it is, also through the command line.
os.environ["FDP_SYM_TRACEBACK"] = "1"

SEED = 20220214


def pytest_report_header() -> str:
    from sympy.external.gmpy import GROUND_TYPES

    versions = ", ".join(f"{p} {version(p)}" for p in ("sympy", "python-flint", "mpmath", "numpy"))
    return f"{versions}; SymPy ground types: {GROUND_TYPES}; seed: {SEED}"


@pytest.fixture(scope="session", autouse=True)
def _interrupts_are_heard() -> None:
    """A job that a shell starts in the background ignores Ctrl-C, and so would all it starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def complete() -> bool:
    """Whether to do all of what is otherwise a seeded sample: FDP_SYM_COMPLETE=1 pytest -m slow."""
    return bool(os.environ.get("FDP_SYM_COMPLETE"))


@pytest.fixture
def rng() -> random.Random:
    """Seeded source of random Python numbers."""
    return random.Random(SEED)


@pytest.fixture
def numpy_rng() -> np.random.Generator:
    """Seeded source of random arrays."""
    return np.random.default_rng(SEED)
