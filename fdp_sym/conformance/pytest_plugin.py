"""The pytest plugin: ``pytest --fdp-accountant=mypkg:factory`` judges an accountant.

Every vector of the corpus is a test ``fdp::ID``, beside the tests that are there. A vector on which
the accountant claims less privacy loss than there certainly is fails, as do crashes, time-outs and
answers that are no number; what it does not support is skipped. Without that option the plugin does
nothing, and it imports nothing but pytest.

Arguments of the form ``fdp::PATTERN`` select vectors and leave out all tests that are not named;
``fdp::`` alone stands for the whole corpus. Also ``-k`` selects, by ids, families and flags.

PYTEST_DONT_REWRITE: there are no assertions here, and the module may have been imported before.
"""

from __future__ import annotations

import argparse
import math

import pytest

__all__ = ["pytest_addoption", "pytest_configure"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all of which need ``--fdp-accountant``."""
    group = parser.getgroup("fdp_sym", "accountants of differential privacy, judged by fdp_sym")
    add = group.addoption
    add(
        "--fdp-accountant",
        metavar="MODULE:FACTORY",
        help="judge this accountant: FACTORY() returns account(question), see fdp-sym audit --help",
    )
    add(
        "--fdp-families",
        type=_names,
        metavar="A,B",
        help="only vectors of these families (all)",
    )
    add("--fdp-flags", type=_names, metavar="A,B", help="only vectors with one of these flags")
    add("--fdp-sample", type=_count, metavar="N", help="only N vectors, always the same ones")
    add(
        "--fdp-loose",
        type=_factor,
        metavar="F",
        help="fail where more than F times the privacy loss is claimed (never)",
    )
    add("--fdp-timeout", type=_seconds, metavar="S", help="seconds for an answer (60)")
    add(
        "--fdp-xfails",
        metavar="FILE",
        help="vectors that are known to fail: lines 'ID  REASON', * and ? allowed in IDs",
    )
    add(
        "--fdp-report",
        action="append",
        metavar="FILE",
        help="write a report: .html, .md, .tex or .json; may be repeated",
    )
    add(
        "--fdp-in-process",
        action="store_true",
        default=None,
        help="no process of its own for the accountant: for debuggers; nothing times out",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the corpus if it is asked for."""
    if config.getoption("fdp_accountant") is None:
        unused = [name for name in _OTHERS if config.getoption(name) is not None]
        named = [f"--{name.replace('_', '-')}" for name in unused]
        named += [argument for argument in config.args if argument.startswith("fdp::")]
        if named:
            raise pytest.UsageError(f"{', '.join(named)}: needs --fdp-accountant=MODULE:FACTORY")
        return
    from .pytest_corpus import Corpus

    config.pluginmanager.register(Corpus(config), "fdp_sym_corpus")


_OTHERS = (
    "fdp_families",
    "fdp_flags",
    "fdp_sample",
    "fdp_loose",
    "fdp_timeout",
    "fdp_xfails",
    "fdp_report",
    "fdp_in_process",
)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r}: allowed are names, separated by commas")
    return names


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: allowed are whole numbers from 1")
    return int(text)


def _seconds(text: str) -> float:
    return _number(text, 0, "positive numbers of seconds")


def _factor(text: str) -> float:
    return _number(text, math.nextafter(1, 0), "numbers from 1")


def _number(text: str, above: float, allowed: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not above < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: allowed are {allowed}")
    return value
