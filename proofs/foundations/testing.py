"""Results on hypothesis tests and experiments that are cited, not proved here."""

from fdp_sym.theorems import Axiom, cite

neyman_pearson = Axiom(
    id="neyman-pearson",
    title="Neyman-Pearson lemma",
    source=cite("lehmann2005", "Theorem 3.2.1", edition="3rd edition"),
    statement=(
        "Let $P$, $Q$ have densities $p$, $q$ with respect to a common measure, and "
        "$0 < a < 1$. (i) There are a test $\\phi$ and a constant $h$ with $E_P \\phi = a$, "
        "$\\phi = 1$ where $q > h p$ and $\\phi = 0$ where $q < h p$. (ii) Any such test is most "
        "powerful among the tests of level $a$. (iii) Any most powerful test of level $a$ has "
        "this form almost everywhere off $\\{q = h p\\}$ for some $h$, and has size $a$ unless "
        "some test of smaller size has power 1."
    ),
    notes=(
        "Neyman and Pearson (1933). For finite pairs it says that the lower boundary of the "
        "region of errors is reached by rejecting outcomes in decreasing order of $q/p$."
    ),
)

weak_compactness = Axiom(
    id="weak-compactness",
    title="Weak compactness of the set of tests",
    source=cite("lehmann2005", "Theorem A.5.1", edition="3rd edition"),
    statement=(
        "For a $\\sigma$-finite measure on a space with countably generated sigma-algebra, the set "
        "of measurable $\\phi$ with $0 \\le \\phi \\le 1$ is compact with respect to the "
        "convergence of all integrals $\\int \\phi f$ with integrable $f$."
    ),
    notes=(
        "So the pairs of errors of all tests form a closed (and convex) set, and the infimum in "
        "the definition of a trade-off function is attained."
    ),
)

data_processing = Axiom(
    id="data-processing",
    title="Data processing inequality for trade-off functions",
    source=cite("dong2022gdp", "Lemma 2.9", edition="arXiv:1905.02383v3"),
    statement=(
        "For probability measures $P$, $Q$ on any measurable space and any stochastic kernel $K$, "
        "$T(KP, KQ) \\ge T(P, Q)$: every test of $KP$ against $KQ$ is, after $K$, a test of $P$ "
        "against $Q$ with the same two errors."
    ),
    notes="Cited for general spaces; the finite case is proved.",
)

blackwell = Axiom(
    id="blackwell",
    title="Blackwell's theorem for pairs",
    source=cite("blackwell1953", "Theorem 10"),
    statement=(
        "For probability measures $P$, $Q$ and $P'$, $Q'$ on standard Borel spaces, "
        "$T(P, Q) \\le T(P', Q')$ if and only if there is a stochastic kernel $K$ with "
        "$KP = P'$ and $KQ = Q'$."
    ),
    notes=(
        "Blackwell's theorem for two hypotheses; Torgersen (1991) has general spaces. The "
        "direction from the kernel to the inequality is the data processing inequality."
    ),
)
