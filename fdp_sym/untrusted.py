"""Data from outside, read without trust in its size, its kind or its shape.

Nothing here evaluates what it reads. A file is read up to a limit; JSON names each key once; and
`misfit` says where data departs from the shape that is expected.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from .errors import DomainError

__all__ = ["WHOLE", "misfit", "printable", "read_fraction", "read_json", "read_text"]

_MOST_BYTES = 1 << 24
_LONGEST = 1000  # characters of a message
_MOST_DIGITS = 4300  # Python reads and prints no longer integers
_LARGEST_EXPONENT = 100_000

WHOLE = object()  # the shape of whole numbers: ``int`` would allow True


def printable(text: str, longest: int = _LONGEST) -> str:
    r"""The text for a terminal: what cannot be seen as an escape, and no more than ``longest``.

    Examples
    --------
    >>> printable("\x1b[2Jcleared, \u202eright to left, \ud800 and so on", 36)
    '\\x1b[2Jcleared, \\u202eright to left, \\ud800...'
    """
    if len(text) > longest:
        text = text[:longest] + "..."
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )


def read_fraction(text: str) -> Fraction:
    """The exact value of ``"3"``, ``"1/10"``, ``"0.1"`` or ``"1e-5"``, unless it is monstrous.

    Raises
    ------
    ValueError
        If it is no number, has more than 4300 digits or an exponent beyond 100000.

    Examples
    --------
    >>> read_fraction("1e-3"), read_fraction(" 2/6 ")
    (Fraction(1, 1000), Fraction(1, 3))
    >>> read_fraction("1e999999999")
    Traceback (most recent call last):
    ...
    ValueError: '1e999999999': allowed are numbers such as "3", "1/10", "0.1", "1e-5", with at most
    4300 digits and an exponent between ±100000
    """
    exponent = text.lower().partition("e")[2].strip()
    try:
        if len(text) > 2 * _MOST_DIGITS or len(exponent) > 7:
            raise ValueError
        if exponent and abs(int(exponent)) > _LARGEST_EXPONENT:
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f'{printable(text, 60)!r}: allowed are numbers such as "3", "1/10", "0.1", "1e-5", '
            f"with at most {_MOST_DIGITS} digits and an exponent between ±{_LARGEST_EXPONENT}"
        ) from None


def read_text(path: str | os.PathLike[str], most: int = _MOST_BYTES) -> str:
    """The text of a regular file in UTF-8; a mark of byte order is allowed.

    Parameters
    ----------
    path : path
    most : int
        The largest number of bytes; no more are read.

    Raises
    ------
    DomainError
        If there is no such file; if it is a pipe, a device or a folder, too long, or no UTF-8.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("it is no regular file")
            data = file.read(most + 1)
        if len(data) > most:
            raise ValueError(f"it has more than {most} bytes")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        shown = printable(os.fspath(path), 200)
        raise DomainError(f"{shown} cannot be read: {printable(str(why), 200)}") from None


def _at_once(path: str, flags: int) -> int:
    """Open a pipe without a wait for somebody who writes."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_json(path: str | os.PathLike[str], most: int = _MOST_BYTES) -> Any:
    """The JSON data of a file; see `read_text` for what is refused besides what is no JSON.

    Raises
    ------
    DomainError
        Also for a key that an object has twice, NaN, infinities, and deep nesting.
    """
    text = read_text(path, most)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        where = f"{printable(str(Path(path)), 200)} cannot be read as JSON"
        raise DomainError(f"{where}: {printable(str(error), 200)}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in made if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:60]!r} is given twice")
    return made


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def misfit(data: Any, shape: Any) -> str | None:
    """Where data departs from a shape, as a sentence; None if it does not.

    Parameters
    ----------
    data : object
    shape : object
        A type; `WHOLE`, a whole number; None; a tuple of alternatives; a list of the one shape
        that all items have; a mapping of keys to shapes, in which ``...`` stands for all keys.

    Examples
    --------
    >>> shape = {"id": str, "counts": [WHOLE], "notes": (None, {...: str})}
    >>> misfit({"id": "a", "counts": [3], "notes": {"b": "c"}}, shape)
    >>> misfit({"id": "a", "counts": [3, True], "notes": None}, shape)
    'counts/1 is of type bool'
    >>> misfit({"id": "a"}, shape)
    'counts is missing'
    """
    found = _departure(data, shape)
    if found is None:
        return None
    what, path = found
    return f"{printable('/'.join(reversed(path)), 100) or 'it'} {what}"


_Departure = tuple[str, list[str]]  # what is wrong, and where, from the inside out


def _departure(data: Any, shape: Any) -> _Departure | None:
    if isinstance(shape, tuple):
        found = [_departure(data, one) for one in shape]
        return None if None in found else found[-1]
    if isinstance(shape, list) and isinstance(data, (list, tuple)):
        return _first((str(place), item, shape[0]) for place, item in enumerate(data))
    if isinstance(shape, Mapping) and isinstance(data, Mapping):
        if ... in shape:
            if not all(isinstance(key, str) for key in data):
                return "has a key that is no text", []
            return _first((key, item, shape[...]) for key, item in data.items())
        missing = next((key for key in shape if key not in data), None)
        if missing is not None:
            return "is missing", [missing]
        return _first((key, data[key], one) for key, one in shape.items())
    if shape is WHOLE:
        sound = isinstance(data, int) and not isinstance(data, bool)
    else:
        sound = (
            data is None if shape is None else isinstance(shape, type) and isinstance(data, shape)
        )
    return None if sound else (f"is of type {type(data).__name__}", [])


def _first(items: Iterable[tuple[str, Any, Any]]) -> _Departure | None:
    for key, item, shape in items:
        found = _departure(item, shape)
        if found is not None:
            found[1].append(key)
            return found
    return None
