"""No formula is misprinted: an independent reader gives every claim back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import formula_reader as reader
import pytest
from round_trip import Misprint, compare
from sympy import Interval, Lambda, exp
from sympy.core.relational import Relational

from fdp_sym.functions import Phi
from fdp_sym.latex import theorem_latex
from fdp_sym.symbols import alpha, delta, epsilon, mu, real
from fdp_sym.theorems import Eq, Iff, Le, Theorem, cite
from fdp_sym.theorems.loader import load
from fdp_sym.theorems.statements import Sup, generic

ENTRIES = {
    name: entry
    for name, entry in load().entries.items()
    if all(isinstance(part, (Relational, Iff)) for part in getattr(entry, "parts", (None,)))
}
SAMPLE = sorted(ENTRIES)[::6]


def test_the_sample_is_large_enough() -> None:
    assert len(SAMPLE) >= 60
    assert len(ENTRIES) >= 440


@pytest.mark.parametrize("name", SAMPLE)
def test_a_claim_is_read_back(name: str) -> None:
    assert compare(ENTRIES[name], theorem_latex(ENTRIES[name])) > 0


@pytest.mark.slow
def test_every_claim_is_read_back() -> None:
    rest = sorted(set(ENTRIES) - set(SAMPLE))
    assert [n for n in rest if not compare(ENTRIES[n], theorem_latex(ENTRIES[n]))] == []


# -- the reader sees misprints ----------------------------------------------------------------

x = real("x", Interval(0, 1))
f = generic("f", instances=[Lambda(x, 1 - x)])
c = (1 - delta) / (1 + exp(epsilon))
sound = Theorem(
    id="sound",
    title="T",
    source=cite("k", "l"),
    claim=(
        Eq(c * alpha**2 + mu, Phi(mu - alpha) * (alpha - 3 * mu)),
        Le(Sup(f(x) - mu * x, (x, 0, 1)), 2 * exp(mu - epsilon)),
        Iff(Le(mu, c), Le(2 * mu, 2 * c)),
    ),
    where={"c": c},
)
PRINTED = theorem_latex(sound)


def test_what_is_sound_passes() -> None:
    assert compare(sound, PRINTED) == 4


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"\mu - \alpha", r"\mu + \alpha"),
        (r"(\alpha - 3 \mu)", r"\alpha - 3 \mu"),
        (r"\alpha^{2}", r"\alpha^{3}"),
        (r"\frac{1 - \delta}{1 + e^{\varepsilon}}", r"\frac{1 + e^{\varepsilon}}{1 - \delta}"),
        (r"\sup", r"\inf"),
        (r"[0, 1]} [", r"[0, 2]} ["),
        (r"f(x)", r"f(1 - x)"),
        (r"\leq 2", r"< 2"),
        (r"\leq 2", r"\leq 3"),
        (r"c = ", r"c = 2 + "),
        (r"\Phi(", r"\Phi^{-1}("),
        (r"e^{\mu - \varepsilon}", r"e^{\mu} - \varepsilon"),
        (r"\iff", r"\text{ and }"),
    ],
)
def test_a_misprint_is_seen(right: str, wrong: str) -> None:
    assert PRINTED.count(right) >= 1
    with pytest.raises((Misprint, reader.Unreadable)):
        compare(sound, PRINTED.replace(right, wrong, 1))


FIRST = re.compile(r"\\\[.*?\\\]|\\begin\{gather\*\}.*?\\end\{gather\*\}", re.DOTALL)


def _swapped(text: str) -> str:
    return re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"\\frac{\2}{\1}", text, count=1)


def _unbracketed(text: str) -> str:
    return re.sub(r"(?<= )\(([^()]* [-+] [^()]*)\)", r"\1", text, count=1)


MISPRINTS: dict[str, Callable[[str], str]] = {
    "sign": lambda text: re.sub(r" - ", " + ", text, count=1),
    "bracket": _unbracketed,
    "exponent": lambda text: text.replace("^{2}", "^{3}", 1),
    "fraction": _swapped,
    "relation": lambda text: text.replace(r"\leq", r"\geq", 1),
    "number": lambda text: re.sub(r"(?<=[ (])2 ", "3 ", text, count=1),
}


@pytest.mark.parametrize("kind", MISPRINTS)
def test_misprints_of_shipped_entries_are_seen(kind: str) -> None:
    """Wherever a misprint of the first display changes its meaning."""
    seen: list[str] = []
    missed: list[str] = []
    for name in SAMPLE:
        if len(seen) == 8:
            break
        text = theorem_latex(ENTRIES[name])
        start, end = FIRST.search(text).span()
        wrong = text[:start] + MISPRINTS[kind](text[start:end]) + text[end:]
        # in a branch that never applies, or a member that never counts, nothing has a meaning
        if wrong != text and not re.search(r"cases|\\max|\\min", text[start:end]):
            (seen if _is_seen(ENTRIES[name], wrong) else missed).append(name)
    assert len(seen) == 8
    assert missed == []


def _is_seen(entry: Any, text: str) -> bool:
    try:
        compare(entry, text)
    except (Misprint, reader.Unreadable):
        return True
    return False
