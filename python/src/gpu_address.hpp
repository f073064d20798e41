#pragma once

#include <cstdint>

struct CUstream_st;

namespace vieta::python {

/// Addresses and streams are whole numbers here, as they are in Python's protocols.
using address = std::uintptr_t;

template <class T>
T* pointer(address a) {
  return reinterpret_cast<T*>(a);  // NOLINT(performance-no-int-to-ptr)
}
inline CUstream_st* stream_of(address stream) { return pointer<CUstream_st>(stream); }

}  // namespace vieta::python
