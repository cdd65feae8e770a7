r"""Noisy stochastic gradient descent: its trade-off function, and its Gaussian limits.

T steps, each on a batch of about m of the n records, each adding normal noise of :math:`\sigma`
times the sensitivity :math:`\Delta` of the sum of the clipped gradients:

* batches of exactly m, one record replaced: :math:`C_{m/n}(G_{1/\sigma})^{\otimes T}`;
* Poisson batches (every record with probability q = m/n for itself), one record added or removed:
  the T-th power of :math:`qG_{1/\sigma}+(1-q)\mathrm{Id}` or of its inverse, by direction;
* Poisson batches, one record replaced: :math:`C_q(G_{1/\sigma})^{\otimes T}` again.

**The factor 2.** With gradients clipped to norm C, :math:`\Delta` is 2C where a record is replaced
and C where it is added or removed. Programs scale their noise by C: of noise :math:`\sigma C` the
first relation makes :math:`G_{2/\sigma}`. So the unit of the noise is always stated.

As T grows and :math:`m\sqrt T/n` tends to c, these functions tend to Gaussian ones. What that gives
for a finite T, `sgd_limit`, is an approximation and **no bound** in any direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Expr, Interval, exp, oo, sqrt

from .amplify import poisson
from .errors import DomainError, UnsupportedError
from .exact import parameter
from .functions import Phi
from .shown import Shown
from .tradeoff.base import TradeOff
from .tradeoff.gaussian import Gaussian

if TYPE_CHECKING:
    from .balls import Ball

__all__ = ["SgdLimit", "noisy_sgd", "sgd_limit"]

_POSITIVE = Interval.open(0, oo)
_RELATIONS = {"uniform": ("replace-one",), "poisson": ("add-remove", "replace-one")}


def noisy_sgd(
    n: Any,
    batch: Any,
    sigma: Any,
    *,
    steps: Any = None,
    epochs: Any = None,
    sampling: str,
    neighbours: str,
    noise: str,
    direction: str | None = None,
) -> TradeOff:
    r"""The trade-off function of noisy stochastic gradient descent.

    Parameters
    ----------
    n : positive integer
        The number of records.
    batch : number in [0, n]
        The number m of records in a batch; with Poisson batches its mean q n.
    sigma : positive number or expression
        The noise multiplier, see ``noise``.
    steps : integer >= 0, or an integer symbol
        The number of batches. Give either this or ``epochs``.
    epochs : number
        Passes over the data: ``epochs n / batch`` steps, which has to be a whole number.
    sampling : "uniform" or "poisson"
        Batches of exactly m records, or each record with probability m/n for itself.
    neighbours : "replace-one" or "add-remove"
        The neighbouring relation; the second with Poisson batches only.
    noise : "sensitivity" or "clipping norm"
        What the noise of one step, added to the sum of the gradients, is sigma times of. With
        ``"replace-one"`` the sensitivity is twice the clipping norm.
    direction : "remove" or "add", with ``"add-remove"`` only
        ``"remove"``: the data without the record against those with it. Both have to be looked at;
        ``.two_sided()`` of the result holds for both.

    Raises
    ------
    DomainError
        For parameters outside their domains, or a combination that is none of the above.
    UnsupportedError
        For a neighbouring relation that the sampling has no theorem for.

    Examples
    --------
    >>> noisy_sgd(100, 10, 2, steps=50, sampling="poisson", neighbours="add-remove",
    ...           noise="clipping norm", direction="add")
    Inverse(Mixture((1/10, Gaussian(1/2)), (9/10, Identity())))**50

    Uniform batches are symmetric, so that Theorem 3.4 gives a band around the Gaussian function.
    As wide as here it says nothing about a small delta; the exact value needs no limit:

    >>> from fdp_sym.compose.central_limit import clt
    >>> f = noisy_sgd(60000, 256, "1.3", steps=3515, sampling="uniform",
    ...               neighbours="replace-one", noise="sensitivity")
    >>> clt([f]).enclose_gamma(6).decimal(6), f.enclose_epsilon("1e-5", 6).decimal(6)
    ('0.0337605', '1.06686')

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Theorem 5.1 (uniform batches); Bu, Dong, Long and Su,
    arXiv:1911.11607 (Poisson batches).
    """
    run = _Run.of(n, batch, sigma, steps, epochs, sampling, neighbours, noise)
    if not run.steps.is_integer:
        raise DomainError(
            f"{run.steps} steps: allowed is a whole number; give steps, rounded as the training "
            "does it"
        )
    if neighbours == "replace-one":
        if direction is not None:
            raise DomainError(
                f"direction = {direction!r}: with replaced records both directions are the same; "
                "leave it out"
            )
        return Gaussian(run.mu).subsample(run.rate) ** run.steps
    if direction not in ("remove", "add"):
        raise DomainError(
            f'direction = {direction!r}: allowed are "remove" and "add", which differ; for '
            'replaced records give neighbours="replace-one"'
        )
    return poisson(Gaussian(run.mu), run.rate, direction=direction) ** run.steps


def sgd_limit(
    n: Any,
    batch: Any,
    sigma: Any,
    *,
    steps: Any = None,
    epochs: Any = None,
    sampling: str,
    neighbours: str,
    noise: str,
) -> SgdLimit:
    r"""The Gaussian **approximation** of noisy stochastic gradient descent. It is no bound.

    With :math:`c=m\sqrt T/n`, s the :math:`\mu` of a single step without sampling:

    * one record replaced: :math:`\mu=\sqrt2\,c\sqrt{e^{s^2}\Phi(3s/2)+3\Phi(-s/2)-2}`;
    * one added or removed: :math:`\mu=c\sqrt{e^{s^2}-1}`, in both directions.

    Parameters
    ----------
    n, batch, sigma, steps, epochs, sampling, neighbours, noise
        As for `noisy_sgd`; the number of steps need not be a whole one.

    Examples
    --------
    >>> limit = sgd_limit(60000, 256, "1.3", epochs=15, sampling="poisson",
    ...                   neighbours="add-remove", noise="clipping norm")
    >>> limit.enclose_mu(12).decimal(9), limit.enclose_epsilon("1e-5", 12).decimal(9)
    ('0.227274167', '0.834462903')

    Source
    ------
    Dong, Roth and Su, arXiv:1905.02383v3, Section 5 (uniform); Bu, Dong, Long and Su,
    arXiv:1911.11607, Section 3 (Poisson).
    """
    run = _Run.of(n, batch, sigma, steps, epochs, sampling, neighbours, noise)
    s, c = run.mu, run.rate * sqrt(run.steps)
    if neighbours == "replace-one":
        half = s / 2
        root = sqrt(2 * (exp(s**2) * Phi(3 * half) + 3 * Phi(-half) - 2))
    else:
        root = sqrt(exp(s**2) - 1)
    return SgdLimit(sampling, neighbours, c * root)


@dataclass(frozen=True)
class SgdLimit(Shown):
    """The Gaussian function to which noisy gradient descent tends: an approximation, no bound.

    Attributes
    ----------
    sampling, neighbours : str
        As for `noisy_sgd`.
    mu : Expr
        The parameter of the Gaussian function.
    """

    sampling: str
    neighbours: str
    mu: Expr

    def __repr__(self) -> str:
        return (
            f"Gaussian approximation (no bound), {self.sampling} batches, {self.neighbours}, "
            f"mu = {self.mu}"
        )

    @property
    def gaussian(self) -> Gaussian:
        """The limit as a trade-off function. Nothing says on which side the truth lies."""
        return Gaussian(self.mu)

    def enclose_mu(self, digits: int = 30) -> Ball:
        """A ball that contains mu."""
        from .balls import enclose

        return enclose(self.mu, digits=digits, route="central limit, no bound")

    def enclose_delta(self, eps: Any, digits: int = 30) -> Ball:
        """A ball that contains the approximate delta, which is no bound of the true one."""
        return self._labelled(self.gaussian.enclose_delta(eps, digits))

    def enclose_epsilon(self, delta: Any, digits: int = 30) -> Ball:
        """A ball that contains the approximate epsilon, which is no bound of the true one."""
        return self._labelled(self.gaussian.enclose_epsilon(delta, digits))

    @staticmethod
    def _labelled(ball: Ball) -> Ball:
        return type(ball)(ball.lower, ball.upper, "central limit, no bound")

    def _mathematics(self) -> str:
        from .latex.displays import short

        return rf"f \approx G_\mu, \quad \mu = {short(self.mu)} \quad\text{{(no bound)}}"


@dataclass(frozen=True)
class _Run:
    """One step without sampling is mu-GDP; records are used at the rate; so many steps."""

    mu: Expr
    rate: Expr
    steps: Expr

    @classmethod
    def of(
        cls,
        n: Any,
        batch: Any,
        sigma: Any,
        steps: Any,
        epochs: Any,
        sampling: str,
        neighbours: str,
        noise: str,
    ) -> _Run:
        scale = parameter(sigma, "sigma", _POSITIVE)
        records = parameter(n, "n", _POSITIVE)
        size = parameter(batch, "batch", Interval(0, oo))
        rate = parameter(size / records, "batch/n", Interval(0, 1))
        if sampling == "uniform" and False in (size.is_integer, records.is_integer):
            raise DomainError(
                f"batches of {size} of {records} records: allowed are whole numbers; for a random "
                'size take sampling="poisson"'
            )
        factor = _factor(sampling, neighbours, noise)
        return cls(factor / scale, rate, _steps(steps, epochs, rate))


def _factor(sampling: str, neighbours: str, noise: str) -> int:
    """The sensitivity in units of what sigma multiplies."""
    if sampling not in list(_RELATIONS):  # a list, as others may not be hashable
        raise DomainError(f'sampling = {sampling!r}: allowed are "uniform" and "poisson"')
    if neighbours not in _RELATIONS["poisson"]:
        raise DomainError(
            f'neighbours = {neighbours!r}: allowed are "replace-one" and "add-remove"'
        )
    if noise not in ("sensitivity", "clipping norm"):
        raise DomainError(
            f'noise = {noise!r}: allowed are "sensitivity" and "clipping norm"; with '
            '"replace-one" the sensitivity is twice the clipping norm'
        )
    if neighbours not in _RELATIONS[sampling]:
        raise UnsupportedError(
            "uniform batches with one record added or removed: batches of m of n and of n + 1 "
            'records; allowed are neighbours="replace-one", or Poisson batches'
        )
    return 2 if (neighbours, noise) == ("replace-one", "clipping norm") else 1


def _steps(steps: Any, epochs: Any, rate: Expr) -> Expr:
    if (steps is None) == (epochs is None):
        raise DomainError("give either steps or epochs, the number of batches or of passes")
    if steps is not None:
        return parameter(steps, "steps", Interval(0, oo))
    passes = parameter(epochs, "epochs", Interval(0, oo))
    if rate == 0:
        raise DomainError("epochs of empty batches: give steps instead")
    return passes / rate
