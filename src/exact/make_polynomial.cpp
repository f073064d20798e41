#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

bool is_zero(double value) { return value == 0; }
bool is_zero(const exact::real& value) { return value.is_zero(); }
bool is_finite(double value) { return std::isfinite(value); }
bool is_finite(const exact::real&) { return true; }

/// The value arrays of one kind, either one per power or, with exponents, the nonzero terms.
template <typename T>
struct values {
  std::vector<std::int64_t> exponents;
  std::vector<T> re, im;

  [[nodiscard]] bool zero(std::size_t k) const { return is_zero(re[k]) && (im.empty() || is_zero(im[k])); }
};

template <typename T>
void drop_leading_zeros(values<T>& dense) {
  std::size_t size = dense.re.size();
  while (size > 0 && dense.zero(size - 1)) --size;
  dense.re.resize(size);
  if (!dense.im.empty()) dense.im.resize(size);
}

template <typename T>
void keep_nonzero_terms(values<T>& dense) {
  const auto size = dense.re.size();
  std::size_t kept = 0;
  for (std::size_t k = 0; k < size; ++k) {
    if (dense.zero(k)) continue;
    dense.exponents.push_back(static_cast<std::int64_t>(k));
    if (kept != k) {
      dense.re[kept] = std::move(dense.re[k]);
      if (!dense.im.empty()) dense.im[kept] = std::move(dense.im[k]);
    }
    ++kept;
  }
  dense.re.resize(kept);
  dense.re.shrink_to_fit();
  if (!dense.im.empty()) dense.im.resize(kept);
  dense.im.shrink_to_fit();
}

template <typename T>
void fill_gaps(values<T>& sparse) {
  const auto size = static_cast<std::size_t>(sparse.exponents.back()) + 1;
  std::vector<T> re(size), im(sparse.im.empty() ? 0 : size);
  for (std::size_t k = 0; k < sparse.exponents.size(); ++k) {
    const auto power = static_cast<std::size_t>(sparse.exponents[k]);
    re[power] = std::move(sparse.re[k]);
    if (!im.empty()) im[power] = std::move(sparse.im[k]);
  }
  sparse = {{}, std::move(re), std::move(im)};
}

bool is_dense(std::int64_t nonzero, std::int64_t degree) {
  return nonzero >= (degree + 1) / 4 + ((degree + 1) % 4 != 0);
}

template <typename T>
void forget_zero_imaginary_part(values<T>& v) {
  if (std::all_of(v.im.begin(), v.im.end(), [](const T& part) { return is_zero(part); })) v.im = {};
}

/// The last step for every way in: choose the storage and share it.
template <typename T>
polynomial store(values<T> v) {
  forget_zero_imaginary_part(v);
  auto data = std::make_shared<polynomial::representation>();
  if (v.exponents.empty()) {
    drop_leading_zeros(v);
    data->degree = static_cast<std::int64_t>(v.re.size()) - 1;
    std::int64_t nonzero = 0;
    for (std::size_t k = 0; k < v.re.size(); ++k) nonzero += v.zero(k) ? 0 : 1;
    if (!is_dense(nonzero, data->degree)) keep_nonzero_terms(v);
  } else {
    data->degree = v.exponents.back();
    if (is_dense(static_cast<std::int64_t>(v.exponents.size()), data->degree)) fill_gaps(v);
  }
  const auto finite = [](const std::vector<T>& part) {
    return std::all_of(part.begin(), part.end(), [](const T& x) { return is_finite(x); });
  };
  data->finite = finite(v.re) && finite(v.im);
  data->exponents = std::move(v.exponents);
  if constexpr (std::is_same_v<T, double>) {
    data->re = std::move(v.re);
    data->im = std::move(v.im);
  } else {
    data->exact_re = std::move(v.re);
    data->exact_im = std::move(v.im);
  }
  return polynomial(std::move(data));
}

bool all_fit_double(const std::vector<exact::real>& from, std::vector<double>& to) {
  to.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (!exact::fits_double(from[k], to[k])) return false;
  }
  return true;
}

polynomial store_as_doubles_if_possible(values<exact::real> v) {
  values<double> doubles;
  if (all_fit_double(v.re, doubles.re) && all_fit_double(v.im, doubles.im)) {
    doubles.exponents = std::move(v.exponents);
    return store(std::move(doubles));
  }
  return store(std::move(v));
}

void sort_and_merge(std::vector<term>& terms) {
  const auto before = [](const term& a, const term& b) { return a.exponent < b.exponent; };
  if (!std::is_sorted(terms.begin(), terms.end(), before)) std::stable_sort(terms.begin(), terms.end(), before);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (kept > 0 && terms[kept - 1].exponent == terms[k].exponent) {
      terms[kept - 1].re = exact::add(terms[kept - 1].re, terms[k].re);
      terms[kept - 1].im = exact::add(terms[kept - 1].im, terms[k].im);
    } else {
      if (kept != k) terms[kept] = std::move(terms[k]);
      ++kept;
    }
  }
  terms.resize(kept);
  std::erase_if(terms, [](const term& t) { return t.re.is_zero() && t.im.is_zero(); });
}

}  // namespace

polynomial make_polynomial(std::vector<double> re, std::vector<double> im) {
  return store(values<double>{{}, std::move(re), std::move(im)});
}

polynomial make_polynomial(std::vector<exact::real> re, std::vector<exact::real> im) {
  return store_as_doubles_if_possible({{}, std::move(re), std::move(im)});
}

polynomial make_polynomial(std::vector<term> terms) {
  sort_and_merge(terms);
  if (terms.empty()) return polynomial();
  if (terms.front().exponent < 0) {
    throw error("polynomial: found exponent " + std::to_string(terms.front().exponent) + ", expected at least 0");
  }
  values<exact::real> v;
  v.exponents.reserve(terms.size());
  v.re.reserve(terms.size());
  v.im.reserve(terms.size());
  for (term& t : terms) {
    v.exponents.push_back(t.exponent);
    v.re.push_back(std::move(t.re));
    v.im.push_back(std::move(t.im));
  }
  return store_as_doubles_if_possible(std::move(v));
}

}  // namespace vieta
