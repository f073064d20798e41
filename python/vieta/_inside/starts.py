"""Where `solve` and `solve_parameters` begin: words, points, loops."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np

from .. import _core
from .systems import as_system


def set_start(
    options: _core.SolveOptions,
    start: Any,
    start_at: Optional[Mapping[str, complex]],
    start_system: Any,
    monodromy: bool,
    track: str,
    unknowns: int,
) -> None:
    """Into the options; raises TypeError and ValueError that name the argument."""
    if not isinstance(track, str):
        raise TypeError(f"track: found {type(track).__name__}, expected a text")
    options.track = track
    if isinstance(start, str):
        if start_at is not None or start_system is not None:
            raise ValueError("start_at, start_system: found them without points, expected points as `start`")
        options.start = start
    else:
        points = _points(start, unknowns)
        if start_at is not None and not isinstance(start_at, Mapping):
            raise TypeError(f"start_at: found {type(start_at).__name__}, expected a dict: {{'a': 1}}")
        values = {} if start_at is None else {str(k): complex(v) for k, v in start_at.items()}
        system = None if start_system is None else as_system("start_system", start_system)._native
        options.set_from(points, list(values), list(values.values()), system)
    if monodromy:
        options.start = "monodromy"


def _points(start: Any, unknowns: int) -> list[list[complex]]:
    x = getattr(start, "x", start)
    try:
        points = np.atleast_2d(np.asarray(x, dtype=np.complex128))
    except (TypeError, ValueError):
        raise TypeError(f"start: found {type(start).__name__}, expected a text, a result, or rows of numbers") from None
    if points.ndim != 2 or points.shape[1] != unknowns or len(points) == 0:
        raise ValueError(f"start: found shape {points.shape}, expected rows of {unknowns} coordinates")
    if not np.isfinite(points).all():
        raise ValueError("start: found a number that is not finite, expected finite ones")
    rows: list[list[complex]] = points.tolist()
    return rows
