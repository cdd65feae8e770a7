"""``python -m fdp_sym.conformance.serve MODULE:FACTORY`` serves an accountant."""

from __future__ import annotations

import sys

from .adapters.serve import main

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m fdp_sym.conformance.serve MODULE:FACTORY")
    sys.exit(main(sys.argv[1]))
