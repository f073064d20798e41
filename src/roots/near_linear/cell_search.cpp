#include "roots/near_linear/cell_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>

#include "base/parallel_for.hpp"
#include "roots/near_linear/sample_grid.hpp"

namespace vieta::near_linear {
namespace {

constexpr double up = 1 + 0x1p-40;
constexpr double slack = 1 + 1e-6;  // cells overlap by so much: a root on a border is found at least once
constexpr std::size_t task_columns = 16;
// At each point of the grid there are two candidates at most. Roots that can be proven are seen where there are 0.7 in
// random polynomials, and 1.3 in the smoothest ones, at the very edge of float. Where there are more the samples are
// noise, and Newton's iteration would lead to no proof (coefficients (k+1)^2, degree 2000; partition numbers).
constexpr double usual_candidates = 1.4;
// Where more points than that have one the function changes faster than a random one would: what is left of smooth
// coefficients comes from the first and the last of them (sum k x^k: 25 candidates for each root). A finer grid sees.
constexpr double crowded = 0.35, finer = 4;

}  // namespace

bool fill_table(const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel, int threads,
                double* table, const std::function<bool()>& must_stop) {
  std::atomic<bool> stopped{false};
  const auto in_batches = [&](std::size_t lines, const auto& body) {
    const std::size_t tasks = (lines + task_columns - 1) / task_columns;
    parallel_for(tasks * batches, 1, threads, [&](std::size_t first, std::size_t last) {
      std::vector<double> work(2 * plan.rows() * cell_stride);
      for (std::size_t task = first; task < last; ++task) {
        if (must_stop && must_stop()) stopped = true;
        if (stopped) return;
        const std::size_t from = task / batches * task_columns;
        body(static_cast<int>(task % batches), from, std::min(from + task_columns, lines), work.data());
      }
    });
  };
  const slot_view slots = terms.view();
  const fourier_view fourier = plan.view();
  in_batches(plan.columns(), [&](int batch, std::size_t first, std::size_t last, double* work) {
    kernel.transform_columns(slots, fourier, batch, first, last, table, work);
  });
  in_batches(plan.rows(), [&](int batch, std::size_t first, std::size_t last, double* work) {
    kernel.transform_rows(fourier, batch, first, last, table, work);
  });
  return !stopped;
}

cell_search::samples::samples(const ring& r, const ring_terms& terms, double density) {
  const sample_grid grid(r.half_length(), r.half_width(), r.reach(), terms.spread(), terms.tilt(), density);
  const double step = grid.step, scale = std::exp2(grid.log2_scale);
  view.step = step;
  view.half_x = grid.half_x;
  view.half_y = grid.half_y;
  double power = 1;
  for (int m = 0; m < taylor_terms; ++m, power *= scale) term_scale.push_back(power);
  for (int i = 0; i < view.half_x; ++i) {
    for (int j = 0; j < view.half_y; ++j) {
      const std::complex<double> v((i + 0.5) * step / scale, (j + 0.5) * step / scale);
      std::complex<double> w = 1;
      for (int m = 0; m < taylor_terms; ++m, w *= v) {
        re.push_back(static_cast<float>(w.real()));
        im.push_back(static_cast<float>(w.imag()));
      }
    }
  }
  // p (r / x)^centre grows like e^(-tilt w) in the mean; differences are taken of what is left without that.
  if (grid.tilted) {
    for (int i = -view.half_x; i < view.half_x; ++i) {
      for (int j = -view.half_y; j < view.half_y; ++j) {
        const std::complex<double> t =
            std::exp(terms.tilt() * std::complex<double>((i + 0.5) * step, (j + 0.5) * step));
        tilt_re.push_back(static_cast<float>(t.real()));
        tilt_im.push_back(static_cast<float>(t.imag()));
      }
    }
  }
  view.re = re.data();
  view.im = im.data();
  view.tilt_re = tilt_re.empty() ? nullptr : tilt_re.data();
  view.tilt_im = tilt_im.empty() ? nullptr : tilt_im.data();
  view.term_scale = term_scale.data();
}

cell_search::cell_search(const ring& r, const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel,
                         double density, bool skips_mirrored)
    : ring_(r),
      terms_(terms),
      plan_(plan),
      kernel_(kernel),
      usual_(r, terms, density),
      fine_(r, terms, density * finer),
      skips_mirrored_(skips_mirrored) {}

void cell_search::run(const double* table, std::size_t stride, std::size_t first, std::size_t last,
                      const std::function<std::uint32_t(std::size_t)>& cell_at, std::vector<cell_root>& out) const {
  constexpr std::size_t capacity = 4096;
  std::vector<float> work(search_work(fine_.view.half_x, fine_.view.half_y));
  std::vector<candidate> found(capacity), of_fine, sorted(capacity);
  std::vector<newton_point> points(capacity);
  const double length = ring_.half_length() * slack, width = ring_.half_width() * slack;
  for (std::size_t group = first; group < last; group += search_lanes) {
    const auto search = [&](const samples& on, std::vector<candidate>& to) {
      return std::min(capacity, kernel_.search(table, stride, group, on.view, work.data(), to.data(), capacity));
    };
    std::size_t count = search(usual_, found), inner = usual_.inner();
    if (static_cast<double>(count) > crowded * static_cast<double>(inner * search_lanes)) {
      of_fine.resize(capacity);
      if (const std::size_t fewer = search(fine_, of_fine); fewer < count) {
        found.swap(of_fine);
        count = fewer, inner = fine_.inner();
      }
    }
    const auto most_candidates = static_cast<std::size_t>(std::max(8.0, usual_candidates * static_cast<double>(inner)));
    if (skips_mirrored_) {
      const auto end = std::remove_if(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
                                      [&](const candidate& c) { return is_mirrored(cell_at(c.cell), ring_); });
      count = static_cast<std::size_t>(end - found.begin());
    }
    std::size_t place[search_lanes + 1] = {};
    for (std::size_t i = 0; i < count; ++i) ++place[found[i].cell - group + 1];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (place[found[i].cell - group + 1] <= most_candidates) found[kept++] = found[i];
    for (int lane = 0; lane < search_lanes; ++lane)
      if (place[lane + 1] > most_candidates) place[lane + 1] = 0;
    for (int lane = 0; lane < search_lanes; ++lane) place[lane + 1] += place[lane];
    for (std::size_t i = 0; i < kept; ++i) sorted[place[found[i].cell - group]++] = found[i];
    kernel_.newton(table, stride, sorted.data(), kept, terms_.tilt(), points.data());
    std::size_t of_cell = out.size();
    for (std::size_t i = 0; i < kept; ++i) {
      if (i > 0 && sorted[i].cell != sorted[i - 1].cell) of_cell = out.size();
      const newton_point& at = points[i];
      if (!(std::abs(at.x) <= length && std::abs(at.y) <= width)) continue;
      cell_root root;
      if (!prove(at, terms_.bounds(), root)) continue;
      root.cell = cell_at(sorted[i].cell);
      const auto again =
          std::find_if(out.begin() + static_cast<std::ptrdiff_t>(of_cell), out.end(), [&](const cell_root& r) {
            const double dx = r.x - root.x, dy = r.y - root.y;
            return std::sqrt(dx * dx + dy * dy) * up + root.radius <= r.alone;
          });
      if (again == out.end()) {
        out.push_back(root);
      } else if (root.radius < again->radius) {
        *again = root;
      }
    }
  }
}

}  // namespace vieta::near_linear
