# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A write-up: a theorem, a table, a plot, and the PDF
#
# How private are $k$ runs of the Laplace mechanism? A small paper about it, in which the theorem is
# verified and every printed digit proved. Every cell asserts what its text says.

# %%
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp

from IPython.display import Image, Markdown, display

import fdp_sym as fd
from fdp_sym.latex import Bibliography, Column, standalone, table, theorem_latex
from fdp_sym.latex.tables import Table
from fdp_sym.plots import tradeoff
from fdp_sym.theorems import verify

mechanism = fd.Laplace("1/10")

# %% [markdown]
# ## 1. A theorem with its verdict
#
# As it stands in the paper, with hypotheses in words, the source with its edition, and the verdict
# in a footnote. It is verified now, with all that it uses.

# %%
(outcome,) = verify(["drs-2.13"]).outcomes
assert outcome.status == "proved"
theorem = theorem_latex(outcome.entry, outcome)
print(theorem)

# %% [markdown]
# ## 2. A table whose digits are proved
#
# The least $\varepsilon$ of $L_{1/10}^{\otimes k}$ at $\delta = 10^{-6}$, beside the sum of the
# single guarantees. A guarantee is rounded up, whatever the next digit is. A value is asked for
# with as many digits as its rounding needs; where a digit could not be proved there would be a
# dash and a note.

# %%
columns = (
    Column("$k$", lambda k: k),
    Column(r"$k\varepsilon$ (sum)", lambda k: Fraction(k, 10)),
    Column(
        r"$\varepsilon$ at $\delta = 10^{-6}$",
        lambda k: lambda digits: (mechanism**k).enclose_epsilon("1e-6", digits),
        "up",
    ),
    Column(
        r"$\delta$ at $\varepsilon = 2$",
        lambda k: lambda digits: (mechanism**k).enclose_delta(2, digits),
        "up",
    ),
)
counts = (10, 30, 100, 300)
shown = Table(counts, columns, digits=5)
for k, line in zip(counts, shown.cells, strict=True):
    ball = line[2].ball
    assert 0 <= ball.lower <= ball.upper
    assert ball.upper <= Fraction(k, 10)  # composition is never worse than the sum
assert not shown.notes
numbers = table(counts, columns, digits=5, caption="Laplace noise, composed.", label="laplace")
shown

# %% [markdown]
# What is printed is never below the value, and above it by less than a unit of its last digit.

# %%
for line in shown.cells:
    for cell in line[2:]:
        text = re.sub(r"\s*\\times 10\^\{(.*?)\}", r"e\1", cell.content.latex)
        printed = Fraction(text)
        assert printed >= cell.ball.lower
        assert printed * (1 - Fraction(1, 10**4)) <= cell.ball.upper

# %% [markdown]
# ## 3. A plot
#
# The composition of 10 beside the Gaussian function with the parameter $\mu$ that the central limit
# theorem names, and beside $f_{1,0}$, which is all that the sum of the $\varepsilon$ promises. The
# same data for matplotlib, for the screen, and for pgfplots, for the paper.

# %%
limit = fd.clt([(mechanism, 10)])
exact, gaussian, promised = mechanism**10, fd.Gaussian(limit.mu), fd.EpsDelta(1)
plot = tradeoff(
    exact, gaussian, promised, labels=[r"$L_{1/10}^{\otimes 10}$", r"$G_\mu$", "$f_{1,0}$"]
)
for level in (0.01, 0.1, 0.5):
    assert abs(exact(level) - gaussian(level)) < float(limit.gamma)
    assert exact.enclose(level).lower > promised.enclose(level).upper
assert plot.tikz().startswith(r"\begin{tikzpicture}")
plot

# %% [markdown]
# ## 4. The paper
#
# `standalone` makes one file of such parts and of text of one's own: the packages that they need,
# the macros of the field, and the bibliography of what is cited. A key that is unknown is an error.

# %%
parts = [
    r"\section{Introduction}"
    "\n"
    r"The Laplace mechanism with $\varepsilon = 1/10$ is run $k$ times. Its trade-off function is "
    r"$\laplace{1/10}$, that of the $k$ runs $\tensorpower{\laplace{1/10}}{k}$ "
    r"\cite[Section~3]{dong2022gdp}. Table~\ref{laplace} has its guarantees, and "
    r"Figure~\ref{curves} shows how close it is to \GDP{\mu}, whose guarantees have a "
    r"closed form (Theorem~\ref{drs-2.13}). For \DP{\varepsilon}{\delta} see "
    r"\cite{kairouz2015composition}.",
    theorem,
    numbers,
    "\\begin{figure}\n\\centering\n" + plot.tikz() + "\n"
    r"\caption{Ten runs, their limit $\gaussian{\mu}$, and what the sum promises.}\label{curves}"
    "\n\\end{figure}",
]
paper = standalone(parts, title="How private are $k$ runs of the Laplace mechanism?")
cited = re.findall(r"\\bibitem\{(.*?)\}", paper)
assert cited == ["dong2022gdp", "kairouz2015composition"]
assert Bibliography.read().check(cited, unused=False) == []
folder = Path(mkdtemp())
(folder / "paper.tex").write_text(paper, encoding="utf-8")
try:
    standalone([r"\cite{nobody1900}"])
except fd.DomainError as refusal:
    print(refusal)
else:
    raise AssertionError("an unknown key is an error")

# %% [markdown]
# ## 5. The PDF

# %%
if shutil.which("pdflatex"):
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for _ in range(2):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    log = (folder / "paper.log").read_text(errors="replace")
    assert "undefined" not in log
    assert all(float(width) < 10 for width in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log))
    print(re.search(r"Output written on .*\.", log)[0])
    if shutil.which("pdftoppm"):
        render = ["pdftoppm", "-r", "80", "-png", "-f", "1", "-l", "1", "paper.pdf", "page"]
        subprocess.run(render, cwd=folder, check=True)
        display(Image(filename=next(folder.glob("page*.png"))))
else:
    display(Markdown("**Not compiled: there is no pdflatex here.** The source is complete."))
