"""bench/published: the page of the five published works is made from the measurements that lie beside it."""

import importlib
import pathlib
import sys

import pytest

pytest.importorskip("matplotlib")

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = ROOT / "bench" / "published"


@pytest.fixture(scope="module")
def modules():
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    names = ("real_roots", "minimax", "boxes", "high_degree", "newton")
    return dict(zip(("real-roots", "minimax", "boxes", "roots", "newton"), map(importlib.import_module, names)))


def test_the_page_is_that_of_the_measurements(modules):
    page = importlib.import_module("page")
    assert (ROOT / "docs" / "published.md").read_text() == page.text(modules, HERE / "measured")


def test_each_picture_is_there(modules):
    page = importlib.import_module("page").text(modules, HERE / "measured")
    names = [part.split(")")[0] for part in page.split("](images/")[1:]]
    assert names and all((ROOT / "docs" / "images" / name).exists() for name in names)


def test_each_item_says_what_is_published(modules):
    for work in modules.values():
        assert work.WORK and work.__doc__
        for item in work.ITEMS:
            assert item.place and item.title and item.published


def test_an_estimate_is_the_time_times_the_ratio_of_peaks(modules):
    hardware = importlib.import_module("hardware")
    assert hardware.estimate(10, "NVIDIA K40 (2013)", "double", 14300) == pytest.approx(1)
    assert hardware.device_peak("NVIDIA H200", "double") == 33500 and hardware.device_peak("unknown", "double") == 0


def test_a_machine_is_not_blamed_for_what_another_of_its_kind_has_run(modules, tmp_path):
    import json

    page = importlib.import_module("page")
    table = {"columns": ["a"], "rows": [["1"]], "notes": "", "picture": "", "quick": False, "date": "2026-01-01"}
    first, key = modules["roots"].ITEMS[0], f"roots: {modules['roots'].ITEMS[0].place}"
    for name, entry in (("NVIDIA A", table), ("NVIDIA B", {"skipped": "time was up"}), ("Xeon", {"skipped": "it needs a GPU"})):
        (tmp_path / f"{name}.json").write_text(json.dumps({"machine": name, "items": {key: entry}}))
    text = page.text({"roots": modules["roots"]}, tmp_path)
    assert first.title in text and "time was up" not in text and "Not run on Xeon: it needs a GPU" in text


def test_the_pieces_of_a_spline_join(modules):
    many = importlib.import_module("many_systems")
    bernstein = many.pieces(many.splines())
    assert bernstein.shape == (*many.SPANS, 2, 4, 4)
    assert bernstein[:-1, :, :, 3, :] == pytest.approx(bernstein[1:, :, :, 0, :], abs=1e-14)
    assert bernstein[:, :-1, :, :, 3] == pytest.approx(bernstein[:, 1:, :, :, 0], abs=1e-14)
    slope = bernstein[:-1, :, :, 3, :] - bernstein[:-1, :, :, 2, :]
    assert slope == pytest.approx(bernstein[1:, :, :, 1, :] - bernstein[1:, :, :, 0, :], abs=1e-14)


def test_the_bisector_is_as_far_from_one_patch_as_from_the_other(modules):
    """Its points, from a solution of the example's equations at a corner sample, lie on both normals."""
    import numpy as np

    bisector = importlib.import_module("bisector")
    u, v, s, t = (np.array([x]) for x in (0.3, 0.4, 0.5, 0.6))
    point = bisector.bisector_points(u, v, s, t)[:, 0]
    bump = 0.1 * 0.3**2 * 0.4**2
    patch = np.array([0.3 + bump, 0.4 - bump, 0.3 + 0.2 * 0.3 * 0.7 + 0.25 * 0.4 * 0.6 + bump])
    plane = np.array([0.1 + 0.8 * 0.5, 0.1 + 0.8 * 0.6, -0.4 + 0.1 * 0.5 + 0.15 * 0.6])
    # On the normal of the first patch, as far from it as from the point of the second.
    assert np.linalg.norm(point - patch) == pytest.approx(np.linalg.norm(point - plane), rel=1e-12)


def test_errors_that_the_work_prints_and_those_of_its_times():
    """Three of those for 16 cores do not fit the times beside them."""
    high = importlib.import_module("high_degree")
    wrong = [
        (kind, degree)
        for kind, rows in high.VALIDATION.items()
        for degree, (measured, predicted, printed) in rows.items()
        if abs(100 * abs(predicted - measured) / measured - float(printed)) > 0.1
    ]
    assert wrong == [("CPU", 600_000), ("CPU", 700_000), ("CPU", 900_000)]
