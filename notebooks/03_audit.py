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
# # An audit: what an accountant claims, and what is certain
#
# A numerical accountant answers questions such as *which ε holds at δ = 1e-12 after 10 000 Gaussian
# mechanisms?* fdp_sym ships such questions with certified enclosures of the answers. An audit asks
# an accountant all of them and judges what it says. Every cell asserts what its text says.

# %%
import importlib.util
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from IPython.display import SVG, Markdown

import fdp_sym as fd
from fdp_sym.conformance import adapters, report
from fdp_sym.conformance.audit import audit
from fdp_sym.conformance.selection import sample, select
from fdp_sym.conformance.standard_laws import standard_laws
from fdp_sym.conformance.verdicts import judge
from fdp_sym.vectors import load
from fdp_sym.vectors.vector import number

# %% [markdown]
# ## 1. A vector
#
# A question, exactly; decimals below and above the truth; the two doubles around it; and the
# theorem that gives it. The id is permanent.

# %%
corpus = load()
vector = next(v for v in corpus if v.id == "gaussian-epsilon-7bf685c6")
print(vector.question())
print(vector.lower, vector.upper, vector.doubles, vector.theorem, sep="\n")
print(vector.snippet())

truth = fd.parse(vector.expression()).enclose_epsilon(vector.at, digits=15)
lower, upper = vector.bounds()
assert truth.lower <= lower <= upper <= truth.upper
assert vector.float_bounds()[0] <= lower <= upper <= vector.float_bounds()[1]

# %% [markdown]
# ## 2. A verdict
#
# An answer between the two doubles is *exact*. Everything else is compared with the enclosure, with
# no tolerance: to claim less privacy loss than there is, however little, is *unsound*; more is
# *safe*, or *loose* beyond a factor of 2. Of a pair of bounds each is judged.

# %%
claims = {
    "7.238494420178859": "exact",
    "7.24": "safe",
    "20": "loose",
    "7.2384944201": "unsound",
    "nan": "nan",
}
for claim, verdict in claims.items():
    assert judge(vector, {"value": claim}).verdict == verdict
assert judge(vector, {"value": "7.2384944201"}).gap < 1e-10
assert judge(vector, {"lower": "7.239", "upper": "7.3"}).sides["lower"] == "unsound"
judge(vector, {"value": "7.2168"})

# %% [markdown]
# ## 3. An accountant
#
# An accountant is a function from a question to a number, or any program that speaks one JSON line
# each way. dp_accounting is audited where it can be imported: in the interpreter that the variable
# `DP_ACCOUNTING_PYTHON` names, or in this one. Where it is not installed, the accountant is the one
# below, which replaces every composition by its Gaussian limit (Dong, Roth and Su, Theorem 3.4):
# with mean k and second moment m of one privacy loss, μ = 2 Σk / √(Σm − Σk²).

# %%
LIMIT = """
from fractions import Fraction
from math import erfc, exp, inf, sqrt

class Limit:
    name, version = "central limit", "1"

    def __call__(self, question):
        means = variances = 0.0
        for step in question["steps"]:
            if step["mechanism"] not in ("gaussian", "laplace") or step["sampling"]:
                raise NotImplementedError("only Gaussian and Laplace noise, not sampled")
            (scale,) = map(Fraction, step["parameters"].values())
            if not scale:
                raise NotImplementedError("no noise")
            t = float(Fraction(step["sensitivity"][question["relation"]]) / scale)
            if step["mechanism"] == "gaussian":
                mean, variance = t**2 / 2, t**2
            else:
                mean = t - 1 + exp(-t)
                variance = t**2 - 2 * t + 4 - exp(-t) * (2 * t + 4) - mean**2
            means, variances = means + step["count"] * mean, variances + step["count"] * variance
        if not variances > 0:
            raise NotImplementedError("nothing is released")
        mu = 2 * means / sqrt(variances)
        if question["quantity"] == "delta":
            return self.delta(mu, float(Fraction(question["at"])))
        if question["quantity"] != "epsilon":
            raise NotImplementedError("only delta(eps) and eps(delta)")
        target, low, high = float(Fraction(question["at"])), 0.0, 1.0
        if target == 0:
            return inf
        while self.delta(mu, high) > target:
            high *= 2
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if self.delta(mu, middle) > target else (low, middle)
        return high

    def delta(self, mu, eps):
        first = erfc((eps / mu - mu / 2) / sqrt(2)) / 2
        second = erfc((eps / mu + mu / 2) / sqrt(2)) / 2
        return first - exp(eps) * second if second else first

def accountant():
    return Limit()
"""

folder = Path(tempfile.mkdtemp())
serve = Path(adapters.__file__).with_name("serve.py")
python = os.environ.get("DP_ACCOUNTING_PYTHON")
if python or importlib.util.find_spec("dp_accounting"):
    command = [python or sys.executable, str(serve), "dp_accounting"]
else:
    (folder / "limit.py").write_text(LIMIT)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from fdp_sym.conformance.adapters.serve import main; main('limit:accountant')"
    )
    command = [sys.executable, "-c", program, str(folder)]

# %% [markdown]
# ## 4. The audit
#
# Each accountant runs in a process of its own. One that crashes or takes too long is started again:
# that is a finding, and not the end of the audit. On the command line:
# `fdp-sym audit dp_accounting --python VENV/bin/python --report audit.html`.

# %%
largest = {"delta": 0.9, "epsilon": 20}  # others take some accountants minutes
moderate = [
    v
    for v in select(corpus, families=["gaussian", "laplace"])
    if v.quantity in largest and number(v.upper) < largest[v.quantity] and abs(number(v.at)) < 20
]
known = [vector, next(v for v in corpus if v.id == "laplace-delta-63d9952d")]
vectors = known + [v for v in sample(moderate, 25) if v not in known]
laws = [law for law in standard_laws() if law.name.endswith(": gaussian") and "eps" in law.name]
result = audit(command, vectors, laws=laws, timeout=30)

assert len(result.judged) == len(vectors)
assert not result.left
print(result.accountant, result.version, dict(result.counts()))

# %% [markdown]
# Whatever is unsound is shown with what is claimed, what is certain, and how to compute the truth
# again. The loss that an accountant claims at tiny δ is where they differ most:

# %%
report.write(result, folder / "audit.md")
SVG(filename=folder / "audit.svg")

# %%
Markdown((folder / "audit.md").read_text(encoding="utf-8").replace("(<audit.svg>)", "(above)"))

# %% [markdown]
# ## 5. What was found
#
# Both accountants are unsound somewhere, and not only by rounding. dp_accounting cuts the tails of
# the privacy loss off: at δ = 1e-12 it claims 7.2168 where 7.23849… is certain. The Gaussian limit
# claims too little for Laplace mechanisms.

# %%
unsound = [row for row in result.judged if row.judgement.verdict == "unsound"]
serious = [row for row in unsound if not row.judgement.by_rounding]
assert result.found
assert serious
by_family = Counter(row.vector.family for row in serious)
row = result.judged[0]
assert row.vector == vector
if "dp_accounting" in result.accountant:
    assert row.judgement.verdict == "unsound"
    assert row.judgement.claimed.startswith("7.216")
else:
    assert "laplace" in by_family
by_family

# %% [markdown]
# ## 6. Laws
#
# Some mistakes show without any truth: more composition is never less loss, the order of the steps
# does not matter, a calibrated noise meets its target.

# %%
assert {law.verdict for law in result.laws} <= {"holds", "unsupported", "broken", "nan", "crash"}
{law.law: law.verdict for law in result.laws}

# %% [markdown]
# ## 7. In a test suite
#
# The same vectors are tests of pytest, one for each, in the CI of whoever maintains the accountant:
#
#     pytest --fdp-accountant=mypkg.accounting:accountant --fdp-xfails known.txt
#
# where `known.txt` lists what is known to fail, each line with a reason.
