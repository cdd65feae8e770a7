"""What notebooks show: never an error, never a long computation, never HTML of somebody else."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy import Integer, exp, log

import fdp_sym as fd
from fdp_sym.balls import Ball
from fdp_sym.latex.displays import at_once
from fdp_sym.symbols import alpha, delta, epsilon, integer, mu
from fdp_sym.theorems import Claim, Le, Theorem, cite
from fdp_sym.theorems.verdict import Status, Verdict

HOSTILE = '<img src=x onerror="alert(1)">&amp;</span>'


class Reader(HTMLParser):
    """Tags in balance, and the text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.words = [], set(), []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return "".join(self.words)


def balanced(latex):
    depth = 0
    for token in re.findall(r"\\.|[{}]", latex):
        depth += {"{": 1, "}": -1}.get(token, 0)
        assert depth >= 0
    return depth == 0 and latex.replace(r"\$", "").count("$") % 2 == 0


def shows(thing):
    latex, page = thing._repr_latex_(), thing._repr_html_()
    assert balanced(latex), latex
    assert len(latex) < 3000
    Reader(page)
    return latex, page


numbers = st.sampled_from(["1/10", "1/2", 1, "1.3", 7])
shares = st.sampled_from(["1/100", "1/3", "9/10"])
leaves = st.one_of(
    st.builds(fd.Gaussian, numbers),
    st.builds(fd.Laplace, numbers),
    st.builds(fd.EpsDelta, numbers, shares),
    st.builds(fd.Logistic, numbers),
    st.builds(fd.DiscreteGaussian, numbers),
    st.builds(fd.Staircase, numbers, shares),
    st.builds(fd.RandomizedResponse, numbers, st.integers(2, 5)),
    st.builds(lambda s, q: fd.SubsampledGaussian(s, q, direction="remove"), numbers, shares),
    st.builds(lambda b, q: fd.SubsampledLaplace(b, q, direction="add"), numbers, shares),
    st.sampled_from([fd.Identity(), fd.Gaussian(mu), fd.EpsDelta(epsilon, delta), fd.Laplace(mu)]),
)
functions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda fs: fs[0] @ fs[1]),
        st.tuples(inner, st.integers(0, 10**6)).map(lambda f: f[0] ** f[1]),
        inner.map(lambda f: f.inverse()),
        inner.map(lambda f: f.symmetrize()),
        inner.map(lambda f: f.two_sided()),
        st.tuples(inner, shares).map(lambda f: f[0].subsample(f[1])),
        st.tuples(inner, st.integers(1, 3)).map(lambda f: f[0].group(f[1])),
        st.tuples(inner, inner, shares).map(
            lambda f: fd.mixture([(f[2], f[0]), (1 - Fraction(f[2]), f[1])])
        ),
    ),
    max_leaves=3,
)


@pytest.fixture
def no_oracle(monkeypatch):
    """Every way to an enclosure is closed."""

    def refuse(*arguments, **options):
        raise AssertionError("a display asks the oracle")

    from fdp_sym import oracle
    from fdp_sym.balls import evaluate
    from fdp_sym.compose.product import Product
    from fdp_sym.tradeoff.base import TradeOff

    classes = [TradeOff, Product]
    while classes:
        cls = classes.pop()
        classes += cls.__subclasses__()
        for name in ("enclose", "enclose_delta", "enclose_epsilon"):
            if name in cls.__dict__:
                monkeypatch.setattr(cls, name, refuse)
    for name in ("enclose_delta", "enclose_epsilon", "enclose_value"):
        monkeypatch.setattr(oracle, name, refuse, raising=False)
    return evaluate


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_any_function(no_oracle, data):
    try:
        f = data.draw(functions)
    except (fd.FdpError, AssertionError):
        return
    start = time.thread_time()
    latex, page = shows(f)
    assert time.thread_time() - start < 4  # two displays of at most a moment each
    assert latex.startswith("$")
    assert latex.endswith("$")
    assert Reader(page).tags == {"span"}


@pytest.mark.usefixtures("no_oracle")
def test_the_oracle_is_closed():
    with pytest.raises(AssertionError, match="oracle"):
        (fd.Laplace(1) ** 30).enclose_delta(1)


@pytest.mark.usefixtures("no_oracle")
def test_names_and_formulas():
    assert shows(fd.Gaussian(mu))[0].startswith(r"$G_{\mu}(\alpha) = \Phi")
    assert shows(fd.Laplace(mu) ** integer("n"))[0] == r"$L_{\mu}^{\otimes n}$"
    assert shows(fd.Laplace(1) @ fd.Gaussian(2))[0] == r"$G_{2} \otimes L_{1}$"
    inverse = fd.SubsampledGaussian(1, "1/3", direction="add")
    assert shows(inverse)[0] == r"$(\tfrac{1}{3} G_{1} + \tfrac{2}{3} \mathrm{Id})^{-1}$"
    assert r"\frac{1 - \alpha}" in shows(fd.Logistic(1))[0]


@pytest.mark.usefixtures("no_oracle")
def test_large_objects():
    n = 3000
    f = fd.PiecewiseLinear([(Fraction(k, n), (1 - Fraction(k, n)) ** 2) for k in range(n + 1)])
    assert shows(f)[0] == rf"$\operatorname{{pl}}[{n + 1}\text{{ points}}]$"
    start = time.thread_time()
    shows(fd.DiscreteGaussian(2).group(3))
    shows(f @ fd.Gaussian(1))
    shows(fd.EpsDelta("1/10") ** 10**6)
    assert time.thread_time() - start < 4


def test_other_objects():
    for thing, part in [
        (fd.Gaussian(1).region(), r"\mathcal{R}(G_{1})"),
        (fd.clt([(fd.EpsDelta("1/10"), 100)]), r"\hat\gamma"),
        (fd.clt([(fd.DiscreteGaussian(2), 100)]), "$"),
        (fd.edgeworth([fd.EpsDelta("1/10") ** 100], 2), "$"),
        (fd.kov.composition(epsilon, delta, integer("k")), r"f_{\varepsilon, \delta}^{\otimes k}"),
        (fd.kov.composition("0.1", "0.01", 10**5), r"\otimes 100000"),
        (fd.kov.optimal([("0.1", 0, 3), (1, "0.1", 1)]), r"\otimes f_{1"),
        (fd.kov.optimal([(Fraction(k, 9), 0, 1) for k in range(1, 90)]), r"\cdots"),
        (fd.kov.bound_3_4("0.1", "1e-6", 10, "1e-3"), "1"),
        (fd.kov.bound_3_4(epsilon, delta, 10, "1e-3"), "$"),
        (fd.kov.accuracy(lambda x, y: x & y, [(log(3), 0), (log(3), 0)]), r"\frac{21}{32}"),
        (fd.RenyiDP(lambda a: a / 2), r"\rho(a) ="),
        (fd.RenyiDP({2: 1, 4: 3}), r"\rho(4) = 3"),
        (fd.RenyiDP.of(fd.SubsampledGaussian(1, "1/100", direction="remove") ** 99), "$"),
        (fd.kov.comparison("0.1", "1e-6", [10], "1e-3"), "0.754240"),
        (fd.blackwell((["3/4", "1/4"], ["1/4", "3/4"]), (["1/2"] * 2, ["1/2"] * 2)), "proved"),
        (fd.calibrate(lambda s: fd.Gaussian(1 / s), eps=1, delta="1e-5", digits=8), "3.730631"),
    ]:  # fmt: skip
        latex, page = shows(thing)
        assert part in latex, latex
        assert len(Reader(page).text) > 2


def test_limits_say_that_they_are_no_bounds():
    setting = {"steps": 100, "sampling": "poisson", "neighbours": "add-remove"}
    limit = fd.sgd_limit(1000, 10, 1, noise="sensitivity", **setting)
    assert "no bound" in shows(limit)[0]


# -- balls ------------------------------------------------------------------------------------


@settings(deadline=None, derandomize=True)
@given(
    st.fractions(min_value=Fraction(-(10**6)), max_value=Fraction(10**6)),
    st.fractions(min_value=Fraction(0), max_value=Fraction(1)),
    st.integers(-40, 40),
)
def test_balls_show_proved_digits_only(low, width, power):
    scale = Fraction(10) ** power
    ball = Ball(low * scale, (low + width / 1000) * scale)
    latex, page = shows(ball)
    digits = Reader(page).text.replace("−", "-")
    if digits.startswith("[") or r"\pm" in latex:
        return
    mantissa, _, exponent = digits.partition("×10")
    printed = Fraction(mantissa) * Fraction(10) ** int(exponent or 0)
    places = len(mantissa.partition(".")[2])
    unit = Fraction(1, 10**places) * Fraction(10) ** int(exponent or 0)
    for end in (ball.lower, ball.upper):  # cut off toward zero
        assert abs(printed) <= abs(end) < abs(printed) + unit or end == printed


# -- verdicts and statements ------------------------------------------------------------------


@pytest.mark.parametrize("status", list(Status))
def test_a_badge_for_each_status(status):
    verdict = Verdict(status, HOSTILE, {"x": HOSTILE}, HOSTILE, HOSTILE)
    latex, page = shows(verdict)
    read = Reader(page)
    assert read.tags == {"span"}
    assert HOSTILE in read.text
    assert f" {status}" in read.text
    assert str(status) in latex
    ink, paper = re.findall(r"#([0-9a-f]{6})", page)[:2]
    assert contrast(ink, paper) > 4.5


def contrast(ink, paper):
    """The ratio of WCAG."""

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted(map(luminance, (ink, paper)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_verdicts_of_comparisons():
    page = (fd.Gaussian(2) >= fd.Gaussian(1))._repr_html_()
    assert "refuted" in page
    assert "alpha = 1/2" in Reader(page).text


def entry(kind=Theorem, **options):
    source = cite("dong2022gdp", "Section 2 <b>")
    return kind(id="t", title=f"T {HOSTILE}", source=source, claim=Le(alpha**2, alpha), **options)


def test_statements():
    page = entry(notes="Only $x<y$ & so on.")._repr_html_()
    read = Reader(page)
    assert "img" not in read.tags
    assert r"\leq" in read.text
    assert "error" in read.text  # without mutants it is not proved
    assert "T " + HOSTILE in read.text


def test_what_takes_long_is_shown_without_a_verdict(monkeypatch):
    from fdp_sym.latex import displays
    from fdp_sym.theorems import runner

    def forever(entry):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(displays, "_MOMENT", 0.2)
    monkeypatch.setattr(runner, "outcome_of", forever)
    thing = entry(Claim)
    start = time.monotonic()
    assert "Verdict" not in thing._repr_markdown_()
    assert "border-radius" not in thing._repr_html_()
    assert time.monotonic() - start < 30
    assert at_once(lambda: fd.Gaussian(-1)) is None
    assert at_once(lambda: Integer(3)) == 3


def test_routes_and_texts_in_tables_are_escaped():
    from fdp_sym.latex.tables import Column, Table

    rows = [(HOSTILE, Ball(1, 1, HOSTILE), exp(alpha))]
    table = Table(rows, [Column(HOSTILE, 0), Column("x", 1), Column("y", 2)])
    read = Reader(table.html())
    assert read.tags <= {"table", "tr", "th", "td"}
    assert read.text.count(HOSTILE) == 2
