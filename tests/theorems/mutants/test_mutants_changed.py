"""Mutants of small claims whose fate is plain to see; a checker that says yes is found out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from sympy import Integer, Integral, Interval, Lambda, Range, Rational, Sum, exp, oo

from fdp_sym.functions import Max, Min, Phi
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.divergent import diverges
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.terms import Inexpressible, changes
from fdp_sym.symbols import alpha, epsilon, integer, mu, real
from fdp_sym.theorems import (
    Above,
    Eq,
    Ge,
    Gt,
    Iff,
    Iterate,
    Le,
    Lt,
    Near,
    SameCurve,
    Sup,
    Theorem,
    cite,
    exact,
    generic,
    listed,
    symbolic,
)
from fdp_sym.theorems.checks import CheckResult
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import EpsDelta, Gaussian

x, y = real("x", Interval(0, 1)), real("y", Interval(0, 1))
n, i = integer("n", 1), integer("i", 0)
source = cite("nobody", "nowhere")


def theorem(claim, *checks, **more):
    return Theorem(
        id="t", title="", source=source, claim=claim, checks=checks or (symbolic(),), **more
    )


def fates(entry) -> dict[str, Fate]:
    """The fate of each mutant by the text of its claim."""
    judge = Judge(entry, {})
    return {m.text: judge.judge(m).fate for m in mutations(entry).mutants}


# -- generation -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (3 * x, {4 * x, 2 * x, 6 * x, 3 * x / 2, Integer(0), -3 * x, Integer(3)}),
        (x + y, {x, y, x - y, y - x}),
        (x**n, {x ** (n + 1), x ** (n - 1), x**-n}),
        (exp(x), {exp(-x)}),
        (Max(x, y), {Min(x, y), x, y}),
        (Sum(x**i, (i, 1, n)), None),
        (Phi(x), {Phi(-x)}),
    ],
)
def test_every_single_change_of_a_term(term, expected) -> None:
    found = {c.term for c in changes(term)}
    if expected is None:
        assert {
            Sum(x**i, (i, 0, n)),
            Sum(x**i, (i, 2, n)),
            Sum(x**i, (i, 1, n + 1)),
            Sum(x**i, (i, 1, n - 1)),
        } <= found
    else:
        assert found == expected


def test_changes_of_statements() -> None:
    t = real("t", Interval(0, 1))
    assert {c.term for c in changes(Le(x, y))} >= {Ge(x, y), Lt(x, y), Eq(x, y), Le(y, y)}
    assert {c.term for c in changes(Lt(x, 1), hypothesis=True)} >= {Gt(x, 1), Le(x, 1), Lt(x, 2)}
    assert Le(Sup(x * t, (t, 0, Rational(1, 2))), 1) in {
        c.term for c in changes(Le(Sup(x * t, (t, 0, 1)), 1))
    }
    ends = [c for c in changes(Sup(x * t, (t, 0, 1))) if isinstance(c.term, Inexpressible)]
    assert any("domain" in c.term.reason for c in ends)  # a bound variable leaves its domain
    assert Iff((Lt(x, y),), (Gt(y, x),)) in {c.term for c in changes(Iff(Le(x, y), Gt(y, x)))}
    f, g = Gaussian(mu), EpsDelta(epsilon, x)
    assert {SameCurve(f, g), Above(g, f)} <= {c.term for c in changes(Above(f, g))}
    swapped = {c.term for c in changes(SameCurve(EpsDelta(y, x), f))}
    assert SameCurve(EpsDelta(x, y), f) in swapped
    near = Near(Gaussian(1), Gaussian(2), Rational(1, 2))
    assert {
        Near(Gaussian(2), Gaussian(1), Rational(1, 2)),
        Near(Gaussian(1), Gaussian(2), Rational(1, 4)),
        Near(Gaussian(1), Gaussian(3), Rational(1, 2)),
    } <= {c.term for c in changes(near)}


def test_what_is_done_a_broken_or_negative_number_of_times_makes_no_statement() -> None:
    k, u = integer("k", 0), real("u", Interval(0, 1))
    found = mutations(theorem(Le(Iterate(Lambda(u, u / 2), k + 1, x), Sum(x, (i, 0, k + 1)))))
    texts = [m.text for m in found.mutants]
    assert not any("k + 1/2" in text for text in texts)
    assert any("k + 2" in text for text in texts)
    assert not any("k = -1" in text for text in mutated(Iterate(Lambda(u, u / 2), k, x)))
    assert any("k = -1" in text for text in mutated(Iterate(Lambda(u, u / 2), k + 1, x)))


def mutated(side) -> list[str]:
    return [m.text for m in mutations(theorem(Le(side, 1))).mutants]


def test_a_sum_beyond_the_domain_of_its_variable_binds_a_wider_one() -> None:
    j = integer("j", 1)
    sums = {c.term for c in changes(Sum(x**j, (j, 1, n)))}
    (wide,) = (s for s in sums if s.limits[0][1] == 0 and s.limits[0][2] == n)
    assert wide.variables[0].domain == Range(0, oo)
    assert wide.function == x ** wide.variables[0]
    t = real("t", Interval(0, 1))
    (longer,) = (c.term for c in changes(Integral(t, (t, 0, 1))) if c.term.limits[0][2] == 2)
    assert longer.variables[0].domain == Interval(0, 2)
    assert longer.doit() == 2


def test_hypotheses_and_domains_are_changed_too() -> None:
    z = real("z", Interval.open(0, oo))
    texts = {m.text for m in mutations(theorem(Ge(n * z, x), given=Ge(z, x))).mutants}
    assert {
        "n*z >= x",
        "n*z >= x  given z <= x",
        "n*z >= x  also at z = 0",
        "n*z >= x  also at n = 0",
    } <= texts


def test_names_of_mutants_are_different() -> None:
    names = [m.what for m in mutations(theorem((Le(2 * x * y, 2 * x), Le(x, 1)))).mutants]
    assert len(set(names)) == len(names)


# -- fates ------------------------------------------------------------------------------------


def test_a_slack_claim_has_mutants_that_are_true() -> None:
    found = fates(theorem(Le(x, 2 * x + 1)))
    assert found["x <= 2*x"] is Fate.TRUE
    assert found["x <= x + 1"] is Fate.TRUE
    assert found["x <= 2*x + 2"] is Fate.TRUE
    assert found["x < 2*x + 1"] is Fate.TRUE
    assert found["x <= 2*x - 1"] is Fate.KILLED
    assert found["x >= 2*x + 1"] is Fate.KILLED
    assert found["x = 2*x + 1"] is Fate.KILLED
    assert Fate.SURVIVED not in found.values()


def test_what_no_check_can_prove_survives() -> None:
    found = fates(theorem(Le(Phi(x), 1), listed({"x": 0}, {"x": "1/2"})))
    assert found["Phi(x) < 1"] is Fate.TRUE
    f = generic("f", instances=[Gaussian(1)])
    slack = Le(f(x) ** 3, 1 - x / 2)  # true of trade-off functions, but by no rule
    only_that = replace(theorem(slack), checks=(_Knows(slack),))
    assert set(fates(only_that).values()) == {
        Fate.KILLED,
        Fate.TRUE,
        Fate.SURVIVED,
    }


def test_the_same_in_other_words_is_equivalent() -> None:
    found = fates(theorem(Eq(Max(x, x - 1), x)))
    assert found["Max(x, x - 2) = x"] is Fate.EQUIVALENT  # the member that is never the largest
    assert found["Max(x, x + 1) = x"] is Fate.KILLED
    scaled = fates(theorem(Iff(Ge(exp(x) * (x - y), 0), Ge(x, y))))
    assert scaled["x - y >= 0  <=>  x >= y"] is Fate.EQUIVALENT
    assert scaled["(x - y)*exp(-x) >= 0  <=>  x >= y"] is Fate.EQUIVALENT
    assert scaled["(x - y)*exp(x) > 0  <=>  x >= y"] is Fate.KILLED
    assert scaled["exp(x) >= 0  <=>  x >= y"] is Fate.KILLED


def test_a_hypothesis_that_is_not_needed_is_found_out() -> None:
    found = fates(theorem(Le(x * y, 1), given=Le(x, y)))
    assert found["x*y <= 1"] is Fate.TRUE
    needed = fates(theorem(Le(2 * x, x + y), given=Le(x, y)))
    assert needed["2*x <= x + y"] is Fate.KILLED
    assert needed["2*x <= x + y  given x >= y"] is Fate.KILLED
    redundant = fates(theorem(Le(2 * x, x + y), given=(Le(x, y), Le(x, 1))))
    assert redundant["2*x <= x + y  given x <= y"] is Fate.EQUIVALENT


def test_one_more_value_of_a_symbol() -> None:
    z = real("z", Interval.open(0, oo))
    assert fates(theorem(Gt(z, 0)))["z > 0  also at z = 0"] is Fate.KILLED
    assert fates(theorem(Ge(z, 0)))["z >= 0  also at z = 0"] is Fate.TRUE
    assert fates(theorem(Gt(1 / z, 0)))["1/z > 0  also at z = 0"] is Fate.KILLED
    assert fates(theorem(Ge(n, 1)))["n >= 1  also at n = 0"] is Fate.KILLED


def test_integrals_that_diverge_have_no_value() -> None:
    z = real("z")
    gauss = exp(-(z**2) / 2)
    assert diverges(Integral(z, (z, -oo, oo)), {})
    assert diverges(Integral(z * exp(-(z**3)), (z, -oo, oo)), {})
    assert diverges(Integral(exp(mu * z), (z, 0, oo)), {mu: Integer(1)})
    for converges in (gauss, z**4 * gauss, gauss * exp(3 * z), exp(-z) * (1 + z)):
        assert diverges(Integral(converges, (z, 0, oo)), {}) is None
    assert diverges(Integral(exp(z), (z, -oo, 0)), {}) is None


def test_a_strict_relation_is_refuted_where_equality_holds() -> None:
    found = fates(theorem(Le(x * y, x)))
    assert found["x*y < x"] is Fate.KILLED


def test_equations_are_not_strict() -> None:
    assert (
        fates(theorem(Eq((x + y) ** 2, x**2 + 2 * x * y + y**2)))[
            "(x + y)**2 < x**2 + 2*x*y + y**2"
        ]
        is Fate.KILLED
    )


def test_curves() -> None:
    f = EpsDelta(epsilon, x)
    found = fates(theorem(SameCurve(f.as_piecewise_linear().inverse(), f), exact()))
    assert Fate.UNSOUND not in found.values()
    assert Fate.KILLED in found.values()


def test_what_is_confined_to_a_list_is_refuted_on_the_list() -> None:
    found = fates(theorem(Le(x**2, Rational(1, 2)), listed({"x": "1/2"})))
    assert found["x**2 <= 0"] is Fate.KILLED
    assert found["x <= 1/2"] is Fate.TRUE  # though false at x = 1


def test_functions_of_which_facts_are_known() -> None:
    f = generic("f", instances=[Gaussian(1), EpsDelta(1)])
    from fdp_sym.theorems import fact

    found = fates(theorem(Le(f(alpha), 1 - alpha), symbolic(fact(f, "below Id", alpha))))
    assert found["f(alpha) >= 1 - alpha"] is Fate.KILLED
    assert found["f(alpha) <= 2 - alpha"] is Fate.TRUE
    assert found["f(alpha) <= -alpha"] is Fate.KILLED


# -- the machinery fails when it must ------------------------------------------------------------


@dataclass(frozen=True)
class _Yes:
    """A broken check, to which everything is proved."""

    part: int | None = None
    how = "says yes"

    def run(self, entry, context) -> CheckResult:
        return CheckResult(self.how, Status.PROVED, "", tuple(range(len(entry.parts))))


@dataclass(frozen=True)
class _Knows:
    """A check that proves one statement and nothing else."""

    statement: object
    how = "knows one statement"

    def run(self, entry, context) -> CheckResult:
        known = entry.parts == (self.statement,)
        status = Status.PROVED if known else Status.INCONCLUSIVE
        return CheckResult(self.how, status, "", (0,))


def test_a_check_that_proves_everything_is_unsound() -> None:
    found = fates(theorem(Le(x, 2 * x + 1), _Yes()))
    assert found["x <= 2*x - 1"] is Fate.UNSOUND
    assert found["x >= 2*x + 1"] is Fate.UNSOUND
    assert Fate.KILLED not in found.values()
    two = fates(theorem((Le(x, 1), Ge(x, 0)), _Yes()))
    assert Fate.UNSOUND in two.values()


def test_a_hypothesis_that_a_broken_check_does_not_need() -> None:
    found = fates(theorem(Le(2 * x, x + y), _Yes(), given=Le(x, y)))
    assert found["2*x <= x + y"] is Fate.UNSOUND
