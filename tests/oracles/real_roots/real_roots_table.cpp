// The table of hard cases for tests in other languages.
//
//   real_roots_table cases            one line each: index, scalars (float, double, both), lo, hi, coefficients
//   real_roots_table judge < answers  lines of index, float or double, status, touching, roots; prints what is wrong
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "oracles/real_roots/real_roots_cases.hpp"

namespace vieta::test {
namespace {

void print_cases(const std::vector<real_roots_case>& cases) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const real_roots_case& c = cases[i];
    const char* const in = c.in == scalars::both ? "both" : c.in == scalars::only_float ? "float" : "double";
    std::printf("%zu %s %.17g %.17g", i, in, c.lo, c.hi);
    for (const double x : c.coefficients) std::printf(" %.17g", x);
    std::printf("\n");
  }
}

int judge(const std::vector<real_roots_case>& cases, std::istream& answers) {
  const std::map<std::string, real_roots_status> statuses = {{"ok", real_roots_status::ok},
                                                             {"touching", real_roots_status::touching},
                                                             {"unresolved", real_roots_status::unresolved},
                                                             {"zero_polynomial", real_roots_status::zero_polynomial},
                                                             {"clustered", real_roots_status::clustered},
                                                             {"bad_input", real_roots_status::bad_input}};
  int wrong = 0, judged = 0;
  for (std::string line; std::getline(answers, line); ++judged) {
    std::istringstream words(line);
    std::size_t i = cases.size();
    std::string scalar, status;
    listed_roots answer;
    words >> i >> scalar >> status >> answer.touching;
    answer.status = statuses.at(status);
    for (double x = 0; words >> x;) answer.roots.push_back(x);
    answer.count = static_cast<int>(answer.roots.size());
    const std::string complaint =
        scalar == "float" ? mismatch<float>(cases.at(i), answer) : mismatch<double>(cases.at(i), answer);
    if (complaint.empty()) continue;
    std::cout << scalar << ", " << complaint << '\n';
    ++wrong;
  }
  std::cout << judged << " answers, " << wrong << " wrong\n";
  return wrong == 0 && judged > 0 ? 0 : 1;
}

}  // namespace
}  // namespace vieta::test

int main(int count, char** arguments) {
  const auto cases = vieta::test::real_roots_cases();
  const std::string verb = count > 1 ? arguments[1] : "";
  if (verb == "judge") return vieta::test::judge(cases, std::cin);
  vieta::test::print_cases(cases);
  return 0;
}
