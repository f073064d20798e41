#pragma once

#include <cusolverDn.h>
#include <dlfcn.h>

#include <string>

// cuSOLVER where it is installed: loaded when it is first needed, so that programs run without it too.

namespace vieta::systems {

/// What of NVIDIA's cuSOLVER `newton` uses. Its header says what each function does.
struct cusolver_functions {
  decltype(&cusolverDnCreate) create = nullptr;
  decltype(&cusolverDnDestroy) destroy = nullptr;
  decltype(&cusolverDnXgetrf_bufferSize) getrf_buffer_size = nullptr;
  decltype(&cusolverDnXgetrf) getrf = nullptr;
  decltype(&cusolverDnXgetrs) getrs = nullptr;
  void* library = nullptr;

  /// Another function of the library, null where it has none of that name.
  template <class Function>
  [[nodiscard]] Function find(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library, name));
  }
};

/// Null where the library of the header's version is not installed. It stays loaded: its handles may outlive us.
inline const cusolver_functions* cusolver() {
  static const cusolver_functions loaded = [] {
    cusolver_functions f;
    const std::string name = "libcusolver.so." + std::to_string(CUSOLVER_VER_MAJOR);
    for (const std::string& folder : {std::string(), std::string("/usr/local/cuda/lib64/")}) {
      f.library = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (f.library != nullptr) break;
    }
    if (f.library == nullptr) return f;
    f.create = f.find<decltype(f.create)>("cusolverDnCreate");
    f.destroy = f.find<decltype(f.destroy)>("cusolverDnDestroy");
    f.getrf_buffer_size = f.find<decltype(f.getrf_buffer_size)>("cusolverDnXgetrf_bufferSize");
    f.getrf = f.find<decltype(f.getrf)>("cusolverDnXgetrf");
    f.getrs = f.find<decltype(f.getrs)>("cusolverDnXgetrs");
    return f;
  }();
  const bool there = loaded.create != nullptr && loaded.destroy != nullptr && loaded.getrf_buffer_size != nullptr &&
                     loaded.getrf != nullptr && loaded.getrs != nullptr;
  return there ? &loaded : nullptr;
}

}  // namespace vieta::systems
