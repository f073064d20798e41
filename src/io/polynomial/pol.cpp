#include "io/polynomial/pol.hpp"

#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "exact/representation.hpp"
#include "io/polynomial/ascending_values.hpp"
#include "io/polynomial/chebyshev.hpp"
#include "io/polynomial/readers.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

exact::real next_part(token_reader& in, const pol_header& header, const char* what) {
  switch (header.number) {
    case pol_number::integer:
      return in.next_integer(what);
    case pol_number::fraction_in_two_words:
      return in.next_fraction(what);
    case pol_number::any:
      return in.next_number(what);
  }
  return {};
}

/// The real part and, for complex files, the imaginary part.
term next_value(token_reader& in, const pol_header& header, std::int64_t exponent, const std::string& what) {
  term result{exponent, {}, {}};
  if (!header.complex) {
    result.re = next_part(in, header, what.c_str());
  } else {
    result.re = next_part(in, header, ("the real part of " + what).c_str());
    result.im = next_part(in, header, ("the imaginary part of " + what).c_str());
  }
  return result;
}

term next_coefficient(token_reader& in, const pol_header& header, std::int64_t exponent) {
  return next_value(in, header, exponent, "the coefficient of x^" + std::to_string(exponent));
}

/// As many weights as the degree says, each with its pole; what follows is ignored, as below.
polynomial read_secular(token_reader& in, const pol_header& header, const std::string& name) {
  if (header.sparse) throw error(name + ": found Secular; and Sparse;, expected a dense file: weight and pole in turn");
  std::vector<secular_term> terms;
  for (std::int64_t k = 1; k <= header.degree; ++k) {
    const std::string number = std::to_string(k);
    term weight = next_value(in, header, 0, "weight " + number);
    terms.push_back({std::move(weight), next_value(in, header, 0, "pole " + number)});
  }
  return from_secular(std::move(terms), name);
}

/// Well-known files hold more than they declare (easy100.pol, exp50.pol): MPSolve stops reading after what the head
/// declares, in the older form and in the newer one, and so do we.
polynomial read_dense(token_reader& in, const pol_header& header) {
  ascending_values values;
  for (std::int64_t k = 0; k <= header.degree; ++k) {
    term next = next_coefficient(in, header, k);
    values.push_back(std::move(next.re), std::move(next.im));
  }
  return values.take();
}

polynomial read_sparse(token_reader& in, const pol_header& header) {
  std::vector<term> terms;
  std::unordered_set<std::int64_t> seen;
  const auto more = [&] {
    return header.terms ? static_cast<std::int64_t>(terms.size()) < *header.terms : !in.at_end();
  };
  while (more()) {
    const std::string what = "the exponent of term " + std::to_string(terms.size() + 1) +
                             (header.terms ? " of " + std::to_string(*header.terms) : std::string());
    const std::int64_t exponent = in.next_count(what.c_str(), header.degree);
    if (!seen.insert(exponent).second) in.fail_at_token("an exponent that is not yet given");
    terms.push_back(next_coefficient(in, header, exponent));
  }
  return make_polynomial(std::move(terms));
}

}  // namespace

polynomial read_pol(std::string_view text, std::string_view name) {
  token_reader in(text, name);
  const pol_header header = read_pol_header(in);
  if (header.secular) return read_secular(in, header, std::string(name));
  polynomial result = header.sparse ? read_sparse(in, header) : read_dense(in, header);
  return header.chebyshev ? from_chebyshev(result, std::string(name)) : result;
}

}  // namespace vieta::io
