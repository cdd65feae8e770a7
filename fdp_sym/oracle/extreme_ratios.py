r"""The largest and the least likelihood ratio of functions that are known by their profiles.

They are the slopes :math:`-f'(0)` and :math:`-f'(1)`. So those of a mixture are mixtures of them,
and those of an inverse are their reciprocals in the other order. The hull of a function and its
inverse is as steep at 0 as the steeper of the two.
"""

from __future__ import annotations

from sympy import Expr, Integer, exp

from ..functions import Max
from ..tradeoff.algebra import Inverse, Mixture
from ..tradeoff.base import TradeOff
from ..tradeoff.eps_delta import EpsDelta
from ..tradeoff.identity import Identity
from ..tradeoff.laplace import Laplace
from ..tradeoff.logistic import Logistic
from ..tradeoff.subsampled import Subsampled

__all__ = ["extreme_ratios"]


def extreme_ratios(f: TradeOff) -> tuple[Expr, Expr] | None:
    """The largest and the least ratio, if they are known to be finite and positive.

    Examples
    --------
    >>> from fdp_sym.amplify import SubsampledLaplace
    >>> extreme_ratios(SubsampledLaplace(1, "1/2", direction="remove"))
    (1/2 + E/2, exp(-1)/2 + 1/2)
    """
    if isinstance(f, Identity):
        return Integer(1), Integer(1)
    if isinstance(f, (Laplace, Logistic)):
        return exp(f.parameters[0]), exp(-f.parameters[0])
    if isinstance(f, EpsDelta) and f.slack == 0:
        return exp(f.eps), exp(-f.eps)
    if isinstance(f, Inverse):
        ends = extreme_ratios(f.of)
        return None if ends is None else (1 / ends[1], 1 / ends[0])
    if isinstance(f, Subsampled):
        ends = extreme_ratios(f.sampled)
        largest = None if ends is None else Max(ends[0], 1 / ends[1])
        return None if largest is None else (largest, 1 / largest)
    if isinstance(f, Mixture):
        members = [(weight, extreme_ratios(g)) for weight, g in f.parts]
        known = [(w, ends) for w, ends in members if ends is not None]
        if len(known) == len(members):
            return (
                sum((w * ends[0] for w, ends in known), Integer(0)),
                sum((w * ends[1] for w, ends in known), Integer(0)),
            )
    return None
