"""The moments accountant: Renyi guarantees at whole orders."""

from sympy import Interval, exp, log, oo

from fdp_sym.theorems import Eq, Ge, Theorem, cite, integer, real, symbolic

source = cite("abadi2016deep", "Theorem 2", edition="arXiv:1607.00133v2")
k = integer("k", 1)  # the moment, the order is k + 1
excess = real("y", Interval(0, oo))  # log(dP/dQ) - epsilon, where it is not negative
moment, epsilon = real("m", Interval(0, oo)), real("epsilon", Interval(0, oo))
delta = real("delta", Interval.open(0, 1))

tail = Theorem(
    id="moments-accountant",
    title="The tail bound of the moments accountant is Mironov's conversion at whole orders",
    source=source,
    uses=("renyi-to-dp",),
    claim=(
        Ge(exp(k * excess), 1),
        Eq(exp(moment - k * epsilon), exp(k * (moment / k - epsilon))),
        Eq(moment / k - log(delta) / k, (moment - log(delta)) / k),
        Eq(exp(moment - k * ((moment - log(delta)) / k)), delta),
    ),
    checks=(symbolic(),),
    mutants=(
        Ge(exp(k * excess), 2),
        Eq(exp(moment - k * epsilon), exp(k * (moment - epsilon))),
        Eq(exp(moment - k * ((moment + log(delta)) / k)), delta),
    ),
    notes=(
        "$m = \\log E_P (dP/dQ)^k = k D_{k+1}(P\\|Q)$. By Markov's inequality, "
        "$P[\\log(dP/dQ) \\ge \\epsilon] \\le e^{m - k\\epsilon}$, which is the delta of "
        "renyi-to-dp at the order k + 1; moments of composed mechanisms add up "
        "(drs-b-renyi-products)."
    ),
)
