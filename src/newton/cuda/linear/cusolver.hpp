#pragma once

#include <cusolverDn.h>
#include <dlfcn.h>

#include <memory>
#include <string>
#include <type_traits>

// cuSOLVER where it is installed: loaded when it is first needed, so that programs run without it too.

namespace vieta::systems {

/// What of NVIDIA's cuSOLVER `newton` uses. Its header says what each function does.
struct cusolver_functions {
  decltype(&cusolverDnCreate) create = nullptr;
  decltype(&cusolverDnDestroy) destroy = nullptr;
  decltype(&cusolverDnXgetrf_bufferSize) getrf_buffer_size = nullptr;
  decltype(&cusolverDnXgetrf) getrf = nullptr;
  decltype(&cusolverDnXgetrs) getrs = nullptr;
  decltype(&cusolverDnXgeqrf_bufferSize) geqrf_buffer_size = nullptr;
  decltype(&cusolverDnXgeqrf) geqrf = nullptr;
  decltype(&cusolverDnDormqr_bufferSize) ormqr_buffer_size = nullptr;
  decltype(&cusolverDnDormqr) ormqr = nullptr;
  decltype(&cusolverDnZunmqr_bufferSize) unmqr_buffer_size = nullptr;
  decltype(&cusolverDnZunmqr) unmqr = nullptr;
  bool complete = false;
};

/// Null where the library of the header's version is not installed. It stays loaded: its handles may outlive us.
inline const cusolver_functions* cusolver() {
  static const cusolver_functions loaded = [] {
    cusolver_functions f;
    const std::string name = "libcusolver.so." + std::to_string(CUSOLVER_VER_MAJOR);
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) library = dlopen(("/usr/local/cuda/lib64/" + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return f;
    f.complete = true;
    const auto find = [&](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      f.complete = f.complete && function != nullptr;
    };
    find(f.create, "cusolverDnCreate"), find(f.destroy, "cusolverDnDestroy");
    find(f.getrf_buffer_size, "cusolverDnXgetrf_bufferSize"), find(f.getrf, "cusolverDnXgetrf");
    find(f.getrs, "cusolverDnXgetrs");
    find(f.geqrf_buffer_size, "cusolverDnXgeqrf_bufferSize"), find(f.geqrf, "cusolverDnXgeqrf");
    find(f.ormqr_buffer_size, "cusolverDnDormqr_bufferSize"), find(f.ormqr, "cusolverDnDormqr");
    find(f.unmqr_buffer_size, "cusolverDnZunmqr_bufferSize"), find(f.unmqr, "cusolverDnZunmqr");
    return f;
  }();
  return loaded.complete ? &loaded : nullptr;
}

struct destroy_cusolver_handle {
  void operator()(cusolverDnHandle_t handle) const { cusolver()->destroy(handle); }
};
/// Of the device that was current when it was made; null where the library is not installed or does not start.
using cusolver_handle = std::unique_ptr<std::remove_pointer_t<cusolverDnHandle_t>, destroy_cusolver_handle>;

inline cusolver_handle make_cusolver_handle() {
  cusolverDnHandle_t handle = nullptr;
  if (cusolver() != nullptr && cusolver()->create(&handle) != CUSOLVER_STATUS_SUCCESS) handle = nullptr;
  return cusolver_handle(handle);
}

}  // namespace vieta::systems
