#include "solve/accounting.hpp"

#include "solve/count/modular_count.hpp"

namespace vieta::tracking {

accounting compare(const solution_count& count, const std::vector<judged_end>& ends) {
  if (!count.counted) return accounting::unknown;
  const std::size_t simple = certified_solutions(ends);
  if (simple < count.simple) return accounting::missing;
  if (simple > count.simple) return accounting::unknown;  // the prime was a bad one
  if (!count.finite) return accounting::all_simple;
  std::vector<judged_end> copy = ends;
  std::size_t multiple = 0, paths = 0;
  for (const solve_solution& s : solutions_of(copy))
    if (!s.regular) ++multiple, paths += s.multiplicity;
  if (multiple < count.multiple) return accounting::missing;
  const bool all = multiple == count.multiple && simple + paths == count.with_multiplicity;
  return all ? accounting::all : accounting::all_simple;
}

solution_count count_exactly(const polynomial_system::representation& system, std::uint64_t seed,
                             double most_operations, const std::function<bool()>& must_stop) {
  const counting::modular_count c = counting::count_solutions(system, seed, most_operations, must_stop);
  solution_count result;
  result.counted = c.what != counting::modular_count::outcome::none && c.has_simple;
  if (!result.counted) return result;
  result.finite = c.what == counting::modular_count::outcome::finite;
  result.simple = c.simple, result.multiple = c.multiple, result.with_multiplicity = c.with_multiplicity;
  return result;
}

}  // namespace vieta::tracking
