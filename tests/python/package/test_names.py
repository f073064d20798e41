"""docs/reference/names.md against the program's help, the headers, Python's signatures, and results: options, fields
and statuses have the same names everywhere but where the page says otherwise."""

import inspect
import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

import vieta
import vieta.compat
import vieta.geometry
import vieta.signal

ROOT = pathlib.Path(__file__).parents[3]
PAGE = (ROOT / "docs/reference/names.md").read_text()
HEADERS = "\n".join(path.read_text() for path in sorted((ROOT / "include/vieta").glob("*.hpp")))
PROGRAM = os.environ.get("VIETA_PROGRAM", "")
FUNCTIONS = {
    "roots": [vieta.roots],
    "real-roots": [vieta.real_roots],
    "minimax": [vieta.minimax],
    "newton": [vieta.newton],
    "solve": [vieta.solve, vieta.solve_parameters],
    "components": [vieta.components],
    "boxes": [vieta.solve_boxes],
}
WHAT_IS_SOLVED = {"c", "f", "system", "equations", "box", "variables", "values", "names"}


def rows(title):
    """The table under a title: a list of names for each cell."""
    section = re.split(r"^#+ ", PAGE.split(title + "\n", 1)[1], maxsplit=1, flags=re.M)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")] for line in lines]


def column(title, k):
    return {name for row in rows(title) for name in row[k]}


def option_names(verb):
    """The options in a verb's help; each as a set of its names."""
    if not os.path.exists(PROGRAM):
        pytest.skip("the program was not built (VIETA_PROGRAM)")
    text = subprocess.run([PROGRAM, "help", verb], capture_output=True, text=True, timeout=60, check=True).stdout
    found = re.findall(r"^  ((?:-[a-z],)?--[a-z][a-z0-9,-]*)", text, re.M)
    return [set(names.split(",")) for names in found]


@pytest.mark.parametrize("verb", FUNCTIONS)
def test_options_of_the_program(verb):
    options = option_names(verb)
    everywhere = column("### All verbs that work", 0)
    special = {name for name in column("### Input and output", 0) if name.startswith("--")}
    own = column(f"### {verb}", 0)
    for names in options:
        assert names & (own | everywhere | special), names
    known = set().union(*options)
    assert own <= known, own - known


@pytest.mark.parametrize("verb", FUNCTIONS)
def test_arguments_of_python(verb):
    own, everywhere = column(f"### {verb}", 2), column("### All verbs that work", 2)
    functions = {function.__name__ for function in FUNCTIONS[verb]}
    found = set().union(*(inspect.signature(function).parameters for function in FUNCTIONS[verb]))
    assert found - WHAT_IS_SOLVED <= own | everywhere, found - own - everywhere
    assert own - functions - WHAT_IS_SOLVED <= found, own - found
    assert everywhere - found <= {"threads", "progress", "comm"}


# What is one thing has one name in all of Python's functions: the first of these, and not the others.
ONE_NAME = {
    "c": ("coeffs", "coefs", "coefficients", "polynomial"),
    "f": ("func", "fun", "function"),
    "max_": ("most", "most_", "maximum_", "limit"),
    "max_seconds": ("timeout", "seconds", "time_limit"),
    "threads": ("workers", "n_jobs", "jobs"),
    "tolerance": ("tol", "rtol", "atol", "eps"),
    "on": ("device", "cuda", "place"),
    "start": ("starts", "x0", "guess"),
    "dt": ("fs", "sampling_time", "discrete"),
    "out": ("result", "into"),
}

# Names that scipy.signal has for its functions.
OF_SCIPY = {("vieta.signal.residue", "tol"), ("vieta.signal.residuez", "tol")}


def test_one_name_for_one_thing():
    functions = [
        (f"{module.__name__}.{name}", getattr(module, name))
        for module in (vieta, vieta.compat, vieta.geometry, vieta.signal)
        for name in dir(module)
        if not name.startswith("_") and inspect.isfunction(getattr(module, name))
    ]
    assert len(functions) > 35
    for name, function in functions:
        parameters = inspect.signature(function).parameters
        for right, wrong in ONE_NAME.items():
            for parameter in parameters:
                found = [w for w in wrong if parameter == w or (w.endswith("_") and parameter.startswith(w))]
                assert not found or (name, parameter) in OF_SCIPY, f"{name}: {parameter}, expected a name with {right}"


@pytest.mark.parametrize("title", ["All verbs that work", *FUNCTIONS, "Input and output"])
def test_names_in_cpp(title):
    for name in column(f"### {title}", 1):
        assert re.search(rf"\b{re.escape(name.split('::')[-1])}\b", HEADERS), name


def reports(folder):
    """(exceptions' name, struct, arguments of the program, Python's report) of each kind of report."""
    rows_file, values, boxes = folder / "rows.csv", folder / "a.csv", folder / "boxes.json"
    rows_file.write_text("1,2,3\n")
    values.write_text("1\n2\n")
    boxes.write_text('{"vars": ["x"], "box": [[0, 2]], "equations": ["x^2 - 2"]}')
    return [
        ("roots", "roots_report", ("roots", "--poly", "x^2-2"), vieta.roots([-2, 0, 1])),
        (
            "roots of a batch",
            "root_batch_report",
            ("roots", "--batch", rows_file),
            vieta.roots(np.array([[1.0, 2, 3]])),
        ),
        ("real-roots", "real_roots_report", ("real-roots", "--poly", "x^2-2"), vieta.real_roots([-2.0, 0, 1])),
        ("minimax", "minimax_report", ("minimax", "exp(x)", "--degree", "2"), vieta.minimax("exp(x)", degree=2)),
        ("newton", "newton_report", ("newton", "--system", "x^2-2", "--start", "1"), vieta.newton("x^2-2", [[1.0]])),
        ("solve", "solve_report", ("solve", "--system", "x^2-2"), vieta.solve("x^2-2")),
        (
            "solve with parameters",
            "parameters_report",
            ("solve", "--system", "x^2-a", "--parameters", values, "--parameter-names", "a"),
            vieta.solve_parameters("x^2-a", {"a": [1, 2]}),
        ),
        ("components", "components_report", ("components", "--system", "x*y"), vieta.components("x*y")),
        ("boxes", "boxes_report", ("boxes", boxes), vieta.solve_boxes(["x^2-2"], {"x": (0, 2)})),
    ]


def exceptions(verb, column_number):
    cells = [line.strip("|").split("|") for line in PAGE.split("## Reports")[1].split("## Results")[0].splitlines()]
    named = [cell for cell in cells if len(cell) == 4]
    return {
        name
        for cell in named
        if verb in [v.strip() for v in cell[0].split(",")]
        for name in re.findall(r"`([^`]+)`", cell[column_number])
    }


def test_reports(tmp_path):
    if not os.path.exists(PROGRAM):
        pytest.skip("the program was not built (VIETA_PROGRAM)")
    for verb, struct, arguments, result in reports(tmp_path):
        command = [PROGRAM, *map(str, arguments), "--json"]
        text = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
        from_program = json.loads(text)
        assert next(iter(from_program)) == "verb" and from_program["verb"] == arguments[0]
        keys, in_python = set(from_program["report"]), set(result.report)
        assert [k for k in from_program["report"] if k != "note"][-2:] == ["seconds", "stopped_by"], verb
        body = re.search(rf"struct {struct} \{{(.*?)\n\}};", HEADERS, re.S).group(1)
        # without arguments of templates
        plain = re.sub(r"<[^<>;]*>", "", re.sub(r"<[^<>;]*>", "", re.sub(r"//.*", "", body)))
        fields = set(re.findall(r"(\w+)\s*(?:=[^,;]*)?(?=[,;])", plain))
        differ = [exceptions(verb, k) for k in (1, 2, 3)]
        assert keys - differ[0] == in_python - differ[2], (verb, keys ^ in_python)
        assert keys - differ[0] == fields - differ[1], (verb, keys ^ fields)
        for name, found in zip(differ, (keys, fields, in_python)):
            assert name <= found, (verb, name - found)


def items(folder):
    """(title in the page, JSON's items of that kind, classes of Python) of each kind of result."""
    rows_file, values = folder / "rows.csv", folder / "a.csv"
    rows_file.write_text("1,2,3\n")
    values.write_text("1\n2\n")
    systems = {
        "one": '{"vars": ["x"], "box": [[0, 2]], "equations": ["x^2 - 2"]}',
        "curve": '{"vars": ["x", "y"], "equations": ["x - y", "(x - y)*(x + 1)"]}',
        "meeting": '{"curves": [[[0, 0], [1, 1]], [[0, 1], [1, 0]]]}',
        "pair": '{"vars": ["x", "y"], "equations": ["(x - 1/3)^2", "y - x"], "positive": ["x - y + 1e-30"]}',
        "border": '{"vars": ["x"], "equations": ["x - 1/2"], "positive": ["x - 1/2"]}',
        "nan": '[{"vars": ["x"], "equations": [{"degrees": [1], "bernstein": ["nan", 1]}]}, '
        '{"vars": ["x"], "equations": ["x"]}]',
        "slices": '{"vars": ["x", "s"], "equations": ["x - s/2"], "sample": {"s": 2}}',
    }

    def answer(*arguments):
        done = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=60)
        return json.loads(done.stdout)

    def boxes():
        for name, text in systems.items():
            (folder / f"{name}.json").write_text(text)
            yield from answer("boxes", folder / f"{name}.json")["systems"]

    solved = list(boxes())
    family = ("solve", "--system", "x^2-a", "--parameters", values, "--parameter-names", "a")
    newton = answer("newton", "--system", "x^2-2", "--start", "1")["solutions"]
    stand_in = answer("minimax", "exp(x)", "--degree", "2")
    return [
        ("Roots of one polynomial", answer("roots", "--poly", "x^2-2")["roots"], [vieta.Roots]),
        ("Roots of a batch", answer("roots", "--batch", rows_file)["results"], [vieta.RootBatch]),
        ("Real roots", answer("real-roots", "--poly", "(x-1)^2")["results"], [vieta.RealRoots]),
        ("Stand-ins", [{k: v for k, v in stand_in.items() if k not in ("verb", "report")}], [vieta.Minimax]),
        ("Solutions near a start", newton, [vieta.NewtonResult]),
        ("All solutions", answer("solve", "--system", "x^2-2")["solutions"], [vieta.Solutions, vieta.IsolatedSolution]),
        ("Components", answer("components", "--system", "x*y")["components"], [vieta.Component]),
        ("Items in a box", [item for system in solved for item in system["items"]], [vieta.Boxes]),
        ("Systems in a box", solved, [vieta.Boxes]),
        ("Instances of a family", answer(*family)["instances"], [vieta.Instances]),
    ]


def test_results(tmp_path):
    """JSON has the fields of the page and no others; C++ and Python have those of the page."""
    if not os.path.exists(PROGRAM):
        pytest.skip("the program was not built (VIETA_PROGRAM)")
    assert len(items(tmp_path)) == len(re.findall(r"^### ", PAGE.split("## Results")[1], re.M))
    for title, found, classes in items(tmp_path):
        sections = [f"### {title}"] + (["### Solutions near a start"] if title == "All solutions" else [])
        listed, cpp, python = (set().union(*(column(s, k) for s in sections)) for k in range(3))
        assert set().union(*found) == listed, (title, set().union(*found) ^ listed)
        for name in cpp:
            assert re.search(rf"\b{name}\b", HEADERS), (title, name)
        for name in python:
            fields = set().union(*({*dir(c), *getattr(c, "__annotations__", {})} for c in classes))
            assert name in fields, (title, name)


def test_inputs_of_boxes(tmp_path):
    """The page has the keys that the reader takes."""
    if not os.path.exists(PROGRAM):
        pytest.skip("the program was not built (VIETA_PROGRAM)")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"no_key": 1}')
    said = subprocess.run([PROGRAM, "boxes", wrong], capture_output=True, text=True, timeout=60).stderr
    taken = set(said.split("expected ")[1].strip().split(", "))
    assert column("## Inputs of boxes", 0) == taken
    for name in column("## Inputs of boxes", 1):
        assert re.search(rf"\b{name}\b", HEADERS), name
    assert column("## Inputs of boxes", 2) <= set(inspect.signature(vieta.solve_boxes).parameters)


def test_statuses():
    """The words of enumerations are those of the library's names."""
    for enumeration in (vieta.BatchStatus, vieta.RootStatus, vieta.Status, vieta.BoxesStatus):
        for status in enumeration:
            assert f'"{status.name.lower()}"' in HEADERS, status
