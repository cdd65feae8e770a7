"""Print certified values beside those of Google's dp_accounting: time, ratio, relative error.

``python tests/benchmarks/oracle_and_dp_accounting.py [PYTHON]``, PYTHON an interpreter that has
dp_accounting (by default this one). Each value is computed in a process of its own, from the
mechanism to the answer, imports not counted (neither theirs nor ours, of which some are lazy): ours
to 30 certified digits (to a relative width of 1e-6 in the last row), theirs with the default
discretisation. Nothing is asserted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

OURS = """
import importlib, json, pkgutil, resource, time
import fdp_sym as fd
import fdp_sym.balls, fdp_sym.compose, fdp_sym.oracle, fdp_sym.tradeoff
from fdp_sym import *
fd.Gaussian(1).enclose_delta(1)
for package in (fdp_sym.balls, fdp_sym.compose, fdp_sym.oracle, fdp_sym.tradeoff):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
start = time.perf_counter()
{code}
seconds = time.perf_counter() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([seconds, ball.decimal(17), memory]))
"""
THEIRS = """
import json, math, time
from dp_accounting.pld import common, privacy_loss_distribution as pld
start = time.perf_counter()
{code}
print(json.dumps([time.perf_counter() - start, repr(float(value))]))
"""


class Row(NamedTuple):
    """A question, as it is asked here and there."""

    name: str
    ours: str
    theirs: str


LIST = "[((20 + i) / 1000, 1e-6) for i in range(100)]"
ROWS = [
    Row(
        "Gaussian sigma 100, k = 10^4: eps(1e-12)",
        'ball = (fd.Gaussian("1/100") ** 10**4).enclose_epsilon("1e-12")',
        "value = pld.from_gaussian_mechanism(100.0).self_compose(10**4)"
        ".get_epsilon_for_delta(1e-12)",
    ),
    Row(
        "randomised response 0.1, k = 1000: delta(7)",
        'ball = (fd.EpsDelta("1/10") ** 1000).enclose_delta(7)',
        "value = pld.from_randomized_response(2 / (1 + math.exp(0.1)), 2).self_compose(1000)"
        ".get_delta_for_epsilon(7)",
    ),
    Row(
        "Laplace b = 10, k = 1000: delta(10)",
        'ball = (fd.Laplace("1/10") ** 1000).enclose_delta(10)',
        "value = pld.from_laplace_mechanism(10.0).self_compose(1000).get_delta_for_epsilon(10)",
    ),
    Row(
        "discrete Gaussian sigma 5, k = 100: delta(2)",
        "ball = (fd.DiscreteGaussian(5) ** 100).enclose_delta(2)",
        "value = pld.from_discrete_gaussian_mechanism(5.0).self_compose(100)"
        ".get_delta_for_epsilon(2)",
    ),
    *(
        Row(
            f"Poisson Gaussian {sigma}, q = 0.01, k = {k}: delta({eps})",
            f'f = fd.SubsampledGaussian("{sigma}", "1/100", direction="remove")\n'
            f"ball = (f ** {k}).enclose_delta({eps})",
            f"value = pld.from_gaussian_mechanism({float(sigma)}, sampling_prob=0.01)"
            f".self_compose({k}).get_delta_for_epsilon({eps})",
        )
        for sigma, k, eps in (("1", 1000, 1), ("1", 10**6, 50), ("0.8", 10, 1))
    ),
    Row(
        "100 different (eps, delta): delta(1), to 1e-6",
        "from fractions import Fraction\n"
        "fs = [(fd.EpsDelta(Fraction(20 + i, 1000), Fraction(1, 10**6)), 1) for i in range(100)]\n"
        "ball = fd.oracle.enclose_delta(fs, 1, digits=6)",
        "value = None\n"
        f"for eps, delta in {LIST}:\n"
        "    one = pld.from_privacy_parameters(common.DifferentialPrivacyParameters(eps, delta))\n"
        "    value = one if value is None else value.compose(one)\n"
        "value = value.get_delta_for_epsilon(1)",
    ),
]


def answer(python: str, program: str) -> list[str] | None:
    """What a program prints as JSON in a process of its own, None if it fails."""
    done = subprocess.run([python, "-W", "ignore", "-c", program], capture_output=True, text=True)
    if done.returncode:
        print(f"    failed: {done.stderr.strip().splitlines()[-1]}")
        return None
    found: list[str] = json.loads(done.stdout)
    return found


def main(rival: str) -> None:
    """The table."""
    has_it = subprocess.run([rival, "-c", "import dp_accounting"], capture_output=True)
    if has_it.returncode:
        print(f"SKIPPED: {rival} has no dp_accounting; name an interpreter that has it")
        return
    for row in ROWS:
        print(row.name)
        ours = answer(sys.executable, OURS.format(code=row.ours))
        theirs = answer(rival, THEIRS.format(code=row.theirs))
        if ours is None or theirs is None:
            continue
        times = [float(ours[0]), float(theirs[0])]
        error = float(theirs[1]) / float(ours[1]) - 1
        print(f"    ours   {times[0]:8.3f} s  {ours[1]}  {float(ours[2]):.0f} MiB")
        print(f"    theirs {times[1]:8.3f} s  {theirs[1]}  relative error {error:.1e}")
        print(f"    ratio  {times[0] / times[1]:8.3f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable)
