"""FLINT's words (slong, ulong, mp_limb_t) have 32 bits where pointers do, as in WebAssembly: the rooms that the page links with
FLINT (web/CMakeLists.txt) do not take them for 64.

Our exponents have 64 bits, and so have the words of exact::integer: they pass through src/exact/arb.hpp, which knows both sizes.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src"
DOOR = SOURCES / "exact/arb.hpp"
KINDS = {
    r"\w+_get_si\(\s*ARF_EXPREF": "exact::get_exponent",
    r"\w+_2exp_si\([^;]*static_cast<slong>\([^;]*exponent": "exact::mul_2exp",
    r"fmpz_(?:get|set)(?:_signed)?_ui_array\((?![^;]*FLINT_BITS)": "exact::get_words or exact::set_fmpz",
    r"\bulong \w+ = \d+UL? << (?:3[2-9]|[4-6]\d)|ulong\{1\} << (?:3[2-9]|[4-6]\d)": "a shift by FLINT_BITS less some",
    r"fmpz_set_si\([^;]*static_cast<slong>\(": "exact::set_fmpz",
    r"static_cast<slong>\(\s*std::ll(?:round|rint)": "std::int64_t and exact::set_fmpz",
}

problems = []
for room in ("exact", "roots", "minimax"):
    for path in sorted((SOURCES / room).rglob("*.[ch]pp")):
        if path == DOOR:
            continue
        text = path.read_text()
        for kind, expected in KINDS.items():
            for found in re.finditer(kind, text):
                line = text.count("\n", 0, found.start()) + 1
                problems.append(f"{path.relative_to(SOURCES.parent)}:{line}: found '{found[0]}', expected {expected}")
print("\n".join(problems) or "no room of the page takes FLINT's words for 64 bits")
sys.exit(bool(problems))
