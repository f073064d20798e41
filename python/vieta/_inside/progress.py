"""Progress callbacks: a function of (done, total), or a bar of tqdm."""

from __future__ import annotations

from typing import Any, Callable, Optional, Protocol, Union, cast

from .arrays import described


class Bar(Protocol):
    """What a bar such as tqdm's has."""

    n: Any
    total: Any

    def update(self, n: Any) -> object:
        """Moves it by n."""


Progress = Union[Callable[[int, int], object], Bar]


def as_callback(progress: Optional[Progress]) -> Optional[Callable[[int, int], object]]:
    """What the library calls. A bar such as tqdm's is moved to where the work is."""
    if progress is None:
        return None
    if hasattr(progress, "update") and hasattr(progress, "n"):
        bar = cast(Bar, progress)

        def move(done: int, total: int) -> None:
            bar.total = total or None  # 0: nobody knows
            bar.update(done - bar.n)

        return move
    if not callable(progress):
        raise TypeError(f"progress: found {described(progress)}, expected a function of (done, total) or a tqdm bar")
    return progress
