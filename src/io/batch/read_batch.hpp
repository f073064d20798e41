#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/io.hpp"

/// Readers of many polynomials, one per format. `name` stands for the file in messages.
namespace vieta::io {

inline constexpr std::size_t most_coefficients = 65;

/// Whether a number so large or small loses digits as a double, or in what is done with it.
inline bool is_extreme(double value) {
  return !(std::abs(value) < 0x1p950) || (std::abs(value) < 0x1p-950 && value != 0);
}

/// Whether a number that is written so is not 0, although its double is.
inline bool is_lost(double value, std::string_view word) {
  return value == 0 && word.substr(0, word.find_first_of("eE/")).find_first_of("123456789") != word.npos;
}

/// Rows as they are found in a text, of any lengths up to `most_coefficients`.
class row_collector {
 public:
  explicit row_collector(bool scales = true) : scales_(scales) {}
  [[nodiscard]] std::size_t length() const { return values_.size() - begin_; }  ///< of the row that grows now
  [[nodiscard]] std::size_t rows() const { return lengths_.size(); }            ///< that are complete
  /// `word`: how it is written, which has to live until the row ends; a row with numbers that doubles do not hold well
  /// is read from its words again, and scaled by a power of two: its roots are the same.
  void push_back(double value, std::optional<double> rest = 0, std::string_view word = {}) {
    values_.push_back(value);
    words_.push_back({word, !rest});
    is_extreme_ = is_extreme_ || (scales_ && (is_extreme(value) || is_lost(value, word)));
    printed_ = printed_ || !rest;
    if (rest.value_or(0) == 0) return;
    rests_.resize(values_.size());
    rests_.back() = *rest;
  }
  void end_row();

  /// All rows, filled up with zeros to the length of the longest; what was collected is moved out.
  polynomial_rows take();

 private:
  bool scales_;
  std::vector<double> values_;
  std::vector<double> rests_;  // up to the last that is not zero; what rounding took from each value
  std::vector<std::uint8_t> lengths_;
  struct written {
    std::string_view word;
    bool is_printed;
  };
  void scale_row();

  std::vector<written> words_;  // of the row that grows now
  bool is_extreme_ = false;     // it has a number that doubles may not hold
  bool printed_ = false;        // whether a number of the row that grows now is a double that was printed
  std::size_t begin_ = 0, longest_ = 1;
};

/// `scales`: rows whose numbers doubles do not hold well stand for polynomials of the same roots.
polynomial_rows read_row_lines(std::string_view text, std::string_view name, bool scales = true);
polynomial_rows read_row_json(std::string_view text, std::string_view name, bool scales = true);
/// Rows of numbers that are no coefficients, such as samples: as they are written, to the nearest double.
polynomial_rows read_rows_as_written(std::string_view bytes, const std::string& name);

/// `memory` holds the bytes, and lives on in the result when they need no conversion.
polynomial_rows read_row_array(std::string_view bytes, std::string_view name, std::shared_ptr<const void> memory);

/// Complex coefficients, one polynomial in each row.
struct complex_rows {
  std::size_t count = 0;
  int degree = 0;
  std::vector<std::complex<double>> values;  ///< count rows of degree + 1
};

/// Whether the bytes are a NumPy array of complex numbers, by its head.
bool is_complex_array(std::string_view bytes);
complex_rows read_complex_row_array(std::string_view bytes, std::string_view name);

/// The number at the start of a text: its nearest double, and its length in characters; 0 when there is none. It ends
/// at white space, one of , # ] [ or the end.
std::size_t read_double(std::string_view text, double& value);

/// What rounding a number took from it, to about 16 digits; `word` is what read_double took for `value`. Nothing for a
/// decimal of 16 or 17 digits, which is how doubles are printed: what it stands for is the double.
std::optional<double> rest_of(std::string_view word, double value);

/// The characters up to there; at least one. For messages.
std::string_view first_word(std::string_view text);

/// Infinite or zero when it is out of range.
double nearest_double(const exact::real& value);
double rest_of(const exact::real& number);

/// Times the power of two that makes the largest about 1, or larger where the smallest would be lost.
void scale_to_one(std::vector<exact::real>& numbers);

}  // namespace vieta::io
