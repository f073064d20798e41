// What a call costs in C++: the other half of bench/python_calls.py, which writes the input and runs this.
//   call_times COEFFICIENTS.f64 COUNT DEGREE    raw doubles, row after row
// Prints lines "name seconds": medians over runs, for one call.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "vieta/real_roots.hpp"
#include "vieta/roots.hpp"

namespace {

using clock_type = std::chrono::steady_clock;

template <class Call>
double seconds_of(int runs, int calls, const Call& call) {
  std::vector<double> times;
  for (int run = 0; run < runs; ++run) {
    const clock_type::time_point start = clock_type::now();
    for (int k = 0; k < calls; ++k) call();
    times.push_back(std::chrono::duration<double>(clock_type::now() - start).count() / calls);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  if (count_of_arguments != 4) {
    std::puts("call_times COEFFICIENTS.f64 COUNT DEGREE");
    return 1;
  }
  const auto count = static_cast<std::size_t>(std::atoll(arguments[2]));
  const int degree = std::atoi(arguments[3]);
  const auto places = static_cast<std::size_t>(degree);
  std::vector<double> coefficients(count * (places + 1));
  std::ifstream(arguments[1], std::ios::binary)
      .read(reinterpret_cast<char*>(coefficients.data()),
            static_cast<std::streamsize>(coefficients.size() * sizeof(double)));

  std::vector<double> roots(count * places);
  std::vector<std::uint8_t> counts(count);
  std::vector<vieta::real_roots_status> statuses(count);
  std::vector<std::uint64_t> touching(count);
  const vieta::real_roots_output<double> out{roots.data(), counts.data(), statuses.data(), touching.data(), 0};
  const vieta::polynomial_batch<double> all{coefficients.data(), count, degree};
  vieta::polynomial_batch<double> one = all;
  one.count = 1;
  const std::span<const double> first(coefficients.data(), places + 1);

  std::printf("roots %.9g\n", seconds_of(15, 500, [&] { (void)vieta::roots(first); }));
  std::printf("real_roots %.9g\n", seconds_of(15, 5000, [&] { (void)vieta::real_roots_into(one, {-1, 1}, out); }));
  std::printf("real_roots_result %.9g\n", seconds_of(15, 5000, [&] { (void)vieta::real_roots(one, {-1, 1}); }));
  std::printf("batch %.9g\n", seconds_of(9, 1, [&] { (void)vieta::real_roots_into(all, {-1, 1}, out); }));
  std::printf("batch_result %.9g\n", seconds_of(9, 1, [&] { (void)vieta::real_roots(all, {-1, 1}); }));
}
