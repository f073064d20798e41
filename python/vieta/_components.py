"""`vieta.components`: the irreducible components of a polynomial system's solutions, of any dimension."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._inside.arrays import described, host_array, number, place, seconds, whole
from ._inside.progress import Progress, as_callback
from ._inside.record import record
from ._inside.systems import PolynomialSystem, as_quotients


@record(frozen=True, eq=False)
class Component:
    """One irreducible component, and its witness set: `points` is where it meets the hyperplanes `slices`.

    `status` is 'irreducible', as measured, or 'unsplit'. `radii`: exactly one zero of the slices and of the equations,
    or of combinations of them (`proofs`: 'solution', 'of_combinations'), lies within this distance of a point in every
    coordinate, proven. A row of `slices` has the coefficients of all variables and then the constant.
    """

    dimension: int
    degree: int
    multiplicity: int
    reduced: bool
    status: str
    trace: Optional[float]
    certified: int
    points: NDArray[np.complex128]
    radii: NDArray[np.float64]
    proofs: list[str]
    slices: NDArray[np.complex128]
    samples: NDArray[np.complex128]


@record(frozen=True, eq=False)
class Components:
    """All components of dimension 1 or more, from the highest dimension on, and what is isolated.

    `isolated` and `undecided` (singular points of which it is not known whether they are isolated) have a row for each
    point; `radii` and `multiplicities` are those of `isolated`. `contains` has a row for each point that was asked for,
    with 'yes', 'no' or 'undecided' for each component. `report['complete']` says whether none is missing.
    """

    variables: list[str]
    components: list[Component]
    isolated: NDArray[np.complex128]
    radii: NDArray[np.float64]
    multiplicities: NDArray[np.int64]
    undecided: NDArray[np.complex128]
    contains: list[list[str]]
    report: dict[str, Any]

    def __len__(self) -> int:
        return len(self.components)

    def __getitem__(self, k: int) -> Component:
        return self.components[k]

    @property
    def degrees(self) -> dict[int, list[int]]:
        """The degrees of all components, by dimension."""
        found: dict[int, list[int]] = {}
        for c in self.components:
            found.setdefault(c.dimension, []).append(c.degree)
        return found

    def __repr__(self) -> str:
        shown = "; ".join(
            f"dimension {d}: degrees {', '.join(map(str, degrees))}" for d, degrees in self.degrees.items()
        )
        return (
            f"<vieta.Components: {shown or 'none'}; {len(self.isolated)} isolated, {len(self.undecided)} undecided; "
            f"{self.report['status']}>"
        )


def _complex(pairs: Any, width: int) -> NDArray[np.complex128]:
    """Rows of [re, im]; null is what is beyond the range of doubles."""
    parts = np.array(pairs, dtype=np.float64).reshape(-1, width, 2)
    return parts[..., 0] + 1j * parts[..., 1]


def _radii(points: list[dict[str, Any]]) -> NDArray[np.float64]:
    return np.array([np.inf if p["radius"] is None else p["radius"] for p in points], dtype=np.float64)


def _coordinates(name: str, given: Any) -> NDArray[np.complex128]:
    """Finite numbers."""
    array = host_array(name, given)
    try:
        array = np.asarray(given if array is None else array)
        numbers = None if array.dtype.kind in "USM" else array.astype(np.complex128)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ValueError(f"{name}: found {described(given)}, expected rows of numbers of one length: {problem}") from None
    if numbers is None:
        raise TypeError(f"{name}: found {described(given)}, expected rows of numbers")
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name}: found NaN or an infinity, expected finite coordinates")
    return numbers


def components(
    system: Any,
    digits: int = 0,
    *,
    min_dimension: int = 0,
    max_dimension: Optional[int] = None,
    contains: Optional[ArrayLike] = None,
    tolerance: float = 1e-6,
    samples: int = 0,
    real: bool = False,
    seed: int = 1,
    max_paths: float = 1e6,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
) -> Components:
    """All irreducible components of the complex solutions of any number of polynomial equations.

    Examples
    --------
    >>> r = vieta.components(["x*y", "x*z"], contains=[[0, 1, 2], [1, 1, 1]])
    >>> r.degrees
    {2: [1], 1: [1]}
    >>> r.contains
    [['yes', 'no'], ['no', 'no']]

    Parameters
    ----------
    system
        A `PolynomialSystem`, or what one is made of: texts, SymPy expressions, "f; g", or the
        `pathlib.Path` of a file. Coefficients are exact. Texts may have quotients (components on which a divisor is
        0 are left out), and sin and cos of unknowns, whose cosines and sines are the variables then.
    digits
        Decimal digits to which points are refined, at most 60; 0: 15.
    min_dimension, max_dimension
        Look for no other components.
    contains
        Points, a row for each: on which components they lie.
    tolerance
        How near a component is to come to such a point, relative to its largest coordinate (to 1 where that is larger).
    samples
        So many points of each component, at random places.
    real
        Samples are real points; where fewer are found there may be no others.
    seed
        Of the random numbers; the same seed gives the same answer.
    max_paths
        Systems with more paths in a dimension are refused.
    on
        Where the paths of a dimension are followed: 'auto', 'cpu', 'cuda' or 'cuda:1'.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors.
    max_seconds
        Not 0: when time is up the result so far is returned, and its report says 'incomplete'.
    progress
        Called now and then with (paths followed, all of them) of what is being done; or a tqdm bar.

    Notes
    -----
    Raises TypeError and ValueError, naming the argument. Ctrl-C raises KeyboardInterrupt. Method:
    docs/method/components.md.
    """
    whole_system = as_quotients("system", system)
    given = system if isinstance(system, PolynomialSystem) else PolynomialSystem(whole_system.equations)
    width = len(given.variables)
    options = _core.ComponentsOptions()
    options.digits = whole("digits", digits, 0, 60)
    options.min_dimension = whole("min_dimension", min_dimension, 0, 2**31 - 1)
    options.max_dimension = -1 if max_dimension is None else whole("max_dimension", max_dimension, 0, 2**31 - 1)
    options.seed = whole("seed", seed, 0, 2**63 - 1)
    options.max_paths = number("max_paths", max_paths)
    options.set_on(place(on))
    options.threads = whole("threads", threads, 0, 4096)
    options.max_seconds = seconds(max_seconds)
    asked = np.zeros((0, width)) if contains is None else np.atleast_2d(_coordinates("contains", contains))
    if asked.ndim != 2 or asked.shape[1] != width:
        raise ValueError(f"contains: found an array of shape {asked.shape}, expected rows of {width} coordinates")
    text, words, found = _core.components(
        whole_system,
        options,
        asked.tolist(),
        number("tolerance", tolerance),
        whole("samples", samples, 0, 10**9),
        bool(real),
        as_callback(progress),
    )
    import json  # 5 ms that few need

    answer = json.loads(text)
    sets = [
        Component(
            dimension=c["dimension"],
            degree=c["degree"],
            multiplicity=c["multiplicity"],
            reduced=c["reduced"],
            status=c["status"],
            trace=c["trace"],
            certified=c["certified"],
            points=_complex([p["x"] for p in c["points"]], width),
            radii=_radii(c["points"]),
            proofs=[p["proof"] for p in c["points"]],
            slices=_complex(c["slices"], width + 1),
            samples=np.array(found[k] if found else [], dtype=np.complex128).reshape(-1, width),
        )
        for k, c in enumerate(answer["components"])
    ]
    return Components(
        variables=answer["variables"],
        components=sets,
        isolated=_complex([p["x"] for p in answer["isolated"]], width),
        radii=_radii(answer["isolated"]),
        multiplicities=np.array([p["multiplicity"] for p in answer["isolated"]], dtype=np.int64),
        undecided=_complex([p["x"] for p in answer["undecided"]], width),
        contains=words,
        report=answer["report"],
    )
