"""Text to trade-off functions and to claims: a small grammar of its own, never Python's ``eval``.

Numbers are exact (``0.1`` is 1/10). Nothing but listed names is looked up, and length, nesting and
the size of numbers are limited before anything is computed.
"""

from .claims import parse_claim
from .tradeoffs import parse

__all__ = ["parse", "parse_claim"]
