"""What a notebook shows of an object: a formula that is at hand, in LaTeX and in HTML."""

from __future__ import annotations

__all__ = ["Shown"]


class Shown:
    r"""Objects with a short formula; a subclass supplies `_mathematics`.

    A display never raises and never takes more than a moment: then it is the name of the class.

    Examples
    --------
    >>> class Half(Shown):
    ...     def _mathematics(self):
    ...         return r"\\tfrac{1}{2} < 1"
    >>> print(Half()._repr_html_())
    <span>$\\tfrac{1}{2} &lt; 1$</span>
    """

    def _mathematics(self) -> str:
        """The formula in LaTeX, without dollar signs."""
        raise NotImplementedError

    def _repr_latex_(self) -> str:
        from .latex.displays import at_once

        text = at_once(self._mathematics)
        return f"${text}$" if text else rf"$\operatorname{{{type(self).__name__}}}$"

    def _repr_html_(self) -> str:
        from .latex.displays import math_html

        return math_html(self._repr_latex_())
