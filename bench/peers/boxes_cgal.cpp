// CGAL's algebraic kernel (Algebraic_kernel_d_2) on a file of pairs of bivariate Bernstein polynomials, beside
// bench/systems/boxes_bench.cpp with the same file. It isolates all real solutions, in the plane, of exact polynomials
// with integer coefficients; those outside of the square are dropped afterwards. CGAL is not part of this project.
// Debian: libcgal-dev, libgmp-dev, libmpfr-dev.
//
//     g++ -O3 -march=native -DNDEBUG boxes_cgal.cpp -lmpfr -lgmp -o boxes_cgal
//     ./boxes_cgal rand33.txt [counts.txt]
//
// CORE's integers, and roots of one variable by the bitstream Descartes method with quadratic refinement, take a third
// of the time of Algebraic_kernel_d_2<Gmpz>, half of that of Algebraic_kernel_d_2<CORE::BigInt>.
#include <CGAL/Algebraic_kernel_d/Algebraic_real_quadratic_refinement_rep_bfi.h>
#include <CGAL/Algebraic_kernel_d/Bitstream_coefficient_kernel.h>
#include <CGAL/Algebraic_kernel_d/Bitstream_descartes.h>
#include <CGAL/Algebraic_kernel_d/Bitstream_descartes_rndl_tree_traits.h>
#include <CGAL/Algebraic_kernel_d_2.h>
#include <CGAL/CORE_BigInt.h>

#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "boxes_systems.hpp"

using integer = CORE::BigInt;
using rational = CGAL::Get_arithmetic_kernel<integer>::Arithmetic_kernel::Rational;
using real_root = CGAL::internal::Algebraic_real_quadratic_refinement_rep_bfi<integer, rational>;
using isolator = CGAL::internal::Bitstream_descartes<
    CGAL::internal::Bitstream_descartes_rndl_tree_traits<CGAL::internal::Bitstream_coefficient_kernel<integer>>>;
using kernel = CGAL::Algebraic_curve_kernel_2<CGAL::Algebraic_kernel_d_1<integer, rational, real_root, isolator>>;
using polynomial = kernel::Polynomial_2;

/// The polynomial times a power of two, in powers of x and y.
static polynomial exact(const bernstein_equation& f) {
  double scale = 1;
  for (const double c : f.coefficients)
    while (scale * c != std::nearbyint(scale * c)) scale *= 2;
  std::vector<integer> whole;
  for (const double c : f.coefficients) {
    if (std::fabs(scale * c) > 0x1p62) throw std::runtime_error("coefficients of too many bits");
    const auto value = static_cast<long>(scale * c);
    whole.push_back(integer(value / (1L << 31)) * integer(1L << 31) + integer(value % (1L << 31)));
  }
  const std::vector<integer> a = to_powers(f.degrees, whole);
  std::vector<std::pair<CGAL::Exponent_vector, integer>> terms;
  const int side = f.degrees[1] + 1;
  for (int k = 0; k < static_cast<int>(a.size()); ++k)
    if (a[static_cast<std::size_t>(k)] != integer(0))
      terms.emplace_back(CGAL::Exponent_vector(k / side, k % side), a[static_cast<std::size_t>(k)]);
  return CGAL::Polynomial_traits_d<polynomial>::Construct_polynomial()(terms.begin(), terms.end());
}

int main(int count, char** values) {
  const std::vector<bernstein_system> systems = count >= 2 ? read_systems(values[1]) : std::vector<bernstein_system>();
  if (systems.empty() || systems[0].size() != 2) return std::fprintf(stderr, "boxes_cgal FILE [COUNTS]\n"), 1;
  std::vector<polynomial> equations;
  for (const bernstein_system& s : systems)
    for (const bernstein_equation& f : s) equations.push_back(exact(f));
  long not_simple = 0;
  measure(systems.size(), count > 2 ? values[2] : nullptr, [&](std::size_t k) {
    const kernel fresh;  // with an empty cache, so that a run learns nothing from the one before
    std::vector<std::pair<kernel::Algebraic_real_2, kernel::Multiplicity_type>> roots;
    fresh.solve_2_object()(equations[2 * k], equations[2 * k + 1], kernel::Bound(0), kernel::Bound(1), kernel::Bound(0),
                           kernel::Bound(1), std::back_inserter(roots));
    for (const auto& root : roots) not_simple += root.second != 1;
    return static_cast<long>(roots.size());
  });
  std::printf("not said to be simple: %ld\n", not_simple / 3);
  return 0;
}
