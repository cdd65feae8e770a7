"""Wheel and sdist hold what git tracks: setuptools leaves out silently what nobody declared."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest
from build import ProjectBuilder

ROOT = Path(__file__).parents[2]
PLANTED = "proofs/planted2030/section_1.py"


def tracked() -> list[str]:
    """Files of the checkout that git tracks and that still exist."""
    git = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if git.returncode:
        pytest.skip(f"not a git checkout: {git.stderr.strip()}")
    return [name for name in git.stdout.split("\0") if name and (ROOT / name).is_file()]


def installed_name(source: str) -> str:
    """Where a source file of the code or the proofs is installed."""
    return f"fdp_sym/{source}" if source.startswith("proofs/") else source


def absent(sources: Iterable[str], contents: Iterable[str]) -> list[str]:
    """Those of ``sources`` (code and proofs) that ``contents`` lacks."""
    wanted = (name for name in sources if name.startswith(("fdp_sym/", "proofs/")))
    return sorted(set(wanted) - set(contents))


def build(kind: str, source: Path, target: Path) -> Path:
    return Path(ProjectBuilder(source).build(kind, target))


@dataclass(frozen=True, repr=False)
class Distributions:
    """What was built from a copy of the tracked files plus one new paper folder."""

    sources: list[str]
    sdist: list[str]  # names relative to its top folder
    wheel: list[str]
    wheel_of_sdist: list[str]
    metadata: str


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    sources = tracked()
    work = tmp_path_factory.mktemp("build")
    checkout = work / "checkout"
    for name in sources:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, checkout / name)
    (checkout / PLANTED).parent.mkdir()
    (checkout / PLANTED).write_text('"""A paper that nobody declared."""\n')

    with tarfile.open(build("sdist", checkout, work)) as archive:
        # Python 3.11.2, which is that of Debian 12, has no filters yet; 3.12 warns without one
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(work / "unpacked", **safely)
        sdist = [
            str(PurePosixPath(*PurePosixPath(member.name).parts[1:]))
            for member in archive.getmembers()
            if member.isfile()
        ]
    (unpacked,) = (work / "unpacked").iterdir()
    with zipfile.ZipFile(build("wheel", unpacked, work / "second")) as archive:
        wheel_of_sdist = archive.namelist()
    with zipfile.ZipFile(build("wheel", checkout, work)) as archive:
        wheel = archive.namelist()
        (metadata,) = (name for name in wheel if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
    return Distributions([*sources, PLANTED], sdist, wheel, wheel_of_sdist, text)


REMEDY = "add the package to packages, or the file to package-data, in pyproject.toml"


def test_sdist_holds_every_tracked_file(built: Distributions) -> None:
    assert absent(built.sources, built.sdist) == [], REMEDY


def test_wheel_holds_every_tracked_file(built: Distributions) -> None:
    contents = set(built.wheel)
    sources = [s for s in built.sources if installed_name(s) not in contents]
    assert absent(sources, ()) == [], REMEDY


def test_wheel_holds_nothing_else(built: Distributions) -> None:
    expected = {installed_name(name) for name in built.sources}
    extra = [n for n in built.wheel if n not in expected and ".dist-info/" not in n]
    assert extra == []


def test_the_wheel_of_the_sdist_is_the_wheel(built: Distributions) -> None:
    assert sorted(built.wheel_of_sdist) == sorted(built.wheel)


def test_a_new_paper_folder_needs_no_declaration(built: Distributions) -> None:
    assert PLANTED in built.sdist
    assert installed_name(PLANTED) in built.wheel


def test_the_comparison_notices_an_absent_file() -> None:
    sources = ["README.md", "fdp_sym/cli.py", "proofs/a/b.py"]
    assert absent(sources, ["fdp_sym/cli.py"]) == ["proofs/a/b.py"]
    assert absent(sources, ["fdp_sym/cli.py", "proofs/a/b.py"]) == []


def test_metadata(built: Distributions) -> None:
    lines = built.metadata.splitlines()
    assert "License-Expression: MIT" in lines
    assert "Requires-Python: >=3.11" in lines
    extras = {line.split(": ")[1] for line in lines if line.startswith("Provides-Extra")}
    assert extras == {
        *("test", "plot", "notebooks", "accountants", "smt", "distributed", "dev", "all")
    }
    assert any(name.endswith("licenses/LICENSE") for name in built.wheel)


def test_the_citation_names_this_version(built: Distributions) -> None:
    (version,) = (m for m in built.metadata.splitlines() if m.startswith("Version: "))
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n{version.lower()}\n" in citation
