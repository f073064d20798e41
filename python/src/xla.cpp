#include <nanobind/nanobind.h>
#include <xla/ffi/api/ffi.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <string>
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

/// Where a result goes. What the library writes besides is a result, too: memory of XLA, which the caller drops.
template <class T>
T* data_of(result& array) {
  return static_cast<T*>(array->untyped_data());
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

struct real_roots_call {
  buffer c;
  real_interval<double> interval;
  result roots, touching, masks, counts, statuses;

  template <class T>
  [[nodiscard]] real_roots_output<T> output() {
    return {data_of<T>(roots), data_of<std::uint8_t>(counts), data_of<real_roots_status>(statuses),
            data_of<std::uint64_t>(masks)};
  }

  template <class T>
  void on_host() {
    const polynomial_batch<T> in = rows_of<T>(c);
    const real_roots_output<T> out = output<T>();
    real_roots_into(in, {static_cast<T>(interval.lo), static_cast<T>(interval.hi)}, out);
    auto* flag = data_of<std::uint8_t>(touching);
    for (std::size_t i = 0; i < in.count; ++i)
      for (int k = 0; k < in.degree; ++k) *flag++ = static_cast<std::uint8_t>(out.touching[i] >> k & 1);
  }

  template <class T>
  void on_device(CUstream_st* stream) {
    const polynomial_batch<T> in = rows_of<T>(c);
    if (in.count == 0) return;
    const real_roots_output<T> out = output<T>();
    real_roots_cuda(in, {static_cast<T>(interval.lo), static_cast<T>(interval.hi)}, out, {}, stream);
    touching_flags_cuda(out.touching, in.count, in.degree, data_of<std::uint8_t>(touching), stream);
  }
};

ffi::Error real_roots_cpu(buffer c, double lo, double hi, result roots, result touching, result masks, result counts,
                          result statuses) {
  real_roots_call call{c, {lo, hi}, roots, touching, masks, counts, statuses};
  return guarded([&] {
    if (c.element_type() == ffi::F32) return call.on_host<float>();
    call.on_host<double>();
  });
}

ffi::Error real_roots_gpu(CUstream_st* stream, buffer c, double lo, double hi, result roots, result touching,
                          result masks, result counts, result statuses) {
  real_roots_call call{c, {lo, hi}, roots, touching, masks, counts, statuses};
  return guarded([&] {
    if (c.element_type() == ffi::F32) return call.on_device<float>(stream);
    call.on_device<double>(stream);
  });
}

/// `roots` of 64 bits, or of 32 bits (JAX's usual ones): the solver works in double, so that these pass through memory
/// that `Place` has.
struct roots_call {
  buffer c;
  result roots, root_statuses, radii, counts, statuses;

  [[nodiscard]] root_batch_output output(std::complex<double>* places, double* sizes) {
    return {places, sizes, data_of<batch_root_status>(root_statuses), data_of<std::uint8_t>(counts),
            data_of<root_batch_status>(statuses)};
  }

  template <class Place>
  ffi::Error in(Place place) {
    const ffi::DataType type = c.element_type();
    if (type != ffi::F32 && type != ffi::F64 && type != ffi::C64 && type != ffi::C128)
      return {ffi::ErrorCode::kInvalidArgument, "vieta: c: found another type, expected float or complex numbers"};
    return guarded([&] {
      if (c.element_count() == 0) return;
      if (type == ffi::F64)
        place.solve(rows_of<double>(c), output(data_of<std::complex<double>>(roots), data_of<double>(radii)));
      else if (type == ffi::C128)
        place.solve(rows_of<std::complex<double>>(c),
                    output(data_of<std::complex<double>>(roots), data_of<double>(radii)));
      else if (type == ffi::F32)
        widened<double, float>(place, 1);
      else
        widened<std::complex<double>, std::complex<float>>(place, 2);
    });
  }

  template <class Wide, class Narrow, class Place>
  void widened(Place& place, std::size_t parts) {
    const polynomial_batch<Narrow> given = rows_of<Narrow>(c);
    const std::size_t numbers = c.element_count() * parts;
    const std::size_t found = given.count * static_cast<std::size_t>(given.degree);
    double* const wide = place.doubles(numbers);
    double* const values = place.doubles(2 * found);
    double* const sizes = place.doubles(found);
    place.convert(reinterpret_cast<const float*>(given.coefficients), numbers, wide);
    place.solve(polynomial_batch<Wide>{reinterpret_cast<const Wide*>(wide), given.count, given.degree},
                output(reinterpret_cast<std::complex<double>*>(values), sizes));
    place.convert(values, 2 * found, data_of<float>(roots));
    place.convert(sizes, found, data_of<float>(radii));
  }
};

struct host_place {
  std::deque<std::vector<double>> memory{};

  double* doubles(std::size_t count) { return memory.emplace_back(count + 1).data(); }
  template <class From, class To>
  void convert(const From* from, std::size_t count, To* to) {
    for (std::size_t k = 0; k < count; ++k) to[k] = static_cast<To>(from[k]);
  }
  template <class T>
  void solve(const polynomial_batch<T>& polynomials, const root_batch_output& out) {
    roots_into(polynomials, out);
  }
};

/// Memory of XLA, which is free for others after what is on the stream.
struct device_place {
  CUstream_st* stream;
  ffi::ScratchAllocator& memory;

  double* doubles(std::size_t count) {
    const std::optional<void*> place = memory.Allocate((count + 1) * sizeof(double), 16);
    if (!place) throw error("c: found no device memory for it in double precision");
    return static_cast<double*>(*place);
  }
  template <class From, class To>
  void convert(const From* from, std::size_t count, To* to) {
    convert_cuda(from, count, to, stream);
  }
  template <class T>
  void solve(const polynomial_batch<T>& polynomials, const root_batch_output& out) {
    roots_cuda(polynomials, out, {}, stream);
  }
};

ffi::Error roots_cpu(buffer c, result roots, result root_statuses, result radii, result counts, result statuses) {
  return roots_call{c, roots, root_statuses, radii, counts, statuses}.in(host_place{});
}

ffi::Error roots_gpu(CUstream_st* stream, ffi::ScratchAllocator memory, buffer c, result roots, result root_statuses,
                     result radii, result counts, result statuses) {
  return roots_call{c, roots, root_statuses, radii, counts, statuses}.in(device_place{stream, memory});
}

// What XLA calls: each takes its arguments out of a frame, in the order in which they are bound.
XLA_FFI_Error* call_real_roots_cpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Arg<buffer>()
                                   .Attr<double>("lo")
                                   .Attr<double>("hi")
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(real_roots_cpu)
                                   .release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_real_roots_gpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Ctx<ffi::PlatformStream<CUstream_st*>>()
                                   .Arg<buffer>()
                                   .Attr<double>("lo")
                                   .Attr<double>("hi")
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(real_roots_gpu)
                                   .release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_roots_cpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Arg<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .To(roots_cpu)
                                   .release();
  return handler->Call(frame);
}
XLA_FFI_Error* call_roots_gpu(XLA_FFI_CallFrame* frame) {
  static auto* const handler = ffi::Ffi::Bind()
                                   .Ctx<ffi::PlatformStream<CUstream_st*>>()
                                   .Ctx<ffi::ScratchAllocator>()
                                   .Arg<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
                                   .Ret<buffer>()
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
