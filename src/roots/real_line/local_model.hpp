#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "roots/real_line/half_shift.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::real_line {

/// f on a dyadic interval: f = sum c_k t^k + E(t), where t = -1 and 1 are the ends, and the sum of the moduli of E's
/// coefficients is at most `error`. E has at most the degree of f: so |E'| <= degree * error in the unit disc.
struct local_model {
  integer_row c;
  double error = 0;
  bool trimmed = false;  ///< bits were given up that a higher precision had
  slong level = 0;       ///< 2^level of these intervals make up [-1, 1]
  exact::big_integer index;
};

/// A dyadic interval by name.
struct dyadic {
  slong level = 0;
  exact::big_integer index;
  dyadic() = default;
  dyadic(slong l, const fmpz_t k) : level(l) { fmpz_set(index.n, k); }
  dyadic(const dyadic& other) : dyadic(other.level, other.index.n) {}
  dyadic& operator=(const dyadic& other) {
    level = other.level;
    fmpz_set(index.n, other.index.n);
    return *this;
  }
};

/// The half of the interval, with about `bits` bits above its error.
std::shared_ptr<local_model> half_of(const local_model& model, bool right, slong most_bits, double growth);

/// The same in doubles: f = 2^scale (sum c_k t^k + E(t)).
struct double_model {
  std::vector<double> c;
  double error = 0;  ///< of double rounding, too
  slong scale = 0;
};
double_model to_doubles(const local_model& model);
double_model half_of(const double_model& model, bool right);

enum class verdict {
  no_root,    ///< |f| > 0 in the closed unit disc
  univalent,  ///< Re f'/c_1 > 0 in a disc somewhat larger than the unit disc: f is one to one there (Noshiro 1934,
              ///< Warschawski 1935), and monotone on the axis
  undecided,
};
struct judgement {
  verdict is = verdict::undecided;
  int sign = 0;            ///< of f where it has no root, of f' where it is univalent
  double least_slope = 0;  ///< of |f'| / 2^scale in the larger disc
  double bend = 0;         ///< |f''| / 2^scale is at most that there
  double log2_share = 0;   ///< log2 of sum |c_k| / error
};
/// `degree`: of f.
judgement judge(const double_model& model, double degree);

/// How much the disc of `univalent` is larger than the unit disc.
inline double reach_beyond(double degree) { return 1 / (4 * degree + 4); }

}  // namespace vieta::real_line

#endif
