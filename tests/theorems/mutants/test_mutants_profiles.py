"""Orders of profiles that names or one point decide."""

from __future__ import annotations

import pytest
from mpmath import exp, mp, ncdf
from sympy import Rational, oo

from fdp_sym.compose.profile_order import ProfileBelow
from fdp_sym.mutants.changed import mutations
from fdp_sym.mutants.judge import Judge
from fdp_sym.mutants.logic import Fate
from fdp_sym.mutants.profiles import verdict_of
from fdp_sym.theorems import Theorem, cite, decided
from fdp_sym.theorems.verdict import Status
from fdp_sym.tradeoff import EpsDelta, Gaussian, Identity
from fdp_sym.tradeoff.algebra import mixture

half = Rational(1, 2)
pure = EpsDelta(half)


def sampled(mu):
    return mixture([(half, Gaussian(mu)), (half, Identity())])


@pytest.mark.parametrize(
    ("below", "above", "status"),
    [
        (Gaussian(1), Gaussian(1), Status.PROVED),
        (sampled(1) ** 3, sampled(1) ** 3, Status.PROVED),
        (sampled(1) ** 3, sampled(1) ** 4, Status.INCONCLUSIVE),  # true, with losses of any size
        (sampled(1) ** 3, sampled(1) ** 2, Status.REFUTED),
        (sampled(0) ** 3, pure, Status.CERTIFIED),
        (pure, sampled(0).inverse() ** 3, Status.REFUTED),
        (Gaussian(1), Gaussian(half), Status.REFUTED),
    ],
)
def test_at_the_lower_end_and_by_name(below, above, status) -> None:
    assert verdict_of(ProfileBelow(below, above, Rational(1, 4), oo)).status is status


def test_a_witness_is_one() -> None:
    found = verdict_of(ProfileBelow(Gaussian(2), Gaussian(1), half, oo))
    assert found.status is Status.REFUTED
    eps = mp.mpf(1) / 2
    assert found.witness == {"epsilon": "1/2"}
    two, one = (
        ncdf(-eps / mu + mp.mpf(mu) / 2) - exp(eps) * ncdf(-eps / mu - mp.mpf(mu) / 2)
        for mu in (2, 1)
    )
    assert two > one


def test_mutants_of_an_order_of_profiles() -> None:
    claim = ProfileBelow(pure**2, sampled(1) ** 9, Rational(1, 2), oo)
    entry = Theorem(
        id="t", title="", source=cite("a", "b"), claim=claim, checks=(decided(),), mutants=()
    )
    judge = Judge(entry, {"t": entry})
    assert all(judge.proved.values())
    fates = {m.what: judge.judge(m).fate for m in mutations(entry).mutants}
    assert fates["Gaussian(1) -> Gaussian(0)"] is Fate.KILLED
    exchanged = next(what for what in fates if what.startswith("ProfileBelow") and "oo" in what)
    assert fates[exchanged] is Fate.KILLED
