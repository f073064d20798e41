"""Arrays of other frameworks: in host memory without a copy, on a GPU a clear error."""

import hypothesis.extra.numpy as hnp
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import vieta
from vieta import _core
from vieta._inside import arrays as _arrays


class HostTensor:
    """What a tensor in host memory shows of itself."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class GpuTensor:
    """What a tensor of PyTorch or JAX on a GPU shows."""

    def __dlpack__(self, **options):
        raise AssertionError("nobody should ask")

    def __dlpack_device__(self):
        return (2, 0)  # kDLCUDA


class GpuArray:
    """What an array of CuPy or Numba shows, in the older way."""

    @property
    def __cuda_array_interface__(self):
        return {"shape": (3,), "typestr": "<f8", "data": (1 << 40, False), "version": 3}


class HostTensorOfATorchLikeKind(HostTensor):
    """Its type knows GPUs, this one is not there."""

    @property
    def __cuda_array_interface__(self):
        raise AttributeError("not on a GPU")


class NpLike:
    def __array__(self, dtype=None, copy=None):
        return np.array([-1.0, 0, 1], dtype=dtype)


def test_tensors_in_host_memory():
    c = np.array([[-1.0, 0, 1], [-4, 0, 1]])
    assert vieta.real_roots(HostTensor(c)).values.tolist() == [[-1, 1], [-2, 2]]
    assert sorted(vieta.roots(HostTensor(c[0])).values.real) == [-1, 1]
    assert np.shares_memory(_arrays.host_array("c", HostTensor(c)), c)
    assert vieta.real_roots(HostTensorOfATorchLikeKind(c)).values.tolist() == [[-1, 1], [-2, 2]]
    assert vieta.newton("x^2 - 2", HostTensor(np.array([1.5]))).statuses == ["converged"]


def test_array_protocol():
    assert vieta.real_roots(NpLike())[:].tolist() == [-1, 1]
    assert sorted(vieta.roots(NpLike()).values.real) == [-1, 1]


@pytest.mark.parametrize("kind", [GpuTensor, GpuArray])
@pytest.mark.parametrize(
    "call",
    [vieta.roots, vieta.real_roots, vieta.compat.roots, lambda c: vieta.newton("x^2 - 2", c)],
    ids=["roots", "real_roots", "compat", "newton"],
)
def test_gpu_arrays_are_told_what_to_do(kind, call, monkeypatch):
    monkeypatch.setattr(_core, "has_cuda", lambda: False)  # what a build with CUDA does: test_gpu.py
    with pytest.raises(TypeError, match="on a GPU, expected an array in host memory.*Pass a copy") as caught:
        call(kind())
    assert str(caught.value).split(":")[0] in ("c", "p", "start")


@pytest.mark.parametrize(
    ("framework", "advice"), [("cupy", "c.get()"), ("torch", "c.cpu()"), ("jaxlib", "numpy.asarray(c)")]
)
def test_advice_speaks_the_framework(framework, advice):
    tensor = type("Tensor", (GpuTensor,), {"__module__": framework})()
    with pytest.raises(TypeError) as caught:
        vieta.roots(tensor)
    assert str(caught.value).endswith(advice) and f"{framework}.Tensor" in str(caught.value)


@given(
    hnp.arrays(
        dtype=st.sampled_from([np.float64, np.float32, np.int16, np.uint8, np.complex64, np.bool_, np.float16, ">f8"]),
        shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6),
    ),
    st.integers(-3, 3),
    st.booleans(),
)
def test_any_array_is_solved_or_refused(array, step, transposed):
    """Whatever comes in: an answer of the right shape, or an exception of the right kind."""
    if array.ndim and step:
        array = array[..., ::step]
    if transposed:
        array = array.T
    try:
        r = vieta.real_roots(array, (-2, 2))
    except (TypeError, ValueError) as problem:
        assert str(problem).startswith("c: ")  # noqa: PT017
    else:
        assert r.values.shape == array.shape[:-1] + (array.shape[-1] - 1,)
        assert r.counts.shape == array.shape[:-1]
        assert (np.isfinite(r.values).sum(axis=-1) == r.counts).all()
    try:
        s = vieta.roots(array)
    except (TypeError, ValueError) as problem:
        assert str(problem).startswith("c: ")  # noqa: PT017
    else:
        if array.ndim > 1:  # a polynomial in each row
            assert s.values.shape == array.shape[:-1] + (array.shape[-1] - 1,)
            assert (np.isfinite(s.values).sum(axis=-1) == s.counts).all()
        else:
            assert s.multiplicities.sum() == np.flatnonzero(array)[-1]
