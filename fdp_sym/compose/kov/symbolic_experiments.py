r"""Experiments with symbols: the rules of `experiments`, in rational functions of e^eps and delta.

A worst case is found at one point in rational numbers, where the optimal basis of the linear
program says which inputs are the least favourable and which rules are mixed. The equations of that
basis are solved in symbols, and rule and prior are proved for all values of the symbols, or given
up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from sympy import Add, Expr, Integer, Range, Rational, exp
from sympy.polys.fields import sfield
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from ...errors import UnsupportedError
from ...exact import exact
from ...functions import Max
from ...symbols import domain_of
from ...theorems.verdict import Status, Verdict
from ...tradeoff.scalars import Scalars, field_of
from .experiments import CLEAR, ROUTE, Bits, Experiment, canonical, masses_of

__all__ = ["SymbolicExperiment"]

_SAMPLES = (Fraction(3, 5), Fraction(1, 4), Fraction(2))
_LEAST = Fraction(1, 10**12)


class _Found(NamedTuple):
    """As for rational numbers; the rule is None where it depends on the symbols."""

    value: Expr
    rule: dict[Bits, tuple[Any, ...]] | None
    prior: dict[Bits, Any]


@dataclass(frozen=True)
class SymbolicExperiment:
    """Published canonical responses with symbols, and what answers are worth.

    Parameters
    ----------
    guarantees : sequence of (eps, delta)
        Expressions.
    party : int or None
        Whose bit is published in the clear.
    worth : sequence of sequences of Fraction
        For each input, in order, the gain of each answer.
    given : tuple of relations
        Hypotheses about the symbols.
    """

    guarantees: tuple[tuple[Expr, Expr], ...]
    party: int | None
    worth: Sequence[Sequence[Fraction]]
    given: tuple[Any, ...] = ()

    @property
    def inputs(self) -> list[Bits]:
        """All inputs, in order."""
        return list(product((0, 1), repeat=len(self.guarantees)))

    @cached_property
    def _parameters(self) -> list[Expr]:
        return [x for eps, slack in self.guarantees for x in (exp(eps), slack)]

    @cached_property
    def _order(self) -> Scalars:
        return field_of(self._parameters, self.given)

    def _setting(self, more: Sequence[Expr] = ()) -> _Setting:
        """Everything as elements of one field of rational functions."""
        _, elements = sfield([*self._parameters, *more, Integer(1) / 2])
        one = elements[-1] * 2
        channels, scale = [], one
        for i in range(len(self.guarantees)):
            growth, slack = one * elements[2 * i], one * elements[2 * i + 1]
            if i == self.party:
                channels.append(tuple((o, int(p) * one, int(q) * one) for o, p, q in CLEAR))
                continue
            total, kept, none = 1 + growth, (1 - slack) * growth, 0 * one
            rows = (
                (0, slack * total, none),
                (1, kept, 1 - slack),
                (2, 1 - slack, kept),
                (3, none, slack * total),
            )
            channels.append(tuple(row for row in rows if row[1] != 0 or row[2] != 0))
            scale *= total
        worth = [[one * w.numerator / w.denominator for w in row] for row in self.worth]
        return _Setting(
            self._order, channels, scale, worth, list(elements[len(self._parameters) :])
        )

    def average(self) -> _Found:
        """The best average over all inputs; what depends on the symbols stays a maximum."""
        setting = self._setting()
        decided, open_terms = 0 * setting.scale, []
        rule: dict[Bits, tuple[Any, ...]] | None = {}
        for s, masses in setting.outcomes():
            best = setting.largest(setting.scores(masses, None))
            if len(best) == 1:
                ((answer, score),) = best.items()
                decided += score
                if rule is not None:
                    rule[s] = _one(answer, len(self.worth[0]))
            else:
                open_terms.append(Max(*(score.as_expr() for score in best.values())))
                rule = None
        factor = 1 / setting.scale / 2 ** len(self.guarantees)
        value = (decided * factor).as_expr() + Add(*open_terms) * factor.as_expr()
        inputs = self.inputs
        return _Found(value, rule, dict.fromkeys(inputs, Fraction(1, len(inputs))))

    def worst(self) -> _Found:
        """The best at the worst input, if one basis is optimal for all values of the symbols."""
        setting = self._setting()
        for sample in _SAMPLES:
            rules, rows = self._at(sample).basis()
            found = self._from_basis(setting, rules, rows)
            if found is not None and self._proves(found):
                return found
        raise UnsupportedError(
            "no formula for the worst case could be proved for all values of the symbols"
            f"{f' with {list(self.given)}' if self.given else ''}; narrow their domains, as with "
            'real("epsilon", Interval.open(0, oo)), give hypotheses with given=[...], substitute '
            'numbers, or ask for case="average"'
        )

    def _at(self, sample: Fraction) -> Experiment:
        """The experiment with rational numbers close to a point of the symbols' domains."""
        symbols = sorted({s for x in self._parameters for s in x.free_symbols}, key=str)
        point = {s: _inside(domain_of(s), sample + Fraction(i, 7)) for i, s in enumerate(symbols)}
        channels = []
        for i, (eps, slack) in enumerate(self.guarantees):
            kept, lost = (_close(x, point) for x in (1 / (1 + exp(-eps)), slack))
            channels.append(CLEAR if i == self.party else canonical(lost, kept))
        return Experiment(channels, self.worth)

    def _from_basis(
        self, setting: _Setting, rules: Sequence[tuple[int, ...]], rows: Sequence[int]
    ) -> _Found | None:
        """The rule and the prior of a basis, unless its equations are singular."""
        shift = 1 - min(map(min, self.worth))
        outcomes = list(setting.outcomes())
        table = [[shift.numerator * setting.scale / shift.denominator] * len(rules) for _ in rows]
        for number, (_, masses) in enumerate(outcomes):
            present = dict(masses)
            for i, x in enumerate(rows):
                for k, chosen in enumerate(rules):
                    if x in present:
                        table[i][k] += present[x] * setting.worth[x][chosen[number]]
        one = setting.scale / setting.scale
        domain = one.field.to_domain()
        matrix = DomainMatrix(table, (len(rows), len(rules)), domain)
        ones = DomainMatrix([[one]] * len(rows), (len(rows), 1), domain)
        try:
            weights = matrix.lu_solve(ones).to_list_flat()
            multipliers = matrix.transpose().lu_solve(ones).to_list_flat()
        except DMNonInvertibleMatrixError:
            return None
        total = sum(weights, 0 * one)
        if total == 0:
            return None
        rule = {}
        for number, (s, _) in enumerate(outcomes):
            row = [0 * one] * len(self.worth[0])
            for chosen, weight in zip(rules, weights, strict=True):
                row[chosen[number]] += weight / total
            rule[s] = tuple(x.as_expr() for x in row)
        prior = dict.fromkeys(self.inputs, Integer(0))
        for x, u in zip(rows, multipliers, strict=True):
            prior[self.inputs[x]] = (u / total).as_expr()
        value = 1 / (setting.scale * total) - one * shift.numerator / shift.denominator
        return _Found(value.as_expr(), rule, prior)

    def _proves(self, found: _Found) -> bool:
        assert found.rule is not None
        verdict = self.verdict("worst", found.rule, found.prior, found.value, found.value)
        return verdict.status == Status.PROVED

    def verdict(
        self,
        case: str,
        rule: Mapping[Bits, Sequence[Any]],
        prior: Mapping[Bits, Any],
        lower: Expr,
        upper: Expr,
    ) -> Verdict:
        """Whether rule and prior prove the accuracy for all values of the symbols."""
        inputs, answers = self.inputs, len(self.worth[0])
        outcomes = [s for s, _ in self._setting().outcomes()]
        if any(len(rule.get(s, ())) != answers for s in outcomes):
            return _open("no probabilities of the answers at some outcome")
        given = [_expr(p) for s in outcomes for p in rule[s]]
        weighted = [_expr(prior.get(x, 0)) for x in inputs]
        setting = self._setting([*given, *weighted, lower, upper])
        entries = iter(setting.more)
        rows = [[next(entries) for _ in range(answers)] for _ in outcomes]
        weights = [next(entries) for _ in inputs]
        low, high = next(entries), next(entries)
        if any(sum(row) != 1 or not setting.all_nonnegative(row) for row in rows):
            return _open("no probabilities of the answers at some outcome")
        stated = set(prior) <= set(inputs)
        if not stated or sum(weights) != 1 or not setting.all_nonnegative(weights):
            return _open("the prior is no distribution on the inputs")
        if case == "average" and any(w != weights[0] for w in weights):
            return _open("the prior is not uniform")
        gains, bound = [0 * setting.scale for _ in inputs], 0 * setting.scale
        for row, (_, masses) in zip(rows, setting.outcomes(), strict=True):
            best = setting.largest(setting.scores(masses, weights))
            if len(best) > 1:
                return _open("which answer is likelier depends on the symbols")
            bound += next(iter(best.values()))
            for x, mass in masses:
                gains[x] += mass * sum(map(_times, row, setting.worth[x]))
        if case == "average":
            gains = [sum(gains, 0 * setting.scale) / len(inputs)]
        reached = [gain / setting.scale - low for gain in gains]
        if setting.all_nonnegative([*reached, high - bound / setting.scale]):
            return Verdict(Status.PROVED, ROUTE)
        return _open("the rule does not reach the value, or the prior does not bound it")


@dataclass(frozen=True)
class _Setting:
    """An experiment in a field of rational functions; all masses are multiplied by ``scale``."""

    order: Scalars
    channels: list[Any]
    scale: Any
    worth: list[list[Any]]
    more: list[Any]
    known: dict[Any, frozenset[int]] = field(default_factory=dict)

    def outcomes(self) -> Iterator[tuple[Bits, list[tuple[int, Any]]]]:
        """Each outcome with the numbers of the inputs under which it occurs, and its masses."""
        for rows in product(*self.channels):
            masses = [(x, mass) for x, mass in enumerate(masses_of(rows)) if mass != 0]
            yield tuple(outcome for outcome, *_ in rows), masses

    def scores(self, masses: list[tuple[int, Any]], weights: list[Any] | None) -> list[Any]:
        """What each answer is worth at an outcome, summed over the weighted inputs."""
        scores = [0 * self.scale for _ in self.worth[0]]
        for x, mass in masses:
            share = mass if weights is None else weights[x] * mass
            for a, w in enumerate(self.worth[x]):
                scores[a] += share * w
        return scores

    def signs(self, element: Any) -> frozenset[int]:
        """The signs that could not be excluded."""
        if element not in self.known:
            self.known[element] = self.order.signs(self.order.read(element.as_expr()))
        return self.known[element]

    def all_nonnegative(self, elements: Sequence[Any]) -> bool:
        """Whether no element is negative for any value of the symbols."""
        return all(self.signs(element) <= {0, 1} for element in elements)

    def largest(self, scores: list[Any]) -> dict[int, Any]:
        """The scores that may be the largest, by number."""
        kept: dict[int, Any] = {}
        for a, score in enumerate(scores):
            signs = {b: self.signs(score - other) for b, other in kept.items()}
            if any(found <= {-1, 0} for found in signs.values()):
                continue
            kept = {b: other for b, other in kept.items() if not signs[b] <= {0, 1}}
            kept[a] = score
        return kept


def _inside(domain: Any, part: Fraction) -> Expr:
    """A point of the domain of a symbol, if possible not at its ends."""
    low, high, step = domain.inf, domain.sup, Rational(part.numerator, part.denominator)
    if isinstance(domain, Range):
        return low + 1 if low + 1 in domain else low
    if low.is_infinite:
        return step if high.is_infinite else high - step
    return low + step if high.is_infinite else low + (high - low) * step / (step + 3)


def _close(probability: Expr, point: Mapping[Expr, Expr]) -> Fraction:
    """A short fraction, which is 0 or 1 only where the expression is: as many outcomes remain."""
    if probability in (0, 1):
        return Fraction(int(probability))
    value = probability.subs(point)
    less, more = (max(Fraction(f"{float(part):.3g}"), _LEAST) for part in (value, 1 - value))
    return less if less < more else 1 - more


def _expr(value: Any) -> Expr:
    return exact(value, "a probability or the value")


def _one(answer: int, number: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(a == answer) for a in range(number))


def _times(x: Any, y: Any) -> Any:
    return x * y


def _open(detail: str) -> Verdict:
    return Verdict(Status.INCONCLUSIVE, ROUTE, detail=detail)
