#include "solve/validate.hpp"

#include "parallel_for.hpp"
#include "solve/device_tracker.hpp"
#include "solve/kernels.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

/// Work, as step_cost() counts it, that takes a thread about as long as it takes to wake a device.
constexpr double worth_the_trip = 5e6;
/// An H200 follows paths about as fast as so many threads with AVX-512 (docs/benchmarks.md).
constexpr int threads_of_a_device = 16;
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
  if (options.on.place == where::cuda) static_cast<void>(device_name(options.on));  // throws where there is none
}

std::pair<int, int> precision_of(const solve_options& options) {
  const int digits = options.digits > 0 ? options.digits : options.parts > 0 ? digits_of_parts[options.parts] : 15;
  int parts = options.parts;
  for (int p = 4; options.parts == 0 && p >= 1; --p)
    if (digits_of_parts[p] >= digits) parts = p;
  return {parts, digits};
}

double step_cost(std::size_t variables, double terms) {
  const auto n = static_cast<double>(variables);
  return n * n * n + 8 * terms;
}

workers choose_workers(const solve_options& options, double paths, const tape_view& tape) {
  workers by{thread_count(options.on.threads), options.on.place == where::cuda, options.on};
  if (options.on.place != where::automatic) return by;
  const double work = paths * step_cost(tape.variables, static_cast<double>(tape.terms));
  by.device = by.threads < threads_of_a_device && work > worth_the_trip * by.threads && !cuda_devices().empty();
  return by;
}

std::string target_name(const workers& by) {
  return by.device ? device_name(by.on) + ", " + target_name(by.threads) : target_name(by.threads);
}

std::string target_name(int threads) {
  return std::string("cpu ") + vieta::name(kernels().level) + ", " + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads");
}

}  // namespace vieta::tracking
