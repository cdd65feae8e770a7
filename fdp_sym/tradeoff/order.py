"""The order between trade-off functions: f >= g on the whole of [0, 1], as a verdict.

What is decided exactly: equality, ``Identity`` above everything, members of one family (by their
parameters), maxima (member by member), products (factor by factor), rates of subsampling,
piecewise-linear functions, and f >= f_{eps,delta} through one value of the profile. Anything else
is searched for a counterexample, which is certified by balls at a rational level; a search that
finds none proves nothing and says ``consistent``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Expr, Integer, Rational, exp, log

from ..errors import FdpError, PrecisionError, UnsupportedError
from ..signs import possible_signs
from ..theorems.verdict import Status, Verdict
from . import numeric
from .algebra import Maximum
from .base import Array, TradeOff
from .certify import certified_sign
from .eps_delta import EpsDelta
from .gaussian import Gaussian
from .identity import Identity
from .laplace import Laplace
from .logistic import Logistic
from .piecewise_linear import as_piecewise_linear
from .subsampled import Subsampled

__all__ = ["at_least"]

_LEVELS = "alpha in [0, 1]"
_SEED = 20190507
_CANDIDATES = 8
_DIGITS = 8  # of enclosed profiles: refutations closer than that stay undecided


def at_least(f: TradeOff, g: TradeOff) -> Verdict:
    """Whether f >= g everywhere on [0, 1].

    Examples
    --------
    >>> at_least(Gaussian(1), Gaussian(2))
    Verdict(proved: G_mu decreases in mu on alpha in [0, 1])
    >>> at_least(Gaussian(1), EpsDelta(1)).status.value
    'refuted'
    """
    if f == g:
        return Verdict(Status.PROVED, "the same function", domain=_LEVELS)
    if f == Identity():
        return Verdict(Status.PROVED, "a trade-off function is at most 1 - alpha", domain=_LEVELS)
    rules = (_by_members, _by_factors, _by_shift, _by_region, _by_vertices, _by_rate, _by_profile)
    for decide in rules:
        verdict = decide(f, g)
        if verdict is not None:
            return verdict
    if f.free_symbols | g.free_symbols:
        return Verdict(
            Status.INCONCLUSIVE,
            "no exact rule applies",
            domain=_LEVELS,
            detail="substitute numbers for the symbols to search for a counterexample",
        )
    try:
        return _search(f, g)
    except UnsupportedError as error:
        return Verdict(
            Status.INCONCLUSIVE, "no exact rule applies", domain=_LEVELS, detail=str(error)
        )


# -- exact rules -----------------------------------------------------------------------------------


def _by_rate(f: TradeOff, g: TradeOff) -> Verdict | None:
    """The laws of subsampling."""
    return f._at_least(g) if isinstance(f, Subsampled) else None


def _by_members(f: TradeOff, g: TradeOff) -> Verdict | None:
    """f >= max(g_i) iff f >= every g_i; max(f_i) >= g if some f_i >= g."""
    if isinstance(g, Maximum):
        verdicts = [at_least(f, member) for member in g.functions]
        worst = max(verdicts, key=lambda verdict: verdict.status.rank)
        return Verdict(
            worst.status, f"each member: {worst.route}", worst.witness, _LEVELS, worst.detail
        )
    if isinstance(f, Maximum):
        for member in f.functions:
            verdict = _exactly(member, g)
            if verdict is not None and verdict.status == Status.PROVED:
                return Verdict(Status.PROVED, f"the member {member}: {verdict.route}", {}, _LEVELS)
    return None


def _by_factors(f: TradeOff, g: TradeOff) -> Verdict | None:
    """f >= g if each factor of f lies above one factor of g of its own: what is left of g is <= Id.

    This proves an order and never refutes one.
    """
    ours, theirs = dict(f._factors()), dict(g._factors())
    if len(ours) == len(theirs) == 1 and {*ours.values(), *theirs.values()} == {1}:
        return None
    # equal factors first: they are matched with themselves
    pairs = [(h, h) for h in ours if h in theirs]
    pairs += [(high, low) for high in ours for low in theirs if high != low]
    for high, low in pairs:
        ours[high], theirs[low], matched = _matched(ours[high], theirs[low])
        if matched and high != low:
            verdict = _exactly(high, low)
            if verdict is None or verdict.status != Status.PROVED:
                ours[high], theirs[low] = ours[high] + matched, theirs[low] + matched
    if any(n != 0 for n in ours.values()):
        return None
    route = "factor by factor: the product is monotone in each, and a factor makes it smaller"
    return Verdict(Status.PROVED, route, domain=_LEVELS)


def _matched(n: Any, m: Any) -> tuple[Any, Any, Any]:
    """What is left of two multiplicities, and how much of them is matched."""
    gap = Integer(0) + m - n
    common = n if gap.is_nonnegative else m if gap.is_nonpositive else 0
    return n - common, m - common, common


def _exactly(f: TradeOff, g: TradeOff) -> Verdict | None:
    if f == g:
        return Verdict(Status.PROVED, "the same function", domain=_LEVELS)
    verdict = _by_shift(f, g)
    return _by_region(f, g) if verdict is None else verdict


def _by_shift(f: TradeOff, g: TradeOff) -> Verdict | None:
    """Shift families decrease, at every alpha in (0, 1) strictly, in the shift."""
    for family, name in ((Gaussian, "G_mu"), (Laplace, "L_mu"), (Logistic, "the logistic family")):
        if isinstance(f, family) and isinstance(g, (family, Identity)):
            low = f.parameters[0]
            high: Any = g.parameters[0] if g.parameters else Rational(0)
            route = f"{name} decreases in {'mu' if 'mu' in name else 'the shift'}"
            return _from_signs(high - low, route, Rational(1, 2))  # type: ignore[operator]
    return None


def _by_region(f: TradeOff, g: TradeOff) -> Verdict | None:
    """f_{eps,delta} >= f_{eps',delta'} iff delta <= delta' and the fixed points are ordered."""
    if not isinstance(f, EpsDelta) or not isinstance(g, EpsDelta):
        return None
    route = "inclusion of privacy regions by their vertices"
    top = _signs(g.slack - f.slack)
    corner = _signs((1 - f.slack) * (1 + exp(g.eps)) - (1 - g.slack) * (1 + exp(f.eps)))
    if top <= {0, 1} and corner <= {0, 1}:
        return Verdict(Status.PROVED, route, domain=_LEVELS)
    if top == {-1}:
        return Verdict(Status.REFUTED, route, {"alpha": "0"}, _LEVELS)
    if f.free_symbols | g.free_symbols:
        return Verdict(Status.INCONCLUSIVE, route, domain=_LEVELS, detail="depends on the symbols")
    return _search(f, g)  # the corner is irrational: a rational level next to it is a witness


def _by_vertices(f: TradeOff, g: TradeOff) -> Verdict | None:
    """For piecewise-linear f: at its vertices, as g is convex between them."""
    vertices = _vertices(f)
    if vertices is None:
        return None
    if _vertices(g) is not None:
        exact, other = as_piecewise_linear(f), as_piecewise_linear(g)
        return exact._at_least(other) if exact and other else None
    if f.free_symbols | g.free_symbols:
        return None
    try:
        gaps = [beta - g._formula(alpha) for alpha, beta in vertices]
    except UnsupportedError:
        return None
    if all(possible_signs(gap) <= {0, 1} for gap in gaps):
        return Verdict(Status.CERTIFIED, "balls at every vertex of f", domain=_LEVELS)
    return None  # the search finds a rational witness


def _by_profile(f: TradeOff, g: TradeOff) -> Verdict | None:
    """For piecewise-linear g: f(alpha) >= c - s alpha for all alpha iff delta_f(log s) <= 1 - c."""
    lines = _lines(g)
    if lines is None or f.free_symbols | g.free_symbols:
        return None
    if f.is_symmetric and g.is_symmetric:
        lines = [(height, eps) for height, eps in lines if certified_sign(eps) != -1]
    decided = True
    for height, eps in lines:
        level = 1 - height
        if _has_closed_profile_below(f, eps, level):
            continue
        delta, bound = _enclosed_delta(f, eps), _enclosed(level)
        if delta is not None and delta.lower > bound.upper:
            why = f"delta({eps}) = {delta.decimal(6)} exceeds {level}"
            return _refuted_by_profile(f, g, eps, why)
        decided = decided and delta is not None and delta.upper <= bound.lower
    if decided:
        return Verdict(Status.CERTIFIED, "balls: the profile at every slope of g", domain=_LEVELS)
    return None  # the search may find a witness in alpha


def _has_closed_profile_below(f: TradeOff, eps: Expr, level: Expr) -> bool:
    """Whether delta_f(eps) has a closed form, and that is at most the level."""
    try:
        return bool(possible_signs(level - f._delta_formula(eps)) <= {0, 1})
    except FdpError:
        return False  # there may be an enclosure


def _enclosed_delta(f: TradeOff, eps: Expr) -> Any:
    """An enclosure of delta_f(eps) to some digits, the best there is, or None."""
    try:
        return f.enclose_delta(eps, digits=_DIGITS)
    except PrecisionError as error:
        return error.ball
    except FdpError:
        return None


def _enclosed(value: Expr) -> Any:
    from ..balls import Ball, enclose

    return Ball(value, value) if value.is_Rational else enclose(value, digits=2 * _DIGITS)


def _refuted_by_profile(f: TradeOff, g: TradeOff, eps: Expr, why: str) -> Verdict | None:
    """A refutation with a rational level: the one at which f has about the slope -e^eps."""
    step = Rational(1, 1000)
    after, before = (_enclosed_delta(f, eps + shift) for shift in (step, -step))
    if after is None or before is None:
        return None
    slope = (before.midpoint - after.midpoint) / (2 * step) * exp(-eps)
    alpha = Rational(float(slope)).limit_denominator(10**12)
    if not 0 <= alpha <= 1:
        return None
    try:
        ours, theirs = f.enclose(alpha, digits=_DIGITS), _enclosed(g.formula(alpha))
    except FdpError:
        return None
    if ours.upper >= theirs.lower:
        return None
    return Verdict(
        Status.REFUTED,
        "balls: the profile at a slope of g, then both curves at a rational level",
        {"alpha": str(alpha)},
        _LEVELS,
        why,
    )


def _lines(g: TradeOff) -> list[tuple[Expr, Expr]] | None:
    """The pieces c - e^eps alpha of g as pairs (c, eps), without the piece 0."""
    if isinstance(g, EpsDelta):
        top = 1 - g.slack
        return [(top, g.eps), (exp(-g.eps) * top, -g.eps)]
    exact = as_piecewise_linear(g)
    if exact is None:
        return None
    pieces = zip(exact.breakpoints, exact.slopes, strict=False)
    return [(b - slope * a, log(-slope)) for (a, b), slope in pieces if slope != 0]


def _vertices(f: TradeOff) -> Sequence[tuple[Expr, Expr]] | None:
    if isinstance(f, EpsDelta):
        return f.vertices
    exact = as_piecewise_linear(f)
    return None if exact is None else exact.breakpoints


def _signs(expr: Expr) -> frozenset[int]:
    """The possible signs; numbers are told apart by balls."""
    if expr.free_symbols or expr.is_Rational:
        return frozenset(possible_signs(expr))
    certified = certified_sign(expr)
    return frozenset((-1, 0, 1) if certified is None else (certified,))


def _from_signs(gap: Expr, route: str, witness: Expr) -> Verdict:
    signs = _signs(gap)
    if signs <= {0, 1}:
        return Verdict(Status.PROVED, route, domain=_LEVELS)
    if signs == {-1}:
        return Verdict(Status.REFUTED, route, {"alpha": str(witness)}, _LEVELS)
    return Verdict(Status.INCONCLUSIVE, route, domain=_LEVELS, detail=f"sign of {gap} is undecided")


# -- the search ------------------------------------------------------------------------------------


def _grid() -> Array:
    """Log-odds of levels, out to the smallest doubles on both sides."""
    rng = np.random.default_rng(_SEED)
    return np.concatenate(
        [np.linspace(-12, 12, 961), np.linspace(-700, 700, 701), rng.uniform(-40, 40, 500)]
    )


def _gaps(f: TradeOff, g: TradeOff, alpha: Array, rest: Array) -> tuple[Array, Array]:
    """g - f as it is, and relative to the smaller of g and 1 - f."""
    with np.errstate(all="ignore"):
        f_value, g_value = f._values(alpha, rest), g._values(alpha, rest)
        f_rest, g_rest = f._complements(alpha, rest), g._complements(alpha, rest)
    # close to f = 1 only the complements tell the functions apart
    gap = np.where(f_value > 0.5, f_rest - g_rest, g_value - f_value)
    scale = np.maximum(np.minimum(g_value, f_rest), np.finfo(float).tiny)
    return gap, gap / scale


def _peaks(t: Array, gap: Array) -> Array:
    """Where the gap has its largest strict local maxima."""
    inner = gap[1:-1]
    (index,) = np.nonzero((inner > gap[:-2]) & (inner >= gap[2:]))
    return np.asarray(t[index + 1][np.argsort(-inner[index])][:4])


def _search(f: TradeOff, g: TradeOff) -> Verdict:
    from ..compose import Product

    for side in (f, g):
        if isinstance(side, Product):  # without a formula no level could be certified
            side._formula(Rational(1, 2))
    t = _grid()
    for width in (0.05, 0.002, 0.0001):  # zoom in on the peaks found so far
        t = np.unique(t)
        peaks = np.concatenate([_peaks(t, gap) for gap in _gaps(f, g, *numeric.levels(t))])
        t = np.concatenate([t, *(peak + width * np.linspace(-1, 1, 51) for peak in peaks)])
    alpha, rest = numeric.levels(t)
    alpha, rest = np.append([0.0, 1.0], alpha), np.append([1.0, 0.0], rest)
    absolute, gap = _gaps(f, g, alpha, rest)
    largest, relative = (np.argsort(-x, kind="stable") for x in (absolute, gap))
    order = np.concatenate([[0], largest[:3], relative[:_CANDIDATES]])  # alpha = 0 reads best
    undecided = 0
    for i in order:
        if gap[i] <= 0:
            continue
        for level in _rationals(alpha[i], rest[i]):
            witness = Rational(level.numerator, level.denominator)
            verdict = certified_sign(f._formula(witness) - g._formula(witness))
            if verdict == -1:
                return Verdict(
                    Status.REFUTED,
                    "balls at a rational level",
                    {"alpha": str(level)},
                    _LEVELS,
                    f"f(alpha) = {_show(f, witness)} < g(alpha) = {_show(g, witness)}",
                )
        # the last level tried is the one at which floats said f < g
        undecided += verdict is None
    if undecided:
        return Verdict(
            Status.INCONCLUSIVE,
            f"{len(alpha)} levels in floats",
            domain=_LEVELS,
            detail="f < g in floats at some level, which balls neither confirm nor exclude",
        )
    return Verdict(Status.CONSISTENT, f"{len(alpha)} levels in floats, no proof", domain=_LEVELS)


def _rationals(alpha: float, rest: float) -> Iterator[Fraction]:
    """Ever longer fractions near the level, then the level itself."""
    minor = Fraction(min(alpha, rest))
    for digits in (1, 2, 3, 5, 8, 12):
        short = minor.limit_denominator(10**digits)
        if 0 < short and abs(short - minor) < minor / 10:
            yield short if alpha <= rest else 1 - short
    yield minor if alpha <= rest else 1 - minor


def _show(f: TradeOff, alpha: Expr) -> str:
    return str(f._formula(alpha).evalf(12))
