#include "help/suggestion.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <numeric>
#include <vector>

namespace vieta::cli {
namespace {

/// Letters to insert, delete or replace (Levenshtein 1966).
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t replaced = diagonal + (a[i] != b[k] ? 1 : 0);
      diagonal = row[k + 1];
      row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string verb_like(const std::vector<std::string>& verbs, const std::string& word) {
  std::string best;
  std::size_t least = 1 + word.size() / 3;
  for (const std::string& verb : verbs)
    if (const std::size_t distance = edits(word, verb); distance < least) best = verb, least = distance;
  return best;
}

std::string option_like(const CLI::App& verb, const std::string& word) {
  const std::string wanted = word.substr(std::min(word.size(), word.find_first_not_of('-')));
  if (wanted.size() < 3) return "";
  std::string best;
  std::size_t least = 1 + wanted.size() / 3;  // so many slips make another word
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) {
      std::size_t distance = edits(wanted, name);
      if (name.starts_with(wanted) || name.ends_with('-' + wanted)) distance = 0;
      if (wanted.starts_with(name)) distance = std::min(distance, wanted.size() / 3);  // --polynomial
      if (distance < least) best = "--" + name, least = distance;
    }
  return best;
}

}  // namespace vieta::cli
