"""Rigorous numerics: exact enclosures of SymPy expressions. The only place that imports flint."""

from __future__ import annotations

from .ball import Ball
from .compiler import compile_expr
from .evaluate import enclose, sign
from .program import Program

__all__ = ["Ball", "Program", "compile_expr", "enclose", "sign"]
