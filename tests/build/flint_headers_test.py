"""Files that call FLINT include the header that declares what they call, by themselves or by a header of ours.

FLINT 2.9's headers include each other, those of FLINT 3 hardly do: what compiles with the one may not with the other. This
looks without a FLINT 3 at hand.
"""

import functools
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
# The longest prefix of a function's name decides. Arb's headers lie elsewhere before FLINT 3, so their folder is left open.
HEADERS = {
    "acb_hypgeom": "acb_hypgeom.h", "acb_mat": "acb_mat.h", "acb_poly": "acb_poly.h", "arb_fmpz_poly": "arb_fmpz_poly.h",
    "arb_hypgeom": "arb_hypgeom.h", "arb_mat": "arb_mat.h", "arb_poly": "arb_poly.h", "fmpq": "fmpq.h",
    "fmpq_mat": "fmpq_mat.h", "fmpq_poly": "fmpq_poly.h", "fmpz_lll": "fmpz_lll.h", "fmpz_mat": "fmpz_mat.h",
    "fmpz_mod": "fmpz_mod.h", "fmpz_poly": "fmpz_poly.h", "fmpz_poly_factor": "fmpz_poly_factor.h",
    "_fmpz_poly": "fmpz_poly.h", "_fmpz_vec": "fmpz_vec.h", "_fmpq_poly": "fmpq_poly.h", "n": "ulong_extras.h",
    "nmod": "nmod.h",  # of FLINT 3; 2.9 has no such file, so these functions cannot be called
    "nmod_mat": "nmod_mat.h", "nmod_poly": "nmod_poly.h", "nmod_poly_factor": "nmod_poly_factor.h",
    "fmpz_factor": "fmpz_factor.h", "arith": "arith.h",
}  # fmt: skip
USED = re.compile(r"\b(_?(?:acb|arb|fmpq|fmpz|nmod|arith|n)_[a-z0-9_]+)\(")


@functools.cache
def headers_of(path):
    """The FLINT headers that a file brings along, with those of our own headers in it."""
    found = set()
    for system, name in re.findall(r'^#include (?:<(?:flint/)?([^>]+)>|"([^"]+)")', path.read_text(), flags=re.M):
        if system:
            found.add(system)
        else:
            for folder in (root / "src", root / "include", root / "tests", root / "cli"):
                if (folder / name).is_file():
                    found |= headers_of(folder / name)
    return found


def header_for(function):
    words = function.split("_")
    for k in range(len(words) - 1, 0, -1):
        prefix = "_".join(words[:k])
        if prefix in HEADERS:
            return HEADERS[prefix]
    return None


problems = []
for folder in ("src", "tests", "cli"):
    for path in sorted((root / folder).rglob("*.[ch]pp")):
        text = re.sub(r"//.*", "", path.read_text())
        if "VIETA_HAVE_ARB" not in text and "flint/" not in text and "exact/arb.hpp" not in text:
            continue
        for function in sorted(set(USED.findall(text))):
            header = header_for(function)
            if header and header not in headers_of(path) and not re.search(rf"\b\w+[ &*]{function}\(.*\) \{{", text):
                problems.append(f"{path.relative_to(root)}: {function} is declared by flint/{header}")
print("\n".join(problems) or "every file includes what it calls")
sys.exit(bool(problems))
