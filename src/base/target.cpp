#include "vieta/target.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "base/simd/widest.hpp"
#include "vieta/device_memory.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

/// "0,2" as numbers; nothing where that is no list of numbers below 1000.
std::vector<int> numbers_of(const std::string& list) {
  std::vector<int> numbers;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string digits = list.substr(at, end - at);
    if (digits.empty() || digits.size() > 3 || digits.find_first_not_of("0123456789") != std::string::npos) return {};
    numbers.push_back(std::stoi(digits));
    at = end + 1;
  }
  return numbers;
}

}  // namespace

target parse_target(const std::string& text) {
  if (text == "auto") return {};
  if (text == "cpu") return {.place = where::cpu};
  if (text == "cuda") return {.place = where::cuda};
  if (text.starts_with("cuda:")) {
    std::vector<int> devices;
    if (text == "cuda:all") {
      const std::size_t count = cuda_devices().size();
      if (count == 0)
        throw error("target: found 'cuda:all', expected auto or cpu where there is no CUDA device: " +
                    why_no_cuda_device());
      for (std::size_t k = 0; k < count; ++k) devices.push_back(static_cast<int>(k));
    } else {
      devices = numbers_of(text.substr(5));
    }
    for (std::size_t k = 0; k < devices.size(); ++k)
      if (std::count(devices.begin(), devices.end(), devices[k]) > 1)
        throw error("target: found device " + std::to_string(devices[k]) + " twice in '" + text +
                    "', expected each once");
    if (!devices.empty()) {
      target on{.place = where::cuda, .device = devices[0]};
      if (devices.size() > 1) on.devices = std::move(devices);
      return on;
    }
  }
  throw error("target: found '" + text + "', expected auto, cpu, cuda, cuda:K, a list such as cuda:0,2 or cuda:all");
}

namespace {

isa widest_supported() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return isa::avx512;
  }
  if (avx2) return isa::avx2;
#endif
#if defined(__aarch64__)
  return isa::neon;
#else
  return isa::baseline;
#endif
}

// The level of a library that was built for one alone, as VIETA_SIMD=native does.
constexpr std::optional<isa> only_level() {
#if defined(VIETA_HAVE_BASELINE) && defined(VIETA_HAVE_AVX2)
  return std::nullopt;
#elif defined(VIETA_HAVE_AVX512)
  return isa::avx512;
#elif defined(VIETA_HAVE_AVX2)
  return isa::avx2;
#elif defined(VIETA_HAVE_NEON)
  return isa::neon;
#else
  return isa::baseline;
#endif
}

}  // namespace

isa detect_isa() {
  static const isa widest = widest_supported();
  const char* wish = std::getenv("VIETA_ISA");
  isa most = isa::avx512;
  if (wish != nullptr) {
    bool known = false;
    for (const isa level : levels_of_family) {
      if (std::strcmp(wish, name(level)) == 0) known = true, most = level;
    }
    constexpr const char* expected = levels_of_family[1] == isa::neon ? "baseline or neon" : "baseline, avx2 or avx512";
    if (!known) throw error("VIETA_ISA: found '" + std::string(wish) + "', expected " + expected);
  }
  if (const auto only = only_level()) {
    if (widest < *only) {
      throw error(std::string("vieta: found a processor without ") + name(*only) +
                  ", expected the kind that the library was built for (VIETA_SIMD=all builds for every kind)");
    }
    return *only;
  }
  return most < widest ? most : widest;
}

}  // namespace vieta
