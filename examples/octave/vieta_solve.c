/* [x, radius, names, complete] = vieta_solve (system): vieta_solve.m has the description. */
#include <mex.h>
#include <vieta.h>

void mexFunction(int outputs, mxArray* out[], int inputs, const mxArray* in[]) {
  if (inputs != 1 || !mxIsChar(in[0])) mexErrMsgTxt("vieta_solve: found no text, expected one with equations");
  char* system = mxArrayToString(in[0]);
  vieta_points* result = NULL;
  vieta_solve_of(system, NULL, NULL, &result);
  mxFree(system);
  if (result == NULL) mexErrMsgTxt(vieta_error_text());
  const size_t count = vieta_points_count(result), variables = vieta_points_variables(result);
  out[0] = mxCreateDoubleMatrix(count, variables, mxCOMPLEX);
  mxArray* radii = mxCreateDoubleMatrix(count, 1, mxREAL);
  for (size_t k = 0; k < count; ++k) {
    const vieta_point point = vieta_points_at(result, k);
    for (size_t v = 0; v < variables; ++v) {
      mxGetPr(out[0])[k + v * count] = point.re[v];
      mxGetPi(out[0])[k + v * count] = point.im[v];
    }
    mxGetPr(radii)[k] = point.radius;
  }
  if (outputs > 1) out[1] = radii;
  if (outputs > 2) {
    out[2] = mxCreateCellMatrix(1, variables);
    for (size_t v = 0; v < variables; ++v) mxSetCell(out[2], v, mxCreateString(vieta_points_variable(result, v)));
  }
  if (outputs > 3) out[3] = mxCreateLogicalScalar(vieta_points_complete(result) == 1);
  vieta_points_free(result);
}
