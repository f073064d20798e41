"""Progress callbacks: a function of (done, total), or a bar of tqdm."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from ._arrays import described

Progress = Union[Callable[[int, int], object], Any]


def as_callback(progress: Optional[Progress]) -> Optional[Callable[[int, int], object]]:
    """What the library calls. A bar such as tqdm's is moved to where the work is."""
    if progress is None:
        return None
    if hasattr(progress, "update") and hasattr(progress, "n"):

        def move(done: int, total: int) -> None:
            progress.total = total
            progress.update(done - progress.n)

        return move
    if not callable(progress):
        raise TypeError(
            f"progress: found {described(progress)}, expected a function of (done, total) or a tqdm bar"
        )
    callback: Callable[[int, int], object] = progress
    return callback
