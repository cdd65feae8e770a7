"""An accountant that only times out is asked no more, family by family, and that is said."""

from __future__ import annotations

import pytest
from test_audit import FOLDER, command, vector

from fdp_sym.conformance import patience, workers
from fdp_sym.conformance.audit import audit
from fdp_sym.conformance.laws import same
from fdp_sym.conformance.patience import Patience
from fdp_sym.conformance.workers import Workers

LATE, GOOD = {"timeout": "no answer within 1 seconds"}, {"value": "1"}


def test_only_time_outs_in_a_row_count_and_each_family_apart() -> None:
    asked = Patience()
    for reply in [LATE] * 19 + [GOOD] + [LATE] * 19:
        asked.heard("gaussian", reply)
        asked.heard("kov", LATE)
    assert asked.reply("gaussian") is None
    asked.heard("gaussian", LATE)
    assert asked.reply("gaussian") == {"timeout": "not asked after 20 time-outs in a row"}
    assert asked.reply("laplace") is None
    # an answer of a process beside, to a question that was asked before, changes nothing
    asked.heard("gaussian", GOOD)
    assert asked.reply("gaussian") == asked.reply("kov") != LATE


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_audit_ends(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr(patience, "MOST_TIMEOUTS", 2)
    monkeypatch.setattr(workers, "MOST_TIMEOUTS_ALIKE", 100)
    hanging = [vector(f"{i}-sleeps") for i in range(10, 50)]
    good = vector("safe")
    assert hanging[0].family != good.family
    asked = [{**v.question(), "id": f"law-{v.id}"} for v in hanging[:9]]
    laws = [same("slow", asked[:6]), same("slower", asked[6:])]
    result = audit(command("named"), [*hanging, good], laws=laws, timeout=0.3, jobs=jobs)
    *rows, last = [row.judgement for row in result.judged]
    assert last.verdict == "safe"
    assert {row.verdict for row in rows} == {"timeout"}
    details = [row.detail for row in rows]
    assert details[0] == "no answer within 0.3 seconds"
    assert details.count(details[0]) <= 2 + jobs
    assert set(details[5:]) == {"not asked after 2 time-outs in a row"}
    assert [law.verdict for law in result.laws] == ["timeout", "timeout"]
    assert result.laws[1].detail == details[-1]


def test_a_composition_that_hangs_costs_one_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    alike = [vector(f"{i}-sleeps") for i in range(10, 30)]
    result = audit(command("named"), alike, timeout=0.3, jobs=1)
    details = [row.judgement.detail for row in result.judged]
    assert details.count("no answer within 0.3 seconds") == 1
    assert set(details[1:]) == {"not asked after a time-out about the same composition"}


def test_epsilon_is_asked_for_first_and_from_the_greatest_delta_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # so that the one time-out of a composition costs the fewest answers
    monkeypatch.chdir(FOLDER)
    asked = [("delta", "2"), ("epsilon", "1e-100"), ("epsilon", "1/10"), ("epsilon", "1e-9")]
    questions = [
        {**vector("exact").question(), "quantity": quantity, "at": at} for quantity, at in asked
    ]
    with Workers(command("named"), timeout=30) as processes:
        order = [answered.position for answered in processes.replies(questions, ["odd"] * 4)]
    assert order == [2, 3, 1, 0]
