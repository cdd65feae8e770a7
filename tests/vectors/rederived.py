"""Answers to the questions of test vectors, derived from the meaning of their fields alone.

Nothing here imports the library. A is the outcome under which a loss is counted, B the other one:
A is "with the record" for removals and "without" for additions; L = log(dA/dB), and

    delta(eps) = A(L > eps) - e^eps B(L > eps),    f(B(L > t)) = A(L <= t).

A law offers ``tails(eps)``, the pair A(L > eps), B(L > eps); ``curve(alpha)``, f; ``lost``, the
probability under A of an infinite loss; ``largest``, the largest finite loss; ``digits``, to which
A(L > eps) is right but for ``neglected``; and ``least_curve``, below which f is not claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath as mp
from exact_sums import real
from rederived_noise import CLAIMED, FixedSize, Monotone
from rederived_sums import Contour, LaplaceSum, OutOfReach, SampledSum, as_real

__all__ = ["law", "once"]

_MOST_ATOMS = 60_000
# runs up to which the probability of no infinite loss is kept as a Fraction
_EXACT = 10_000
# atoms of less probability, under A and under B, are left out of long sums
_NEGLIGIBLE = mp.mpf(10) ** -115


class Finite:
    """Atoms (loss, probability under A), and an infinite loss with probability ``lost``."""

    digits = CLAIMED
    neglected = mp.mpf(10) ** -105
    least_curve = mp.mpf(0)

    def __init__(self, atoms: list[tuple[Any, Any]], lost: Any) -> None:
        self.atoms = sorted(atoms)
        self.lost = lost
        self.largest = self.atoms[-1][0] if atoms else mp.ninf

    def tails(self, eps: Any) -> tuple[Any, Any]:
        over = [(loss, a) for loss, a in self.atoms if loss > eps]
        return mp.fsum(a for _, a in over) + as_real(self.lost), mp.fsum(
            a * mp.exp(-loss) for loss, a in over
        )

    def curve(self, alpha: Any) -> Any:
        """Accept the outcomes with the least losses, as far as B allows: f is A of those."""
        weights = [a * mp.exp(-loss) for loss, a in self.atoms]
        accepted, room = mp.mpf(0), mp.fsum(weights) - alpha
        for (_, a), b in zip(self.atoms, weights, strict=True):
            if room <= 0:
                break
            accepted += a * min(1, room / b)
            room -= b
        else:
            # nothing is rejected for the budget alpha = 0 but what B never shows
            room = mp.mpf(0)
        return accepted


def once(step: Mapping[str, Any], relation: str, removal: bool) -> tuple[dict[Any, Any], Fraction]:
    """The atoms of one run of a mechanism with finitely many losses: {loss: A}, and what is lost.

    Losses are Fractions where the mechanism gives them so, otherwise mpf.
    """
    name, parameters = step["mechanism"], step["parameters"]
    zero = Fraction(0)
    if step["sampling"]:
        q = Fraction(step["sampling"]["rate"])
        if name != "gaussian" or Fraction(parameters["sigma"]) != 0:
            raise OutOfReach(f"{name} sampled, one among several")
        # what the record does is seen whenever it is sampled
        if removal:
            return {mp.log1p(-real(q)): 1 - real(q)}, q
        return {-mp.log1p(-real(q)): mp.mpf(1)}, zero
    if name == "finite":
        p, q_ = ([Fraction(x) for x in parameters[key]] for key in "pq")
        pairs = [pair for pair in (zip(p, q_) if removal else zip(q_, p)) if pair[0]]  # noqa: B905
        atoms: dict[Any, Any] = {}
        for a, b in pairs:
            if b:
                loss = mp.log(real(a / b))
                atoms[loss] = atoms.get(loss, 0) + real(a)
        return atoms, sum((a for a, b in pairs if not b), zero)
    if name == "approximate":
        e, d = Fraction(parameters["epsilon"]), Fraction(parameters["delta"])
        up = (1 - real(d)) / (1 + mp.exp(-real(e)))
        return _merged([(e, up), (-e, 1 - real(d) - up)]), d
    if name == "randomized-response":
        e, m = Fraction(parameters["epsilon"]), int(parameters["categories"])
        total = mp.exp(real(e)) + m - 1
        return _merged(
            [(e, mp.exp(real(e)) / total), (-e, 1 / total), (zero, (m - 2) / total)]
        ), zero
    s = Fraction(step["sensitivity"][relation])
    if name == "geometric":
        e = Fraction(parameters["epsilon"])
        if s.denominator != 1:
            raise OutOfReach("a sensitivity between integers")
        shrink = mp.exp(-real(e))
        point = (1 - shrink) / (1 + shrink) if e else mp.mpf(1)
        inner = [(e * (s - 2 * z), point * shrink**z) for z in range(1, int(s))]
        edge = 1 / (1 + shrink)
        return _merged([(e * s, edge), *inner, (-e * s, edge * shrink ** int(s))]), zero
    if name == "staircase" and s == 1:
        e, g = Fraction(parameters["epsilon"]), real(parameters["gamma"])
        shrink = mp.exp(-real(e))
        height = (1 - shrink) / (2 * (g + shrink * (1 - g)))
        up = mp.mpf(1) / 2 + height * min(g, 1 - g)
        return _merged([(e, up), (-e, up * shrink), (zero, 1 - up * (1 + shrink))]), zero
    if name in ("gaussian", "laplace", "discrete-gaussian"):
        if s == 0:
            return {zero: mp.mpf(1)}, zero
        if Fraction(next(iter(parameters.values()))) == 0:
            return {}, Fraction(1)
    raise OutOfReach(f"{name} is none with finitely many losses")


def _merged(atoms: list[tuple[Any, Any]]) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for loss, a in atoms:
        merged[loss] = merged.get(loss, 0) + a
    return {loss: a for loss, a in merged.items() if a}


def power(atoms: dict[Any, Any], k: int) -> dict[Any, Any]:
    """The sum of k independent losses."""
    if k == 0:
        return {Fraction(0): mp.mpf(1)}
    if k == 1 or not atoms:
        return atoms
    losses = sorted(atoms)
    if len(losses) == 1:
        return {losses[0] * k: atoms[losses[0]] ** k}
    if len(losses) == 2:
        return _binomial(losses, [atoms[loss] for loss in losses], k)
    gap = losses[1] - losses[0]
    if all(isinstance(x, Fraction) for x in losses):
        places = [(x - losses[0]) / gap for x in losses]
        if all(x.denominator == 1 for x in places):
            row = [mp.mpf(0)] * (int(places[-1]) + 1)
            for place, x in zip(places, losses, strict=True):
                row[int(place)] = atoms[x]
            return {losses[0] * k + gap * n: c for n, c in enumerate(_row_power(row, k))}
    result = atoms
    for _ in range(k - 1):
        result = convolved(result, atoms)
    return result


def _binomial(losses: list[Any], weights: list[Any], k: int) -> dict[Any, Any]:
    (low, high), (down, up) = losses, weights
    result: dict[Any, Any] = {}
    # from the means under A and under B outwards
    b_up = up * mp.exp(-as_real(high))
    b_down = down * mp.exp(-as_real(low))
    means = sorted(int(k * share) for share in (up, b_up / (b_up + b_down)))
    for start, end in ((means[0], -1), (means[0] + 1, k + 1)):
        if not 0 <= start <= k:
            continue
        a = mp.binomial(k, start) * up**start * down ** (k - start)
        way = -1 if end < 0 else 1
        for i in range(start, end, way):
            loss = low * (k - i) + high * i
            result[loss] = a
            far = i < means[0] or i > means[1]
            if far and max(a, a * mp.exp(-as_real(loss))) < _NEGLIGIBLE:
                break
            if way < 0:
                a *= mp.mpf(i) / (k - i + 1) * down / up
            else:
                a *= mp.mpf(k - i) / (i + 1) * up / down
    return result


def _row_power(row: list[Any], k: int, extra: int = 30) -> list[Any]:
    """The coefficients of a polynomial's power, by p (p^k)' = k p' p^k."""
    degree = len(row) - 1
    if degree * k * degree > 10 * _MOST_ATOMS:
        raise OutOfReach("a long sum of many losses")
    with mp.workdps(mp.mp.dps + extra):
        out = [row[0] ** k]
        for n in range(1, degree * k + 1):
            terms = ((j * (k + 1) - n) * row[j] * out[n - j] for j in range(1, min(degree, n) + 1))
            out.append(mp.fsum(terms) / (n * row[0]))
        last = row[-1] ** k
    # the last one is known: what rounding has done is seen there
    if abs(out[-1] - last) > abs(last) * mp.mpf(10) ** -(mp.mp.dps - 10):
        if extra > 1000:
            raise OutOfReach("an unstable recurrence")
        return _row_power(row, k, 3 * extra)
    return out


def convolved(first: dict[Any, Any], second: dict[Any, Any]) -> dict[Any, Any]:
    if len(first) * len(second) > _MOST_ATOMS:
        raise OutOfReach("a product of two long lists of losses")
    result: dict[Any, Any] = {}
    for (l1, a1), (l2, a2) in product(first.items(), second.items()):
        loss = l1 + l2 if type(l1) is type(l2) else as_real(l1) + as_real(l2)
        result[loss] = result.get(loss, 0) + a1 * a2
    return result


def discrete_gaussian(sigma: Any, s: int, k: int) -> Finite:
    """The noise of k runs adds up to Z, and L = s (2 Z + k s) / (2 sigma^2)."""
    spread = sigma * mp.sqrt(k)
    reach = int(20 * spread + k * s) + 2
    if 2 * reach > _MOST_ATOMS:
        raise OutOfReach("a long sum over integers")
    if k == 1 or sigma >= 5:
        # by Poisson summation two such sums add up to another one, of both variances, but for a
        # relative error of 2.1 exp(-pi^2 sigma^2), which is 1e-106 at sigma = 5
        ratio = mp.exp(-1 / (2 * spread * spread))
        term, factor, half = mp.mpf(1), ratio, [mp.mpf(1)]
        for _ in range(reach):
            term *= factor
            factor *= ratio * ratio
            half.append(term)
        total = 2 * mp.fsum(half) - 1
        row = {n: half[abs(n)] / total for n in range(-reach, reach + 1)}
    else:
        single = discrete_gaussian_row(sigma)
        row = single
        for _ in range(k - 1):
            row = convolved(row, single)
    slope, shift = s / (sigma * sigma), s * s * k / (2 * sigma * sigma)
    return Finite([(slope * n + shift, a) for n, a in row.items()], Fraction(0))


def discrete_gaussian_row(sigma: Any) -> dict[int, Any]:
    reach = int(22 * sigma) + 2
    weights = {n: mp.exp(-mp.mpf(n * n) / (2 * sigma * sigma)) for n in range(-reach, reach + 1)}
    total = mp.fsum(weights.values())
    return {n: w / total for n, w in weights.items()}


def law(question: Mapping[str, Any], removal: bool) -> Any:
    """The law of the loss of a question in one direction."""
    relation = question["relation"]
    parts: list[tuple[dict[Any, Any], int]] = []
    kept: Any = Fraction(1)
    variance, noises = Fraction(0), []
    for step in question["steps"]:
        k, sampling = step["count"], step["sampling"]
        rate = Fraction(sampling["rate"]) if sampling else Fraction(1)
        if k == 0 or rate == 0:
            continue
        if rate == 1:
            step = {**step, "sampling": None}
        scale = Fraction(step["parameters"].get("sigma") or step["parameters"].get("scale") or 0)
        s = Fraction(step.get("sensitivity", {}).get(relation, 0))
        if step["mechanism"] in ("gaussian", "laplace", "discrete-gaussian") and scale and s:
            if step["mechanism"] == "gaussian" and rate == 1:
                variance += k * s * s / scale**2
            else:
                noises.append((step, scale, s, rate))
            continue
        some, lost = once(step, relation, removal)
        parts.append((some, k))
        kept *= (1 - lost if k < _EXACT else 1 - real(lost)) ** k
    if not noises and not variance:
        return Finite(together(parts), 1 - kept)
    if kept == 0:
        return Finite([], Fraction(1))
    if len(noises) == 1 and not variance and not parts:
        (step, scale, s, rate) = noises[0]
        name, k = step["mechanism"], step["count"]
        if step["sampling"] and step["sampling"]["scheme"] == "without-replacement":
            if k > 1:
                raise OutOfReach("several runs on samples of fixed size")
            return FixedSize(name, real(scale), real(s), real(rate))
        if name == "discrete-gaussian":
            return discrete_gaussian(real(scale), int(s), k)
        if k == 1:
            return Monotone(name, real(scale), real(s), real(rate), removal)
        if name == "gaussian":
            return SampledSum(real(scale), real(s), real(rate), k, removal)
    if any(step["sampling"] or step["mechanism"] != "laplace" for step, *_ in noises):
        raise OutOfReach("this noise beside other steps")
    if not noises and not parts:
        return Monotone("gaussian", mp.mpf(1), mp.sqrt(real(variance)), mp.mpf(1), removal)
    runs = [(real(s / scale), step["count"]) for step, scale, s, _ in noises]
    if variance:
        numeric = [([(as_real(x), a) for x, a in atoms.items()], k) for atoms, k in parts]
        return Contour(real(variance), runs, numeric, 1 - kept)
    if len(runs) > 1:
        raise OutOfReach("Laplace noise of several scales without Gaussian noise")
    return LaplaceSum(*runs[0], together(parts), 1 - kept)


def together(parts: list[tuple[dict[Any, Any], int]]) -> list[tuple[Any, Any]]:
    """The sum of k losses of each part."""
    atoms: dict[Any, Any] = {Fraction(0): mp.mpf(1)}
    for some, k in parts:
        atoms = convolved(atoms, power(some, k)) if some else {}
    return [(as_real(loss), a) for loss, a in atoms.items()]
