"""The table of hard cases that every backend of real_roots has to pass (tests/oracles/real_roots/real_roots_cases.hpp), through
vieta.real_roots: VIETA_REAL_ROOTS_TABLE names the program that holds and judges it."""

import os
import subprocess

import numpy as np
import pytest

import vieta

TABLE = os.environ.get("VIETA_REAL_ROOTS_TABLE", "")


@pytest.mark.parametrize("method", ["auto", "derivatives", "bernstein"])
@pytest.mark.parametrize("precision", ["float", "double"])
def test_every_hard_case(precision, method):
    if not os.path.exists(TABLE):
        pytest.skip("the table was not built (VIETA_REAL_ROOTS_TABLE)")
    answers = []
    for line in subprocess.run([TABLE, "cases"], capture_output=True, text=True, check=True).stdout.splitlines():
        index, scalars, lo, hi, *row = line.split()
        if scalars not in ("both", precision):
            continue
        row = np.array([float(x) for x in row])
        lo, hi = float(lo), float(hi)
        with np.errstate(over="ignore", under="ignore"):
            rows = row.astype(np.float32 if precision == "float" else np.float64)[np.newaxis]
        if not lo <= hi:  # for the C++ library a status, in Python a wrong argument
            with pytest.raises(ValueError):
                vieta.real_roots(rows, (lo, hi), method=method)
            continue
        r = vieta.real_roots(rows, (lo, hi), method=method)
        marks = sum(1 << k for k, touch in enumerate(r.touching[0]) if touch)
        status = vieta.Status(r.statuses[0]).name.lower()
        answers.append(" ".join(map(str, [index, precision, status, marks, *map(float, r[0])])))
    judge = subprocess.run([TABLE, "judge"], input="\n".join(answers), capture_output=True, text=True)
    assert judge.returncode == 0, judge.stdout
    assert len(answers) > 130
