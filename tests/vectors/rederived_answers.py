"""The answer to a question from the laws of its losses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath as mp
from exact_sums import real
from rederived import law, once
from rederived_noise import DPS, spend
from rederived_sums import OutOfReach, as_real

__all__ = ["agrees", "derive"]


def derive(question: Mapping[str, Any], near: Any) -> tuple[Any, Any]:
    """The answer, and how far it may be from the truth.

    ``near`` is where the search for an eps starts: one Newton step is made from there, which stays
    there only if the answer is there.
    """
    with mp.workdps(DPS):
        way = question["direction"]
        ways = {"both": (True, False), "remove": (True,), "add": (False,)}[way]
        if way == "both" and not any(
            step["sampling"] or step["mechanism"] == "finite" for step in question["steps"]
        ):
            # noise that is symmetric about its centre
            ways = (True,)
        quantity = question["quantity"]
        if quantity == "gdp":
            return _mu(question), mp.mpf(10) ** -60
        at = Fraction(question["at"])
        if quantity == "renyi":
            values = [_renyi(question, real(at), removal) for removal in ways]
            value = max(values)
            return value, value * mp.mpf(10) ** -50 if value < mp.inf else mp.mpf(0)
        laws = [law(question, removal) for removal in ways]
        digits = min(each.digits for each in laws)
        neglected = max(each.neglected for each in laws)
        if quantity == "delta":
            eps = real(at)
            both = [each.tails(eps) for each in laws]
            value = max(max(spend(tails, eps), 0) for tails in both)
            return value, neglected + mp.mpf(10) ** -digits * max(a for a, _ in both)
        if quantity == "tradeoff":
            value = min(each.curve(real(at)) for each in laws)
            if value < laws[0].least_curve:
                raise OutOfReach("a small f, of which these digits say nothing")
            # of long sums it is 1 - delta - e^t alpha
            size = value if digits > 50 else 1
            return value, neglected + mp.mpf(10) ** -min(digits, 60) * size
        return _epsilon(laws, at, near, digits, neglected)


def _epsilon(
    laws: list[Any], delta: Fraction, near: Any, digits: int, neglected: Any
) -> tuple[Any, Any]:
    if any(as_real(each.lost) > real(delta) for each in laws):
        return mp.inf, mp.mpf(0)
    error = mp.mpf(10) ** -digits
    level = real(delta)
    zero = mp.mpf(0)
    if all(spend(each.tails(zero), zero) <= level * (1 + error) for each in laws):
        return zero, zero
    exact = [each.largest for each in laws if each.lost == delta]
    if exact:
        rest = [each for each in laws if each.lost != delta]
        if rest and max(exact) < mp.inf:
            raise OutOfReach("the exact level of one direction only")
        return max(exact), error * max(exact) if max(exact) < mp.inf else zero
    if near == mp.inf:
        return mp.mpf("nan"), zero
    start = mp.mpf(float(near)) if digits < 20 else near
    a, b = max((each.tails(start) for each in laws), key=lambda ab: spend(ab, start))
    if b <= 0 or a <= level:
        return mp.mpf("nan"), zero
    value = mp.log((a - level) / b)
    # the derivative of delta is -e^eps b
    wrong = (neglected + error * a) / (a - level) + mp.mpf(10) ** -100 * abs(value)
    return value, wrong


def _mu(question: Mapping[str, Any]) -> Any:
    total = Fraction(0)
    for step in question["steps"]:
        rate = Fraction(step["sampling"]["rate"]) if step["sampling"] else Fraction(1)
        if not step["count"] or rate == 0:
            continue
        if step["mechanism"] != "gaussian" or rate != 1:
            raise OutOfReach("mu of something else")
        s = Fraction(step["sensitivity"][question["relation"]])
        sigma = Fraction(step["parameters"]["sigma"])
        if s and not sigma:
            return mp.inf
        total += step["count"] * (s / sigma) ** 2 if s else 0
    return mp.sqrt(real(total))


def _renyi(question: Mapping[str, Any], a: Any, removal: bool) -> Any:
    return mp.fsum(
        step["count"] * _renyi_once(step, question["relation"], a, removal)
        for step in question["steps"]
        if step["count"]
    )


def _renyi_once(step: Mapping[str, Any], relation: str, a: Any, removal: bool) -> Any:
    """D_a(A||B) = log(E_B (A/B)^a) / (a-1)."""
    name = step["mechanism"]
    if name in ("randomized-response", "geometric"):
        atoms, _ = once(step, relation, removal)
        moment = mp.fsum(p * mp.exp((a - 1) * real(loss)) for loss, p in atoms.items())
        return mp.log(moment) / (a - 1)
    s = real(step["sensitivity"][relation])
    if not s:
        return mp.mpf(0)
    scale = real(next(iter(step["parameters"].values())))
    q = real(step["sampling"]["rate"]) if step["sampling"] else mp.mpf(1)
    if not scale:
        if q < 1 and not removal:
            return -mp.log1p(-q)
        return mp.inf if q else mp.mpf(0)
    if name == "discrete-gaussian":
        # the sum over integers of exp(-(n - t)^2 / 2 sigma^2), at t = a s over that at 0
        def theta(t: Any) -> Any:
            reach = int(22 * scale) + 2
            return mp.fsum(
                mp.exp(-((n - t) ** 2) / (2 * scale**2))
                for n in range(int(t) - reach, int(t) + reach + 1)
            )

        return a * s**2 / (2 * scale**2) + mp.log(theta(a * s) / theta(mp.mpf(0))) / (a - 1)
    # w = dP/dQ; the moment is that of w^p under Q
    p = a if removal else 1 - a
    if name == "gaussian":
        if q == 1:
            return a * s**2 / (2 * scale**2)
        return mp.log1p(_gaussian_moment(scale / s, q, p)) / (a - 1)
    e = s / scale
    if q == 1:
        return mp.log((mp.exp((a - 1) * e) * a + mp.exp(-a * e) * (a - 1)) / (2 * a - 1)) / (a - 1)
    low, high = (mp.expm1(p * mp.log1p(q * mp.expm1(end))) for end in (-e, e))
    inner = mp.quad(
        lambda x: mp.exp(-x) / 2 * mp.expm1(p * mp.log1p(q * mp.expm1(2 * x - e))),
        mp.linspace(0, e, 2 + int(min(40, abs(p) * e / 8))),
    )
    return mp.log1p(low / 2 + mp.exp(-e) / 2 * high + inner) / (a - 1)


def _gaussian_moment(sigma: Any, q: Any, p: Any) -> Any:
    """E_Q w^p - 1 by the trapezoidal rule, for Q normal and s = 1.

    The integrand is analytic for |Im x| < pi sigma^2. At the height y it grows as the normal
    density does, by exp(y^2 / 2 sigma^2), and for p < 0, where |w| is less there, by
    exp(|p| y^2 / 8 sigma^4) at most.
    """
    bend = 1 / sigma**2 + max(-p, 0) / (4 * sigma**4)
    step = min(sigma * sigma / 8, 2 * mp.pi / mp.sqrt(330 * bend))
    # on the left w^p tends to (1-q)^p
    reach = sigma * mp.sqrt(2 * (200 + max(-p, 0) * -mp.log1p(-q)))
    count = int((reach + 20 * sigma + max(p, 0)) / step) + 2
    if count > 4000:
        raise OutOfReach("a long integral")
    total = mp.mpf(0)
    for n in range(count):
        x = -reach + n * step
        log_w = mp.log1p(q * mp.expm1((2 * x - 1) / (2 * sigma * sigma)))
        total += mp.exp(-x * x / (2 * sigma * sigma)) * mp.expm1(p * log_w)
    return total * step / (sigma * mp.sqrt(2 * mp.pi))


def agrees(vector: Mapping[str, Any]) -> tuple[bool, Any, Any]:
    """Whether the enclosure of a vector holds what is derived here; the answer; its error."""
    with mp.workdps(DPS):
        lower, upper = (
            mp.inf if vector[side] == "inf" else real(vector[side]) for side in ("lower", "upper")
        )
        value, error = derive(vector, (lower + upper) / 2)
        if mp.isnan(value):
            return False, value, error
        if value == mp.inf or upper == mp.inf:
            return value == lower == upper, value, error
        return bool(lower - error <= value <= upper + error), value, error
