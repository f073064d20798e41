#include <cmath>

#include "check_reader.hpp"
#include "vieta/solve_parameters.hpp"

// Values of parameters, as lines, JSON and arrays, with and without expected names: only vieta::error, with a message
// of one printable line, may come out, and values are whole rows of finite numbers.
namespace {

void check(std::string_view text, std::span<const std::string> expected) {
  using vieta::fuzz::require;
  const auto look = [&](const vieta::parameter_values& v) {
    require(!v.names.empty() && v.rows() >= 1 && v.values.size() == v.rows() * v.names.size());
    require(expected.empty() || v.names == std::vector<std::string>(expected.begin(), expected.end()));
    for (const auto& z : v.values) require(std::isfinite(z.real()) && std::isfinite(z.imag()));
  };
  vieta::fuzz::read_or_refuse([&] { return vieta::read_parameter_values(text, "input", expected); }, look);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > vieta::fuzz::longest_input) return -1;
  static const std::vector<std::string> names = {"a", "b"};
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  check(text, {});
  check(text, names);
  return 0;
}
