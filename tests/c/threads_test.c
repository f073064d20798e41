/* The C interface from several threads at the same time: each has its own answers and its own errors, results are shared
 * by readers, and one thread ends the work of another. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "vieta.h"

enum { workers = 4, rounds = 6 };

static const vieta_roots* shared; /* made before the threads, read by all of them */
static const vieta_roots* ended;  /* what the cancelled work has come to */

/* Each thread has a polynomial of its own, and complains about a function of its own. */
static void* work(void* argument) {
  const int number = *(const int*)argument;
  char text[32], slip[32], quoted[32];
  snprintf(text, sizeof text, "x^%d - 2", number + 3);
  snprintf(slip, sizeof slip, "slip%d(x)", number);
  snprintf(quoted, sizeof quoted, "'slip%d'", number);
  for (int k = 0; k < rounds; ++k) {
    vieta_roots* r = NULL;
    if (vieta_roots_of_text(text, NULL, NULL, &r) != VIETA_SOLVED) return "roots";
    if (vieta_roots_count(r) != (size_t)number + 3) return "its count";
    vieta_roots_free(r);
    vieta_minimax* m = NULL;
    if (vieta_minimax_of(slip, NULL, NULL, &m) != VIETA_MISUSE) return "a slip";
    if (strstr(vieta_error_text(), quoted) == NULL) return "whose error";
    if (vieta_roots_count(shared) != 9 || fabs(vieta_roots_discs(shared)[0].radius) > 1e-10) return "a shared result";
    char* json = vieta_roots_json(shared);
    if (json == NULL || json[0] != '{') return "JSON of a shared result";
    vieta_text_free(json);
    vieta_points* p = NULL;
    if (vieta_solve_of("x^2 + y^2 - 4; x*y - 1", NULL, NULL, &p) != VIETA_SOLVED) return "solve";
    if (vieta_points_count(p) != 4) return "its solutions";
    vieta_points_free(p);
    vieta_boxes* b = NULL;
    if (vieta_boxes_of_text("{\"curves\": [[[0,0],[2,1]],[[0,1],[2,0]]]}", NULL, NULL, &b) != VIETA_SOLVED) return "boxes";
    vieta_boxes_free(b);
    const double rows[] = {-1, 0, 1};
    double roots[2];
    uint8_t counts[1], statuses[1];
    if (vieta_real_roots(1, 2, rows, -INFINITY, INFINITY, NULL, NULL, roots, counts, statuses, NULL) != VIETA_SOLVED)
      return "real roots";
  }
  return NULL;
}

static void* work_that_is_ended(void* cancel) {
  vieta_run run = {0};
  run.cancel = cancel;
  vieta_roots* r = NULL;
  vieta_roots_options options = {0};
  options.digits = 1000; /* for minutes */
  const vieta_code code = vieta_roots_of_text("x^1500 - (100*x - 1)^3*(x^2 + 1) - 7", &options, &run, &r);
  ended = r;
  return code == VIETA_PARTIAL ? NULL : "cancelling";
}

int main(void) {
  vieta_roots* nine = NULL;
  if (vieta_roots_of_text("x^9 - x - 1", NULL, NULL, &nine) != VIETA_SOLVED) return puts(vieta_error_text()), 1;
  shared = nine;
  pthread_t threads[workers + 1];
  int numbers[workers], failures = 0;
  vieta_cancel* cancel = vieta_cancel_new();
  pthread_create(&threads[workers], NULL, work_that_is_ended, cancel);
  for (int k = 0; k < workers; ++k) numbers[k] = k, pthread_create(&threads[k], NULL, work, &numbers[k]);
  for (int k = 0; k <= workers; ++k) {
    if (k == workers) vieta_cancel_now(cancel);
    void* complaint = NULL;
    pthread_join(threads[k], &complaint);
    if (complaint != NULL) printf("FAILED in thread %d: %s\n", k, (const char*)complaint), ++failures;
  }
  vieta_roots_free((vieta_roots*)ended);
  vieta_cancel_free(cancel);
  vieta_roots_free(nine);
  return failures != 0;
}
