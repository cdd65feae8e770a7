"""Print what enclosures and box proofs cost; evaluation beside hand-written python-flint.

``python tests/benchmarks/balls.py [--repeat N]``. Nothing is asserted: figures are of one run on
this machine, and ratios are of two measurements of the same run.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Interval, Rational, diff, exp, log, oo, pi, sqrt, tanh

from fdp_sym.balls import compile_expr, prove, recheck
from fdp_sym.balls.real import REAL
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, epsilon, mu, real
from fdp_sym.theorems import Ge, Le

BITS = 128
CALLS = 500


def per_call(functions: Sequence[Callable[[], Any]], repeat: int) -> list[float]:
    """Seconds of one call of each, the best of alternating rounds: load only ever adds."""
    best = [float("inf")] * len(functions)
    for _ in range(repeat):
        for i, function in enumerate(functions):
            start = time.perf_counter()
            for _ in range(CALLS):
                function()
            best[i] = min(best[i], (time.perf_counter() - start) / CALLS)
    return best


# a 20-node expression with the functions of the field, and the same by hand
x, y = real("x", Interval.open(0, oo)), real("y", Interval.open(0, oo))
TWENTY = (
    Phi(-x / y + y / 2) - exp(x) * Phi(-x / y - y / 2) + log(1 + x * y) * sqrt(x) + tanh(x / 3) * y
)


def by_hand(a: Any, b: Any) -> Any:
    root = -arb(2).sqrt()
    ratio, half = a / b, b / 2
    first = ((half - ratio) / root).erfc() / 2
    second = ((-ratio - half) / root).erfc() / 2
    return first - a.exp() * second + (1 + a * b).log() * a.sqrt() + (a / 3).tanh() * b


def evaluation(repeat: int) -> None:
    program = compile_expr(TWENTY, (x, y))
    values = [Rational(7, 5), Rational(3, 10)]
    with ctx.workprec(BITS):
        inputs = [arb(fmpq(int(v.p), int(v.q))) for v in values]
        direct, compiled, whole = per_call(
            (
                lambda: by_hand(*inputs),
                lambda: program.run(inputs, REAL),
                lambda: program(values, BITS),
            ),
            repeat,
        )
    print(f"expression of {len(program.code)} operations at {BITS} bits, microseconds a call")
    print(f"  python-flint by hand  {direct * 1e6:8.2f}")
    print(f"  compiled program      {compiled * 1e6:8.2f}  {compiled / direct:.2f} times")
    print(f"  with exact inputs     {whole * 1e6:8.2f}  {whole / direct:.2f} times")


m = real("mu", Interval.open(0, oo))
GAUSS = Phi(Quantile(1 - alpha) - mu)
DELTA = Phi(-epsilon / m + m / 2) - exp(epsilon) * Phi(-epsilon / m - m / 2)
NORMAL = {m: (Rational(1, 100), 10), epsilon: (0, 10)}
PROOFS = {
    "G_mu(alpha) <= 1 - alpha": (Le(GAUSS, 1 - alpha), {mu: (0, 8), alpha: (0, 1)}),
    "TV(G_mu) <= mu/sqrt(2 pi)": (Le(2 * Phi(mu / 2) - 1, mu / sqrt(2 * pi)), {mu: (0, 20)}),
    "G_mu is convex": (
        Ge(diff(GAUSS, alpha, 2), 0),
        {mu: (Rational(1, 100), 10), alpha: Interval.open(0, 1)},
    ),
    "delta_mu falls in epsilon": (Le(diff(DELTA, epsilon), 0), NORMAL),
    "delta_mu rises in mu": (Ge(diff(DELTA, m), 0), NORMAL),
    "delta_mu >= 0": (Ge(DELTA, 0), NORMAL),
}


def proofs() -> None:
    print("box proofs, seconds of the first run (nothing cached) and of the checker")
    for name, (claim, box) in PROOFS.items():
        start = time.perf_counter()
        found = prove(claim, box)
        middle = time.perf_counter()
        if found.certificate is not None:
            recheck(json.loads(json.dumps(found.certificate)))
        end = time.perf_counter()
        print(
            f"  {name:28} {found.status:12} {middle - start:6.3f} {end - middle:6.3f}  "
            f"{found.boxes} boxes on {found.domain}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=20, help="rounds (default 20)")
    arguments = parser.parse_args()
    evaluation(arguments.repeat)
    proofs()


if __name__ == "__main__":
    main()
