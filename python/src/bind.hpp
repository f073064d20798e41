#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "vieta/target.hpp"

namespace vieta::python {

namespace nb = nanobind;

// One file for each verb. What they define is private (`vieta._core`); python/vieta/*.py is what people see.
void bind_roots(nb::module_& module);
void bind_real_roots(nb::module_& module);
void bind_minimax(nb::module_& module);
void bind_newton(nb::module_& module);

/// On the CPU: GPU arrays are turned away in python/vieta/_arrays.py until this module has a way for them.
inline target on_cpu(int threads) {
  target on;
  on.place = where::cpu;
  on.threads = threads;
  return on;
}

/// A NumPy array of its own that owns its memory.
template <class T>
nb::ndarray<nb::numpy, T> owned_array(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* const kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T> owned_array(std::vector<T> values) {
  const std::size_t size = values.size();
  return owned_array(std::move(values), {size});
}

/// One number of each item.
template <class T, class Items, class Of>
nb::ndarray<nb::numpy, T> column(const Items& items, const Of& of) {
  std::vector<T> values;
  values.reserve(items.size());
  for (const auto& item : items) values.push_back(static_cast<T>(of(item)));
  return owned_array(std::move(values));
}

}  // namespace vieta::python
