"""Mistakes in the rules that rewrite terms."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["RULES"]

_GATES = "theorems/test_gates.py"
_REFUSED = f"{_GATES}::test_refused"
_PRODUCTS = "theorems/test_rules_products.py"

RULES = (
    Mutation(
        "a-value-of-Phi-beyond-one",
        "theorems/rules.py",
        "        p: Expr = term.args[0].args[0]\n        if _is_probability(p, given):",
        "        p: Expr = term.args[0].args[0]\n        if is_nonnegative(p, given):",
        "Phi(Quantile(2)) = 2",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "a-rule-under-a-binder",
        "theorems/rules.py",
        "given = tuple(h for h in given if not captured & h.free_symbols)",
        "given = tuple(given)",
        "what is known of x is used of the x that a supremum binds",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "the-logarithm-of-a-negative-number",
        "theorems/rules.py",
        "if isinstance(inner, log) and is_positive(inner.args[0], given):",
        "if isinstance(inner, log):",
        "exp(log(x)) = x also where x < 0",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "a-product-of-negative-numbers",
        "theorems/rules.py",
        "        elif is_positive(base, given):\n            parts.append(exponent * log(base))",
        "        elif is_positive(base**2, given) or base.is_real:\n"
        "            parts.append(exponent * log(base))",
        "log(x^2) = 2 log(x) also where x < 0",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "zero-to-the-power-of-zero",
        "theorems/rules.py",
        "if base is not S.Exp1 and exponent.free_symbols and is_positive(base, given):",
        "if base is not S.Exp1 and exponent.free_symbols and is_nonnegative(base, given):",
        "x^y = exp(y log x) also at x = 0, where the right side does not exist",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "a-negative-factor-in-a-maximum",
        "theorems/rules.py",
        "    if not is_nonnegative(factor, given):\n        return None\n    moved",
        "    moved",
        "c max(a, b) = max(c a, c b) also for c < 0",
        (f"{_PRODUCTS}::test_a_factor_moves_into_a_maximum",),
    ),
    Mutation(
        "the-derivative-of-a-kink",
        "theorems/rules.py",
        "if isinstance(term, Derivative) and not term.has(Generic, *_KINKED):",
        "if isinstance(term, Derivative) and not term.has(Generic):",
        "Abs has a derivative everywhere",
        (f"{_REFUSED}[a derivative at a kink]",),
    ),
    Mutation(
        "an-integral-to-beyond-the-domain",
        "theorems/rules.py",
        "if not (_is_probability(low, given) and _is_probability(high, given)):",
        "if not _is_probability(low, given):",
        "f is absolutely continuous beyond [0, 1]",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "a-fundamental-theorem-for-all-functions",
        "theorems/rules.py",
        '            and "absolutely continuous" in varying.expr.facts\n',
        "",
        "every function is the integral of its derivative, Cantor's too",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "infinite-sums-like-finite-ones",
        "theorems/rules.py",
        "len(limit) == 3 and bool(end.is_finite) for limit",
        "len(limit) == 3 and bool(end.is_extended_real) for limit",
        "divergent series are exchanged and split",
        ("theorems/test_rules_sums.py::test_infinite_and_dependent_sums_are_not",),
    ),
    Mutation(
        "an-index-caught-by-its-sum",
        "theorems/rules.py",
        "            if index not in rest.free_symbols:\n",
        "            if rest is not S.One:\n",
        "i sum_i x_i = sum_i i x_i",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "a-variable-caught-by-its-supremum",
        "theorems/rules.py",
        "            if sup.limits[0] not in rest.free_symbols:\n",
        "            if rest is not S.Zero:\n",
        "x + sup_x g(x) = sup_x (x + g(x))",
        ("theorems/test_rules.py",),
    ),
    Mutation(
        "an-iterate-without-a-step",
        "theorems/rules.py",
        "    return written and is_nonnegative(count - 1, given)",
        "    return written",
        "F is applied k + 1 times where k + 1 may be negative",
        (f"{_REFUSED}[steps that do not exist]",),
    ),
)
