#include "roots/region/border_number.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

// Of the leading digit of numerator / denominator 10^d 2^b, about.
bool is_within_reach(const exact::real& x) {
  constexpr std::int64_t farthest = 4000;  // bits
  constexpr std::size_t longest = 100'000;
  if (std::abs(x.decimal_exponent) > 2 * farthest || std::abs(x.binary_exponent) > 2 * farthest) return false;
  const std::int64_t above = exact::bit_length(x.numerator), below = exact::bit_length(x.denominator);
  if (static_cast<std::size_t>(above + below) > longest) return false;
  const double log2 = static_cast<double>(above - below + x.binary_exponent) +
                      3.32192809488736 * static_cast<double>(x.decimal_exponent);
  return x.is_zero() || std::abs(log2) < static_cast<double>(farthest);
}

std::optional<exact::real> number_of(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  exact::real value;
  if (!exact::parse_real(text, value) || !is_within_reach(value)) return std::nullopt;
  return value;
}

// The largest integer whose power is not above n: Newton's method from above.
exact::integer floor_of_root(const exact::integer& n, unsigned index) {
  exact::integer root = exact::integer(1) << static_cast<std::size_t>(exact::bit_length(n) / index + 1);
  while (true) {
    exact::integer next = (root * exact::integer(index - 1) + n / pow(root, index - 1)) / exact::integer(index);
    if (next >= root) return root;
    root = std::move(next);
  }
}

// above / below as the exponent-th power of a fraction.
bool take_root(exact::integer& above, exact::integer& below, unsigned exponent) {
  exact::integer n = floor_of_root(above, exponent), d = floor_of_root(below, exponent);
  if (pow(n, exponent) != above || pow(d, exponent) != below) return false;
  above = std::move(n), below = std::move(d);
  return true;
}

// offset +- radicand^(1/index): a fraction, or between two numbers that agree in some 1,000 bits.
border_number root_of(const radical& given) {
  constexpr std::int64_t bits = 1000;
  const exact::real& r = given.radicand;
  exact::integer above = r.numerator, below = r.denominator;
  (r.decimal_exponent >= 0 ? above : below) *= exact::power_of_ten(std::abs(r.decimal_exponent));
  (r.binary_exponent >= 0 ? above : below) <<= static_cast<std::size_t>(std::abs(r.binary_exponent));
  const exact::integer common = gcd(above, below);
  above /= common, below /= common;
  auto index = static_cast<unsigned>(given.index);
  for (unsigned exponent = 2; exponent <= index;)
    if (index % exponent == 0 && take_root(above, below, exponent))
      index /= exponent;
    else
      ++exponent;
  border_number out;
  if (index == 1) {
    out.least = out.most = exact::real{above, below, 0, 0};
  } else {
    out.root = given;
    out.root->index = static_cast<int>(index);
    out.root->radicand = exact::real{above, below, 0, 0};
    if (index == 2 && given.offset.is_zero()) out.square = out.root->radicand;
    const std::int64_t places =
        bits + std::max<std::int64_t>(0, exact::bit_length(below) - exact::bit_length(above)) / index;
    above <<= static_cast<std::size_t>(index * places);
    const exact::integer root = floor_of_root(above / below, index);
    out.least = exact::real{root, 1, 0, -places};
    out.most = exact::real{root + 1, 1, 0, -places};
    out.is_exact = false;
  }
  if (given.is_negative) {
    std::swap(out.least, out.most);
    out.least = exact::negate(std::move(out.least)), out.most = exact::negate(std::move(out.most));
  }
  if (!given.offset.is_zero())
    out.least = exact::add(out.least, given.offset), out.most = exact::add(out.most, given.offset);
  return out;
}

// "sqrt(2)", "-(2/3)^(1/5)", "1/2-sqrt(2)"
std::optional<radical> radical_of(std::string_view text) {
  constexpr std::string_view square = "sqrt(", power = ")^(1/";
  constexpr int highest = 12;
  radical out;
  std::string_view inside;
  std::size_t at = text.find(square);
  if (at != text.npos && text.ends_with(')')) {
    inside = text.substr(at + square.size());
    inside.remove_suffix(1);
  } else if (const std::size_t end = text.find(power); end != text.npos && text.ends_with(')')) {
    at = text.find('(');
    if (at >= end) return std::nullopt;
    inside = text.substr(at + 1, end - at - 1);
    std::string_view index = text.substr(end + power.size());
    index.remove_suffix(1);
    out.index = 0;
    for (const char c : index) {
      if (c < '0' || c > '9' || out.index > highest) return std::nullopt;
      out.index = 10 * out.index + (c - '0');
    }
    if (out.index < 2 || out.index > highest) return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (at > 0) {
    const char sign = text[at - 1];
    if (sign != '-' && sign != '+') return std::nullopt;
    out.is_negative = sign == '-';
    if (at > 1) {
      const std::optional<exact::real> offset = number_of(text.substr(0, at - 1));
      if (!offset) return std::nullopt;
      out.offset = *offset;
    }
  }
  const std::optional<exact::real> radicand = number_of(inside);
  if (!radicand || radicand->numerator <= 0) return std::nullopt;
  out.radicand = *radicand;
  return out;
}

}  // namespace

std::optional<border_number> parse_border(std::string_view text) {
  constexpr std::string_view sign = "+/-";
  if (text.ends_with(')')) {
    // Regions ask for the same few numbers beside every root.
    thread_local std::vector<std::pair<std::string, border_number>> known;
    for (const auto& [name, number] : known)
      if (name == text) return number;
    const std::optional<radical> root = radical_of(text);
    if (!root) return std::nullopt;
    constexpr std::size_t most_known = 8;
    if (known.size() == most_known) known.clear();
    return known.emplace_back(text, root_of(*root)).second;
  }
  if (!text.starts_with('[')) {
    const std::optional<exact::real> value = number_of(text);
    if (!value) return std::nullopt;
    return border_number{*value, *value};
  }
  const std::size_t at = text.find(sign);
  if (!text.ends_with(']') || at == std::string_view::npos) return std::nullopt;
  const std::optional<exact::real> centre = number_of(text.substr(1, at - 1));
  const std::size_t rest = at + sign.size();
  const std::optional<exact::real> radius = number_of(text.substr(rest, text.size() - 1 - rest));
  if (!centre || !radius || radius->numerator < 0) return std::nullopt;
  return border_number{exact::subtract(*centre, *radius), exact::add(*centre, *radius), radius->is_zero()};
}

border_number border_of(double number, const std::string& text) {
  if (text.empty()) {
    const exact::real value = exact::from_double(number);
    return {value, value};
  }
  if (std::optional<border_number> value = parse_border(text)) return *std::move(value);
  throw error("region: found the number '" + text +
              "', expected a decimal, a fraction, a root such as sqrt(1/2) or (2)^(1/3), or "
              "a ball '[0.785 +/- 1e-3]'");
}

double nearest_double(const border_number& number) {
  exact::real middle = exact::add(number.least, number.most);
  if (!middle.is_zero()) --middle.binary_exponent;
  const exact::expansion e = exact::to_expansion(middle);
  return e.exponent > 1100 ? std::copysign(INFINITY, e.limb[0])
                           : std::ldexp(e.limb[0], static_cast<int>(e.exponent < -2000 ? -2000 : e.exponent));
}

bool has_texts(const roots_region& region) {
  if (const auto& d = region.in_disc; d && !(d->exact_re.empty() && d->exact_im.empty() && d->exact_radius.empty()))
    return true;
  const auto& b = region.in_box;
  return b && !(b->exact_re0.empty() && b->exact_re1.empty() && b->exact_im0.empty() && b->exact_im1.empty());
}

roots_region with_nearest_doubles(roots_region region) {
  const auto nearest = [](double number, const std::string& text) {
    return text.empty() ? number : nearest_double(border_of(number, text));
  };
  if (auto& d = region.in_disc) {
    d->centre = {nearest(d->centre.real(), d->exact_re), nearest(d->centre.imag(), d->exact_im)};
    d->radius = nearest(d->radius, d->exact_radius);
  }
  if (auto& b = region.in_box) {
    b->re0 = nearest(b->re0, b->exact_re0), b->re1 = nearest(b->re1, b->exact_re1);
    b->im0 = nearest(b->im0, b->exact_im0), b->im1 = nearest(b->im1, b->exact_im1);
  }
  return region;
}

}  // namespace vieta
