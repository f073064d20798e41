"""The programs of bench/ that put figures into docs/benchmarks.md, as modules."""

import importlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "benchmarks.md"


def program(name):
    if str(ROOT / "bench" / "tables") not in sys.path:
        sys.path.insert(0, str(ROOT / "bench" / "tables"))
    return importlib.import_module(name)
