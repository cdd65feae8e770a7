"""Accountants judged by the corpus: adapters, audits, the pytest plugin."""
