// The best cubic for acos in float that is exact at both ends, proven, as a shader function for [-1, 1].
#include <iostream>
#include <vieta/minimax_code.hpp>

int main() {
  vieta::minimax_problem problem = vieta::minimax_short_form("acos", 3);
  problem.constraints = {"p(0)=pi/2"};
  vieta::minimax_options options;
  options.format = vieta::coefficient_format::float32;
  const vieta::minimax_result result = vieta::minimax(problem, options);

  vieta::code_options code;
  code.language = vieta::code_language::hlsl;
  code.full_range = "acos";
  std::cout << result << '\n' << vieta::emit_code(result, code).text;
  return result.status == vieta::minimax_status::optimal ? 0 : 2;
}
