// web/page/library.mjs reads and writes the structures of the C interface by these offsets.
#include <cstddef>

#include "vieta.h"

/// Decimal digits of roots that the page asks for. Without FLINT four doubles are the last rung of the ladder of
/// precision: 61 digits, less what the proof takes. With it more would fill the page rather than help.
extern "C" int vieta_page_most_digits(void) {
#ifdef VIETA_HAVE_ARB
  return 1000;
#else
  return 50;
#endif
}

static_assert(sizeof(void*) == 4 && sizeof(std::size_t) == 4);

static_assert(offsetof(vieta_run, threads) == 4 && offsetof(vieta_run, max_seconds) == 8 && sizeof(vieta_run) == 32);

static_assert(offsetof(vieta_roots_options, digits) == 0 && offsetof(vieta_roots_options, uncertainty) == 8);
static_assert(sizeof(vieta_roots_options) == 48);
static_assert(offsetof(vieta_root, re) == 0 && offsetof(vieta_root, im) == 8 && offsetof(vieta_root, radius) == 16);
static_assert(offsetof(vieta_root, multiplicity) == 24 && offsetof(vieta_root, status) == 32);
static_assert(offsetof(vieta_root, real) == 36 && offsetof(vieta_root, imaginary) == 40 && sizeof(vieta_root) == 48);

static_assert(offsetof(vieta_minimax_options, lo) == 0 && offsetof(vieta_minimax_options, hi) == 4);
static_assert(offsetof(vieta_minimax_options, degree) == 8 &&
              offsetof(vieta_minimax_options, denominator_degree) == 12);
static_assert(offsetof(vieta_minimax_options, form) == 16 && offsetof(vieta_minimax_options, error) == 20);
static_assert(offsetof(vieta_minimax_options, format) == 24 && sizeof(vieta_minimax_options) == 36);
static_assert(offsetof(vieta_minimax_options, no_search) == 28 && offsetof(vieta_minimax_options, no_proof) == 32);
