"""Arithmetic by MPFR, through gmpy2: intervals whose ends are rounded downward and upward.

MPFR rounds every elementary function correctly, so the true value lies between the ends; that is
an enclosure of its own, which shares no code with Arb. Functions that are not monotone take their
Lipschitz constant or are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..errors import UnsupportedError
from .arithmetic import Arithmetic
from .grid import largest_value

__all__ = ["Mpfr", "gmpy2_or_error"]

Ends = tuple[Any, Any]


def gmpy2_or_error() -> Any:
    """The module gmpy2, or UnsupportedError with how to install it."""
    try:
        import gmpy2
    except ImportError as error:
        raise UnsupportedError(
            "opinions by MPFR need gmpy2, which is not installed: pip install 'fdp_sym[smt]'"
        ) from error
    return gmpy2


class Mpfr(Arithmetic):
    """Intervals of MPFR numbers.

    Every operation names the context that rounds it: Python's operators would take the precision
    of whatever context is current.

    Parameters
    ----------
    bits : int
        The precision of their ends.

    Examples
    --------
    >>> low, high = Mpfr(64).function("exp", Mpfr(64).number(Fraction(1)))
    >>> float(low) <= 2.718281828459045 <= float(high)
    True
    """

    name = "MPFR"

    def __init__(self, bits: int) -> None:
        self.gmpy2 = gmpy2_or_error()
        self.bits = bits
        wide = {"emin": self.gmpy2.get_emin_min(), "emax": self.gmpy2.get_emax_max()}
        self.down, self.up = (
            self.gmpy2.context(precision=bits, round=mode, subnormalize=False, **wide)
            for mode in (self.gmpy2.RoundDown, self.gmpy2.RoundUp)
        )

    def number(self, x: Fraction) -> Ends:
        exact = self.gmpy2.mpq(x.numerator, x.denominator)
        ends = []
        for context in (self.down, self.up):
            with self.gmpy2.context(context):
                ends.append(self.gmpy2.mpfr(exact))
        return ends[0], ends[1]

    def sign(self, x: Ends) -> int | None:
        low, high = x
        if low > 0:
            return 1
        if high < 0:
            return -1
        return 0 if low == high == 0 else None

    def add(self, x: Ends, y: Ends) -> Ends:
        return self._checked(self.down.add(x[0], y[0]), self.up.add(x[1], y[1]))

    def multiply(self, x: Ends, y: Ends) -> Ends:
        pairs = [(a, b) for a in x for b in y]
        low = min(self.down.mul(a, b) for a, b in pairs)
        return self._checked(low, max(self.up.mul(a, b) for a, b in pairs))

    def divide(self, x: Ends, y: Ends) -> Ends:
        pairs = [(a, b) for a in x for b in y]
        low = min(self.down.div(a, b) for a, b in pairs)
        return self._checked(low, max(self.up.div(a, b) for a, b in pairs))

    def root(self, x: Ends, degree: int) -> Ends:
        low = max(x[0], self.gmpy2.mpfr(0))  # the number is known not to be negative
        if degree == 2:
            return self._checked(self.down.sqrt(low), self.up.sqrt(x[1]))
        return self._checked(self.down.rootn(low, degree), self.up.rootn(x[1], degree))

    def larger(self, x: Ends, y: Ends) -> Ends:
        return max(x[0], y[0]), max(x[1], y[1])

    def constant(self, name: str) -> Ends:
        if name == "E":
            return self.function("exp", self.number(Fraction(1)))
        ends = []
        for context in (self.down, self.up):
            with self.gmpy2.context(context):
                ends.append(self.gmpy2.const_pi())
        return ends[0], ends[1]

    def function(self, name: str, x: Ends) -> Ends:
        if name in _INCREASING:
            method = _INCREASING[name]
            return self._checked(getattr(self.down, method)(x[0]), getattr(self.up, method)(x[1]))
        special: dict[str, Callable[[Ends], Ends]] = {
            "erfc": self._erfc,
            "cosh": self._cosh,
            "sin": lambda y: self._lipschitz("sin", y),
            "cos": lambda y: self._lipschitz("cos", y),
            "gamma": lambda y: self._beyond("gamma", y, Fraction(3, 2)),
            "loggamma": lambda y: self._beyond("lngamma", y, Fraction(3, 2)),
            "digamma": lambda y: self._beyond("digamma", y, Fraction(0)),
            "Phi": self._phi,
            "Quantile": self._quantile,
        }
        if name not in special:
            raise UnsupportedError(f"{self.name} has no {name}")
        return special[name](x)

    def supremum(self, body: Callable[[Any], Any], low: Any, high: Any) -> Ends:
        """From a value that is attained to infinity: enough where a supremum is too large."""
        if isinstance(low, tuple) or isinstance(high, tuple):
            raise UnsupportedError(f"{self.name} has no suprema between irrational ends")
        found = largest_value(body, low, high, rounds=4, size=lambda value: value[0])
        return found[0], self.gmpy2.inf()

    # -- functions ----------------------------------------------------------------------------

    def _checked(self, low: Any, high: Any) -> Ends:
        if not low <= high:  # nan
            raise UnsupportedError("a value beyond the range of MPFR")
        return low, high

    def _erfc(self, x: Ends) -> Ends:
        return self._checked(self.down.erfc(x[1]), self.up.erfc(x[0]))

    def _cosh(self, x: Ends) -> Ends:
        sizes = [max(end, self.down.minus(end)) for end in x]
        least = self.gmpy2.mpfr(0) if x[0] <= 0 <= x[1] else min(sizes)
        return self._checked(self.down.cosh(least), self.up.cosh(max(sizes)))

    def _lipschitz(self, name: str, x: Ends) -> Ends:
        width = self.up.sub(x[1], x[0])
        low = self.down.sub(min(getattr(self.down, name)(end) for end in x), width)
        return self._checked(low, self.up.add(max(getattr(self.up, name)(e) for e in x), width))

    def _beyond(self, method: str, x: Ends, start: Fraction) -> Ends:
        """A function that increases from ``start`` on."""
        if not x[0] > start:
            raise UnsupportedError(f"{method} at most at {start}")
        value = getattr(self.down, method)(x[0]), getattr(self.up, method)(x[1])
        low, high = (v[0] if isinstance(v, tuple) else v for v in value)
        return self._checked(low, high)

    def _phi(self, x: Ends) -> Ends:
        """erfc(-x / sqrt 2) / 2."""
        negated = (self.down.minus(x[1]), self.down.minus(x[0]))  # exact
        root = (self.down.sqrt(2), self.up.sqrt(2))
        low, high = self._erfc(self.divide(negated, root))
        return self.down.div_2exp(low, 1), self.up.div_2exp(high, 1)

    def _quantile(self, p: Ends) -> Ends:
        """The solution of Phi(x) = p, found by Newton's method and then enclosed by Phi."""
        low, high = (self._newton(end) for end in p)
        step = self.gmpy2.exp2(16 - self.bits)
        for _ in range(40):
            low = self.down.sub(low, self.up.mul(step, max(1, low, self.down.minus(low))))
            high = self.up.add(high, self.up.mul(step, max(1, high, self.down.minus(high))))
            if self._phi((low, low))[1] <= p[0] and self._phi((high, high))[0] >= p[1]:
                return low, high
            step = self.up.mul(step, 16)
        raise UnsupportedError("the normal quantile is not enclosed")

    def _newton(self, p: Any) -> Any:
        """About the quantile of p < 1: Newton on log Phi, which is concave, from below the root."""
        upper = 2 * p > 1
        with self.gmpy2.context(self.down, round=self.gmpy2.RoundToNearest):
            g = self.gmpy2
            small = 1 - p if upper else p
            target, root2 = g.log(small), g.sqrt(g.mpfr(2))
            x = -g.sqrt(max(-2 * g.log(2 * small), g.mpfr(0)))
            for _ in range(500):
                cdf = g.erfc(-x / root2) / 2
                density = g.exp(-x * x / 2) / g.sqrt(2 * g.const_pi())
                step = (g.log(cdf) - target) * cdf / density
                x -= step
                if abs(step) <= abs(x) * g.mpfr(2) ** (8 - self.bits) or not step:
                    break
            return -x if upper else x


_INCREASING = {
    "exp": "exp",
    "log": "log",
    "erf": "erf",
    "sinh": "sinh",
    "tanh": "tanh",
    "atan": "atan",
}
