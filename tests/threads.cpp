// Loops with threads that no verb of the program reaches on a CPU, for ThreadSanitizer (tests/threads.sh): products of
// matrices, and what the CPU does before and after a GPU's work. Answers are the tests' concern.
#include <cmath>
#include <complex>
#include <iostream>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "minimax/check/float_check.hpp"
#include "minimax/check/float_inputs.hpp"
#include "roots/answer/device_answer.hpp"
#include "roots/batch/rows.hpp"
#include "roots/coefficients.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/near_linear/rings/ring_terms.hpp"
#include "solve/cuda/packed_jobs.hpp"
#include "vieta/matrix_product.hpp"
#include "vieta/minimax.hpp"

using namespace vieta;

namespace {

constexpr int threads = 4;

std::mt19937 engine(7);
double random_number() { return std::uniform_real_distribution<double>(-1, 1)(engine); }

template <class X>
void multiply() {
  constexpr std::size_t m = 100, n = 9, k = 10;
  const std::vector<X> a(m * k), b(k * n);
  std::vector<X> c(m * n);
  matrix_product<X>(m, n, k, a, b, c, threads);
}

void plan_for_a_device() {
  // Coefficients that fall to both ends spread the moduli, so that their parts are planned by themselves.
  std::vector<double> random(40'001);
  for (std::size_t k = 0; k < random.size(); ++k)
    random[k] = random_number() * std::exp2(-std::pow(static_cast<double>(k) / 20'000 - 1, 2) * 900);
  const coefficients a = make_coefficients(polynomial::from_coefficients(random), threads);
  const near_linear::envelope hull(a, threads);
  near_linear::ring_limits limits = near_linear::limits_for_device(hull, threads);
  limits.parts = 8;
  static_cast<void>(near_linear::plan_rings(hull, limits));
  // Rings in several passes, as they are from degree millions on: between two of them the terms are turned.
  limits.most_cells_log2 = 10;
  for (const near_linear::ring& r : near_linear::plan_rings(hull, limits)) {
    if (r.passes() == 1) continue;
    near_linear::ring_terms terms(a, hull, r, threads);
    terms.turn(near_linear::fourier_plan(r.log2_cells + r.log2_passes), 1, threads);
  }
}

void answer_of_a_device() {
  constexpr std::size_t discs = 100'000;
  near_linear::device_roots found;
  found.re.resize(discs), found.im.resize(discs), found.radius.resize(discs), found.exponent.resize(discs);
  for (std::size_t i = 0; i < discs; ++i) {
    const double angle = std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(discs);
    found.re.data()[i] = std::cos(angle), found.im.data()[i] = std::sin(angle);
    found.radius.data()[i] = 1e-16, found.exponent.data()[i] = 0;
  }
  found.upper_half = true;
  found.count = 2 * static_cast<std::int64_t>(discs);
  roots_result result;
  static_cast<void>(assemble_from_device(result, found, {}, threads));
}

template <class T>
void rows_that_a_device_left() {
  constexpr std::size_t count = 40, degree = 6;
  std::vector<T> rows(count * (degree + 1));
  for (T& c : rows) c = random_number();
  std::vector<std::complex<double>> roots(count * degree);
  std::vector<double> radii(count * degree);
  std::vector<std::uint8_t> counts(count, degree);
  std::vector<root_batch_status> statuses(count, root_batch_status::partial);
  root_batch_options options;
  options.on.threads = threads;
  root_batches::solve_what_is_partial(polynomial_batch<T>{rows.data(), count, degree},
                                      {roots.data(), radii.data(), nullptr, counts.data(), statuses.data()}, options);
}

// Where a device would follow the paths nothing happens: they come back as stopped.
void paths_for_a_device() {
  using namespace vieta::tracking;
  constexpr std::size_t paths = 2000, variables = 3, parameters = 2;
  tape_view tape;
  tape.variables = variables, tape.parameters = parameters, tape.toric = true;
  const std::vector<std::complex<double>> generic(parameters, 1), targets(paths * parameters, 2);
  const std::vector<double> rates(10, 1);
  const on_host::packed_jobs jobs(tape, 0, paths, threads, [&](std::size_t k) {
    path_job job;
    job.z.assign(variables, {qd(1), qd(0)});
    job.rates = &rates;
    job.target = targets.data() + k * parameters, job.generic = generic.data();
    return job;
  });
  std::vector<path_end> ends(paths);
  jobs.report([&](std::size_t k, path_end&& e) { ends[k] = std::move(e); });
}

// Does nothing but count: what is shared is how floats are made ready for it.
class idle_device final : public approximation::float_device {
 public:
  [[nodiscard]] std::string name() const override { return "idle"; }
  void check(const std::vector<approximation::piece_place>& places,
             const std::vector<approximation::smooth_piece>&) override {
    places_ += places.size();
  }
  std::vector<approximation::worst_input> worst() override { return std::vector<approximation::worst_input>(1); }

 private:
  std::size_t places_ = 0;
};

void floats_for_a_device() {
  using namespace vieta::approximation;
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  const minimax_result r = minimax(minimax_short_form("exp", 3), options);
  const program code =
      form_program(read(r.problem), {r.exponents, r.coefficients, {}}, polynomial_order::horner, false, "f");
  float_domain domain;
  domain.function = parse("exp(x)", "");
  const check_task task = make_task(code, {find_machine("ieee")}, domain, 0x1p-12, 1, 0);  // more than one lot
  idle_device device;
  check_all(task, &device, threads);
}

}  // namespace

int main() {
  multiply<dd>(), multiply<td>(), multiply<qd>();
  multiply<complex<dd>>(), multiply<complex<td>>(), multiply<complex<qd>>();
  plan_for_a_device();
  answer_of_a_device();
  rows_that_a_device_left<double>();
  rows_that_a_device_left<std::complex<double>>();
  paths_for_a_device();
  floats_for_a_device();
  std::cout << "done\n";
}
