"""What must be true of a file of vectors, as far as the file alone can tell.

Every rule is a generator of `Finding` about one vector or one file; none is a matter of taste.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, NamedTuple

from ..errors import FdpError, UnsupportedError
from .expressions import expression, is_symmetric
from .rounding import DIGITS, double_outward
from .vector import digest, number, unsafe_side

__all__ = ["Finding", "about_file", "about_schema", "about_vector", "same_question"]

WIDE = "WIDE"
_HIGHEST = {"delta": Fraction(1), "tradeoff": Fraction(1)}

Json = Mapping[str, Any]


class Finding(NamedTuple):
    """Something that is wrong: where, by which rule, and what."""

    where: str
    rule: str
    detail: str


def about_schema(data: Json, where: str) -> Iterator[Finding]:
    """Deviations from the JSON schema; without any, the other rules may be asked.

    Raises
    ------
    UnsupportedError
        If jsonschema is not installed.
    """
    for error in _validator().iter_errors(data):
        path = list(error.absolute_path)
        place = where
        if len(path) > 1 and path[0] == "vectors":
            vector = data["vectors"][path[1]]
            named = isinstance(vector, dict) and "id" in vector
            place = str(vector["id"]) if named else f"{where}, vector {path[1]}"
        shown = "/".join(map(str, path)) or "the file"
        yield Finding(place, "schema", f"{shown}: {error.message[:200]}")


def about_file(data: Json, name: str, theorems: Mapping[str, Any]) -> Iterator[Finding]:
    """The file as a whole: its name, notes, the order of its vectors and the theorems."""
    if data["family"] != name:
        yield Finding(name, "family", f"the file is named {name}, its family {data['family']}")
    ids = [vector["id"] for vector in data["vectors"]]
    for before, after in pairwise(ids):
        if before > after:
            yield Finding(after, "sorted", f"it comes after {before}")
        elif before == after:
            yield Finding(after, "unique", "the id is there twice")
    used = {flag for vector in data["vectors"] for flag in vector["flags"]}
    for flag in sorted(used - set(data["notes"])):
        yield Finding(name, "notes", f"flag {flag} has no note")
    for flag in sorted(set(data["notes"]) - used):
        yield Finding(name, "notes", f"no vector has the flag {flag} of the notes")
    for vector in data["vectors"]:
        if vector["theorem"] not in theorems:
            yield Finding(vector["id"], "theorem", f"no entry has the id {vector['theorem']!r}")


def about_vector(vector: Json, family: str) -> Iterator[Finding]:
    """One vector: its id, its question and how its bounds are written."""

    def found(rule: str, detail: str) -> Finding:
        return Finding(vector["id"], rule, detail)

    wanted = f"{family}-{vector['quantity']}-{digest(vector)}"
    if vector["id"] != wanted:
        yield found("id", f"the question has the id {wanted}")
    try:
        expression(vector)
        if vector["direction"] != "both" and is_symmetric(vector):
            yield found("direction", "both directions are the same; that is written 'both'")
    except FdpError as error:
        yield found("question", str(error))
    if vector["unsafe"] != unsafe_side(vector["quantity"]):
        yield found("unsafe", f"that of {vector['quantity']} is {unsafe_side(vector['quantity'])}")
    try:
        lower, upper = number(vector["lower"]), number(vector["upper"])
    except FdpError as error:
        yield found("number", str(error))
        return
    if not 0 <= lower <= upper <= _HIGHEST.get(vector["quantity"], upper):
        bounds = f"[{vector['lower']}, {vector['upper']}]"
        yield found("order", f"no enclosure of {vector['quantity']}: {bounds}")
        return
    for side in ("lower", "upper"):
        if (digits := _significant(vector[side])) > DIGITS:
            yield found("digits", f"{side} has {digits} digits; allowed are {DIGITS}")
    doubles = [double_outward(lower, -1), double_outward(upper, 1)]
    if list(vector["doubles"]) != doubles:
        yield found("doubles", f"{vector['doubles']}: the nearest outside are {doubles}")
    narrow = upper == lower or (upper - lower) * 10 ** (DIGITS - 2) <= lower
    if narrow == (WIDE in vector["flags"]):
        what = f"less than {DIGITS} digits, which the flag {WIDE} must say"
        yield found("width", f"{DIGITS} digits, so that {WIDE} is wrong" if narrow else what)


def same_question(vector: Json) -> str:
    """The question with every number in lowest terms: equal for the same question."""
    asked = {key: vector[key] for key in ("steps", "relation", "direction", "quantity", "at")}
    return json.dumps(_lowest(asked), sort_keys=True)


def _lowest(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _lowest(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_lowest(value) for value in data]
    try:
        return str(Fraction(data)) if isinstance(data, str) else data
    except ValueError:
        return data


def _significant(text: str) -> int:
    if text == "inf":
        return 0
    return len(text.lstrip("-").partition("e")[0].replace(".", "").strip("0"))


@lru_cache
def _validator() -> Any:
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        raise UnsupportedError(
            "checking files of vectors needs jsonschema: pip install 'fdp_sym[accountants]'"
        ) from None
    schema = json.loads(files(__package__).joinpath("schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)
