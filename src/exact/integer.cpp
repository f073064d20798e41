#include "exact/integer.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <new>
#include <ostream>
#include <type_traits>
#include <utility>

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

}  // namespace

// Boost sets the members that are in use, and leaves those that are not.
integer::integer() noexcept { hidden_integer::begin(*this); }
void integer::begin_signed(std::int64_t value) noexcept { hidden_integer::begin(*this, value); }
void integer::begin_unsigned(std::uint64_t value) noexcept { hidden_integer::begin(*this, value); }
integer::integer(std::string_view decimal) { hidden_integer::begin(*this, std::string(decimal)); }
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
std::string integer::str() const { return inside(*this).str(); }

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
  inside(*this) *= inside(b);
  return *this;
}
integer& integer::operator/=(const integer& b) {
  inside(*this) /= inside(b);
  return *this;
}
integer& integer::operator%=(const integer& b) {
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
  integer result;
  mp::multiply(inside(result), inside(a), inside(b));
  return result;
}
int integer::compare(const integer& a, const integer& b) noexcept { return inside(a).compare(inside(b)); }
std::ostream& operator<<(std::ostream& out, const integer& a) { return out << inside(a).str(); }

integer gcd(const integer& a, const integer& b) {
  integer result;
  inside(result) = mp::gcd(inside(a), inside(b));
  return result;
}
integer lcm(const integer& a, const integer& b) {
  integer result;
  inside(result) = mp::lcm(inside(a), inside(b));
  return result;
}
integer sqrt(const integer& value) {
  integer result;
  inside(result) = mp::sqrt(inside(value));
  return result;
}
integer pow(const integer& base, unsigned exponent) {
  integer result;
  inside(result) = mp::pow(inside(base), exponent);
  return result;
}
std::size_t msb(const integer& value) { return mp::msb(inside(value)); }
std::size_t lsb(const integer& value) { return mp::lsb(inside(value)); }
bool bit_test(const integer& value, std::size_t bit) { return mp::bit_test(inside(value), static_cast<unsigned>(bit)); }
void divide_qr(const integer& a, const integer& b, integer& quotient, integer& remainder) {
  boost_integer q, r;
  mp::divide_qr(inside(a), inside(b), q, r);
  inside(quotient) = std::move(q), inside(remainder) = std::move(r);
}

}  // namespace vieta::exact
