"""Systems of polynomial equations: from texts, files, SymPy."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence

import numpy as np

from .. import _core
from .arrays import described, listed, no_file_name, series_types
from .batch import counted
from .exact import complex_texts, is_sympy, refuse_modulus


class PolynomialSystem:
    """Polynomial equations f_1 = 0, ..., f_m = 0 in n variables, sparse, with exact coefficients. Immutable.

    Examples
    --------
    >>> s = vieta.PolynomialSystem(["x^2 + y^2 - 4", "x*y = 1"])
    >>> s
    <vieta.PolynomialSystem of 2 equations in x, y; 5 terms>

    Equations are texts, or SymPy expressions or Eq. Variables are numbered in order of first appearance (SymPy: by
    name) unless `variables` lists them. `PolynomialSystem.read` reads a file. `vieta.families` has systems that the
    literature measures itself by.
    """

    def __init__(self, equations: Any, variables: Optional[Sequence[Any]] = None) -> None:
        self._texts: Optional[list[str]] = None
        if isinstance(equations, _core.PolynomialSystem):
            self._native = equations
            return
        if isinstance(equations, str):
            equations = [e for e in equations.split(";") if e.strip()]
        elif is_sympy(equations):
            equations = [equations]
        try:
            if isinstance(equations, (np.poly1d, *series_types())):
                raise TypeError("numbers, and no equations")
            equations = list(equations)
        except TypeError:
            raise TypeError(
                f"equations: found {described(equations)}, expected texts such as ['x^2 + y^2 - 4', 'x*y - 1'] or "
                f"SymPy expressions"
            ) from None
        if not equations:
            raise ValueError("equations: found none, expected at least one")
        if any(is_sympy(e) for e in equations):
            refuse_namesakes(equations)
            equations, variables = from_sympy(equations, variables)
        for k, e in enumerate(equations):
            if not isinstance(e, str):
                raise TypeError(f"equations[{k}]: found {described(e)}, expected a text or a SymPy expression")
        names = [] if variables is None else [str(v) for v in listed("variables", variables, "names")]
        with no_file_name("equations", equations[0] if len(equations) == 1 else None):
            self._native = _core.PolynomialSystem.parse(equations, names)
        self._texts = equations

    def __reduce__(self) -> Any:
        """Pickles hold the texts, whose coefficients are exact; of other systems, sums of four doubles."""
        return type(self), (self._texts, self.variables) if self._texts else (self._native,)

    @classmethod
    def read(cls, path: "str | os.PathLike[str]") -> "PolynomialSystem":
        """Reads a file: PHCpack's, Bertini's, JSON or vieta's binary form (docs/reference/systems.md)."""
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"path: found {described(path)}, expected the path of a file")
        return cls(_core.PolynomialSystem.read(os.fspath(path)))

    @property
    def variables(self) -> list[str]:
        """Their names, in the order of coordinates."""
        return self._native.variables

    @property
    def equations(self) -> int:
        """How many."""
        return self._native.equations

    @property
    def terms(self) -> int:
        """How many, of all equations together."""
        return self._native.terms

    @property
    def is_real(self) -> bool:
        """No coefficient has an imaginary part."""
        return self._native.is_real

    def __repr__(self) -> str:
        names = self.variables
        shown = ", ".join(names) if len(names) <= 8 else f"{names[0]}, ..., {names[-1]} ({len(names)} variables)"
        of = f"{counted(self.equations, 'equation')} in {shown}; {counted(self.terms, 'term')}"
        return f"<vieta.PolynomialSystem of {of}>"


def as_system(name: str, system: Any) -> PolynomialSystem:
    """A system, or what one is made of."""
    if isinstance(system, PolynomialSystem):
        return system
    if isinstance(system, os.PathLike):
        return PolynomialSystem.read(system)
    try:
        with no_file_name(name, system):
            return PolynomialSystem(system)
    except TypeError as problem:
        raise TypeError(f"{name}: {problem}") from None


def as_quotients(name: str, system: Any) -> _core.RationalSystem:
    """A system, or texts in which divisors may have variables, and functions of unknowns may stand."""
    if isinstance(system, os.PathLike):
        return _core.RationalSystem.read(os.fspath(system))
    given = [system] if is_sympy(system) else system
    if isinstance(given, (list, tuple)):
        refuse_namesakes(given)
    try:
        return _core.RationalSystem(as_system(name, system)._native)
    except ValueError as problem:
        texts = [e for e in given.split(";") if e.strip()] if isinstance(given, str) else list(given)
        if any(is_sympy(e) for e in texts):
            texts = functions_from_sympy(texts)
        elif "(a non-polynomial term)" not in str(problem):
            raise
        return _core.RationalSystem.parse(texts, [])


def refuse_namesakes(equations: Sequence[Any]) -> None:
    """ValueError where symbols of SymPy differ in their assumptions and have one name, which is all that a text has of them.
    And where coefficients are residues."""
    known: dict[str, Any] = {}
    for k, e in enumerate(equations):
        if not is_sympy(e):
            continue
        refuse_modulus(f"equations[{k}]", e)
        for s in e.free_symbols:
            if known.setdefault(str(s), s) != s:
                raise ValueError(
                    f"equations[{k}]: found two symbols that are both named {s} and have other assumptions, expected "
                    f"each name once"
                )


def functions_from_sympy(equations: list[Any]) -> list[str]:
    """SymPy's expressions as texts, with floats as the rational numbers that they are."""
    import sympy

    texts = []
    for k, e in enumerate(equations):
        e = sympy.sympify(e.lhs - e.rhs if isinstance(e, sympy.Equality) else e)
        e = e.as_expr() if isinstance(e, sympy.Poly) else e
        constants = e.atoms(sympy.NumberSymbol) - {sympy.pi}
        names = {str(s) for s in e.free_symbols}
        others = {n for n in names if not (n.isascii() and n.isidentifier())} | (names & {"i", "I", "im", "pi", "Pi", "PI"})
        if constants or others:
            raise ValueError(f"equations[{k}]: found {e}, expected other names, and no constants but pi")
        texts.append(sympy.sstr(e.xreplace({f: sympy.Rational(f) for f in e.atoms(sympy.Float)})))
    return texts


def from_sympy(equations: list[Any], variables: Optional[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """SymPy's polynomials as texts with exact coefficients."""
    import sympy

    sides = []
    for e in equations:
        if isinstance(e, sympy.Equality):
            e = e.lhs - e.rhs
        sides.append(e.as_expr() if isinstance(e, sympy.Poly) else sympy.sympify(e))
    if variables is None:
        symbols = sorted(set().union(*(e.free_symbols for e in sides)), key=str)
    else:
        symbols = [sympy.Symbol(v) if isinstance(v, str) else v for v in variables]
    names = [f"x{k}" for k in range(len(symbols))]  # SymPy allows names that are no names here
    shown = [str(s) for s in symbols]
    if all(s.isascii() and s.isidentifier() and s not in ("i", "I") for s in shown):
        names = shown
    texts = []
    for k, e in enumerate(sides):
        try:
            p = sympy.Poly(e, *symbols)
        except sympy.PolynomialError as problem:
            raise ValueError(f"equations[{k}]: found {e}, expected a polynomial in {', '.join(shown)}") from problem
        terms = []
        for powers, coefficient in p.terms():
            re, im = complex_texts(f"equations[{k}]", coefficient)
            factors = [f"{v}^{n}" for v, n in zip(names, powers) if n]
            number = f"({re})" if im == "0" else f"(({re}) + ({im})*i)"
            terms.append("*".join([number, *factors]))
        texts.append(" + ".join(terms) or "0")
    return texts, names
