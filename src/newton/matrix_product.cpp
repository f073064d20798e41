#include "vieta/matrix_product.hpp"

#include <string>

#include "newton/evaluator.hpp"
#include "parallel_for.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

template <class X>
complex<qd> widened(const X& x) {
  if constexpr (is_complex<X>)
    return {resized<4>(x.re), resized<4>(x.im)};
  else
    return {resized<4>(x), qd(0.0)};
}

template <class X>
constexpr int parts_of() {
  if constexpr (is_complex<X>)
    return limb_count<decltype(X::re)>;
  else
    return limb_count<X>;
}

template <class X>
X narrowed(const complex<qd>& z) {
  if constexpr (is_complex<X>)
    return {resized<parts_of<X>()>(z.re), resized<parts_of<X>()>(z.im)};
  else
    return resized<parts_of<X>()>(z.re);
}

template <class X>
systems::multi_array planes_of(std::span<const X> values) {
  systems::multi_array array(values.size(), parts_of<X>(), is_complex<X>);
  for (std::size_t k = 0; k < values.size(); ++k) array.set(k, widened(values[k]));
  return array;
}

}  // namespace

template <class X>
void matrix_product(std::size_t m, std::size_t n, std::size_t k, std::span<const X> a, std::span<const X> b,
                    std::span<X> c, int threads) {
  const auto expect = [](const char* name, std::size_t found, std::size_t expected) {
    if (found != expected)
      throw error(std::string("matrix_product: ") + name + " has " + std::to_string(found) + " numbers, expected " +
                  std::to_string(expected));
  };
  expect("a", a.size(), m * k), expect("b", b.size(), k * n), expect("c", c.size(), m * n);
  const systems::multi_array left = planes_of(a), right = planes_of(b);
  systems::multi_array product(m * n, parts_of<X>(), is_complex<X>);
  const systems::planes out = product.view();
  const auto work = systems::kernels().matrix_product[parts_of<X>() - 1][is_complex<X> ? 1 : 0];
  parallel_for(m, 24, thread_count(threads),
               [&](std::size_t begin, std::size_t end) { work(n, k, begin, end, left.view(), right.view(), out); });
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = narrowed<X>(product.get(i));
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
