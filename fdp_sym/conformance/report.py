"""Reports of audits: one result as a page, as Markdown, as LaTeX or as JSON.

The numbers of verdicts of each family, the worst answers with what is needed to repeat them, the
laws, what was not answered, and the error of epsilon against delta. Nothing that an accountant
says is markup here: all of it is shown as text.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import DomainError
from ..whole_files import temporary_name, write_whole
from .report_contents import contents
from .report_plot import FLOOR, STYLES, Points, require_matplotlib, svg
from .report_text import environment

__all__ = ["check", "write"]

_SUFFIXES = (".html", ".md", ".tex", ".json")


def check(path: str | os.PathLike[str]) -> None:
    """Whether a report can be written there, to be asked before a long audit begins.

    Parameters
    ----------
    path : path
        Ends in ``.html``, ``.md``, ``.tex`` or ``.json``; its folder exists.

    Raises
    ------
    DomainError
        For any other ending, and for a folder that is not there or cannot be written to; it is
        tried.
    UnsupportedError
        If a package that the format needs is not installed.

    Examples
    --------
    >>> check("audit.pdf")
    Traceback (most recent call last):
    ...
    fdp_sym.errors.DomainError: report 'audit.pdf': allowed are names that end in .html, .md, \
.tex or .json
    """
    file = Path(path)
    suffix = _suffix(file)
    folder = file.parent
    trial = temporary_name(file)
    try:
        if not folder.is_dir():
            raise DomainError(
                f"report {str(path)!r}: there is no folder {str(folder)!r}; make it first"
            )
        if file.is_dir():
            raise DomainError(f"report {str(path)!r}: no file can be written there, it is a folder")
        trial.touch()
        trial.unlink()
    except DomainError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that holds a null character
        reason = getattr(error, "strerror", None) or error
        raise DomainError(
            f"report {str(path)!r}: no file can be written there ({reason})"
        ) from None
    if suffix != ".json":
        environment(suffix)
    if suffix in (".html", ".md"):
        require_matplotlib()


def write(result: Any, path: str | os.PathLike[str]) -> None:
    """Write the report of an audit, in the format that the name of the file asks for.

    Parameters
    ----------
    result : mapping
        The result of an audit, as ``fdp-sym audit --json`` prints it; or what has ``to_json``.
    path : path
        Ends in ``.html``, ``.md`` (its plot is an SVG file beside it), ``.tex`` or ``.json``. The
        file is written whole or not at all.

    Raises
    ------
    DomainError, UnsupportedError
        As `check` does.

    Examples
    --------
    >>> import tempfile
    >>> result = {"accountant": "mine", "version": "1.0", "vectors": []}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(result, f"{folder}/audit.json")
    ...     print(Path(folder, "audit.json").read_text(encoding="utf-8"))
    {
      "accountant": "mine",
      "version": "1.0",
      "vectors": []
    }
    """
    file = Path(path)
    check(file)
    data: Mapping[str, Any] = result.to_json() if hasattr(result, "to_json") else result
    suffix = _suffix(file)
    if suffix == ".json":
        write_whole({file: json.dumps(_strict(data), indent=2, allow_nan=False) + "\n"})
        return
    shown = contents(data)
    points: Points = shown["points"]
    files: dict[str | os.PathLike[str], str | bytes] = {}
    shown |= {"floor": FLOOR, "styles": STYLES, "picture": ""}
    if suffix != ".tex" and points.number:
        picture = svg(points)
        if suffix == ".html":
            # without the declarations of a file of its own
            shown["picture"] = picture[picture.index("<svg") :]
        else:
            plot = file.with_suffix(".svg")
            shown["picture"] = plot.name
            files[plot] = picture
    template = environment(suffix).get_template(f"report{suffix}")
    files[file] = template.render(shown)
    write_whole(files)


def _suffix(file: Path) -> str:
    suffix = file.suffix.lower()
    if suffix not in _SUFFIXES:
        allowed = f"{', '.join(_SUFFIXES[:-1])} or {_SUFFIXES[-1]}"
        raise DomainError(f"report {str(file)!r}: allowed are names that end in {allowed}")
    return suffix


def _strict(data: Any) -> Any:
    """JSON has no infinities; where a float is one, its name stands as text."""
    if isinstance(data, Mapping):
        return {str(key): _strict(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_strict(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data if data is None or isinstance(data, (bool, int, float, str)) else str(data)
