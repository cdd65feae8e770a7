"""How a trade-off function is shown: its formula in a notebook, and plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import DomainError

if TYPE_CHECKING:
    from .base import TradeOff

__all__ = ["ShownMethods"]


class ShownMethods:
    """The part of `TradeOff` that is about showing it."""

    # only TradeOff inherits this, which the ignored types below cannot say

    def plot(self, *others: TradeOff, kind: str = "tradeoff", **options: Any) -> Any:
        """A `fdp_sym.plots.Plot` of this function and others.

        Parameters
        ----------
        others : TradeOff
        kind : {"tradeoff", "profile", "region", "composition"}
            Which function of `fdp_sym.plots` makes it.
        options
            Those of that function, such as ``scale``, ``labels``, ``certified`` and ``file``.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian, Laplace
        >>> Gaussian(1).plot(Laplace(1))
        Plot($G_{1}$, $L_{1}$)
        """
        from .. import plots

        kinds = ("tradeoff", "profile", "region", "composition")
        if kind not in kinds:
            raise DomainError(f"kind = {kind!r}: allowed are {', '.join(kinds)}")
        return getattr(plots, kind)(self, *others, **options)

    def _repr_latex_(self) -> str:
        from ..latex.displays import tradeoff_latex

        return tradeoff_latex(self)  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        from ..latex.displays import math_html

        return math_html(self._repr_latex_())
