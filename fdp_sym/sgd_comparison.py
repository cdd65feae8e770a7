r"""The privacy of noisy SGD by every route, side by side: exact, by limits, Edgeworth, Renyi.

Only the exact values and Renyi's are bounds. The exact ones are enclosures; a limit or an Edgeworth
value may lie on either side. Uniform batches protect against the replacement of a record, Poisson
batches against its addition or removal: those columns answer different questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Expr, Interval, oo

from .compose.edgeworth import edgeworth
from .divergences.renyi_dp import RenyiDP
from .errors import DomainError
from .exact import parameter
from .sgd import noisy_sgd, sgd_limit

if TYPE_CHECKING:
    from .balls import Ball
    from .latex.tables import Table

__all__ = ["PUBLISHED", "SgdRow", "SgdTable", "sgd_table"]

PUBLISHED = (("1.3", 15), ("1.1", 60), ("0.7", 45))
_POSITIVE = Interval.open(0, oo)
_RENYI_DIGITS = 6  # that is how far the search for the best order reaches
_POISSON = {"sampling": "poisson", "neighbours": "add-remove", "noise": "sensitivity"}
_UNIFORM = {"sampling": "uniform", "neighbours": "replace-one", "noise": "sensitivity"}


@dataclass(frozen=True)
class SgdRow:
    """One choice of noise and epochs; everything but sigma, epochs and steps is a Ball.

    Attributes
    ----------
    sigma, epochs : Expr
        The noise, in multiples of the sensitivity, and the passes over the data.
    steps : int
        The whole batches in the epochs, which the exact, Edgeworth and Renyi columns count; the
        limits take the fraction too.
    mu_poisson, mu_uniform : Ball
        Parameters of the Gaussian limits. **No bounds.**
    limit_poisson, limit_uniform : Ball
        Epsilon of the Gaussian limits. **No bounds.**
    edgeworth_remove : Ball
        Epsilon of the Edgeworth approximation of order 2, direction remove. **No bound.**
    renyi : Ball
        The least epsilon by Renyi divergences of all orders; for both directions of Poisson
        batches. Its upper end is a bound.
    remove, add : Ball
        Epsilon of Poisson batches, exactly, in both directions. The larger one holds for both.
    uniform : Ball
        Epsilon of uniform batches, exactly.
    """

    sigma: Expr
    epochs: Expr
    steps: int
    mu_poisson: Ball
    mu_uniform: Ball
    limit_poisson: Ball
    limit_uniform: Ball
    edgeworth_remove: Ball
    renyi: Ball
    remove: Ball
    add: Ball
    uniform: Ball


class SgdTable(list[SgdRow]):
    """Rows of `sgd_table`, which can be written as a table whose digits are all proved."""

    def table(self, digits: int = 6) -> Table:
        """What is certain rounded up, approximations to the nearest, for any format.

        Parameters
        ----------
        digits : int
            Significant digits; fewer than the rows were asked for. A digit that is not proved
            makes its cell a dash.
        """
        from .latex.tables import Column, Table

        columns = [
            Column(r"$\sigma$", "sigma"),
            Column("epochs", "epochs"),
            Column("steps", "steps"),
            Column("Poisson, remove", "remove", "up"),
            Column("Poisson, add", "add", "up"),
            Column("uniform", "uniform", "up"),
            Column("Renyi", "renyi", "up", min(digits, _RENYI_DIGITS - 1)),
            Column("CLT, Poisson (no bound)", "limit_poisson"),
            Column("CLT, uniform (no bound)", "limit_uniform"),
            Column("Edgeworth, remove (no bound)", "edgeworth_remove"),
        ]
        return Table(self, columns, digits)

    def latex(self, digits: int = 6, **options: Any) -> str:
        """A table of booktabs; options are ``caption``, ``label``, ``siunitx``."""
        return self.table(digits).latex(**options)

    def _repr_latex_(self) -> str:
        return self.latex()

    def _repr_html_(self) -> str:
        return self.table().html()


def sgd_table(
    points: Iterable[tuple[Any, Any]] = PUBLISHED,
    *,
    n: int = 60000,
    batch: int = 256,
    delta: Any = "1e-5",
    digits: int = 10,
) -> SgdTable:
    """Epsilon of noisy SGD by every route.

    Parameters
    ----------
    points : iterable of (sigma, epochs)
        By default those of the published examples.
    n, batch : positive integer
        Records, and records in a batch.
    delta : number in (0, 1)
    digits : int
        The relative width asked for, as a number of digits.

    Raises
    ------
    DomainError
        For parameters outside their domains.

    Examples
    --------
    >>> (row,) = sgd_table([(2, 20)], n=1000, batch=50, digits=6)
    >>> row.steps, row.remove.decimal(5), row.add.decimal(5), row.limit_poisson.decimal(5)
    (400, '2.2464', '1.9943', '2.1404')

    Source
    ------
    Bu, Dong, Long and Su, arXiv:1911.11607 (the limits of the published examples).
    """
    try:
        pairs = [(sigma, epochs) for sigma, epochs in points]
    except (TypeError, ValueError):
        raise DomainError(f"points = {points!r}: allowed are pairs (sigma, epochs)") from None
    return SgdTable(_row(sigma, epochs, n, batch, delta, digits) for sigma, epochs in pairs)


def _row(sigma: Any, epochs: Any, n: int, batch: int, delta: Any, digits: int) -> SgdRow:
    passes = parameter(epochs, "epochs", _POSITIVE)
    records, size = parameter(n, "n", _POSITIVE), parameter(batch, "batch", _POSITIVE)
    count = passes * records / size
    if count.free_symbols or parameter(sigma, "sigma", _POSITIVE).free_symbols:
        raise DomainError("sgd_table: allowed are numbers for sigma, epochs, n and batch")
    steps = int(count)
    if steps == 0:
        raise DomainError(f"epochs = {epochs} of {n}/{batch} batches: allowed is a batch or more")
    run = (n, batch, sigma)
    limit_poisson, limit_uniform = (
        sgd_limit(*run, epochs=passes, **kind) for kind in (_POISSON, _UNIFORM)
    )
    remove, add = (noisy_sgd(*run, steps=steps, direction=d, **_POISSON) for d in ("remove", "add"))
    uniform = noisy_sgd(*run, steps=steps, **_UNIFORM)
    return SgdRow(
        sigma=parameter(sigma, "sigma", _POSITIVE),
        epochs=passes,
        steps=steps,
        mu_poisson=limit_poisson.enclose_mu(digits),
        mu_uniform=limit_uniform.enclose_mu(digits),
        limit_poisson=limit_poisson.enclose_epsilon(delta, digits),
        limit_uniform=limit_uniform.enclose_epsilon(delta, digits),
        edgeworth_remove=edgeworth([remove], 2).enclose_epsilon(delta, digits),
        renyi=RenyiDP.of(remove).epsilon(delta, digits=min(digits, _RENYI_DIGITS)),
        remove=remove.enclose_epsilon(delta, digits),
        add=add.enclose_epsilon(delta, digits),
        uniform=uniform.enclose_epsilon(delta, digits),
    )
