// Which processors are ours alone now. On a virtual machine somebody else may have the other half of a core: then what
// waits for its own results takes as long as ever, and what fills the core takes up to twice as long, so a ratio of the
// two says little.
//
//     quiet_core FILE [SECONDS [all]]
//     quiet_core FILE watch
//
// compares how many empty instructions each processor issues in the time of a dependent addition with the most that was
// ever seen, which FILE keeps. Waits up to SECONDS (0) until one processor, or all, have issued nine tenths of it for a
// while. Prints the numbers of those that do, the best one first, with commas between them (for `taskset -c`), and on
// standard error what each one issued. Exit code 2: time is up. With `watch` it looks three times a second, for less
// than a millisecond, while something else is measured there; told to end (SIGTERM), it prints in how many of 100 looks
// all processors that it may run on were ours.
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}

#if defined(__aarch64__)
void issue() { asm volatile(".rept 64\n nop\n .endr"); }
void add(double& x) { asm volatile(".rept 64\n fadd %d0, %d0, %d0\n .endr" : "+w"(x)); }
#else
void issue() { asm volatile(".rept 64\n nopl (%%rax)\n .endr" ::); }
void add(double& x) { asm volatile(".rept 64\n addsd %0, %0\n .endr" : "+x"(x)); }
#endif

template <class Work>
double seconds_of(int rounds, const Work& work) {
  const auto begin = clock_type::now();
  for (int i = 0; i < rounds; ++i) work();
  return seconds_since(begin);
}

/// Empty instructions in the time of an addition, on the processor that we are on.
double issued(int rounds) {
  double x = 0;
  const double additions = seconds_of(rounds, [&] { add(x); });
  return additions / seconds_of(rounds, issue);
}

/// A tenth of a second of looks, the third lowest of which counts, since the system may take the processor away now and
/// then.
double issued_for_a_while() {
  std::vector<double> looks;
  for (const auto begin = clock_type::now(); seconds_since(begin) < 0.1 || looks.size() < 5;)
    looks.push_back(issued(20'000));
  std::nth_element(looks.begin(), looks.begin() + 2, looks.end());
  return looks[2];
}

/// The best of a few short looks: whatever is measured meanwhile may come between.
double issued_just_now() {
  double best = 0;
  for (int k = 0; k < 4; ++k) best = std::max(best, issued(1'000));
  return best;
}

struct look {
  int processor;
  double issued;
};

/// Every processor that we may run on, the best one first.
std::vector<look> look_at_all(double (*measure)()) {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<look> found;
  for (int p = 0; p < CPU_SETSIZE; ++p) {
    if (!CPU_ISSET(p, &allowed)) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(p, &one);
    sched_setaffinity(0, sizeof one, &one);
    found.push_back({p, measure()});
  }
  sched_setaffinity(0, sizeof allowed, &allowed);
  std::sort(found.begin(), found.end(), [](const look& a, const look& b) { return a.issued > b.issued; });
  return found;
}

constexpr double ours = 0.9;

volatile std::sig_atomic_t told_to_end = 0;

int watch(double most) {
  std::signal(SIGTERM, [](int) { told_to_end = 1; });
  int looks = 0, quiet = 0;
  do {
    ++looks;
    quiet += look_at_all(issued_just_now).back().issued >= ours * most ? 1 : 0;
    usleep(300'000);
  } while (told_to_end == 0);
  std::printf("%d\n", 100 * quiet / looks);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "quiet_core: expected FILE [SECONDS [all]] or FILE watch\n");
    return 1;
  }
  double most = 0;
  std::ifstream(argv[1]) >> most;
  if (argc > 2 && std::strcmp(argv[2], "watch") == 0) {
    if (most > 0) return watch(most);
    std::fprintf(stderr, "quiet_core: found nothing in %s, expected what was seen before\n", argv[1]);
    return 1;
  }
  const double patience = argc > 2 ? std::atof(argv[2]) : 0;
  const bool all = argc > 3 && std::strcmp(argv[3], "all") == 0;
  const auto begin = clock_type::now();
  while (true) {
    const std::vector<look> found = look_at_all(issued_for_a_while);
    most = std::max(most, found.front().issued);
    std::string quiet;
    std::size_t count = 0;
    for (const auto& [processor, issued] : found) {
      if (issued < ours * most) continue;
      quiet += (count++ == 0 ? "" : ",") + std::to_string(processor);
    }
    const bool enough = all ? count == found.size() : count > 0;
    if (!enough && seconds_since(begin) < patience) continue;
    for (const auto& [processor, issued] : found)
      std::fprintf(stderr, "processor %d: %.1f of %.1f\n", processor, issued, most);
    std::ofstream(argv[1]) << most << '\n';
    std::printf("%s\n", quiet.c_str());
    return enough ? 0 : 2;
  }
}
