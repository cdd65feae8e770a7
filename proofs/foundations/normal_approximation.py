"""Results on the normal approximation of sums that are cited, not proved here."""

from fdp_sym.theorems import Axiom, cite

berry_esseen = Axiom(
    id="berry-esseen",
    title="Berry-Esseen inequality with the constant 0.5600",
    source=cite("shevtsova2010", "main theorem"),
    statement=(
        "For independent $X_1, \\dots, X_n$ with mean 0, variances $\\sigma_i^2$ (not all 0) and "
        "finite $\\beta_i = E|X_i|^3$, with $\\sigma^2 = \\sum \\sigma_i^2$: for all real $x$, "
        "$|P(\\sum X_i \\le \\sigma x) - \\Phi(x)| \\le 0.5600\\,\\sum \\beta_i / \\sigma^3$; "
        "and so, by limits from the left, for $P(\\sum X_i < \\sigma x)$."
    ),
    notes=(
        "In general no constant below $(\\sqrt{10}+3)/(6\\sqrt{2\\pi}) = 0.40973\\ldots$ is enough "
        "(Esseen 1956)."
    ),
)

esseen_lattice = Axiom(
    id="esseen-lattice",
    title="The distance of lattice sums from the normal law",
    source=cite("esseen1956", "asymptotic distance for lattice distributions"),
    statement=(
        "For independent and identically distributed $X_1, \\dots, X_n$ with mean 0, variance "
        "$\\sigma^2 > 0$, third moment m and values in a lattice of span d (no coarser one), "
        "$\\sqrt{n} \\sup_x |P(\\sum X_i \\le \\sigma\\sqrt{n}\\,x) - \\Phi(x)|$ tends to "
        "$(|m| + 3 d \\sigma^2)/(6 \\sqrt{2\\pi} \\sigma^3)$."
    ),
)

berry_esseen_identical = Axiom(
    id="berry-esseen-identical",
    title="Berry-Esseen inequality with the constant 0.4690 for identical laws",
    source=cite("shevtsova2013", "main theorem"),
    statement=(
        "For independent and identically distributed $X_1, \\dots, X_n$ with mean 0, variance "
        "$\\sigma^2 > 0$ and finite $\\beta = E|X_1|^3$: for all real $x$, "
        "$|P(\\sum X_i \\le \\sigma\\sqrt{n}\\,x) - \\Phi(x)| \\le "
        "0.4690\\,\\beta / (\\sigma^3 \\sqrt{n})$."
    ),
)
