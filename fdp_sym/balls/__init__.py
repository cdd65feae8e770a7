"""Rigorous numerics: exact enclosures of SymPy expressions. The only place that imports flint."""

from __future__ import annotations

from .ball import Ball
from .compiler import compile_expr
from .evaluate import enclose, sign
from .program import Program
from .prover import BoxVerdict, prove
from .recheck import recheck

__all__ = ["Ball", "BoxVerdict", "Program", "compile_expr", "enclose", "prove", "recheck", "sign"]
