#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "report/text/newton_print.hpp"
#include "vieta/newton.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/system_io.hpp"

namespace vieta::cli {

/// Where a system comes from: a file, its equations, or a family.
struct system_arguments {
  std::string file, system, family, format = "auto";

  /// Throws vieta::error when there is none, or more than one.
  [[nodiscard]] system_file read() const;
  /// The same for verbs that take quotients.
  [[nodiscard]] rational_file read_rational() const;
  /// What a picture is called: the family, the equations, or the file.
  [[nodiscard]] const std::string& name() const { return !family.empty() ? family : !system.empty() ? system : file; }

 private:
  void check() const;
  /// Empty where it is a file.
  [[nodiscard]] const std::string& text() const;
};

/// The parts of a text between separators.
std::vector<std::string> split(const std::string& text, const char* separators);
/// The parts of a text that is typed: equations between ';', else lines, else what commas separate.
std::vector<std::string> equations_in(const std::string& text);

void add_system_options(CLI::App& verb, system_arguments& arguments);

/// --digits, --precision, --no-proof, --show-digits: how exact solutions of a system are, and how they are printed.
struct solution_arguments {
  std::string precision;  ///< empty: what `digits` needs
  int digits = 0, show = 0;
  bool no_proof = false;

  /// Who asks for digits, or for none, wants to see that many; who names a precision, what it holds.
  [[nodiscard]] report::shown_digits shown() const {
    constexpr int usual = 15;
    return {show, digits > 0 ? digits : precision.empty() ? usual : report::shown_digits{}.most, show == 0};
  }

  /// Into the options of newton or solve.
  template <class Options>
  void write_to(Options& options) const {
    options.precision = 0;
    for (int doubles = 1; doubles <= 4; ++doubles)
      if (precision == precision_name(doubles)) options.precision = doubles;
    options.digits = digits;
    options.prove = !no_proof;
  }
};

void add_solution_options(CLI::App& verb, solution_arguments& arguments);

}  // namespace vieta::cli
