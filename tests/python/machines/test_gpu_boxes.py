"""solve_boxes of arrays on a GPU, and `on="cuda"`: against the answers of the CPU. Skipped without a device or the
framework."""

import json
import math

import numpy as np
import pytest
from gpu_frameworks import Jax, Torch, gpu, needs_device, with_streams  # noqa: F401

import vieta
from vieta import BoxesStatus, _core

pytestmark = needs_device

COLUMNS = ("x", "radii", "lower", "upper", "residuals", "jacobian_signs", "on_border", "systems", "begin")


def bicubics(rng, count, dtype=np.float64):
    return rng.uniform(-1, 1, (count, 2, 4, 4)).astype(dtype)


def agrees(gpu, r, c, box=None):
    """All arrays are of the framework and on the device; each system that is complete has the solutions of the CPU."""
    arrays = [getattr(r, name) for name in (*COLUMNS, "statuses")]
    assert all(isinstance(array, gpu.kind) for array in arrays)
    x, radii, lower, upper, residuals, signs, on_border, systems, begin, statuses = map(gpu.get, arrays)
    expected = vieta.solve_boxes(c.astype(np.float64), box, on="cpu")
    assert x.shape == (len(r), c.shape[1]) and begin.shape == (len(c) + 1,) and len(kinds := r.kinds) == len(x)
    assert set(kinds) <= {"unique"} and (systems[1:] >= systems[:-1]).all() and on_border.dtype == np.bool_
    assert (lower <= x).all() and (x <= upper).all() and np.isfinite(residuals).all() and set(signs) <= {-1, 0, 1}
    for s in range(len(c)):
        items = slice(begin[s], begin[s + 1])
        assert (systems[items] == s).all()
        if statuses[s] == BoxesStatus.BUDGET:
            assert begin[s] == begin[s + 1]
            continue
        assert BoxesStatus(statuses[s]).name.lower() == expected.statuses[s]
        other = expected.of(s)
        assert len(x[items]) == len(other)
        for k in range(len(other)):
            gap = np.abs(x[items][k] - expected.x[other]).max(axis=1).min()
            assert gap <= 1.01 * (radii[items][k] + expected.radii[other].max())
    return statuses


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batches(gpu, rng, dtype):
    c = bicubics(rng, 300, dtype)
    statuses = agrees(gpu, vieta.solve_boxes(gpu.put(c)), c)
    assert (statuses == BoxesStatus.COMPLETE).mean() > 0.95
    box = [(-1, 3), (2, 2.5)]
    agrees(gpu, vieta.solve_boxes(gpu.put(c), box), c, box)
    agrees(gpu, vieta.solve_boxes(gpu.put(c), dict(zip("xy", box))), c, box)


@pytest.mark.parametrize("shape", [(200, 1, 8), (50, 2, 3, 6), (40, 3, 3, 3, 3)])
def test_shapes(gpu, rng, shape):
    c = rng.uniform(-1, 1, shape)
    agrees(gpu, vieta.solve_boxes(gpu.put(c)), c)


def test_statuses(gpu, rng):
    c = bicubics(rng, 6)
    c[1, 0, 2, 2] = np.nan
    c[2, 1] = 0
    c[3, 1] = c[3, 0]
    r = vieta.solve_boxes(gpu.put(c))
    statuses = agrees(gpu, r, c)
    assert statuses[[1, 2]].tolist() == [BoxesStatus.BAD_INPUT] * 2 and list(r.messages) == [1, 2]
    assert statuses[3] == BoxesStatus.BUDGET  # curves of solutions


def test_many_solutions_and_none(gpu, rng):
    """More than there was room for at first; then no solutions, and no systems."""
    chebyshev = [(-1) ** (7 - j) * math.comb(14, 2 * j) / math.comb(7, j) for j in range(8)]  # T_7: seven roots
    c = np.broadcast_to(np.array(chebyshev), (1000, 1, 8)).copy()
    assert len(vieta.solve_boxes(gpu.put(c))) == 7000
    agrees(gpu, vieta.solve_boxes(gpu.put(c)), c)
    agrees(gpu, vieta.solve_boxes(gpu.put(np.abs(c) + 1)), np.abs(c) + 1)
    agrees(gpu, vieta.solve_boxes(gpu.put(c[:0])), c[:0])


def test_only_one_number_passes_through_the_host(gpu, rng, monkeypatch):
    def refuse(*_):
        raise AssertionError("numbers were copied")

    monkeypatch.setattr(_core, "copy_to_host", refuse)
    r = vieta.solve_boxes(gpu.put(bicubics(rng, 100)))
    assert all(isinstance(getattr(r, name), gpu.kind) for name in COLUMNS)


def test_the_work_is_on_the_current_stream(gpu, rng):
    """The coefficients are made on a busy stream: answers are those of what will be there."""
    with_streams(gpu)
    c = bicubics(rng, 200)
    half = gpu.put(c / 2)
    stream = gpu.stream()
    gpu.wait()
    with stream:
        gpu.sleep()
        r = vieta.solve_boxes(half * 2)
        doubled = gpu.get(r.x * 2)
    gpu.wait()
    assert np.array_equal(doubled, 2 * gpu.get(vieta.solve_boxes(gpu.put(c)).x))


def test_the_rest_of_a_result(gpu, rng):
    c = bicubics(rng, 40)
    c = c[gpu.get(vieta.solve_boxes(gpu.put(c)).statuses) == BoxesStatus.COMPLETE][:20]
    r, expected = vieta.solve_boxes(gpu.put(c)), vieta.solve_boxes(c, on="cpu")
    assert r.report["target"].startswith("cuda:0") and r.report["unique"] == len(r) == len(expected)
    host = r.host()
    for name in COLUMNS:
        assert np.array_equal(getattr(host, name), gpu.get(getattr(r, name)))
    assert host.statuses == expected.statuses and r.degrees == [None] * len(r)
    assert json.loads(r.to_json())["report"]["unique"] == len(r)
    assert repr(r).splitlines()[0] == repr(expected).splitlines()[0]
    assert r.of(3).tolist() == expected.of(3).tolist() and len(r.polyline(0)) == 0
    assert np.array_equal(r[0].x, host.x[0]) and np.array_equal(np.asarray(r), host.x) and str(r) == str(host)
    assert r.plot().get_xlabel() == "x1"


def test_wrong_arguments(gpu):
    good = gpu.put(np.ones((3, 2, 4, 4)))
    cases = [
        (
            lambda: vieta.solve_boxes(gpu.put(np.ones((3, 2, 4, 4), np.int32))),
            TypeError,
            "of int32 on a GPU, expected real",
        ),
        (lambda: vieta.solve_boxes(gpu.put(np.ones((3, 2, 4)))), ValueError, "equations: found .*expected the shape"),
        (lambda: vieta.solve_boxes(gpu.put(np.ones((3, 1, 70)))), ValueError, "equations: found .*at most 65"),
        (lambda: vieta.solve_boxes(gpu.put(np.ones((3, 1, 1)))), ValueError, r"equations: found .*degrees \(0,\)"),
        (lambda: vieta.solve_boxes(good, [(0, 1)]), ValueError, "box: found 1 intervals, expected 2"),
        (lambda: vieta.solve_boxes(good, on="cpu"), ValueError, "on: found 'cpu' with coefficients on a GPU"),
        (lambda: vieta.solve_boxes(good, max_seconds=1), ValueError, "max_seconds, progress"),
        (lambda: vieta.solve_boxes(good, tolerance="a"), TypeError, "tolerance"),
        (lambda: vieta.solve(["x - 1"], on="cuda:99"), ValueError, "on: found 'cuda:99', but there are"),
    ]
    if not isinstance(gpu, Jax):
        gaps = gpu.put(np.ones((3, 2, 4, 8)))[..., ::2]
        cases.append((lambda: vieta.solve_boxes(gaps), ValueError, "equations: found an array that is not contiguous"))
    if isinstance(gpu, Torch):
        learning = gpu.put(np.ones((3, 2, 4, 4))).requires_grad_()
        cases.append((lambda: vieta.solve_boxes(learning), TypeError, "DLPack cannot hand over.*detach"))
    for call, kind, message in cases:
        with pytest.raises(kind, match=message):
            call()


def test_on_cuda():
    """Data in host memory, solved on a GPU."""
    katsura = vieta.families.katsura(6)
    r, expected = vieta.solve(katsura, on="cuda"), vieta.solve(katsura, on="cpu")
    assert "cuda" in r.report["target"] and "cuda" not in expected.report["target"]
    assert len(r) == len(expected) == 64 and r.certified.all()
    assert all(np.abs(expected.x - x).max(axis=1).min() < 1e-12 for x in r.x)
    values = {"r": np.linspace(3, 4, 50), "p": np.linspace(-1, 1, 50) + 0.01}
    many = vieta.solve_parameters(["x^2 + y^2 - r", "x*y - p"], values, on="cuda:0")
    assert many.certified.all() and len(many.x) == 200
    c = np.random.default_rng(3).uniform(-1, 1, (500, 2, 4, 4))
    boxes = vieta.solve_boxes(c, on="cuda")
    assert "cuda" in boxes.report["target"] and boxes.statuses == vieta.solve_boxes(c, on="cpu").statuses
