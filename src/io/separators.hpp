#pragma once

#include <string_view>

namespace vieta::io {

/// What separates the numbers of a line. Decimal commas would be read as twice as many numbers: in "1,5 2,5" some
/// numbers have a comma alone between them, and some blanks alone. Nobody who means four numbers writes that.
class separators {
 public:
  static constexpr std::string_view expected = "commas or blanks between numbers, not both; decimals have a point";

  /// False where the gap before the next number makes that unclear.
  bool take(std::string_view gap) {
    if (gap.find_first_of("\n\r") != std::string_view::npos) *this = {};
    if (gap == ",") bare_ = true;
    if (gap.find_first_of(",\n\r") == std::string_view::npos) blank_ = true;
    return !bare_ || !blank_;
  }

 private:
  bool bare_ = false, blank_ = false;
};

}  // namespace vieta::io
