"""Claims from the neighbourhood of the literature, about half of them false.

Which half is in `planted_key`. All were written down before any was run, and none is left out.
Each is a name, the text of the claim as on the command line, hypotheses separated by ``;``, and
ranges ``NAME=LO:HI``, or ``NAME=LO..HI`` for whole numbers.
"""

from __future__ import annotations

__all__ = ["CLAIMS"]

# (name, claim, hypotheses, box)
CLAIMS: tuple[tuple[str, str, str, str], ...] = (
    # -- Gaussian tails -----------------------------------------------------------------------
    ("mills-upper", "Phi(-x) <= exp(-x**2/2)/(x*sqrt(2*pi))", "x > 0", "x=0:inf"),
    ("mills-gordon", "x/(1 + x**2)*exp(-x**2/2)/sqrt(2*pi) <= Phi(-x)", "", "x=0:inf"),
    ("mills-five", "exp(-x**2/2)/sqrt(2*pi)*(1/x - 1/x**3 + 1/x**5) <= Phi(-x)", "", "x=1:20"),
    ("mills-three", "exp(-x**2/2)/sqrt(2*pi)*(1/x - 1/x**3) <= Phi(-x)", "", "x=1:20"),
    ("mills-birnbaum", "2*exp(-x**2/2)/(x + sqrt(x**2 + 4)) <= sqrt(2*pi)*Phi(-x)", "", "x=0:10"),
    ("mills-sampford", "sqrt(2*pi)*Phi(-x) <= 4*exp(-x**2/2)/(3*x + sqrt(x**2 + 8))", "", "x=0:10"),
    (
        "mills-birnbaum-sharper",
        "2*exp(-x**2/2)/(x + sqrt(x**2 + 3)) <= sqrt(2*pi)*Phi(-x)",
        "",
        "x=0:10",
    ),
    ("mills-pollak", "sqrt(2*pi)*Phi(-x) <= 2*exp(-x**2/2)/(x + sqrt(x**2 + 8/pi))", "", "x=0:10"),
    (
        "mills-pollak-strict",
        "sqrt(2*pi)*Phi(-x) < 2*exp(-x**2/2)/(x + sqrt(x**2 + 8/pi))",
        "",
        "x=0:10",
    ),
    (
        "mills-pollak-rounded",
        "sqrt(2*pi)*Phi(-x) <= 2*exp(-x**2/2)/(x + sqrt(x**2 + 2.547))",
        "",
        "x=0:10",
    ),
    ("chernoff-half", "Phi(-x) <= exp(-x**2/2)/2", "", "x=0:inf"),
    ("chernoff-half-everywhere", "Phi(-x) <= exp(-x**2/2)/2", "", "x=-1:5"),
    ("chernoff-shifted", "Phi(-x) <= exp(-x**2/2)/(2*(1 + x))", "", "x=0:20"),
    ("chernoff-shifted-late", "Phi(-x) <= exp(-x**2/2)/(2*(1 + x))", "", "x=4:20"),
    ("erfc-double-lower", "erfc(x) >= 0.6577*exp(-2*x**2)", "", "x=0:5"),
    ("erfc-double-lower-larger", "erfc(x) >= 0.79*exp(-2*x**2)", "", "x=0:5"),
    ("polya", "4*Phi(x)*Phi(-x) >= exp(-2*x**2/pi)", "", "x=0:6"),
    ("polya-rounded", "4*Phi(x)*Phi(-x) >= exp(-0.636*x**2)", "", "x=0:6"),
    ("polya-lower", "4*Phi(x)*Phi(-x) <= exp(-x**2/2)", "", "x=-6:6"),
    ("polya-lower-exponent", "4*Phi(x)*Phi(-x) <= exp(-0.51*x**2)", "", "x=0:20"),
    ("logistic-approximation", "Abs(Phi(x) - 1/(1 + exp(-1.702*x))) <= 0.0095", "", "x=-10:10"),
    (
        "logistic-approximation-tight",
        "Abs(Phi(x) - 1/(1 + exp(-1.702*x))) <= 0.0094",
        "",
        "x=-10:10",
    ),
    # -- inequalities of Phi ------------------------------------------------------------------
    ("phi-log-concave", "Phi((x + y)/2)**2 >= Phi(x)*Phi(y)", "", "x=-3:3 y=-3:3"),
    ("phi-concave", "Phi((x + y)/2) >= (Phi(x) + Phi(y))/2", "", "x=-1:3 y=-1:3"),
    ("phi-positive-part", "exp(-x**2/2)/sqrt(2*pi) + x*Phi(x) >= 0", "", "x=-8:8"),
    (
        "phi-positive-part-hyperbola",
        "exp(-x**2/2)/sqrt(2*pi) + x*Phi(x) <= x/2 + sqrt(x**2/4 + 1/(2*pi))",
        "",
        "x=-5:5",
    ),
    (
        "phi-positive-part-hyperbola-half",
        "exp(-x**2/2)/sqrt(2*pi) + x*Phi(x) <= x/2 + sqrt(x**2/8 + 1/(2*pi)) + x/8",
        "",
        "x=0:5",
    ),
    ("phi-subadditive", "Phi(x + y) + 1/2 <= Phi(x) + Phi(y)", "", "x=0:4 y=0:4"),
    ("phi-subadditive-everywhere", "Phi(x + y) + 1/2 <= Phi(x) + Phi(y)", "", "x=-1:4 y=-1:4"),
    ("phi-lipschitz", "Abs(Phi(x) - Phi(y)) <= Abs(x - y)/sqrt(2*pi)", "", "x=-3:3 y=-3:3"),
    ("phi-lipschitz-rounded", "Abs(Phi(x) - Phi(y)) <= 0.3989*Abs(x - y)", "", "x=-3:3 y=-3:3"),
    ("phi-maximum-of-two", "Phi(x)**2 <= Phi(sqrt(2)*x)", "", "x=-10:10"),
    ("phi-maximum-of-two-rounded", "Phi(x)**2 <= Phi(1.42*x)", "", "x=-30:30"),
    ("quantile-chernoff", "Quantile(p) <= sqrt(-2*log(2*(1 - p)))", "", "p=0.5:0.999"),
    ("quantile-polya", "Quantile(p)**2 >= 1.57*log(1/(4*p*(1 - p)))", "", "p=0.01:0.99"),
    ("quantile-polya-rounded", "Quantile(p)**2 >= 1.571*log(1/(4*p*(1 - p)))", "", "p=0.01:0.99"),
    # -- Gaussian differential privacy --------------------------------------------------------
    ("gdp-advantage", "1 - 2*Phi(-mu/2) <= 0.399*mu", "", "mu=0:inf"),
    ("gdp-advantage-rounded", "1 - 2*Phi(-mu/2) <= 0.3989*mu", "", "mu=0:inf"),
    ("gdp-below-identity", "Phi(Quantile(1 - alpha) - mu) <= 1 - alpha", "", "alpha=0:1 mu=0:10"),
    (
        "gdp-below-identity-strict",
        "Phi(Quantile(1 - alpha) - mu) < 1 - alpha",
        "mu > 0",
        "alpha=0:1 mu=0:10",
    ),
    ("gdp-tangent", "Phi(Quantile(1 - alpha) - 1) >= 0.617 - alpha", "", "alpha=0:1"),
    ("gdp-tangent-rounded", "Phi(Quantile(1 - alpha) - 1) >= 0.6171 - alpha", "", "alpha=0:1"),
    ("gdp-line", "Phi(Quantile(1 - alpha) - 1) >= 0.873 - exp(1)*alpha", "", "alpha=0:1"),
    ("gdp-line-rounded", "Phi(Quantile(1 - alpha) - 1) >= 0.8731 - exp(1)*alpha", "", "alpha=0:1"),
    ("gdp-steep-line", "Phi(Quantile(1 - alpha) - 1) >= 1 - 4*alpha", "", "alpha=0:1"),
    (
        "gdp-classical-sigma",
        "Phi(epsilon/(2*sqrt(2*log(125000))) - sqrt(2*log(125000))) - exp(epsilon)"
        "*Phi(-epsilon/(2*sqrt(2*log(125000))) - sqrt(2*log(125000))) <= 1/100000",
        "",
        "epsilon=0:1",
    ),
    (
        "gdp-classical-sigma-beyond-one",
        "Phi(epsilon/(2*sqrt(2*log(125000))) - sqrt(2*log(125000))) - exp(epsilon)"
        "*Phi(-epsilon/(2*sqrt(2*log(125000))) - sqrt(2*log(125000))) <= 1/100000",
        "",
        "epsilon=0:20",
    ),
    (
        "gdp-profile-of-zcdp",
        "Phi(mu/2 - epsilon/mu) - exp(epsilon)*Phi(-mu/2 - epsilon/mu)"
        " <= exp(-(epsilon - mu**2/2)**2/(2*mu**2))",
        "epsilon >= mu**2/2",
        "epsilon=0:5 mu=1/2:4",
    ),
    (
        "gdp-profile-of-zcdp-everywhere",
        "Phi(mu/2 - epsilon/mu) - exp(epsilon)*Phi(-mu/2 - epsilon/mu)"
        " <= exp(-(epsilon - mu**2/2)**2/(2*mu**2))",
        "",
        "epsilon=0:5 mu=1/2:4",
    ),
    (
        "pure-to-gdp",
        "2*Quantile(exp(epsilon)/(1 + exp(epsilon))) <= 1.254*epsilon",
        "",
        "epsilon=0:10",
    ),
    (
        "pure-to-gdp-rounded",
        "2*Quantile(exp(epsilon)/(1 + exp(epsilon))) <= 1.253*epsilon",
        "",
        "epsilon=0:10",
    ),
    # -- Renyi and concentrated privacy -------------------------------------------------------
    ("pure-to-renyi-two", "log(2*cosh(epsilon) - 1) <= epsilon**2", "", "epsilon=0:10"),
    ("pure-to-renyi-two-less", "log(2*cosh(epsilon) - 1) <= 0.99*epsilon**2", "", "epsilon=0:10"),
    ("response-divergence", "epsilon*tanh(epsilon/2) <= epsilon**2/2", "", "epsilon=0:inf"),
    ("dwork-linear", "exp(epsilon) - 1 <= 2*epsilon", "", "epsilon=0:1.25"),
    ("dwork-linear-further", "exp(epsilon) - 1 <= 2*epsilon", "", "epsilon=0:1.26"),
    ("renyi-factor", "(1 - 1/a)**a <= exp(-1)", "a > 1", "a=1:100"),
    ("renyi-factor-shifted", "(1 - 1/a)**(a - 0.51) <= exp(-1)", "", "a=2:100"),
    ("renyi-factor-half", "(1 - 1/a)**(a - 1/2) <= exp(-1)", "", "a=2:100"),
    (
        "zcdp-order",
        "Sup((a - 1)*(epsilon - a/2), a, 1, inf) <= (epsilon - 1/2)**2/2",
        "",
        "epsilon=0:5",
    ),
    (
        "zcdp-order-equal",
        "Sup((a - 1)*(epsilon - a/2), a, 1, inf) == (epsilon - 1/2)**2/2",
        "",
        "epsilon=0:5",
    ),
    ("zcdp-tail", "Phi(-sqrt(2*log(1/delta))) <= delta/4", "", "delta=0.001:0.1"),
    ("zcdp-tail-everywhere", "Phi(-sqrt(2*log(1/delta))) <= delta/4", "", "delta=0.001:1"),
    # -- group privacy and composition --------------------------------------------------------
    (
        "group-delta",
        "(exp(k*epsilon) - 1)/(exp(epsilon) - 1) <= k*exp((k - 1)*epsilon)",
        "",
        "k=1..10 epsilon=1/10:2",
    ),
    (
        "group-delta-real",
        "(exp(k*epsilon) - 1)/(exp(epsilon) - 1) <= k*exp((k - 1)*epsilon)",
        "",
        "k=1/2:3 epsilon=1/10:2",
    ),
    (
        "advanced-beats-basic",
        "0.1*sqrt(2*k*log(100000)) + k*0.1*(exp(0.1) - 1) <= 0.1*k",
        "",
        "k=29..200",
    ),
    (
        "advanced-beats-basic-sooner",
        "0.1*sqrt(2*k*log(100000)) + k*0.1*(exp(0.1) - 1) <= 0.1*k",
        "",
        "k=28..200",
    ),
    ("kov-two", "(exp(2*epsilon) - 1)/(1 + exp(epsilon))**2 == tanh(epsilon/2)", "", ""),
    (
        "kov-three",
        "(exp(3*epsilon) + 3*exp(2*epsilon) - 3*exp(epsilon) - 1)/(1 + exp(epsilon))**3"
        " <= 3/2*tanh(epsilon/2)",
        "",
        "epsilon=0:10",
    ),
    (
        "kov-three-lower",
        "(exp(3*epsilon) + 3*exp(2*epsilon) - 3*exp(epsilon) - 1)/(1 + exp(epsilon))**3"
        " >= 1.4*tanh(epsilon/2)",
        "",
        "epsilon=0:1",
    ),
    ("union-delta", "1 - (1 - delta)**k <= k*delta", "", "k=1..12 delta=0:1"),
    ("union-delta-real", "1 - (1 - delta)**k <= k*delta", "", "k=1/2:5 delta=0:0.9"),
    (
        "union-delta-lower",
        "1 - (1 - delta)**k >= k*delta - k*(k - 1)/2*delta**2",
        "",
        "k=1..12 delta=0:1",
    ),
    (
        "union-delta-lower-better",
        "1 - (1 - delta)**k >= k*delta - (k**2 - k - 1)/2*delta**2",
        "",
        "k=2..12 delta=0:1",
    ),
    ("union-delta-exponential", "1 - (1 - delta)**k <= 1 - exp(-k*delta)", "", "k=1..12 delta=0:1"),
    # -- trade-off functions ------------------------------------------------------------------
    (
        "eps-delta-nonnegative",
        "Max(1 - delta - exp(epsilon)*alpha, exp(-epsilon)*(1 - delta - alpha)) >= 0",
        "",
        "",
    ),
    (
        "eps-delta-nonnegative-below",
        "Max(1 - delta - exp(epsilon)*alpha, exp(-epsilon)*(1 - delta - alpha)) >= 0",
        "alpha <= 1 - delta",
        "",
    ),
    (
        "eps-delta-tangent",
        "Max(0, 1 - delta - exp(epsilon)*alpha, exp(-epsilon)*(1 - delta - alpha))"
        " >= 2*(1 - delta)/(1 + exp(epsilon)) - alpha",
        "",
        "",
    ),
    (
        "eps-delta-advantage",
        "1 - 2*(1 - delta)/(1 + exp(epsilon)) == delta + (1 - delta)*tanh(epsilon/2)",
        "",
        "",
    ),
    ("eps-delta-advantage-sum", "delta + tanh(epsilon/2) <= 1", "", ""),
    ("laplace-advantage", "1 - exp(-epsilon/2) >= epsilon/2 - epsilon**2/8", "", "epsilon=0:inf"),
    (
        "laplace-advantage-less",
        "1 - exp(-epsilon/2) >= epsilon/2 - 0.124*epsilon**2",
        "",
        "epsilon=0:inf",
    ),
    ("laplace-response", "1 - exp(-epsilon/2) >= 0.8284*tanh(epsilon/2)", "", "epsilon=0:20"),
    (
        "laplace-response-rounded",
        "1 - exp(-epsilon/2) >= 0.8285*tanh(epsilon/2)",
        "",
        "epsilon=0:20",
    ),
    # -- subsampling --------------------------------------------------------------------------
    ("sampling-linear", "log(1 + p*(exp(epsilon) - 1)) <= 2*p*epsilon", "", "p=0:1 epsilon=0:1"),
    (
        "sampling-linear-further",
        "log(1 + p*(exp(epsilon) - 1)) <= 2*p*epsilon",
        "",
        "p=0:1 epsilon=0:2",
    ),
    ("sampling-jensen", "log(1 + p*(exp(epsilon) - 1)) >= p*epsilon", "", "p=0:1 epsilon=0:5"),
    (
        "sampling-jensen-quadratic",
        "log(1 + p*(exp(epsilon) - 1)) >= p*epsilon + p*(1 - p)*epsilon**2/2",
        "",
        "p=0:1 epsilon=0:2",
    ),
    ("sampling-renyi-two", "log(1 + q**2*(exp(mu**2) - 1)) <= 2*q**2*mu**2", "", "q=0:1 mu=0:1"),
    (
        "sampling-renyi-two-further",
        "log(1 + q**2*(exp(mu**2) - 1)) <= 2*q**2*mu**2",
        "",
        "q=0:1 mu=0:2",
    ),
    # -- divergences and hypothesis testing ---------------------------------------------------
    ("huber-gauss", "1 - 2*Phi(-mu/2) <= sqrt(1 - exp(-mu**2/2))", "", "mu=0:10"),
    ("tsybakov-gauss", "2*Phi(-mu/2) >= exp(-mu**2/2)/2", "", "mu=0:10"),
    ("bhattacharyya-gauss", "2*Phi(-mu/2) >= exp(-mu**2/8)/2", "", "mu=0:3"),
    ("bhattacharyya-gauss-early", "2*Phi(-mu/2) >= exp(-mu**2/8)/2", "", "mu=0:2"),
    ("pinsker-response", "tanh(epsilon/2) <= sqrt(epsilon*tanh(epsilon/2)/2)", "", "epsilon=0:10"),
    (
        "pinsker-response-less",
        "tanh(epsilon/2)**2 <= 0.499*epsilon*tanh(epsilon/2)",
        "",
        "epsilon=0:10",
    ),
    ("hoeffding-cosh", "cosh(x) <= exp(x**2/2)", "", "x=-10:10"),
    ("hoeffding-cosh-less", "cosh(x) <= exp(0.499*x**2)", "", "x=-10:10"),
    ("kearns-saul", "p*exp((1 - p)*t) + (1 - p)*exp(-p*t) <= exp(t**2/8)", "", "p=0:1 t=-4:4"),
    (
        "kearns-saul-less",
        "p*exp((1 - p)*t) + (1 - p)*exp(-p*t) <= exp(0.12*t**2)",
        "",
        "p=0:1 t=-4:4",
    ),
    ("tanh-cubic", "tanh(x) >= x - x**3/3", "", "x=0:inf"),
    ("tanh-cubic-both-sides", "tanh(x) >= x - x**3/3", "", "x=-1:1"),
    ("sech-quartic", "1/cosh(x)**2 <= 1 - x**2 + 2*x**4/3", "", "x=-3:3"),
    ("sech-quartic-less", "1/cosh(x)**2 <= 1 - x**2 + 0.66*x**4", "", "x=-3:3"),
    (
        "entropy-power",
        "-p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))**0.72",
        "",
        "p=0.001:0.999",
    ),
    (
        "entropy-power-larger",
        "-p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))**0.73",
        "",
        "p=0.001:0.999",
    ),
)
