"""roots of batches on a GPU: PyTorch, CuPy and JAX, against the answers of the CPU. Skipped without a device or the
framework."""

import json
import time

import numpy as np
import pytest
from gpu_frameworks import Jax, Torch, gpu, needs_device, with_streams  # noqa: F401

import vieta
from vieta import BatchStatus, RootStatus, _core

pytestmark = needs_device


def agrees(gpu, r, expected):
    """All arrays are of the framework and on the device; discs of both sides overlap, those of single roots are as
    small as asked for, and others hold as many roots as they have places."""
    arrays = (r.values, r.radii, r.root_statuses, r.counts, r.statuses)
    assert all(isinstance(array, gpu.kind) for array in arrays)
    values, radii, root_statuses, counts, statuses = map(gpu.get, arrays)
    assert values.dtype == np.complex128 and radii.dtype == np.float64
    assert values.shape == expected.values.shape and r.shape == expected.shape == counts.shape
    assert np.array_equal(counts, expected.counts)
    partial = statuses == BatchStatus.PARTIAL
    assert np.array_equal(statuses[~partial], expected.statuses[~partial])
    proven = root_statuses <= RootStatus.CLUSTER
    assert proven[statuses == BatchStatus.COMPLETE].sum() == counts[statuses == BatchStatus.COMPLETE].sum()
    # Roots are in the same order, unless rounding tells two of equal modulus apart: nearest ones are compared.
    table = (counts.size, values.shape[-1])
    arrays = (values, radii, root_statuses, proven, expected.values, expected.radii)
    for z, radius, status, sure, right, right_radius in zip(*(array.reshape(table) for array in arrays)):
        for k in np.flatnonzero(sure):
            meets = np.abs(right - z[k]) <= (right_radius + radius[k]) * 1.001 + 1e-18 * abs(z[k])
            if status[k] == RootStatus.CLUSTER:
                assert meets.sum() == (z == z[k]).sum()
            else:
                assert radius[k] <= 1e-15 * abs(z[k]) * 1.01
                assert meets.any()
    return partial


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("degree", [1, 2, 5, 16, 33])
def test_batches(gpu, rng, degree, dtype):
    c = rng.normal(size=(300, degree + 1))
    if np.dtype(dtype).kind == "c":
        c = c + 1j * rng.normal(size=c.shape)
    c = c.astype(dtype)
    partial = agrees(gpu, vieta.roots(gpu.put(c)), vieta.roots(c))
    assert partial.mean() < 0.05


def test_layouts(gpu, rng):
    by_columns = rng.normal(size=(6, 100))
    agrees(gpu, vieta.roots(gpu.put(by_columns).T), vieta.roots(by_columns.T))
    c = rng.normal(size=(4, 5, 7))
    r, expected = vieta.roots(gpu.put(c)), vieta.roots(c)
    agrees(gpu, r, expected)
    assert len(r) == 4 and np.allclose(gpu.get(r[1, 2]), expected[1, 2])
    agrees(gpu, vieta.roots(gpu.put(c)[:, 0]), vieta.roots(c[:, 0]))
    agrees(gpu, vieta.roots(gpu.put(np.ones((0, 4)))), vieta.roots(np.ones((0, 4))))
    agrees(gpu, vieta.roots(gpu.put(np.ones((3, 1)))), vieta.roots(np.ones((3, 1))))


def test_statuses(gpu):
    rows = [[1.0, -2, 1, 0], [np.nan, 0, 1, 1], [0, 0, 0, 0], [-1, 0, 1, 0], [0, 0, -4, 1], [1e300, 1, 1, 1e-300]]
    c = np.array(rows)
    r, expected = vieta.roots(gpu.put(c)), vieta.roots(c)
    partial = agrees(gpu, r, expected)
    assert partial.tolist()[1:5] == [False] * 4
    assert gpu.get(r.statuses)[partial].tolist() == [BatchStatus.PARTIAL] * partial.sum()
    host = vieta.roots(c[partial])
    assert (host.statuses == BatchStatus.COMPLETE).all()  # what the device leaves is solved in host memory


def test_no_number_passes_through_the_host(gpu, rng, monkeypatch):
    """And with PyTorch and CuPy nothing waits."""
    c = gpu.put(rng.normal(size=(1000, 5)))

    def refuse(*_):
        raise AssertionError("the host waited")

    monkeypatch.setattr(_core, "copy_to_host", refuse)
    if not isinstance(gpu, Jax):
        monkeypatch.setattr(_core, "wait_for", refuse)
    r = vieta.roots(c)
    assert isinstance(r.values, gpu.kind)
    gpu.wait()


def test_the_work_is_on_the_current_stream(gpu, rng):
    """The coefficients are made on a busy stream: the call comes back at once, with the roots of what will be there."""
    with_streams(gpu)
    c = rng.normal(size=(1000, 5))
    half = gpu.put(c / 2)
    stream = gpu.stream()
    gpu.wait()
    for busy in (False, True):  # first without the wait: kernels are loaded and memory is fetched, which waits
        with stream:
            begin = time.perf_counter()
            if busy:
                gpu.sleep()
            r = vieta.roots(half * 2)
            doubled = r.values * 2
            away = time.perf_counter() - begin
            there = gpu.get(doubled)
            done = time.perf_counter() - begin
            del r, doubled
        gpu.wait()
    assert away < 0.6 * done and done > 0.1, (away, done)
    expected = np.sort_complex(2 * vieta.roots(c).values)
    assert np.allclose(np.sort_complex(there), expected, rtol=1e-9, atol=1e-9)


def test_the_rest_of_a_result(gpu, rng):
    c = rng.normal(size=(20, 6))
    r, expected = vieta.roots(gpu.put(c), 12), vieta.roots(c, 12)
    agrees(gpu, vieta.roots(gpu.put(c)), vieta.roots(c))
    assert r.report["target"].startswith("cuda:0") and r.report["digits"] == 12
    for key in ("polynomials", "roots", "degree", "zero_polynomials", "bad_inputs", "stopped_by"):
        assert r.report[key] == expected.report[key]
    host = r.host()
    for name in ("values", "radii", "root_statuses", "counts", "statuses"):
        assert np.array_equal(getattr(host, name), gpu.get(getattr(r, name)), equal_nan=True)
    assert json.loads(r.to_json())["report"]["roots"] == expected.report["roots"]
    assert repr(r).splitlines()[0] == repr(host).splitlines()[0]
    assert len(r.plot().lines) == len(expected.plot().lines)
    assert np.array_equal(np.asarray(r), host.values)
    assert expected.host() is expected


def test_numbers_stay_while_a_result_needs_them(gpu, rng):
    """A picture of real roots reads the coefficients again, though nobody else holds them."""
    c = rng.normal(size=(4, 6))
    r = vieta.real_roots(gpu.put(c), (-1, 1))
    others = [gpu.put(np.zeros((4, 6))) for _ in range(20)]
    assert np.array_equal(r._answers.coefficients_on_host(), c)
    del others


def test_wrong_arguments(gpu):
    good = gpu.put(np.array([[-1.0, 0, 1]]))
    cases = [
        (lambda: vieta.roots(gpu.put(np.ones((2, 3), np.int32))), TypeError, "of int32 on a GPU, expected numbers"),
        (lambda: vieta.roots(gpu.put(np.ones((2, 66)))), ValueError, "found 66 coefficients"),
        (lambda: vieta.roots(gpu.put(np.ones((2, 0)))), ValueError, "found no coefficients"),
        (lambda: vieta.roots(good, 16), ValueError, "digits: found 16"),
        (lambda: vieta.roots(good, method="near-linear"), ValueError, "method, uncertainty"),
        (lambda: vieta.roots(good, max_seconds=1), ValueError, "max_seconds, progress"),
        (lambda: vieta.roots(good, progress=print), ValueError, "max_seconds, progress"),
        (lambda: vieta.roots(good, threads=-1), ValueError, "threads: found -1"),
        (lambda: vieta.roots(good[0]), TypeError, "c: found .* on a GPU, expected an array in host memory"),
    ]
    if not isinstance(gpu, Jax):
        gaps = gpu.put(np.ones((4, 8)))[::2, ::2]
        cases.append((lambda: vieta.roots(gaps), ValueError, "c: found an array that is not contiguous"))
    if isinstance(gpu, Torch):
        learning = gpu.put(np.ones((2, 3))).requires_grad_()
        cases.append((lambda: vieta.roots(learning), TypeError, "DLPack cannot hand over.*detach"))
        half = gpu.put(np.ones((2, 3))).half()
        cases.append((lambda: vieta.roots(half), TypeError, "of float16 on a GPU, expected numbers"))
    for call, kind, message in cases:
        with pytest.raises(kind, match=message):
            call()
