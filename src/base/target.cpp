#include "vieta/target.hpp"

#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/simd/widest.hpp"
#include "vieta/error.hpp"

namespace vieta {

target parse_target(const std::string& text) {
  if (text == "auto") return {};
  if (text == "cpu") return {.place = where::cpu};
  if (text == "cuda") return {.place = where::cuda};
  if (text.starts_with("cuda:") && text.size() > 5 && text.size() < 9) {
    const std::string digits = text.substr(5);
    if (digits.find_first_not_of("0123456789") == std::string::npos) {
      return {.place = where::cuda, .device = std::stoi(digits)};
    }
  }
  throw error("target: found '" + text + "', expected auto, cpu, cuda or cuda:K");
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
  return isa::baseline;
}

// The level of a library that was built for one alone, as VIETA_SIMD=native does.
constexpr std::optional<isa> only_level() {
#if defined(VIETA_HAVE_BASELINE) && defined(VIETA_HAVE_AVX2)
  return std::nullopt;
#elif defined(VIETA_HAVE_AVX512)
  return isa::avx512;
#elif defined(VIETA_HAVE_AVX2)
  return isa::avx2;
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
    for (const isa level : {isa::baseline, isa::avx2, isa::avx512}) {
      if (std::strcmp(wish, name(level)) == 0) known = true, most = level;
    }
    if (!known) throw error("VIETA_ISA: found '" + std::string(wish) + "', expected baseline, avx2 or avx512");
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
