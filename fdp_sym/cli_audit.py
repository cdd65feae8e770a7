"""The command ``audit``: an accountant's answers, judged against certified enclosures."""

from __future__ import annotations

import argparse
import difflib
import shlex
import shutil
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from .cli_common import (
    FAILS,
    HOLDS,
    INTERRUPTED,
    UNDECIDED,
    USAGE,
    positive,
    positive_number,
    print_json,
)
from .errors import DomainError, FdpError
from .progress import progress_bar

__all__ = ["ADAPTERS", "add_command"]

ADAPTERS = (
    "autodp",
    "diffprivlib",
    "dp_accounting",
    "opacus",
    "opendp",
    "prv_accountant",
    "riskcal",
    "smartnoise",
)
_SHOWN = 5  # of each kind, on the terminal
_MESSAGE = 300  # characters
_MOST_JOBS = 256  # each has three pipes, and a process may have a thousand files open
_SERVE = Path(__file__).parent / "conformance" / "adapters" / "serve.py"


def add_command(command: Callable[..., Any]) -> None:
    """Add it; ``command(name, run, help, examples)`` makes a parser of a command."""
    audit = command(
        "audit",
        _audit,
        "judge the answers of an accountant by the corpus of test vectors",
        "fdp-sym audit dp_accounting --python VENV/bin/python     a known library, where it lives\n"
        "fdp-sym audit mypkg.accounting:accountant --jobs 2       a factory of your own\n"
        'fdp-sym audit --command "./my-accountant --json"         any program\n'
        "fdp-sym audit mypkg:factory --families gaussian mixed --sample 100 --report audit.html",
    )
    audit.epilog += "\n\n" + _explained()
    audit.add_argument(
        "name",
        nargs="?",
        metavar="NAME|MODULE:FACTORY",
        help=f"your own factory, or an adapter: {', '.join(ADAPTERS)}; each has several functions, "
        "named in its file, such as dp_accounting.rdp",
    )
    audit.add_argument("--command", metavar="CMD", help="a program that speaks the protocol below")
    audit.add_argument("--python", metavar="PATH", help="the interpreter of the accountant")
    audit.add_argument("--families", nargs="+", action="extend", default=[], metavar="FAMILY")
    audit.add_argument("--flags", nargs="+", action="extend", default=[], metavar="FLAG")
    audit.add_argument(
        "--ids", nargs="+", action="extend", default=[], metavar="ID", help="with * and ?"
    )
    audit.add_argument("--sample", type=positive, metavar="N", help="that many, of all families")
    audit.add_argument("--seed", type=int, default=0, metavar="N", help="of the sample (0)")
    audit.add_argument(
        "--loose", default="2", metavar="FACTOR", help="more pessimistic than that is loose (2)"
    )
    audit.add_argument(
        "--timeout",
        type=positive_number,
        default=60.0,
        metavar="SECONDS",
        help="for an answer (60); a late one ends the questions about its composition",
    )
    audit.add_argument(
        "--memory",
        type=positive_number,
        metavar="GIB",
        help="of address space for a process (Linux)",
    )
    audit.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (1)")
    audit.add_argument("--no-laws", action="store_true", help="vectors only")
    audit.add_argument(
        "--report", action="append", default=[], metavar="FILE", help=".html, .md, .tex or .json"
    )


def _explained() -> str:
    from .conformance import protocol
    from .conformance.laws import LAW_VERDICTS
    from .conformance.verdicts import ROUNDING, VERDICTS

    def table(meanings: dict[str, str]) -> str:
        return "\n".join(f"  {name:<12} {meaning}" for name, meaning in meanings.items())

    return (
        f"verdicts on vectors:\n{table(VERDICTS)}\n\n"
        f"verdicts on laws:\n{table(LAW_VERDICTS)}\n\n"
        "exit status: 0 nothing unsound; 1 an answer is unsound, however little, or a law broken\n"
        f"by more than rounding (a relative {ROUNDING:g}); 2 usage, or the accountant does not\n"
        "start; 3 nothing could be judged: no vector was answered with a number;\n"
        "130 interrupted, the verdicts so far are printed\n\n"
        f"{protocol.__doc__}"
    )


def _command(options: argparse.Namespace) -> list[str]:
    """What starts the accountant."""
    if (options.name is None) == (options.command is None):
        raise DomainError("audit: allowed is either NAME, MODULE:FACTORY or --command CMD")
    if options.command is not None:
        if options.python is not None:
            raise DomainError("audit: --python belongs to NAME or MODULE:FACTORY, not to --command")
        try:
            words = shlex.split(options.command)
        except ValueError as error:
            raise DomainError(f"--command {options.command}: {error}") from None
        if not words:
            raise DomainError("--command '': allowed is a program with its arguments")
        if shutil.which(words[0]) is None:
            raise DomainError(f"--command {options.command}: there is no program {words[0]}")
        return words
    if options.python is None and ":" in options.name:
        return [sys.executable, "-m", "fdp_sym.conformance.serve", options.name]
    adapter = options.name.partition(".")[0]
    if ":" not in options.name and adapter not in ADAPTERS:
        raise DomainError(
            f"audit: there is no adapter {options.name}; there are {', '.join(ADAPTERS)}, and your "
            f"own is named MODULE:FACTORY{_near(options.name)}"
        )
    python = sys.executable if options.python is None else options.python
    if shutil.which(python) is None:
        raise DomainError(f"--python {python}: there is no such program")
    return [python, str(_SERVE), options.name]


def _near(name: str) -> str:
    """The adapter that may be meant."""
    adapter, dot, function = name.partition(".")
    near = difflib.get_close_matches(adapter.lower().replace("-", "_"), ADAPTERS, 1)
    return f"; did you mean {near[0]}{dot}{function}?" if near else ""


def _not_started(options: argparse.Namespace, error: Exception) -> str:
    """Why the accountant does not start, and what may help."""
    text = str(error).replace("it cannot start: ", "", 1)
    module, colon, factory = (options.name or "").partition(":")
    if colon and module.endswith(".py"):
        named = module[:-3].removeprefix("./").replace("/", ".")
        return f"{text}; a module is named without .py: {named}:{factory}"
    if options.name is None or "ModuleNotFoundError" not in text:
        return text
    python = options.python or sys.executable
    current = "the current folder and in " if colon else ""
    text += f"; modules are looked for in {current}the packages of {python}"
    return text if options.python else f"{text}; --python names its interpreter"


def _audit(options: argparse.Namespace) -> int:
    from .conformance import report
    from .conformance.audit import audit, corpus_digest
    from .conformance.protocol import ProtocolError
    from .conformance.selection import sample, select
    from .conformance.standard_laws import standard_laws
    from .vectors import load

    command = _command(options)
    if options.jobs > _MOST_JOBS:
        raise DomainError(f"--jobs {options.jobs}: allowed are numbers from 1 to {_MOST_JOBS}")
    for path in options.report:
        report.check(path)
    everything = load()
    vectors = select(everything, options.families, options.flags, options.ids)
    if options.sample:
        vectors = sample(vectors, options.sample, options.seed)
    laws = () if options.no_laws else standard_laws()
    questions = len(vectors) + sum(len(law.questions) for law in laws)
    with progress_bar("question", questions) as bar, _terminations_heard():
        try:
            result = audit(
                command,
                vectors,
                laws=laws,
                timeout=options.timeout,
                memory=None if options.memory is None else int(min(options.memory, 2**30) * 2**30),
                jobs=options.jobs,
                loose=options.loose,
                progress=bar.update,
            )
        except ProtocolError as error:
            message = f"the accountant does not start: {_not_started(options, error)}"
            raise DomainError(message) from None
    chosen = ("families", "flags", "ids", "sample", "seed")
    result = replace(
        result,
        whole_corpus=corpus_digest(everything),
        selection={name: getattr(options, name) for name in chosen},
    )
    unwritten = []
    for path in options.report:
        try:
            report.write(result, path)
        except (FdpError, OSError) as error:
            unwritten.append(f"report {path!r}: not written: {error}")
    if options.json:
        print_json(result.to_json())
    else:
        _print(result)
    for message in unwritten:
        print(f"fdp-sym: {message}", file=sys.stderr)
    if unwritten:
        return USAGE
    if result.interrupted:
        print(f"fdp-sym: interrupted; {result.left} questions are left", file=sys.stderr)
        return INTERRUPTED
    if result.found:
        return FAILS
    if not result.answered:
        print(f"fdp-sym: nothing could be judged: {_unanswered(result)}", file=sys.stderr)
        return UNDECIDED
    return HOLDS


def _unanswered(result: Any) -> str:
    counts = result.counts()
    numbers = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
    return f"none of the vectors was answered with a number ({numbers or 'there are none'})"


@contextmanager
def _terminations_heard() -> Iterator[None]:
    """To end this process ends the accountants, also when they would not notice for long."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _print(result: Any) -> None:
    from .conformance.verdicts import ROUNDING, VERDICTS

    name = f"{result.accountant} {result.version}".strip() or "the accountant"
    print(
        f"{name}, {_number(len(result.judged), 'vector')} (corpus {result.corpus}), {result.date}"
    )
    summary = result.summary()
    if summary:
        counts = result.counts()
        summary = {**summary, "all": counts}
        width = max(map(len, summary))
        print(f"{'':<{width}}  " + "  ".join(VERDICTS))
        for family, of in summary.items():
            cells = (f"{of.get(verdict, 0) or '':>{len(verdict)}}" for verdict in VERDICTS)
            print(f"{family:<{width}}  " + "  ".join(cells))
    unsound = [row for row in result.judged if row.judgement.verdict == "unsound"]
    if unsound:
        rounding = sum(row.judgement.by_rounding for row in unsound)
        only = f", {rounding} of them by rounding only (by less than {ROUNDING:g})"
        print(f"\n{len(unsound)} unsound{only if rounding else ''}; the worst:")
        unsound.sort(key=lambda row: -row.judgement.gap)
        for row in unsound[:_SHOWN]:
            _print_row(row.to_json())
        if len(unsound) > _SHOWN:
            print(f"  and {len(unsound) - _SHOWN} others; --report audit.json has them all")
    for verdict in ("crash", "timeout", "nan", "unsupported"):
        _print_failures(verdict, [row for row in result.judged if row.judgement.verdict == verdict])
    _print_laws(result)
    if result.judged:
        answered = f"{result.answered} of {_number(len(result.judged), 'vector')} answered"
        print(
            f"\n{answered}, {len(unsound) or 'none'} unsound; `fdp-sym audit --help` explains the "
            "verdicts"
        )


def _number(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _print_failures(verdict: str, rows: list[Any]) -> None:
    """How often each message came, and one id each."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        reasons.setdefault(row.judgement.detail, []).append(row.vector.id)
    if reasons:
        print(f"\n{verdict}:")
    for detail, ids in sorted(reasons.items(), key=lambda item: -len(item[1]))[:_SHOWN]:
        print(f"  {len(ids)} x {detail[:_MESSAGE]}\n    such as {ids[0]}")
    if len(reasons) > _SHOWN:
        print(f"  and {len(reasons) - _SHOWN} other messages; a report shows all")


def _print_row(row: Mapping[str, Any]) -> None:
    at = "" if row["at"] is None else f" at {row['at']}"
    claimed = row["claimed"] if row["bounds"] is None else "[{}, {}]".format(*row["bounds"])
    lower, upper = row["lower"], row["upper"]
    certified = f"certified {lower}" if lower == upper else f"certified in [{lower}, {upper}]"
    print(
        f"  {row['id']}\n"
        f"    {row['mechanism']}, {row['relation']}, direction {row['direction']}\n"
        f"    {row['quantity']}{at}: claimed {claimed}\n"
        f"    {certified}; relative gap {row['gap']}"
    )


def _print_laws(result: Any) -> None:
    from .conformance.laws import LAW_VERDICTS

    if not result.laws:
        return
    numbers = Counter(law.verdict for law in result.laws)
    counts = {name: f"{name} {numbers[name]}" for name in LAW_VERDICTS if numbers[name]}
    rounding = sum(law.by_rounding for law in result.laws)
    if rounding:
        counts["broken"] += f" ({rounding} of them by rounding only)"
    print("\nlaws: " + ", ".join(counts.values()))
    for law in result.laws:
        if law.verdict not in ("holds", "unsupported"):
            gap = "" if law.gap is None else f" (relative gap {law.gap:.3g})"
            verdict = f"{law.verdict} by rounding only" if law.by_rounding else law.verdict
            print(f"  {verdict}: {law.law}: {law.detail[:_MESSAGE]}{gap}")
