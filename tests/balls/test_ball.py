"""Ball: exact bounds, three-valued order, proved digits, outward doubles."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import gmpy2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, oo

from fdp_sym.balls import Ball
from fdp_sym.errors import DomainError

fractions = st.fractions(max_denominator=10**12)
scaled = st.builds(lambda f, e: f * Fraction(10) ** e, fractions, st.integers(-40, 40))


@st.composite
def balls_with_point(draw):
    """A ball and a number inside it, often a narrow ball."""
    value = draw(scaled)
    left, right = (
        abs(value) * Fraction(1, 10) ** draw(st.integers(0, 30)) * draw(st.integers(0, 3))
        for _ in range(2)
    )
    return Ball(value - left, value + right), value


def test_construction_and_refusals():
    assert Ball("0.1", Rational(1, 5)).lower == Fraction(1, 10)
    assert Ball(0.1, 0.1).lower == Fraction(0.1)  # a float is its binary value
    assert Ball(-oo, math.inf).width == math.inf
    for lower, upper in ((1, 0), (math.nan, 1), (-math.inf, -math.inf)):
        with pytest.raises(DomainError):
            Ball(lower, upper)
    with pytest.raises(DomainError):
        Ball("a", 1)


def test_immutable_hashable_picklable():
    ball = Ball(0, 1, "by hand")
    with pytest.raises(AttributeError):
        ball.lower = Fraction(-1)
    with pytest.raises(AttributeError):
        del ball.route
    assert ball == Ball(0, 1)
    assert hash(ball) == hash(Ball(0, 1, "otherwise"))
    copy = pickle.loads(pickle.dumps(ball))
    assert copy == ball
    assert copy.route == "by hand"


def test_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(Ball(1, 2))


@pytest.mark.parametrize(
    ("x", "y", "less", "less_equal"),
    [
        (Ball(0, 1), Ball(2, 3), True, True),
        (Ball(0, 1), Ball(1, 3), None, True),
        (Ball(1, 3), Ball(0, 1), False, None),
        (Ball(2, 3), Ball(0, 1), False, False),
        (Ball(0, 2), Ball(1, 3), None, None),
        (Ball(0, 0), 0, False, True),
        (Ball(0, 1), Fraction(1, 2), None, None),
        (Ball(0, 1), Rational(3, 2), True, True),
        (Ball("0.1", "0.1"), 0.1, True, True),  # the double 0.1 is above 1/10
        (Ball(-math.inf, math.inf), 0, None, None),
    ],
)
def test_three_valued_order(x, y, less, less_equal):
    assert (x < y) is less
    assert (x <= y) is less_equal
    opposite = {True: False, False: True, None: None}
    assert (x >= y) is opposite[less]
    assert (x > y) is opposite[less_equal]


@given(balls_with_point(), balls_with_point())
def test_arithmetic_encloses(first, second):
    (x, a), (y, b) = first, second
    assert (x + y).contains(a + b)
    assert (x - y).contains(a - b)
    assert (x * y).contains(a * b)
    assert (-x).contains(-a)
    assert (2 - x).contains(2 - a)
    if y.lower > 0 or y.upper < 0:
        assert (x / y).contains(a / b)
        assert (1 / y).contains(1 / b)
    else:
        with pytest.raises(DomainError):
            x / y


def test_unbounded_arithmetic_with_numbers_beyond_doubles():
    huge = Fraction(10**400)
    assert Ball(huge, math.inf) + 1 == Ball(huge + 1, math.inf)
    assert Ball(0, math.inf) * Ball(-1 / huge, 1 / huge) == Ball(-math.inf, math.inf)
    assert 1 / Ball(2, math.inf) == Ball(0, Fraction(1, 2))


def truncated(value: Fraction, digits: int) -> Fraction:
    """The first significant digits of a positive number, by gmpy2's exact integers."""
    exponent = 0
    while value >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while value < Fraction(10) ** exponent:
        exponent -= 1
    unit = Fraction(10) ** (exponent - digits + 1)
    return int(gmpy2.f_div(gmpy2.mpz((value / unit).numerator), (value / unit).denominator)) * unit


def count_digits(text: str) -> int:
    return len(text.split("e")[0].replace("-", "").replace(".", "").lstrip("0"))


@settings(max_examples=300)
@given(balls_with_point(), st.none() | st.integers(1, 40))
def test_decimal_prints_proved_digits(pair, digits):
    ball, value = pair
    text = ball.decimal(digits)
    if "±" in text:
        middle, radius = (Fraction(part) for part in text.strip("[]").split(" ± "))
        assert middle - radius <= ball.lower
        assert ball.upper <= middle + radius
        return
    shown = Fraction(text)
    if shown == 0:
        assert ball == Ball(0, 0)
        return
    count = count_digits(text)
    assert digits is None or count <= digits or Fraction(text).denominator == 1
    for point in (ball.lower, value, ball.upper):
        assert (point > 0) == (shown > 0)
        assert truncated(abs(point), count) == abs(shown)


@settings(max_examples=200)
@given(balls_with_point())
def test_decimal_leaves_out_no_shared_digit(pair):
    ball, _ = pair
    text = ball.decimal()
    if "±" not in text and not ball.is_exact:
        more = count_digits(text) + 1
        ends = {truncated(abs(end), more) for end in (ball.lower, ball.upper)}
        assert len(ends) == 2


@pytest.mark.parametrize(
    ("lower", "upper", "digits", "text"),
    [
        (0, 0, None, "0"),
        (100, 100, None, "100"),
        ("1/3", "1/3", 5, "0.33333"),
        ("0.3999", "0.4001", None, "[0.40000 ± 0.00010]"),
        ("-2.349", "-2.341", None, "-2.34"),
        ("-2.349", "-2.341", 2, "-2.3"),
        ("1.5e-320", "1.6e-320", None, "1e-320"),
        (10**20, 10**20 + 1, None, "1.0000000000000000000e20"),
        (0, "1/4", None, "[0.13 ± 0.13]"),
        ("-1/3", "1/3", None, "[0 ± 0.34]"),
        ("0.25", math.inf, None, "[0.25, inf)"),
        ("2/3", math.inf, 2, "[0.66, inf)"),
        ("-2/3", math.inf, 2, "[-0.67, inf)"),
        (-math.inf, "2/3", 3, "(-inf, 0.667]"),
        (-math.inf, "-2/3", 3, "(-inf, -0.666]"),
        (-math.inf, math.inf, None, "(-inf, inf)"),
    ],
)
def test_decimal_examples(lower, upper, digits, text):
    assert Ball(lower, upper).decimal(digits) == text


def test_decimal_longer_than_pythons_limit_for_integers():
    text = Ball("1/7", "1/7").decimal(6000)
    assert text == "0." + ("142857" * 1000)
    with pytest.raises(DomainError, match="digits = 0"):
        Ball(1, 1).decimal(0)


def test_rich_output_prints_the_same_digits():
    ball = Ball("1.25e-30", "1.26e-30")
    assert ball._repr_latex_() == r"$1.2 \times 10^{-30}$"
    assert ball._repr_html_() == "1.2&times;10<sup>-30</sup>".replace("-", "&minus;")
    assert ball.to_json()["lower"] == str(Fraction("1.25e-30"))


@pytest.mark.parametrize(
    "x",
    [
        Fraction(1, 10),
        Fraction(-1, 3),
        Fraction(1, 2**1074),
        Fraction(1, 2**1080),
        -Fraction(3, 2**1076),
        Fraction(7, 3) / 2**1070,
        Fraction(2**1024),
        -(Fraction(10) ** 400),
        Fraction(0),
        Fraction(2**1024 - 2**970),
    ],
)
def test_floats_are_the_tightest_outward_doubles(x):
    down, up = Ball(x, x).floats()
    # gmpy2 rounds correctly in the IEEE format, subnormals and overflow included
    for result, rounding in ((down, gmpy2.RoundDown), (up, gmpy2.RoundUp)):
        with gmpy2.context(gmpy2.ieee(64), round=rounding):
            assert result == float(gmpy2.mpfr(gmpy2.mpq(x.numerator, x.denominator)))
    assert down <= x <= up
    assert math.copysign(1, up) == 1 or up != 0


def test_floats_of_unbounded():
    assert Ball(1, math.inf).floats() == (1.0, math.inf)


def test_size():
    ball = Ball(1, 2)
    assert (ball.midpoint, ball.width, ball.relative_width) == (Fraction(3, 2), 1, 1)
    assert Ball(-1, 2).relative_width == math.inf
    assert Ball(0, 0).relative_width == 0
    assert Ball("1e400", "3e400").relative_width == 2  # no detour through doubles
    assert ball.overlaps(Ball(2, 3))
    assert not ball.overlaps(Ball(3, 4))
    with pytest.raises(DomainError):
        _ = Ball(0, math.inf).midpoint


def test_an_infinite_value():
    infinite = Ball(math.inf, math.inf)
    assert (infinite.width, infinite.is_exact, infinite.decimal()) == (0, True, "inf")
    assert (infinite > 10**400) is True
    assert (infinite < Ball(0, math.inf)) is False
    assert infinite + Ball(1, 2) == infinite
    assert infinite.to_json()["lower"] == "inf"
    for operation in (
        lambda: infinite - infinite,
        lambda: infinite * Ball(0, 1),
        lambda: -infinite,
    ):
        with pytest.raises(DomainError):
            operation()
