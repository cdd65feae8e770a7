"""An independent checker of the prover's certificates.

It shares with the prover only the enclosures of compiled expressions and the exact rewriting by
which two expressions are recognised as equal: nothing of the search, and nothing that the search
remembered. Every expression of a proof is derived again from its parent's.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

from flint import ctx
from sympy import (
    Abs,
    Expr,
    Integer,
    Min,
    Mul,
    Piecewise,
    Rational,
    Symbol,
    erf,
    exp,
    log,
    sinh,
    tanh,
)

from ..errors import FdpError, HypothesisError
from ..functions import Phi, Quantile
from . import arithmetic as ar
from .boxes import Side
from .certificate import decode, decode_side
from .compiler import compile_expr
from .duals import DUAL, Dual
from .jets import taylor
from .rewriting import is_smooth, tidy

__all__ = ["recheck"]

_FUNCTIONS = {Phi, Quantile, exp, log, erf, tanh, sinh}
Box = dict[Symbol, Any]  # a Side for every variable


def recheck(certificate: Mapping[str, Any]) -> int:
    """Verify a certificate of `prove`, step by step.

    Returns
    -------
    int
        The number of boxes and faces that were verified.

    Raises
    ------
    HypothesisError
        Names the first step that does not hold.

    Examples
    --------
    >>> from fdp_sym.balls.prover import prove
    >>> from fdp_sym.functions import Phi
    >>> from fdp_sym.symbols import mu
    >>> recheck(prove(Phi(mu) <= (1 + mu) / 2, {mu: (0, 3)}).certificate)
    3
    """
    variables = [decode(v) for v in certificate["variables"]]
    box = dict(zip(variables, map(decode_side, certificate["box"]), strict=True))
    for v, s in box.items():
        if not (v.is_integer or s.is_point or s.domain.is_subset(v.domain)):
            raise HypothesisError(f"{v} in {s} goes beyond {v.domain}")
    count = 0
    for part in certificate["parts"]:
        try:
            count += _verify(part["proof"], decode(part["expr"]), part["strict"], box)
        except (LookupError, TypeError, ValueError, AttributeError, FdpError) as error:
            raise HypothesisError(f"the certificate fails: {error}") from error
    return count


def _verify(node: Mapping[str, Any], f: Expr, strict: bool, box: Box) -> int:
    """Check that the node proves f >= 0 (> 0) on the box; count the nodes below it."""
    if "expr" in node:
        given = decode(node["expr"])
        _need(_same(f, given), node, f, box)
        f = given
    children = node.get("children", [])
    count = 1
    for child, expression, sign, part in _RULES[node["rule"]](node, f, strict, box):
        count += _verify(children[child], expression, sign, part)
    return count


def _need(holds: bool, node: Mapping[str, Any], f: Expr, box: Box) -> None:
    if not holds:
        where = ", ".join(f"{v} in {s}" for v, s in box.items())
        raise HypothesisError(f"the step {node['rule']!r} for {f} on {where} does not hold")


def _same(f: Expr, g: Expr) -> bool:
    return f == g or tidy(f) == g or tidy(tidy(f) - g) == 0


# -- enclosures -------------------------------------------------------------------------------


def _over(f: Expr, box: Box, bits: int) -> Any:
    return compile_expr(f, tuple(box)).value([(s.lo, s.hi) for s in box.values()], bits)


def _slope(f: Expr, box: Box, variable: Symbol, bits: int) -> Any:
    if is_smooth(f):
        return _over(tidy(f.diff(variable)), box, bits)
    duals = [Dual(s.value, ar.ONE if v == variable else ar.ZERO) for v, s in box.items()]
    with ctx.workprec(bits):
        return compile_expr(f, tuple(box)).run(duals, DUAL).slope


def _positive(value: Any, strict: bool) -> bool:
    low = ar.ends(value)[0]
    return bool(low > 0 if strict else low >= 0)


# -- the forms: each yields (child, expression, strict, box) that are left to show --------------


def _zero(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    _need(f == 0 and not strict, node, f, box)
    return ()


def _value(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    _need(_positive(_over(f, box, node["bits"]), strict), node, f, box)
    return ()


def _mean_value(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    bits = node["bits"]
    centre = {v: s.lo if s.is_point else s.middle for v, s in box.items()}
    total = compile_expr(f, tuple(box)).value(centre, bits)
    for v, s in box.items():
        if not s.is_point:
            reach = compile_expr(v - Rational(str(centre[v])), (v,)).value([(s.lo, s.hi)], bits)
            with ctx.workprec(bits):
                total = ar.add(total, ar.mul(_slope(f, box, v, bits), reach))
    _need(_positive(total, strict), node, f, box)
    return ()


def _taylor(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    ((v, s),) = box.items()
    centre = compile_expr(v, (v,)).value([s.middle], node["bits"])
    value = taylor(compile_expr(f, (v,)), [s.value], 0, centre, node["order"], node["bits"])
    _need(_positive(value, strict), node, f, box)
    return ()


def _factors(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    product: Expr = Integer(1)
    for data, sign in node["dropped"]:
        factor = decode(data)
        oriented = _over(sign * factor, box, node["bits"])
        certain = _positive(oriented, False) and _never_zero(factor, box)
        _need(sign in (1, -1) and (certain or _positive(oriented, strict)), node, f, box)
        product *= sign * factor
    rest = decode(node["children"][0]["expr"])
    _need(_same(f, Mul(product, rest)), node, f, box)
    return ((0, rest, strict, box),)


def _increasing(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    terms = [term.as_coeff_Mul() for term in f.args]
    _need(f.is_Add and len(terms) == 2, node, f, box)
    (_, below), (scale, above) = sorted(terms, key=lambda pair: pair[0])
    _need(scale > 0 and type(above) in _FUNCTIONS and type(below) is type(above), node, f, box)
    _need(f == scale * above - scale * below, node, f, box)
    _need(not ar.is_nan(ar.ends(_over(f, box, node["bits"]))[0]), node, f, box)
    return ((0, above.args[0] - below.args[0], strict, box),)


def _never_zero(factor: Expr, box: Box) -> bool:
    base, power = factor.as_base_exp()
    if isinstance(factor, exp):
        value = _over(factor.args[0], box, 64)
        return not ar.is_nan(ar.ends(value)[0]) and not ar.ends(value)[2]
    s = box.get(base)
    return bool(
        s and power.is_Rational and ((s.lo == 0 and s.lo_open) or (s.hi == 0 and s.hi_open))
    )


def _variants(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    kink, kept, bits = decode(node["kink"]), [decode(v) for v in node["kept"]], node["bits"]
    if isinstance(kink, Piecewise):
        for value, condition in kink.args:
            indicator = Piecewise((Integer(1), condition), (Integer(0), True))
            taken = _over(indicator, box, bits)
            _need(value in kept or _positive(ar.neg(taken), False), node, f, box)
            if _positive(taken, True):
                break
        else:
            _need(False, node, f, box)
    else:
        choices = (kink.args[0], -kink.args[0]) if isinstance(kink, Abs) else kink.args
        orientation = -1 if isinstance(kink, Min) else 1
        for choice in choices:
            beaten = (_over(orientation * (k - choice), box, bits) for k in kept)
            _need(choice in kept or any(_positive(b, False) for b in beaten), node, f, box)
    return [(i, f.xreplace({kink: v}), strict, box) for i, v in enumerate(kept)]


def _rise(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    variable, upper, by_slope = list(box)[node["i"]], node["upper"], node["by_slope"]
    steep, face = node["children"]
    s = box[variable]
    bits = steep.get("bits", 64)
    # a function that is defined and continuous on the box, and monotone inside it
    _need(not ar.is_nan(ar.ends(_over(f, box, bits))[0]), node, f, box)
    _need(not by_slope or s.is_open(upper), node, f, box)
    left = []
    if steep["rule"] == "difference quotients":
        slope = _slope(f, box, variable, bits)
        _need(_positive(ar.neg(slope) if upper else slope, by_slope), node, f, box)
    else:
        _need(is_smooth(f) and not variable.is_integer, node, f, box)
        prime = f.diff(variable)
        opened = {**box, variable: s.opened(upper)}
        left.append((0, -prime if upper else prime, by_slope, opened))
    others = {v: t for v, t in box.items() if v != variable}
    still = strict and not by_slope
    if face["rule"] == "limit":
        _need(s.end(upper) == (inf if upper else -inf), node, f, box)
        at = [s.end(upper) if v == variable else (t.lo, t.hi) for v, t in box.items()]
        _need(_positive(compile_expr(f, tuple(box)).value(at, face["bits"]), still), node, f, box)
    else:
        left.append((1, f.subs(variable, Rational(str(s.end(upper)))), still, others))
    return left


def _cut(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    variable, at = list(box)[node["i"]], Fraction(node["at"])
    _need(box[variable].lo < at < box[variable].hi, node, f, box)
    halves = box[variable].cut(at)
    return [(i, f, strict, {**box, variable: half}) for i, half in enumerate(halves)]


def _each(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    variable = list(box)[node["i"]]
    s, values = box[variable], [Fraction(value) for value in node["values"]]
    whole = (
        variable.is_integer
        and values[0] - 1 < s.lo
        and values[-1] + 1 > s.hi
        and all(b - a == 1 for a, b in pairwise(values))
        and values[0].denominator == 1
    )
    _need(whole, node, f, box)
    return [(i, f, strict, {**box, variable: Side(x, x)}) for i, x in enumerate(values)]


def _at(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    variable = list(box)[node["i"]]
    _need(box[variable].is_point, node, f, box)
    others = {v: t for v, t in box.items() if v != variable}
    return ((0, f.subs(variable, box[variable].sympy_end(False)), strict, others),)


def _substitute(node: Any, f: Expr, strict: bool, box: Box) -> Any:
    """g(z) is continuous, so its values cover everything between those at the ends."""
    old = list(box)[node["i"]]
    g, z, over = decode(node["g"]), decode(node["z"]), decode_side(node["over"])
    s = box[old]
    _need(z not in box and over.domain.is_subset(z.domain), node, f, box)
    _need(is_smooth(g) and not ar.is_nan(ar.ends(_over(g, {z: over}, 128))[0]), node, f, box)
    ends = [compile_expr(g, (z,)).value([over.end(upper)], 128) for upper in (False, True)]
    left = [(0, f.subs(old, g), strict, {z if v == old else v: t for v, t in box.items()})]
    left[0][3][z] = over
    for upper in (False, True):
        end = compile_expr(old, (old,)).value([s.end(upper)], 128)
        gaps = [ar.sub(v, end) if upper else ar.sub(end, v) for v in ends]
        tends = s.end(upper) in (inf, -inf) and any(
            bool(ar.ends(v)[0] == end) and bool(ar.ends(v)[1] == end) for v in ends
        )
        attained = any(
            _positive(gap, True) or (_positive(gap, False) and not over.is_open(up))
            for up, gap in zip((False, True), gaps, strict=True)
        )
        if int(upper) in node["faces"]:
            others = {v: t for v, t in box.items() if v != old}
            face = f.subs(old, Rational(str(s.end(upper))))
            left.append((len(left), face, strict, others))
            attained = attained or any(_positive(gap, False) for gap in gaps)
        approached = s.is_open(upper) and any(_positive(gap, False) for gap in gaps)
        _need(tends or attained or approached, node, f, box)
    return left


_RULES = {
    "zero": _zero,
    "value": _value,
    "mean value": _mean_value,
    "taylor": _taylor,
    "factors": _factors,
    "increasing": _increasing,
    "variants": _variants,
    "rise": _rise,
    "cut": _cut,
    "at": _at,
    "each": _each,
    "substitute": _substitute,
}
