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
