#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "io/polynomial/pol.hpp"
#include "io/polynomial/term_algebra.hpp"
#include "vieta/error.hpp"

namespace vieta::io {
namespace {

using exact::real;

struct secular_sum {
  term_algebra::terms above, below;
};

int compared(const term& a, const term& b) {
  const int re = exact::compare(a.re, b.re);
  return re != 0 ? re : exact::compare(a.im, b.im);
}

// a / (x - b) + ... over a common denominator, by halves.
secular_sum sum_of(term_algebra& algebra, const std::vector<secular_term>& all, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    const term& b = all[first].pole;
    return {algebra.sum({all[first].weight}),
            algebra.sum({term{1, real{1, 1, 0, 0}, {}}, term{0, exact::negate(b.re), exact::negate(b.im)}})};
  }
  const std::size_t middle = first + (last - first) / 2;
  const secular_sum left = sum_of(algebra, all, first, middle), right = sum_of(algebra, all, middle, last);
  term_algebra::terms above = algebra.product(left.above, right.below);
  const term_algebra::terms other = algebra.product(right.above, left.below);
  above.insert(above.end(), other.begin(), other.end());
  return {algebra.sum(std::move(above)), algebra.product(left.below, right.below)};
}

polynomial numerator_of(std::vector<secular_term> all) {
  term_algebra algebra(0);
  // Poles that are written twice are one pole; one without a weight is none, and would be a root that solves nothing.
  std::stable_sort(all.begin(), all.end(),
                   [](const secular_term& a, const secular_term& b) { return compared(a.pole, b.pole) < 0; });
  std::vector<secular_term> each;
  for (secular_term& next : all) {
    if (each.empty() || compared(each.back().pole, next.pole) != 0) {
      each.push_back(std::move(next));
      continue;
    }
    term_algebra::terms sum = algebra.sum({each.back().weight, next.weight});
    each.back().weight = sum.empty() ? term{} : std::move(sum.front());
  }
  std::erase_if(each, [](const secular_term& t) { return t.weight.re.is_zero() && t.weight.im.is_zero(); });
  if (each.empty()) return make_polynomial({term{0, real{1, 1, 0, 0}, {}}});
  const secular_sum sum = sum_of(algebra, each, 0, each.size());
  term_algebra::terms difference = term_algebra::negated(sum.above);
  difference.insert(difference.end(), sum.below.begin(), sum.below.end());
  return make_polynomial(algebra.sum(std::move(difference)));
}

}  // namespace

polynomial from_secular(std::vector<secular_term> terms, const std::string& name) {
  try {
    return numerator_of(std::move(terms));
  } catch (const error& refused) {
    throw error(name + ": " + refused.what());
  }
}

}  // namespace vieta::io
