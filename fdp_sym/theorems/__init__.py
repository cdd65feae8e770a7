"""Theorems as data: what is stated, how it is checked, and how far the answer can be trusted.

An entry is a `Theorem`, `Claim`, `Axiom` or `Note`; its claim is a relation such as ``Le(a, b)``.
The usual checks are `symbolic` (named rewrite rules), `boxed` (balls on a whole box), `exact`
(piecewise-linear functions), and `balls` and `mpmath_points` (points only, which is no proof).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import attach

if TYPE_CHECKING:
    from ..symbols import integer as integer
    from ..symbols import real as real
    from .bounds import every_value as every_value
    from .bounds import replacing as replacing
    from .bounds import value_at as value_at
    from .box_check import boxed as boxed
    from .calculus import antiderivative as antiderivative
    from .calculus import from_boundary as from_boundary
    from .calculus import from_ends as from_ends
    from .calculus import monotone_supremum as monotone_supremum
    from .calculus import stationary as stationary
    from .checks import balls as balls
    from .checks import counterexample as counterexample
    from .checks import exact as exact
    from .checks import listed as listed
    from .checks import mpmath_points as mpmath_points
    from .decided_check import decided as decided
    from .entries import Axiom as Axiom
    from .entries import Claim as Claim
    from .entries import Entry as Entry
    from .entries import Mutant as Mutant
    from .entries import Note as Note
    from .entries import Source as Source
    from .entries import Theorem as Theorem
    from .entries import cite as cite
    from .exchange import product_integral as product_integral
    from .exchange import tonelli as tonelli
    from .integration import split_at as split_at
    from .integration import substitution as substitution
    from .integration import without_absolute_value as without_absolute_value
    from .limits import from_infinity as from_infinity
    from .limits import remainder as remainder
    from .logic import contraposition as contraposition
    from .maxima import active_member as active_member
    from .maxima import all_members as all_members
    from .maxima import isolate as isolate
    from .maxima import largest as largest
    from .maxima import some_member as some_member
    from .pieces import by_pieces as by_pieces
    from .pointwise import attained as attained
    from .pointwise import termwise as termwise
    from .pointwise import under_integral as under_integral
    from .proving import symbolic as symbolic
    from .runner import Report as Report
    from .runner import verify as verify
    from .statements import Above as Above
    from .statements import Decided as Decided
    from .statements import Eq as Eq
    from .statements import Ge as Ge
    from .statements import Gt as Gt
    from .statements import Iff as Iff
    from .statements import Inf as Inf
    from .statements import Iterate as Iterate
    from .statements import Le as Le
    from .statements import Lim as Lim
    from .statements import Lt as Lt
    from .statements import Ne as Ne
    from .statements import Near as Near
    from .statements import SameCurve as SameCurve
    from .statements import Sup as Sup
    from .statements import generic as generic
    from .sums import binomial_theorem as binomial_theorem
    from .sums import cut_sum as cut_sum
    from .sums import pascal as pascal
    from .sums import reversal as reversal
    from .sums import symmetric_binomial as symmetric_binomial
    from .tactics import cases as cases
    from .tactics import fact as fact
    from .tactics import hypothesis as hypothesis
    from .tactics import increasing as increasing
    from .tactics import induction as induction
    from .tactics import lemma as lemma
    from .tactics import through as through
    from .tactics import using as using
    from .verdict import Status as Status
    from .verdict import Verdict as Verdict

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "..symbols": ("integer", "real"),
        ".bounds": ("every_value", "replacing", "value_at"),
        ".box_check": ("boxed",),
        ".calculus": (
            "antiderivative",
            "from_boundary",
            "from_ends",
            "monotone_supremum",
            "stationary",
        ),
        ".checks": ("balls", "counterexample", "exact", "listed", "mpmath_points"),
        ".decided_check": ("decided",),
        ".entries": ("Axiom", "Claim", "Entry", "Mutant", "Note", "Source", "Theorem", "cite"),
        ".exchange": ("product_integral", "tonelli"),
        ".integration": ("split_at", "substitution", "without_absolute_value"),
        ".limits": ("from_infinity", "remainder"),
        ".logic": ("contraposition",),
        ".maxima": ("active_member", "all_members", "isolate", "largest", "some_member"),
        ".pieces": ("by_pieces",),
        ".pointwise": ("attained", "termwise", "under_integral"),
        ".proving": ("symbolic",),
        ".runner": ("Report", "verify"),
        ".statements": (
            "Above",
            "Decided",
            "Eq",
            "Ge",
            "Gt",
            "Iff",
            "Inf",
            "Iterate",
            "Le",
            "Lim",
            "Lt",
            "Ne",
            "Near",
            "SameCurve",
            "Sup",
            "generic",
        ),
        ".sums": ("binomial_theorem", "cut_sum", "pascal", "reversal", "symmetric_binomial"),
        ".tactics": (
            "cases",
            "fact",
            "hypothesis",
            "increasing",
            "induction",
            "lemma",
            "through",
            "using",
        ),
        ".verdict": ("Status", "Verdict"),
    },
)
