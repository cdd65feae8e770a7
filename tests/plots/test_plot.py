"""What the plots contain, how they are written, and what is refused."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest
from scipy.special import ndtr
from sympy import Symbol

import fdp_sym as fd
from fdp_sym import plots
from fdp_sym.errors import DomainError, PrecisionError, UnsupportedError
from fdp_sym.plots import sampling
from fdp_sym.plots.style import style_of
from fdp_sym.symbols import mu

PDFLATEX = shutil.which("pdflatex")


@pytest.fixture(scope="module")
def examples():
    band = fd.clt([(fd.EpsDelta("1/10"), 100)])
    return {
        "tradeoff": fd.Gaussian(1).plot(fd.Laplace(1), fd.EpsDelta(1, "1/10")),
        "loglog": fd.Gaussian(1).plot(fd.Laplace(1), scale="loglog"),
        "certified": fd.Gaussian(1).plot(certified=True, tolerance=0.02),
        "profile": fd.Gaussian(1).plot(fd.Laplace(1), kind="profile", scale="semilogy"),
        "region": fd.Gaussian(1).region().plot(eps=(0, "1/2")),
        "band": band.plot(),
        "composition": fd.Gaussian("1/10").plot(
            fd.EpsDelta("1/10"), kind="composition", counts=(1, 10, 100), delta="1e-6",
            labels=["50% & $G_\\mu$", "a_b"],
        ),
    }  # fmt: skip


def test_labels(examples):
    named = {name: [c.label for c in plot.curves if c.label] for name, plot in examples.items()}
    assert named["tradeoff"] == ["$G_{1}$", "$L_{1}$", "$f_{1,1/10}$"]
    assert examples["tradeoff"].page.xlabel == r"type I error $\alpha$"
    assert examples["profile"].page.ylabel == r"$\delta(\varepsilon)$"
    # delta(0) = 0.38292..., delta(1/2) = 0.23842..., both rounded up
    assert named["region"][1:] == [
        r"$\varepsilon = 0$, $\delta = 0.383$",
        r"$\varepsilon = 1/2$, $\delta = 0.239$",
    ]
    assert examples["composition"].page.ylabel == r"$\varepsilon$ at $\delta = 10^{-6}$"


def test_supporting_lines_touch_the_region(examples):
    boundary = examples["region"].curves[0]
    for line in examples["region"].curves[1:]:
        (x, t), (y, z) = line.x, line.y
        slope = (z - y) / (t - x)
        gaps = [b - (y + slope * (a - x)) for a, b in zip(boundary.x, boundary.y, strict=True)]
        assert -1e-9 < min(gaps) < 1e-3


def test_the_band_is_the_curve_moved_along_the_diagonal(examples):
    limit = fd.clt([(fd.EpsDelta("1/10"), 100)])
    (area,), (curve, exact) = examples["band"].areas, examples["band"].curves
    gamma = float(limit.gamma)
    assert {(x - gamma, y - gamma) for x, y in zip(curve.x, curve.y, strict=True)} <= set(
        zip(area.x, area.y, strict=True)
    )
    for x, y in zip(exact.x, exact.y, strict=True):
        assert limit.lower(x) <= y <= limit.upper(x)


def test_compositions_are_safe(examples):
    first = examples["composition"].curves[0]
    for k, eps in zip(first.x, first.y, strict=True):
        assert fd.Gaussian(math.sqrt(k) / 10).delta(eps) <= 1e-6 * (1 + 1e-9)
    errors = plots.composition(fd.EpsDelta(1), counts=[1, 2], alpha="0.1").curves[0]
    assert errors.y[0] <= 1 - math.e / 10


def test_styles_differ_in_colour_and_in_grey():
    styles = [style_of(i) for i in range(7)]
    assert len({s.colour for s in styles}) == len({s.dashes for s in styles}) == 7
    assert len({s.marks for s in styles}) == 7
    assert len({(style_of(i).colour, style_of(i).dashes) for i in range(30)}) == 30

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    assert all(1.05 / (luminance(s.colour) + 0.05) > 2 for s in styles)  # on white paper


def test_files(examples, tmp_path):
    pytest.importorskip("matplotlib")
    for kind, start in ((".pdf", b"%PDF"), (".svg", b"<?xml"), (".tikz", b"\\beg")):
        first, second = (tmp_path / f"{name}{kind}" for name in "ab")
        for file in (first, second):
            fd.Gaussian(1).plot(file=file)
        assert first.read_bytes() == second.read_bytes()
        assert first.read_bytes().startswith(start)
    svg = examples["loglog"]._repr_svg_()
    assert "<image" not in svg  # made of lines
    assert svg.startswith("<?xml")


def test_drawing_beside_other_things(examples):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    left, right = Figure().subplots(1, 2)
    assert examples["tradeoff"].draw(left) is left
    assert len(left.get_lines()) == 4
    assert not right.get_lines()
    assert examples["region"].figure.axes[0].patches  # filled
    assert examples["loglog"].figure.axes[0].get_xscale() == "log"


def test_mathematics_that_matplotlib_does_not_know():
    pytest.importorskip("matplotlib")
    plot = fd.Gaussian(1).plot(labels=[r"$\tilde f$ and $\unknown{x}$"])
    assert plot._repr_svg_()


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed")
def test_pgfplots_compiles(examples, tmp_path):
    pictures = [plot.tikz() for plot in examples.values()]
    first = examples["tradeoff"].tikz(standalone=True)
    preamble, _, _ = first.partition(r"\begin{tikzpicture}")
    document = preamble + "\n\n\\clearpage\n".join(pictures) + "\n\\end{document}\n"
    (tmp_path / "plots.tex").write_text(document, encoding="utf-8")
    run = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "plots.tex"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout
    assert not re.search(r"Package pgf\w* Warning", run.stdout)
    assert (tmp_path / "plots.pdf").read_bytes().startswith(b"%PDF")


def test_logarithmic_axes_have_no_zeros():
    for plot in (
        fd.Laplace(1).plot(kind="profile", scale="loglog"),
        fd.EpsDelta(1, "1/10").plot(scale="loglog"),
        fd.EpsDelta(1, "1/10").plot(scale="semilogy", certified=True, tolerance=0.05),
    ):
        for curve in (*plot.curves, *plot.areas):
            assert min(curve.y) > 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: fd.Gaussian(mu).plot(), UnsupportedError, "mu"),
        (lambda: fd.Gaussian(1).plot(3), DomainError, "trade-off functions"),
        (lambda: fd.Gaussian(1).plot(kind="pie"), DomainError, "profile"),
        (lambda: fd.Gaussian(1).plot(scale="log"), DomainError, "loglog"),
        (lambda: fd.Gaussian(1).plot(floor=0), DomainError, "floor"),
        (lambda: fd.Gaussian(1).plot(labels=["a", "b"]), DomainError, "2 labels"),
        (lambda: fd.Gaussian(1).plot(file="a.png"), DomainError, "svg"),
        (lambda: fd.Gaussian(1).plot(file="a.eps"), DomainError, "pdf, .svg, and"),
        (lambda: plots.tradeoff(), DomainError, "one or more"),
        (lambda: plots.profile(fd.Gaussian(1), eps=(2, 1)), DomainError, "increasing"),
        (
            lambda: plots.profile(fd.Gaussian(1), eps=(0, 1), scale="loglog"),
            DomainError,
            "positive",
        ),
        (lambda: plots.region(fd.Gaussian(1), eps=[Symbol("x")]), DomainError, "x"),
        (lambda: plots.composition(fd.Gaussian(1), counts=[1, 2]), DomainError, "one of delta"),
        (lambda: plots.composition(fd.Gaussian(1), counts=[1], eps=1), DomainError, "two counts"),
        (lambda: fd.Gaussian(1).plot(kind="composition", eps=1), DomainError, "two counts"),
        (lambda: plots.composition(fd.Gaussian(1), counts=5, eps=1), DomainError, "two counts"),
        (lambda: fd.Gaussian(1).plot("a.pdf"), DomainError, "named file='a.pdf'"),
        (lambda: fd.Gaussian(1).plot(file="no/a.pdf"), DomainError, "folder that exists"),
        (lambda: fd.Gaussian(1).plot(file="no/a.tex"), DomainError, "folder that exists"),
        (lambda: fd.Gaussian(1).plot(fd.Laplace(1), kind="region"), DomainError, "one region"),
        (lambda: plots.profile(fd.Gaussian(1), eps=3), DomainError, "two numbers"),
    ],
)  # fmt: skip
def test_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_profiles_are_drawn_to_where_they_have_fallen():
    def delta(m, eps):
        return ndtr(m / 2 - eps / m) - math.exp(eps) * ndtr(-m / 2 - eps / m)

    for m in (0.001, 1.0, 20.0):
        for scale, least in (("linear", 1e-3 * delta(m, 0.0)), ("semilogy", 1e-10)):
            low, high = fd.Gaussian(Fraction(m)).plot(kind="profile", scale=scale).page.xlim
            assert low == 0
            assert delta(m, high) <= least * 1.01
            assert delta(m, 0.9 * high) > least
    assert fd.EpsDelta(0, "1/2").plot(kind="profile").page.xlim == (0, 1)  # constant
    low, high = fd.Gaussian("1/1000").plot(kind="profile", scale="loglog").page.xlim
    assert 0 < low < high / 10


def test_delta_of_a_supporting_line_is_at_most_one():
    plot = fd.Gaussian(1000).plot(kind="region", eps=[0])
    assert plot.curves[1].label == r"$\varepsilon = 0$, $\delta = 1.00$"


def test_progress_is_counted_point_by_point(monkeypatch):
    seen = []

    class Bar:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            seen.append("end")

        def update(self):
            seen.append("point")

    monkeypatch.setattr(sampling, "progress_bar", lambda unit: Bar())
    f = fd.maximum(fd.Gaussian(1), fd.Laplace(1) ** 2)
    values, known = f._values, []
    monkeypatch.setattr(type(f), "_values", lambda _, a, b: known.append(len(seen)) or values(a, b))
    curve = f.plot(tolerance=0.05).curves[-1]
    assert len(curve.x) <= len(known) < 40
    assert len(set(known)) == len(known)  # each is shown before the next one is asked for
    assert seen[-1] == "end"
    assert seen.count("end") == 1
    seen.clear()
    fd.Gaussian("1/10").plot(kind="composition", counts=[1, 2, 3], delta="1e-6")
    assert seen == ["point"] * 3 + ["end"]


def test_time_limit():
    with fd.time_limit(0.01), pytest.raises(PrecisionError, match="seconds are over"):
        (fd.Laplace(1) ** 30).subsample("1/10").plot()


def test_without_matplotlib(examples, monkeypatch, tmp_path):
    for name in [n for n in sys.modules if n.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    plot = fd.Gaussian(1).plot(fd.Gaussian(2))
    for draw in (
        lambda: plot.figure,
        lambda: plot.savefig(tmp_path / "a.pdf"),
        lambda: plot.draw(0),
    ):
        with pytest.raises(UnsupportedError, match=r"pip install 'fdp_sym\[plot\]'") as caught:
            draw()
        assert "\n" not in str(caught.value)
    assert plot._repr_svg_() is None
    plot.savefig(tmp_path / "a.tex")
    assert (tmp_path / "a.tex").read_text().startswith(r"\begin{tikzpicture}")
