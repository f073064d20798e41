"""Solutions of batches of systems in device memory: `vieta.solve_boxes` of an array on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._inside.arrays import described
from .answers import Block, target
from .arrays import Given, Shape, rows

_COLUMNS = {
    "begin": "int64",
    "systems": "int64",
    "x": "float64",
    "lower": "float64",
    "upper": "float64",
    "radii": "float64",
    "residuals": "float64",
    "jacobian_signs": "int8",
    "on_border": "bool",
}
"""Of each array, in the order of boxes_cuda_columns: its type of numbers."""
_NAMES = list(_COLUMNS)
_TOTALS = 16
"""Bytes of boxes_cuda_totals."""


class BoxAnswers:
    """The answers of one call. Solutions are found in any order, and put into arrays system after system."""

    SHOWN = "x"

    def __init__(self, array: Given, edges: list[list[float]]) -> None:
        self.given, self.edges = array, edges
        self.count, self.variables = array.shape[:2]
        self.degrees = [size - 1 for size in array.shape[2:]]
        self.shape = array.shape[:1]
        if self.count and any(
            step != even for size, step, even in zip(array.shape, array.strides, rows(array.shape)) if size > 1
        ):
            raise ValueError(
                f"{array.name}: found an array that is not contiguous (strides of {array.strides} numbers), expected "
                f"C's order: contiguous(), ascontiguousarray(...) or their like make a copy that is"
            )
        if min(self.degrees) < 1 or not _core.boxes_on_gpu_takes(self.degrees):
            raise ValueError(
                f"{array.name}: found {described(array.owner)} of degrees {tuple(self.degrees)}, too large or 0 for a "
                f"GPU; expected a copy in host memory"
            )

    def solve(self, tolerance: float, max_boxes: int) -> None:
        """Waits for the number of solutions: the shapes of arrays depend on it."""
        framework, count, items = self.given.framework, self.count, 0
        of_search, of_columns, of_item = _core.boxes_on_gpu_scratch(count, self.degrees)
        self.statuses = Block(framework, [("uint8", count)])
        numbers = Block(framework, [("uint8", 4 * count)] * 2 + [("uint8", _TOTALS)], max(of_search, of_columns))
        first, counts, totals = numbers.addresses
        capacity = 4 * count + 1024
        while True:
            found = Block(framework, [("uint8", capacity * of_item)])
            parts = [self.given.address, *self.statuses.addresses, first, counts, *found.addresses]
            parts += [totals, numbers.scratch]
            limits = capacity, tolerance, max_boxes
            items, self.visited, self.most_visited = _core.boxes_on_gpu(
                framework.device, count, self.degrees, self.edges, parts, *limits, framework.stream
            )
            if items <= capacity:
                break
            capacity = items  # there was no room for all of them
        self.items = items
        sizes = [(dtype, int(np.prod(self._shape(name)))) for name, dtype in _COLUMNS.items()]
        self.columns = Block(framework, sizes)
        where = framework.device, count, self.variables, items
        _core.boxes_columns_on_gpu(*where, parts, capacity, self.columns.addresses, numbers.scratch, framework.stream)
        if framework.waits:
            _core.wait_for(framework.device, framework.stream)

    def _shape(self, name: str) -> Shape:
        if name == "begin":
            return (self.count + 1,)
        return (self.items, self.variables) if name in ("x", "lower", "upper") else (self.items,)

    def array(self, name: str) -> Any:
        """One of the arrays, as the caller gets it."""
        if name == "statuses":
            return self.statuses.array(0, (self.count,))
        return self.columns.array(_NAMES.index(name), self._shape(name))

    def copied(self, name: str) -> NDArray[Any]:
        """One of the arrays in host memory."""
        if name == "statuses":
            return self.statuses.copied(0, (self.count,))
        return self.columns.copied(_NAMES.index(name), self._shape(name))

    @property
    def target(self) -> str:
        return target(self.given.framework)

    def on_host(self, with_values: bool) -> _core.BoxesResult:
        """A result in host memory; without values it has a report only."""

        def of(name: str) -> NDArray[Any]:
            return self.copied(name) if with_values else np.empty((0, *self._shape(name)[1:]), _COLUMNS[name])

        return _core.boxes_result(
            self.copied("statuses"),
            self.copied("begin"),
            of("x"),
            of("lower"),
            of("upper"),
            of("radii"),
            of("residuals"),
            of("jacobian_signs"),
            of("on_border").view(np.uint8),
            self.edges,
            self.visited,
            self.most_visited,
            self.target,
        )
