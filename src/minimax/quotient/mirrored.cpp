#include "minimax/quotient/mirrored.hpp"

#include <algorithm>

#include "minimax/fit/parts.hpp"

namespace vieta::approximation {
namespace {

/// Every interval's mirror image is one of them, too, and 0 is inside.
bool are_mirrored(const problem& p) {
  bool across = false;
  for (const auto& [a, b] : p.intervals) {
    const long double lo = evaluate(a, 0), hi = evaluate(b, 0);
    across = across || (lo < 0 && hi > 0);
    if (std::none_of(p.intervals.begin(), p.intervals.end(),
                     [&](const auto& i) { return evaluate(i.first, 0) == -hi && evaluate(i.second, 0) == -lo; }))
      return false;
  }
  return across;
}

/// The form with p(x^2), or x times it, in the place of p(x), and with q(x^2), or without it, in that of q(x).
tree with_square(const tree& t, bool odd, bool has_q) {
  if (!t) return t;
  if (t->kind == operation::divide && t->b->kind == operation::denominator && !has_q)
    return with_square(t->a, odd, has_q);
  if (t->kind == operation::polynomial || t->kind == operation::denominator) {
    const tree square = make(t->kind, make(operation::power, make(operation::variable), constant("2")));
    return odd && t->kind == operation::polynomial ? make(operation::multiply, make(operation::variable), square)
                                                   : square;
  }
  return t->a ? make(t->kind, with_square(t->a, odd, has_q), with_square(t->b, odd, has_q)) : t;
}

}  // namespace

std::optional<mirrored_quotient> of_mirrored_quotient(const minimax_problem& given) {
  if (given.denominator_degree <= 0 || !given.denominator.empty() || !given.constraints.empty() ||
      !given.samples.empty() || !given.exponents.empty())
    return std::nullopt;
  const problem p = read(given);
  if (p.argument->kind != operation::variable || !are_mirrored(p)) return std::nullopt;
  for (const bool odd : {false, true}) {
    if (odd && given.degree == 0) continue;
    mirrored_quotient folded{given, ""};
    folded.problem.degree = odd ? (given.degree - 1) / 2 : given.degree / 2;
    folded.problem.denominator_degree = given.denominator_degree / 2;
    folded.problem.form = to_text(with_square(p.form, odd, folded.problem.denominator_degree > 0));
    if (!parts_of(read(folded.problem)).folded) continue;
    folded.note = "on mirrored intervals the best p(x)/q(x) of degrees " + std::to_string(given.degree) + " and " +
                  std::to_string(given.denominator_degree) + " is " + (odd ? "odd" : "even") + ", and the form " +
                  folded.problem.form;
    return folded;
  }
  return std::nullopt;
}

}  // namespace vieta::approximation
