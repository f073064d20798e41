#include <cmath>

#include "check_reader.hpp"
#include "io/system/system_readers.hpp"

// Starting points of `newton`, as a file (lines, JSON, PHCpack's solutions) and as the text of --start: only
// vieta::error, with a message of one printable line, may come out, and points have finite coordinates, one for each
// variable.
namespace {

template <class Read>
void check(const Read& read) {
  vieta::fuzz::read_or_refuse(read, [](const std::vector<vieta::system_point>& points) {
    for (const vieta::system_point& point : points) {
      vieta::fuzz::require(point.size() == 2);
      for (const auto& z : point) vieta::fuzz::require(std::isfinite(z.re.x0) && std::isfinite(z.im.x0));
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > vieta::fuzz::longest_input) return -1;
  static const std::vector<std::string> equations = {"x^2 + y^2 - 4", "x*y - 1"};
  static const vieta::polynomial_system system = vieta::polynomial_system::parse(equations);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  check([&] { return vieta::read_points(text, "input", system); });
  check([&] { return vieta::io::read_points_text(text, "input", 2); });
  return 0;
}
