"""Mistakes in the box prover, and in the checker that reads its certificates."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["PROVER"]

_PROVER = "balls/test_prover.py"
_CERTIFICATES = "balls/test_prover_certificates.py"
_TAMPERED = f"{_CERTIFICATES}::test_a_step_that_was_tampered_with_is_rejected"
_HEAD = f"{_CERTIFICATES}::test_a_head_that_was_tampered_with_is_rejected"
_ACCEPTED = f"{_CERTIFICATES}::test_what_the_prover_writes_is_accepted"
_INTERVALS = "balls/test_prover_intervals.py"

SEARCH = (
    Mutation(
        "half-of-a-box",
        "balls/tree.py",
        "for child, box in zip(children, goal.box.cut(i, at), strict=True):\n            self.push",
        "for child, box in list(zip(children, goal.box.cut(i, at), strict=True))[:1]:\n"
        "            self.push",
        "a box is settled when one of its halves is",
        (f"{_ACCEPTED}[cuts]",),
    ),
    Mutation(
        "a-cut-without-its-middle",
        "balls/boxes.py",
        "Side(self.lo, at, self.lo_open, False), Side(at, self.hi, False, self.hi_open)",
        "Side(self.lo, at, self.lo_open, True), Side(at, self.hi, True, self.hi_open)",
        "the point at which a box is cut belongs to neither half",
        (f"{_ACCEPTED}[cuts]",),
    ),
    Mutation(
        "stuck-is-settled",
        "balls/tree.py",
        "return self.witness is None and not self.stuck",
        "return self.witness is None",
        "a box that cannot be cut further is settled",
        (f"{_PROVER}::test_undefined_is_never_certified",),
    ),
    Mutation(
        "strict-is-weak",
        "balls/problem.py",
        "return bool(lo > 0) if strict else bool(lo >= 0)",
        "return bool(lo >= 0)",
        "x > 0 on [0, 1]",
        (f"{_PROVER}::test_open_ends_are_not_part_of_the_box",),
    ),
    Mutation(
        "an-equation-on-one-side",
        "balls/claim.py",
        '*([(-f, False)] if op == "==" else [])',
        '*([(f, False)] if op == "==" else [])',
        "a = b where a >= b",
        (f"{_PROVER}::test_equality_is_certified_only_as_an_identity",),
    ),
    Mutation(
        "a-box-beyond-the-domain",
        "balls/claim.py",
        "    if not fits:\n        raise DomainError(\n",
        "    if not fits and v.is_integer:\n        raise DomainError(\n",
        "a claim is certified where its symbols have no meaning",
        (f"{_PROVER}::test_bad_questions_are_refused",),
    ),
    Mutation(
        "a-quantile-rounded-inward",
        "balls/claim.py",
        "Fraction(math.ceil(scaled) if up else math.floor(scaled), _GRID)",
        "Fraction(math.floor(scaled) if up else math.ceil(scaled), _GRID)",
        "the change of variable does not reach the ends of the box",
        (f"{_PROVER}::test_levels_between_two_rational_ends",),
    ),
    Mutation(
        "an-integer-left-out",
        "balls/claim.py",
        "new = integer(str(v), math.ceil(s.lo), math.floor(s.hi))",
        "new = integer(str(v), math.ceil(s.lo), math.floor(s.hi) - 1)",
        "a claim about k in {1, …, 20} is certified without k = 20",
        (f"{_PROVER}::test_integers_are_taken_one_by_one",),
    ),
    Mutation(
        "a-factor-that-may-vanish",
        "balls/problem.py",
        "    if above(value, strict) or (above(value, False) "
        "and _nonzero(factor, variables, box)):\n",
        "    if above(value, False):\n",
        "x (1 + x) > 0 on [0, 1]",
        (f"{_PROVER}::test_a_factor_that_vanishes_at_an_end_is_not_positive",),
    ),
)

CHECKER = (
    Mutation(
        "ends-of-an-open-box",
        "balls/certificate.py",
        "return [str(s.lo), str(s.hi), s.lo_open, s.hi_open]",
        "return [str(s.lo), str(s.hi), False, False]",
        "a certificate for (0, 20] is written for [0, 20]",
        (f"{_ACCEPTED}[open rise]",),
    ),
    Mutation(
        "a-function-that-is-restated",
        "balls/recheck.py",
        '        need(same(f, given), "{} = {}", f, given)\n',
        "",
        "a step may be about any other function",
        (f"{_TAMPERED}[factors]",),
    ),
    Mutation(
        "a-box-beyond-its-symbols",
        "balls/recheck.py",
        '            need(within(inner, read_side(data["domain"])), "{} in {}", v, ends)\n',
        "",
        "what is simplified for x > 0 is used for x < 0",
        (f"{_CERTIFICATES}::test_a_head_that_was_tampered_with_is_rejected[a wider box]",),
    ),
    Mutation(
        "strict-relations-are-weak",
        "balls/recheck.py",
        '"<": [(down, True)]',
        '"<": [(down, False)]',
        "a certificate of f <= g passes for f < g",
        (f"{_CERTIFICATES}::test_a_strict_relation_needs_more",),
    ),
    Mutation(
        "half-of-an-equation",
        "balls/recheck.py",
        'return {**parts, "==": [(up, False), (down, False)]}[op]',
        'return {**parts, "==": [(up, False), (up, False)]}[op]',
        "a certificate of f >= g passes for f = g",
        (f"{_CERTIFICATES}::test_an_equation_needs_both_directions",),
    ),
    Mutation(
        "any-enclosure-will-do",
        "balls/forms.py",
        "    return bool(lower > 0 if strict else lower >= 0)\n",
        "    return bool(lower >= 0)\n",
        "f > 0 where the enclosure of f begins at 0",
        (f"{_CERTIFICATES}::test_a_strict_relation_needs_more",),
    ),
    Mutation(
        "pieces-with-a-gap",
        "balls/forms.py",
        "joined = all(a[1] == b[0] and not (a[3] or b[2]) for a, b in pairwise(pieces))",
        "joined = all(a[1] <= b[0] and not (a[3] or b[2]) for a, b in pairwise(pieces))",
        "a box is covered by pieces with a gap between them",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-factor-without-a-sign",
        "balls/forms.py",
        "        sure = not strict or _never_zero(g, box, bits)\n",
        "        sure = True\n",
        "x (1 + x) > 0 also at x = 0",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-strict-face",
        "balls/forms.py",
        "    still, face = strict and not strictly, (at, at, False, False)\n",
        "    still, face = False, (at, at, False, False)\n",
        "f > 0 where f rises from a face on which it is 0",
        (f"{_CERTIFICATES}::test_a_strict_relation_needs_more",),
    ),
    Mutation(
        "a-face-that-is-not-left-out",
        "balls/forms.py",
        '    need(is_open or not strictly, "{} = {} is left out", v, at)\n',
        "",
        "f > 0 on a closed box, as f rises strictly from its zero on a face",
        (f"{_CERTIFICATES}::test_a_closed_end_is_not_left_out",),
    ),
    Mutation(
        "a-series-about-elsewhere",
        "balls/forms.py",
        '    need(all(box[v][0] <= m <= box[v][1] for v, m in centre.items()), "{} in the box", '
        "centre)\n",
        "",
        "a Taylor form holds about a point outside of the box",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-jump-in-a-series",
        "balls/forms.py",
        "    _ends(f, box, bits)  # a formal derivative knows nothing of a jump where f is "
        "undefined\n",
        "",
        "sqrt((x + 1)^2)/(x + 1) is constant, as its derivative is 0",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-range-that-is-not-reached",
        "balls/forms.py",
        '        need(found, "{} reaches {}", g, goal)\n',
        "",
        "a change of variable may leave out a part of the box",
        (f"{_TAMPERED}[substitution]",),
    ),
    Mutation(
        "an-inner-function-beyond-its-range",
        "balls/forms.py",
        '    need(lo >= end(side[0]) and hi <= end(side[1]), "{} in {}", h, side)\n',
        "",
        "g(h) >= 0 where g >= 0 on a part of the range of h",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-minimum-like-a-maximum-checked",
        "balls/forms.py",
        "    sign = -1 if isinstance(kink, Min) else 1\n",
        "    sign = 1\n",
        "min(x, y) is the larger one",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "a-slope-across-a-jump",
        "balls/forms.py",
        'need(not f.has(*_JUMPS) and not v.is_integer, "continuity',
        'need(not v.is_integer, "continuity',
        "a step function rises from its face, as its derivative is 0",
        ("balls/test_forged_certificates.py",),
    ),
    Mutation(
        "phi-at-the-middle",
        "balls/interval.py",
        "return u.lower().erfc().union(u.upper().erfc()) / 2",
        "return u.mid().erfc() / 2",
        "Phi(t) is Phi of a number near t",
        (f"{_INTERVALS}::test_enclosures_of_ill_conditioned_points_hold_the_value",),
    ),
    Mutation(
        "a-function-at-the-middle-of-an-end",
        "balls/interval.py",
        "y = function(t if type(t) is fmpq else t.lower() if lower else t.upper())",
        "y = function(t if type(t) is fmpq else t.mid())",
        "exp of a ball is exp of its middle",
        (f"{_INTERVALS}::test_enclosures_of_ill_conditioned_points_hold_the_value",),
    ),
    Mutation(
        "an-even-power-of-both-signs",
        "balls/interval.py",
        "        elif p % 2 == 0:\n            x = self.absolute(x)\n",
        "",
        "x^2 runs from 4 to 1 on [-2, 1]",
        (f"{_INTERVALS}::test_even_powers_of_both_signs",),
    ),
    Mutation(
        "a-quantile-that-is-not-tested",
        "balls/interval.py",
        '    _need(_phi(-m - radius) <= p and _phi(radius - m) >= p, f"Quantile({p})")\n'
        "    return radius * arb(0, 1) - m",
        "    return arb(-m)",
        "flint's inverse of erfc is exact",
        (f"{_INTERVALS}::test_enclosures_of_ill_conditioned_points_hold_the_value",),
    ),
    Mutation(
        "an-interval-inside-another",
        "balls/reading.py",
        "return (a > c or (a == c and (no_a or not no_c))) and",
        "return a >= c and",
        "[0, 1] is a part of (0, 1]",
        ("balls/test_forged_certificates.py::test_one_side_inside_another",),
    ),
    Mutation(
        "a-binder-that-is-not-read-apart",
        "balls/reading.py",
        "        bound = {**bound, str(variable): symbol}\n",
        "        bound = {**bound, str(ends): symbol}\n",
        "a bound variable is the free one of its name",
        ("balls/test_forged_certificates.py::test_bound_variables_are_read_apart",),
    ),
)

PROVER = (*SEARCH, *CHECKER)
