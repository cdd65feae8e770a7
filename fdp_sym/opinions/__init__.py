"""Independent opinions: what other software says about the statements that the suite decides.

* `smt`: Z3 looks for a solution of the negation of every statement that is semi-algebraic;
* `points`: MPFR (through gmpy2, every operation rounded outward) and mpmath evaluate statements at
  exact points: witnesses, listed points and the corners of certificates.

Nothing here decides a status. An opinion that contradicts a recorded status is a finding.
"""
