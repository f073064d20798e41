#include "vieta/matrix_product.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "newton/evaluator.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

template <class X>
constexpr int parts_of() {
  if constexpr (is_complex<X>)
    return limb_count<decltype(X::re)>;
  else
    return limb_count<X>;
}

/// body(part, its plane) for each part of a real number; P is a plane's double or const double.
template <class R, class P, class Body>
void for_parts(R& x, P* const (&plane)[4], const Body& body) {
  constexpr int parts = limb_count<R>;
  if constexpr (parts == 2) {
    body(x.hi, plane[0]), body(x.lo, plane[1]);
  } else {
    body(x.x0, plane[0]), body(x.x1, plane[1]), body(x.x2, plane[2]);
    if constexpr (parts == 4) body(x.x3, plane[3]);
  }
}
template <class X, class Planes, class Body>
void for_parts_of(X& x, const Planes& p, const Body& body) {
  if constexpr (is_complex<std::remove_const_t<X>>)
    for_parts(x.re, p.re, body), for_parts(x.im, p.im, body);
  else
    for_parts(x, p.re, body);
}

/// Planes for all three matrices. The calling thread keeps up to 8 MiB for its next product: fresh pages of memory take
/// as long as a product of 128 x 128 numbers.
class workspace {
 public:
  explicit workspace(std::size_t doubles) : kept_(doubles <= most_kept) {
    std::vector<double>& memory = kept_ ? of_thread() : own_;
    if (memory.size() < doubles) memory.resize(doubles);
    next_ = memory.data();
  }
  /// Planes of `count` numbers X, not initialised.
  template <class X>
  systems::planes take(std::size_t count) {
    systems::planes p;
    for (int k = 0; k < parts_of<X>(); ++k) {
      p.re[k] = std::exchange(next_, next_ + count);
      if constexpr (is_complex<X>) p.im[k] = std::exchange(next_, next_ + count);
    }
    return p;
  }

 private:
  static constexpr std::size_t most_kept = std::size_t{1} << 20;
  static std::vector<double>& of_thread() {
    thread_local std::vector<double> memory;
    return memory;
  }
  bool kept_;
  std::vector<double> own_;
  double* next_;
};

/// Rows of `width` numbers, `stride` apart in the planes.
template <class X, class Body>
void for_rows(std::span<X> values, std::size_t width, std::size_t stride, const systems::planes& p, const Body& body) {
  for (std::size_t at = 0, row = 0; at < values.size(); at += width, row += stride)
    for (std::size_t j = 0; j < width; ++j)
      for_parts_of(values[at + j], p, [&](auto& part, double* plane) { body(part, plane[row + j]); });
}

systems::const_planes constant(const systems::planes& p) {
  systems::const_planes c;
  for (std::size_t k = 0; k < 4; ++k) c.re[k] = p.re[k], c.im[k] = p.im[k];
  return c;
}

}  // namespace

template <class X>
void matrix_product(std::size_t m, std::size_t n, std::size_t k, std::span<const X> a, std::span<const X> b,
                    std::span<X> c, int threads) {
  const float_environment floats;
  const auto expect = [](const char* name, std::size_t found, std::size_t expected) {
    if (found != expected)
      throw error(std::string("matrix_product: ") + name + " has " + std::to_string(found) + " numbers, expected " +
                  std::to_string(expected));
  };
  expect("a", a.size(), m * k), expect("b", b.size(), k * n), expect("c", c.size(), m * n);
  if (m == 0 || n == 0) return;
  // An odd number of lines of the cache from one row to the next: rows fall into all of its sets.
  const std::size_t stride = ((n + 7) / 8 | 1) * 8;
  constexpr std::size_t planes_of_each = static_cast<std::size_t>(parts_of<X>()) * (is_complex<X> ? 2 : 1);
  workspace room(planes_of_each * (m * k + (k + m) * stride));
  const systems::planes left = room.template take<X>(m * k), right = room.template take<X>(k * stride),
                        product = room.template take<X>(m * stride);
  const auto put = [](const double& part, double& place) { place = part; };
  for_rows(a, k, k, left, put), for_rows(b, n, stride, right, put);
  const auto work = systems::kernels().matrix_product[parts_of<X>() - 1][is_complex<X> ? 1 : 0];
  parallel_for(m, 24, thread_count(threads), [&](std::size_t begin, std::size_t end) {
    work(n, stride, k, begin, end, false, constant(left), constant(right), product);
  });
  for_rows(c, n, stride, product, [](double& part, const double& place) { part = place; });
}

template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const dd>, std::span<const dd>,
                             std::span<dd>, int);
template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const td>, std::span<const td>,
                             std::span<td>, int);
template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const qd>, std::span<const qd>,
                             std::span<qd>, int);
template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<dd>>,
                             std::span<const complex<dd>>, std::span<complex<dd>>, int);
template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<td>>,
                             std::span<const complex<td>>, std::span<complex<td>>, int);
template void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<qd>>,
                             std::span<const complex<qd>>, std::span<complex<qd>>, int);

}  // namespace vieta
