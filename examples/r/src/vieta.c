/* libvieta from R. What is wrong becomes an error of R only when all that is not R's has been freed: errors of R jump. */
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <stdint.h>
#include <vieta.h>

static SEXP roots(SEXP z, SEXP is_complex) {
  vieta_roots* result = NULL;
  if (TYPEOF(z) == STRSXP) {
    if (XLENGTH(z) != 1) error("roots: found %d texts, expected one", (int)XLENGTH(z));
    vieta_roots_of_text(translateCharUTF8(STRING_ELT(z, 0)), NULL, NULL, &result);
  } else {
    const size_t count = (size_t)XLENGTH(z);
    double* re = (double*)R_alloc(count + 1, sizeof(double));
    double* im = (double*)R_alloc(count + 1, sizeof(double));
    for (size_t k = 0; k < count; ++k) re[k] = COMPLEX(z)[k].r, im[k] = COMPLEX(z)[k].i;
    vieta_roots_of(count, re, LOGICAL(is_complex)[0] ? im : NULL, NULL, NULL, &result);
  }
  if (result == NULL) error("%s", vieta_error_text());
  /* R_alloc and allocVector may jump when memory is out; the result is lost then, and nothing else. */
  const R_xlen_t count = (R_xlen_t)vieta_roots_count(result);
  const vieta_root* discs = vieta_roots_discs(result);
  SEXP answer = PROTECT(allocVector(VECSXP, 5));
  const SEXPTYPE types[] = {CPLXSXP, REALSXP, REALSXP, INTSXP, LGLSXP};
  for (int k = 0; k < 5; ++k) SET_VECTOR_ELT(answer, k, allocVector(types[k], count));
  for (R_xlen_t k = 0; k < count; ++k) {
    COMPLEX(VECTOR_ELT(answer, 0))[k] = (Rcomplex){discs[k].re, discs[k].im};
    REAL(VECTOR_ELT(answer, 1))[k] = discs[k].radius;
    REAL(VECTOR_ELT(answer, 2))[k] = (double)discs[k].multiplicity;
    INTEGER(VECTOR_ELT(answer, 3))[k] = (int)discs[k].status;
    LOGICAL(VECTOR_ELT(answer, 4))[k] = discs[k].real;
  }
  vieta_roots_free(result);
  UNPROTECT(1);
  return answer;
}

/* `columns`: a polynomial in each, the constant first. */
static SEXP real_roots(SEXP columns, SEXP lo, SEXP hi) {
  const size_t width = (size_t)nrows(columns), count = (size_t)ncols(columns);
  if (width < 1 || width > 65) error("real_roots: found %d coefficients, expected 1 to 65", (int)width);
  const size_t degree = width - 1;
  SEXP answer = PROTECT(allocVector(VECSXP, 2));
  SET_VECTOR_ELT(answer, 0, allocMatrix(REALSXP, (int)degree, (int)count));
  SET_VECTOR_ELT(answer, 1, allocVector(INTSXP, (R_xlen_t)count));
  double* x = (double*)R_alloc(count * degree + 1, sizeof(double));
  uint8_t* counts = (uint8_t*)R_alloc(count + 1, 1);
  uint8_t* statuses = (uint8_t*)R_alloc(count + 1, 1);
  const vieta_code code = vieta_real_roots(count, (int)degree, REAL(columns), REAL(lo)[0], REAL(hi)[0], NULL, NULL, x,
                                           counts, statuses, NULL);
  if (code != VIETA_SOLVED && code != VIETA_PARTIAL) error("%s", vieta_error_text());
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < degree; ++k)
      REAL(VECTOR_ELT(answer, 0))[i * degree + k] = k < counts[i] ? x[i * degree + k] : NA_REAL;
    INTEGER(VECTOR_ELT(answer, 1))[i] = statuses[i];
  }
  UNPROTECT(1);
  return answer;
}

static SEXP solve_system(SEXP system) {
  vieta_points* result = NULL;
  vieta_solve_of(translateCharUTF8(STRING_ELT(system, 0)), NULL, NULL, &result);
  if (result == NULL) error("%s", vieta_error_text());
  const int count = (int)vieta_points_count(result), variables = (int)vieta_points_variables(result);
  SEXP answer = PROTECT(allocVector(VECSXP, 7));
  SEXP x = allocMatrix(CPLXSXP, variables, count);
  SET_VECTOR_ELT(answer, 0, x);
  SEXP names = allocVector(STRSXP, variables);
  SET_VECTOR_ELT(answer, 1, names);
  const SEXPTYPE types[] = {REALSXP, LGLSXP, LGLSXP, REALSXP};
  for (int k = 0; k < 4; ++k) SET_VECTOR_ELT(answer, 2 + k, allocVector(types[k], count));
  SET_VECTOR_ELT(answer, 6, ScalarLogical(vieta_points_complete(result)));
  for (int v = 0; v < variables; ++v) SET_STRING_ELT(names, v, mkCharCE(vieta_points_variable(result, v), CE_UTF8));
  for (int k = 0; k < count; ++k) {
    const vieta_point point = vieta_points_at(result, k);
    for (int v = 0; v < variables; ++v) COMPLEX(x)[k * (R_xlen_t)variables + v] = (Rcomplex){point.re[v], point.im[v]};
    REAL(VECTOR_ELT(answer, 2))[k] = point.radius;
    LOGICAL(VECTOR_ELT(answer, 3))[k] = point.certified;
    LOGICAL(VECTOR_ELT(answer, 4))[k] = point.real < 0 ? NA_LOGICAL : point.real;
    REAL(VECTOR_ELT(answer, 5))[k] = (double)point.multiplicity;
  }
  vieta_points_free(result);
  UNPROTECT(1);
  return answer;
}

static SEXP version(void) { return mkString(vieta_version()); }

void R_init_vieta(DllInfo* library) {
  static const R_CallMethodDef calls[] = {{"C_roots", (DL_FUNC)&roots, 2},
                                          {"C_real_roots", (DL_FUNC)&real_roots, 3},
                                          {"C_solve_system", (DL_FUNC)&solve_system, 1},
                                          {"C_version", (DL_FUNC)&version, 0},
                                          {NULL, NULL, 0}};
  R_registerRoutines(library, NULL, calls, NULL, NULL);
  R_useDynamicSymbols(library, FALSE);
}
