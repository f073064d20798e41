"""Arrays on a CUDA device: in from any framework that speaks DLPack or `__cuda_array_interface__`, and results out in the
same framework. No number passes through host memory.

PyTorch and CuPy have a current stream and their own memory: work goes to that stream, answers lie in that memory, and
nothing waits. For others (JAX, Numba, ...) the work is awaited before their arrays are made: their memory may be used
again as soon as they think that it is free, and only the end of the work makes that safe.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import described, framework_of, refuse_gpu

_KINDS = {"float32": (2, 32), "float64": (2, 64), "uint8": (1, 8), "int64": (0, 64), "bool": (6, 8)}
"""DLPack's code and bits of the types of numbers that travel."""


@dataclass
class DeviceArray:
    """An array in device memory that belongs to vieta: what comes back for arrays of no known framework. It speaks DLPack
    and `__cuda_array_interface__`, and its numbers are there already."""

    memory: _core.DeviceMemory
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In numbers."""
    dtype: np.dtype[Any]

    def __dlpack__(self, **options: Any) -> Any:
        return _core.write_dlpack(self.memory, self.shape, self.strides, *_KINDS[self.dtype.name])

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.memory.device)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.memory.data, False),
            "strides": tuple(step * self.dtype.itemsize for step in self.strides),
            "stream": None,
            "version": 3,
        }


class _Others:
    """Frameworks without a current stream that others can see."""

    waits = True

    def __init__(self, device: int, stream: int = 0) -> None:
        self.device = device
        self.stream = stream

    def empty(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> tuple[Any, int]:
        """A new array and its address."""
        kind = np.dtype(dtype)
        memory = _core.DeviceMemory(self.device, int(np.prod(shape, dtype=np.int64)) * kind.itemsize)
        return DeviceArray(memory, shape, strides, kind), memory.data

    def finished(self, array: Any) -> Any:
        """As the caller gets it, when the work is done or is on its stream."""
        return array


class _Jax(_Others):
    def finished(self, array: Any) -> Any:
        return sys.modules["jax"].dlpack.from_dlpack(array)


class _Torch(_Others):
    waits = False

    def __init__(self, device: int) -> None:
        self.torch = sys.modules["torch"]
        super().__init__(device, self.torch.cuda.current_stream(device).cuda_stream)

    def empty(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> tuple[Any, int]:
        kind = getattr(self.torch, dtype)
        array = self.torch.empty_strided(shape, strides, dtype=kind, device=f"cuda:{self.device}")
        return array, array.data_ptr()


class _CuPy(_Others):
    waits = False

    def __init__(self, device: int) -> None:
        self.cupy = sys.modules["cupy"]
        with self.cupy.cuda.Device(device):
            super().__init__(device, self.cupy.cuda.get_current_stream().ptr)

    def empty(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> tuple[Any, int]:
        size = np.dtype(dtype).itemsize
        with self.cupy.cuda.Device(self.device):
            memory = self.cupy.cuda.alloc(int(np.prod(shape, dtype=np.int64)) * size)
            array = self.cupy.ndarray(shape, dtype, memory, tuple(step * size for step in strides))
        return array, memory.ptr


_FRAMEWORKS = {"torch": _Torch, "cupy": _CuPy, "jax": _Jax, "jaxlib": _Jax}


@dataclass
class Given:
    """An array on a device, as it came. Strides count numbers."""

    framework: _Others
    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: str


def given(name: str, value: Any) -> Given:
    """Where the numbers of an array on a GPU are. The work that makes them is waited for by the framework's stream, not
    by the host. Raises TypeError for other numbers than float32 and float64, and where CUDA is missing."""
    if not _core.has_cuda():
        refuse_gpu(
            name,
            value,
            "this build of vieta has no CUDA (`pip install .` in a checkout, on a machine with nvcc, makes one that has)",
        )
    if hasattr(value, "__dlpack_device__"):
        return _by_dlpack(name, value)
    return _by_interface(name, value)


def _by_dlpack(name: str, value: Any) -> Given:
    kind, device = value.__dlpack_device__()
    if int(kind) not in (2, 13):  # kDLCUDA, kDLCUDAManaged
        refuse_gpu(name, value, "vieta knows CUDA devices only")
    framework = _FRAMEWORKS.get(framework_of(value), _Others)(int(device))
    try:
        capsule = value.__dlpack__(stream=framework.stream or 1)  # 0 has no meaning there, 1 is CUDA's default stream
    except Exception as problem:
        raise TypeError(f"{name}: found {described(value)} that DLPack cannot hand over: {problem}") from problem
    address, shape, strides, code, bits, _, _ = _core.read_dlpack(capsule)
    dtype = next((text for text, pair in _KINDS.items() if pair == (code, bits)), "")
    return _checked(name, value, Given(framework, address, tuple(shape), tuple(strides), dtype))


def _by_interface(name: str, value: Any) -> Given:
    interface = value.__cuda_array_interface__
    address, shape = interface["data"][0], tuple(interface["shape"])
    dtype = np.dtype(interface["typestr"])
    steps = interface.get("strides")
    if steps is None:
        strides = rows(shape)
    elif any(step % dtype.itemsize for step in steps):
        raise ValueError(f"{name}: found strides of {steps} bytes, expected multiples of {dtype.itemsize}")
    else:
        strides = tuple(step // dtype.itemsize for step in steps)
    device = _core.cuda_device_of(address) if address else 0
    if device < 0:
        raise ValueError(f"{name}: found an address that is not in the memory of a CUDA device")
    framework = _Others(device, interface.get("stream") or 0)
    return _checked(name, value, Given(framework, address, shape, strides, dtype.name if dtype.isnative else ""))


def _checked(name: str, value: Any, array: Given) -> Given:
    if array.dtype not in ("float32", "float64"):
        kind = str(getattr(value, "dtype", None) or array.dtype).removeprefix("torch.")
        hint = "; complex coefficients are for vieta.roots" if kind.startswith("complex") else ""
        raise TypeError(
            f"{name}: found {described(value)} of {kind} on a GPU, expected real numbers (float32 or float64){hint}"
        )
    if not array.shape:
        raise ValueError(f"{name}: found a single number, expected coefficients on the last axis, x^0 first")
    if array.shape[-1] == 0:
        raise ValueError(f"{name}: found no coefficients (shape {array.shape}), expected at least one on the last axis")
    return array


def rows(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of an array in C's order."""
    strides = [1]
    for size in shape[:0:-1]:
        strides.append(strides[-1] * max(size, 1))
    return tuple(strides[::-1]) if shape else ()


class Answers:
    """The answers of one call of real_roots, in device memory, in arrays of the caller's framework."""

    def __init__(self, array: Given, method: str) -> None:
        count, degree, columns, stride = _core.batch_layout(array.shape, array.strides)
        self.given, self.method = array, method
        self.count, self.degree, self.columns, self.stride = count, degree, columns, stride
        self.interval = (0.0, 0.0)
        shape = array.shape[:-1]
        steps = (*rows(shape), count) if columns else rows((*shape, degree))
        framework = array.framework
        parts = (
            framework.empty((*shape, degree), steps, array.dtype),
            framework.empty(shape, rows(shape), "uint8"),
            framework.empty(shape, rows(shape), "uint8"),
            framework.empty((count,), (1,), "int64"),  # 64 bits for each polynomial, as bits
        )
        self.arrays = [array for array, _ in parts]
        self.addresses = [address for _, address in parts]

    def fits(self, array: Given) -> bool:
        """Whether another array's answers have their place here."""
        mine = self.given
        count, degree, columns, _ = _core.batch_layout(array.shape, array.strides)
        return (
            (count, degree, columns) == (self.count, self.degree, self.columns)
            and (array.shape, array.dtype) == (mine.shape, mine.dtype)
            and (type(array.framework), array.framework.device) == (type(mine.framework), mine.framework.device)
            and not mine.framework.waits  # arrays of JAX stay as they are
        )

    def solve(self, lo: float, hi: float, tolerances: tuple[float, float], method: int) -> None:
        """Puts the work on the stream."""
        array, framework = self.given, self.given.framework
        single = array.dtype == "float32"
        self.interval = (float(np.float32(lo)), float(np.float32(hi))) if single else (lo, hi)
        if self.count == 0:
            return
        bytes_needed = _core.real_roots_scratch(self.count)
        scratch, address = framework.empty((bytes_needed,), (1,), "uint8")
        parts = [array.address, *self.addresses, address]
        where = (framework.device, single, array.shape, array.strides, parts)
        _core.real_roots_on_gpu(*where, lo, hi, *tolerances, method, framework.stream)
        if framework.waits:
            _core.wait_for(framework.device, framework.stream)
        del scratch  # PyTorch and CuPy give it away again in the order of the stream

    def finished(self) -> list[Any]:
        """Values, counts, statuses."""
        return [self.given.framework.finished(array) for array in self.arrays[:3]]

    def touching(self) -> Any:
        """A flag for each place in values."""
        framework = type(self.given.framework)(self.given.framework.device)  # the stream that is the current one now
        shape = (*self.given.shape[:-1], self.degree)
        array, address = framework.empty(shape, rows(shape), "bool")
        _core.touching_on_gpu(framework.device, self.addresses[3], self.count, self.degree, address, framework.stream)
        if framework.waits:
            _core.wait_for(framework.device, framework.stream)
        return framework.finished(array)

    def on_host(self, with_values: bool) -> _core.RealRootsResult:
        """A result in host memory; without values it has a report only."""
        dtype = np.dtype(self.given.dtype)
        if not with_values:
            values: NDArray[Any] = np.empty((0, self.degree), dtype)
        elif self.columns:
            values = np.ascontiguousarray(self._copied(0, (self.degree, self.count), dtype).T)
        else:
            values = self._copied(0, (self.count, self.degree), dtype)
        counts, statuses = (self._copied(k, (self.count,), np.dtype(np.uint8)) for k in (1, 2))
        masks = self._copied(3, (self.count,), np.dtype(np.uint64))
        device = self.given.framework.device
        target = f"cuda:{device} {_core.cuda_devices()[device]}"
        return _core.real_roots_result(values, counts, statuses, masks, *self.interval, self.method, target)

    def coefficients_on_host(self) -> NDArray[Any]:
        """Those that came in, as a NumPy array of the same shape."""
        array = self.given
        lines, length = (self.degree + 1, self.count) if self.columns else (self.count, self.degree + 1)
        whole = self._from(array.address, ((lines - 1) * self.stride + length,) if self.count else (0,), array.dtype)
        if not self.count:
            return np.empty(array.shape, array.dtype)
        strides = (self.stride * whole.itemsize, whole.itemsize)
        table = np.lib.stride_tricks.as_strided(whole, (lines, length), strides)
        return (table.T if self.columns else table).reshape(array.shape)

    def _copied(self, part: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        return self._from(self.addresses[part], shape, dtype)

    def _from(self, address: int, shape: tuple[int, ...], dtype: Union[str, np.dtype[Any]]) -> NDArray[Any]:
        array: NDArray[Any] = np.empty(shape, dtype)
        framework = type(self.given.framework)(self.given.framework.device)
        if array.size:
            _core.copy_to_host(framework.device, array, address, array.nbytes, framework.stream)
        return array


def answers(array: Given, method: str, out: Optional[Answers]) -> Answers:
    """A place for the answers, or an earlier one."""
    if out is None:
        return Answers(array, method)
    if not out.fits(array):
        raise ValueError(
            "out: expected a result of the same shape, precision, memory order, framework and device as this one has "
            "(of PyTorch or CuPy: arrays of others cannot be written again)"
        )
    out.given, out.stride = array, _core.batch_layout(array.shape, array.strides)[3]
    out.method = method
    return out
