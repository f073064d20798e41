#include <algorithm>
#include <charconv>
#include <string>

#include "base/message.hpp"
#include "io/polynomial/pol.hpp"
#include "io/polynomial/readers.hpp"

namespace vieta::io {

namespace {

/// "sri", "dcf", ...: storage, field, kind of number; then the digits of the input (0 = exact), which say nothing about
/// a coefficient taken exactly, the degree and, for sparse files, the number of terms.
pol_header read_letters_form(token_reader& in) {
  const std::string_view word = in.next();
  const auto one_of = [&](std::size_t k, const char* letters) {
    return word.size() == 3 && std::string_view(letters).find(word[k]) != std::string_view::npos;
  };
  if (!one_of(0, "sdu") || !one_of(1, "rc") || !one_of(2, "iqf")) {
    in.fail_at_token("'Key=value;' or three letters: s or d, r or c, i, q or f");
  }
  if (word[0] == 'u') in.fail_at_token("coefficients: a user program (u) has none in the file");
  pol_header header;
  header.sparse = word[0] == 's';
  header.complex = word[1] == 'c';
  header.number = word[2] == 'i'   ? pol_number::integer
                  : word[2] == 'q' ? pol_number::fraction_in_two_words
                                   : pol_number::any;
  in.next_count("the digits of the input (0 when exact)", max_degree);
  header.degree = in.next_count("the degree", max_degree);
  if (header.sparse) header.terms = in.next_count("the number of terms", header.degree + 1);
  return header;
}

std::string lower_case_without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r') result += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return result;
}

std::int64_t read_value(const token_reader& in, std::string_view digits, const char* what) {
  std::int64_t value = -1;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size() || value < 0 || value > max_degree) {
    in.fail_at_token(std::string(what) + "=N; with N from 0 to " + std::to_string(max_degree));
  }
  return value;
}

void apply_option(const token_reader& in, const std::string& option, pol_header& header) {
  if (option == "sparse" || option == "dense") {
    header.sparse = option == "sparse";
  } else if (option == "real" || option == "complex") {
    header.complex = option == "complex";
  } else if (option == "integer") {
    header.number = pol_number::integer;
  } else if (option == "rational" || option == "floatingpoint") {
    header.number = pol_number::any;
  } else if (option == "monomial" || option == "chebyshev" || option == "secular") {
    header.chebyshev = option == "chebyshev";
    header.secular = option == "secular";
  } else if (option.starts_with("degree=")) {
    header.degree = read_value(in, std::string_view(option).substr(7), "Degree");
  } else if (option.starts_with("precision=")) {
    read_value(in, std::string_view(option).substr(10), "Precision");  // coefficients are taken exactly all the same
  } else {
    in.fail_at_token(
        "Degree=N, Precision=N, Monomial, Chebyshev, Secular, Sparse, Dense, Real, Complex, Integer, Rational or "
        "FloatingPoint");
  }
}

}  // namespace

bool is_pol_option(std::string_view name) {
  const std::string word = lower_case_without_blanks(name);
  for (const char* known : {"degree", "precision", "monomial", "chebyshev", "sparse", "dense", "real", "complex",
                            "integer", "rational", "floatingpoint", "secular"}) {
    if (word == known) return true;
  }
  return false;
}

pol_header read_pol_header(token_reader& in) {
  std::string_view statement;
  if (!in.next_statement(statement)) return read_letters_form(in);
  pol_header header;
  do {
    apply_option(in, lower_case_without_blanks(statement), header);
  } while (in.next_statement(statement));
  if (header.degree < 0) {
    in.next();
    in.fail_at_token("Degree=N; before the coefficients");
  }
  return header;
}

}  // namespace vieta::io
