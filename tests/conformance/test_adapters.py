"""Adapters: what they hand on to a library, and what the libraries answer where they are installed.

Libraries live in interpreters of their own: FDP_ACCOUNTANTS names a folder with one environment
each, as ``.ci/audit --environments FOLDER`` makes them. Without it stubs stand for them.
"""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest

import fdp_sym.conformance.adapters as package
from fdp_sym.conformance.adapters import questions
from fdp_sym.conformance.adapters.questions import Question, down, up
from fdp_sym.conformance.adapters.serve import answer, load

SERVE = Path(package.__file__).with_name("serve.py")


def step(mechanism: str, count: int = 1, rate: str | None = None, **parameters: Any) -> Any:
    return {
        "mechanism": mechanism,
        "parameters": parameters,
        "sensitivity": {"add-remove": "1", "replace-one": "2"},
        "sampling": rate and {"scheme": "poisson", "rate": rate},
        "count": count,
    }


def ask(*steps: Any, quantity: str = "epsilon", at: Any = "1e-6", **rest: Any) -> dict[str, Any]:
    return {
        "id": "question",
        "steps": list(steps),
        "relation": "add-remove",
        "direction": "both",
        "quantity": quantity,
        "at": at,
        **rest,
    }


# -- exact numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["1/10", "-1/3", "1e-400", "1e400", "0", "1/4", "12345678901234567"]
)
def test_rounding_is_to_the_side_asked_for_and_tight(text: str) -> None:
    value = Fraction(text)
    low, high = down(value), up(value)
    assert low <= value <= high
    assert (low == high) == (low == value == high)
    if low != high and abs(value) < 10**300:
        assert math.nextafter(low, math.inf) == high


def test_exponentials_and_logarithms_are_on_the_side_of_their_names() -> None:
    with mpmath.workdps(80):
        for value in (Fraction(1), Fraction(-7, 3), Fraction(1, 10**9)):
            for pair, exact in (
                ((questions.exp_down(value), questions.exp_up(value)), mpmath.exp(_mp(value))),
                (
                    (questions.log_down(abs(value)), questions.log_up(abs(value))),
                    mpmath.log(_mp(abs(value))),
                ),
            ):
                assert _mp(pair[0]) < exact < _mp(pair[1])
                assert pair[1] - pair[0] < Fraction(1, 10**40)


def _mp(value: Fraction) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def test_arguments_lose_more_and_never_less() -> None:
    for quantity, side in (("epsilon", down), ("delta", down), ("tradeoff", up), ("renyi", up)):
        asked = Question(ask(quantity=quantity, at="1/10"), (quantity,))
        assert asked.argument() == side(Fraction(1, 10))


def test_one_direction_matters_only_where_neighbours_differ() -> None:
    sampled = step("gaussian", rate="1/10", sigma="1")
    pair = step("finite", p=["1", "0"], q=["0", "1"])
    for steps, differs in (
        ([step("gaussian", sigma="1")], False),
        ([sampled], True),
        ([{**sampled, "count": 0}], False),
        ([step("gaussian", rate="1", sigma="1")], False),
        ([pair], True),
    ):
        asked = Question(ask(*steps, direction="add"), ("epsilon",))
        assert questions.has_direction(asked) is differs


def test_equal_steps_are_merged_and_others_are_not() -> None:
    one, two = step("gaussian", 3, sigma="1"), step("gaussian", 4, sigma="2")
    asked = Question(ask(one, two, one, {**two, "count": 0}), ("epsilon",))
    assert [count for _, count in questions.merged(asked.steps)] == [6, 4]


# -- stubs in the place of libraries --------------------------------------------------------------


class Calls(list[Any]):
    """Records what is called with what; a stub of a function."""

    def stub(self, name: str, result: Any = None) -> Callable[..., Any]:
        def function(*args: Any, **keywords: Any) -> Any:
            self.append((name, args, keywords))
            return result

        return function


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put modules in the place of libraries."""

    def install(**modules: Mapping[str, Any]) -> None:
        for name, content in modules.items():
            module = types.ModuleType(name.replace("__", "."))
            vars(module).update(content)
            monkeypatch.setitem(sys.modules, module.__name__, module)
        for name in list(sys.modules):
            if name.startswith("fdp_sym_adapters"):
                monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.2.3")

    yield install
    for name in [name for name in sys.modules if name.startswith("fdp_sym_adapters")]:
        del sys.modules[name]


def test_prv_accountant_gets_noise_per_sensitivity_and_rounds_it_down(installed: Any) -> None:
    calls = Calls()

    class Accountant:
        def __init__(self, **keywords: Any) -> None:
            calls.append(("accountant", (), keywords))

        def compute_epsilon(self, delta: float, counts: list[int]) -> tuple[float, float, float]:
            calls.append(("epsilon", (delta, counts), {}))
            return 1.0, 2.0, 3.0

    installed(
        prv_accountant={
            "PRVAccountant": Accountant,
            "GaussianMechanism": calls.stub("gaussian"),
            "PoissonSubsampledGaussianMechanism": calls.stub("sampled"),
            "LaplaceMechanism": calls.stub("laplace"),
            "PureDPMechanism": calls.stub("pure"),
            "ApproximateDPMechanism": calls.stub("approximate"),
        }
    )
    account = load("prv_accountant")
    question = ask(
        step("gaussian", 7, sigma="1/10"),
        step("gaussian", rate="1/10", sigma="1"),
        step("laplace", scale="10"),
        step("approximate", epsilon="1/10", delta="1e-8"),
        step("approximate", epsilon="1/10", delta="0"),
    )
    assert answer(account, question) == {"lower": "1.0", "upper": "3.0"}
    tenth = Fraction(1, 10)
    assert [(name, args) for name, args, _ in calls[:5]] == [
        ("gaussian", (down(tenth),)),
        ("sampled", (up(tenth), 1.0)),
        ("laplace", (up(tenth),)),
        ("approximate", (up(tenth), up(Fraction(1, 10**8)))),
        ("pure", (up(tenth),)),
    ]
    assert calls[5][2]["eps_error"] == 0.01
    assert calls[6][1] == (down(Fraction(1, 10**6)), [7, 1, 1, 1, 1])

    del calls[:]
    replaced = {**ask(step("gaussian", sigma="3")), "relation": "replace-one"}
    answer(account, replaced)
    assert calls[0] == ("gaussian", (1.5,), {})
    sampled = ask(step("gaussian", rate="1/10", sigma="1"))
    assert "unsupported" in answer(account, {**sampled, "relation": "replace-one"})
    assert "unsupported" in answer(account, {**sampled, "direction": "add"})
    assert "unsupported" in answer(account, {**sampled, "quantity": "renyi"})


class FakeDistribution:
    """A privacy loss distribution that only remembers how it was made."""

    def __init__(self, made: str) -> None:
        self.made = made

    def self_compose(self, count: int) -> FakeDistribution:
        return FakeDistribution(f"{self.made}**{count}")

    def compose(self, other: FakeDistribution) -> FakeDistribution:
        return FakeDistribution(f"{self.made} @ {other.made}")

    def get_epsilon_for_delta(self, delta: float) -> float:
        FakeDistribution.asked = (self.made, delta)  # type: ignore[attr-defined]
        return float(len(self.made))


def test_dp_accounting_composes_what_the_question_says(installed: Any) -> None:
    calls = Calls()
    relations = types.SimpleNamespace(REPLACE_ONE="replace", ADD_OR_REMOVE_ONE="add")
    names = ["gaussian", "laplace", "discrete_gaussian", "discrete_laplace"]
    pld = {f"from_{n}_mechanism": calls.stub(n, FakeDistribution(n)) for n in names}
    pld["from_two_probability_mass_functions"] = calls.stub("finite", FakeDistribution("finite"))
    module = types.ModuleType("dp_accounting.pld.privacy_loss_distribution")
    vars(module).update(pld)
    installed(
        dp_accounting={"NeighboringRelation": relations},
        dp_accounting__pld={"privacy_loss_distribution": module},
    )
    account = load("dp_accounting")
    mixed = ask(step("gaussian", 3, sigma="1/10"), step("laplace", rate="1/3", scale="2"))
    assert "value" in answer(account, mixed)
    assert FakeDistribution.asked == ("gaussian**3 @ laplace", down(Fraction(1, 10**6)))  # type: ignore[attr-defined]
    assert calls[0][1:] == (
        (down(Fraction(1, 10)),),
        {"sensitivity": 1.0, "sampling_prob": 1.0, "pessimistic_estimate": True},
    )
    assert calls[1][2]["sampling_prob"] == up(Fraction(1, 3))

    # sampled and replaced: the library doubles the sensitivity by itself
    del calls[:]
    sampled = ask(step("gaussian", rate="1/3", sigma="1"), relation="replace-one")
    answer(account, sampled)
    assert calls[0][2]["sensitivity"] == 1.0
    assert calls[0][2]["neighboring_relation"] == "replace"
    answer(account, ask(step("gaussian", sigma="1"), relation="replace-one"))
    assert calls[1][2]["sensitivity"] == 2.0
    assert "neighboring_relation" not in calls[1][2]

    # a finite pair: with the record above for "remove", below for "add"; both: the worse one
    del calls[:]
    pair = step("finite", p=["1/2", "1/2", "0"], q=["1/3", "0", "2/3"])
    answer(account, ask(pair, direction="remove"))
    answer(account, ask(pair, direction="add"))
    answer(account, ask(pair))
    (_, (below, above), _), (_, (other, _), _) = calls[:2]
    assert set(above) == {0, 1}
    assert set(below) == {0, 2}
    assert set(other) == {0, 1}
    assert len(calls) == 2  # the distributions of both directions were kept
    assert Decimal(above[0]) >= Decimal("0.5").ln()
    assert Decimal(below[0]) <= (Decimal(1) / 3).ln()

    assert "unsupported" in answer(account, {**sampled, "direction": "remove"})
    assert "unsupported" in answer(account, ask(step("staircase", epsilon="1", gamma="1/2")))


class FakeOpacus:
    """Opacus' accountants: a history of steps."""

    def __init__(self) -> None:
        self.history: list[Any] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        if noise_multiplier <= 0:
            raise ValueError("no noise")
        self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float) -> float:
        return sum(rate * count / noise for noise, rate, count in self.history)

    @classmethod
    def mechanism(cls) -> str:
        return "fake"


def _opacus(installed: Any, calls: Calls) -> None:
    installed(
        opacus={},
        opacus__accountants=dict.fromkeys(("RDPAccountant", "PRVAccountant"), FakeOpacus),
        opacus__accountants__analysis={},
        opacus__accountants__analysis__rdp={"compute_rdp": calls.stub("rdp", 0.5)},
        opacus__accountants__utils={"get_noise_multiplier": calls.stub("calibrate", 1.5)},
    )


def test_opacus_takes_steps_and_calibrates_the_noise_itself(installed: Any) -> None:
    calls = Calls()
    _opacus(installed, calls)
    account = load("opacus")
    many = ask(step("gaussian", 5000, rate="1/2", sigma="2"), step("gaussian", 2, sigma="4"))
    assert float(answer(account, many)["value"]) == 5000 * 0.5 / 2 + 2 / 4
    tried = {**many, "rejected": [{"after": 1, "step": step("gaussian", sigma="-1")}]}
    assert answer(account, tried) == answer(account, many)
    assert "unsupported" in answer(account, ask(step("laplace", scale="1")))
    assert "unsupported" in answer(account, {**many, "relation": "replace-one"})

    renyi = ask(step("gaussian", 4, rate="1/10", sigma="2"), quantity="renyi", at="59.05")
    assert answer(account, renyi) == {"value": "0.5"}
    assert calls[0][2] == {
        "q": up(Fraction(1, 10)),
        "noise_multiplier": 2.0,
        "steps": 4,
        "orders": up(Fraction("59.05")),
    }
    assert "unsupported" in answer(account, {**renyi, "direction": "add"})

    unknown = step("gaussian", 9, sigma=None)
    target = {"epsilon": "1", "delta": "1e-5"}
    wanted = ask(unknown, quantity="calibration", at=target, calibrate="sigma")
    assert answer(account, wanted) == {"value": "1.5"}
    assert answer(account, {**wanted, "relation": "replace-one"}) == {"value": "3.0"}
    assert calls[-1][2]["steps"] == 9


def test_a_slack_leaves_the_total_delta_within_the_question(installed: Any) -> None:
    class Budget:
        def __init__(self, spent_budget: Any = ()) -> None:
            self.spent = list(spent_budget)

        def spend(self, epsilon: float, delta: float) -> None:
            if epsilon < 0 or not 0 <= delta <= 1:
                raise ValueError("no guarantee")
            self.spent.append((epsilon, delta))

        def total(self, slack: float) -> tuple[float, float]:
            kept = 1 - Fraction(slack)
            for _, delta in self.spent:
                kept *= 1 - Fraction(delta)
            slacks.append((slack, 1 - kept))
            return sum(epsilon for epsilon, _ in self.spent) - slack, up(1 - kept)

    slacks: list[tuple[float, Fraction]] = []
    installed(diffprivlib={"BudgetAccountant": Budget})
    account = load("diffprivlib")
    question = ask(step("approximate", 10, epsilon="1/4", delta="1e-8"), step("laplace", scale="4"))
    told = float(answer(account, question)["value"])
    largest, total = max(slacks)
    assert 0.9e-6 < largest < 0.91e-6
    assert total <= Fraction(1, 10**6) < total + Fraction(1, 10**15)
    assert told == 2.75 - largest
    # the deltas alone are too many
    assert answer(account, {**question, "at": "1e-9"}) == {"value": "inf"}
    tried = {"after": 1, "step": step("approximate", epsilon="-1", delta="0")}
    assert answer(account, {**question, "rejected": [tried]}) == answer(account, question)
    assert "unsupported" in answer(account, ask(step("gaussian", sigma="1")))


def test_an_odometer_answers_only_from_its_own_delta_on(installed: Any) -> None:
    class Privacy:
        def __init__(self, epsilon: float, delta: float) -> None:
            self.epsilon, self.delta = epsilon, delta

    class Odometer:
        def __init__(self, privacy: Privacy) -> None:
            self.privacy, self.times = privacy, 0

        def spend(self, times: int) -> None:
            self.times += times

        @property
        def spent(self) -> tuple[float, float]:
            return self.times * self.privacy.epsilon, self.times * self.privacy.delta

    installed(
        snsql={"Privacy": Privacy}, snsql__sql={}, snsql__sql__odometer={"Odometer": Odometer}
    )
    account = load("smartnoise.homogeneous")
    question = ask(step("approximate", 4, epsilon="1/4", delta="1/1024"))
    assert "unsupported" in answer(account, {**question, "at": "1e-3"})
    assert answer(account, {**question, "at": "1/256"}) == {"value": "1.0"}
    assert answer(account, {**question, "quantity": "delta", "at": "1"}) == {"value": "0.00390625"}
    assert "unsupported" in answer(account, {**question, "quantity": "delta", "at": "1/2"})
    assert "unsupported" in answer(
        account, ask(*question["steps"], step("laplace", scale="1"), at="1/2")
    )


def test_an_adapter_without_its_library_says_so() -> None:
    finished = subprocess.run(
        [sys.executable, "-I", SERVE, "no_such_adapter"],
        input='{"protocol": 1}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert "no adapter" in json.loads(finished.stdout)["error"]


# -- the libraries --------------------------------------------------------------------------------


def told(library: str, name: str, *asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The replies of an adapter where its library is installed."""
    folder = os.environ.get("FDP_ACCOUNTANTS")
    if not folder:
        pytest.skip(f"{library} is not here: FDP_ACCOUNTANTS names no folder of environments")
    python = Path(folder) / library / "bin" / "python"
    if not python.exists():
        pytest.skip(f"{library} is not installed in {folder}")
    lines = [json.dumps({"protocol": 1})]
    lines += [json.dumps({"id": "question", "question": question}) for question in asked]
    finished = subprocess.run(
        [python, "-W", "ignore", SERVE, name],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in finished.stdout.splitlines()[1:]]


def gaussian_delta(mu: Any, eps: Any) -> Any:
    """delta(eps) of the Gaussian trade-off function, by its closed form."""
    return mpmath.ncdf(mu / 2 - eps / mu) - mpmath.exp(eps) * mpmath.ncdf(-mu / 2 - eps / mu)


GAUSSIAN = step("gaussian", 10, sigma="3")
# 10 Gaussians of sigma 3 are one of mu = sqrt(10) / 3, and under replace-one of twice that
MU = mpmath.sqrt(10) / 3


@pytest.mark.parametrize(
    ("library", "name", "slack"),
    [
        ("dp_accounting", "dp_accounting", 1e-3),
        ("dp_accounting", "dp_accounting.pld", 1e-3),
        ("dp_accounting", "dp_accounting.rdp", 0.2),
        ("prv_accountant", "prv_accountant", 0.03),
        ("autodp", "autodp", 0.2),
        ("autodp", "autodp.exact", 1e-6),
        ("opacus", "opacus", 0.2),
        ("opacus", "opacus.prv", 0.03),
        ("riskcal", "riskcal", 1e-3),
        ("opendp", "opendp", 0.2),
    ],
)
def test_epsilon_of_composed_gaussians(library: str, name: str, slack: float) -> None:
    (reply,) = told(library, name, ask(GAUSSIAN))
    claimed = float(reply.get("value", reply.get("upper")))
    exact = mpmath.findroot(lambda eps: gaussian_delta(MU, eps) - 1e-6, 5)
    assert exact - 1e-9 <= claimed <= exact * (1 + slack)


def test_low_level_distributions_replace_and_go_one_way() -> None:
    pair = step("finite", p=["1/2", "1/2"], q=["1/3", "2/3"])
    replaced, remove, add = told(
        "dp_accounting",
        "dp_accounting",
        ask(GAUSSIAN, quantity="delta", at="2", relation="replace-one"),
        ask(pair, quantity="delta", at="1/10", direction="remove"),
        ask(pair, quantity="delta", at="1/10", direction="add"),
    )
    assert float(replaced["value"]) == pytest.approx(float(gaussian_delta(2 * MU, 2)), rel=1e-4)
    grown = float(mpmath.exp(mpmath.mpf(1) / 10))
    assert float(remove["value"]) == pytest.approx(1 / 2 - grown / 3, abs=1e-4)
    assert float(add["value"]) == pytest.approx(2 / 3 - grown / 2, abs=1e-4)


def test_optimistic_and_pessimistic_distributions_enclose() -> None:
    (reply,) = told("dp_accounting", "dp_accounting.bounds", ask(GAUSSIAN, quantity="delta", at=2))
    assert float(reply["lower"]) <= float(gaussian_delta(MU, 2)) <= float(reply["upper"])


def test_riskcal_gives_the_trade_off_curve() -> None:
    (reply,) = told("riskcal", "riskcal", ask(GAUSSIAN, quantity="tradeoff", at="1/10"))
    quantile = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(8) / 10)
    assert float(reply["value"]) == pytest.approx(float(mpmath.ncdf(quantile - MU)), abs=1e-4)


def test_what_is_known_to_be_wrong_is_seen() -> None:
    """One unsound answer of each kind, so that the adapter does not hide it."""
    far = ask(step("gaussian", 10**4, sigma="100"), at="1e-12")  # eps = 7.238494...
    (low_level,) = told("dp_accounting", "dp_accounting", far)
    assert float(low_level["value"]) < 7.2169
    (interval,) = told("prv_accountant", "prv_accountant", far)
    assert float(interval["upper"]) < 7.22
    order = ask(step("gaussian", rate="2/5", sigma="12"), quantity="renyi", at="59.05")
    (negative,) = told("opacus", "opacus", order)
    assert float(negative["value"]) < 0


def test_kov_compositions_of_the_two_libraries() -> None:
    """Theorem 3.5 of Kairouz, Oh and Viswanath: its least of three terms, with their slacks."""
    many = ask(step("approximate", 100, epsilon="1/10", delta="0"), at="1e-6")
    (reply,) = told("diffprivlib", "diffprivlib", many)
    drift = 100 * mpmath.tanh(mpmath.mpf(1) / 20) / 10
    third = drift + mpmath.sqrt(2 * mpmath.log(mpmath.e + 1 / mpmath.mpf("1e-6")))
    second = drift + mpmath.sqrt(2 * mpmath.log(mpmath.mpf(10) ** 6))
    assert float(reply["value"]) == pytest.approx(float(min(third, second)), rel=1e-9)
    some = ask(step("approximate", 100, epsilon="1/10", delta="1e-8"), at="1e-5")
    (other,) = told("smartnoise", "smartnoise", some)
    slack = mpmath.mpf("5e-9")
    second = drift + mpmath.sqrt(2 * mpmath.log(1 / slack))
    third = drift + mpmath.sqrt(2 * mpmath.log(mpmath.e + 1 / slack))
    assert float(other["value"]) == pytest.approx(float(min(second, third, 10)), rel=1e-9)
