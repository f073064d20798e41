#include "roots/fixed_point/chart.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "base/parallel_for.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

constexpr std::int64_t spare_digits = 4;  // below what is asked for, so that the next round finds them
constexpr double largest_rounding = 0.5 + 0x1p-9;

// x 2^(shift) to the nearest whole number, as digits of either sign; how far off it may be is put into `error`.
void append_digits(std::vector<double>& out, const arb_t x, std::int64_t shift, double& error) {
  exact::big_float moved;
  exact::big_integer whole;
  exact::mul_2exp(moved.x, arb_midref(x), shift);
  arf_get_fmpz(whole.n, moved.x, ARF_RND_NEAR);
  arf_set_mag(moved.x, arb_radref(x));
  exact::mul_2exp(moved.x, moved.x, shift);
  error = std::max(error, 0.5 + arf_get_d(moved.x, ARF_RND_UP));
  if (fmpz_is_zero(whole.n)) return;
  const bool negative = fmpz_sgn(whole.n) < 0;
  using word_type = exact::integer::word;
  const std::vector<word_type> words = exact::get_words(whole.n);
  const std::size_t bits = fmpz_bits(whole.n);
  std::int64_t carry = 0;
  for (std::size_t bit = 0; bit < bits || carry != 0; bit += digit_bits) {
    const std::size_t word = bit / 64, offset = bit % 64;
    word_type field = word < words.size() ? words[word] >> offset : 0;
    if (offset + digit_bits > 64 && word + 1 < words.size()) field |= words[word + 1] << (64 - offset);
    std::int64_t digit = static_cast<std::int64_t>(field & ((word_type{1} << digit_bits) - 1)) + carry;
    carry = digit > (std::int64_t{1} << (digit_bits - 1)) ? 1 : 0;
    digit -= carry << digit_bits;
    out.push_back(static_cast<double>(negative ? -digit : digit));
  }
}

}  // namespace

fixed_atlas::fixed_atlas(const polynomial& p)
    : p_(p),
      degree_(p.degree()),
      is_real_(p.is_real()),
      modulus_(static_cast<std::size_t>(degree_) + 1, 0.0),
      modulus_exponent_(modulus_.size(), 0),
      term_of_(modulus_.size(), -1) {
  exact::complex_ball a;
  exact::real_ball modulus;
  exact::big_float scaled;
  for (std::size_t t = 0; t < p.data().size(); ++t) {
    const auto k = static_cast<std::size_t>(p.data().exponent(t));
    exact::set_coefficient(a.z, p.data(), t, 64);
    acb_abs(modulus.x, a.z, 64);
    if (arf_is_special(arb_midref(modulus.x))) continue;
    term_of_[k] = static_cast<std::int64_t>(t);
    modulus_exponent_[k] = exact::get_exponent(arb_midref(modulus.x));
    exact::mul_2exp(scaled.x, arb_midref(modulus.x), -modulus_exponent_[k]);
    modulus_[k] = arf_get_d(scaled.x, ARF_RND_UP);
  }
}

namespace {
constexpr std::int64_t lowest_scale = std::numeric_limits<std::int64_t>::min() / 4;
}

std::shared_ptr<const fixed_atlas::sum_rows> fixed_atlas::rows_of_sums(std::int64_t exponent) const {
  const std::scoped_lock guard(lock_);
  std::shared_ptr<const sum_rows>& place = sums_[exponent];
  if (place) return place;
  auto made = std::make_shared<sum_rows>();
  const auto rows = static_cast<std::int64_t>(modulus_.size());
  for (std::int64_t begin = 0; begin < rows; begin += sum_rows::block) {
    const std::int64_t end = std::min(rows, begin + sum_rows::block);
    std::int64_t most = lowest_scale;
    for (std::int64_t k = begin; k < end; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (modulus_[at] > 0) most = std::max(most, modulus_exponent_[at] + exponent * k);
    }
    made->scale.push_back(most);
    for (std::int64_t k = begin; k < end; ++k) {
      const auto at = static_cast<std::size_t>(k);
      made->row.push_back(modulus_[at] > 0 ? scale_by(modulus_[at], modulus_exponent_[at] + exponent * k - most) : 0.0);
    }
  }
  return place = made;
}

// Horner's rule with a power of two for each lane and each block of rows, so that nothing overflows.
void fixed_atlas::log2_sums_of(const sum_rows& rows, const double* w, double* log2_sum) const {
  double sum[sums_at_once] = {}, modulus[sums_at_once], factor[sums_at_once];
  std::int64_t frame[sums_at_once];
  for (std::size_t l = 0; l < sums_at_once; ++l) {
    modulus[l] = w[l];
    frame[l] = lowest_scale;
  }
  for (std::int64_t end = degree_ + 1; end > 0;) {
    const std::int64_t begin = (end - 1) / sum_rows::block * sum_rows::block;
    const std::int64_t most = rows.scale[static_cast<std::size_t>(begin / sum_rows::block)];
    for (std::size_t l = 0; l < sums_at_once; ++l) {
      const int size = sum[l] > 0 ? std::ilogb(sum[l]) : 0;
      const std::int64_t next = std::max(sum[l] > 0 ? frame[l] + size : lowest_scale, most);
      sum[l] = scale_by(sum[l], std::max<std::int64_t>(frame[l] - next, -3000));
      factor[l] = scale_by(1.0, std::max<std::int64_t>(most - next, -3000));
      frame[l] = next;
    }
    for (std::int64_t k = end; k-- > begin;) {
      const double row = rows.row[static_cast<std::size_t>(k)];
      for (std::size_t l = 0; l < sums_at_once; ++l) sum[l] = sum[l] * modulus[l] + row * factor[l];
    }
    end = begin;
  }
  for (std::size_t l = 0; l < sums_at_once; ++l) log2_sum[l] = std::log2(sum[l]) + static_cast<double>(frame[l]);
}

void fixed_atlas::log2_sums(std::int64_t exponent, std::vector<double>& moduli, const session& context) {
  const std::shared_ptr<const sum_rows> rows = rows_of_sums(exponent);
  const std::scoped_lock guard(grid_lock_);
  std::vector<double>& grid = grid_of_sums_[exponent];
  const auto steps =
      static_cast<double>(std::bit_floor(std::max<std::uint64_t>(4096, static_cast<std::uint64_t>(degree_))));
  if (grid.empty()) grid.assign(static_cast<std::size_t>(steps) + 2, std::numeric_limits<double>::quiet_NaN());

  std::vector<char> asked(grid.size(), 0);
  std::vector<std::size_t> missing;
  std::vector<std::pair<std::size_t, double>> elsewhere;  // 0, of no circle
  for (std::size_t m = 0; m < moduli.size(); ++m) {
    double& w = moduli[m];
    if (w < 0.5 - 0x1p-40) {
      double all[sums_at_once], log2_sum[sums_at_once];
      std::fill(std::begin(all), std::end(all), w);
      log2_sums_of(*rows, all, log2_sum);
      elsewhere.emplace_back(m, log2_sum[0]);
    }
    const double place = (std::log2(w) + 1) * steps;
    w = place > 0 ? std::min(place, steps * (1 + 0x1p-30)) : 0;
    const auto left = static_cast<std::size_t>(w);
    for (const std::size_t k : {left, left + 1}) {
      if (asked[k] == 0 && std::isnan(grid[k])) missing.push_back(k);
      asked[k] = 1;
    }
  }
  parallel_for((missing.size() + sums_at_once - 1) / sums_at_once, 4, context.threads,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t block = first; block < last && !context.must_stop(); ++block) {
                   const std::size_t begin = block * sums_at_once, end = std::min(missing.size(), begin + sums_at_once);
                   double w[sums_at_once], log2_sum[sums_at_once];
                   for (std::size_t l = 0; l < sums_at_once; ++l)
                     w[l] = std::exp2(static_cast<double>(missing[std::min(begin + l, end - 1)]) / steps - 1);
                   log2_sums_of(*rows, w, log2_sum);
                   for (std::size_t k = begin; k < end; ++k) grid[missing[k]] = log2_sum[k - begin];
                 }
               });
  for (double& w : moduli) {
    const auto left = static_cast<std::size_t>(w);
    const double part = w - static_cast<double>(left);
    w = grid[left] * (1 - part) + grid[left + 1] * part;
  }
  for (const auto& [m, log2_sum] : elsewhere) moduli[m] = log2_sum;
}

std::shared_ptr<const fixed_chart> fixed_atlas::at(std::int64_t exponent, std::int64_t floor, int threads) {
  const std::scoped_lock guard(lock_);
  std::shared_ptr<const fixed_chart>& place = charts_[exponent];
  if (!place)
    place = build(exponent, floor - spare_digits, threads);
  else if (place->floor > floor)
    place = build(exponent, floor - spare_digits - place->highest_digit / 4, threads);
  return place;
}

// Rows first .. last - 1, with starts that count from the first of them.
fixed_chart fixed_atlas::build_rows(std::int64_t exponent, std::int64_t floor, std::size_t first,
                                    std::size_t last) const {
  fixed_chart c;
  exact::complex_ball a;
  for (std::size_t k = first; k < last; ++k) {
    c.start.push_back(c.re.size());
    c.height.push_back(0);
    const std::int64_t shift = exponent * static_cast<std::int64_t>(k) - digit_bits * floor;
    const std::int64_t bits = modulus_exponent_[k] + shift;  // of the whole number that b_k becomes
    if (term_of_[k] < 0 || bits < -1) {
      c.rounding = std::max(c.rounding, term_of_[k] < 0 ? 0.0 : 0.5);
      continue;
    }
    exact::set_coefficient(a.z, p_.data(), static_cast<std::size_t>(term_of_[k]), static_cast<slong>(bits + 16));
    append_digits(c.re, acb_realref(a.z), shift, c.rounding);
    if (!is_real_) append_digits(c.im, acb_imagref(a.z), shift, c.rounding);
    const std::size_t end = std::max(c.re.size(), c.im.size());
    c.re.resize(end, 0.0);
    if (!is_real_) c.im.resize(end, 0.0);
    c.height.back() = static_cast<std::int32_t>(end - c.start.back());
  }
  return c;
}

std::shared_ptr<const fixed_chart> fixed_atlas::build(std::int64_t exponent, std::int64_t floor, int threads) const {
  constexpr std::size_t together = 128;
  const std::size_t rows = modulus_.size(), count = (rows + together - 1) / together;
  std::vector<fixed_chart> parts(count);
  parallel_for(count, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      parts[k] = build_rows(exponent, floor, k * together, std::min(rows, (k + 1) * together));
  });
  auto made = std::make_shared<fixed_chart>();
  fixed_chart& c = *made;
  c.floor = floor;
  c.start.reserve(rows);
  for (const fixed_chart& part : parts) {
    const std::size_t before = c.re.size();
    for (const std::size_t start : part.start) c.start.push_back(before + start);
    c.re.insert(c.re.end(), part.re.begin(), part.re.end());
    c.im.insert(c.im.end(), part.im.begin(), part.im.end());
    c.height.insert(c.height.end(), part.height.begin(), part.height.end());
    c.rounding = std::max(c.rounding, part.rounding);
  }
  c.highest_digit = *std::max_element(c.height.begin(), c.height.end());
  if (!(c.rounding <= largest_rounding)) c.rounding = std::numeric_limits<double>::infinity();
  return made;
}

}  // namespace vieta

#endif
