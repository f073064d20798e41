#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "trace/trace.hpp"
#include "vieta/real_roots.hpp"

namespace sh_glyph {
namespace {

class stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - last_;
    last_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Rows of coefficients in, rows of roots out.
template <class T>
class batch {
 public:
  batch(int degree, std::size_t most)
      : degree_(degree),
        coefficients_(most * static_cast<std::size_t>(degree + 1)),
        roots_(most * static_cast<std::size_t>(degree)),
        counts_(most),
        statuses_(most),
        touching_(most) {}

  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  T* add() { return coefficients_.data() + size_++ * static_cast<std::size_t>(degree_ + 1); }

  void solve(T tolerance) {
    vieta::real_roots_options<T> options;
    options.absolute_tolerance = tolerance;
    options.on = {vieta::where::cpu, 0, 1};
    vieta::real_roots_into({coefficients_.data(), size_, degree_}, {-1, 1},
                           {roots_.data(), counts_.data(), statuses_.data(), touching_.data()}, options);
  }

  bool clean(std::size_t i) const { return statuses_[i] == vieta::real_roots_status::ok; }
  /// The first change of sign; touches are none.
  double first_root(std::size_t i) const {
    for (int k = 0; k < counts_[i]; ++k)
      if ((touching_[i] >> k & 1) == 0) return static_cast<double>(roots_[i * static_cast<std::size_t>(degree_) + k]);
    return no_hit;
  }

 private:
  int degree_;
  std::size_t size_ = 0;
  std::vector<T> coefficients_, roots_;
  std::vector<std::uint8_t> counts_;
  std::vector<vieta::real_roots_status> statuses_;
  std::vector<std::uint64_t> touching_;
};

constexpr std::size_t chunk = 4096;

template <int Bands>
class worker {
 public:
  worker(const glyph& g, const std::vector<ray>& rays, trace_result& result, bool guarded)
      : glyph_(g), rays_(rays), result_(result), guarded_(guarded) {}

  void trace(std::size_t begin, std::size_t end) {
    stopwatch clock;
    forms_.clear();
    places_.clear();
    floats_.clear();
    doubles_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const auto form =
          restrict_to_plane<Bands>(rays_[i], harmonic_recurrence(), glyph_.coefficients.data(), sampling<Bands>());
      result_.u[i] = no_hit;
      if (!(form.sigma < 1)) continue;
      double p[degree + 1];
      ray_polynomial<Bands>(form, p);
      float(&q)[degree + 1] = *reinterpret_cast<float(*)[degree + 1]>(floats_.add());
      if (guarded_)
        lower<degree>(p, q);
      else
        std::copy(p, p + degree + 1, q);
      forms_.push_back(form);
      places_.push_back(i);
    }
    totals.seconds_forming += clock.lap();
    floats_.solve(guarded_ ? 0x1p-14f : 0.0f);
    for (std::size_t k = 0; k < places_.size(); ++k) {
      double u = floats_.first_root(k);
      if (guarded_ && is_doubtful(k, u)) {
        doubtful_.push_back(k);
        double p[degree + 1];
        ray_polynomial<Bands>(forms_[k], p);
        std::copy(p, p + degree + 1, doubles_.add());
      }
      result_.u[places_[k]] = u;
    }
    doubles_.solve(0);
    for (std::size_t k = 0; k < doubtful_.size(); ++k) result_.u[places_[doubtful_[k]]] = doubles_.first_root(k);
    totals.polynomials += places_.size();
    totals.doubtful += doubtful_.size();
    doubtful_.clear();
    totals.seconds_solving += clock.lap();
  }

  trace_result totals;

 private:
  static constexpr int degree = ray_form<Bands>::degree;

  /// No zero of the lowered polynomial: no hit, for sure. Else Newton has to arrive at one of p; it moves u there.
  bool is_doubtful(std::size_t k, double& u) const {
    if (forms_[k].sigma < smallest_sigma_in_float || !floats_.clean(k)) return true;
    return u < no_hit && !refine(forms_[k], u);
  }

  const glyph& glyph_;
  const std::vector<ray>& rays_;
  trace_result& result_;
  const bool guarded_;
  std::vector<ray_form<Bands>> forms_;
  std::vector<std::size_t> places_, doubtful_;
  batch<float> floats_{degree, chunk};
  batch<double> doubles_{degree, chunk};
};

}  // namespace

trace_result trace_on_cpu(const glyph& g, const std::vector<ray>& rays, bool guarded, unsigned threads) {
  trace_result result;
  result.u.resize(rays.size());
  std::atomic<std::size_t> next{0};
  std::mutex adding;
  const auto work = [&] {
    with_bands(g.bands, [&](auto bands) {
      worker<bands()> one(g, rays, result, guarded);
      for (std::size_t begin = next.fetch_add(chunk); begin < rays.size(); begin = next.fetch_add(chunk))
        one.trace(begin, std::min(begin + chunk, rays.size()));
      const std::lock_guard<std::mutex> lock(adding);
      result.polynomials += one.totals.polynomials;
      result.doubtful += one.totals.doubtful;
      result.seconds_forming += one.totals.seconds_forming;
      result.seconds_solving += one.totals.seconds_solving;
    });
  };
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  return result;
}

}  // namespace sh_glyph
