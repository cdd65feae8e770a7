"""The shipped suite, loaded on import: what a process that verifies it begins with."""

from .runner import loaded

loaded()
