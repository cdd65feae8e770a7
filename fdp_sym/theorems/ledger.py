"""The ledger: one small file per finished result, written in one piece or not at all.

What is read back counts only if it has the shape of what was written, under the same digest; else
the result is computed anew. Nothing protects it from somebody who may write into the folder and
forges a result: then it is no more trustworthy than that somebody.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from ..errors import FdpError
from ..untrusted import WHOLE, misfit, printable, read_json
from .verdict import Status

if TYPE_CHECKING:
    from .evaluate import Result

__all__ = ["Ledger"]

_SUITE = "=suite.json"  # no entry id starts like this

_MOST_BYTES = 1 << 26  # of a result: traces of long proofs are long

# the shapes of what is written
_WITNESS = {...: str}
_STEP = {"rule": str, "says": str, "before": str, "after": [str]}
_STEP |= {"call": str, "needs": [str], "seen": str}
_MUTANT = {"claim": str, "witness": (None, _WITNESS), "detail": str}
_CHECK = {"how": str, "status": str, "detail": str}
_RESULT = {
    "id": str,
    "kind": str,
    "own": str,
    "detail": str,
    "checks": [_CHECK | {"parts": [WHOLE], "witness": _WITNESS, "trace": [_STEP]}],
    "mutants": [_MUTANT],
    "witness": _WITNESS,
    "seconds": (float, WHOLE),
}
_ROW = {
    "id": str,
    "kind": str,
    "title": str,
    "status": str,
    "modulo": [str],
    "uses": [str],
    "statement": str,
    "source": str,
    "detail": str,
    "witness": (None, _WITNESS),
    "checks": [{"how": str, "verdict": str, "detail": str}],
    "mutants": {"killed": WHOLE, "survived": WHOLE, "witnesses": [_MUTANT]},
    "number": (None, WHOLE),
    "corrected": (None, str),
    "seconds": (float, WHOLE),
}


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
        if data is None or data.get("digest") != digest or misfit(data.get("result"), _RESULT):
            return None
        try:
            found = Result.from_json(data["result"])
        except (TypeError, ValueError):  # a status that is none, a field too many
            return None
        return found if found.id == name else None

    def seconds(self, name: str) -> float:
        """How long the last evaluation took, of whatever version; 0 if that is not known."""
        data = self._read(f"{name}.json")
        known = data is not None and misfit(data.get("result"), _RESULT) is None
        return float(data["result"]["seconds"]) if data is not None and known else 0.0

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
        if data is None or data.get("fingerprint") != fingerprint:
            return None
        rows: list[dict[str, Any]] = data.get("rows", [])
        known = set(Status)
        sound = misfit(rows, [_ROW]) is None and all(row["status"] in known for row in rows)
        return rows if sound and rows else None

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
        except (OSError, ValueError) as error:
            place, why = printable(str(self.directory), 200), getattr(error, "strerror", error)
            raise FdpError(
                f"the ledger {place} cannot be written ({why}); "
                "choose another place with --ledger DIR"
            ) from error

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            data = read_json(self.directory / name, _MOST_BYTES)
        except FdpError:
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
