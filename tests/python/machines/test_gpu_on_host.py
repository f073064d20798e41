"""Results on a GPU without one: memory of the host plays that of a device, and the CPU solves. What is looked at is
where arrays lie, in which shapes and strides, and what comes back; the kernels have tests of their own."""

import ctypes
import json

import numpy as np
import pytest

import vieta
from vieta import _core


class Memory:
    """In the place of DeviceMemory."""

    def __init__(self, device, size):
        self.device, self.numbers = device, np.full(size + 64, 0xAB, np.uint8)
        self.data = -(-self.numbers.ctypes.data // 64) * 64 if size else 0


class Tensor:
    """An array that says it is on a device."""

    def __init__(self, array):
        self.array, self.ndim = array, array.ndim

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return (2, 0)


def at(address, shape, dtype, strides=None):
    """A NumPy array of what is at an address; strides count numbers."""
    dtype = np.dtype(dtype)
    if 0 in shape:
        return np.empty(shape, dtype)
    strides = strides or tuple(int(np.prod(shape[k + 1 :])) for k in range(len(shape)))
    size = (sum((n - 1) * s for n, s in zip(shape, strides)) + 1) * dtype.itemsize
    numbers = np.frombuffer((ctypes.c_uint8 * size).from_address(address), dtype)
    return np.lib.stride_tricks.as_strided(numbers, shape, tuple(s * dtype.itemsize for s in strides))


def get(array):
    return at(array.memory.data + array.offset, array.shape, array.dtype, array.strides).copy()


def rows_of(parts, count, degree, columns, stride, kinds):
    """Coefficients, and places for answers: rows, whatever the layout."""
    strides = (1, stride) if columns else (stride, 1)
    arrays = [at(parts[0], (count, degree + 1), kinds[0], strides)]
    for address, (dtype, each_root) in zip(parts[1:], kinds[1]):
        shape = (count, degree) if each_root else (count,)
        arrays.append(at(address, shape, dtype, (1, count) if columns and each_root else None))
    return arrays


@pytest.fixture(autouse=True)
def device(monkeypatch):
    def copy_to_host(device, array, address, size, stream):
        assert array.nbytes == size
        ctypes.memmove(array.ctypes.data, address, size)

    def real_roots(device, single, count, degree, columns, stride, parts, lo, hi, absolute, relative, method, stream):
        real = "float32" if single else "float64"
        kinds = real, [(real, True), ("int64", False), ("uint8", False), ("uint8", False)]
        c, values, touching, counts, statuses = rows_of(parts[:5], count, degree, columns, stride, kinds)
        r = vieta.real_roots(np.ascontiguousarray(c), (lo, hi))
        values[:], counts[:], statuses[:] = r.values, r.counts, r.statuses
        touching[:] = r._native.touching().view(np.int64)

    def touching(device, masks, count, degree, flags, stream):
        bits = at(masks, (count, 1), "uint64")
        at(flags, (count, degree), "uint8")[:] = bits >> np.arange(degree, dtype=np.uint64) & np.uint64(1)

    def roots(device, is_complex, count, degree, columns, stride, parts, digits, stream):
        kinds = [("complex128", True), ("float64", True), ("uint8", True), ("uint8", False), ("uint8", False)]
        given = "complex128" if is_complex else "float64", kinds
        c, *answers = rows_of(parts, count, degree, columns, stride, given)
        r = vieta.roots(np.ascontiguousarray(c), digits)
        for name, answer in zip(("values", "radii", "root_statuses", "counts", "statuses"), answers):
            answer[:] = getattr(r, name)

    solved = {}

    def boxes(device, count, degrees, box, parts, capacity, tolerance, max_boxes, stream):
        shape = (count, len(degrees), *(d + 1 for d in degrees))
        given = at(parts[0], shape, "float64").copy()
        r = solved["result"] = vieta.solve_boxes(given, box or None, tolerance=tolerance)
        at(parts[1], (count,), "uint8")[:] = [vieta.BoxesStatus[s.upper()] for s in r.statuses]
        solved["rooms"] = [*solved.get("rooms", []), capacity]
        return len(r), r.report["boxes_visited"], r.report["most_visited"]

    def columns(device, count, variables, items, parts, capacity, addresses, scratch, stream):
        r = solved["result"]
        assert len(r) == items <= capacity
        names = ("begin", "systems", "x", "lower", "upper", "radii", "residuals", "jacobian_signs", "on_border")
        for name, address in zip(names, addresses):
            array = getattr(r, name)
            at(address, array.shape, array.dtype)[...] = array

    answers = {
        "has_cuda": lambda: True,
        "cuda_devices": lambda: ["host"],
        "DeviceMemory": Memory,
        "copy_to_host": copy_to_host,
        "wait_for": lambda device, stream: None,
        "real_roots_on_gpu": real_roots,
        "touching_on_gpu": touching,
        "roots_on_gpu": roots,
        "boxes_on_gpu_takes": lambda degrees: max(degrees) < 20,
        "boxes_on_gpu_scratch": lambda count, degrees: (count, 1, 160),
        "boxes_on_gpu": boxes,
        "boxes_columns_on_gpu": columns,
    }
    for name, answer in answers.items():
        monkeypatch.setattr(_core, name, answer)
    return solved


LAYOUTS = {
    "rows": lambda c: c,
    "columns": np.asfortranarray,
    "rows far apart": lambda c: np.concatenate([c, c], axis=1)[:, : c.shape[1]],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_real_roots(rng, layout, dtype):
    c = rng.normal(size=(40, 6)).astype(dtype)
    c[3] = [1, -2, 1, 0, 0, 0]  # touches
    r, expected = vieta.real_roots(Tensor(LAYOUTS[layout](c)), (-2, 2)), vieta.real_roots(c, (-2, 2))
    for name in ("values", "counts", "statuses", "touching"):
        assert np.array_equal(get(getattr(r, name)), getattr(expected, name), equal_nan=True), name
        assert np.array_equal(getattr(r.host(), name), getattr(expected, name), equal_nan=True), name
    assert r.shape == (40,) and repr(r).splitlines()[0] == repr(expected).splitlines()[0]
    assert r.report["roots"] == expected.report["roots"] and r.report["target"] == "cuda:0 host"
    assert np.array_equal(r._answers.coefficients_on_host(), c)
    assert np.array_equal(np.asarray(r), expected.values, equal_nan=True)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_roots(rng, layout):
    c = rng.normal(size=(40, 6))
    r, expected = vieta.roots(Tensor(LAYOUTS[layout](c))), vieta.roots(c)
    for name in ("values", "radii", "root_statuses", "counts", "statuses"):
        assert np.array_equal(get(getattr(r, name)), getattr(expected, name)), name
        assert np.array_equal(getattr(r.host(), name), getattr(expected, name)), name
    assert repr(r).splitlines()[0] == repr(expected).splitlines()[0] and "cuda:0 host" in repr(r)
    assert json.loads(r.to_json())["report"]["roots"] == expected.report["roots"]
    assert np.array_equal(np.asarray(r), expected.values) and len(r.plot().lines) == len(expected.plot().lines)


def test_more_axes(rng):
    c = rng.normal(size=(4, 5, 7))
    assert np.array_equal(get(vieta.real_roots(Tensor(c)).values), vieta.real_roots(c).values, equal_nan=True)
    assert np.array_equal(get(vieta.roots(Tensor(c)).values), vieta.roots(c).values)
    assert get(vieta.roots(Tensor(c[:0])).values).shape == (0, 5, 6)


@pytest.mark.parametrize("count", [0, 1, 30])
def test_boxes(rng, count):
    c = rng.uniform(-1, 1, (count, 2, 4, 4))
    box = [(-1, 3), (2, 2.5)]
    r, expected = vieta.solve_boxes(Tensor(c), box), vieta.solve_boxes(c, box)
    names = ("x", "lower", "upper", "radii", "residuals", "systems", "begin", "jacobian_signs", "on_border")
    for name in names:
        array, other = getattr(r, name), getattr(expected, name)
        assert array.dtype == other.dtype and np.array_equal(get(array), other), name
        assert np.array_equal(getattr(r.host(), name), other), name
    assert [vieta.BoxesStatus(s).name.lower() for s in get(r.statuses)] == expected.statuses == r.host().statuses
    differs = ("seconds", "target", "certificates")
    assert {k: v for k, v in r.report.items() if k not in differs} == {
        k: v for k, v in expected.report.items() if k not in differs
    }
    assert len(r) == len(expected) and r.kinds == expected.kinds and r.messages == {} and r.degrees == expected.degrees
    assert repr(r).splitlines()[0] == repr(expected).splitlines()[0] and "cuda:0 host" in repr(r)
    assert np.array_equal(np.asarray(r), expected.x) and str(r) == str(r.host())
    assert json.loads(r.to_json())["report"]["unique"] == len(r)
    if count > 1:
        assert r.of(3).tolist() == expected.of(3).tolist() and np.array_equal(r[0].x, expected[0].x)
        assert r.plot().get_xlabel() == "x1" and len(r.polyline(0)) == 0


def test_boxes_that_have_no_room_at_first(device):
    line = np.array([-1.0, 1])
    many = np.zeros((2, 1, 8))
    many[:] = np.interp(np.arange(8), [0, 7], line)  # one root each
    assert len(vieta.solve_boxes(Tensor(many))) == 2 and device["rooms"] == [1032]
    original = _core.boxes_on_gpu
    _core.boxes_on_gpu = lambda *a: (5000, 1, 1) if a[5] < 5000 else original(*a)
    assert len(vieta.solve_boxes(Tensor(many))) == 2 and device["rooms"] == [1032, 5000]


def test_boxes_of_float32(rng):
    c = rng.uniform(-1, 1, (3, 2, 4, 4)).astype(np.float32)
    message = "equations: .*float32 on a GPU, expected float64, which its framework cannot make"
    with pytest.raises(TypeError, match=message):
        vieta.solve_boxes(Tensor(c))
    for wrong in (Tensor(c.astype(float)[..., ::2]), Tensor(np.ones((3, 1, 1))), Tensor(np.ones((3, 1, 30)))):
        with pytest.raises(ValueError, match="equations: found"):
            vieta.solve_boxes(wrong)
