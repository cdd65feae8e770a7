r"""Blackwell's order between finite pairs: a stochastic kernel, or the level that refutes it.

A pair (P, Q) is at least as informative as (P', Q') iff T(P, Q) <= T(P', Q') everywhere, iff some
kernel K has PK = P' and QK = Q'. Both sides are exhibited.

The kernel is built, not searched for. With masses m = p + q and posteriors x = p/m the order says
that the posterior of the second pair is below that of the first in the convex order, so there is a
martingale coupling. It is built from *shadows* (Beiglböck and Juillet, Ann. Probab. 44, 2016): each
outcome j of the second pair, in turn, takes from what is left of the first the part between two
quantiles that has mass m'_j and barycentre x'_j. The part exists, and what remains still dominates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import DomainError, UnsupportedError
from .theorems.verdict import Status, Verdict
from .tradeoff.pair import from_pair, read_pair
from .tradeoff.scalars import Rationals

__all__ = ["Comparison", "apply_kernel", "blackwell"]

Row = tuple[Fraction, ...]
Kernel = tuple[Row, ...]


@dataclass(frozen=True)
class Comparison:
    """Whether one pair is at least as informative as another, with the reason.

    Attributes
    ----------
    kernel : tuple of tuples of Fraction, or None
        A row-stochastic matrix that maps the first pair to the second.
    witness : Fraction or None
        A level alpha at which the first pair's trade-off function is larger.
    verdict : Verdict
        Proved or refuted.
    """

    kernel: Kernel | None
    witness: Fraction | None
    verdict: Verdict

    def _repr_latex_(self) -> str:
        return self.verdict._repr_latex_()

    def _repr_html_(self) -> str:
        from .latex.displays import matrix_html

        kernel = "" if self.kernel is None else matrix_html(self.kernel)
        return self.verdict._repr_html_() + kernel

    @property
    def holds(self) -> bool:
        """Whether the first pair is at least as informative as the second."""
        return self.kernel is not None


def blackwell(first: Sequence[Any], second: Sequence[Any]) -> Comparison:
    """Decide whether ``first`` is at least as informative as ``second``.

    Parameters
    ----------
    first, second : (p, q)
        Two pairs of distributions with exact rational masses.

    Raises
    ------
    DomainError
        If something is no pair of distributions.
    UnsupportedError
        If a mass is not rational.

    Examples
    --------
    >>> clear, noisy = (["3/4", "1/4"], ["1/4", "3/4"]), (["5/8", "3/8"], ["3/8", "5/8"])
    >>> blackwell(clear, noisy).kernel
    ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    >>> blackwell(noisy, clear).witness
    Fraction(1, 4)

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorem 2.10; Kairouz, Oh and Viswanath,
    arXiv:1311.0776v4, Theorem 2.5; Blackwell, Ann. Math. Statist. 24, 1953.
    """
    p, q = _rational_pair(first, "first")
    p2, q2 = _rational_pair(second, "second")
    order = from_pair(p2, q2) >= from_pair(p, q)
    if order.status == Status.REFUTED:
        witness = Fraction(order.witness["alpha"])
        verdict = Verdict(
            Status.REFUTED,
            "trade-off functions compared at a level",
            {"alpha": str(witness)},
            detail=order.detail,
        )
        return Comparison(None, witness, verdict)
    kernel = _kernel(p, q, p2, q2)
    if apply_kernel((p, q), kernel) != (p2, q2):
        raise AssertionError("the kernel does not map the first pair to the second")
    return Comparison(kernel, None, Verdict(Status.PROVED, "a stochastic kernel, multiplied out"))


def apply_kernel(pair: Sequence[Any], kernel: Iterable[Iterable[Any]]) -> tuple[Row, Row]:
    """The pair (PK, QK) that results when each outcome i is replaced by a draw from row i of K.

    Parameters
    ----------
    pair : (p, q)
        Distributions with exact rational masses.
    kernel : matrix of numbers
        As many rows as outcomes; each row a distribution.

    Raises
    ------
    DomainError
        If the number of rows is wrong or a row is no distribution.

    Examples
    --------
    >>> apply_kernel((["1/2", "1/2"], [0, 1]), [[1, 0], ["1/3", "2/3"]])
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    p, q = _rational_pair(pair, "pair")
    rows = [tuple(row) for row in kernel]
    if len(rows) != len(p):
        raise DomainError(
            f"the kernel has {len(rows)} rows and the pair {len(p)} outcomes; allowed is one row "
            "for each outcome"
        )
    # a row is read as a pair with the first row: equal lengths, masses, sums
    exact_rows = [
        _rational_pair((row, rows[0]), f"kernel row {i}")[0] for i, row in enumerate(rows)
    ]
    p_image, q_image = (
        tuple(
            sum((mass * x for mass, x in zip(masses, column, strict=True)), Fraction(0))
            for column in zip(*exact_rows, strict=True)
        )
        for masses in (p, q)
    )
    return p_image, q_image


def _rational_pair(pair: Sequence[Any], what: str) -> tuple[Row, Row]:
    try:
        p, q = pair
    except (TypeError, ValueError):
        raise DomainError(f"{what} = {pair!r}: allowed is (p, q), two lists of masses") from None
    try:
        masses_p, masses_q, field = read_pair(p, q)
    except DomainError as error:
        raise DomainError(f"{what}: {error}") from None
    if not isinstance(field, Rationals):
        raise UnsupportedError(
            f"{what} has masses that are not rational; kernels are built over the rationals. "
            "Substitute rational values, or compare from_pair(p, q) of the two."
        )
    return tuple(masses_p), tuple(masses_q)


def _kernel(p: Row, q: Row, p2: Row, q2: Row) -> Kernel:
    """The kernel from the shadow coupling of the posteriors."""
    supply = sorted((p[i] / (p[i] + q[i]), i) for i in range(len(p)) if p[i] + q[i])
    left = [p[i] + q[i] for _, i in supply]
    positions = [x for x, _ in supply]
    columns = len(p2)
    coupling = [[Fraction(0)] * columns for _ in p]
    for j in range(columns):
        mass = p2[j] + q2[j]
        if mass:
            taken = _shadow(positions, left, mass, p2[j])
            for k, part in taken.items():
                left[k] -= part
                coupling[supply[k][1]][j] += part
    idle = tuple(Fraction(j == 0) for j in range(columns))  # for outcomes that never occur
    return tuple(
        tuple(part / (p[i] + q[i]) for part in row) if p[i] + q[i] else idle
        for i, row in enumerate(coupling)
    )


def _shadow(
    positions: list[Fraction], left: list[Fraction], mass: Fraction, moment: Fraction
) -> dict[int, Fraction]:
    """The part between two quantiles with the given mass and first moment.

    The window slides from left to right; between two events (one of its ends reaches an atom's
    end) it trades one atom for another at a constant rate, so that the moment is linear in the
    shift.
    """
    atoms = [k for k, m in enumerate(left) if m]
    window: dict[int, Fraction] = {}
    missing, head = mass, 0
    while missing:
        part = min(missing, left[atoms[head]])
        window[atoms[head]] = part
        missing -= part
        if part == left[atoms[head]]:
            head += 1
    gap = moment - sum((positions[k] * part for k, part in window.items()), Fraction(0))
    while gap:
        tail = min(window)
        front = atoms[head]
        if front == tail:  # the window lies inside one atom: slide to the end of it
            head += 1
            continue
        rate = positions[front] - positions[tail]
        step = min(window[tail], left[front] - window.get(front, Fraction(0)))
        step = min(step, gap / rate) if rate else step
        window[tail] -= step
        window[front] = window.get(front, Fraction(0)) + step
        gap -= step * rate
        if not window[tail]:
            del window[tail]
        if window[front] == left[front]:
            head += 1
    return window
