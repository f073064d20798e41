"""`comm=`: the ranks of an MPI program share a call, and all get the answer of one process."""

import os
import pickle
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import vieta


class Ranks:
    """A communicator whose ranks are threads, with the functions of mpi4py's that vieta calls."""

    def __init__(self, size):
        self.size = size
        self.barrier = threading.Barrier(size)
        self.common = None
        self.sent = [None] * size

    def rank_of(self, rank):
        return Rank(self, rank)

    def run(self, call):
        """What `call` returns or raises on each rank."""
        outcomes = [None] * self.size

        def member(rank):
            try:
                outcomes[rank] = call(self.rank_of(rank))
            except Exception as problem:
                outcomes[rank] = problem

        others = [threading.Thread(target=member, args=(rank,)) for rank in range(1, self.size)]
        for thread in others:
            thread.start()
        member(0)
        for thread in others:
            thread.join(60)
            assert not thread.is_alive()
        return outcomes


class Rank:
    def __init__(self, ranks, rank):
        self.ranks, self.rank, self.size = ranks, rank, ranks.size

    def bcast(self, message, root=0):
        if self.rank == root:
            self.ranks.common = pickle.dumps(message)
        self.ranks.barrier.wait(60)
        message = pickle.loads(self.ranks.common)
        self.ranks.barrier.wait(60)
        return message

    def alltoall(self, messages):
        self.ranks.sent[self.rank] = messages
        self.ranks.barrier.wait(60)
        own = [sent[self.rank] for sent in self.ranks.sent]
        self.ranks.barrier.wait(60)
        return own


@pytest.mark.parametrize("size", [1, 2, 3])
def test_rows(size):
    rows = np.random.default_rng(1).standard_normal((500, 7))
    alone = vieta.real_roots(rows, (-1, 1))
    for found in Ranks(size).run(lambda comm: vieta.real_roots(rows, (-1, 1), comm=comm)):
        np.testing.assert_array_equal(found.values, alone.values)
        np.testing.assert_array_equal(found.counts, alone.counts)


def test_complex_roots_of_rows():
    rows = np.random.default_rng(2).standard_normal((60, 9))
    alone = vieta.roots(rows)
    for found in Ranks(3).run(lambda comm: vieta.roots(rows, comm=comm)):
        np.testing.assert_array_equal(found.values, alone.values)
        np.testing.assert_array_equal(found.radii, alone.radii)


def test_roots_of_high_degree():
    c = np.random.default_rng(3).standard_normal(3001)
    alone = vieta.roots(c)
    assert alone.report["method"] == "near-linear"
    for found in Ranks(2).run(lambda comm: vieta.roots(c, comm=comm)):
        np.testing.assert_array_equal(found.values, alone.values)
        np.testing.assert_array_equal(found.radii, alone.radii)


def test_systems():
    equations = ["x^2 + y^2 - 5", "x*y - 2"]
    alone = vieta.solve(equations)
    for found in Ranks(2).run(lambda comm: vieta.solve(equations, comm=comm)):
        assert len(found) == len(alone) and repr(found).split("\n")[0] == repr(alone).split("\n")[0]
    starts = [[1, 2], [2, 1], [-1, -2], [3, 0.5], [0.1, 4]]
    alone = vieta.newton(equations, starts)
    for found in Ranks(3).run(lambda comm: vieta.newton(equations, starts, comm=comm)):
        np.testing.assert_array_equal(found.x, alone.x)


def test_instances():
    values = {"a": np.linspace(1, 3, 21)}
    alone = vieta.solve_parameters(["x^2 + y^2 - a", "x*y - 1/3"], values)
    for found in Ranks(3).run(lambda comm: vieta.solve_parameters(["x^2 + y^2 - a", "x*y - 1/3"], values, comm=comm)):
        np.testing.assert_array_equal(found.x, alone.x)


def test_boxes():
    systems = [{"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": [f"x^2 + y^2 - {k}/9", "x - y"]}
               for k in range(1, 12)]
    alone = vieta.solve_boxes(systems)
    for found in Ranks(2).run(lambda comm: vieta.solve_boxes(systems, comm=comm)):
        np.testing.assert_array_equal(found.points, alone.points)


def test_what_rank_0_was_given_counts():
    found = Ranks(2).run(lambda comm: vieta.roots([-1, 0, 1] if comm.rank == 0 else None, comm=comm))
    assert [sorted(f.values.real) for f in found] == [[-1, 1]] * 2


def test_errors_reach_all_ranks():
    found = Ranks(3).run(lambda comm: vieta.roots([0, 0], comm=comm))
    assert [type(f) for f in found] == [ValueError] * 3
    assert len({str(f) for f in found}) == 1


def test_no_communicator():
    with pytest.raises(TypeError, match="comm: found int, expected a communicator of mpi4py"):
        vieta.roots([-1, 0, 1], comm=3)


PROGRAM = """
import numpy as np
from mpi4py import MPI
import vieta
comm = MPI.COMM_WORLD
rows = np.random.default_rng(1).standard_normal((500, 7)) if comm.rank == 0 else None
found = vieta.real_roots(rows, comm=comm)
c = np.random.default_rng(3).standard_normal(2001)
assert len(vieta.roots(c, comm=comm)) == 2000
import sys
told = vieta.save_roots(sys.argv[1], c, comm=comm)
assert sum(told["roots_of_rank"]) == 2000 and len(told["roots_of_rank"]) == comm.size
assert (np.load(sys.argv[1]) == vieta.roots(c).values).all()
try:
    vieta.save_roots(sys.argv[1] + "/none/r.npy", c, comm=comm)
except ValueError as refused:
    assert "cannot write" in str(refused), refused
else:
    raise AssertionError("found no error")
sys.stdout.write(f"rank {comm.rank} of {comm.size} {int(found.counts.sum())}\\n")
"""


def test_mpi4py(tmp_path):
    pytest.importorskip("mpi4py")
    mpirun = shutil.which("mpirun")
    if mpirun is None:
        pytest.skip("no mpirun")
    rows = np.random.default_rng(1).standard_normal((500, 7))
    count = int(vieta.real_roots(rows).counts.sum())
    command = [mpirun, "-np", "2", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", sys.executable, "-c", PROGRAM]
    command.append(str(tmp_path / "r.npy"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split("\n")) == ["", f"rank 0 of 2 {count}", f"rank 1 of 2 {count}"]


def test_roots_stay_with_ranks_and_go_into_one_file(tmp_path):
    c = np.random.default_rng(3).standard_normal(4001)
    expected = vieta.roots(c)
    told = Ranks(3).run(lambda comm: vieta.save_roots(tmp_path / "r.npy", c, threads=1, comm=comm))
    np.testing.assert_array_equal(np.load(tmp_path / "r.npy"), expected.values)
    for one in told:
        assert one["status"] == "complete"
        assert len(one["roots_of_rank"]) == 3 and sum(one["roots_of_rank"]) == 4000
        assert one["largest_radius"] == expected.radii.max()
    assert [path.name for path in tmp_path.iterdir()] == ["r.npy"]


def test_ranks_go_on_from_a_checkpoint(tmp_path):
    c = np.random.default_rng(4).standard_normal(20_001)
    path, expected = tmp_path / "kept", vieta.roots(c)
    for k in range(1, 40):
        size = 1 + k % 3
        found = Ranks(size).run(
            lambda comm: vieta.roots(c, threads=1, checkpoint=(path, 0), max_seconds=0.05 * 1.3**k, comm=comm)
        )[0]
        if found.report["stopped_by"] == "":
            break
    np.testing.assert_array_equal(found.values, expected.values)
    np.testing.assert_array_equal(found.radii, expected.radii)
