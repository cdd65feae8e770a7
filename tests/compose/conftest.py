"""Let the tests of this folder import the checklist `laws` of trade-off functions."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tradeoff"))
