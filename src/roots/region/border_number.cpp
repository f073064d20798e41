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

// The largest integer whose square is not above n: Newton's method from above.
exact::integer floor_of_root(const exact::integer& n) {
  exact::integer root = exact::integer(1) << static_cast<std::size_t>(exact::bit_length(n) / 2 + 1);
  while (true) {
    exact::integer next = (root + n / root) >> 1;
    if (next >= root) return root;
    root = std::move(next);
  }
}

// A fraction, or between two numbers that agree in some 1,000 bits.
border_number root_of(const exact::real& square, bool is_negative) {
  constexpr std::int64_t bits = 1000;
  exact::integer above = square.numerator, below = square.denominator;
  (square.decimal_exponent >= 0 ? above : below) *= exact::power_of_ten(std::abs(square.decimal_exponent));
  (square.binary_exponent >= 0 ? above : below) <<= static_cast<std::size_t>(std::abs(square.binary_exponent));
  border_number out;
  const exact::integer common = gcd(above, below), n = floor_of_root(above / common), d = floor_of_root(below / common);
  if (n * n * common == above && d * d * common == below) {
    out.least = out.most = exact::real{n, d, 0, 0};
  } else {
    const std::int64_t places =
        bits + std::max<std::int64_t>(0, exact::bit_length(below) - exact::bit_length(above)) / 2;
    above <<= static_cast<std::size_t>(2 * places);
    const exact::integer root = floor_of_root(above / below);
    out.least = exact::real{root, 1, 0, -places};
    out.most = exact::real{root + 1, 1, 0, -places};
    out.is_exact = false;
    out.square = square;
  }
  if (is_negative) {
    std::swap(out.least, out.most);
    out.least = exact::negate(std::move(out.least)), out.most = exact::negate(std::move(out.most));
  }
  return out;
}

}  // namespace

std::optional<border_number> parse_border(std::string_view text) {
  constexpr std::string_view sign = "+/-", root = "sqrt(";
  const std::string_view size = text.substr(text.starts_with('-') ? 1 : 0);
  if (size.starts_with(root) && size.ends_with(')')) {
    // Regions ask for the same few numbers beside every root.
    thread_local std::vector<std::pair<std::string, border_number>> known;
    for (const auto& [name, number] : known)
      if (name == text) return number;
    const std::optional<exact::real> square = number_of(size.substr(root.size(), size.size() - 1 - root.size()));
    if (!square || square->numerator <= 0) return std::nullopt;
    constexpr std::size_t most_known = 8;
    if (known.size() == most_known) known.clear();
    return known.emplace_back(text, root_of(*square, size.size() < text.size())).second;
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
              "', expected a decimal, a fraction, a square root such as sqrt(1/2), or "
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
