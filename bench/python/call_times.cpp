// What a call costs in C++: the other half of bench/python/python_calls.py, which writes the input and runs this.
//   call_times COEFFICIENTS.f64 COUNT DEGREE    raw doubles, row after row
// Prints lines "name seconds": the best of some runs, for one call, on one thread. Time is that of the thread on
// its processor: what else the machine does disturbs less.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

#include "vieta/real_roots.hpp"
#include "vieta/roots.hpp"

namespace {

double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Call>
double seconds_of(int runs, int calls, const Call& call) {
  std::vector<double> times;
  for (int run = 0; run < runs; ++run) {
    const double start = thread_seconds();
    for (int k = 0; k < calls; ++k) call();
    times.push_back((thread_seconds() - start) / calls);
  }
  return *std::min_element(times.begin(), times.end());
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

  vieta::roots_options by_one;
  by_one.on.threads = 1;
  vieta::real_roots_options<double> options;
  options.on.threads = 1;
  const auto print = [](const char* name, double seconds) { std::printf("%s %.9g\n", name, seconds); };
  print("roots", seconds_of(15, 500, [&] { (void)vieta::roots(first, by_one); }));
  print("real_roots", seconds_of(15, 5000, [&] { (void)vieta::real_roots(one, {-1, 1}, options); }));
  print("batch", seconds_of(9, 1, [&] { (void)vieta::real_roots_into(all, {-1, 1}, out, options); }));
  print("batch_result", seconds_of(9, 1, [&] { (void)vieta::real_roots(all, {-1, 1}, options); }));
}
