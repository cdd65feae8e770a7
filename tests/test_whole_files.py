"""Files that are written whole, or stay as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fdp_sym.whole_files import write_whole


def test_a_failure_leaves_all_as_it_was(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "none" / "b"
    first.write_text("old")
    with pytest.raises(FileNotFoundError):
        write_whole({first: "new", second: "new"})
    assert first.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole({tmp_path / "link": "new"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_the_mode_is_that_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_whole({tmp_path / "whole": ""})
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_devices_stay_devices() -> None:
    write_whole({"/dev/null": "text"})
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OSError, match="No space"):
        write_whole({"/dev/full": "text"})
    assert Path("/dev/full").is_char_device()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole({tmp_path / "pipe": "text"})
        assert os.read(reader, 99) == b"text"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
