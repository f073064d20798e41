#include "input/samples_input.hpp"

#include <cstddef>
#include <variant>

#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {

std::vector<std::pair<double, double>> read_samples(const std::string& file) {
  const polynomial_rows rows = read_rows(file);
  std::vector<std::pair<double, double>> samples;
  std::visit(
      [&](const auto& batch) {
        if (batch.count > 0 && batch.degree != 1)
          throw error(file + ": found " + std::to_string(batch.degree + 1) + " columns, expected two: x and f(x)");
        const bool by_rows = batch.order == coefficient_order::rows;
        const std::size_t stride = batch.stride > 0 ? batch.stride : by_rows ? 2 : batch.count;
        for (std::size_t i = 0; i < batch.count; ++i) {
          const auto at = [&](std::size_t k) {
            return static_cast<double>(batch.coefficients[by_rows ? i * stride + k : k * stride + i]);
          };
          samples.emplace_back(at(0), at(1));
        }
      },
      rows.batch);
  if (samples.empty()) throw error(file + ": found nothing, expected lines with two numbers, x and f(x)");
  return samples;
}

}  // namespace vieta::cli
