"""Adapters to real accountants, run by interpreters in which fdp_sym is not installed."""
