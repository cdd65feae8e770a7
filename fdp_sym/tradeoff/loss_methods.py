"""Functionals and divergences of a trade-off function, through the law of its privacy loss."""

from __future__ import annotations

from typing import Any

from sympy import Expr

__all__ = ["LossMethods"]


class LossMethods:
    """The part of `TradeOff` that is about the law of the privacy loss log dQ/dP."""

    # only TradeOff inherits this, which the ignored types below cannot say

    def privacy_loss(self) -> Any:
        """The law of the privacy loss log dQ/dP, a `fdp_sym.compose.loss.PrivacyLoss`."""
        from ..compose.laws import law_of

        return law_of(self)  # type: ignore[arg-type]

    def kl(self) -> Expr:
        r""":math:`\mathrm{kl}(f)=-\int_0^1\log|f'|`, the divergence KL(P||Q).

        A closed form where one is known, ``oo`` where infinite, else the unevaluated integral.

        Examples
        --------
        >>> from fdp_sym.tradeoff import EpsDelta
        >>> EpsDelta(1).kl()
        tanh(1/2)
        """
        return self._functional("kl")

    def kappa2(self) -> Expr:
        r""":math:`\kappa_2(f)=\int_0^1\log^2|f'|`; see `kl`."""
        return self._functional("kappa2")

    def kappa3(self) -> Expr:
        r""":math:`\kappa_3(f)=\int_0^1\bigl|\log|f'|\bigr|^3`; see `kl`."""
        return self._functional("kappa3")

    def kappa3_bar(self) -> Expr:
        r""":math:`\bar\kappa_3(f)=\int_0^1\bigl|\log|f'|+\mathrm{kl}(f)\bigr|^3`; see `kl`.

        Raises
        ------
        HypothesisError
            If kl is infinite.
        """
        return self._functional("kappa3_bar")

    def _functional(self, name: str) -> Expr:
        from ..divergences.functionals import functional

        return functional(self, name)  # type: ignore[arg-type]

    def renyi(self, order: Any) -> Expr:
        r"""The Renyi divergence :math:`D_a(P\|Q)=\frac1{a-1}\log\int_0^1|f'|^{1-a}`.

        The order is a number from 1, ``oo``, or an expression above 1; that of the inverse is
        :math:`D_a(Q\|P)`. See `fdp_sym.divergences.renyi`.

        Examples
        --------
        >>> from fdp_sym.tradeoff import Gaussian
        >>> (Gaussian(1) @ Gaussian(2)).renyi(3)
        15/2
        """
        from ..divergences.renyi import renyi

        return renyi(self, order)  # type: ignore[arg-type]

    def enclose_renyi(self, order: Any, digits: int = 30) -> Any:
        """A ball that contains `renyi`, of relative width at most ``10**-digits``.

        Examples
        --------
        >>> from fdp_sym.amplify import SubsampledGaussian
        >>> SubsampledGaussian(1, "1/10", direction="add").enclose_renyi("1.1").decimal(12)
        '0.00809856846807'
        """
        from ..divergences.renyi import enclose_renyi

        return enclose_renyi(self, order, digits)  # type: ignore[arg-type]

    def divergence(self, generator: Any) -> Expr:
        r"""The divergence :math:`D_F(P\|Q)=E_Q F(dP/dQ)` for a convex F.

        F is a `fdp_sym.divergences.FDivergence` such as ``TOTAL_VARIATION``, or a function of
        one expression; for :math:`D_F(Q\|P)` take the inverse.

        Examples
        --------
        >>> from fdp_sym.divergences import SQUARED_HELLINGER
        >>> from fdp_sym.tradeoff import Gaussian
        >>> Gaussian(2).divergence(SQUARED_HELLINGER)
        1 - exp(-1/2)
        """
        from ..divergences.f_divergences import divergence

        return divergence(self, generator)  # type: ignore[arg-type]

    def enclose_divergence(self, generator: Any, digits: int = 30) -> Any:
        """A ball that contains `divergence`, of relative width at most ``10**-digits``."""
        from ..divergences.f_divergences import enclose_divergence

        return enclose_divergence(self, generator, digits)  # type: ignore[arg-type]
