"""Coverage-guided fuzzing by atheris, which installs on Linux with CPython up to 3.13.

    python tests/fuzz/harness.py TARGET [--seconds 300 | --runs 5000]

The targets are those of ``targets.py``. A mistake is printed with the input that shows it, which is
kept in a file, and the exit status is not 0; without atheris it is 77.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
MISSING = 77
# what coverage is measured of: to prepare the whole package takes ten seconds
READERS = [
    "fdp_sym.parsing",
    "fdp_sym.conformance",
    "fdp_sym.untrusted",
    "fdp_sym.vectors",
    "fdp_sym.latex.printed",
    "fdp_sym.latex.bibliography",
    "fdp_sym.theorems.loader",
    "fdp_sym.theorems.ledger",
    "fdp_sym.theorems.entries",
    "fdp_sym.tradeoff",
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--runs", type=int, default=-1)
    options = parser.parse_args()
    try:
        import atheris
    except ImportError:
        print("atheris is not installed; pip install atheris (Linux, CPython up to 3.13)")
        return MISSING
    warnings.simplefilter("ignore")
    with atheris.instrument_imports(include=READERS):
        import targets

    from guard import tried
    from seeds import BOMBS, PIECES, SEEDS

    target = targets.TARGETS[options.target]
    folder = Path(tempfile.mkdtemp(prefix=f"fdp-sym-{options.target}-"))
    corpus = folder / "corpus"
    corpus.mkdir()
    more = BOMBS if options.target in ("expression", "claim") else ()
    for number, seed in enumerate((*SEEDS[options.target], *more)):
        (corpus / str(number)).write_bytes(seed.encode("utf-8", "surrogatepass"))
    words = folder / "words"
    escaped = (
        "".join(f"\\x{byte:02x}" for byte in piece.encode("utf-8", "surrogatepass"))
        for piece in PIECES
    )
    words.write_text("".join(f'"{piece}"\n' for piece in escaped))
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-dict={words}",
            f"-max_total_time={options.seconds}",
            f"-runs={options.runs}",
            f"-artifact_prefix={folder}{os.sep}",
            *("-max_len=4096", "-timeout=60", "-rss_limit_mb=3000", "-seed=20220214"),
            *("-close_fd_mask=0", "-print_final_stats=1"),
        ],
        lambda data: tried(target, data),
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
