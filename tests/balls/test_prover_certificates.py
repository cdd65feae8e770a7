"""Certificates: the checker accepts what the prover writes, and rejects what was tampered with."""

from __future__ import annotations

import ast
import copy
import inspect
import json
import sys

import pytest
from sympy import Abs, Interval, Max, Piecewise, Rational, Sum, Symbol, diff, exp, log, oo, pi, sqrt

from fdp_sym.balls import prove, recheck
from fdp_sym.balls.forms import FORMS
from fdp_sym.errors import HypothesisError
from fdp_sym.functions import Phi, Quantile
from fdp_sym.symbols import alpha, integer, mu, real
from fdp_sym.theorems import Eq, Ge, Le

R = Rational
x, y, k = real("x"), real("y"), integer("k", 1)
i = Symbol("i", integer=True)
GAUSS = Phi(Quantile(1 - alpha) - mu)
STEP = Piecewise((x, x < R(1, 3)), (R(1, 3) + (x - R(1, 3)) * 2, True))
CLAIMS = {
    "cuts": (Ge(R(251, 1000) - Phi(x) * Phi(-x), 0), {x: (-20, 20)}),
    "rise": (2 * Phi(mu / 2) - 1 <= mu / sqrt(2 * pi), {mu: (0, 20)}),
    "open rise": (2 * Phi(mu / 2) - 1 < mu / sqrt(2 * pi), {mu: Interval.Lopen(0, 20)}),
    "substitution": (GAUSS <= 1 - alpha, {mu: (0, 8), alpha: (0, 1)}),
    "convexity": (
        Ge(diff(GAUSS, alpha, 2), 0),
        {mu: (R(1, 100), 10), alpha: Interval.open(0, 1)},
    ),
    "factors": (Ge(x * (1 - x) * (exp(x) - 1 - x), 0), {x: (0, 1)}),
    "variants": (Ge(Max(exp(x), 1 + x / 2) - exp(x), 0), {x: (1, 2)}),
    "piecewise": (Ge(STEP - x / 2, 0), {x: (0, 1)}),
    "kinks": (Ge(Abs(x) + Abs(y) - Abs(x + y), 0), {x: (-1, 1), y: (-1, 1)}),
    "integers": (Ge(Sum(1 / i, (i, 1, k)), log(k + 1)), {k: (1, 5)}),
    "series": (Ge(exp(-(x**2)) - x * exp(-x) / 2, R(-1, 5)), {x: (0, 2)}),
    "limit": (Le(Phi(-x), exp(-(x**2) / 2) / 2), {x: (0, oo)}),
    "composition": (Ge(exp(x - y) - 1 - x + y, 0), {x: (-2, 2), y: (-2, 2)}),
    "squares": (Ge(x**2 + y**2 + x * y, 0), {x: (-2, 2), y: (-2, 2)}),
    "identity": (Eq(exp(x) * exp(1 - x), exp(1)), {x: (0, 1)}),
}
WHOLE = {}


def certificate(name):
    if name not in WHOLE:
        claim, box = CLAIMS[name]
        found = prove(claim, box)
        assert found.status == "certified", found
        WHOLE[name] = json.loads(json.dumps(found.certificate))
    return copy.deepcopy(WHOLE[name])


def nodes(certificate):
    stack = list(certificate["proofs"])
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.get("children", []))


def rejected(tampered):
    with pytest.raises(HypothesisError):
        recheck(tampered)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_the_prover_writes_is_accepted(name):
    whole = certificate(name)
    assert recheck(whole) == sum(1 for _ in nodes(whole))


def test_every_form_is_among_them():
    assert {n["form"] for name in CLAIMS for n in nodes(certificate(name))} >= set(FORMS) - {
        "inner"
    }


# -- every kind of tampering ----------------------------------------------------------------------


def changed(data, *path):
    """The value at the path of keys, negated: a claim, an identity, a derivative, a factor."""
    *outer, last = path
    for key in outer:
        data = data[key]
    data[last] = ["Mul", "-1", data[last]]


def moved(end):
    return "3" if end.endswith("inf") else str(R(end) + R(1, 7))


def tamperings(node):
    """What may be done to one node, each as a function that changes a copy of it."""
    for j in range(len(node.get("children", []))):
        yield f"child {j} dropped", lambda n, j=j: n["children"].pop(j)
    for key in ("f", "rest", "high", "kink", "g", "h"):
        if node.get(key, "0") != "0":
            yield f"{key} negated", lambda n, key=key: changed(n, key)
            yield f"{key} moved", lambda n, key=key: n.update({key: ["Add", "1/1000", n[key]]})
    for key in ("derivatives", "factors"):
        for j in range(len(node.get(key, []))):
            yield f"{key} {j} negated", lambda n, key=key, j=j: changed(n, key, j)
            yield f"{key} {j} dropped", lambda n, key=key, j=j: n[key].pop(j)
    for j in range(len(node.get("pieces", []))):
        yield f"box {j} dropped", lambda n, j=j: (n["pieces"].pop(j), n["children"].pop(j))
        for e in (0, 1):
            yield (
                f"box {j} moved",
                lambda n, j=j, e=e: n["pieces"][j].__setitem__(e, moved(n["pieces"][j][e])),
            )
            yield (
                f"box {j} opened",
                lambda n, j=j, e=e: n["pieces"][j].__setitem__(2 + e, not n["pieces"][j][2 + e]),
            )
    if "over" in node:
        yield "range narrowed", lambda n: n["over"].__setitem__(1, "-3")
        if node["form"] == "inner":
            yield "range opened", lambda n: n["over"].__setitem__(2, True)
        yield "range inverted", lambda n: n["over"].__setitem__(0, "1000")
        if node.get("faces"):
            yield (
                "faces forgotten",
                lambda n: (n["faces"].clear(), n["children"].__delitem__(slice(1, 9))),
            )
    if "centre" in node:
        yield "centre outside", lambda n: n["centre"].update({next(iter(n["centre"])): "1000"})
        yield "no centre", lambda n: n.update(centre={})
        yield "order raised", lambda n: n.update(order=n["order"] + 1)
        yield "order 0", lambda n: n.update(order=0, derivatives=[])
    if "kept" in node:
        yield "variant dropped", lambda n: (n["kept"].pop(), n["children"].pop())
    if "variable" in node:
        yield "another variable", lambda n: n.update(variable="w")
    yield "unknown form", lambda n: n.update(form="open")
    for key in node:
        if key not in ("bits", "children", "f"):
            yield f"without {key}", lambda n, key=key: n.pop(key)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_step_that_was_tampered_with_is_rejected(name):
    whole = certificate(name)
    for position, node in enumerate(nodes(whole)):
        for what, change in tamperings(node):
            tampered = copy.deepcopy(whole)
            change(list(nodes(tampered))[position])
            try:
                recheck(tampered)
            except HypothesisError:
                continue
            raise AssertionError(f"{node['form']}: {what} was accepted: {node}")


HEAD = {
    "another text": lambda c: c.update(claim="x >= 0"),
    "another relation": lambda c: c["relation"].__setitem__(1, ">"),
    "sides exchanged": lambda c: c["relation"].reverse(),
    "a side negated": lambda c: changed(c, "relation", 0),
    "no relation": lambda c: c.pop("relation"),
    "a wider box": lambda c: c["box"][0][1].__setitem__(1, "1000"),
    "a wider box and domain": lambda c: (
        c["box"][0][1].__setitem__(0, "-1000"),
        c["box"][0][0]["domain"].__setitem__(0, "-1000"),
    ),
    "no box": lambda c: c.update(box=[]),
    "the same variable twice": lambda c: c["box"].append(copy.deepcopy(c["box"][0])),
    "no proof": lambda c: c.update(proofs=[]),
    "a proof too many": lambda c: c["proofs"].append(c["proofs"][0]),
    "no list": lambda c: c.update(proofs=None),
    "a name that is no class": lambda c: c["relation"].__setitem__(0, ["__import__", "1"]),
    "an attribute of SymPy": lambda c: c["relation"].__setitem__(0, ["sympify", "1"]),
    "a number in words": lambda c: c["relation"].__setitem__(0, "one"),
}


@pytest.mark.parametrize("change", HEAD)
def test_a_head_that_was_tampered_with_is_rejected(change):
    for name in ("rise", "cuts", "substitution"):
        whole = certificate(name)
        HEAD[change](whole)
        rejected(whole)


def restated(whole, op):
    """The same proofs for another relation."""
    _, old, _ = whole["relation"]
    whole["relation"][1] = op
    whole["claim"] = whole["claim"].replace(f" {old} ", f" {op} ")
    return whole


@pytest.mark.parametrize("name", ["rise", "factors", "kinks", "squares", "series"])
def test_a_strict_relation_needs_more(name):
    whole = certificate(name)
    strict = restated(copy.deepcopy(whole), whole["relation"][1][0])
    if name == "series":  # true, and shown by the same steps
        assert recheck(strict)
    else:  # the sides meet on the box
        rejected(strict)


def test_an_equation_needs_both_directions():
    whole = restated(certificate("rise"), "==")
    rejected(whole)
    whole["proofs"] *= 2
    rejected(whole)
    whole = restated(certificate("cuts"), "==")  # an upper bound that is not reached
    whole["proofs"] *= 2
    rejected(whole)


def test_a_closed_end_is_not_left_out():
    whole = certificate("open rise")
    whole["box"][0][1][2] = False
    rejected(whole)
    text = json.dumps(certificate("open rise"))
    closed = text.replace('["0", "20", true, false]', '["0", "20", false, false]')
    assert closed != text
    rejected(json.loads(closed))


def test_a_file_is_read_and_a_truncated_one_rejected(tmp_path):
    text = json.dumps(certificate("substitution"))
    file = tmp_path / "certificate.json"
    file.write_text(text)
    assert recheck(file) == 5
    for length in (0, 1, len(text) // 2, len(text) - 1):
        file.write_text(text[:length])
        rejected(file)
    rejected(tmp_path / "missing.json")
    file.write_text("[1, 2]")
    rejected(file)


# -- the checker stands on its own ----------------------------------------------------------------


@pytest.mark.parametrize("claim", [Ge(x, R(1, 10**6)), Ge(exp(x) - 1 - x * R(11, 10), 0)])
def test_a_prover_that_lies_is_caught(claim, monkeypatch):
    """A prover to which every enclosure is positive certifies what is false."""
    monkeypatch.setattr("fdp_sym.balls.tree.above", lambda *_: True)
    found = prove(claim, {x: (0, 1)})
    assert found.status == "certified"
    rejected(found.certificate)


def test_a_prover_with_wrong_identities_is_caught(monkeypatch):
    monkeypatch.setattr("fdp_sym.balls.prover.tidy", lambda f: f**2)
    found = prove(Ge(x, 0), {x: (-1, 1)})
    assert found.status == "certified"
    rejected(found.certificate)


def test_a_prover_with_wrong_derivatives_is_caught(monkeypatch):
    f = 2 + R(101, 100) * x - x**2  # negative beyond 2.0
    monkeypatch.setattr("fdp_sym.balls.problem.derivative", lambda f, v: v**2 + 1)
    found = prove(Ge(f, 0), {x: (0, 3)})
    assert found.status == "certified"
    rejected(found.certificate)


def imported(name):
    """The modules of `fdp_sym.balls` that one of them imports, at any depth."""
    found, stack = set(), [name]
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            __import__(f"fdp_sym.balls.{name}")
            tree = ast.parse(inspect.getsource(sys.modules[f"fdp_sym.balls.{name}"]))
            own = (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level == 1)
            stack += [n.module or alias.name for n in own for alias in n.names]
    return found


def test_the_checker_imports_nothing_of_the_prover():
    prover = "prover tree problem rewriting boxes nodes certificate claim beginning sampling"
    assert not imported("recheck") & set(prover.split())
    for alone in ("reading", "identities"):
        assert imported(alone) <= {"reading", "identities", "extremum"}
