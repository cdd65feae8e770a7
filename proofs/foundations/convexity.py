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

convex_hull_minorant = Axiom(
    id="convex-minorant",
    title="The largest convex minorant",
    source=cite("rockafellar1970", "Theorem 12.2 and Corollary 12.1.1"),
    statement=(
        "For $f : [0,1] \\to [0,1]$ the biconjugate $f^{**}$ is the supremum of all affine "
        "functions below $f$, the largest closed convex function below $f$."
    ),
)
