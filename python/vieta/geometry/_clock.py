"""One limit of time for many parts of one answer."""

from __future__ import annotations

import time

from .._inside.arrays import number


class Clock:
    def __init__(self, seconds: float) -> None:
        seconds = number("max_seconds", seconds)
        if not 0 <= seconds < float("inf"):
            raise ValueError(f"max_seconds: found {seconds}, expected a number that is not negative")
        self._end = time.monotonic() + seconds if seconds else 0.0

    def left(self) -> float:
        """Seconds for the next part, never 0, which means no limit; 0 where there is none."""
        return max(self._end - time.monotonic(), 1e-6) if self._end else 0.0
