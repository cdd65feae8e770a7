# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A tour: trade-off functions and their privacy regions
#
# The objects of two papers, as fdp_sym has them: Dong, Roth and Su, *Gaussian Differential Privacy*
# (arXiv:1905.02383v3, **DRS**), and Kairouz, Oh and Viswanath, *The Composition Theorem for
# Differential Privacy* (arXiv:1311.0776v4, **KOV**). Every cell asserts what its text says.
#
# An adversary sees one output and has to tell whether it comes from P or from Q. A test has a
# type I error α (P rejected wrongly) and a type II error β (Q missed). The trade-off function
# f = T(P, Q) gives the least β at each α; the larger it is, the better the privacy.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sympy import Max, Rational, exp

import fdp_sym as fd
from fdp_sym.duality import region_eps_delta
from fdp_sym.symbols import alpha, delta, epsilon, mu
from fdp_sym.theorems.loader import load
from fdp_sym.tradeoff.pair import optimal_test

levels = np.linspace(0, 1, 1001)


def axes(columns, titles):
    figure = plt.figure(figsize=(4.2 * columns, 4.2), layout="constrained")
    panels = figure.subplots(1, columns, squeeze=False)[0]
    for panel, title in zip(panels, titles, strict=True):
        panel.set(title=title, xlabel="type I error α", ylabel="type II error β")
        panel.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    return panels


# %% [markdown]
# ## 1. Four curves and their regions
#
# Perfect privacy Id, the Gaussian $G_1$, $f_{\varepsilon,\delta}$ of $(\varepsilon,\delta)$-DP, and
# the Laplace $L_1$. The error pairs of *all* tests fill the region between the curve and its mirror
# image about (1/2, 1/2).

# %%
curves = {
    "Id": fd.Identity(),
    "$G_1$": fd.Gaussian(1),
    "$f_{1, 0.1}$": fd.EpsDelta(1, "1/10"),
    "$L_1$": fd.Laplace(1),
}
left, right = axes(2, ["trade-off functions", "privacy regions"])
for name, f in curves.items():
    (line,) = left.plot(levels, f(levels), label=name)
    lower, upper = f.region().lower(levels), f.region().upper(levels)
    right.fill_between(levels, lower, upper, color=line.get_color(), alpha=0.12)
    for boundary in (lower, upper):
        right.plot(levels, boundary, color=line.get_color())
left.legend()

assert all(np.all(f(levels) <= 1 - levels) for f in curves.values())
assert abs(fd.Gaussian(1)(0.05) - 0.740488977159) < 1e-12  # a published value
assert fd.EpsDelta(1, "1/10").region().contains("1/2", "1/2").status == "certified"
assert fd.EpsDelta(1, "1/10").region().contains("1/100", "1/100").status == "refuted"

# %% [markdown]
# ## 2. Symbols in, formulas out
#
# Numbers give floats; symbols, fractions and decimal strings stay exact. DRS, eqs (5) and (6):

# %%
f = fd.EpsDelta(epsilon, delta)
assert f(alpha) == Max(0, 1 - delta - exp(epsilon) * alpha, exp(-epsilon) * (1 - delta - alpha))
assert fd.Gaussian(mu)(alpha) == fd.Phi(fd.Quantile(1 - alpha) - mu)
assert fd.EpsDelta(0, "1/10")("1/4") == Rational(13, 20)
fd.Gaussian(mu)

# %% [markdown]
# ## 3. Fixed points and total variation
#
# A symmetric f meets the diagonal at its fixed point c, where α + β is least: TV(P, Q) = 1 - 2c.

# %%
(panel,) = axes(1, ["fixed points"])
panel.plot(levels, levels, "k:", linewidth=1)
for name, f in curves.items():
    c = float(f.fixed_point())
    panel.plot(levels, f(levels), label=name)
    panel.plot([c], [c], "ko", markersize=4)
    assert abs(f(c) - c) < 1e-12
    assert abs(float(f.tv()) - (1 - 2 * c)) < 1e-12
panel.legend()

assert fd.Gaussian(mu).fixed_point() == fd.Phi(-mu / 2)

# %% [markdown]
# ## 4. A finite pair and its optimal test
#
# For finitely many outcomes everything is exact (Neyman and Pearson): outcomes are rejected in
# decreasing order of their likelihood ratio, the last one with a probability. This pair is not
# symmetric. Its inverse is T(Q, P); `symmetrize` is the larger of the two, `two_sided` the convex
# function below both, which is what holds whichever way the neighbours lie.

# %%
p, q = ["1/2", "3/8", "1/8"], ["1/8", "1/4", "5/8"]
f = fd.from_pair(p, q)
(panel,) = axes(1, ["a finite pair"])
panel.plot(levels, f(levels), label="T(P, Q)")
panel.plot(levels, f.inverse()(levels), label="its inverse T(Q, P)")
panel.plot(levels, f.symmetrize()(levels), "k--", label="symmetrize")
panel.plot(levels, f.two_sided()(levels), "k:", label="two_sided")
panel.legend()

test = optimal_test(p, q, "1/4")
assert test == optimal_test(p, q, 0.25)
assert [str(share) for share in test] == ["0", "1/3", "1"]
type_two = 1 - sum(Rational(mass) * share for mass, share in zip(q, test, strict=True))
assert type_two == f("1/4")
assert f.inverse() == fd.from_pair(q, p)
assert (f.symmetrize() >= f).status == (f >= f.two_sided()).status == "proved"

# %% [markdown]
# ## 5. Duality: a curve of (ε, δ) guarantees
#
# DRS, Proposition 2.12 and Corollary 2.13: f-DP is the same as (ε, δ(ε))-DP for all ε, where
# $\delta(\varepsilon) = 1 + f^*(-e^\varepsilon)$. Each ε is a line that supports f from below, and
# f is the largest of these lines.

# %%
G = fd.Gaussian(1)
slopes = np.linspace(-3, 3, 25)
left, right = axes(2, ["$G_1$ and its supporting lines", r"the profile $\delta(\varepsilon)$"])
for slope in slopes:
    left.plot(levels, 1 - G.delta(slope) - np.exp(slope) * levels, "0.75", linewidth=0.8)
left.plot(levels, G(levels), linewidth=2)
right.plot(slopes, G.delta(slopes))
right.set(xlabel="ε", ylabel="δ", xlim=(-3, 3), aspect="auto")

assert abs(G.delta(1.0) - 0.126936737507) < 1e-12  # a published value
back = fd.from_profile(G.delta)
assert np.allclose(back(levels[::50]), G(levels[::50]), rtol=0, atol=1e-9)

# %% [markdown]
# ## 6. KOV's privacy region
#
# $(\varepsilon, \delta)$-DP holds exactly when the region of every neighbouring pair lies in
# $R(\varepsilon, \delta)$, two half-planes. Finitely many such guarantees bound the region of $G_1$
# from outside by a polygon.

# %%
guarantees = [(eps, Rational(G.delta(float(eps))).limit_denominator(10**6)) for eps in range(4)]
guarantees = [(eps, slack + Rational("1e-6")) for eps, slack in guarantees]  # rounded up
polygon = fd.from_profile(guarantees)
(panel,) = axes(1, [r"the region of $G_1$ in $\bigcap_i R(\varepsilon_i, \delta_i)$"])
panel.fill_between(levels, G.region().lower(levels), G.region().upper(levels), alpha=0.4)
for f, style in ((polygon, "k-"), *((fd.EpsDelta(*pair), "k:") for pair in guarantees)):
    panel.plot(levels, f.region().lower(levels), style, linewidth=0.8)
    panel.plot(levels, f.region().upper(levels), style, linewidth=0.8)

for eps, slack in guarantees:
    assert (G.region() <= region_eps_delta(eps, slack)).status == "certified"
assert (G.region() <= region_eps_delta(1, "1/10")).status == "refuted"

# %% [markdown]
# ## 7. Group privacy
#
# DRS, Theorem 2.14 and Proposition 2.15: groups of k turn f into $1 - (1 - f)^{\circ k}$. That is
# $G_{k\mu}$ for $G_\mu$, and k groups of $f_{\mu/k, 0}$ approach the Laplace function $L_\mu$.

# %%
L = fd.Laplace(1)
left, right = axes(2, [r"$1 - (1 - f_{1/k, 0})^{\circ k}$ and $L_1$", "how far below $L_1$"])
distances = []
for k in (1, 2, 4, 8):
    group = fd.EpsDelta(Rational(1, k)).group(k)
    gap = L(levels) - group(levels)
    distances.append(np.max(np.abs(gap)))
    left.plot(levels, group(levels), label=f"k = {k}")
    right.plot(levels, gap, label=f"k = {k}")
left.plot(levels, L(levels), "k--", label="$L_1$")
left.legend()
right.set(ylabel="difference of type II errors", ylim=(-0.002, 0.07), aspect="auto")

assert distances == sorted(distances, reverse=True)
assert distances[-1] < distances[0] / 20
assert fd.Gaussian(mu).group(3) == fd.Gaussian(3 * mu)
assert L.group(3) == fd.Laplace(3)

# %% [markdown]
# ## 8. Blackwell's order
#
# One pair is at least as informative as another exactly when some randomisation maps it there
# (DRS, Theorem 2.10; KOV, Theorem 2.5). The answer is that stochastic kernel, exactly, or a level
# at which the trade-off functions refute it.

# %%
clear = (["3/4", "1/4"], ["1/4", "3/4"])
noisy = (["5/8", "3/8"], ["3/8", "5/8"])
other = (["15/16", "1/16"], ["11/16", "5/16"])
(panel,) = axes(1, ["three experiments"])
for name, pair in {"clear": clear, "noisy": noisy, "other": other}.items():
    panel.plot(levels, fd.from_pair(*pair)(levels), label=name)
panel.legend()

assert fd.blackwell(clear, noisy).kernel is not None
witness = fd.blackwell(noisy, clear).witness
assert fd.from_pair(*noisy)(witness) > fd.from_pair(*clear)(witness)
assert not fd.blackwell(noisy, other).holds
assert not fd.blackwell(other, noisy).holds  # the order is partial
fd.blackwell(clear, noisy)

# %% [markdown]
# ## 9. Comparisons are verdicts
#
# `f >= g` says how far it can be trusted: *proved* symbolically, *certified* by ball arithmetic,
# *refuted* at a stated point, or only *consistent* with what was sampled. It is never a bool.

# %%
verdicts = {
    "G_1 ≥ G_2": fd.Gaussian(1) >= fd.Gaussian(2),
    "L_1 ≥ f_{1, 0}": fd.Laplace(1) >= fd.EpsDelta(1),
    "G_1 ≥ f_{1, 0}": fd.Gaussian(1) >= fd.EpsDelta(1),
}
assert [str(v.status) for v in verdicts.values()] == ["proved", "certified", "refuted"]
try:
    bool(verdicts["G_1 ≥ G_2"])
except TypeError as refusal:
    print(refusal)
else:
    raise AssertionError("a verdict has no truth value")
verdicts

# %% [markdown]
# ## 10. A theorem
#
# Statements are data; their status is computed from their checks, never typed. This one verifies
# DRS, Corollary 2.13, when it is shown. `fdp-sym verify` does it for all of them.

# %%
theorem = load().entries["drs-2.13"]
assert "Verdict: proved" in theorem._repr_latex_()
theorem
