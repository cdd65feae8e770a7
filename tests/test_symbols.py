"""Symbols with domains: assumptions follow, identity includes the domain."""

from __future__ import annotations

import copy
import pickle

import pytest
from sympy import FiniteSet, Interval, Range, S, Symbol, oo

from fdp_sym.errors import DomainError
from fdp_sym.symbols import alpha, delta, domain_of, epsilon, integer, mu, real


@pytest.mark.parametrize(
    ("domain", "positive", "nonnegative", "negative"),
    [
        (Interval(0, 1), None, True, False),
        (Interval.open(0, 1), True, True, False),
        (Interval(2, oo), True, True, False),
        (Interval.open(-oo, 0), False, False, True),
        (Interval(-1, 1), None, None, None),
        (S.Reals, None, None, None),
    ],
)
def test_assumptions_follow_from_the_domain(domain, positive, nonnegative, negative) -> None:
    x = real("x", domain)
    assert (x.is_positive, x.is_nonnegative, x.is_negative) == (positive, nonnegative, negative)
    assert x.is_real
    assert domain_of(x) == domain


def test_integers() -> None:
    k, d = integer("k", 1), integer("d", -2, 3)
    assert k.is_integer
    assert k.is_positive
    assert domain_of(d) == Range(-2, 4)
    assert 3 in domain_of(d)


def test_name_and_domain_make_the_symbol() -> None:
    assert real("x") == real("x")
    assert real("x", Interval(0, 1)) != real("x", Interval(0, 2))
    assert real("x", Interval(0, 1)) - real("x", Interval(0, 2)) != 0
    assert len({real("x", Interval(0, 1)), real("x", Interval(0, 1))}) == 1


@pytest.mark.parametrize("symbol", [alpha, delta, epsilon, mu, integer("k", 1)])
def test_copies_are_the_same_symbol(symbol) -> None:
    for other in (pickle.loads(pickle.dumps(symbol)), copy.copy(symbol), copy.deepcopy(symbol)):
        assert other == symbol
        assert domain_of(other) == domain_of(symbol)


@pytest.mark.parametrize(
    "domain", [S.EmptySet, FiniteSet(1), FiniteSet(1, 2), Range(0), Interval(1, 1)]
)
def test_domains_that_are_refused(domain) -> None:
    with pytest.raises(DomainError, match="domain of 'x'"):
        real("x", domain)


def test_plain_symbols() -> None:
    assert domain_of(Symbol("x", real=True)) == Interval(-oo, oo)
    assert domain_of(Symbol("x", positive=True)) == Interval.open(0, oo)
    assert domain_of(Symbol("x", nonpositive=True)) == Interval(-oo, 0)
    assert domain_of(Symbol("n", integer=True, positive=True)) == Range(1, oo)
    with pytest.raises(DomainError, match="real"):
        domain_of(Symbol("x"))


@pytest.mark.parametrize(
    ("low", "high"), [(1, 0), ("a", oo), (0, None), (0, 1.5), (Symbol("k", integer=True), oo)]
)
def test_integers_that_are_refused(low, high) -> None:
    with pytest.raises(DomainError, match="whole numbers"):
        integer("n", low, high)


def test_equal_symbols_are_one_object_and_others_are_not():
    assert real("x", Interval(0, 1)) is real("x", Interval(0, 1))
    assert real("x", Interval(0, 1)) != real("x", Interval.open(0, 1))
    assert real("x", Interval(0, 1)).is_negative is False
    assert real("x").is_negative is None
