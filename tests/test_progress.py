"""The bar on standard error: late, alive while nothing is counted, gone at the end."""

from __future__ import annotations

import time

import pytest

from fdp_sym import progress
from fdp_sym.progress import progress_bar


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 0.05)
    monkeypatch.setattr(progress, "_INTERVALS", (0.05, 0.05))


def test_short_work_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("entry", 3) as bar:
        bar.update()
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("impatient")
def test_long_work_shows_that_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("entry", 3, description="suite"):
        time.sleep(0.4)
    out, err = capsys.readouterr()
    assert not out
    assert "suite:   0%" in err
    assert err.count("0/3") > 1
    assert err.rpartition("\r")[0].endswith(" ")  # wiped out


@pytest.mark.usefixtures("impatient")
def test_a_number_stands_apart_from_what_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("file", description="proofs") as bar:  # the total is not known
        bar.set_postfix(open=3, refresh=False)
        time.sleep(0.2)
    err = capsys.readouterr().err
    assert "proofs: 0 file [00:00, ?file/s, open=3]" in err
    assert err.rpartition("\r")[0].endswith(" ")  # wiped out


@pytest.mark.usefixtures("impatient")
def test_hidden_bars_show_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("entry", 3, hidden=True) as bar:
        time.sleep(0.2)
        bar.update()
    assert capsys.readouterr() == ("", "")
