"""Which SymPy classes are a single operation of a program."""

from __future__ import annotations

from sympy import (
    ITE,
    Abs,
    And,
    Basic,
    Eq,
    Equivalent,
    Implies,
    Le,
    Lt,
    Ne,
    Not,
    Or,
    S,
    Xor,
    binomial,
    ceiling,
    cosh,
    erf,
    erfc,
    exp,
    factorial,
    floor,
    gamma,
    loggamma,
    lowergamma,
    sign,
    sinh,
    tanh,
    uppergamma,
)

from ..functions import Phi

__all__ = ["CONSTANTS", "FUNCTIONS"]

# classes whose arguments are compiled one by one into one operation
FUNCTIONS: dict[type, str] = {
    Abs: "absolute",
    binomial: "binomial",
    ceiling: "ceiling",
    cosh: "cosh",
    erf: "erf",
    erfc: "erfc",
    exp: "exp",
    factorial: "factorial",
    floor: "floor",
    gamma: "gamma",
    loggamma: "log_gamma",
    lowergamma: "lower_gamma",
    Phi: "phi",
    sign: "sign",
    sinh: "sinh",
    tanh: "tanh",
    uppergamma: "upper_gamma",
    And: "and",
    Eq: "equal",
    Equivalent: "equivalent",
    ITE: "if_then_else",
    Implies: "implies",
    Le: "less_equal",
    Lt: "less",
    Ne: "unequal",
    Not: "not",
    Or: "or",
    Xor: "xor",
}
CONSTANTS: dict[Basic, str] = {
    S.Pi: "pi",
    S.Exp1: "e",
    S.EulerGamma: "euler",
    S.Catalan: "catalan",
    S.Infinity: "infinity",
    S.true: "true",
    S.false: "false",
}
