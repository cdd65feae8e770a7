"""The command line ``fdp-sym``: results on standard output, everything else on standard error."""

from __future__ import annotations

import argparse
import difflib
import errno
import io
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

from . import (
    __version__,
    cli_audit,
    cli_check,
    cli_latex,
    cli_mutate,
    cli_opinions,
    cli_recheck,
    cli_table,
    cli_theorems,
    cli_trust,
    cli_values,
    cli_vectors,
)
from .cli_common import FAILS, HOLDS, INTERRUPTED, USAGE
from .errors import FdpError
from .untrusted import printable

__all__ = ["main"]

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        0 holds; 1 refuted, regressed, unsound or in error; 2 wrong usage; 3 inconclusive under
        --strict, stopped before a value was enclosed, or an audit that judged nothing; 130
        interrupted.

    Examples
    --------
    >>> main(["check", "exp(x) >= 1", "--box", "x=0:1"])
    proved       symbolic: field arithmetic and signs
                 for all x in [0, 1]
                 1 step, goals re-checked by balls
    0
    """
    arguments = sys.argv[1:] if argv is None else argv
    options, unknown = _parser().parse_known_args(cli_values.joined_numbers(arguments))
    if unknown:
        options.parser.error(_unknown(options.parser, unknown))
    if isinstance(sys.stdout, io.TextIOWrapper):  # names of files may be no text
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except FdpError as error:
        print(f"fdp-sym: {printable(str(error), 2000)}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        keeps = hasattr(options, "fresh")  # the option that leaves finished results out of account
        further = "; the same command goes on from the finished results" if keeps else ""
        print(f"fdp-sym: interrupted{further}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader (head, less) has seen enough
        _discard_output()
        return HOLDS
    except Exception as error:
        if unwritten := _unwritten(error):
            print(f"fdp-sym: {unwritten}", file=sys.stderr)
            return USAGE
        if os.environ.get("FDP_SYM_TRACEBACK"):
            raise
        what = printable(f"{type(error).__name__}: {error}", 500)
        print(
            f"fdp-sym: {what}. This is a defect of fdp_sym, and nothing was decided; with "
            "FDP_SYM_TRACEBACK=1 the same command prints where it arose, for a report",
            file=sys.stderr,
        )
        return FAILS
    return code


def _unwritten(error: Exception) -> str:
    """What could not be written for want of room, or the like; nothing for other errors."""
    if not isinstance(error, OSError) or error.errno not in _NO_ROOM:
        return ""
    place = str(error.filename or "the results")  # a write that fails does not say to what
    try:
        sys.stdout.flush()
    except OSError:
        place = "standard output"
        _discard_output()
    return f"cannot write {printable(place, 500)}: {error.strerror}"


def _discard_output() -> None:
    """What is left in the buffer goes nowhere, or Python would try and fail again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unknown(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> str:
    """What the command does not know, and what may be meant."""
    text = f"unrecognized arguments: {' '.join(arguments)}"
    options = sorted(set(re.findall(r"--[\w-]+", parser.format_usage())))
    for argument in arguments:
        if argument.startswith("--"):
            near = difflib.get_close_matches(argument.partition("=")[0], options, 1)
            return f"{text}; did you mean {near[0]}?" if near else text
    if any(set(argument) & set("()@*<=>") for argument in arguments):
        return f"{text}; an expression or a claim is one argument, in quotes"
    return text


# -- arguments --------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Its errors say what may be meant."""

    def error(self, message: str) -> NoReturn:
        super().error(f"{message}{self._hint(message)}")

    def _hint(self, message: str) -> str:
        name = self.prog.split()[-1]
        if message.endswith("required: COMMAND"):
            return f"; `{self.prog} --help` lists them with examples"
        if message.endswith("required: --eps") and name == "delta":
            return "; a delta is asked at an eps, and `fdp-sym epsilon` is for the eps at a delta"
        if message.endswith("required: --delta") and name == "epsilon":
            return "; an eps is asked at a delta, and `fdp-sym delta` is for the delta at an eps"
        found = re.match("argument COMMAND: invalid choice: '(.*?)' ", message)
        if found is None:
            return ""
        if "(" in found[1]:
            return '; the command comes first: fdp-sym delta "Gaussian(1)" --eps 1'
        choices = re.findall(r"[\w-]+", message.partition("(")[2])
        near = difflib.get_close_matches(found[1].lower(), choices, 1)
        return f"; did you mean {near[0]}?" if near else ""


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fdp-sym",
        description="Symbolic and rigorous numeric verification for f-differential privacy.",
        epilog="examples:\n"
        "  fdp-sym verify                    verify the whole suite\n"
        "  fdp-sym verify drs-2.13 mine.py   one entry, and a proof file of your own\n"
        "  fdp-sym show drs-2.13 --trace     every step of a proof\n"
        "  fdp-sym check 'exp(x) >= 1 + x'   one claim of your own\n"
        "  fdp-sym delta 'Laplace(1)**30' --eps 10     a certified value\n"
        "  fdp-sym audit mypkg:factory       an accountant, judged by certified values\n"
        "exit status: 0 holds; 1 refuted, regressed, unsound or in error; 2 usage;\n"
        "3 inconclusive under --strict, stopped before a value was enclosed, or an audit that\n"
        "judged nothing; 130 interrupted",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"fdp-sym {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    command = partial(_command, commands)
    cli_theorems.add_commands(command)
    cli_trust.add_commands(command)
    cli_recheck.add_command(command)
    cli_mutate.add_command(command)
    cli_latex.add_commands(command)
    cli_check.add_command(command)
    cli_values.add_commands(command)
    cli_table.add_command(command)
    cli_audit.add_command(command)
    cli_opinions.add_command(command)
    cli_vectors.add_commands(commands, _command)
    return parser


def _command(commands: Any, name: str, run: Any, help: str, examples: str) -> Any:
    lines = "\n".join(f"  {line}" for line in examples.splitlines())
    parser = commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"examples:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(run=run, parser=parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
