#include <algorithm>
#include <array>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/polynomial/readers.hpp"
#include "io/read_file.hpp"
#include "io/wrapped_list.hpp"
#include "vieta/io.hpp"

namespace vieta {

namespace {

/// What every reader gets: the text without its mark and, where it is no array or JSON, in plain characters.
struct prepared_text {
  std::string_view text;
  std::string plain;
  format found = format::automatic;

  prepared_text(std::string_view given, const std::string& name, format how) : text(io::without_mark(given)) {
    if (how == format::automatic || how == format::list) text = io::without_quotes(text);
    // No coefficients at all would be the zero polynomial; a file without any is a mistake.
    if (how == format::automatic && text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
      throw error(name + ":1: found nothing, expected a polynomial");
    found = how == format::automatic ? io::detect_format(text) : how;
    // Lists in brackets look like JSON at first, which a minus of typography is not.
    const bool as_list = found == format::list || (how == format::automatic && found == format::json);
    if (!as_list && found != format::expression) return;
    const std::string_view read = io::in_plain_characters(text, plain);
    if (plain.empty()) return;
    if (how == format::automatic) found = io::detect_format(read);
    if (found != format::expression) text = read;  // their reader looks at what was typed
  }
  prepared_text(const prepared_text&) = delete;
  prepared_text& operator=(const prepared_text&) = delete;
};

/// What was not said to be an expression, but looks like one for a letter.
template <class Read>
auto read_as_expression(const std::string& name, format how, Read read) {
  if (how == format::expression) return read();
  try {
    return read();
  } catch (const error& problem) {
    throw error(std::string(problem.what()) + " (the text was taken for an expression" +
                    (name.ends_with(".pol") ? "; if it is in MPSolve's format: --format pol)" : ")"),
                problem.kind());
  }
}

polynomial read_found(const prepared_text& given, const std::string& name, power_order order) {
  if (given.found == format::json) return io::read_json(given.text, name, order);
  if (given.found == format::npy) return io::read_npy(given.text, name, order);
  if (given.found == format::list) return io::read_list(given.text, name, order);
  if (order == power_order::descending)
    throw error(name + ": found " + (given.found == format::pol ? "MPSolve's format" : "an expression") +
                ", expected a list of coefficients for descending order");
  return io::read_pol(given.text, name);
}

}  // namespace

polynomial read_polynomial(const std::string& path, format how) {
  const float_environment floats;
  return read_polynomial(io::read_file(path, "a polynomial").bytes(), io::name_of_input(path), how);
}

polynomial read_polynomial(std::string_view text, const std::string& name, format how) {
  const float_environment floats;
  const prepared_text given(text, name, how);
  if (given.found == format::expression)
    return read_as_expression(name, how, [&] { return io::read_expression(given.text, name); });
  return read_found(given, name, power_order::ascending);
}

rational_function read_rational(const std::string& path, format how, power_order order) {
  const float_environment floats;
  return read_rational(io::read_file(path, "a polynomial").bytes(), io::name_of_input(path), how, order);
}

rational_function read_rational(std::string_view text, const std::string& name, format how, power_order order) {
  const float_environment floats;
  const prepared_text given(text, name, how);
  if (given.found == format::expression && order == power_order::ascending)
    return read_as_expression(name, how, [&] { return io::read_rational_expression(given.text, name); });
  rational_function result;
  result.numerator = read_found(given, name, order);
  result.denominator = polynomial::from_coefficients(std::array{1.0});
  // A series begins with T_0: there is no other order.
  const bool series = given.found == format::json && given.text.find("\"chebyshev\"") != std::string_view::npos;
  const auto unwrapped = given.found == format::list ? io::unwrap_list(given.text) : std::nullopt;
  const bool says_order = unwrapped && unwrapped->is_descending;
  result.is_list = given.found != format::pol && !series && !says_order;
  return result;
}

polynomial polynomial::parse(std::string_view expression) {
  const float_environment floats;
  return io::read_expression(expression, "expression");
}

}  // namespace vieta
