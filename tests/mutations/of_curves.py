"""Mistakes in the order of curves, in composition, and in what is written and judged."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["CURVES"]

_ORDER = "tradeoff/test_order.py"
_PRODUCT = "compose/test_product.py"
_LOSS = "compose/test_loss.py"
_BLACKWELL = "test_blackwell_order.py"
_CHECK = "test_check.py"
_ROUNDING = "vectors/test_rounding.py"
_VERDICTS = "conformance/test_verdicts.py"

ORDER = (
    Mutation(
        "an-error-is-a-zero",
        "tradeoff/certify.py",
        "    except FdpError:\n        return None\n",
        "    except FdpError:\n        return 0\n",
        "what cannot be enclosed is 0",
        (f"{_ORDER}::test_what_is_not_enclosed_has_no_sign",),
    ),
    Mutation(
        "one-vertex-of-a-region",
        "tradeoff/order.py",
        "if top <= {0, 1} and corner <= {0, 1}:",
        "if top <= {0, 1} or corner <= {0, 1}:",
        "(eps, delta) is stronger as delta is smaller",
        (f"{_ORDER}::test_order",),
    ),
    Mutation(
        "one-member-of-a-maximum",
        "tradeoff/order.py",
        "worst = max(verdicts, key=lambda verdict: verdict.status.rank)",
        "worst = min(verdicts, key=lambda verdict: verdict.status.rank)",
        "f is above a maximum as it is above one of its members",
        (f"{_ORDER}::test_order",),
    ),
    Mutation(
        "any-vertex",
        "tradeoff/order.py",
        "if all(possible_signs(gap) <= {0, 1} for gap in gaps):",
        "if any(possible_signs(gap) <= {0, 1} for gap in gaps):",
        "f >= g at one vertex of f",
        (f"{_ORDER}::test_order",),
    ),
    Mutation(
        "a-profile-near-its-level",
        "tradeoff/order.py",
        "decided = decided and delta is not None and delta.upper <= bound.lower",
        "decided = decided and delta is not None and delta.lower <= bound.upper",
        "a delta that may exceed the level is certified",
        (f"{_ORDER}::test_a_delta_within_the_width_of_its_enclosure_is_not_certified",),
    ),
    Mutation(
        "one-direction-of-two",
        "tradeoff/order.py",
        "    if f.is_symmetric and g.is_symmetric:\n        lines",
        "    if f.is_symmetric or g.is_symmetric:\n        lines",
        "one sign of eps suffices for functions that are not symmetric",
        (f"{_ORDER}::test_the_add_direction_needs_both_slopes",),
    ),
    Mutation(
        "a-factor-that-is-left-over",
        "tradeoff/order.py",
        "    if any(n != 0 for n in ours.values()):\n        return None\n",
        "    if all(n != 0 for n in ours.values()):\n        return None\n",
        "f @ f >= f",
        (f"{_PRODUCT}::test_order",),
    ),
    Mutation(
        "a-factor-that-is-smaller",
        "tradeoff/order.py",
        "            if verdict is None or verdict.status != Status.PROVED:\n                ours",
        "            if verdict is None:\n                ours",
        "factors are matched with larger ones",
        (f"{_PRODUCT}::test_order",),
    ),
    Mutation(
        "a-sign-that-may-be",
        "tradeoff/order.py",
        "    signs = _signs(gap)\n    if signs <= {0, 1}:\n",
        "    signs = _signs(gap)\n    if signs & {0, 1}:\n",
        "G_mu >= G_1 for all mu",
        (f"{_ORDER}::test_order",),
    ),
    Mutation(
        "the-wrong-way-round",
        "blackwell_order.py",
        "order = from_pair(p2, q2) >= from_pair(p, q)",
        "order = from_pair(p, q) >= from_pair(p2, q2)",
        "the less informative pair is said to be the more informative one",
        (f"{_BLACKWELL}::test_extremes",),
    ),
    Mutation(
        "a-kernel-that-is-not-multiplied-out",
        "blackwell_order.py",
        "    if apply_kernel((p, q), kernel) != (p2, q2):\n",
        "    if apply_kernel((p, q), kernel) is None:\n",
        "a kernel that maps to something else proves the order",
        (f"{_BLACKWELL}::test_a_kernel_is_multiplied_out",),
    ),
    Mutation(
        "rows-that-are-no-distributions",
        "blackwell_order.py",
        "        raise DomainError(\n"
        '            f"the kernel has {len(rows)} rows and the pair {len(p)} outcomes',
        "        rows = rows * len(p)\n    if len(rows) < len(p):\n        raise DomainError(\n"
        '            f"the kernel has {len(rows)} rows and the pair {len(p)} outcomes',
        "a kernel with too few rows is applied",
        (f"{_BLACKWELL}::test_what_is_no_kernel_is_refused",),
    ),
)

COMPOSITION = (
    Mutation(
        "slack-that-is-lost",
        "compose/closed.py",
        "return WithSlack(core, 1 - Mul(*tops)) if tops else core",
        "return core",
        "the delta of a composition is forgotten",
        (f"{_PRODUCT}::test_composition_with_slack",),
    ),
    Mutation(
        "one-of-several-factors",
        "compose/closed.py",
        "if len(others) > 1 or (others and others[0][1] != 1):",
        "if len(others) > 1:",
        "f^n is f for a function without a rule",
        (f"{_PRODUCT}::test_laplace_powers_in_closed_form",),
    ),
    Mutation(
        "a-profile-without-slack",
        "compose/slack.py",
        "return self.slack + (1 - self.slack) * self.of._delta_formula(eps)",
        "return (1 - self.slack) * self.of._delta_formula(eps)",
        "with probability delta nothing is revealed",
        (f"{_PRODUCT}::test_composition_with_slack",),
    ),
    Mutation(
        "a-curve-beyond-its-slack",
        "compose/slack.py",
        "        inside = alpha <= top\n",
        "        inside = alpha <= 1\n",
        "f is used at levels above 1",
        (f"{_PRODUCT}::test_composition_with_slack",),
    ),
    Mutation(
        "a-factor-that-is-counted-once",
        "compose/product.py",
        "counts[factor] = _count(counts.get(factor, 0) + m * n)",
        "counts[factor] = _count(m * n)",
        "f @ f^2 = f^2",
        (f"{_PRODUCT}::test_powers_add_and_multiply",),
    ),
    Mutation(
        "a-mixture-under-the-wrong-law",
        "compose/laws.py",
        "atoms = [Atom(mixed(a.ratio), a.p, (1 - w) * a.p + w * a.q) for a in law.atoms]",
        "atoms = [Atom(mixed(a.ratio), a.p, w * a.p + (1 - w) * a.q) for a in law.atoms]",
        "sampling exchanges the two distributions",
        (f"{_LOSS}::test_masses_add_up[Mixture((1/4, Laplace(1)), (3/4, Identity()))]",),
    ),
    Mutation(
        "a-sample-that-reveals-all",
        "compose/laws.py",
        "return PrivacyLoss(tuple(atoms), parts, w * law.mass_at_infinity)",
        "return PrivacyLoss(tuple(atoms), parts, w * w * law.mass_at_infinity)",
        "the mass at an infinite loss is too small",
        (
            f"{_LOSS}"
            "::test_masses_add_up[Mixture((1/2, Identity()), (1/2, TruncatedLaplace(1, 3)))]",
        ),
    ),
    Mutation(
        "no-mass-at-infinity",
        "compose/laws.py",
        "return PrivacyLoss((high, low), (), delta, delta, transform)",
        "return PrivacyLoss((high, low), (), delta * delta, delta, transform)",
        "delta is too small",
        (f"{_LOSS}::test_masses_add_up[EpsDelta(1, 1/10)]",),
    ),
    Mutation(
        "noise-without-common-outcomes",
        "compose/laws.py",
        "if len(pieces) > 1 or pieces[0][0].has(*_KINKED) or not overlap:",
        "if len(pieces) > 1 or pieces[0][0].has(*_KINKED):",
        "a law is invented for distributions without common outcomes",
        (f"{_LOSS}::test_no_law_is_invented",),
    ),
    Mutation(
        "lattices-that-do-not-fit",
        "oracle/lattice.py",
        "return Fraction(gcd(*numerators), lcm(*denominators))",
        "return Fraction(gcd(*numerators), gcd(*denominators))",
        "losses are moved to a lattice that is too coarse",
        ("oracle/test_lattice.py::test_two_lines_or_one",),
    ),
    Mutation(
        "losses-of-several-directions",
        "oracle/lattice.py",
        "return ratios.pop() if len(ratios) == 1 else None",
        "return ratios.pop()",
        "log 2 and log 3 lie on one lattice",
        ("oracle/test_lattice.py::test_losses_of_two_directions_are_on_no_line",),
    ),
    Mutation(
        "a-profile-at-one-end",
        "compose/profile_order.py",
        "if self.at(a)[0].upper <= self.at(b)[1].lower:",
        "if self.at(a)[0].upper <= self.at(a)[1].lower:",
        "profiles that are ordered at both ends are so between them",
        ("compose/test_profile_order.py::test_order_at_both_ends_is_not_enough",),
    ),
)

WRITTEN = (
    Mutation(
        "to-the-nearest-decimal",
        "vectors/rounding.py",
        "whole = math.floor(scaled) if side < 0 else math.ceil(scaled)",
        "whole = round(scaled)",
        "the bounds of a vector are rounded to the nearest",
        (f"{_ROUNDING}::test_text_of_decimals",),
    ),
    Mutation(
        "to-the-nearest-double",
        "vectors/rounding.py",
        "    if side < 0 and nearest > x:\n",
        "    if side < 0 and nearest > 2 * abs(x):\n",
        "a lower bound in doubles is above the number",
        (f"{_ROUNDING}::test_doubles_are_those_of_mpfr",),
    ),
    Mutation(
        "unsound-by-little",
        "conformance/verdicts.py",
        'if below == (unsafe == "below"):',
        'if below == (unsafe == "below") and gap >= ROUNDING:',
        "a claim on the unsafe side is safe if it is close",
        (f"{_VERDICTS}::test_rounding_is_counted_apart_and_stays_unsound",),
    ),
    Mutation(
        "the-relied-on-bound-only",
        "conformance/verdicts.py",
        '    for verdict in ("nan", "unsound"):\n',
        '    for verdict in ("nan",):\n',
        "a false bound is forgiven if users rely on the other one",
        (f"{_VERDICTS}::test_both_bounds_are_judged",),
    ),
    Mutation(
        "a-loose-factor-of-its-own",
        "conformance/verdicts.py",
        "    return times(claim, q) > times(upper, p)\n",
        "    return times(claim, q) > times(upper, 2 * p)\n",
        "an answer that is off by more than the factor is safe",
        (f"{_VERDICTS}::test_verdicts_on_a_number",),
    ),
)

CHECKING = (
    Mutation(
        "the-best-part-of-a-claim",
        "checking.py",
        "    weakest = max(found, key=lambda v: v.status.rank)\n",
        "    weakest = min(found, key=lambda v: v.status.rank)\n",
        "a claim in two parts holds as one of them does",
        (f"{_CHECK}::test_what_is_refuted",),
    ),
    Mutation(
        "hypotheses-that-are-never-met",
        "checking.py",
        "    if not satisfied(hypotheses, seconds=seconds):\n",
        "    if not satisfied(hypotheses, seconds=seconds) and not hypotheses:\n",
        "x <= 0 is proved under x >= 2 and x <= 1",
        (f"{_CHECK}::test_contradictory_hypotheses_prove_nothing",),
    ),
    Mutation(
        "a-hole-in-the-domain",
        "deciding.py",
        "        if hole is not None:\n",
        "        if hole is True:\n",
        "Abs(x)/x <= 1 on [-1, 1]",
        (f"{_CHECK}::test_nothing_holds_where_it_is_undefined[Abs(x)/x <= 1--1]",),
    ),
    Mutation(
        "a-term-that-cancels",
        "checking.py",
        '        if hole is not None:\n            detail = f"{hole} cancels when the text is read',
        '        if hole is True:\n            detail = f"{hole} cancels when the text is read',
        "x/x = 1 on [-1, 1]",
        (f"{_CHECK}::test_nothing_holds_where_it_is_undefined[x/x == 1--1]",),
    ),
    Mutation(
        "a-supremum-from-above",
        "deciding.py",
        '    if op in (lower[1], "=="):\n',
        "    if op == lower[1]:\n",
        "sup g = c as g <= c",
        (f"{_CHECK}::test_a_supremum_a_hair_below_its_bound",),
    ),
    Mutation(
        "the-last-integer",
        "deciding.py",
        "high = domain.end.floor() + 1 if",
        "high = domain.end.floor() if",
        "a claim about k <= 13 is decided for k <= 12",
        (f"{_CHECK}::test_what_is_refuted",),
    ),
    Mutation(
        "a-cut-without-its-end",
        "checking.py",
        '    ">=": lambda c: Interval(c, oo),\n',
        '    ">=": lambda c: Interval.open(c, oo),\n',
        "x^2 > x under x >= 1",
        (f"{_CHECK}::test_a_cut_keeps_its_end",),
    ),
)

CURVES = (*ORDER, *COMPOSITION, *WRITTEN, *CHECKING)
