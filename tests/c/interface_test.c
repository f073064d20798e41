/* The C interface, from C99: every function, right answers, misuse, and what cancelling does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vieta.h"

static int failures = 0;

static void expect(int truth, const char* what) {
  if (truth) return;
  printf("FAILED: %s (last error: %s)\n", what, vieta_error_text());
  ++failures;
}

static int near_to(double a, double b) { return fabs(a - b) <= 1e-12 * (1 + fabs(b)); }

static void test_roots(void) {
  const double re[] = {-2, 0, 1}, im[] = {0, 0, 0};
  vieta_roots* r = NULL;
  expect(vieta_roots_of(3, re, NULL, NULL, NULL, &r) == VIETA_SOLVED, "x^2 - 2");
  expect(vieta_roots_count(r) == 2, "two discs");
  const vieta_root* z = vieta_roots_discs(r);
  expect(near_to(fabs(z[0].re), sqrt(2)) && z[0].im == 0 && z[0].real == 1, "a real root");
  expect(z[0].radius > 0 && z[0].radius < 1e-14 && z[0].status == VIETA_ROOT_ISOLATED, "a small disc");
  expect(vieta_roots_decimal(r, 0, VIETA_RE) == NULL, "no decimals where doubles do");
  expect(vieta_roots_verify(r) != VIETA_PARTIAL, "verify"); /* misuse in a build without Arb */
  char* text = vieta_roots_json(r);
  expect(text != NULL && strstr(text, "\"status\":\"complete\"") != NULL, "JSON");
  vieta_text_free(text);
  vieta_roots_free(r);

  expect(vieta_roots_of(3, re, im, NULL, NULL, &r) == VIETA_SOLVED && vieta_roots_count(r) == 2,
         "complex coefficients");
  vieta_roots_free(r);

  vieta_roots_options options = {0};
  options.digits = 40;
#ifdef VIETA_HAVE_ARB /* without it 40 digits cannot be had */
  expect(vieta_roots_of_text("(x - 1/3)^2 * (x^2 + 1)", &options, NULL, &r) == VIETA_SOLVED, "an expression");
  expect(vieta_roots_count(r) == 3, "a double root and two others");
  int multiple = 0, imaginary = 0;
  for (size_t k = 0; k < vieta_roots_count(r); ++k) {
    z = vieta_roots_discs(r) + k;
    multiple += z->status == VIETA_ROOT_MULTIPLE && z->multiplicity == 2;
    imaginary += z->imaginary;
  }
  expect(multiple == 1 && imaginary == 2, "statuses");
  expect(strncmp(vieta_roots_decimal(r, 0, VIETA_RE), "0.333333333333333333333333333333333333333", 40) == 0,
         "decimals");
  expect(vieta_roots_decimal(r, 9, VIETA_RE) == NULL, "no tenth root");
  vieta_roots_free(r);
#endif

  expect(vieta_roots_of_text("1 -3 2", NULL, NULL, &r) == VIETA_SOLVED && near_to(vieta_roots_discs(r)[0].re, 0.5),
         "a list");
  vieta_roots_free(r);

  const double disc[] = {0, 0, 1.5};
  memset(&options, 0, sizeof options);
  options.in_disc = disc;
  expect(vieta_roots_of_text("(x-1)*(x-2)*(x-3)", &options, NULL, &r) == VIETA_SOLVED && vieta_roots_count(r) == 1,
         "a disc");
  vieta_roots_free(r);

  expect(vieta_roots_of_text("x^2 - ", NULL, NULL, &r) == VIETA_MISUSE && r == NULL, "a slip");
  expect(strstr(vieta_error_text(), "found") != NULL, "why");
  expect(vieta_roots_of(3, NULL, NULL, NULL, NULL, &r) == VIETA_MISUSE, "no coefficients");
  expect(strstr(vieta_error_text(), "re: found NULL") != NULL, "which argument");
  expect(vieta_roots_of_file("no such file", NULL, NULL, &r) == VIETA_MISUSE, "no file");
  const double nothing[] = {0, 0};
  expect(vieta_roots_of(2, nothing, NULL, NULL, NULL, &r) == VIETA_MISUSE, "the zero polynomial");
  const double no_uncertainties[] = {-1, NAN};
  for (int k = 0; k < 2; ++k) {
    options.uncertainty = no_uncertainties[k];
    expect(vieta_roots_of(3, re, NULL, &options, NULL, &r) == VIETA_MISUSE, "no uncertainty");
    expect(strstr(vieta_error_text(), "uncertainty: found") != NULL, "which option");
  }
  options.uncertainty = 0;
  memset(&options, 0, sizeof options);
  options.checkpoint = "interface_test.checkpoint";
  expect(vieta_roots_of(3, re, NULL, &options, NULL, &r) == VIETA_MISUSE, "nothing to keep of a low degree");
  expect(strstr(vieta_error_text(), "checkpoint: found degree 2") != NULL, "why nothing is kept");
  options.method = "near-linear";
  expect(vieta_roots_of(3, re, NULL, &options, NULL, &r) == VIETA_SOLVED && vieta_roots_count(r) == 2, "kept");
  vieta_roots_free(r);
  options.checkpoint_seconds = -1;
  expect(vieta_roots_of(3, re, NULL, &options, NULL, &r) == VIETA_MISUSE, "no interval");
  options.method = "guess";
  expect(vieta_roots_of(3, re, NULL, &options, NULL, &r) == VIETA_MISUSE, "no such method");
  expect(vieta_roots_count(NULL) == 0 && vieta_roots_discs(NULL) == NULL, "no result");
  vieta_roots_free(NULL);
}

static void test_series(void) {
  const double t3[] = {0, 0, 0, 1}; /* T_3, whose roots are 0 and the cosines of 30 and 150 degrees */
  vieta_roots* r = NULL;
  expect(vieta_roots_of_series("chebyshev", 4, t3, NULL, -1, 1, NULL, NULL, &r) == VIETA_SOLVED, "a series");
  const vieta_root* z = vieta_roots_discs(r);
  expect(vieta_roots_count(r) == 3 && z[0].re == 0 && near_to(fabs(z[2].re), sqrt(3) / 2) && z[2].real == 1,
         "its roots");
  expect(vieta_roots_verify(r) != VIETA_PARTIAL, "a series again"); /* misuse in a build without Arb */
  vieta_roots_free(r);
  const double legendre[] = {0, 0, 1}; /* (3 u^2 - 1)/2, u = x/2 - 1 */
  expect(vieta_roots_of_series("legendre", 3, legendre, NULL, 0, 4, NULL, NULL, &r) == VIETA_SOLVED, "on an interval");
  expect(near_to(vieta_roots_discs(r)[1].re, 2 + 2 / sqrt(3)), "where");
  vieta_roots_free(r);
  expect(vieta_roots_of_series("fourier", 4, t3, NULL, -1, 1, NULL, NULL, &r) == VIETA_MISUSE && r == NULL,
         "no such basis");
  expect(vieta_roots_of_series("chebyshev", 4, t3, NULL, 1, 1, NULL, NULL, &r) == VIETA_MISUSE, "an empty interval");
}

static int stop_at_once(void* user, double done, double total, double seconds) {
  (void)done, (void)total, (void)seconds;
  ++*(int*)user;
  return 1;
}

static void test_runs(void) {
  vieta_cancel* cancel = vieta_cancel_new();
  vieta_run run = {0};
  run.cancel = cancel;
  vieta_cancel_now(cancel);
  vieta_roots* r = NULL;
  expect(vieta_roots_of_text("x^300 - x - 1", NULL, &run, &r) == VIETA_PARTIAL, "cancelled");
  vieta_roots_free(r);
  vieta_cancel_free(cancel);
  int calls = 0;
  memset(&run, 0, sizeof run);
  run.progress = stop_at_once, run.user = &calls;
  vieta_points* p = NULL;
  const vieta_code code = vieta_solve_of("x^3*y - 2*x + 1; x*y^3 - y + 3", NULL, &run, &p);
  expect(calls == 0 || code == VIETA_PARTIAL, "stopped by progress");
  vieta_points_free(p);
  run.on = "abacus";
  expect(vieta_roots_of_text("x - 1", NULL, &run, &r) == VIETA_MISUSE, "no such target");
  vieta_minimax* m = NULL;
  expect(vieta_minimax_of("exp(x)", NULL, &run, &m) == VIETA_MISUSE && m == NULL, "nor of minimax");
  run.on = "cpu", run.threads = -1;
  expect(vieta_roots_of_text("x - 1", NULL, &run, &r) == VIETA_MISUSE, "threads below 0");
  run.threads = 1, run.max_seconds = NAN;
  expect(vieta_roots_of_text("x - 1", NULL, &run, &r) == VIETA_MISUSE, "no time");
  expect(strstr(vieta_error_text(), "max_seconds: found nan") != NULL, "which field");
}

static void test_batches(void) {
  const double rows[] = {-1, 0, 1, 6, -5, 1, 1, -2, 1};
  double roots[6];
  uint8_t counts[3], statuses[3];
  uint64_t touching[3];
  expect(
      vieta_real_roots(3, 2, rows, -INFINITY, INFINITY, NULL, NULL, roots, counts, statuses, touching) == VIETA_SOLVED,
      "real roots");
  expect(counts[0] == 2 && counts[1] == 2 && roots[0] == -1 && roots[3] == 3, "which");
  expect(counts[2] == 1 && statuses[2] == VIETA_REAL_TOUCHING && touching[2] == 1, "a touch");
  double bounds[6];
  expect(vieta_real_roots_bounds(3, 2, rows, roots, counts, touching, NULL, bounds) == VIETA_SOLVED, "bounds");
  expect(bounds[0] < 1e-15 && bounds[1] < 1e-15 && bounds[3] < 1e-14 && bounds[4] < 1e-7, "how near");
  expect(isnan(bounds[5]), "no second root in the third row");
  const double own[] = {-1.5, 1.25, 2.5, 3, 1, 0};
  expect(vieta_real_roots_bounds(3, 2, rows, own, counts, NULL, NULL, bounds) != VIETA_MISUSE && bounds[0] >= 0.5,
         "bounds of roots that are none");
  const uint8_t many[] = {3, 0, 0};
  expect(vieta_real_roots_bounds(1, 2, rows, roots, many, NULL, NULL, bounds) == VIETA_MISUSE,
         "three roots of degree 2");
  const float row[] = {-2, 0, 1};
  float root[2], bound[2];
  expect(vieta_real_roots_float(1, 2, row, 0, 10, NULL, NULL, root, counts, statuses, NULL) == VIETA_SOLVED &&
             counts[0] == 1 && fabs(root[0] - 1.41421356) < 1e-6,
         "in float");
  expect(vieta_real_roots_bounds_float(1, 2, row, root, counts, NULL, NULL, bound) == VIETA_SOLVED && bound[0] < 1e-6 &&
             fabs(root[0] - 1.4142135623730951) <= bound[0],
         "bounds in float");
  double beside[6];
  vieta_real_roots_options proven = {0};
  proven.bounds = beside;
  expect(
      vieta_real_roots(3, 2, rows, -INFINITY, INFINITY, &proven, NULL, roots, counts, statuses, NULL) == VIETA_SOLVED,
      "with bounds");
  expect(beside[0] < 1e-12 && beside[3] < 1e-12 && beside[4] < 1e-6 && isnan(beside[5]), "how large they are");
  const double bad[] = {NAN, 1};
  expect(vieta_real_roots(1, 1, bad, 0, 1, NULL, NULL, roots, counts, statuses, NULL) == VIETA_PARTIAL &&
             statuses[0] == VIETA_REAL_BAD_INPUT,
         "NaN");
  expect(vieta_real_roots(1, 65, rows, 0, 1, NULL, NULL, roots, counts, statuses, NULL) == VIETA_MISUSE, "degree 65");
  expect(vieta_real_roots(1, 2, rows, 1, 0, NULL, NULL, roots, counts, statuses, NULL) == VIETA_MISUSE &&
             strstr(vieta_error_text(), "lo, hi: found 1 and 0") != NULL,
         "ends that are not in order");
  expect(vieta_real_roots_float(1, 2, row, 0, NAN, NULL, NULL, root, counts, statuses, NULL) == VIETA_MISUSE &&
             strstr(vieta_error_text(), "lo, hi: found 0 and nan") != NULL,
         "an end that is no number");

  double pairs[12], radii[6];
  uint8_t each[6];
  expect(vieta_root_batch(2, 2, rows, 0, 0, NULL, pairs, radii, each, counts, statuses) == VIETA_SOLVED, "a batch");
  expect(counts[0] == 2 && near_to(fabs(pairs[0]), 1) && radii[0] < 1e-14 && each[0] == VIETA_ROOT_ISOLATED,
         "its roots");
  const double one[] = {0, 1, 1, 0}; /* i + x */
  expect(vieta_root_batch(1, 1, one, 1, 0, NULL, pairs, radii, NULL, counts, statuses) == VIETA_SOLVED, "complex");
  expect(pairs[0] == 0 && pairs[1] == -1, "its root");
}

static void test_minimax(void) {
  vieta_minimax* m = NULL;
  vieta_minimax_options options = {0};
  options.degree = 5, options.lo = "-1", options.hi = "1", options.format = "f64";
  const vieta_code code = vieta_minimax_of("exp(x)", &options, NULL, &m);
  expect(code == VIETA_SOLVED || code == VIETA_PARTIAL, "exp"); /* no proof without Arb */
  const vieta_minimax_summary told = vieta_minimax_told(m);
  expect(told.optimum > 4e-5 && told.optimum < 5e-5 && told.lower_bound <= told.optimum, "its error");
  const int* exponents = NULL;
  const double* coefficients = NULL;
  expect(vieta_minimax_coefficients(m, &exponents, &coefficients) == 6 && exponents[5] == 5, "six coefficients");
  expect(fabs(coefficients[0] - 1) < 1e-4, "the first");
  expect(vieta_minimax_denominator(m, NULL) == 0, "no denominator");
  char* text = vieta_minimax_code(m, "c", "my_exp");
  expect(text != NULL && strstr(text, "my_exp") != NULL, "code");
  vieta_text_free(text);
  expect(vieta_minimax_code(m, "cobol", NULL) == NULL && strstr(vieta_error_text(), "language: found 'cobol'") != NULL,
         "no such language");
  expect(vieta_minimax_code(m, "c", "2x") == NULL && strstr(vieta_error_text(), "name: found '2x'") != NULL &&
             strstr(vieta_error_text(), "--") == NULL,
         "no such name");
  text = vieta_minimax_json(m);
  expect(text != NULL && text[0] == '{', "JSON");
  vieta_text_free(text);
  vieta_minimax_free(m);
  expect(vieta_minimax_of("foo(x)", NULL, NULL, &m) == VIETA_MISUSE && m == NULL, "no such function");
  expect(vieta_minimax_of("", NULL, NULL, &m) == VIETA_MISUSE && m == NULL, "no function");
  const vieta_minimax_options bad[] = {{"0", "1", 900, 0, NULL, NULL, NULL, 0, 0},
                                       {"1", "0", 3, 0, NULL, NULL, NULL, 0, 0},
                                       {"0", "1", 3, 0, "x", NULL, NULL, 0, 0}};
  const char* const members[] = {"degree: found", "lo, hi: found", "form: found"};
  for (int k = 0; k < 3; ++k) { /* messages name members, not the program's options */
    expect(vieta_minimax_of("exp(x)", &bad[k], NULL, &m) == VIETA_MISUSE, members[k]);
    expect(strncmp(vieta_error_text(), members[k], strlen(members[k])) == 0, vieta_error_text());
  }
  const char* const constants[] = {"5", "pi", "x"};
  for (int k = 0; k < 3; ++k) { /* numbers and variables, no names of functions */
    const vieta_minimax_options in = {"0", "1", 1, 0, NULL, NULL, NULL, 0, 1};
    expect(vieta_minimax_of(constants[k], &in, NULL, &m) != VIETA_MISUSE, constants[k]);
    expect(vieta_minimax_coefficients(m, NULL, &coefficients) == 2, "two coefficients");
    expect((coefficients[1] > 0.5) == (k == 2), "constant but for x");
    vieta_minimax_free(m);
  }
}

static void test_boxes(void) {
  /* x = 1/4 and y = 1/2, each as a bilinear form in the unit square. */
  const int degrees[] = {1, 1};
  const double coefficients[] = {-0.25, -0.25, 0.75, 0.75, -0.5, 0.5, -0.5, 0.5};
  vieta_boxes* b = NULL;
  expect(vieta_boxes_of(1, 2, degrees, coefficients, NULL, NULL, NULL, &b) == VIETA_SOLVED, "boxes");
  expect(vieta_boxes_count(b) == 1, "one solution");
  const vieta_box_item* item = vieta_boxes_items(b);
  expect(item->kind == VIETA_BOX_UNIQUE && near_to(item->x[0], 0.25) && near_to(item->x[1], 0.5), "where");
  char* text = vieta_boxes_json(b);
  expect(text != NULL, "JSON");
  vieta_text_free(text);
  vieta_boxes_free(b);
  const char* curves = "{\"curves\": [[[0,0],[2,1]],[[0,1],[2,0]]]}";
  expect(vieta_boxes_of_text(curves, NULL, NULL, &b) == VIETA_SOLVED && vieta_boxes_count(b) == 1, "two curves");
  vieta_boxes_free(b);
  const char* quotient =
      "{\"vars\": [\"x\", \"y\"], \"box\": [[-1, 1], [-1, 1]], \"equations\": [\"x/y = 0\", \"x - y\"]}";
  expect(vieta_boxes_of_text(quotient, NULL, NULL, &b) == VIETA_PARTIAL && vieta_boxes_count(b) == 1 &&
             vieta_boxes_items(b)->condition_undecided == 1,
         "a zero that the divisor shares");
  vieta_boxes_free(b);
  expect(vieta_boxes_of_text("{", NULL, NULL, &b) == VIETA_MISUSE && b == NULL, "no JSON");
}

static void test_curves(void) {
  const char* circle = "{\"vars\": [\"x\", \"y\"], \"box\": [[-2, 2], [-2, 2]], \"equations\": [\"x^2 + y^2 = 1\"]}";
  vieta_boxes* b = NULL;
  expect(vieta_boxes_of_text(circle, NULL, NULL, &b) == VIETA_SOLVED && vieta_boxes_count(b) == 1, "a circle");
  expect(vieta_boxes_items(b)->kind == VIETA_BOX_CURVE, "a curve");
  const vieta_box_curve curve = vieta_boxes_curve(b, 0);
  expect(curve.proven == 1 && curve.begins == VIETA_END_CLOSED && curve.ends == VIETA_END_CLOSED, "closed");
  expect(curve.least_length <= 6.2831853071795864 && curve.most_length >= 6.2831853071795865, "its length");
  expect(curve.points > 8, "its points");
  for (size_t k = 0; k < curve.points; ++k) {
    const double* x = curve.x + 4 * k;
    expect(fabs(x[0] * x[0] + x[1] * x[1] - 1) < 1e-5 && x[2] == 0 && x[3] == 0, "a point of it");
  }
  expect(vieta_boxes_curve(b, 1).points == 0 && vieta_boxes_curve(NULL, 0).x == NULL, "no second one");
  vieta_boxes_free(b);
}

static void test_systems(void) {
  vieta_points* p = NULL;
  expect(vieta_solve_of("x^2 + y^2 - 4; x*y - 1", NULL, NULL, &p) == VIETA_SOLVED, "solve");
  expect(vieta_points_count(p) == 4 && vieta_points_variables(p) == 2, "four solutions");
  expect(strcmp(vieta_points_variable(p, 1), "y") == 0 && vieta_points_variable(p, 2) == NULL, "variables");
  expect(vieta_points_complete(p) == 1, "all of them");
  for (size_t k = 0; k < vieta_points_count(p); ++k) {
    const vieta_point s = vieta_points_at(p, k);
    expect(near_to(s.re[0] * s.re[1], 1) && s.certified == 1 && s.real == 1 && s.regular == 1 && s.radius < 1e-14,
           "a solution");
  }
  char* text = vieta_points_json(p);
  expect(text != NULL && strstr(text, "\"verb\":\"solve\"") != NULL, "JSON");
  vieta_text_free(text);
  vieta_points_free(p);

  const double starts[] = {2, 0.5, 0.5, 2};
  vieta_system_options options = {0};
  options.digits = 30;
  expect(vieta_newton_of("x^2 + y^2 - 4; x*y - 1", 2, starts, NULL, &options, NULL, &p) == VIETA_SOLVED, "newton");
  expect(vieta_points_count(p) == 2 && near_to(vieta_points_at(p, 0).re[0], 1.9318516525781366), "the nearest");
  vieta_points_free(p);
  /* With functions: in the unknowns that were typed, the angle last. */
  const char* arm = "2*cos(a) + r*cos(a) - 4; 2*sin(a) + sqrt(r)/r - 1";
  expect(vieta_newton_of("sin(a) - y/(y + 1); y - 1", 1, starts, NULL, NULL, NULL, &p) == VIETA_SOLVED, "a sine");
  expect(vieta_points_variables(p) == 2 && strcmp(vieta_points_variable(p, 0), "y") == 0 &&
             strcmp(vieta_points_variable(p, 1), "a") == 0,
         "its unknowns");
  if (vieta_points_count(p) == 1)
    expect(near_to(vieta_points_at(p, 0).re[1], 0.52359877559829887) && vieta_points_at(p, 0).certified == 1, "pi/6");
  vieta_points_free(p);
  expect(vieta_solve_of(arm, NULL, NULL, &p) != VIETA_MISUSE && vieta_points_variables(p) == 2, "all with functions");
  for (size_t k = 0; k < vieta_points_count(p); ++k) {
    const vieta_point s = vieta_points_at(p, k);
    if (s.real == 1) expect(near_to((2 + s.re[0]) * cos(s.re[1]), 4), "a solution with a cosine");
  }
  vieta_points_free(p);
  expect(vieta_solve_of("x^2 + y - 1", NULL, NULL, &p) == VIETA_MISUSE && p == NULL, "one equation, two variables");
}

static void test_fixed(void) {
  vieta_minimax* m = NULL;
  vieta_minimax_options options = {0};
  options.degree = 5, options.lo = "0", options.hi = "1", options.form = "x*p(x^2)";
  vieta_minimax_of("sin(x)", &options, NULL, &m);
  vieta_fixed told;
  char* text = NULL;
  vieta_fixed_options how = {0};
  how.name = "my_sin";
  const vieta_code code = vieta_minimax_fixed(m, "q1.14,q15", &how, NULL, &told, &text);
  expect(code == VIETA_SOLVED || code == VIETA_PARTIAL, "fixed point");
  expect(text != NULL && strstr(text, "my_sin") != NULL, "its program");
  expect(told.exhaustive == 1 && told.inputs == 16385 && told.error < 3 && told.bound >= told.error, "its error");
  vieta_text_free(text);
  expect(vieta_minimax_fixed(m, "q99", NULL, NULL, &told, &text) == VIETA_MISUSE && text == NULL, "no such format");
  how.full_range = "gelu";
  expect(vieta_minimax_fixed(m, "q3.12", &how, NULL, &told, &text) == VIETA_MISUSE && text == NULL,
         "a sine is no gelu");
  vieta_minimax_free(m);

  /* gelu of every number of the format: x or 0 where its form ends. Its largest error is that of
   * test_gelu_of_all_numbers of tests/cli/verbs/fixed_point_test.py, where Python runs the text. */
  vieta_minimax_options short_form = {0};
  short_form.degree = 6;
  expect(vieta_minimax_of("gelu", &short_form, NULL, &m) != VIETA_MISUSE, "gelu");
  how.name = NULL;
  expect(vieta_minimax_fixed(m, "q3.12", &how, NULL, &told, &text) != VIETA_MISUSE, "gelu in fixed point");
  expect(told.exhaustive == 1 && told.first == -32768 && told.last == 32767 && told.inputs == 65536, "all numbers");
  expect(told.error < 3.5 && text != NULL && strstr(text, "fast_gelu(int16_t x)") != NULL, "its error and program");
  vieta_text_free(text);
  vieta_minimax_free(m);
}

#ifdef VIETA_HAVE_ARB
static void test_rounded(void) {
  vieta_rounded told;
  char* text = NULL;
  vieta_rounded_options how = {0};
  how.from = 1, how.to = 1.001f, how.name = "my_exp";
  expect(vieta_minimax_rounded("exp", &how, NULL, &told, &text) == VIETA_PARTIAL, "some floats");
  expect(told.inputs > 8000 && told.inputs < 9000 && told.proven == 1 && told.all == 0, "how many");
  expect(text != NULL && strstr(text, "my_exp") != NULL, "its text");
  vieta_text_free(text);
  expect(vieta_minimax_rounded("gamma", NULL, NULL, &told, &text) == VIETA_MISUSE && text == NULL, "no such function");
  how.to = NAN;
  expect(vieta_minimax_rounded("exp", &how, NULL, &told, &text) == VIETA_MISUSE, "no interval");
}

static void test_structure(void) {
  /* (x - 1)^3 (x + 2), its last coefficient moved by 1e-13. */
  const double near_multiple[] = {-2 + 1e-13, 5, -3, -1, 1};
  vieta_structure_result* s = NULL;
  expect(vieta_structure_of(5, near_multiple, NULL, 0, NULL, &s) == VIETA_SOLVED, "a structure");
  expect(vieta_structure_count(s) == 2, "two different roots");
  const vieta_structured_root* z = vieta_structure_roots(s);
  expect(z[0].multiplicity == 1 && z[1].multiplicity == 3 && fabs(z[1].re - 1) < 1e-10, "which");
  expect(vieta_structure_told(s).degree == 4 && vieta_structure_told(s).distance < 1e-12, "how far");
  char* text = vieta_structure_json(s);
  expect(text != NULL && text[0] == '{', "JSON");
  vieta_text_free(text);
  vieta_structure_free(s);
  expect(vieta_structure_of_text("x^2 - 2", 0, NULL, &s) == VIETA_PARTIAL && vieta_structure_count(s) == 0,
         "simple roots");
  vieta_structure_free(s);
  expect(vieta_structure_of_text("5", 0, NULL, &s) == VIETA_MISUSE && s == NULL, "a constant");
}

static void test_components(void) {
  vieta_components* c = NULL;
  expect(vieta_components_of("x*(x^2 + y^2 - 1); x*(y - 3)*(x - 2)", NULL, NULL, &c) == VIETA_SOLVED, "components");
  expect(vieta_components_variables(c) == 2 && strcmp(vieta_components_variable(c, 0), "x") == 0, "variables");
  expect(vieta_components_count(c) == 1 && vieta_components_isolated(c) == 4, "a line and four points");
  const vieta_component line = vieta_components_at(c, 0);
  expect(line.dimension == 1 && line.degree == 1 && line.irreducible == 1 && line.certified == 1, "the line");
  expect(fabs(vieta_components_witness(c, 0, 0).re[0]) < 1e-12, "a point of it");
  expect(vieta_components_witness(c, 0, 1).re == NULL && vieta_components_isolated_at(c, 4).re == NULL,
         "no more points");
  const double on[] = {0, 7}, off[] = {1, 7};
  int answer = 5;
  expect(vieta_components_contains(c, 0, on, NULL, 0, NULL, &answer) == VIETA_SOLVED && answer == 1, "a point on it");
  expect(vieta_components_contains(c, 0, off, NULL, 0, NULL, &answer) == VIETA_SOLVED && answer == 0,
         "a point beside it");
  expect(vieta_components_contains(c, 1, off, NULL, 0, NULL, &answer) == VIETA_MISUSE, "no second one");
  expect(vieta_components_complete(c) >= 0, "complete");
  char* text = vieta_components_json(c);
  expect(text != NULL && strstr(text, "\"verb\":\"components\"") != NULL, "JSON");
  vieta_text_free(text);
  vieta_components_free(c);
}

static void test_verify_one(const char* json, const char* input, const char* what) {
  vieta_verification* v = NULL;
  expect(vieta_verify(json, input, NULL, &v) == VIETA_SOLVED, what);
  expect(vieta_verification_holds(v) == 1 && vieta_verification_decided(v) == 1, what);
  expect(vieta_verification_checked(v) > 0, "claims");
  vieta_verification_free(v);
}

static void test_verify(void) {
  vieta_roots* r = NULL;
  vieta_roots_of_text("x^5 - x - 1", NULL, NULL, &r);
  char* json = vieta_roots_json(r);
  test_verify_one(json, "x^5 - x - 1", "roots again");
  vieta_verification* v = NULL;
  expect(vieta_verify(json, "x^5 - x - 2", NULL, &v) == VIETA_PARTIAL, "of another polynomial");
  expect(vieta_verification_holds(v) == 0 && vieta_verification_complaints(v) > 0, "complaints");
  expect(strlen(vieta_verification_complaint(v, 0)) > 0, "the first");
  expect(vieta_verification_complaint(v, vieta_verification_complaints(v)) == NULL, "no more");
  char* text = vieta_verification_json(v);
  expect(text != NULL && strstr(text, "\"holds\":false") != NULL, "JSON");
  vieta_text_free(text), vieta_verification_free(v), vieta_text_free(json), vieta_roots_free(r);

  vieta_points* p = NULL;
  vieta_solve_of("x^2 + y^2 - 4; x*y - 1", NULL, NULL, &p);
  test_verify_one(json = vieta_points_json(p), "x^2 + y^2 - 4; x*y - 1", "solutions again");
  vieta_text_free(json), vieta_points_free(p);

  const char* curves = "{\"curves\": [[[0,0],[2,1]],[[0,1],[2,0]]]}";
  vieta_boxes* b = NULL;
  vieta_boxes_of_text(curves, NULL, NULL, &b);
  test_verify_one(json = vieta_boxes_json(b), curves, "boxes again");
  vieta_text_free(json), vieta_boxes_free(b);

  vieta_minimax* m = NULL;
  vieta_minimax_options options = {0};
  options.degree = 4;
  vieta_minimax_of("exp(x)", &options, NULL, &m);
  test_verify_one(json = vieta_minimax_json(m), NULL, "minimax again");
  vieta_text_free(json), vieta_minimax_free(m);
  expect(vieta_verify("no JSON", "x", NULL, &v) == VIETA_MISUSE && v == NULL, "no JSON");
}
#endif

int main(void) {
  printf("vieta %s\n", vieta_version());
  test_roots();
  test_series();
  test_runs();
  test_batches();
  test_minimax();
  test_boxes();
  test_curves();
  test_systems();
  test_fixed();
#ifdef VIETA_HAVE_ARB
  test_rounded();
  test_structure();
  test_components();
  test_verify();
#endif
  printf(failures == 0 ? "all right\n" : "%d failures\n", failures);
  return failures != 0;
}
