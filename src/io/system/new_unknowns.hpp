#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/system/system_expression.hpp"
#include "io/system/term_arithmetic.hpp"

namespace vieta::io {

/// What messages expect in a sine or cosine.
inline constexpr const char* angle_expected =
    "a sum of unknowns, each times a rational number, and a real number in a sine or cosine: sin(2*a - b/2 + pi/3)";
inline constexpr std::int64_t most_multiple = 1000, most_degree_of_root = 1000;

/// Unknowns c and s that stand for the cosine and the sine of an unknown, and r for a root of a polynomial; with the
/// equations c^2 + s^2 - 1 = 0 and r^q - p = 0 the system is polynomial.
class new_unknowns {
 public:
  struct angle {
    std::uint32_t variable, cosine, sine;
    std::int64_t parts;  ///< c and s are those of this part of the angle: of x/2 where sin(x/2) occurs
  };
  struct root {
    system_polynomial above, below;  ///< r^degree below = above
    std::uint32_t degree = 2;
    bool is_real_of_real = false;  ///< cbrt: of a real number the real root, not the one of least argument
    std::uint32_t variable = 0;
  };
  /// A sine or a cosine of any polynomial, where they are not to become polynomial equations.
  struct sine {
    system_polynomial argument;
    bool is_cosine = false;
    std::uint32_t variable = 0;
  };
  /// Thrown where angles turn out to need smaller parts: read everything again, after `restart`.
  struct smaller_parts {};

  new_unknowns() = default;
  /// `has_free_arguments`: sines stay what they are, in `sines`, and may have any polynomial for an argument.
  explicit new_unknowns(bool has_free_arguments) : has_free_arguments_(has_free_arguments) {}

  /// The cosine and sine of a sum of angles, as polynomials in the cosine and sine of each: the real and imaginary part
  /// of the product of (c + i s)^k, which are sparse in c + i s and c - i s.
  static std::pair<system_polynomial, system_polynomial> cosine_and_sine(const system_polynomial& argument,
                                                                         system_names& names, term_arithmetic& terms);
  system_polynomial root_of(root wanted, system_names& names);
  system_polynomial sine_of(sine wanted, system_names& names);
  [[nodiscard]] bool has_free_arguments() const { return has_free_arguments_; }

  void restart() { angles_.clear(), roots_.clear(), sines_.clear(); }

  /// Adds the equations of the new unknowns, numbers all anew in the order that results have, and names them. Throws
  /// vieta::error where an unknown is an angle and stands by itself, too.
  void finish(system_names& names, std::vector<system_polynomial>& equations);

  [[nodiscard]] const std::vector<angle>& angles() const { return angles_; }
  /// What people called them.
  [[nodiscard]] const std::vector<std::string>& names_of_angles() const { return names_of_angles_; }
  [[nodiscard]] const std::vector<root>& roots() const { return roots_; }
  [[nodiscard]] const std::vector<sine>& sines() const { return sines_; }

 private:
  const angle& angle_of(std::uint32_t variable, std::int64_t denominator, system_names& names);
  [[nodiscard]] bool is_new(std::uint32_t variable) const;
  void refuse_angles_alone(const system_names& names, const std::vector<system_polynomial>& polynomials) const;

  std::map<std::string, std::int64_t> parts_;  ///< by name
  std::vector<angle> angles_;
  std::vector<root> roots_;
  std::vector<sine> sines_;
  bool has_free_arguments_ = false;
  std::vector<std::string> names_of_angles_;
};

}  // namespace vieta::io
