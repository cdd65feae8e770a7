"""Results on transforms of probability measures that are cited, not proved here."""

from fdp_sym.theorems import Axiom, cite

transform_uniqueness = Axiom(
    id="transform-uniqueness",
    title="A transform that is finite around 0 determines the law",
    source=cite("billingsley1995", "Theorem 30.1", edition="3rd edition"),
    statement=(
        "If $E e^{sX}$ is finite for all s in an open interval around 0, the law of the real "
        "random variable X is the only one with that transform on that interval."
    ),
    notes=(
        "The theorem says that moments whose exponential series has a positive radius of "
        "convergence determine the law; the coefficients of the transform are those moments."
    ),
)
