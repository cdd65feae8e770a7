"""Accountants judged by the corpus of test vectors: audits and the pytest plugin.

An accountant is a callable here, or a program that speaks `protocol`; `process` runs one that is
not trusted, `verdicts` judges its answers, `laws` judges whether they agree with each other, and
`audit` does all of it. Nothing here imports numerics, except to judge calibrations.
"""
