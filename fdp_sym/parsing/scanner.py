"""Text to tokens, with every limit on length checked first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from ..errors import DomainError

__all__ = ["Scanner", "Token"]

_MOST_CHARACTERS = 10_000
_MOST_TOKENS = 2000
_SHOWN = 60  # characters of a token in a message

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![A-Za-z0-9_.])
    | (?P<name>[A-Za-z][A-Za-z0-9_]*)
    | (?P<string>"[^"\\]*"|'[^'\\]*')
    | (?P<op>\*\*|<=|>=|==|!=|[-+*/@().,=<>\[\]])
    | (?P<end>$)
    )""",
    re.VERBOSE | re.ASCII,
)

# signs that people write, and how they are written here
_MEANT = {
    "^²³⁴⁵⁶⁷⁸⁹ⁿ": "a power is written **",
    "×·⋅∙": "a product is written *",
    "⊗": "a composition is written @",
    "÷": "a quotient is written /",
    "−–—": "a minus sign is written -",
    "≤": "that sign is written <=",
    "≥": "that sign is written >=",
    "√": "a square root is written sqrt(x)",
    "∞": "infinity is written inf",
    "%": "a percentage is written as a fraction, such as 1/100 or 0.01",
    "“”„‘’": "quotes are written ' or \"",
}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    position: int


class Scanner:
    """The tokens of a text, read one after the other."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise DomainError(f"what is read is text, not an object of type {type(text).__name__}")
        if len(text) > _MOST_CHARACTERS:
            raise DomainError(
                f"an expression of {len(text)} characters; allowed are {_MOST_CHARACTERS}"
            )
        self.text = text
        self.tokens = list(self._scan())
        if len(self.tokens) > _MOST_TOKENS:
            raise DomainError(
                f"an expression of {len(self.tokens)} symbols; allowed are {_MOST_TOKENS}"
            )
        self.next = 0

    def _scan(self) -> Iterator[Token]:
        position = 0
        while True:
            found = _TOKEN.match(self.text, position)
            if found is None:
                start = position + len(self.text[position:]) - len(self.text[position:].lstrip())
                sign = self.text[start : start + 1]
                self.refuse(Token("", sign, start), _why(sign))
            kind = found.lastgroup or ""
            yield Token(kind, found.group(kind), found.start(kind))
            if kind == "end":
                return
            position = found.end()

    def refuse(self, token: Token, why: str) -> NoReturn:
        text = token.text if len(token.text) <= _SHOWN else f"{token.text[:_SHOWN]}..."
        shown = repr(text) if text else "the end"
        start = max(0, token.position - 30)
        context = self.text[start : token.position + 30].strip()
        raise DomainError(f"{why}: {shown} at position {token.position} of ...{context}...")

    def take(self) -> Token:
        token = self.tokens[self.next]
        self.next += token.kind != "end"
        return token

    def peek(self) -> str:
        token: Token = self.tokens[self.next]
        return token.text if token.kind == "op" else ""

    def accept(self, *ops: str) -> Token | None:
        return self.take() if self.peek() in ops and self.peek() else None

    def expect(self, op: str) -> None:
        token = self.take()
        if token.kind != "op" or token.text != op:
            self.refuse(token, f"expected {op!r}")

    def finish(self) -> None:
        token = self.take()
        if token.kind != "end":
            more = "write == for equality" if token.text == "=" else "expected the end"
            self.refuse(token, more)


def _why(sign: str) -> str:
    """Why a sign is not understood, and what is written instead."""
    for signs, why in _MEANT.items():
        if sign and sign in signs:
            return why
    name = unicodedata.name(sign, "") if sign else ""
    if greek := re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (\w+)", name):
        letter = greek[2].replace("LAMDA", "LAMBDA").capitalize()
        return f"a Greek letter is written {letter if greek[1] == 'CAPITAL' else letter.lower()}"
    if sign.isdigit():
        return "a number ends at a letter; a product is written with *, such as 2*x"
    return "not understood"
