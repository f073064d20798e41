#include <cstdint>
#include <string_view>

#include "check_reader.hpp"
#include "vieta/boxes_io.hpp"

// Systems in a box, JSON and arrays: only vieta::error, with a message of one printable line, may come out, and what is
// read has the sizes that it declares.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > vieta::fuzz::longest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  try {
    for (const vieta::box_system& s : vieta::read_boxes(text, "input")) {
      const std::size_t n = s.equations.size();
      vieta::fuzz::require(s.box.empty() || s.box.size() == n);
      vieta::fuzz::require(s.variables.empty() || s.variables.size() == n);
      for (const auto* list : {&s.equations, &s.positive})
        for (const vieta::bernstein_polynomial& f : *list) {
          std::size_t count = 1;
          for (const int d : f.degrees) count *= static_cast<std::size_t>(d) + 1;
          vieta::fuzz::require(f.degrees.size() == n && f.coefficients.size() == count && !(f.error < 0));
        }
    }
  } catch (const vieta::error& refused) {
    vieta::fuzz::check_message(refused.what());
  }
  return 0;
}
