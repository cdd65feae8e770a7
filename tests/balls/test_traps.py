"""The traps of python-flint and of SymPy, each as a regression test.

Where a test says "the trap itself", that is what happens without the protection.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F
from pathlib import Path

import mpmath
import pytest
from flint import acb, arb, ctx, fmpq
from sympy import (
    Abs,
    Eq,
    Expr,
    Integral,
    Interval,
    Max,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    Tuple,
    cosh,
    erf,
    erfc,
    exp,
    floor,
    log,
    oo,
    pi,
    sin,
    sqrt,
    tanh,
    zoo,
)
from sympy.calculus.util import function_range, is_convex

from fdp_sym.balls import Ball, compile_expr, enclose, prove, sign
from fdp_sym.balls.precision import precision
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, epsilon, integer, mu

x = Symbol("x", real=True)
y = Symbol("y", real=True)
LINE = Ball(-math.inf, math.inf)


class Sup(Expr):
    _balls_kind = "sup"

    @property
    def free_symbols(self):
        return self.args[0].free_symbols - {self.args[1][0]}


class Inf(Sup):
    _balls_kind = "inf"


def over(expr, *interval, bits=64):
    """The ball of ``expr`` over an interval of its only symbol."""
    return compile_expr(expr, (x,)).ball([interval], bits)


def test_precision_never_leaks():
    before = ctx.prec
    enclose(exp(1), digits=500)
    sign(exp(1) - 3)
    compile_expr(exp(x), (x,)).ball([1], 999)
    with pytest.raises(PrecisionError):
        enclose(Phi(1) + Phi(-1) - 1, max_bits=256)
    with pytest.raises(DomainError):
        enclose(alpha, {alpha: 2})
    assert ctx.prec == before


def test_precision_does_not_leak_when_an_operation_raises(monkeypatch):
    from fdp_sym.balls import real
    from fdp_sym.balls.program import Backend, Program

    def fail(_):
        raise RuntimeError("inside")

    monkeypatch.setattr(real, "REAL", Backend({"exp": fail}))
    before = ctx.prec
    program: Program = compile_expr(exp(x), (x,))
    with pytest.raises(RuntimeError, match="inside"):
        program.ball([1], 777)
    assert ctx.prec == before


def test_threads_do_not_share_their_precision():
    # removing the lock of `precision` breaks both: the inner bits, and what is left behind
    before = ctx.prec
    first_is_in, second_is_in, errors = threading.Event(), threading.Event(), []

    def first():
        with precision(100):
            first_is_in.set()
            second_is_in.wait(0.2)  # not while this context lasts
            errors.append(ctx.prec != 100 or second_is_in.is_set())

    def second():
        first_is_in.wait()
        with precision(300):
            second_is_in.set()
            errors.append(ctx.prec != 300)

    threads = [threading.Thread(target=f) for f in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (errors, ctx.prec) == ([False, False], before)


def precision_set(source: str) -> bool:
    """Whether a source changes flint's precision without the lock."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id != "ctx":
                continue
            if node.attr in ("workprec", "workdps", "extraprec", "extradps"):
                return True
            if node.attr in ("prec", "dps") and not isinstance(node.ctx, ast.Load):
                return True
    return False


def test_only_the_lock_sets_the_precision():
    import fdp_sym

    root = Path(fdp_sym.__file__).parent
    for path in sorted(root.rglob("*.py")):
        assert precision_set(path.read_text(encoding="utf-8")) == (path.name == "precision.py"), (
            path
        )


@pytest.mark.parametrize(
    "source", ["with ctx.workprec(80):\n    pass", "ctx.prec = 80", "ctx.prec += 9", "ctx.dps = 9"]
)
def test_a_precision_without_the_lock_is_found(source):
    assert precision_set(source)
    assert not precision_set("with precision(ctx.prec + 8):\n    pass")


def test_threads_agree():
    values = {m: enclose(exp(1) * Phi(m), digits=30 + m) for m in range(1, 9)}

    def task(m):
        return [enclose(exp(1) * Phi(m), digits=30 + m) == values[m] for _ in range(20)]

    before, interval = ctx.prec, sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(itertools.chain(*pool.map(task, values)))
    finally:
        sys.setswitchinterval(interval)
    assert ctx.prec == before


def test_wide_arguments_do_not_wrap():
    assert over(exp(x), -oo, 0) == Ball(0, 1)
    assert over(Phi(x), -oo, oo) == Ball(0, 1)
    assert over(tanh(x), -oo, oo) == Ball(-1, 1)
    assert over(erfc(x), -oo, oo) == Ball(0, 2)
    assert over(erf(x), 0, oo) == Ball(0, 1)
    assert over(Quantile(x), 0, 1) == LINE
    assert over(Quantile(x), F(1, 2), 1).lower == 0
    assert over(log(x), 0, 1).upper == 0
    assert over(sqrt(x), 0, 4) == Ball(0, 2)
    assert over(cosh(x), -1, 1).lower == 1


def test_exponentials_of_half_lines_are_bounded():
    # evaluating `exp` by its ends protects; through one ball it is:
    assert not arb("-inf").union(arb(0)).exp().is_finite()  # the trap itself
    assert over(exp(-(x**2)), -oo, oo) == Ball(0, 1)
    assert over(exp(x) - 1, -oo, 0) == Ball(-1, 0)
    assert over(1 / (1 + exp(x)), -oo, oo) == Ball(0, 1)


def test_even_powers_are_not_negative():
    assert (arb(0, 1) ** 2).is_nan()  # the trap itself
    assert over(x**2, -1, 1) == Ball(0, 1)
    assert over(x**4, -2, 1) == Ball(0, 16)
    assert over(x**3, -2, 1) == Ball(-8, 1)
    assert over(x**2, -oo, 1) == Ball(0, math.inf)
    # also when a ball, not an interval, holds zero
    value = compile_expr((exp(log(3) * x) - 3) ** 2, (x,)).ball([1], 64)
    assert value.lower == 0
    assert value.upper < F(1, 10**30)


def test_zero_times_infinity_is_never_zero():
    times = compile_expr(x * Quantile(alpha), (x, alpha))
    assert times.ball([0, 1], 64) == LINE
    assert times.ball([(-1, 1), (F(1, 2), 1)], 64) == LINE
    assert times.ball([1, 1], 64).upper == math.inf
    # a real variable without an upper bound is never infinite: 0 times it is 0
    assert compile_expr(x * mu, (x, mu)).ball([0, (0, oo)], 64) == Ball(0, 0)
    assert compile_expr(x * mu, (x, mu)).ball([(0, 1), (1, oo)], 64) == Ball(0, math.inf)


def test_infinity_minus_infinity_is_refused():
    difference = Quantile(alpha) - Quantile(1 - epsilon)
    program = compile_expr(difference, (alpha, epsilon))
    assert program.ball([1, 0], 64) == LINE
    with pytest.raises(PrecisionError):
        enclose(difference, {alpha: 1, epsilon: 0}, max_bits=128)
    # nothing is concluded from a value that does not exist, not even that Phi is at most 1
    assert compile_expr(Phi(difference), (alpha, epsilon)).ball([1, 0], 64) == LINE
    assert compile_expr(Phi(log(x)), (x,)).ball([-1], 64) == LINE


def test_infinite_intermediates_with_a_limit():
    gaussian = Phi(Quantile(1 - alpha) - mu)
    assert enclose(gaussian, {alpha: 0, mu: 3}) == Ball(1, 1)
    assert enclose(gaussian, {alpha: 1, mu: 3}) == Ball(0, 0)
    assert enclose(1 - gaussian, {alpha: 0, mu: 3}) == Ball(0, 0)
    wide = compile_expr(gaussian, (alpha, mu)).ball([(0, 1), (1, 2)], 64)
    assert wide == Ball(0, 1)
    assert enclose(exp(Quantile(alpha)), {alpha: 0}) == Ball(0, 0)


def test_division_by_zero_and_negative_roots_are_refused():
    for expr, value in ((1 / x, 0), (log(x), -1), (sqrt(x), -1), (x ** Rational(1, 3), -8)):
        with pytest.raises(PrecisionError) as caught:
            enclose(expr, {x: value}, max_bits=128)
        assert caught.value.ball == LINE
    assert over(1 / x, -1, 1) == LINE
    assert over(1 / x, 1, oo) == Ball(0, 1)


@pytest.mark.parametrize(
    "p",
    [F(1, 10**300), 1 - F(1, 2**53), 1 - F(1, 10**300), F(1, 10**3000), F(1, 2) - F(1, 10**40)],
)
@pytest.mark.parametrize("bits", [64, 256])
def test_quantile_is_certified_by_the_sign_of_phi(p, bits):
    ball = compile_expr(Quantile(x), (x,)).ball([p], bits)
    assert ball.width < F(1, 10**15)
    # the signs of Phi(end) - p on either side, by mpmath at high precision
    with mpmath.workdps(400):
        target = mpmath.mpf(p.numerator) / p.denominator

        def cdf(t):
            return mpmath.erfc(-mpmath.mpf(t.numerator) / t.denominator / mpmath.sqrt(2)) / 2

        assert cdf(ball.lower) < target < cdf(ball.upper)


def test_a_too_small_radius_would_be_seen(monkeypatch):
    from fdp_sym.balls import elementary

    p = F(1, 10)

    def encloses(ball):
        with mpmath.workdps(60):
            cdf = [
                mpmath.erfc(-mpmath.mpf(t.numerator) / t.denominator / mpmath.sqrt(2)) / 2
                for t in (ball.lower, ball.upper)
            ]
            return cdf[0] <= mpmath.mpf(1) / 10 <= cdf[1]

    assert encloses(compile_expr(Quantile(x), (x,)).ball([p], 64))
    honest = elementary._lower_quantile
    # the mutant drops the last step's uncertainty and keeps its starting point only
    monkeypatch.setattr(elementary, "_lower_quantile", lambda q: honest(q).mid() + arb(2) ** -55)
    assert not encloses(compile_expr(Quantile(x), (x,)).ball([p], 64))


def test_tails_keep_relative_accuracy():
    with mpmath.workdps(60):
        lower = mpmath.erfc(40 / mpmath.sqrt(2)) / 2
        for expr in (Phi(-40), 1 - Phi(40), 1 - Phi(x)):
            ball = enclose(expr, {x: 40}, digits=30)
            middle = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
            assert abs(middle / lower - 1) < mpmath.mpf(10) ** -29
    # without cancellation already at the starting precision
    assert compile_expr(1 - Phi(x), (x,)).ball([40], 64).relative_width < F(1, 10**14)


def test_integrals_need_the_analytic_flag():
    wrong = acb.integral(lambda z, _: z.sqrt(), 1, 4).real
    assert not wrong.contains(fmpq(14, 3))  # the trap itself
    assert enclose(Integral(sqrt(x), (x, 1, 4)), digits=15).contains(F(14, 3))
    ball = enclose(Integral(log(x), (x, 1, 2)), digits=25)
    with mpmath.workdps(40):
        exact = 2 * mpmath.log(2) - 1
        assert abs(mpmath.mpf(ball.lower.numerator) / ball.lower.denominator - exact) < 1e-25
        far = enclose(Integral(log(x), (x, F(1, 100), 4)), digits=25).midpoint
        exact = 4 * mpmath.log(4) - 4 + mpmath.log(100) / 100 + mpmath.mpf(1) / 100
        assert abs(mpmath.mpf(far.numerator) / far.denominator - exact) < 1e-24


def test_improper_integrals_have_a_bound_of_their_tail(monkeypatch):
    from fdp_sym.balls.tails import Tail

    slow = Integral(1 / (1 + x**2), (x, 0, oo))
    half_pi = enclose(pi / 2, digits=60)
    assert enclose(slow, digits=20).contains(half_pi.midpoint)
    # flint cut the range wherever it was told to, and the enclosure would miss the value
    monkeypatch.setattr(Tail, "bound", lambda tail, cut: arb(0))
    assert not enclose(slow, digits=20).contains(half_pi.midpoint)
    monkeypatch.undo()
    for divergent in (Integral(1 / x, (x, 1, oo)), Integral(1 / x, (x, 0, 1))):
        with pytest.raises(UnsupportedError, match="no integrable bound"):
            enclose(divergent)


def test_kinks_are_split_at(monkeypatch):
    from fdp_sym.balls import integrals, kinks

    bent = Integral(Max(exp(x) - 2, 0), (x, 0, 1))
    value = enclose(exp(1) - 4 + 2 * log(2), digits=60).midpoint
    assert enclose(bent, digits=40).contains(value)

    def one_branch(_, variable, low, high, *__):
        """Without the split the integrand is that of one branch."""
        yield kinks.Piece(low, high, exp(variable) - 2)

    monkeypatch.setattr(integrals, "pieces", one_branch)
    assert not enclose(bent, digits=40).contains(value)


def test_decimal_output_is_directed():
    third = Ball(F(1, 3), F(1, 3))
    assert arb("0.99999999999").str(5, radius=False) == "1.0000"  # the trap itself
    assert Ball("0.99999999998", "0.99999999999").decimal(5) == "0.99999"
    assert Ball(F(2, 3), F(2, 3)).decimal(5) == "0.66666"
    assert third.floats()[0] < F(1, 3) < third.floats()[1]
    ball = enclose(Phi(-3), digits=12)
    assert F(ball.decimal()) <= ball.lower
    assert ball.upper < F(ball.decimal()) + F(1, 10 ** (len(ball.decimal()) - 2))


def test_integrals_with_kinks_jumps_and_reversed_limits():
    assert enclose(Integral(Abs(x - F(1, 3)), (x, 0, 1)), digits=4).contains(F(5, 18))
    step = Piecewise((1, x < F(1, 3)), (5, True))
    assert enclose(Integral(step, (x, 0, 1)), digits=2).contains(F(11, 3))
    assert enclose(Integral(Max(x, 0), (x, 1, -1)), digits=3).contains(F(-1, 2))
    n = integer("n")
    with pytest.raises(UnsupportedError, match="finite limits"):
        enclose(Sum(Rational(1, 2) ** n, (n, 0, oo)))


def test_complex_products_do_not_wrap():
    from fdp_sym.balls.complexes import PLAIN

    z = acb(arb(1, 1e-6), arb("0.5", 1e-6))
    product = acb(1)
    for _ in range(200):
        product = product * z
    assert product.rel_accuracy_bits() < 0  # the trap itself
    assert PLAIN.table["integer_power"](200, z).rel_accuracy_bits() > 5
    # and an integral that needs it: (x + 1)**201/201 from 0 to 1
    ball = enclose(Integral((x + 1) ** 200, (x, 0, 1)), digits=20)
    assert ball.contains(F(2**201 - 1, 201))


def test_flint_s_own_piecewise_functions_are_not_used():
    # acb.real_max(0) aborts the interpreter, and these functions need the analytic flag as well
    import fdp_sym.balls

    folder = Path(fdp_sym.balls.__file__).parent
    used = [p.name for p in folder.glob("*.py") if ".real_" in p.read_text(encoding="utf-8")]
    assert used == []


def test_complex_roots_of_negative_numbers_are_no_values():
    # complex arithmetic goes on with an imaginary part: the trap itself
    assert acb(-1).sqrt(analytic=False).is_finite()
    # undefined between -1 and 1, which must not become a finite enclosure
    with pytest.raises(PrecisionError) as caught:
        enclose(Integral(sqrt(x**2 - 1), (x, -2, 2)), digits=1)
    assert caught.value.ball == LINE


def test_the_crash_of_real_max():
    code = "from flint import acb; acb.real_max(acb(0), acb(1)); print(1); acb(0).real_max(0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode != 0  # the trap itself, in a process of its own


# SymPy functions that are no evidence: nothing in the package calls them
NO_EVIDENCE = {
    *("integrate", "simplify", "limit", "is_convex", "function_range", "solve", "solveset"),
    *("is_increasing", "is_decreasing", "is_monotonic", "minimum", "maximum", "nsimplify"),
}


def used(source: str) -> set[str]:
    """The names of NO_EVIDENCE that a source imports from SymPy, and mpmath.iv."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sympy":
            found |= {alias.name for alias in node.names} & NO_EVIDENCE
        if isinstance(node, ast.ImportFrom) and node.module == "mpmath":
            found |= {alias.name for alias in node.names} & {"iv"}
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in ("sympy", "sp"):
                found |= {node.attr} & NO_EVIDENCE
            if node.value.id in ("mpmath", "mp") and node.attr == "iv":
                found.add("iv")
        # methods of an expression have the same names
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found |= {node.func.attr} & {"simplify", "limit", "nsimplify"}
    return found


def test_what_is_no_evidence_is_not_used():
    import fdp_sym

    root = Path(fdp_sym.__file__).parent
    for path in sorted(root.rglob("*.py")):
        # methods of classes of our own may share a name; none does so far but the parser's
        names = used(path.read_text(encoding="utf-8"))
        names -= {"limit"} if path.name == "claims.py" else set()
        assert not names, path


@pytest.mark.parametrize(
    "source",
    [
        "from sympy import integrate",
        "from sympy.calculus.util import is_convex",
        "import sympy\nsympy.limit(f, x, 0)",
        "expr.simplify()",
        "from mpmath import iv",
        "import mpmath\nmpmath.iv.exp(1)",
    ],
)
def test_what_is_no_evidence_is_found(source):
    assert used(source)
    assert not used("from sympy import exp, Limit, Integral\nimport mpmath\nmpmath.exp(1)")


def test_sympy_s_answers_are_not_trusted():
    # the traps themselves: a concave kink is missed, and a minimum that is attained
    concave = Piecewise((0, x < 0), (-x, True))
    assert is_convex(concave, x)
    assert 0 not in function_range(x * exp(-x), x, Interval(0, oo))
    ends = concave.subs(x, x - 1) + concave.subs(x, x + 1) - 2 * concave
    assert prove(ends, {x: (-2, 2)}).status == "refuted"
    assert prove(x * exp(-x), {x: (0, 5)}).status == "certified"
    assert prove(x * exp(-x) - F(1, 10**6), {x: (0, 5)}).status == "refuted"


def test_the_far_tail_of_a_ball():
    assert (arb(2).sqrt() * 10**6).erfc().rel_accuracy_bits() < -1000  # the trap itself
    with mpmath.workdps(60):
        log_tail = mpmath.log(mpmath.erfc(mpmath.mpf(10) ** 6) / 2)
        for digits in (20, 40):
            tail = enclose(log(Phi(-sqrt(2) * 10**6)), digits=digits)
            assert abs(
                mpmath.mpf(tail.midpoint.numerator) / tail.midpoint.denominator / log_tail - 1
            ) < (mpmath.mpf(10) ** -digits)


def test_the_far_tail_holds_the_value():
    with mpmath.workdps(60):
        value = F(mpmath.nstr(mpmath.erfc(300) / 2, 50))
    for bits in (64, 128):
        ball = compile_expr(Phi(-sqrt(2) * 300), ()).ball([], bits)
        assert ball.lower < value < ball.upper
        assert ball.relative_width < F(1, 2 ** (bits - 30))


def test_suprema():
    ball = enclose(Sup(x * exp(-x), Tuple(x, 0, 5)), digits=12)
    peak = F("0.36787944117144232159552377016146086744581113103177")  # exp(-1), OEIS A068985
    assert ball.lower <= peak
    assert peak - F(1, 10**49) <= ball.upper
    assert enclose(Inf(Abs(x - F(1, 3)) + x**2, Tuple(x, 0, 1)), digits=10).contains(F(1, 9))
    jump = Piecewise((x, x < F(1, 3)), (1 - x, True))
    assert enclose(Sup(jump, Tuple(x, 0, 1)), digits=4).contains(F(2, 3))
    assert enclose(Sup(Phi(x), Tuple(x, -oo, oo)), digits=10).contains(1)
    # a limit at infinity is not read off 0*oo
    ball = compile_expr(Sup((x + 1) * (1 / (x + 2)), Tuple(x, 0, oo)), ()).ball([], 64)
    assert ball.upper >= 1
    # undefined somewhere: nothing is claimed
    assert compile_expr(Sup(log(x - 1), Tuple(x, 0, 5)), ()).ball([], 64) == LINE


def test_undecided_piecewise_is_the_hull():
    expr = Piecewise((0, x < 1), (5, x < 2), (7, True))
    assert over(expr, 0, F(1, 2)) == Ball(0, 0)
    assert over(expr, 0, F(3, 2)) == Ball(0, 5)
    assert over(expr, 0, 3) == Ball(0, 7)
    assert over(Piecewise((1, x < 1)), 0, 2) == LINE  # it may be that no branch applies
    assert over(Piecewise((1 / x, x > 0), (2, True)), 0, 0) == Ball(2, 2)


def test_overlapping_comparisons_are_undecided():
    assert compile_expr(floor(x), (x,)).ball([F(7, 2)], 64) == Ball(3, 3)
    assert over(floor(x), F(1, 2), F(5, 2)) == Ball(0, 2)
    n = integer("n")
    assert enclose(floor(n / 3), {n: 9}) == Ball(3, 3)


def test_equality_of_overlapping_balls_is_undecided():
    a, b = arb(1, 0.1), arb(1, 0.1)
    assert (bool(operator.eq(a, b)), bool(operator.ne(a, b))) == (False, False)  # the trap itself
    for relation in (Eq, Ne):
        branch = Piecewise((0, relation(exp(x), y, evaluate=False)), (5, True))
        program = compile_expr(branch, (x, y))
        assert program.ball([(0, 1), 2], 64) == Ball(0, 5)
        assert program.ball([(0, 1), 3], 64) == (Ball(5, 5) if relation is Eq else Ball(0, 0))


def test_exact_values_stay_exact():
    assert sign(x**2 - Rational(1, 9), {x: Rational(1, 3)}) == 0
    assert enclose(sqrt(x) - Rational(1, 3), {x: Rational(1, 9)}) == Ball(0, 0)
    assert sign(Phi(1) + Phi(-1) - 1, max_bits=256) is None
    assert sign(exp(-(10**6)) - exp(-(10**6) - 1)) == 1


def test_unknown_nodes_and_values_are_named():
    with pytest.raises(UnsupportedError, match=r"sin in sin\(x\)"):
        compile_expr(exp(sin(x)), (x,))
    with pytest.raises(UnsupportedError):
        compile_expr(zoo, ())
    with pytest.raises(DomainError, match="no value for x"):
        enclose(x + 1)
    with pytest.raises(DomainError, match="alpha = 3/2"):
        enclose(alpha, {alpha: F(3, 2)})
    with pytest.raises(DomainError):
        compile_expr(x, (x,)).ball([(2, 1)], 64)
    with pytest.raises(DomainError):
        enclose(x, {x: math.nan})


def test_nothing_of_flint_is_pickled():
    for value in (arb(1), acb(1)):
        with pytest.raises(TypeError):  # the trap itself
            pickle.dumps(value)
    # a Ball holds Fractions and its reduction rebuilds it; that of a Program compiles again
    ball = enclose(exp(1), digits=40)
    assert pickle.loads(pickle.dumps(ball)) == ball
    with pytest.raises(PrecisionError) as caught:
        enclose(Phi(1) + Phi(-1) - 1, max_bits=128)
    assert pickle.loads(pickle.dumps(caught.value)).ball == caught.value.ball
    for held in (ball.lower, ball.upper, ball.to_json()["lower"]):
        assert type(held).__module__ in ("fractions", "builtins")


def test_programs_pickle():
    program = compile_expr(exp(x) + x, (x,))
    program.ball([1], 64)  # binds it to functions, which have no pickle
    assert pickle.loads(pickle.dumps(program)).ball([1], 64) == program.ball([1], 64)


def test_rewrite_hook():
    class Twice(Expr):
        def _ball_rewrite(self):
            return 2 * self.args[0]

    assert enclose(Twice(x) + 1, {x: 3}) == Ball(7, 7)


def test_astronomical_magnitudes_get_outward_bounds():
    with pytest.raises(PrecisionError, match=r"10 to the power \[-434294481\.9") as caught:
        enclose(exp(-(10**9)))
    assert caught.value.ball.lower == 0
    assert 0 < caught.value.ball.upper < F(1, 10**60000)
    assert enclose(exp(-(10**9)), width="1e-100") == caught.value.ball
    assert sign(exp(-(10**9))) == 1
    with pytest.raises(PrecisionError, match=r"minus 10 to the power \[434294481\.9") as caught:
        enclose(-exp(10**9))
    assert caught.value.ball.lower == -math.inf


def test_the_logarithm_of_an_astronomically_small_difference():
    # delta(1) of Gaussian(10**-8): two tails at 10**8 that agree in 16 digits
    small = Rational(1, 10**8)
    delta = Phi(small / 2 - 1 / small) - exp(1) * Phi(-small / 2 - 1 / small)
    with pytest.raises(PrecisionError, match="10 to the power"):
        enclose(delta)
    ball = enclose(log(delta), digits=30)
    with mpmath.workdps(80):
        t = mpmath.mpf(10) ** -8
        value = mpmath.log(mpmath.ncdf(t / 2 - 1 / t) - mpmath.e * mpmath.ncdf(-t / 2 - 1 / t))
        found = mpmath.mpf(ball.midpoint.numerator) / ball.midpoint.denominator
        assert abs(found / value - 1) < mpmath.mpf(10) ** -29
