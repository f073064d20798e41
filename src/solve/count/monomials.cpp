#include "solve/count/monomials.hpp"

#include <algorithm>

namespace vieta::counting {

namespace {
constexpr std::uint32_t empty_slot = ~0U;
}  // namespace

monomial_table::monomial_table(std::size_t variables)
    : n_(variables), at_hand_(variables), slots_(1 << 12, empty_slot) {}

std::uint64_t monomial_table::hash(const std::uint16_t* exponents) const {
  std::uint64_t h = 0x9e3779b97f4a7c15;
  for (std::size_t v = 0; v < n_; ++v) h = (h ^ exponents[v]) * 0xff51afd7ed558ccd, h ^= h >> 32;
  return h;
}

void monomial_table::grow() {
  slots_.assign(2 * slots_.size(), empty_slot);
  for (std::uint32_t m = 0; m < degree_.size(); ++m) {
    std::size_t slot = hash(exponents(m)) & (slots_.size() - 1);
    while (slots_[slot] != empty_slot) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = m;
  }
}

monomial monomial_table::find(const std::vector<std::uint16_t>& wanted) {
  std::size_t slot = hash(wanted.data()) & (slots_.size() - 1);
  for (; slots_[slot] != empty_slot; slot = (slot + 1) & (slots_.size() - 1))
    if (std::equal(wanted.begin(), wanted.end(), exponents(slots_[slot]))) return slots_[slot];
  const auto number = static_cast<monomial>(degree_.size());
  slots_[slot] = number;
  std::uint32_t degree = 0;
  std::uint64_t bits = 0;
  for (std::size_t v = 0; v < n_; ++v) {
    degree += wanted[v];
    if (wanted[v] > 0) bits |= 1ULL << (v % 64);
  }
  exponents_.insert(exponents_.end(), wanted.begin(), wanted.end());
  degree_.push_back(degree), bits_.push_back(bits);
  if (2 * degree_.size() > slots_.size()) grow();
  return number;
}

monomial monomial_table::product(monomial a, monomial b) {
  for (std::size_t v = 0; v < n_; ++v) at_hand_[v] = static_cast<std::uint16_t>(exponents(a)[v] + exponents(b)[v]);
  return find(at_hand_);
}

monomial monomial_table::quotient(monomial a, monomial b) {
  for (std::size_t v = 0; v < n_; ++v) at_hand_[v] = static_cast<std::uint16_t>(exponents(a)[v] - exponents(b)[v]);
  return find(at_hand_);
}

monomial monomial_table::least_multiple(monomial a, monomial b) {
  for (std::size_t v = 0; v < n_; ++v) at_hand_[v] = std::max(exponents(a)[v], exponents(b)[v]);
  return find(at_hand_);
}

monomial monomial_table::variable(std::size_t v) {
  std::fill(at_hand_.begin(), at_hand_.end(), std::uint16_t{0});
  at_hand_[v] = 1;
  return find(at_hand_);
}

bool monomial_table::divides(monomial a, monomial b) const {
  if ((bits_[a] & ~bits_[b]) != 0 || degree_[a] > degree_[b]) return false;
  const std::uint16_t *const x = exponents(a), *const y = exponents(b);
  for (std::size_t v = 0; v < n_; ++v)
    if (x[v] > y[v]) return false;
  return true;
}

bool monomial_table::coprime(monomial a, monomial b) const {
  if ((bits_[a] & bits_[b]) == 0) return true;
  const std::uint16_t *const x = exponents(a), *const y = exponents(b);
  for (std::size_t v = 0; v < n_; ++v)
    if (x[v] > 0 && y[v] > 0) return false;
  return true;
}

bool monomial_table::less(monomial a, monomial b) const {
  if (degree_[a] != degree_[b]) return degree_[a] < degree_[b];
  const std::uint16_t *const x = exponents(a), *const y = exponents(b);
  for (std::size_t v = n_; v-- > 0;)
    if (x[v] != y[v]) return x[v] > y[v];
  return false;
}

}  // namespace vieta::counting
