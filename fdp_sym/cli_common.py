"""What the commands share: exit statuses, arguments that several take, how results are printed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["FAILS", "HOLDS", "INTERRUPTED", "UNDECIDED", "USAGE", "point", "positive", "print_json"]

HOLDS, FAILS, USAGE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def positive(text: str) -> int:
    """The type of an argument that is a whole number from 1."""
    value = int(text) if text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text}: allowed are whole numbers from 1")
    return value


def print_json(data: Any) -> None:
    """The machine-readable result, on standard output."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def point(witness: Mapping[str, Any]) -> str:
    """A witness in one line."""
    return ", ".join(f"{name} = {value}" for name, value in witness.items()) or "(no parameters)"
