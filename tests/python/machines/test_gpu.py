"""real_roots of arrays on a GPU: PyTorch, CuPy and JAX, against the answers of the CPU. Skipped without a device or the
framework."""

import json
import time

import numpy as np
import pytest
from gpu_frameworks import DEVICES, Jax, Torch, gpu, needs_device, with_streams  # noqa: F401

import vieta
from vieta import _core

pytestmark = needs_device


def same(gpu, r, expected):
    """All arrays of a result, in the framework and on the device, are those of the CPU."""
    for array in (r.values, r.counts, r.statuses, r.touching):
        assert isinstance(array, gpu.kind)
    assert tuple(r.values.shape) == expected.values.shape and r.shape == expected.shape
    assert np.array_equal(gpu.get(r.counts), expected.counts)
    assert np.array_equal(gpu.get(r.statuses), expected.statuses)
    assert np.array_equal(gpu.get(r.touching), expected.touching)
    values = gpu.get(r.values)
    assert values.dtype == expected.values.dtype
    tolerance = 1e-9 if values.dtype == np.float64 else 2e-3
    assert np.allclose(values, expected.values, rtol=tolerance, atol=tolerance, equal_nan=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("degree", [1, 3, 10, 20, 40])
def test_batches(gpu, rng, degree, dtype):
    c = rng.normal(size=(500, degree + 1)).astype(dtype)
    same(gpu, vieta.real_roots(gpu.put(c), (-2, 2)), vieta.real_roots(c, (-2, 2)))


def test_columns_and_transposed_arrays(gpu, rng):
    c = rng.normal(size=(6, 300))
    expected = vieta.real_roots(c.T, (-1, 1))
    if isinstance(gpu, Jax):
        same(gpu, vieta.real_roots(gpu.put(c).T, (-1, 1)), expected)
        return
    r = vieta.real_roots(gpu.put(c).T, (-1, 1))
    same(gpu, r, expected)
    steps = r.values.stride() if isinstance(gpu, Torch) else [s // 8 for s in r.values.strides]
    assert tuple(steps) == (1, 300)


def test_shapes(gpu, rng):
    c = rng.normal(size=(4, 5, 7))
    r, expected = vieta.real_roots(gpu.put(c)), vieta.real_roots(c)
    same(gpu, r, expected)
    assert np.array_equal(gpu.get(r[1, 2]), expected[1, 2]) or np.allclose(gpu.get(r[1, 2]), expected[1, 2])
    assert len(r) == 4
    one = vieta.real_roots(gpu.put(np.array([-1.0, 0, 1])))
    assert gpu.get(one[:]).tolist() == [-1, 1] and one.shape == () and len(one) == 2
    same(gpu, vieta.real_roots(gpu.put(np.ones((0, 4)))), vieta.real_roots(np.ones((0, 4))))
    same(gpu, vieta.real_roots(gpu.put(np.ones((3, 1)))), vieta.real_roots(np.ones((3, 1))))
    gapped = vieta.real_roots(gpu.put(c)[:, 0], (-2, 2))
    same(gpu, gapped, vieta.real_roots(c[:, 0].copy(), (-2, 2)))


def test_statuses_and_touches(gpu):
    c = np.array([[1.0, -2, 1], [np.nan, 0, 1], [0, 0, 0], [-1, 0, 1], [np.inf, 1, 1]])
    same(gpu, vieta.real_roots(gpu.put(c)), vieta.real_roots(c))
    high = np.polynomial.polynomial.polymul([0.25, -1, 1], np.eye(39)[0] + np.eye(39)[38])  # (x - 1/2)^2 (x^38 + 1)
    same(gpu, vieta.real_roots(gpu.put(np.stack([high] * 3)), (-2, 2)), vieta.real_roots(np.stack([high] * 3), (-2, 2)))


def test_no_number_passes_through_the_host(gpu, rng, monkeypatch):
    """And with PyTorch and CuPy nothing waits."""
    c = gpu.put(rng.normal(size=(1000, 5)))

    def refuse(*_):
        raise AssertionError("the host waited")

    monkeypatch.setattr(_core, "copy_to_host", refuse)
    if not isinstance(gpu, Jax):
        monkeypatch.setattr(_core, "wait_for", refuse)
    r = vieta.real_roots(c, (-1, 1))
    assert isinstance(r.touching, gpu.kind)
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
            r = vieta.real_roots(half * 2, (-1, 1))
            doubled = r.values * 2
            away = time.perf_counter() - begin
            there = gpu.get(doubled)
            done = time.perf_counter() - begin
            del r, doubled
        gpu.wait()
    assert away < 0.6 * done and done > 0.1, (away, done)
    assert np.allclose(there, 2 * vieta.real_roots(c, (-1, 1)).values, rtol=1e-9, atol=1e-9, equal_nan=True)


def test_arrays_on_another_device(gpu, rng):
    """The work is done where the numbers are; the caller's device stays current."""
    if not isinstance(gpu, Torch):
        pytest.skip("one framework is enough")
    if len(DEVICES) < 2:
        pytest.skip("one CUDA device, expected 2")
    torch = gpu.module
    c = torch.from_numpy(rng.normal(size=(500, 2, 4, 4)))
    rows = c.reshape(1000, 16)
    for current, device in ((0, 1), (1, 0)):
        with torch.cuda.device(current):
            same(gpu, vieta.real_roots(rows.to(f"cuda:{device}"), (-2, 2)), vieta.real_roots(rows.numpy(), (-2, 2)))
            for verb, numbers, name in ((vieta.roots, rows, "counts"), (vieta.solve_boxes, c, "statuses")):
                r, expected = verb(numbers.to(f"cuda:{device}")), verb(numbers.to(f"cuda:{current}"))
                assert getattr(r, name).device.index == device and f"cuda:{device}" in r.report["target"]
                assert np.array_equal(gpu.get(getattr(r, name)), gpu.get(getattr(expected, name)))
            assert torch.cuda.current_device() == current


def test_what_jax_has_still_to_compute(gpu, rng):
    if not isinstance(gpu, Jax):
        pytest.skip("for JAX")
    jnp = gpu.module.numpy
    c = rng.normal(size=(1000, 5))
    busy = gpu.put(rng.normal(size=(4000, 4000)))
    for _ in range(3):
        busy = busy @ busy / 4000
    r = vieta.real_roots(gpu.put(c) + 0 * jnp.isnan(busy[0, 0]), (-1, 1))
    same(gpu, r, vieta.real_roots(c, (-1, 1)))
    del busy
    total = gpu.module.jit(lambda v: jnp.nansum(v))(r.values)
    assert np.isclose(float(total), np.nansum(vieta.real_roots(c, (-1, 1)).values))


class Plain:
    """What speaks `__cuda_array_interface__` alone, with the stream that its numbers come on."""

    def __init__(self, tensor, stream=None):
        self.tensor = tensor
        self.__class__.__cuda_array_interface__ = property(
            lambda self: {**tensor.__cuda_array_interface__, "version": 3, "stream": stream}
        )


def test_cuda_array_interface(gpu, rng):
    if not isinstance(gpu, Torch):
        pytest.skip("its tensors stand in for others")
    torch = gpu.module
    c = rng.normal(size=(1000, 5))
    expected = vieta.real_roots(c, (-1, 1))
    stream = torch.cuda.Stream()
    half = gpu.put(c / 2)
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        gpu.sleep()
        late = half * 2
    r = vieta.real_roots(Plain(late, stream.cuda_stream), (-1, 1))
    assert type(r.values).__name__ == "DeviceArray"
    for back in (torch.from_dlpack(r.values), torch.as_tensor(r.values, device="cuda")):
        assert np.allclose(back.cpu().numpy(), expected.values, rtol=1e-9, atol=1e-9, equal_nan=True)
    assert np.array_equal(torch.from_dlpack(r.counts).cpu().numpy(), expected.counts)
    assert np.array_equal(torch.from_dlpack(r.touching).cpu().numpy(), expected.touching)
    by_columns = vieta.real_roots(Plain(gpu.put(c.T.copy()).T), (-1, 1))
    same_values = torch.from_dlpack(by_columns.values).cpu().numpy()
    assert np.allclose(same_values, expected.values, rtol=1e-9, atol=1e-9, equal_nan=True)


def test_arrays_are_written_again(gpu, rng):
    c, d = rng.normal(size=(2, 100, 6))
    r = vieta.real_roots(gpu.put(c), (-1, 1))
    if isinstance(gpu, Jax):
        with pytest.raises(ValueError, match="out: expected a result of the same shape"):
            vieta.real_roots(gpu.put(d), (-1, 1), out=r)
        return
    before = gpu.address(r.values)
    again = vieta.real_roots(gpu.put(d), (-1, 1), out=r)
    assert gpu.address(again.values) == before
    same(gpu, again, vieta.real_roots(d, (-1, 1)))
    for other in (gpu.put(d[:50]), gpu.put(d.astype(np.float32)), gpu.put(d.T.copy()).T):
        with pytest.raises(ValueError, match="out: expected a result of the same shape"):
            vieta.real_roots(other, out=again)
    with pytest.raises(TypeError, match="out: found"):
        vieta.real_roots(gpu.put(d), out=vieta.real_roots(d))
    with pytest.raises(TypeError, match="out: found"):
        vieta.real_roots(d, out=again)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_rest_of_a_result(gpu, rng, dtype):
    c = rng.normal(size=(20, 6)).astype(dtype)
    r, expected = vieta.real_roots(gpu.put(c), (-1, 1)), vieta.real_roots(c, (-1, 1))
    assert r.report["target"].startswith("cuda:0")
    differs = ("seconds", "target")
    assert {k: v for k, v in r.report.items() if k not in differs} == {
        k: v for k, v in expected.report.items() if k not in differs
    }
    host = r.host()
    assert isinstance(host.values, np.ndarray) and np.array_equal(host.counts, expected.counts)
    assert np.array_equal(host.values, gpu.get(r.values), equal_nan=True)
    assert json.loads(r.to_json())["report"]["roots"] == expected.report["roots"]
    assert repr(r).splitlines()[0] == repr(expected).splitlines()[0]
    assert len(r.plot().lines) == len(expected.plot().lines)
    assert expected.host() is expected


def test_wrong_arguments(gpu):
    good = gpu.put(np.array([[-1.0, 0, 1]]))
    cases = [
        (lambda: vieta.real_roots(gpu.put(np.ones((2, 3), np.int32))), TypeError, "of int32 on a GPU, expected real"),
        (lambda: vieta.real_roots(gpu.put(np.ones((2, 3), np.complex64))), TypeError, "complex coefficients are for"),
        (lambda: vieta.real_roots(gpu.put(np.ones((2, 3), np.float16))), TypeError, "float16 on a GPU, expected real"),
        (lambda: vieta.real_roots(gpu.put(np.ones((2, 66)))), ValueError, "found 66 coefficients"),
        (lambda: vieta.real_roots(gpu.put(np.ones((2, 0)))), ValueError, "found no coefficients"),
        (lambda: vieta.real_roots(gpu.put(np.array(1.0))), ValueError, "found a single number"),
        (lambda: vieta.real_roots(good, (1, 0)), ValueError, r"interval: found \(1, 0\)"),
        (lambda: vieta.real_roots(good, tolerance=-1), ValueError, "tolerance"),
        (lambda: vieta.real_roots(good, max_seconds=1), ValueError, "max_seconds, progress"),
        (lambda: vieta.real_roots(good, threads=-1), ValueError, "threads: found -1"),
        (lambda: vieta.roots(good[0]), TypeError, "c: found .* on a GPU, expected an array in host memory"),
        (lambda: vieta.newton("x^2 - 2", good), TypeError, "start: found .* on a GPU"),
        (lambda: vieta.minimax(good), TypeError, "f: found .* on a GPU"),
    ]
    if not isinstance(gpu, Jax):
        gaps = gpu.put(np.ones((4, 8)))[::2, ::2]
        cases.append((lambda: vieta.real_roots(gaps), ValueError, "c: found an array that is not contiguous"))
    if isinstance(gpu, Torch):
        learning = gpu.put(np.ones((2, 3))).requires_grad_()
        cases.append((lambda: vieta.real_roots(learning), TypeError, "DLPack cannot hand over.*detach"))
    for call, kind, message in cases:
        with pytest.raises(kind, match=message):
            call()
