#include "input/parameter_input.hpp"

#include <algorithm>

#include "input/typed_number.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    std::erase(part, ' ');
    if (!part.empty()) parts.push_back(std::move(part));
    at = end + 1;
  }
  return parts;
}

}  // namespace

parameter_values parameter_arguments::read(const std::vector<std::string>& declared) const {
  const std::vector<std::string> expected = names.empty() ? declared : split(names);
  if (!file.empty()) return read_parameter_values(file, expected);
  // A line of names and one of values, as a file would have them.
  std::string head, row;
  for (const std::string& given : at)
    for (const std::string& part : split(given)) {
      const std::size_t sign = part.find('=');
      if (sign == std::string::npos || sign == 0 || sign + 1 == part.size())
        throw error("--at: found '" + part + "', expected NAME=VALUE");
      const std::string value = part.substr(sign + 1);
      const bool is_expression = value.find_first_not_of("0123456789+-.eEijI") != std::string::npos;
      const std::string decimals = is_expression ? typed_decimals(value) : "";
      head += part.substr(0, sign) + ' ', row += (decimals.empty() ? value : decimals) + ' ';
    }
  return read_parameter_values(head + '\n' + row, "--at", expected);
}

void add_parameter_options(CLI::App& verb, parameter_arguments& arguments) {
  CLI::Option* file = verb.add_option("--parameters", arguments.file,
                                      "Values of parameters, a row for each instance: lines under a line of names,\n"
                                      "JSON or .npy. All instances are solved from the solutions of one")
                          ->type_name("FILE")
                          ->group("Parameters");
  verb.add_option("--at", arguments.at, "Values of the parameters of one instance: a=1,b=2+3i")
      ->type_name("NAME=VALUE")
      ->excludes(file)
      ->group("Parameters");
  verb.add_option("--parameter-names", arguments.names,
                  "The parameters, in the order of columns, where neither the system nor the values name them")
      ->type_name("NAME,...")
      ->group("Parameters");
}

}  // namespace vieta::cli
