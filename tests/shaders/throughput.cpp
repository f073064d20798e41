// shader_throughput: polynomials per second of the GLSL and HLSL on the GPU that Vulkan finds, in [-1,1], for the sets
// "sparse" (coefficients uniform in [-1,1]) and "dense" (roots uniform in [-1,1]).
#include <iomanip>
#include <iostream>

#include "shaders/random_problems.hpp"
#include "shaders/shader_programs.hpp"
#include "shaders/shader_runner.hpp"

using namespace vieta;
using namespace vieta::test;

namespace {

constexpr std::size_t count = std::size_t{1} << 20;

std::vector<shader_problem> problems_of(const std::string& kind, int degree) {
  std::vector<shader_problem> some, all;
  for (const shader_problem& p : random_problems(degree, 4096)) {
    if (p.name == kind) some.push_back(p);
  }
  while (all.size() < count) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace

int main() {
  for (const int degree : {3, 5, 10, 18, 26}) {
    for (const std::string kind : {"sparse", "dense, tolerance 2e-4"}) {
      const std::vector<shader_problem> problems = problems_of(kind, degree);
      for (const shader_language language : {shader_language::glsl, shader_language::hlsl}) {
        std::string why_not;
        const auto runner = shader_runner::open(language, degree, why_not);
        if (!runner) {
          std::cout << "SKIPPED: " << why_not << '\n';
          return 0;
        }
        const double seconds = runner->seconds(problems);
        std::cout << runner->device() << "  " << name(language) << "  N=" << std::setw(2) << degree << "  "
                  << std::setw(21) << kind << "  " << std::setprecision(4) << static_cast<double>(count) / seconds / 1e6
                  << " M/s\n"
                  << std::flush;
      }
    }
  }
}
