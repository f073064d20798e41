"""vieta.roots of arrays with several axes: shapes, statuses, and numpy.roots as a rough witness."""

import pickle
import subprocess
import sys

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import vieta


def test_a_batch():
    r = vieta.roots(np.array([[-1.0, 0, 1], [1, 0, 1], [1, -2, 1], [2, 1, 0]]))
    assert isinstance(r, vieta.RootBatch)
    assert r.values.shape == r.radii.shape == r.root_statuses.shape == (4, 2)
    assert (r.values[:2] == [[1, -1], [1j, -1j]]).all()
    assert r.root_statuses[2].tolist() == [vieta.RootStatus.CLUSTER] * 2
    assert r.counts.tolist() == [2, 2, 2, 1]
    assert r[3] == [-2] and np.isnan(r.values[3, 1]) and r.root_statuses[3, 1] == vieta.RootStatus.NONE
    assert (r.statuses == vieta.BatchStatus.COMPLETE).all()
    assert len(r) == 4 and [len(z) for z in r] == [2, 2, 2, 1]
    assert "4 polynomials" in repr(r)


def test_integers_that_float64_rounds():  # their roots are others
    c = [1]
    for k in range(1, 20):
        c = [a - k * b for a, b in zip([0, *c], [*c, 0])]
    assert max(map(abs, c)) < 2**63
    with pytest.raises(ValueError, match=r"c\[0\]\[\d+\]: found the integer -?\d+, which no float64 holds"):
        vieta.roots(np.array([c], np.int64))
    assert max(abs(vieta.roots(np.array(c, np.int64)).values - np.arange(1, 20))) < 1e-12
    for dtype, value in ((np.int64, 2**63 - 1), (np.int64, -(2**53) - 1), (np.uint64, 2**64 - 1)):
        with pytest.raises(ValueError, match="expected up to 2.53 for a batch"):
            vieta.roots(np.array([[value, 1]], dtype))
    for dtype, value in ((np.int64, -(2**63)), (np.int64, -(2**53) + 1), (np.uint64, 2**63), (np.uint64, 3)):
        assert vieta.roots(np.array([[value, 1]], dtype)).values[0, 0] == -value


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex64, np.complex128, np.int16])
def test_types_and_axes(kind):
    c = np.arange(1, 25).reshape(2, 3, 4).astype(kind)
    r = vieta.roots(c)
    assert r.values.shape == (2, 3, 3) and r.statuses.shape == (2, 3)
    for i in range(2):
        for k in range(3):
            one = vieta.roots(c[i, k])
            assert np.abs(r[i, k] - one.values).max() <= 4e-15 * np.abs(one.values).max()
    assert (vieta.roots(np.asfortranarray(c[0])).values == r.values[0]).all()


def test_bad_rows_leave_others_alone():
    c = np.random.default_rng(1).standard_normal((40, 7))
    good = vieta.roots(c)
    c[3], c[5, 2], c[7, 6] = 0, np.nan, np.inf
    r = vieta.roots(c)
    status = vieta.BatchStatus
    assert r.statuses[[3, 5, 7]].tolist() == [status.ZERO_POLYNOMIAL, status.BAD_INPUT, status.BAD_INPUT]
    rest = np.setdiff1d(np.arange(40), [3, 5, 7])
    assert (r.values[rest] == good.values[rest]).all() and r.report["complete"] == 37


@given(st.lists(st.lists(st.integers(-9, 9), min_size=6, max_size=6), min_size=1, max_size=20))
def test_discs_hold_the_roots_of_numpy(rows):
    r = vieta.roots(np.array(rows, dtype=float))
    for i, row in enumerate(rows):
        if not any(row):
            assert r.statuses[i] == vieta.BatchStatus.ZERO_POLYNOMIAL
            continue
        expected = np.roots(row[::-1])
        assert r.counts[i] == len(expected)
        for z in r[i]:  # numpy's own error is far larger than ours
            assert np.abs(expected - z).min() <= 2e-2 * max(1, abs(z))


def test_nothing_and_constants():
    assert vieta.roots(np.ones((0, 4))).values.shape == (0, 3)
    r = vieta.roots(np.array([[5.0], [0.0]]))
    assert r.values.shape == (2, 0)
    assert r.statuses.tolist() == [vieta.BatchStatus.COMPLETE, vieta.BatchStatus.ZERO_POLYNOMIAL]


def test_earlier_results_are_written_again():
    c = np.random.default_rng(5).normal(size=(3, 40, 6))
    first = vieta.roots(c)
    known, values = first.values.copy(), first.values
    again = vieta.roots(c[:, ::-1], out=first)
    assert np.shares_memory(again.values, values) and again.report["polynomials"] == 120
    np.testing.assert_array_equal(again.values, known[:, ::-1])
    np.testing.assert_array_equal(again.counts, np.full((3, 40), 5))
    np.testing.assert_array_equal(vieta.roots(c.reshape(120, 6), out=again).values, known.reshape(120, 5))
    again = vieta.roots(c + 1j, out=again)  # complex ones have places for as many
    np.testing.assert_array_equal(again.values, vieta.roots(c + 1j).values)
    again = vieta.roots(np.where(np.arange(40)[:, None] == 7, np.nan, c), out=again)
    assert (again.statuses[:, 7] == vieta.BatchStatus.BAD_INPUT).all() and again.report["bad_inputs"] == 3
    for call, kind, complaint in (
        (lambda: vieta.roots(c[0], out=again), ValueError, "out: expected a result of the same shape"),
        (lambda: vieta.roots(c[..., :5], out=again), ValueError, "out: expected a result of the same shape"),
        (lambda: vieta.roots([1, 2, 3], out=again), ValueError, "out: for a batch"),
        (lambda: vieta.roots(c, out=known[0]), ValueError, r"out: found an array of complex128 with shape \(40, 5\), expected an array of complex128 of"),
        (lambda: vieta.roots(c, out=vieta.real_roots(c)), TypeError, "out: found a vieta.RealRoots"),
    ):
        with pytest.raises(kind, match=complaint):
            call()


@pytest.mark.parametrize("solve", [vieta.roots, vieta.real_roots])
def test_values_in_arrays_of_the_caller(solve, tmp_path):
    c = np.random.default_rng(6).normal(size=(3, 40, 6))
    expected = solve(c)
    kind = expected.values.dtype
    frames = np.full((2, 3, 40, 5), 7, dtype=kind)
    r = solve(c, out=frames[1])
    assert np.shares_memory(r.values, frames) and (frames[0] == 7).all()
    np.testing.assert_array_equal(frames[1], expected.values)
    np.testing.assert_array_equal(r.counts, expected.counts)
    assert str(r) == str(expected) and r.to_json().split('"seconds"')[0] == expected.to_json().split('"seconds"')[0]
    again = solve(c + 1, out=r)  # that result's arrays: the same place
    np.testing.assert_array_equal(frames[1], solve(c + 1).values)
    assert again.report["polynomials"] == 120
    on_disk = np.memmap(tmp_path / "values", dtype=kind, mode="w+", shape=(40, 5))
    solve(c[0], out=on_disk)
    on_disk.flush()
    np.testing.assert_array_equal(np.fromfile(tmp_path / "values", dtype=kind).reshape(40, 5), expected.values[0])
    copy = pickle.loads(pickle.dumps(solve(c, out=frames[0])))
    frames[:] = 0
    np.testing.assert_array_equal(copy.values, expected.values)
    for n in (1, 6):
        assert solve(np.ones((0, n)), out=np.empty((0, n - 1), kind)).values.shape == (0, n - 1)
    assert solve(np.ones((4, 1)), out=np.empty((4, 0), kind)).counts.tolist() == [0] * 4
    shared = np.zeros(4000)
    for out, problem in (
        (np.empty((3, 40, 4), kind), r"with shape \(3, 40, 4\), expected an array of .* of shape \(3, 40, 5\), or an earlier"),
        (np.empty((120, 5), kind), "expected an array of"),
        (np.empty((3, 40, 5), np.complex64), "found an array of complex64"),
        (np.empty((3, 40, 5), kind.newbyteorder()), "found an array of"),
        (np.ma.masked_array(np.empty((3, 40, 5), kind)), "expected an array of"),
        (np.broadcast_to(np.zeros(5, kind), (3, 40, 5)), "read-only"),
        (np.empty((3, 40, 10), kind)[..., ::2], "expected contiguous rows"),
        (np.empty((3, 40, 5), kind, order="F"), "expected contiguous rows"),
        (np.empty(3 * 40 * 5 * kind.itemsize + 1, np.uint8)[1:].view(kind).reshape(3, 40, 5), "expected contiguous rows"),
    ):
        with pytest.raises(ValueError, match="^out: .*" + problem):
            solve(c, out=out)
    inside = shared[: 120 * kind.itemsize // 8 * 5].view(kind).reshape(120, 5)
    with pytest.raises(ValueError, match="^out: .*shares memory"):
        solve(shared[100:820].reshape(120, 6), out=inside)


def test_columns_in_arrays_of_the_caller():
    c = np.random.default_rng(7).normal(size=(50, 6)).astype(np.float32)
    out = np.empty((5, 50), np.float32)
    r = vieta.real_roots(np.asfortranarray(c), (-1, 1), out=out.T)
    np.testing.assert_array_equal(out.T, vieta.real_roots(np.asfortranarray(c), (-1, 1)).values)
    assert np.shares_memory(r.values, out)
    with pytest.raises(ValueError, match=r"^out: .*expected contiguous columns \(Fortran's order\), as the coefficients have"):
        vieta.real_roots(np.asfortranarray(c), out=np.empty((50, 5), np.float32))
    with pytest.raises(ValueError, match="^out: .*expected contiguous rows"):
        vieta.real_roots(c, out=out.T)
    one = np.empty(2)
    assert vieta.real_roots([-4.0, 0, 1], out=one)[:].tolist() == one.tolist() == [-2, 2]


MEMORY = """
import resource, numpy as np, vieta
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
c = np.random.default_rng(0).normal(size=(400_000, 9))
vieta.real_roots(c[:5000]), vieta.roots(c[:5000])   # threads, and what they keep
before = peak()
r = vieta.real_roots(c, (0, 1))
print(peak() - before - r.values.nbytes)
before = peak()
vieta.real_roots(c, (0, 1), out=r)
print(peak() - before)
r = vieta.roots(c[:100_000])
before = peak()
vieta.roots(c[:100_000], out=r)
print(peak() - before)
place = np.zeros((400_000, 8))
before = peak()
vieta.real_roots(c, (0, 1), out=place)
print(peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ru_maxrss is in units of its own elsewhere")
def test_many_rows_are_not_copied():
    # 28.8 MB of rows: a copy of them, or of the answers, would be seen.
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, timeout=120, check=True)
    beside, again, roots_again, in_place = map(int, done.stdout.split())
    assert beside < 12_000_000  # bits, counts and statuses are 10 bytes for each row
    assert again < 2_000_000 and roots_again < 2_000_000 and in_place < 12_000_000
