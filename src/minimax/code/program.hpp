#pragma once

#include <string>
#include <vector>

#include "minimax/check/step_kind.hpp"
#include "minimax/problem.hpp"

namespace vieta::approximation {

struct step {
  step_kind kind = step_kind::constant;
  int a = -1, b = -1, c = -1, d = -1;        ///< earlier steps; select: a < b ? c : d, a == b ? c : d
  double value = 0;                          ///< of a constant
  operation function = operation::constant;  ///< of a call
  std::string name;                          ///< a variable's; a later step of the same name assigns to it anew
};

/// A function as a straight line of operations: what is printed in a language, run over all floats, and counted.
struct program {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<step> steps;
  int result = -1;
};

/// The numbers that a form's p and q stand for; q is empty where there is none.
struct form_numbers {
  std::vector<int> exponents;
  std::vector<double> p, q;
  bool pair = false;  ///< the coefficient of x^0 is written as the sum of two literals
};

/// Of a result, with q as read. The lowest coefficient is a pair where its format is one of two doubles.
form_numbers numbers_of(const minimax_result& result, const std::vector<double>& q);

/// A number as two literals, the second for what the first leaves; 0 where halves hold none.
struct literal_pair {
  double high, low;
};
literal_pair as_pair(double value, bool half);

/// With 0 for coefficients that halves hold as subnormal numbers or not at all: GPUs may flush these, so that their
/// terms are not written. All of them, where nothing would be left. In floats all stay as they are.
std::vector<double> written_coefficients(std::vector<double> c, bool half);

enum class polynomial_order : std::uint8_t { horner, estrin };

/// Whether a power is written out as products, or as a root; others are exp(k log(x)).
bool is_written_out(long double exponent);

/// Builds programs; equal operations are computed once.
class program_builder {
 public:
  /// Constants are rounded to `single` (or to half precision in a half program).
  explicit program_builder(bool half) : half_(half) {}

  int input(const std::string& name);
  int constant(double value);
  int add(step_kind kind, int a = -1, int b = -1, int c = -1, int d = -1, const std::string& name = "");
  int call(operation f, int a);
  /// `name` is that of the variable which Horner's scheme assigns to again and again.
  int polynomial(const std::vector<int>& exponents, const std::vector<double>& coefficients, int u,
                 polynomial_order order, const char* name, bool pair = false);
  /// The form at `x`.
  int form(const tree& t, int x, const form_numbers& numbers, polynomial_order order);
  int power(int base, int exponent);
  [[nodiscard]] program finish(std::string name, int result);

 private:
  [[nodiscard]] double rounded(double value) const;
  /// A constant in the place of p needs no argument of p. Inputs stay.
  void leave_out_unused();
  int horner(const std::vector<int>& exponents, const std::vector<double>& coefficients, int u, const char* name);
  int estrin(const std::vector<int>& exponents, const std::vector<double>& coefficients, int u);
  program program_;
  bool half_;
};

/// The form alone, on its interval.
program form_program(const problem& p, const form_numbers& numbers, polynomial_order order, bool half,
                     const std::string& name);

}  // namespace vieta::approximation
