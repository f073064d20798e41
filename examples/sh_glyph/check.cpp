#include "check.hpp"

#include <atomic>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <thread>

#include "trace/trace.hpp"

namespace sh_glyph {
namespace {

/// What a hit may be off by, in radii of the glyph; float alone is forgiven a pixel of a picture with 2000 in a row.
constexpr double tolerance = 1e-6, tolerance_in_float = 1e-3;
constexpr double enlargement = 20;

}  // namespace

bool same(double a, double b, double within) {
  if (a == no_hit || b == no_hit) return a == b;
  return std::fabs(a - b) <= within;
}

truth reference_hits(const reference& judge, const std::vector<ray>& rays) {
  truth t;
  t.u.resize(rays.size());
  std::atomic<std::size_t> next{0};
  std::atomic<long> undecided{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < rays.size(); i = next++) {
      const auto answer = judge.first_hit(rays[i]);
      t.u[i] = answer.u;
      if (!answer.decided) ++undecided;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  t.undecided = undecided;
  return t;
}

std::vector<place> places_to_look_at(const std::vector<double>& hits, int size) {
  const view whole;
  double outermost = -1, innermost = 3, deepest = -1;
  view outer, inner, deep;
  const auto middle = [&](double pixel) { return whole.half_width * (2 * pixel / size - 1); };
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column + 1 < size; ++column) {
      const double a = hits[static_cast<std::size_t>(row * size + column)];
      const double b = hits[static_cast<std::size_t>(row * size + column + 1)];
      const view here = {middle(column + 1), -middle(row + 0.5), whole.half_width / enlargement};
      const double r = std::hypot(here.x, here.y);
      if ((a < no_hit) != (b < no_hit)) {
        if (r > outermost) outermost = r, outer = here;
        if (r < innermost) innermost = r, inner = here;
      } else if (a < no_hit && std::fabs(a - b) > deepest) {
        deepest = std::fabs(a - b), deep = here;
      }
    }
  }
  std::vector<place> places = {{"whole", whole}};
  if (outermost > 0) places.push_back({"outer edge", outer});
  if (outermost > 0) places.push_back({"inner edge", inner});
  if (deepest > 0.02) places.push_back({"edge before", deep});
  return places;
}

long check(const check_options& options, std::ostream& out) {
  out << "pixels whose first hit differs from the reference, by more than " << tolerance
      << " radii or hit against miss\n(float alone: by more than " << tolerance_in_float << ")\n"
      << options.size << " x " << options.size << " pixels; enlarged " << enlargement << " times at edges\n\n"
      << "glyph   degree  view         polynomials  doubtful  float alone  wrong  largest error\n";
  long wrong = 0, wrong_in_float = 0, undecided = 0, polynomials = 0, doubtful = 0;
  for (const char* kind : {"random", "lobes", "top"}) {
    for (int bands = 2; bands <= largest_band; bands += 2) {
      const glyph g = make_glyph(kind, bands, options.seed);
      const reference judge(g);
      const auto whole = trace_on_cpu(g, rays_of({}, options.size));
      for (const place& p : places_to_look_at(whole.u, options.size)) {
        const std::vector<ray> rays = rays_of(p.window, options.size);
        const trace_result ours = options.cuda ? trace_on_cuda(g, rays) : trace_on_cpu(g, rays);
        const trace_result plain = trace_on_cpu(g, rays, false);
        const truth t = reference_hits(judge, rays);
        long here = 0, in_float = 0;
        double largest = 0;
        for (std::size_t i = 0; i < rays.size(); ++i) {
          if (!same(ours.u[i], t.u[i], tolerance)) ++here;
          if (!same(plain.u[i], t.u[i], tolerance_in_float)) ++in_float;
          if (ours.u[i] < no_hit && t.u[i] < no_hit) largest = std::fmax(largest, std::fabs(ours.u[i] - t.u[i]));
        }
        out << std::left << std::setw(8) << kind << std::right << std::setw(6) << 2 * bands + 2 << "  " << std::left
            << std::setw(12) << p.name << std::right << std::setw(12) << ours.polynomials << std::setw(10)
            << ours.doubtful << std::setw(13) << in_float << std::setw(7) << here << "  " << largest << std::endl;
        wrong += here;
        wrong_in_float += in_float;
        undecided += t.undecided;
        polynomials += static_cast<long>(ours.polynomials);
        doubtful += static_cast<long>(ours.doubtful);
      }
    }
  }
  out << "\n"
      << polynomials << " polynomials, " << doubtful << " of them solved again in double; wrong pixels: " << wrong
      << " (float alone: " << wrong_in_float << "); pixels that the reference could not decide: " << undecided << "\n";
  return wrong + undecided;
}

}  // namespace sh_glyph
