"""Files that are written whole, or stay as they were."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

__all__ = ["temporary_name", "write_whole"]


def temporary_name(path: str | os.PathLike[str]) -> Path:
    """What a file is called, in the same folder, until it is whole.

    Examples
    --------
    >>> temporary_name("tables/a.tex").parent.name
    'tables'
    """
    place = Path(path)
    return place.with_name(f".{place.name}.{os.getpid()}")


def write_whole(files: Mapping[str | os.PathLike[str], str | bytes]) -> None:
    """Write files under other names first, then put each in its place in one step.

    A device or a pipe is no file to put another one in the place of: it is written to.

    Parameters
    ----------
    files : mapping of path to str or bytes
        What each is to hold; text is encoded in UTF-8.

    Raises
    ------
    OSError
        For one that cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole({f"{folder}/a.txt": "one", f"{folder}/b.bin": b"two"})
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['a.txt', 'b.bin']
    """
    written: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            place = Path(path).resolve()  # of the file itself, not of a link to it
            new = temporary_name(place)
            is_ordinary = place.is_file() or not Path(path).exists()
            if is_ordinary:
                written[place] = new
            with open(new if is_ordinary else path, "wb") as file:
                file.write(data)
                file.flush()
                if is_ordinary:
                    os.fsync(file.fileno())
        for place, new in written.items():
            os.replace(new, place)
    finally:
        for new in written.values():
            new.unlink(missing_ok=True)
