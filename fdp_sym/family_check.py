r"""Whether a function is a trade-off function, and its methods are about the same one.

What a class says of itself is taken at its word everywhere else. Here it is held against the laws:
:math:`0\le f(\alpha)\le1-\alpha`, non-increasing, convex, continuous; formula, floats and
enclosures agree; the profile is the least bound on all advantages; the inverse is one; and the
fixed point, the total variation and groups fit.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from sympy import (
    Add,
    Expr,
    Integer,
    Interval,
    Max,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    Symbol,
    exp,
    log,
    preorder_traversal,
)
from sympy import diff as differentiate

from .binding import replace_free
from .errors import DomainError, FdpError
from .family_points import LAWS, Sample
from .functions import Phi, Quantile
from .symbols import domain_of, real
from .theorems.defined import undefined_term
from .theorems.goals import Goal, points, show_point
from .theorems.smooth import continuous_to_the_ends, smooth_in
from .theorems.statements import Eq, Ge, Le
from .theorems.tactic import closes, need
from .theorems.verdict import Status, Verdict
from .tradeoff.base import TradeOff

__all__ = ["check_family", "family_laws"]

_MOST_TRIED = 100  # values of the symbols that a constructor may refuse


def check_family(f: TradeOff, count: int = 5) -> Verdict:
    """Whether a function satisfies every law of trade-off functions, as far as can be seen.

    Parameters
    ----------
    f : TradeOff
        One of the family; its symbols stand for any values in their domains.
    count : int
        At how many values of the symbols.

    Returns
    -------
    Verdict
        The weakest verdict of `family_laws`, with the name of its law. ``refuted`` is certain, and
        names a point; ``consistent`` is the best there is, as most laws are only sampled.

    Raises
    ------
    DomainError
        If it is no trade-off function, or no values of its symbols are found.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> check_family(Gaussian(1)).status.value
    'consistent'
    """
    found = family_laws(f, count)
    law, weakest = max(found.items(), key=lambda item: item[1].status.rank)
    detail = "; ".join(f"{name}: {verdict.status}" for name, verdict in found.items())
    if weakest.status is Status.CONSISTENT:
        route = "every law, at points where it is not proved"
    else:
        route, detail = f"{law}: {weakest.route}", f"{weakest.detail} ({detail})"
    return Verdict(weakest.status, route, weakest.witness, weakest.domain, detail)


def family_laws(f: TradeOff, count: int = 5) -> dict[str, Verdict]:
    """One verdict for each law of trade-off functions.

    ========================  =================================================================
    ``range``                 0 <= f(alpha) <= 1 - alpha
    ``non-increasing``        as it says
    ``convex``                at three neighbouring levels
    ``continuous``            at 0; elsewhere that follows from the others
    ``agreement``             ``formula``, floats, ``complement``, ``at_z``, ``enclose``
    ``profile``               ``delta`` is the least bound on 1 - f(alpha) - exp(eps) alpha
    ``inverse``               ``inverse``, and ``is_symmetric``, against the definition
    ``summaries``             ``fixed_point``, ``tv``, ``group(2)``
    ========================  =================================================================

    The first four are ``proved`` where the signs of the formula and its derivatives show them for
    all levels and all values of the symbols, else ``consistent`` at points, like the others. Floats
    may be 1e-9 off, and a profile 1e-7 above the largest advantage that is found. Not checked are
    `_reaches_limit`, and a law of the privacy loss that is registered for the class.

    Parameters
    ----------
    f : TradeOff
        One of the family; its symbols stand for any values in their domains.
    count : int
        At how many values of the symbols.

    Raises
    ------
    DomainError
        If it is no trade-off function, or no values of its symbols are found.

    Examples
    --------
    >>> from fdp_sym.tradeoff import EpsDelta
    >>> family_laws(EpsDelta(1, "1/10"))["convex"]
    Verdict(proved: signs of the formula and its derivatives on alpha in [0, 1])
    """
    if not isinstance(f, TradeOff):
        raise DomainError(f"{f!r} is no trade-off function; allowed are instances of TradeOff")
    if type(count) is not int or count < 1:
        raise DomainError(f"count = {count!r}: allowed are whole numbers from 1")
    samples = _samples(f, count)
    domain = ", ".join(
        ["alpha in [0, 1]", *(f"{s} in {domain_of(s)}" for s in sorted(f.free_symbols, key=str))]
    )
    found = {}
    for name in LAWS:
        verdict = _sampled(name, samples)
        undecided = verdict.status in (Status.CONSISTENT, Status.INCONCLUSIVE)
        if undecided and _is_proved(name, f):
            verdict = Verdict(Status.PROVED, "signs of the formula and its derivatives")
        found[name] = Verdict(
            verdict.status, verdict.route, verdict.witness, domain, verdict.detail
        )
    return found


# -- at points --------------------------------------------------------------------------------


def _samples(f: TradeOff, count: int) -> list[tuple[dict[str, str], Sample]]:
    """The function at values of its symbols, as many as its constructor takes."""
    found, reason = [], ""
    tried = points(f.free_symbols, _MOST_TRIED) if f.free_symbols else iter([{}])
    for point in tried:
        try:
            found.append((show_point(point), Sample(f.subs(point))))
        except DomainError as error:
            reason = str(error)
    if not found:
        raise DomainError(f"{f}: no values of its symbols are found that it allows ({reason})")
    return list(islice(found, count))


def _sampled(law: str, samples: list[tuple[dict[str, str], Sample]]) -> Verdict:
    route, count = "balls at exact points", 0
    for parameters, sample in samples:
        where = parameters
        try:
            for trial in LAWS[law](sample):
                where = parameters | trial.where
                if trial.holds is False:
                    return Verdict(Status.REFUTED, route, where, detail=trial.detail)
                if trial.holds is None:
                    detail = f"undecided at {where}: {trial.detail}"
                    return Verdict(Status.INCONCLUSIVE, route, detail=detail)
                count += 1
        except FdpError as error:
            return Verdict(Status.INCONCLUSIVE, route, detail=f"{_shown(sample, where)}{error}")
        except Exception as error:  # whatever the methods of a class of the user's do
            what = f"{type(error).__name__}: {error}"
            return Verdict(Status.ERROR, route, detail=f"{_shown(sample, where)}{what}")
    return Verdict(Status.CONSISTENT, f"{count} comparisons at points, no proof")


def _shown(sample: Sample, where: dict[str, str]) -> str:
    at = ", ".join(f"{name} = {value}" for name, value in where.items())
    return f"{sample.f}{f', after {at}' if at else ''}: "


# -- for all levels and symbols ---------------------------------------------------------------


def _is_proved(law: str, f: TradeOff) -> bool:
    rule = _RULES.get(law)
    try:
        return rule is not None and rule(_Formula(f))
    except FdpError:
        return False


class _Formula:
    """The formula at a level of [0, 1], and at one inside: laws of members are laws of a maximum.

    Raises
    ------
    HypothesisError
        If it is not seen to be continuous on [0, 1] and smooth inside.
    """

    def __init__(self, f: TradeOff) -> None:
        taken = {str(s) for s in f.free_symbols}
        name = next(n for n in ("alpha", *map("t_{}".format, range(99))) if n not in taken)
        self.x, self.t = real(name, Interval(0, 1)), real(name, Interval.open(0, 1))
        self.whole = f.formula(self.x)
        self.members = self.whole.args if isinstance(self.whole, Max) else (self.whole,)
        self.inside = [replace_free(e, {self.x: self.t}) for e in self.members]
        for e, inner in zip(self.members, self.inside, strict=True):
            # what tests x <= 0 is smooth inside, where SymPy knows the answer
            need(all(isinstance(n, _SMOOTH) for n in preorder_traversal(e)), f"{e} is smooth")
            need(undefined_term(e) is None, f"{e} is defined")
            need(continuous_to_the_ends(e, self.x), f"{e} is continuous at the ends")
            need(smooth_in(inner, self.t, ()), f"{e} is smooth inside")
        for end in (Integer(0), Integer(1)):
            same = Eq(f.formula(end), self.at(end))
            need(closes(Goal(same)), f"{same}")

    def at(self, end: Expr) -> Expr:
        return replace_free(self.whole, {self.x: end})

    def has_slopes(self, order: int) -> bool:
        """Whether -f' (order 1) or f'' (order 2) is nowhere negative inside."""
        slopes = [(-1) ** order * differentiate(e, self.t, order) for e in self.inside]
        return all(closes(Goal(Ge(slope, 0))) for slope in slopes)

    def in_range(self) -> bool:
        if any(closes(Goal(Ge(e, 0))) for e in self.members):
            return all(closes(Goal(Le(e, 1 - self.x))) for e in self.members)
        # a convex function is below the chord of its ends, and a non-increasing one above its last
        ends = closes(Goal(Le(self.at(Integer(0)), 1))) and closes(Goal(Eq(self.at(Integer(1)), 0)))
        return ends and self.has_slopes(1) and self.has_slopes(2)


_SMOOTH = (Add, Mul, Pow, exp, log, Phi, Quantile, Symbol, Number, NumberSymbol)
_RULES: dict[str, Callable[[_Formula], bool]] = {
    "range": _Formula.in_range,
    "non-increasing": lambda formula: formula.has_slopes(1),
    "convex": lambda formula: formula.has_slopes(2),
    "continuous": lambda _: True,
}
