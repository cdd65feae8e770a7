"""Planted claims: no false one may pass, no true one be refuted, and most have to be decided.

The texts are evaluated here a second time, by mpmath with 50 digits: the key against its points,
and every witness.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import mpmath
import pytest
from sympy import Interval, Range, Rational, oo

import fdp_sym as fd
from fdp_sym.cli import main

HERE = Path(__file__).parent
CLAIMS = {c[0]: c[1:] for c in runpy.run_path(str(HERE / "planted_claims.py"))["CLAIMS"]}
KEY = runpy.run_path(str(HERE / "planted_key.py"))
TRUE, FALSE = KEY["TRUE"], KEY["FALSE"]

LONG = frozenset(
    {
        "advanced-beats-basic",
        "entropy-power",
        "gdp-profile-of-zcdp",
        "huber-gauss",
        "kearns-saul",
        "logistic-approximation",
        "mills-birnbaum",
        "mills-pollak",
        "mills-pollak-strict",
        "mills-sampford",
        "phi-lipschitz",
        "phi-log-concave",
        "phi-maximum-of-two",
        "phi-positive-part-hyperbola",
        "polya",
        "pure-to-gdp",
        "quantile-chernoff",
        "quantile-polya",
        "renyi-factor",
        "renyi-factor-half",
        "sampling-jensen",
        "sampling-renyi-two",
    }
)

# -- reading and evaluating, without the package ----------------------------------------------

NUMBER = re.compile(r"(?<![A-Za-z0-9_.])(\d+\.?\d*)")
DOMAINS = {"alpha": "0:1", "delta": "0:1", "epsilon": "0:inf", "mu": "0:inf"}
# the summit of the parabola is at a = epsilon + 1/2, if that is at least 1
BY_HAND = {"Sup((a - 1)*(epsilon - a/2), a, 1, inf)": "Max(0, epsilon - 1/2)**2/2"}


def cdf(x: Any) -> Any:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2 if mpmath.isfinite(x) else mpmath.mpf(x > 0)


def quantile(p: Any) -> Any:
    if p in (0, 1):
        return mpmath.inf if p == 1 else -mpmath.inf
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


FUNCTIONS = ("exp", "log", "sqrt", "tanh", "cosh", "erfc", "pi", "mpf")
NAMES = {
    **{n: getattr(mpmath, n) for n in FUNCTIONS},
    **{"Phi": cdf, "Quantile": quantile, "Abs": abs, "Max": max},
}


def sides(text: str, point: dict[str, Fraction]) -> tuple[Any, str, Any]:
    for written, meant in BY_HAND.items():
        text = text.replace(written, meant)
    left, op, right = re.split(r" (<=|>=|==|<|>) ", NUMBER.sub(r"mpf('\1')", text))
    at = {s: mpmath.mpf(v.numerator) / v.denominator for s, v in point.items()}
    return eval(left, {**NAMES, **at}), op, eval(right, {**NAMES, **at})


def holds(text: str, point: dict[str, Fraction]) -> bool:
    """Whether a relation holds at a point; what agrees to 40 digits counts as equal."""
    with mpmath.workdps(50):
        left, op, right = sides(text, point)
        gap = right - left if op in ("<", "<=") else left - right
        if abs(gap) <= mpmath.mpf(10) ** -40 * max(abs(left), abs(right)):
            return op in ("<=", ">=", "==")
        return bool(op != "==" and gap > 0)


def hypotheses(name: str) -> list[str]:
    return [h for h in CLAIMS[name][1].split(";") if h]


def ranges(name: str) -> dict[str, str]:
    """Of every symbol of the text, the range of the claim or the usual one."""
    text, _, box = CLAIMS[name]
    names = set(re.findall(r"[A-Za-z]\w*", text)) - set(NAMES) - {"Sup", "inf"}
    names -= {"a"} if "Sup" in text else set()
    given = dict(item.split("=") for item in box.split())
    return {s: given.get(s) or DOMAINS[s] for s in sorted(names)}


def inside(text: str, value: Fraction) -> bool:
    low, _, high = text.replace("..", ":").partition(":")
    whole = ".." not in text or value.denominator == 1
    return whole and Fraction(low) <= value and (high == "inf" or value <= Fraction(high))


def as_range(text: str) -> Any:
    if ".." in text:
        low, high = map(int, text.split(".."))
        return Range(low, high + 1)
    low, high = text.split(":")
    return Interval(Rational(low), oo if high == "inf" else Rational(high))


def sample(name: str) -> Iterator[dict[str, Fraction]]:
    """Points of the range: both ends, near them, and inside."""
    texts = ranges(name)
    steps = (0, 1e-4, 0.02, 0.13, 0.31, 0.5, 0.77, 0.98, 1) if len(texts) < 3 else (0, 0.3, 0.8, 1)
    values = []
    for text in texts.values():
        low, high = text.replace("..", ":").replace("inf", "30").split(":")
        ends = Fraction(low), Fraction(high)
        found = [ends[0] + (ends[1] - ends[0]) * Fraction(str(s)) for s in steps]
        values.append([Fraction(round(v)) for v in found] if ".." in text else found)
    for point in product(*values):
        yield dict(zip(texts, point, strict=True))


def check(name: str, seconds: float = 30) -> fd.Verdict:
    text, _, box = CLAIMS[name]
    given = {s: as_range(r) for s, r in (item.split("=") for item in box.split())}
    return fd.check(text, tuple(hypotheses(name)), given, seconds=seconds)


def judged(name: str, found: fd.Verdict) -> bool:
    """Whether the claim was decided; a wrong verdict fails."""
    status = found.status.value
    if name in TRUE:
        assert status in ("proved", "certified", "consistent", "inconclusive"), found
        return status in ("proved", "certified")
    assert status in ("refuted", "inconclusive"), found
    if status == "refuted":
        point = {s: Fraction(str(v)) for s, v in found.witness.items()}
        assert set(point) == set(ranges(name))
        assert all(inside(r, point[s]) for s, r in ranges(name).items())
        assert all(holds(h, point) for h in hypotheses(name))
        assert not holds(CLAIMS[name][0], point)
    return status == "refuted"


# -- the key ----------------------------------------------------------------------------------


def test_size_of_both_halves() -> None:
    assert set(TRUE) | set(FALSE) == set(CLAIMS)
    assert not set(TRUE) & set(FALSE)
    assert len(set(CLAIMS.values())) == len(CLAIMS) >= 100
    assert 0.45 <= len(FALSE) / len(CLAIMS) <= 0.55


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_fail_at_the_point_of_the_key(name: str) -> None:
    point = {s: Fraction(v) for s, v in FALSE[name][1].items()}
    assert set(point) == set(ranges(name))
    assert all(inside(r, point[s]) for s, r in ranges(name).items())
    assert all(holds(h, point) for h in hypotheses(name))
    assert not holds(CLAIMS[name][0], point)


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_hold_at_points(name: str) -> None:
    points = [p for p in sample(name) if all(holds(h, p) for h in hypotheses(name))]
    assert len(points) >= 5
    assert all(holds(CLAIMS[name][0], p) for p in points)


def test_the_evaluation_here_sees_mistakes() -> None:
    one = {"x": Fraction(1)}
    assert holds("Phi(x) <= 0.8413447460685430", one) is True
    assert holds("Phi(x) <= 0.8413447460685429", one) is False
    assert holds("x < 1", one) is False
    assert holds("x == 1", one) is True
    assert holds("x == 1.0000000001", one) is False
    found = fd.Verdict("refuted", "", {"x": "1"})
    with pytest.raises(AssertionError):
        judged("tanh-cubic-both-sides", found)  # the claim is right at 1
    with pytest.raises(AssertionError):
        judged("tanh-cubic", found)
    for status in ("proved", "certified", "consistent"):
        with pytest.raises(AssertionError):
            judged("tanh-cubic-both-sides", fd.Verdict(status, ""))


# -- what the package says --------------------------------------------------------------------

QUICK = [n for n in CLAIMS if n not in LONG]


@pytest.mark.parametrize("name", QUICK)
def test_decided_and_right(name: str) -> None:
    assert judged(name, check(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_decided_and_right_after_a_while(name: str) -> None:
    assert judged(name, check(name, seconds=120))


@pytest.mark.parametrize(
    ("name", "code"), [("mills-three", 0), ("advanced-beats-basic-sooner", 1), ("kov-two", 0)]
)
def test_on_the_command_line(name: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    text, _, box = CLAIMS[name]
    given = [a for h in hypotheses(name) for a in ("--given", h)]
    assert main(["check", text, *(["--box", *box.split()] if box else []), *given]) == code
    assert capsys.readouterr().out.split()[0] in ("proved", "certified", "refuted")
