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
# # From a claim in a paper to a proof file
#
# Dwork and Roth, *The Algorithmic Foundations of Differential Privacy* (2014), Theorem A.1, for
# sensitivity 1: let $0 < \varepsilon < 1$. For $c^2 > 2 \ln(1.25/\delta)$ the Gaussian mechanism
# with $\sigma \ge c/\varepsilon$ is $(\varepsilon, \delta)$-DP. Is that so, how much is it worth,
# and what becomes of it for larger $\varepsilon$? Every cell asserts what its text says.

# %%
import math
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp

from IPython.display import Markdown, display
from sympy import Interval, Rational, exp, oo

import fdp_sym as fd
from fdp_sym.latex import Bibliography, suite_document
from fdp_sym.theorems import real
from fdp_sym.theorems.runner import verify

# %% [markdown]
# ## 1. The claim as a formula
#
# The mechanism's trade-off function is $G_\mu$ with $\mu = 1/\sigma = \varepsilon/c$. It is
# $(\varepsilon, \delta)$-DP when its profile at $\varepsilon$ is at most
# $\delta = \frac54 e^{-c^2/2}$. A symbol carries its domain: $c \ge 2/3$ leaves out no
# $\delta < 1$, as $\frac54 e^{-2/9} > 1$.

# %%
c = real("c", Interval(Rational(2, 3), oo))
epsilon = real("epsilon", Interval.open(0, oo))
small = real("epsilon", Interval.Lopen(0, 1))
delta = Rational(5, 4) * exp(-(c**2) / 2)

assert 1.25 * math.exp(-2 / 9) > 1
claim = fd.Gaussian(epsilon / c).delta(epsilon) <= delta
claim

# %% [markdown]
# ## 2. Without its hypothesis it is false
#
# It is often used for every $\varepsilon$. `check` finds a point at which that fails: exact
# numbers, the two sides enclosed by balls. The same two sides by the standard library:

# %%
verdict = fd.check(claim)
assert verdict.status == "refuted"
at = {name: float(Rational(value)) for name, value in verdict.witness.items()}


def normal(x):
    return math.erfc(-x / math.sqrt(2)) / 2


mean, e = at["epsilon"] / at["c"] / 2, at["epsilon"]
left = normal(mean - at["c"]) - math.exp(e) * normal(-mean - at["c"])
right = 1.25 * math.exp(-(at["c"] ** 2) / 2)
assert left > right
print(f"{left:.6f} > {right:.6f}")
verdict

# %% [markdown]
# ## 3. With it, it holds
#
# For all $0 < \varepsilon \le 1$ and all $c \ge 2/3$, not at sampled points: the box prover covers
# this set, infinity included, with boxes on each of which ball arithmetic decides. The verdict says
# on which set it holds.

# %%
verdict = fd.check(fd.Gaussian(small / c).delta(small) <= delta)
assert verdict.status == "certified"
assert verdict.domain == "c in [2/3, oo), epsilon in (0, 1]"
verdict

# %% [markdown]
# ## 4. A proof file
#
# A check that never fails shows nothing. So a theorem comes with *mutants*, wrong variants that the
# machine has to refute: here another constant, and half the noise. Who wrote the claim, and where,
# is part of the entry. What is false is kept too, as a `Claim`: that it is refuted is its result.

# %%
folder = Path(mkdtemp())
draft = '''"""Dwork and Roth, Theorem A.1: the noise of the Gaussian mechanism."""

from sympy import Interval, Rational, exp, oo

from fdp_sym import Gaussian
from fdp_sym.theorems import Claim, Le, Theorem, boxed, cite, counterexample, real

source = cite("dwork2014", "Theorem A.1")
c = real("c", Interval(Rational(2, 3), oo))
epsilon, small = real("epsilon", Interval.open(0, oo)), real("epsilon", Interval.Lopen(0, 1))
bound = exp(-(c**2) / 2)

every = Claim(
    id="noise-every-epsilon",
    title="The noise $c/\\\\varepsilon$ suffices for every $\\\\varepsilon$",
    source=source,
    claim=Le(Gaussian(epsilon / c).delta(epsilon), Rational(5, 4) * bound),
    checks=(counterexample(at={"c": 3, "epsilon": 10}),),
    corrected="noise",
)

noise = Theorem(
    id="noise",
    title="The noise $c/\\\\varepsilon$ suffices for $\\\\varepsilon$ up to 1",
    source=source,
    claim=Le(Gaussian(small / c).delta(small), Rational(5, 4) * bound),
    checks=(boxed(),),
    mutants=(
        Le(Gaussian(small / c).delta(small), Rational(1, 2) * bound),
        Le(Gaussian(2 * small / c).delta(small), Rational(5, 4) * bound),
    ),
)
'''
path = folder / "gaussian_mechanism.py"
path.write_text(draft)

# %%
report = verify([str(path)])
rows = {row["id"]: row for row in report.rows}
assert rows["noise-every-epsilon"]["status"] == "refuted"
assert rows["noise-every-epsilon"]["witness"] == {"c": "3", "epsilon": "10"}
assert rows["noise"]["status"] == "error"
assert rows["noise"]["mutants"]["killed"] == rows["noise"]["mutants"]["survived"] == 1
print(rows["noise"]["detail"])

# %% [markdown]
# ## 5. What a mutant that survives can teach
#
# The variant with the constant 1/2 was not refuted, and the theorem is not accepted. Either the
# search is too weak, or the variant is true. It is true: the printed constant 1.25 is more than
# twice what is needed, and 2/5 is too little.

# %%
profile = fd.Gaussian(small / c).delta(small)
verdicts = {k: fd.check(profile <= Rational(k) * exp(-(c**2) / 2)) for k in ("1/2", "2/5", "1/4")}
assert [v.status.value for v in verdicts.values()] == ["certified", "refuted", "refuted"]
verdicts

# %% [markdown]
# So the file gets a better mutant, and a second theorem.

# %%
final = (
    draft.replace("Rational(1, 2) * bound", "Rational(1, 4) * bound")
    + """
half = Theorem(
    id="noise-half",
    title="The constant 1/2 is enough",
    source=source,
    claim=Le(Gaussian(small / c).delta(small), bound / 2),
    checks=(boxed(),),
    mutants=(
        Le(Gaussian(small / c).delta(small), Rational(2, 5) * bound),
        Le(Gaussian(2 * small / c).delta(small), bound / 2),
    ),
    notes="Here $c^2 \\\\geq 2 \\\\log(1/(2\\\\delta))$ instead of $2 \\\\log(1.25/\\\\delta)$.",
)
"""
)
path.write_text(final)
report = verify([str(path)])
statuses = {row["id"]: row["status"] for row in report.rows}
assert statuses == {
    "noise-every-epsilon": "refuted",
    "noise": "certified",
    "noise-half": "certified",
}
assert all(row["mutants"]["survived"] == 0 for row in report.rows)
statuses

# %% [markdown]
# The same on the command line: `fdp-sym verify gaussian_mechanism.py`.
#
# ## 6. As the paper would print it
#
# With the verdicts, and with the reference from a BibTeX file of one's own; on the command line
# `fdp-sym latex gaussian_mechanism.py --standalone --bib own.bib`.

# %%
(folder / "own.bib").write_text("""@article{dwork2014,
  author = {Dwork, Cynthia and Roth, Aaron},
  title = {The Algorithmic Foundations of Differential Privacy},
  journal = {Foundations and Trends in Theoretical Computer Science},
  volume = {9}, number = {3--4}, pages = {211--407}, year = {2014},
}
""")
document = suite_document(
    report.outcomes,
    report.entries,
    bibliography=Bibliography.read([folder / "own.bib"]),
    title="The noise of the Gaussian mechanism",
)
(folder / "noise.tex").write_text(document, encoding="utf-8")
assert r"\bibitem{dwork2014}" in document
assert "refuted at $c = 3$" in document
if shutil.which("pdflatex"):
    for _ in range(2):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "noise.tex"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    log = (folder / "noise.log").read_text(errors="replace")
    assert "undefined" not in log
    print("compiled:", (folder / "noise.pdf").stat().st_size, "bytes")
else:
    display(Markdown("**Not compiled: there is no pdflatex here.**"))
report.outcomes[-1].entry
