"""Mistakes in exact numbers, in bound variables and in the signs of expressions."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["SIGNS"]

_SIGNS = "test_signs.py"
_KNOWN = f"{_SIGNS}::test_known_signs"
_BINDING = "test_binding.py"

SIGNS = (
    Mutation(
        "odd-powers-of-any-sign",
        "signs/orthant.py",
        "if len(signs) != 1 or any(m[i] % 2 for m, _ in monomials for i in free):",
        "if len(signs) != 1:",
        "x y >= 0 for all real x and y",
        (f"{_SIGNS}::test_hypotheses_never_exclude_what_happens",),
    ),
    Mutation(
        "a-polynomial-without-its-zero",
        "signs/orthant.py",
        "        if not any(s <= alive for s in supports):\n"
        "            return frozenset({0, own})\n",
        "",
        "x + y > 0 for all x, y >= 0",
        (_KNOWN,),
    ),
    Mutation(
        "a-zero-at-a-closed-end",
        "signs/orthant.py",
        "return frozenset(found | {0} if not all(at_ends) else found)",
        "return frozenset(found)",
        "x > 0 on [0, 1]",
        (_KNOWN,),
    ),
    Mutation(
        "a-discriminant-of-zero",
        "signs/orthant.py",
        "                return signs_of(a) | {0}\n",
        "                return signs_of(a)\n",
        "x^2 - x y + y^2 > 0 also at x = y = 0",
        (_KNOWN,),
    ),
    Mutation(
        "an-end-of-the-axis",
        "signs/orthant.py",
        "if _count_roots(column, low, high) > len(at_ends):",
        "if _count_roots(column, low, high) > len(at_ends) + 1:",
        "a polynomial with one zero inside has one sign",
        (_KNOWN,),
    ),
    Mutation(
        "a-pole-has-a-sign",
        "signs/field.py",
        "        if any(0 in field.signs_of(term) for term in inverted):\n            return ALL\n"
        "        found",
        "        found",
        "1/u > 0 on [0, 1]",
        (f"{_SIGNS}::test_what_may_be_undefined_has_no_sign",),
    ),
    Mutation(
        "a-ratio-with-a-pole",
        "signs/field.py",
        "        if any(0 in field.signs_of(field.quotient(term)) for term in reader.inverted):\n"
        "            return ALL\n",
        "",
        "a/x >= 0 follows from b/x >= 0 where nothing is defined",
        (f"{_SIGNS}::test_multiples_of_what_may_be_undefined",),
    ),
    Mutation(
        "strict-from-weak",
        "signs/field.py",
        "range_of_slack = POSITIVE if strict else NONNEGATIVE",
        "range_of_slack = POSITIVE",
        "x > y follows from x >= y",
        (f"{_SIGNS}::test_hypotheses",),
    ),
    Mutation(
        "strict-from-weak-between-ends",
        "signs/field.py",
        "Range(Fraction(0), Fraction(1), strict, False)",
        "Range(Fraction(0), Fraction(1), True, False)",
        "x > y follows from x >= y for x, y in [0, 1]",
        (f"{_SIGNS}::test_hypotheses",),
    ),
    Mutation(
        "odd-multiplicities",
        "signs/field.py",
        "own if multiplicity % 2 else frozenset(s * s for s in own)",
        "own if multiplicity == 1 else frozenset(s * s for s in own)",
        "x^3 >= 0",
        (f"{_SIGNS}::test_known_signs",),
    ),
    Mutation(
        "a-denominator-of-any-sign",
        "signs/field.py",
        "            if self._signs_of_polynomial(radicand.bottom**times_cleared) != {1}:\n"
        "                continue\n",
        "",
        "a root is squared times a denominator that may be negative",
        (f"{_SIGNS}::test_a_root_of_a_quotient_is_squared_whatever_the_sign_of_its_denominator",),
    ),
    Mutation(
        "an-orientation-forgotten",
        "signs/field.py",
        "numerator = hypothesis.value.top * next(iter(orientation))",
        "numerator = hypothesis.value.top",
        "x/y >= 1 says x >= y for y < 0",
        (f"{_SIGNS}::test_hypotheses",),
    ),
    Mutation(
        "an-infinite-argument-of-Phi",
        "signs/atoms.py",
        "if _is_finite(expr.args[0]) else (False, False)",
        "if _is_finite(expr.args[0]) else (True, True)",
        "Phi(Quantile(0)) > 0",
        (f"theorems/{'test_gates.py'}::test_refused[G_mu vanishes at one]",),
    ),
    Mutation(
        "the-root-of-a-negative-number",
        "signs/atoms.py",
        "            if span is REALS:  # the root may not be real: nothing may be concluded\n"
        "                self.inverted.append(S.Zero)\n",
        "",
        "sqrt(x)^2 = x also where x < 0",
        (f"{_SIGNS}::test_what_may_be_undefined_has_no_sign",),
    ),
    Mutation(
        "an-exponential-is-above-one",
        "signs/atoms.py",
        "        return Range(Fraction(1), None, direction <= {1})",
        "        return Range(Fraction(1), None, True)",
        "exp(epsilon) > 1 also at epsilon = 0",
        (_KNOWN,),
    ),
    Mutation(
        "a-radical-that-vanishes",
        "signs/atoms.py",
        "            if power.is_negative and not self.range_of[atom].is_positive:\n"
        "                self.inverted.append(atom)\n",
        "",
        "1/sqrt(u) exists at u = 0",
        (f"{_SIGNS}::test_what_may_be_undefined_has_no_sign",),
    ),
    Mutation(
        "a-symbol-with-closed-ends-open",
        "signs/atoms.py",
        "        low.is_infinite or low not in domain,\n",
        "        True,\n",
        "u > 0 on [0, 1]",
        (f"{_SIGNS}::test_known_signs",),
    ),
    Mutation(
        "outside-of-all-pieces",
        "signs/cases.py",
        '        yield Dummy("undefined", real=True), earlier  # outside all pieces\n',
        "",
        "Piecewise((1, x > 0)) > 0 for all x",
        ("theorems/test_gates.py::test_an_opaque_case_stays_undecided",),
    ),
    Mutation(
        "one-branch-of-an-alternative",
        "signs/cases.py",
        "                for branch in hypothesis.args:\n",
        "                for branch in hypothesis.args[:1]:\n",
        "x >= 1 follows from x >= 1 or x <= -1",
        (f"{_SIGNS}::test_hypotheses_never_exclude_what_happens",),
    ),
    Mutation(
        "binders-that-are-not-sealed",
        "signs/__init__.py",
        "    expr, *hidden = seal([expr, *given])\n",
        "    expr, hidden = expr, list(given)\n",
        "a hypothesis about x splits a maximum inside sup_x",
        (f"{_SIGNS}::test_hypotheses_say_nothing_of_bound_variables",),
    ),
    # numbers and binders
    Mutation(
        "an-open-end-of-a-parameter",
        "exact.py",
        "allowed = {1} if is_open else {0, 1}",
        "allowed = {0, 1}",
        "mu = 0 passes for mu > 0",
        ("test_exact.py::test_parameters_lie_in_their_domain",),
    ),
    Mutation(
        "a-float-as-it-prints",
        "exact.py",
        "    return _rational(Fraction(number))",
        "    return _rational(Fraction(repr(number)))",
        "the double 0.1 is 1/10",
        ("test_exact.py::test_exact",),
    ),
    Mutation(
        "a-value-that-is-captured",
        "binding.py",
        'if not captured & (old.free_symbols | getattr(new, "free_symbols", set()))',
        "if not captured & old.free_symbols",
        "x + sum_i x i at x = i becomes i + sum_i i^2",
        (f"{_BINDING}::test_terms_are_replaced_where_they_mean_the_same",),
    ),
    Mutation(
        "a-substitution-that-captures",
        "binding.py",
        "captured = frozenset() if isinstance(expr.args[0], Lambda) else bound_in(expr)",
        "captured = frozenset() if isinstance(expr, Basic) else bound_in(expr)",
        "sum_i i x at x = i is sum_i i^2",
        (f"{_BINDING}::test_values_are_substituted_everywhere_or_not_at_all",),
    ),
    Mutation(
        "a-derivative-binds-nothing",
        "binding.py",
        "    if isinstance(node, (Derivative, Subs)):\n",
        "    if isinstance(node, Subs):\n",
        "d/dx f(x) at x = 2 is d/d2 f(2)",
        (f"{_BINDING}::test_what_a_node_binds",),
    ),
    Mutation(
        "terms-inside-binders",
        "binding.py",
        "if isinstance(expr, Basic) and not bound_in(expr):\n        for part",
        "if isinstance(expr, Basic):\n        for part",
        "a term with a bound variable is taken out of its sum",
        (f"{_BINDING}::test_terms_outside_binders",),
    ),
    Mutation(
        "a-bound-variable-beyond-its-domain",
        "binding.py",
        "        _need_fit(node, variable, ends)\n",
        "",
        "|p| = p in a sum over -2 … 2, as the symbol p is positive",
        ("balls/test_scopes.py::test_a_bound_variable_beyond_its_domain_is_refused",),
    ),
    Mutation(
        "one-end-is-not-negative",
        "binding.py",
        "if ends and all(end.is_nonnegative for end in ends):",
        "if ends and any(end.is_nonnegative for end in ends):",
        "a bound variable from -2 to 2 is not negative",
        ("balls/test_scopes.py::test_the_box_of_a_free_symbol_says_nothing_about_a_bound_one",),
    ),
)
