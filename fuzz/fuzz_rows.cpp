#include <string>
#include <variant>

#include "check_reader.hpp"

// Lines, JSON and arrays: the content tells which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  if (size > fuzz::longest_input) return -1;
  try {
    const polynomial_rows rows = read_rows({reinterpret_cast<const char*>(bytes), size}, "input");
    fuzz::require(rows.degree >= 0 && rows.degree <= 64);
    std::visit(
        [&](const auto& batch) {
          fuzz::require(batch.count == rows.count && batch.degree == rows.degree && batch.stride == 0);
          double sum = 0;
          for (std::size_t k = 0; k < rows.count * (static_cast<std::size_t>(rows.degree) + 1); ++k)
            sum += static_cast<double>(batch.coefficients[k]);  // sanitizers watch
          volatile double seen = sum;
          (void)seen;
        },
        rows.batch);
  } catch (const error& refused) {
    fuzz::check_message(refused.what());
  }
  return 0;
}
