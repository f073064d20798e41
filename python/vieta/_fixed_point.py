"""Functions of integers in the place of functions of real numbers: what `Minimax.fixed_point` gives."""

from __future__ import annotations

from ._inside.record import record


@record(frozen=True)
class FixedPointCode:
    """Fixed-point code and how far it is from the function. `str(code)` is the text.

    One unit is one in the last place of the output format. Errors are those against the function itself, which may
    lie beyond the range of that format by one unit, as cos(0) = 1 does in q15.
    """

    text: str
    """Under the licence 0BSD."""
    bound: float
    """No input of the domain has a larger error, in units; infinite without a proof."""
    error: float
    """The largest error that was met, in units."""
    worst_at: int
    """At this input, as an integer."""
    correctly_rounded: float
    """Share of the inputs that were run whose value is the nearest number, 0 to 1."""
    inputs: int
    """How many were run."""
    exhaustive: bool
    """Whether these are all of the domain."""
    first: int
    last: int
    """The domain, as integers."""
    multiplications: int
    width: int
    """Bits of the products: 32 or 64."""
    saturates: bool
    """Whether the value is clamped to the range of the output format."""

    def __str__(self) -> str:
        return self.text
