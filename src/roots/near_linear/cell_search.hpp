#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/ring_plan.hpp"
#include "roots/near_linear/ring_terms.hpp"

namespace vieta::near_linear {

/// A root in a cell of a ring, proven: |u - (x + i y)| <= radius holds exactly one zero of the cell's function, and so
/// does every disc about the same centre with a radius up to `alone`.
struct cell_root {
  std::uint32_t cell = 0;  ///< of all cells of the ring
  double x = 0, y = 0;
  double radius = 0, alone = 0;
  std::complex<double> derivative;  ///< C' as computed there
  double slope = 0;                 ///< of |C'| at least, for the Taylor polynomial
};

/// Taylor polynomials on all cells of a ring: `table` as the kernels want it.
void fill_table(const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel, int threads,
                double* table);

/// Finds roots in the cells at places [first, last) of a table, proves them, and appends them to `out` in order of
/// cells, each at most once per cell. `pass` says which cells the table holds. `density` refines the grid of samples.
class cell_search {
 public:
  cell_search(const ring& r, const ring_terms& terms, const fourier_plan& plan, const kernel_table& kernel,
              double density);
  void run(const double* table, std::size_t pass, std::size_t first, std::size_t last,
           std::vector<cell_root>& out) const;

  /// The proof: radii for a zero near the point, or nothing when there is no proof.
  static bool prove(const newton_point& at, const ring_bounds& bounds, cell_root& root);

 private:
  const ring& ring_;
  const ring_terms& terms_;
  const fourier_plan& plan_;
  const kernel_table& kernel_;
  sample_view view_;
  std::vector<float> re_, im_, tilt_re_, tilt_im_;
  std::vector<double> term_scale_;
};

}  // namespace vieta::near_linear
