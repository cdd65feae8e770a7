"""The ledger: one small file per finished result, written in one piece or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import platformdirs

from ..errors import FdpError
from .evaluate import Result

__all__ = ["Ledger"]


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
        try:
            data = json.loads((self.directory / f"{name}.json").read_text(encoding="utf-8"))
            if data["digest"] != digest:
                return None
            return Result.from_json(data["result"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, digest: str, result: Result) -> None:
        """Store a result; a reader sees the old file or the new one, never a part."""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory, suffix=".part")
        except OSError as error:
            raise FdpError(
                f"the ledger {self.directory} cannot be written ({error.strerror}); "
                "choose another place with --ledger DIR"
            ) from error
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"digest": digest, "result": result.to_json()}, file)
            os.replace(temporary, self.directory / f"{result.id}.json")
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
