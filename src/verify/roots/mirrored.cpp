#include "verify/roots/mirrored.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace vieta::checking {
namespace {

// What a root claims, as a text; mirrored: with the other sign of the imaginary part.
std::string claim_as_text(const roots_result& result, std::size_t k, bool mirrored) {
  const root& z = result.roots[k];
  std::string text = std::to_string(z.multiplicity) + name(z.status) + (z.real ? 'r' : ' ') + (z.imaginary ? 'i' : ' ');
  const auto append_double = [&](double x) { text.append(reinterpret_cast<const char*>(&x), sizeof x); };
  if (result.decimal.empty()) {
    append_double(z.value.real());
    append_double(mirrored ? -z.value.imag() : z.value.imag());
    append_double(z.radius);
    return text;
  }
  const decimal_root& d = result.decimal[k];
  const std::string_view im = d.im;
  const bool is_negative = im.starts_with('-');
  text += d.re + (is_negative != mirrored ? "|-" : "|");
  text += im.substr(is_negative ? 1 : 0);
  return text += '|' + d.radius;
}

}  // namespace

std::vector<std::size_t> mirrored_before(const roots_result& result) {
  std::unordered_map<std::string, std::size_t> first;
  std::vector<std::size_t> partner(result.roots.size());
  for (std::size_t k = 0; k < partner.size(); ++k) {
    const auto found = first.find(claim_as_text(result, k, true));
    partner[k] = found == first.end() ? k : found->second;
    if (partner[k] == k) first.emplace(claim_as_text(result, k, false), k);
  }
  return partner;
}

}  // namespace vieta::checking
