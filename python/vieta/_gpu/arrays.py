"""Arrays on a CUDA device: in from any framework that speaks DLPack or `__cuda_array_interface__`, and memory for
answers in the same framework. No number passes through host memory.

PyTorch and CuPy have a current stream and their own memory: work goes to that stream, answers lie in that memory, and
nothing waits. For others (JAX, Numba, ...) the work is awaited before their arrays are made: their memory may be used
again as soon as they think that it is free, and only the end of the work makes that safe.
"""

from __future__ import annotations

import sys
from typing import Any, Collection, Optional

import numpy as np

from .. import _core
from .._inside.arrays import described, framework_of, refuse_gpu, seconds
from .._inside.record import record

_KINDS = {
    "float32": (2, 32),
    "float64": (2, 64),
    "complex64": (5, 64),
    "complex128": (5, 128),
    "int8": (0, 8),
    "uint8": (1, 8),
    "int64": (0, 64),
    "bool": (6, 8),
}
"""DLPack's code and bits of the types of numbers that travel."""

Shape = tuple[int, ...]


@record()
class DeviceArray:
    """An array in device memory that belongs to vieta: what comes back for arrays of no known framework. It speaks
    DLPack and `__cuda_array_interface__`, and its numbers are there already."""

    memory: _core.DeviceMemory
    offset: int
    """In bytes."""
    shape: Shape
    strides: Shape
    """In numbers."""
    dtype: np.dtype[Any]

    def __dlpack__(self, **options: Any) -> Any:
        return _core.write_dlpack(self.memory, self.offset, self.shape, self.strides, *_KINDS[self.dtype.name])

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.memory.device)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.memory.data + self.offset if self.memory.data else 0, False),
            "strides": tuple(step * self.dtype.itemsize for step in self.strides),
            "stream": None,
            "version": 3,
        }


@record()
class Given:
    """An array on a device, as it came. Strides count numbers."""

    framework: Others
    address: int
    shape: Shape
    strides: Shape
    dtype: str
    owner: Any
    """Keeps the numbers where they are."""
    name: str = ""
    """Of the argument."""


class Others:
    """Frameworks without a current stream that others can see."""

    waits = True

    def __init__(self, device: int, stream: int = 0) -> None:
        self.device = device
        self.stream = stream

    @classmethod
    def quick(cls, value: Any) -> Optional[Given]:
        """What is asked of an array directly where that is faster than DLPack; None: DLPack shall say."""
        return None

    @staticmethod
    def converted(value: Any, dtype: str) -> Any:
        """The array with its numbers in another type, in the order of the current stream; None: not here."""
        return None

    def block(self, size: int) -> tuple[Any, int]:
        """New memory of that many bytes, and its address, a multiple of 256."""
        memory = _core.DeviceMemory(self.device, size)
        return memory, memory.data

    def view(self, block: Any, offset: int, shape: Shape, strides: Shape, dtype: str) -> Any:
        """An array in a block that the framework made, beginning `offset` bytes behind its start."""
        return DeviceArray(block, offset, shape, strides, np.dtype(dtype))

    def finished(self, array: Any) -> Any:
        """As the caller gets it, when the work is done or is on its stream."""
        return array

    def now(self) -> Others:
        """The same device, with the stream that is the current one now."""
        return type(self)(self.device)


class Jax(Others):
    @staticmethod
    def converted(value: Any, dtype: str) -> Any:
        other = value.astype(dtype) if sys.modules["jax"].config.jax_enable_x64 else None
        return other

    def finished(self, array: Any) -> Any:
        return sys.modules["jax"].dlpack.from_dlpack(array)


class Torch(Others):
    waits = False

    def __init__(self, device: int, place: Any = None) -> None:
        self.torch = sys.modules["torch"]
        self.place = place or self.torch.device("cuda", device)
        # The first one is what torch's own compiler calls: it makes no Python object.
        raw = getattr(self.torch._C, "_cuda_getCurrentRawStream", None)
        stream = raw(device) if raw else self.torch.cuda.current_stream(device).cuda_stream
        super().__init__(device, stream)

    @classmethod
    def quick(cls, value: Any) -> Optional[Given]:
        torch = sys.modules["torch"]
        if type(value) is not torch.Tensor or value.layout is not torch.strided:
            return None
        if value.requires_grad or value.is_conj() or value.is_neg():
            return None
        place = value.device
        try:
            address = value.data_ptr()
        except RuntimeError:  # inside torch.func's transformations there are no numbers
            return None
        dtype = str(value.dtype).removeprefix("torch.")
        return Given(cls(place.index, place), address, tuple(value.shape), value.stride(), dtype, value)

    @staticmethod
    def converted(value: Any, dtype: str) -> Any:
        return value.to(getattr(sys.modules["torch"], dtype))

    def block(self, size: int) -> tuple[Any, int]:
        memory = self.torch.empty(size, dtype=self.torch.uint8, device=self.place)
        return memory, memory.data_ptr()

    def view(self, block: Any, offset: int, shape: Shape, strides: Shape, dtype: str) -> Any:
        kind = getattr(self.torch, dtype)
        return block.view(kind).as_strided(shape, strides, offset // kind.itemsize)


class CuPy(Others):
    waits = False

    def __init__(self, device: int) -> None:
        self.cupy = sys.modules["cupy"]
        super().__init__(device, self.cupy.cuda.get_current_stream(device).ptr)

    @classmethod
    def quick(cls, value: Any) -> Optional[Given]:
        if type(value) is not sys.modules["cupy"].ndarray:
            return None
        size = value.dtype.itemsize
        strides = tuple(step // size for step in value.strides)
        return Given(cls(value.device.id), value.data.ptr, value.shape, strides, value.dtype.name, value)

    @staticmethod
    def converted(value: Any, dtype: str) -> Any:
        with value.device:
            return value.astype(dtype)

    def block(self, size: int) -> tuple[Any, int]:
        if self.cupy.cuda.runtime.getDevice() == self.device:
            memory = self.cupy.cuda.alloc(size)
        else:
            with self.cupy.cuda.Device(self.device):
                memory = self.cupy.cuda.alloc(size)
        return memory, memory.ptr

    def view(self, block: Any, offset: int, shape: Shape, strides: Shape, dtype: str) -> Any:
        size = np.dtype(dtype).itemsize
        with self.cupy.cuda.Device(self.device):
            return self.cupy.ndarray(shape, dtype, block + offset, tuple(step * size for step in strides))


_FRAMEWORKS: dict[str, type[Others]] = {"torch": Torch, "cupy": CuPy, "jax": Jax, "jaxlib": Jax}

REAL = ("float32", "float64")
REAL_OR_COMPLEX = (*REAL, "complex64", "complex128")


def given(name: str, value: Any, kinds: Collection[str] = REAL) -> Given:
    """Where the numbers of an array on a GPU are. The work that makes them is waited for by the framework's stream, not
    by the host. Raises TypeError for numbers that are not of these kinds, and where CUDA is missing."""
    if not _core.has_cuda():
        refuse_gpu(
            name,
            value,
            "this build of vieta has no CUDA (`pip install .` in a checkout, on a machine with nvcc, "
            "makes one that has)",
        )
    if hasattr(value, "__dlpack_device__"):
        framework = _FRAMEWORKS.get(framework_of(value), Others)
        array = framework.quick(value) or _by_dlpack(name, value, framework)
    else:
        array = _by_interface(name, value)
    if array.dtype not in kinds:
        kind = str(getattr(value, "dtype", None) or array.dtype).removeprefix("torch.")
        expected = "real numbers (float32 or float64)" if kinds is REAL else "numbers (" + ", ".join(kinds) + ")"
        hint = "; complex coefficients are for vieta.roots" if kind.startswith("complex") and kinds is REAL else ""
        raise TypeError(f"{name}: found {described(value)} of {kind} on a GPU, expected {expected}{hint}")
    if not array.shape:
        raise ValueError(f"{name}: found a single number, expected coefficients on the last axis, x^0 first")
    if array.shape[-1] == 0:
        raise ValueError(f"{name}: found no coefficients (shape {array.shape}), expected at least one on the last axis")
    array.name = name
    return array


def refuse_limits(max_seconds: float, progress: Any) -> None:
    """They watch work on the CPU."""
    if seconds(max_seconds) != 0 or progress is not None:
        raise ValueError(
            "max_seconds, progress: found one with coefficients on a GPU, expected none: the call returns before the "
            "work is done"
        )


def in_double(name: str, array: Given) -> Given:
    """The same numbers as float64 or complex128, by the framework itself where they are not."""
    wanted = {"float32": "float64", "complex64": "complex128"}.get(array.dtype, array.dtype)
    if wanted == array.dtype:
        return array
    other = type(array.framework).converted(array.owner, wanted)
    if other is None:
        raise TypeError(
            f"{name}: found {described(array.owner)} of {array.dtype} on a GPU, expected {wanted}, which its framework "
            f"cannot make here (JAX can after jax.config.update('jax_enable_x64', True))"
        )
    return given(name, other, (wanted,))


def _by_dlpack(name: str, value: Any, kind: type[Others]) -> Given:
    place, device = value.__dlpack_device__()
    if int(place) not in (2, 13):  # kDLCUDA, kDLCUDAManaged
        refuse_gpu(name, value, "vieta knows CUDA devices only")
    framework = kind(int(device))
    try:
        capsule = value.__dlpack__(stream=framework.stream or 1)  # 0 has no meaning there, 1 is CUDA's default stream
    except Exception as problem:
        raise TypeError(f"{name}: found {described(value)} that DLPack cannot hand over: {problem}") from problem
    address, shape, strides, code, bits, _, _ = _core.read_dlpack(capsule)
    dtype = next((text for text, pair in _KINDS.items() if pair == (code, bits)), "")
    return Given(framework, address, tuple(shape), tuple(strides), dtype, value)


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
    framework = Others(device, interface.get("stream") or 0)
    return Given(framework, address, shape, strides, dtype.name if dtype.isnative else "", value)


def rows(shape: Shape) -> Shape:
    """Strides of an array in C's order."""
    strides = [1]
    for size in shape[:0:-1]:
        strides.append(strides[-1] * max(size, 1))
    return tuple(strides[::-1]) if shape else ()
