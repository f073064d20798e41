"""Frameworks with arrays on a GPU, as tests use them: each puts NumPy arrays there and gets them back."""

import importlib
import os

import numpy as np
import pytest

from vieta import _core

DEVICES = _core.cuda_devices()
WHY = "no CUDA device" if _core.has_cuda() else "this build of vieta has no CUDA"
if not DEVICES and os.environ.get("VIETA_EXPECT_GPU"):
    raise RuntimeError(f"{WHY}, but VIETA_EXPECT_GPU is set")
SMALL = "VIETA_SMALL_TESTS" in os.environ  # tests/sanitize_gpu.py: every access to memory is looked at
needs_device = pytest.mark.skipif(not DEVICES, reason=WHY)

SPIN = r'extern "C" __global__ void spin(long long n) { long long t = clock64(); while (clock64() - t < n) {} }'


class Torch:
    def __init__(self):
        self.module = importlib.import_module("torch")
        self.kind = self.module.Tensor

    def put(self, array):
        return self.module.from_numpy(np.array(array)).cuda()

    def get(self, array):
        assert array.is_cuda
        return array.cpu().numpy()

    def stream(self):
        return self.module.cuda.stream(self.module.cuda.Stream())

    def sleep(self):
        self.module.cuda._sleep(400_000_000)

    def wait(self):
        self.module.cuda.synchronize()

    def address(self, array):
        return array.data_ptr()


class CuPy:
    def __init__(self):
        self.module = importlib.import_module("cupy")
        self.kind = self.module.ndarray
        self.spin = self.module.RawKernel(SPIN, "spin")
        self.sleep(1)

    def put(self, array):
        return self.module.asarray(array)

    def get(self, array):
        return array.get()

    def stream(self):
        return self.module.cuda.Stream(non_blocking=True)

    def sleep(self, clocks=400_000_000):
        self.spin((1,), (1,), (clocks,))

    def wait(self):
        self.module.cuda.Device().synchronize()

    def address(self, array):
        return array.data.ptr


class Jax:
    def __init__(self):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        self.module = importlib.import_module("jax")
        self.module.config.update("jax_enable_x64", True)
        self.kind = self.module.Array

    def put(self, array):
        placed = self.module.device_put(np.asarray(array))
        if next(iter(placed.devices())).platform != "gpu":
            pytest.skip("this JAX has no GPU")
        return placed

    def get(self, array):
        assert next(iter(array.devices())).platform == "gpu"
        return np.asarray(array)

    def wait(self):
        pass


@pytest.fixture(params=[Torch, CuPy, Jax], ids=["torch", "cupy", "jax"], scope="module")
def gpu(request):
    name = request.param.__name__.lower()
    if SMALL and request.param is not Torch:
        pytest.skip("small tests: the kernels are those that run with PyTorch")
    try:
        made = request.param()
        made.put(np.zeros(1))
    except ImportError:
        pytest.skip(f"{name} is not installed")
    except RuntimeError as problem:
        pytest.skip(f"{name} cannot use the device: {problem}")
    return made


def with_streams(gpu):
    if isinstance(gpu, Jax):
        pytest.skip("JAX has no streams to choose from")
