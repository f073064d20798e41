"""docs/reference/names.md against the program's help, the headers, Python's signatures, and results: options, fields and
statuses have the same names everywhere but where the page says otherwise."""

import inspect
import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

import vieta

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/names.md").read_text()
HEADERS = "\n".join(path.read_text() for path in sorted((ROOT / "include/vieta").glob("*.hpp")))
PROGRAM = os.environ.get("VIETA_PROGRAM", "")
FUNCTIONS = {
    "roots": [vieta.roots],
    "real-roots": [vieta.real_roots],
    "minimax": [vieta.minimax],
    "newton": [vieta.newton],
    "solve": [vieta.solve, vieta.solve_parameters],
    "boxes": [vieta.solve_boxes],
}
WHAT_IS_SOLVED = {"c", "coeffs", "f", "system", "equations", "box", "variables", "values", "names"}


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
    found = re.findall(r"^  ((?:-[a-z],)?--[a-z][a-z,-]*)", text, re.M)
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
    assert everywhere - found <= {"threads", "progress"}


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
        ("roots of a batch", "root_batch_report", ("roots", "--batch", rows_file), vieta.roots(np.array([[1.0, 2, 3]]))),
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
        fields = set(re.findall(r"(\w+)\s*(?:=[^,;]*)?(?=[,;])", re.sub(r"//.*", "", body)))
        differ = [exceptions(verb, k) for k in (1, 2, 3)]
        assert keys - differ[0] == in_python - differ[2], (verb, keys ^ in_python)
        assert keys - differ[0] == fields - differ[1], (verb, keys ^ fields)
        for name, found in zip(differ, (keys, fields, in_python)):
            assert name <= found, (verb, name - found)


def test_statuses():
    """The words of enumerations are those of the library's names."""
    text = (ROOT / "src/roots/batch/api.cpp").read_text() + (ROOT / "src/real_roots/api.cpp").read_text()
    text += (ROOT / "src/boxes/api.cpp").read_text()
    for enumeration in (vieta.BatchStatus, vieta.RootStatus, vieta.Status, vieta.BoxesStatus):
        for status in enumeration:
            assert f'"{status.name.lower()}"' in text, status
