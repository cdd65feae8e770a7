"""Results of convex analysis that are cited, not proved here."""

from fdp_sym.theorems import Axiom, cite

fenchel_moreau = Axiom(
    id="fenchel-moreau",
    title="Fenchel-Moreau theorem",
    source=cite("rockafellar1970", "Theorem 12.2"),
    statement=(
        "A convex, lower semicontinuous function $f : \\mathbb{R} \\to (-\\infty, \\infty]$ that "
        "is not identically $\\infty$ is its own biconjugate: "
        "$f(x) = \\sup_y (x y - f^*(y))$, $f^*(y) = \\sup_x (y x - f(x))$."
    ),
)

absolute_continuity = Axiom(
    id="convex-absolutely-continuous",
    title="A continuous convex function is the integral of its slope",
    source=cite("rockafellar1970", "Corollary 24.2.1 and Theorem 25.3"),
    statement=(
        "A finite convex function $f$ that is continuous on $[a, b]$ is differentiable at all but "
        "countably many points, and $f(y) - f(x) = \\int_x^y f'(t)\\,dt$ for "
        "$a \\le x \\le y \\le b$."
    ),
    notes="So every trade-off function is absolutely continuous on $[0, 1]$.",
)

majorisation = Axiom(
    id="majorisation",
    title="Majorisation by finitely many steps",
    source=cite("hardy1952", "Section 2.19, Lemma 2", edition="2nd edition"),
    statement=(
        "If the sums of the j largest of $a_1, \\dots, a_n$ are at least those of $b_1, \\dots, "
        "b_n$ for every j, and equal for j = n, then b is reached from a by finitely many steps "
        "each of which replaces two numbers by two others between them of the same sum."
    ),
    notes=(
        "Weak majorisation, where the sums of all may differ, needs besides that numbers are made "
        "smaller."
    ),
)

convex_hull_minorant = Axiom(
    id="convex-minorant",
    title="The largest convex minorant",
    source=cite("rockafellar1970", "Theorem 12.2 and Corollary 12.1.1"),
    statement=(
        "For $f : [0,1] \\to [0,1]$ the biconjugate $f^{**}$ is the supremum of all affine "
        "functions below $f$, the largest closed convex function below $f$."
    ),
)
