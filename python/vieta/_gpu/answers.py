"""Answers in device memory: where they lie, the calls that write them, and copies in host memory.

A call from Python takes about as long as the work for some hundred polynomials, so it does little: two pieces of memory
are fetched, one for the roots and one for the rest, and the arrays in them are made when they are asked for.
"""

from __future__ import annotations

from typing import Any, Iterable, Optional, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._inside.arrays import described
from .._inside.lazy import lazy
from .arrays import Given, Others, Shape, rows

_BYTES = {"float32": 4, "float64": 8, "complex128": 16, "int8": 1, "uint8": 1, "int64": 8, "bool": 1}
_ALIGNED = 256


def aligned(size: int) -> int:
    """As many bytes, up to where the next array may begin."""
    return size + -size % _ALIGNED


class Block:
    """Arrays in one piece of device memory, one behind the other, in the memory of their framework."""

    def __init__(self, framework: Others, sizes: Iterable[tuple[str, int]], scratch: int = 0) -> None:
        """`sizes`: of each array its type of numbers, and how many there are; `scratch`: bytes behind them."""
        self.framework = framework
        self.dtypes, self.offsets, end = [], [], 0
        for dtype, count in sizes:
            self.dtypes.append(dtype)
            self.offsets.append(end)
            end += aligned(_BYTES[dtype] * count)
        self.memory, start = framework.block(end + aligned(scratch))
        self.addresses = [start + offset for offset in self.offsets]
        self.scratch = start + end

    def array(self, part: int, shape: Shape, strides: Optional[Shape] = None) -> Any:
        """One of the arrays, as the caller gets it."""
        strides = rows(shape) if strides is None else strides
        view = self.framework.view(self.memory, self.offsets[part], shape, strides, self.dtypes[part])
        return self.framework.finished(view)

    def copied(self, part: int, shape: Shape) -> NDArray[Any]:
        """One of the arrays in host memory."""
        return copied(self.framework, self.addresses[part], shape, self.dtypes[part])


def copied(framework: Others, address: int, shape: Shape, dtype: Union[str, np.dtype[Any]]) -> NDArray[Any]:
    """An array in device memory, once the work on the current stream is done."""
    array: NDArray[Any] = np.empty(shape, dtype)
    if array.size:
        now = framework.now()
        _core.copy_to_host(now.device, array, address, array.nbytes, now.stream)
    return array


class OnGpu:
    """What results in device memory have in common, whatever they are of: a class for the verb's result comes behind
    this one, and is asked for what this one does not know."""

    _answers: Any
    _shape: Shape

    def __init__(self, answers: Any) -> None:
        self._answers = answers
        self._shape = answers.shape

    def _array(self, name: str) -> Any:
        return self._answers.array(name)

    @lazy
    def report(self) -> dict[str, Any]:
        """Numbers of what was solved, by outcome. Its `seconds` are 0: nobody waited to measure them."""
        report: dict[str, Any] = self._answers.on_host(with_values=False).report()
        return report

    def __getstate__(self) -> Any:
        name = type(self).__name__.removesuffix("OnGpu")
        raise TypeError(
            f"vieta.{name}: found one in the memory of a GPU, which no pickle or copy holds, expected host() of it"
        )

    def host(self) -> Any:
        """The same result in host memory."""
        raise NotImplementedError

    def to_json(self) -> str:
        """The text that the program prints with --json: docs/reference/json.md."""
        text: str = self.host().to_json()
        return text

    def plot(self, *arguments: Any, **options: Any) -> Any:
        """By matplotlib, of a copy in host memory. Returns the axes."""
        return self.host().plot(*arguments, **options)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        return np.asarray(self.host(), dtype=dtype)

    def __repr__(self) -> str:
        of = self._array(self._answers.SHOWN)
        return f"{self._head()}\n  in {described(of)} of shape {tuple(of.shape)} on {self._answers.target}"

    def _head(self) -> str:
        head: str = super()._head()  # type: ignore[misc]
        return head


Kinds = dict[str, tuple[str, bool]]
"""Of each array: its type of numbers, and whether it has one for each root or one for each polynomial."""


class Answers:
    """The answers of one call for a batch of polynomials. The first array, that of the roots, has memory of its own:
    whoever keeps it keeps nothing else."""

    SHOWN = "values"

    def __init__(self, array: Given, kinds: Kinds, scratch_of_each: int = 0, scratch: int = 0) -> None:
        count, degree, columns, stride = _core.batch_layout(array.name, array.shape, array.strides)
        self.given, self.kinds, self.shape = array, kinds, array.shape[:-1]
        self.count, self.degree, self.columns, self.stride = count, degree, columns, stride
        sizes = [(dtype, count * degree if each_root else count) for dtype, each_root in kinds.values()]
        self.blocks = (
            Block(array.framework, sizes[:1]),
            Block(array.framework, sizes[1:], scratch + scratch_of_each * count),
        )
        self.addresses = [*self.blocks[0].addresses, *self.blocks[1].addresses]
        self.scratch = self.blocks[1].scratch

    def place(self, name: str) -> tuple[Block, int, bool]:
        """The block of an array, its number there, and whether it has a number for each root."""
        k = list(self.kinds).index(name)
        return self.blocks[k > 0], max(k - 1, 0), self.kinds[name][1]

    @property
    def where(self) -> tuple[int, int, bool, int]:
        """As the calls of `_core` take it."""
        return self.count, self.degree, self.columns, self.stride

    def array(self, name: str) -> Any:
        """One of the arrays, as the caller gets it."""
        block, part, each_root = self.place(name)
        if not each_root:
            return block.array(part, self.shape)
        shape = (*self.shape, self.degree)
        return block.array(part, shape, (*rows(self.shape), self.count) if self.columns else None)

    def fits(self, array: Given) -> bool:
        """Whether another array's answers have their place here."""
        mine = self.given
        count, degree, columns, _ = _core.batch_layout(array.name, array.shape, array.strides)
        return (
            (count, degree, columns) == (self.count, self.degree, self.columns)
            and (array.shape, array.dtype) == (mine.shape, mine.dtype)
            and (type(array.framework), array.framework.device) == (type(mine.framework), mine.framework.device)
            and not mine.framework.waits  # arrays of JAX stay as they are
        )

    def wait_if_needed(self) -> None:
        framework = self.given.framework
        if framework.waits:
            _core.wait_for(framework.device, framework.stream)

    @property
    def target(self) -> str:
        return target(self.given.framework)

    def copied(self, name: str) -> NDArray[Any]:
        """One of the arrays in host memory, a row for each polynomial."""
        block, part, each_root = self.place(name)
        if not each_root:
            return block.copied(part, (self.count,))
        if self.columns:
            return np.ascontiguousarray(block.copied(part, (self.degree, self.count)).T)
        return block.copied(part, (self.count, self.degree))

    def nothing(self, name: str) -> NDArray[Any]:
        """An array of no rows in the place of `copied`."""
        return np.empty((0, self.degree), self.kinds[name][0])

    def coefficients_on_host(self) -> NDArray[Any]:
        """Those that came in, as a NumPy array of the same shape."""
        array = self.given
        lines, length = (self.degree + 1, self.count) if self.columns else (self.count, self.degree + 1)
        if not self.count:
            return np.empty(array.shape, array.dtype)
        whole = copied(array.framework, array.address, ((lines - 1) * self.stride + length,), array.dtype)
        strides = (self.stride * whole.itemsize, whole.itemsize)
        table = np.lib.stride_tricks.as_strided(whole, (lines, length), strides)
        return (table.T if self.columns else table).reshape(array.shape)


def target(framework: Others) -> str:
    """As reports name it."""
    return f"cuda:{framework.device} {_core.cuda_devices()[framework.device]}"


class RealAnswers(Answers):
    """Of `real_roots`: roots, bits of touching ones, counts, statuses."""

    def __init__(self, array: Given) -> None:
        kinds: Kinds = {
            "values": (array.dtype, True),
            "touching": ("int64", False),
            "counts": ("uint8", False),
            "statuses": ("uint8", False),
        }
        super().__init__(array, kinds, *_scratch())
        self.method = ""
        self.interval = (0.0, 0.0)

    def solve(self, lo: float, hi: float, tolerances: tuple[float, float], method: int) -> None:
        """Puts the work on the stream."""
        array, framework = self.given, self.given.framework
        single = array.dtype == "float32"
        self.interval = (float(np.float32(lo)), float(np.float32(hi))) if single else (lo, hi)
        if self.count == 0:
            return
        parts = [array.address, *self.addresses, self.scratch]
        _core.real_roots_on_gpu(
            framework.device, single, *self.where, parts, lo, hi, *tolerances, method, framework.stream
        )
        self.wait_if_needed()

    def touching(self) -> Any:
        """A flag for each place among the roots."""
        framework = self.given.framework.now()
        flags = Block(framework, [("bool", self.count * self.degree)])
        block, part, _ = self.place("touching")
        masks = block.addresses[part]
        _core.touching_on_gpu(framework.device, masks, self.count, self.degree, flags.addresses[0], framework.stream)
        self.wait_if_needed()
        return flags.array(0, (*self.shape, self.degree))

    def on_host(self, with_values: bool) -> _core.RealRootsResult:
        """A result in host memory; without values it has a report only."""
        values = self.copied("values") if with_values else self.nothing("values")
        masks, counts, statuses = (self.copied(name) for name in ("touching", "counts", "statuses"))
        masks = masks.view(np.uint64)
        return _core.real_roots_result(values, counts, statuses, masks, *self.interval, self.method, self.target)


def _scratch() -> tuple[int, int]:
    """Bytes of scratch memory for each polynomial, and for all."""
    none = _core.real_roots_scratch(0)
    return _core.real_roots_scratch(1) - none, none


class RootAnswers(Answers):
    """Of `roots`: roots, radii, their statuses, counts, statuses of polynomials."""

    KINDS: Kinds = {
        "values": ("complex128", True),
        "radii": ("float64", True),
        "root_statuses": ("uint8", True),
        "counts": ("uint8", False),
        "statuses": ("uint8", False),
    }

    def __init__(self, array: Given, digits: int) -> None:
        super().__init__(array, self.KINDS)
        self.digits = digits

    def solve(self) -> None:
        """Puts the work on the stream."""
        array, framework = self.given, self.given.framework
        if self.count == 0:
            return
        parts = [array.address, *self.addresses]
        is_complex = array.dtype == "complex128"
        _core.roots_on_gpu(framework.device, is_complex, *self.where, parts, self.digits, framework.stream)
        self.wait_if_needed()

    def on_host(self, with_values: bool) -> _core.RootBatchResult:
        """A result in host memory; without values it has a report only."""
        per_root = self.copied if with_values else self.nothing
        values, radii, root_statuses = (per_root(name) for name in ("values", "radii", "root_statuses"))
        counts, statuses = self.copied("counts"), self.copied("statuses")
        return _core.root_batch_result(values, radii, root_statuses, counts, statuses, self.digits, self.target)


def real_answers(array: Given, out: Optional[RealAnswers]) -> RealAnswers:
    """A place for the answers, or an earlier one."""
    return RealAnswers(array) if out is None else _again(out, array)


def root_answers(array: Given, digits: int, out: Optional[RootAnswers]) -> RootAnswers:
    """The same for `roots`."""
    answers = RootAnswers(array, digits) if out is None else _again(out, array)
    answers.digits = digits
    return answers


_Answers = TypeVar("_Answers", RealAnswers, RootAnswers)


def _again(out: _Answers, array: Given) -> _Answers:
    if not out.fits(array):
        raise ValueError(
            "out: expected a result of the same shape, precision, memory order, framework and device as this one has "
            "(of PyTorch or CuPy: arrays of others cannot be written again)"
        )
    out.given, out.stride = array, _core.batch_layout(array.name, array.shape, array.strides)[3]
    return out
