"""vieta.minimax: known optima, forms, formats, code, Python functions."""

import math
import os
import pickle
import shutil
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

import vieta


def test_known_optimum():
    r = vieta.minimax("exp(x)", (-1, 1), degree=5)
    assert r.status == "optimal"
    assert r.optimum == pytest.approx(4.52055e-05, rel=1e-5)
    assert r.lower_bound <= r.optimum <= r.max_error <= r.proven_bound
    assert r.exponents == list(range(6)) and r.coefficients.shape == (6,)
    assert r.alternation.shape == (7, 2)
    assert np.allclose(np.abs(r.alternation[:, 1]), r.optimum, rtol=1e-6)
    assert r.verify()


def test_a_locale_with_decimal_commas_changes_nothing(tmp_path):
    """Toolkits for windows call setlocale: then strtold read 0.5 as 0."""
    if shutil.which("localedef") is None:
        pytest.skip("no localedef to make a locale with a decimal comma")
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8"], capture_output=True)
    script = """if True:
        import locale, vieta
        calls = [dict(format="f32"), dict(format="decimals:6")]
        ask = lambda: [
            (r.coefficients.tolist(), r.decimals, r.proven_bound, str(r.code("c")).split("Written by")[0])
            for r in (vieta.minimax("exp(x)+0.5", (0, 0.75), degree=5, **call) for call in calls)
        ]
        before = ask()
        locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
        assert locale.str(1.5) == "1,5"
        assert ask() == before, (before, ask())
        print("same")
    """
    env = {**os.environ, "LOCPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    if "locale.Error" in done.stderr or made.returncode != 0:
        pytest.skip("localedef could not make de_DE")
    assert done.stdout == "same\n", done.stderr


def test_error_on_a_grid_is_below_the_bound():
    r = vieta.minimax("exp(x)", (-1, 1), degree=5)
    x = np.linspace(-1, 1, 2001)
    exact = np.array([float(mpmath.exp(mpmath.mpf(t))) for t in x])
    error = exact - np.polynomial.polynomial.polyval(x, r.coefficients)
    assert np.abs(error).max() <= r.proven_bound
    assert np.allclose(r.error(x), error, atol=1e-15)
    assert np.allclose(r(x), exact - error, rtol=1e-15)
    assert r(0.5).shape == () and r(np.zeros((2, 3))).shape == (2, 3)


def test_forms_constraints_and_formats():
    r = vieta.minimax(
        "acos(x)", (0, 1), degree=3, form="sqrt(1-x)*p(x)", error="relative", constraints=["p(0)=pi/2"],
        format="f32",
    )  # fmt: skip
    assert r.format == "f32" and r.coefficients[0] == np.float32(math.pi / 2)
    assert np.array_equal(r.coefficients, r.coefficients.astype(np.float32))
    assert r.problem["constraints"] == ["p(0)=pi/2"] and r.problem["error"] == "relative"
    assert np.isfinite(r.proven_bound)
    assert vieta.minimax("sin(x)", (0, 1), degree=5, exponents="odd").exponents == [1, 3, 5]
    assert vieta.minimax("cos(x)", (-1, 1), degree=4, exponents=[0, 2, 4]).exponents == [0, 2, 4]
    assert vieta.minimax("exp(x)", (0, 1), degree=2, format="decimals:3").decimals[1].count(".") == 1
    assert vieta.minimax("exp(x)", (0, 1), degree=2, format="float16").format == "f16"
    weighted = vieta.minimax("exp(x)", (0, 1), degree=2, weight="1/(1+x)")
    assert weighted.problem["error"] == "weighted"


def test_short_forms():
    r = vieta.minimax("acos", degree=3)
    assert r.problem["form"] == "sqrt(1-x)*p(x)" and r.problem["intervals"] == [("0", "1")]


@pytest.mark.parametrize(
    "interval", [(0, 0.5), ("0", "1/2"), [(0, 0.5)], (0, sympy.Rational(1, 2)), (0, np.float64(0.5)), [("0", "0.5")]]
)
def test_intervals(interval):
    assert (
        vieta.minimax("exp(x)", interval, degree=3).max_error == vieta.minimax("exp(x)", (0, 0.5), degree=3).max_error
    )


def test_several_intervals():
    r = vieta.minimax("abs(x)", [(-1, -0.5), (0.5, 1)], degree=2)
    assert r.problem["intervals"] == [("-1", "-0.5"), ("0.5", "1")]


def test_sympy():
    t = sympy.Symbol("t")
    plain = vieta.minimax("exp(sin(x)) / 2", (0, 1), degree=4)
    assert vieta.minimax(sympy.exp(sympy.sin(t)) / 2, (0, 1), degree=4).optimum == pytest.approx(plain.optimum)
    assert vieta.minimax(sympy.E**t, (0, sympy.pi / 4), degree=4).problem["intervals"] == [("0", "pi/4")]


@pytest.mark.parametrize("digits", [15, 17, 40])
def test_sympy_floats_are_what_they_store(digits):
    """SymPy prints 15 digits: the proof was one of another function."""
    t = sympy.Symbol("t")
    third = sympy.Float(sympy.Rational(1, 3), digits)
    exact = sympy.Rational(third)
    r = vieta.minimax(sympy.exp(third * t) - third, (0, third), degree=2, weight=1 + third * t**2)
    numbers = r.problem["function"], r.problem["weight"], r.problem["intervals"][0][1]
    for number in numbers:
        assert f"{exact.p}/{exact.q}" in number.replace("(", "").replace(")", "")
    assert sympy.sympify(r.problem["function"], rational=True) == sympy.exp(exact * sympy.Symbol("x")) - exact
    text = f"exp({exact.p}/{exact.q}*x) - {exact.p}/{exact.q}"
    same = vieta.minimax(text, ("0", f"{exact.p}/{exact.q}"), degree=2, weight=f"1 + {exact.p}/{exact.q}*x^2")
    assert same.optimum == pytest.approx(r.optimum, rel=1e-12)


def test_sympy_floats_in_all_places():
    t = sympy.Symbol("t")
    value = lambda e: vieta.minimax(e, (1, 2), degree=1).problem["function"]  # noqa: E731
    assert value(2.0 * t**2.0) == "2*x**2"
    assert value(t**0.5) == "x**(1/2)"
    for e in (t**-0.5, -0.5 * t - 0.25, (t + 0.5) ** 0.25, 1.5 / t, -1.5 * sympy.pi):
        assert sympy.sympify(value(e), rational=True).subs("x", t) == sympy.nsimplify(e, rational=True)
    tiny = vieta.minimax(1 + sympy.Float("1e-20", 30) * t, (1, 2), degree=1)
    assert float(sympy.sympify(tiny.problem["function"].replace("*x", ""), rational=True) - 1) == 1e-20


def test_sympy_s_names():
    t = sympy.Symbol("t")
    assert vieta.minimax(sympy.Abs(t - sympy.E), (-1, 1), degree=2).problem["function"] == "abs(x - e)"
    for constant in (sympy.EulerGamma, sympy.Catalan, sympy.GoldenRatio):
        with pytest.raises(ValueError, match=rf"^f: found {constant} in .*, expected no constants but pi and E. Write"):
            vieta.minimax(constant + t, (0, 1))
        with pytest.raises(ValueError, match=f"^interval: found .*{constant}"):
            vieta.minimax(sympy.exp(t), (0, constant))
        assert vieta.minimax(constant.evalf(50) + t, (0, 1), degree=1).optimum < 1e-15
    with pytest.raises(ValueError, match="found 'Ei'"):
        vieta.minimax(sympy.Ei(t), (1, 2))


@pytest.mark.parametrize(
    "end, text",
    [(0.5, "0.5"), (1e-5, "1e-05"), (0.1, "0.1"), (np.float64(0.1), "0.1"),
     (np.float32(0.1), Fraction(float(np.float32(0.1)))), (np.int64(1), "1"), (True, "1"), (2**60 + 1, str(2**60 + 1)), (Fraction(1, 3), "1/3"), (Decimal("0.1"), "0.1"),
     (mpmath.mpf(0.1), Fraction(0.1)), (sympy.Float(0.1), Fraction(0.1)), (sympy.Float(0.5), "(1/2)"),
     (sympy.Rational(1, 3), "1/3"), ("0.1", "0.1"), (sympy.pi / 4, "pi/4")],
)  # fmt: skip
def test_ends_are_exact(end, text):
    written = vieta.minimax("exp(x/2^60)", (0, end), degree=1, prove=False).problem["intervals"][0][1]
    assert written == text or Fraction(written.strip("()")) == text


def test_python_functions():
    r = vieta.minimax(math.exp, (-1, 1), degree=5)
    assert r.optimum == pytest.approx(4.52055e-05, rel=1e-5)
    assert not np.isfinite(r.proven_bound) and "no proof" in r.report["note"]
    assert r(0.5) == pytest.approx(math.exp(0.5), abs=1e-4)

    def fails(x):
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        vieta.minimax(fails, (-1, 1), degree=3)
    with pytest.raises(TypeError):
        vieta.minimax(lambda x: "text", (-1, 1), degree=3)


def test_quotients():
    plain = vieta.minimax("tanh", degree=1)
    r = vieta.minimax("tanh", degree=1, denominator_degree=1)
    assert r.status == "optimal" and r.optimum < plain.optimum / 20
    assert r.denominator[0] == 1 and r.denominator.shape == (2,) and plain.denominator.shape == (0,)
    x = np.linspace(0.01, 1, 50)
    assert np.abs(np.tanh(x) / r(x) - 1).max() <= r.proven_bound * (1 + 1e-9)


def test_samples():
    x = np.linspace(-1, 1, 41)
    samples = np.column_stack([x, np.exp(x)])
    r = vieta.minimax(samples, degree=3)
    assert np.abs(np.exp(x) - r(x)).max() == pytest.approx(r.max_error, rel=1e-9)
    assert r.max_error <= r.proven_bound
    assert vieta.minimax(samples.tolist(), degree=3).max_error == r.max_error
    with pytest.raises(ValueError, match="^interval: found one beside samples"):
        vieta.minimax(samples, (-1, 1))
    with pytest.raises(ValueError, match=r"^f: found an array of float64 with shape \(5,\)"):
        vieta.minimax(np.ones(5))


def test_code_on_machines():
    code = vieta.minimax("acos", degree=3, format="f32").code(full_range="acos")
    assert set(code.slots) >= {"gcn", "nvidia"} and code.machines == {}
    with pytest.raises(ValueError, match="abacus"):
        vieta.minimax("acos", degree=3, format="f32").code(machines=["abacus"])


def test_code():
    r = vieta.minimax("acos", degree=3, format="f32")
    code = r.code("python", name="fast_acos")
    space = {"sqrt": math.sqrt, "math": math}
    exec(code.text, space)
    assert space["fast_acos"](0.5) == pytest.approx(math.acos(0.5), rel=2e-4)
    glsl = r.code("glsl", full_range="acos", estrin=True)
    assert "float" in str(glsl) and glsl.cost > 0 and glsl.inputs > 0
    assert 0 < glsl.float_error < 1e-3
    assert "cost" in repr(glsl)


@pytest.mark.parametrize("format", ["f64", "f32"])
def test_json_is_that_of_the_program(program_json, format):
    import json

    expected = program_json("minimax", "acos", "--degree", "3", "--format", format)
    r = vieta.minimax("acos", degree=3, format=format)
    ours = json.loads(r.to_json(r.code("glsl")))
    ours["report"].pop("seconds")
    # The text's first lines tell the command that wrote it, and there was none.
    expected["code"].pop("text"), ours["code"].pop("text")
    assert json.dumps(ours) == json.dumps(expected)
    assert "code" not in json.loads(r.to_json())


def test_texts():
    r = vieta.minimax("exp(x)", (-1, 1), degree=2)
    assert (
        repr(r).splitlines()[0].startswith("<vieta.Minimax: exp(x) as p(x) on [-1, 1], optimal; absolute error 0.045")
    )
    assert repr(r).splitlines()[1].startswith("  c0 = 0.98")
    assert "exp(x)" in str(r)


def test_where_floats_are_run():
    r = vieta.minimax("acos", degree=2, format="f32")
    assert r.code(on="cpu").target.startswith("cpu ")
    with pytest.raises(ValueError, match="gpu"):
        r.code(on="gpu")


def test_a_format_for_each_coefficient():
    r = vieta.minimax("exp(x)", degree=4, format="float32,bfloat16")
    assert r.format == "f32,bf16"
    assert np.array_equal(r.coefficients.astype(np.float32), r.coefficients)
    assert "__hlt2_mask" in vieta.minimax("acos", degree=3, format="f16").code("cuda", full_range="acos", half2=True).text
    assert "f_bf16(uint16_t bits)" in r.code("c", name="f", bfloat16=True).text
    assert max(v.degree for v in vieta.minimax_pareto("exp2", degree=2)) == 2
    with pytest.raises(ValueError, match="found 3 formats for 2 coefficients"):
        vieta.minimax("exp(x)", degree=1, format="dd,f32,f32")


def test_pareto():
    r = vieta.minimax_pareto("exp2")
    assert len(r) == len(list(r)) > 40 and r[0].cost == min(v.cost for v in r)
    assert 0 < len(r.efficient) < len(r)
    for v in r.efficient:
        rivals = [o for o in r if (o.error, o.constraint) == (v.error, v.constraint) and o.cost <= v.cost]
        assert min(o.float_error for o in rivals) == v.float_error
    assert all(v.float_error >= 0.99 * v.proven_bound for v in r if v.degree < 3 and v.error == "absolute")
    assert "efficient" in repr(r) and "cost in multiply-adds, gcn" in str(r)
    line = next(line for line in r.to_json().splitlines() if f'"cost":{r[-1].cost}' in line)
    assert '"float_error"' in line
    with pytest.raises(ValueError, match="rates: found 'x86', expected 'gcn'"):
        vieta.minimax_pareto("exp2", "x86")
    with pytest.raises(TypeError, match="f: found an int"):
        vieta.minimax_pareto(3)
    with pytest.raises(ValueError, match="nothing_known"):
        vieta.minimax_pareto("nothing_known")


def test_fixed_point():
    sine = vieta.minimax("sin(pi*x)", (-0.5, 0.5), degree=3, form="x*p(x^2)")
    code = sine.fixed_point("q15", name="sine")
    assert code.exhaustive and code.inputs == 32769 == code.last - code.first + 1
    assert 0.5 < code.error <= code.bound < 1.4 and code.width == 32 and code.multiplications == 5
    assert "static inline int16_t sine(int16_t x)" in str(code)
    assert pickle.loads(pickle.dumps(code)) == code
    wide = sine.fixed_point("q15", wide=True, language="rust")
    assert wide.width == 64 and "pub fn fast_sin(x: i16) -> i16" in wide.text
    assert wide.correctly_rounded > 0.98 and wide.error == 1  # that of sin(pi/2) = 1, which q15 has not
    below = vieta.minimax("sin(pi*x)", (-0.49, 0.49), degree=3, form="x*p(x^2)").fixed_point("q15", wide=True)
    assert below.bound < 0.6
    gelu = vieta.minimax("gelu", degree=8)
    whole = gelu.fixed_point("q3.12", full_range="gelu", wide=True)
    assert (whole.first, whole.last, whole.exhaustive) == (-32768, 32767, True) and whole.bound < 0.53
    assert "int16_t fast_gelu(int16_t x)" in whole.text
    with pytest.raises(ValueError, match="expected that of gelu or none"):
        gelu.fixed_point("q3.12", full_range="exp")
    with pytest.raises(ValueError, match="such as q2.13"):
        vieta.minimax("exp(x)", (0, 1), degree=3).fixed_point("q15")
    mixed = vieta.minimax("exp(-x)", (0, 4), degree=6).fixed_point("q3.12", "q15")
    assert mixed.last == 4 * 4096 and mixed.bound < 8
    with pytest.raises(ValueError, match="expected q7, q15, q31 or qM.N"):
        sine.fixed_point("q40")
    with pytest.raises(ValueError, match="found a denominator"):
        vieta.minimax("exp(x)", degree=2, denominator_degree=2).fixed_point()
