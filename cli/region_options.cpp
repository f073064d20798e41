#include "region_options.hpp"

#include <charconv>
#include <cmath>
#include <complex>
#include <optional>
#include <string_view>
#include <vector>

#include "vieta/error.hpp"

namespace vieta::cli {
namespace {

std::optional<double> number(std::string_view text, bool may_be_infinite) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  const bool is_number = failure == std::errc{} && stop == end && !std::isnan(value);
  return is_number && (may_be_infinite || !std::isinf(value)) ? std::optional(value) : std::nullopt;
}

// "3", "-2.5i", "1+2i", "1e-3-i"
std::optional<std::complex<double>> complex_number(std::string_view text) {
  if (!text.ends_with('i')) {
    const std::optional<double> re = number(text, false);
    return re ? std::optional(std::complex<double>(*re, 0)) : std::nullopt;
  }
  text.remove_suffix(1);
  // The sign between the parts is the last one that is no sign of an exponent.
  std::size_t cut = text.find_last_of("+-");
  while (cut != std::string_view::npos && cut > 0 && (text[cut - 1] == 'e' || text[cut - 1] == 'E'))
    cut = text.find_last_of("+-", cut - 1);
  if (cut == std::string_view::npos) cut = 0;
  const std::string_view left = text.substr(0, cut), right = text.substr(cut);
  const bool is_unit = right.empty() || right == "+" || right == "-";
  const std::optional<double> re = left.empty() ? 0.0 : number(left, false);
  const std::optional<double> im = is_unit ? (right == "-" ? -1.0 : 1.0) : number(right, false);
  if (!re || !im) return std::nullopt;
  return std::complex<double>(*re, *im);
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(part);
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

roots_region region_options::region() const {
  roots_region region;
  region.real_only = real_only;
  if (in_disc) {
    const auto wrong = [&] {
      return error("--in-disc: found '" + *in_disc +
                   "', expected C,R: a centre such as 0.5 or 1+2i, and a radius, 0 or more");
    };
    const std::vector<std::string_view> parts = parts_of(*in_disc);
    if (parts.size() != 2) throw wrong();
    const auto centre = complex_number(parts[0]);
    const auto radius = number(parts[1], false);
    if (!centre || !radius || !(*radius >= 0)) throw wrong();
    region.in_disc = {*centre, *radius};
  }
  if (in_box) {
    const auto wrong = [&] {
      return error("--in-box: found '" + *in_box +
                   "', expected RE0,RE1,IM0,IM1 with RE0 <= RE1 and IM0 <= IM1 (inf and -inf too)");
    };
    std::vector<double> borders;
    for (const std::string_view part : parts_of(*in_box)) {
      const auto border = number(part, true);
      if (!border) throw wrong();
      borders.push_back(*border);
    }
    if (borders.size() != 4 || !(borders[0] <= borders[1]) || !(borders[2] <= borders[3])) throw wrong();
    region.in_box = {borders[0], borders[1], borders[2], borders[3]};
  }
  return region;
}

void add_region_options(CLI::App& verb, region_options& options) {
  verb.add_option("--in-disc", options.in_disc, "Only roots x with |x - C| <= R; C is a number such as 0.5 or 1+2i")
      ->type_name("C,R")
      ->group("Region");
  verb.add_option("--in-box", options.in_box,
                  "Only roots with RE0 <= re <= RE1 and IM0 <= im <= IM1; inf and -inf are allowed")
      ->type_name("RE0,RE1,IM0,IM1")
      ->group("Region");
  verb.add_flag("--real-only", options.real_only, "Only real roots; several of these options: where all of them hold")
      ->group("Region");
}

}  // namespace vieta::cli
