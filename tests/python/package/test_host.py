"""What other libraries of the process have set in the processor changes no answer, and stays as they have set it."""

import shutil
import subprocess
import sys

import pytest

# A batch, a polynomial and rows whose coefficients are subnormal, or nearly so; and what the processor makes of half of 1e-308.
SOLVE = """
import re
import numpy as np, vieta
def answers():
    c = [2e-308, -3e-308, 1e-308]
    rows = np.array([c, [6e-310, -5e-310, 1e-310], [1e-320, 0, -4e-320]])
    found = [vieta.roots(c).to_json(), vieta.roots(rows, threads=1).to_json(), vieta.roots(rows, threads=2).values.tobytes().hex(),
             vieta.real_roots(rows, threads=2, bounds=True).to_json(), vieta.solve("x^2 - 2e-308*y; y^2 - 1e-300*x").to_json(),
             vieta.minimax("exp(x)*1e-300", (0, 1), degree=3).to_json()]
    return [re.sub(r'"[a-z_]*seconds[a-z_]*": ?[-+0-9.e]+', "", text) for text in found]
def flushes():
    return float(np.float64(1e-308) * np.float64(0.5)) == 0
assert not flushes()
before = answers()
real = vieta.real_roots(np.array([[2e-308, -3e-308, 1e-308]]))
assert np.allclose(real.values[0], [1, 2]) and real.counts[0] == 2
{change}
assert flushes(), "nothing is flushed"
assert answers() == before, "other answers"
assert flushes(), "no longer as it was set"
print("the same")
"""


def answers_are_the_same(change):
    done = subprocess.run(
        [sys.executable, "-c", SOLVE.replace("{change}", change)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == "the same\n", done.stderr


def test_a_library_that_was_compiled_with_fast_math(tmp_path):
    """Code that runs when it is loaded (crtfastmath.o) has subnormal numbers flushed to zero."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (tmp_path / "fast.c").write_text("int answer(void) { return 42; }\n")
    made = subprocess.run(
        [compiler, "-O2", "-ffast-math", "-shared", "-fPIC", "fast.c", "-o", "libfast.so"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("no shared libraries")
    load = f"import ctypes; ctypes.CDLL({str(tmp_path / 'libfast.so')!r})"
    sets = subprocess.run(
        [sys.executable, "-c", f"{load}\nprint(1e-308 * float('0.5'))"], capture_output=True, text=True, check=True
    )
    if float(sets.stdout) != 0:
        pytest.skip("this compiler's libraries leave the processor as it is")
    answers_are_the_same(load)


def test_torch_flushes_subnormal_numbers():
    torch = pytest.importorskip("torch")
    if not torch.set_flush_denormal(False):
        pytest.skip("this processor does not")
    answers_are_the_same("import torch; torch.set_flush_denormal(True)")
