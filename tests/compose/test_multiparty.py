"""Functions of private bits: exact accuracies against enumeration, SciPy and formulas."""

from __future__ import annotations

import dataclasses
import math
import pickle
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from sympy import Interval, Le, Rational, cancel, exp, log, oo, sqrt, symbols, together

from fdp_sym.balls import Ball
from fdp_sym.blackwell_order import apply_kernel, blackwell
from fdp_sym.compose.kov import accuracy, canonical_pair
from fdp_sym.compose.kov.games import maximin
from fdp_sym.errors import DomainError, HypothesisError, UnsupportedError
from fdp_sym.symbols import delta, epsilon, real
from fdp_sym.tradeoff import EpsDelta

X, D = symbols("x d")


def xor(*bits):
    return sum(bits) % 2


def conjunction(*bits):
    return min(bits)


def disjunction(*bits):
    return max(bits)


def majority(*bits):
    return int(2 * sum(bits) > len(bits))


FUNCTIONS = (xor, conjunction, disjunction, majority)
MIXED = [
    (Fraction(2), Fraction(1, 10)),
    (Fraction(3), Fraction(0)),
    (Fraction(7, 4), Fraction(1, 5)),
]


def guarantees(pairs):
    return [(log(Rational(str(growth))), slack) for growth, slack in pairs]


def law(pairs, x, party=None):
    """The masses of all 4^n outcomes at the input x; those of ``party`` are replaced by its bit."""
    rows = []
    for i, ((growth, slack), bit) in enumerate(zip(pairs, x, strict=True)):
        most, least = (1 - slack) * growth / (1 + growth), (1 - slack) / (1 + growth)
        row = [slack, most, least, Fraction(0)]
        row = row if bit == 0 else row[::-1]
        rows.append([Fraction(bit == 0), Fraction(bit == 1), 0, 0] if i == party else row)
    return {s: math.prod(r[o] for r, o in zip(rows, s, strict=True)) for s in _outcomes(len(x))}


def _outcomes(n):
    return list(product(range(4), repeat=n))


def average_by_enumeration(function, pairs, party=None):
    inputs = list(product((0, 1), repeat=len(pairs)))
    laws = {x: law(pairs, x, party) for x in inputs}
    best = sum(
        max(sum(laws[x][s] for x in inputs if function(*x) == a) for a in (0, 1))
        for s in _outcomes(len(pairs))
    )
    return best / len(inputs)


def worst_by_linprog(function, pairs, party=None):
    """max t with sum_s P(s|x) d(f(x)|s) >= t for every x, in floats."""
    n = len(pairs)
    outcomes = _outcomes(n)
    rows, bounds = [], []
    for x in product((0, 1), repeat=n):
        masses = law(pairs, x, party)
        p = np.array([float(masses[s]) for s in outcomes])
        sign = 1 if function(*x) else -1  # d = probability of answering 1
        rows.append([*(-sign * p), 1.0])
        bounds.append(0.0 if function(*x) else 1.0)
    box = [(0, 1)] * len(outcomes) + [(None, None)]
    found = linprog([0.0] * len(outcomes) + [-1.0], rows, bounds, bounds=box)
    return -found.fun


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("party", [None, 1])
def test_against_enumeration_and_linprog(function, party):
    pairs = MIXED
    average = accuracy(function, guarantees(pairs), case="average", party=party)
    assert Fraction(str(average.value)) == average_by_enumeration(function, pairs, party)
    worst = accuracy(function, guarantees(pairs), party=party)
    assert float(worst.value) == pytest.approx(worst_by_linprog(function, pairs, party), abs=1e-9)


def test_four_bits_against_linprog():
    pairs = [*MIXED, (Fraction(5, 2), Fraction(1, 7))]
    worst = accuracy(conjunction, guarantees(pairs)).value
    assert float(worst) == pytest.approx(worst_by_linprog(conjunction, pairs), abs=1e-9)


def test_rule_and_prior_by_hand():
    """The two sides of the worst case multiplied out here, from the masses."""
    found = accuracy(conjunction, guarantees(MIXED))
    inputs = list(product((0, 1), repeat=3))
    laws = {x: law(MIXED, x) for x in inputs}
    gains = [
        sum(laws[x][s] * row[found.answers.index(min(x))] for s, row in found.rule.items())
        for x in inputs
    ]
    bound = sum(
        max(sum(found.prior[x] * laws[x][s] for x in inputs if min(x) == a) for a in (0, 1))
        for s in _outcomes(3)
    )
    assert min(gains) == bound == Fraction(str(found.value))


# -- formulas --------------------------------------------------------------------------------------


def variation(growth, slack):
    return slack + (1 - slack) * (growth - 1) / (growth + 1)


def as_fraction(value):
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("case", ["worst", "average"])
def test_parity(n, case):
    pairs = [*MIXED, (Fraction(5, 2), Fraction(1, 7))][:n]
    factors = [variation(*pair) for pair in pairs]
    observer = accuracy(xor, guarantees(pairs), case=case).value
    assert as_fraction(observer) == (1 + math.prod(factors)) / 2
    for party in {0, n - 1} if n < 4 else {1}:
        value = accuracy(xor, guarantees(pairs), case=case, party=party).value
        others = math.prod(f for i, f in enumerate(factors) if i != party)
        assert as_fraction(value) == (1 + others) / 2


@pytest.mark.parametrize("growth", [Fraction(1), Fraction(5, 4), Fraction(3), Fraction(100)])
def test_conjunction_disjunction_and_majority(growth):
    x = growth
    value = x * (x**2 + x + 2) / (1 + x) ** 3
    eps = guarantees([(x, 0)])[0]
    assert as_fraction(accuracy(conjunction, [eps] * 2).value) == value
    assert as_fraction(accuracy(disjunction, [eps] * 2).value) == value
    assert as_fraction(accuracy(majority, [eps] * 3).value) == value
    assert as_fraction(accuracy(conjunction, [eps] * 2, party=0).value) == x / (1 + x)
    average = accuracy(majority, [eps] * 3, case="average").value
    assert as_fraction(average) == x * (2 * x**2 + 3 * x + 3) / (2 * (1 + x) ** 3)
    average = accuracy(conjunction, [eps] * 2, case="average").value
    assert as_fraction(average) == max(x**2, 2 * x + 1) / (4 * (1 + x) ** 2) + (
        3 * x**2 + 4 * x + 2
    ) / (4 * (1 + x) ** 2)


def rational_function(expr):
    return cancel(together(expr.subs(exp(epsilon), X).subs(delta, D)))


def test_averages_in_symbols():
    found = accuracy(xor, [(epsilon, delta)] * 3, case="average")
    tv = D + (1 - D) * (X - 1) / (X + 1)
    assert cancel(rational_function(found.value) - (1 + tv**3) / 2) == 0
    assert found.rule[1, 1, 2] == (0, 1)
    party = accuracy(xor, [(epsilon, delta)] * 3, case="average", party=1)
    assert cancel(rational_function(party.value) - (1 + tv**2) / 2) == 0
    # which answer is best depends on the symbol
    assert found.verify().status == "proved"
    mixed = accuracy(conjunction, [(epsilon, 0)] * 2, case="average")
    assert mixed.rule is None
    assert mixed.verify().status == "inconclusive"
    for growth in (Fraction(2), Fraction(5)):
        value = mixed.value.subs(epsilon, log(Rational(growth)))
        expected = average_by_enumeration(conjunction, [(growth, Fraction(0))] * 2)
        assert as_fraction(value) == expected


def test_worst_cases_in_symbols():
    """Formulas that are proved for all values, against the linear program at some."""
    a, b = (real(name, Interval.open(0, oo)) for name in ("a", "b"))
    questions = [
        (xor, [(epsilon, delta)] * 2, [{epsilon: 3, delta: "1/5"}, {epsilon: 50, delta: "9/10"}]),
        (conjunction, [(epsilon, 0)] * 3, [{epsilon: 1}, {epsilon: 2}, {epsilon: 70}]),
        (majority, [(epsilon, 0)] * 3, [{epsilon: "3/2"}]),
        (disjunction, [(a, 0), (b, 0)], [{a: 2, b: 3}, {a: 9, b: "11/10"}]),
    ]
    for function, pairs, points in questions:
        found = accuracy(function, pairs)
        assert found.verify().status == "proved"
        for point in points:
            growths = {s: log(Rational(x)) for s, x in point.items() if s != delta}
            values = {**growths, **{s: Rational(x) for s, x in point.items() if s == delta}}
            numbers = [(eps.subs(values), delta_of(slack, values)) for eps, slack in pairs]
            exact = as_fraction(found.value.subs(values))
            assert exact == as_fraction(accuracy(function, numbers).value)
            rows = [(as_fraction(exp(eps)), as_fraction(slack)) for eps, slack in numbers]
            assert float(exact) == pytest.approx(worst_by_linprog(function, rows), abs=1e-9)
    value = accuracy(conjunction, [(a, 0), (b, 0)]).value.subs({exp(a): X, exp(b): D})
    assert cancel(value - (X**2 * D**2 + X * D - X - D) / ((X + 1) * (D + 1) * (X * D - 1))) == 0


def test_formulas_under_hypotheses():
    small = [Le(delta * (exp(epsilon) + 2), 1)]
    found = accuracy(conjunction, [(epsilon, delta)] * 2, given=small)
    assert found.verify().status == "proved"
    value = (D + X) * (D * X - D + X**2 + X + 2) / (X + 1) ** 3
    assert cancel(rational_function(found.value) - value) == 0
    for growth, slack in ((Fraction(2), Fraction(1, 10)), (Fraction(8), Fraction(1, 10))):
        exact = value.subs({X: Rational(growth), D: Rational(slack)})
        numbers = accuracy(conjunction, guarantees([(growth, slack)] * 2)).value
        assert exact == numbers
        assert float(exact) == pytest.approx(
            worst_by_linprog(conjunction, [(growth, slack)] * 2), abs=1e-9
        )
    # beyond the hypothesis the formula is wrong
    numbers = accuracy(conjunction, guarantees([(Fraction(8), Fraction(1, 2))] * 2)).value
    assert numbers < value.subs({X: 8, D: Rational(1, 2)})


@pytest.mark.parametrize("slack", [Fraction(9999, 10000), Fraction(1, 10**400), 0])
def test_formulas_beside_extreme_numbers(slack):
    """Outcomes that are very rare, or almost certain, are outcomes all the same."""
    pairs = [(epsilon, 0), (log(10**9), slack)]
    found = accuracy(xor if slack else conjunction, pairs)
    assert found.verify().status == "proved"
    numbers = [(log(3), 0), (log(10**9), slack)]
    value = found.value.subs(epsilon, log(3))
    assert value == accuracy(xor if slack else conjunction, numbers).value


def delta_of(slack, values):
    return Rational(slack).subs(values) if isinstance(slack, int) else slack.subs(values)


def test_wrong_formulas_are_not_proved():
    found = accuracy(conjunction, [(epsilon, 0)] * 2)
    tilted = {**found.rule, (1, 2): found.rule[1, 2][::-1]}
    for change in (
        {"value": found.value + 1},
        {"value": found.value * (1 - exp(-epsilon) / 10)},
        {"rule": tilted},
        {"prior": dict.fromkeys(found.prior, Rational(1, 4))},
        {"prior": {**found.prior, (0, 0): exp(-epsilon)}},
    ):
        verdict = dataclasses.replace(found, **change).verify()
        assert verdict.status == "inconclusive", change
        assert verdict.detail


def test_averages_of_irrational_numbers():
    found = accuracy(majority, [(1, "0.1"), (2, 0), ("1/2", "0.2")], case="average")
    pairs = [(math.e, 0.1), (math.exp(2), 0.0), (math.exp(0.5), 0.2)]
    assert float(found.value) == pytest.approx(average_by_enumeration(majority, pairs), rel=1e-12)


def test_worst_case_in_balls():
    """The parity has a formula for every eps; the ball is as narrow as asked for."""
    for digits in (5, 40):
        ball = accuracy(xor, [(1, "0.1"), (sqrt(2), 0)], digits=digits).value
        assert isinstance(ball, Ball)
        assert ball.width <= Fraction(1, 10**digits)
        value = (1 + variation(exp(1), Rational(1, 10)) * variation(exp(sqrt(2)), 0)) / 2
        middle = Rational(ball.midpoint.numerator, ball.midpoint.denominator)
        assert abs((middle - value).evalf(60)) <= ball.width / 2
    clear = accuracy(conjunction, [(10**4, 0), (10**4, 0)]).value
    assert clear.upper >= 1 >= clear.lower > 1 - Fraction(1, 10**29)


# -- other gains, corners --------------------------------------------------------------------------


def test_gains_and_more_values():
    """The number of ones, with a loss of one for each step away: against SciPy's solver."""
    pairs = [(Fraction(3), Fraction(0)), (Fraction(2), Fraction(1, 10))]
    found = accuracy(
        lambda *bits: sum(bits),
        guarantees(pairs),
        gain=lambda truth, answer: -abs(truth - answer),
        answers=[0, 1, 2],
    )
    outcomes = _outcomes(2)
    rows = []
    for x in product((0, 1), repeat=2):
        masses = law(pairs, x)
        rows.append(
            [*(float(masses[s]) * abs(sum(x) - a) for s in outcomes for a in (0, 1, 2)), 1.0]
        )
    sums = [[*(float(s == t) for t in outcomes for _ in (0, 1, 2)), 0.0] for s in outcomes]
    box = [(0, 1)] * (3 * len(outcomes)) + [(None, None)]
    objective = [0.0] * (3 * len(outcomes)) + [-1.0]
    best = linprog(objective, rows, [0.0] * 4, sums, [1.0] * len(outcomes), bounds=box)
    assert float(found.value) == pytest.approx(-best.fun, abs=1e-9)
    assert found.verify().status == "proved"


def test_corners():
    assert accuracy(xor, [(0, 0), (log(5), 0)]).value == Rational(1, 2)
    assert accuracy(xor, [(0, 1), (0, 1)]).value == 1
    assert accuracy(xor, [(0, 0)], party=0).value == 1
    assert accuracy(lambda x: "same", [(0, 0)]).value == 1
    assert accuracy([0, 1], [EpsDelta(log(3))]).value == Rational(3, 4)
    assert accuracy((0, 1, 1, 0), [(log(3), 0)] * 2).value == Rational(5, 8)
    found = accuracy(xor, [(log(3), 0)])
    assert pickle.loads(pickle.dumps(found)) == found
    # the guarantee of the party that computes does not matter to it
    assert accuracy(xor, [(epsilon, delta), (log(3), 0)], party=0).value == Rational(3, 4)


def test_values_of_numpy():
    found = accuracy(lambda x, y: np.int64(x) == np.int64(y), [(log(3), 0)] * 2)
    assert found.value == Rational(5, 8)
    assert accuracy(max, [(log(3), 0)] * 2).value == Rational(21, 32)  # without a signature


def test_a_constant_answer_is_forced():
    """With one answer allowed nothing can be chosen."""
    found = accuracy(conjunction, [(log(3), 0)] * 2, answers=[0])
    assert found.value == 0
    assert accuracy(conjunction, [(log(3), 0)] * 2, answers=[0], case="average").value == Rational(
        3, 4
    )


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (([0, 1, 1], [(1, 0)] * 2), {}),
        ((xor, []), {}),
        ((xor, [1, 2]), {}),
        ((xor, "12"), {}),
        ((xor, [(-1, 0)]), {}),
        ((xor, [(1, 2)]), {}),
        ((xor, [(1, 0)]), {"case": "best"}),
        ((xor, [(1, 0)]), {"party": 1}),
        ((xor, [(1, 0)]), {"party": True}),
        ((xor, [(1, 0)]), {"party": 0.0}),
        ((xor, [(1, 0)]), {"answers": []}),
        ((xor, [(1, 0)]), {"answers": 3}),
        ((lambda x: [x], [(1, 0)]), {}),
        ((xor, [(1, 0)]), {"gain": lambda truth, answer: "a"}),
        ((xor, [(1, 0)]), {"gain": lambda truth, answer: sqrt(2)}),
        ((xor, [(1, 0)]), {"digits": -1}),
        ((xor, [(1, 0)]), {"digits": "3"}),
        ((3, [(1, 0)]), {}),
        ((lambda x: x, [(1, 0)] * 2), {}),
        ((lambda x: float("nan"), [(1, 0)]), {}),
        ((xor, [(1, 0)]), {"gain": [[1, 0], [0, 1]]}),
        ((xor, [(1, 0)]), {"given": None}),
        ((xor, [(epsilon, 0)]), {"given": Le(epsilon, 1)}),
    ],
)
def test_what_is_no_question(arguments, options):
    with pytest.raises(DomainError):
        accuracy(*arguments, **options)


def test_what_is_not_supported():
    with pytest.raises(UnsupportedError, match="all values of the symbols"):
        accuracy(conjunction, [(epsilon, delta)] * 2)  # two formulas, for small delta and large
    with pytest.raises(UnsupportedError, match="parties"):
        accuracy(xor, [(1, 0)] * 5)
    with pytest.raises(HypothesisError):
        accuracy(xor, [(symbols("e", real=True), 0)], case="average")


# -- planted mistakes ------------------------------------------------------------------------------


def test_wrong_rules_and_priors_are_found():
    found = accuracy(conjunction, guarantees(MIXED[:2]))
    worse = dict(found.rule)
    worse[1, 2] = (worse[1, 2][0] - Fraction(1, 100), worse[1, 2][1] + Fraction(1, 100))
    uniform = dict.fromkeys(found.prior, Fraction(1, 4))
    short = {s: row for s, row in found.rule.items() if s != (1, 1)}
    negative = {**found.rule, (1, 1): (Fraction(3, 2), Fraction(-1, 2))}
    heavy = {**found.prior, (0, 0): found.prior[0, 0] + 1}
    below, above = found.value - Rational(1, 10**9), found.value + Rational(1, 10**9)
    for change in (
        {"rule": worse},
        {"rule": short},
        {"rule": negative},
        {"prior": uniform},
        {"prior": heavy},
        {"prior": {}},
        {"value": below},
        {"value": above},
        {"case": "average"},
    ):
        assert dataclasses.replace(found, **change).verify().status == "refuted", change
    average = accuracy(xor, guarantees(MIXED[:2]), case="average")
    assert dataclasses.replace(average, case="worst").verify().status == "proved"  # for a parity
    constant = dict.fromkeys(average.rule, (Fraction(1), Fraction(0)))
    assert dataclasses.replace(average, rule=constant).verify().status == "refuted"


def test_stated_probabilities_are_read_exactly():
    """A float is its binary value: thirds do not add up to 1, and sums are not rounded."""
    found = accuracy(conjunction, [(log(2), 0)] * 2)
    assert found.value == Rational(16, 27)
    rule = {s: tuple(map(float, row)) for s, row in found.rule.items()}
    prior = {x: float(w) for x, w in found.prior.items()}
    assert dataclasses.replace(found, rule=rule).verify().status == "refuted"
    assert dataclasses.replace(found, prior=prior).verify().status == "refuted"
    assert dataclasses.replace(found, value=16 / 27).verify().status == "refuted"
    quarters = accuracy(conjunction, [(log(3), 0)] * 2)
    rule = {s: tuple(map(float, row)) for s, row in quarters.rule.items()}
    assert dataclasses.replace(quarters, rule=rule, value=21 / 32).verify().status == "proved"
    beyond = {**found.prior, (2, 2): Fraction(0)}
    assert dataclasses.replace(found, prior=beyond).verify().status == "refuted"
    for change in ({"value": math.nan}, {"value": "x"}, {"case": "best"}, {"prior": {(0, 0): "y"}}):
        with pytest.raises(DomainError):
            dataclasses.replace(found, **change).verify()


def test_a_ball_is_not_proved_narrower_than_the_masses_are_known():
    """The rational masses close by have an exact value, which is not that of the question."""
    found = accuracy(xor, [(1, 0), (2, 0)], digits=8)
    middle = found.value.midpoint
    assert found.verify().status == "proved"
    for value in (Ball(middle, middle), Rational(middle.numerator, middle.denominator)):
        assert dataclasses.replace(found, value=value).verify().status == "refuted"
    wide = Ball(found.value.lower - 1, found.value.upper)
    assert dataclasses.replace(found, value=wide).verify().status == "proved"


def test_games_against_linprog():
    rng = random.Random(3)
    for _ in range(30):
        size, number = rng.randrange(1, 6), rng.randrange(1, 8)
        columns = [[Fraction(rng.randrange(1, 4)) for _ in range(size)] for _ in range(number)]

        def respond(weights, columns=columns):
            worth = [sum(w * x for w, x in zip(weights, c, strict=True)) for c in columns]
            best = worth.index(max(worth))
            return best, columns[best]

        found = maximin(respond, size)
        rows = [[*(-float(c[x]) for c in columns), 1.0] for x in range(size)]
        box = [(0, 1)] * number + [(None, None)]
        total = [[1.0] * number + [0.0]]
        best = linprog([0.0] * number + [-1.0], rows, [0.0] * size, total, [1.0], bounds=box)
        assert float(found.value) == pytest.approx(-best.fun, abs=1e-9)
        assert sum(found.columns.values()) == sum(found.rows) == 1
        assert min(found.columns.values()) > 0
        assert min(found.rows) >= 0


# -- no other mechanism does better ----------------------------------------------------------------


def random_mechanism(rng, outputs, growth, slack):
    """A pair that is (eps, delta)-DP, by trial."""
    while True:
        p, q = ([Fraction(rng.randrange(0, 13)) for _ in range(outputs)] for _ in (0, 1))
        if not (sum(p) and sum(q)):
            continue
        p, q = [x / sum(p) for x in p], [x / sum(q) for x in q]
        excess = [
            sum(max(a - growth * b, 0) for a, b in zip(u, v, strict=True))
            for u, v in ((p, q), (q, p))
        ]
        if max(excess) <= slack:
            return p, q


@pytest.mark.parametrize("outputs", [2, 3])
@pytest.mark.parametrize(
    ("growth", "slack"), [(Fraction(2), Fraction(0)), (Fraction(3), Fraction(1, 10))]
)
def test_other_mechanisms_are_made_from_the_canonical_pair(outputs, growth, slack):
    rng = random.Random(11)
    pair = canonical_pair(log(Rational(growth)), slack)
    assert pair[0] == (slack, (1 - slack) * growth / (1 + growth), (1 - slack) / (1 + growth), 0)
    for _ in range(15):
        p, q = random_mechanism(rng, outputs, growth, slack)
        found = blackwell(pair, (p, q))
        assert found.holds
        assert apply_kernel(pair, found.kernel) == (tuple(p), tuple(q))
        # the kernel makes of each rule on the outputs one on the canonical outcomes
        gains = [max(a, b) for a, b in zip(p, q, strict=True)]
        assert sum(gains) / 2 <= as_fraction(accuracy(xor, [(log(Rational(growth)), slack)]).value)


def test_mechanisms_that_leak_more_are_not():
    pair = canonical_pair(log(2), "1/10")
    assert not blackwell(pair, (["4/5", "1/5"], ["1/5", "4/5"])).holds
    assert not blackwell(pair, (["1/2", "3/10", "1/5"], ["1/2", "1/20", "9/20"])).holds
    for arguments in ((-1, 0), (1, 2)):
        with pytest.raises(DomainError):
            canonical_pair(*arguments)
