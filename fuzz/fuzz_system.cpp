#include <cstdint>
#include <string_view>

#include "check_reader.hpp"
#include "systems/representation.hpp"
#include "vieta/system_io.hpp"

// All formats of systems, as their content tells: only vieta::error, with a message of one printable line, may come
// out, and what is read keeps the promises of src/systems/representation.hpp.
namespace {

using vieta::fuzz::require;

void check_invariants(const vieta::polynomial_system& system) {
  const auto& s = system.data();
  require(s.equations() > 0 && !s.variables.empty());
  require(s.term_begin.back() == s.inner.size() && s.group_begin.back() == s.outer.size());
  for (const auto& planes : {s.re, s.im})
    for (const auto& plane : planes) require(plane.empty() || plane.size() == s.inner.size());
  require(s.exact_re.empty() || s.exact_re.size() == s.inner.size());
  const std::size_t first = 1 + s.graph.variables;
  for (std::size_t k = 0; k < s.graph.left.size(); ++k)
    require(s.graph.left[k] < first + k && s.graph.right[k] < first + k);
  for (const auto node : s.inner) require(node < s.graph.size());
  for (const auto node : s.outer) require(node < s.graph.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > vieta::fuzz::longest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  try {
    const vieta::system_file file = vieta::read_system(text, "input", vieta::system_format::automatic);
    check_invariants(file.system);
    for (const auto& point : file.points) require(point.size() == file.system.variables().size());
  } catch (const vieta::error& refused) {
    vieta::fuzz::check_message(refused.what());
  }
  return 0;
}
