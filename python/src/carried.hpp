#pragma once

#include <nanobind/nanobind.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "carried_members.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"
#include "vieta/system_io.hpp"

namespace vieta::python {

namespace nb = nanobind;

// Results as bytes, for pickle and copy.deepcopy: what Python sends to another process, and no format for files.
// Numbers lie there as in memory, behind the version that wrote them; another version refuses them.

/// Stands for any value of a struct, to count its members.
struct anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};

template <class T, class... Known>
constexpr std::size_t members() {
  if constexpr (requires { T{Known{}..., anything{}}; })
    return members<T, Known..., anything>();
  else
    return sizeof...(Known);
}

/// Calls f with all members of a struct.
template <class T, class F>
void with_members(T& x, const F& f) {
  const auto listed = members_of<std::remove_const_t<T>>(x);
  static_assert(std::tuple_size_v<std::remove_const_t<decltype(listed)>> == members<std::remove_const_t<T>>(),
                "members_of misses one");
  std::apply(f, listed);
}

/// Numbers, and structs of nothing else.
template <class T>
concept plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

class packer {
 public:
  packer() { put(std::string(VIETA_VERSION)); }

  template <plain T>
  void numbers(const T* from, std::size_t count) {
    if (count > 0) bytes_.append(reinterpret_cast<const char*>(from), count * sizeof(T));
  }
  template <class T>
  void put(const T& x) {
    if constexpr (plain<T>)
      numbers(&x, 1);
    else
      with_members(x, [this](const auto&... member) { (this->put(member), ...); });
  }
  void put(const std::string& text) { put(text.size()), numbers(text.data(), text.size()); }
  template <class T>
  void put(const std::vector<T>& all) {
    put(all.size());
    if constexpr (plain<T>)
      numbers(all.data(), all.size());
    else
      for (const T& x : all) put(x);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& both) {
    put(both.first), put(both.second);
  }
  template <class R, class... A>
  void put(const std::function<R(A...)>& f) {
    if (f)
      throw nb::type_error(
          "vieta.Minimax: found one of a Python function, expected one of a text or of samples to pickle or copy; "
          "to_json() has its numbers");
  }
  void put(const roots_region& region) {
    put(region.in_disc.has_value());
    if (const auto& d = region.in_disc)
      put(d->centre), put(d->radius), put(d->exact_re), put(d->exact_im), put(d->exact_radius);
    put(region.in_box.has_value());
    if (const auto& b = region.in_box) {
      put(b->re0), put(b->re1), put(b->im0), put(b->im1);
      put(b->exact_re0), put(b->exact_re1), put(b->exact_im0), put(b->exact_im1);
    }
    put(region.real_only);
  }
  void put(const polynomial_system& system) {
    std::ostringstream out;
    write_binary(out, system);
    put(std::move(out).str());
  }
  [[nodiscard]] nb::bytes state() const { return nb::bytes(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

class unpacker {
 public:
  explicit unpacker(const nb::bytes& state) : rest_(state.c_str(), state.size()) {
    if (const auto version = get<std::string>(); version != VIETA_VERSION)
      throw error("pickle: found one of vieta " + version.substr(0, 20) + ", expected one of this version, " +
                  VIETA_VERSION + ": to_json() is for keeping");
  }
  /// After the last number.
  void end() const {
    if (!rest_.empty()) refuse();
  }

  template <plain T>
  void numbers(T* to, std::size_t count) {
    if (count > rest_.size() / sizeof(T)) refuse();
    if (count > 0) std::memcpy(static_cast<void*>(to), rest_.data(), count * sizeof(T));
    rest_.remove_prefix(count * sizeof(T));
  }
  template <class T>
  T get() {
    T x{};
    fill(x);
    return x;
  }
  polynomial_system system() { return read_system(get<std::string>(), "pickle", system_format::binary).system; }

 private:
  template <class T>
  void fill(T& x) {
    if constexpr (plain<T>)
      numbers(&x, 1);
    else
      with_members(x, [this](auto&... member) { (this->fill(member), ...); });
  }
  void fill(std::string& text) { text.resize(size()), numbers(text.data(), text.size()); }
  void fill(roots_region& region) {
    if (get<bool>()) {
      roots_region::disc& d = region.in_disc.emplace();
      fill(d.centre), fill(d.radius), fill(d.exact_re), fill(d.exact_im), fill(d.exact_radius);
    }
    if (get<bool>()) {
      roots_region::box& b = region.in_box.emplace();
      fill(b.re0), fill(b.re1), fill(b.im0), fill(b.im1);
      fill(b.exact_re0), fill(b.exact_re1), fill(b.exact_im0), fill(b.exact_im1);
    }
    fill(region.real_only);
  }
  template <class T>
  void fill(std::vector<T>& all) {
    if constexpr (plain<T>) {
      all.resize(size(sizeof(T))), numbers(all.data(), all.size());
    } else {
      all.resize(size());
      for (T& x : all) fill(x);
    }
  }
  template <class A, class B>
  void fill(std::pair<A, B>& both) {
    fill(both.first), fill(both.second);
  }
  template <class R, class... A>
  void fill(std::function<R(A...)>&) {}

  /// How many follow, each of so many bytes at least.
  std::size_t size(std::size_t each = 1) {
    const auto count = get<std::size_t>();
    if (count > rest_.size() / each) refuse();
    return count;
  }
  [[noreturn]] static void refuse() { throw error("pickle: found other bytes, expected those of a result of vieta"); }

  std::string_view rest_;
};

/// Pickled and copied by `put` and `get`, in every protocol: Python's own way asks for 2 or more.
template <class T, class Put, class Get>
void carry(nb::class_<T>& bound, const Put& put, const Get& get) {
  bound
      .def("__reduce_ex__",
           [](const nb::handle self, int) {
             return nb::make_tuple(nb::module_::import_("copyreg").attr("__newobj__"), nb::make_tuple(self.type()),
                                   self.attr("__getstate__")());
           })
      .def("__getstate__",
           [put](const T& x) {
             packer out;
             put(out, x);
             return out.state();
           })
      .def("__setstate__", [get](T& x, const nb::bytes& state) {
        unpacker in(state);
        T made = get(in);
        in.end();
        new (&x) T(std::move(made));
      });
}

/// The same for a struct of texts, numbers and lists of them.
template <class T>
void carry(nb::class_<T>& bound) {
  carry(
      bound, [](packer& out, const T& x) { out.put(x); }, [](unpacker& in) { return in.get<T>(); });
}

}  // namespace vieta::python
