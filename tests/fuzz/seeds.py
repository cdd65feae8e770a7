"""Good inputs to begin with, pieces to put into them, and inputs made to do harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from targets import DIGEST

from fdp_sym.theorems import Status
from fdp_sym.theorems.checks import CheckResult, Step
from fdp_sym.theorems.evaluate import MutantResult, Result
from fdp_sym.theorems.runner import Outcome
from fdp_sym.vectors import load

MARK = "FDP_SYM_WAS_HERE"
RUN = f"__import__('os').system('{MARK}')"

EXPRESSIONS = (
    "Laplace(1)**100 @ Gaussian(1/2)",
    "maximum(EpsDelta(1, delta=0.1), Identity()).group(3)",
    "mixture([(1/2, Gaussian(1)), (1/2, Logistic(2))]).subsample(1/10)",
    "PiecewiseLinear([(0, 1), (1/10, 1/2), (1, 0)]).two_sided()",
    "from_pair([1/2, 1/2], [1/3, 2/3])**30 @ TruncatedLaplace(1, bound=3)",
    "Location(1/(1 + exp(-x)), 2).inverse().symmetrize()",
    "from_profile(Max(0, 1 - exp(eps), 1 - exp((eps - 1)/2)*1))",
    "SubsampledGaussian(sigma='2', q='0.01', direction='remove') @ Staircase(1, gamma=0.25)",
    "RandomizedResponse(log(3), m=3) @ Geometric(1/2) @ DiscreteGaussian(2)",
    "convex_minorant(Gaussian(1), Laplace(2)).poisson(0.1, direction='add')",
)
CLAIMS = (
    "Phi(mu/2) - Phi(-mu/2) <= mu/sqrt(2*pi)",
    "Sup(x*(1 - x), x, 0, 1) == 1/4",
    "Inf(exp(-x), x, -1, inf) >= 0",
    "Max(x, 1) >= Min(x, 1, y)",
    "tanh(x) + sinh(x)*cosh(x) < exp(x) + log(y) + erfc(x) + Abs(x)",
    "-x**2 <= 2**-x",
    "Quantile(alpha)**2 + erf(x/3) > sqrt(1e-30 + epsilon)",
)
PIECES = (
    *("(", ")", "[", "]", "**", "@", ",", ".", "=", "<=", ">", "-", "+", "*", "/", " ", "'", '"'),
    *("0", "1", "1/2", "1e1000", "1e-999", "9" * 50, "10**9", "1e999999999", "0.1", "inf", "nan"),
    *("x", "y", "mu", "pi", "eps", "alpha", "_", "__class__", "lambda", "None", "import os", RUN),
    *("Gaussian(1)", "Laplace", "EpsDelta", "maximum", "mixture", "Group", "Inverse", "Sup", "Max"),
    *("exp", "log", "sqrt", "Phi", "Quantile", "Abs", "erfc", ".group(2)", ".inverse()", ".subs"),
    *(
        "\x00",
        "\ufeff",
        "\u202e",
        "²",
        "١",
        "𝟙",
        "\ud800",
        "\x1b[2J",
        "\n",
        "\\",
        "#",
        "{",
        "}",
        ":",
    ),
)


def _json(data: Any) -> str:
    return json.dumps(data)


def vector_file() -> dict[str, Any]:
    """A good file of vectors."""
    rows = [vector.to_json() for vector in load(["gaussian", "atoms"])[::60]]
    return {
        "format": "fdp_sym vectors 1",
        "engine": "fdp_sym 0",
        "family": "gaussian",
        "notes": {},
        "vectors": rows,
    }


_STEP = Step("signs", "", "x <= 1", ())
_CHECK = CheckResult("symbolic", Status.PROVED, parts=(0,), trace=(_STEP,))
_FOUND = Result(
    "entry",
    "theorem",
    Status.PROVED,
    checks=(_CHECK,),
    mutants=(MutantResult("x <= 2", {"x": "3"}),),
)
RESULT = json.loads(json.dumps(_FOUND.to_json()))
ROW = Outcome(None, _FOUND, Status.PROVED).to_json()
BOOK = """@article{dong2022gdp,
  author = {Dong, Jinshuo and Roth, Aaron and Su, Weijie J.},
  title = {Gaussian Differential Privacy}, journal = {JRSS B}, year = 2022,
  volume = {84}, pages = {3--37}, doi = {10.1111/rssb.12454}, eprint = {1905.02383}
}
@misc{other, author = {Somebody}, title = "A {T}itle", year = {2020}}
"""

SEEDS: dict[str, tuple[str, ...]] = {
    "expression": EXPRESSIONS,
    "claim": CLAIMS,
    "number": ("1", "1/3", "0.1", "1e-5", "-3", " 2 "),
    "printed": ("2*x + 1/3", "exp(-x**2/2)", "Sum(k**2, (k, 1, n))", "Derivative(f(x), x)"),
    "vectors": (_json(vector_file()),),
    "reply": (
        _json({"id": "a", "value": "0.25"}),
        _json({"id": "a", "lower": 1e-9, "upper": "1/3"}),
        _json({"id": "a", "unsupported": "no"}),
        _json({"protocol": 1, "accountant": "a", "version": "1"}),
    ),
    "numeral": ("0.25", "1/3", "1e-9", "inf", "-1E+5"),
    "ledger": (
        _json({"digest": DIGEST, "result": RESULT}),
        _json({"fingerprint": DIGEST, "rows": [ROW, ROW]}),
    ),
    "bibliography": (BOOK,),
    "proof": ("", "\x7f" * 12, "\x7f" * 9 + "\x05"),
    "xfails": ("# known\ngaussian-epsilon-*  tails are cut\n\natoms-*  why\n",),
}

LONG = 10_000  # characters that an expression may have


def hostile_expressions(size: int) -> Iterator[str]:
    """Expressions of about ``size`` characters, each of them awkward in a way of its own."""

    def times(piece: str) -> str:
        return piece * max(1, size // len(piece))

    deep = min(size // 20, 10**6)
    yield times("9")  # digits
    yield "0." + times("3")  # a decimal
    yield times("0")  # zeros
    yield "1e" + times("9")  # an exponent
    yield times("(")  # parentheses
    yield "(" * (size // 2) + "1" + ")" * (size // 2)  # matched parentheses
    yield times("[")  # brackets
    yield "Laplace(1)" + times(" @ Laplace(1)")  # a product
    yield " @ ".join(f"Laplace({i})" for i in range(1, max(2, size // 14)))  # different factors
    yield "2" + times("**2")  # powers
    yield "Gaussian(1)" + times("**9")  # powers of a function
    yield times("-") + "1"  # signs
    yield "1" + times("+1")  # a sum
    yield "+".join(f"x{i}" for i in range(max(2, size // 7)))  # symbols
    yield "x" + times("-y*x")  # differences
    yield "1" + times("/x")  # quotients
    yield "Gaussian(1)" + times(" ")  # spaces
    yield times(" ") + "Gaussian(1)"  # spaces at the beginning
    yield times("\n")  # lines
    yield times("a")  # a name
    yield times("a") + "(1)"  # a name that is called
    yield "Gaussian('" + times("1") + "')"  # a string
    yield "Gaussian('" + times("1")  # an open string
    yield times("é")  # accents
    yield "x" + times("²")  # superscripts
    yield times("\ud800")  # surrogates
    yield times("\u202e")  # right to left
    yield times("\x00")  # nothing
    yield "maximum(" * deep + "Gaussian(1)" + ")" * deep  # calls
    yield "exp(" * deep + "x" + ")" * deep  # functions
    yield "Gaussian(1)" + times(".inverse()")  # methods
    yield "Laplace(1)" + times(".group(2)")  # groups
    yield "Laplace(1)" + times(".subsample(1/2)")  # samples
    yield "Gaussian(1)" + times(".")  # dots
    yield "maximum(" + times(",")  # commas
    yield "Max(x" + times(",x+1") + ") >= 0"  # a maximum
    yield "x" + times("<=x")  # relations
    yield "0 <= x" + times("*x")  # a claim
    yield "Gaussian(" + times("mu=1,") + ")"  # keywords
    yield "PiecewiseLinear([" + times("(0,1),") + "])"  # points
    yield "from_pair([" + times("1,") + "],[1])"  # a pair


# short ones that ask for a monstrous computation
BOMBS = (
    "1e1000000000",
    "2**2**2**99",
    "2**2**2**2**2**2",
    "9**9**9**9",
    "10**10**10",
    "(10**4000)**4000",
    "2**(10**9)",
    "2**-(10**9)",
    "(1/3)**(10**6)",
    "exp(exp(exp(exp(9))))",
    "exp(10**9*log(2))",
    "exp(log(2)*10**5)",
    "sqrt(10**4000 + 1)",
    "(10**4000 + 1)**(1/9999)",
    "sinh(cosh(sinh(cosh(99))))",
    "log(log(log(10)))",
    "Quantile(Quantile(Quantile(1/2)))",
    "(x + 1)**10000",
    "(x + y + 1)**9999*(x - y)**9999",
    "x**(10**9)",
    "x**x**x**x**x",
    "Max(exp(exp(exp(9))), exp(exp(exp(9))) + 1)",
    "Abs(" * 28 + "x" + " - 1)" * 28,
    "sqrt(" * 28 + "x" + " + 1)" * 28,
    "log(" * 28 + "x" + ")" * 28,
    "Abs(x*" * 28 + "y" + ")" * 28,
    "exp(x*" * 28 + "y" + ")" * 28,
    "Phi(" * 28 + "x" + ")" * 28,
    "Quantile(Phi(" * 14 + "x" + "))" * 14,
    "+".join(f"sqrt({n})" for n in range(2, 300)),
    "*".join(f"(x + {n})" for n in range(2, 300)),
    "*".join(f"sqrt(x + sqrt({n}))" for n in range(2, 120)),
    "Gaussian(1)**(10**9)",
    "Gaussian(1)**(10**9)**(10**9)",
    "Laplace(1)**10**9",
    "Laplace(1)**10**999",
    "Gaussian(10**999)**10**999",
    "EpsDelta(1, 1/3)**10**9",
    "EpsDelta(0, 1/3)**10**9",
    "from_pair([1/3, 1/3, 1/3], [1/7, 2/7, 4/7])**10000",
    "from_pair([1/3, 1/3, 1/3], [1/7, 2/7, 4/7])**10**9",
    "RandomizedResponse(1, 10**999)",
    "RandomizedResponse(1, 10**6)**10",
    "RandomizedResponse(log(3), 3)**10**6",
    "Geometric(1).group(10**9)",
    "Geometric(1).group(9999).group(9999)",
    "DiscreteGaussian(10**999)",
    "DiscreteGaussian(1/10**999)",
    "DiscreteGaussian(1).group(10**999)",
    "Staircase(10**999, 1/2)",
    "Staircase(1/10**999, 1/2)",
    "TruncatedLaplace(1, bound=10**999)",
    "TruncatedLaplace(1/10**99, 10**99).group(9999)",
    "Laplace(1)" + ".subsample(1/2).inverse().symmetrize()" * 20,
    "Laplace(1)" + ".subsample(1/2).group(3)" * 60,
    "Gaussian(1)" + ".poisson(1/2, direction='remove').two_sided()" * 20,
    "Gaussian(1)" + ".poisson(1/2, direction='add').group(2)" * 60,
    "Gaussian(1)" + ".poisson(1/2, direction='add').symmetrize().group(2)" * 20,
    "(" * 30 + "Laplace(1)" + ".poisson(1/2, direction='add') @ Logistic(2))" * 30,
    "maximum(" * 35 + "Gaussian(1)" + ", Laplace(1).poisson(1/2, direction='add'))" * 35,
    "maximum(" * 35 + "Gaussian(1)" + ", Logistic(1)).group(2)" * 35,
    "convex_minorant(" * 30 + "Gaussian(1)" + ", Logistic(1)).inverse()" * 30,
    "Location(" + "Phi(" * 30 + "x" + ")" * 30 + ", 1)",
    "from_profile(exp(-exp(exp(exp(eps)))))",
    "mixture([(1/10**999, Gaussian(1)), (1 - 1/10**999, Laplace(1))])",
    "PiecewiseLinear([(0, 1), (1/10**999, 1/3), (1, 0)])**100",
    f"Gaussian({RUN})",
    f'Gaussian("{RUN}")',
    f'from_pair([1/2, 1/2], [1/3, 2/3], given="{RUN}")',
    f'PiecewiseLinear(points="{RUN}")',
    f'Location(x, shift="{RUN}")',
    f'Laplace(1).group(k="{RUN}")',
    f'Laplace(1).subsample(p="{RUN}")',
    f'mixture(parts="{RUN}")',
    f'convex_minorant("{RUN}")',
    f'from_guarantees("{RUN}")',
    f'RandomizedResponse(1, m="{RUN}")',
    "Gaussian(1).__class__",
    "Gaussian(1).__reduce__()",
    "Gaussian(1).subs(x)",
    "().__class__.__base__.__subclasses__()",
)
