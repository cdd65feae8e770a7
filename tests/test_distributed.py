"""Two workers of Dask, one of which is killed: nothing is lost, the result is the same."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sympy import Rational

from fdp_sym import cluster as module
from fdp_sym.balls import prove, recheck
from fdp_sym.cli import main
from fdp_sym.errors import DomainError, FdpError, UnsupportedError
from fdp_sym.executors import results
from fdp_sym.symbols import real
from fdp_sym.theorems import Ge
from fdp_sym.theorems.ledger import Ledger
from fdp_sym.theorems.runner import verify
from fdp_sym.vectors import __file__ as vectors
from fdp_sym.vectors.build import build

FAMILY = "geometric"

# a worker that knows no proof file but those that it is told about starts sooner
PRELOADED = """
import fdp_sym.theorems.loader
fdp_sym.theorems.loader.proof_files = list
"""
PROOFS = """
import os
from dataclasses import dataclass
from sympy import Interval
from fdp_sym.theorems import Ge, Theorem, balls, cite, real

x = real("x", Interval(0, 1))


@dataclass(frozen=True)
class deadly:
    how = "os._exit"

    def run(self, entry, context):
        if os.getpid() != {pid}:
            os._exit(1)


def entry(name, *checks):
    return Theorem(
        id=name, title=name, source=cite("nobody", "nowhere"), claim=Ge(x**2 + 1, 2 * x),
        checks=checks, mutants=(Ge(x, 1), Ge(x, 2)),
    )


{entries}
"""


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    preload = tmp_path_factory.mktemp("preload") / "few_proofs.py"
    preload.write_text(PRELOADED)
    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.deploy.lost-worker-timeout": "10 minutes",
        "distributed.worker.preload": [str(preload)],
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # any port: another cluster may run
            silence_logs=50,
        ) as started,
    ):
        yield started


@pytest.fixture
def cluster(local: Any) -> Iterator[module.Cluster]:
    with module.Cluster(local.scheduler_address) as executor:
        yield executor


@pytest.fixture
def few_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fdp_sym.theorems.loader.proof_files", list)


class Killer:
    """Kills a worker of a cluster, the first time that something is done there."""

    def __init__(self, local: Any) -> None:
        self.pid = next(iter(local.workers.values())).pid
        self.killed = False

    def __call__(self, *anything: Any) -> None:
        if not self.killed:
            os.kill(self.pid, signal.SIGKILL)
            self.killed = True

    def __enter__(self) -> Killer:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    update = __call__  # a bar


def proofs(folder: Path, entries: str) -> str:
    path = folder / "proofs.py"
    path.write_text(PROOFS.format(pid=os.getpid(), entries=entries))
    return str(path)


# -- a worker is killed -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_corpus_is_built(local: Any, cluster: module.Cluster, tmp_path: Path) -> None:
    killer = Killer(local)
    (built,) = build(tmp_path, [FAMILY], executor=cluster, progress=lambda name, total: killer)
    assert killer.killed
    assert not built.failures
    assert built.computed == built.vectors
    shipped = Path(vectors).parent / f"{FAMILY}.json"
    assert (tmp_path / shipped.name).read_bytes() == shipped.read_bytes()


@pytest.mark.slow
def test_a_box_is_certified(local: Any, cluster: module.Cluster) -> None:
    x, y = real("x"), real("y")
    claim = Ge(1 + x**2 * y**2 * (x**2 + y**2 - 3) + Rational(1, 50), 0)  # Motzkin's, raised
    box = {x: (-2, 2), y: (-2, 2)}
    here, killer = prove(claim, box), Killer(local)
    there = prove(claim, box, executor=cluster, progress=lambda used, left: used > 60 and killer())
    assert killer.killed
    assert here.boxes > 200
    assert there == here
    assert json.dumps(there.certificate) == json.dumps(here.certificate)
    assert recheck(there.certificate or {}) > 100


@pytest.mark.slow
@pytest.mark.usefixtures("few_proofs")
def test_a_deadly_entry_costs_the_others_nothing(cluster: module.Cluster, tmp_path: Path) -> None:
    names = [f"e{i}" for i in range(8)]
    text = [f'{name} = entry("{name}", balls())' for name in names]
    path = proofs(tmp_path, "\n".join([*text[:3], 'dead = entry("dead", deadly())', *text[3:]]))
    ledger = Ledger(tmp_path / "ledger")
    here, there = verify(names, paths=[path]), verify([path], executor=cluster, ledger=ledger)
    rows = [{**row, "seconds": 0} for row in there.rows]
    dead = rows.pop(3)
    assert (dead["id"], dead["status"]) == ("dead", "error")
    assert "its worker died each time" in dead["detail"]
    assert rows == [{**row, "seconds": 0} for row in here.rows]
    # another machine may have more memory: nothing is recorded of the one that died
    assert verify(names, paths=[path], ledger=ledger).reused == 8
    assert not (ledger.directory / "dead.json").exists()


# -- who may work -----------------------------------------------------------------------------


@pytest.mark.slow
def test_other_installations_are_refused(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "installation", lambda: f"fdp_sym 0.{os.getpid()}")
    local.wait_for_workers(1, timeout=60)  # one that was killed before comes back
    with pytest.raises(
        FdpError, match=rf"has fdp_sym .*, and this process fdp_sym 0.{os.getpid()}"
    ):
        module.Cluster(local.scheduler_address)


@pytest.mark.slow
def test_workers_that_join_later_are_asked_too(
    cluster: module.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(results(abs, [-1], cluster)) == [(-1, 1)]
    monkeypatch.setattr(module, "installation", lambda: "fdp_sym 0.0")
    with pytest.raises(FdpError, match=r"has fdp_sym .*, and this process fdp_sym 0\.0"):
        list(results(abs, [-2], cluster))


@pytest.mark.slow
def test_the_command_line(local: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"address": local.scheduler_address}))
    there = ["--dask", str(file)]
    assert main(["check", "exp(x) >= 1 + x", "--box", "x=0:9", *there]) == 0
    assert main(["vectors", "lint", "--families", FAMILY, "--sample", "3", *there]) == 0
    assert "3 verified" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "[]", '{"id": 3}'])
def test_a_file_that_is_none_of_a_scheduler(content: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    file.write_text(content)
    with pytest.raises(DomainError, match="no scheduler file"):
        module.Cluster(str(file))


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "http://127.0.0.1:9", ""])
def test_nobody_answers(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(DomainError, match="no scheduler of Dask answers there"):
        module.Cluster(address, seconds=0.5)


def test_without_dask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'fdp_sym\[distributed\]'"):
        module.Cluster("tcp://127.0.0.1:9")
    assert main(["check", "exp(x) >= 1", "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_a_task_for_another_installation_is_not_begun() -> None:
    assert module._on_worker(module.installation(), abs, -1) == 1
    with pytest.raises(FdpError, match="Install the same versions"):
        module._on_worker("fdp_sym 0.0", abs, -1)
