"""Values of test vectors that share nothing with the library: Fractions, sums, quadrature."""

from __future__ import annotations

from fractions import Fraction

from mpmath import exp, mpf


def real(text):
    """A number of a vector as an mpf."""
    value = Fraction(text)
    return mpf(value.numerator) / value.denominator


def ends(vector):
    """The enclosure of a vector as two mpf."""
    return tuple(mpf("inf") if end == float("inf") else real(end) for end in vector.bounds())


def agrees(vector, value, digits=36):
    """Whether a value with so many digits lies in the enclosure."""
    low, high = ends(vector)
    slack = max(abs(value) * mpf(10) ** -digits, mpf(10) ** -45)  # of an exact zero
    return low - slack <= value <= high + slack


def crosses(vector, profile, digits=34):
    """Whether a decreasing profile has the level of an eps vector between the ends."""
    level = real(vector.at)
    low, high = ends(vector)
    if high == 0:
        return profile(mpf(0)) <= level + mpf(10) ** -45  # rounded
    step = mpf(10) ** -digits
    return profile(low * (1 - step)) > level >= profile(high * (1 + step))


def hockey_stick(pairs, eps):
    """sup P(S) - e^eps Q(S) for the masses (p, q) of the outcomes."""
    growth = exp(eps)
    return sum((max(mpf(0), p - growth * q) for p, q in pairs), mpf(0))


def power(pairs, k):
    """The outcomes of k runs; equal ratios are kept apart, so k is small."""
    result = [(mpf(1), mpf(1))]
    for _ in range(k):
        result = [(a * p, b * q) for a, b in result for p, q in pairs]
    return result


def lattice_power(pairs, k):
    """The outcomes of k runs where ``pairs`` maps the place of a loss on a lattice to masses."""
    result = {0: (mpf(1), mpf(1))}
    for _ in range(k):
        longer = {}
        for m, (a, b) in result.items():
            for n, (p, q) in pairs.items():
                x, y = longer.get(m + n, (mpf(0), mpf(0)))
                longer[m + n] = (x + a * p, y + b * q)
        result = longer
    return list(result.values())


def curve(pairs, alpha):
    """T(P, Q) at alpha for the masses (p, q), by Neyman and Pearson."""
    ordered = sorted((m for m in pairs if sum(m)), key=lambda m: m[0] / sum(m))
    level, beta = alpha, type(alpha)(1)
    for p, q in ordered:
        if p <= level:
            level, beta = level - p, beta - q
        else:
            return beta - level / p * q
    return beta
