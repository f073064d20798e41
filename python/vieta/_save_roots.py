"""Roots of one polynomial into a file, which all ranks write."""

from __future__ import annotations

import os
from typing import Any, Optional

from . import _core
from ._inside.arrays import place, seconds, whole, words
from ._inside.polynomials import polynomial
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._roots import refuse_status


@shared
def save_roots(
    path: Any,
    c: Any,
    digits: int = 15,
    *,
    method: str = "auto",
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    comm: Any = None,
) -> dict[str, Any]:
    """All complex roots of one polynomial into a file of NumPy, in the order of `roots`.

    With ranks (`comm`) each searches its part and keeps a range of the roots; no process has them all, if the
    near-linear method finds them all. The file appears when it is whole.

    Examples
    --------
    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "r.npy")
    >>> r = vieta.save_roots(path, [-6, 11, -6, 1])
    >>> r["status"], r["roots_of_rank"], np.load(path)
    ('complete', [3], array([1.+0.j, 2.+0.j, 3.+0.j]))

    Parameters
    ----------
    path
        The file: an array of complex128, with each root as often as its multiplicity says.
    c, digits, method, on, threads, max_seconds, progress, comm
        As in `roots`, of one polynomial.

    Notes
    -----
    Returns the status, the report, the largest radius of a disc, and the number of roots in each rank's range. Raises
    what `roots` raises.
    """
    if not isinstance(method, str) or method not in _core.roots_methods:
        raise ValueError(f"method: found {method!r}, expected {words(_core.roots_methods)}")
    status, report, radius, of_rank = _core.save_roots(
        polynomial("c", c),
        str(os.fspath(path)),
        whole("digits", digits, 1, 1_000_000),
        method,
        "auto" if on == "auto" else place(on),
        whole("threads", threads, 0, 4096),
        seconds(max_seconds),
        as_callback(progress),
    )
    refuse_status(status, c)
    return {"status": status, "report": report, "largest_radius": radius, "roots_of_rank": of_rank}
