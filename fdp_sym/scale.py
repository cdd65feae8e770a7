r"""How to read a trade-off function, and the scale of mu: what an attacker can do.

The least sum of both errors is :math:`1-\mathrm{TV}`, 1 for perfect privacy and 0 for none; the
type II error at a level :math:`\alpha` is that of the best test of this level.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sympy import Expr

from .balls import Ball
from .errors import DomainError
from .exact import exact
from .tradeoff.base import TradeOff
from .tradeoff.gaussian import Gaussian

__all__ = ["Reading", "read", "read_gaussian"]

_LEVELS = ("1/100", "1/20", "1/10")
_SCALE = ("1/2", 1, 2, 3, 6)


class Reading(NamedTuple):
    """The least sum of both errors, and the type II errors at some levels.

    Attributes
    ----------
    function : TradeOff
    least_sum : Ball
        The minimum of alpha + f(alpha).
    errors : tuple of (Expr, Ball)
        Pairs (alpha, f(alpha)).
    """

    function: TradeOff
    least_sum: Ball
    errors: tuple[tuple[Expr, Ball], ...]


def read(f: TradeOff, levels: Iterable[Any] = _LEVELS, digits: int = 10) -> Reading:
    """What an attacker can do against f.

    Parameters
    ----------
    f : TradeOff
        Without symbols.
    levels : iterable of numbers in [0, 1]
    digits : int
        The relative width of the enclosures, as a number of digits.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> reading = read(EpsDelta(1))
    >>> reading.least_sum.decimal(6), [ball.decimal(4) for _, ball in reading.errors]
    ('0.537882', ['0.9728', '0.8640', '0.7281'])
    """
    if not isinstance(f, TradeOff):
        raise DomainError(f"read({f!r}): allowed are trade-off functions")
    if not isinstance(levels, Iterable):
        raise DomainError(f"levels = {levels!r}: allowed is a list of numbers in [0, 1]")
    errors = tuple((exact(alpha, "alpha"), f.enclose(alpha, digits)) for alpha in levels)
    return Reading(f, 1 - f.enclose_delta(0, digits + 20), errors)


def read_gaussian(mus: Iterable[Any] = _SCALE, digits: int = 10) -> tuple[Reading, ...]:
    """The scale of mu-GDP: reasonable at mu = 0.5, almost no privacy from mu = 6 on.

    Parameters
    ----------
    mus : iterable of numbers, mu >= 0
    digits : int

    Examples
    --------
    >>> for row in read_gaussian():
    ...     print(row.function.mu, row.least_sum.decimal(4), row.errors[1][1].decimal(4))
    1/2 0.8025 0.8738
    1 0.6170 0.7404
    2 0.3173 0.3612
    3 0.1336 0.08768
    6 0.002699 6.648e-6

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Section 2.3.
    """
    if not isinstance(mus, Iterable):
        raise DomainError(f"mus = {mus!r}: allowed is a list of numbers, mu >= 0")
    return tuple(read(Gaussian(mu), digits=digits) for mu in mus)
