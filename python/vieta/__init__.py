"""vieta: polynomial roots that come with a proof.

>>> import vieta
>>> r = vieta.roots([-1, 0, 0, 0, 0, 1])          # x^5 - 1; the coefficient of x^0 comes first
>>> r.values[0], r.radii[0] < 1e-15, r.statuses[0]
(np.complex128(1+0j), np.True_, 'isolated')

The verbs, each with its own page of help:

- `roots`: all complex roots of one polynomial, or of each of many, each in a disc that is proven to hold it
- `real_roots`: the real roots in an interval, of each of many polynomials of degree up to 64
- `minimax`: the polynomial that stands in for a function with the least largest error, as code if you like;
  `minimax_pareto`: what accuracy costs; `aaa`: a rational function through samples, not proven, with its poles
- `solve_boxes`: all solutions in a box of small polynomial systems, one or a million
- `newton`: solutions of polynomial systems near given starting points, proven
- `solve`: all isolated solutions of polynomial systems, proven; `solve_parameters`: of many with one form;
  `components`: the sets of solutions that are not isolated, of any dimension

Their answers are objects of the classes `Roots`, `RootBatch`, `RealRoots`, `Minimax`, `Pareto`, `Boxes`, `NewtonResult`,
`Solutions`, `Components` and `Instances`: `help(vieta.Roots)` and so on. `PolynomialSystem` is a system that is read once and solved
often, `signal` has filters by proven poles, `geometry` curves and surfaces and where they meet, `families` has well-known
systems, `info()` tells what this build is and what it uses of the machine.

Coefficients ascend and lie on the last axis, as in `numpy.polynomial`. `vieta.compat.roots` takes them the other way
round, as `numpy.roots` does.
"""

from typing import Any as _Any

# There is no `__all__`: names without an underscore are public. With it, `help(vieta)` would print the help of all verbs
# and classes one after the other, which is 3,000 lines.
from . import (
    _aaa,
    _boxes,
    _components,
    _core,
    _minimax,
    _newton,
    _pareto,
    _real_roots,
    _roots,
    _save_roots,
    _solve,
    _solve_parameters,
    _structure,
)
from . import compat as compat
from . import families as families
from ._aaa import Aaa as Aaa
from ._boxes import Boxes as Boxes
from ._boxes import BoxesStatus as BoxesStatus
from ._boxes import BoxItem as BoxItem
from ._boxes import TracedCurve as TracedCurve
from ._components import Component as Component
from ._components import Components as Components
from ._core import version as __version__
from ._fixed_point import FixedPointCode as FixedPointCode
from ._inside.calls import in_our_words as _in_our_words
from ._inside.points import Solution as Solution
from ._inside.record import Verification as Verification
from ._inside.systems import PolynomialSystem as PolynomialSystem
from ._minimax import Minimax as Minimax
from ._minimax import MinimaxCode as MinimaxCode
from ._newton import NewtonResult as NewtonResult
from ._pareto import Pareto as Pareto
from ._pareto import ParetoVariant as ParetoVariant
from ._real_roots import RealRoots as RealRoots
from ._real_roots import Status as Status
from ._root_batches import BatchStatus as BatchStatus
from ._root_batches import RootBatch as RootBatch
from ._root_batches import RootStatus as RootStatus
from ._roots import Root as Root
from ._roots import Roots as Roots
from ._solve import IsolatedSolution as IsolatedSolution
from ._solve import Solutions as Solutions
from ._solve_parameters import Instances as Instances
from ._structure import Structure as Structure

roots = _in_our_words(_roots.roots)
save_roots = _in_our_words(_save_roots.save_roots)
nearest_structure = _in_our_words(_structure.nearest_structure)
real_roots = _in_our_words(_real_roots.real_roots)
aaa = _in_our_words(_aaa.aaa)
minimax = _in_our_words(_minimax.minimax)
minimax_pareto = _in_our_words(_pareto.minimax_pareto)
newton = _in_our_words(_newton.newton)
components = _in_our_words(_components.components)
solve = _in_our_words(_solve.solve)
solve_boxes = _in_our_words(_boxes.solve_boxes)
solve_parameters = _in_our_words(_solve_parameters.solve_parameters)


def __getattr__(name: str) -> _Any:
    """`vieta.geometry` and `vieta.signal` are loaded when they are first used."""
    if name in ("geometry", "signal"):
        import importlib

        return importlib.import_module(f"vieta.{name}")
    raise AttributeError(f"module 'vieta' has no attribute {name!r}")


def info() -> dict[str, str]:
    """What this build is and what it uses of this machine, for bug reports.

    Examples
    --------
    >>> sorted(vieta.info())
    ['cuda', 'isa', 'numpy', 'python', 'version']
    """
    import platform

    import numpy

    return {
        "version": __version__,
        "isa": _core.isa(),
        "cuda": (
            (", ".join(_core.cuda_devices()) or _core.why_no_cuda_device() or "no device")
            if _core.has_cuda()
            else "not in this build"
        ),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
    }
