"""What an independent check of a result says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Verification:
    """Outcome of `Roots.verify`. True if every claim was proven again."""

    holds: bool
    checked: int
    complaints: list[str]

    def __bool__(self) -> bool:
        return self.holds
