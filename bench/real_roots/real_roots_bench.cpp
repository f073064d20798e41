// real_roots on one core, beside cyPolynomial where it was given when CMake configured (VIETA_CYPOLYNOMIAL, the folder
// of cyPolynomial.h; bench/peers/fetch_cypolynomial.sh gets it). Prints a Markdown table. VIETA_ISA=avx2 lowers the
// level.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "real_roots_sets.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"
#ifdef VIETA_CYPOLYNOMIAL
#include "real_roots_peer.hpp"
#endif

namespace vieta::bench {
namespace {

struct settings {
  int first_degree = 1, last_degree = 24;
  std::string sets = "sparse,dense", scalars = "float,double", method = "auto", order = "rows";
  std::size_t count = 65'536, check = 2'000;
  int runs = 9;
  double window = 0.01;
  std::uint64_t seed = 1;
};

constexpr const char* usage = R"(real_roots_bench [options]
  --degrees A[-B]     1-24
  --sets LIST         sparse,dense
  --scalars LIST      float,double
  --method NAME       auto, derivatives, bernstein
  --order NAME        rows, columns (of vieta's input; cyPolynomial takes rows)
  --count N           polynomials for each run: 65536
  --runs N            alternating runs, of which the median counts: 9
  --check N           polynomials that are held against the 128-bit reference: 2000
  --window X          a root counts as found within this distance: 0.01
  --seed N            1
)";

/// Seconds of this thread on its processor: what else the machine does disturbs less.
double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class T>
struct answers {
  std::vector<T> roots;
  std::vector<std::uint8_t> counts;
  std::vector<real_roots_status> statuses;
  std::vector<std::uint64_t> touching;
  answers(std::size_t count, int degree)
      : roots(count * static_cast<std::size_t>(degree)), counts(count), statuses(count), touching(count) {}
};

template <class T>
outcome_counts judge(const std::vector<std::vector<double>>& exact, const answers<T>& found, int degree,
                     double window) {
  outcome_counts total;
  for (std::size_t i = 0; i < exact.size(); ++i)
    compare(exact[i], found.roots.data() + i * static_cast<std::size_t>(degree), found.counts[i], found.touching[i],
            window, total);
  return total;
}

template <class T>
std::vector<T> transposed(const std::vector<T>& rows, std::size_t count) {
  const std::size_t width = rows.size() / count;
  std::vector<T> columns(rows.size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < width; ++k) columns[k * count + i] = rows[i * width + k];
  return columns;
}

real_roots_method method_named(const std::string& name) {
  if (name == "auto") return real_roots_method::automatic;
  if (name == "derivatives") return real_roots_method::derivatives;
  if (name == "bernstein") return real_roots_method::bernstein;
  throw error("method '" + name + "': expected auto, derivatives or bernstein");
}

template <class T>
void measure(const settings& wish, const std::string& set, int degree) {
  const bool single = sizeof(T) == sizeof(float);
  const T tolerance = single ? T(2e-4) : T(6e-7);
  const std::size_t total = std::max(wish.count, wish.check);
  const std::vector<T> rows = make_set<T>(set, degree, total, wish.seed);

  real_roots_options<T> options;
  options.absolute_tolerance = tolerance;
  options.method = method_named(wish.method);
  options.on.place = where::cpu;
  options.on.threads = 1;
  answers<T> ours(total, degree);
  const auto solve = [&](const std::vector<T>& numbers, std::size_t count, coefficient_order order) {
    real_roots_into(
        polynomial_batch<T>{numbers.data(), count, degree, order}, {-1, 1},
        real_roots_output<T>{ours.roots.data(), ours.counts.data(), ours.statuses.data(), ours.touching.data(), 0},
        options);
  };
  const bool in_columns = wish.order == "columns";
  const coefficient_order order = in_columns ? coefficient_order::columns : coefficient_order::rows;
  const std::vector<T> timed =
      in_columns ? transposed(std::vector<T>(rows.begin(),
                                             rows.begin() + static_cast<std::ptrdiff_t>(wish.count) * (degree + 1)),
                              wish.count)
                 : rows;

  std::vector<double> our_times, their_times;
  const auto time = [](std::vector<double>& times, const std::function<void()>& work) {
    const double start = thread_seconds();
    work();
    times.push_back(thread_seconds() - start);
  };
#ifdef VIETA_CYPOLYNOMIAL
  answers<T> theirs(total, degree);
  const peer_solver<T> peer = cypolynomial<T>(degree);
  const auto solve_theirs = [&](std::size_t count) {
    peer(rows.data(), count, tolerance, theirs.roots.data(), theirs.counts.data());
  };
  solve_theirs(wish.count);
#endif
  solve(timed, wish.count, order);
  for (int run = 0; run < wish.runs; ++run) {
#ifdef VIETA_CYPOLYNOMIAL
    time(their_times, [&] { solve_theirs(wish.count); });
#endif
    time(our_times, [&] { solve(timed, wish.count, order); });
  }
  const double scale = 1e9 / static_cast<double>(wish.count);
  const double ours_ns = median(our_times) * scale;

  solve(rows, total, coefficient_order::rows);
  const std::vector<std::vector<double>> exact = reference_roots(rows, degree, wish.check);
  const outcome_counts we = judge(exact, ours, degree, wish.window);
  const double mean_roots =
      static_cast<double>(we.reference) / static_cast<double>(std::max<std::size_t>(1, wish.check));
  std::printf("| %s | %s | %d | %.2f | ", set.c_str(), single ? "float" : "double", degree, mean_roots);
#ifdef VIETA_CYPOLYNOMIAL
  solve_theirs(total);
  const outcome_counts they = judge(exact, theirs, degree, wish.window);
  const double theirs_ns = median(their_times) * scale;
  std::printf("%.1f | %.1f | %.1f | %zu | %zu | %zu | %zu | %zu |\n", theirs_ns, ours_ns, theirs_ns / ours_ns,
              they.missed, we.missed, they.extra, we.extra, we.marked);
#else
  std::printf("%.1f | %zu | %zu | %zu |\n", ours_ns, we.missed, we.extra, we.marked);
#endif
  std::fflush(stdout);
}

bool has(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

int run(const settings& wish) {
  std::printf(
      "Interval [-1,1], absolute tolerance 2e-4 (float) and 6e-7 (double); %s, one thread; median of %d alternating "
      "runs over %zu polynomials, in ns for each of them.\nMissed and extra roots of the first %zu polynomials, within "
      "%g of the 128-bit reference; marked: touches where the reference has no root. Method %s, input in %s.\n\n",
      name(detect_isa()), wish.runs, wish.count, wish.check, wish.window, wish.method.c_str(), wish.order.c_str());
#ifdef VIETA_CYPOLYNOMIAL
  std::printf(
      "| set | type | N | roots | cyPolynomial ns | vieta ns | ratio | missed, cy | missed, vieta | extra, cy | extra, "
      "vieta | marked, vieta |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
#else
  std::printf("| set | type | N | roots | vieta ns | missed | extra | marked |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
#endif
  for (const char* scalar : {"float", "double"}) {
    if (!has(wish.scalars, scalar)) continue;
    for (const char* set : {"sparse", "dense"}) {
      if (!has(wish.sets, set)) continue;
      for (int degree = wish.first_degree; degree <= wish.last_degree; ++degree)
        std::strcmp(scalar, "float") == 0 ? measure<float>(wish, set, degree) : measure<double>(wish, set, degree);
    }
  }
  return 0;
}

settings read(int count, char** words) {
  settings wish;
  for (int i = 1; i < count; ++i) {
    const std::string option = words[i];
    if (i + 1 == count) throw error(option + ": expected a value\n" + usage);
    const std::string value = words[++i];
    if (option == "--degrees") {
      const std::size_t dash = value.find('-');
      wish.first_degree = std::stoi(value);
      wish.last_degree = dash == std::string::npos ? wish.first_degree : std::stoi(value.substr(dash + 1));
    } else if (option == "--sets") {
      wish.sets = value;
    } else if (option == "--scalars") {
      wish.scalars = value;
    } else if (option == "--method") {
      wish.method = value;
    } else if (option == "--order") {
      wish.order = value;
    } else if (option == "--count") {
      wish.count = std::stoul(value);
    } else if (option == "--runs") {
      wish.runs = std::stoi(value);
    } else if (option == "--check") {
      wish.check = std::stoul(value);
    } else if (option == "--window") {
      wish.window = std::stod(value);
    } else if (option == "--seed") {
      wish.seed = std::stoul(value);
    } else {
      throw error(option + ": unknown\n" + usage);
    }
  }
  if (wish.first_degree < 1 || wish.last_degree > 24 || wish.runs < 1 || wish.count < 1)
    throw error(std::string("expected degrees 1 to 24, one run and one polynomial or more\n") + usage);
  return wish;
}

}  // namespace
}  // namespace vieta::bench

int main(int count, char** words) {
  try {
    return vieta::bench::run(vieta::bench::read(count, words));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "real_roots_bench: %s\n", e.what());
    return 2;
  }
}
