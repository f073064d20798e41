"""What a wheel must do where it was installed: every function once, without a GPU or driver. `./dev wheel` runs it.

    python check_wheel.py vieta-....whl [--here FOLDER]      FOLDER: where it was installed; else this environment
"""

import os
import pathlib
import sys

import numpy as np

import vieta

CPU_MEGABYTES = 20


def main() -> None:
    wheel, folder = pathlib.Path(sys.argv[1]), pathlib.Path(vieta.__file__).parent
    place = sys.argv[3] if len(sys.argv) == 4 and sys.argv[2] == "--here" else sys.prefix
    assert folder.is_relative_to(place), f"vieta comes from {folder}, expected the environment of {place}"
    assert (folder / "py.typed").exists() and (folder / "_core.pyi").exists()
    megabytes, cuda = os.path.getsize(wheel) / 1e6, vieta.info()["cuda"]
    if cuda == "not in this build":
        assert megabytes < CPU_MEGABYTES, f"{megabytes:.1f} MB, expected less than {CPU_MEGABYTES} without CUDA"

    r = vieta.roots([-1, 0, 0, 0, 0, 1])
    assert r.statuses == ["isolated"] * 5 and r.real.sum() == 1
    assert vieta.roots(np.array([[-1.0, 0, 1]] * 2)).counts.tolist() == [2, 2]
    assert vieta.real_roots([-1.0, 0, 1], (0, 2)).values[0] == 1
    assert vieta.compat.roots([1, -9, 27, -27]).tolist() == [3, 3, 3]
    assert np.isfinite(vieta.minimax("exp(x)", degree=3).proven_bound)
    assert vieta.solve_boxes(["x^2 + y^2 = 1", "x = y"], {"x": (-2, 2), "y": (-2, 2)}).statuses == ["complete"]
    assert vieta.newton(["x^2 - 2"], [1.5]).certified
    many = [f"x{k}^2 + x{(k + 1) % 60} - {k + 1}" for k in range(60)]  # large enough for LAPACK, where there is one
    assert vieta.newton(many, [np.sqrt(k + 1) - 0.5 for k in range(60)]).certified
    assert vieta.solve(["x^2 + y^2 - 4", "x*y - 1"]).certified.sum() == 4
    assert len(vieta.solve_parameters(["x^2 - a"], {"a": [1, 2]}).x) == 4
    if not cuda.startswith("NVIDIA"):
        try:
            vieta.solve(["x - 1"], on="cuda")
        except ValueError as problem:
            assert str(problem).startswith("on: found 'cuda', but")
        else:
            raise AssertionError("on='cuda' without a device: expected ValueError")
    print(f"{wheel.name}: {megabytes:.1f} MB; CUDA: {cuda}; every function answered")


if __name__ == "__main__":
    main()
