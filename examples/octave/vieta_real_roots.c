/* [x, status] = vieta_real_roots (p, lo, hi): vieta_real_roots.m has the description. */
#include <mex.h>
#include <stdint.h>
#include <vieta.h>

void mexFunction(int outputs, mxArray* out[], int inputs, const mxArray* in[]) {
  if (inputs < 1 || inputs > 3) mexErrMsgTxt("vieta_real_roots: found another number of arguments, expected one to three");
  if (!mxIsDouble(in[0]) || mxIsComplex(in[0]) || mxIsSparse(in[0]) || mxGetNumberOfDimensions(in[0]) != 2)
    mexErrMsgTxt("vieta_real_roots: found no real matrix, expected one with a polynomial in each row");
  const double lo = inputs > 1 ? mxGetScalar(in[1]) : -mxGetInf(), hi = inputs > 2 ? mxGetScalar(in[2]) : mxGetInf();
  const size_t count = mxGetM(in[0]), width = mxGetN(in[0]);
  if (width < 1 || width > 65) mexErrMsgTxt("vieta_real_roots: found no columns or more than 65, expected degree + 1");
  const size_t degree = width - 1;
  /* Here columns are contiguous and begin with the highest power; there rows are, and begin with the constant. */
  double *rows = mxCalloc(count * width + 1, sizeof(double)), *roots = mxCalloc(count * degree + 1, sizeof(double));
  uint8_t *counts = mxCalloc(count + 1, 1), *statuses = mxCalloc(count + 1, 1);
  const double* given = mxGetPr(in[0]);
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; k < width; ++k) rows[i * width + degree - k] = given[i + k * count];
  const vieta_code code =
      vieta_real_roots(count, (int)degree, rows, lo, hi, NULL, NULL, roots, counts, statuses, NULL);
  if (code != VIETA_SOLVED && code != VIETA_PARTIAL) mexErrMsgTxt(vieta_error_text());
  out[0] = mxCreateDoubleMatrix(count, degree, mxREAL);
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; k < degree; ++k)
      mxGetPr(out[0])[i + k * count] = k < counts[i] ? roots[i * degree + k] : mxGetNaN();
  if (outputs > 1) {
    out[1] = mxCreateDoubleMatrix(count, 1, mxREAL);
    for (size_t i = 0; i < count; ++i) mxGetPr(out[1])[i] = statuses[i];
  }
  mxFree(rows), mxFree(roots), mxFree(counts), mxFree(statuses);
}
