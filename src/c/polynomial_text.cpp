#include "c/polynomial_text.hpp"

#include "vieta/error.hpp"

namespace vieta::c {

rational_function rational_of_text(const std::string& text, const char* name) {
  // An expression has a name of its own for the variable; a list has none.
  const bool list = text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ^*") == text.npos;
  return read_rational(text, name, list ? format::automatic : format::expression);
}

const polynomial& polynomial_of(const rational_function& read) {
  if (read.denominator.degree() > 0)
    throw error("polynomial: found a quotient, expected a polynomial (its zeros and its poles are two questions)");
  return read.numerator;
}

}  // namespace vieta::c
