r"""What a notebook shows of an object: short, never the result of a computation, never an error.

A display is made while somebody looks at a cell, so it may neither ask the oracle nor expand a
function of thousands of points: what has no short formula is shown by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

from sympy import Basic, preorder_traversal

from ..errors import FdpError, UnsupportedError
from ..limits import question, time_limit
from .text import latex_text

if TYPE_CHECKING:
    from ..theorems.entries import Entry
    from ..theorems.runner import Outcome
    from ..theorems.verdict import Verdict
    from ..tradeoff.base import TradeOff

__all__ = [
    "at_once",
    "brief_name",
    "math_html",
    "matrix_html",
    "outcome_at_once",
    "short",
    "theorem_html",
    "tradeoff_latex",
    "verdict_badge",
    "verdict_latex",
]

_Made = TypeVar("_Made")
_LARGEST = 150  # nodes of an expression that is printed
_LONGEST = 700  # characters of a formula that is shown
_NAME = 160  # characters of a name
_TEXT = 80
_MOMENT = 3.0  # seconds

# text on its background, both dark and light enough for print in grey; a sign says the same
_BADGES = {
    "proved": ("#ffffff", "#00674d", "&#10003;"),
    "certified": ("#ffffff", "#005a8c", "&#10003;"),
    "consistent": ("#000000", "#e9d66b", "&asymp;"),
    "cited": ("#000000", "#d9d9d9", "&sect;"),
    "inconclusive": ("#000000", "#f2c185", "?"),
    "refuted": ("#ffffff", "#a23b00", "&#10007;"),
    "error": ("#ffffff", "#000000", "!"),
}


def brief_name(f: TradeOff) -> str | None:
    r"""The name of a trade-off function in LaTeX, or None if it is long.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> print(brief_name(Gaussian(2).inverse().subsample("1/3")))
    C_{1/3}(G_{2})
    """
    from .curves import curve

    if not _is_small(f):
        return None
    try:
        name = curve(f, brief=True)
    except FdpError:
        return None
    return name if len(name) <= _NAME else None


def tradeoff_latex(f: TradeOff) -> str:
    r"""``$G_{1}(\alpha) = …$``; the name alone where no short formula is at hand.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Identity, Laplace
    >>> print(tradeoff_latex(Identity()), tradeoff_latex(Laplace(1) ** 9))
    $\mathrm{Id}(\alpha) = 1 - \alpha$ $L_{1}^{\otimes 9}$
    """
    name, formula = brief_name(f), _formula(f)
    if name is None:
        name = "f" if formula else rf"\operatorname{{{type(f).__name__}}}"
    return f"${name}$" if formula is None else rf"${_applied(name)}(\alpha) = {formula}$"


def math_html(latex: str, title: str = "") -> str:
    """Mathematics between dollar signs for a web page, where MathJax finds it.

    Examples
    --------
    >>> print(math_html("$a < b$", 'x="1"'))
    <span title="x=&quot;1&quot;">$a &lt; b$</span>
    """
    tip = f' title="{escape(_cut(title))}"' if title else ""
    return f"<span{tip}>{escape(latex)}</span>"


def verdict_badge(verdict: Verdict) -> str:
    """A verdict in HTML: the status as a badge, then route, domain, witness and detail.

    Examples
    --------
    >>> from fdp_sym.theorems.verdict import Status, Verdict
    >>> "&lt;b&gt;" in verdict_badge(Verdict(Status.PROVED, "<b>"))
    True
    """
    words = " ".join(f"<span>{escape(part)}</span>" for part in _words(verdict))
    return f"{_badge(str(verdict.status))} {words}".rstrip()


def _badge(status: str) -> str:
    ink, paper, sign = _BADGES[status]
    style = (
        f"display:inline-block;padding:0 .55em;border-radius:.7em;color:{ink};background:{paper};"
        "font-weight:600;white-space:nowrap"
    )
    return f'<span style="{style}">{sign} {status}</span>'


def matrix_html(rows: Sequence[Sequence[Any]]) -> str:
    """A matrix of exact numbers; of a large one its size.

    Examples
    --------
    >>> matrix_html([[1, 0]])
    '<table><tr><td>1</td><td>0</td></tr></table>'
    """
    if len(rows) * len(rows[0]) > _LARGEST:
        return f" <span>({len(rows)} &times; {len(rows[0])} matrix)</span>"
    lines = (f"<tr>{''.join(f'<td>{escape(str(x))}</td>' for x in row)}</tr>" for row in rows)
    return f"<table>{''.join(lines)}</table>"


def theorem_html(entry: Entry, outcome: Outcome | None) -> str:
    """A statement in HTML: heading, badge, hypotheses and claim, with formulas for MathJax."""
    from .statement import Prose, verdict, written

    head = (
        f"<div><b>{entry.kind.capitalize()}</b> <code>{entry.id}</code> "
        f"<b>({escape(entry.title)})</b> [{escape(str(entry.source))}]</div>"
    )
    blocks = [
        f"<div>{escape(block.text)}</div>"
        if isinstance(block, Prose)
        else f"<div>$$\n{escape(block.math)}\n$$</div>"
        for block in written(entry)
    ]
    if outcome is not None:
        badge = _badge(str(outcome.status))
        blocks.append(f"<div>{badge} <span>{escape(verdict(outcome))}</span></div>")
    return "\n".join([head, *blocks])


def outcome_at_once(entry: Entry) -> Outcome | None:
    """What is recorded of a statement, or verified in a moment; None otherwise."""
    from ..theorems.runner import outcome_of

    return at_once(lambda: outcome_of(entry))


def at_once(make: Callable[[], _Made]) -> _Made | None:
    """What the function makes within a moment, or None, also where it fails.

    Examples
    --------
    >>> from fdp_sym.tradeoff import Gaussian
    >>> at_once(lambda: Gaussian(-1)) is None
    True
    """
    try:
        with time_limit(_MOMENT):
            made: _Made = question(0, 1)(make)()
    except FdpError:
        return None
    return made


def short(*values: Any) -> str:
    """Numbers, balls and expressions in LaTeX, with commas between them.

    Raises
    ------
    UnsupportedError
        If one of them is long.
    """
    from .printer import formula

    texts = []
    for value in values:
        if hasattr(value, "decimal"):
            texts.append(value._repr_latex_().strip("$"))
            continue
        if not _is_small(value):
            raise UnsupportedError("too long to be shown")
        texts.append(formula(value))
    return ", ".join(texts)


def verdict_latex(verdict: Verdict) -> str:
    r"""A verdict in LaTeX, as text.

    Examples
    --------
    >>> from fdp_sym.theorems.verdict import Status, Verdict
    >>> print(verdict_latex(Verdict(Status.REFUTED, "a_b", {"x": "1/2"})))
    $\text{refuted}$: a\_b at x = 1/2
    """
    words = " ".join(latex_text(part) for part in _words(verdict))
    return rf"$\text{{{verdict.status}}}$" + (f": {words}" if words else "")


def _words(verdict: Verdict) -> list[str]:
    parts = [verdict.route] if verdict.route else []
    parts += [f"on {verdict.domain}"] if verdict.domain else []
    if verdict.witness:
        point = ", ".join(f"{name} = {value}" for name, value in sorted(verdict.witness.items()))
        parts.append(f"at {point}")
    return parts + ([f"({verdict.detail})"] if verdict.detail else [])


def _formula(f: TradeOff) -> str | None:
    """The formula, if it is known, short, and more than another name of what it is made of."""
    from ..compose.product import Product
    from ..symbols import alpha
    from ..tradeoff.algebra import Inverse
    from ..tradeoff.group_privacy import Group
    from ..tradeoff.subsampled import Subsampled
    from ..tradeoff.two_sided import TwoSided
    from .printer import formula

    named = (Product, Inverse, Group, Subsampled, TwoSided)
    if isinstance(f, named) or not _is_small(f.parameters):
        return None
    try:
        expression = f._formula(alpha)
        text = formula(expression) if _is_small(expression) else ""
    except FdpError:
        return None
    return text if 0 < len(text) <= _LONGEST else None


def _is_small(value: Any) -> bool:
    """Whether there are few enough nodes in an expression, a function or tuples of them."""
    left = _LARGEST
    waiting = [value]
    while waiting:
        left -= 1
        if left < 0:
            return False
        item = waiting.pop()
        if isinstance(item, Basic):
            for _ in preorder_traversal(item):
                left -= 1
                if left < 0:
                    return False
        elif type(item).__name__ == "PiecewiseLinear":  # long lists of points are not shown
            continue
        elif isinstance(item, tuple):
            waiting += item[:_LARGEST]
        elif hasattr(item, "parameters"):
            waiting.append(item.parameters)
    return True


def _applied(name: str) -> str:
    """A name that can be applied to something: a sum or product of functions in brackets."""
    plain = name.isalnum() or name.startswith((r"\operatorname", r"\mathrm", r"\max", "C_"))
    simple = plain or (name[1:2] == "_" and name.count(r"\otimes") == 0 and " + " not in name)
    return name if simple else f"[{name}]"


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"
