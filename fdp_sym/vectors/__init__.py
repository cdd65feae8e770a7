"""The test-vector corpus: certified values that accountants are judged by.

Importing it imports no numerics: the values are in the files.
"""

from __future__ import annotations

from .corpus import family_names, load
from .vector import Step, Vector

__all__ = ["Step", "Vector", "family_names", "load"]
