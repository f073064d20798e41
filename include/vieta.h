/* vieta for C and for languages that call C: roots of polynomials and solutions of systems, each with a proof.
 *
 * Plain arrays go in; what comes back is an opaque result with functions that read it, and a function that frees it.
 * Every function of work returns a `vieta_code` with the meaning of the program's exit codes. No C++ exception and no
 * signal leaves it. Functions may be called from any threads at the same time; a result is only read after it was made,
 * so threads may share it until one frees it.
 *
 *     vieta_roots* r;
 *     if (vieta_roots_of_text("x^5 - x - 1", NULL, NULL, &r) == VIETA_MISUSE) puts(vieta_error_text());
 *     const vieta_root* z = vieta_roots_discs(r);
 *     for (size_t k = 0; k < vieta_roots_count(r); ++k) printf("%.17g %+.17gi, within %g\n", z[k].re, z[k].im,
 * z[k].radius); vieta_roots_free(r);
 *
 * C99; link with -lvieta. docs/reference/c.md has a page for it. */
#ifndef VIETA_H
#define VIETA_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define VIETA_C_API
#else
#define VIETA_C_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What all functions share ---- */

typedef enum vieta_code {
  VIETA_SOLVED = 0,       /* all of it, proven as far as the verb proves */
  VIETA_MISUSE = 1,       /* a wrong argument or unreadable input: vieta_error_text() says which; there is no result */
  VIETA_PARTIAL = 2,      /* there is a result, and it says what is missing */
  VIETA_OUT_OF_MEMORY = 3 /* there is no result */
} vieta_code;

/* Why the last function of this thread returned VIETA_MISUSE or VIETA_OUT_OF_MEMORY: one line, "WHERE: found WHAT,
 * expected WHAT". It is valid until the thread's next call. Never NULL. */
VIETA_C_API const char* vieta_error_text(void);

/* "0.1.0" */
VIETA_C_API const char* vieta_version(void);

/* Ends work early from another thread or from a signal handler. */
typedef struct vieta_cancel vieta_cancel;
VIETA_C_API vieta_cancel* vieta_cancel_new(void); /* NULL without memory */
VIETA_C_API void vieta_cancel_now(vieta_cancel* cancel);
VIETA_C_API void vieta_cancel_free(vieta_cancel* cancel);

/* Where and how long a function works. NULL in its place, and 0 or NULL in each field, are the usual choice: so
 * `vieta_run run = {0};` and then the fields that you want. */
typedef struct vieta_run {
  const char* on;             /* "auto", "cpu", "cuda" or "cuda:K" */
  int threads;                /* of the CPU; 0: all */
  double max_seconds;         /* 0: no limit. When time is up the result so far is returned, with VIETA_PARTIAL */
  const vieta_cancel* cancel; /* must outlive the call */
  /* Called now and then with what is done of the total (0 where it is not known); by roots, real_roots, minimax, newton
   * and solve. Other than 0 from it ends the work early, and sets `cancel` where there is one. From the calling thread,
   * but for vieta_solve_of: from any of its threads, one at a time. */
  int (*progress)(void* user, double done, double total, double seconds);
  void* user; /* handed on to `progress` */
} vieta_run;

/* Frees a text that a function below returned as `char*`. */
VIETA_C_API void vieta_text_free(char* text);

/* A part of a number that is known to more digits than a double holds. */
typedef enum vieta_part { VIETA_RE = 0, VIETA_IM = 1, VIETA_RADIUS = 2 } vieta_part;

/* ---- roots: all complex roots of one polynomial ---- */

typedef enum vieta_root_status {
  VIETA_ROOT_ISOLATED =
      0, /* exactly one root in the disc, which is disjoint from the others and as small as asked for */
  VIETA_ROOT_CLUSTER = 1,   /* exactly `multiplicity` roots, counted so; whether they coincide is not said */
  VIETA_ROOT_WIDE = 2,      /* proven and disjoint, but larger than asked for */
  VIETA_ROOT_UNPROVEN = 3,  /* an approximation; the radius is infinite */
  VIETA_ROOT_AT_BORDER = 4, /* proven and disjoint, but on which side of the region's border is not known */
  VIETA_ROOT_MULTIPLE = 5   /* exactly one root, of exactly this multiplicity */
} vieta_root_status;

typedef struct vieta_root {
  double re, im; /* the centre of the disc */
  double radius; /* the root or roots lie within this distance of it */
  int64_t multiplicity;
  vieta_root_status status;
  int32_t real;      /* 1: proven to be real, and `im` is exactly 0 */
  int32_t imaginary; /* 1: proven to be purely imaginary and not 0, and `re` is exactly 0 */
} vieta_root;

typedef struct vieta_roots_options {
  int digits;            /* decimal digits of each root; 0: 15 */
  double uncertainty;    /* of each coefficient, relative; 0: they are exact */
  int real_only;         /* other than 0: only roots on the real axis */
  const double* in_disc; /* NULL, or re, im, radius */
  const double* in_box;  /* NULL, or re0, re1, im0, im1; infinities allowed */
  const char* method;    /* NULL or "auto", "ehrlich-aberth", "durand-kerner", "near-linear" */
  /* NULL, or a file where what the near-linear method proves is kept, for a later call to go on from; it stays until it
   * is removed. */
  const char* checkpoint;
  double checkpoint_seconds; /* of work that may be lost; 0: 30 */
} vieta_roots_options;

typedef struct vieta_roots vieta_roots;

/* Of the polynomial with the coefficients re[k] + i im[k] of x^k, k = 0 ... count - 1; `im` may be NULL. */
VIETA_C_API vieta_code vieta_roots_of(size_t count, const double* re, const double* im,
                                      const vieta_roots_options* options, const vieta_run* run, vieta_roots** result);
/* Of an expression or a list, exactly as it is written: "x^2 - 1/3", "1 -3 2". */
VIETA_C_API vieta_code vieta_roots_of_text(const char* text, const vieta_roots_options* options, const vieta_run* run,
                                           vieta_roots** result);
/* Of a series re[0] b_0(u) + re[1] b_1(u) + ..., by values in its own basis: `basis` is "chebyshev", "legendre",
 * "hermite", "hermite-e" or "laguerre", u = (2 x - begin - end) / (end - begin), so u = x from -1 to 1. Of the options
 * neither method nor uncertainty. */
VIETA_C_API vieta_code vieta_roots_of_series(const char* basis, size_t count, const double* re, const double* im,
                                             double begin, double end, const vieta_roots_options* options,
                                             const vieta_run* run, vieta_roots** result);
/* Of a file in any of the formats that the program reads. */
VIETA_C_API vieta_code vieta_roots_of_file(const char* path, const vieta_roots_options* options, const vieta_run* run,
                                           vieta_roots** result);

VIETA_C_API size_t vieta_roots_count(const vieta_roots* result); /* discs */
/* As many discs, sorted by modulus; they belong to the result. */
VIETA_C_API const vieta_root* vieta_roots_discs(const vieta_roots* result);
/* A part of disc k in decimal, with all digits that were asked for; NULL where a double says all. It belongs to the
 * result. */
VIETA_C_API const char* vieta_roots_decimal(const vieta_roots* result, size_t k, vieta_part part);
/* Proves all claims again by a slow path that shares no method with the solver. VIETA_SOLVED: all hold. VIETA_PARTIAL:
 * not all do, and vieta_error_text() has the first complaint. */
VIETA_C_API vieta_code vieta_roots_verify(const vieta_roots* result);
/* What the program prints with --json (docs/reference/json.md); NULL without memory. Free it with vieta_text_free. */
VIETA_C_API char* vieta_roots_json(const vieta_roots* result);
VIETA_C_API void vieta_roots_free(vieta_roots* result);

/* ---- structure: which multiplicities an inexact polynomial may have had ---- */

typedef struct vieta_structured_root {
  double re, im;
  int64_t multiplicity;
  double sensitivity; /* an estimate: how far the root moves when the polynomial moves by a distance of 1 */
} vieta_structured_root;

typedef struct vieta_structure {
  double distance;  /* proven: the given polynomial is no farther from the one with these roots */
  double condition; /* an estimate, of all roots together */
  int64_t degree;
} vieta_structure;

typedef struct vieta_structure_result vieta_structure_result;

/* The polynomial with the fewest different roots within a relative distance of `tolerance` (0: 1e-10). VIETA_SOLVED:
 * one with multiple roots was found. VIETA_PARTIAL: none was found, which is no proof that there is none. `im` may be
 * NULL. */
VIETA_C_API vieta_code vieta_structure_of(size_t count, const double* re, const double* im, double tolerance,
                                          const vieta_run* run, vieta_structure_result** result);
VIETA_C_API vieta_code vieta_structure_of_text(const char* text, double tolerance, const vieta_run* run,
                                               vieta_structure_result** result);
VIETA_C_API vieta_structure vieta_structure_told(const vieta_structure_result* result);
VIETA_C_API size_t vieta_structure_count(const vieta_structure_result* result); /* different roots; 0: none found */
VIETA_C_API const vieta_structured_root* vieta_structure_roots(const vieta_structure_result* result);
VIETA_C_API char* vieta_structure_json(const vieta_structure_result* result);
VIETA_C_API void vieta_structure_free(vieta_structure_result* result);

/* ---- roots of many polynomials of degree 0 to 64 ---- */

typedef enum vieta_batch_status {
  VIETA_BATCH_COMPLETE = 0,        /* every root is proven, its disc as small as asked for */
  VIETA_BATCH_PARTIAL = 1,         /* some are wide or unproven */
  VIETA_BATCH_ZERO_POLYNOMIAL = 2, /* every number is a root; none is listed */
  VIETA_BATCH_BAD_INPUT = 3        /* NaN or an infinite coefficient; none is listed */
} vieta_batch_status;

/* `coefficients`: `count` rows of degree + 1 numbers, that of x^0 first; pairs re, im where `is_complex` is not 0.
 * `roots`: room for 2 * count * degree doubles: pairs, row by row; `radii`: count * degree. `root_statuses`: as many,
 * or NULL: vieta_root_status, and 4 for a place without a root. `counts` and `statuses`: `count` each; counts[i] roots
 * of row i are listed. `digits`: 1 to 15; 0: 15. Neither max_seconds nor progress is looked at. */
VIETA_C_API vieta_code vieta_root_batch(size_t count, int degree, const double* coefficients, int is_complex,
                                        int digits, const vieta_run* run, double* roots, double* radii,
                                        uint8_t* root_statuses, uint8_t* counts, uint8_t* statuses);

/* ---- real_roots: the real roots in an interval, of each of many polynomials of degree 0 to 64 ---- */

typedef enum vieta_real_roots_status {
  VIETA_REAL_OK = 0,              /* all roots are listed, as far as the type can tell them from rounding */
  VIETA_REAL_TOUCHING = 1,        /* the same; some touch zero without a change of sign */
  VIETA_REAL_UNRESOLVED = 2,      /* something could not be decided */
  VIETA_REAL_ZERO_POLYNOMIAL = 3, /* every number is a root; none is listed */
  VIETA_REAL_BAD_INPUT = 4,       /* a coefficient is NaN or infinite; none is listed */
  VIETA_REAL_CLUSTERED = 5        /* as OK or TOUCHING, but some root is three or more as far as rounding can tell */
} vieta_real_roots_status;

typedef struct vieta_real_roots_options {
  double tolerance, relative_tolerance; /* of a root; 0 and 0: as near as the type tells */
  const char* method;                   /* NULL or "auto", "derivatives", "bernstein" */
  /* NULL, or room for as many numbers as `roots` has, of the same type: a disc of this radius around the root holds a
   * root of the polynomial with these coefficients, proven; beside a root that is no touch, a real one. Infinite where
   * nothing could be proven. */
  void* bounds;
} vieta_real_roots_options;

/* `coefficients`: `count` rows of degree + 1 numbers, that of x^0 first. `roots`: room for count * degree numbers, row
 * by row, ascending. `counts`, `statuses`: `count` each. `touching`: `count`, or NULL: bit k says that root k of the
 * row touches zero without a change of sign. lo <= hi may be infinite. Where time is up or the work is cancelled the
 * rows left are VIETA_REAL_UNRESOLVED. vieta_real_roots_bounds says how far each root may be off. */
VIETA_C_API vieta_code vieta_real_roots(size_t count, int degree, const double* coefficients, double lo, double hi,
                                        const vieta_real_roots_options* options, const vieta_run* run, double* roots,
                                        uint8_t* counts, uint8_t* statuses, uint64_t* touching);
VIETA_C_API vieta_code vieta_real_roots_float(size_t count, int degree, const float* coefficients, float lo, float hi,
                                              const vieta_real_roots_options* options, const vieta_run* run,
                                              float* roots, uint8_t* counts, uint8_t* statuses, uint64_t* touching);

/* A proven radius for each of these roots, of the polynomials with exactly these coefficients: a disc of bounds[k]
 * around roots[k] holds a root; beside a root that is no touch, a real one. Infinite where nothing could be proven, NaN
 * behind the last root of a row. Nothing of how the roots were found is used: they may be your own. `touching`: as it
 * was filled, or NULL. `bounds`: room for count * degree numbers. VIETA_PARTIAL where one is infinite. */
VIETA_C_API vieta_code vieta_real_roots_bounds(size_t count, int degree, const double* coefficients,
                                               const double* roots, const uint8_t* counts, const uint64_t* touching,
                                               const vieta_run* run, double* bounds);
VIETA_C_API vieta_code vieta_real_roots_bounds_float(size_t count, int degree, const float* coefficients,
                                                     const float* roots, const uint8_t* counts,
                                                     const uint64_t* touching, const vieta_run* run, float* bounds);

/* ---- minimax: the polynomial or quotient with the least largest error, and its code ---- */

typedef enum vieta_minimax_status {
  VIETA_MINIMAX_OPTIMAL = 0,
  VIETA_MINIMAX_STALLED = 1,    /* lower_bound holds; a better one may be there */
  VIETA_MINIMAX_NOT_PROVEN = 2, /* optimal over many points; no bound on the whole interval could be proven */
  VIETA_MINIMAX_NOT_OPTIMAL = 3 /* the error of these coefficients is larger than the optimum */
} vieta_minimax_status;

typedef struct vieta_minimax_options {
  const char* lo; /* ends of the interval as decimals or expressions; NULL: "-1" and "1", or the usual interval */
  const char* hi; /* of a short form such as "acos" */
  int degree;     /* 0: 3 */
  int denominator_degree;
  const char* form;   /* NULL: "p(x)" */
  const char* error;  /* NULL or "absolute", "relative" */
  const char* format; /* NULL or "f64", "f32", "f16", "bf16", "dd", "decimals:7"; "dd,f32" */
  int no_search, no_proof;
} vieta_minimax_options;

typedef struct vieta_minimax_summary {
  vieta_minimax_status status;
  double optimum;      /* the largest error of the best form, before rounding to the format */
  double lower_bound;  /* no form has a largest error below this */
  double max_error;    /* of the coefficients, over many points */
  double proven_bound; /* of the same error, on the whole interval; infinite without a proof */
} vieta_minimax_summary;

typedef struct vieta_minimax vieta_minimax;

/* `function`: "exp(x)", or a short form such as "acos" or "sin". */
VIETA_C_API vieta_code vieta_minimax_of(const char* function, const vieta_minimax_options* options,
                                        const vieta_run* run, vieta_minimax** result);
VIETA_C_API vieta_minimax_summary vieta_minimax_told(const vieta_minimax* result);
/* How many, of x^exponents[k]; both arrays belong to the result. */
VIETA_C_API size_t vieta_minimax_coefficients(const vieta_minimax* result, const int** exponents,
                                              const double** coefficients);
/* Of the denominator, ascending; 0 without one. */
VIETA_C_API size_t vieta_minimax_denominator(const vieta_minimax* result, const double** coefficients);
/* Source text of a function, licence 0BSD. `language`: "glsl", "hlsl", "wgsl", "metal", "cuda", "c", "cpp", "ispc",
 * "rust", "python"; `name`: NULL for the usual one. NULL for an error. Free it with vieta_text_free. */
VIETA_C_API char* vieta_minimax_code(const vieta_minimax* result, const char* language, const char* name);
VIETA_C_API char* vieta_minimax_json(const vieta_minimax* result);
VIETA_C_API void vieta_minimax_free(vieta_minimax* result);

typedef struct vieta_fixed_options {
  const char* language; /* NULL or "c", "cpp", "rust", "cuda" */
  const char* name;     /* of the function; NULL for the usual one */
  int wide;             /* other than 0: 64-bit products for short formats as well */
  int all_inputs;       /* other than 0: all inputs of 32-bit formats are run, too, not a million */
  /* NULL, or "gelu" of a result for gelu: for all numbers of formats up to 16 bits, x or 0 where its form ends. */
  const char* full_range;
} vieta_fixed_options;

typedef struct vieta_fixed {
  double bound;             /* no input has a larger error, in units in the last place; infinite without a proof */
  double error;             /* the largest that was met */
  double correctly_rounded; /* share of the inputs that were run, 0 to 1 */
  int64_t worst_at;         /* this input has the largest error */
  int64_t first, last;      /* the domain, as integers */
  uint64_t inputs;          /* that were run */
  int32_t exhaustive;       /* 1: all of the domain */
  int32_t saturates;        /* 1: the value is clamped to the format's range */
  int32_t multiplications, width; /* so many, of so many bits */
} vieta_fixed;

/* The same function for integers that stand for themselves times 2^-k. `format`: "q15" for x and the value, or
 * "q3.12,q15", first that of x. `text`: the program, licence 0BSD; free it with vieta_text_free. VIETA_PARTIAL: time
 * was up, or the bound is not proven. */
VIETA_C_API vieta_code vieta_minimax_fixed(const vieta_minimax* result, const char* format,
                                           const vieta_fixed_options* options, const vieta_run* run, vieta_fixed* told,
                                           char** text);

typedef struct vieta_rounded_options {
  const char* language; /* NULL or "c", "cpp", "cuda" */
  const char* name;     /* of the function; NULL for the usual one */
  float from, to;       /* both 0: all floats; else only those between them are run */
} vieta_rounded_options;

typedef struct vieta_rounded {
  uint64_t inputs;     /* that were run, of 2^32 */
  uint64_t exceptions; /* inputs that the text has a value for */
  uint64_t table_bytes;
  int32_t all;    /* 1: every float was run */
  int32_t proven; /* 1: the value of every float that was run is the correctly rounded one, in every rounding mode */
} vieta_rounded;

/* A function of floats, correctly rounded: "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "sin",
 * "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh" or "erf". `text`: the program, licence 0BSD; free it
 * with vieta_text_free. All 2^32 floats take less than a minute on two cores. VIETA_PARTIAL: not all were run. */
VIETA_C_API vieta_code vieta_minimax_rounded(const char* function, const vieta_rounded_options* options,
                                             const vieta_run* run, vieta_rounded* told, char** text);

/* ---- boxes: all solutions in a box of small systems in Bernstein form ---- */

typedef enum vieta_box_kind {
  VIETA_BOX_UNIQUE = 0,  /* exactly one solution in [lower, upper], within `radius` of x in every coordinate: proven */
  VIETA_BOX_CLUSTER = 1, /* none, one or more solutions that lie close */
  VIETA_BOX_CURVE = 2,   /* a curve or surface of solutions: vieta_boxes_curve */
  VIETA_BOX_UNRESOLVED = 3 /* what was left when boxes or time were used up */
} vieta_box_kind;

typedef struct vieta_box_item {
  size_t system;
  vieta_box_kind kind;
  int32_t on_border;               /* 1: within `radius` of the border of the domain, so perhaps outside */
  double x[4], lower[4], upper[4]; /* as many as the system has variables */
  double radius, residual;
  int32_t condition_undecided; /* 1: whether it meets the conditions (divisors are not 0, "positive") is not proven */
} vieta_box_item;

typedef struct vieta_boxes_options {
  double tolerance; /* 0: 1e-8 */
  size_t max_boxes; /* of a system; 0: 100,000 */
} vieta_boxes_options;

typedef struct vieta_boxes vieta_boxes;

/* Systems as JSON, in the format of the program's files (docs/reference/formats.md). */
VIETA_C_API vieta_code vieta_boxes_of_text(const char* json, const vieta_boxes_options* options, const vieta_run* run,
                                           vieta_boxes** result);
/* `count` systems of as many equations as variables, 1 to 4, all of the same degrees[v]: for each system, equation
 * after equation the Bernstein coefficients, the last variable's index fastest. `box`: from, to for each variable;
 * NULL: the unit cube. */
VIETA_C_API vieta_code vieta_boxes_of(size_t count, size_t variables, const int* degrees, const double* coefficients,
                                      const double* box, const vieta_boxes_options* options, const vieta_run* run,
                                      vieta_boxes** result);
VIETA_C_API size_t vieta_boxes_count(const vieta_boxes* result);
VIETA_C_API const vieta_box_item* vieta_boxes_items(const vieta_boxes* result);

typedef enum vieta_curve_end {
  VIETA_END_CLOSED = 0,  /* nowhere: it comes back to its first point */
  VIETA_END_BORDER = 1,  /* on the border of the domain */
  VIETA_END_CLUSTER = 2, /* where nothing could be proven: at a crossing, say */
  VIETA_END_STOPPED = 3  /* where boxes or time were used up */
} vieta_curve_end;

/* Of n - 1 equations in n = 2 to 4 variables. */
typedef struct vieta_box_curve {
  size_t points;
  const double* x; /* four numbers for each point, those behind the last variable 0; they belong to the result */
  int32_t proven;  /* 1: each point lies within the item's radius of the curve, which is in tubes between them */
  double least_length, most_length; /* of a proven one */
  vieta_curve_end begins, ends;     /* of a proven one */
} vieta_box_curve;

/* Of item k; no points where that is no curve. */
VIETA_C_API vieta_box_curve vieta_boxes_curve(const vieta_boxes* result, size_t k);
VIETA_C_API char* vieta_boxes_json(const vieta_boxes* result);
VIETA_C_API void vieta_boxes_free(vieta_boxes* result);

/* ---- newton and solve: solutions of systems of polynomial equations ---- */

typedef struct vieta_point {
  const double *re, *im; /* one number for each variable; they belong to the result */
  double radius;         /* exactly one true solution lies within it in every coordinate; infinite without a proof */
  double residual;
  int32_t certified; /* 1: proven */
  int32_t real;      /* 1: proven real, 0: proven not real, -1: not known */
  int32_t regular;   /* of `solve`: 1 for a simple solution */
  int32_t digits;    /* decimal digits reached */
  size_t multiplicity;
} vieta_point;

typedef struct vieta_system_options {
  int digits;    /* decimal digits wanted; 0: what the precision gives */
  int precision; /* doubles in a number, 1 to 4; 0: as digits need */
  int no_proof;
  uint64_t seed;      /* of `solve`; 0: 1 */
  double max_paths;   /* of `solve`; 0: a million */
  int max_iterations; /* of `newton`; 0: 60 */
} vieta_system_options;

typedef struct vieta_points vieta_points;

/* Near given points: `starts` of them, re and im with one number for each variable, in the order in which the variables
 * occur in `system` ("x^2 + y^2 - 4; x*y - 1", or the text of a file); `im` may be NULL. One point for each start.
 * Quotients, sin, cos, tan and roots of unknowns are permitted; unknowns in sines and cosines then are the last ones.
 */
VIETA_C_API vieta_code vieta_newton_of(const char* system, size_t starts, const double* re, const double* im,
                                       const vieta_system_options* options, const vieta_run* run,
                                       vieta_points** result);
/* All isolated complex solutions; of systems with functions as well, in the same unknowns. */
VIETA_C_API vieta_code vieta_solve_of(const char* system, const vieta_system_options* options, const vieta_run* run,
                                      vieta_points** result);
VIETA_C_API size_t vieta_points_variables(const vieta_points* result);
VIETA_C_API const char* vieta_points_variable(const vieta_points* result, size_t v);
VIETA_C_API size_t vieta_points_count(const vieta_points* result);
VIETA_C_API vieta_point vieta_points_at(const vieta_points* result, size_t k);
/* Of `solve`: 1 where it is proven that no isolated solution is missing. */
VIETA_C_API int vieta_points_complete(const vieta_points* result);
VIETA_C_API char* vieta_points_json(const vieta_points* result);
VIETA_C_API void vieta_points_free(vieta_points* result);

/* ---- components: the irreducible components of the solutions of any number of equations ---- */

typedef struct vieta_component {
  size_t dimension, degree; /* `degree` points of it are known: its witness points */
  size_t multiplicity;
  size_t certified;    /* witness points that are proven */
  double trace;        /* how far the trace test is from zero; NaN where it was not done */
  int32_t irreducible; /* 1: as measured; 0: part of a component, or parts of several */
  int32_t reduced;     /* 1: the Jacobian has full rank at the witness points */
} vieta_component;

typedef struct vieta_components_options {
  int digits;            /* of points; 0: 15 */
  int least_dimension;   /* sets of a lower dimension are not looked for */
  int largest_dimension; /* sets of a higher dimension are not looked for; 0: all */
  uint64_t seed;         /* 0: 1 */
  double max_paths;      /* of a dimension; 0: a million */
} vieta_components_options;

typedef struct vieta_components vieta_components;

VIETA_C_API vieta_code vieta_components_of(const char* system, const vieta_components_options* options,
                                           const vieta_run* run, vieta_components** result);
VIETA_C_API size_t vieta_components_variables(const vieta_components* result);
VIETA_C_API const char* vieta_components_variable(const vieta_components* result, size_t v);
/* Of dimension 1 or more: from the highest dimension on, then by degree. */
VIETA_C_API size_t vieta_components_count(const vieta_components* result);
VIETA_C_API vieta_component vieta_components_at(const vieta_components* result, size_t k);
VIETA_C_API vieta_point vieta_components_witness(const vieta_components* result, size_t k, size_t point);
/* Solutions on none of them. */
VIETA_C_API size_t vieta_components_isolated(const vieta_components* result);
VIETA_C_API vieta_point vieta_components_isolated_at(const vieta_components* result, size_t k);
/* 1 where it is proven that none is missing. */
VIETA_C_API int vieta_components_complete(const vieta_components* result);
/* Whether a point lies on component k, as measured, within `tolerance` relative to its largest coordinate (0: 1e-6):
 * *is_on is 1, 0, or -1 where that could not be decided (VIETA_PARTIAL). `im` may be NULL. */
VIETA_C_API vieta_code vieta_components_contains(const vieta_components* result, size_t k, const double* re,
                                                 const double* im, double tolerance, const vieta_run* run, int* is_on);
VIETA_C_API char* vieta_components_json(const vieta_components* result);
VIETA_C_API void vieta_components_free(vieta_components* result);

/* ---- verify: the claims of a result once more, by a slow way that shares no method with the solver ---- */

typedef struct vieta_verification vieta_verification;

/* `json`: what vieta printed with --json, or one of the functions ..._json above returned: of roots, newton, solve,
 * boxes or minimax. `input`: what it is about: the polynomial, the system, or boxes' JSON; of minimax the function, or
 * NULL. VIETA_SOLVED: all claims hold. VIETA_PARTIAL: some do not, or there was no time to decide. */
VIETA_C_API vieta_code vieta_verify(const char* json, const char* input, const vieta_run* run,
                                    vieta_verification** result);
VIETA_C_API int vieta_verification_holds(const vieta_verification* result);
/* 0: the work was stopped, and nothing that was looked at until then is wrong. */
VIETA_C_API int vieta_verification_decided(const vieta_verification* result);
VIETA_C_API int64_t vieta_verification_checked(const vieta_verification* result); /* claims that are proven again */
VIETA_C_API size_t vieta_verification_complaints(const vieta_verification* result);
/* One line; it belongs to the result. */
VIETA_C_API const char* vieta_verification_complaint(const vieta_verification* result, size_t k);
VIETA_C_API char* vieta_verification_json(const vieta_verification* result);
VIETA_C_API void vieta_verification_free(vieta_verification* result);

#ifdef __cplusplus
}
#endif

#endif
