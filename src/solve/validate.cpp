#include "solve/validate.hpp"

#include "solve/kernels.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

constexpr int digits_of_parts[5] = {0, 14, 30, 45, 60};

}  // namespace

void check_options(const solve_options& options) {
  const auto refuse = [](const std::string& what, auto given, const std::string& expected) {
    throw error(what + " = " + std::to_string(given) + ": expected " + expected);
  };
  if (options.parts < 0 || options.parts > 4) refuse("parts", options.parts, "0 to 4");
  if (options.digits < 0 || options.digits > digits_of_parts[4]) refuse("digits", options.digits, "0 to 60");
  if (options.parts > 0 && options.digits > digits_of_parts[options.parts])
    refuse("digits", options.digits,
           "at most " + std::to_string(digits_of_parts[options.parts]) + " with " + std::to_string(options.parts) +
               (options.parts == 1 ? " double" : " doubles"));
  if (!(options.max_seconds >= 0)) refuse("max_seconds", options.max_seconds, "a number that is not negative");
  if (!(options.max_paths >= 1 && options.max_paths <= 1e12)) refuse("max_paths", options.max_paths, "1 to 1e12");
  if (options.on.place == where::cuda) throw error("on = cuda: solve runs on the CPU only, expected auto or cpu");
}

std::pair<int, int> precision_of(const solve_options& options) {
  const int digits = options.digits > 0 ? options.digits : options.parts > 0 ? digits_of_parts[options.parts] : 15;
  int parts = options.parts;
  for (int p = 4; options.parts == 0 && p >= 1; --p)
    if (digits_of_parts[p] >= digits) parts = p;
  return {parts, digits};
}

std::string target_name(int threads) {
  return std::string("cpu ") + vieta::name(kernels().level) + ", " + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads");
}

}  // namespace vieta::tracking
