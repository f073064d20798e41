#include "base/expression/two_readings.hpp"

#include <algorithm>
#include <set>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "vieta/error.hpp"

namespace vieta::expression {

namespace {

constexpr std::string_view digits = "0123456789", hexadecimal_digits = "0123456789abcdefABCDEF", blanks = " \t";

bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }

std::string_view behind_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

std::string_view head(std::string_view text, std::size_t length) { return text.substr(0, length); }

std::size_t length_of_name(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t next = io::length_of_letter(text); next > 0;) {
    end += next;
    next = end < text.size() && is_one_of(text[end], digits) ? 1 : io::length_of_letter(text.substr(end));
  }
  return end;
}

/// Of the dash that the text begins with: a minus, an en dash, an em dash.
std::size_t length_of_dash(std::string_view text) {
  if (text.starts_with('-')) return 1;
  for (const std::string_view dash : {"\u2212", "\u2013", "\u2014"})
    if (text.starts_with(dash)) return dash.size();
  return 0;
}

/// "{12}{3}" or "12" behind \frac: whole numbers above and below, as in 2 1/3.
bool are_groups_of_digits(std::string_view text) {
  for (int k = 0; k < 2; ++k) {
    text = behind_blanks(text);
    const std::size_t end = text.starts_with('{') ? text.find('}') : 0;
    if (text.empty() || end == text.npos) return false;
    const std::string_view group = end > 0 ? text.substr(1, end - 1) : head(text, 1);
    if (group.empty() || group.find_first_not_of("0123456789 ") != group.npos) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

/// Goes through a text and refuses what it finds.
class scan {
 public:
  scan(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  void run() {
    refuse_number_of_equation(0);
    for (at_ = 0; at_ < text_.size();) {
      const std::string_view rest = text_.substr(at_);
      if (rest[0] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (length_of_dash(rest) > 0) {
        take_dashes(rest);
      } else if (is_one_of(rest[0], digits) || rest[0] == '.') {
        take_number(rest);
      } else if (const std::size_t length = length_of_name(rest); length > 0) {
        take_name(rest, length);
      } else {
        at_ += std::max<std::size_t>(1, std::min(io::length_of_character(rest), rest.size()));
      }
    }
  }

  /// "1. x = 2", "(1) x = 2", and a list's dash that no keyboard has. "2*x" and "2 x" are products.
  void refuse_number_of_equation(std::size_t start) {
    const std::string_view all = behind_blanks(text_.substr(start)), inside = all.substr(all.starts_with('(') ? 1 : 0);
    at_ = text_.size() - all.size();
    const std::size_t last = std::min(inside.find_first_not_of(digits), inside.size());
    if (last > 0 && last + 1 < inside.size() && inside[last] == (all.starts_with('(') ? ')' : '.') &&
        is_one_of(inside[last + 1], blanks)) {
      const std::string_view next = behind_blanks(inside.substr(last + 1));
      if (io::length_of_letter(next) > 0 || next.starts_with('(') || next.starts_with('\\'))
        refuse(head(all, all.size() - inside.size() + last + 1),
               "no number of an equation before it, or a '*' behind a factor");
    }
    const std::size_t dash = length_of_dash(all);
    if (dash > 1 && !all.starts_with("\u2212") && dash < all.size() && is_one_of(all[dash], blanks))
      refuse(head(all, dash), "no bullet, or '-' for a minus sign");
    at_ = 0;
  }

  [[noreturn]] void refuse(std::string_view found, const std::string& expected) const {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    const bool lines = text_.find('\n') != text_.npos;
    throw error(std::string(name_) + (lines ? ':' + std::to_string(line + 1) : "") + ": found " + io::in_quotes(found) +
                ", expected " + expected);
  }

 private:
  void take_dashes(std::string_view rest) {
    std::size_t length = 0, count = 0;
    for (std::size_t next = length_of_dash(rest); next > 0; next = length_of_dash(rest.substr(length)))
      length += next, ++count;
    if (count > 2) refuse(head(rest, length), "a quotient in one line, as in (s + 2)/(s^2 + 3*s + 2)");
    at_ += length;
  }

  void take_number(std::string_view rest) {
    const std::size_t length = std::max<std::size_t>(io::length_of_number(rest), 1);
    if ((rest.starts_with("0x") || rest.starts_with("0X")) && length == 1 && rest.size() > 2 &&
        is_one_of(rest[2], hexadecimal_digits))
      refuse(head(rest, rest.substr(2).find_first_not_of(hexadecimal_digits) == rest.npos
                            ? rest.size()
                            : 2 + rest.substr(2).find_first_not_of(hexadecimal_digits)),
             "a decimal number, or a '*' before the variable");
    std::string_view next = rest.substr(length);
    if (next.starts_with('_')) refuse(head(rest, length + length_of_name(next)), "a number without '_'");
    const bool is_exponent = at_ > 0 && text_[at_ - 1] == '^';
    const std::string_view command = behind_blanks(next);
    for (const std::string_view fraction : {"\\frac", "\\tfrac", "\\dfrac"})
      if (!is_exponent && command.starts_with(fraction) && are_groups_of_digits(command.substr(fraction.size())))
        refuse(head(rest, rest.size() - command.size() + fraction.size()),
               "a '+' between a number and its fraction, or a '*'");
    if (next.size() != command.size() && command.size() > 2 && is_one_of(command[0], "eE") &&
        is_one_of(command[1], "+-") && is_one_of(command[2], digits) && head(next, 1).find('\n') == rest.npos)
      refuse(head(rest, rest.size() - command.size() + 3), "no blank in a number, or a '*' before the variable e");
    at_ += length;
  }

  void take_name(std::string_view rest, std::size_t length) {
    at_ += length;
    if (rest[length - 1] != '_' || !rest.substr(length).starts_with('{')) return;
    const std::size_t end = std::min(rest.find('}', length), rest.size() - 1);
    const std::string_view index = rest.substr(length + 1, end - std::min(end, length + 1));
    for (std::size_t k = 0; k < index.size();) {
      const std::size_t letter = io::length_of_letter(index.substr(k));
      if (letter == 0 && !is_one_of(index[k], digits) && !is_one_of(index[k], "\\{"))
        refuse(head(rest, end + 1), "an index of letters and digits, as in x_1: a sequence is no polynomial");
      k += std::max<std::size_t>(letter, 1);
    }
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
};

/// The names of a text, without those behind a backslash.
std::set<std::string_view> names_of(std::string_view text) {
  std::set<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (const std::size_t name = length_of_name(rest); name > 0) {
      names.insert(head(rest, name));
      at += name;
    } else {
      at += std::max<std::size_t>(io::length_of_number(rest), 1);
    }
  }
  return names;
}

bool is_bulleted(std::string_view equation) {
  const std::string_view text = behind_blanks(equation);
  return text.size() > 1 && is_one_of(text[0], "-*+") && is_one_of(text[1], blanks);
}

}  // namespace

void refuse_two_readings(std::string_view text, std::string_view name) { scan(text, name).run(); }

void refuse_two_readings_of_polynomial(std::string_view text, std::string_view name) {
  const std::string given = without_comments(text);
  std::set<std::string_view> names = names_of(given);
  const std::string_view first_name = behind_blanks(given);
  if (const std::size_t length = length_of_name(first_name);
      names.size() == 2 && length == 1 && behind_blanks(first_name.substr(length)).starts_with('='))
    names.erase(first_name.substr(0, length));  // "y ="
  if (names.size() != 1) return;
  const std::string_view word = *names.begin();
  const scan complaint(given, name);
  const std::size_t first = given.find(word);
  const bool is_letter_and_digits = word.size() > 1 && io::length_of_letter(word) == 1 && word[0] != '_' &&
                                    word.find_first_not_of(digits, 1) == word.npos;
  for (std::size_t at = first; is_letter_and_digits && at != given.npos; at = given.find(word, at + 1))
    if (at > 0 && is_one_of(given[at - 1], digits)) {
      const std::string letter(1, word[0]), power(word.substr(1));
      complaint.refuse(std::string_view(given).substr(at - 1, word.size() + 1),
                       letter + '^' + power + ", or a '*' before the variable " + std::string(word));
    }
  if ((word == "pi" || word == "e") && first > 1 && is_one_of(given[first - 1], "+-") &&
      is_one_of(given[first - 2], blanks))
    complaint.refuse(std::string_view(given).substr(first - 1, word.size() + 1),
                     "a list of numbers alone, or blanks on both sides of a sign: " + std::string(word) +
                         " is the variable where there is no other");
}

void refuse_two_readings_of_equations(const std::vector<std::string>& equations, std::string_view name) {
  const auto refuse = [&](std::string_view found, const char* expected) {
    throw error(std::string(name) + ": found " + io::in_quotes(behind_blanks(found)) + ", expected " + expected);
  };
  for (const std::string& equation : equations) {
    scan(equation, name).refuse_number_of_equation(0);
    const std::string_view text = behind_blanks(equation);
    for (const std::string_view word : {"syms", "var", "vars", "variables"})
      if (text.starts_with(word) && text.size() > word.size() && is_one_of(text[word.size()], blanks) &&
          io::length_of_letter(behind_blanks(text.substr(word.size()))) > 0)
        refuse(head(text, word.size()), "equations alone: their variables are not declared");
  }
  if (equations.size() < 2) return;
  if (std::all_of(equations.begin(), equations.end(), is_bulleted))
    refuse(equations[0], "equations without bullets, or no blank behind a minus sign");
  for (std::size_t k = 0; k < equations.size(); ++k) {
    const std::string_view text = behind_blanks(equations[k]);
    if (k > 0 && !text.empty() && is_one_of(text[0], "+*/="))
      refuse(text, "a whole equation: one does not go on behind a ';' or in the next line");
  }
}

std::string without_comments(std::string_view text) {
  std::string plain(text);
  bool comment = false;
  for (char& c : plain) {
    comment = c == '#' || (comment && c != '\n');
    if (comment) c = ' ';
  }
  return plain;
}

}  // namespace vieta::expression
