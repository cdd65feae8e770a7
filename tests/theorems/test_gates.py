"""False or meaningless statements and the gate that stops each: none may count as holding.

Every case was once accepted, or is the smallest example of a mistake that its gate prevents.
"""

from __future__ import annotations

import pytest
from sympy import (
    Abs,
    Derivative,
    Dummy,
    Function,
    Heaviside,
    Integral,
    Interval,
    Lambda,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    Sum,
    exp,
    log,
    oo,
    sign,
    sqrt,
)

from fdp_sym import EpsDelta
from fdp_sym.binding import outside_binders, substitute
from fdp_sym.errors import DomainError, HypothesisError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, integer, real
from fdp_sym.theorems import (
    Above,
    Claim,
    Eq,
    Ge,
    Gt,
    Iff,
    Iterate,
    Le,
    Lim,
    Lt,
    Ne,
    Status,
    Sup,
    Theorem,
    antiderivative,
    attained,
    balls,
    boxed,
    by_pieces,
    cases,
    cite,
    counterexample,
    every_value,
    fact,
    from_boundary,
    generic,
    increasing,
    induction,
    largest,
    lemma,
    listed,
    monotone_supremum,
    mpmath_points,
    remainder,
    stationary,
    symbolic,
    termwise,
    through,
    value_at,
)
from fdp_sym.theorems.checks import CheckResult
from fdp_sym.theorems.evaluate import Result, evaluate
from fdp_sym.theorems.goals import Goal
from fdp_sym.theorems.rules import Rewrite
from fdp_sym.theorems.tactic import Tactic

HOLDS = (Status.PROVED, Status.CERTIFIED, Status.CONSISTENT)
far = real("far", Interval(0, oo))
HALF = Rational(1, 2)
x = real("x")
u, s, z, c = (real(name, Interval(0, 1)) for name in ("u", "s", "z", "A"))
a, b = real("a", Interval(0, 1)), real("b", Interval(0, 1))
w = real("w", Interval(-1, 1))
t = real("t", Interval.open(0, oo))
mu, nu = real("mu", Interval.open(0, oo)), real("nu", Interval.open(0, oo))
inner = real("inner", Interval.open(0, 1))
i, k, n = integer("i", 1), integer("k", 1), integer("n", 1)
below = integer("m", -3)
f = generic("f", instances=[Lambda(u, 1 - u)])
G, H = Phi(Quantile(1 - alpha) - mu), Phi(Quantile(1 - alpha) - mu - nu)


def outcome(claim, *checks, given=(), uses=(), library=None) -> Result:
    entry = Claim(  # which owes no mutants: the status is that of the checks
        id="tried",
        title="",
        source=cite("nobody", "nowhere"),
        claim=claim,
        given=given,
        checks=checks,
        uses=uses,
    )
    return evaluate(entry, library or {})


def accepted(result: Result) -> bool:
    return result.own in HOLDS


REFUSED = {
    # terms without a value
    "a piecewise term outside its pieces": (Eq(Piecewise((1, x > 0)), 1), symbolic()),
    "pieces that leave a gap": (Ge(Piecewise((u, u < HALF)), 0), symbolic(by_pieces())),
    "a pole on both sides": (Eq(1 / x, 1 / x), symbolic()),
    "a pole that cancels": (Le(1 / x, 1 / x + 1), symbolic()),
    "a pole that cancels (balls)": (Le(1 / x, 1 / x + 1), balls()),
    "a pole that cancels (listed)": (Le(1 / x, 1 / x + 1), listed({"x": 0})),
    "a pole that cancels (boxed)": (Le(1 / x, 1 / x + 1), boxed({"x": (-1, 1)})),
    "a tie on a box": (Gt(Max(w, -w), 0), boxed()),
    "a hypothesis that ends inside the box": (Iff(Ge(z, HALF), Ge(z, Rational(1, 3))), boxed()),
    "the root of a negative number": (Ge(sqrt(x), 0), symbolic()),
    "a cube root of a negative number": (Eq((x**3) ** Rational(1, 3), x), symbolic()),
    "the logarithm of a negative number": (Lt(log(u - 1), 0), symbolic()),
    "log increases where it exists": (Lt(log(x), log(x + 1)), symbolic(increasing("log"))),
    "a quantile of no probability": (
        Lt(Quantile(x), Quantile(x + 1)),
        symbolic(increasing("Quantile")),
    ),
    "an infinite quantile": (Lt(Quantile(u), Quantile(u) + 1), symbolic()),
    "infinity from infinity within Phi": (Le(Phi(Quantile(u) - Quantile(z)), 1), symbolic()),
    "zero times infinity within Phi": (Le(Phi(Quantile(u) * z), 1), symbolic()),
    "a generic function outside its domain": (Le(f(x), 1), symbolic()),
    "f is trade-off on [0, 1] only": (
        Ge(f(2 * u), f(2)),
        symbolic(fact(f, "non-increasing", 2 * u, 2)),
    ),
    "a real power of a negative base": (Eq(w ** (2 * u), (w**2) ** u), symbolic()),
    # infinite arguments
    "G_mu vanishes at one": (Gt(G, 0), symbolic()),
    "G_mu is one at zero": (Lt(G, 1), symbolic()),
    "one by G_mu": (Gt(1 / G, 0), symbolic()),
    "no strict order at the ends": (Lt(H, G), symbolic(increasing("Phi"))),
    "no difference at the ends": (Ne(H, G), symbolic(increasing("Phi"))),
    # binders
    "an empty range": (Eq(Sup(u, (u, a, b)), b), symbolic(monotone_supremum("high"))),
    "a minimum is stationary too": (
        Eq(Sup((z - HALF) ** 2, (z, 0, 1)), 0),
        symbolic(stationary(HALF)),
    ),
    "the wrong end": (Eq(Sup(1 - z, (z, 0, 1)), 0), symbolic(monotone_supremum("high"))),
    "a limit in its own variable": (Eq(Lim(k, k), k), symbolic(remainder(1 / k))),
    "a remainder that may be infinite": (
        Eq(Lim(1 / (mu * k - k), k), 0),
        symbolic(remainder(1 / (k * (mu - 1)))),
    ),
    "a remainder too small": (Eq(Lim(z / k, k), z), symbolic(remainder(z / k))),
    "an integral over a pole": (
        Eq(Integral(t**-2, (t, -1, 1)), -2),
        symbolic(antiderivative(-1 / t)),
    ),
    "differences of divergent series": (
        Lt(
            Sum(1 / i - 1 / (i + 1), (i, 1, oo)),
            1 + Sum(1 / i, (i, 1, oo)) - Sum(1 / (i + 1), (i, 1, oo)),
        ),
        symbolic("sum of a sum"),
    ),
    "steps that do not exist": (
        Eq(Iterate(Lambda(w, -w), below + 1, w), -Iterate(Lambda(w, -w), below, w)),
        symbolic("iterate"),
    ),
    "a derivative at a jump": (
        Eq(Derivative(Piecewise((0, x <= 0), (1, True)), x), 0),
        symbolic("derivative"),
    ),
    "a derivative at a kink": (Eq(Derivative(Abs(x), x), sign(x)), symbolic("derivative")),
    "a derivative of a maximum": (
        Eq(Derivative(Max(0, x), x), Heaviside(x)),
        symbolic("derivative"),
    ),
    "a derivative at an end": (
        Eq(Derivative(sqrt(z), z), 1 / (2 * sqrt(z))),
        symbolic("derivative"),
    ),
    "an infinite slope at the end of a quantile": (
        Le(Derivative(Phi(Quantile(1 - z) - 1), z), 0),
        symbolic("derivative"),
    ),
    "an infinite slope of a root": (Ge(Derivative(sqrt(z), z), 0), symbolic("derivative")),
    # tactics
    "strict at a closed end": (Gt(t - t + z, 0), symbolic(from_boundary(z, 0))),
    "not smooth at the end": (Ge(sqrt(z) - z, 0), symbolic(from_boundary(z, 0))),
    "a kink on the way": (Ge(Abs(z - HALF) - HALF + z, 0), symbolic(from_boundary(z, 0))),
    "an induction without its step": (Le(k**2, 2 * k), symbolic(induction(k))),
    "an induction without its base": (Ge(k, 2), symbolic(induction(k))),
    "a case distinction": (Ge(z, HALF), symbolic(cases(Ge(z, HALF)))),
    "a false middle": (Le(z, 1 - z), symbolic(through(HALF))),
    # ties and corners
    "Abs vanishes": (Gt(Abs(w), 0), symbolic()),
    "a supremum may be infinite": (
        Lt(Sup(far, (far, 0, oo)), Sup(far, (far, 0, oo)) + 1),
        symbolic(),
    ),
    "a tie of a maximum": (Gt(Max(w, -w), 0), symbolic()),
    "a maximum is one of its members": (Ne(Max(w, -w), w), symbolic()),
    "a minimum may be the other member": (Eq(Min(a, b), a), symbolic()),
    "one direction of an equivalence": (Iff(Ge(x, 1), Ge(x, 0)), symbolic()),
    # checks
    "no point": (Eq(x, x + 1), balls(count=0)),
    "an unknown name in the box": (Ge(x**2, 0), balls({"y": (0, 1)})),
    "a point outside the domain": (Le(t, -2), listed({"t": -7})),
    "an integer at a half": (Ne(k, 1), listed({"k": HALF})),
    "a list is not all functions": (Eq(f(u), 1 - u), listed({"u": HALF})),
    "equal is not less": (Lt(Phi(x), Phi(x)), mpmath_points(({"x": 1},))),
    "equal is not unequal": (Ne(Phi(x), Phi(x)), mpmath_points(({"x": 1},))),
    "no mpmath point": (Lt(Phi(x), 0), mpmath_points(())),
    "alpha is the argument": (Above(EpsDelta(0, alpha), EpsDelta(0, HALF)), symbolic()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    claim, check = REFUSED[name]
    assert not accepted(outcome(claim, check))


@pytest.mark.parametrize(
    ("claim", "check"),
    [
        (Eq(Piecewise((1, x > 0), (1, True)), 1), symbolic()),
        (Le(1 / t, 1 / t + 1), symbolic()),
        (Gt(Piecewise((t, u > 0), (1 / (1 + u), True)), 0), symbolic()),
        (Ge(Piecewise((1 / u, u > 0), (0, True)), 0), symbolic()),
        (Lt(log(t), log(t + 1)), symbolic(increasing("log"))),
        (Ge(G, 0), symbolic()),
        (Le(Phi(Quantile(u) - Quantile(inner)), 1), symbolic()),
        (Le(Phi(Quantile(u) * (z + 1)), 1), symbolic()),
        (Gt(G.subs(alpha, inner), 0), symbolic()),
        (Le(H, G), symbolic(increasing("Phi"))),
        (Lt(H.subs(alpha, inner), G.subs(alpha, inner)), symbolic(increasing("Phi"))),
        (Eq(Sup(u, (u, a, 1)), 1), symbolic(monotone_supremum("high"))),
        (Eq(Lim(1 / k, k), 0), symbolic(remainder(1 / k))),
        (Eq(Integral(t**-2, (t, 1, 2)), HALF), symbolic(antiderivative(-1 / t))),
        (Eq(Derivative(exp(2 * x), x), 2 * exp(2 * x)), symbolic("derivative")),
        (Le(f(u), 1), symbolic()),
        (Lt(Phi(x), Phi(x) + 1), mpmath_points(({"x": 1},))),
        (Le(t, 3), listed({"t": 3})),
    ],
)
def test_the_true_neighbours_pass(claim, check) -> None:
    assert accepted(outcome(claim, check))


# -- hypotheses about a symbol say nothing of a bound variable of that name ---------------------


def _apply(step, claim, *given):
    return step.apply(Goal(claim, given), None)


def test_a_supremum_inside_another_is_left_alone() -> None:
    nested = Eq(Sup(Sup(c * w, (c, 0, 1)) - 2 * w, (w, -1, 1)), 1)  # it is 2
    for step in (attained(1), stationary(1), monotone_supremum("high")):
        with pytest.raises(HypothesisError):
            _apply(step, nested, Ge(w, 0))


def test_largest_does_not_use_hypotheses_about_a_bound_variable() -> None:
    claim = Eq(Sup(Max(HALF, u), (u, 0, 1)), HALF)
    with pytest.raises(HypothesisError):
        _apply(largest(HALF), claim, Le(u, HALF))


def test_a_bound_variable_that_is_also_free_is_not_freed() -> None:
    for step, claim in (
        (every_value(), Le(Sup(u, (u, 0, 1)), u)),
        (attained(1), Eq(Sup(u, (u, 0, 1)), u)),
        (termwise(), Eq(Sum(i, (i, 1, n)), i * Sum(1, (i, 1, n)))),
    ):
        with pytest.raises(HypothesisError):
            _apply(step, claim)


def test_substitution_does_not_capture() -> None:
    body = Sup(s * z, (z, 0, 1))
    assert substitute(body, {s: HALF}) == Sup(z / 2, (z, 0, 1))
    for replace in (lambda: substitute(body, {s: z}), lambda: body.xreplace({s: z})):
        with pytest.raises(HypothesisError):
            replace()
    with pytest.raises(HypothesisError):
        substitute(Sum(n * i, (i, 1, k)), {n: i})
    with pytest.raises(HypothesisError):
        substitute(Derivative(f(u), u), {u: HALF})
    assert substitute(body, {z: HALF}) == body


def test_an_iterate_does_not_capture() -> None:
    step, s0 = Iterate(Lambda(s, s * z), n, s), Rational(1, 3)
    assert step.xreplace({s: HALF, z: s0}) == Iterate(Lambda(s, s * s0), n, HALF)
    with pytest.raises(HypothesisError):
        step.xreplace({z: s})
    with pytest.raises(HypothesisError):
        Iterate(Lambda(s, Sup(s * z, (z, 0, 1))), 1, z).doit()


def test_terms_outside_binders() -> None:
    deep = Sup(c * w, (c, 0, 1))
    assert list(outside_binders(1 + deep, Sup)) == [deep]
    outer = Sup(deep + w, (w, -1, 1))
    assert list(outside_binders(outer, Sup)) == [outer]


def test_a_lemma_is_not_captured() -> None:
    known = Theorem(
        id="known",
        title="",
        source=cite("nobody", "nowhere"),
        claim=Eq(Sum(n * i, (i, 1, k)), n * Sum(i, (i, 1, k))),
        checks=(symbolic("factor out of a sum"),),
    )
    claim = Eq(Sum(i**2, (i, 1, k)), i * Sum(i, (i, 1, k)))
    result = outcome(
        claim, symbolic(lemma("known", at={"n": i})), uses=("known",), library={"known": known}
    )
    assert not accepted(result)


# -- entries that would say nothing, or not what they seem to --------------------------------


def _is_error(result: Result, word: str) -> None:
    assert result.own is Status.ERROR
    assert word in result.detail


def test_contradictory_hypotheses_are_an_error() -> None:
    given = (Ge(x, 1), Le(x, 0))
    _is_error(outcome(Eq(x, 5), symbolic(), given=given), "hypotheses")
    _is_error(outcome(Eq(x, x + 1), balls(), given=given), "hypotheses")


def test_a_box_without_a_point_that_satisfies_the_hypotheses() -> None:
    result = outcome(Eq(x, x + 1), balls({"x": (5, 6)}), given=Le(x, 0))
    assert not accepted(result)


def test_a_listed_point_has_to_satisfy_the_hypotheses() -> None:
    _is_error(outcome(Eq(x, x + 1), listed({"x": 3}), given=Le(x, 0)), "does not hold")


def test_two_symbols_of_one_name_are_refused() -> None:
    other = real("x", Interval(5, 6))
    _is_error(outcome(Le(x, other), symbolic()), "two symbols are called x")
    _is_error(outcome(Le(x, 7), symbolic(), given=Ge(other, 5)), "two symbols")


def test_a_counterexample_outside_the_domain_is_refused() -> None:
    _is_error(outcome(Gt(t, 0), counterexample(at={"t": -1})), "allowed are values in")


def test_instances_have_to_have_their_facts() -> None:
    for name, body in {
        "convex": 1 - u**2,
        "non-increasing": Max(0, u - HALF),
        "below Id": 1 - u / 2,
        "symmetric": 1 - u / 2,
    }.items():
        g = generic("g", facts=(name,), instances=[Lambda(u, body)])
        _is_error(outcome(Ge(g(u), 0), symbolic()), "is no instance")


def test_mpmath_disagreement_is_not_outvoted() -> None:
    # true, and proved; but 50 digits do not show it, and that is said
    result = outcome(Lt(x, x + Rational(1, 10**60)), symbolic(), mpmath_points(({"x": 1},)))
    assert result.own is Status.ERROR


def test_integers_have_no_supremum_over_reals() -> None:
    with pytest.raises(DomainError, match="integer"):
        Sup(-((k - Rational(3, 2)) ** 2), (k, 1, 5))
    with pytest.raises(DomainError, match="ends contain it"):
        Sup(u, (u, 0, u))


def test_a_false_value_is_not_added() -> None:
    with pytest.raises(HypothesisError):
        _apply(value_at(2), Ge(Sup(u, (u, 0, 1)), 2))


def test_an_uncovered_part_is_an_error() -> None:
    _is_error(outcome((Le(u, 2), Le(u, HALF)), symbolic(part=0)), "no check covers part 1")


def test_contradicting_checks_are_an_error() -> None:
    class Liar:
        how = "a lie"

        def run(self, entry, context):
            return CheckResult(self.how, Status.PROVED, "", (0,))

    _is_error(outcome(Le(u, HALF), Liar(), counterexample(at={"u": 1})), "contradict")


class Sleight(Tactic):
    says = "trust me"

    def apply(self, goal, context):
        return []


class Credulous:
    how = "belief"

    def run(self, entry, context):
        return CheckResult(self.how, Status.CERTIFIED, "", (0,))


@pytest.mark.parametrize(
    ("check", "name"),
    [
        (symbolic(Sleight()), "step Sleight"),
        (
            symbolic(
                Rewrite("Phi of quantile", "no", lambda term, given: HALF if term == u else None)
            ),
            "step Phi of quantile",
        ),
        (Credulous(), "check Credulous"),
    ],
)
def test_code_of_the_proof_file_is_no_verdict(check, name: str) -> None:
    result = outcome(Le(u, 1), check)
    assert result.own is Status.INCONCLUSIVE
    assert f"its own {name}" in result.detail


class Positive(Function):
    """A function of the proof file that says of itself what signs it has."""

    def _sign_range(self):
        return S.One, oo

    def _ball_rewrite(self):
        return 1 + self.args[0] ** 2 - 2 * exp(-(10**9) * (self.args[0] - HALF / 3) ** 2)


def test_a_function_of_the_proof_file_has_no_sign_of_its_own() -> None:
    for claim, given in ((Gt(Positive(u), 0), ()), (Ge(u, 0), (Gt(Positive(u), 0),))):
        result = outcome(claim, symbolic(), given=given)
        assert result.own is Status.INCONCLUSIVE
        assert "its own function Positive" in result.detail


def test_a_lemma_has_to_be_listed() -> None:
    known = Theorem(
        id="known",
        title="",
        source=cite("nobody", "nowhere"),
        claim=Le(u, 1),
        checks=(symbolic(),),
    )
    for uses, status in (((), Status.ERROR), (("known",), Status.PROVED)):
        result = outcome(Le(u, 2), symbolic(lemma("known")), uses=uses, library={"known": known})
        assert result.own is status


def test_a_claim_is_as_good_as_its_weakest_part() -> None:
    parts = (Le(u, 1), Le(Phi(x), Phi(x) + exp(-x)))
    for weak in (0, 1):
        checks = (symbolic(part=1 - weak), balls(part=weak))
        assert outcome(parts, *checks).own is Status.CONSISTENT


def test_an_opaque_case_stays_undecided() -> None:
    from fdp_sym.signs import possible_signs

    assert possible_signs(Piecewise((1, x > 0))) == {-1, 0, 1}
    assert possible_signs(Piecewise((1, x > 0), (2, True))) == {1}
    assert possible_signs(Phi(Dummy("y", real=True))) == {1}


def test_cases_need_a_relation_that_is_defined() -> None:
    for relation in (Ge(1 / w, 0), Ge(log(w), 0), Le(Quantile(u), 0)):
        with pytest.raises(HypothesisError, match="is defined"):
            _apply(cases(relation), Ge(u, 0))


def test_the_derivative_in_an_integer_is_taken_on_the_interval() -> None:
    goals = _apply(from_boundary(k, 1), Ge(k * (k - 1), 0))
    free = set().union(*(goal.relation.free_symbols for goal in goals))
    assert free
    assert not any(symbol.is_integer for symbol in free)
