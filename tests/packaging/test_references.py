"""Every source that a proof cites is in references.bib, once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

PROOFS = Path(__file__).parents[2] / "proofs"
KEYS = re.findall(r"^@\w+\{([^,\s]+),$", (PROOFS / "references.bib").read_text("utf-8"), re.M)


def test_keys_are_unique() -> None:
    assert [key for key, count in Counter(KEYS).items() if count > 1] == []
    assert {"dong2022gdp", "kairouz2015composition"} <= set(KEYS)


def test_every_cited_key_exists() -> None:
    cited = {
        key
        for path in PROOFS.rglob("*.py")
        for key in re.findall(r'\bcite\(\s*"([^"]+)"', path.read_text("utf-8"))
    }
    assert cited - set(KEYS) == set()
