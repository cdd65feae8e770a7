"""The elementary functions by name, and what is exact about them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy

from ..functions import Phi, Quantile

__all__ = ["EXACT_VALUES", "FUNCTIONS"]

FUNCTIONS: dict[Any, str] = {
    sympy.exp: "exp",
    sympy.log: "log",
    sympy.erf: "erf",
    sympy.erfc: "erfc",
    sympy.sinh: "sinh",
    sympy.cosh: "cosh",
    sympy.tanh: "tanh",
    sympy.atan: "atan",
    sympy.sin: "sin",
    sympy.cos: "cos",
    sympy.gamma: "gamma",
    sympy.loggamma: "loggamma",
    sympy.digamma: "digamma",
    Phi: "Phi",
    Quantile: "Quantile",
}
# a function and a fraction or an infinite float, to such a value
EXACT_VALUES: dict[tuple[str, Any], Any] = {
    ("exp", 0): Fraction(1),
    ("exp", -math.inf): Fraction(0),
    ("exp", math.inf): math.inf,
    ("log", 1): Fraction(0),
    ("log", 0): -math.inf,
    ("log", math.inf): math.inf,
    ("erf", 0): Fraction(0),
    ("erf", math.inf): Fraction(1),
    ("erf", -math.inf): Fraction(-1),
    ("erfc", 0): Fraction(1),
    ("erfc", math.inf): Fraction(0),
    ("erfc", -math.inf): Fraction(2),
    ("sinh", 0): Fraction(0),
    ("cosh", 0): Fraction(1),
    ("tanh", 0): Fraction(0),
    ("tanh", math.inf): Fraction(1),
    ("tanh", -math.inf): Fraction(-1),
    ("atan", 0): Fraction(0),
    ("sin", 0): Fraction(0),
    ("cos", 0): Fraction(1),
    ("Phi", 0): Fraction(1, 2),
    ("Phi", math.inf): Fraction(1),
    ("Phi", -math.inf): Fraction(0),
    ("Quantile", Fraction(1, 2)): Fraction(0),
    ("Quantile", 0): -math.inf,
    ("Quantile", 1): math.inf,
}
