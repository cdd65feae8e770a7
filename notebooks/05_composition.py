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
# # Composition and its limits
#
# Section 3 of Dong, Roth and Su, *Gaussian Differential Privacy* (arXiv:1905.02383v3, **DRS**).
# `f @ g` is the tensor product $f \otimes g$: the trade-off function of two independent
# experiments together. Every cell asserts what its text says.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sympy import Interval, Rational, log, oo, sqrt

import fdp_sym as fd
from fdp_sym.compose.gaussian_limit import shift_table
from fdp_sym.symbols import real

levels = np.linspace(0, 1, 1001)
mu = real("mu", Interval(0, oo))
mu_2 = real("mu_2", Interval(0, oo))


def panel(title, xlabel="type I error α", ylabel="type II error β", **settings):
    axes = plt.figure(figsize=(5.5, 4.2), layout="constrained").subplots()
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel, **settings)
    return axes


# %% [markdown]
# ## 1. Closed rules keep symbols
#
# Gaussians compose to a Gaussian (DRS Corollary 3.3), $f_{\varepsilon,\delta}$ is
# $f_{\varepsilon,0} \otimes f_{0,\delta}$, perfect privacy is neutral. Order and bracketing never
# matter: equal products are equal objects.

# %%
assert fd.Gaussian(mu) @ fd.Gaussian(mu_2) == fd.Gaussian(sqrt(mu**2 + mu_2**2))
assert fd.EpsDelta(1) @ fd.EpsDelta(0, "1/10") == fd.EpsDelta(1, "1/10")
f, g, h = fd.Laplace(1), fd.RandomizedResponse(1, 3), fd.Gaussian("1/2")
assert (f @ g) @ h @ fd.Identity() == h @ (g @ f)
f @ g**10 @ h

# %% [markdown]
# ## 2. Randomised response, exactly
#
# With $x = e^\varepsilon$ rational, all breakpoints of $f_{\varepsilon,0}^{\otimes n}$ are rational
# numbers.

# %%
response = fd.EpsDelta(log(Rational(3, 2)))
axes = panel("Randomised response, $e^\\varepsilon = 3/2$, composed n times", aspect="equal")
for n in (2, 5, 20):
    points = list((response**n).breakpoints)
    assert len(points) == n + 2
    assert all(alpha.is_Rational and beta.is_Rational for alpha, beta in points)
    axes.plot(*np.array(points, dtype=float).T, marker=".", label=f"n = {n}")
axes.legend()

# %% [markdown]
# ## 3. The central limit theorem as a band
#
# DRS Theorem 3.4 puts the composition within $\gamma$ of $G_\mu$, in both coordinates. `verify()`
# checks that over all α against the exact composition. The true distance is much smaller.

# %%
steps = [(fd.EpsDelta("1/10"), 1000)]
limit = fd.clt(steps)
verdict = limit.verify()
assert verdict.status == "certified"
exact = fd.EpsDelta("1/10") ** 1000
axes = panel(f"n = 1000, ε = 1/10: μ = {float(limit.mu):.3f}, γ = {float(limit.gamma):.4f}")
axes.fill_between(
    levels, np.maximum(limit.lower(levels), 0), np.minimum(limit.upper(levels), 1), alpha=0.3
)
axes.plot(levels, exact(levels), label="exact")
axes.set(xlim=(0, 0.2), ylim=(0, 0.2))
axes.legend()
verdict

# %% [markdown]
# ## 4. The rate is 1/n
#
# For $\varepsilon = \mu/\sqrt n$ the least shift $s_n$ with
# $G_\mu(\alpha+s)-s \le f_{\varepsilon,0}^{\otimes n}(\alpha) \le G_\mu(\alpha-s)+s$ falls like
# $1/n$ (DRS Theorem 3.7); the table holds $c_n = n s_n$, certified.

# %%
table = shift_table(1, [1, 4, 16, 64, 256])
for row in table:
    print(row)

# %% [markdown]
# ## 5. Edgeworth is closer, but no bound
#
# The approximations of first and second order beside the limit, and their **true** errors, which
# are enclosed.

# %%
copies = [(fd.EpsDelta("1/10"), 100)]
errors = [fd.edgeworth(copies, order=order).error(1, digits=6).decimal(4) for order in (1, 2)]
gaussian = fd.Gaussian(fd.clt(copies).mu).enclose_delta(1)
truth = (fd.EpsDelta("1/10") ** 100).enclose_delta(1)
print("limit:", float(abs(gaussian.lower - truth.lower)), "Edgeworth:", errors)

# %% [markdown]
# ## 6. What the limit needs: kl and $\kappa_2$
#
# DRS Theorem 3.5 lets the limit be $G_{2K/s}$ and leaves open whether $s^2 = 2K$ always. It does:
# $0 \le \kappa_2/2 - \mathrm{kl} \le c\,\kappa_3$ with $c = 0.06624\ldots$ (entries `drs-3.5-…`).

# %%
for f in (fd.Gaussian("1/3"), fd.EpsDelta("1/2"), fd.Laplace(1), fd.Logistic(2)):
    kl, kappa2, kappa3 = (float(x.evalf()) for x in (f.kl(), f.kappa2(), f.kappa3()))
    assert 0 <= kappa2 / 2 - kl <= 0.0662438 * kappa3
    print(f"{f!r:20} {(kappa2 / 2 - kl) / kappa3:.6f}")

# %% [markdown]
# ## 7. Poisson sampling has two directions
#
# Removing a record and adding one give different functions, and they are never mixed up: the
# direction has to be named.

# %%
remove = fd.SubsampledGaussian(1, "1/4", direction="remove")
add = fd.SubsampledGaussian(1, "1/4", direction="add")
assert remove.inverse() == add
axes = panel("Poisson-sampled Gaussian, σ = 1, q = 1/4", aspect="equal")
axes.plot(levels, remove(levels), label="remove")
axes.plot(levels, add(levels), label="add")
axes.plot(levels, 1 - levels, "k:", label="Id")
axes.legend()

# %% [markdown]
# ## 8. Certified values
#
# δ(ε) of a mixed product, every digit proved, and how it was found.

# %%
ball = (fd.Laplace(1) ** 30).enclose_delta(10, digits=30)
assert ball.decimal(16).startswith("0.5135483935078")
mixed = (fd.Laplace("1/2") ** 20 @ fd.Gaussian("1/2") @ fd.EpsDelta("1/10") ** 50).enclose_delta(3)
print(ball.decimal(30), "|", mixed.decimal(30), "|", mixed.route)
