/* [z, radius, multiplicity, proven] = vieta_roots (p): vieta_roots.m has the description. A MEX file for Octave and MATLAB. */
#include <mex.h>
#include <vieta.h>

void mexFunction(int outputs, mxArray* out[], int inputs, const mxArray* in[]) {
  (void)outputs;
  if (inputs != 1) mexErrMsgTxt("vieta_roots: found another number of arguments, expected one");
  vieta_roots* result = NULL;
  if (mxIsChar(in[0])) {
    char* text = mxArrayToString(in[0]);
    vieta_roots_of_text(text, NULL, NULL, &result);
    mxFree(text);
  } else if (mxIsDouble(in[0]) && !mxIsSparse(in[0])) {
    /* polyfit, roots and conv begin with the highest power, vieta with the constant. */
    const size_t count = mxGetNumberOfElements(in[0]);
    const double *re = mxGetPr(in[0]), *im = mxGetPi(in[0]);
    double *re_up = mxCalloc(count + 1, sizeof(double)), *im_up = mxCalloc(count + 1, sizeof(double));
    for (size_t k = 0; k < count; ++k) {
      re_up[k] = re[count - 1 - k];
      if (im != NULL) im_up[k] = im[count - 1 - k];
    }
    vieta_roots_of(count, re_up, im != NULL ? im_up : NULL, NULL, NULL, &result);
    mxFree(re_up), mxFree(im_up);
  } else {
    mexErrMsgTxt("vieta_roots: found neither doubles nor a text, expected coefficients or an expression");
  }
  if (result == NULL) mexErrMsgTxt(vieta_error_text());

  const size_t count = vieta_roots_count(result);
  const vieta_root* discs = vieta_roots_discs(result);
  mxArray* columns[4] = {mxCreateDoubleMatrix(count, 1, mxCOMPLEX), mxCreateDoubleMatrix(count, 1, mxREAL),
                         mxCreateDoubleMatrix(count, 1, mxREAL), mxCreateLogicalMatrix(count, 1)};
  for (size_t k = 0; k < count; ++k) {
    mxGetPr(columns[0])[k] = discs[k].re, mxGetPi(columns[0])[k] = discs[k].im;
    mxGetPr(columns[1])[k] = discs[k].radius;
    mxGetPr(columns[2])[k] = (double)discs[k].multiplicity;
    mxGetLogicals(columns[3])[k] = discs[k].status != VIETA_ROOT_UNPROVEN;
  }
  vieta_roots_free(result);
  for (int k = 0; k == 0 || k < outputs; ++k) out[k] = columns[k];
}
