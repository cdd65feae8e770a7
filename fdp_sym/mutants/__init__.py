"""Mutants of claims: changes in one place, and what becomes of each."""
