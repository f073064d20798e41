"""Wrong arguments raise TypeError or ValueError that name the argument and what was expected."""

import pathlib
from fractions import Fraction

import numpy as np
import pytest

import vieta

GOOD = np.array([-1.0, 0, 1])
GOOD_ROWS = np.array([[-1.0, 0, 1], [-4, 0, 1]])

CASES = [
    # roots
    (lambda: vieta.roots(None), TypeError, "c: found None, expected coefficients"),
    (lambda: vieta.roots(3.5), TypeError, "c: found a float, expected coefficients"),
    (lambda: vieta.roots([]), ValueError, "c: found no coefficients, expected at least one"),
    (lambda: vieta.roots(np.array([])), ValueError, "c: found no coefficients"),
    (lambda: vieta.roots(np.float64(3)), (TypeError, ValueError), "c: found"),
    (lambda: vieta.roots(np.ones((2, 66))), ValueError, "c: found 66 coefficients in the last axis, expected 1 to 65"),
    (lambda: vieta.roots(np.ones((2, 0))), ValueError, "c: found 0 coefficients in the last axis, expected 1 to 65"),
    (lambda: vieta.roots(GOOD_ROWS, 16), ValueError, "digits: found 16, expected 1 to 15 for many polynomials at once"),
    (lambda: vieta.roots(GOOD_ROWS, uncertainty=0.1), ValueError, "method, uncertainty: for a single polynomial"),
    (lambda: vieta.roots(np.array([["1"], ["2"]])), TypeError, "c: found an array of <U1 with shape"),
    (lambda: vieta.roots([[1, 2], [3, 4]]), ValueError, r"c: found a list at index 0, expected one axis"),
    (lambda: vieta.roots([1, np.nan]), ValueError, "c: found NaN or an infinity at index 1, expected finite"),
    (lambda: vieta.roots([1, 2**60, float("inf")]), ValueError, r"c\[2\]: found inf, expected finite"),
    (lambda: vieta.roots(["1+2i", 2]), ValueError, r"^c\[0\]: found '1\+2i', expected a finite number"),
    (lambda: vieta.roots(np.array([1, np.inf])), ValueError, "c: found NaN or an infinity at index 1"),
    (lambda: vieta.roots([0.0, 0.0]), ValueError, "c: found the zero polynomial"),
    (lambda: vieta.roots(np.array([1, None])), TypeError, "c: found an array of objects, expected an array of float32"),
    (lambda: vieta.roots(np.array(["1", "2"])), TypeError, "c: found an array of <U1 with shape"),
    (lambda: vieta.roots(np.array([1, 2], dtype=np.longdouble)), TypeError, "c: found an array of float128|longdouble"),
    (lambda: vieta.roots(np.array(["2020-01-01"], dtype="M8[D]")), TypeError, "c: found an array of datetime64"),
    (lambda: vieta.roots([1, None]), TypeError, r"c\[1\]: found None, expected a number"),
    (lambda: vieta.roots([1, "x"]), ValueError, "x"),
    (lambda: vieta.roots("x^2 + y"), ValueError, "y"),
    (lambda: vieta.roots({1: 2}), TypeError, "c"),
    (lambda: vieta.roots(GOOD, digits=0), ValueError, "digits: found 0, expected 1 to 1000000"),
    (lambda: vieta.roots(GOOD, digits=1.5), TypeError, "digits: found a float, expected a whole number"),
    (lambda: vieta.roots(GOOD, method="qr"), ValueError, "method: found 'qr', expected 'auto'"),
    (lambda: vieta.roots(GOOD, uncertainty=2), ValueError, "uncertainty"),
    (lambda: vieta.roots(GOOD, uncertainty=-1), ValueError, "uncertainty: found -1, expected a number from 0 on"),
    (lambda: vieta.roots("x^2 - pi", uncertainty=-0.1), ValueError, "uncertainty: found -0.1, expected a number"),
    (lambda: vieta.roots(GOOD, uncertainty="a"), TypeError, "uncertainty: found a str, expected a real number"),
    (lambda: vieta.roots(GOOD, threads=-1), ValueError, "threads: found -1"),
    (lambda: vieta.roots(GOOD, max_seconds=-1), ValueError, "max_seconds"),
    (lambda: vieta.roots(GOOD, max_seconds=float("nan")), ValueError, "max_seconds: found NaN"),
    (lambda: vieta.roots(GOOD, progress=3), TypeError, "progress: found an int, expected a function"),
    # real_roots
    (
        lambda: vieta.real_roots(GOOD_ROWS + 0j),
        TypeError,
        "c: found an array of complex128.* expected real numbers",
    ),
    (lambda: vieta.real_roots([1j, 2]), TypeError, "c: found an array of complex128"),
    (lambda: vieta.real_roots(np.array([[1, None]])), TypeError, "c: found an array of objects, expected"),
    (lambda: vieta.real_roots(np.array([["a"]])), TypeError, "c: found an array of <U1"),
    (lambda: vieta.real_roots(np.array([1, 2], dtype=np.longdouble)), TypeError, "c: found"),
    (
        lambda: vieta.real_roots("x^2 - 2"),
        TypeError,
        "c: found 'x.2 - 2', expected an array of float32 or float64 .num",
    ),
    (
        lambda: vieta.real_roots(pathlib.Path("p.npy")),
        TypeError,
        "c: found a pathlib.PosixPath, expected .*numpy.load",
    ),
    (lambda: vieta.real_roots({0: 1.0}), TypeError, "c: found a dict, expected an array of float32 or float64"),
    (
        lambda: vieta.real_roots(vieta.PolynomialSystem(["x^2 - 2"])),
        TypeError,
        "c: found a vieta.PolynomialSystem, expected an array",
    ),
    (lambda: vieta.real_roots([1, None]), TypeError, "c: found None at index 1, expected real numbers"),
    (
        lambda: vieta.real_roots([[1, 2], [3, {}]]),
        TypeError,
        r"c: found a dict at index \(1, 1\), expected real numbers",
    ),
    (
        lambda: vieta.real_roots([Fraction(1), "1/2"]),
        TypeError,
        "c: found a str at index 1, expected real numbers",
    ),
    (
        lambda: vieta.real_roots([Fraction(1), 1j]),
        TypeError,
        "c: found a complex at index 1, expected real numbers",
    ),
    (lambda: vieta.real_roots([10**400, 1]), ValueError, "c: found inf at index 0, expected finite coefficients"),
    (lambda: vieta.real_roots(None), TypeError, "c: found None, expected an array of float32 or float64"),
    (
        lambda: vieta.real_roots(np.ones((5, 1000))),
        ValueError,
        "found 1000 coeff.* last axis, expected 1 to 65: those of one",
    ),
    (
        lambda: vieta.roots(np.ones((5, 1000))),
        ValueError,
        "found 1000 coeff.* last axis, expected 1 to 65 .*: those of one",
    ),
    (lambda: vieta.real_roots([[1, 2], [3]]), ValueError, "c: expected rows of the same length"),
    (
        lambda: vieta.real_roots(3.0),
        ValueError,
        "c: found a single number, expected coefficients on the last axis",
    ),
    (lambda: vieta.real_roots([]), ValueError, r"c: found no coefficients \(shape \(0,\)\)"),
    (lambda: vieta.real_roots(np.ones((4, 0))), ValueError, "c: found no coefficients"),
    (
        lambda: vieta.real_roots(np.ones(66)),
        ValueError,
        "c: found 66 coefficients in the last axis, expected 1 to",
    ),
    (lambda: vieta.real_roots([1, np.nan]), ValueError, "c: found nan at index 1, expected finite"),
    (lambda: vieta.real_roots([1, np.inf, 2]), ValueError, "c: found inf at index 1"),
    (lambda: vieta.real_roots(np.ones((4, 8))[::2, ::2]), ValueError, "c: found an array that is not contiguous"),
    (lambda: vieta.real_roots(np.ones((4, 8))[:, ::-1]), ValueError, "c: found an array that is not contiguous"),
    (
        lambda: vieta.real_roots(np.ones((2, 4, 8))[:, :, ::2]),
        ValueError,
        "c: found an array that is not contiguo",
    ),
    (lambda: vieta.real_roots(np.ones((2, 4, 8)).transpose(1, 0, 2)), ValueError, "c: found an array that is not"),
    (lambda: vieta.real_roots(np.broadcast_to(GOOD, (5, 3))), ValueError, "c: found an array that is not contigu"),
    (
        lambda: vieta.real_roots(np.ones(3, "f8,i4")["f0"].reshape(1, 3)),
        ValueError,
        "c: found an array that is not",
    ),
    (lambda: vieta.real_roots(GOOD, (2, 1)), ValueError, r"interval: found \(2, 1\), expected \(a, b\) with a <= b"),
    (lambda: vieta.real_roots(GOOD, (float("nan"), 1)), ValueError, "interval: found NaN"),
    (
        lambda: vieta.real_roots(GOOD, (0, 1j)),
        TypeError,
        "interval: found the complex number 1j, expected a real number",
    ),
    (lambda: vieta.real_roots(GOOD, ("a", 1)), TypeError, "interval: found a str, expected a real number"),
    (lambda: vieta.real_roots(GOOD, tolerance=-1), ValueError, "tolerance"),
    (
        lambda: vieta.real_roots(GOOD, 0),
        TypeError,
        r"interval: found 0, expected two numbers \(a, b\)",
    ),
    (lambda: vieta.real_roots(GOOD, method="qr"), ValueError, "method: found 'qr', expected 'auto'"),
    (lambda: vieta.real_roots(GOOD, out=3), TypeError, "out: found an int, expected an array or a result of vieta.real_roots"),
    # minimax
    (lambda: vieta.minimax(3), TypeError, "f: found an int, expected an expression"),
    (lambda: vieta.minimax("exp(x*y)"), ValueError, "found 'y' at character 7"),
    (lambda: vieta.minimax("1/x", (-1, 1)), ValueError, "1/x"),
    (lambda: vieta.minimax("exp(x)", (1, 0)), ValueError, "interval"),
    (lambda: vieta.minimax("exp(x)", 3), TypeError, "interval: found 3, expected"),
    (lambda: vieta.minimax("exp(x)", (1, 2, 3)), TypeError, "interval: found"),
    (lambda: vieta.minimax("exp(x)", (0, 1j)), TypeError, "interval: found"),
    (lambda: vieta.minimax("exp(x)", degree=-1), ValueError, "degree: found -1, expected 0 to 500"),
    (lambda: vieta.minimax("exp(x)", degree="3"), TypeError, "degree: found a str, expected a whole number"),
    (lambda: vieta.minimax("exp(x)", error="big"), ValueError, "error: found 'big', expected 'absolute' or 'relative'"),
    (lambda: vieta.minimax("exp(x)", error="absolute", weight="x"), ValueError, "error, weight: found both"),
    (lambda: vieta.minimax("exp(x)", format="f8"), ValueError, "format: found 'f8', expected f64"),
    (lambda: vieta.minimax("exp(x)", format="decimals:a"), ValueError, "format: found 'decimals:a'"),
    (lambda: vieta.minimax("exp(x)", exponents="prime"), ValueError, "exponents: found 'prime', expected 'odd'"),
    (lambda: vieta.minimax("exp(x)", constraints=["p(0)"]), ValueError, "p"),
    (lambda: vieta.minimax("unknown", degree=3), ValueError, "unknown"),
    (lambda: vieta.minimax("exp(x)", degree=2).code("cobol"), ValueError, "cobol"),
    # newton
    (lambda: vieta.newton(None, [1]), TypeError, "system: equations: found None"),
    (lambda: vieta.newton([3], [1]), TypeError, r"equations\[0\]: found an int, expected a text"),
    (lambda: vieta.newton([], [1]), ValueError, "equations: found none"),
    (lambda: vieta.newton("x^2 - 2"), TypeError, "start: found None, expected starting points"),
    (lambda: vieta.newton("x^2 - 2", [1, 2]), ValueError, r"start: found shape \(2,\), expected \(..., 1\)"),
    (lambda: vieta.newton("x^2 - 2", 1.0), ValueError, r"start: found shape \(\)"),
    (lambda: vieta.newton("x^2 - 2", ["a"]), ValueError, "a"),
    (lambda: vieta.newton("x^2 - 2", np.array([None])), (TypeError, ValueError), "start"),
    (lambda: vieta.newton("x + y", [1, 2]), ValueError, "1 equation"),
    (lambda: vieta.newton("exp(x)", [1]), ValueError, "exp"),
    (lambda: vieta.newton("x^2 - 2", [1], digits=61), ValueError, "digits: found 61, expected 0 to 60"),
    (lambda: vieta.newton("x^2 - 2", [1], precision=5), ValueError, "precision: found 5, expected 0 to 4"),
    (lambda: vieta.newton("x^2 - 2", [1], solver="magic"), ValueError, "solver: found 'magic', expected 'auto'"),
    (lambda: vieta.newton("x^2 - 2", [1], until=1), ValueError, "until: found 1, expected 0 <= until < 1"),
    (lambda: vieta.newton("x^2 - 2", [1])[1], IndexError, "index 1: expected one of 1 solutions"),
    (lambda: vieta.families.cyclic(1), ValueError, "n: found 1, expected 2 to"),
    (lambda: vieta.newton("x^2 - 2", [1], solver=3), TypeError, "solver: found an int, expected a text"),
    (lambda: vieta.newton("x^2 - 2", [1]).steps(7), IndexError, "index 7: expected one of 1 solutions"),
    (lambda: vieta.newton("x^2 - 2", [1]).decimals(7), IndexError, "index 7: expected one of 1 solutions"),
    (lambda: vieta.newton("x^2 - 2", [1]).decimals(digits=99), ValueError, "digits: found 99, expected 0 to 64"),
    (lambda: vieta.newton("x^2 - 2", {1.0}), TypeError, "start: found a set, expected points"),
    (lambda: vieta.PolynomialSystem(["x"], 3), TypeError, "variables: found an int, expected a list of names"),
    (lambda: vieta.PolynomialSystem.read(3), TypeError, "path: found an int"),
    # solve
    (lambda: vieta.solve(np.eye(2)), TypeError, r"system: equations\[0\]: found an array of float64"),
    (lambda: vieta.solve(np.poly1d([1, 2])), TypeError, "system: equations: found a numpy.poly1d, expected texts"),
    (lambda: vieta.solve(["x - 1"], seed=1.5), TypeError, "seed: found a float, expected a whole number"),
    (lambda: vieta.solve(["x - 1"], max_paths=1j), TypeError, "max_paths: found the complex number"),
    (lambda: vieta.solve(["x - 1"], max_paths=-1), ValueError, "max_paths: found -1, expected"),
    (lambda: vieta.solve(["x - 1"], max_seconds=float("nan")), ValueError, "max_seconds: found NaN"),
    (lambda: vieta.solve(["x - 1"], progress=3), TypeError, "progress: found an int, expected a function"),
    # boxes
    (lambda: vieta.solve_boxes([], {"x": (0, 1)}), ValueError, "equations: found none"),
    (lambda: vieta.solve_boxes(["x"]), ValueError, "box: found None, expected"),
    (lambda: vieta.solve_boxes(["x"], 3), TypeError, "box: found an int, expected a list of pairs"),
    (lambda: vieta.solve_boxes(["x"], {"x": 3}), ValueError, r"box\[0\]: found 3, expected two numbers"),
    (lambda: vieta.solve_boxes(["x"], {"x": (0, float("nan"))}), ValueError, r"box\[0\]: found .*expected finite"),
    (lambda: vieta.solve_boxes(["x"], {"x": (1, 0)}), ValueError, r"box\[0\]: found \(1, 0\), expected finite numbers"),
    (lambda: vieta.solve_boxes(["x"], {"x": (0, 1)}, tolerance=float("nan")), ValueError, "tolerance: found NaN"),
    (lambda: vieta.solve_boxes(["x"], {"x": (0, 1)}, max_boxes=0), ValueError, "max_boxes: found 0"),
    (lambda: vieta.solve_boxes(np.ones((1, 1, 70))), ValueError, "equations: found .*expected at most 65 coefficients"),
    (lambda: vieta.solve_boxes(np.ones((1, 2, 3, 3)), [(0, 1)]), ValueError, "box: found 1 intervals, expected 2"),
    # where to work
    (lambda: vieta.roots(GOOD, on="tpu"), ValueError, "on: found 'tpu', expected 'auto', 'cpu', 'cuda', 'cuda:1', 'cuda:0,2' or 'cuda:all'"),
    (lambda: vieta.roots(GOOD_ROWS, on="cpu"), ValueError, "on: for a single polynomial; a batch is solved where"),
    (lambda: vieta.newton("x^2 - 2", [1], on=3), TypeError, "on: found an int, expected a text"),
    (lambda: vieta.solve(["x - 1"], on="cuda:"), ValueError, "on: found 'cuda:', expected 'auto'"),
    (lambda: vieta.solve(["x - 1"], on="cuda:999"), ValueError, "on: found 'cuda:999', but th"),
    (lambda: vieta.solve_parameters(["x - a"], {"a": [1]}, on="gpu"), ValueError, "on: found 'gpu', expected"),
    (lambda: vieta.solve_boxes(["x"], {"x": (0, 1)}, on=None), TypeError, "on: found None, expected a text"),
    # minimax
    (lambda: vieta.minimax("exp(x)", form=3), TypeError, "form: found an int, expected a text"),
    (lambda: vieta.minimax("exp(x)", form="q(x)"), ValueError, "form: found q in q.x., expected denominator_degree=N"),
    (lambda: vieta.minimax("exp(x)", error=3), TypeError, "error: found an int, expected a text"),
    (lambda: vieta.minimax("exp(x)", format=3), TypeError, "format: found an int, expected a text"),
    (lambda: vieta.minimax("exp(x)", exponents=3), TypeError, "exponents: found an int, expected a list"),
    (lambda: vieta.minimax("exp(x)", constraints=3), TypeError, "constraints: found an int, expected a list"),
    (lambda: vieta.minimax(lambda x: "a"), TypeError, "f: found a str as its value at .*, expected a real number"),
    (lambda: vieta.minimax(lambda x: 1j), TypeError, "f: found a complex as its value"),
    (lambda: vieta.minimax(np.empty((0, 2))), ValueError, "f: found no samples"),
    (lambda: vieta.minimax([[0, 1], [1, float("nan")], [2, 3]], degree=1), ValueError, "f: found .*expected finite"),
    (lambda: vieta.minimax("exp(x)")(1j), TypeError, "x: found an array of complex128"),
    (lambda: vieta.minimax("exp(x)").error([None]), TypeError, "x: found an array of object"),
    (lambda: vieta.minimax("exp2", degree=1).code(3), TypeError, "language: found an int, expected a text"),
    (lambda: vieta.minimax("exp2", degree=1).code(on=3), TypeError, "on: found an int, expected a text"),
    (lambda: vieta.minimax("exp2", degree=1).code(machines=3), TypeError, "machines: found an int, expected a list"),
    # roots, real_roots
    (lambda: vieta.roots(b"12"), TypeError, "c: found a bytes, expected coefficients"),
    (lambda: vieta.roots(GOOD, method=[]), ValueError, r"method: found \[\], expected"),
    (lambda: vieta.real_roots(GOOD, method=[]), ValueError, r"method: found \[\], expected 'auto'"),
    (lambda: vieta.compat.roots([1, np.nan]), ValueError, r"p\[::-1\]: found NaN or an infinity at index 0"),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_wrong_argument(number):
    call, kind, message = CASES[number]
    with pytest.raises(kind, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_advice_for_objects():
    with pytest.raises(TypeError, match=r"read from lists: c.tolist\(\)"):
        vieta.roots(np.array([1, 2**70], dtype=object))
    assert vieta.roots(np.array([-(2**70), 1], dtype=object).tolist()).values[0] == 2.0**70


def test_missing_file():
    import pathlib

    with pytest.raises(ValueError, match="no_such_file"):
        vieta.roots(pathlib.Path("no_such_file.txt"))
    with pytest.raises(ValueError, match="no_such_file"):
        vieta.newton(pathlib.Path("no_such_file.txt"), [1])


@pytest.mark.parametrize(
    "name, verb",
    [
        ("c", vieta.roots),
        ("system", vieta.solve),
        ("system", vieta.newton),
        ("system", lambda file: vieta.newton(file, [1])),
        ("system", lambda file: vieta.solve_parameters(file, {"a": [1]})),
        ("equations", vieta.PolynomialSystem),
        ("equations", vieta.solve_boxes),
        ("equations", lambda file: vieta.solve_boxes(file, {"x": (0, 1)})),
    ],
)
def test_the_name_of_a_file_is_no_path(name, verb, tmp_path, monkeypatch):
    file = tmp_path / "system.phc"
    file.write_text("1\n x^2 - 2;\n")
    monkeypatch.chdir(tmp_path)
    for text in (str(file), "system.phc"):
        with pytest.raises(ValueError) as problem:
            verb(text)
        assert str(problem.value) == (
            f"{name}: found the text {text!r}, which is the name of a file, expected a path: pathlib.Path({text!r})"
        )


def test_an_equation_may_be_called_as_a_file_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x-2").write_text("other")
    assert vieta.roots("x-2").values[0] == vieta.solve("x-2").x[0, 0] == 2


@pytest.mark.parametrize(
    "verb",
    [
        lambda **limit: vieta.roots(GOOD, **limit),
        lambda **limit: vieta.roots(GOOD_ROWS, **limit),
        lambda **limit: vieta.real_roots(GOOD, **limit),
        lambda **limit: vieta.real_roots(GOOD_ROWS, **limit),
        lambda **limit: vieta.minimax("exp(x)", (0, 1), **limit),
        lambda **limit: vieta.newton("x^2 - 2", [1], **limit),
        lambda **limit: vieta.solve("x^2 - 2", **limit),
        lambda **limit: vieta.solve_parameters("x^2 - a", {"a": [2]}, **limit),
        lambda **limit: vieta.solve_boxes("x^2 - 2", {"x": (0, 2)}, **limit),
        lambda **limit: vieta.solve_boxes(np.ones((1, 1, 3)), **limit),
    ],
)
def test_no_time_is_less_than_none(verb):
    for limit in (-1, -0.5, float("-inf")):
        with pytest.raises(ValueError) as problem:
            verb(max_seconds=limit)
        assert str(problem.value) == f"max_seconds: found {limit:g}, expected 0 (no limit) or more"
