"""`vieta.minimax`: the polynomial that stands in for a function with the least largest error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._fixed_point import FixedPointCode
from ._inside.arrays import described, listed, seconds, text, whole
from ._inside.exact import upwards
from ._inside.functions import arguments_of_python, expression_of, function_of, intervals_of, samples_of
from ._inside.lazy import Lazy, lazy
from ._inside.progress import Progress, as_callback

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FORMATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}


class MinimaxCode:
    """Text to paste into a shader or kernel, and how well it does on floats. `str(code)` is the text."""

    def __init__(self, native: _core.MinimaxCode) -> None:
        self._native = native
        self.text: str = native.text
        self.float_error: float = max(native.float_error_separate, native.float_error_fused)
        """Largest error over the floats that were run; a bound only if `exhaustive`."""
        self.float_error_separate: float = native.float_error_separate
        """The same when a * b + c is rounded twice."""
        self.float_error_fused: float = native.float_error_fused
        """The same when it is one fma."""
        self.worst_at: float = native.worst_at
        self.inputs: int = native.inputs
        """How many floats were run."""
        self.target: str = native.target
        """Where: 'cpu avx512, 2 threads' or 'cuda:0 NVIDIA H200'."""
        self.exhaustive: bool = native.exhaustive
        """Whether these are all floats of the domain."""
        self.full_rate: int = native.full_rate
        self.quarter_rate: int = native.quarter_rate
        self.registers: int = native.registers
        self.machines: dict[str, float] = native.machines()
        """Errors on machines whose division and square root are inexact, for those that were asked for."""
        self.slots: dict[str, int] = native.slots()
        """Time in multiply-adds of one lane, by the rates of 'gcn', 'rdna' and 'nvidia'."""

    @property
    def cost(self) -> int:
        """Full rate operations; one of quarter rate counts for four."""
        return self.full_rate + 4 * self.quarter_rate

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        error = f"; error {self.float_error:.3g} on {self.inputs} floats" if self.inputs else ""
        return f"<vieta.MinimaxCode: cost {self.cost}{error}>\n{self.text}"


class Minimax(Lazy):
    """The best polynomial p, rounded to the wanted format. `result(x)` evaluates the form with it.

    `coefficients` (ascending, one for each of `exponents`), `max_error` over many points, `proven_bound` on the whole
    interval (infinite without a proof), `optimum` (of the best p before rounding), `lower_bound` (no p can beat it).
    """

    def __init__(self, native: _core.MinimaxResult) -> None:
        self._native = native

    @lazy
    def coefficients(self) -> NDArray[np.float64]:
        """Of p, in the wanted format, one for each exponent."""
        return self._native.coefficients()

    @lazy
    def exponents(self) -> list[int]:
        """The powers that p has."""
        return self._native.exponents

    @lazy
    def denominator(self) -> NDArray[np.float64]:
        """Of q, ascending from q(0) = 1 (0 where the pole is at 0 itself), in the wanted format; empty without q."""
        return self._native.denominator()

    @lazy
    def best_coefficients(self) -> NDArray[np.float64]:
        """Before rounding to the format, in double."""
        return self._native.best_coefficients()

    @lazy
    def alternation(self) -> NDArray[np.float64]:
        """Rows (x, error): where the best p has its largest errors, with signs."""
        return self._native.alternation()

    @property
    def decimals(self) -> list[str]:
        """The coefficients as text."""
        return self._native.decimals

    @property
    def status(self) -> str:
        """'optimal'; 'stalled': then `lower_bound` still holds; 'not_proven': the bound on the whole interval is missing;
        or 'not_optimal': the coefficients are worse than `optimum` tells, in this format or between the points."""
        return self._native.status

    @property
    def max_error(self) -> float:
        """The largest error of `coefficients` in real arithmetic, over many points."""
        return self._native.max_error

    @property
    def worst_at(self) -> float:
        """Where it is."""
        return self._native.worst_at

    @property
    def proven_bound(self) -> float:
        """A proven bound of the same error on the whole interval; infinite without a proof."""
        return self._native.proven_bound

    @property
    def optimum(self) -> float:
        """The largest error of the best p, before rounding."""
        return self._native.optimum

    @property
    def lower_bound(self) -> float:
        """No p has a largest error below this."""
        return self._native.lower_bound

    @property
    def rounded_error(self) -> float:
        """The largest error of the coefficients rounded one by one, one of them moved to meet constraints."""
        return self._native.rounded_error

    @property
    def format(self) -> str:
        """Of the coefficients: 'f64', 'f32', 'f16', 'bf16', 'dd' or 'decimals'; 'f32,bf16' where they differ."""
        return self._native.format

    @property
    def problem(self) -> dict[str, Any]:
        """As solved, short forms written out."""
        p = self._native.problem
        return {
            "function": p.function,
            "form": p.form,
            "degree": p.degree,
            "intervals": p.intervals,
            "error": p.error,
            "weight": p.weight,
            "denominator_degree": p.denominator_degree,
            "constraints": p.constraints,
        }

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done; `note` says what could not be."""
        return self._native.report()

    def __call__(self, x: ArrayLike) -> NDArray[np.float64]:
        """The form with these coefficients, at x within the intervals.

        Examples
        --------
        >>> float(vieta.minimax("exp(x)", (0, 1), degree=8)(0.5).round(9))
        1.648721271
        """
        return self._samples(x)[..., 2]

    def error(self, x: ArrayLike) -> NDArray[np.float64]:
        """The signed error at x, relative or weighted as asked for, computed in long double."""
        return self._samples(x)[..., 3]

    def _samples(self, x: ArrayLike) -> NDArray[np.float64]:
        places = np.asarray(x)
        if places.dtype.kind not in "biuf":
            raise TypeError(f"x: found {described(places)}, expected real numbers")
        places = places.astype(np.float64, copy=False)
        return self._native.samples(np.ascontiguousarray(places).reshape(-1)).reshape(places.shape + (4,))

    def verify(self) -> bool:
        """Proves `proven_bound` again with other subdivisions and more bits."""
        return self._native.verify()[0]

    def code(
        self,
        language: str = "glsl",
        *,
        name: str = "",
        full_range: str = "",
        positive: bool = False,
        estrin: bool = False,
        fma: bool = False,
        half: bool = False,
        half2: bool = False,
        bfloat16: bool = False,
        hexadecimal: bool = False,
        exhaustive: bool = False,
        machines: Sequence[str] = (),
        on: str = "auto",
        threads: int = 0,
    ) -> MinimaxCode:
        """Text in glsl, hlsl, wgsl, metal, cuda, c, cpp, ispc, rust or python, and its error on floats.

        Examples
        --------
        >>> code = vieta.minimax("acos", degree=3, format="f32").code("glsl", name="fast_acos")
        >>> "float fast_acos(float x)" in code.text
        True

        `full_range`: with range reduction, 'acos', 'asin', 'atan', 'atan2', 'cbrt', 'cos', 'exp', 'exp2', 'gelu',
        'linear_to_srgb', 'log', 'log2', 'pow', 'rsqrt', 'sin', 'sinh', 'softplus', 'srgb_to_linear' or 'tanh';
        `positive`: for positive arguments only. `machines`: names of machines with inexact operations, as for the
        program's --machine; their errors are in `machines` of the result. `estrin`: shorter chains. `fma`: explicit
        fma(a, b, c). `half`: float16 arithmetic; `half2`: on both numbers of CUDA's __half2; `bfloat16`:
        a function of bfloat16, calculated in float, in c, cpp or cuda. `exhaustive`: run all floats of the domain.
        `on`: where they are run: 'auto', 'cpu', 'cuda' or 'cuda:1'. The very operations of the text are run, in their order.
        """
        options = _core.CodeOptions()
        with arguments_of_python():
            options.language = text("language", language)
            options.check_on(text("on", on))
        options.positive = positive
        options.machines = [text("machines", m) for m in listed("machines", machines, "names")]
        options.name = text("name", name)
        options.full_range = text("full_range", full_range)
        options.estrin = estrin
        options.explicit_fma = fma
        options.half = half
        options.half2 = half2
        options.bfloat16 = bfloat16
        options.hexadecimal = hexadecimal
        options.threads = whole("threads", threads, 0, 4096)
        if exhaustive or half or half2:
            options.most_floats = 0
        with arguments_of_python():
            return MinimaxCode(self._native.code(options))

    def fixed_point(
        self,
        format: str = "q15",
        output: Optional[str] = None,
        *,
        language: str = "c",
        name: str = "",
        wide: bool = False,
        exhaustive: bool = False,
        full_range: str = "",
    ) -> FixedPointCode:
        """The function in integers, in c, cpp, rust or cuda, with its error over all inputs.

        Examples
        --------
        >>> sine = vieta.minimax("sin(pi*x)", (-0.5, 0.5), degree=3, form="x*p(x^2)").fixed_point("q15")
        >>> sine.exhaustive, sine.inputs, sine.bound < 1.4
        (True, 32769, True)

        `format`: of x: 'q7', 'q15', 'q31', or 'qM.N' with M bits before the point and N behind it; `output`: of the
        value, where it is another. Of formats up to 16 bits all inputs are run against ball arithmetic, and products
        have 32 bits, or 64 where `wide`. Longer ones have a bound from the polynomial's proven error and all
        roundings; `exhaustive` runs all of their inputs as well. The form is p(x), x*p(x), p(x^2) or x*p(x^2), or has
        lower powers beside p, as 0.5*x+x^2*p(x^2), and the best error is an absolute one. `full_range`: 'gelu' takes
        all numbers of a format up to 16 bits, x or 0 where its short form ends.
        """
        with arguments_of_python():
            return FixedPointCode(
                **self._native.fixed_point(
                    text("format", format),
                    text("output", format if output is None else output),
                    text("language", language),
                    text("name", name),
                    bool(wide),
                    bool(exhaustive),
                    text("full_range", full_range),
                )
            )

    def to_json(self, code: Optional[MinimaxCode] = None) -> str:
        """The text that `vieta minimax --json` prints: docs/reference/json.md."""
        return self._native.to_json(None if code is None else code._native)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The error with its alternation points, by matplotlib. Returns the axes."""
        from ._inside.plot import plot_minimax

        return plot_minimax(self, ax)

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        p = self._native.problem
        bound = f"proven {upwards(self.proven_bound, 3)}" if np.isfinite(self.proven_bound) else "not proven"
        where = " and ".join(f"[{a}, {b}]" for a, b in p.intervals)
        lines = [
            f"<vieta.Minimax: {p.function or 'a function'} as {p.form} on {where}, {self.status}; {p.error} error "
            f"{self.max_error:.3g}, {bound}>"
        ]
        lines += [f"  c{k} = {c}" for k, c in zip(self.exponents, self.decimals)]
        return "\n".join(lines)


def minimax(
    f: Union[str, Callable[[float], float], Any],
    interval: Any = None,
    degree: int = 3,
    *,
    denominator_degree: int = 0,
    form: Optional[str] = None,
    error: Optional[str] = None,
    weight: Optional[str] = None,
    exponents: Optional[Union[str, Sequence[int]]] = None,
    constraints: Sequence[str] = (),
    format: str = "f64",
    search: bool = True,
    prove: bool = True,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
) -> Minimax:
    """The polynomial of least largest error for a function, with coefficients of a format, and a proven bound.

    Examples
    --------
    >>> r = vieta.minimax("exp(x)", (-1, 1), degree=5)
    >>> r.status, round(r.proven_bound, 9)
    ('optimal', 4.5206e-05)
    >>> vieta.minimax("acos", degree=3, format="f32").problem["form"]
    'sqrt(1-x)*p(x)'

    Parameters
    ----------
    f
        An expression in x ("exp(x)", "sin(x)/x", a SymPy expression), or the name alone of a function that has a usual
        form ("acos", "asin", "atan", "sin", "cos", "tan", "sinh", "tanh", "erf", "exp", "exp2", "sqrt", "rsqrt",
        "cbrt", "log", "log2", "gelu", "softplus", "srgb_to_linear", "linear_to_srgb"). Or a Python function of one float: then
        nothing can be proven, and its results count as good to about 1e-16.
        Or samples: an array of rows (x, f(x)); errors count at these x alone, and the proof covers them.
    interval
        (a, b): numbers, or texts such as "pi/4"; or a list of such pairs. A float is the decimal that it prints as,
        0.1 one tenth; any other number is exactly what it stores. Default: (-1, 1), or the usual one.
    degree
        Of p; 0 to 500.
    denominator_degree
        Degree of q in p/q, 0 to 80; 0: no q.
    form
        Where p stands, linearly: "p(x)", "sqrt(1-x)*p(x)", "x*p(x^2)".
    error
        'absolute' or 'relative'. Default: absolute, or the usual one. `weight`, an expression, makes it weighted.
    exponents
        The powers that p has, or "odd" or "even".
    constraints
        Equations such as "p(0)=pi/2", "p'(0)=0", "c1=pi/4-1".
    format
        'f64', 'f32', 'f16', 'bf16' (or 'float32' and so on), 'dd' (a pair of doubles), or 'decimals:N'; one for
        each coefficient, the lowest power first and the last for the rest: 'f32,bf16'.
    search, prove
        Look for better coefficients than the rounded ones; bound the error in ball arithmetic.
    max_seconds
        Not 0: for search and proof.
    progress
        Called now and then with (steps so far, 0): nobody knows how many there will be; or a tqdm bar.

    Notes
    -----
    Raises ValueError for a wrong expression (naming the character), contradictory constraints, a pole in the interval,
    and a zero of f when the error is relative. Ctrl-C ends search and proof with KeyboardInterrupt.
    Method and proofs: docs/method/minimax.md.
    """
    callable_f, expression = function_of(f)
    degree = whole("degree", degree, 0, 500)
    samples = samples_of(f, interval)
    if samples is not None:
        problem = _core.MinimaxProblem()
        problem.samples = samples
        problem.degree = degree
    elif expression.replace("_", "").isalnum() and len(expression) > 1 and callable_f is None:
        named = "atan" if expression == "atan2" else expression
        problem = _core.MinimaxProblem.short_form(named, degree)
        # Some usual forms are those of another variable: log1p(x) of log. An interval is one of x of what was named.
        if interval is not None and problem.function.startswith("log1p(x)"):
            problem = _core.MinimaxProblem()
            problem.function = "log1p(exp(x))" if named == "softplus" else f"{named}(x)"
            problem.degree = degree
    else:
        problem = _core.MinimaxProblem()
        problem.function = expression
        problem.degree = degree
    problem.denominator_degree = whole("denominator_degree", denominator_degree, 0, 80)
    if form is not None:
        problem.form = text("form", form)
    if interval is not None:
        problem.intervals = intervals_of(interval)
    if weight is not None:
        if error is not None:
            raise ValueError("error, weight: found both, expected one of them")
        problem.error = "weighted"
        problem.weight = expression_of("weight", weight)
    elif error is not None:
        problem.error = text("error", error)
    if exponents is not None:
        problem.exponents = _exponents(exponents, degree)
    problem.constraints = [str(c) for c in listed("constraints", constraints, "equations")]

    options = _core.MinimaxOptions()
    options.format = ",".join(_FORMATS.get(name, name) for name in text("format", format).split(","))
    options.search = bool(search)
    options.prove = bool(prove)
    options.max_seconds = seconds(max_seconds)
    with arguments_of_python():
        return Minimax(_core.minimax(problem, callable_f, options, as_callback(progress)))


def _exponents(exponents: Union[str, Sequence[int]], degree: int) -> list[int]:
    if isinstance(exponents, str):
        if exponents not in ("odd", "even"):
            raise ValueError(f"exponents: found {exponents!r}, expected 'odd', 'even' or a list of numbers")
        return list(range(1 if exponents == "odd" else 0, degree + 1, 2))
    return [whole("exponents", k, 0, 1000) for k in listed("exponents", exponents, "whole numbers")]
