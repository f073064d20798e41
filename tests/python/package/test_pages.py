"""Pages that are programs: every ```python block of a page runs, in order, and prints what the ```text block behind it
says ("..." stands for anything)."""

import contextlib
import doctest
import io
import os
import pathlib
import re
import types

import matplotlib.pyplot as plt
import numpy as np
import pytest

import vieta

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = [*sorted((ROOT / "docs" / "tutorial").glob("python_*.md")), ROOT / "docs" / "reference" / "python.md"]
WITH_THE_PROGRAM = [ROOT / "docs" / "tutorial" / name for name in ("roots.md", "real_roots.md")]
PROGRAM = os.environ.get("VIETA_PROGRAM", "")
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\s*^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def run(page, source):
    space = {"__name__": "page"}
    ran = 0
    for block in BLOCK.finditer(source):
        code, expected = block.groups()
        line = source[: block.start()].count("\n") + 1
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + code, str(page), "exec"), space)
        if expected is not None:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            same = doctest.OutputChecker().check_output(expected, printed.getvalue(), flags)
            assert same, f"{page}:{line} printed\n{printed.getvalue()}instead of\n{expected}"
        ran += 1
    return ran


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page(page, tmp_path, monkeypatch):
    for module in set(re.findall(r"^import (dask|joblib|pandas|xarray)|^from (dask|joblib|pandas|xarray)", page.read_text(), re.M)):
        pytest.importorskip("".join(module))
    monkeypatch.chdir(tmp_path)
    assert run(page, page.read_text()) > 0
    plt.close("all")


@pytest.mark.parametrize("page", WITH_THE_PROGRAM, ids=lambda p: p.stem)
def test_page_that_calls_the_program(page, tmp_path, monkeypatch):
    if not os.path.exists(PROGRAM):
        pytest.skip("the program was not built (VIETA_PROGRAM)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"])
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert run(page, page.read_text()) > 0


class HostTensor(np.ndarray):
    """A tensor whose device is the host."""

    def __getitem__(self, at):
        return super().__getitem__(slice(0) if at is False else at)  # statuses of boxes are a list on the host

    def cpu(self):
        return self

    def numpy(self):
        return np.asarray(self)


def host_torch():
    random = np.random.default_rng(1)
    tensor = lambda draw: lambda *shape, dtype, device: draw(size=shape).astype(dtype).view(HostTensor)
    return types.SimpleNamespace(float64=np.float64, randn=tensor(random.normal), rand=tensor(random.uniform))


def test_page_of_tensors():
    """What is for a GPU (```py) runs on arrays of the host, which answer to the same names; test_gpu*.py have a GPU's."""
    source = (ROOT / "docs" / "reference" / "python.md").read_text()
    blocks = re.findall(r"^```py\n(.*?)^```$", source, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    exec(compile(blocks[0], "python.md", "exec"), {"torch": host_torch(), "vieta": vieta})


def test_readme():
    source = (ROOT / "README.md").read_text()
    assert run(ROOT / "README.md", source) > 0


def test_gallery_writes_the_pictures_that_are_checked_in(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import gallery

    monkeypatch.setattr(gallery, "IMAGES", tmp_path)
    gallery.write_all()
    written, checked_in = ({p.name for p in folder.iterdir()} for folder in (tmp_path, ROOT / "docs" / "images"))
    # Two are measurements, two take minutes (docs/littlewood.py), one moves (docs/dragging.py), one is a browser's;
    # bench/published and examples/shadertoy/ready.py write their own.
    others = {"near_linear_growth.svg", "roots_scaling.svg", "littlewood_density.webp", "littlewood_crop.webp"}
    others |= {"dragging.svg", "web_page.webp", "web_studios.webp"}
    others |= {name for name in checked_in if name.startswith(("published_", "shadertoy_"))}
    assert written | others == checked_in
    for folder in (tmp_path, ROOT / "docs" / "images"):
        assert all(os.path.getsize(p) < 60_000 for p in folder.glob("python_*"))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_links(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
