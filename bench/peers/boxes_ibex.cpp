// Ibex, the solver that its program `ibexsolve` runs, on a file of systems in Bernstein form, beside
// bench/systems/boxes_bench.cpp with the same file. Ibex is not part of this project; with its sources in IBEX/, and
// bison and flex:
//
//     cmake -S IBEX -B b -DCMAKE_BUILD_TYPE=Release -DINTERVAL_LIB=gaol -DLP_LIB=none -DCMAKE_INSTALL_PREFIX=$PWD/ibex
//     make -C b install
//     g++ -O3 boxes_ibex.cpp $(PKG_CONFIG_PATH=ibex/share/pkgconfig pkg-config --cflags --libs ibex) -o boxes_ibex
//     ./boxes_ibex rand33.txt [counts.txt]
//
// The contractors are those of DefaultSolver without linear relaxation (HC4, Acid, Newton): with Clp it took longer,
// and DefaultSolver of 2.9.1 asks for an LP solver even where it is built without. Equations are nested powers of
// x - 1/2: of the forms tried on 16 systems of `rand33` by far the best (nested powers of x take 7 times as long,
// Bernstein's basis 12 times, a sum of powers 37 times).
#include <ibex.h>

#include <memory>
#include <string>

#include "boxes_systems.hpp"

namespace {

using ibex::ExprNode;

/// sum over j of c[j] x^j for the variables from `axis` on, nested.
const ExprNode& nested(const bernstein_equation& f, const double* c, std::size_t stride, std::size_t axis,
                       const std::vector<const ExprNode*>& x) {
  if (axis == x.size()) return ibex::ExprConstant::new_scalar(c[0]);
  const auto sides = static_cast<std::size_t>(f.degrees[axis]) + 1;
  stride /= sides;
  const ExprNode* sum = &nested(f, c + (sides - 1) * stride, stride, axis + 1, x);
  for (std::size_t k = sides - 1; k-- > 0;) sum = &(nested(f, c + k * stride, stride, axis + 1, x) + *x[axis] * *sum);
  return *sum;
}

/// From powers of x to powers of x - 1/2: exact for coefficients of not too many bits.
void centre(const bernstein_equation& f, std::vector<double>& c) {
  std::size_t stride = c.size();
  for (const int d : f.degrees) {
    const std::size_t block = stride, sides = static_cast<std::size_t>(d) + 1;
    stride /= sides;
    for (std::size_t begin = 0; begin < c.size(); begin += block)
      for (std::size_t k = begin; k < begin + stride; ++k)
        for (std::size_t order = 0; order < sides; ++order)
          for (std::size_t i = sides - 1; i-- > order;) c[k + i * stride] += 0.5 * c[k + (i + 1) * stride];
  }
}

std::unique_ptr<ibex::System> system_of(const bernstein_system& s) {
  ibex::SystemFactory factory;
  std::vector<const ExprNode*> x;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const ibex::ExprSymbol& symbol = ibex::ExprSymbol::new_(("x" + std::to_string(k)).c_str());
    factory.add_var(symbol, ibex::Interval(-0.5, 0.5));
    x.push_back(&symbol);
  }
  for (const bernstein_equation& f : s) {
    std::vector<double> powers = to_powers(f.degrees, f.coefficients);
    centre(f, powers);
    factory.add_ctr_eq(nested(f, powers.data(), powers.size(), 0, x));
  }
  return std::make_unique<ibex::System>(factory);
}

struct default_solver {
  default_solver(ibex::System& system, double smallest)
      : hc4(system.ctrs, 0.01),
        hc4_of_acid(system.ctrs, 0.1, true),
        acid(system, hc4_of_acid),
        newton(system.f_ctrs, 5e8, smallest, 1e-4),
        all(hc4, acid, newton),
        bisector(system, smallest),
        solver(system, all, bisector, cells, ibex::Vector(system.nb_var, smallest),
               ibex::Vector(system.nb_var, POS_INFINITY)) {}
  ibex::CtcHC4 hc4, hc4_of_acid;
  ibex::CtcAcid acid;
  ibex::CtcNewton newton;
  ibex::CtcCompo all;
  ibex::SmearSumRelative bisector;
  ibex::CellStack cells;
  ibex::Solver solver;
};

}  // namespace

int main(int count, char** values) {
  const std::vector<bernstein_system> given = count >= 2 ? read_systems(values[1]) : std::vector<bernstein_system>();
  if (given.empty()) return std::fprintf(stderr, "boxes_ibex FILE [COUNTS]\n"), 1;
  std::vector<std::unique_ptr<ibex::System>> systems;
  std::vector<std::unique_ptr<default_solver>> solvers;
  const double begin = cpu_seconds();
  for (const bernstein_system& s : given) {
    systems.push_back(system_of(s));
    solvers.push_back(std::make_unique<default_solver>(*systems.back(), 1e-8));  // smaller boxes are not divided
  }
  const double setup = cpu_seconds() - begin;
  long undecided = 0;
  double cells = 0;
  measure(systems.size(), count > 2 ? values[2] : nullptr, [&](std::size_t k) {
    ibex::Solver& solver = solvers[k]->solver;
    solver.solve(systems[k]->box);
    undecided += static_cast<long>(solver.get_data().nb_unknown() + solver.get_data().nb_boundary());
    cells += solver.get_nb_cells();
    return static_cast<long>(solver.get_data().nb_solution());
  });
  std::printf("undecided boxes: %ld; boxes each: %.1f; making expressions and solvers: %.2f us each\n", undecided / 3,
              cells / 3 / static_cast<double>(systems.size()), setup / static_cast<double>(systems.size()) * 1e6);
  return 0;
}
