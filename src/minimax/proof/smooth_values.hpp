#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "minimax/check/float_inputs.hpp"
#include "minimax/check/run_kernel.hpp"
#include "minimax/function/tree.hpp"
#include "minimax/proof/smooth_piece.hpp"

namespace vieta::approximation {

/// The floats of a stretch: neighbours whose true values are found together; many blocks of a program's run.
inline constexpr std::size_t stretch_size = 16 * run_block_size;

/// Values of an expression in double, off by 2^-45 of them at most. Each has an estimate of its rounding error; where
/// that is larger (nearly equal numbers are subtracted, say), and where double finds no number, Arb takes as many bits
/// as are needed. At a removable 0/0 it is the limit. NaN where there is none, and infinite at a pole. Without Arb: NaN
/// where long double does not do either.
class true_values {
 public:
  explicit true_values(tree t);
  void operator()(const double* x, double* out, std::size_t n);

 private:
  struct known {
    double value, off;
  };
  void find_constants(const tree& t);
  void estimate(const tree& t, const double* x, double* out, double* off, std::size_t n) const;
  [[nodiscard]] double closely(double x, double about, double off) const;

  tree tree_;
  std::map<const node*, known> constants_;
  std::vector<double> off_;
};

/// The same at many floats that lie close together: by polynomials through a few values where those agree with the
/// expression to 2^-48, else one by one.
class smooth_values {
 public:
  explicit smooth_values(const tree& t) : values_(t), kernels_(find_run_kernels()) {}
  /// Gets ready for `count` <= stretch_size inputs from `begin` on: one polynomial, else one for each block.
  void prepare(const float_inputs& all, std::uint64_t begin, std::size_t count);
  /// One for all blocks, or one for each.
  [[nodiscard]] const std::vector<smooth_piece>& pieces() const { return pieces_; }
  /// Which of them is for a block.
  [[nodiscard]] std::size_t piece_of(std::size_t block) const { return pieces_.size() > 1 ? block : 0; }
  /// No value of the block is needed one by one.
  [[nodiscard]] bool smooth(std::size_t block) const { return !pieces_.empty() && pieces_[piece_of(block)].terms > 0; }
  /// out[i] = expression(x[i]) for n inputs of the block that begins at run_block_size * `block`.
  void at(std::size_t block, const float* x, std::size_t n, double* out);

 private:
  true_values values_;
  const run_kernels& kernels_;
  std::vector<smooth_piece> pieces_;
  std::vector<double> wide_;
};

}  // namespace vieta::approximation
