r"""Second and third opinions on every elementary function, at 100 000 seeded points each.

mpmath works at twice the precision and MPFR (through gmpy2) rounds correctly downward and upward,
so the true value lies between its two answers. Each enclosure has to meet both *and* be small.
The points: moderate ones, magnitudes over the whole range of doubles, subnormals, neighbours of
special values, and arguments as large as MPFR's exponents allow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gmpy2
import mpmath
import numpy as np
import pytest
from flint import arb, ctx

from fdp_sym.balls import elementary as el

COUNT = 100_000
SEED = 20220214
BITS = 64
GUARD = 12  # bits that an enclosure may lose
SPECIAL = [0.5, 1.0, 2.0, 1 / 64, math.sqrt(2), 5.9, 26.5, 37.7, 38.6, 709.0, 745.0, 2.0**-30]

Function = Callable[[Any], Any]


@dataclass(frozen=True)
class Opinion:
    """A function by three libraries.

    ``mpfr`` returns the value rounded down and up; ``lost`` the bits that the condition number of
    the function takes, by which the working precision is raised.
    """

    ball: Function
    mp: Function
    mpfr: Callable[[float], tuple[Any, Any]]
    lost: Callable[[float], float]
    largest: float
    positive: bool = False


def _directed(precision: int) -> tuple[Any, Any]:
    wide = {"emin": gmpy2.get_emin_min(), "emax": gmpy2.get_emax_max(), "subnormalize": False}
    return tuple(
        gmpy2.context(precision=precision, round=r, **wide)
        for r in (gmpy2.RoundDown, gmpy2.RoundUp)
    )


DOWN, UP = _directed(80)
# a rounded argument of erfc costs as many bits as its square has
DOWN_PHI, UP_PHI = _directed(170)


def both(name: str) -> Callable[[float], tuple[Any, Any]]:
    down, up = getattr(DOWN, name), getattr(UP, name)
    return lambda x: (down(x), up(x))


def phi_rounded(x: Any, up: bool) -> Any:
    """Phi(x) = erfc(-x/sqrt 2)/2; every operation in a context that says how it rounds."""
    opposite = DOWN_PHI.minus(x)  # exact
    divide, root = (DOWN_PHI, UP_PHI) if up else (UP_PHI, DOWN_PHI)
    if opposite < 0:
        root = DOWN_PHI if up else UP_PHI
    argument = divide.div(opposite, root.sqrt(2))
    outward = UP if up else DOWN
    return outward.div_2exp(outward.erfc(argument), 1)


def phi_between(x: float) -> tuple[Any, Any]:
    return phi_rounded(x, False), phi_rounded(x, True)


def size(x: float) -> float:
    return max(math.log2(abs(x)), 0.0) if x else 0.0


OPINIONS = {
    "exp": Opinion(el.exp, mpmath.exp, both("exp"), size, 1e18),
    "sinh": Opinion(el.sinh, mpmath.sinh, both("sinh"), size, 1e18),
    "cosh": Opinion(el.cosh, mpmath.cosh, both("cosh"), size, 1e18),
    "tanh": Opinion(el.tanh, mpmath.tanh, both("tanh"), lambda x: 0.0, 1e308),
    "log": Opinion(el.log, mpmath.log, both("log"), lambda x: 0.0, 1e308, positive=True),
    "sqrt": Opinion(el.sqrt, mpmath.sqrt, both("sqrt"), lambda x: 0.0, 1e308, positive=True),
    "erf": Opinion(el.erf, mpmath.erf, both("erf"), lambda x: 0.0, 1e308),
    "erfc": Opinion(el.erfc, mpmath.erfc, both("erfc"), lambda x: 2 * size(x), 1e9),
    "Phi": Opinion(el.phi, mpmath.ncdf, phi_between, lambda x: 2 * size(x), 1e9),
}


def sample(largest: float, positive: bool, count: int) -> list[float]:
    """Seeded doubles of the five kinds."""
    rng = np.random.default_rng(SEED)
    parts = [
        rng.normal(0, 4, count * 55 // 100),
        2 ** rng.uniform(-1074, math.log2(largest), count * 10 // 100),
        2 ** rng.uniform(0, min(12.0, math.log2(largest)), count * 10 // 100),
        rng.integers(1, 2**52, count * 10 // 100).astype(np.uint64).view(np.float64),
        np.array(list(neighbours(rng, count * 15 // 100))),
    ]
    xs = np.concatenate(parts)
    signs = 1.0 if positive else rng.choice([-1.0, 1.0], xs.size)
    return [float(x) for x in np.abs(xs) * signs if x]


def neighbours(rng: np.random.Generator, count: int) -> Iterator[float]:
    for base, steps in zip(rng.choice(SPECIAL, count), rng.integers(-3, 4, count), strict=True):
        x = float(base)
        for _ in range(abs(int(steps))):
            x = math.nextafter(x, math.inf if steps > 0 else 0.0)
        yield x


def to_mpf(x: Any) -> Any:
    mantissa, exponent = x.man_exp()
    return mpmath.mp.make_mpf(mpmath.libmp.from_man_exp(int(mantissa), int(exponent)))


def to_mpfr(x: Any) -> Any:
    mantissa, exponent = x.man_exp()
    number = gmpy2.mpz(int(mantissa))
    scale = DOWN_PHI.mul_2exp if exponent >= 0 else DOWN_PHI.div_2exp
    return scale(gmpy2.mpfr(number, 170), abs(int(exponent)))


def violations(opinion: Opinion, xs: list[float], ball: Function | None = None) -> list[str]:
    """Every point at which the enclosure misses an opinion or is not small."""
    found = []
    ball = ball or opinion.ball
    slack = mpmath.mpf(2) ** (8 - 2 * BITS)
    for x in xs:
        extra = int(opinion.lost(x))
        with ctx.workprec(BITS + extra), mpmath.workprec(2 * BITS + extra):
            value = arb(ball(arb(x)))
            low, high = value.lower(), value.upper()
            second = opinion.mp(mpmath.mpf(x))
            error = abs(second) * slack
            if value.rel_accuracy_bits() < BITS - GUARD:
                found.append(f"{x!r}: {value} is not small")
            down, up = opinion.mpfr(x)
            if not (to_mpfr(low) <= up and down <= to_mpfr(high)):
                found.append(f"{x!r}: {value} misses MPFR's [{down}, {up}]")
            if not to_mpf(low) - error <= second <= to_mpf(high) + error:
                found.append(f"{x!r}: {value} misses mpmath's {second}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", OPINIONS)
def test_three_libraries_agree(name):
    opinion = OPINIONS[name]
    xs = sample(opinion.largest, opinion.positive, COUNT)
    assert len(xs) >= COUNT
    assert violations(opinion, xs) == []


@pytest.mark.parametrize("name", OPINIONS)
def test_a_shifted_or_a_wide_enclosure_is_found(name):
    opinion = OPINIONS[name]
    xs = [x for x in sample(opinion.largest, opinion.positive, 400) if 0.01 < abs(x) < 5 and x != 1]
    shifted = violations(opinion, xs, lambda x: opinion.ball(x) * (1 + arb(2) ** -48))
    assert len([v for v in shifted if "MPFR" in v]) == len(xs)
    assert len([v for v in shifted if "mpmath" in v]) == len(xs)
    wide = violations(opinion, xs, lambda x: opinion.ball(x) * (1 + arb(0, 2**-45)))
    assert [v for v in wide if "not small" in v] == wide
    assert len(wide) == len(xs)


# -- the quantile: judged through Phi of its ends ---------------------------------------------


def probabilities(count: int) -> list[float]:
    rng = np.random.default_rng(SEED)
    parts = [
        rng.uniform(0, 1, count * 50 // 100),
        2 ** rng.uniform(-1074, 0, count * 30 // 100),
        1 - 2 ** rng.uniform(-53, 0, count * 10 // 100),
        0.5 + rng.integers(-50, 51, count * 5 // 100) * 2.0**-53,
        rng.integers(1, 2**52, count * 6 // 100).astype(np.uint64).view(np.float64),
    ]
    return [float(p) for p in np.concatenate(parts) if 0 < p < 1]


def quantile_violations(ps: list[float], quantile: Function) -> list[str]:
    """Where Phi(lower) <= p <= Phi(upper) fails by MPFR, mpmath's root is missed, or it is wide."""
    found = []
    with ctx.workprec(BITS), mpmath.workprec(2 * BITS + 12):
        slack = mpmath.mpf(2) ** -90
        for point in ps:
            p = point
            value = arb(quantile(arb(p)))
            low, high = value.lower(), value.upper()
            if not value.rad() <= arb(2) ** (GUARD - BITS) * max(arb(1), abs(value.mid())):
                found.append(f"{p!r}: {value} is not small")
            if p > 0.5:  # in the tail that keeps its digits
                p, low, high = 1 - p, -high, -low
            if not (phi_rounded(to_mpfr(low), False) <= p <= phi_rounded(to_mpfr(high), True)):
                found.append(f"{p!r}: {value} misses MPFR's")
            # one Newton step from the centre is exact to the square of the radius
            start = (to_mpf(low) + to_mpf(high)) / 2
            second = start - (mpmath.ncdf(start) - p) / mpmath.npdf(start)
            error = max(abs(second), 1) * slack
            if not to_mpf(low) - error <= second <= to_mpf(high) + error:
                found.append(f"{p!r}: {value} misses mpmath's")
    return found


@pytest.mark.slow
def test_quantile():
    ps = probabilities(COUNT)
    assert len(ps) >= COUNT
    assert quantile_violations(ps, el.quantile) == []


def test_a_shifted_quantile_is_found():
    ps = [p for p in probabilities(300) if abs(p - 0.5) > 0.01]
    shifted = quantile_violations(ps, lambda p: el.quantile(p) * (1 + arb(2) ** -45))
    for library in ("MPFR", "mpmath"):
        assert len([v for v in shifted if library in v]) == len(ps)
