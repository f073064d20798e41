#include "real_roots/shader/shader_source.hpp"

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "real_roots/shader/core_headers.hpp"

// The headers of core/shader are C++, which the library compiles and tests as such. Here they become text: they are cut
// into functions, structures and constants; those that the text calls stay, where the one for its degree stands for
// functions that come in several; and what is C++ about a line is replaced.

namespace vieta {
namespace {

/// A function, a structure, or constants that stand together.
struct item {
  std::vector<std::string> names, comment, code;
};

std::string without_comment(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  return code.substr(0, code.find_last_not_of(' ') + 1);
}

std::string name_of(const std::string& first_line) {
  static const std::regex declares(R"(^(?:struct|VT_STATIC [^(]*?|inline constexpr \w+) (\w+)(?: \{|\(| =))");
  std::smatch found;
  return std::regex_search(first_line, found, declares) ? found[1].str() : "";
}

/// A line without indentation that ends in a brace or a semicolon.
bool ends_item(const std::string& line) {
  const std::string code = without_comment(line);
  return !line.starts_with(' ') && (code.ends_with('}') || code.ends_with(';'));
}

/// What stands inside of the namespace. A line that goes on in the next one is joined with it, and so is a macro for
/// the loop below.
std::vector<item> items_of(const char* header) {
  std::vector<item> items(1);
  std::istringstream stream(header);
  bool inside = false, goes_on = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("namespace ") || line.starts_with("}  // namespace")) {
      inside = line.starts_with("namespace ");
      continue;
    }
    item& last = items.back();
    if (!inside || line.starts_with("template ")) continue;
    const std::string code = without_comment(line);
    if (goes_on) {
      last.code.back() += (last.code.back().ends_with('(') ? "" : " ") + line.substr(line.find_first_not_of(' '));
    } else if (line.empty() && (last.code.empty() || ends_item(last.code.back()))) {
      // Between items. What was said of the header as a whole ends here, too.
      if (last.code.empty())
        last.comment.clear();
      else
        items.emplace_back();
      continue;
    } else if (code.empty() && last.code.empty()) {
      last.comment.push_back(line);
    } else {
      last.code.push_back(line);
    }
    goes_on = !code.empty() && std::string(";{}").find(code.back()) == std::string::npos;
    if (!last.code.empty()) {
      const std::string name = name_of(last.code.back());
      if (!name.empty() && (last.names.empty() || last.names.back() != name)) last.names.push_back(name);
    }
  }
  if (items.back().code.empty()) items.pop_back();
  return items;
}

/// Which of several functions the text has under one name.
std::map<std::string, std::string> chosen(int degree, bool plain) {
  static constexpr const char* separate[] = {"separate_one", "separate_two", "separate_three", "separate_four"};
  return {{"separate", degree <= last_degree_alone ? separate[degree - 1]
                       : degree <= 10              ? "separate_some"
                                                   : "separate_many"},
          {"some_roots", plain ? "some_plain_roots" : "some_roots"},
          {"real_roots_first_quick", degree < 4    ? "first_quick_low"
                                     : degree == 4 ? "first_quick_four"
                                                   : "first_quick_some"}};
}

/// The items that these call, by their names. The first one found has to be in the text.
std::set<std::string> needed_by(std::vector<std::string> wanted, const std::map<std::string, const item*>& all) {
  static const std::regex word(R"(\w+)");
  std::set<std::string> needed;
  while (!wanted.empty()) {
    const std::string name = wanted.back();
    wanted.pop_back();
    if (!needed.insert(name).second) continue;
    for (const std::string& line : all.at(name)->code) {
      const std::string code = without_comment(line);
      for (std::sregex_iterator it(code.begin(), code.end(), word), end; it != end; ++it)
        if (all.contains(it->str())) wanted.push_back(it->str());
    }
  }
  return needed;
}

std::string capital(const std::string& name, bool all) {
  std::string result;
  bool starts = true;
  for (const char c : name) {
    const bool small = c >= 'a' && c <= 'z';
    if (all || c != '_') result += small && (all || starts) ? static_cast<char>(c - 'a' + 'A') : c;
    starts = c == '_';
  }
  return result;
}

/// real_roots_value_at for value_at, RealRootsExtremum for a structure, REAL_ROOTS_NOISE_FACTOR for a constant.
std::string name_in_text(const std::string& name, const std::string& first_line) {
  if (name == "roots_found") return "RealRoots";
  if (first_line.starts_with("struct ")) return "RealRoots" + capital(name, false);
  if (first_line.starts_with("inline ")) {
    return "REAL_ROOTS_" + capital(name.starts_with("status_") ? name.substr(7) : name, true);
  }
  return name.starts_with("real_roots") ? name : "real_roots_" + name;
}

using rules = std::vector<std::pair<std::regex, std::string>>;

/// What is C++, but for the names.
const rules& of_lines() {
  static const rules all = {
      {std::regex(R"(^VT_STATIC )"), ""},
      {std::regex(R"(^inline constexpr )"), "const "},
      {std::regex(R"(^( *)VT_UNROLL_ON_DEVICE for)"), "$1@unroll for"},
      {std::regex(R"(^( *)VT_LOOP_ON_DEVICE for)"), "$1@loop for"},
      {std::regex(R"(const (\w+) \(&(\w+)\)\[)"), "$1 $2["},
      {std::regex(R"(\b(unit_roundoff|least_normal)\b)"), "real_roots_$1"},
      {std::regex(R"((\w)<(N, T|N, float|N|T|float)>)"), "$1"},
      {std::regex(R"(\bT\((\d+\.\d+(e-?\d+)?)\))"), "$1"},
      {std::regex(R"((\d+\.\d+(e-?\d+)?)f\b)"), "$1"},
      {std::regex(R"(\bT\b)"), "float"},
      {std::regex(R"(\bN\b)"), "REAL_ROOTS_DEGREE"},
      {std::regex(R"(\bbits_of\()"), "floatBitsToUint("},
      {std::regex(R"(\bof_bits\()"), "uintBitsToFloat("},
      {std::regex(R"(\breal_roots_unit_roundoff\b)"), "REAL_ROOTS_ROUNDOFF"},
      {std::regex(R"(\breal_roots_least_normal\b)"), "REAL_ROOTS_LEAST_NORMAL"},
  };
  return all;
}

/// The names of the text; in comments those of constants of several words alone, as others may be plain words there.
std::string renamed(const std::string& line, const std::map<std::string, std::string>& names, bool constants) {
  static const std::regex word(R"([A-Za-z_]\w*)");
  std::string result;
  auto at = line.begin();
  for (std::sregex_iterator it(line.begin(), line.end(), word), end; it != end; ++it) {
    result.append(at, line.begin() + it->position());
    const auto found = names.find(it->str());
    const bool known =
        found != names.end() &&
        (!constants || (found->second.starts_with("REAL_ROOTS_") && it->str().find('_') != std::string::npos));
    const bool member = it->position() > 0 && line[static_cast<std::size_t>(it->position()) - 1] == '.';
    result += known && !member ? found->second : it->str();
    at = line.begin() + it->position() + it->length();
  }
  return result.append(at, line.end());
}

std::string translated(const std::string& line, const std::map<std::string, std::string>& names) {
  std::string code = renamed(without_comment(line), names, false);
  for (const auto& [pattern, replacement] : of_lines()) code = std::regex_replace(code, pattern, replacement);
  const std::size_t comment = line.find("//");
  if (comment == std::string::npos) return code;
  const std::string said = renamed(line.substr(comment), names, true);
  return code.empty() ? line.substr(0, comment) + said : code + "  " + said;
}

/// Comments behind code stand below one another.
void align(std::vector<std::string>& lines) {
  std::size_t widest = 0;
  const auto place = [](const std::string& line) {
    const std::size_t at = line.find("//");
    return at == std::string::npos || without_comment(line).empty() ? std::string::npos : at;
  };
  for (const std::string& line : lines)
    if (place(line) != std::string::npos) widest = std::max(widest, place(line));
  for (std::string& line : lines)
    if (place(line) != std::string::npos) line.insert(place(line), widest - place(line), ' ');
}

constexpr const char* machine_constants = R"(
// Half the distance from 1 to the next number, and the least number that is not subnormal.
const float REAL_ROOTS_ROUNDOFF = 5.9604644775390625e-8;
const float REAL_ROOTS_LEAST_NORMAL = 1.1754943508222875e-38;
)";

}  // namespace

std::string shader_source(int degree, bool plain) {
  std::vector<item> items;
  for (const char* header : core_shader_headers)
    for (item& each : items_of(header))
      if (!each.names.empty()) items.push_back(std::move(each));  // what has none is for C++ alone
  std::map<std::string, const item*> by_name;
  for (const item& each : items)
    for (const std::string& name : each.names) by_name[name] = &each;
  // A function that comes in several is here under its own name, with what was said of it where the one says nothing.
  std::map<std::string, item> several;
  for (const auto& [name, one] : chosen(degree, plain)) {
    item choice = *by_name.at(one);
    if (choice.comment.empty()) choice.comment = by_name.at(name)->comment;
    choice.code.front() = std::regex_replace(choice.code.front(), std::regex("\\b" + one + "\\b"), name);
    choice.names = {name};
    several[one] = choice;
  }
  std::map<std::string, const item*> in_text = by_name;
  for (const auto& [name, one] : chosen(degree, plain)) in_text[name] = &several.at(one);
  const std::set<std::string> needed =
      needed_by({"status_ok", "status_touching", "status_unresolved", "status_zero_polynomial", "status_bad_input",
                 "real_roots", "real_roots_first", "real_roots_first_quick"},
                in_text);
  std::map<std::string, std::string> names;
  for (const auto& [name, one] : in_text) names[name] = name_in_text(name, one->code.front());

  std::string text = machine_constants;
  for (const item& each : items) {
    // Where the one that was chosen stands, under the name of all.
    const auto choice = several.find(each.names.front());
    const item& one = choice == several.end() ? each : choice->second;
    if (!needed.contains(one.names.front()) || in_text.at(one.names.front()) != &one) continue;
    std::vector<std::string> lines = one.code;
    for (std::string& line : lines) line = translated(line, names);
    if (!one.code.front().starts_with("VT_STATIC")) align(lines);
    text += "\n";
    for (const std::string& line : one.comment) text += renamed(line, names, true) + "\n";
    for (const std::string& line : lines) text += line + "\n";
  }
  return text;
}

}  // namespace vieta
