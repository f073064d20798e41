#include "solve/track/batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace vieta::tracking {

namespace {

/// From this power on coordinates leave the range of doubles if the modulus of the largest one is only about 1.
constexpr std::uint32_t high_power = 100;

/// The unknowns with such powers.
std::vector<std::size_t> unknowns_with_high_powers(const tape_view& tape) {
  std::vector<std::size_t> found;
  std::vector<std::uint32_t> exponent(1 + tape.variables + tape.products);
  for (std::size_t v = 0; v < tape.variables; ++v) {
    std::fill(exponent.begin(), exponent.end(), 0);
    exponent[1 + v] = 1;
    for (std::size_t k = 0; k < tape.products; ++k)
      exponent[1 + tape.variables + k] = exponent[tape.left[k]] + exponent[tape.right[k]];
    if (*std::max_element(exponent.begin(), exponent.end()) >= high_power) found.push_back(v);
  }
  return found;
}

}  // namespace

batch::batch(const homotopy_tape& tape, int rung)
    : tape_(tape.view()),
      lanes_(static_cast<std::size_t>(kernels().lanes)),
      parts_(std::size_t{1} << rung),
      n_(tape_.variables),
      rung_(rung),
      high_powers_(unknowns_with_high_powers(tape_)) {
  std::vector<std::pair<double**, std::size_t>> arrays;
  lay_out(
      tape_, view_, [&](double*& where, std::size_t count) { arrays.emplace_back(&where, 2 * count * parts_); },
      [&](double*& where, std::size_t count) { arrays.emplace_back(&where, count); });
  std::size_t total = 8;
  for (const auto& [where, count] : arrays) total += count * lanes_;
  memory_.assign(total, 0.0);
  // Vectors of 64 bytes begin at multiples of 64.
  const std::size_t skip = (64 - reinterpret_cast<std::uintptr_t>(memory_.data()) % 64) % 64 / sizeof(double);
  double* next = memory_.data() + skip;
  for (const auto& [where, count] : arrays) {
    *where = next;
    next += count * lanes_;
  }
}

void batch::set_decay(std::size_t lane, double t) const {
  constexpr double nothing_left = 200;
  if (!tape_.toric) return;
  for (std::size_t j = 0; j < tape_.terms; ++j) {
    const double x = view_.rates[j * lanes_ + lane] * t;
    view_.decay[j * lanes_ + lane] = x == 0 ? 1 : x > nothing_left ? 0 : std::exp(-x);
  }
}

projective_point batch::point(std::size_t lane) const {
  projective_point z(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    double part[2][4] = {};
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t l = 0; l < parts_; ++l) part[p][l] = view_.z[at(k, p, l, lane)];
    z[k] = {qd(part[0][0], part[0][1], part[0][2], part[0][3]), qd(part[1][0], part[1][1], part[1][2], part[1][3])};
  }
  return z;
}

void batch::set_point(std::size_t lane, const projective_point& z) const {
  for (std::size_t k = 0; k < n_; ++k) {
    const qd* const part[2] = {&z[k].re, &z[k].im};
    for (std::size_t p = 0; p < 2; ++p) {
      const double limbs[4] = {part[p]->x0, part[p]->x1, part[p]->x2, part[p]->x3};
      for (std::size_t l = 0; l < parts_; ++l) view_.z[at(k, p, l, lane)] = limbs[l];
    }
  }
}

void batch::set_parameters(std::size_t lane, const std::complex<double>* target,
                           const std::complex<double>* generic) const {
  for (std::size_t k = 0; k < tape_.parameters; ++k)
    for (std::size_t p = 0; p < 2; ++p) {
      const double from = p == 0 ? generic[k].real() : generic[k].imag();
      const double to = p == 0 ? target[k].real() : target[k].imag();
      const qd change = qd(from) - qd(to);
      const double limbs[4] = {change.x0, change.x1, change.x2, change.x3};
      for (std::size_t l = 0; l < parts_; ++l) {
        view_.parameter_target[at(k, p, l, lane)] = l == 0 ? to : 0;
        view_.parameter_change[at(k, p, l, lane)] = limbs[l];
      }
    }
}

void batch::centre_patch(std::size_t lane) const {
  double length = 0;
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t p = 0; p < 2; ++p) {
      const double x = view_.z[at(k, p, 0, lane)];
      length += x * x;
    }
  const double factor = 1 / length;
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t p = 0; p < 2; ++p) {
      view_.patch[at(k, p, 0, lane)] = (p == 0 ? factor : -factor) * view_.z[at(k, p, 0, lane)];
      for (std::size_t l = 1; l < parts_; ++l) view_.patch[at(k, p, l, lane)] = 0;
    }
}

void batch::start_at(std::size_t lane, const projective_point& z) const {
  set_point(lane, z);
  if (!high_powers_.empty()) normalise(lane);
  centre_patch(lane);
}

void batch::normalise(std::size_t lane) const {
  projective_point z = point(lane);
  double most = 0;
  for (const std::size_t k : high_powers_) most = std::max(most, std::hypot(z[k].re.x0, z[k].im.x0));
  for (complex<qd>& x : z) x = x * (1 / most);
  set_point(lane, z);
}

void batch::accept(std::size_t lane, bool centred) const {
  double factor = 1;
  if (centred) {
    double length = 0;
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t p = 0; p < 2; ++p) {
        const double x = view_.z_new[at(k, p, 0, lane)];
        length += x * x;
      }
    // A power of two: exact in all parts.
    factor = std::ldexp(1.0, -std::ilogb(length) / 2);
  }
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t l = 0; l < parts_; ++l) view_.z[at(k, p, l, lane)] = factor * view_.z_new[at(k, p, l, lane)];
  if (centred && !high_powers_.empty()) normalise(lane);
  if (centred) centre_patch(lane);
}

std::complex<double> batch::slope_to_infinity(std::size_t lane) const {
  const auto number = [&](const double* array, std::size_t k) {
    return std::complex<double>(array[at(k, 0, 0, lane)], array[at(k, 1, 0, lane)]);
  };
  std::size_t largest = 0;
  for (std::size_t k = 1; k < n_; ++k)
    if (std::norm(number(view_.z, k)) > std::norm(number(view_.z, largest))) largest = k;
  return number(view_.series, n_) / number(view_.z, 0) - number(view_.series, n_ + largest) / number(view_.z, largest);
}

std::vector<std::complex<double>> batch::logarithmic_slopes(std::size_t lane) const {
  const auto number = [&](const double* array, std::size_t k) {
    return std::complex<double>(array[at(k, 0, 0, lane)], array[at(k, 1, 0, lane)]);
  };
  std::vector<std::complex<double>> slopes;
  for (std::size_t k = 0; k < n_; ++k) slopes.push_back(number(view_.series, n_ + k) / number(view_.z, k));
  return slopes;
}

void batch::read(std::size_t lane, std::vector<std::complex<double>>& z) const {
  z.resize(n_);
  for (std::size_t k = 0; k < n_; ++k) z[k] = {view_.z[at(k, 0, 0, lane)], view_.z[at(k, 1, 0, lane)]};
}

}  // namespace vieta::tracking
