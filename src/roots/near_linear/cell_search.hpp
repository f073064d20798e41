#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/near_linear/rings/ring_terms.hpp"
#include "roots/near_linear/root_proof.hpp"

namespace vieta::near_linear {

/// Taylor polynomials on all cells of a ring: `table` as the kernels want it. False where `must_stop`, which may be
/// empty, has ended that: then the table is not filled.
bool fill_table(const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel, int threads,
                double* table, const std::function<bool()>& must_stop = {});

/// Finds roots in the cells at places [first, last) of a table, proves them, and appends them to `out` in order of
/// cells, each at most once per cell. `pass` says which cells the table holds. `density` refines the grid of samples.
class cell_search {
 public:
  /// `skips_mirrored`: of a real polynomial the cells of the lower half plane are left out, which are `is_mirrored`.
  cell_search(const ring& r, const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel,
              double density, bool skips_mirrored = false);
  void run(const double* table, std::size_t pass, std::size_t first, std::size_t last,
           std::vector<cell_root>& out) const {
    run(
        table, ring_.cells(), first, last,
        [&](std::size_t place) { return static_cast<std::uint32_t>(plan_.cell_at(place) * ring_.passes() + pass); },
        out);
  }
  /// The same for a table of any cells: `cell_at(place)` is the number of each among all cells of the ring.
  void run(const double* table, std::size_t stride, std::size_t first, std::size_t last,
           const std::function<std::uint32_t(std::size_t)>& cell_at, std::vector<cell_root>& out) const;

  /// The proof: radii for a zero near the point, or nothing when there is no proof.
  static bool prove(const newton_point& at, const ring_bounds& bounds, cell_root& root) {
    return prove_root(at, bounds, root);
  }

 private:
  const ring& ring_;
  const ring_terms& terms_;
  const fourier_plan& plan_;
  const kernel_table& kernel_;
  struct samples {
    sample_view view;
    std::vector<float> re, im, tilt_re, tilt_im;
    std::vector<double> term_scale;

    samples(const ring& r, const ring_terms& terms, double density);
    [[nodiscard]] std::size_t inner() const {
      return (2 * static_cast<std::size_t>(view.half_x) - 2) * (2 * static_cast<std::size_t>(view.half_y) - 2);
    }
  };
  samples usual_, fine_;
  bool skips_mirrored_;
};

/// The cell about the mirror image of this one's centre is another one: those about the real axis are their own images.
inline bool has_mirror_image(std::uint32_t cell, const ring& r) {
  const std::size_t all = r.cells() * r.passes();
  return cell != 0 && 2UL * cell != all;
}
/// Of two such cells, the one in the lower half plane.
inline bool is_mirrored(std::uint32_t cell, const ring& r) { return 2UL * cell > r.cells() * r.passes(); }

}  // namespace vieta::near_linear
