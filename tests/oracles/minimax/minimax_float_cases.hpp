#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "minimax/check/float_check.hpp"
#include "minimax/full_range.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::test {

/// A program, what it stands for and the machines it is run on.
struct float_case {
  std::string what;
  approximation::program code;
  approximation::float_domain domain;
  std::vector<approximation::machine> machines;
};

/// How many inputs: few, for a processor; some hundred millions, for a GPU; all that the function has (minutes).
enum class float_amount { few, many, all };

/// Forms, ranges, formats, weights and machines of all kinds.
inline std::vector<float_case> float_cases(float_amount amount) {
  using namespace approximation;
  std::vector<float_case> all;
  const auto result_of = [](const minimax_problem& p) {
    minimax_options options;
    options.format = coefficient_format::float32;
    options.prove = false;
    return minimax(p, options);
  };
  const auto machines = [](std::initializer_list<const char*> names, bool half) {
    std::vector<machine> list;
    for (const char* n : names) list.push_back(find_machine(n)), list.back().half = half;
    return list;
  };
  const auto domain = [](const std::string& f, double lo, double hi, bool relative, const std::string& weight = "") {
    float_domain d;
    d.function = parse(f, "");
    if (!weight.empty()) d.weight = parse(weight, "");
    d.relative = relative;
    d.intervals = {{lo, hi}};
    return d;
  };
  const auto form = [&](const minimax_problem& p, bool half, polynomial_order order) {
    const minimax_result r = result_of(p);
    const problem read_again = read(r.problem);
    return form_program(read_again, {r.exponents, r.coefficients, read_again.denominator}, order, half, "f");
  };
  const auto full = [&](const std::string& f, const std::string& of, int degree) {
    const minimax_result r = result_of(minimax_short_form(of, degree));
    return full_range_program(read(r.problem), f, {r.exponents, r.coefficients, {}}, polynomial_order::horner, false,
                              false, "f");
  };
  const auto range = [amount](std::pair<double, double> few, std::pair<double, double> many,
                              std::pair<double, double> all_inputs) {
    return amount == float_amount::few ? few : amount == float_amount::many ? many : all_inputs;
  };
  const auto within = [&](const std::string& f, std::pair<double, double> ends, bool relative,
                          const std::string& weight = "") {
    return domain(f, ends.first, ends.second, relative, weight);
  };
  const double more = amount == float_amount::few ? 0x1p-8 : 1;  // of a range
  const double huge = std::numeric_limits<float>::max();
  all.push_back({"acos", form(minimax_short_form("acos", 3), false, polynomial_order::horner),
                 domain("acos(x)", 1 - 0.9 * more, 1, true),
                 machines({"ieee", "ieee-fma", "gcn", "cuda-fast", "vulkan"}, false)});
  all.push_back({"atan by Estrin, absolute", form(minimax_short_form("atan", 6), false, polynomial_order::estrin),
                 domain("atan(x)", 0.5, 0.5 + 0.5 * more, false), machines({"ieee", "ieee-fma"}, false)});
  minimax_problem weighted;
  weighted.function = "exp(x)";
  weighted.error = minimax_error::weighted;
  weighted.weight = "1/(1+x^2)";
  all.push_back({"exp with a weight", form(weighted, false, polynomial_order::horner),
                 within("exp(x)", range({-1, -0.99}, {0.01, 1}, {-1, 0.999}), false, weighted.weight),
                 machines({"ieee", "ieee-ftz", "rdna"}, false)});
  minimax_problem quotient = minimax_short_form("tanh", 2);
  quotient.denominator_degree = 2;
  all.push_back({"tanh as a quotient", form(quotient, false, polynomial_order::horner),
                 domain("tanh(x)", 0.25, 0.25 + 0.5 * more, true),
                 machines({"ieee", "cuda-fast", "vulkan-fma"}, false)});
  all.push_back({"halves", form(minimax_short_form("acos", 2), true, polynomial_order::horner),
                 domain("acos(x)", 0, 1, true), machines({"ieee", "ieee-fma"}, true)});
  all.push_back({"atan, full range", full("atan", "atan", 4),
                 within("atan(x)", range({3, 3.01}, {1e-3, 1e3}, {-huge, huge}), true),
                 machines({"ieee", "ieee-fma", "cuda-fast"}, false)});
  all.push_back({"asin, full range", full("asin", "asin", 3),
                 within("asin(x)", range({-1, -0.997}, {-1, -1e-3}, {-1, 1}), true),
                 machines({"ieee", "ieee-fma", "gcn"}, false)});
  all.push_back({"exp, full range", full("exp", "exp", 5),
                 within("exp(x)", range({87.9, 88}, {1e-3, 88}, {-87, 88}), true),
                 machines({"ieee", "ieee-fma"}, false)});
  all.push_back({"log, full range", full("log", "log", 7),
                 within("log(x)", range({1e30, 1.004e30}, {1e-40, 1e-36}, {1e-40, huge}), true),
                 machines({"ieee", "ieee-fma"}, false)});
  all.push_back({"sin, full range", full("sin", "sin", 4),
                 within("sin(x)", range({2000, 2016}, {0.01, 25735}, {-25735, 25735}), false),
                 machines({"ieee", "ieee-fma"}, false)});
  all.push_back({"cos, full range", full("cos", "sin", 4),
                 within("cos(x)", range({0.5, 0.503}, {1e-3, 10}, {-10, 10}), false),
                 machines({"ieee", "ieee-fma", "ieee-ftz"}, false)});
  return all;
}

}  // namespace vieta::test
