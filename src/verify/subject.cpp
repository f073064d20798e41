#include "verify/subject.hpp"

#include <algorithm>

#include "vieta/error.hpp"

namespace vieta {
namespace {

/// Which verb printed the result: its first key says so, or its last one where another program sorted the keys. Empty
/// for what has neither.
std::string_view verb_of(std::string_view all) {
  constexpr std::size_t near = 64;
  for (std::string_view text : {all.substr(0, near), all.substr(all.size() - std::min(near, all.size()))}) {
    const std::size_t key = text.find("\"verb\"");
    if (key == text.npos) continue;
    text.remove_prefix(key + 6);
    const std::size_t begin = text.find('"');
    const std::size_t end = begin == text.npos ? begin : text.find('"', begin + 1);
    if (end != text.npos) return text.substr(begin + 1, end - begin - 1);
  }
  return {};
}

}  // namespace

result_subject subject_of_result(std::string_view json, const std::string& name) {
  const std::size_t begin = json.find_first_not_of(" \t\r\n");
  if (begin != json.npos && json[begin] != '{')
    throw error(name +
                ": found no JSON, expected a result that `vieta roots`, `newton`, `solve`, `components`, `boxes` or " +
                "`minimax` wrote with --json: vieta verify RESULT INPUT, in this order");
  const std::string_view verb = verb_of(json);
  if (verb == "newton" || verb == "solve") return result_subject::systems;
  if (verb == "components") return result_subject::components;
  if (verb == "boxes") return result_subject::boxes;
  if (verb == "minimax") return result_subject::minimax;
  if (!verb.empty() && verb != "roots")
    throw error(name + ": found a result of " + std::string(verb) +
                ", expected one of roots, newton, solve, boxes, minimax or components");
  return result_subject::roots;
}

}  // namespace vieta
