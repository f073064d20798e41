"""The package as such: examples in docstrings, types, names."""

import ast
import dataclasses
import doctest
import importlib
import inspect
import os
import pathlib
import pickle
import pkgutil
import pydoc
import re
import subprocess
import sys

import numpy as np
import pytest

import vieta
from vieta import _core

FOLDER = pathlib.Path(vieta.__file__).parent
MODULES = sorted(
    m.name.removeprefix("vieta.")
    for m in pkgutil.walk_packages([str(FOLDER)], "vieta.")
    if m.name != "vieta._core" and not m.name.endswith(("jax", "torch"))  # which may not be installed
)


@pytest.mark.skipif(int(np.__version__.split(".")[0]) < 2, reason="numbers print otherwise before NumPy 2")
@pytest.mark.parametrize("name", ["__init__", *MODULES])
def test_examples_in_docstrings(name):
    module = vieta if name == "__init__" else importlib.import_module(f"vieta.{name}")
    failed, _ = doctest.testmod(module, extraglobs={"vieta": vieta, "np": np}, optionflags=doctest.ELLIPSIS)
    assert failed == 0


LOADED_WHEN_USED = {"geometry", "jax", "signal", "torch"}


def public_names():
    return [name for name in vars(vieta) if not name.startswith("_") and name not in LOADED_WHEN_USED]


def test_help_of_the_package_is_one_page():
    text = pydoc.plain(pydoc.render_doc(vieta))
    assert len(text.splitlines()) < 100
    for name in ("roots", "real_roots", "minimax", "solve_boxes", "newton", "solve", "Roots"):
        assert name in text, name
    star = {}
    exec("from vieta import *", star)
    assert set(star) - {"__builtins__", "geometry", "signal"} == set(public_names())


def test_what_is_public_has_a_docstring():
    for name in public_names():
        assert getattr(vieta, name).__doc__, name
    for kind in (vieta.Roots, vieta.RealRoots, vieta.Minimax, vieta.NewtonResult, vieta.PolynomialSystem):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_what_few_need_is_not_loaded_with_the_package():
    """`import vieta` takes less than 30 ms beyond NumPy."""
    code = "import numpy, sys; before = set(sys.modules); import vieta; print(*(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout.split()
    late = {"dataclasses", "fractions", "decimal", "sympy", "mpmath", "matplotlib", "numpy.polynomial", "json", "vieta.signal"}
    assert not late & set(loaded) and "vieta._roots" in loaded


def test_records_are_dataclasses():
    root = vieta.roots([-2.0, 1.0])[0]
    assert [f.name for f in dataclasses.fields(root)] == list(inspect.signature(vieta.Root).parameters)
    assert vieta.Root.__match_args__ == ("value", "radius", "multiplicity", "status", "real", "imaginary")
    assert repr(root).startswith("Root(value=(2+0j), radius=") and repr(root).endswith("imaginary=False)")
    assert vieta.Root(**dataclasses.asdict(root)) == root == vieta.Root(*dataclasses.astuple(root))
    moved = dataclasses.replace(root, value=3 + 0j)
    assert moved != root and moved.value == 3 and {root, moved, pickle.loads(pickle.dumps(root))} == {root, moved}
    with pytest.raises(dataclasses.FrozenInstanceError):
        root.value = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del root.value
    with pytest.raises(TypeError, match="found no radius"):
        vieta.Root(1)
    with pytest.raises(TypeError, match="sign="):
        vieta.Root(1, 2, 3, "", True, False, sign=1)
    with pytest.raises(TypeError, match="multiple values"):
        vieta.Root(1, value=2)
    assert repr(vieta.Verification(True, 2, [])) == "Verification(holds=True, checked=2, complaints=[])"
    assert vieta.Verification(True, 2, []).decided and vieta.Verification(True, 2, [], False) != vieta.Verification(True, 2, [])
    assert issubclass(vieta.IsolatedSolution, type(vieta.solve(["x^2-2"])[0]).__mro__[1])
    own = [f.name for f in dataclasses.fields(vieta.IsolatedSolution)]
    assert own[-4:] == ["regular", "multiplicity", "on_a_set", "undecided"] and own[0] == "x"
    assert tuple(own) == vieta.IsolatedSolution.__match_args__

    @dataclasses.dataclass(frozen=True)
    class Named(vieta.Verification):
        name: str = ""

    assert repr(Named(True, 2, [], name="a")).endswith("name='a')") and Named(True, 2, []) == Named(True, 2, [])


def test_the_stub_knows_the_compiled_half():
    tree = ast.parse((FOLDER / "_core.pyi").read_text())
    stub = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            functions = {f.name for f in node.body if isinstance(f, ast.FunctionDef)}
            attributes = {a.target.id for a in node.body if isinstance(a, ast.AnnAssign)}
            inherited = set().union(*(stub[base.id] for base in node.bases))
            stub[node.name] = (functions | attributes | inherited) - {"__init__"}
        elif isinstance(node, ast.FunctionDef):
            stub[node.name] = None
        elif isinstance(node, ast.AnnAssign):
            stub[node.target.id] = None
    for name, value in vars(_core).items():
        if name.startswith("_") or name == "version":
            continue
        assert name in stub, name
        if isinstance(value, type):
            assert stub[name] == {m for m in vars(value) if not m.startswith("_")}, name
    assert {name for name in stub if not name.startswith("_")} <= set(vars(_core))
    assert (FOLDER / "py.typed").exists()


def test_importing_is_cheap():
    import subprocess
    import sys

    code = "import sys, vieta; print([m for m in ('matplotlib', 'sympy', 'mpmath', 'scipy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_info():
    info = vieta.info()
    assert info["version"] == vieta.__version__ and info["isa"] in ("baseline", "neon", "avx2", "avx512")


ROOT = pathlib.Path(__file__).parents[3]


def test_one_version():
    declared = re.search(r"project\(vieta VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.M).group(1)
    assert vieta.__version__ == declared == cited


def test_types(tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir", tmp_path, "python/vieta"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout


def test_types_tell_one_polynomial_from_many(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(
        "import pathlib, numpy as np, vieta\n"
        "values: list[complex] = [r.value for r in vieta.roots([1, 2, 3], digits=20)]\n"
        'one: list[vieta.Roots] = [vieta.roots("x^2 - 2"), vieta.roots(pathlib.Path("p.txt"))]\n'
        "either = vieta.roots(np.ones((2, 3)))\n"
        "radii = either.radii if isinstance(either, vieta.RootBatch) else None\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", tmp_path / "user.py"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(ROOT / "python")})
    assert done.returncode == 0, done.stdout


def test_site(tmp_path):
    """Every page is listed, and every link leads somewhere."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings_handlers.python")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "index.html").exists()
    functions = (tmp_path / "site" / "reference" / "python_functions" / "index.html").read_text()
    for name in set(public_names()) - {"compat"}:
        assert f'id="vieta.{name}"' in functions, f"docs/reference/python_functions.md: {name} is missing"
    assert 'id="vieta.compat.roots"' in functions
    assert "_in_our_words" not in functions, "functions stand there as attributes, without their parameters"
    for name, option in (("roots", "uncertainty"), ("minimax", "denominator_degree"), ("solve_boxes", "max_seconds")):
        section = functions.split(f'id="vieta.{name}"')[1].split('id="vieta.')[0]
        assert option in section, f"docs/reference/python_functions.md: {name} has no {option}"
    cpp = (tmp_path / "site" / "reference" / "cpp_functions" / "index.html").read_text()
    exported = re.compile(r"^VIETA_API [^;=(]*?\b(\w+)\(", re.M)
    for header in (ROOT / "include" / "vieta").glob("*.hpp"):
        for name in exported.findall(header.read_text()):
            assert re.search(rf"<h3[^>]*>{name}<", cpp), f"{header.name}: {name} is missing in the reference"
