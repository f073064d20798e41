"""What `vieta.solve_boxes` is asked: arrays of coefficients looked at; equations, dicts and files as the core's systems."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .arrays import described, listed, no_file_name, refuse_rounding
from .exact import is_sympy
from .systems import from_sympy, refuse_namesakes


def coefficients(a: NDArray[Any], given: Any = None) -> NDArray[np.float64]:
    """An array in host memory, made of the lists `given` or not, as Bernstein coefficients in C order."""
    if a.dtype.kind not in "fiu" or a.dtype.itemsize > 8:
        raise TypeError(f"equations: found {described(a)}, expected float64 Bernstein coefficients")
    check_shape(a, a.shape)
    doubles = np.ascontiguousarray(a, dtype=np.float64)
    refuse_rounding("equations", a if given is None else given, doubles, "; equations as texts may have any")
    return doubles


def check_shape(a: Any, shape: tuple[int, ...]) -> None:
    """ValueError where `shape`, that of `a`, is none of n equations in n = 1 to 4 variables."""
    n = shape[1] if len(shape) >= 3 else 0
    if not 1 <= n <= 4 or len(shape) != n + 2 or min(shape[1:]) == 0:
        raise ValueError(
            f"equations: found {described(a)}, expected the shape (systems, n, d1 + 1, ..., dn + 1) for n = 1 to 4 "
            f"equations in n variables"
        )
    if max(shape[2:]) > 65:
        raise ValueError(f"equations: found {described(a)}, expected at most 65 coefficients for each variable")


def edges(box: Any) -> list[list[float]]:
    """The intervals of a box; none where it is the unit cube."""
    if box is None:
        return []
    pairs = list(box.values()) if isinstance(box, Mapping) else listed("box", box, "pairs (from, to)")
    intervals = []
    for k, pair in enumerate(pairs):
        try:
            low, high = pair
            intervals.append([float(low), float(high)])
        except OverflowError:
            raise ValueError(f"box[{k}]: found a number beyond the range of double, expected two finite ones") from None
        except (TypeError, ValueError):
            raise ValueError(f"box[{k}]: found {pair!r}, expected two numbers (from, to)") from None
        if not -np.inf < intervals[-1][0] < intervals[-1][1] < np.inf:
            raise ValueError(f"box[{k}]: found {pair!r}, expected finite numbers from < to")
    return intervals


def _texts(equations: Sequence[Any], variables: list[str]) -> tuple[Sequence[str], list[str]]:
    """SymPy's equations as texts with exact numbers, the others as they are; and names that the texts use."""
    if all(isinstance(e, str) for e in equations):
        return equations, variables
    refuse_namesakes(equations)
    symbols = {str(s): s for e in equations if is_sympy(e) for s in e.free_symbols}  # with their assumptions
    for other in symbols.keys() - set(variables):
        raise ValueError(f"equations: found the symbol {other}, expected {', '.join(variables)} only")
    texts, names = from_sympy([e if is_sympy(e) else 0 for e in equations], [symbols.get(v, v) for v in variables])
    return [t if is_sympy(e) else e for t, e in zip(texts, equations)], names


def _plain(value: Any) -> Any:
    """What JSON does not know."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"equations: found {described(value)}, expected numbers, texts, lists and arrays in a dict")


def _text_of(value: Any, **options: Any) -> str:
    import json  # 5 ms that few need

    return json.dumps(value, **options)


def _json(value: Any) -> str:
    """A dict of the form of docs/reference/boxes.md as its text."""
    try:
        return _text_of(value, default=_plain, allow_nan=False)
    except ValueError as problem:  # JSON has no word for these
        raise ValueError(_where_not_finite(value, "equations") or f"equations: {problem}") from None


def _where_not_finite(value: Any, name: str) -> str:
    """The first number that is none: "equations['box'][0][1]: found nan, ..."."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, float) and not np.isfinite(value):
        return f"{name}: found {value}, expected a finite number"
    numbered = enumerate(value) if isinstance(value, (list, tuple)) else ()
    items = value.items() if isinstance(value, Mapping) else numbered
    return next(filter(None, (_where_not_finite(v, f"{name}[{k!r}]") for k, v in items)), "")


def systems(equations: Any, box: Any, variables: Optional[Sequence[str]]) -> _core.BoxSystems:
    """Texts, SymPy expressions, dicts or a file as the core's systems, exactly."""
    if isinstance(equations, os.PathLike):
        return _core.BoxSystems.read(os.fspath(equations))
    if isinstance(equations, Mapping) or (
        isinstance(equations, (list, tuple)) and equations and all(isinstance(e, Mapping) for e in equations)
    ):
        return _core.BoxSystems.parse(_json(equations))
    if isinstance(equations, str):
        with no_file_name("equations", equations):
            return systems([e for e in equations.split(";") if e.strip()], box, variables)
    equations = [equations] if is_sympy(equations) else equations
    if not isinstance(equations, (list, tuple)):
        raise TypeError(
            f"equations: found {described(equations)}, expected texts, an array of Bernstein coefficients, a dict or "
            f"a path"
        )
    if not equations:
        raise ValueError("equations: found none, expected at least one")
    if box is None:
        raise ValueError("box: found None, expected {'x': (from, to), ...}")
    if not isinstance(box, Mapping):
        listed("box", box, "pairs (from, to)")
    if isinstance(box, Mapping):
        variables = [str(name) for name in box]
    elif variables is None:
        raise ValueError("variables: found None, expected names, or a box such as {'x': (0, 1), 'y': (0, 1)}")
    for k, e in enumerate(equations):
        if not isinstance(e, str) and not is_sympy(e):
            raise TypeError(f"equations[{k}]: found {described(e)}, expected a text or a SymPy expression")
    texts, names = _texts(equations, [str(v) for v in variables])
    return _core.BoxSystems.parse(_text_of({"vars": names, "box": edges(box), "equations": texts}))
