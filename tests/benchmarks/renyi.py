"""Print what Renyi divergences of fractional order and conversions cost, to 30 digits.

``python tests/benchmarks/renyi.py``. CPU time, the best of five warm runs; nothing is asserted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fdp_sym import (
    DiscreteGaussian,
    Gaussian,
    Laplace,
    Logistic,
    Staircase,
    SubsampledGaussian,
    SubsampledLaplace,
)
from fdp_sym.divergences.renyi_conversions import renyi_to_delta
from fdp_sym.divergences.renyi_dp import RenyiDP

FAMILIES: list[Any] = [
    Laplace(1),
    Staircase(1, "1/3"),
    Logistic(1),
    DiscreteGaussian(1),
    *(SubsampledGaussian(1, "1/100", direction=way) for way in ("remove", "add")),
    SubsampledGaussian(12, "2/5", direction="add"),
    *(SubsampledLaplace(1, "1/100", direction=way) for way in ("remove", "add")),
    Laplace(1) ** 100 @ Gaussian("1/2"),
    Gaussian(1).subsample("1/10"),
]
_STEPS = SubsampledGaussian(1, "1/100", direction="remove") ** 1000

ROWS: list[tuple[str, Callable[[], Any]]] = [
    *((f"{f}, order 59.05", lambda f=f: f.enclose_renyi("59.05")) for f in FAMILIES),
    *((f"{f}, order 1.001", lambda f=f: f.enclose_renyi("1.001")) for f in FAMILIES),
    ("1-GDP: least eps over all orders", lambda: RenyiDP(lambda a: a / 2).epsilon("1e-5")),
    ("1000 sampled steps: least eps", lambda: RenyiDP.of(_STEPS).epsilon("1e-5")),
    ("order 6, rho 3: exact delta", lambda: renyi_to_delta(6, 3, 4, rule="exact")),
]


def main() -> None:
    for name, value in ROWS:
        times = []
        ball = value()
        for _ in range(5):
            start = time.process_time()
            ball = value()
            times.append(time.process_time() - start)
        print(f"{name:<78}{1000 * min(times):8.1f} ms  {ball.decimal(30)}")


if __name__ == "__main__":
    main()
