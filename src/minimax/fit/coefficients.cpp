#include "minimax/fit/coefficients.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

#include "base/number.hpp"
#include "minimax/fit/lattice.hpp"

namespace vieta::approximation {
namespace {

struct binary_format {
  int bits, least_exponent;  ///< significant bits; exponent of the smallest normal number
};

binary_format shape(coefficient_format kind) {
  switch (kind) {
    case coefficient_format::float32:
      return {24, -126};
    case coefficient_format::float16:
      return {11, -14};
    case coefficient_format::bfloat16:
      return {8, -126};
    default:
      return {53, -1022};
  }
}

double largest_of(binary_format f) { return std::ldexp(2.0 - std::ldexp(1.0, 1 - f.bits), 1 - f.least_exponent); }

int exponent_of_last_bit(double value, binary_format f) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::max(exponent - 1, f.least_exponent) - (f.bits - 1);
}

long double power_of_ten(int exponent) {
  long double power = 1;
  for (int k = 0; k < exponent; ++k) power *= 10;
  return power;
}

/// With this many digits behind the point. Digits before the point are those of the number itself, however many.
std::string decimal_text(long double value, int decimals) {
  long double whole = 0;
  const long double part = std::modf(std::fabs(value), &whole), scale = power_of_ten(decimals);
  long double behind = std::nearbyint(part * scale);
  if (behind >= scale) {
    behind -= scale;
    whole += 1;
  }
  std::string digits;
  const bool is_zero = whole == 0 && behind == 0;
  const auto put = [&digits](long double number, int least) {
    for (int count = 0; number > 0 || count < least; ++count) {
      const long double last = std::fmod(number, 10.0L);  // exact, and so is what follows
      digits.push_back(static_cast<char>('0' + static_cast<int>(last)));
      number = (number - last) / 10;
    }
  };
  if (decimals > 0) {
    put(behind, decimals);
    digits.push_back('.');
  }
  put(whole, 1);
  if (value < 0 && !is_zero) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// All digits of a long double.
std::string exact_decimal(long double value) {
  int exponent = 0;
  const long double significand = std::frexp(value, &exponent);  // of 64 bits
  std::string text(static_cast<std::size_t>(std::abs(exponent)) + 100, '\0');
  text.resize(static_cast<std::size_t>(
      std::snprintf(text.data(), text.size(), "%.*Lf", std::max(0, 64 - exponent), significand == 0 ? 0.0L : value)));
  return text;
}

/// Errors at many points, kept up to date while single coefficients move.
class residuals {
 public:
  residuals(const exchange_problem<long double>& problem, const std::vector<sample<long double>>& samples)
      : count_(samples.size()), size_(problem.free.exponents.size()), columns_(size_ * count_), target_(count_) {
    for (std::size_t i = 0; i < count_; ++i) {
      target_[i] = samples[i].target;
      for (std::size_t k = 0; k < size_; ++k)
        columns_[k * count_ + i] = samples[i].factor * power(samples[i].argument, problem.free.exponents[k]);
    }
  }

  long double start(const std::vector<long double>& c) {
    errors_ = target_;
    for (std::size_t k = 0; k < size_; ++k)
      for (std::size_t i = 0; i < count_; ++i) errors_[i] -= c[k] * columns_[k * count_ + i];
    order_.resize(count_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t i, std::size_t j) { return std::fabs(errors_[i]) > std::fabs(errors_[j]); });
    return largest(0, 0, 0, 0, std::numeric_limits<long double>::infinity());
  }
  /// The largest error when c_k grows by dk, and c_l by dl; some error not below `limit` where there is one. Points
  /// whose errors were the largest come first, so that a step which does not help shows at once.
  [[nodiscard]] long double largest(std::size_t k, long double dk, std::size_t l, long double dl,
                                    long double limit) const {
    const long double* const a = &columns_[k * count_];
    const long double* const b = &columns_[l * count_];
    long double size = 0;
    for (const std::size_t i : order_) {
      size = std::max(size, std::fabs(errors_[i] - dk * a[i] - dl * b[i]));
      if (size >= limit) break;
    }
    return size;
  }
  void move(std::size_t k, long double by) {
    for (std::size_t i = 0; i < count_; ++i) errors_[i] -= by * columns_[k * count_ + i];
  }

 private:
  std::size_t count_, size_;
  std::vector<long double> columns_, target_, errors_;
  std::vector<std::size_t> order_;
};

/// c_k = value becomes one more constraint; false when c_k is fixed already.
bool fix(unknowns<long double>& free, std::size_t k, long double value) {
  std::size_t pivot = free.directions.size();
  for (std::size_t j = 0; j < free.directions.size(); ++j)
    if (free.directions[j][k] != 0 &&
        (pivot == free.directions.size() || std::fabs(free.directions[j][k]) > std::fabs(free.directions[pivot][k])))
      pivot = j;
  if (pivot == free.directions.size()) return false;
  const std::vector<long double> d = free.directions[pivot];
  const long double z = (value - free.offset[k]) / d[k];
  for (std::size_t i = 0; i < d.size(); ++i) free.offset[i] += z * d[i];
  free.offset[k] = value;
  free.directions.erase(free.directions.begin() + static_cast<std::ptrdiff_t>(pivot));
  for (auto& other : free.directions) {
    const long double factor = other[k] / d[k];
    for (std::size_t i = 0; i < d.size(); ++i) other[i] -= factor * d[i];
    other[k] = 0;
  }
  return true;
}

std::vector<long double> rounded_one_by_one(const std::vector<long double>& c, const number_format& format) {
  std::vector<long double> rounded;
  for (std::size_t k = 0; k < c.size(); ++k) rounded.push_back(format[k].nearest(c[k]));
  return rounded;
}

/// Rounds one coefficient after the other, and lets the exchange move those that are still free.
std::vector<long double> round_in_turn(exchange_problem<long double> problem, std::vector<long double> best,
                                       const number_format& format, const std::vector<std::size_t>& order,
                                       const std::function<bool()>& stop) {
  for (const std::size_t k : order) {
    if (stop()) break;
    if (!fix(problem.free, k, format[k].nearest(format[k].within(best[k])))) continue;
    if (problem.free.directions.empty()) {
      best = problem.free.offset;
      continue;
    }
    exchange<long double> rounds(problem);
    rounds.set_noise(1e-17);
    const auto found = rounds.run();
    if (found.rounds == 0) break;
    best = found.coefficients;
  }
  return rounded_one_by_one(best, format);
}

/// Coefficients by a lattice, and which changes of several at once change values little.
struct lattice_rounding {
  std::vector<long double> rounded;
  std::vector<std::vector<long double>> moves;
};

/// All coefficients at once: values at some points that a lattice vector comes near (Brisebarre and Chevillard,
/// Efficient polynomial L-infinity approximations, ARITH 2007). Empty where constraints tie coefficients together.
lattice_rounding round_by_lattice(const exchange_problem<long double>& problem,
                                  const std::vector<sample<long double>>& samples, const std::vector<long double>& best,
                                  const number_format& format) {
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < best.size(); ++k) {
    std::size_t directions = 0;
    for (const auto& d : problem.free.directions) directions += d[k] != 0 ? 1 : 0;
    if (directions > 0) free.push_back(k);
  }
  if (free.size() != problem.free.directions.size() || free.size() < 2) return {};

  // Two points for each coefficient, spread like the samples: like Chebyshev's points.
  std::vector<sample<long double>> points;
  const std::size_t count = std::min(samples.size(), 2 * free.size() + 1);
  for (std::size_t i = 0; i < count; ++i) points.push_back(samples[(2 * i + 1) * samples.size() / (2 * count)]);
  std::vector<std::vector<long double>> columns;
  std::vector<long double> units, target(count, 0.0L);
  for (const std::size_t k : free) {
    units.push_back(format[k].step(format[k].nearest(best[k])));
    columns.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      const long double basis = points[i].factor * power(points[i].argument, problem.free.exponents[k]);
      columns.back().push_back(basis * units.back());
      target[i] += basis * best[k];
    }
  }
  const lattice_point found = nearest_lattice_point(columns, target);
  if (found.nearest.empty()) return {};
  lattice_rounding all;
  all.rounded = rounded_one_by_one(best, format);
  for (std::size_t j = 0; j < free.size(); ++j)
    all.rounded[free[j]] = format[free[j]].nearest(found.nearest[j] * units[j]);
  for (const std::vector<long double>& whole : found.shorts) {
    all.moves.emplace_back(best.size(), 0.0L);
    for (std::size_t j = 0; j < free.size(); ++j) all.moves.back()[free[j]] = whole[j] * units[j];
  }
  return all;
}

/// Which of two roundings is better.
struct standing {
  long double misfit = 0, error = 0;
  [[nodiscard]] bool operator<(const standing& other) const {
    return misfit < other.misfit || (misfit == other.misfit && error < other.error);
  }
};

/// The same with one coefficient moved, each in its turn, such that the constraint is met as well as that one can.
std::vector<std::vector<long double>> mended(const unknowns<long double>& free, const ties& tied, std::size_t row,
                                             const std::vector<long double>& c, const number_format& format) {
  std::vector<std::vector<long double>> all;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (free.rows[row][k] == 0 || !tied.moves(k)) continue;
    std::vector<long double> other = c;
    other[k] = format[k].nearest(c[k] - tied.residual(row, c) / free.rows[row][k]);
    if (std::isfinite(other[k])) all.push_back(std::move(other));
  }
  return all;
}

}  // namespace

ties::ties(const unknowns<long double>& free, const number_format& format)
    : free_(free), format_(format), moves_(free.exponents.size(), false) {
  for (const std::vector<long double>& d : free.directions)
    for (std::size_t k = 0; k < moves_.size(); ++k) moves_[k] = moves_[k] || d[k] != 0;
  for (std::size_t i = 0; i < free.rows.size(); ++i) {
    std::size_t moving = 0;
    for (std::size_t k = 0; k < moves_.size(); ++k) moving += moves_[k] && free.rows[i][k] != 0 ? 1 : 0;
    if (moving > 1) tied_.push_back(i);
  }
}

long double ties::residual(std::size_t row, const std::vector<long double>& c) const {
  long double sum = -free_.rows[row].back();
  for (std::size_t k = 0; k < c.size(); ++k) sum += free_.rows[row][k] * c[k];
  return sum;
}

long double ties::misfit(std::size_t row, const std::vector<long double>& c) const {
  long double least_step = std::numeric_limits<long double>::infinity(), size = std::fabs(free_.rows[row].back());
  for (std::size_t k = 0; k < c.size(); ++k) {
    const long double factor = std::fabs(free_.rows[row][k]);
    size += factor * std::fabs(c[k]);
    // Next to 0 floats are so dense that steps say nothing.
    if (moves_[k] && factor > 0) least_step = std::min(least_step, factor * format_[k].step(c[k] == 0 ? 1.0L : c[k]));
  }
  constexpr long double noise = 0x1p-60L, tie = 1 + 1e-6L;
  const long double missed = std::fabs(residual(row, c)) / std::max(least_step / 2, size * noise);
  return missed > tie ? missed : 0;
}

long double ties::misfit(const std::vector<long double>& c) const {
  long double largest = 0;
  for (const std::size_t row : tied_) largest = std::max(largest, misfit(row, c));
  return largest;
}

long double number_format::nearest(long double value) const {
  if (!std::isfinite(value) || value == 0) return value;
  if (kind_ == coefficient_format::decimals) {
    constexpr long double exact = 0x1p62L;
    const long double scale = power_of_ten(decimals_), scaled = value * scale;
    if (std::fabs(scaled) < exact) return std::nearbyint(scaled) / scale;
    const long double whole = std::trunc(value);
    return whole + std::nearbyint((value - whole) * scale) / scale;
  }
  if (kind_ == coefficient_format::double_double) return value;
  const binary_format f = shape(kind_);
  const int last = exponent_of_last_bit(static_cast<double>(value), f);
  const long double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
  if (!(std::fabs(rounded) <= largest_of(f))) return std::copysign(std::numeric_limits<long double>::infinity(), value);
  return static_cast<double>(rounded);
}

double number_format::largest() const { return largest_of(shape(kind_)); }

long double number_format::within(long double value) const {
  return std::isinf(nearest(value)) && std::isfinite(value) ? std::copysign(static_cast<long double>(largest()), value)
                                                            : value;
}

double number_format::step(long double value) const {
  if (kind_ == coefficient_format::decimals) return std::pow(10.0, -decimals_);
  // Of a pair of doubles long double has 64 bits.
  const int more = kind_ == coefficient_format::double_double ? 11 : 0;
  return std::ldexp(1.0, exponent_of_last_bit(static_cast<double>(value), shape(kind_)) - more);
}

std::string number_format::text(long double value) const {
  if (kind_ == coefficient_format::decimals) return decimal_text(value, decimals_);
  if (kind_ == coefficient_format::double_double) return exact_text(value);
  char buffer[40];
  if (kind_ == coefficient_format::float64) {
    *std::to_chars(buffer, buffer + sizeof buffer, static_cast<double>(value)).ptr = '\0';
    return buffer;
  }
  *std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value)).ptr = '\0';
  return buffer;
}

std::string number_format::exact_text(long double value) const {
  if (kind_ == coefficient_format::decimals) return text(value);
  std::string exact = kind_ == coefficient_format::double_double
                          ? exact_decimal(value)
                          : report::fixed(static_cast<double>(value), 1074);  // a double has no more behind the point
  while (exact.back() == '0') exact.pop_back();
  return exact;
}

double number_format::as_double(long double value) const {
  if (kind_ != coefficient_format::decimals) return static_cast<double>(value);
  double nearest = 0;
  report::to_double(text(value), nearest);
  return nearest;
}

std::vector<long double> moved_to_constraints(const unknowns<long double>& free, const ties& tied,
                                              const std::vector<long double>& rounded, const number_format& format,
                                              const std::function<double(const std::vector<long double>&)>& error) {
  if (tied.misfit(rounded) == 0) return rounded;
  const auto standing_of = [&](const std::vector<long double>& c) { return standing{tied.misfit(c), error(c)}; };
  std::vector<long double> best = rounded;
  standing record = standing_of(rounded);
  for (const std::size_t row : tied.rows())
    for (std::vector<long double>& other : mended(free, tied, row, rounded, format))
      if (const standing found = standing_of(other); found < record) record = found, best = std::move(other);
  return best;
}

std::vector<long double> search(const exchange_problem<long double>& problem, const std::vector<long double>& best,
                                const number_format& format, const std::function<bool()>& must_stop,
                                const std::vector<long double>& start) {
  const std::size_t n = best.size();
  const std::vector<long double> rounded = rounded_one_by_one(best, format);
  const std::vector<sample<long double>> samples = exchange<long double>(problem).samples();
  residuals errors(problem, samples);
  const ties tied(problem.free, format);

  std::vector<long double> winner = start.empty() ? rounded : start;
  const auto standing_of = [&](const std::vector<long double>& c) { return standing{tied.misfit(c), errors.start(c)}; };
  standing record = standing_of(winner);
  const auto consider = [&](const std::vector<long double>& candidate) {
    const standing found = standing_of(candidate);
    if (found < record) record = found, winner = candidate;
  };
  const auto race = [&](const std::vector<long double>& candidate) {
    if (!std::all_of(candidate.begin(), candidate.end(), [](long double c) { return std::isfinite(c); })) return;
    if (candidate.empty()) return;
    consider(candidate);
    for (const std::size_t row : tied.rows())
      for (const std::vector<long double>& other : mended(problem.free, tied, row, candidate, format)) consider(other);
  };
  if (start.empty()) race(rounded);
  if (must_stop()) return winner;
  const lattice_rounding by_lattice =
      start.empty() ? round_by_lattice(problem, samples, best, format) : lattice_rounding{};
  if (!by_lattice.rounded.empty()) race(by_lattice.rounded);
  if (start.empty() && n <= 12) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    race(round_in_turn(problem, best, format, order, must_stop));
    std::reverse(order.begin(), order.end());
    race(round_in_turn(problem, best, format, order, must_stop));
  }

  // A coefficient that a constraint fixes alone stays where it is.
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < n; ++k)
    for (const auto& d : problem.free.directions)
      if (d[k] != 0) {
        free.push_back(k);
        break;
      }
  record = standing_of(winner);
  // Gains dwindle; what is below a thousandth in a whole pass, or comes after twenty of them, is not worth the wait.
  constexpr int most_passes = 20;
  standing before{record.misfit, 2 * record.error};
  const auto gained = [&] { return record.misfit < before.misfit || record.error < before.error * (1 - 1e-3L); };
  const auto step = [&](std::size_t k, long double by_k, std::size_t l, long double by_l) {
    standing found;
    if (!tied.none()) {
      std::vector<long double> moved = winner;
      moved[k] = format[k].nearest(winner[k] + by_k);
      if (l != k) moved[l] = format[l].nearest(winner[l] + by_l);
      found.misfit = tied.misfit(moved);
      if (found.misfit > record.misfit) return;
    }
    const bool fits_better = found.misfit < record.misfit;
    const long double enough = fits_better ? std::numeric_limits<long double>::infinity() : record.error * (1 - 1e-9L);
    found.error = errors.largest(k, by_k, l, by_l, enough);
    if (!(found.error < enough)) return;
    record = found;
    errors.move(k, by_k);
    winner[k] = format[k].nearest(winner[k] + by_k);
    if (l == k) return;
    errors.move(l, by_l);
    winner[l] = format[l].nearest(winner[l] + by_l);
  };
  const auto descend = [&] {
    before = {record.misfit, 2 * record.error};
    for (int pass = 0; pass < most_passes && gained() && !must_stop(); ++pass) {
      before = record;
      for (std::size_t i = 0; i < free.size() && !must_stop(); ++i) {
        for (std::size_t j = i; j < free.size(); ++j) {
          const std::size_t k = free[i], l = free[j];
          const long double dk = format[k].step(winner[k]), dl = format[l].step(winner[l]);
          for (int a = -2; a <= 2; ++a) {
            for (int b = -2; b <= 2; ++b) {
              if (i == j ? (b != 0 || a == 0) : (a == 0 || b == 0)) continue;
              step(k, a * dk, l, b * dl);
            }
            // Steps of different sizes: as many of one as make up for the other.
            for (const std::size_t row : tied.rows()) {
              if (i == j || a == 0 || problem.free.rows[row][l] == 0) continue;
              std::vector<long double> moved = winner;
              moved[k] = format[k].nearest(winner[k] + a * dk);
              const long double back = tied.residual(row, moved) / problem.free.rows[row][l];
              step(k, a * dk, l, format[l].nearest(winner[l] - back) - winner[l]);
            }
          }
        }
      }
      record = standing_of(winner);  // away with accumulated rounding
    }
  };
  // Where steps of one or two coefficients end, one along up to three short vectors of the lattice may go on.
  const auto leap = [&] {
    const standing from = record;
    const std::vector<long double> here = winner;
    const std::vector<std::vector<long double>>& moves = by_lattice.moves;
    const std::size_t all = moves.size();
    const auto try_move = [&](std::size_t i, std::size_t j, int by_j, std::size_t l, int by_l) {
      for (const int sign : {-1, 1}) {
        std::vector<long double> moved = here;
        for (std::size_t k = 0; k < n; ++k)
          moved[k] = format[k].nearest(here[k] + sign * (moves[i][k] + by_j * moves[j][k] + by_l * moves[l][k]));
        if (moved != here && std::all_of(moved.begin(), moved.end(), [](long double c) { return std::isfinite(c); }))
          consider(moved);
      }
    };
    for (std::size_t i = 0; i < all && !must_stop(); ++i) {
      try_move(i, i, 0, i, 0);
      for (std::size_t j = 0; j < i; ++j)
        for (const int b : {-1, 1}) {
          try_move(i, j, b, j, 0);
          for (std::size_t l = 0; l < j && all <= 12; ++l)
            for (const int c : {-1, 1}) try_move(i, j, b, l, c);
        }
    }
    // The points of the exchange tell no smaller gains from the loss between them.
    const bool is_better = record.misfit < from.misfit || record.error < from.error * (1 - 1e-3L);
    if (!is_better) winner = here;
    record = standing_of(winner);
    return is_better;
  };
  constexpr int most_leaps = 30;
  descend();
  for (int k = 0; k < most_leaps && leap(); ++k) descend();
  return winner;
}

}  // namespace vieta::approximation
