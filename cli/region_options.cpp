#include "region_options.hpp"

#include <cmath>
#include <complex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {
namespace {

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
                   "', expected C,R: a centre such as 0.5 or 1+2i, and a radius, 0 or more; what is not 0 lies from "
                   "1e-240 to 1e120");
    };
    const std::vector<std::string_view> parts = parts_of(*in_disc);
    if (parts.size() != 2) throw wrong();
    auto centre = read_complex_number(parts[0]);
    auto radius = read_number(parts[1]);
    if (!centre || !radius || !(radius->nearest >= 0) || std::isinf(radius->nearest)) throw wrong();
    region.in_disc = {{centre->first.nearest, centre->second.nearest},
                      radius->nearest,
                      std::move(centre->first.text),
                      std::move(centre->second.text),
                      std::move(radius->text)};
  }
  if (in_box) {
    const auto wrong = [&] {
      return error("--in-box: found '" + *in_box +
                   "', expected RE0,RE1,IM0,IM1 with RE0 <= RE1 and IM0 <= IM1 (inf and -inf too); "
                   "what is neither 0 nor infinite lies from 1e-240 to 1e120");
    };
    std::vector<exact_number> sides;
    for (const std::string_view part : parts_of(*in_box)) {
      auto side = read_number(part);
      if (!side) throw wrong();
      sides.push_back(*std::move(side));
    }
    if (sides.size() != 4 || !(sides[0].nearest <= sides[1].nearest) || !(sides[2].nearest <= sides[3].nearest))
      throw wrong();
    region.in_box = {sides[0].nearest, sides[1].nearest, sides[2].nearest, sides[3].nearest,
                     sides[0].text,    sides[1].text,    sides[2].text,    sides[3].text};
  }
  return region;
}

std::array<std::string, 2> domain_ends(const std::string& text) {
  const std::vector<std::string_view> parts = parts_of(text);
  if (parts.size() != 2 || !read_number(parts[0]) || !read_number(parts[1]))
    throw error("--domain: found '" + text + "', expected A,B: two numbers such as 0.5 or 1/3");
  return {std::string(parts[0]), std::string(parts[1])};
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
