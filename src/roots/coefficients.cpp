#include "roots/coefficients.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "exact/representation.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

exact::expansion expansion_of(double value) {
  exact::expansion e;
  int exponent = 0;
  e.limb[0] = std::frexp(value, &exponent);
  e.exponent = exponent;
  return e;
}

bool is_zero(const exact::expansion& e) { return e.limb[0] == 0; }

}  // namespace

coefficients make_coefficients(const polynomial& p, int threads) {
  const polynomial::representation& data = p.data();
  const bool exact = data.is_exact();
  const bool real = exact ? data.exact_im.empty() : data.im.empty();
  const auto re_of = [&](std::size_t term) {
    return exact ? exact::to_expansion(data.exact_re[term]) : expansion_of(data.re[term]);
  };
  const auto im_of = [&](std::size_t term) {
    return real ? exact::expansion{} : exact ? exact::to_expansion(data.exact_im[term]) : expansion_of(data.im[term]);
  };
  // Terms that are zero are left out: those of a task are counted first.
  constexpr std::size_t task = 1 << 11;
  const std::size_t tasks = (data.size() + task - 1) / task;
  std::vector<std::size_t> first(tasks + 1, 0);
  const auto is_zero_term = [&](std::size_t term) {
    if (exact) return data.exact_re[term].is_zero() && (real || data.exact_im[term].is_zero());
    return data.re[term] == 0 && (real || data.im[term] == 0);
  };
  const auto for_tasks = [&](const auto& body) {
    parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) body(t, t * task, std::min(data.size(), (t + 1) * task));
    });
  };
  for_tasks([&](std::size_t t, std::size_t begin, std::size_t end) {
    for (std::size_t term = begin; term < end; ++term) first[t + 1] += is_zero_term(term) ? 0 : 1;
  });
  for (std::size_t t = 0; t < tasks; ++t) first[t + 1] += first[t];

  coefficients c;
  c.degree = data.degree;
  const std::size_t terms = first.back();
  c.power.resize(terms);
  c.exponent.resize(terms);
  c.log2_modulus.resize(terms);
  const int limbs = exact ? 4 : 1;
  for (int limb = 0; limb < limbs; ++limb) {
    c.re[limb].resize(terms);
    if (!real) c.im[limb].resize(terms);
  }
  for_tasks([&](std::size_t t, std::size_t begin, std::size_t end) {
    std::size_t at = first[t];
    for (std::size_t term = begin; term < end; ++term) {
      if (is_zero_term(term)) continue;
      const exact::expansion re = re_of(term), im = im_of(term);
      const std::int64_t exponent = is_zero(re)   ? im.exponent
                                    : is_zero(im) ? re.exponent
                                                  : std::max(re.exponent, im.exponent);
      c.power[at] = data.exponent(term);
      c.exponent[at] = exponent;
      for (int limb = 0; limb < limbs; ++limb) {
        c.re[limb][at] = scale_by(re.limb[limb], re.exponent - exponent);
        if (!real) c.im[limb][at] = scale_by(im.limb[limb], im.exponent - exponent);
      }
      const double modulus = real ? std::abs(c.re[0][at]) : std::hypot(c.re[0][at], c.im[0][at]);
      c.log2_modulus[at] = std::log2(modulus) + static_cast<double>(exponent);
      ++at;
    }
  });
  return c;
}

}  // namespace vieta
