#include <algorithm>

#include "structured.hpp"
#include "vieta/boxes.hpp"
#include "vieta/error.hpp"

// Systems in a box. Where all solutions are proven, one box at a time finds as many of them as SIMD.
namespace {

using namespace vieta;

bernstein_polynomial equation(fuzz::source& in, int n) {
  bernstein_polynomial f;
  std::size_t count = 1;
  for (int k = 0; k < n; ++k) {
    f.degrees.push_back(in.between(0, 4));
    count *= static_cast<std::size_t>(f.degrees.back()) + 1;
  }
  f.coefficients = in.numbers(count);
  if (in.between(0, 7) == 0) f.error = std::ldexp(1.0, -in.between(1, 60));
  return f;
}

/// Solutions; -1 where some are not proven, or where one may lie outside.
std::ptrdiff_t proven(const box_system& system, const boxes_result& result) {
  fuzz::require(result.status.size() == 1 && result.first.size() == 2 && result.first[1] == result.items.size());
  bool certain = result.status[0] == boxes_status::complete;
  for (const box_item& item : result.items) {
    fuzz::require(item.first_box + item.boxes <= result.boxes.size());
    fuzz::require(item.first_point + item.points <= result.polylines.size());
    fuzz::require(result.status[0] != boxes_status::complete || item.kind == box_kind::unique);
    for (std::size_t k = 0; k < system.equations.size(); ++k)
      fuzz::require(item.lower[k] <= item.x[k] && item.x[k] <= item.upper[k]);
    if (item.kind == box_kind::unique) fuzz::require(item.radius >= 0 && std::isfinite(item.radius));
    certain = certain && !item.on_border && !item.condition_undecided;
  }
  fuzz::require((result.status[0] == boxes_status::bad_input) == (result.messages.size() == 1));
  return certain ? static_cast<std::ptrdiff_t>(result.items.size()) : -1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::source in(bytes, size);
  boxes_options options;
  options.on.threads = 1;
  options.max_boxes = 1000;
  options.method = static_cast<boxes_method>(in.between(0, 7) < 6 ? 0 : in.between(1, 2));
  options.subdivision = in.between(1, 4);
  if (in.flip()) options.tolerance = std::ldexp(1.0, -in.between(1, 50));
  const int n = in.between(1, 3);
  box_system system;
  for (int k = 0; k < n; ++k) {
    const double from = in.finite();
    system.box.push_back({from, from + std::abs(in.finite())});
  }
  for (int k = 0; k < n; ++k) system.equations.push_back(equation(in, n));
  if (in.between(0, 3) == 0) system.positive.push_back(equation(in, n));
  try {
    const std::ptrdiff_t together = proven(system, solve_boxes(std::span(&system, 1), options));
    options.simd = false;
    const std::ptrdiff_t alone = proven(system, solve_boxes(std::span(&system, 1), options));
    fuzz::require(together < 0 || alone < 0 || together == alone);
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
