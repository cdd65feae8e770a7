"""One family of exceptions; a refutation carries its witness."""

from __future__ import annotations

import pickle

import pytest

from fdp_sym import errors
from fdp_sym.errors import DomainError, FdpError, RefutedError


@pytest.mark.parametrize("name", errors.__all__)
def test_one_family(name) -> None:
    assert issubclass(getattr(errors, name), FdpError)


def test_bad_values_are_value_errors() -> None:
    assert issubclass(DomainError, ValueError)


def test_a_refutation_carries_its_witness() -> None:
    error = RefutedError("x <= 1 fails", {"x": "2"})
    assert error.witness == {"x": "2"}
    assert str(error) == "x <= 1 fails"
    assert RefutedError("without").witness == {}
    assert str(pickle.loads(pickle.dumps(error))) == "x <= 1 fails"
