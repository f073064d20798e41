#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "bind.hpp"
#include "gpu_address.hpp"
#include "verbs/batch_layout.hpp"
#include "vieta/device_memory.hpp"
#include "vieta/real_roots_cuda.hpp"
#include "vieta/root_batches_cuda.hpp"

// Device memory: what python/vieta/_gpu.py needs to know of arrays of other frameworks, and the way to the kernels.

namespace vieta::python {
namespace {

using numbers = std::vector<std::int64_t>;

/// Memory that Python owns: it is freed after the last array that lies in it.
class device_memory {
 public:
  device_memory(int device, std::size_t bytes) : device_(device) {
    const current_cuda_device scope(device);
    data_ = allocate_on_cuda(bytes);
  }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  ~device_memory() { free_on_cuda(data_); }

  [[nodiscard]] address data() const { return reinterpret_cast<address>(data_); }
  [[nodiscard]] int device() const { return device_; }

 private:
  int device_ = 0;
  void* data_ = nullptr;
};

/// What a DLPack capsule tells: address, shape, strides in numbers, type of numbers, device.
nb::tuple read_dlpack(const nb::ndarray<nb::ro>& array) {
  numbers shape, strides;
  for (std::size_t k = 0; k < array.ndim(); ++k) {
    shape.push_back(static_cast<std::int64_t>(array.shape(k)));
    strides.push_back(array.stride(k));
  }
  return nb::make_tuple(reinterpret_cast<address>(array.data()), shape, strides, static_cast<int>(array.dtype().code),
                        static_cast<int>(array.dtype().bits), array.device_type(), array.device_id());
}

/// A DLPack capsule of an array that begins `offset` bytes behind the start of memory that Python owns.
nb::ndarray<> write_dlpack(nb::handle memory, std::size_t offset, const numbers& shape, const numbers& strides,
                           int code, int bits) {
  const auto& owned = nb::cast<const device_memory&>(memory);
  const std::vector<std::size_t> sizes(shape.begin(), shape.end());
  nb::dlpack::dtype type;
  type.code = static_cast<std::uint8_t>(code);
  type.bits = static_cast<std::uint8_t>(bits);
  type.lanes = 1;
  return {pointer<void>(owned.data() + offset),
          sizes.size(),
          sizes.data(),
          memory,
          strides.data(),
          type,
          nb::device::cuda::value,
          owned.device()};
}

/// (count, degree, whether columns, stride)
nb::tuple layout_in_python(const std::string& argument, const numbers& shape, const numbers& strides) {
  const batch_layout layout = layout_of(argument, shape, strides);
  return nb::make_tuple(layout.count, layout.degree, layout.order == coefficient_order::columns, layout.stride);
}

/// Where the parts of a call of real_roots are: all device memory.
struct places {
  address coefficients, roots, touching, counts, statuses, scratch;
};

template <class T>
polynomial_batch<T> batch_at(address coefficients, std::size_t count, int degree, bool columns, std::size_t stride) {
  return {pointer<const T>(coefficients), count, degree, columns ? coefficient_order::columns : coefficient_order::rows,
          stride};
}

template <class T>
void solve(const polynomial_batch<T>& in, const places& at, double lo, double hi, double absolute, double relative,
           int method, CUstream_st* stream) {
  const real_roots_output<T> out{pointer<T>(at.roots), pointer<std::uint8_t>(at.counts),
                                 pointer<real_roots_status>(at.statuses), pointer<std::uint64_t>(at.touching), 0};
  real_roots_options<T> options;
  options.absolute_tolerance = static_cast<T>(absolute);
  options.relative_tolerance = static_cast<T>(relative);
  options.method = static_cast<real_roots_method>(method);
  real_roots_cuda(in, {static_cast<T>(lo), static_cast<T>(hi)}, out, options, stream, pointer<void>(at.scratch));
}

/// `parts` as in `places`.
void real_roots_on_gpu(int device, bool single, std::size_t count, int degree, bool columns, std::size_t stride,
                       const std::vector<address>& parts, double lo, double hi, double absolute, double relative,
                       int method, address stream) {
  const places at{parts.at(0), parts.at(1), parts.at(2), parts.at(3), parts.at(4), parts.at(5)};
  const nb::gil_scoped_release unlocked;
  const current_cuda_device scope(device);
  if (single)
    solve(batch_at<float>(at.coefficients, count, degree, columns, stride), at, lo, hi, absolute, relative, method,
          stream_of(stream));
  else
    solve(batch_at<double>(at.coefficients, count, degree, columns, stride), at, lo, hi, absolute, relative, method,
          stream_of(stream));
}

/// `parts`: coefficients, roots, radii, statuses of roots, counts, statuses.
void roots_on_gpu(int device, bool is_complex, std::size_t count, int degree, bool columns, std::size_t stride,
                  const std::vector<address>& parts, int digits, address stream) {
  const root_batch_output out{pointer<std::complex<double>>(parts.at(1)), pointer<double>(parts.at(2)),
                              pointer<batch_root_status>(parts.at(3)),    pointer<std::uint8_t>(parts.at(4)),
                              pointer<root_batch_status>(parts.at(5)),    0};
  root_batch_options options;
  options.digits = digits;
  const nb::gil_scoped_release unlocked;
  const current_cuda_device scope(device);
  if (is_complex)
    roots_cuda(batch_at<std::complex<double>>(parts.at(0), count, degree, columns, stride), out, options,
               stream_of(stream));
  else
    roots_cuda(batch_at<double>(parts.at(0), count, degree, columns, stride), out, options, stream_of(stream));
}

void touching_on_gpu(int device, address masks, std::size_t count, int degree, address flags, address stream) {
  const current_cuda_device scope(device);
  touching_flags_cuda(pointer<const std::uint64_t>(masks), count, degree, pointer<std::uint8_t>(flags),
                      stream_of(stream));
}

/// Into a contiguous array, once the work on the stream is done.
void copy_to_host(int device, nb::handle array, address from, std::size_t bytes, address stream) {
  void* const to = data_of(array);
  const nb::gil_scoped_release unlocked;
  const current_cuda_device scope(device);
  copy_from_cuda(to, pointer<const void>(from), bytes, stream_of(stream));
}

void wait_for(int device, address stream) {
  const nb::gil_scoped_release unlocked;
  const current_cuda_device scope(device);
  wait_for_cuda(stream_of(stream));
}

}  // namespace

void bind_gpu(nb::module_& module) {
  nb::class_<device_memory>(module, "DeviceMemory")
      .def(nb::init<int, std::size_t>())
      .def_prop_ro("data", &device_memory::data)
      .def_prop_ro("device", &device_memory::device);
  module.def("has_cuda", has_cuda);
  module.def("cuda_devices", cuda_devices);
  module.def("why_no_cuda_device", why_no_cuda_device);
  module.def("cuda_device_of", [](address a) { return cuda_device_of(pointer<const void>(a)); });
  module.def("read_dlpack", read_dlpack);
  module.def("write_dlpack", write_dlpack);
  module.def("batch_layout", layout_in_python);
  module.def("real_roots_on_gpu", real_roots_on_gpu);
  module.def("roots_on_gpu", roots_on_gpu);
  module.def("touching_on_gpu", touching_on_gpu);
  module.def("copy_to_host", copy_to_host);
  module.def("wait_for", wait_for);
  module.def("real_roots_scratch", real_roots_cuda_scratch);
}

}  // namespace vieta::python
