#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "io/polynomial/readers.hpp"
#include "io/read_file.hpp"
#include "vieta/io.hpp"

namespace vieta {

polynomial read_polynomial(const std::string& path, format how) {
  const float_environment floats;
  return read_polynomial(io::read_file(path, "a polynomial").bytes(), io::name_of_input(path), how);
}

polynomial read_polynomial(std::string_view text, const std::string& name, format how) {
  const float_environment floats;
  text = io::without_mark(text);
  // No coefficients at all would be the zero polynomial; a file without any is a mistake.
  if (how == format::automatic && text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
    throw error(name + ":1: found nothing, expected a polynomial");
  }
  const format found = how == format::automatic ? io::detect_format(text) : how;
  switch (found) {
    case format::json:
      return io::read_json(text, name);
    case format::npy:
      return io::read_npy(text, name);
    case format::expression:
      if (how == found) return io::read_expression(text, name);
      try {
        return io::read_expression(text, name);
      } catch (const error& problem) {  // one letter in a list makes it look like an expression
        throw error(std::string(problem.what()) + " (the text was taken for an expression" +
                    (name.ends_with(".pol") ? "; if it is in MPSolve's format: --format pol)" : ")"));
      }
    case format::pol:
      return io::read_pol(text, name);
    case format::list:
    case format::automatic:
      break;
  }
  return io::read_list(text, name);
}

polynomial polynomial::parse(std::string_view expression) {
  const float_environment floats;
  return io::read_expression(expression, "expression");
}

}  // namespace vieta
