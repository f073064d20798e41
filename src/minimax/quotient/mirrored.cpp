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

}  // namespace

std::optional<mirrored_quotient> of_mirrored_quotient(const minimax_problem& given) {
  if (given.denominator_degree <= 0 || !given.denominator.empty() || !given.constraints.empty() ||
      !given.samples.empty() || !given.exponents.empty())
    return std::nullopt;
  const problem p = read(given);
  const bool plain = p.form->kind == operation::divide && p.form->a->kind == operation::polynomial &&
                     p.form->b->kind == operation::denominator && p.argument->kind == operation::variable;
  if (!plain || !are_mirrored(p)) return std::nullopt;
  for (const bool odd : {false, true}) {
    if (odd && given.degree == 0) continue;
    mirrored_quotient folded{given, ""};
    folded.problem.degree = odd ? (given.degree - 1) / 2 : given.degree / 2;
    folded.problem.denominator_degree = given.denominator_degree / 2;
    folded.problem.form = odd ? "x*p(x^2)" : "p(x^2)";
    if (folded.problem.denominator_degree > 0) folded.problem.form += "/q(x^2)";
    if (!parts_of(read(folded.problem)).folded) continue;
    folded.note = std::string(odd ? "an odd" : "an even") +
                  " function on mirrored intervals: its best p(x)/q(x) of degrees " + std::to_string(given.degree) +
                  " and " + std::to_string(given.denominator_degree) + " is " + folded.problem.form;
    return folded;
  }
  return std::nullopt;
}

}  // namespace vieta::approximation
