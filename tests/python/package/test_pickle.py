"""Results travel to other processes: pickles and copies hold all that they had."""

import copy
import inspect
import multiprocessing
import pickle
from fractions import Fraction

import numpy as np
import pytest

import vieta
from vieta._boxes import BoxesOnGpu
from vieta._real_roots import RealRootsOnGpu
from vieta._root_batches import RootBatchOnGpu

ROWS = np.random.default_rng(7).uniform(-1, 1, (40, 6))
SYSTEM = ["x^2 + y^2 - 4", "x*y - 1/3"]
CURVE = ["(x - 1/2)*(y - x)", "(x - 1/2)*(y + x)"]

RESULTS = {
    "traced curves": lambda: vieta.solve_boxes(["x^2 + y^2 = 1"], {"x": (-2, 2), "y": (0, 2)}),
    "one traced curve": lambda: vieta.solve_boxes(["x^2 + y^2 = 1"], {"x": (-2, 2), "y": (0, 2)}).curves[0],
    "roots of doubles": lambda: vieta.roots([-1.0, -1, 0, 0, 0, 1]),
    "roots of complex numbers": lambda: vieta.roots([-1.5j, 0, 1]),
    "roots of exact numbers": lambda: vieta.roots([Fraction(-1, 3), 0, 2**70], digits=40),
    "roots of an expression": lambda: vieta.roots("(x - 1/3)^2 * (x^2 + 1)", in_disc=(0, 1.5)),
    "batch": lambda: vieta.roots(ROWS.reshape(4, 10, 6)),
    "empty batch": lambda: vieta.roots(ROWS[:0]),
    "real roots": lambda: vieta.real_roots(ROWS, (-1, 1)),
    "real roots in float": lambda: vieta.real_roots(ROWS.astype(np.float32), (-1, 1)),
    "real roots in columns": lambda: vieta.real_roots(np.asfortranarray(ROWS), (-1, 1)),
    "real roots with bounds": lambda: vieta.real_roots(ROWS, (-1, 1), bounds=True),
    "real roots of one": lambda: vieta.real_roots([-1.0, 0, 1]),
    "minimax": lambda: vieta.minimax("exp(x)", (0, 1), degree=4),
    "minimax of samples": lambda: vieta.minimax([(x, x**3) for x in np.linspace(0, 1, 9)], degree=2),
    "code": lambda: vieta.minimax("exp(x)", (0, 1), degree=3, format="f32").code("c"),
    "fixed point": lambda: vieta.minimax("exp(x)", (0, 0.5), degree=3).fixed_point("q1.14"),
    "structure": lambda: vieta.nearest_structure("(x-1)^3*(x+2)"),
    "aaa": lambda: vieta.aaa("tan(x)", (-2, 2)),
    "pareto": lambda: vieta.minimax_pareto("exp2"),
    "boxes": lambda: vieta.solve_boxes(SYSTEM, {"x": (-3, 3), "y": (-3, 3)}),
    "boxes of a curve": lambda: vieta.solve_boxes(CURVE, {"x": (0, 1), "y": (-1, 1)}, tolerance=1e-2),
    "boxes of an array": lambda: vieta.solve_boxes(np.random.default_rng(1).uniform(-1, 1, (5, 2, 3, 3))),
    "newton": lambda: vieta.newton(SYSTEM, [[2, 0.5], [0.5, 2]], digits=40),
    "solve": lambda: vieta.solve(SYSTEM, digits=25),
    "instances": lambda: vieta.solve_parameters(["x^2 + y^2 - r", "x*y - p"], {"r": [4, 9], "p": [1, 1]}),
    "components": lambda: vieta.components(["x*y", "x*z"], samples=2),
    "component": lambda: vieta.components(["x*y", "x*z"])[0],
    "system": lambda: vieta.PolynomialSystem(SYSTEM),
    "root": lambda: vieta.roots([-2, 0, 1])[0],
    "verification": lambda: vieta.roots([-2, 0, 1]).verify(),
    "box": lambda: vieta.solve_boxes(["x^2 = 1/2"], {"x": (0, 1)})[0],
    "solution": lambda: vieta.newton("x^2 - 2", [1.4])[0],
    "isolated solution": lambda: vieta.solve("x^2 - 2")[0],
    "variant": lambda: vieta.minimax_pareto("exp2")[0],
    "statuses": lambda: vieta.Status.TOUCHING,
}


def told(value):
    """All that a result tells of itself, as one text."""
    if isinstance(value, (int, float, complex, str, bool, Fraction, type(None))):
        return repr(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tolist()!r}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {told(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(told, value)) + "]"
    names = [name for name in dir(value) if not name.startswith("_") and name not in ("host", "shape")]
    parts = [(name, getattr(value, name)) for name in names]
    of_itself = [f"{name}={told(part)}" for name, part in parts if not callable(part)]
    texts = [str(value), repr(value), value.to_json() if hasattr(value, "to_json") else ""]
    return "\n".join([type(value).__name__, *of_itself, *texts])


@pytest.mark.parametrize("way", ["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_all_of_a_result_is_there_again(make, way):
    result = make()
    ways = {"pickle": lambda r: pickle.loads(pickle.dumps(r)), "copy": copy.copy, "deepcopy": copy.deepcopy}
    again = ways[way](result)
    assert type(again) is type(result)
    assert told(again) == told(result)
    again = ways[way](result)  # now with attributes that were asked for
    assert told(again) == told(result)


def test_every_public_class_is_tried():
    public = {c for c in vars(vieta).values() if inspect.isclass(c) and c.__module__.startswith("vieta")}
    enums = {vieta.Status, vieta.BatchStatus, vieta.RootStatus, vieta.BoxesStatus}
    assert public - enums == {type(make()) for make in RESULTS.values()} - enums


@pytest.mark.parametrize("protocol", [0, 1])
@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_old_protocols(make, protocol):
    result = make()
    assert told(pickle.loads(pickle.dumps(result, protocol))) == told(result)


def test_systems_keep_their_exact_coefficients():
    """They became sums of four doubles, and radii grew to the error of these."""
    for system in (vieta.PolynomialSystem("x/3 + y - 1; y = 0.1"), vieta.PolynomialSystem(["y - x/3"], ["x", "y"])):
        again = pickle.loads(pickle.dumps(system))
        assert (again.variables, again.terms) == (system.variables, system.terms)
    s = vieta.PolynomialSystem("x/3 - 1")
    assert vieta.newton(pickle.loads(pickle.dumps(s)), [2.9], 60).radii == vieta.newton(s, [2.9], 60).radii < 1e-90


@pytest.mark.parametrize("name", [name for name in RESULTS if name.startswith("roots of")])
def test_discs_can_be_verified_elsewhere(name):
    assert pickle.loads(pickle.dumps(RESULTS[name]())).verify()


def test_a_file_may_change_afterwards(tmp_path):
    file = tmp_path / "p.txt"
    file.write_text("-2 0 1\n")
    pickled = pickle.dumps(vieta.roots(file))
    file.write_text("-3 0 1\n")
    assert pickle.loads(pickled).verify()


def test_methods_work_on_what_was_carried():
    r = pickle.loads(pickle.dumps(vieta.newton(SYSTEM, [2, 0.5], digits=40)))
    assert r.decimals(digits=40) == vieta.newton(SYSTEM, [2, 0.5], digits=40).decimals(digits=40)
    assert vieta.newton(r.system, [2, 0.5], digits=40).certified
    m = pickle.loads(pickle.dumps(vieta.minimax("exp(x)", (0, 1), degree=4)))
    assert m.verify() and abs(m(0.5) - np.exp(0.5)) < 1e-4 and "float" in m.code("c").text
    b = vieta.solve_boxes(CURVE, {"x": (0, 1), "y": (-1, 1)}, tolerance=1e-2)
    again = pickle.loads(pickle.dumps(b))
    assert all(np.array_equal(again.polyline(k), b.polyline(k)) for k in range(len(b)) if b.kinds[k] == "curve")
    s = vieta.real_roots(ROWS, (-1, 1))
    again = pickle.loads(pickle.dumps(s))
    assert np.array_equal(vieta.real_roots(ROWS, (-1, 1), out=again).values, s.values, equal_nan=True)


def work(c):
    return vieta.roots(c, digits=20)


def test_other_processes_send_results():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert [r.decimals[1][0] for r in pool.map(work, ([-2, 0, 1], [-3, 0, 1]))] == [
            vieta.roots([-k, 0, 1], digits=20).decimals[1][0] for k in (2, 3)
        ]


@pytest.mark.parametrize("kind", [RealRootsOnGpu, RootBatchOnGpu, BoxesOnGpu])
def test_what_lies_on_a_gpu_stays_there(kind):
    name = kind.__name__.removesuffix("OnGpu")
    with pytest.raises(TypeError, match=rf"vieta.{name}: found one in the memory of a GPU.* expected host\(\)"):
        pickle.dumps(kind.__new__(kind))


def test_python_functions_are_not_carried():
    with pytest.raises(TypeError, match=r"vieta.Minimax: found one of a Python function, expected .*to_json\(\)"):
        pickle.dumps(vieta.minimax(np.exp, (0, 1), degree=2))


def test_bytes_of_something_else_are_refused():
    state = vieta.PolynomialSystem(SYSTEM)._native.__reduce_ex__(4)[2]
    for wrong in (b"", state[:-3], state + b"x", b"\xff" * 40):
        with pytest.raises(ValueError, match="pickle: found"):
            vieta._core.PolynomialSystem.__new__(vieta._core.PolynomialSystem).__setstate__(wrong)
