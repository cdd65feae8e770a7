"""Digests: they change with everything that decides, and with nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from sympy import Function, Interval, Lambda, oo

from fdp_sym import EpsDelta, Gaussian
from fdp_sym.symbols import real
from fdp_sym.theorems import (
    Axiom,
    Ge,
    Le,
    Mutant,
    SameCurve,
    Theorem,
    balls,
    cite,
    exact,
    fingerprint,
    generic,
    listed,
    symbolic,
)
from fdp_sym.theorems import digest as digest_module
from fdp_sym.theorems.digest import entry_digest

x, wide = real("x", Interval(0, 1)), real("x", Interval(0, 2))
half, linear = Lambda(x, (1 - x) / 2), Lambda(x, 1 - x)


class Twice(Function):
    @classmethod
    def eval(cls, y):
        return None

    def doit(self, **hints):
        return 2 * self.args[0]


def made(**changes) -> Theorem:
    fields = {
        "id": "t",
        "title": "title",
        "source": cite("key", "place"),
        "claim": Le(x, 1),
        "checks": (balls({x: (0, 1)}),),
        "mutants": (Le(2 * x, 1),),
        "uses": ("used",),
    }
    return Theorem(**{**fields, **changes})


USED = Axiom(id="used", title="", source=cite("key", "place"), statement="it holds")
BASE = entry_digest(made(), {"used": USED})


def curve(eps_domain) -> dict:
    eps = real("eps", eps_domain)
    return {"claim": SameCurve(EpsDelta(eps, 0), EpsDelta(2 * eps, 0)), "checks": (exact(),)}


@pytest.mark.parametrize(
    "changes",
    [
        {"claim": Le(x, 2)},
        {"claim": Ge(x, 1)},
        {"claim": Le(wide, 1)},  # it prints the same
        {"claim": Le(Twice(x), 1)},
        {"given": (Ge(x, 0),)},
        {"where": {"c": x**2}},
        {"checks": (balls({x: (0, 2)}),)},
        {"checks": (balls({x: (0, 1)}, count=41),)},
        {"checks": (symbolic(),)},
        {"checks": (listed({"x": 1}),)},
        {"mutants": (Le(3 * x, 1),)},
        {"mutants": (Mutant(Le(2 * x, 1), at={"x": 1}),)},
    ],
)
def test_it_changes(changes) -> None:
    assert entry_digest(made(**changes), {"used": USED}) != BASE


def test_it_changes_with_the_body_of_a_function() -> None:
    def first() -> type:
        class Half(Function):
            def doit(self, **hints):
                return self.args[0] / 2

        return Half

    def second() -> type:
        class Half(Function):
            def doit(self, **hints):
                return self.args[0] / 3

        return Half

    one, other = (entry_digest(made(claim=Le(f()(x), 1)), {}) for f in (first, second))
    assert str(first()(x)) == str(second()(x))
    assert one != other
    assert one == entry_digest(made(claim=Le(first()(x), 1)), {})


def test_the_engine_is_all_that_decides(tmp_path, monkeypatch) -> None:
    """Of a package with a file of each part, the digest sees what a verdict rests on."""
    decides = ["binding.py", "signs/field.py", "balls/ball.py", "theorems/rules.py"]
    decides += ["tradeoff/order.py", "compose/laws.py", "oracle/lattice.py"]
    afterwards = ["proofs/claim.py", "latex/printer.py", "plots/style.py", "cli_check.py"]
    for name in [*decides, *afterwards]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setattr(fingerprint, "__file__", str(tmp_path / "theorems" / "fingerprint.py"))
    digests = []
    for name in ["theorems/rules.py", *decides, *afterwards]:
        (tmp_path / name).write_text(f"# {len(digests)}")
        digests.append(fingerprint.engine_digest.__wrapped__())
    assert len(set(digests)) == 1 + len(decides)
    assert len(set(digests[len(decides) :])) == 1


def test_it_changes_with_what_is_used() -> None:
    assert entry_digest(made(), {"used": replace(USED, statement="it may hold")}) != BASE
    assert entry_digest(made(), {}) != BASE
    assert entry_digest(made(uses=()), {"used": USED}) != BASE


def test_it_changes_with_the_engine(monkeypatch) -> None:
    monkeypatch.setattr(digest_module, "engine_digest", lambda: "another")
    assert entry_digest(made(), {"used": USED}) != BASE


def test_it_changes_with_instances_and_facts() -> None:
    found = set()
    for options in (
        {"instances": [half]},
        {"instances": [linear]},
        {"instances": [half, linear]},
        {"instances": [half], "facts": ("convex",)},
        {"instances": [half], "bounds": (0, oo)},
    ):
        f = generic("f", **options)
        found.add(entry_digest(made(claim=Le(f(x), 1)), {}))
    assert len(found) == 5


def test_it_knows_the_domains_of_the_parameters_of_curves() -> None:
    first, second = (curve(d) for d in (Interval(0, oo), Interval(0, 1)))
    assert entry_digest(made(**first), {}) != entry_digest(made(**second), {})


def test_equal_entries_have_equal_digests() -> None:
    assert entry_digest(made(), {"used": USED}) == BASE


SCRIPT = """
from sympy import Interval, Max, Min, Piecewise, exp, Lambda, oo
from fdp_sym.symbols import real
from fdp_sym.theorems import Theorem, Le, Ge, cite, symbolic, balls, generic, fact
from fdp_sym.theorems.digest import entry_digest
x, y, z = (real(n, Interval(0, 1)) for n in "xyz")
f = generic("f", instances=[Lambda(x, 1 - x)])
claim = Le(Max(x, y, z, x * y) + Min(y, f(z), exp(x)), Piecewise((x, y > z), (f(y), True)))
e = Theorem(id="t", title="", source=cite("k", "l"), claim=claim, given=(Ge(x, y), Ge(y, z)),
    checks=(symbolic("derivative", fact(f, "convex", x, y, z)), balls({x: (0, 1), y: (0, 1)})))
print(entry_digest(e, {}))
"""


def test_it_is_the_same_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "7")
    }
    assert len(found) == 1


def test_a_function_without_a_formula_is_told_apart_by_its_parameters() -> None:
    wide, narrow = (real("mu", Interval.open(0, end)) for end in (oo, 1))
    functions = [Gaussian(mu).subsample(p) for mu in (wide, narrow) for p in ("1/10", "1/5")]
    assert len({digest_module.canonical(f) for f in functions}) == 4
