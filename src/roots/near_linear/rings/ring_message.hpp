#pragma once

#include <algorithm>
#include <vector>

#include "base/team/archive.hpp"
#include "roots/coefficients.hpp"
#include "roots/near_linear/device_roots.hpp"

// What ranks tell one another, and checkpoints keep.

namespace vieta::near_linear {

inline void write_coefficients(shared::writer& out, const coefficients& a) {
  out << a.degree << a.power << a.exponent << a.log2_modulus;
  for (int limb = 0; limb < 4; ++limb) out << a.re[limb] << a.im[limb];
}
inline coefficients read_coefficients(shared::reader& in) {
  coefficients a;
  in >> a.degree >> a.power >> a.exponent >> a.log2_modulus;
  for (int limb = 0; limb < 4; ++limb) in >> a.re[limb] >> a.im[limb];
  return a;
}

inline void write_columns(shared::writer& out, const device_roots& found) {
  out.range(found.re.begin(), found.re.size()).range(found.im.begin(), found.im.size());
  out.range(found.radius.begin(), found.radius.size()).range(found.alone.begin(), found.alone.size());
  out.range(found.exponent.begin(), found.exponent.size());
  out.range(found.border.keys.begin(), found.border.keys.size());
  out << found.border.at << found.border.wide << found.count << found.upper_half << found.used_residuals;
  out << found.long_sums << found.lost << found.without_room << found.device << found.device_bytes;
}
template <class T>
void read_column(shared::reader& in, plain_array<T>& column) {
  const auto values = in.get<std::vector<T>>();
  column.resize(values.size());
  std::copy(values.begin(), values.end(), column.data());
}
inline device_roots read_columns(shared::reader& in) {
  device_roots found;
  for (plain_array<double>* const column : {&found.re, &found.im, &found.radius, &found.alone})
    read_column(in, *column);
  read_column(in, found.exponent);
  read_column(in, found.border.keys);
  in >> found.border.at >> found.border.wide >> found.count >> found.upper_half >> found.used_residuals;
  in >> found.long_sums >> found.lost >> found.without_room >> found.device >> found.device_bytes;
  return found;
}

}  // namespace vieta::near_linear
