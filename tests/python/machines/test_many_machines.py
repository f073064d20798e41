"""docs/tutorial/python_many_machines.md beyond one process: schedulers of dask, joblib, and ranks of MPI."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import vieta

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "docs/tutorial/python_many_machines.md").read_text()
ROWS = np.random.default_rng(3).standard_normal((4_000, 8))


def solved(rows):
    found = vieta.real_roots(rows, (-1, 1), threads=1)
    return found.values, found.counts


def one_by_one(rows):
    """A result of vieta, which has to be pickled on its way back."""
    return vieta.roots(rows, threads=1)


def lazily(array):
    dask_array = pytest.importorskip("dask.array")
    rows = dask_array.from_array(array, chunks=(500, array.shape[1]))
    return dask_array.apply_gufunc(solved, "(n)->(m),()", rows, output_dtypes=[float, np.uint8], output_sizes={"m": 7})


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_dask_gives_the_answer_of_one_call(scheduler):
    dask = pytest.importorskip("dask")
    with dask.config.set(scheduler=scheduler, num_workers=2):
        values, counts = dask.compute(*lazily(ROWS))
    np.testing.assert_array_equal(values, solved(ROWS)[0])
    np.testing.assert_array_equal(counts, solved(ROWS)[1])


def test_dask_distributed():
    distributed = pytest.importorskip("dask.distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            _, counts = client.gather(client.compute(list(lazily(ROWS))))
            np.testing.assert_array_equal(counts, solved(ROWS)[1])
            batch = client.submit(one_by_one, ROWS[:100]).result()
            assert (batch.values == one_by_one(ROWS[:100]).values).all()


def test_joblib_carries_results():
    joblib = pytest.importorskip("joblib")
    parts = joblib.Parallel(n_jobs=2)(joblib.delayed(one_by_one)(part) for part in np.array_split(ROWS[:200], 4))
    together = np.concatenate([part.values for part in parts])
    np.testing.assert_array_equal(together, one_by_one(ROWS[:200]).values)


def mpirun(ranks, script, folder):
    environment = {
        **os.environ,
        "VIETA_THREADS": "1",
        "PYTHONPATH": os.pathsep.join([str(pathlib.Path(vieta.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }
    command = ["mpirun", "-np", str(ranks), "--oversubscribe", sys.executable, script]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_ranks_of_mpi_write_one_file(ranks, tmp_path):
    pytest.importorskip("mpi4py", reason="mpi4py is not there")
    if shutil.which("mpirun") is None:
        pytest.skip("no mpirun (Debian: openmpi-bin)")
    (script,) = [block for block in re.findall(r"^```py\n(.*?)^```$", PAGE, re.S | re.M) if "rows.npy" in block]
    (tmp_path / "solve_rows.py").write_text(script)
    np.save(tmp_path / "rows.npy", ROWS)
    done = mpirun(ranks, "solve_rows.py", tmp_path)
    whole = vieta.real_roots(ROWS)
    assert f"found {int(whole.counts.sum())} roots in all" in done.stdout  # lines of ranks may mix
    np.testing.assert_array_equal(np.load(tmp_path / "roots.npy"), whole.values)


@pytest.mark.parametrize("ranks", [1, 2])
def test_ranks_share_one_call(ranks, tmp_path):
    pytest.importorskip("mpi4py", reason="mpi4py is not there")
    if shutil.which("mpirun") is None:
        pytest.skip("no mpirun (Debian: openmpi-bin)")
    (script,) = [block for block in re.findall(r"^```py\n(.*?)^```$", PAGE, re.S | re.M) if "comm=comm" in block]
    (tmp_path / "share.py").write_text(script)
    assert "4 solutions, 2000 roots" in mpirun(ranks, "share.py", tmp_path).stdout


def test_threads_follow_the_environment():
    """Where a scheduler sets no affinity mask, it sets one of these."""
    program = "import vieta; print(vieta.real_roots([[6, 11, 6, 1]] * 1000).report['target'])"
    for variable in ("VIETA_THREADS", "OMP_NUM_THREADS"):
        environment = {**os.environ, variable: "1", "PYTHONPATH": str(pathlib.Path(vieta.__file__).parents[1])}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60, check=True
        )
        assert ", 1 thread" in done.stdout, done.stdout
