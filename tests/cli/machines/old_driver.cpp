// Stands in for libcuda.so.1: an NVIDIA driver with one GPU, for the CUDA version in VIETA_DRIVER_VERSION (9000 is
// CUDA 9.0). The CUDA runtime asks for functions by name, and refuses a driver that is older than itself before it uses
// any.
#include <cstdlib>
#include <cstring>

namespace {

constexpr int not_initialized = 3, not_found = 500;

int version() {
  const char* text = std::getenv("VIETA_DRIVER_VERSION");
  return text ? std::atoi(text) : 9000;
}

}  // namespace

extern "C" {

int cuDriverGetVersion(int* number) {
  *number = version();
  return 0;
}
int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) {
  *count = 1;
  return 0;
}
int cuDeviceGet(int* device, int) {
  *device = 0;
  return 0;
}
int cuDeviceGetName(char* name, int length, int) {
  std::strncpy(name, "a GPU that is not there", static_cast<std::size_t>(length));
  return 0;
}
int cuDeviceGetAttribute(int* value, int, int) {
  *value = 9;
  return 0;
}
int cuCtxGetCurrent(void** context) {
  *context = nullptr;
  return not_initialized;
}
// Drivers have it from CUDA 11.3 on.
int cuGetProcAddress_v2(const char* name, void** function, int, unsigned long long, int* found) {
  const struct {
    const char* name;
    void* function;
  } known[] = {{"cuGetProcAddress", reinterpret_cast<void*>(cuGetProcAddress_v2)},
               {"cuDriverGetVersion", reinterpret_cast<void*>(cuDriverGetVersion)},
               {"cuInit", reinterpret_cast<void*>(cuInit)},
               {"cuDeviceGetCount", reinterpret_cast<void*>(cuDeviceGetCount)},
               {"cuDeviceGet", reinterpret_cast<void*>(cuDeviceGet)},
               {"cuDeviceGetName", reinterpret_cast<void*>(cuDeviceGetName)},
               {"cuDeviceGetAttribute", reinterpret_cast<void*>(cuDeviceGetAttribute)},
               {"cuCtxGetCurrent", reinterpret_cast<void*>(cuCtxGetCurrent)}};
  *function = nullptr;
  if (found) *found = 1;
  for (const auto& k : known) {
    if (std::strcmp(name, k.name) != 0) continue;
    *function = k.function;
    if (found) *found = 0;
    return 0;
  }
  return not_found;
}

}  // extern "C"
