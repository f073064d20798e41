#include "base/float_environment.hpp"
#include "base/plain_text.hpp"
#include "io/boxes/boxes_readers.hpp"
#include "io/read_file.hpp"
#include "io/system/new_unknowns.hpp"
#include "io/system/system_expression.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"

namespace vieta {

std::vector<std::string> box_unknowns(std::span<const std::string> equations) {
  const float_environment floats;
  io::new_unknowns functions(true);
  std::vector<io::system_polynomial> divisors;
  io::system_names names;
  names.functions = &functions, names.divisors = &divisors;
  for (std::size_t k = 0; k < equations.size(); ++k) {
    const std::string name = "equation " + std::to_string(k + 1), plain = io::expression_text(equations[k], name);
    io::text_cursor cursor(plain, name, '#');
    if (plain == equations[k]) cursor.show_columns();
    if (io::read_equation(cursor, names).empty())
      throw error(name + ": found the zero polynomial, expected an equation");
  }
  std::vector<std::string> unknowns;
  for (const std::string& name : names.in_order)
    if (names.variables.contains(name)) unknowns.push_back(name);
  if (unknowns.empty()) throw error("equations: found no variable, expected at least one");
  return unknowns;
}

std::vector<box_system> read_boxes(const std::string& path) {
  const float_environment floats;
  return read_boxes(io::read_file(path, "systems in a box").bytes(), io::name_of_input(path));
}

std::vector<box_system> read_boxes(std::string_view text, const std::string& name) {
  const float_environment floats;
  if (text.starts_with("\x93NUMPY")) return io::read_boxes_npy(text, name);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw error(name + ":1: found nothing, expected systems in a box");
  return io::read_boxes_json(text, name);
}

box_system parse_box_system(const std::vector<std::string>& variables, const std::vector<std::array<double, 2>>& box,
                            std::span<const std::string> equations) {
  const float_environment floats;
  return io::box_system_of(variables, box, equations);
}

}  // namespace vieta
