#pragma once

#include <cstddef>
#include <cstdint>

#include "boxes/decide.hpp"

// What the search for the solutions of many systems keeps in device memory.

namespace vieta::boxes::cuda {

/// Solutions of one system, before those that are found twice are dropped. A system with more is left to the CPU.
inline constexpr unsigned most_found = 16;
/// Levels of the search. A box is halved along each edge some ten times where solutions are no closer than a
/// thousandth.
inline constexpr unsigned most_levels = 400;

/// What becomes of a system.
enum class standing : unsigned char {
  here,       ///< it is solved on the device
  left_over,  ///< it needs clusters, curves, or more looks, memory or levels than there are here: for the CPU
  bad_input,
};

/// What a look is for; see boxes::task.
enum class purpose : unsigned { explore, certify, refine };

/// A box in the queue. `left` is used by `certify`, `slot` and `round` by `refine`.
template <int N>
struct waiting_box {
  double box[2 * N], left[2 * N];  ///< lower ends, then upper ends
  unsigned system;
  purpose what;
  unsigned round, slot;
  bool divide, last;
};

/// The boxes of one level: column f of their ends begins at ends + f * capacity.
struct queue {
  double* ends;
  unsigned* system;
  unsigned* state;
};

struct search_memory {
  unsigned systems, capacity;  ///< capacity: of each queue
  unsigned most_looks;         ///< at one system
  unsigned pieces;             ///< along each edge, for the method kantorovich; 0: the other search
  double tolerance;
  double* coefficients;  ///< [system][equation][size], moduli at most 1
  double* error;         ///< [system][equation]
  int* exponent;         ///< [system][equation]: the equation is 2^exponent times what is stored
  standing* standings;   ///< [system]
  unsigned* looks;       ///< [system]
  queue queues[2];
  unsigned* waiting;   ///< boxes in the queue of level l: waiting[l % 3]
  unsigned* found;     ///< [system]
  unsigned* when;      ///< [system][most_found]: 4 level + 1 + sign of the Jacobian; all bits: nothing there yet
  double* enclosures;  ///< [system][most_found][lower, upper: 2 N]
  double* uniqueness;  ///< [system][most_found][lower, upper: 2 N]
};

/// Puts arrays one behind the other into `scratch`, or counts their bytes only when that is null.
class arena {
 public:
  explicit arena(void* scratch) : begin_(static_cast<char*>(scratch)) {}
  template <class T>
  T* array(std::size_t count) {
    T* const p = begin_ == nullptr ? nullptr : reinterpret_cast<T*>(begin_ + used_);
    used_ += (count * sizeof(T) + 255) / 256 * 256;
    return p;
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  char* begin_;
  std::size_t used_ = 0;
};

inline search_memory lay_out(arena& a, unsigned systems, int variables, int size) {
  const std::size_t n = systems, v = static_cast<std::size_t>(variables);
  search_memory m{};
  m.systems = systems;
  // Random bicubics have some four boxes each in the fullest level, those of degree 5 twelve; few systems may have
  // many.
  m.capacity = 16 * systems + 65536;
  m.coefficients = a.array<double>(n * v * static_cast<std::size_t>(size));
  m.error = a.array<double>(n * v);
  m.exponent = a.array<int>(n * v);
  m.standings = a.array<standing>(n);
  m.looks = a.array<unsigned>(n);
  for (queue& q : m.queues) {
    q.ends = a.array<double>(std::size_t{m.capacity} * 4 * v);
    q.system = a.array<unsigned>(m.capacity);
    q.state = a.array<unsigned>(m.capacity);
  }
  m.waiting = a.array<unsigned>(3);
  m.found = a.array<unsigned>(n);
  m.when = a.array<unsigned>(n * most_found);
  m.enclosures = a.array<double>(n * most_found * 2 * v);
  m.uniqueness = a.array<double>(n * most_found * 2 * v);
  return m;
}

}  // namespace vieta::boxes::cuda
