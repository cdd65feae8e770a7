"""One JSON line in, one out: an accountant of this interpreter answers questions.

    PYTHON serve.py NAME             the adapter NAME.py in this folder: its function ``accountant``
    PYTHON serve.py NAME.FUNCTION    another function of it, such as ``dp_accounting.rdp``
    PYTHON serve.py MODULE:FACTORY   a module of your own, also one in the current folder

The function takes no argument and returns the accountant: a callable ``account(question)`` whose
result is a number or a pair (lower, upper), numbers being float, int, Fraction, Decimal or text,
and which raises NotImplementedError, with the reason, for what it does not do. Attributes ``name``
and ``version`` say who it is. The function imports the library: time for that is given at the
start, not with a question.

The file runs in the accountant's interpreter: Python 3.9, the standard library, nothing of
fdp_sym. Adapters may import each other relatively (``from .common import ...``).
"""

from __future__ import annotations

import difflib
import importlib
import json
import os
import sys
import types
from collections.abc import Callable, Iterable
from numbers import Integral, Rational
from typing import Any, TextIO

__all__ = ["answer", "load", "main", "serve"]

PROTOCOL = 1
LONGEST_MESSAGE = 2000

FOLDER = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "fdp_sym_adapters"  # the folder as a package, so that adapters import each other

Account = Callable[[Any], Any]


def main(name: str) -> int:
    """Serve the accountant ``name`` on standard input and output."""
    replies, questions = _own_streams()
    try:
        account = load(name)
    except (Exception, SystemExit) as error:  # told to whoever asks, instead of a traceback
        _send(replies, {"protocol": PROTOCOL, "error": _message(error)})
        return 1
    serve(account, name, questions, replies)
    return 0


def _own_streams() -> tuple[TextIO, TextIO]:
    """The streams of the protocol; what the library prints or reads is kept out of them."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    questions = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return replies, questions


def load(name: str) -> Account:
    """The accountant NAME, NAME.FUNCTION or MODULE:FACTORY."""
    if ":" in name:
        module_name, function = name.split(":", 1)
        module = importlib.import_module(module_name)
    else:
        if PACKAGE not in sys.modules:
            package = types.ModuleType(PACKAGE)
            package.__path__ = [FOLDER]
            sys.modules[PACKAGE] = package
        file, _, function = name.partition(".")
        if not os.path.isfile(os.path.join(FOLDER, f"{file}.py")):
            raise LookupError(f"there is no adapter {file}; your own are named MODULE:FACTORY")
        module = importlib.import_module(f"{PACKAGE}.{file}")
        if function and function not in module.__all__:
            raise LookupError(f"{name}: the functions of {file} are {', '.join(module.__all__)}")
    target: Any = module
    for part in (function or "accountant").split("."):
        try:
            target = getattr(target, part)
        except AttributeError as error:
            near = difflib.get_close_matches(part, dir(target), 1)
            if not near:
                raise
            raise AttributeError(f"{error}; did you mean {near[0]}?") from None
    account = target()
    if not callable(account):
        raise TypeError(f"{name} returned {account!r}, which cannot be called with a question")
    return account


def serve(account: Account, name: str, questions: Iterable[str], replies: TextIO) -> None:
    """Answer line after line, until there are no more."""
    for line in questions:
        request = json.loads(line)
        if "question" not in request:
            _send(
                replies,
                {
                    "protocol": PROTOCOL,
                    "accountant": str(getattr(account, "name", name)),
                    "version": str(getattr(account, "version", "")),
                },
            )
            continue
        question = dict(request["question"], id=request["id"])
        _send(replies, dict(answer(account, question), id=request["id"]))


def answer(account: Account, question: Any) -> dict[str, Any]:
    """The reply to one question, without its id."""
    try:
        result = account(question)
        if isinstance(result, (tuple, list)) and len(result) == 2:
            return {"lower": _number(result[0]), "upper": _number(result[1])}
        return {"value": _number(result)}
    except NotImplementedError as error:
        return {"unsupported": str(error)[:LONGEST_MESSAGE] or "not implemented"}
    except (Exception, SystemExit) as error:  # the accountant's own: a finding
        return {"error": _message(error)}


def _number(value: Any) -> str:
    """As text; what is no number is told apart by whoever asked."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return repr(value)
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Rational):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float):
        return float.__repr__(value)  # also NumPy's, whose own repr names the type
    if type(value).__name__ == "Decimal":
        return str(value)
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        return repr(value)[:LONGEST_MESSAGE]


def _message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_MESSAGE]


def _send(replies: TextIO, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: serve.py NAME | NAME.FUNCTION | MODULE:FACTORY")
    # Adapters are called like the libraries that they adapt: this folder would hide those.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != FOLDER]
    if ":" in sys.argv[1]:
        sys.path.insert(0, os.getcwd())
    sys.exit(main(sys.argv[1]))
