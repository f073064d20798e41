"""Programs that embed the library: generated C, compiled with flags that set the processor otherwise when a program starts
(-ffast-math, x87 precision), which set more themselves before they call. What they print is what a plain program prints."""

import functools
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile

from host_kinds import timeless

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMPILER = next(filter(None, map(shutil.which, ("gcc", "cc"))), None)
FLAGS = (
    ["-O1"],
    ["-O2", "-ffast-math"],
    ["-Ofast"],
    ["-O2", "-funsafe-math-optimizations"],
    ["-O1", "-mpc32"],
    ["-O1", "-mpc64"],
    ["-O2", "-ffast-math", "-mpc32"],
    ["-O1", "-mfpmath=387"],
    ["-O3", "-frounding-math", "-march=native"],
)
SETTINGS = ("flush", "denormals", "up", "down", "zero", "single", "double", "traps", "stack", "threads", "fork", "memory", "none")

# What all programs share: settings by their names, calls by number, and an answer as text without floating point.
FRAME = r"""
#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vieta.h>

static unsigned vector_word(void) { unsigned word; __asm__ __volatile__("stmxcsr %0" : "=m"(word)); return word; }
static void set_vector_word(unsigned word) { __asm__ __volatile__("ldmxcsr %0" : : "m"(word) : "memory"); }
static unsigned short scalar_word(void) { unsigned short word; __asm__ __volatile__("fnstcw %0" : "=m"(word)); return word; }
static void set_scalar_word(unsigned short word) { __asm__ __volatile__("fldcw %0" : : "m"(word) : "memory"); }

typedef struct { char* text; size_t size; } answer;
static int is_short_of_memory = 0;  /* what it answers then is thrown away */
static void add(answer* a, const char* text) {
  const size_t size = strlen(text);
  char* const more = realloc(a->text, a->size + size + 2);
  if (!more && is_short_of_memory) return;
  if (!more) _exit(9);
  a->text = more;
  memcpy(a->text + a->size, text, size);
  a->size += size;
  a->text[a->size++] = '\n';
  a->text[a->size] = 0;
}
static void add_bits(answer* a, const void* from, size_t size) {
  char two[3];
  char* all = malloc(2 * size + 1);
  if (!all && is_short_of_memory) return;
  if (!all) _exit(9);
  for (size_t k = 0; k < size; ++k) {
    sprintf(two, "%02x", ((const unsigned char*)from)[k]);
    memcpy(all + 2 * k, two, 2);
  }
  all[2 * size] = 0;
  add(a, all);
  free(all);
}
static void add_code(answer* a, vieta_code code, char* json) {
  if (code == VIETA_MISUSE || code == VIETA_OUT_OF_MEMORY) add(a, vieta_error_text());
  if (json) add(a, json);
  vieta_text_free(json);
}
static const vieta_run RUN = {"cpu", THREADS, 0, 0, 0, 0};

CALLS

static char* all_answers(void) {
  answer a = {0, 0};
  for (size_t k = 0; k < sizeof calls / sizeof *calls; ++k) calls[k](&a);
  return a.text;
}
static void* in_thread(void* settings) {
  static __thread char* said;
  if (settings) set_all(settings);
  said = all_answers();
  return said;
}
int main(int count, char** words) {
  const char* const settings = count > 1 ? words[1] : "";
  if (strstr(settings, "memory")) {
    long kilobytes = 0, pages = 0;
    FILE* f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1) return 8;
    fclose(f);
    kilobytes = pages * (sysconf(_SC_PAGESIZE) / 1024) + atol(words[2]);
    struct rlimit before, limit;
    getrlimit(RLIMIT_AS, &before);
    limit = before;
    limit.rlim_cur = (rlim_t)kilobytes * 1024;
    setrlimit(RLIMIT_AS, &limit);
    is_short_of_memory = 1;
    free(all_answers());
    is_short_of_memory = 0;
    setrlimit(RLIMIT_AS, &before);
  }
  set_all(settings);
  const unsigned vector_before = vector_word() & ~0x3fU;
  const unsigned short scalar_before = scalar_word();
  char* said = 0;
  if (strstr(settings, "fork")) {
    free(all_answers());
    fflush(stdout);
    const pid_t child = fork();
    if (child != 0) {
      int status = 0;
      waitpid(child, &status, 0);
      return WIFEXITED(status) ? WEXITSTATUS(status) : 7;
    }
  }
  if (strstr(settings, "stack") || strstr(settings, "threads")) {
    pthread_t all[6];
    void* texts[6];
    const int many = strstr(settings, "threads") ? 6 : 1;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (strstr(settings, "stack")) pthread_attr_setstacksize(&attributes, 128 << 10);
    for (int k = 0; k < many; ++k)
      if (pthread_create(all + k, &attributes, in_thread, k % 2 ? 0 : (void*)settings)) return 6;
    for (int k = 0; k < many; ++k) pthread_join(all[k], texts + k);
    for (int k = 1; k < many; ++k)
      if (strlen(texts[k]) + 99 < strlen(texts[0])) puts("threads differ");
    said = texts[many - 1];
  } else {
    said = all_answers();
  }
  if ((vector_word() & ~0x3fU) != vector_before || scalar_word() != scalar_before) puts("the processor's words were changed");
  fputs(said, stdout);
  fflush(stdout);
  _exit(0);
}
"""

SET_ALL = r"""
static void set_all(const char* settings) {
  if (strstr(settings, "up")) fesetround(FE_UPWARD);
  if (strstr(settings, "down")) fesetround(FE_DOWNWARD);
  if (strstr(settings, "zero")) fesetround(FE_TOWARDZERO);
  if (strstr(settings, "flush")) set_vector_word(vector_word() | 0x8000);
  if (strstr(settings, "denormals")) set_vector_word(vector_word() | 0x0040);
  if (strstr(settings, "single")) set_scalar_word(scalar_word() & ~0x0300);
  if (strstr(settings, "double")) set_scalar_word((scalar_word() & ~0x0300) | 0x0200);
  if (strstr(settings, "traps")) feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
}
"""


def numbers(values):
    """As C reads them exactly, and no compiler's flag has a say."""
    return ", ".join(float(x).hex() for x in values)


def near_the_ends(source, count):
    scale = 2.0 ** source.choice((0, 0, -1040, -1060, 900, -500))
    return [source.uniform(-1, 1) * scale or scale for _ in range(count)]


def factors(source):
    some = [f"({source.randint(1, 9)}*x-({source.randint(-9, 9)}))" for _ in range(source.randint(1, 3))]
    return "*".join(f"{f}^{source.randint(1, 3)}" for f in some) + f"*(x^{source.randint(2, 9)}-x-{source.randint(1, 5)})"


def call(source, k):
    """C of one call, as function call_k."""
    kind = source.randrange(9)
    head = f"static void call_{k}(answer* a) {{\n"
    json = lambda verb, made: f"{made}  add_code(a, code, r ? {verb}_json(r) : 0);\n  {verb}_free(r);\n}}\n"
    if kind == 0:
        p = near_the_ends(source, source.randint(2, 25))
        return head + json("vieta_roots", f"  static const double p[] = {{{numbers(p)}}};\n  vieta_roots* r = 0;\n"
                           f"  const vieta_code code = vieta_roots_of({len(p)}, p, 0, 0, &RUN, &r);\n")
    if kind == 1:
        more = f", .digits = {source.choice((0, 30, 100))}, .real_only = {source.randint(0, 1)}"
        return head + json("vieta_roots", f"  vieta_roots* r = 0;\n  const vieta_roots_options o = {{{more[2:]}}};\n"
                           f"  const vieta_code code = vieta_roots_of_text(\"{factors(source)}\", &o, &RUN, &r);\n")
    rows, degree = source.randint(1, 60), source.randint(1, 12)
    if kind in (2, 3, 4):
        p = near_the_ends(source, rows * (degree + 1))
        table = f"  static const double p[] = {{{numbers(p)}}};\n  double x[{2 * rows * degree}], e[{rows * degree}];\n  unsigned char n[{rows}], s[{rows}];\n" \
                "  memset(x, 0, sizeof x); memset(e, 0, sizeof e);\n"
        if kind == 2:
            return head + table + f"  add_code(a, vieta_root_batch({rows}, {degree}, p, 0, 0, &RUN, x, e, 0, n, s), 0);\n" \
                "  add_bits(a, x, sizeof x); add_bits(a, e, sizeof e); add_bits(a, n, sizeof n); add_bits(a, s, sizeof s);\n}\n"
        if kind == 3:
            return head + table + "  const vieta_real_roots_options o = {0, 0, 0, e};\n" \
                f"  add_code(a, vieta_real_roots({rows}, {degree}, p, -2, 2, &o, &RUN, x, n, s, 0), 0);\n" \
                "  add_bits(a, x, sizeof x); add_bits(a, e, sizeof e); add_bits(a, n, sizeof n); add_bits(a, s, sizeof s);\n}\n"
        floats = [max(-1e38, min(1e38, x)) for x in p]
        return head + f"  static const float p[] = {{{numbers(floats)}}};\n  float x[{rows * degree}];\n  unsigned char n[{rows}], s[{rows}];\n  memset(x, 0, sizeof x);\n" \
            f"  add_code(a, vieta_real_roots_float({rows}, {degree}, p, -2, 2, 0, &RUN, x, n, s, 0), 0);\n" \
            "  add_bits(a, x, sizeof x); add_bits(a, n, sizeof n); add_bits(a, s, sizeof s);\n}\n"
    if kind == 5:
        system = f"x^2 + y^2 - {source.randint(2, 9)}; x*y - {source.randint(1, 5)}/7"
        return head + json("vieta_points", f"  vieta_points* r = 0;\n  const vieta_code code = vieta_solve_of(\"{system}\", 0, &RUN, &r);\n")
    if kind == 6:
        f = source.choice(("exp(x)", "sin(x)", "exp(x)*1e-300", "log(2+x)"))
        return head + json("vieta_minimax", f"  vieta_minimax* r = 0;\n  const vieta_minimax_options o = {{.degree = {source.randint(1, 6)}}};\n"
                           f"  const vieta_code code = vieta_minimax_of(\"{f}\", &o, &RUN, &r);\n")
    if kind == 7:
        text = f"{{\\\"vars\\\": [\\\"x\\\", \\\"y\\\"], \\\"box\\\": [[-2, 2], [-2, 2]], \\\"equations\\\": [\\\"x^2+y^2-{source.randint(1, 3)}\\\", \\\"x-y^{source.randint(1, 3)}\\\"]}}"
        return head + json("vieta_boxes", f"  vieta_boxes* r = 0;\n  const vieta_code code = vieta_boxes_of_text(\"{text}\", 0, &RUN, &r);\n")
    p = factors(source)
    return head + f"""  vieta_roots* r = 0;
  vieta_verification* v = 0;
  if (vieta_roots_of_text("{p}", 0, &RUN, &r) != VIETA_SOLVED) return add(a, "not solved");
  char* text = vieta_roots_json(r);
  vieta_roots_free(r);
  if (!text) return add(a, vieta_error_text());
  const vieta_code code = vieta_verify(text, "{p}", &RUN, &v);
  vieta_text_free(text);
  add_code(a, code, v ? vieta_verification_json(v) : 0);
  vieta_verification_free(v);
}}
"""


def program(source, threads):
    calls = [call(source, k) for k in range(8)]
    table = "static void (*const calls[])(answer*) = {" + ", ".join(f"call_{k}" for k in range(len(calls))) + "};\n"
    return FRAME.replace("THREADS", str(threads)).replace("CALLS", SET_ALL + "".join(calls) + table)


@functools.cache
def library():
    import vieta  # noqa: F401 - loads it

    for line in pathlib.Path("/proc/self/maps").read_text().splitlines():
        if re.search(r"/libvieta\.so", line):
            return pathlib.Path(line.split()[-1])
    return None


def run(program_file, settings, memory):
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library().parent)}
    return subprocess.run([program_file, settings, str(memory)], capture_output=True, text=True, timeout=300, env=environment, check=False)


def host_programs(source):
    """H3, H4, H8: a plain program, and one that was compiled otherwise, with ten settings each."""
    if COMPILER is None or platform.machine() != "x86_64" or library() is None:
        return None
    text = program(source, source.choice((1, 2, 3)))
    wrong, cases = [], 0
    with tempfile.TemporaryDirectory() as folder:
        code = pathlib.Path(folder, "program.c")
        code.write_text(text)
        made = {}
        flags = source.choice(FLAGS)
        for name, these in (("plain", ["-O1"]), ("other", flags)):
            made[name] = pathlib.Path(folder, name)
            subprocess.run([COMPILER, "-std=gnu11", *these, str(code), f"-I{ROOT / 'include'}", str(library()), "-lm", "-lpthread", "-o", str(made[name])],
                           capture_output=True, check=True)
        right = run(made["plain"], "", 0)
        if right.returncode != 0:
            return 1, [f"a plain program ends with {right.returncode}: {right.stderr[:300]}\n{text}"]
        for _ in range(10):
            settings = ",".join(sorted(source.sample(SETTINGS, source.randint(1, 4))))
            # With a page or two glibc itself ends a process (destructors of a thread's variables), and so does the JSON library.
            memory = source.choice((300, 600, 1000, 3000, 10000, 30000))
            cases += 8
            found = run(made["other"], settings, memory)
            if found.returncode != 0 or timeless(found.stdout) != timeless(right.stdout):
                a, b = timeless(found.stdout).splitlines(), timeless(right.stdout).splitlines()
                first = next((f"{x[:300]}\n for {y[:300]}" for x, y in zip(a, b) if x != y), f"{len(a)} lines for {len(b)}")
                wrong.append(f"{' '.join(flags)}, {settings}, {memory} kB: exit {found.returncode}, {found.stderr[:200]}, {first}")
    return cases, wrong


KINDS = {"H programs": host_programs}
