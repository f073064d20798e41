#include "exact/integer.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <new>
#include <ostream>
#include <type_traits>
#include <utility>

#ifdef VIETA_HAVE_ARB
#include "exact/arb.hpp"
#endif

namespace vieta::exact {

namespace mp = boost::multiprecision;
using boost_integer = mp::number<mp::cpp_int_backend<>, mp::et_off>;

/// What `storage_` holds.
struct hidden_integer {
  static_assert(sizeof(boost_integer) <= sizeof(integer::storage_) && alignof(boost_integer) <= alignof(integer));
  static_assert(std::is_same_v<mp::limb_type, integer::word> && sizeof(integer::word) == sizeof(std::uint64_t),
                "words are handed over as they are");

  static boost_integer& of(integer& a) { return *std::launder(reinterpret_cast<boost_integer*>(a.storage_)); }
  static const boost_integer& of(const integer& a) {
    return *std::launder(reinterpret_cast<const boost_integer*>(a.storage_));
  }
  template <class... From>
  static void begin(integer& a, From&&... from) {
    ::new (static_cast<void*>(a.storage_)) boost_integer(std::forward<From>(from)...);
  }
};

namespace {

auto& inside(integer& a) { return hidden_integer::of(a); }
const auto& inside(const integer& a) { return hidden_integer::of(a); }

// Boost's division, gcd and decimals take quadratic time. FLINT's take over, where it is there, for numbers of so many
// words that copying them costs little.
#ifdef VIETA_HAVE_ARB
bool is_long(const integer& a, std::size_t words = 200) { return a.words().size() >= words; }

template <class Work>
integer by_flint(const integer& a, const integer& b, Work work) {
  big_integer x, y, z;
  set_fmpz(x.n, a);
  set_fmpz(y.n, b);
  work(z.n, x.n, y.n);
  return get_integer(z.n);
}

std::string decimal_by_flint(const integer& a) {
  big_integer x;
  set_fmpz(x.n, a);
  std::string text(fmpz_sizeinbase(x.n, 10) + 2, '\0');
  fmpz_get_str(text.data(), 10, x.n);
  text.resize(text.find('\0'));
  return text;
}

boost_integer parsed_by_flint(const std::string& digits) {
  big_integer x;
  if (fmpz_set_str(x.n, digits.c_str(), 10) != 0) return boost_integer(digits);  // which says what is wrong
  integer value = get_integer(x.n);
  return std::move(inside(value));
}
#endif

}  // namespace

// Boost sets the members that are in use, and leaves those that are not.
integer::integer() noexcept { hidden_integer::begin(*this); }
void integer::begin_signed(std::int64_t value) noexcept { hidden_integer::begin(*this, value); }
void integer::begin_unsigned(std::uint64_t value) noexcept { hidden_integer::begin(*this, value); }
integer::integer(std::string_view decimal) {
  // Boost knows no '+', and takes what begins with a zero for octal.
  const bool is_negative = decimal.starts_with('-');
  if (is_negative || decimal.starts_with('+')) decimal.remove_prefix(1);
  decimal.remove_prefix(std::min(decimal.find_first_not_of('0'), decimal.size()));
  std::string digits(decimal.empty() ? "0" : decimal);
#ifdef VIETA_HAVE_ARB
  if (digits.size() > 4000)
    hidden_integer::begin(*this, parsed_by_flint(digits));
  else
#endif
    hidden_integer::begin(*this, digits);
  if (is_negative) negate();
}
integer::integer(std::span<const word> words) {
  hidden_integer::begin(*this);
  mp::import_bits(inside(*this), words.begin(), words.end(), 0, false);
}

integer::integer(const integer& other) { hidden_integer::begin(*this, inside(other)); }
integer::integer(integer&& other) noexcept { hidden_integer::begin(*this, std::move(inside(other))); }
integer& integer::operator=(const integer& other) {
  inside(*this) = inside(other);
  return *this;
}
integer& integer::operator=(integer&& other) noexcept {
  inside(*this) = std::move(inside(other));
  return *this;
}
integer::~integer() { inside(*this).~boost_integer(); }

bool integer::is_zero() const noexcept { return inside(*this).is_zero(); }
int integer::sign() const noexcept { return inside(*this).sign(); }
void integer::negate() noexcept { inside(*this).backend().negate(); }
std::span<const integer::word> integer::words() const noexcept {
  const auto& b = inside(*this).backend();
  return {b.limbs(), b.size()};
}
std::string integer::str() const {
#ifdef VIETA_HAVE_ARB
  if (is_long(*this)) return decimal_by_flint(*this);
#endif
  return inside(*this).str();
}

integer::operator double() const { return inside(*this).convert_to<double>(); }
integer::operator std::int64_t() const { return static_cast<std::int64_t>(static_cast<std::uint64_t>(*this)); }
integer::operator std::uint64_t() const {
  const std::uint64_t lowest = words().front();
  return sign() < 0 ? 0 - lowest : lowest;
}

integer& integer::operator+=(const integer& b) {
  inside(*this) += inside(b);
  return *this;
}
integer& integer::operator-=(const integer& b) {
  inside(*this) -= inside(b);
  return *this;
}
integer& integer::operator*=(const integer& b) {
#ifdef VIETA_HAVE_ARB
  if (is_long(*this) && is_long(b)) return *this = product(*this, b);
#endif
  inside(*this) *= inside(b);
  return *this;
}
integer& integer::operator/=(const integer& b) {
#ifdef VIETA_HAVE_ARB
  if (is_long(*this) && is_long(b, 60)) return *this = by_flint(*this, b, fmpz_tdiv_q);
#endif
  inside(*this) /= inside(b);
  return *this;
}
integer& integer::operator%=(const integer& b) {
#ifdef VIETA_HAVE_ARB
  const auto remainder = [](fmpz_t r, const fmpz_t x, const fmpz_t y) {
    big_integer quotient;
    fmpz_tdiv_qr(quotient.n, r, x, y);
  };
  if (is_long(*this) && is_long(b, 60)) return *this = by_flint(*this, b, remainder);
#endif
  inside(*this) %= inside(b);
  return *this;
}
integer& integer::operator<<=(std::size_t bits) {
  inside(*this) <<= bits;
  return *this;
}
integer& integer::operator>>=(std::size_t bits) {
  inside(*this) >>= bits;
  return *this;
}
integer& integer::operator++() {
  ++inside(*this);
  return *this;
}
integer& integer::operator--() {
  --inside(*this);
  return *this;
}

integer integer::product(const integer& a, const integer& b) {
#ifdef VIETA_HAVE_ARB
  if (is_long(a) && is_long(b)) return by_flint(a, b, fmpz_mul);
#endif
  integer result;
  mp::multiply(inside(result), inside(a), inside(b));
  return result;
}
int integer::compare(const integer& a, const integer& b) noexcept { return inside(a).compare(inside(b)); }
std::ostream& operator<<(std::ostream& out, const integer& a) { return out << inside(a).str(); }

integer gcd(const integer& a, const integer& b) {
#ifdef VIETA_HAVE_ARB
  if (is_long(a, 60) || is_long(b, 60)) return by_flint(a, b, fmpz_gcd);
#endif
  integer result;
  inside(result) = mp::gcd(inside(a), inside(b));
  return result;
}
integer lcm(const integer& a, const integer& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  return abs(a / gcd(a, b) * b);
}
integer sqrt(const integer& value) {
  integer result;
  inside(result) = mp::sqrt(inside(value));
  return result;
}
integer pow(const integer& base, unsigned exponent) {
#ifdef VIETA_HAVE_ARB
  if (exponent > 2000) {
    big_integer x;
    set_fmpz(x.n, base);
    fmpz_pow_ui(x.n, x.n, exponent);
    return get_integer(x.n);
  }
#endif
  integer result;
  inside(result) = mp::pow(inside(base), exponent);
  return result;
}
std::size_t msb(const integer& value) { return mp::msb(inside(value)); }
std::size_t lsb(const integer& value) { return mp::lsb(inside(value)); }
bool bit_test(const integer& value, std::size_t bit) { return mp::bit_test(inside(value), static_cast<unsigned>(bit)); }
void divide_qr(const integer& a, const integer& b, integer& quotient, integer& remainder) {
#ifdef VIETA_HAVE_ARB
  if (is_long(a) && is_long(b, 60)) {
    integer q = by_flint(a, b, fmpz_tdiv_q);
    remainder = a - q * b;
    quotient = std::move(q);
    return;
  }
#endif
  boost_integer q, r;
  mp::divide_qr(inside(a), inside(b), q, r);
  inside(quotient) = std::move(q), inside(remainder) = std::move(r);
}

}  // namespace vieta::exact
