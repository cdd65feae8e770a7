"""What a report says, whatever its format: numbers of verdicts, the worst of them, and the laws."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import UnsupportedError
from .report_plot import points_of
from .report_theorems import theorem_text
from .selection import described
from .verdicts import ANSWERED, ROUNDING, VERDICTS

__all__ = ["contents", "details"]

Entry = dict[str, Any]

WORST = 10  # vectors shown in full
ALIKE = 3  # of them, of the same family and quantity


def contents(result: Mapping[str, Any]) -> dict[str, Any]:
    """What the templates show of the result of an audit."""
    corpus = _corpus()
    entries = [_completed(entry, corpus.get(entry["id"])) for entry in result["vectors"]]
    unsound = _worst(entries, {"unsound"})
    loosest = _worst(entries, {"loose"}) or _worst(entries, {"safe"})
    laws = [dict(law) for law in result.get("laws", ())]
    for law in laws:
        law["asked"] = "\n".join(_json(question) for question in law.get("questions", ()))
        law["detail"] = law.get("detail") or ""
        law["size"] = _size(law.get("gap"))
        law["by_rounding"] = law["verdict"] == "broken" and _by_rounding(law)
        if law["verdict"] == "broken" and law.get("gap") is not None:
            only = ", by rounding only" if law["by_rounding"] else ""
            law["detail"] += f" (relative gap {_gap(law['size'])}{only})"
    return {
        "accountant": _name(result),
        "facts": _facts(result),
        "headline": _headline(entries, laws, int(result.get("left") or 0)),
        "meanings": VERDICTS,
        "summary": _summary(result, entries),
        "unsound": [details(entry, entry["vector"]) for entry in unsound],
        "loosest": [details(entry, entry["vector"]) for entry in loosest],
        "unsound_number": sum(entry["verdict"] == "unsound" for entry in entries),
        "loose_number": sum(entry["verdict"] == "loose" for entry in entries),
        "infinite": {
            verdict: sum(e["verdict"] == verdict and e["size"] == math.inf for e in entries)
            for verdict in ("unsound", "loose")
        },
        "loose": _text(result.get("loose", 2)),
        "unanswered": _unanswered(entries),
        "laws": laws,
        "broken": [law for law in laws if law["verdict"] == "broken"],
        "points": points_of(entries),
    }


def _name(result: Mapping[str, Any]) -> str:
    return " ".join(str(result[key]) for key in ("accountant", "version") if result.get(key))


def _facts(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    from .. import __version__

    facts = [
        (key, _text(result[key])) for key in ("accountant", "version", "date") if result.get(key)
    ]
    asked, whole = result.get("corpus"), result.get("whole_corpus")
    if whole and asked != whole:
        facts.append(("corpus", f"{whole}; of the vectors asked: {asked}"))
    elif asked:
        facts.append(("corpus", _text(asked)))
    if result.get("selection"):
        facts.append(("selected", described(result["selection"])))
    if result.get("timeout"):
        facts.append(("time-out", f"{result['timeout']:g} seconds"))
    python = f"Python {result['python']}" if result.get("python") else ""
    judge = ", ".join(filter(None, [f"fdp_sym {__version__}", python, result.get("platform")]))
    return [*facts, ("judged by", judge)]


def _headline(entries: list[Entry], laws: list[Entry], left: int) -> str:
    found = [entry for entry in entries if entry["verdict"] == "unsound"]
    rounding = sum(map(_by_rounding, found))
    broken = [law for law in laws if law["verdict"] == "broken"]
    answered = sum(entry["verdict"] in ANSWERED for entry in entries)
    text = f"{_number(len(entries), 'vector')}, {answered} answered, {len(found)} unsound"
    if rounding:
        text += f" ({rounding} of them by rounding only, a relative gap below {ROUNDING:g})"
    if laws:
        text += f"; {_number(len(laws), 'law')} tried, {len(broken)} broken"
        rounding = sum(law["by_rounding"] for law in broken)
        text += f" ({rounding} of them by rounding only)" if rounding else ""
    return text + (f"; interrupted, {_number(left, 'question')} left" if left else "")


def _number(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _summary(result: Mapping[str, Any], entries: list[Entry]) -> list[tuple[str, list[int]]]:
    """A row of numbers for each family, in the order of `VERDICTS`, and one for all."""
    table = result.get("summary")
    if table is None:
        counted: dict[str, Counter[str]] = {}
        for entry in entries:
            counted.setdefault(entry["family"], Counter())[entry["verdict"]] += 1
        table = counted
    rows = [
        (family, [int(table[family].get(verdict, 0)) for verdict in VERDICTS])
        for family in sorted(table)
    ]
    return [*rows, ("all", [sum(row[i] for _, row in rows) for i in range(len(VERDICTS))])]


def _worst(entries: Iterable[Entry], verdicts: set[str]) -> list[Entry]:
    """The largest gaps first, only a few of each kind; infinite gaps are alike: only one."""
    found = [entry for entry in entries if entry["verdict"] in verdicts]
    found.sort(key=lambda entry: (-entry["size"], entry["id"]))
    shown: list[Entry] = []
    seen: Counter[Any] = Counter()
    for entry in found:
        kind = entry["size"] if entry["size"] == math.inf else (entry["family"], entry["quantity"])
        seen[kind] += 1
        if seen[kind] <= (1 if kind == math.inf else ALIKE):
            shown.append(entry)
    return shown[:WORST]


def _unanswered(entries: Iterable[Entry]) -> list[tuple[str, str, int, str]]:
    """(verdict, reason, how often, an example), failures first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for verdict in ("crash", "timeout", "nan", "unsupported"):
        for entry in entries:
            if entry["verdict"] == verdict:
                groups.setdefault((verdict, entry["detail"]), []).append(entry["id"])
    return [(*key, len(ids), ids[0]) for key, ids in groups.items()]


# -- one vector -------------------------------------------------------------------------------


def _corpus() -> dict[str, Any]:
    from ..vectors import load

    return {vector.id: vector for vector in load()}


def _completed(entry: Mapping[str, Any], vector: Any) -> Entry:
    """The entry with what its vector says, if the corpus has it."""
    made: Entry = {"detail": "", "gap": None, "bounds": None}
    for name in ("family", "direction", "at", "flags", "theorem", "comment"):
        made[name] = getattr(vector, name, "")
    made |= {key: value for key, value in entry.items() if value is not None}
    made["size"] = _size(made["gap"])
    made["vector"] = vector
    return made


def _size(gap: Any) -> float:
    try:
        return float(gap)
    except (TypeError, ValueError):
        return 0.0


def details(row: Mapping[str, Any], vector: Any) -> dict[str, Any]:
    """What there is to say of one row of a result, and what is needed to repeat it.

    ``vector`` is None if the corpus has none of that id.
    """
    entry = _completed(row, vector)
    facts = [
        ("question", f"{_asked(entry)} of {_text(entry['mechanism'])}"),
        ("relation", ", ".join(filter(None, [entry["relation"], _DIRECTIONS[entry["direction"]]]))),
        ("claimed", _text(entry["bounds"] or entry.get("claimed"))),
        ("certified at least", _text(entry["lower"])),
        ("certified at most", _text(entry["upper"])),
        ("relative gap", "" if entry["gap"] is None else _gap(entry["size"])),
        ("detail", entry["detail"]),
        ("flags", "; ".join(_flag(flag, vector) for flag in entry["flags"])),
        ("comment", _text(entry["comment"])),
        ("truth by", theorem_text(entry["theorem"]) if entry["theorem"] else ""),
    ]
    return {
        "id": entry["id"],
        "facts": [(name, value) for name, value in facts if value],
        "snippet": _snippet(vector),
        "question": _json({"id": entry["id"], **vector.question()}) if vector is not None else "",
    }


def _flag(flag: str, vector: Any) -> str:
    note = getattr(vector, "notes", {}).get(flag, "").rstrip(".")
    return f"{flag} ({note})" if note else flag


def _snippet(vector: Any) -> str:
    if vector is None:
        return ""
    try:
        text: str = vector.snippet()
    except UnsupportedError as error:  # the truth is known by more than one expression
        text = f"# {error}"
    return text


_DIRECTIONS = {"both": "both directions", "remove": "remove", "add": "add", "": ""}
_POINTS = {"epsilon": "delta", "delta": "epsilon", "tradeoff": "alpha", "renyi": "order"}


def _asked(entry: Entry) -> str:
    quantity = str(entry["quantity"])
    return f"{quantity} at {_POINTS[quantity]} {entry['at']}" if quantity in _POINTS else quantity


def _by_rounding(entry: Mapping[str, Any]) -> bool:
    return entry.get("gap") is not None and entry["size"] < ROUNDING


def _gap(size: float) -> str:
    return "infinite" if size == math.inf else f"{size:.3g}"


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_text, value))}]"
    return "" if value is None else str(value)


def _json(question: Any) -> str:
    return json.dumps(question, ensure_ascii=False, default=str)
