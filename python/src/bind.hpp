#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "ranks.hpp"
#include "vieta/target.hpp"

namespace vieta::python {

namespace nb = nanobind;

// One file for each verb. What they define is private (`vieta._core`); python/vieta/*.py is what people see.
void bind_aaa(nb::module_& module);
void bind_boxes(nb::module_& module);
void bind_components(nb::module_& module);
void bind_gpu(nb::module_& module);
void bind_gpu_boxes(nb::module_& module);
void bind_ranks(nb::module_& module);
void bind_xla(nb::module_& module);  // where XLA's headers were found
void bind_roots(nb::module_& module);
void bind_root_batches(nb::module_& module);
void bind_real_roots(nb::module_& module);
void bind_minimax(nb::module_& module);
void bind_newton(nb::module_& module);
void bind_solve(nb::module_& module);
void bind_solve_parameters(nb::module_& module);

/// On the CPU: arrays on a GPU take another way (gpu.cpp).
inline target on_cpu(int threads) {
  target on;
  on.place = where::cpu;
  on.threads = threads;
  on.ranks = ranks_of_this_thread();
  return on;
}

/// `place` as the program's --on has it; _arrays.py has looked at it.
inline target place_of(const std::string& place, int threads) {
  target on = parse_target(place);
  on.threads = threads;
  on.ranks = ranks_of_this_thread();
  return on;
}

/// A new NumPy array, and where its numbers are to be written. numpy.empty takes a tenth of the time of an ndarray that
/// owns C++ memory, and fetches large pieces on huge pages.
template <class T>
struct fresh_array {
  nb::object array;
  T* data = nullptr;
};

/// numpy.empty and the types of numbers, looked up once.
struct numpy_parts {
  nb::object empty, float32, float64, complex128, int8, uint8, int64, uint64;
  static const numpy_parts& get();

  template <class T>
  [[nodiscard]] const nb::object& type() const {
    if constexpr (std::is_same_v<T, float>) return float32;
    if constexpr (std::is_same_v<T, double>) return float64;
    if constexpr (std::is_same_v<T, std::complex<double>>) return complex128;
    if constexpr (std::is_same_v<T, std::int8_t>) return int8;
    if constexpr (std::is_same_v<T, std::uint8_t>) return uint8;
    if constexpr (std::is_same_v<T, std::int64_t>) return int64;
    if constexpr (std::is_same_v<T, std::uint64_t>) return uint64;
  }
};

/// Where the numbers of a contiguous array are.
void* data_of(nb::handle array);

/// `shape` is a number or a tuple.
template <class T, class Shape>
fresh_array<T> make_array(const Shape& shape) {
  const numpy_parts& numpy = numpy_parts::get();
  fresh_array<T> made{numpy.empty(shape, numpy.type<T>())};
  made.data = static_cast<T*>(data_of(made.array));
  return made;
}

/// An array that the caller gives for results: contiguous, of `size` numbers. Python has looked at its shape.
template <class T>
fresh_array<T> given_array(nb::object array, std::size_t size) {
  const auto numbers = nb::cast<nb::ndarray<T, nb::c_contig, nb::device::cpu>>(array, false);
  if (numbers.size() != size) throw error("out: found an array of another size");
  return {std::move(array), numbers.data()};
}

/// The numbers in an array of this shape.
template <class T, class Shape>
nb::object as_array(const std::vector<T>& values, const Shape& shape) {
  const fresh_array<T> made = make_array<T>(shape);
  std::copy(values.begin(), values.end(), made.data);
  return made.array;
}

/// One number of each item.
template <class T, class Items, class Of>
nb::object column(const Items& items, const Of& of) {
  const fresh_array<T> made = make_array<T>(items.size());
  T* next = made.data;
  for (const auto& item : items) *next++ = static_cast<T>(of(item));
  return made.array;
}

}  // namespace vieta::python
