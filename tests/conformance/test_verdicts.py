"""Every verdict appears where it should, decided without tolerance."""

from __future__ import annotations

import math
import subprocess
import sys
from types import SimpleNamespace

import pytest

from fdp_sym.conformance.verdicts import VERDICTS, judge
from fdp_sym.errors import DomainError

# sqrt(2): its enclosures by decimals and by doubles
LOWER, UPPER = "1.4142135623730950488016887242", "1.4142135623730950488016887243"
DOUBLES = ("1.414213562373095", "1.4142135623730951")


def vector(lower=LOWER, upper=UPPER, doubles=DOUBLES, unsafe="below"):
    return SimpleNamespace(lower=lower, upper=upper, doubles=doubles, unsafe=unsafe)


def verdict(value, **of):
    return judge(vector(**of), {"value": value}).verdict


ZERO = {"lower": "0", "upper": "0", "doubles": ("0.0", "0.0")}
INFINITE = {"lower": "inf", "upper": "inf", "doubles": ("inf", "inf")}
TINY = {"lower": "1.1e-400", "upper": "1.2e-400", "doubles": ("0.0", "5e-324")}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (DOUBLES[0], "exact"),  # no double is closer to the truth, though it is below
        (DOUBLES[1], "exact"),
        ("1.41421356237309504880168872425", "exact"),
        ("1.4142135623730947", "unsound"),
        ("1.4142135623730954", "safe"),
        ("2.8284271247461903", "loose"),  # just above twice the upper end
        ("2.8284271247461900976033774485", "safe"),
        ("2.8284271247461900976033774487", "loose"),
        ("0", "unsound"),
        ("-1", "unsound"),
        ("-inf", "unsound"),
        ("inf", "loose"),
        ("1e999999999", "loose"),
        ("1e-999999999", "unsound"),
        ("nan", "nan"),
        ("about 1.4", "nan"),
        (True, "nan"),
        (None, "nan"),
        (["1.4"], "nan"),
        ("577/408", "safe"),  # a convergent above
        ("1393/985", "unsound"),  # and one below
    ],
)
def test_verdicts_on_a_number(value: object, expected: str) -> None:
    assert verdict(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1.5", "unsound"), ("1.4", "safe"), ("0.7", "loose"), ("inf", "unsound"), ("-inf", "loose")],
)
def test_a_tradeoff_function_is_unsafe_above(value: str, expected: str) -> None:
    assert verdict(value, unsafe="above") == expected


@pytest.mark.parametrize(
    ("truth", "value", "expected"),
    [
        (ZERO, "0.0", "exact"),
        (ZERO, "-0.0", "exact"),
        (ZERO, "1e-300", "loose"),
        (ZERO, "-1e-300", "unsound"),
        (INFINITE, "inf", "exact"),
        (INFINITE, "1e308", "unsound"),
        (TINY, "0", "exact"),
        (TINY, "5e-324", "exact"),
        (TINY, "-5e-324", "unsound"),
        (TINY, "1e-320", "loose"),
    ],
)
def test_verdicts_at_the_ends(truth: dict, value: str, expected: str) -> None:
    assert verdict(value, **truth) == expected


def test_the_gap_is_relative_to_the_nearer_end() -> None:
    assert judge(vector(), {"value": "1.4142135623730947"}).gap == pytest.approx(2.48e-16, rel=1e-2)
    assert judge(vector(), {"value": "2"}).gap == pytest.approx(math.sqrt(2) - 1)
    assert judge(vector(), {"value": "inf"}).gap == math.inf
    assert judge(vector(**ZERO), {"value": "1e-9"}).gap == 1e-9
    assert judge(vector(), {"value": DOUBLES[0]}).gap == 0


def test_rounding_is_counted_apart_and_stays_unsound() -> None:
    near, far = (judge(vector(), {"value": value}) for value in ("1.41421356237309", "1.41421356"))
    assert (near.verdict, near.by_rounding) == ("unsound", True)
    assert (far.verdict, far.by_rounding) == ("unsound", False)


@pytest.mark.parametrize(
    ("bounds", "expected", "sides"),
    [
        (("1.4", "1.5"), "safe", ("safe", "safe")),
        (("0", "1.5"), "safe", ("loose", "safe")),
        (("1.4", "3"), "loose", ("safe", "loose")),
        (("1.4", DOUBLES[1]), "exact", ("safe", "exact")),
        (("1.42", "1.5"), "unsound", ("unsound", "safe")),
        (("1.3", "1.4"), "unsound", ("safe", "unsound")),
        (("1.5", "1.3"), "unsound", ("unsound", "unsound")),
        (("nan", "1.5"), "nan", ("nan", "safe")),
        (("nan", "1.3"), "unsound", ("nan", "unsound")),
    ],
)
def test_both_bounds_are_judged(bounds: tuple, expected: str, sides: tuple) -> None:
    judgement = judge(vector(), dict(zip(("lower", "upper"), bounds, strict=True)))
    assert judgement.verdict == expected
    assert judgement.sides == dict(zip(("lower", "upper"), sides, strict=True))
    assert judgement.bounds == bounds
    assert judgement.claimed == bounds[1]


def test_of_bounds_of_a_tradeoff_function_the_lower_one_is_relied_on() -> None:
    judgement = judge(vector(unsafe="above"), {"lower": "0.1", "upper": "1.5"})
    assert (judgement.verdict, judgement.claimed) == ("loose", "0.1")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ({"unsupported": "no such mechanism"}, "unsupported"),
        ({"error": "ZeroDivisionError: division by zero"}, "crash"),
        ({"crash": "ended with exit status 1"}, "crash"),
        ({"timeout": "no answer within 60 seconds"}, "timeout"),
    ],
)
def test_no_answer_is_a_verdict_with_its_reason(reply: dict, expected: str) -> None:
    judgement = judge(vector(), reply)
    assert judgement.verdict == expected
    assert judgement.detail == next(iter(reply.values()))
    assert judgement.claimed is None


def test_every_verdict_is_explained_and_has_been_seen() -> None:
    seen = {"exact", "safe", "loose", "unsound", "unsupported", "crash", "timeout", "nan"}
    assert set(VERDICTS) == seen
    assert all(VERDICTS.values())


def test_the_factor_is_exact() -> None:
    truth = vector(lower="1", upper="1", doubles=("1.0", "1.0"))
    assert judge(truth, {"value": "1.1"}, "1.1").verdict == "safe"
    assert judge(truth, {"value": "1.1000000000000000001"}, "1.1").verdict == "loose"
    for bad in ("0.5", "nan", "much", None, float("inf")):
        with pytest.raises(DomainError, match="loose"):
            judge(truth, {"value": "1"}, bad)


def test_long_claims_are_shortened_in_the_result() -> None:
    judgement = judge(vector(), {"value": "1.5" + "0" * 50_000})
    assert judgement.verdict == "safe"
    assert len(judgement.claimed) < 2000


def test_nothing_heavy_is_imported() -> None:
    modules = "verdicts, process, protocol, laws, workers, selection, audit, standard_laws"
    program = (
        f"import sys; from fdp_sym.conformance import {modules}; "
        "print([name for name in ('sympy', 'numpy', 'flint', 'mpmath') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
