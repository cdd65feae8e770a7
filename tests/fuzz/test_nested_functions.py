"""Thousands of functions made of one another: an answer or one sentence, in seconds."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest
from guard import tried

from fdp_sym.compose.product import tensor_product
from fdp_sym.errors import DomainError, FdpError
from fdp_sym.tradeoff import Gaussian, Laplace, Logistic, maximum, mixture

SAMPLED = mixture([("1/10", Gaussian(1)), ("9/10", Gaussian(2))])


def use(f: Any) -> None:
    repr(f), hash(f), f.free_symbols
    assert f == f
    assert pickle.loads(pickle.dumps(f)) == f
    f.inverse(), f.is_symmetric, f.subs({})


def test_products_of_very_many_factors() -> None:
    functions = [Laplace(i) for i in range(1, 501)]
    product = tried(lambda fs: reduce(operator.matmul, fs), functions)
    assert product == tensor_product([(f, 1) for f in functions])
    assert product == reduce(lambda f, g: g @ f, functions)
    twice = tensor_product([*((f, 1) for f in functions), (Laplace(8), 1)])
    assert (product @ functions[7]).factors == twice.factors
    again = tried(lambda fs: reduce(operator.matmul, fs), [Laplace(1)] * 3000)
    assert again == Laplace(1) ** 3000
    use(again)


@pytest.mark.slow
def test_products_of_ten_thousand_factors() -> None:
    functions = [Laplace(i) for i in range(1, 10_001)]
    product = tried(lambda fs: reduce(operator.matmul, fs), functions, seconds=60)
    assert product == tensor_product([(f, 1) for f in functions])
    same = tried(lambda fs: reduce(operator.matmul, fs), [Gaussian(1)] * 2500, seconds=60)
    assert same == Gaussian(50)


@pytest.mark.parametrize(
    "step",
    [
        lambda f: f.group(2).subsample("1/2"),
        lambda f: f.poisson("1/2", direction="add").group(2),
        lambda f: maximum(f.poisson("1/2", direction="add"), Gaussian(1)).group(2),
        lambda f: (f @ Logistic(1)).poisson("1/2", direction="add"),
    ],
)
def test_nesting_has_an_end(step: Callable[[Any], Any]) -> None:
    def nest(f: Any) -> Any:
        for _ in range(10_000):
            kept.append(f)
            f = step(f)
        return f

    kept: list[Any] = []
    assert isinstance(tried(nest, Laplace(1)), DomainError)
    assert 10 < len(kept) < 100
    f = kept[-1]  # the deepest that there is
    repr(f), hash(f), f.free_symbols
    assert f == f
    assert pickle.loads(pickle.dumps(f)) == f


@pytest.mark.parametrize(
    "step",
    [
        lambda f: f.inverse(),
        lambda f: f.inverse().symmetrize(),
        lambda f: f.two_sided().inverse(),
        lambda f: maximum(f, Laplace(1), f),
        lambda f: mixture([("1/2", f), ("1/2", Laplace(1))]) if f == SAMPLED else f,
        lambda f: f.group(1),
        lambda f: f**1 @ f**0,
    ],
)
def test_what_is_no_nesting_goes_on(step: Callable[[Any], Any]) -> None:
    made = tried(lambda f: reduce(lambda g, _: step(g), range(300), f), SAMPLED)
    assert not isinstance(made, FdpError)


HUGE = 10**5000


@pytest.mark.parametrize(
    "call",
    [
        lambda: repr(Gaussian(HUGE)),
        lambda: Gaussian(-HUGE),
        lambda: Gaussian(1) ** -HUGE,
        lambda: Gaussian(1) ** HUGE,
        lambda: repr(Laplace(1) ** HUGE),
        lambda: Laplace(1).group(-HUGE),
        lambda: Laplace(1).subsample(HUGE),
        lambda: Gaussian(1)(HUGE),
        lambda: Gaussian(1).enclose_epsilon(HUGE),
        lambda: repr(mixture([(f"1/{10**900}", Gaussian(HUGE)), (1, Laplace(1))])),
    ],
)
def test_numbers_that_python_does_not_print(call: Callable[[], object]) -> None:
    tried(lambda _: call(), None, seconds=10)
