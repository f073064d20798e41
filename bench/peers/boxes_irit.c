/* IRIT's multivariate solver on a file of pairs of bivariate Bernstein polynomials, beside bench/systems/boxes_bench.cpp with the
   same file. Processor time of the best of three runs. IRIT is not part of this project; with its sources in IRIT/:

       for f in IRIT/{misc,cagd,symb,mvar,trim,geom,prsr,triv,trng,mdl,user,xtra,bool,rndr}_lib/*.c; do
         gcc -std=gnu89 -fcommon -O2 -w -DLINUX386 -D__UNIX__ -IIRIT -IIRIT/inc_irit -I$(dirname $f) -c $f \
           -o $(basename $(dirname $f)).$(basename $f .c).o
       done
       gcc -std=gnu89 -O2 -w -DLINUX386 -D__UNIX__ -IIRIT -IIRIT/inc_irit boxes_irit.c *.o -Wl,--allow-multiple-definition -lm
       ./a.out rand33.txt 1e-3 1      (subdivision tolerance; 1: domain reduction and gradient preconditioning on) */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "irit_sm.h"
#include "cagd_lib.h"
#include "mvar_lib.h"

int IGGlblViewMode; /* of the viewer, which is not linked */

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int count, char **values) {
  FILE *in = count == 4 ? fopen(values[1], "r") : NULL;
  int systems, n, i, q, j, run;
  long roots = 0;
  double best = 1e300;
  MvarMVStruct **equations;
  if (in == NULL || fscanf(in, "%d %d", &systems, &n) != 2 || n != 2) return 1;
  equations = malloc(2 * systems * sizeof *equations);
  for (q = 0; q < 2 * systems; ++q) {
    int d[2], sides[2];
    if (fscanf(in, "%d %d", d, d + 1) != 2) return 1;
    sides[0] = d[0] + 1, sides[1] = d[1] + 1;
    equations[q] = MvarBzrMVNew(2, sides, MVAR_PT_E1_TYPE);
    for (j = 0; j < sides[0] * sides[1]; ++j) { /* the first variable is IRIT's fastest index, and our slowest */
      double c;
      if (fscanf(in, "%lf", &c) != 1) return 1;
      equations[q]->Points[1][j / sides[1] + j % sides[1] * sides[0]] = c;
    }
  }
  MvarMVsZerosDomainReduction(atoi(values[3]));
  MvarMVsZerosGradPreconditioning(atoi(values[3]));
  for (run = 0; run < 3; ++run) {
    const double begin = cpu_seconds();
    roots = 0;
    for (i = 0; i < systems; ++i) {
      MvarConstraintType kinds[2] = {MVAR_CNSTRNT_ZERO, MVAR_CNSTRNT_ZERO};
      MvarPtStruct *points = MvarMVsZeros0D(equations + 2 * i, kinds, 2, atof(values[2]), 1e-10), *p;
      for (p = points; p != NULL; p = p->Pnext) ++roots;
      MvarPtFreeList(points);
    }
    if (cpu_seconds() - begin < best) best = cpu_seconds() - begin;
  }
  printf("%d systems, %ld roots, %.2f us each\n", systems, roots, best / systems * 1e6);
  return 0;
}
