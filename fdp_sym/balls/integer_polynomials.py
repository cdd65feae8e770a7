"""Products of powers of integer polynomials, exactly and fast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flint import Ordering, fmpz_mpoly_ctx

__all__ = ["product_of_powers"]

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
