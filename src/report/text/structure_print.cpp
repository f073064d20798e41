#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "vieta/structure.hpp"

namespace vieta {
namespace {

/// Columns of one width each.
std::string structure_table(const structure_result& result) {
  std::vector<std::array<std::string, 5>> rows = {{"#", " re", " im", "mult", "sensitivity"}};
  const auto number = [](double x) { return (x < 0 ? "" : " ") + report::shortest(x); };
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const structured_root& z = result.roots[k];
    rows.push_back({std::to_string(k + 1), number(z.value.real()), number(z.value.imag()),
                    std::to_string(z.multiplicity), report::rounded(z.sensitivity, 2)});
  }
  std::array<std::size_t, 5> width{};
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c + 1 < row.size(); ++c) text += row[c] + std::string(width[c] - row[c].size() + 2, ' ');
    text += row.back() + '\n';
  }
  return text;
}

std::string structure_summary(const structure_result& result) {
  switch (result.status) {
    case structure_status::found:
      return "degree " + std::to_string(result.degree) + ": " +
             report::counted(result.roots.size(), "different root", "different roots") +
             "; the polynomial with these is at a distance of " + report::upward(result.distance, 2) +
             " or less (proven)\ncondition " + report::rounded(result.condition, 2) +
             ": a root moves by its sensitivity times the distance of the coefficients at most, to first order\n"
             "not proven: that no polynomial with fewer different roots, or with other multiplicities, is as near\n";
    case structure_status::simple:
      return "no polynomial with multiple roots was found within the tolerance; that there is none is not proven\n";
    case structure_status::stopped:
      return "stopped before a structure was found\n";
    case structure_status::bad_input:
      return "found no polynomial of degree 1 or more with finite coefficients\n";
  }
  return "";
}

}  // namespace

void print(std::ostream& out, const structure_result& result) {
  const float_environment floats;
  const std::string table = result.roots.empty() ? "" : structure_table(result) + '\n';
  report::write(out, table + structure_summary(result) + report::duration(result.seconds) + '\n');
}

std::ostream& operator<<(std::ostream& out, const structure_result& result) {
  print(out, result);
  return out;
}

}  // namespace vieta
