"""Questions to an accountant and its replies: one JSON object on a line each way, in UTF-8.

An accountant in any language is a command that reads lines on standard input and writes one reply
for each to standard output, where nothing else may appear; standard error is free. The end of the
input ends it. When the command has ended, what it started is not waited for. Protocol 1::

    -> {"protocol": 1}
    <- {"protocol": 1, "accountant": "my accountant", "version": "0.6.0"}
    -> {"id": "gaussian-epsilon-3f9a2c1b", "question": {"steps": [...], "quantity": "epsilon", ...}}
    <- {"id": "gaussian-epsilon-3f9a2c1b", "value": "7.2385"}

A reply repeats the id and is one of ::

    {"id", "value": number}                     the quantity, rounded to the side that promises less
    {"id", "lower": number, "upper": number}    bounds of it
    {"id", "unsupported": "reason"}             for what it does not do
    {"id", "error": "message"}                  for what went wrong in it

Numbers are text, "0.1", "1/10" or "inf", or JSON numbers. For the first reply there are two
minutes, time to load a library, which questions do not give; an accountant that cannot start may
reply {"protocol": 1, "error": "message"}.

A question
----------
steps
    What is composed: a list of {"mechanism", "parameters", "sensitivity", "sampling", "count"}.
    Mechanisms and their parameters: gaussian {sigma}, laplace {scale}, discrete-gaussian {sigma},
    geometric {epsilon}, staircase {epsilon, gamma}, all five with noise for a sensitivity under
    each relation; randomized-response {epsilon, categories}; approximate {epsilon, delta}, which
    is all that is known of the mechanism; finite {p, q}, two distributions, p with the record.
    Sampling is null or {"scheme": "poisson" | "without-replacement", "rate"}.
relation
    "add-remove" or "replace-one": which sensitivity counts.
direction
    "remove": the record is in the first of two data sets; "add": in the second; "both": whichever
    is worse.
quantity, at
    "delta" at an epsilon, "epsilon" at a delta, "tradeoff" (the type II error) at a type I error,
    "renyi" (the divergence) at an order, "gdp" (the least mu) at null; "calibration" at
    {"epsilon", "delta"}: the least value of the first step's parameter that "calibrate" names,
    which is null there.
rejected
    Only in questions about state: [{"after": n, "step": ...}], an invalid step that is tried after
    n steps and that has to be refused without a trace; one that is not refused counts. Accountants
    without state reply "unsupported".

Exact numbers in questions are text: integers, p/q, decimals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import FdpError
from .adapters.serve import answer

__all__ = [
    "LONGEST_LINE",
    "PROTOCOL",
    "ProtocolError",
    "Reply",
    "ask",
    "hello_line",
    "question_line",
    "read_hello",
    "read_reply",
    "shortened",
    "visible",
]

PROTOCOL = 1
LONGEST_LINE = 1 << 20  # bytes of a reply

Reply = Mapping[str, Any]

_CONTENTS = ("value", "unsupported", "error")
_KEPT = 1000  # characters of a message


class ProtocolError(FdpError):
    """A line of the accountant that the protocol does not allow."""


def ask(account: Callable[[Any], Any], question: Mapping[str, Any]) -> Reply:
    """The reply of an accountant in this process.

    Parameters
    ----------
    account : callable
        Takes a question; returns a number or a pair (lower, upper), or raises
        `NotImplementedError` with the reason.
    question : mapping

    Examples
    --------
    >>> ask(lambda question: 0.25, {"quantity": "delta"})
    {'value': '0.25'}
    """
    return answer(account, question)


def hello_line() -> bytes:
    """The first line to an accountant."""
    return _line({"protocol": PROTOCOL})


def question_line(question: Mapping[str, Any]) -> bytes:
    """The line that asks; the question has an id.

    Examples
    --------
    >>> question_line({"id": "a", "quantity": "gdp"})
    b'{"id": "a", "question": {"quantity": "gdp"}}\\n'
    """
    content = {key: value for key, value in question.items() if key != "id"}
    return _line({"id": question["id"], "question": content})


def read_hello(line: bytes) -> tuple[str, str]:
    """Name and version of the accountant.

    Raises
    ------
    ProtocolError
        If the line is no such reply, or says that the accountant cannot start.

    Examples
    --------
    >>> read_hello(b'{"protocol": 1, "accountant": "mine", "version": "2"}')
    ('mine', '2')
    """
    reply = _object(line)
    if "error" in reply:
        raise ProtocolError(f"it cannot start: {shortened(_text(reply['error']))}")
    if reply.get("protocol") != str(PROTOCOL):
        raise ProtocolError(f"no reply of protocol {PROTOCOL}: {_shown(line)}")
    name, version = (shortened(_text(reply.get(key, ""))) for key in ("accountant", "version"))
    return name, version


def read_reply(line: bytes, id: str) -> Reply:
    """The reply to the question of that id; all that it holds is text.

    Raises
    ------
    ProtocolError
        If the line is no JSON object, belongs to another question, or is no kind of reply.

    Examples
    --------
    >>> read_reply(b'{"id": "a", "value": 0.1}', "a")
    {'value': '0.1'}
    """
    reply = _object(line)
    if reply.get("id") != id:
        raise ProtocolError(f"the reply is not to {id}: {_shown(line)}")
    for content in _CONTENTS:
        if content in reply:
            return {content: _text(reply[content])}
    if "lower" in reply and "upper" in reply:
        return {"lower": _text(reply["lower"]), "upper": _text(reply["upper"])}
    raise ProtocolError(f"neither value nor bounds nor reason: {_shown(line)}")


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        # Numbers stay text: 0.1 is 1/10, and an integer of a million digits costs nothing.
        data = json.loads(line.decode(), parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(
            f"no JSON on the line {_shown(line)} ({shortened(str(error))})"
        ) from None
    if not isinstance(data, dict):
        raise ProtocolError(f"no JSON object: {_shown(line)}")
    return data


def _text(content: Any) -> str:
    """What was sent, as text that can be shown anywhere."""
    if not isinstance(content, str):
        names = {bool: str(content).lower(), type(None): "null", list: "an array"}
        return names.get(type(content), "an object")
    return visible(content)


def visible(text: str) -> str:
    r"""The text with escapes for what is not printable, except for ends of lines.

    Examples
    --------
    >>> visible("\x1b[2Jcleared \ud800")
    '\\x1b[2Jcleared \\ud800'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )


def shortened(text: str) -> str:
    """The first thousand characters."""
    return text if len(text) <= _KEPT else text[:_KEPT] + "..."


def _shown(line: bytes) -> str:
    text = line[:100].decode(errors="replace").rstrip("\n")
    return repr(text + ("..." if len(line) > 100 else ""))
