#pragma once

#include "base/team/archive.hpp"
#include "systems/representation.hpp"

// A system as a message to other members of a team: all that it holds, exact coefficients too, which the binary form of
// files leaves out.

namespace vieta::exact {

inline shared::writer& operator<<(shared::writer& out, const integer& value) {
  const auto words = value.words();
  return (out << value.sign()).range(words.data(), words.size());
}
inline shared::reader& operator>>(shared::reader& in, integer& value) {
  const int sign = in.get<int>();
  const auto words = in.get<std::vector<integer::word>>();
  value = integer(std::span<const integer::word>(words));
  if (sign < 0) value.negate();
  return in;
}
inline shared::writer& operator<<(shared::writer& out, const real& value) {
  return out << value.numerator << value.denominator << value.decimal_exponent << value.binary_exponent;
}
inline shared::reader& operator>>(shared::reader& in, real& value) {
  return in >> value.numerator >> value.denominator >> value.decimal_exponent >> value.binary_exponent;
}

}  // namespace vieta::exact

namespace vieta::systems {

inline shared::bytes packed_system(const polynomial_system& system) { return shared::packed(system.data()); }
inline polynomial_system unpacked_system(const shared::bytes& message) {
  auto data = std::make_shared<polynomial_system::representation>();
  shared::reader(message) >> *data;
  return polynomial_system(std::move(data));
}

}  // namespace vieta::systems
