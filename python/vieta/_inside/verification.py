"""What an independent check of a result says."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Verification:
    """Outcome of `Roots.verify`. True if every claim was proven again."""

    holds: bool
    checked: int
    complaints: list[str]
    #: False where Ctrl-C stopped it before all was looked at, and nothing was wrong until then.
    decided: bool = field(default=True, repr=False)

    def __bool__(self) -> bool:
        return self.holds
