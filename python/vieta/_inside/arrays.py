"""The way of arrays into the library, and the words for those that cannot go in.

One door for all: `host_array` takes NumPy arrays as they are, and others that live in host memory through DLPack,
without a copy. Arrays on a GPU stop here, with advice, unless their function has a way for them (`_gpu.py`).
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, NoReturn, Optional, Sequence

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from fractions import Fraction

# DLPack's numbers of devices whose memory the processor can read: kDLCPU and kDLCUDAHost.
_HOST_DEVICES = (1, 3)


def described(value: object) -> str:
    """'a list', 'an array of complex128 with shape (3, 2)', 'None'."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__.split('.')[0]}.{kind.__name__}"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def fraction(value: Any = 0) -> Fraction:
    """`fractions.Fraction(value)`; Python takes a tenth of the time of `import vieta` to load it, and few need it."""
    from fractions import Fraction

    if isinstance(value, str) and len(value) > _SAFE_DIGITS:
        return _long_fraction(value)
    return Fraction(value)


_SAFE_DIGITS = 4000  # Python refuses to read integers of more than 4300 digits at once


def _long_integer(text: str) -> int:
    if len(text) <= _SAFE_DIGITS:
        return int(text)
    low = len(text) // 2
    shift: int = 10**low
    return _long_integer(text[:-low]) * shift + _long_integer(text[-low:])


def _long_fraction(text: str) -> Fraction:
    """Of "-12/5" or "-1.25e-7", of any length."""
    from fractions import Fraction

    text = text.strip()
    over, _, under = text.lstrip("+-").partition("/")
    over, _, exponent = over.lower().partition("e")
    whole, _, part = over.partition(".")
    size = Fraction(_long_integer(whole + part), _long_integer(under or "1")) * Fraction(10) ** (int(exponent or "0") - len(part))
    return -size if text.startswith("-") else size


def on_gpu(value: object) -> bool:
    """Whether an array lives in memory that only a GPU reads."""
    if hasattr(value, "__dlpack_device__"):
        return int(value.__dlpack_device__()[0]) not in _HOST_DEVICES
    return getattr(type(value), "__cuda_array_interface__", None) is not None


def framework_of(value: object) -> str:
    """'torch', 'cupy', 'jax', 'jaxlib', or the package of the array's class."""
    packages = [kind.__module__.split(".")[0] for kind in type(value).__mro__]
    return next((package for package in packages if package in _COPIES), packages[0])


_COPIES = {
    "cupy": "{name}.get()",
    "torch": "{name}.cpu()",
    "jax": "numpy.asarray({name})",
    "jaxlib": "numpy.asarray({name})",
}


def refuse_gpu(name: str, value: object, why: str = "this function works on the CPU") -> NoReturn:
    """TypeError for an array on a GPU, with what to do."""
    copy = _COPIES.get(framework_of(value), "numpy.from_dlpack of its copy in host memory").format(name=name)
    raise TypeError(
        f"{name}: found {described(value)} on a GPU, expected an array in host memory: {why}. Pass a copy: {copy}"
    )


def host_array(name: str, value: Any) -> np.ndarray[Any, Any] | None:
    """`value` as a NumPy array if it is an array of any framework, else None. Copied only where its numbers begin
    between their places, as in `numpy.frombuffer(..., offset=1)`: compiled code reads them at their places. (Strides
    that lead from one place between two to another are for the verbs to judge.)"""
    array = _as_it_is(name, value)
    if array is None or array.flags.aligned or any(stride % array.itemsize for stride in array.strides):
        return array
    return array.copy()


def _as_it_is(name: str, value: Any) -> np.ndarray[Any, Any] | None:
    if isinstance(value, np.ndarray):
        if type(value) is not np.ndarray:
            if np.ma.is_masked(value):
                raise ValueError(f"{name}: found a masked array with masked numbers, expected numbers everywhere")
            return np.asarray(value)
        return value
    if isinstance(value, (list, tuple, str, bytes, bytearray, int, float, complex)):
        return None
    if on_gpu(value):
        refuse_gpu(name, value)
    if hasattr(value, "__dlpack__"):
        try:
            return np.from_dlpack(value)
        except Exception as problem:
            raise TypeError(f"{name}: found {described(value)} that DLPack cannot hand over: {problem}") from problem
    if hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        return np.asarray(value)
    return None


def refuse_dtype(name: str, array: np.ndarray[Any, Any], expected: str) -> TypeError:
    """The error for a dtype that a verb does not take."""
    if array.dtype.kind == "O":
        return TypeError(
            f"{name}: found an array of objects, expected {expected}. Exact numbers (fractions, mpmath, long integers) "
            f"are read from lists: {name}.tolist()"
        )
    return TypeError(f"{name}: found {described(array)}, expected {expected}")


def refuse_rounding(name: str, given: Any, doubles: np.ndarray[Any, Any], otherwise: str = "") -> None:
    """ValueError where an integer of `given`, an array or nested lists, was rounded in `doubles`. `otherwise`: what to do."""
    if not (np.abs(doubles.astype(float, copy=False)) >= 2**53).any():
        return
    for place, value in _integers(given, ()):
        try:
            exact = int(float(value)) == value
        except OverflowError:
            continue  # infinite, which is looked at elsewhere
        if not exact:
            index = "".join(f"[{i}]" for i in place)
            raise ValueError(
                f"{name}{index}: found the integer {value}, which no float64 holds (it would be rounded), expected up to "
                f"2^53{otherwise}"
            )


def _integers(given: Any, place: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Those of more than 53 bits, and where they are."""
    if isinstance(given, (list, tuple)):
        for k, value in enumerate(given):
            yield from _integers(value, (*place, k))
    elif isinstance(given, (int, np.integer)):
        if abs(int(given)) > 2**53:
            yield place, int(given)
    elif isinstance(given, np.ndarray) and given.dtype.kind in "iuO":
        large = np.abs(given.astype(float)) >= 2**53 if given.dtype.kind in "iu" else np.ones(given.shape, dtype=bool)
        for index in np.argwhere(large).tolist():
            yield from _integers(given[tuple(index)], (*place, *index))


def _nearest_doubles(name: str, exact: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Fractions, decimals, long integers and the like, which NumPy has no type for, rounded."""
    doubles = np.empty(exact.shape)
    for place, value in np.ndenumerate(exact):
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            doubles[place] = float(value)
        except (TypeError, ValueError):
            index = place[0] if len(place) == 1 else place
            raise TypeError(f"{name}: found {described(value)} at index {index}, expected real numbers") from None
        except OverflowError:
            doubles[place] = np.inf if value > 0 else -np.inf
    return doubles


# Those of NumPy's series that are solved in their basis, by its name.
BASES = {
    "Chebyshev": "chebyshev",
    "Legendre": "legendre",
    "Hermite": "hermite",
    "HermiteE": "hermite-e",
    "Laguerre": "laguerre",
}


def series_types() -> tuple[type, ...]:
    """NumPy's series, each in a basis of its own; none before somebody loaded them: NumPy takes 8 ms for that."""
    module = sys.modules.get("numpy.polynomial")
    return () if module is None else tuple(getattr(module, name) for name in ("Polynomial", *BASES))


def basis_of(value: Any) -> Optional[str]:
    """The name of the basis in which a series is solved; None for what is none."""
    return next((BASES[name] for name in BASES if isinstance(value, _of_kind(name))), None) if series_types() else None


def _of_kind(name: str) -> Any:
    return getattr(np.polynomial, name)


def ascending(value: Any, name: str = "c") -> Any:
    """The coefficients of NumPy's polynomials, x^0 first, exactly; of a list of them, a list. Anything else as it is.

    NumPy makes arrays of a `poly1d` by itself, and these begin with the highest power.
    """
    if isinstance(value, np.poly1d):
        return value.coeffs[::-1]
    series = series_types()
    if isinstance(value, series):
        return _in_x(name, value)
    if isinstance(value, (list, tuple)) and any(isinstance(p, (np.poly1d, *series)) for p in value):
        return [ascending(p, f"{name}[{k}]") for k, p in enumerate(value)]
    return value


def in_powers(kind: Any, c: Iterable[Fraction]) -> list[Fraction]:
    """The coefficients of u^0, u^1, ... of a series in u of that kind, exactly, by the recurrence of its basis.

    Each is b[n + 1] = ((r + s u) b[n] - t b[n - 1]) / q (Abramowitz and Stegun 1964, 22.7).
    """
    polynomial = np.polynomial
    steps: dict[Any, Callable[[int], tuple[int, int, int, int]]] = {
        polynomial.Chebyshev: lambda n: (0, 1 if n == 0 else 2, 1, 1),
        polynomial.Legendre: lambda n: (0, 2 * n + 1, n, n + 1),
        polynomial.Hermite: lambda n: (0, 2, 2 * n, 1),
        polynomial.HermiteE: lambda n: (0, 1, n, 1),
        polynomial.Laguerre: lambda n: (2 * n + 1, -1, n, n + 1),
    }
    step = steps[kind]
    coefficients = list(c)
    before: list[Fraction] = []
    basis = [fraction(1)]
    sums = [fraction()] * len(coefficients)
    for n, factor in enumerate(coefficients):
        for k, b in enumerate(basis):
            sums[k] += factor * b
        r, s, t, q = step(n)
        shifted, kept = [fraction(), *basis], [*basis, fraction()]
        older = [*before, *[fraction()] * (len(kept) - len(before))]
        before, basis = basis, [(r * low + s * high - t * old) / q for low, high, old in zip(kept, shifted, older)]
    return sums


AS_IT_IS: tuple[Any, Any] = (0, 1)


def mapping(name: str, p: Any) -> Optional[tuple[Fraction, Fraction]]:
    """Offset and scale of the variable u = offset + scale x of a series, which takes the ends of its domain to those of
    its window exactly (`mapparms` rounds them: roots at an end would be beside it); None where they give no numbers."""
    from .exact import exact_number

    ends = [*p.domain.tolist(), *p.window.tolist()] if p.domain.dtype.kind != "g" else [*p.domain, *p.window]
    if any(np.iscomplexobj(x) and x.imag for x in ends):
        raise ValueError(f"{name}: found a series with the complex domain {p.domain.tolist()}, expected a real one")
    ends = [x.real if np.iscomplexobj(x) else x for x in ends]
    if any(isinstance(x, (float, np.floating)) and not np.isfinite(x) for x in ends):
        return None
    begin, end, first, last = (exact_number(f"{name}.domain", x) for x in ends)
    if begin == end:
        return None
    scale = (last - first) / (end - begin)
    return first - scale * begin, scale


def _in_x(name: str, p: Any) -> Any:
    """p is c[0] + c[1] u + ..., or a series in another basis, in u = offset + scale x, which takes its domain to its
    window. Of complex coefficients the numbers are `ExactComplex`."""
    from .exact import ExactComplex, complex_texts

    basis = next((kind for kind in map(_of_kind, BASES) if isinstance(p, kind)), None)
    of_map = mapping(name, p)
    if basis is None and of_map == AS_IT_IS:
        return p.coef.tolist() if p.coef.dtype.kind == "O" else p.coef
    numeric = p.coef.dtype.kind in "fiuc"
    if p.coef.dtype.char in "gG":
        raise refuse_dtype(name, p.coef, "a series with coefficients of float64, complex128 or exact numbers")
    if of_map is None or (numeric and not np.isfinite(p.coef).all()):
        return np.full(len(p.coef), np.nan)

    def in_x(c: list[Fraction]) -> list[Fraction]:
        sums: list[Fraction] = []
        for low in reversed(c if basis is None else in_powers(basis, c)):  # Horner's rule: (c + u sums)
            sums = [of_map[0] * x + of_map[1] * y for x, y in zip([*sums, fraction()], [fraction(), *sums])]
            sums[0] += low
        return sums

    texts = [complex_texts(f"{name}.coef[{k}]", c) for k, c in enumerate(p.coef.tolist())]
    re, im = (in_x([fraction(part) for part in parts]) for parts in zip(*texts))
    return [ExactComplex(x, y) for x, y in zip(re, im)] if any(im) else re


def real_array(name: str, value: Any, otherwise: str = "", exactly: bool = False) -> np.ndarray[Any, Any]:
    """An array of float32 or float64 with at least one axis. Whole numbers and lists are converted, the rest is not.

    Integers that no float64 holds are refused in arrays, and `exactly` in lists as well; `otherwise` says what to do."""
    if (
        type(value) is np.ndarray
        and value.dtype.char in "df"
        and value.dtype.isnative
        and value.ndim
        and value.shape[-1]
        and value.flags.aligned
    ):
        return value  # the usual case costs little
    value = ascending(value, name)
    array = host_array(name, value)
    if array is None and (isinstance(value, (str, bytes)) or not isinstance(value, (Sequence, int, float, complex))):
        found = repr(value)[:60] if isinstance(value, (str, bytes)) else described(value)
        raise TypeError(
            f"{name}: found {found}, expected an array of float32 or float64 (numpy.load reads one from a file; "
            "expressions and polynomials are for vieta.roots)"
        )
    if array is None:
        try:
            array = np.asarray(value)
        except (ValueError, TypeError) as problem:
            raise ValueError(f"{name}: expected rows of the same length: {problem}") from problem
        if array.dtype.kind == "O":
            array = _nearest_doubles(name, array)
        if exactly and array.dtype.kind in "iuf":
            refuse_rounding(name, value, array, otherwise)
    elif array.dtype.kind in "iu":
        refuse_rounding(name, array, array, otherwise)
    half = array.dtype.kind == "f" and array.dtype.itemsize == 2  # of either byte order
    if array.dtype.kind in "iub" or half:
        array = array.astype(np.float32 if half else np.float64)
    if array.dtype.char not in "fd":
        if array.dtype.kind == "c":
            raise TypeError(
                f"{name}: found {described(array)}, expected real numbers (float32 or float64); complex coefficients "
                f"are for vieta.roots"
            )
        raise refuse_dtype(name, array, "an array of float32 or float64")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.ndim == 0:
        raise ValueError(f"{name}: found a single number, expected coefficients on the last axis, x^0 first")
    if array.shape[-1] == 0:
        raise ValueError(f"{name}: found no coefficients (shape {array.shape}), expected at least one on the last axis")
    return array


def number(name: str, value: Any) -> float:
    """A real number, infinities included."""
    if type(value) is float and value == value:
        return value
    if isinstance(value, complex) or isinstance(value, np.complexfloating):
        raise TypeError(f"{name}: found the complex number {value}, expected a real number")
    try:
        result = float(value)
    except (TypeError, ValueError) as problem:
        raise TypeError(f"{name}: found {described(value)}, expected a real number") from problem
    except OverflowError:
        raise ValueError(f"{name}: found a number beyond the range of double, expected one that a double holds") from None
    if result != result:
        raise ValueError(f"{name}: found NaN, expected a number")
    return result


def seconds(max_seconds: Any) -> float:
    """A limit of time; 0: none."""
    result = number("max_seconds", max_seconds)
    if result < 0:
        raise ValueError(f"max_seconds: found {result:g}, expected 0 (no limit) or more")
    return result


def checkpoint_of(value: Any) -> tuple[str, float]:
    """A file, and the seconds of work that may be lost."""
    if value is None:
        return "", 30.0
    file, every = value if isinstance(value, tuple) and len(value) == 2 else (value, 30.0)
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"checkpoint: found {described(value)}, expected a file's name, or (name, seconds)")
    between = number("checkpoint", every)
    if not between >= 0 or not os.fspath(file):
        raise ValueError(f"checkpoint: found {value!r}, expected a file's name, or (name, seconds from 0 on)")
    return str(os.fspath(file)), between


def text(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: found {described(value)}, expected a text")
    return value


@contextmanager
def no_file_name(name: str, value: Any) -> Iterator[None]:
    """Around the reading of a text: files come as paths, and a text that fails may be meant as one."""
    try:
        yield
    except (TypeError, ValueError):
        if isinstance(value, str) and os.path.isfile(value):
            raise ValueError(
                f"{name}: found the text {value!r}, which is the name of a file, expected a path: "
                f"pathlib.Path({value!r})"
            ) from None
        raise


def words(choices: Iterable[str]) -> str:
    """As messages list them: 'auto', 'cpu' or 'cuda'."""
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}"


def place(on: Any) -> str:
    """Where to work, as the program's --on has it."""
    wanted = text("on", on)
    if wanted not in ("auto", "cpu", "cuda", "cuda:all") and not re.fullmatch(r"cuda:\d{1,3}(,\d{1,3})*", wanted):
        raise ValueError(f"on: found {on!r}, expected 'auto', 'cpu', 'cuda', 'cuda:1', 'cuda:0,2' or 'cuda:all'")
    if wanted.startswith("cuda"):
        if not _core.has_cuda():
            raise ValueError(f"on: found {on!r}, but this build of vieta has no CUDA; expected 'auto' or 'cpu'")
        devices = len(_core.cuda_devices())
        numbers = wanted.partition(":")[2].replace("all", "0") or "0"
        if max(map(int, numbers.split(","))) >= devices:
            why = _core.why_no_cuda_device()
            raise ValueError(
                f"on: found {on!r}, but there are {devices} CUDA devices here"
                f"{' (' + why + ')' if why else ''}; expected 'auto' or 'cpu'"
            )
    return wanted


def listed(name: str, value: Any, what: str) -> list[Any]:
    """The items of a list, or of something like it. A text is one item."""
    if isinstance(value, str):
        return [value]
    try:
        return list(value)
    except TypeError:
        raise TypeError(f"{name}: found {described(value)}, expected a list of {what}") from None


def whole(name: str, value: Any, lowest: int, highest: int, where: str = "") -> int:
    """A whole number within bounds, which hold `where` they do."""
    if type(value) is int and lowest <= value <= highest:
        return value
    try:
        result = value.__index__()
    except AttributeError:
        raise TypeError(f"{name}: found {described(value)}, expected a whole number") from None
    if not lowest <= result <= highest:
        raise ValueError(f"{name}: found {result}, expected {lowest} to {highest}{where}")
    return int(result)
