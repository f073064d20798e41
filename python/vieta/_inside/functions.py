"""What `vieta.minimax` and `vieta.aaa` approximate: expressions, functions of Python, samples; and on which intervals."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from math import isfinite
from typing import Any, Callable, Iterator, Optional

from .arrays import described, host_array, real_array
from .exact import is_sympy, real_text

_OPTIONS = {"in": "interval", "constraint": "constraints", "emit": "language", "machine": "machines"}


@contextmanager
def arguments_of_python() -> Iterator[None]:
    """The library's messages name the program's options: `--in: found '1,0', expected ...`. Here they are arguments."""
    try:
        yield
    except ValueError as problem:
        message = str(problem).replace("--denominator-degree N", "denominator_degree=N")
        if message.startswith("samples: "):
            raise ValueError("f" + message.removeprefix("samples")) from None
        if not message.startswith("--"):
            raise ValueError(message) from None
        option, rest = re.match(r"--([a-z-]+)(.*)", message, re.DOTALL).groups()  # type: ignore[union-attr]
        raise ValueError(_OPTIONS.get(option, option.replace("-", "_")) + rest) from None


def function_of(f: Any) -> tuple[Optional[Callable[[float], float]], str]:
    if isinstance(f, str):
        return None, f.strip()
    if is_sympy(f):
        return None, expression_of("f", f)
    if callable(f):
        return _with_numbers(f), ""
    if isinstance(f, (list, tuple)) or host_array("f", f) is not None:
        return None, ""
    raise TypeError(f"f: found {described(f)}, expected an expression such as 'exp(x)' or a function of one number")


def _with_numbers(f: Callable[[float], Any]) -> Callable[[float], float]:
    """A Python function whose values are looked at."""

    def value(x: float) -> float:
        y = f(x)
        try:
            return float(y)
        except (TypeError, ValueError):
            raise TypeError(f"f: found {described(y)} as its value at {x}, expected a real number") from None

    return value


def samples_of(f: Any, interval: Any) -> Optional[list[tuple[float, float]]]:
    """Rows (x, f(x)), if f is that."""
    if isinstance(f, str) or callable(f) or is_sympy(f):
        return None
    rows = real_array("f", f)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ValueError(f"f: found {described(rows)}, expected rows (x, f(x)), or an expression such as 'exp(x)'")
    if interval is not None:
        raise ValueError("interval: found one beside samples, expected none: errors count at the samples' x")
    if len(rows) == 0:
        raise ValueError("f: found no samples, expected rows (x, f(x))")
    return [(float(x), float(y)) for x, y in rows]


def expression_of(name: str, e: Any) -> str:
    """An expression of the library, from a text or from SymPy."""
    if isinstance(e, str):
        return e
    if not is_sympy(e):
        raise TypeError(f"{name}: found {described(e)}, expected an expression such as '1/(1+x^2)'")
    import sympy

    symbols = sorted(e.free_symbols, key=str)
    if len(symbols) > 1:
        raise ValueError(f"{name}: found the variables {symbols} in {e}, expected one")
    for constant in sorted(e.atoms(sympy.NumberSymbol) - {sympy.pi, sympy.E}, key=str):
        raise ValueError(
            f"{name}: found {constant} in {e}, expected no constants but pi and E. Write "
            f"{constant}.evalf(50) to round it to 50 digits"
        )
    return str(_printer().doprint(e.subs(dict.fromkeys(symbols, sympy.Symbol("x")))))


@cache
def _printer() -> Any:
    """SymPy's printer, in the words of the library; a Float is the number that it stores, not its first 15 digits."""
    from sympy import StrPrinter

    class Printer(StrPrinter):  # type: ignore[misc]
        def _print_Float(self, x: Any) -> str:
            exact = real_text("f", x)
            return f"({exact})" if "/" in exact else exact

        def _print_Exp1(self, _: Any) -> str:
            return "e"

        def _print_Abs(self, e: Any) -> str:
            return f"abs({self._print(e.args[0])})"

    return Printer()


def _end(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if is_sympy(value):
        return expression_of(name, value)
    if isinstance(value, complex):
        raise TypeError(f"{name}: found the complex number {value}, expected a real number")
    if isinstance(value, float) and isfinite(value):
        return repr(float(value))  # who writes 0.1 means one tenth, and wants to read it in the answer
    return real_text(name, value)


def intervals_of(interval: Any) -> list[tuple[str, str]]:
    try:
        pairs = list(interval)
        if len(pairs) == 2 and not all(isinstance(p, (list, tuple)) for p in pairs):
            pairs = [tuple(pairs)]
        return [(_end("interval", a), _end("interval", b)) for a, b in pairs]
    except (TypeError, ValueError) as problem:
        raise type(problem)(
            f"interval: found {interval!r}, expected (a, b) with two numbers or texts, or a list of such pairs "
            f"({problem})"
        ) from None
