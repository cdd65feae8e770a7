"""When an accountant that only times out is asked no more, so that an audit of it ends."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from .protocol import Reply

__all__ = ["MOST_TIMEOUTS", "MOST_TIMEOUTS_ALIKE", "Patience"]

MOST_TIMEOUTS = 20  # in a row, in one family
MOST_TIMEOUTS_ALIKE = 1  # about one composition


class Patience:
    """Counts time-outs in a row in each family; after twenty it has none left for that family.

    Parameters
    ----------
    most : int, optional
        Another number than twenty.
    about : str
        What else than a family is meant, for the message.

    Examples
    --------
    >>> patience = Patience()
    >>> for _ in range(20):
    ...     patience.heard("kov", {"timeout": "no answer within 60 seconds"})
    >>> patience.reply("kov")
    {'timeout': 'not asked after 20 time-outs in a row'}
    >>> patience.reply("gaussian")
    """

    def __init__(self, most: int | None = None, about: str = "") -> None:
        self._most = MOST_TIMEOUTS if most is None else most
        self._about = about
        self._in_a_row: Counter[str] = Counter()
        self._lock = Lock()  # processes side by side share it

    def reply(self, family: str) -> Reply | None:
        """What stands for the answer to a question of the family, if it is to be asked no more."""
        if self._in_a_row[family] < self._most:
            return None
        late = "a time-out" if self._most == 1 else f"{self._most} time-outs in a row"
        return {"timeout": f"not asked after {late}{self._about}"}

    def heard(self, family: str, reply: Reply) -> None:
        """Take note of a reply to a question of the family."""
        with self._lock:
            if "timeout" in reply:
                self._in_a_row[family] += 1
            elif self._in_a_row[family] < self._most:
                self._in_a_row[family] = 0
