#pragma once

#include <string>

namespace vieta {

/// "cpu avx512, 2 threads", as all reports name the CPU.
inline std::string cpu_target(const char* level, int threads) {
  std::string text;
  text.reserve(40);  // a call for one small polynomial allocates nothing else, once a thread has its scratch memory
  text.append("cpu ").append(level).append(", ").append(std::to_string(threads));
  text.append(threads == 1 ? " thread" : " threads");
  return text;
}

}  // namespace vieta
