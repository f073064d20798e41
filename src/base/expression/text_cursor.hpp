#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace vieta::expression {

/// What a reader throws about the operand at hand; whoever holds the cursor says where it stands and what was found.
struct refusal {
  std::string expected;
};

/// The position in a text, its name and the current line: what all parts of its reader share.
class text_cursor {
 public:
  /// How messages tell a place: "NAME:3", "NAME:3:7", or "NAME: ... at character 7".
  enum class places : std::uint8_t { lines, lines_and_columns, characters };

  /// `comment` hides the rest of its line; 0 where there are no comments.
  text_cursor(std::string_view text, std::string_view name, char comment, places told = places::lines)
      : text_(text), name_(name), comment_(comment), places_(told) {}

  /// The next character that is not white space nor in a comment, or 0 at the end.
  char peek();
  /// Whether a name comes next.
  bool letter_follows();
  /// Takes the symbol if it comes next; otherwise nothing, not even white space.
  bool take(std::string_view symbol);
  /// A name (letters, digits, '_', not beginning with a digit), or empty.
  std::string_view take_name();
  /// The characters of a number ("12", ".5", "1e-400"), or empty.
  std::string_view take_number();
  /// All names from here to the end; takes nothing.
  [[nodiscard]] std::set<std::string_view> names();
  /// The rest of the text, untouched.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  /// What was taken since `mark`, without the white space behind it.
  [[nodiscard]] std::string_view since(std::size_t mark) const;

  [[nodiscard]] std::string_view since_untrimmed(std::size_t mark) const { return text_.substr(mark, at_ - mark); }
  /// Whether what comes next stands directly behind a digit.
  [[nodiscard]] bool follows_number() const { return at_ > 0 && text_[at_ - 1] >= '0' && text_[at_ - 1] <= '9'; }

  [[nodiscard]] std::size_t line() const;
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] char comment() const { return comment_; }
  /// From now on places have columns, too: for texts that are not lines of a file.
  void show_columns() { places_ = places::lines_and_columns; }
  /// "PLACE: found FOUND, expected EXPECTED" about what comes next.
  [[nodiscard]] std::string complaint(const std::string& found, const std::string& expected) const;
  /// Throws that about the word that comes next.
  [[noreturn]] void refuse(const std::string& expected);
  /// "NAME:LINE" or "NAME:LINE:COLUMN" of what comes next; "NAME" where characters are counted.
  [[nodiscard]] std::string place() const;

  [[nodiscard]] std::size_t mark() const { return at_; }
  void reset(std::size_t mark) { at_ = mark; }
  /// The next whole word or sign, for messages.
  std::string next_word();

 private:
  void skip_blank();
  std::string_view text_, name_;
  char comment_;
  places places_;
  std::size_t at_ = 0;
};

}  // namespace vieta::expression
