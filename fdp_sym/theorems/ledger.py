"""The ledger: one small file per finished result, written in one piece or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from ..errors import FdpError

if TYPE_CHECKING:
    from .evaluate import Result

__all__ = ["Ledger"]

_SUITE = "=suite.json"  # no entry id starts like this


class Ledger:
    """Results by entry id, valid only under the digest they were stored with.

    Parameters
    ----------
    directory : path, optional
        Default: the user's cache directory of fdp_sym.
    """

    def __init__(self, directory: str | Path | None = None) -> None:
        default = Path(platformdirs.user_cache_dir("fdp_sym")) / "ledger"
        self.directory = Path(directory) if directory is not None else default

    def get(self, name: str, digest: str) -> Result | None:
        """The stored result, or None when there is none under this digest (or it is damaged)."""
        from .evaluate import Result

        data = self._read(f"{name}.json")
        if data is None or data.get("digest") != digest:
            return None
        try:
            return Result.from_json(data["result"])
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def put(self, digest: str, result: Result) -> None:
        """Store a result; a reader sees the old file or the new one, never a part."""
        self._write(f"{result.id}.json", {"digest": digest, "result": result.to_json()})

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored yet."""
        return not any(self.directory.glob("*.json"))

    def get_suite(self, fingerprint: str) -> list[dict[str, Any]] | None:
        """The rows of the last complete run of the suite, if nothing has changed since."""
        data = self._read(_SUITE)
        return data["rows"] if data and data.get("fingerprint") == fingerprint else None

    def put_suite(self, fingerprint: str, rows: list[dict[str, Any]]) -> None:
        """Store the rows of a complete run of the suite."""
        self._write(_SUITE, {"fingerprint": fingerprint, "rows": rows})

    def try_out(self) -> None:
        """Raise FdpError when nothing can be written here, before anything is computed."""
        handle, temporary = self._part()
        os.close(handle)
        os.unlink(temporary)

    def _part(self) -> tuple[int, str]:
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            return tempfile.mkstemp(dir=self.directory, suffix=".part")
        except OSError as error:
            raise FdpError(
                f"the ledger {self.directory} cannot be written ({error.strerror}); "
                "choose another place with --ledger DIR"
            ) from error

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            data = json.loads((self.directory / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return data if isinstance(data, dict) else None

    def _write(self, name: str, data: dict[str, Any]) -> None:
        handle, temporary = self._part()
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file)
            os.replace(temporary, self.directory / name)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
