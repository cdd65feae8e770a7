"""Text of any size and shape becomes an expression or one sentence, at once."""

from __future__ import annotations

import pytest
import seeds
from guard import tried
from targets import claim, expression, number

from fdp_sym.errors import FdpError
from fdp_sym.parsing import parse, parse_claim


@pytest.mark.parametrize(
    "size", [300, *(pytest.param(n, marks=pytest.mark.slow) for n in (3500, seeds.LONG - 50))]
)
def test_awkward_texts(size: int) -> None:
    for text in seeds.hostile_expressions(size):
        data = text.encode("utf-8", "surrogatepass")
        for target in (expression, claim, number):
            tried(target, data)


def test_ten_megabytes_are_refused_at_once() -> None:
    for text in seeds.hostile_expressions(10_000_000):
        for read in (parse, parse_claim):
            assert isinstance(tried(read, text, seconds=0.1), FdpError)


def _slow(text: str) -> bool:
    """Whether it takes more than a tenth of a second."""
    return len(text) > 150 or ".group(9999)" in text


@pytest.mark.parametrize(
    "text",
    [pytest.param(t, marks=pytest.mark.slow) if _slow(t) else t for t in seeds.BOMBS],
)
def test_short_texts_of_monstrous_meaning(text: str) -> None:
    for target in (expression, claim, number):
        tried(target, text.encode())
    tried(claim, f"{text} <= {text}".encode())
