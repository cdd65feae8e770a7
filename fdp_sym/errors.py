"""The exceptions of fdp_sym: every message names the value, what is allowed and the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "DomainError",
    "FdpError",
    "HypothesisError",
    "PrecisionError",
    "RefutedError",
    "UnsupportedError",
]


class FdpError(Exception):
    """Base of everything that fdp_sym raises on purpose."""


class DomainError(FdpError, ValueError):
    """A value lies outside the set on which the operation is defined."""


class HypothesisError(FdpError):
    """A hypothesis of the result that would be applied fails or cannot be decided."""


class PrecisionError(FdpError):
    """The precision cap was reached before the answer was decided.

    Parameters
    ----------
    message : str
        What was asked and how far it got.
    ball : Ball, optional
        The best enclosure that was found.
    """

    def __init__(self, message: str, ball: Any = None) -> None:
        super().__init__(message)
        self.ball = ball


class RefutedError(FdpError):
    """A claim that had to hold was refuted.

    Parameters
    ----------
    message : str
        What was claimed and how it fails.
    witness : mapping, optional
        The exact point at which it fails.
    """

    def __init__(self, message: str, witness: Mapping[Any, Any] | None = None) -> None:
        super().__init__(message)
        self.witness = dict(witness or {})


class UnsupportedError(FdpError):
    """The toolkit does not know a sound way to do this."""
