#include "minimax/function/singular_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace vieta::approximation {
namespace {

constexpr int pieces_of_zeros = 509;
constexpr std::size_t most_points = 40;  // a function with more of them is not made of a few smooth parts

/// A zero of g between a and b, where its sign changes, to the last bit.
long double halved(const tree& g, long double value, long double a, long double b) {
  constexpr int halvings = 200;
  const bool negative = evaluate(g, a) - value < 0;
  for (int step = 0; step < halvings; ++step) {
    const long double middle = a + (b - a) / 2;
    if (middle == a || middle == b) break;
    const long double at = evaluate(g, middle) - value;
    if (at == 0) return middle;
    ((at < 0) == negative ? a : b) = middle;
  }
  return std::fabs(evaluate(g, a) - value) < std::fabs(evaluate(g, b) - value) ? a : b;
}

/// The place of the least |g - value| between a and b, by thirds.
long double least(const tree& g, long double value, long double a, long double b) {
  constexpr int steps = 120;
  for (int step = 0; step < steps; ++step) {
    const long double left = a + (b - a) / 3, right = b - (b - a) / 3;
    (std::fabs(evaluate(g, left) - value) < std::fabs(evaluate(g, right) - value) ? b : a) =
        std::fabs(evaluate(g, left) - value) < std::fabs(evaluate(g, right) - value) ? right : left;
  }
  return a + (b - a) / 2;
}

class singular_search {
 public:
  singular_search(long double lo, long double hi) : lo_(lo), hi_(hi) {}

  void walk(const tree& t) {
    if (!t || is_fixed(t) || full()) return;
    walk(t->a);
    walk(t->b);
    switch (t->kind) {
      case operation::abs:
      case operation::sqrt:
      case operation::cbrt:
      case operation::log:
      case operation::log2:
      case operation::log10:
        return add_zeros(t->a, 0, false);
      case operation::power: {
        const long double exponent = evaluate(t->b, 0);
        if (exponent < 0) return add_zeros(t->a, 0, true);
        if (exponent != std::floor(exponent)) add_zeros(t->a, 0, false);
        return;
      }
      case operation::divide:
        return add_zeros(t->b, 0, true);
      case operation::log1p:
        return add_zeros(t->a, -1, false);
      case operation::acosh:
        return add_zeros(t->a, 1, false);
      case operation::asin:
      case operation::acos:
      case operation::atanh:
        add_zeros(t->a, 1, false);
        return add_zeros(t->a, -1, false);
      default:
        return;
    }
  }

  std::vector<singular_point> found;

 private:
  [[nodiscard]] bool full() const { return found.size() > most_points; }

  void add(long double x, const tree& g, long double value, bool of_divisor) {
    const long double near = 1e-17L * (hi_ - lo_);  // rounding errors of the search
    for (const long double known : {lo_, hi_, 0.0L})
      if (std::fabs(x - known) <= near && known >= lo_ && known <= hi_) x = known;
    for (singular_point& p : found)
      if (std::fabs(p.x - x) <= near) {
        p.of_divisor = p.of_divisor || of_divisor;
        return;
      }
    found.push_back({x, of_divisor, g, value});
  }

  void add_zeros(const tree& g, long double value, bool of_divisor) {
    if (is_fixed(g)) return;
    std::array<long double, pieces_of_zeros + 1> x{}, size{};
    long double scale = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      x[k] = k == pieces_of_zeros ? hi_ : lo_ + (hi_ - lo_) * static_cast<long double>(k) / pieces_of_zeros;
      size[k] = evaluate(g, x[k]) - value;
      if (std::isfinite(size[k])) scale = std::max(scale, std::fabs(size[k]));
    }
    std::size_t zeros = 0;
    for (const long double s : size) zeros += s == 0 ? 1 : 0;
    const auto [lowest, highest] = std::minmax_element(size.begin(), size.end());
    if (zeros > most_points || *highest - *lowest <= 1e-15L * scale) return;  // a constant, on a part of the interval
    for (std::size_t k = 0; k < x.size() && !full(); ++k) {
      if (size[k] == 0) add(x[k], g, value, of_divisor);
      if (k == 0) continue;
      if (size[k - 1] * size[k] < 0) add(halved(g, value, x[k - 1], x[k]), g, value, of_divisor);
      if (k + 1 == x.size()) continue;
      // A double zero touches: sqrt((x-0.3)^2).
      const bool touches = size[k] != 0 && size[k - 1] * size[k] > 0 && size[k] * size[k + 1] > 0 &&
                           std::fabs(size[k]) <= std::fabs(size[k - 1]) && std::fabs(size[k]) <= std::fabs(size[k + 1]);
      if (!touches) continue;
      const long double at = least(g, value, x[k - 1], x[k + 1]);
      if (std::fabs(evaluate(g, at) - value) <= 1e-15L * scale) add(at, g, value, of_divisor);
    }
  }

  long double lo_, hi_;
};

bool is_mirrored_shift(const tree& t) {
  return t->kind == operation::subtract && t->b->kind == operation::variable && is_fixed(t->a);
}

/// c of x - c or c - x; nothing where the expression is another one.
tree shift_of(const tree& t) {
  if (t->kind == operation::subtract && t->a->kind == operation::variable && is_fixed(t->b)) return t->b;
  if (is_mirrored_shift(t)) return t->a;
  if (t->kind != operation::add) return nullptr;
  if (t->a->kind == operation::variable && is_fixed(t->b)) return make(operation::negate, t->b);
  if (t->b->kind == operation::variable && is_fixed(t->a)) return make(operation::negate, t->a);
  return nullptr;
}

}  // namespace

std::vector<tree> shifts_of(const tree& t, long double lo, long double hi) {
  std::vector<tree> all;
  const std::function<void(const tree&)> walk = [&](const tree& part) {
    if (!part) return;
    const tree c = shift_of(part);
    if (!c) return walk(part->a), walk(part->b);
    const long double at = evaluate(c, 0);
    if (at >= lo && at <= hi &&
        std::none_of(all.begin(), all.end(), [&](const tree& known) { return evaluate(known, 0) == at; }))
      all.push_back(c);
  };
  walk(t);
  return all;
}

tree shifted(const tree& t, const tree& c) {
  if (!t || is_fixed(t)) return t;
  if (t->kind == operation::variable) return make(operation::add, t, c);
  if (const tree own = shift_of(t); own && to_text(own) == to_text(c))
    return is_mirrored_shift(t) ? make(operation::negate, make(operation::variable)) : make(operation::variable);
  return make(t->kind, shifted(t->a, c), shifted(t->b, c));
}

std::vector<singular_point> singular_points(const tree& t, long double lo, long double hi) {
  singular_search search(lo, hi);
  search.walk(t);
  if (search.found.size() > most_points) return {};
  std::sort(search.found.begin(), search.found.end(),
            [](const singular_point& a, const singular_point& b) { return a.x < b.x; });
  return search.found;
}

}  // namespace vieta::approximation
