#include "roots/structure/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "roots/sweep/scaled.hpp"

namespace vieta::structure {

double norm_of(const column& v) {
  double sum = 0;
  for (const number& x : v) sum += std::norm(x);
  return std::sqrt(sum);
}

void growing_factors::reflect(column& v) const {
  for (std::size_t j = 0; j < reflection_.size(); ++j) {
    const column& h = reflection_[j];
    number along = 0;
    for (std::size_t i = 0; i < h.size(); ++i) along += product(std::conj(h[i]), v[j + i]);
    along *= 2.0;
    for (std::size_t i = 0; i < h.size(); ++i) v[j + i] -= product(along, h[i]);
  }
}

void growing_factors::append(column next) {
  reflect(next);
  const std::size_t j = columns();
  column h(next.begin() + static_cast<std::ptrdiff_t>(j), next.end());
  const double length = norm_of(h);
  const number first = h.front();
  const number turned = first == number(0.0) ? number(length) : first / std::abs(first) * length;
  h.front() += turned;
  const double own = norm_of(h);
  if (own > 0)
    for (number& x : h) x /= own;
  else
    h.clear();
  next.resize(j + 1);
  next[j] = length > 0 ? -turned : number(0.0);
  upper_.push_back(std::move(next));
  reflection_.push_back(std::move(h));
}

number growing_factors::pivot(std::size_t j, double least) const {
  return std::abs(upper_[j][j]) >= least ? upper_[j][j] : number(least);
}

bool growing_factors::solve_upper(column& x, double least) const {
  for (std::size_t j = columns(); j-- > 0;) {
    const number divisor = pivot(j, least);
    if (!(std::abs(divisor) > 0)) return false;
    x[j] /= divisor;
    for (std::size_t i = 0; i < j; ++i) x[i] -= product(upper_[j][i], x[j]);
  }
  return true;
}

void growing_factors::solve_upper_adjoint(column& x, double least) const {
  for (std::size_t j = 0; j < columns(); ++j) {
    for (std::size_t i = 0; i < j; ++i) x[j] -= product(std::conj(upper_[j][i]), x[i]);
    x[j] /= std::conj(pivot(j, least));
  }
}

bool growing_factors::solve(column right, column& solution) const {
  reflect(right);
  right.resize(columns());
  if (!solve_upper(right, 0)) return false;
  solution = std::move(right);
  return std::isfinite(norm_of(solution));
}

// Inverse iteration with R^H R. What is 0 on the diagonal counts as a rounding error of the largest number there.
double growing_factors::smallest(column& vector) const {
  constexpr int steps = 6;
  double largest = 0;
  for (std::size_t j = 0; j < columns(); ++j) largest = std::max(largest, std::abs(upper_[j][j]));
  const double least = 0x1p-60 * largest;
  vector.resize(columns());
  for (std::size_t j = 0; j < columns(); ++j) vector[j] = std::polar(1.0, 0.7 * static_cast<double>(j));
  double value = 0;
  for (int step = 0; step < steps; ++step) {
    column x = vector;
    const double size = norm_of(x);
    for (number& c : x) c /= size;
    solve_upper_adjoint(x, least);
    if (!solve_upper(x, least) || !std::isfinite(norm_of(x))) break;
    vector = x;
    value = std::sqrt(1 / norm_of(x));
  }
  const double size = norm_of(vector);
  for (number& c : vector) c /= size;
  return value;
}

std::vector<double> growing_factors::sensitivities() const {
  std::vector<double> squares(columns(), 0.0);
  for (std::size_t k = 0; k < columns(); ++k) {
    column unit(columns(), 0.0);
    unit[k] = 1;
    if (!solve_upper(unit, 0)) return std::vector<double>(columns(), INFINITY);
    for (std::size_t j = 0; j < columns(); ++j) squares[j] += std::norm(unit[j]);
  }
  for (double& s : squares) s = std::sqrt(s);
  return squares;
}

}  // namespace vieta::structure
