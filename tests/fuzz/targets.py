"""What is fuzzed: every reader of data from outside, as a function of bytes.

Each returns what it made, or raises; `guard.tried` says which errors are allowed. Hypothesis and
atheris call the same functions.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fdp_sym.conformance.numerals import read_number
from fdp_sym.conformance.protocol import read_hello, read_reply
from fdp_sym.conformance.pytest_xfails import read_xfails
from fdp_sym.conformance.verdicts import judge
from fdp_sym.errors import FdpError
from fdp_sym.exact import exact
from fdp_sym.latex.bibliography import Bibliography
from fdp_sym.latex.printed import read_printed
from fdp_sym.parsing import parse, parse_claim
from fdp_sym.theorems import loader
from fdp_sym.theorems.ledger import Ledger
from fdp_sym.theorems.runner import verify
from fdp_sym.untrusted import read_json
from fdp_sym.vectors import load
from fdp_sym.vectors.rules import about_file, about_schema, about_vector
from fdp_sym.vectors.vector import Vector

assert list(about_schema({}, "nothing"))  # its library is loaded now, which makes classes
FOLDER = Path(tempfile.mkdtemp(prefix="fdp-sym-fuzz-"))
DIGEST = "0" * 64


def text_of(data: bytes) -> str:
    """Text of any bytes; those that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def expression(data: bytes) -> Any:
    f = parse(text_of(data))
    return f, repr(f), hash(f), f == f, f.free_symbols


def claim(data: bytes) -> Any:
    relation = parse_claim(text_of(data))
    return relation, str(relation)


def number(data: bytes) -> Any:
    return exact(text_of(data), "x")


def printed(data: bytes) -> Any:
    return read_printed(text_of(data)[:240], {})


def vectors(data: bytes) -> Any:
    """A whole file, as the linter reads it without computing, and every vector by itself."""
    path = FOLDER / "gaussian.json"
    path.write_bytes(data)
    content = read_json(path)
    wrong = list(about_schema(content, "gaussian"))
    if not wrong:
        wrong += about_file(content, "gaussian", {})
        for vector in content["vectors"]:
            wrong += about_vector(vector, content["family"])
    rows = content.get("vectors") if isinstance(content, dict) else content
    for row in rows if isinstance(rows, list) else [rows]:
        with suppress(FdpError):
            made = Vector.from_json(row, "gaussian")
            made.bounds(), made.question(), hash(made)
            made.expression()
    return wrong


def reply(data: bytes) -> Any:
    """A line of an accountant, as a greeting and as an answer, which is judged."""
    with suppress(FdpError):
        read_hello(data)
    vector = load(["gaussian"])[0]
    return judge(vector, read_reply(data, "a"), 2)


def numeral(data: bytes) -> Any:
    with suppress(ValueError):
        return read_number(text_of(data))


def ledger(data: bytes) -> Any:
    """A stored result, and the record of a whole suite."""
    kept = Ledger(FOLDER)
    for name in ("entry.json", "=suite.json"):
        (FOLDER / name).write_bytes(data)
    found = kept.get("entry", DIGEST)
    rows = kept.get_suite(DIGEST)
    return found and json.dumps(found.to_json()), rows and json.dumps(rows)


def bibliography(data: bytes) -> Any:
    path = FOLDER / "book.bib"
    path.write_bytes(data)
    book = Bibliography.read([path])
    return book.check(book.references, unused=True), book.latex(book.references)


_HEAD = """
from sympy import Interval, exp, oo
from fdp_sym.theorems import *
from fdp_sym.theorems import Eq, Ge, Iff, Le, Lt, Sup
x = real("x", Interval(0, 1))
class Liar:
    __class__ = property(lambda self: 1 / 0)
    def __repr__(self): raise RuntimeError("no text")
    __str__ = __hash__ = __eq__ = __bool__ = __iter__ = __repr__
class Silent(Exception):
    def __str__(self): raise Silent
liar = Liar()
"""
_VALUES = (
    *("'t'", "'other'", "''", "'../t'", "'t' * 200", "'\\ud800'", "'\\x00'", "None", "5", "liar"),
    *("()", "('t',)", "('axiom',)", "(5,)", "([],)", "{}", "oo", "1e999", "10**5000", "b'x'"),
    *("Le(x, 1)", "Le(2 * x, 1)", "Lt(x, 1)", "Ge(x, 2)", "(Le(2 * x, 1), Lt(x, 1))", "(liar, x)"),
    *("symbolic()", "(symbolic(),)", "(balls(),)", "(symbolic('nothing'),)", "(symbolic(liar),)"),
    *(
        "cite('a', 'b')",
        "cite(5, None)",
        "Iff(Le(x, 1), Ge(x, 0))",
        "x",
        "exp(x)",
        "Theorem",
        "...",
    ),
)
_ENDINGS = (
    *("pass", "1 / 0", "raise SystemExit(0)", "raise BaseException", "raise GeneratorExit"),
    *("raise Silent", "raise MemoryError", "def f(): f()\nf()", "import nothing_at_all", "def f(:"),
    *("raise RuntimeError('x' * 10**6)", "raise RuntimeError('\\x1b[2J')", "print('noise')"),
    *("t = liar", "globals().clear()", "del t", "import sys; del sys.modules[__name__]", "(" * 300),
    *("t.__dict__['id'] = 5", "t.__dict__.clear()", "object.__setattr__(t, 'uses', 5)", "\x00"),
)


def proof_source(data: bytes) -> str:
    """A proof file whose fields are chosen by bytes."""
    choices = iter(data)

    def value(good: str) -> str:
        choice = next(choices, 0)
        return _VALUES[choice % len(_VALUES)] if choice >= 128 else good

    fields = {
        "id": value("'t'"),
        "title": value("'title'"),
        "source": value("cite('a', 'b')"),
        "uses": value("()"),
        "notes": value("''"),
        "claim": value("Le(x, 1)"),
        "given": value("()"),
        "checks": value("(symbolic(),)"),
        "mutants": value("(Le(2 * x, 1), Lt(x, 1))"),
    }
    arguments = ", ".join(f"{name}={text}" for name, text in fields.items())
    ending = _ENDINGS[next(choices, 0) % len(_ENDINGS)]
    return f"{_HEAD}\nt = Theorem({arguments})\n{ending}\n"


def proof(data: bytes) -> Any:
    """A proof file that is loaded, and whose entries are evaluated and stored."""
    path = FOLDER / "proof.py"
    path.write_text(proof_source(data), encoding="utf-8", errors="surrogatepass")
    with patched(loader, "proof_files", list):
        report = verify([str(path)], ledger=Ledger(FOLDER / "kept"))
    return json.dumps(report.rows)


@contextmanager
def patched(module: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def xfails(data: bytes) -> Any:
    path = FOLDER / "xfails"
    path.write_bytes(data)
    return read_xfails(str(path))


TARGETS: dict[str, Callable[[bytes], Any]] = {
    f.__name__: f
    for f in (
        *(expression, claim, number, printed, vectors, reply, numeral, ledger),
        *(bibliography, xfails, proof),
    )
}
