#include "io/boxes/local_form.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "boxes/geometry/power.hpp"
#include "exact/arithmetic.hpp"
#include "exact/constants.hpp"
#include "exact/exact_real.hpp"
#include "vieta/error.hpp"

namespace vieta::io {
namespace {

// What a hostile text can make the reader do.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::size_t most_coefficients = 1 << 10, most_products = 1 << 16;
#else
constexpr std::size_t most_coefficients = 1 << 18, most_products = 1 << 22;
#endif
/// Of an argument: beyond, polynomials of degree 64 do not have the digits ((x/2)^64 / 64! is 2^-58 at 26). Of two
/// variables and more the work grows with its third power, so that it is cut earlier.
constexpr double largest_argument = 27, largest_of_several = 12;
/// What all roundings of a sum of products of qd leave, relative to the sum of the moduli: each is below 2^-205, and
/// there are fewer than 2^25.
constexpr double rounding = 0x1p-178;
constexpr double up = 1 + 0x1p-30;  // for sums of doubles

/// The axes along which a polynomial of these degrees is not constant.
std::uint32_t axes_of(const std::vector<int>& degrees) {
  std::uint32_t axes = 0;
  for (std::size_t k = 0; k < degrees.size(); ++k) axes |= (degrees[k] > 0 ? 1U : 0U) << k;
  return axes;
}

[[noreturn]] void refuse_size(const std::vector<int>& degrees) { throw too_wide(axes_of(degrees)); }

qd number(const exact::approximation& a) {
  const exact::expansion x = exact::to_expansion(a.value);
  const int e = static_cast<int>(std::max<std::int64_t>(x.exponent, -2000));
  return {std::ldexp(x.limb[0], e), std::ldexp(x.limb[1], e), std::ldexp(x.limb[2], e), std::ldexp(x.limb[3], e)};
}

exact::approximation exactly(const qd& x) {
  exact::real sum;
  for (const double part : {x.x0, x.x1, x.x2, x.x3}) sum = exact::add(sum, exact::from_double(part));
  return {sum};
}

/// The exponents at place `at`, the last one fastest.
void indices_of(std::size_t at, const std::vector<int>& degrees, std::vector<int>& out) {
  out.resize(degrees.size());
  for (std::size_t k = degrees.size(); k-- > 0;) {
    const std::size_t side = static_cast<std::size_t>(degrees[k]) + 1;
    out[k] = static_cast<int>(at % side);
    at /= side;
  }
}

std::size_t place_of(const std::vector<int>& indices, const std::vector<int>& degrees) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < degrees.size(); ++k)
    at = at * (static_cast<std::size_t>(degrees[k]) + 1) + static_cast<std::size_t>(indices[k]);
  return at;
}

std::size_t count_of(const std::vector<int>& degrees) {
  std::size_t count = 1;
  for (const int d : degrees) {
    count *= static_cast<std::size_t>(d) + 1;
    if (count > most_coefficients) refuse_size(degrees);
  }
  return count;
}

double square_of_largest(const std::vector<int>& degrees) {
  const int d = *std::max_element(degrees.begin(), degrees.end());
  return static_cast<double>(d) * d;
}

}  // namespace

too_wide::too_wide(std::uint32_t axes)
    : error(
          "found a sine or cosine that goes through too many periods in the box, expected a smaller box, or fewer "
          "variables in one equation"),
      axes_(axes) {}

local_form::local_form(std::size_t variables, const qd& constant) : degrees_(variables, 0), c_{constant} {}

local_form local_form::variable(const std::array<double, 2>& ends, std::size_t which, std::size_t variables) {
  const qd from(ends[0]), to(ends[1]);
  local_form x(variables, (from + to) * 0.5);
  x.degrees_[which] = 1;
  x.c_.push_back((to - from) * (reach / 2));
  const double lost = rounding * x.size();
  x.widen(lost, lost);
  return x;
}

double local_form::size() const {
  double sum = 0;
  for (const qd& c : c_) sum += std::fabs(c.x0);
  return sum * up;
}

/// Markov's inequality: |T_k'| <= k^2.
double local_form::slope() const { return size() * square_of_largest(degrees_); }

double local_form::most() const { return (size() + error_) * up; }

double local_form::least() const {
  double others = error_;
  for (std::size_t j = 1; j < c_.size(); ++j) others += std::fabs(c_[j].x0);
  return std::max(0.0, std::fabs(c_[0].x0) * (2 - up) - others * up);
}

local_form local_form::plus(const local_form& other) const {
  local_form sum(degrees_.size(), qd(0.0));
  for (std::size_t k = 0; k < degrees_.size(); ++k) sum.degrees_[k] = std::max(degrees_[k], other.degrees_[k]);
  sum.c_.assign(count_of(sum.degrees_), qd(0.0));
  std::vector<int> at;
  for (const local_form* const f : {this, &other})
    for (std::size_t j = 0; j < f->c_.size(); ++j) {
      indices_of(j, f->degrees_, at);
      qd& there = sum.c_[place_of(at, sum.degrees_)];
      there = there + f->c_[j];
    }
  const double lost = rounding * (size() + other.size());
  sum.widen((error_ + other.error_ + lost) * up,
            (slope_error_ + other.slope_error_ + lost * square_of_largest(sum.degrees_)) * up);
  return sum;
}

local_form local_form::plus_constant(const qd& x) const {
  local_form sum = *this;
  sum.c_[0] = sum.c_[0] + x;
  const double lost = rounding * (std::fabs(x.x0) + std::fabs(sum.c_[0].x0));
  sum.widen(lost, 0);
  return sum;
}

/// T_i T_j = (T_(i+j) + T_|i-j|) / 2 along each axis.
local_form local_form::times(const local_form& other) const {
  const std::size_t n = degrees_.size();
  local_form product(n, qd(0.0));
  for (std::size_t k = 0; k < n; ++k) product.degrees_[k] = degrees_[k] + other.degrees_[k];
  product.c_.assign(count_of(product.degrees_), qd(0.0));
  if (c_.size() * other.c_.size() > most_products) refuse_size(product.degrees_);
  std::vector<std::pair<std::vector<int>, qd>> its_terms;
  std::vector<int> a, at(n);
  for (std::size_t j = 0; j < other.c_.size(); ++j) {
    if (other.c_[j].x0 == 0) continue;
    indices_of(j, other.degrees_, a);
    its_terms.emplace_back(a, other.c_[j]);
  }
  for (std::size_t i = 0; i < c_.size(); ++i) {
    if (c_[i].x0 == 0) continue;
    indices_of(i, degrees_, a);
    for (const auto& [b, value] : its_terms) {
      unsigned both = 0;
      for (std::size_t k = 0; k < n; ++k) both |= (a[k] > 0 && b[k] > 0 ? 1U : 0U) << k;
      double weight = 1;
      for (std::size_t k = 0; k < n; ++k) weight *= (both >> k & 1U) != 0 ? 0.5 : 1;
      const qd c = c_[i] * value * weight;
      // All subsets of the axes that have both.
      for (unsigned low = both;; low = (low - 1) & both) {
        for (std::size_t k = 0; k < n; ++k) at[k] = (low >> k & 1U) != 0 ? std::abs(a[k] - b[k]) : a[k] + b[k];
        qd& there = product.c_[place_of(at, product.degrees_)];
        there = there + c;
        if (low == 0) break;
      }
    }
  }
  const double mine = size(), its = other.size(), lost = rounding * mine * its;
  product.widen((error_ * (its + other.error_) + other.error_ * mine + lost) * up,
                (slope_error_ * (its + other.error_) + slope() * other.error_ + other.slope_error_ * (mine + error_) +
                 other.slope() * error_ + lost * square_of_largest(product.degrees_)) *
                    up);
  return product;
}

/// The rest, and what depends on one coordinate alone, for each of them; without constants and errors. A factor of one
/// coordinate is short: products begin with the rest, so that no two long ones are multiplied.
std::vector<local_form> local_form::parts() const {
  const std::size_t n = degrees_.size();
  std::vector<std::vector<int>> largest(n + 1, std::vector<int>(n, 0));
  std::vector<std::size_t> of(c_.size(), n + 1);
  std::vector<int> at;
  for (std::size_t j = 1; j < c_.size(); ++j) {
    if (c_[j].x0 == 0) continue;
    indices_of(j, degrees_, at);
    const auto used = [](int i) { return i > 0; };
    const auto first = std::find_if(at.begin(), at.end(), used);
    of[j] = std::count_if(at.begin(), at.end(), used) == 1 ? static_cast<std::size_t>(first - at.begin()) : n;
    for (std::size_t k = 0; k < n; ++k) largest[of[j]][k] = std::max(largest[of[j]][k], at[k]);
  }
  std::vector<local_form> all;
  for (std::size_t p = n + 1; p-- > 0;) {
    local_form f(n, qd(0.0));
    f.degrees_ = largest[p];
    f.c_.assign(count_of(f.degrees_), qd(0.0));
    for (std::size_t j = 1; j < c_.size(); ++j) {
      if (of[j] != p) continue;
      indices_of(j, degrees_, at);
      f.c_[place_of(at, f.degrees_)] = c_[j];
    }
    if (f.c_.size() > 1) all.push_back(std::move(f));
  }
  return all;
}

/// The cosine and the sine by their series about 0. What is left out after the power m is below x^(m+1) / (m+1)!, and
/// its derivative below x^m / m!.
std::pair<local_form, local_form> local_form::series() const {
  const double x = most();
  const bool is_of_several = std::count_if(degrees_.begin(), degrees_.end(), [](int d) { return d > 0; }) > 1;
  if (!(x < (is_of_several ? largest_of_several : largest_argument))) refuse_size(degrees_);
  int last = 1;
  double left_out = x;  // x^last / last!
  while (left_out > 0x1p-80 || last < x) left_out *= x / ++last;
  // Longer series are of degrees that are cut off again, at great cost.
  if (x * std::sqrt(static_cast<double>(c_.size())) > 240) refuse_size(degrees_);
  const local_form square = times(*this);
  std::vector<qd> one_over(static_cast<std::size_t>(last) + 1, qd(1.0));
  for (int j = 1; j <= last; ++j) one_over[j] = one_over[j - 1] / static_cast<double>(j);
  const auto horner = [&](int first) {
    int j = last - (last - first) % 2;
    const auto sign = [&](int k) { return (k - first) / 2 % 2 == 0 ? one_over[k] : -one_over[k]; };
    local_form sum(degrees_.size(), sign(j));
    for (j -= 2; j >= 0; j -= 2) {
      sum = sum.times(square).plus_constant(sign(j));
      sum.shorten(0x1p-120);  // the degree would be that of the series
    }
    return sum;
  };
  local_form cosine = horner(0), sine = horner(1).times(*this);
  // The cosine may leave out the last power as well.
  for (local_form* const f : {&cosine, &sine}) f->widen(2 * left_out, 2 * left_out * (last / x + 1) * slope());
  cosine.shorten(), sine.shorten();
  return {std::move(cosine), std::move(sine)};
}

std::pair<local_form, local_form> local_form::cosine_and_sine() const {
  const std::size_t n = degrees_.size();
  const exact::sine_and_cosine of_middle = exact::sine_and_cosine_of(exactly(c_[0]));
  local_form cosine(n, number(of_middle.cosine)), sine(n, number(of_middle.sine));
  cosine.widen(rounding, 0), sine.widen(rounding, 0);
  for (const local_form& part : parts()) {
    const auto [c, s] = part.series();
    local_form next = cosine.times(c).plus(sine.times(s).times(local_form(n, qd(-1.0))));
    sine = sine.times(c).plus(cosine.times(s));
    cosine = std::move(next);
    cosine.shorten(), sine.shorten();
  }
  // The argument is u = p + r: |cos u - cos p| <= |r|, and u' sin u - p' sin p = u' (sin u - sin p) + r' sin p.
  const double more = (error_ * (slope() + slope_error_) + slope_error_) * up;
  cosine.widen(error_, more), sine.widen(error_, more);
  return {std::move(cosine), std::move(sine)};
}

void local_form::shorten(double part) {
  double largest = 0;
  for (const qd& c : c_) largest = std::max(largest, std::fabs(c.x0));
  std::vector<int> at, kept = degrees_;
  for (std::size_t k = 0; k < degrees_.size(); ++k) {
    std::vector<double> sums(static_cast<std::size_t>(degrees_[k]) + 1, 0.0);
    for (std::size_t j = 0; j < c_.size(); ++j) {
      indices_of(j, degrees_, at);
      sums[static_cast<std::size_t>(at[k])] += std::fabs(c_[j].x0);
    }
    double left_out = 0;
    // A slope along the axis counts as an error of coefficients where the degree is 1 at least.
    while (kept[k] > 1 && left_out + sums[kept[k]] <= part * largest) left_out += sums[kept[k]--];
    widen(left_out * up, left_out * up * square_of_largest(degrees_));
  }
  if (kept == degrees_) return;
  std::vector<qd> shorter(count_of(kept), qd(0.0));
  for (std::size_t j = 0; j < shorter.size(); ++j) {
    indices_of(j, kept, at);
    shorter[j] = c_[place_of(at, degrees_)];
  }
  degrees_ = std::move(kept), c_ = std::move(shorter);
}

bernstein_polynomial local_form::in_bernstein_form() const {
  const std::size_t n = degrees_.size();
  const auto highest = std::max_element(degrees_.begin(), degrees_.end());
  if (*highest > 64) throw too_wide(1U << (highest - degrees_.begin()));
  // Moduli of the coefficients of T_k add up to less than (1 + sqrt(2))^k.
  double moduli = 0;
  std::vector<int> at;
  for (std::size_t j = 0; j < c_.size(); ++j) {
    indices_of(j, degrees_, at);
    int sum = 0;
    for (const int k : at) sum += k;
    moduli += std::fabs(c_[j].x0) * std::pow(2.4143, sum);
  }
  std::vector<qd> powers = c_;
  std::size_t stride = 1;
  for (std::size_t axis = n; axis-- > 0;) {
    const std::size_t side = static_cast<std::size_t>(degrees_[axis]) + 1;
    // Row k: T_k in powers of the coordinate whose ends are -1 and 1 on the box itself.
    std::vector<std::vector<qd>> row(side, std::vector<qd>(side, qd(0.0)));
    row[0][0] = qd(1.0);
    if (side > 1) row[1][1] = qd(1.0) / reach;
    for (std::size_t k = 2; k < side; ++k)
      for (std::size_t i = 0; i <= k; ++i)
        row[k][i] = (i > 0 ? row[k - 1][i - 1] * 2.0 / reach : qd(0.0)) - row[k - 2][i];
    std::vector<qd> line(side);
    for (std::size_t from = 0; from < powers.size(); ++from) {
      if (from / stride % side != 0) continue;
      for (std::size_t i = 0; i < side; ++i) {
        line[i] = qd(0.0);
        for (std::size_t k = i; k < side; ++k) line[i] = line[i] + powers[from + k * stride] * row[k][i];
      }
      for (std::size_t i = 0; i < side; ++i) powers[from + i * stride] = line[i];
    }
    stride *= side;
  }
  bernstein_polynomial f =
      boxes::bernstein_form(degrees_, std::move(powers), 0, std::vector<std::array<double, 2>>(n, {-1, 1}));
  // `solve_boxes` takes derivatives of what is left out for 2 error, as those of a polynomial whose coefficients are
  // not known: along an edge of a box that is at most 1.9 edges long, which are 1.9 * 2 / reach here.
  const double lost = rounding * moduli * (1 + square_of_largest(degrees_));
  f.error = (f.error + error_ + slope_error_ + lost) * up;
  return f;
}

}  // namespace vieta::io
