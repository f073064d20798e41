#include <nanobind/nanobind.h>
#include <xla/ffi/api/ffi.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include "bind.hpp"
#include "vieta/device_memory.hpp"
#include "vieta/real_roots_cuda.hpp"
#include "vieta/root_batches_cuda.hpp"

// `real_roots` and `roots` as custom calls of XLA (its "foreign function interface"), so that jax.jit holds them
// without a way through Python; on a GPU they work on XLA's own stream and memory. Compiled where JAX's headers are
// (python/CMakeLists.txt); python/vieta/jax.py registers what `xla_targets` lists.

namespace vieta::python {
namespace {

namespace ffi = xla::ffi;
using buffer = ffi::AnyBuffer;
using result = ffi::Result<ffi::AnyBuffer>;

/// Polynomials lie along the last axis, in rows: XLA's arrays have no gaps.
template <class T>
polynomial_batch<T> rows_of(const buffer& c) {
  const auto shape = c.dimensions();
  if (shape.size() == 0 || shape.back() < 1 || shape.back() > 65)
    throw error("c: found an array without 1 to 65 coefficients on its last axis");
  const std::size_t row = static_cast<std::size_t>(shape.back());
  return {static_cast<const T*>(c.untyped_data()), c.element_count() / row, static_cast<int>(row) - 1};
}

/// Memory of XLA's allocator that is free again after the call.
template <class T>
T* scratch_of(ffi::ScratchAllocator& memory, std::size_t count) {
  const auto data = memory.Allocate(std::max<std::size_t>(count, 1) * sizeof(T), 256);
  if (!data) throw error("found no device memory for " + std::to_string(count * sizeof(T)) + " bytes of scratch");
  return static_cast<T*>(*data);
}

/// The library's errors as XLA's: nothing may be thrown across its interface.
template <class F>
ffi::Error guarded(F&& work) {
  try {
    work();
    return ffi::Error::Success();
  } catch (const std::exception& problem) {
    return {ffi::ErrorCode::kInvalidArgument, std::string("vieta: ") + problem.what()};
  }
}

ffi::Error other_type(const char* expected) {
  return {ffi::ErrorCode::kInvalidArgument, std::string("vieta: c: found another type, expected ") + expected};
}

template <class T>
void real_roots_on_host(const buffer& c, double lo, double hi, result& roots, result& touching) {
  const polynomial_batch<T> in = rows_of<T>(c);
  std::vector<std::uint8_t> counts(in.count);
  std::vector<real_roots_status> statuses(in.count);
  std::vector<std::uint64_t> masks(in.count);
  real_roots_into(in, {static_cast<T>(lo), static_cast<T>(hi)},
                  {static_cast<T*>(roots->untyped_data()), counts.data(), statuses.data(), masks.data()});
  auto* flag = static_cast<std::uint8_t*>(touching->untyped_data());
  for (const std::uint64_t mask : masks)
    for (int k = 0; k < in.degree; ++k) *flag++ = static_cast<std::uint8_t>(mask >> k & 1);
}

ffi::Error real_roots_cpu(buffer c, double lo, double hi, result roots, result touching) {
  return guarded([&] {
    if (c.element_type() == ffi::F32) return real_roots_on_host<float>(c, lo, hi, roots, touching);
    real_roots_on_host<double>(c, lo, hi, roots, touching);
  });
}

template <class T>
void real_roots_on_device(CUstream_st* stream, ffi::ScratchAllocator& memory, const buffer& c, double lo, double hi,
                          result& roots, result& touching) {
  const polynomial_batch<T> in = rows_of<T>(c);
  if (in.count == 0) return;
  auto* const masks = scratch_of<std::uint64_t>(memory, in.count);
  const real_roots_output<T> out{static_cast<T*>(roots->untyped_data()), scratch_of<std::uint8_t>(memory, in.count),
                                 scratch_of<real_roots_status>(memory, in.count), masks};
  real_roots_cuda(in, {static_cast<T>(lo), static_cast<T>(hi)}, out, {}, stream,
                  scratch_of<std::uint8_t>(memory, real_roots_cuda_scratch(in.count)));
  touching_flags_cuda(masks, in.count, in.degree, static_cast<std::uint8_t*>(touching->untyped_data()), stream);
}

ffi::Error real_roots_gpu(CUstream_st* stream, ffi::ScratchAllocator memory, buffer c, double lo, double hi,
                          result roots, result touching) {
  return guarded([&] {
    if (c.element_type() == ffi::F32) return real_roots_on_device<float>(stream, memory, c, lo, hi, roots, touching);
    real_roots_on_device<double>(stream, memory, c, lo, hi, roots, touching);
  });
}

template <class T>
void roots_on_host(const buffer& c, result& roots, result& statuses) {
  const polynomial_batch<T> in = rows_of<T>(c);
  std::vector<std::uint8_t> counts(in.count);
  std::vector<root_batch_status> all(in.count);
  std::vector<double> radii(in.count * static_cast<std::size_t>(in.degree));
  roots_into(in, {static_cast<std::complex<double>*>(roots->untyped_data()), radii.data(),
                  static_cast<batch_root_status*>(statuses->untyped_data()), counts.data(), all.data()});
}

ffi::Error roots_cpu(buffer c, result roots, result statuses) {
  if (c.element_type() != ffi::F64 && c.element_type() != ffi::C128) return other_type("float64 or complex128");
  return guarded([&] {
    if (c.element_type() == ffi::F64) return roots_on_host<double>(c, roots, statuses);
    roots_on_host<std::complex<double>>(c, roots, statuses);
  });
}

template <class T>
void roots_on_device(CUstream_st* stream, ffi::ScratchAllocator& memory, const buffer& c, result& roots,
                     result& statuses) {
  const polynomial_batch<T> in = rows_of<T>(c);
  if (in.count == 0) return;
  roots_cuda(in,
             {static_cast<std::complex<double>*>(roots->untyped_data()),
              scratch_of<double>(memory, in.count * static_cast<std::size_t>(in.degree)),
              static_cast<batch_root_status*>(statuses->untyped_data()), scratch_of<std::uint8_t>(memory, in.count),
              scratch_of<root_batch_status>(memory, in.count)},
             {}, stream);
}

ffi::Error roots_gpu(CUstream_st* stream, ffi::ScratchAllocator memory, buffer c, result roots, result statuses) {
  if (c.element_type() != ffi::F64 && c.element_type() != ffi::C128) return other_type("float64 or complex128");
  return guarded([&] {
    if (c.element_type() == ffi::F64) return roots_on_device<double>(stream, memory, c, roots, statuses);
    roots_on_device<std::complex<double>>(stream, memory, c, roots, statuses);
  });
}

// What XLA calls: each takes its arguments out of a frame, in the order in which they are bound.
XLA_FFI_Error* call_real_roots_cpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Arg<buffer>()
                                   .Attr<double>("lo")
                                   .Attr<double>("hi")
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(real_roots_cpu)
                                   .release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_real_roots_gpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Ctx<ffi::PlatformStream<CUstream_st*>>()
                                   .Ctx<ffi::ScratchAllocator>()
                                   .Arg<buffer>()
                                   .Attr<double>("lo")
                                   .Attr<double>("hi")
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(real_roots_gpu)
                                   .release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_roots_cpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind().Arg<buffer>().Ret<buffer>().Ret<buffer>().To(roots_cpu).release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_roots_gpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Ctx<ffi::PlatformStream<CUstream_st*>>()
                                   .Ctx<ffi::ScratchAllocator>()
                                   .Arg<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(roots_gpu)
                                   .release();
  return handler->Call(frame);
}

/// (name, platform, function in a capsule), as jax.ffi.register_ffi_target takes them.
nb::list xla_targets() {
  nb::list targets;
  const auto add = [&](const char* name, const char* platform, XLA_FFI_Handler* handler) {
    targets.append(nb::make_tuple(name, platform, nb::capsule(reinterpret_cast<void*>(handler))));
  };
  add("vieta_real_roots", "cpu", call_real_roots_cpu);
  add("vieta_roots", "cpu", call_roots_cpu);
  if (has_cuda()) {
    add("vieta_real_roots", "CUDA", call_real_roots_gpu);
    add("vieta_roots", "CUDA", call_roots_gpu);
  }
  return targets;
}

}  // namespace

void bind_xla(nb::module_& module) { module.def("xla_targets", &xla_targets); }

}  // namespace vieta::python
