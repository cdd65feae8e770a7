"""Products of powers of integer polynomials, exactly and fast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx, fmpz_poly

__all__ = ["binomial_head", "product_of_powers"]

Terms = Mapping[tuple[int, ...], int]


def product_of_powers(parts: Iterable[tuple[Terms, int]], size: int) -> dict[tuple[int, ...], int]:
    """The product of polynomials to powers.

    Parameters
    ----------
    parts : iterable of (terms, n)
        A polynomial as a mapping of exponents to coefficients, and how often it is a factor.
    size : int
        The number of variables, at least 1: the length of the exponents.

    Examples
    --------
    >>> sorted(product_of_powers([({(0,): 1, (1,): 1}, 3)], 1).items())
    [((0,), 1), ((1,), 3), ((2,), 3), ((3,), 1)]
    """
    context = fmpz_mpoly_ctx.get([f"x{i}" for i in range(size)], Ordering.lex)
    product = context.constant(1)
    for terms, n in parts:
        product *= context.from_dict(dict(terms)) ** n
    return {tuple(map(int, exponents)): int(c) for exponents, c in product.to_dict().items()}


def binomial_head(n: int, k: int) -> Any:
    r"""The polynomial :math:`\sum_{j<k}\binom nj x^j`: the first k terms of (1 + x)^n.

    Examples
    --------
    >>> binomial_head(4, 3)
    6*x^2 + 4*x + 1
    """
    return fmpz_poly(_binomial(n)[:k])


@lru_cache(maxsize=8)
def _binomial(n: int) -> list[Any]:
    coefficients: list[Any] = (fmpz_poly([1, 1]) ** n).coeffs()
    return coefficients
