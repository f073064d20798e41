/* All roots of a polynomial that is typed, from C: cc roots.c -lvieta && ./a.out "x^5 - x - 1" */
#include <stdio.h>
#include <vieta.h>

int main(int count, char** words) {
  if (count != 2) {
    fprintf(stderr, "usage: roots POLYNOMIAL\n");
    return VIETA_MISUSE;
  }
  vieta_roots* result = NULL;
  const vieta_code code = vieta_roots_of_text(words[1], NULL, NULL, &result);
  if (result == NULL) {
    fprintf(stderr, "%s\n", vieta_error_text());
    return code;
  }
  const vieta_root* z = vieta_roots_discs(result);
  for (size_t k = 0; k < vieta_roots_count(result); ++k)
    printf("%.17g %+.17gi, within %.2g%s\n", z[k].re, z[k].im, z[k].radius, z[k].real ? ", real" : "");
  vieta_roots_free(result);
  return code;
}
