#include "oracles/boxes/boxes_reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vieta::test {

namespace {

using number = long double;

struct tensor {
  std::vector<int> degrees;
  std::vector<number> c;

  [[nodiscard]] std::size_t stride(std::size_t axis) const {
    std::size_t s = 1;
    for (std::size_t k = axis + 1; k < degrees.size(); ++k) s *= static_cast<std::size_t>(degrees[k]) + 1;
    return s;
  }
  template <class F>
  void for_lines(std::size_t axis, F f) {
    const std::size_t s = stride(axis), side = static_cast<std::size_t>(degrees[axis]) + 1;
    for (std::size_t i = 0; i < c.size(); ++i)
      if (i / s % side == 0) f(i, s, side);
  }
  /// Splits at t: this becomes the left part, the right one is returned. t may lie outside of [0, 1].
  tensor split(std::size_t axis, number t) {
    tensor right = *this;
    for_lines(axis, [&](std::size_t at, std::size_t s, std::size_t side) {
      std::vector<number> b(side);
      for (std::size_t j = 0; j < side; ++j) b[j] = c[at + j * s];
      for (std::size_t level = 0; level < side; ++level) {
        c[at + level * s] = b[0];
        right.c[at + (side - 1 - level) * s] = b[side - 1 - level];
        for (std::size_t j = 0; j + 1 < side - level; ++j) b[j] = (1 - t) * b[j] + t * b[j + 1];
      }
    });
    return right;
  }
  [[nodiscard]] tensor derivative(std::size_t axis) const {
    tensor d;
    d.degrees = degrees;
    if (degrees[axis] == 0) {
      d.c.assign(1, 0);
      std::fill(d.degrees.begin(), d.degrees.end(), 0);
      return d;
    }
    d.degrees[axis] -= 1;
    const std::size_t s = stride(axis), side = static_cast<std::size_t>(degrees[axis]) + 1;
    for (std::size_t i = 0; i < c.size(); ++i)
      if (i / s % side + 1 < side) d.c.push_back(static_cast<number>(degrees[axis]) * (c[i + s] - c[i]));
    return d;
  }
  [[nodiscard]] number at(const std::vector<number>& x) const {
    tensor t = *this;
    for (std::size_t k = 0; k < degrees.size(); ++k) t.split(k, x[k]).c.swap(t.c);
    // Each split leaves the value at x[k] in the first coefficient of the right part along that axis.
    return t.c[0];
  }
};

bool invert(std::size_t n, std::vector<number> a, std::vector<number>& inverse) {
  inverse.assign(n * n, 0);
  for (std::size_t k = 0; k < n; ++k) inverse[k * n + k] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    for (std::size_t r = k; r < n; ++r)
      if (std::fabs(a[r * n + k]) > std::fabs(a[p * n + k])) p = r;
    if (std::fabs(a[p * n + k]) < 1e-25L) return false;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a[k * n + j], a[p * n + j]);
      std::swap(inverse[k * n + j], inverse[p * n + j]);
    }
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k) continue;
      const number f = a[r * n + k] / a[k * n + k];
      for (std::size_t j = 0; j < n; ++j) {
        a[r * n + j] -= f * a[k * n + j];
        inverse[r * n + j] -= f * inverse[k * n + j];
      }
    }
    const number d = a[k * n + k];
    for (std::size_t j = 0; j < n; ++j) {
      a[k * n + j] /= d;
      inverse[k * n + j] /= d;
    }
  }
  return true;
}

class search {
 public:
  explicit search(const box_system& system) : n_(system.equations.size()) {
    for (const bernstein_polynomial& f : system.equations) {
      tensor t;
      t.degrees = f.degrees;
      number largest = 0;
      for (const double x : f.coefficients) largest = std::max<number>(largest, std::fabs(x));
      for (const double x : f.coefficients) t.c.push_back(x / largest);
      whole_.push_back(std::move(t));
    }
  }
  reference_answer run() {
    visit(whole_, std::vector<number>(n_, 0), 1, 0);
    return std::move(answer_);
  }

 private:
  void visit(const std::vector<tensor>& f, const std::vector<number>& corner, number edge, int depth) {
    if (answer_.hard) return;
    if (++visits_ > 300000 || depth > 20) {
      answer_.hard = true;
      return;
    }
    for (const tensor& t : f) {
      const auto [least, most] = std::minmax_element(t.c.begin(), t.c.end());
      if (*least > 1e-17L || *most < -1e-17L) return;
    }
    // On [-1/2, 3/2] along each axis.
    std::vector<tensor> wide = f;
    for (tensor& t : wide)
      for (std::size_t k = 0; k < n_; ++k) {
        (void)t.split(k, 1.5L);
        t = t.split(k, -0.5L / 1.5L);
      }
    const std::vector<number> middle(n_, 0.5L);
    std::vector<number> value(n_), centre(n_ * n_), spread(n_ * n_), inverse;
    for (std::size_t q = 0; q < n_; ++q) {
      value[q] = wide[q].at(middle);
      for (std::size_t k = 0; k < n_; ++k) {
        const tensor d = wide[q].derivative(k);
        const auto [least, most] = std::minmax_element(d.c.begin(), d.c.end());
        centre[q * n_ + k] = (*least + *most) / 2;
        spread[q * n_ + k] = (*most - *least) / 2;
      }
    }
    if (invert(n_, centre, inverse)) {
      bool inside = true, outside = false;
      std::vector<number> start(n_);
      for (std::size_t i = 0; i < n_; ++i) {
        number point = 0.5L, reach = 1e-16L;
        for (std::size_t q = 0; q < n_; ++q) {
          point -= inverse[i * n_ + q] * value[q];
          for (std::size_t k = 0; k < n_; ++k) reach += std::fabs(inverse[i * n_ + q]) * spread[q * n_ + k] * 0.5L;
        }
        inside = inside && point - reach > 0 && point + reach < 1;
        outside = outside || point - reach > 0.75L || point + reach < 0.25L;
        start[i] = corner[i] + edge * (2 * point - 0.5L);
      }
      if (outside) return;
      if (inside) return polish(std::move(start), corner, edge);
    }
    std::vector<std::vector<tensor>> parts = {f};
    std::vector<std::vector<number>> corners = {corner};
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t p = 0, count = parts.size(); p < count; ++p) {
        std::vector<tensor> right;
        for (tensor& t : parts[p]) right.push_back(t.split(k, 0.5L));
        parts.push_back(std::move(right));
        corners.push_back(corners[p]);
        corners.back()[k] += edge / 2;
      }
    for (std::size_t p = 0; p < parts.size(); ++p) visit(parts[p], corners[p], edge / 2, depth + 1);
  }

  void polish(std::vector<number> x, const std::vector<number>& corner, number edge) {
    for (int round = 0; round < 12; ++round) {
      std::vector<number> jacobian(n_ * n_), value(n_), inverse;
      for (std::size_t q = 0; q < n_; ++q) {
        value[q] = whole_[q].at(x);
        for (std::size_t k = 0; k < n_; ++k) {
          tensor d = whole_[q].derivative(k);
          jacobian[q * n_ + k] = d.c.size() == 1 ? d.c[0] : d.at(x);
        }
      }
      if (!invert(n_, jacobian, inverse)) break;
      number step = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        number s = 0;
        for (std::size_t q = 0; q < n_; ++q) s += inverse[i * n_ + q] * value[q];
        x[i] -= s;
        step = std::max(step, std::fabs(s));
      }
      if (step < 1e-18L) break;
    }
    for (std::size_t k = 0; k < n_; ++k)
      if (x[k] < corner[k] - 1e-11L || x[k] > corner[k] + edge + 1e-11L) return;
    std::array<double, 4> root{};
    for (std::size_t k = 0; k < n_; ++k) root[k] = static_cast<double>(x[k]);
    for (const std::array<double, 4>& other : answer_.roots) {
      double distance = 0;
      for (std::size_t k = 0; k < n_; ++k) distance = std::max(distance, std::fabs(root[k] - other[k]));
      if (distance < 1e-10) return;
    }
    answer_.roots.push_back(root);
  }

  std::size_t n_;
  std::vector<tensor> whole_;
  reference_answer answer_;
  int visits_ = 0;
};

double binomial(int n, int k) {
  double b = 1;
  for (int i = 0; i < k; ++i) b = b * (n - i) / (i + 1);
  return std::round(b);
}

}  // namespace

reference_answer reference_roots(const box_system& system) { return search(system).run(); }

box_system system_source::random(int n, int most_degree) {
  box_system s;
  for (int q = 0; q < n; ++q) {
    bernstein_polynomial f;
    std::size_t size = 1;
    for (int k = 0; k < n; ++k) {
      f.degrees.push_back(1 + below(most_degree));
      size *= static_cast<std::size_t>(f.degrees.back()) + 1;
    }
    for (std::size_t j = 0; j < size; ++j) f.coefficients.push_back(below(2001) - 1000);
    s.equations.push_back(std::move(f));
  }
  return s;
}

box_system system_source::planes(int n, int most_degree, std::vector<std::array<double, 4>>& roots, bool& clear) {
  // Linear forms through points of the cube: factor i of equation q.
  std::vector<std::vector<std::vector<double>>> forms(n);
  int degree = 0;
  for (int q = 0; q < n; ++q) {
    const int count = 1 + below(most_degree);
    degree = std::max(degree, count);
    for (int i = 0; i < count; ++i) {
      std::vector<double> form(n + 1);
      double at = 0;
      for (int k = 0; k < n; ++k) {
        form[k] = 2 * uniform() - 1;
        at += form[k] * (0.1 + 0.8 * uniform());
      }
      form[n] = -at;
      forms[q].push_back(form);
    }
  }
  // Powers, total degree `degree`: the coefficient of x^a at the index of a.
  std::size_t size = 1;
  for (int k = 0; k < n; ++k) size *= static_cast<std::size_t>(degree) + 1;
  const auto stride = [&](int axis) {
    std::size_t s = 1;
    for (int k = axis + 1; k < n; ++k) s *= static_cast<std::size_t>(degree) + 1;
    return s;
  };
  std::vector<std::vector<long double>> products;
  for (int q = 0; q < n; ++q) {
    std::vector<long double> p(size, 0.0L);
    p[0] = 1;
    for (const auto& form : forms[q]) {
      std::vector<long double> next(size, 0.0L);
      for (std::size_t j = 0; j < size; ++j) {
        if (p[j] == 0) continue;
        next[j] += p[j] * form[n];
        for (int k = 0; k < n; ++k) next[j + stride(k)] += p[j] * form[k];
      }
      p.swap(next);
    }
    // To Bernstein form along each axis: b_j = sum_k C(j,k) / C(d,k) a_k.
    for (int axis = 0; axis < n; ++axis) {
      std::vector<long double> b(size, 0.0L);
      for (std::size_t j = 0; j < size; ++j) {
        const int index = static_cast<int>(j / stride(axis)) % (degree + 1);
        for (int k = 0; k <= index; ++k)
          b[j] += static_cast<long double>(binomial(index, k) / binomial(degree, k)) *
                  p[j - static_cast<std::size_t>(index - k) * stride(axis)];
      }
      p.swap(b);
    }
    products.push_back(std::move(p));
  }
  box_system s;
  for (int q = 0; q < n; ++q) {
    bernstein_polynomial f;
    f.degrees.assign(n, degree);
    f.coefficients.resize(size);
    std::vector<double> mix(n);
    for (int r = 0; r < n; ++r) mix[r] = (r == q ? 1.5 : 0) + (uniform() - 0.5) / n;  // diagonally dominant
    for (std::size_t j = 0; j < size; ++j) {
      long double sum = 0;
      for (int r = 0; r < n; ++r) sum += mix[r] * products[r][j];
      f.coefficients[j] = static_cast<double>(sum);
    }
    s.equations.push_back(std::move(f));
  }
  roots.clear();
  clear = true;
  std::vector<int> choice(n, 0);
  for (bool more = true; more;) {
    std::vector<number> a, inverse;
    for (int q = 0; q < n; ++q)
      for (int k = 0; k < n; ++k) a.push_back(forms[q][choice[q]][k]);
    if (!invert(static_cast<std::size_t>(n), a, inverse)) clear = false;
    std::array<double, 4> x{};
    double outside = -1;
    for (int k = 0; k < n; ++k) {
      number sum = 0;
      for (int q = 0; q < n; ++q) sum -= inverse[k * n + q] * forms[q][choice[q]][n];
      x[k] = static_cast<double>(sum);
      outside = std::max({outside, -x[k], x[k] - 1});
    }
    if (std::fabs(outside) < 1e-6) clear = false;
    if (outside < 0.01)  // near ones outside count for the distances
      for (const auto& other : roots) {
        double distance = 0;
        for (int k = 0; k < n; ++k) distance = std::max(distance, std::fabs(x[k] - other[k]));
        if (distance < 1e-4) clear = false;
      }
    if (outside <= 0) roots.push_back(x);
    more = false;
    for (int q = 0; q < n && !more; ++q) {
      if (++choice[q] < static_cast<int>(forms[q].size()))
        more = true;
      else
        choice[q] = 0;
    }
  }
  return s;
}

}  // namespace vieta::test
