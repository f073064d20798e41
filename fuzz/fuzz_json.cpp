#include "check_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return vieta::fuzz::check_reader(bytes, size, vieta::format::json);
}
