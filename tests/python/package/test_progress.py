"""`progress` of every verb: a function of (done, total), a bar of tqdm, and exceptions of the callback."""

import io

import numpy as np
import pytest
from tqdm import tqdm

import vieta

RNG = np.random.default_rng(1)
ROWS = RNG.uniform(-1, 1, (30_000, 11))
PAIRS = RNG.uniform(-1, 1, (5_000, 2, 4, 4))
STARTS = np.exp(2j * np.pi * RNG.uniform(size=(200, 5)))
PARAMETERS = {"r": np.linspace(1, 2, 200), "p": np.linspace(3, 4, 200)}

# verb: the call, and what it counts (0: nobody knows)
VERBS = {
    "roots": (lambda progress: vieta.roots(list(range(1, 400)), progress=progress), 398),
    "roots of rows": (lambda progress: vieta.roots(ROWS, progress=progress), 30_000),
    "real_roots": (lambda progress: vieta.real_roots(ROWS, (-1, 1), progress=progress), 30_000),
    "minimax": (lambda progress: vieta.minimax("exp(x)", degree=12, progress=progress), 0),
    "newton": (lambda progress: vieta.newton(vieta.families.cyclic(5), STARTS, progress=progress), 200),
    "solve": (lambda progress: vieta.solve(vieta.families.katsura(5), progress=progress), 32),
    "components": (lambda progress: vieta.components(["x*y", "x*z"], progress=progress), None),
    "solve_parameters": (
        lambda progress: vieta.solve_parameters(["x^2 + y^2 - r", "x*y - p"], PARAMETERS, progress=progress),
        None,
    ),
    "solve_boxes": (lambda progress: vieta.solve_boxes(PAIRS, progress=progress), 5_000),
    "solve_boxes of texts": (lambda progress: vieta.solve_boxes(["x^2 - 2"], {"x": (0, 2)}, progress=progress), 1),
}


@pytest.mark.parametrize("verb", VERBS)
def test_function(verb):
    call, total = VERBS[verb]
    seen = []
    call(lambda *report: seen.append(report))
    done = [report[0] for report in seen]
    assert seen and done == sorted(done)
    if total:
        assert seen[-1] == (total, total) and {report[1] for report in seen} == {total}
    else:
        assert seen[-1][0] == seen[-1][1] > 0


@pytest.mark.parametrize("verb", VERBS)
def test_tqdm(verb):
    with tqdm(file=io.StringIO()) as bar:
        VERBS[verb][0](bar)
        assert bar.n == bar.total > 0


@pytest.mark.parametrize("verb", VERBS)
def test_exceptions_of_the_callback(verb):
    with pytest.raises(ZeroDivisionError):
        VERBS[verb][0](lambda done, total: 1 / 0)


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_no_function(verb):
    with pytest.raises(TypeError, match="progress: found an int, expected a function"):
        VERBS[verb][0](3)


def test_pieces_of_boxes_are_the_whole():
    """With progress, systems are solved in pieces; nothing else changes."""
    c = PAIRS.copy()
    c[3000, 0, 1, 1] = np.nan
    c[4000, 1] = c[4000, 0]  # curves
    c[4500, 1] = 0
    whole, pieces = vieta.solve_boxes(c, on="cpu"), vieta.solve_boxes(c, on="cpu", progress=lambda *_: None)
    assert pieces.statuses == whole.statuses and pieces.messages == whole.messages and pieces.kinds == whole.kinds
    for name in ("x", "lower", "upper", "radii", "systems", "begin", "degrees"):
        assert np.array_equal(getattr(pieces, name), getattr(whole, name)), name
    curve = pieces.kinds.index("curve")
    assert np.array_equal(pieces.polyline(curve), whole.polyline(curve)) and len(whole.polyline(curve)) > 0
    differs = ("seconds", "certificates", "boxes_visited", "most_visited")
    assert {k: v for k, v in pieces.report.items() if k not in differs} == {
        k: v for k, v in whole.report.items() if k not in differs
    }


def test_boxes_in_pieces_end_in_time():
    c = RNG.uniform(-1, 1, (20_000, 2, 8, 8))
    r = vieta.solve_boxes(c, on="cpu", threads=1, max_seconds=0.05, progress=lambda *_: None)
    assert len(r.statuses) == 20_000 and r.report["stopped_by"] == "time" and r.report["unresolved"] > 0
