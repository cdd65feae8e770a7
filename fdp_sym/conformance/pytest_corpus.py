"""The corpus as tests of one accountant, for the pytest plugin."""

from __future__ import annotations

import json
import platform
import time
from collections import Counter
from collections.abc import Generator, Iterable
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .. import vectors as vectors_package
from ..errors import FdpError
from .audit import Audit, Judged, corpus_digest
from .patience import Patience
from .protocol import Reply
from .pytest_accountants import Child, Here, NotLoadedError
from .pytest_xfails import Xfail, read_xfails
from .report_text import visible
from .selection import sample, select
from .verdicts import VERDICTS, judge

__all__ = ["Corpus"]

PREFIX = "fdp::"
_FAILURES = ("unsound", "crash", "timeout", "nan")


class Corpus:
    """The plugin proper: collects the vectors, asks the accountant, and writes the report."""

    def __init__(self, config: pytest.Config) -> None:
        self.name: str = config.getoption("fdp_accountant")
        self.reports: list[str] = config.getoption("fdp_report") or []
        self.loose: float | None = config.getoption("fdp_loose")
        in_process = bool(config.getoption("fdp_in_process"))
        # With pytest-xdist tests run in workers; the controller says who the accountant is, warns
        # and writes the report.
        self.is_worker = hasattr(config, "workerinput")
        self.identity = (self.name, "")
        self.rows: dict[str, Judged] = {}
        self.said: list[str] = []
        self.selected = 0
        if in_process and config.getoption("fdp_timeout") is not None:
            raise pytest.UsageError("--fdp-in-process: nothing times out; leave out --fdp-timeout")
        timeout: float = config.getoption("fdp_timeout") or 60.0
        self.timeout = None if in_process else timeout
        self.patience = Patience()
        self.accountant = Here(self.name) if in_process else Child(self.name, timeout)
        patterns = _take_patterns(config.args)
        try:
            everything = vectors_package.load()
            self.vectors = select(
                everything,
                config.getoption("fdp_families") or (),
                config.getoption("fdp_flags") or (),
                [] if "" in patterns else patterns,
            )
            number = config.getoption("fdp_sample")
            self.vectors = sample(self.vectors, number or len(self.vectors))
            self.selection = {
                "families": config.getoption("fdp_families") or [],
                "flags": config.getoption("fdp_flags") or [],
                "ids": [] if "" in patterns else patterns,
                "sample": number,
                "seed": 0,
                "keyword": config.getoption("keyword", "") or "",
            }
            file = config.getoption("fdp_xfails")
            self.xfails = read_xfails(file) if file else ()
            if self.reports:
                from . import report

                for path in self.reports:
                    report.check(path)
        except FdpError as error:
            raise pytest.UsageError(str(error)) from None
        self.whole_corpus = corpus_digest(everything)
        self.by_id = {vector.id: vector for vector in self.vectors}
        if not self.is_worker:
            _warn_of_useless(config, self.xfails, [vector.id for vector in everything])

    # -- the accountant -----------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """An accountant that does not start is a mistake in the call, and not in every test."""
        if self.is_worker or session.config.option.collectonly:
            return
        try:
            self.identity = self.accountant.start()
        except (FdpError, NotLoadedError) as error:
            raise pytest.UsageError(f"--fdp-accountant={self.name}: {error}") from None

    def pytest_unconfigure(self) -> None:
        """No process is left behind."""
        self.accountant.close()

    def pytest_report_header(self) -> str:
        """What is judged."""
        vectors = "1 vector" if len(self.vectors) == 1 else f"{len(self.vectors)} vectors"
        return f"fdp_sym: {self.name}, {vectors}"

    def reply(self, vector: Any) -> Reply:
        """The reply to the question of a vector; none is awaited where so far all timed out."""
        reply = self.patience.reply(vector.family)
        if reply is None:
            reply = self.accountant.ask({**vector.question(), "id": vector.id})
            self.patience.heard(vector.family, reply)
        return reply

    # -- tests --------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add the vectors, before anything is deselected."""
        parent = VectorCollector.from_parent(session, name="fdp", nodeid="fdp")
        for vector in self.vectors:
            item = VectorItem.from_parent(parent, name=vector.id, corpus=self, vector=vector)
            for xfail in self.xfails:
                if fnmatchcase(vector.id, xfail.pattern):
                    item.add_marker(pytest.mark.xfail(reason=xfail.reason, strict=True))
            items.append(item)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """How many are left when all deselection is done."""
        self.selected = sum(isinstance(item, VectorItem) for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """The same, from a worker."""
        self.selected = sum(id.startswith(PREFIX) for id in ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """The reply travels with the report, also from a worker."""
        made = yield
        if isinstance(item, VectorItem) and made.when == "call" and item.reply is not None:
            told = json.dumps([item.vector.id, item.reply, item.seconds], default=str)
            made.__dict__["fdp_reply"] = told  # what xdist sends
        return made

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the verdict, and give the summary of failures a line of its own."""
        kept = getattr(report, "fdp_reply", None)
        if kept is None or self.is_worker:
            return
        id, reply, seconds = json.loads(kept)
        vector = self.by_id[id]
        judged = Judged(vector, judge(vector, reply, self.loose or 2), seconds)
        self.rows[id] = judged
        if report.failed and isinstance(report.longrepr, str):
            first, _, _ = report.longrepr.partition("\n")
            crash = _Crash(report.nodeid, first)
            report.longrepr = _Explanation(report.longrepr, crash)  # type: ignore[assignment]

    # -- the end ------------------------------------------------------------------------------

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the reports, also of a run that was interrupted."""
        if self.is_worker or not self.reports or session.config.option.collectonly:
            return
        from . import report

        result = self.result()
        for path in self.reports:
            try:
                report.write(result, path)
                self.said.append(f"report written to {path}")
            except (FdpError, OSError) as error:
                self.said.append(f"report {path!r} was not written: {error}")
                session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The numbers of verdicts."""
        if self.is_worker or not self.rows:
            return
        counts = Counter(row.judgement.verdict for row in self.rows.values())
        rounding = sum(row.judgement.by_rounding for row in self.rows.values())
        numbers = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]]
        if rounding:
            numbers.append(f"{rounding} of the unsound by less than 1e-12, relatively")
        terminalreporter.section("fdp_sym")
        terminalreporter.line(f"{' '.join(filter(None, self.identity))}: {', '.join(numbers)}")
        for line in self.said:
            terminalreporter.line(line)

    def result(self) -> dict[str, Any]:
        """The result of the run, in the form of an audit's."""
        asked = [vector for vector in self.vectors if vector.id in self.rows]
        left = max(0, self.selected - len(asked))
        name, version = self.identity
        return Audit(
            accountant=name,
            version=version,
            judged=tuple(self.rows[vector.id] for vector in asked),
            laws=(),
            loose=f"{self.loose or 2:g}",
            interrupted=left > 0,
            left=left,
            date=date.today().isoformat(),
            python=platform.python_version(),
            platform=platform.platform(),
            corpus=corpus_digest(asked),
            whole_corpus=self.whole_corpus,
            selection=self.selection,
            timeout=self.timeout,
        ).to_json()


def _take_patterns(arguments: list[str]) -> list[str]:
    """The patterns of the arguments ``fdp::PATTERN``, which are no paths and are taken out."""
    patterns = [argument[len(PREFIX) :] for argument in arguments if argument.startswith(PREFIX)]
    arguments[:] = [argument for argument in arguments if not argument.startswith(PREFIX)]
    return patterns


def _warn_of_useless(config: pytest.Config, xfails: Iterable[Xfail], ids: list[str]) -> None:
    for xfail in xfails:
        if not any(fnmatchcase(id, xfail.pattern) for id in ids):
            message = f"{xfail.place}: no vector has the id {xfail.pattern!r}"
            try:
                config.issue_config_time_warning(pytest.PytestWarning(message), 2)
            except pytest.PytestWarning:  # warnings are errors there
                raise pytest.UsageError(message) from None


# -- tests ------------------------------------------------------------------------------------


class VectorCollector(pytest.Collector):
    """The parent of all vectors, which are never collected from it."""

    def collect(self) -> list[pytest.Item]:
        return []


class _Unacceptable(Exception):
    """An answer that fails the test; its text is all there is to say."""


class VectorItem(pytest.Item):
    """A question to the accountant as a test."""

    def __init__(self, *, corpus: Corpus, vector: Any, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.corpus = corpus
        self.vector = vector
        self.reply: Reply | None = None
        self.seconds = 0.0
        self.extra_keyword_matches.update([vector.family, *vector.flags])

    def runtest(self) -> None:
        """Ask, judge, and fail or skip."""
        start = time.monotonic()
        self.reply = self.corpus.reply(self.vector)
        self.seconds = time.monotonic() - start
        loose = self.corpus.loose
        judgement = judge(self.vector, self.reply, loose or 2)
        if judgement.verdict == "unsupported":
            pytest.skip(judgement.detail)
        if judgement.verdict in _FAILURES or (loose and judgement.verdict == "loose"):
            judged = Judged(self.vector, judgement, self.seconds)
            raise _Unacceptable(_explained(judged, self.corpus.name, self.nodeid))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """What the accountant's author needs, and no traceback of this package."""
        if isinstance(excinfo.value, _Unacceptable):
            text = str(excinfo.value)
            return text.partition("\n")[0] if self.config.option.tbstyle == "line" else text
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file of the vector."""
        folder = Path(vectors_package.__file__).parent
        return folder / f"{self.vector.family}.json", None, self.nodeid


def _explained(judged: Judged, accountant: str, nodeid: str) -> str:
    from .report_contents import details

    row = judged.to_json()
    shown = details(row, judged.vector)
    width = max(len(name) for name, _ in shown["facts"])
    facts = [f"  {name:{width}}  {visible(value, 1000)}" for name, value in shown["facts"]]
    return "\n".join(
        [
            _headline(judged),
            *facts,
            "to compute the truth:",
            *(f"  {line}" for line in shown["snippet"].splitlines()),
            "the question, as the accountant gets it:",
            f"  {shown['question']}",
            "this test alone:",
            f"  pytest --fdp-accountant={accountant} {nodeid}",
        ]
    )


def _headline(judged: Judged) -> str:
    """In one short line, for the summary at the end."""
    vector, judgement = judged.vector, judged.judgement
    verdict, claimed = judgement.verdict, visible(judgement.claimed or "", 40)
    if verdict == "unsound" and judgement.bounds:
        lower, upper = (visible(bound, 40) for bound in judgement.bounds)
        return f"unsound: claims [{lower}, {upper}]: {judgement.detail}"
    if verdict in ("unsound", "loose"):
        low = (vector.unsafe == "below") == (verdict == "unsound")
        side, bound = ("least", vector.lower) if low else ("most", vector.upper)
        few = Context(prec=12, rounding=ROUND_FLOOR if low else ROUND_CEILING)
        return f"{verdict}: claims {claimed}, certified at {side} {few.create_decimal(bound)}"
    return f"{verdict}: {visible(judgement.detail, 100)}"


class _Crash(NamedTuple):
    """What pytest's summaries print of a failure."""

    path: str
    message: str
    lineno: int = 0

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class _Explanation(str):
    """A failure's text, with what pytest looks for in tracebacks."""

    reprcrash: _Crash

    def __new__(cls, text: str, crash: _Crash) -> _Explanation:
        made = super().__new__(cls, text)
        made.reprcrash = crash
        return made
