#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "solve/tape/tape.hpp"
#include "solve/tape/terms.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

/// A polynomial system some of whose variables are parameters: polynomials in the others, the unknowns, with
/// coefficients that are polynomials in the parameters.
class parameter_family {
 public:
  struct term {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> exponents;  ///< by unknown, not 0
    parameter_polynomial coefficient;
  };

  /// Throws vieta::error for names that the system does not have, or has twice.
  parameter_family(const polynomial_system& system, std::span<const std::string> parameters);

  [[nodiscard]] const std::vector<std::string>& unknowns() const { return unknowns_; }
  [[nodiscard]] std::size_t parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<std::vector<term>>& equations() const { return equations_; }
  [[nodiscard]] std::size_t terms() const;
  /// How well the factors in `coefficient` are known, relatively.
  [[nodiscard]] double factor_error() const { return factor_error_; }

  /// A term as it was read, to the last digit: its factor, and exponents by unknown and by parameter.
  struct exact_part {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> exponents, of_parameters;
    exact::real re, im;
  };
  /// By equation; monomials may occur more than once. Empty where factors are not known exactly.
  [[nodiscard]] const std::vector<std::vector<exact_part>>& exact_parts() const { return exact_parts_; }

  /// f at p(t), in homogeneous unknowns.
  [[nodiscard]] homotopy_tape tape() const;

 private:
  std::vector<std::string> unknowns_;
  std::size_t parameters_;
  std::vector<std::vector<term>> equations_;
  double factor_error_;
  std::vector<std::vector<exact_part>> exact_parts_;
};

/// Members of a family, one after another, as systems in the unknowns alone.
class family_member {
 public:
  explicit family_member(const parameter_family& family);

  /// Coefficients at these values of the parameters: within `coefficient_error` of the true ones, proven.
  void set(const std::complex<double>* parameters);
  [[nodiscard]] const polynomial_system::representation& system() const { return data_; }
  /// False where a coefficient is not known to any digit.
  [[nodiscard]] bool provable() const { return provable_; }
  /// False where a coefficient is beyond the range of doubles: `system()` is another one then.
  [[nodiscard]] bool representable() const { return representable_; }

  /// What the member's form tells: an equation is a number other than 0; an equation is 0 = 0, or an unknown does not
  /// occur.
  [[nodiscard]] bool inconsistent() const { return inconsistent_; }
  [[nodiscard]] bool not_isolated() const { return not_isolated_; }

 private:
  struct value {
    complex<qd> z{qd(0.0), qd(0.0)};
    double error = 0;  // relative
    bool known = true, representable = true;
    /// Proven: not only too small to be known.
    [[nodiscard]] bool is_zero() const { return known && z.re.x0 == 0 && z.im.x0 == 0; }
  };
  value evaluate(const parameter_polynomial& coefficient, const std::complex<double>* parameters) const;
  void look_at();

  const parameter_family& family_;
  polynomial_system::representation data_;
  std::vector<std::size_t> term_of_;  // of each term of `data_`, its number in the family
  std::vector<const parameter_polynomial*> coefficients_;
  std::vector<value> values_;
  bool inconsistent_ = false, not_isolated_ = false, provable_ = true, representable_ = true;
};

/// A member with coefficients to the last digit of the text; none where factors are known in part only, or powers are
/// too long.
std::optional<polynomial_system> exact_member(const parameter_family& family, const std::complex<double>* parameters);

}  // namespace vieta::tracking
